//! Remarks beside a solution, and numbers in them: no remark hides a jump.

use crate::common::{judged, puzzle};
use proptest::prelude::*;
use soliter_base::control::Control;
use soliter_boards::board::position::Hole;
use soliter_boards::notation::{Names, Scheme};
use soliter_boards::puzzle::Puzzle;
use soliter_boards::verify::replay;
use soliter_testing::cases::cases;
use soliter_text::{Verdict, judge};

const CROSS: &str =
    "model = 'english'\nstart = ['35', '43', '44', '45', '46', '55']\nfinish = ['44']";
const JUMPS: [(&str, &str); 5] =
    [("45", "25"), ("43", "45"), ("55", "35"), ("25", "45"), ("46", "44")];
const SOLUTION: &str = "45-25, 43-45, 55-35, 25-45, 46-44";
const LETTER_ROW: &str = "d3-b3, d5-d3, e3-c3, b3-d3, d2-d4";

/// Remarks that contain nothing like a hole.
const HARMLESS: [&str; 17] = [
    "It took me 3 days!",
    "3 days, 5 hours",
    "It took 45 minutes",
    "and that took me 12 minutes",
    "Solved in 12 minutes",
    "in about 20 minutes, with 45 tries",
    "1 peg at end",
    "It took 2 hours 12 minutes",
    "1 hour",
    "1 peg left",
    "6 pegs at start",
    "1 move",
    "Bob, March 2021",
    "See problem 12",
    "Solved by Bob",
    "It took me three days!",
    "5 moves in all",
];

/// Remarks with holes, or with numbers that could be a jump.
const DOUBTFUL: [&str; 51] = [
    "Date: 3 May 2021",
    "Found 12 March",
    "Found on 12 March 2021 by Bob",
    "2021-05-03",
    "3/5/2021",
    "Attempt 12",
    "and 17 again upwards",
    "then 22 again upwards",
    "44 minutes up",
    "44 minutes <-",
    "peg 44 tries <-",
    "44 hours 46 minutes up",
    "1 peg at 44",
    "1 peg jumps from 44 to 46",
    "One peg is left in 44.",
    "44 days to 46",
    "took 45 to 46",
    "row 4 column 4 again upwards",
    "1718",
    "10-99",
    "Date: 45 May 2021",
    "Found 44 March",
    "Day 25, 45 more",
    "45/5/2021",
    "2021-05-44",
    "2021-05-03-12-22",
    "then 48 goes to 28",
    "peg 48 hops up",
    "peg 48 hops left",
    "44 jumps straight up",
    "try 48 left",
    "try 48 then goes to 28",
    "try 48, try 28",
    "try 48 try 28",
    "try 48-28",
    "try 48 - 28",
    "try 48:28",
    "try 4828",
    "try 48(38)28",
    "try 4 8 and 2 8",
    "row 4 column 8, row 2 column 8",
    "from 48 to 28",
    "From 3 May to 5 May",
    "take 48 away",
    "take 48",
    "Found 12 March, then 28",
    "a jump over 38",
    "I jump 48 into 28",
    "99",
    "rubbish 4B",
    "6. garbage 99",
];

fn cross() -> Puzzle {
    puzzle(CROSS)
}

fn verdict(text: &str) -> Verdict {
    judged(&cross(), text).verdict
}

#[test]
fn a_text_around_a_solution_is_a_remark() {
    for solution in [SOLUTION, LETTER_ROW] {
        for remark in HARMLESS {
            for text in [
                format!("{remark}\n{solution}"),
                format!("{solution}. {remark}."),
                format!("{solution} ({remark})"),
                format!("{solution}\n\n{remark}\n"),
                solution.replacen(", ", &format!("\n{remark}\n"), 1),
            ] {
                let judgement = judged(&cross(), &text);
                assert_eq!(judgement.verdict, Verdict::Correct, "{text}");
                assert_eq!(judgement.replay.jumps(), 5, "{text}");
                assert!(!judgement.reading.remarks.is_empty(), "{text}");
            }
        }
    }
    for text in [
        "Step 1: 45-25, 43-45, 55-35, 25-45, 46-44",
        "Latin cross\n====\n* 45-25\n* 43-45\n* 55-35\n* 25-45\n* 46-44",
        "# Latin cross\n\n* 45-25\n* 43-45\n* 55-35\n* 25-45\n* 46-44",
        "Latin cross\n-----------\n+ 45-25\n+ 43-45\n+ 55-35\n+ 25-45\n+ 46-44",
    ] {
        assert_eq!(verdict(text), Verdict::Correct, "{text}");
    }
}

