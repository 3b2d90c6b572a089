//! Claims: assertions about the fewest moves of a puzzle.

/// An assertion about the fewest moves of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The fewest moves are `moves`.
    Optimal {
        /// The number of moves.
        moves: usize,
    },
    /// A line of `moves` moves exists, and none has fewer than `lower_bound`.
    Feasible {
        /// The number of moves of the best line found.
        moves: usize,
        /// A proved lower bound on the fewest moves.
        lower_bound: usize,
    },
    /// There is no solution.
    Infeasible,
    /// Neither a line nor a refutation was found; every solution has at least `lower_bound` moves.
    Unknown {
        /// A proved lower bound on the fewest moves.
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

    /// The number of moves of the line that goes with the claim.
    pub fn moves(self) -> Option<usize> {
        match self {
            Self::Optimal { moves } | Self::Feasible { moves, .. } => Some(moves),
            Self::Infeasible | Self::Unknown { .. } => None,
        }
    }

    /// The lower bound on the moves of every solution, if there may be a solution.
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

    /// Whether no solution has so few moves if the claim is true.
    pub fn excludes(self, moves: usize) -> bool {
        self.lower_bound().is_none_or(|bound| moves < bound)
    }

    /// Whether the two claims cannot both be true of one puzzle.
    pub fn contradicts(self, other: Self) -> bool {
        let refutes = |a: Self, b: Self| b.moves().is_some_and(|moves| a.excludes(moves));
        refutes(self, other) || refutes(other, self)
    }
}
