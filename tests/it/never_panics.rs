//! Random bytes, random TOML and random records lead to a diagnostic or a puzzle, never to a panic.

use crate::common::{self, cases};

use std::time::{Duration, Instant};

use cases::cases;
use proptest::prelude::*;
use soliter::base::diagnostic::Source;
use soliter::boards::board::Board;
use soliter::boards::board::lattice::{Directions, Lattice};
use soliter::boards::notation::{Names, Scheme};
use soliter::boards::puzzle::Puzzle;
use soliter::boards::puzzle::model::Model;
use soliter::games::BoardGame;
use soliter::games::{GamePuzzle, Visitor};
use soliter::library;
use soliter::{Attempt, Control, Finish, Position, PuzzleSetup};

/// Reads a text with every reader; the places of faults must lie in the text, and they must be printable.
fn read_as_all(source: &std::sync::Arc<Source>) {
    for result in [
        Puzzle::parse(source, &library::model).map(drop),
        Puzzle::parse(source, &|_| Ok(source.clone())).map(drop),
        Model::parse(source).map(drop),
    ] {
        if let Err(faults) = result {
            assert!(!faults.0.is_empty());
            for fault in &faults.0 {
                assert!(fault.span.start <= fault.span.end, "{fault:?}");
                assert!(fault.source.text.get(fault.span.clone()).is_some(), "{fault:?}");
            }
            assert!(!faults.to_string().is_empty());
        }
    }
}

fn value() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        Just("'full'".to_owned()),
        Just("'english'".to_owned()),
        Just("true".to_owned()),
        Just("1979-05-27".to_owned()),
        Just("'''\n  ooo\n  o.o\n'''".to_owned()),
        Just("\"\"\"\nooo\n\\u0041o\n\"\"\"".to_owned()),
        any::<i64>().prop_map(|n| n.to_string()),
        any::<f64>().prop_map(|x| format!("{x:?}")),
        "[a-z0-9]{0,4}".prop_map(|s| format!("'{s}'")),
        "\\PC{0,8}".prop_map(|s| format!("{s:?}")),
    ];
    scalar.prop_recursive(2, 8, 4, |inner| {
        let key = prop::sample::select(vec!["all_but", "pegs", "moves", "x"]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|v| format!("[{}]", v.join(", "))),
            (key, inner).prop_map(|(k, v)| format!("{{ {k} = {v} }}")),
        ]
    })
}

/// Repeated text that causes one fault after another, of sizes from a byte to a mebibyte. A quadratic
/// algorithm would take minutes for the largest; the bound is far from both.
#[test]
fn long_texts_are_answered_soon() {
    let clock = Instant::now();
    let board = Board::from_drawing(" ooo\nooooo\nooo", Lattice::Square, Directions::All);
    let board = board.expect("a board");
    let names = Names::new(&board, Scheme::LetterRow).expect("names");
    let model = library::model("corridor").expect("a model");
    let corridor = library::puzzle("corridor/4x4-border").expect("a puzzle");
    let corridor = GamePuzzle::parse(&corridor, &model).expect("a game");
    for size in [1_usize, 100, 10_000, 1 << 19] {
        for one in [
            "x", "a", "-", "[", "{", "'", "\"", "\n", "#", "=", "a=", "a=1\n", "[a]\n", "45-",
            "48,", "\u{1b}", "é", "c2 ", "{1:2}", "c2,", "#1 a1-", "o", "o ", ".\n", "(", "(1",
            "(4,", "$-", "a1 ", "a1c1", "a1 over ", "a1→", "&gt;", "1 ", "ab:", "abc\n",
        ] {
            let text = one.repeat(size.div_ceil(one.len()).min((1 << 20) / one.len()));
            let record =
                soliter::text::read(&text, &board, &names, &Control::default()).expect("no limit");
            assert!(record.unexplained.len() <= 20);
            let source = Source::new("x", &*text);
            read_as_all(&source);
            if let Some(faults) = record.diagnostics(&source) {
                assert!(faults.0.iter().all(|fault| fault.excerpt().text.len() < 3000));
            }
            let _ = board_and_position(&text);
            corridor.game.visit(Replay(&text));
        }
        // The same inside a puzzle that can otherwise be read.
        for (before, one, after) in [
            ("model='english'\nfinish='full'\nstart=[", "'qq',", "]"),
            ("model='english'\nfinish='full'\nstart=[", "1,", "]"),
            ("model='english'\nfinish='full'\nstart='''", "o\n", "'''"),
            ("model='english'\nfinish='full'\nstart='''", "z", "'''"),
            ("model='", "q", "'"),
            ("model='english'\nnotation='", "q", "'"),
            ("", "q", " = 1"),
        ] {
            let many = one.repeat(size.min((1 << 20) - 100) / one.len());
            read_as_all(&Source::new("x", format!("{before}{many}{after}")));
        }
    }
    assert!(clock.elapsed() < Duration::from_secs(300), "{:?}", clock.elapsed());
}

