//! Twice the text takes about twice the work, counted in steps, and limits stop the reader.

use std::time::Duration;

use crate::common::{judged, puzzle};
use soliter_base::control::{Control, Stop};
use soliter_boards::puzzle::Puzzle;
use soliter_text::judge;

/// Parts of which long texts are made: before, repeated, after.
const PARTS: [(&str, &str, &str); 43] = [
    ("45-25,", " ", "43-45"),
    ("45-25,", "\n", "43-45"),
    ("", "x", ""),
    ("", "q", ""),
    ("", "45", ""),
    ("", "(", ""),
    ("", "[", ""),
    ("", "{", ""),
    ("", "()", ""),
    ("45", "(", "45)"),
    ("", "{45-25}", ""),
    ("", "\"", ""),
    ("", "'45'", ""),
    ("", "-", ""),
    ("", "45-", ""),
    ("", "45 ", ""),
    ("", "45,", ""),
    ("", "45-25, ", ""),
    ("", "1 45 25\n", ""),
    ("45-25\n", "zzz\n", ""),
    ("45-25\n", "zzz ", ""),
    ("45-25\n", "zz, ", ""),
    ("", "#", ""),
    ("", "#1 ", ""),
    ("", "# 45-25\n", ""),
    ("", "//", ""),
    ("", "1. ", ""),
    ("", "&gt;", ""),
    ("", "5 moves ", ""),
    ("", "3 days ", ""),
    ("45-25\n", "Found 12 March\n", ""),
    ("", "44 jumps straight up ", ""),
    ("", "peg 45 jumps over ", ""),
    ("", "$", ""),
    ("", "- \n", ""),
    ("", "o.o.o.o\n", ""),
    ("", "  ...\n  .o.\n..ooo..\n...o...\n...o...\n  ...\n  ...\n\n", ""),
    ("from,over,to\n", "45,35,25\n", ""),
    ("| from | to |\n", "| 45 | 25 |\n", ""),
    ("[", "{\"from\":45,\"to\":25},", "{\"from\":45,\"to\":25}]"),
    ("", "(jump a b c)\n", ""),
    ("SAVEFILE:41:Simon\n", "MOVE :7:3,2-1,2\n", ""),
    ("", "\u{ad}", "45"),
];

fn cross() -> Puzzle {
    puzzle("model = 'english'\nstart = ['35', '43', '44', '45', '46', '55']\nfinish = ['44']")
}

/// A puzzle on a square of this many rows and columns, with numbers.
fn square(side: usize) -> Puzzle {
    let row = |sign: &str| sign.repeat(side);
    let all = |sign: &str| vec![row(sign); side].join("\n");
    let text = format!(
        "notation = 'number'\nstart = {{ all_but = ['1'] }}\nfinish = {{ pegs = 1 }}\n[model]\n\
         board = '''\n{}\n'''",
        all("o")
    );
    puzzle(&text)
}

/// Whether twice the text takes at most about twice the steps, from a size at which they matter.
fn check(puzzle: &Puzzle, size: usize) {
    let empty = judged(puzzle, "").steps;
    for (before, part, after) in PARTS {
        let steps = |size: usize| {
            let text = format!("{before}{}{after}", part.repeat(size / part.len()));
            judged(puzzle, &text).steps - empty.min(judged(puzzle, &text).steps)
        };
        let (once, twice) = (steps(size), steps(2 * size));
        assert!(2 * twice <= 5 * once + 40_000, "{before:?} {part:?}: {once}, then {twice}");
        println!(
            "{before:?} {part:?}: {:.1} steps for each byte",
            twice as f64 / (2 * size) as f64
        );
    }
}

#[test]
fn twice_the_text_takes_twice_the_work() {
    check(&cross(), 20_000);
}

#[test]
fn twice_the_text_takes_twice_the_work_on_a_large_board() {
    check(&square(60), 8_000);
}

#[test]
fn lines_of_any_length_are_no_search_for_drawings() {
    let cross = cross();
    for (rows, columns) in [(16, 500), (500, 16), (100, 100), (7, 2000), (2000, 7)] {
        let drawing = |rows: usize| format!("{}\n", "o.".repeat(columns / 2)).repeat(rows);
        let steps = |rows| judged(&cross, &drawing(rows)).steps;
        let (once, twice) = (steps(rows), steps(2 * rows));
        assert!(2 * twice <= 5 * once + 40_000, "{rows} by {columns}: {once}, then {twice}");
    }
}

#[test]
fn the_work_grows_with_the_board_as_with_the_text() {
    let text = "1-3, 4-2, ".repeat(200);
    let steps = |side| judged(&square(side), &text).steps;
    let (once, twice) = (steps(50), steps(100));
    assert!(twice <= 5 * once, "{once}, then {twice}");
}

#[test]
fn limits_stop_the_reader() {
    let control = Control::default().within(Duration::ZERO);
    assert_eq!(judge(&cross(), &"45-25, ".repeat(10_000), &[], &control), Err(Stop::Time));
    let text = "45-25, ".repeat(10_000);
    let control = Control::default().memory(1 << 16);
    assert_eq!(judge(&cross(), &text, &[], &control), Err(Stop::Memory));
}
