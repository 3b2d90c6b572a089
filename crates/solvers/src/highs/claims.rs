//! Decides what several runs of `HiGHS` prove together. One run proves nothing: because of rounding and
//! presolve, `HiGHS` has reported feasible programs as infeasible (releases 1.12 to 1.15, upstream issue
//! 3090).

use highs::HighsModelStatus;

use crate::highs::problem::Objective;
use crate::program::outcome::{Outcome, Proof, least_whole};
use soliter_base::control::Stop;

/// The absolute gap at which a run may stop if the objective is integral: no better integer lies within it.
pub(super) const WHOLE_GAP: f64 = 0.999;

pub(super) const GAP: Stop = Stop::BackEnd("HiGHS left a gap");
/// The reason for stopping if a limit that the caller set as an option ended a run.
const LIMIT: Stop = Stop::BackEnd("a limit of HiGHS");
/// The reason for stopping if the caller allows the remaining gap.
pub(super) const ALLOWED: Stop = Stop::BackEnd("within the gap that mip_rel_gap allows");
pub(super) const ONCE: Stop = Stop::BackEnd(
    "reported by one HiGHS run, and a limit was reached before a second run confirmed it",
);

/// The reason for stopping if two runs make different claims: it names both.
pub(super) fn contradiction(first: &Outcome, second: &Outcome) -> Stop {
    Stop::BackEnd(match (&first.proof, &second.proof) {
        (Proof::Infeasible, _) => {
            "two runs of HiGHS contradict each other: the first reports that there is no solution, and the second an \
             optimum, so nothing is proved"
        }
        (_, Proof::Infeasible) => {
            "two runs of HiGHS contradict each other: the first reports an optimum, and the second that there is no \
             solution, so nothing is proved"
        }
        _ => "two runs of HiGHS report two different optima, so nothing is proved",
    })
}

impl Outcome {
    pub(super) fn nothing(stop: Stop) -> Self {
        Self { proof: Proof::Stopped(stop), values: None, bound: f64::NEG_INFINITY, nodes: 0 }
    }

    /// The remainder of an unconfirmed claim: its values and its bound, without the proof.
    pub(super) fn said_once(self, stop: Stop) -> Self {
        let stop = if matches!(stop, Stop::Time | Stop::Memory) { ONCE } else { stop };
        // An unconfirmed claim of infeasibility gives no bound: the program may have solutions.
        let bound = if self.proof == Proof::Infeasible { f64::NEG_INFINITY } else { self.bound };
        Self { proof: Proof::Stopped(stop), bound, ..self }
    }

    pub(super) fn agrees(&self, other: &Self, objective: Objective) -> bool {
        match (&self.proof, &other.proof) {
            (Proof::Infeasible, Proof::Infeasible) => true,
            (Proof::Optimal, Proof::Optimal) => match objective {
                Objective::None => true,
                Objective::Whole => least_whole(self.bound) == least_whole(other.bound),
                Objective::Fractions => near(self.bound, other.bound),
            },
            _ => false,
        }
    }
}

/// Whether two numbers are equal up to the solver's tolerance.
pub(super) fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1.0)
}

/// Whether a run that stopped for this reason may succeed without presolve or from another seed.
pub(super) fn is_worth_asking_again(stop: Stop) -> bool {
    matches!(stop, Stop::BackEnd(_)) && ![LIMIT, ALLOWED].contains(&stop)
}

