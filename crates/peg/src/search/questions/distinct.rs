//! Counts the solutions with the fewest moves up to symmetry and up to the order of independent moves, as is
//! usual in the literature.

use std::collections::BTreeSet;

use crate::board::Symmetry;
use crate::search::count::{CountFault, lines::lines};
use crate::{line::Hop, line::Line, puzzle::Puzzle};
use soliter_base::control::Control;

/// The numbers of solutions with the fewest moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distinct {
    /// Their number as sequences of jumps.
    pub all: usize,
    /// Their number up to the symmetries that keep start and finish.
    pub up_to_symmetry: usize,
    /// One solution of each class, if the order of moves without a common hole is ignored too.
    pub different: Vec<Line>,
}

/// Counts the solutions of a puzzle that have the fewest moves.
pub fn distinct(puzzle: &Puzzle, control: &Control) -> Result<Distinct, CountFault> {
    let all = lines(puzzle, usize::MAX, true, control)?;
    let kept: Vec<&Symmetry> = puzzle.symmetries().collect();
    let (mut images, mut classes) = (BTreeSet::new(), BTreeSet::new());
    for line in &all {
        control.check()?;
        let moves: Vec<Vec<Hop>> = line.moves().iter().map(|one| one.jumps().collect()).collect();
        let image = |symmetry: &&Symmetry| -> Vec<Vec<Hop>> {
            let to = |hole| symmetry[usize::from(hole)];
            let moved = |one: &Vec<Hop>| one.iter().map(|hop| hop.map(to)).collect();
            moves.iter().map(moved).collect()
        };
        images.extend(kept.iter().map(image).min());
        classes.extend(kept.iter().map(image).map(|moves| in_order(puzzle, moves)).min());
    }
    let line = |moves: Vec<Vec<Hop>>| Line::from_jumps(moves.concat());
    let different = classes.into_iter().map(line).collect();
    Ok(Distinct { all: all.len(), up_to_symmetry: images.len(), different })
}

/// The first of all sequences of moves that can be obtained by exchanging adjacent moves without a common
/// hole.
fn in_order(puzzle: &Puzzle, moves: Vec<Vec<Hop>>) -> Vec<Vec<Hop>> {
    let touches = |one: &Vec<Hop>| {
        let jumps = one.iter().filter_map(|&hop| puzzle.board.find(hop));
        jumps.fold(0u64, |set, jump| set | jump.holes().word())
    };
    let mut left: Vec<(u64, Vec<Hop>)> =
        moves.into_iter().map(|one| (touches(&one), one)).collect();
    let mut sorted = Vec::new();
    while !left.is_empty() {
        let free = |at: &usize| left[..*at].iter().all(|(earlier, _)| earlier & left[*at].0 == 0);
        let first = (0..left.len()).filter(free).min_by_key(|&at| &left[at].1).unwrap_or(0);
        sorted.push(left.remove(first).1);
    }
    sorted
}
