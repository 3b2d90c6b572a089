//! The checker of records in the page, held against the one of the program: on every style of docs/reference/solutions.md, and on
//! records that are right, wrong or garbled, from a fixed seed.

use serde_json::{Value, json};
use soliter::base::control::Control;
use soliter::library;
use soliter::peg::board::position::Hole;
use soliter::peg::judge::judge;
use soliter::peg::notation::{Names, Scheme};
use soliter::peg::puzzle::Puzzle;
use soliter::peg::record;
use soliter::peg::rules;
use soliter::peg::solve::{Method, solve};
use soliter::peg::verify::replay;

use crate::driver::{Browser, Look, start};
use crate::folder::unsolved_page;

fn built_in(name: &str) -> Puzzle {
    let source = library::puzzle(name).expect("a puzzle");
    Puzzle::parse(&source, &library::model).expect("a valid puzzle")
}

/// What the page says of records, each in the notation that is meant, or in none: the result, and its verdict as `told`.
async fn checked(browser: &Browser, records: &[(String, Option<Scheme>)]) -> Vec<Value> {
    let records = records.iter().map(|(text, scheme)| json!([text, scheme.map(Scheme::word)]));
    let script = format!(
        "{}.map(([text, scheme]) => {{ const result = checkRecord(player.data, text, scheme ?? undefined); \
         return {{ ...result, told: recordVerdict(player.data, result) }}; }})",
        records.collect::<Value>()
    );
    browser.ask(&script).await.as_array().expect("a list").clone()
}

/// Asserts that the text says the same in the notation in which the page read it, and that the rules judge it in the
/// same way. `judge` may prefer another reading.
fn agrees(puzzle: &Puzzle, text: &str, told: &Value) {
    let scheme: Scheme = told["scheme"].as_str().expect("a notation").parse().expect("a notation");
    let puzzle = puzzle.clone().with_scheme(scheme).expect("a notation of the board");
    let read = record::read(text, puzzle.board(), puzzle.names());
    assert_eq!(read.faults, [], "{text:?} {told:#}");
    let jumps: Vec<(Hole, Hole)> = read.jumps.iter().map(|jump| (jump.from, jump.to)).collect();
    assert_eq!(told["jumps"], json!(jumps), "{text:?}");
    let own = replay(&puzzle, jumps);
    assert_eq!(told["played"], own.jumps(), "{text:?}");
    assert_eq!(told["moves"], own.moves, "{text:?}");
    assert_eq!(told["position"], json!(own.last()), "{text:?}");
    let number = own.fault.map(|(number, _)| number);
    assert_eq!(told["wrong"]["number"], json!(number), "{text:?} {told:#}");
    assert_eq!(told["status"] == "right", own.solves(&puzzle), "{text:?} {told:#}");
    assert_eq!(told["status"] == "wrong", number.is_some(), "{text:?} {told:#}");
}

#[tokio::test]
async fn records_are_read_in_the_styles_of_the_documentation() {
    let Some(browser) = start(Look::default()).await else { return };
    let cross = built_in("gardner/latin-cross");
    let (_folder, address) = unsolved_page("gardner/latin-cross");
    browser.open(&address).await;
    let (mut scheme, mut records) = (None, Vec::new());
    for line in include_str!("../../docs/reference/solutions.md").lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            scheme =
                heading.split('`').nth(1).map(|word| word.parse::<Scheme>().expect("a notation"));
        }
        let text = line.strip_prefix("| `").and_then(|rest| rest.strip_suffix("` |"));
        if let (Some(text), Some(_)) = (text, scheme) {
            records.push((text.replace('⏎', "\n"), scheme));
        }
    }
    let told = checked(&browser, &records).await;
    let mut read = 0;
    for ((text, _), told) in records.iter().zip(&told) {
        if told["status"] == "unread" {
            println!("refused: {text:?}: {}", told["told"]);
        } else {
            agrees(&cross, text, told);
            assert_eq!(told["status"], "right", "{text:?}");
            read += 1;
        }
    }
    println!("{read} of {} styles are read", records.len());
    assert!(read >= 89, "{read}");
    browser.close().await;
}

