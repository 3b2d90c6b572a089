//! Refutes cubes, as `soliter certify --cubes` does: no solution of a few moves passes through a given
//! position. The game from that position on is an ordinary puzzle. [`soliter_checker::cubes`] defines which
//! cubes cover a puzzle.

use crate::sat::{fewest, proof};
use soliter_base::control::{Control, Stop};
use soliter_peg::puzzle::{Finish, Puzzle, ends::Ends};
use soliter_peg::{board::position::Position, line::Line};
use soliter_solvers::sat::solver;

/// The unsatisfiable clauses of a cube. Each step of the refutation was checked as it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The number of clauses.
    pub clauses: usize,
    /// The number of steps.
    pub steps: u64,
    /// The SHA-256 of the clauses, in hexadecimal.
    pub sha256: String,
}

/// The reason why a cube is not refuted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotRefuted {
    /// A limit was reached.
    Stopped(Stop),
    /// The cube has this solution within the number of moves.
    Solved(Line),
    /// The clauses are satisfiable only by a long cycle of jumps that no peg reaches, so they prove nothing.
    TooWeak,
}

impl From<Stop> for NotRefuted {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// The puzzle of a cube: the ordinary game of `puzzle` from a position on.
pub fn cube(puzzle: &Puzzle, position: Position) -> Puzzle {
    let finish = Ends::new(puzzle).finish;
    puzzle.ordinary_between(position, finish)
}

/// The puzzle of reaching a cube: the ordinary game from a start to the cube's position.
pub fn approach(puzzle: &Puzzle, start: Position, position: Position) -> Puzzle {
    puzzle.ordinary_between(start, Finish::Exactly(position))
}

/// Refutes that a cube has a solution of at most `slots` moves.
///
/// # Errors
/// [`NotRefuted`]: a limit is reached, or a solution may exist.
pub fn refute(cube: &Puzzle, slots: usize, control: &Control) -> Result<Refuted, NotRefuted> {
    let clauses = proof::formula(cube, slots, control)?.clauses;
    let (values, work) = solver::run(&clauses, control);
    if values?.is_some() {
        let line = fewest::within(cube, slots, control)?;
        return Err(line.map_or(NotRefuted::TooWeak, NotRefuted::Solved));
    }
    let (number, sha256) = (clauses.number, clauses.digest());
    Ok(Refuted { clauses: number, steps: work.steps, sha256 })
}
