//! The boards, and their problems that begin with one vacancy.

use std::collections::BTreeSet;
use std::error::Error;
use std::time::Duration;

use rayon::prelude::*;
use soliter::peg::board::position::Hole;
use soliter::peg::bounds::class;
use soliter::peg::notation::Names;
use soliter::peg::puzzle::model::Model;
use soliter::{Finish, Loaded, Position, Puzzle, PuzzleSetup, library, load};

use crate::written::{MADE_HERE, Text, written};

/// A built-in board, and the puzzles on it by other authors.
pub(crate) struct BuiltIn {
    pub(crate) name: String,
    pub(crate) model: Model,
    names: Names,
    others: Vec<Puzzle>,
}

/// The built-in boards.
pub(crate) fn all() -> Result<Vec<BuiltIn>, Box<dyn Error>> {
    let mut puzzles = Vec::new();
    for name in library::puzzles() {
        let source = library::puzzle(&name).ok_or("a built-in puzzle")?;
        let Loaded::Peg(puzzle) = load(&source, &library::model)? else { continue };
        if !puzzle.source().is_some_and(|source| source.ends_with(MADE_HERE)) {
            puzzles.push(puzzle);
        }
    }
    let mut boards = Vec::new();
    for name in library::models() {
        let Ok(model) = Model::parse(&library::model(&name)?) else { continue };
        let names = Names::new(&model.board, model.scheme)?;
        let others = puzzles.iter().filter(|puzzle| *puzzle.board() == model.board);
        let others = others.cloned().collect();
        boards.push(BuiltIn { name, model, names, others });
    }
    Ok(boards)
}

impl BuiltIn {
    /// A puzzle on this board, unless a puzzle by another author is the same up to symmetry.
    pub(crate) fn puzzle(&self, start: &Position, finish: &Finish) -> Option<Puzzle> {
        let is_this = |other: &Puzzle| {
            let moved = self.model.board.symmetries().iter().any(|symmetry| {
                let same_finish = match (finish, other.finish()) {
                    (Finish::Exactly(a), Finish::Exactly(b)) => a.image(symmetry) == *b,
                    (a, b) => a == b,
                };
                same_finish && start.image(symmetry) == *other.start()
            });
            moved && !other.reverse()
        };
        if self.others.iter().any(is_this) {
            return None;
        }
        let setup = PuzzleSetup::new(self.model.board.clone(), start.clone(), finish.clone());
        PuzzleSetup { scheme: self.model.scheme, ..setup }.puzzle().ok()
    }
}

/// Every problem from one vacancy to one survivor that the position class allows, and from every vacancy to
/// any survivor, up to symmetry.
pub(crate) fn vacancies(board: &BuiltIn, limit: Duration) -> Vec<(String, String)> {
    let own = &board.model.board;
    let mut pairs = BTreeSet::new();
    let mut single = BTreeSet::new();
    for vacancy in 0..own.holes() {
        single.extend(own.symmetries().iter().map(|s| s[vacancy]).min());
        for survivor in 0..own.holes() {
            pairs.extend(own.symmetries().iter().map(|s| (s[vacancy], s[survivor])).min());
        }
    }
    let whole = |vacancy| own.full().without(vacancy);
    let one = |hole| Position::EMPTY.with(hole);
    let markings = class::markings(own);
    pairs.retain(|&(vacancy, survivor)| {
        let odd = |pegs: &Position| -> Vec<bool> {
            markings.iter().map(|marking| class::is_odd(marking, pegs)).collect()
        };
        odd(&whole(vacancy)) == odd(&one(survivor))
    });
    let allowed = format!(
        "One of the {} single-vacancy single-survivor problems that the position class allows on this board, \
         up to symmetry",
        pairs.len()
    );
    let exact = pairs.iter().map(|&(from, to)| {
        (from, board.names.name(to).to_owned(), Finish::Exactly(one(to)), allowed.as_str())
    });
    let any = single.iter().map(|&from| {
        (from, "any".to_owned(), Finish::Pegs(1), "From one vacancy to one peg anywhere")
    });
    let problems: Vec<_> = exact.chain(any).collect();
    let text = |(from, to, finish, source): &(Hole, String, Finish, &str)| {
        let vacancy = board.names.name(*from);
        let name = format!("{}/{vacancy}-to-{to}", board.name);
        let puzzle = board.puzzle(&whole(*from), finish)?;
        let finish = match finish {
            Finish::Exactly(_) => format!("[\"{to}\"]"),
            Finish::Pegs(pegs) | Finish::Holes { pegs, .. } => format!("{{ pegs = {pegs} }}"),
        };
        let text = Text {
            title: format!("{}, {vacancy} to {to}", board.model.title),
            model: &board.name,
            source,
            start: format!("{{ all_but = [\"{vacancy}\"] }}"),
            finish,
            remark: None,
        };
        Some((name, written(&puzzle, &text, limit)))
    };
    problems.par_iter().filter_map(text).collect()
}
