//! Counts the solutions with the fewest moves up to symmetry and up to the order of independent moves, as is
//! usual in the literature.

use std::collections::BTreeSet;

use crate::{count::CountFault, count::lines::lines};
use soliter_base::control::Control;
use soliter_boards::board::Symmetry;
use soliter_boards::board::position::{Hole, Position};
use soliter_boards::{
    line::{Hop, Line},
    puzzle::Puzzle,
};

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

/// A solution as a list of moves, each a list of jumps.
type Moves = Vec<Vec<Hop>>;

/// Counts the solutions of a puzzle that have the fewest moves.
pub fn distinct(puzzle: &Puzzle, control: &Control) -> Result<Distinct, CountFault> {
    let all = lines(puzzle, usize::MAX, true, control)?;
    let generators = generators(puzzle);
    let moves = |line: &Line| line.moves().iter().map(|one| one.jumps().collect()).collect();
    let sequences: BTreeSet<Moves> = all.iter().map(moves).collect();
    let ordered = sequences.iter().map(|moves| in_order(puzzle, moves.clone())).collect();
    let up_to_symmetry = first_of_each_orbit(sequences, &generators, |moves| moves, control)?.len();
    let different =
        first_of_each_orbit(ordered, &generators, |moves| in_order(puzzle, moves), control)?;
    let different = different.into_iter().map(|moves| Line::from_jumps(moves.concat())).collect();
    Ok(Distinct { all: all.len(), up_to_symmetry, different })
}

/// Symmetries of a puzzle that together generate all of them.
fn generators(puzzle: &Puzzle) -> Vec<Symmetry> {
    let identity: Symmetry = puzzle.board().all_holes().collect();
    let mut generators = puzzle.corrected_symmetries();
    for &twins in puzzle.twins().sets() {
        let twins: Vec<Hole> = Position::from(twins).holes().collect();
        generators.extend(twins.windows(2).map(|pair| {
            let mut exchange = identity.clone();
            exchange.swap(pair[0].into(), pair[1].into());
            exchange
        }));
    }
    generators
}

/// The first member of each orbit of a set of solutions, which has all images of its members. `canonical` is applied
/// to each image.
fn first_of_each_orbit(
    mut left: BTreeSet<Moves>,
    generators: &[Symmetry],
    canonical: impl Fn(Moves) -> Moves,
    control: &Control,
) -> Result<Vec<Moves>, CountFault> {
    let mut first = Vec::new();
    while let Some(moves) = left.pop_first() {
        first.push(moves.clone());
        let mut reached = vec![moves];
        while let Some(moves) = reached.pop() {
            control.check()?;
            for symmetry in generators {
                let to = |hole| symmetry[usize::from(hole)];
                let moved = |one: &Vec<Hop>| one.iter().map(|hop| hop.map(to)).collect();
                let image = canonical(moves.iter().map(moved).collect());
                if left.remove(&image) {
                    reached.push(image);
                }
            }
        }
    }
    Ok(first)
}

/// The first of all sequences of moves that can be obtained by exchanging adjacent moves without a common
/// hole.
fn in_order(puzzle: &Puzzle, moves: Moves) -> Moves {
    let touches = |one: &Vec<Hop>| {
        let jumps = one.iter().filter_map(|&hop| puzzle.board().find(hop));
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
