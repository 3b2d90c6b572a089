//! Tests of reading records in every notation.

use proptest::prelude::*;

use super::*;
use crate::board::lattice::{Directions, Lattice};
use crate::{board::Board, board::position::Hole, notation::Scheme};
use soliter_testing::cases::cases;

const ENGLISH: &str = "  ooo\n  ooo\nooooooo\nooooooo\nooooooo\n  ooo\n  ooo";

fn board() -> Board {
    let board = Board::from_drawing(ENGLISH, Lattice::Square, Directions::Orthogonal);
    board.expect("a board")
}

fn names(scheme: Scheme) -> Names {
    Names::new(&board(), scheme).expect("names")
}

fn read_in(text: &str, scheme: Scheme) -> Record {
    read(text, &board(), &names(scheme))
}

fn written(text: &str, scheme: Scheme) -> (Vec<String>, usize) {
    let (names, record) = (names(scheme), read_in(text, scheme));
    assert_eq!(record.faults, [], "{text}");
    let jumps = record.jumps.iter().map(|jump| names.jump(jump.from, jump.to));
    (jumps.collect(), record.moves_as_written)
}

#[test]
fn every_separator_reads_the_same() {
    let expected = (vec!["42-44".to_owned(), "44-64".into(), "46-44".into()], 2);
    for text in [
        "42-44-64, 46-44",
        "42*44*64;46*44",
        "42x44X64\n46×44",
        "42 -> 44 -> 64\n\n46->44.",
        "42→44 → 64 , 46–44",
        "42 >> 44>>64 46 - 44",
        "1. 42-44-64 2. 46-44",
        "1) 42—44−64\r\n2) 46-44 # to the centre",
        "# a comment\n42-44-\n64; 46-44;",
        "1.42-44-64. 2.46-44.",
        // A number may follow the sign of a comment.
        "#1 42-44-64\n#2 46-44",
        "#1: 42-44-64 #2: 46-44",
        "#1.42-44-64, #2) 46 x 44 # the second",
        "#1 42->44->64 # 3 is no move\n#2\t46-44",
        "#1 is the best\n42-44-64, 46-44 #2 - so I think",
        "42-44-64; # 1 46-44\n#46-44\n46-44 #",
        "42-44- #1 64-46\n64, 46-44",
    ] {
        assert_eq!(written(text, Scheme::ColumnRow), expected, "{text}");
    }
    assert_eq!(written("D6xd4xf4, d2xD4", Scheme::LetterRow).1, 2);
    assert_eq!(written("1. 29-17-19 2. 5-17", Scheme::Number).0.len(), 3);
    assert_eq!(written("  # nothing", Scheme::Number), (vec![], 0));
    assert_eq!(written("#1 d6xd4", Scheme::LetterRow).1, 1);
    assert_eq!(written("#12 5-17 #13 17-29", Scheme::Number).1, 2);
    // A move that cannot be read is not a comment either.
    assert_eq!(read_in("#1 48-46", Scheme::ColumnRow).faults.len(), 1);
    let only_comments = |text| read_in(text, Scheme::ColumnRow).only_comments;
    assert!(only_comments("#45-25\n # 43-45") && only_comments("#"));
    assert!(!only_comments("") && !only_comments("45-25 # a move") && !only_comments("45 #"));
}

#[test]
fn very_many_faults_are_counted() {
    for one in ["x", "-", "$", "48-", "45,", "#1 48-", "9\u{301}"] {
        let text = one.repeat((1 << 20) / one.len());
        let record = read_in(&text, Scheme::ColumnRow);
        assert!((1..=6).contains(&record.faults.len()), "{one}");
        // Any number of such signs is one leap, and # starts a comment where a hole is expected.
        let few = matches!(one, "-" | "#1 48-");
        assert_eq!(record.more_faults == 0, few, "{one}");
    }
    assert_eq!(read_in(&"x,".repeat(3432), Scheme::ColumnRow).more_faults, 3429);
    let long = read_in(&"a".repeat(1 << 20), Scheme::LetterRow);
    assert!(long.faults[0].fault.message.len() < 100 && long.more_faults == 0);
}