/// Advice about a number among words is how to write a remark, and a text that follows it is correct.
#[test]
fn a_remark_with_numbers_begins_with_a_sign() {
    for remark in ["Found 12 March", "Date: 3 May 2021", "One peg left in 44.", "Attempt 12"] {
        let text = format!("{remark}\n{SOLUTION}");
        let reading = judged(&cross(), &text).reading;
        let help = &reading.unexplained[0].fault.help;
        assert!(help.ends_with("; begin a remark with #"), "{text}\n{help}");
        for text in [format!("# {text}"), format!("{SOLUTION} # {remark}")] {
            assert_eq!(verdict(&text), Verdict::Correct, "{text}");
        }
    }
}

/// A direction that names its landing hole belongs to the next jump.
#[test]
fn a_sentence_goes_on_in_a_direction() {
    let board = "start = { all_but = ['22'] }\nfinish = { pegs = 1 }\n[model]\nboard = \"\"\"\nooooo\nooooo\nooooo\nooooo\nooooo\"\"\"\nnames = 'column-row'";
    for (text, jumps) in [
        ("42 left to 22, right to 42", 2),
        ("42 left to 22, then right to the hole 42", 2),
        ("Move the peg at 42 left to 22 and then right to 42", 2),
        ("42 left to 22, left", 1),
        ("42 left to 22, right", 1),
    ] {
        let reading = judged(&puzzle(board), text).reading;
        assert_eq!(reading.jumps.len(), jumps, "{text}");
        let is_wrong = reading.jumps.iter().any(|jump| jump.wrong.is_some());
        assert_eq!(is_wrong, text.ends_with(", right"), "{text}");
    }
    let judgement = judged(&puzzle(board), "42 left to 22, up to 42");
    assert_eq!(judgement.verdict, Verdict::Illegal);
}

#[test]
fn a_remark_that_could_be_a_jump_is_not_passed_over() {
    for remark in DOUBTFUL {
        for text in [
            format!("{remark}\n{SOLUTION}"),
            format!("{SOLUTION}. {remark}."),
            format!("{SOLUTION} ({remark})"),
            format!("{SOLUTION}\n\n{remark}\n"),
            SOLUTION.replacen(", ", &format!("\n{remark}\n"), 1),
        ] {
            assert_ne!(verdict(&text), Verdict::Correct, "{text}");
        }
    }
    // A jump is missing, and its holes are in a remark; or the jumps are not a solution.
    for (text, expected) in [
        ("45-25, 43-45, 25-45, 46-44 (55 days 35)", Verdict::Unreadable),
        ("45-25, 43-45, Day 55: 35, 25-45, 46-44", Verdict::Unreadable),
        ("45-25, 43-45, 55-35, 25-45, and 46 more in 44", Verdict::Unreadable),
        ("45-25, 43-45, then 44 goes to 46, 55-35, 25-45, 46-44", Verdict::Illegal),
        ("Date: 3 May 2021\n45-25, 43-45, 55-35, 25-45, 46-45", Verdict::Unreadable),
        ("Date: 3 May 2021\n45-25, 43-45, 55-35, 25-45", Verdict::Unreadable),
        ("1. 45-25 2. 43-45 3. 55-35 4. 25-45 5. garbage 99 6. 46-44", Verdict::Unreadable),
        ("45-25, 43-45, 55-35, 25-45, 46-44 took 3 days", Verdict::Unreadable),
    ] {
        assert_eq!(verdict(text), expected, "{text}");
    }
    // In a notation of letters, numbers are no holes, but they may be a jump.
    for (rest, expected) in [
        ("\nFound 12 March", Verdict::Unreadable),
        ("\n3 May 2021", Verdict::Unreadable),
        (", 46-44", Verdict::Unreadable),
        (", 4644", Verdict::Unreadable),
        (", 46 to 44", Verdict::Unreadable),
        (", try 46 44", Verdict::Unreadable),
    ] {
        let text = format!("jh Jj ki hj ex{rest}");
        assert_eq!(verdict(&text), expected, "{text}");
    }
    // The jump is legal in the puzzle's notation. In another one, it would be a solution.
    let small = "start = \"oo.\\n..o\\n..o\"\nfinish = \"..o\\n..o\\n..o\"\n[model]\nboard = \"ooo\\nooo\\nooo\"";
    let judgement = judged(&puzzle(small), "Date: 7 May 2021\n31-33");
    assert_eq!(judgement.verdict, Verdict::Unreadable);
}

