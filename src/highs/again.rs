//! Asking `HiGHS` once more of the same model, as if it had never been asked; and keeping a model that it
//! contradicts itself about.
//!
//! Invariants of the calls below: the handle is that of a live model, and a path ends with a zero byte.

use std::ffi::CStr;

use highs::{Model, SolvedModel};
use highs_sys::{Highs_clearSolver, Highs_writeModel};

/// The model of a run, without its solution, its basis and its bounds.
pub(super) fn afresh(solved: SolvedModel) -> Option<Model> {
    let mut model = Model::from(solved);
    // SAFETY: see the invariants at the top of the file.
    (unsafe { Highs_clearSolver(model.as_mut_ptr()) } == highs_sys::STATUS_OK).then_some(model)
}

/// Writes a model as an LP file.
pub(super) fn write(model: &mut Model, path: &CStr) {
    // SAFETY: see the invariants at the top of the file. A file that cannot be written changes nothing.
    let _ = unsafe { Highs_writeModel(model.as_mut_ptr(), path.as_ptr()) };
}