#[tokio::test]
async fn verdicts_name_the_place_and_what_to_do() {
    let Some(browser) = start(Look::default()).await else { return };
    let (_folder, address) = unsolved_page("gardner/latin-cross");
    browser.open(&address).await;
    let expected = [
        (
            "45-25, 43-45, 55-35, 25-45, 46-44",
            "Correct: 5 moves (5 jumps), and the finish is reached.",
        ),
        (
            "jh Jj ki hj ex",
            "Correct: 5 moves (5 jumps), and the finish is reached. Read in the notation letters.",
        ),
        (
            "45-25\n25-45",
            "Jump 2, 25-45 (line 2, column 1), is illegal. Hole 35 is empty, nothing to leap over. The jump before is legal.",
        ),
        (
            "46-45-44",
            "Jump 1, 46-45 (line 1, column 1), is illegal. 45 is the hole leapt over: write 46-44.",
        ),
        (
            "45-25",
            "All is legal, 1 move (1 jump), but the finish is not reached. Pegs too many: 46, 25, 55, 43.",
        ),
        (
            "45-25,\n 48-46",
            "Line 2, column 2: No hole is called 48. Holes are called 37 to 51 (column-row).",
        ),
        (
            "45-25 é",
            "Line 1, column 7: No hole is called é. Holes are called 37 to 51 (column-row).",
        ),
        (
            "45W",
            "Line 1, column 1: “45W” is not understood here. Write the hole where the peg starts and the hole where it lands: 37-57.",
        ),
        (
            "44 46 44 42",
            "Line 1, column 1: This can be 44-46-44-42 or 44-46, 44-42. Put a - between the holes of a move.",
        ),
        (
            "",
            "Line 1, column 1: There is no jump in this. Write jumps as 37-57, separated by commas.",
        ),
        (
            "d3-d5",
            "This can be read in several notations: letter-row (jump 1 is illegal), letter-rank (jump 1 is illegal). Choose the one that is meant.",
        ),
        (
            "34-32, 54-34, 35-33, 32-34, 24-44",
            "Jump 1, 34-32 (line 1, column 1), is illegal. Hole 34 is empty, there is no peg to jump with. Read in the notation row-column it would be correct.",
        ),
    ];
    let records: Vec<_> = expected.iter().map(|(text, _)| ((*text).to_owned(), None)).collect();
    let told = checked(&browser, &records).await;
    for ((text, expected), told) in expected.iter().zip(told) {
        assert_eq!(told["told"], *expected, "{text:?}");
    }
    browser.close().await;
}

/// Numbers that look random, from a fixed seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, number: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % number
    }

    fn of<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }
}

/// The jumps of a solution, or of a random game, some of them perhaps exchanged.
fn jumps(puzzle: &Puzzle, solution: &[(Hole, Hole)], dice: &mut Dice) -> Vec<(Hole, Hole)> {
    let mut jumps = solution.to_vec();
    match dice.below(4) {
        0 => {
            let (mut position, length) = (puzzle.start().clone(), dice.below(solution.len() + 2));
            jumps.clear();
            while jumps.len() < length {
                let legal: Vec<_> = rules::legal(puzzle, &position).collect();
                if legal.is_empty() {
                    break;
                }
                let (jump, after) = &legal[dice.below(legal.len())];
                jumps.push((jump.from, jump.to));
                position = after.clone();
            }
        }
        1 => {
            let (one, other) = (dice.below(jumps.len()), dice.below(jumps.len()));
            jumps.swap(one, other);
            let jump = puzzle.board().jumps()[dice.below(puzzle.board().jumps().len())];
            jumps.insert(dice.below(jumps.len()), (jump.from, jump.to));
        }
        2 => jumps.truncate(dice.below(jumps.len()) + 1),
        _ => {}
    }
    jumps
}

/// Writes jumps in a style that is drawn by lot; whether every style of it is read, too.
fn written(names: &Names, jumps: &[(Hole, Hole)], dice: &mut Dice) -> (String, bool) {
    let sign = dice.of(&["-", " - ", "->", "→", "x", " to ", "–", "*", " "]);
    let between = dice.of(&[", ", "\n", "; ", ". ", ",", "\n\n", ",\n"]);
    let numbers = dice.of(&["", "1. ", "1) ", "(1) ", "- ", "1.", "1: "]);
    let mut chains: Vec<String> = Vec::new();
    let mut landed = None;
    for &(from, to) in jumps {
        match chains.last_mut() {
            Some(chain) if landed == Some(from) && sign != " " => {
                chain.push_str(sign);
                chain.push_str(names.name(to));
            }
            _ => chains.push(format!("{}{sign}{}", names.name(from), names.name(to))),
        }
        landed = Some(to);
    }
    let numbered = chains
        .iter()
        .enumerate()
        .map(|(at, chain)| format!("{}{chain}", numbers.replace('1', &(at + 1).to_string())));
    let text = numbered.collect::<Vec<_>>().join(between);
    let head =
        dice.of(&["", "", "# a comment: 45-25\n", "Solution: ", "Bell, in 5 moves\n\n", "{1}"]);
    // Letters for holes do not go with x, nor with titles that have such letters.
    let plain = ["-", " - ", "->", "→"].contains(&sign) && numbers.is_empty() && head.is_empty();
    (format!("{head}{text}"), plain && between != ". ")
}

