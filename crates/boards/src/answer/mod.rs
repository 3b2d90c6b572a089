//! The findings of the provers, which become results only when [`crate::verify`] has accepted them.

mod certificate;
pub mod claim;
pub mod evidence;

use soliter_base::clock::Instant;

use crate::line::Line;
use soliter_base::control::Stop;

pub use crate::answer::claim::Claim;
pub use crate::answer::evidence::{Detail, Evidence, Prover};

/// The finding of one prover: evidence, and the line if the claim has one.
#[derive(Clone, Debug, PartialEq)]
pub struct ProverResult {
    /// The claim and its grounds.
    pub evidence: Evidence,
    /// A line with as many moves as claimed.
    pub line: Option<Line>,
}

/// A claim with its line, if it has one, or the reason why the prover stopped.
pub type Conclusion = Result<(Claim, Option<Line>), Stop>;

impl ProverResult {
    /// The finding of a prover that began at `clock`. If it stopped early, it claims its `lower_bound`.
    pub fn new(
        by: Prover,
        clock: Instant,
        conclusion: Conclusion,
        lower_bound: usize,
        detail: Detail,
    ) -> Self {
        let (claim, line, stopped) = match conclusion {
            Ok((claim, line)) => (claim, line, None),
            Err(stop) => (Claim::Unknown { lower_bound }, None, Some(stop)),
        };
        let seconds = clock.elapsed().as_secs_f64();
        Self { evidence: Evidence { by, claim, seconds, detail, stopped }, line }
    }

    /// The finding of a prover that began at `clock` and has refuted a puzzle.
    pub fn refutation(by: Prover, clock: Instant, detail: Detail) -> Self {
        Self::new(by, clock, Ok((Claim::Infeasible, None)), 1, detail)
    }
}
