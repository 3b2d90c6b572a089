//! A puzzle's text, alone or with its model: `puzzle`, a line `---`, `model`.

use soliter::boards::notation::Scheme;
use soliter::games::BoardGame;
use soliter::games::Visitor;
use soliter::{Attempt, Control, Loaded, Puzzle, PuzzleSetup, Source, judge, library, load};

use super::{faults, games};

/// Reads it as the program does.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        let fault = Source::from_bytes("puzzle.toml", data.to_vec()).expect_err("no UTF-8");
        return faults::diagnostics(&fault);
    };
    let (puzzle, model) = text.split_once("\n---\n").unwrap_or((text, ""));
    check(puzzle, model);
}

/// Reads a puzzle with its own model, unless it names a built-in one.
pub(crate) fn check(puzzle: &str, model: &str) {
    let source = Source::new("puzzle.toml", puzzle);
    let own = Source::new("model.toml", model);
    let find = |name: &str| library::model(name).or_else(|_| Ok(own.clone()));
    match load(&source, &find) {
        Ok(Loaded::Peg(puzzle)) => peg(&puzzle),
        Ok(Loaded::Open(open)) => {
            for pegs in open.numbers() {
                peg(&open.with_pegs(pegs));
            }
        }
        Ok(Loaded::Game(puzzle)) => puzzle.game.visit(Game),
        Err(faults) => faults::diagnostics(&faults),
    }
}

/// Properties of every puzzle that was read.
pub(crate) fn peg(puzzle: &Puzzle) {
    let board = puzzle.board();
    assert_eq!(puzzle.start().word() & !board.full().word(), 0);
    assert!(puzzle.jumps() < board.holes());
    let setup = PuzzleSetup::from(puzzle.clone());
    match setup.puzzle() {
        // The way a drawing was read is not part of a setup.
        Ok(made) if !puzzle.remarks().is_empty() => {
            assert_eq!(
                (made.board(), made.start(), made.finish()),
                (board, puzzle.start(), puzzle.finish())
            );
        }
        made => assert_eq!(made.as_ref(), Ok(puzzle), "the setup makes another puzzle"),
    }
    for scheme in Scheme::ALL {
        if let Ok(named) = puzzle.clone().with_scheme(scheme) {
            for hole in board.all_holes() {
                assert_eq!(named.names().hole(named.names().name(hole)), Some(hole));
            }
        }
    }
    if let Some(solution) = &puzzle.known().solution {
        assert!(
            judge(puzzle, solution, &[], &Control::default()).expect("no limit").replay.jumps()
                <= board.holes()
        );
    }
    let attempt = Attempt::new(puzzle.clone());
    for (jump, after) in attempt.legal() {
        assert!(board.joins(jump.from, jump.to));
        assert_eq!(after.len().abs_diff(puzzle.start().len()), 1);
    }
}

struct Game;

impl Visitor for Game {
    type Output = ();

    fn visit<R: BoardGame>(self, rules: &R) {
        games::position(rules, rules.initial());
        assert!(!rules.legend().is_empty());
    }
}