/// The claim that a status makes. A limit, a gap, or "unbounded or infeasible" claims nothing. `feasible`
/// says whether the run has a feasible solution, and `closed` whether its objective reaches the bound.
pub(super) fn claim(
    status: HighsModelStatus,
    feasible: bool,
    closed: bool,
    interrupted: Option<Stop>,
) -> Proof {
    use HighsModelStatus as S;
    let stopped = |word| Proof::Stopped(Stop::BackEnd(word));
    match status {
        S::Optimal if feasible && closed => Proof::Optimal,
        S::Optimal => Proof::Stopped(GAP),
        S::Infeasible => Proof::Infeasible,
        S::ReachedTimeLimit => Proof::Stopped(Stop::Time),
        S::ReachedMemoryLimit => Proof::Stopped(Stop::Memory),
        S::ReachedInterrupt => Proof::Stopped(interrupted.unwrap_or(Stop::Cancelled)),
        S::Unbounded | S::UnboundedOrInfeasible => {
            stopped("HiGHS could not tell infeasible from unbounded")
        }
        S::ObjectiveBound
        | S::ObjectiveTarget
        | S::ReachedIterationLimit
        | S::ReachedSolutionLimit => Proof::Stopped(LIMIT),
        _ => stopped("HiGHS reported no result"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_claims_what_it_says_and_no_more() {
        use HighsModelStatus as S;
        assert_eq!(claim(S::Optimal, true, true, None), Proof::Optimal);
        assert_eq!(claim(S::Infeasible, false, false, None), Proof::Infeasible);
        let cases = [
            (S::ReachedTimeLimit, None, Stop::Time),
            (S::ReachedMemoryLimit, None, Stop::Memory),
            (S::ReachedInterrupt, None, Stop::Cancelled),
            (S::ReachedInterrupt, Some(Stop::Time), Stop::Time),
            (S::ReachedInterrupt, Some(Stop::Memory), Stop::Memory),
            (S::Optimal, None, GAP),
        ];
        for (status, interrupted, stop) in cases {
            let claimed = claim(status, true, false, interrupted);
            assert_eq!(claimed, Proof::Stopped(stop), "{status:?}");
        }
        // An optimum without values is not a claim either.
        assert_ne!(claim(S::Optimal, false, true, None), Proof::Optimal);
        let limits = [S::ReachedTimeLimit, S::ReachedMemoryLimit, S::ReachedInterrupt];
        let others = (0..100).filter_map(|number| S::try_from(number).ok()).filter(|status| {
            !matches!(status, S::Optimal | S::Infeasible) && !limits.contains(status)
        });
        let others: Vec<S> = others.collect();
        assert_eq!(others.len(), 14);
        for status in others {
            let claimed = claim(status, true, true, None);
            assert!(matches!(claimed, Proof::Stopped(Stop::BackEnd(_))), "{status:?}");
        }
    }

    #[test]
    fn claims_agree_where_they_are_the_same() {
        let optimal =
            |bound| Outcome { proof: Proof::Optimal, values: Some(Vec::new()), bound, nodes: 0 };
        let infeasible = Outcome { proof: Proof::Infeasible, ..Outcome::nothing(Stop::Time) };
        assert!(optimal(4.001).agrees(&optimal(5.0), Objective::Whole));
        assert!(!optimal(4.0).agrees(&optimal(5.0), Objective::Whole));
        assert!(optimal(0.5).agrees(&optimal(0.500_000_1), Objective::Fractions));
        assert!(!optimal(0.5).agrees(&optimal(0.6), Objective::Fractions));
        assert!(infeasible.agrees(&infeasible.clone(), Objective::None));
        assert!(!infeasible.agrees(&optimal(0.0), Objective::None));
        let once = optimal(4.0).said_once(Stop::Time);
        assert_eq!((once.proof, once.bound), (Proof::Stopped(ONCE), 4.0));
        let nothing = infeasible.said_once(Stop::Time);
        assert_eq!((nothing.proof, nothing.bound), (Proof::Stopped(ONCE), f64::NEG_INFINITY));
        assert_eq!(optimal(4.0).said_once(Stop::Cancelled).proof, Proof::Stopped(Stop::Cancelled));
    }

    #[test]
    fn a_contradiction_names_both_claims() {
        let optimum = Outcome { proof: Proof::Optimal, ..Outcome::nothing(Stop::Time) };
        let infeasible = Outcome { proof: Proof::Infeasible, ..Outcome::nothing(Stop::Time) };
        let words = |first, second| contradiction(first, second).phrase().to_owned();
        assert!(
            words(&infeasible, &optimum).contains("the first reports that there is no solution")
        );
        assert!(words(&optimum, &infeasible).contains("the first reports an optimum"));
        assert!(words(&optimum, &optimum).contains("two different optima"));
    }
}
