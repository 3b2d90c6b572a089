//! Interrupting `HiGHS` and hearing of its progress, through the callbacks of its C library.
//!
//! Invariants, each needed for soundness:
//! * the watch outlives the solve: [`watched_solve`] owns it on its stack while `HiGHS` runs, and
//!   `HiGHS` calls back during a run only;
//! * callbacks may come from several threads: [`Control`] is shared by reference and `Sync`;
//! * no panic crosses into C++: the callback body is caught;
//! * `HiGHS` passes valid pointers or null for its data; null is tested.

use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use highs::{HighsStatus, Model, SolvedModel};
use highs_sys::{
    Highs_setCallback, Highs_startCallback, HighsCallbackDataIn, HighsCallbackDataOut,
    kHighsCallbackIpmInterrupt, kHighsCallbackMipInterrupt, kHighsCallbackSimplexInterrupt,
};

use crate::control::Control;

/// What a callback needs.
struct Watch<'a> {
    what: &'a str,
    control: &'a Control,
}

/// Solves a model; it is interrupted when `control` says so, and reports its nodes and bound.
pub(super) fn watched_solve(
    mut model: Model,
    what: &str,
    control: &Control,
) -> Result<SolvedModel, HighsStatus> {
    let handle = model.as_mut_ptr();
    let watch = Watch { what, control };
    let watch: *const Watch<'_> = &raw const watch;
    // SAFETY: `handle` is the live `HiGHS` object of `model`; `watch` outlives the solve below.
    unsafe {
        Highs_setCallback(handle, Some(callback), watch.cast_mut().cast());
        for kind in
            [kHighsCallbackMipInterrupt, kHighsCallbackSimplexInterrupt, kHighsCallbackIpmInterrupt]
        {
            Highs_startCallback(handle, kind as c_int);
        }
    }
    model.try_solve()
}

unsafe extern "C" fn callback(
    kind: c_int,
    _message: *const c_char,
    out: *const HighsCallbackDataOut,
    answer: *mut HighsCallbackDataIn,
    watch: *mut c_void,
) {
    // SAFETY: see the invariants above; the references live for this call only.
    let (out, answer, watch) =
        unsafe { (out.as_ref(), answer.as_mut(), watch.cast_const().cast::<Watch<'_>>().as_ref()) };
    let (Some(answer), Some(Watch { what, control })) = (answer, watch) else { return };
    let result = catch_unwind(AssertUnwindSafe(|| {
        if let (Some(out), true) = (out, kind == kHighsCallbackMipInterrupt as c_int) {
            control.say(|| {
                let bound = out.mip_dual_bound;
                let bound = if bound.is_finite() { format!("{bound:.2}") } else { "none".into() };
                let gap = if what.is_empty() { "" } else { ", " };
                let nodes = out.mip_node_count.max(0);
                format!("milp: {what}{gap}{nodes} nodes, bound {bound}, {:.0} s", out.running_time)
            });
        }
        control.check().is_err()
    }));
    answer.user_interrupt = c_int::from(result.unwrap_or(true));
}
