//! The written styles of docs/records.md: the five jumps of the Latin cross in each of them, and what
//! is said where a text has two readings.

use crate::common;

use soliter::judge;
use soliter::peg::notation::Scheme;
use soliter::peg::puzzle::Puzzle;

fn cross(scheme: Scheme) -> Puzzle {
    let puzzle = common::shipped("gardner/latin-cross");
    puzzle.with_scheme(scheme).expect("a scheme that fits")
}

#[test]
fn every_style_of_the_page_is_read() {
    let page = include_str!("../../docs/records.md");
    let expected = judge(&cross(Scheme::ColumnRow), "45-25, 43-45, 55-35, 25-45, 46-44");
    assert!(expected.finish_reached);
    let (mut puzzle, mut styles, mut wrong) = (None, 0, Vec::new());
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            let scheme = heading.split('`').nth(1).map(|word| word.parse().expect("a notation"));
            puzzle = scheme.map(cross);
        }
        let Some(text) = line.strip_prefix("| `").and_then(|rest| rest.strip_suffix("` |")) else {
            continue;
        };
        let Some(puzzle) = &puzzle else { continue };
        let judgement = judge(puzzle, &text.replace('⏎', "\n"));
        styles += 1;
        if judgement.mistake.is_some() || judgement.line() != expected.line() {
            wrong.push(format!("{text}\n   {:?}", judgement.record.faults.first()));
        }
    }
    assert!(wrong.is_empty(), "{} of {styles}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(styles > 81, "{styles}");
}

#[test]
fn another_notation_is_taken_where_only_that_one_is_legal() {
    let puzzle = cross(Scheme::ColumnRow);
    for (text, scheme) in [
        ("d3-b3, d5-d3, e3-c3, b3-d3, d2-d4", Scheme::LetterRow),
        ("d5b5 d3d5 e5c5 b5d5 d6d4", Scheme::LetterRank),
        ("10-8, 24-10, 11-9, 8-10, 5-17", Scheme::Number),
        ("9-7, 23-9, 10-8, 7-9, 4-16", Scheme::Number0),
        ("jh Jj ki hj ex", Scheme::Letters),
        ("45-25", Scheme::ColumnRow),
    ] {
        let judgement = judge(&puzzle, text);
        assert_eq!(judgement.mistake, None, "{text}");
        assert_eq!(judgement.scheme, scheme, "{text}");
    }
    // A record that can be read in the puzzle's own notation is read in no other, right or wrong.
    let own = judge(&puzzle, "34-32, 54-34, 35-33, 32-34, 24-44");
    assert_eq!((own.scheme, own.mistake.map(|m| m.index)), (Scheme::ColumnRow, Some(1)));
    // One that is legal in no notation keeps the puzzle's, and its faults say where the names fit.
    let none = judge(&puzzle, "d3-d5");
    assert_eq!(none.scheme, Scheme::ColumnRow);
    let help = &none.record.faults[0].fault.help;
    assert_eq!(
        help,
        "d3 is letter-row or letter-rank: add --notation letter-row (this is column-row)"
    );
}

#[test]
fn what_could_be_meant_otherwise_is_said() {
    let puzzle = common::parse("model = 'english'\nstart = { all_but = ['44'] }\nfinish = ['44']");
    for (text, moves, remark) in [
        ("44 46 44 42", 1, Some("this is read as 44-46-44-42; it could be 44-46, 44-42")),
        ("46 44 65 45", 2, None),
        ("46-44 (not 64-44)", 1, Some("(not 64-44) is read as a comment")),
        ("46-44 (the only one)", 1, None),
        ("Bergholt, 1912\n46-44", 1, Some("Bergholt, 1912 is read as a title")),
        ("# Bergholt\n46-44", 1, None),
        ("Bergholt: 46-44", 1, Some("Bergholt: is read as a title")),
    ] {
        let record = judge(&puzzle, text).record;
        let remarks: Vec<&str> = record.remarks.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!((record.faults.as_slice(), record.moves_as_written), (&[][..], moves), "{text}");
        assert_eq!(remarks, Vec::from_iter(remark), "{text}");
    }
    // A word that is no hole is no title where nothing follows it, nor in the midst of a record.
    for text in ["rubbish", "46-44\nrubbish\n65-45", "d3 to z9", "46 over 44"] {
        assert!(!judge(&puzzle, text).record.faults.is_empty(), "{text}");
    }
}

#[test]
fn three_faults_of_a_kind_are_told() {
    let puzzle = cross(Scheme::ColumnRow);
    let record = judge(&puzzle, "99-98, 97-96, 45-, 44 $").record;
    let told: Vec<&str> = record.faults.iter().map(|fault| fault.fault.message.as_str()).collect();
    assert_eq!(
        told,
        [
            "no hole is called 99",
            "no hole is called 98",
            "no hole is called 97",
            "the hole to land in is missing",
            "\"$\" has no meaning in a record",
            "a move needs at least two holes",
        ]
    );
    assert_eq!(record.more_faults, 1);
}
