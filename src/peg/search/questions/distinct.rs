//! Counts shortest solutions as people do: up to symmetry, and up to the order of moves that do not touch each
//! other.

use std::collections::BTreeSet;

use crate::base::control::Control;
use crate::peg::board::Symmetry;
use crate::peg::board::position::Hole;
use crate::peg::line::Line;
use crate::peg::puzzle::Puzzle;
use crate::peg::search::count::CountFault;
use crate::peg::search::count::lines::lines;

/// How many shortest solutions there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distinct {
    /// As sequences of jumps.
    pub all: usize,
    /// Up to the symmetries that keep start and finish.
    pub up_to_symmetry: usize,
    /// Also up to the order of moves that touch no hole in common: one of each.
    pub different: Vec<Line>,
}

/// The shortest solutions of a puzzle.
///
/// # Errors
/// A limit that came first: every one of them is looked at.
pub fn distinct(puzzle: &Puzzle, control: &Control) -> Result<Distinct, CountFault> {
    let all = lines(puzzle, usize::MAX, true, control)?;
    let kept: Vec<&Symmetry> = puzzle.symmetries().collect();
    let (mut images, mut classes) = (BTreeSet::new(), BTreeSet::new());
    for line in &all {
        control.check()?;
        let moves: Vec<Vec<Hole>> = line.moves().iter().map(|one| one.holes().to_vec()).collect();
        let image = |symmetry: &&Symmetry| -> Vec<Vec<Hole>> {
            let moved = |one: &Vec<Hole>| one.iter().map(|&h| symmetry[usize::from(h)]).collect();
            moves.iter().map(moved).collect()
        };
        images.extend(kept.iter().map(image).min());
        classes.extend(kept.iter().map(image).map(|moves| in_order(puzzle, moves)).min());
    }
    let line = |moves: Vec<Vec<Hole>>| {
        Line::from_jumps(moves.iter().flat_map(|one| one.windows(2).map(|pair| (pair[0], pair[1]))))
    };
    let different = classes.into_iter().map(line).collect();
    Ok(Distinct { all: all.len(), up_to_symmetry: images.len(), different })
}

/// The first in the order of their holes of all sequences that come of exchanging neighbours which touch
/// no hole in common.
fn in_order(puzzle: &Puzzle, moves: Vec<Vec<Hole>>) -> Vec<Vec<Hole>> {
    let touches = |one: &Vec<Hole>| {
        let jumps = one.windows(2).filter_map(|pair| puzzle.board.jump(pair[0], pair[1]));
        jumps.fold(0u64, |set, jump| set | jump.holes().0)
    };
    let mut left: Vec<(u64, Vec<Hole>)> =
        moves.into_iter().map(|one| (touches(&one), one)).collect();
    let mut sorted = Vec::new();
    while !left.is_empty() {
        let free = |at: &usize| left[..*at].iter().all(|(earlier, _)| earlier & left[*at].0 == 0);
        let first = (0..left.len()).filter(free).min_by_key(|&at| &left[at].1).unwrap_or(0);
        sorted.push(left.remove(first).1);
    }
    sorted
}