/// A direction behind a number and a verb is a jump, even if the number could count.
#[test]
fn a_number_of_moves_is_told_from_a_jump() {
    for (text, expected) in [
        (format!("{SOLUTION}, 44 jumps up"), Verdict::Illegal),
        (format!("{SOLUTION}\n44 moves left"), Verdict::Illegal),
        (format!("{SOLUTION}\n33 moves left"), Verdict::Unreadable),
        (format!("{SOLUTION}\n5 jumps in all, all to the left"), Verdict::Correct),
        ("45-25, 43-45\n3 moves left".to_owned(), Verdict::Incomplete),
        ("45-25, 43-45\n24 moves left".to_owned(), Verdict::Incomplete),
        ("45-25, 43-45, 33 moves left".to_owned(), Verdict::Unreadable),
        (
            "45 jumps left, 43 jumps up, 55 jumps left, 25 jumps right, 46 jumps down".to_owned(),
            Verdict::Correct,
        ),
        (
            "45 moves left\n43 moves up\n55 moves left\n25 moves right\n46 moves down".to_owned(),
            Verdict::Correct,
        ),
    ] {
        assert_eq!(verdict(&text), expected, "{text}");
    }
    let both = judged(&cross(), "45-25, 33 moves left").mistake.map(|mistake| mistake.message);
    assert_eq!(both.as_deref(), Some("33 moves left may be a jump or a number of jumps"));
}

/// Another notation does not win because a hole does not exist in the puzzle's own.
#[test]
fn a_hole_that_does_not_exist_is_named_in_the_notation_of_the_puzzle() {
    for (text, word) in [
        ("24-22", "22"),
        ("43-99", "99"),
        ("24-22, 43-45", "22"),
        ("45-25, 43-45, 55-38", "38"),
        ("{\"moves\": [\"24-22\"]}", "22"),
        ("from,to\n24,22\n", "22"),
    ] {
        let judgement = judged(&cross(), text);
        let message = judgement.mistake.map(|mistake| mistake.message);
        assert_eq!(judgement.verdict, Verdict::Unreadable, "{text}");
        assert_eq!(judgement.reading.scheme, Scheme::ColumnRow, "{text}");
        assert_eq!(message, Some(format!("no hole is called {word}")), "{text}");
    }
    // In hexadecimal numbers, 99 is a jump from 9 to itself.
    for text in ["99-97", "99-97, 77-75"] {
        let message = judged(&cross(), text).mistake.map(|mistake| mistake.message);
        assert_eq!(message.as_deref(), Some("no hole is called 99"), "{text}");
    }
    // A heart has no hole 46. In another notation, 46-44 is a jump, and even a legal one.
    let heart = "start = { all_but = ['44'] }\nfinish = { pegs = 1 }\n[model]\nboard = \"\"\"\n oo oo\nooooooo\nooooooo\n ooooo\n  ooo\n   o\"\"\"";
    for text in ["46-44", "46-44, 42-44, 23-43", "42-44, 46-44", "23-43, 46-44"] {
        let judgement = judged(&puzzle(heart), text);
        let message = judgement.mistake.map(|mistake| mistake.message);
        assert_eq!(message.as_deref(), Some("no hole is called 46"), "{text}");
    }
    // Another notation wins if its jumps are legal for longer.
    for (text, scheme) in [
        ("10-8, 24-10, 11-9, 8-10, 5-17", Scheme::Number),
        ("10-8, 24-10, 11-8", Scheme::Number),
        ("d3-d5", Scheme::LetterRow),
    ] {
        assert_eq!(judged(&cross(), text).reading.scheme, scheme, "{text}");
    }
}

