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
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use highs::{HighsStatus, Model, SolvedModel};
use highs_sys::{
    Highs_setCallback, Highs_startCallback, HighsCallbackDataIn, HighsCallbackDataOut,
    kHighsCallbackIpmInterrupt, kHighsCallbackMipInterrupt, kHighsCallbackSimplexInterrupt,
};

use crate::base::control::{Control, Stop};
use crate::base::memory;

/// What a callback needs.
struct Watch<'a> {
    what: &'a str,
    control: &'a Control,
    nodes: AtomicU64,
    /// The memory of the process from the begin of the run on.
    memory: Option<memory::Watch>,
    /// Why it was interrupted, the first time.
    stop: OnceLock<Stop>,
}

/// What was seen while `HiGHS` ran.
pub(super) struct Watched {
    /// Branch-and-bound nodes, as far as it told.
    pub(super) nodes: u64,
    /// Why it was interrupted.
    pub(super) stop: Option<Stop>,
}

/// Solves a model; it is interrupted when `control` says so or the process has grown by more memory
/// than that allows since the run began, and reports its nodes and bound. What others took before
/// does not count; what they take during the run cannot be told from it, and does.
pub(super) fn watched_solve(
    mut model: Model,
    what: &str,
    control: &Control,
) -> Result<(SolvedModel, Watched), HighsStatus> {
    let handle = model.as_mut_ptr();
    let watch = Watch {
        what,
        control,
        nodes: AtomicU64::new(0),
        memory: memory::resident().map(memory::Watch::new),
        stop: OnceLock::new(),
    };
    let address: *const Watch<'_> = &raw const watch;
    // SAFETY: `handle` is the live `HiGHS` object of `model`; `watch` outlives the solve below, and
    // is changed through atomics and a lock only.
    unsafe {
        Highs_setCallback(handle, Some(callback), address.cast_mut().cast());
        for kind in
            [kHighsCallbackMipInterrupt, kHighsCallbackSimplexInterrupt, kHighsCallbackIpmInterrupt]
        {
            Highs_startCallback(handle, kind as c_int);
        }
    }
    let solved = model.try_solve()?;
    let nodes = watch.nodes.into_inner();
    Ok((solved, Watched { nodes, stop: watch.stop.into_inner() }))
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
    let (Some(answer), Some(watch)) = (answer, watch) else { return };
    let Watch { what, control, nodes, memory, stop } = watch;
    let result = catch_unwind(AssertUnwindSafe(|| {
        if let (Some(out), true) = (out, kind == kHighsCallbackMipInterrupt as c_int) {
            nodes.fetch_max(u64::try_from(out.mip_node_count).unwrap_or(0), Relaxed);
            control.say(|| {
                let bound = out.mip_dual_bound;
                let bound = if bound.is_finite() { format!("{bound:.2}") } else { "none".into() };
                let gap = if what.is_empty() { "" } else { ", " };
                let nodes = out.mip_node_count.max(0);
                format!("milp: {what}{gap}{nodes} nodes, bound {bound}, {:.0} s", out.running_time)
            });
        }
        if memory.as_ref().is_some_and(|memory| memory.is_over(control.memory_limit())) {
            stop.get_or_init(|| Stop::Memory);
        } else if let Err(reason) = control.check() {
            stop.get_or_init(|| reason);
        }
        stop.get().is_some()
    }));
    answer.user_interrupt = c_int::from(result.unwrap_or(true));
}