#[test]
fn faults_carry_the_number_of_the_jump_and_the_place() {
    let record = read_in("45-25, 43-48, 44", Scheme::ColumnRow);
    let found: Vec<_> =
        record.faults.iter().map(|f| (f.index, f.fault.span.clone(), f.reason)).collect();
    assert_eq!(found, [(2, 10..12, "no-such-hole"), (3, 14..16, "syntax")]);
    assert_eq!(record.jumps.len(), 1);
    assert_eq!(record.faults[0].fault.help, "did you mean 47? (column-row)");
    for text in ["-45", "45-", "45--", "45-,25", "45 - - 25 $", "45", "x", "1"] {
        assert!(!read_in(text, Scheme::ColumnRow).faults.is_empty(), "{text}");
    }
}

/// A board of two rows and 26 columns, which are named from a to z.
fn wide() -> Board {
    let rows = ["o".repeat(26), "o".repeat(26)].join("\n");
    Board::from_drawing(&rows, Lattice::Square, Directions::Orthogonal).expect("a board")
}

#[test]
fn a_sign_of_several_bytes_is_a_leap_in_every_notation() {
    let board = wide();
    let names = Names::new(&board, Scheme::LetterRow).expect("names");
    for (text, expected) in
        [("a1 × c1", "a1-c1"), ("a1×c1", "a1-c1"), ("v1 × x1", "v1-x1"), ("v1xx1", "v1-x1")]
    {
        let record = read(text, &board, &names);
        assert_eq!(record.faults, [], "{text}");
        let jumps: Vec<_> = record.jumps.iter().map(|j| names.jump(j.from, j.to)).collect();
        assert_eq!(jumps, [expected], "{text}");
    }
    assert_eq!(written("a × i", Scheme::Letters).0.len(), 1);
}

/// The pieces of a random record, besides names.
const PIECES: [&str; 34] = [
    "×", "x", "X", "-", "–", "→", "↑", "↖", "⬆", " ", "\n", ",", ";", ".", ":", "/", "#", "(", ")",
    "[", "{", "}", "&gt;", "&amp;", " to ", " over ", "é", "ß", "İ", "\u{301}", "\u{2028}", "𝟙",
    "９", "1",
];

proptest! {
    #![proptest_config(cases(2000))]

    /// Joins names of any notation and signs of any number of bytes, for boards of every notation.
    #[test]
    fn every_text_is_read_with_places_inside_it(
        is_wide in any::<bool>(),
        scheme in prop::sample::select(Scheme::ALL.to_vec()),
        pieces in prop::collection::vec(
            (prop::sample::select(Scheme::ALL.to_vec()), 0..2 * PIECES.len(), 0..52usize), 0..12),
    ) {
        let board = if is_wide { wide() } else { board() };
        let Ok(names) = Names::new(&board, scheme) else {
            return Err(TestCaseError::reject("no such names"));
        };
        let piece = |&(scheme, piece, hole): &(Scheme, usize, usize)| match PIECES.get(piece) {
            Some(sign) => (*sign).to_owned(),
            None => Names::new(&board, scheme).map_or_else(
                |_| "x1".to_owned(),
                |names| names.name((hole % board.holes()) as Hole).to_owned(),
            ),
        };
        let text: String = pieces.iter().map(piece).collect();
        let record = read(&text, &board, &names);
        let spans = record.faults.iter().map(|fault| &fault.fault.span);
        let spans = spans.chain(record.jumps.iter().map(|jump| &jump.span));
        for span in spans.chain(record.remarks.iter().map(|(span, _)| span)) {
            prop_assert!(text.get(span.clone()).is_some(), "{text:?} {span:?}");
        }
        prop_assert!(in_other_notations(&text, &board, scheme).all(|(_, one)| one.faults.is_empty()));
    }
}
