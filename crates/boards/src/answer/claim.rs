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

    /// Whether nothing remains to be proved.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Optimal { .. } | Self::Infeasible)
    }

    /// Whether the claim, if true, implies that no solution has this number of moves.
    pub fn excludes(self, moves: usize) -> bool {
        self.lower_bound().is_none_or(|bound| moves < bound)
    }

    /// The combination of two claims about one puzzle. They must not contradict each other.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let (Some(least), Some(other_least)) = (self.lower_bound(), other.lower_bound()) else {
            return Self::Infeasible;
        };
        let lower_bound = least.max(other_least);
        match self.moves().into_iter().chain(other.moves()).min() {
            Some(moves) if moves <= lower_bound => Self::Optimal { moves },
            Some(moves) => Self::Feasible { moves, lower_bound },
            None => Self::Unknown { lower_bound },
        }
    }

    /// Whether the two claims cannot both be true of one puzzle.
    pub fn contradicts(self, other: Self) -> bool {
        let refutes = |a: Self, b: Self| b.moves().is_some_and(|moves| a.excludes(moves));
        refutes(self, other) || refutes(other, self)
    }
}

#[cfg(test)]
mod tests {
    use super::Claim::{Feasible, Infeasible, Optimal, Unknown};

    #[test]
    fn claims_together_say_no_less_than_each() {
        let (open, bound) = (Unknown { lower_bound: 1 }, Unknown { lower_bound: 12 });
        let known = Feasible { moves: 18, lower_bound: 9 };
        for (one, other, together) in [
            (open, bound, bound),
            (bound, known, Feasible { moves: 18, lower_bound: 12 }),
            (known, Unknown { lower_bound: 18 }, Optimal { moves: 18 }),
            (known, Optimal { moves: 17 }, Optimal { moves: 17 }),
            (open, Infeasible, Infeasible),
        ] {
            assert_eq!((one.and(other), other.and(one)), (together, together));
        }
    }
}