const PIECES: [&str; 34] = [
    "-",
    "x",
    " ",
    "\n",
    ",",
    ";",
    ".",
    ":",
    "#",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "1",
    "2",
    "1.",
    "!",
    "/",
    "//",
    "a",
    "d3",
    "45",
    "over",
    "to",
    "n",
    "left",
    "é",
    "→",
    "←",
    "&gt;",
    "the",
    "(see 45-25)",
];

/// Garbles a text at up to three places.
fn garbled(text: &str, dice: &mut Dice) -> String {
    let mut signs: Vec<String> = text.chars().map(String::from).collect();
    for _ in 0..=dice.below(3) {
        let at = dice.below(signs.len() + 1);
        match dice.below(4) {
            0 if at < signs.len() => drop(signs.remove(at)),
            1 if at < signs.len() => dice.of(&PIECES).clone_into(&mut signs[at]),
            2 if at + 1 < signs.len() => signs.swap(at, at + 1),
            _ => signs.insert(at, dice.of(&PIECES).to_owned()),
        }
    }
    signs.concat()
}

#[tokio::test]
async fn the_page_judges_records_as_the_program_does() {
    let Some(browser) = start(Look::default()).await else { return };
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut seen = std::collections::BTreeMap::<String, usize>::new();
    for name in [
        "gardner/latin-cross",
        "gardner/greek-cross",
        "leibniz/latin-cross",
        "marked/latin-cross-last-captured",
        "english-diagonal/lamp",
        "triangle15/11-to-11",
        "boards/triangle15-any-survivor",
        "boards/square4-24-to-31",
    ] {
        let puzzle = built_in(name);
        let (_folder, address) = unsolved_page(name);
        browser.open(&address).await;
        let answer = solve(&puzzle, Method::Search, &Control::default()).expect("an answer");
        let solution: Vec<_> =
            answer.line().expect("a solution").jumps().map(|hop| (hop.from, hop.to)).collect();
        let schemes: Vec<Names> = Scheme::ALL
            .iter()
            .filter_map(|&scheme| Names::new(puzzle.board(), scheme).ok())
            .collect();
        let (mut records, mut plain) = (Vec::new(), Vec::new());
        for _ in 0..120 {
            let names = &schemes[dice.below(schemes.len())];
            let jumps = jumps(&puzzle, &solution, &mut dice);
            let (text, is_plain) = written(names, &jumps, &mut dice);
            let scheme = Some(names.scheme()).filter(|_| dice.below(2) == 0);
            if dice.below(2) == 0 {
                plain.push(is_plain && scheme.is_some() && !jumps.is_empty());
                records.push((text, scheme));
            } else {
                plain.push(false);
                records.push((garbled(&text, &mut dice), scheme));
            }
        }
        let told = checked(&browser, &records).await;
        for (((text, scheme), told), plain) in records.iter().zip(&told).zip(plain) {
            let status = told["status"].as_str().expect("a word");
            assert!(!plain || status != "unread", "{text:?} {told:#}");
            let verdict = told["told"].as_str().expect("a text");
            assert!(
                !verdict.contains("undefined") && verdict.ends_with('.'),
                "{text:?} {verdict:?}"
            );
            let puzzle = match scheme {
                Some(scheme) => puzzle.clone().with_scheme(*scheme).expect("a notation"),
                None => puzzle.clone(),
            };
            let program = judge(&puzzle, text);
            match status {
                "right" => assert!(program.finish_reached, "{text:?} {told:#} {program:#?}"),
                "which" => {
                    for choice in told["choices"].as_array().expect("a list") {
                        agrees(&puzzle, text, choice);
                    }
                }
                _ => {}
            }
            if status != "which" && status != "unread" {
                agrees(&puzzle, text, told);
            }
            let reads = program.record.faults.is_empty() && !program.record.jumps.is_empty();
            let word = if status == "unread" && reads {
                "refused, but the program reads it"
            } else {
                status
            };
            *seen.entry(word.to_owned()).or_default() += 1;
        }
    }
    println!("{seen:?}");
    for word in ["right", "wrong", "unfinished", "unread", "which"] {
        assert!(seen.get(word).is_some_and(|&number| number > 5), "{seen:?}");
    }
    browser.close().await;
}
