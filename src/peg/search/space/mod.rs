//! A position as bits: its images under symmetry, the leaps that fit it, and its successors. The only place that knows how wide the machine's instructions are.

pub(crate) mod expand;
pub(crate) mod fitting;
pub(crate) mod numbering;
pub(crate) mod symmetry;
#[allow(unsafe_code, reason = "functions for wide instructions; see the top of the file")]
pub(crate) mod wide;
