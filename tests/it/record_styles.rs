//! The notation in which a text is read, and the remarks about it. The styles in docs/reference/solutions.md are tested
//! in crates/text.

use crate::common;

use soliter::boards::notation::Scheme;
use soliter::boards::puzzle::Puzzle;
use soliter::prove::judge::Verdict;
use soliter::text::Style;

fn cross(scheme: Scheme) -> Puzzle {
    let puzzle = common::built_in("gardner/latin-cross");
    puzzle.with_scheme(scheme).expect("a scheme that fits")
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
        let judgement = common::judged(&puzzle, text);
        assert_eq!(judgement.mistake, None, "{text}");
        assert_eq!(judgement.reading.scheme, scheme, "{text}");
    }
    // A record that every notation can read is correct in the one in which it is a solution.
    let other = common::judged(&puzzle, "34-32, 54-34, 35-33, 32-34, 24-44");
    assert_eq!((other.reading.scheme, other.verdict), (Scheme::RowColumn, Verdict::Correct));
    // A record that is legal in no notation is illegal, in the reading with the most legal jumps.
    let none = common::judged(&puzzle, "d3-d5");
    assert_eq!((none.reading.scheme, none.verdict), (Scheme::LetterRow, Verdict::Illegal));
    assert_eq!(none.mistake.map(|mistake| mistake.reason), Some("landing-occupied"));
    // Its faults mention no notation in which it cannot be read.
    let unread = common::judged(&puzzle, "d3-d55");
    assert_eq!(unread.verdict, Verdict::Unreadable);
    assert_eq!(unread.reading.unexplained[0].fault.help, "did you mean d5? (letter-row)");
}

#[test]
fn nothing_is_passed_over_without_a_word() {
    let puzzle = cross(Scheme::ColumnRow);
    let remarks = |text| -> Vec<String> {
        common::judged(&puzzle, text)
            .reading
            .remarks
            .into_iter()
            .map(|(_, remark)| remark)
            .collect()
    };
    for (text, remark) in [
        ("45-25 {43-45} 55-35", "comment: \"{43-45}\""),
        ("45-25 # 43-45\n55-35", "comment: \"# 43-45\""),
        ("45-25 // 43-45\n55-35", "comment: \"// 43-45\""),
    ] {
        assert!(remarks(text).iter().any(|found| found == remark), "{text}: {:?}", remarks(text));
    }
    // A first line that states a jump in words is not a title.
    let mixed = common::judged(&puzzle, "Peg 45 jumps over 35 to 25\n43-45, 55-35, 25-45, 46-44");
    assert!(mixed.reading.remarks.is_empty(), "{mixed:#?}");
    // A text in braces is read or rejected as unreadable: it never counts as an empty record.
    let json = "[{\"from\": \"45\", \"to\": \"25\"}, {\"from\": \"43\", \"to\": \"45\"}]";
    assert_eq!(common::judged(&puzzle, json).jumps().count(), 2);
    assert_eq!(common::judged(&puzzle, "{45-25}").verdict, Verdict::Unreadable);
    assert_eq!(common::judged(&puzzle, "").verdict, Verdict::Unreadable);
}

#[test]
fn a_style_that_is_asked_for_is_the_only_one() {
    let puzzle = cross(Scheme::ColumnRow);
    let right = "34-32, 54-34, 35-33, 32-34, 24-44";
    let judged = |words: &[&str]| {
        let styles: Vec<Style> = words.iter().map(|word| word.parse().expect("a style")).collect();
        common::judged_as(&puzzle, right, &styles).verdict
    };
    assert_eq!(judged(&[]), Verdict::Correct);
    assert_eq!(judged(&["row-column"]), Verdict::Correct);
    assert_eq!(judged(&["notation", "row-column"]), Verdict::Correct);
    assert_eq!(judged(&["column-row"]), Verdict::Illegal);
    assert_eq!(judged(&["letter-row"]), Verdict::Unreadable);
    assert_eq!(judged(&["sentences", "row-column", "diagrams"]), Verdict::Correct);
    assert_eq!("rubbish".parse::<Style>().map_err(|fault| fault.kind), Err("style"));
    for word in Style::words() {
        let read = word.parse::<Style>().map(|style| style.to_string());
        assert_eq!(read.as_deref(), Ok(word));
    }
}

#[test]
fn what_could_be_meant_otherwise_is_said() {
    let puzzle = common::parse("model = 'english'\nstart = { all_but = ['44'] }\nfinish = ['44']");
    for (text, moves, remark) in [
        ("44 46 44 42", 1, Some("this is read as 44-46-44-42; it could be 44-46, 44-42")),
        ("46 44 65 45", 2, None),
        ("46-44 (the only one)", 1, Some("ignored: \"the only one\"")),
        ("Bergholt, 1912\n46-44", 1, Some("ignored: \"Bergholt, 1912\"")),
        ("# Bergholt\n46-44", 1, None),
        ("Bergholt: 46-44", 1, Some("ignored: \"Bergholt\"")),
    ] {
        let record = common::judged(&puzzle, text).reading;
        let remarks: Vec<&str> = record.remarks.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(
            (record.unexplained.as_slice(), record.moves_as_written),
            (&[][..], moves),
            "{text}"
        );
        assert_eq!(remarks, Vec::from_iter(remark), "{text}");
    }
    // Anything that looks like a hole is not a remark.
    for text in ["46-44\nrubbish 48\n65-45", "d3 to z9", "46-44, 48"] {
        assert!(!common::judged(&puzzle, text).reading.unexplained.is_empty(), "{text}");
    }
}

#[test]
fn three_faults_of_a_kind_are_told() {
    let puzzle = cross(Scheme::ColumnRow);
    let record = common::judged(&puzzle, "99-98, 96-89, 45-, 44").reading;
    let told: Vec<&str> =
        record.unexplained.iter().map(|fault| fault.fault.message.as_str()).collect();
    assert_eq!(
        told,
        [
            "no hole is called 99",
            "no hole is called 98",
            "no hole is called 96",
            "the hole to land in is missing",
            "a move needs at least two holes, and 44 is one",
        ]
    );
    assert_eq!(record.more_unexplained, 1);
}
