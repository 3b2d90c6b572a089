//! Answers: what provers found. A [`claim`] is what is asserted of a puzzle, and [`evidence`] who asserts
//! it and on what ground.

pub mod claim;
pub mod evidence;

use crate::peg::line::Line;

pub use crate::peg::answer::claim::Claim;
pub use crate::peg::answer::evidence::{Detail, Evidence, Prover};

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
