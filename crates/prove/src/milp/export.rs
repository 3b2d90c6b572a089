//! A puzzle as an integer program in a file for other solvers, and the solution that their values describe.

use std::fmt;

use crate::milp::{by_jump, by_move};
use crate::solve::{Options, solve};
use soliter_base::control::{Control, Stop};
use soliter_base::wording::counted;
use soliter_boards::{answer::Claim, line::Line, puzzle::Puzzle};
use soliter_solvers::program::Program;
use soliter_solvers::program::file::{self, About, Format};

/// The programs that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulation {
    /// The constraint program, row by row; its objective is the number of moves.
    ByJump,
    /// Feasible if and only if there is a solution of at most this number of moves.
    ByMove(usize),
}

impl fmt::Display for Formulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ByJump => f.write_str("by-jump"),
            Self::ByMove(moves) => write!(f, "by-move, {}", counted(*moves, "move")),
        }
    }
}

/// Why a puzzle has no formulation with the fewest moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMinimum {
    /// It was proved impossible.
    #[error("there is no solution, so there is no minimum")]
    Infeasible,
    /// The search reached a limit, or its answer was refused.
    #[error("the minimum number of moves was not found")]
    NotFound,
}

impl Formulation {
    /// The formulation by move with the fewest moves of the puzzle, which a search finds.
    pub fn by_fewest_moves(puzzle: &Puzzle, control: &Control) -> Result<Self, NoMinimum> {
        match solve(puzzle, &Options::FIRST_PROOF, control).map(|answer| answer.claim()) {
            Ok(Claim::Optimal { moves }) => Ok(Self::ByMove(moves)),
            Ok(Claim::Infeasible) => Err(NoMinimum::Infeasible),
            _ => Err(NoMinimum::NotFound),
        }
    }

    fn program(self, puzzle: &Puzzle, control: &Control) -> Result<Program, Stop> {
        match self {
            Self::ByJump => by_jump::program(puzzle, control),
            Self::ByMove(moves) => by_move::program(puzzle, moves, control),
        }
    }

    /// What the names in the file mean.
    fn names(self) -> [&'static str; 4] {
        match self {
            Self::ByJump => [
                "column Jump(t)[...]: jump t is the one of the places in brackets",
                "column Check(r).Value: a peg is in hole h before jump t, r = t * 100 + h (1000 on large boards)",
                "column Jump(t).IsNewMove: jump t begins a move; the objective is their number",
                "rows: Class.Constraint[record, line] of the program models/solitaire.np; \
                 docs/explanation/integer-programs.md, By jump",
            ],
            Self::ByMove(_) => [
                "column Jump[k,a-b]: move k makes the jump from a to b; From[k,h], To[k,h]: it begins, ends in h",
                "column Peg[k,h]: a peg is in h before move k; Class[k,c]: the peg that moves is of class c",
                "no column has a cost: the program is feasible if and only if a solution has this number of moves",
                "rows: docs/explanation/integer-programs.md, By move",
            ],
        }
    }
}

/// The text of the file. `name` is that of the puzzle, with its title if it has one.
pub fn text(
    puzzle: &Puzzle,
    name: &str,
    formulation: Formulation,
    format: Format,
    control: &Control,
) -> Result<String, Stop> {
    let program = formulation.program(puzzle, control)?;
    let head = [format!("puzzle: {name}"), format!("formulation: {formulation}")];
    let names = formulation.names().map(str::to_owned);
    let lines = head.into_iter().chain(names).collect();
    file::text(&program, &About { lines, ..About::default() }, format, control)
}

/// The solution that values describe, not yet replayed; `None` if they describe none. `value` returns the value of
/// a column, given its name in the file; a column without a value counts as 0, as most solvers print no zeros.
pub fn line(
    puzzle: &Puzzle,
    formulation: Formulation,
    value: impl Fn(&str) -> Option<f64>,
    control: &Control,
) -> Result<Option<Line>, Stop> {
    let values = |program: &Program| -> Vec<f64> {
        let names = file::column_names(program);
        names.iter().map(|name| value(name).unwrap_or(0.0)).collect()
    };
    match formulation {
        Formulation::ByJump => by_jump::line_of(puzzle, values, control),
        Formulation::ByMove(moves) => by_move::line_of(puzzle, moves, values, control),
    }
}
