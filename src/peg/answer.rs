//! Answers: claims, each with its evidence.

use crate::base::control::Stop;
use crate::peg::line::Line;
use crate::peg::position::Position;

/// What is asserted of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The fewest moves are `moves`.
    Optimal {
        /// The number of moves.
        moves: usize,
    },
    /// A line of `moves` moves exists, and none has fewer than `lower_bound`.
    Feasible {
        /// Moves of the best line found.
        moves: usize,
        /// Proved bound on the fewest moves.
        lower_bound: usize,
    },
    /// There is no solution.
    Infeasible,
    /// Neither a line nor a refutation was found; a solution has `lower_bound` moves or more.
    Unknown {
        /// Proved bound on the fewest moves.
        lower_bound: usize,
    },
}

impl Claim {
    /// The stable word for programs.
    pub fn status(self) -> &'static str {
        match self {
            Self::Optimal { .. } => "optimal",
            Self::Feasible { .. } => "feasible",
            Self::Infeasible => "infeasible",
            Self::Unknown { .. } => "unknown",
        }
    }

    /// Moves of the line that goes with the claim.
    pub fn moves(self) -> Option<usize> {
        match self {
            Self::Optimal { moves } | Self::Feasible { moves, .. } => Some(moves),
            Self::Infeasible | Self::Unknown { .. } => None,
        }
    }

    /// A number of moves that no solution undercuts, if a solution may exist.
    pub fn lower_bound(self) -> Option<usize> {
        match self {
            Self::Optimal { moves } => Some(moves),
            Self::Feasible { lower_bound, .. } | Self::Unknown { lower_bound } => Some(lower_bound),
            Self::Infeasible => None,
        }
    }

    /// Whether nothing is left to prove.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Optimal { .. } | Self::Infeasible)
    }

    /// Whether both claims cannot be true of one puzzle.
    pub fn contradicts(self, other: Self) -> bool {
        match (self.moves(), other.moves()) {
            (Some(_), None) if other == Self::Infeasible => return true,
            (None, Some(_)) if self == Self::Infeasible => return true,
            _ => {}
        }
        let undercuts = |a: Self, b: Self| {
            a.moves().zip(b.lower_bound()).is_some_and(|(moves, bound)| moves < bound)
        };
        undercuts(self, other) || undercuts(other, self)
    }
}

/// Who asserts something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prover {
    /// Exhaustive search, from both ends.
    Search,
    /// The plain depth-first verifier.
    Dfs,
    /// A mixed-integer program solved by `HiGHS`.
    Milp,
    /// Position classes.
    Class,
    /// A pagoda function.
    Pagoda,
}

impl Prover {
    /// The stable word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Dfs => "dfs",
            Self::Milp => "milp",
            Self::Class => "class",
            Self::Pagoda => "pagoda",
        }
    }
}

/// What a prover can show beside its claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Positions kept by a search.
    Positions(u64),
    /// Positions entered by a depth-first search.
    Entered(u64),
    /// Size of a mixed-integer program and the formulation's name.
    Program {
        /// `mirror`.
        formulation: &'static str,
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
        /// Branch-and-bound nodes.
        nodes: u64,
    },
    /// Sets of holes whose parities differ between start and finish.
    Markings(Vec<Position>),
    /// A weight for each hole; no jump raises the weight of a position.
    Weights(Vec<i64>),
}

/// A claim with who asserts it and on what ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// Who.
    pub by: Prover,
    /// What.
    pub claim: Claim,
    /// Wall-clock seconds spent.
    pub seconds: f64,
    /// On what ground.
    pub detail: Detail,
    /// What ended the attempt early.
    pub stopped: Option<Stop>,
}

/// What one prover found: evidence, and the line if the claim has one.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The claim and its ground.
    pub evidence: Evidence,
    /// A line of as many moves as claimed.
    pub line: Option<Line>,
}

/// The findings of all provers asked about one puzzle, not yet verified.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Answer {
    /// In the order they were made.
    pub findings: Vec<Finding>,
    /// Wall-clock seconds in all.
    pub seconds: f64,
}
