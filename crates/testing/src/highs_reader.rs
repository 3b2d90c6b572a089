//! `HiGHS` as an independent reader of exported program files.

#![allow(unsafe_code, reason = "every handle lives from create to destroy")]

use std::ffi::CString;

use highs_sys as c;

/// The optimum that `HiGHS` finds for the text of a file that ends in `.lp` or `.mps`; `None` if it is infeasible.
pub fn optimum(text: &str, ending: &str) -> Option<f64> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("program").with_extension(ending);
    std::fs::write(&path, text).expect("a file");
    let path = CString::new(path.to_str().expect("a path")).expect("no zero byte");
    // SAFETY: the handle is live from create to destroy, and the strings end with a zero byte.
    unsafe {
        let handle = c::Highs_create();
        c::Highs_setBoolOptionValue(handle, c"output_flag".as_ptr(), 0);
        assert_eq!(c::Highs_readModel(handle, path.as_ptr()), 0, "{text}");
        c::Highs_run(handle);
        let (status, value) = (c::Highs_getModelStatus(handle), c::Highs_getObjectiveValue(handle));
        c::Highs_destroy(handle);
        match status {
            c::MODEL_STATUS_OPTIMAL => Some(value),
            c::MODEL_STATUS_INFEASIBLE => None,
            other => panic!("status {other}"),
        }
    }
}
