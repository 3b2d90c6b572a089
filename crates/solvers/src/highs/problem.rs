//! A program as `HiGHS` gets it: its kind of objective, its tolerance, its problem.

use good_lp::solvers::highs::{HighsProblem, highs};
use good_lp::{IntoAffineExpression, SolverModel};

use crate::program::Program;

/// Rows with a larger factor than this need a smaller tolerance than the default of `HiGHS`.
const LARGE_FACTOR: f64 = 500_000.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Objective {
    /// There is no objective: any feasible solution will do.
    None,
    /// The objective takes integer values only.
    Whole,
    Fractions,
}

impl Program {
    /// How far a column may be from an integer. In a row with a factor of a million, the default tolerance would amount
    /// to 1.
    pub(super) fn tolerance(&self) -> f64 {
        let mut rows = self.rows.iter().map(|(_, row)| row.expression());
        let is_large = rows
            .any(|row| row.linear_coefficients().any(|(_, factor)| factor.abs() > LARGE_FACTOR));
        if is_large { 1e-8 } else { 1e-6 }
    }

    pub(super) fn objective(&self) -> Objective {
        let costs = || (&self.objective).linear_coefficients().filter(|(_, cost)| *cost != 0.0);
        if costs().next().is_none() {
            Objective::None
        } else if costs()
            .all(|(column, cost)| cost.fract() == 0.0 && !self.fractions.contains(&column))
        {
            Objective::Whole
        } else {
            Objective::Fractions
        }
    }

    pub(super) fn into_problem(self) -> HighsProblem {
        let mut problem = self.variables.minimise(self.objective).using(highs);
        for (_, row) in self.rows {
            problem.add_constraint(row);
        }
        problem
    }
}
