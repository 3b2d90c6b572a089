//! Interrupts `HiGHS` and receives its progress through the callbacks of its C library.
//!
//! These invariants are needed for soundness:
//! * The watch outlives the solve: the caller of [`watched_solve`] holds it while `HiGHS` runs, and
//!   `HiGHS` makes callbacks during a run only.
//! * Callbacks may come from several threads: a watch is changed only through atomics and a lock.
//! * Nothing in a callback can panic, so no panic crosses into C++.
//! * `HiGHS` passes valid pointers or null for its data; null is tested for.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

use highs::Model;
use highs_sys::{
    Highs_run, Highs_setCallback, Highs_startCallback, HighsCallbackDataIn, HighsCallbackDataOut,
    STATUS_ERROR, kHighsCallbackIpmInterrupt, kHighsCallbackLogging,
    kHighsCallbackMipImprovingSolution, kHighsCallbackMipInterrupt, kHighsCallbackSimplexInterrupt,
};

use soliter_base::control::{Control, Stop};

/// In units of [`Control::check_work`]: the work of a callback, and the work of a simplex iteration for each row and
/// column, including its share of cuts and heuristics.
const CALLBACK: usize = 10_000;
const ITERATION: f64 = 2.0;

/// The state that a run shares with the thread that waits for it.
#[derive(Default)]
pub(super) struct Watch {
    /// Why the run has to stop, once it has to.
    pub(super) stop: OnceLock<Stop>,
    /// The number of branch-and-bound nodes that the run reported last.
    pub(super) nodes: AtomicU64,
    /// The last report of the run, or the result of a run before it.
    best: Mutex<Best>,
    /// The unread part of the log, if a log was requested.
    pub(super) log: Option<Mutex<String>>,
    /// The turns to which the work of the run is charged.
    pub(super) control: Control,
    /// The numbers of rows and columns, and the iterations that have been charged.
    size: AtomicUsize,
    iterations: AtomicI64,
}

/// The best solution and the bound found so far.
#[derive(Clone, Default)]
struct Best {
    bound: Option<f64>,
    values: Option<Vec<f64>>,
    /// Whether this is the result of a run that has ended.
    is_kept: bool,
}

/// The maximum size in bytes of an unread log, such as that of an abandoned run.
const UNREAD: usize = 1 << 20;

impl Watch {
    pub(super) fn new(control: &Control) -> Self {
        let log = control.solver_settings().log.as_ref().map(|_| Mutex::default());
        Self { log, control: control.clone(), ..Self::default() }
    }

    pub(super) fn take_log(&self) -> String {
        self.log.as_ref().map_or_else(String::new, |log| {
            std::mem::take(&mut *log.lock().unwrap_or_else(PoisonError::into_inner))
        })
    }

    fn keep(&self, message: &CStr) {
        let Some(log) = &self.log else { return };
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        if log.len() < UNREAD {
            log.push_str(&message.to_string_lossy());
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// The bound so far; none before the first report.
    pub(super) fn bound(&self) -> Option<f64> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).bound
    }

    /// The best values so far.
    pub(super) fn values(&self) -> Option<Vec<f64>> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).values.clone()
    }

    /// Keeps the result of a run, which the next run is to confirm.
    pub(super) fn keep_result(&self, bound: f64, values: Option<Vec<f64>>) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        *best = Best { bound: Some(bound), values, is_kept: true };
    }

    fn report(&self, change: impl FnOnce(&mut Best)) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if !best.is_kept {
            change(&mut best);
        }
    }

    /// Charges the work since the last callback, and waits for the next turn if there are others.
    fn charge(&self, iterations: i64) {
        let new = iterations - self.iterations.fetch_max(iterations, Relaxed);
        let iteration = self.size.load(Relaxed) as f64 * ITERATION;
        let work = CALLBACK + (new.max(0) as f64 * iteration) as usize;
        if let Err(stop) = self.control.check_work(work) {
            self.stop.get_or_init(|| stop);
        }
    }
}

/// Solves a model. The run stops when the watch requires it, and reports its nodes and its bound to the watch. Returns
/// false if `HiGHS` failed with an error.
pub(super) fn watched_solve(model: &mut Model, watch: &Watch) -> bool {
    watch.size.store(model.num_rows() + model.num_cols(), Relaxed);
    watch.iterations.store(0, Relaxed);
    let handle = model.as_mut_ptr();
    // SAFETY: `handle` is the live `HiGHS` object of `model`; `watch` outlives the solve below, and
    // is changed through atomics and a lock only.
    unsafe {
        Highs_setCallback(handle, Some(callback), (&raw const *watch).cast_mut().cast());
        for kind in [
            kHighsCallbackMipInterrupt,
            kHighsCallbackSimplexInterrupt,
            kHighsCallbackIpmInterrupt,
            kHighsCallbackMipImprovingSolution,
        ] {
            Highs_startCallback(handle, kind as c_int);
        }
        if watch.log.is_some() {
            Highs_startCallback(handle, kHighsCallbackLogging as c_int);
        }
        Highs_run(handle) != STATUS_ERROR
    }
}

unsafe extern "C" fn callback(
    kind: c_int,
    message: *const c_char,
    out: *const HighsCallbackDataOut,
    answer: *mut HighsCallbackDataIn,
    watch: *mut c_void,
) {
    if kind == kHighsCallbackLogging as c_int {
        // SAFETY: see the invariants above; a message ends with a zero byte and lives for this call.
        unsafe {
            if let (Some(watch), false) =
                (watch.cast_const().cast::<Watch>().as_ref(), message.is_null())
            {
                watch.keep(CStr::from_ptr(message));
            }
        }
        return;
    }
    // SAFETY: see the invariants above; the references live for this call only.
    let (out, answer, watch) =
        unsafe { (out.as_ref(), answer.as_mut(), watch.cast_const().cast::<Watch>().as_ref()) };
    let (Some(answer), Some(watch)) = (answer, watch) else { return };
    if let Some(out) = out {
        if kind == kHighsCallbackMipInterrupt as c_int {
            watch.nodes.fetch_max(u64::try_from(out.mip_node_count).unwrap_or(0), Relaxed);
            watch.report(|best| best.bound = Some(out.mip_dual_bound));
            watch.charge(out.mip_total_lp_iterations);
        } else if kind == kHighsCallbackMipImprovingSolution as c_int {
            let length = usize::try_from(out.mip_solution_size).unwrap_or(0);
            if !out.mip_solution.is_null() {
                // SAFETY: `HiGHS` passes an array of this length, which lives for this call.
                let values = unsafe { std::slice::from_raw_parts(out.mip_solution, length) };
                watch.report(|best| best.values = Some(values.to_vec()));
            }
        } else {
            watch.charge(i64::from(out.simplex_iteration_count.max(out.ipm_iteration_count)));
        }
    }
    answer.user_interrupt = c_int::from(watch.stop.get().is_some());
}
