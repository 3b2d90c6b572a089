//! The result of solving a program: the claim, the values, the bound.

use soliter_base::control::Stop;

/// The tolerance for values that should be 0 or 1; `HiGHS` itself guarantees 1e-6.
const ROUNDING: f64 = 1e-5;

/// The claim about a minimisation problem that two runs of `HiGHS` prove, or that a single run makes.
#[derive(Clone, Debug, PartialEq)]
pub enum Proof {
    /// No solution is better.
    Optimal,
    /// There is no solution.
    Infeasible,
    /// The run stopped early, with or without feasible values.
    Stopped(Stop),
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The proof, or the claim of a single run.
    pub proof: Proof,
    /// The best values found, in the order of the columns.
    pub values: Option<Vec<f64>>,
    /// The lower bound on the objective. Without a proof, one run reported it.
    pub bound: f64,
    /// The number of nodes of the search tree.
    pub nodes: u64,
}

/// The least integer that a bound allows; `None` if the bound says nothing. The bound may be off by the
/// solver's tolerance and by rounding errors, which grow with the numbers: from 10^11 on, the error may
/// exceed the distance to the next integer.
pub fn least_whole(bound: f64) -> Option<i64> {
    let least = (bound - 1e-6 - bound.abs() * 1e-12).ceil();
    (least.abs() < 1e15).then_some(least as i64)
}

/// The Boolean value of a binary column, within the rounding tolerance; `None` if the value is near neither 0 nor 1.
pub fn binary(value: f64) -> Option<bool> {
    if value.abs() <= ROUNDING {
        Some(false)
    } else {
        ((value - 1.0).abs() <= ROUNDING).then_some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_rounded_up_but_not_by_what_rounding_may_have_added() {
        let bounds = [0.0, 4.000_000_5, 4.1, -3.5, 4e11 + 0.3, 1e13, f64::NEG_INFINITY, f64::NAN];
        let least = [0, 4, 5, -3, 400_000_000_000, 9_999_999_999_990].map(Some);
        assert_eq!(bounds.map(least_whole)[..6], least);
        assert_eq!(bounds.map(least_whole)[6..], [None, None]);
    }

    #[test]
    fn values_are_rounded_only_when_near() {
        let read = [0.0, -1e-6, 1e-6, 1.0, 0.999_999, 0.5, 2.0, f64::NAN].map(binary);
        let (no, yes) = (Some(false), Some(true));
        assert_eq!(read, [no, no, no, yes, yes, None, None, None]);
    }
}
