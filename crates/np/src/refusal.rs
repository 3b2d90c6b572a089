//! Why a program cannot be grounded or lowered.

use soliter_base::control::Stop;
use soliter_base::diagnostic::{Diagnostic, Diagnostics};

/// Why a program has no ground form, or no form that an engine accepts.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The program or its data is wrong, or exceeds what the engine can represent.
    Faults(Diagnostics),
    /// A limit was reached first.
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