fn board_and_position(text: &str) -> Option<Position> {
    let board = Board::from_drawing(text, Lattice::Square, Directions::Orthogonal).ok()?;
    board.read_position(text).ok()
}

/// Reads a text as the record of a game.
struct Replay<'a>(&'a str);

impl Visitor for Replay<'_> {
    type Output = ();

    fn visit<R: BoardGame>(self, rules: &R) {
        let replay = soliter::games::record::replay(rules, self.0);
        assert!(replay.fault.is_none_or(|fault| self.0.get(fault.span).is_some()));
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        match Source::from_bytes("x", bytes) {
            Ok(source) => read_as_all(&source),
            Err(faults) => {
                prop_assert!(faults.0[0].source.text.get(faults.0[0].span.clone()).is_some());
            }
        }
    }

    #[test]
    fn random_toml(pairs in prop::collection::vec((
        prop::sample::select(vec![
            "title", "model", "start", "finish", "directions", "notation", "reverse", "known",
            "kind", "board", "lattice", "names", "source", "strat", "known.moves",
        ]),
        value(),
    ), 0..8)) {
        let text: Vec<String> = pairs.iter().map(|(k, v)| format!("{k} = {v}\n")).collect();
        read_as_all(&Source::new("x", text.concat()));
    }

    #[test]
    fn random_setups(
        rows in prop::collection::vec("[o ]{0,4}o{0,4}", 1..=9),
        start: u64, finish: u64, pegs in prop_oneof![0..80usize, Just(usize::MAX)],
        same in 0..8u8, by_number: bool, reverse: bool, scheme in 0..6usize,
        text in "[a-i0-9x, \n-]{0,20}",
    ) {
        let board = Board::from_drawing(&rows.join("\n"), Lattice::Square, Directions::All);
        let Ok(board) = board else { return Ok(()) };
        // Usually the positions lie on the board; sometimes start and finish are equal.
        let trim = |bits: u64| if same > 1 { bits & board.full().word() } else { bits };
        let finish = if same == 0 { start } else { trim(finish) };
        let start = Position::from(trim(start));
        let exactly = Finish::Exactly(Position::from(finish));
        let finish = if by_number { Finish::Pegs(pegs) } else { exactly };
        let setup = PuzzleSetup {
            reverse,
            scheme: Scheme::ALL[scheme],
            ..PuzzleSetup::new(board, start.clone(), finish.clone())
        };
        match setup.clone().puzzle() {
            Ok(puzzle) => {
                let (before, after) = (puzzle.start().len(), finish.pegs());
                let in_order = if reverse { before <= after } else { before >= after };
                prop_assert!(in_order);
                prop_assert!(after >= 1);
                prop_assert_eq!(start.word() & !puzzle.board().full().word(), 0);
                prop_assert!(common::judged(&puzzle, &text).replay.jumps() <= puzzle.board().holes());
                let _ = soliter::text::play(&mut Attempt::new(puzzle.clone()), &text, &Control::default());
                prop_assert_eq!(PuzzleSetup::from(puzzle), setup);
            }
            Err(faults) => {
                prop_assert!(!faults.0.is_empty() && !faults.to_string().is_empty());
                prop_assert!(faults.0.iter().all(|fault| !fault.help().is_empty()));
            }
        }
    }

    #[test]
    fn random_records(text in "([a-i0-9xX#.,;:/>→↓()\\[\\]{} \n–-]|to |over |\\PC){0,60}", scheme in 0..7usize) {
        let board = Board::from_drawing("ooo\nooooo\n  ooo", Lattice::Square, Directions::All);
        let board = board.expect("a board");
        let names = Names::new(&board, Scheme::ALL[scheme]).expect("names");
        let record = soliter::text::read(&text, &board, &names, &Control::default()).expect("no limit");
        for fault in &record.unexplained {
            prop_assert!(text.get(fault.fault.span.clone()).is_some());
            prop_assert!(fault.index >= 1);
        }
        for jump in &record.jumps {
            prop_assert!(text.get(jump.span.clone()).is_some());
        }
    }
}
