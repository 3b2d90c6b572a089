//! Why a program gets no further on its way to an answer.

use crate::base::control::Stop;
use crate::base::diagnostic::{Diagnostic, Diagnostics};

/// Why a program has no ground form, or no form that an engine takes.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The program or its data is wrong, or asks for more than the engine can hold.
    Faults(Diagnostics),
    /// A limit came first.
    Stopped(Stop),
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl From<Diagnostic> for Refusal {
    fn from(fault: Diagnostic) -> Self {
        Self::Faults(fault.into())
    }
}
