//! Abandoning readings early does not change which one is chosen.

use super::{Choice, choose_by};
use crate::meter::Meter;
use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};
use soliter_base::control::Control;
use soliter_base::diagnostic::Source;
use soliter_boards::puzzle::Puzzle;
use soliter_testing::built_in;

const PUZZLES: [&str; 5] = [
    "model = 'english'\nstart = ['35', '43', '44', '45', '46', '55']\nfinish = ['44']",
    "model = 'english'\nstart = { all_but = ['44'] }\nfinish = ['44']",
    "model = 'triangle15'\nnotation = 'number'\nstart = { all_but = ['1'] }\nfinish = ['13']",
    "model = { board = '''\nooo\nooo\nooo''' }\nstart = ['11', '21', '32', '33']\nfinish = ['31', '32', '33']",
    "model = { edges = ['a-b', 'b-c', 'c-d', 'a-d', 'c-e'] }\nstart = { all_but = ['a'] }\nfinish = { pegs = 1 }",
];

/// Solutions in several notations, and what may stand between jumps.
const PARTS: [&str; 40] = [
    "45-25",
    "43-45",
    "55-35",
    "25-45",
    "46-44",
    "24-44",
    "32-34",
    "d3b3",
    "d5d3",
    "e3c3",
    "jh",
    "jj",
    "ki",
    "6-1",
    "4-6",
    "1-4",
    "13-4",
    "45-35-25",
    "31-33",
    "11-13",
    "13-33",
    "a-b-c",
    "c-d-a",
    "up",
    "left",
    "7",
    "(over 35)",
    "1.",
    "2:",
    "done",
    "zzz",
    "99",
    "over",
    "5 moves",
    "Found 12 March",
    "3 May",
    "2021-05-03",
    "44 moves left",
    "\n",
    "\n\n",
];
const BETWEEN: [&str; 7] = [", ", " ", "-", "; ", "\n", "", " x "];

struct Random(TestRng);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0.next_u32() as usize % bound
    }

    fn one<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    /// A text of random parts; or one of `texts`, with some of its words exchanged, repeated or replaced.
    fn text(&mut self, texts: &[String]) -> String {
        if self.below(2) == 0 {
            let between = self.one(&BETWEEN);
            let mut text = String::new();
            let parts = 1 + self.below(12);
            for _ in 0..=self.below(parts) {
                text.push_str(self.one(&PARTS));
                text.push_str(if self.below(5) == 0 { self.one(&BETWEEN) } else { between });
            }
            return text;
        }
        let text = &texts[self.below(texts.len())];
        let mut words: Vec<&str> = text.split_inclusive([' ', '\n', ',']).collect();
        for _ in 0..self.below(4) {
            let (one, other) = (self.below(words.len()), self.below(words.len()));
            match self.below(4) {
                0 => words.swap(one, other),
                1 => words[one] = words[other],
                2 => words[one] = self.one(&PARTS),
                _ => words.truncate(one.max(1)),
            }
        }
        words.concat()
    }
}

#[test]
fn abandoning_readings_does_not_change_the_choice() {
    let mut files: Vec<_> = std::fs::read_dir("tests/texts")
        .expect("the texts")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    let texts: Vec<String> =
        files.iter().map(|file| std::fs::read_to_string(file).expect("a text")).collect();
    let mut random = Random(TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]));
    let (mut left, mut with_others) = (0, 0);
    for text in PUZZLES {
        let source = Source::new("puzzle.toml", text);
        let puzzle = Puzzle::parse(&source, &built_in::model).expect("a puzzle");
        let control = Control::default();
        let is_finish = |pegs: &[bool]| {
            let holes = pegs.iter().enumerate().filter(|(_, peg)| **peg);
            puzzle.finish().accepts(&holes.map(|(hole, _)| hole as u16).collect())
        };
        for _ in 0..1000 {
            let text = random.text(&texts);
            let read = |stops_early| {
                let mut meter = Meter::new(&control);
                let choice = choose_by(&puzzle, &text, &[], &is_finish, stops_early, &mut meter);
                (choice.expect("no limit"), meter.steps())
            };
            let (all, all_steps) = read(false);
            let (early, early_steps) = read(true);
            let Choice { reading, solutions } = early;
            assert_eq!(reading, all.reading, "{text}");
            assert_eq!(solutions, all.solutions, "{text}");
            left += usize::from(early_steps < all_steps);
            with_others += usize::from(!solutions.is_empty());
        }
    }
    // Both kinds of text occur.
    assert!(left > 1000 && with_others > 0, "{left}, {with_others}");
}
