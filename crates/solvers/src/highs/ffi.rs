//! Reads the results of a `HiGHS` run, and resets the model for the next run. Unlike the functions of the crate `highs`,
//! these keep the model when a run fails.
//!
//! Invariants of the calls below: the handle belongs to a live model, names end with a zero byte, and arrays have the
//! lengths that the model reports.

use std::ffi::CStr;

use highs::{HighsModelStatus, Model};
use highs_sys as c;

/// The version of the library, as `1.16.0`.
pub(super) fn version() -> String {
    // SAFETY: the function has no preconditions and returns a constant string that ends with a zero byte.
    let version = unsafe { CStr::from_ptr(c::Highs_version()) };
    version.to_string_lossy().into_owned()
}

/// Ends the threads that `HiGHS` started for this thread, in which none of its functions may be running. Otherwise they end
/// with this thread, in a destructor that Windows runs while it holds a lock that they need for their own end.
///
/// The function's new name, `Highs_resetThreadScheduler`, is missing in versions that `system-highs` may find.
pub(super) fn end_workers() {
    // SAFETY: this is the thread that called HiGHS, and no call is in progress.
    unsafe { c::Highs_resetGlobalScheduler(1) }
}

/// Must be called before the first C++ thread-local variable is used. With mingw, GCC keeps these variables on the
/// heap, and winpthreads destroys its keys in the order of their creation: first the memory is freed, and then the C++
/// destructors use its contents. Registering a destructor creates the other key first.
#[cfg(all(windows, target_env = "gnu"))]
pub(super) fn order_destructors() {
    use std::ffi::c_void;
    static ONCE: std::sync::Once = std::sync::Once::new();
    /// An address in this program, which serves as the `__dso_handle` of C++.
    static HANDLE: u8 = 0;
    unsafe extern "C" {
        fn __cxa_thread_atexit(
            destructor: extern "C" fn(*mut c_void),
            object: *mut c_void,
            handle: *const u8,
        ) -> std::ffi::c_int;
    }
    extern "C" fn nothing(_: *mut c_void) {}
    ONCE.call_once(|| {
        // SAFETY: the destructor may be called with any pointer at any time.
        let _ = unsafe { __cxa_thread_atexit(nothing, std::ptr::null_mut(), &raw const HANDLE) };
    });
}

pub(super) fn status(model: &Model) -> HighsModelStatus {
    // SAFETY: see the invariants at the top of the file.
    let status = unsafe { c::Highs_getModelStatus(model.as_ptr()) };
    HighsModelStatus::try_from(status).unwrap_or(HighsModelStatus::Unknown)
}

/// A real-valued item of the run's information by its name; `None` if `HiGHS` does not know it.
pub(super) fn number(model: &Model, name: &CStr) -> Option<f64> {
    let mut value = 0.0;
    // SAFETY: see the invariants at the top of the file; `value` lives through the call.
    let status =
        unsafe { c::Highs_getDoubleInfoValue(model.as_ptr(), name.as_ptr(), &raw mut value) };
    (status == c::STATUS_OK).then_some(value)
}

/// An integer item of the run's information by its name; `None` if `HiGHS` does not know it.
pub(super) fn whole(model: &Model, name: &CStr) -> Option<i64> {
    let mut value = 0;
    // SAFETY: see the invariants at the top of the file; `value` lives through the call.
    let status = unsafe { c::Highs_getIntInfoValue(model.as_ptr(), name.as_ptr(), &raw mut value) };
    (status == c::STATUS_OK).then(|| value.into())
}

/// The values of the columns, and the dual values of the rows: the cost of one more unit of a row's right side.
pub(super) fn solution(model: &Model) -> Option<(Vec<f64>, Vec<f64>)> {
    let mut columns = [(); 2].map(|()| vec![0.0; model.num_cols()]);
    let mut rows = [(); 2].map(|()| vec![0.0; model.num_rows()]);
    // SAFETY: see the invariants at the top of the file.
    let status = unsafe {
        c::Highs_getSolution(
            model.as_ptr(),
            columns[0].as_mut_ptr(),
            columns[1].as_mut_ptr(),
            rows[0].as_mut_ptr(),
            rows[1].as_mut_ptr(),
        )
    };
    let ([values, _], [_, duals]) = (columns, rows);
    (status == c::STATUS_OK).then_some((values, duals))
}

/// A dual ray (Farkas certificate) of an infeasible program: one multiplier per row, up to their common sign.
pub(super) fn dual_ray(model: &Model) -> Option<Vec<f64>> {
    let (mut has_ray, mut ray) = (0, vec![0.0; model.num_rows()]);
    // SAFETY: see the invariants at the top of the file.
    let status = unsafe { c::Highs_getDualRay(model.as_ptr(), &raw mut has_ray, ray.as_mut_ptr()) };
    (status == c::STATUS_OK && has_ray != 0).then_some(ray)
}

/// Changes the bounds of a column. Returns whether `HiGHS` accepted them.
pub(super) fn change_bounds(model: &mut Model, column: usize, lower: f64, upper: f64) -> bool {
    let Ok(column) = c::HighsInt::try_from(column) else { return false };
    // SAFETY: see the invariants at the top of the file.
    unsafe { c::Highs_changeColBounds(model.as_mut_ptr(), column, lower, upper) == c::STATUS_OK }
}

/// The objective at the given column values, computed from the costs. The value that `HiGHS` reports may
/// belong to another solution.
pub(super) fn cost(model: &Model, values: &[f64]) -> Option<f64> {
    let mut columns = [(); 3].map(|()| vec![0.0; model.num_cols()]);
    let (mut count, mut entries) = (0, 0);
    let last = c::HighsInt::try_from(model.num_cols()).ok()? - 1;
    let none = std::ptr::null_mut();
    // SAFETY: see the invariants at the top of the file; null pointers leave the matrix out.
    let status = unsafe {
        c::Highs_getColsByRange(
            model.as_ptr(),
            0,
            last,
            &raw mut count,
            columns[0].as_mut_ptr(),
            columns[1].as_mut_ptr(),
            columns[2].as_mut_ptr(),
            &raw mut entries,
            none,
            none,
            std::ptr::null_mut(),
        )
    };
    let [costs, ..] = columns;
    let cost = || costs.iter().zip(values).map(|(cost, value)| cost * value).sum();
    (status == c::STATUS_OK).then(cost)
}

/// Clears the solution, the basis and the bounds of a model. Returns whether `HiGHS` succeeded.
pub(super) fn begin_anew(model: &mut Model) -> bool {
    // SAFETY: see the invariants at the top of the file.
    unsafe { c::Highs_clearSolver(model.as_mut_ptr()) == c::STATUS_OK }
}