#[test]
fn a_jump_is_named_as_it_was_written() {
    let text = |text: &str| judged(&cross(), text).mistake.map(|mistake| mistake.text);
    assert_eq!(text("d3-b3, d5-d3, b3-d3").as_deref(), Some("b3-d3 (25-45)"));
    assert_eq!(text("d3b3 d5d3 b3d3").as_deref(), Some("b3-d3 (25-45)"));
    assert_eq!(text("45-25, 25-45").as_deref(), Some("25-45"));
}

/// A jump by its holes, and what stands behind it.
type Part = (Hole, Hole, Option<usize>);

fn mutate(parts: &mut Vec<Part>, holes: Hole, (kind, at, hole): (u8, usize, Hole)) {
    let (at, hole) = (at % parts.len(), hole % holes);
    match kind {
        0 if parts.len() > 1 => drop(parts.remove(at)),
        1 => parts.insert(at, parts[at]),
        2 => parts.swap(0, at),
        3 => parts[at].0 = hole,
        4 => parts[at].1 = hole,
        _ => {}
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    /// A text is correct only if its jumps are a solution and no remark could be a jump; a solution with harmless remarks
    /// is correct.
    #[test]
    fn remarks_hide_no_jump(
        remarks in prop::array::uniform5(prop::option::weighted(0.4, 0..HARMLESS.len() + 4)),
        doubtful in 0..DOUBTFUL.len(),
        mutations in prop::collection::vec((0..8u8, any::<usize>(), any::<Hole>()), 0..3),
        letters: bool, lines: bool,
    ) {
        let puzzle = cross();
        let names = puzzle.names();
        let hole = |name| names.hole(name).expect("a hole");
        let mut parts: Vec<Part> =
            JUMPS.iter().zip(remarks).map(|(jump, one)| (hole(jump.0), hole(jump.1), one)).collect();
        for one in mutations {
            mutate(&mut parts, puzzle.board().holes() as Hole, one);
        }
        let scheme = if letters { Scheme::LetterRow } else { Scheme::ColumnRow };
        let written = Names::new(puzzle.board(), scheme).expect("names");
        let (mut text, mut is_harmless) = (String::new(), true);
        for (from, to, remark) in &parts {
            let jump = format!("{}-{}", written.name(*from), written.name(*to));
            let part = match *remark {
                None => format!("{jump}, "),
                Some(at) => {
                    let remark = HARMLESS.get(at).copied().unwrap_or_else(|| DOUBTFUL[doubtful]);
                    is_harmless &= at < HARMLESS.len();
                    if lines { format!("{jump}\n{remark}\n") } else { format!("{jump} ({remark}), ") }
                }
            };
            text.push_str(&part);
        }
        let judgement = judge(&puzzle, &text, &[], &Control::default()).expect("no limit");
        let replayed = replay(&puzzle, parts.iter().map(|part| (part.0, part.1)));
        let is_solution = replayed.fault.is_none() && puzzle.finish().accepts(replayed.last());
        // In the notation of letters, numbers are no holes.
        if judgement.verdict == Verdict::Correct && judgement.reading.scheme == scheme {
            prop_assert!(is_solution && (is_harmless || letters), "{}", text);
            prop_assert_eq!(judgement.replay.jumps(), parts.len(), "{}", text);
        } else {
            prop_assert!(!(is_solution && is_harmless), "{}\n{:?}", text, judgement.mistake);
        }
        if judgement.verdict == Verdict::Incomplete {
            prop_assert!(replayed.fault.is_none(), "{}", text);
        }
    }
}
