//! The options of `HiGHS` that a user may set: those that change how it searches, not what it proves.
//!
//! Invariants of the calls below: the handle is live from create to destroy, and every string ends with
//! a zero byte and outlives its call.

use std::ffi::CString;

use highs_sys::{
    Highs_create, Highs_destroy, Highs_getOptionType, Highs_setBoolOptionValue,
    Highs_setStringOptionValue, HighsInt, kHighsOptionTypeBool, kHighsOptionTypeDouble,
    kHighsOptionTypeInt,
};

/// Prefixes of the options that a user may set.
const FREE: [&str; 7] =
    ["ipm_", "mip_", "parallel", "presolve", "random_seed", "simplex_", "solver"];
/// Options whose names contain one of these may not be set: they change the problem or the precision, or write files.
const KEPT: [&str; 6] = ["file", "gap", "scale", "solution", "tolerance", "report"];

/// The relative gap at which `HiGHS` may stop. An answer with a gap is no proof, so a user may set it.
pub(super) const GAP_OPTION: &str = "mip_rel_gap";

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionFault {
    /// `HiGHS` has no option of this name.
    #[error("HiGHS knows no option \"{0}\"; https://ergo-code.github.io/HiGHS lists them")]
    Unknown(String),
    /// A proof could depend on the option, or this program sets it itself.
    #[error(
        "\"{0}\" is not passed on: it could change what is proved, or has an option of soliter's own"
    )]
    Kept(String),
    /// The option does not accept the value.
    #[error("HiGHS does not take \"{value}\" for \"{name}\", {kind}")]
    Value {
        /// The name of the option.
        name: String,
        /// The value that was given.
        value: String,
        /// The kind of value that the option accepts.
        kind: &'static str,
    },
}

/// Checks that `HiGHS` has an option and accepts the value for it, and that no proof can depend on it.
pub fn check(name: &str, value: &str) -> Result<(), OptionFault> {
    let unknown = || OptionFault::Unknown(name.to_owned());
    let wrong = |kind| OptionFault::Value { name: name.to_owned(), value: value.to_owned(), kind };
    let c_name = CString::new(name).map_err(|_| unknown())?;
    let c_value = CString::new(value).map_err(|_| wrong("a text"))?;
    let mut kind: HighsInt = 0;
    // SAFETY: see the invariants at the top of the file; `kind` lives through the call.
    let (known, taken) = unsafe {
        let handle = Highs_create();
        Highs_setBoolOptionValue(handle, c"output_flag".as_ptr(), 0);
        let known = Highs_getOptionType(handle, c_name.as_ptr(), &raw mut kind) == 0;
        let taken =
            known && Highs_setStringOptionValue(handle, c_name.as_ptr(), c_value.as_ptr()) == 0;
        Highs_destroy(handle);
        (known, taken)
    };
    if !known {
        return Err(unknown());
    }
    let free = FREE.iter().any(|word| name.starts_with(word));
    let kept = KEPT.iter().any(|word| name.contains(word)) && name != GAP_OPTION;
    if !free || kept {
        return Err(OptionFault::Kept(name.to_owned()));
    }
    // HiGHS reads text that is not a number as 0.
    let (read, kind) = match kind {
        k if k == kHighsOptionTypeBool => (true, "true or false"),
        k if k == kHighsOptionTypeInt => (value.parse::<HighsInt>().is_ok(), "an integer"),
        k if k == kHighsOptionTypeDouble => (value.parse::<f64>().is_ok(), "a number"),
        _ => (true, "a word"),
    };
    if taken && read { Ok(()) } else { Err(wrong(kind)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_highs_takes_and_no_proof_hangs_on_is_passed() {
        for (name, value) in [
            ("presolve", "off"),
            ("mip_max_nodes", "100"),
            ("mip_detect_symmetry", "false"),
            ("mip_heuristic_effort", "0.2"),
            ("random_seed", "7"),
            ("mip_rel_gap", "0.01"),
        ] {
            assert_eq!(check(name, value), Ok(()), "{name}={value}");
        }
        for (name, value) in [
            ("presolve", "perhaps"),
            ("mip_max_nodes", "-1"),
            ("mip_max_nodes", "many"),
            ("mip_detect_symmetry", "perhaps"),
            ("mip_heuristic_effort", "much"),
            ("mip_heuristic_effort", "7"),
        ] {
            let fault = check(name, value);
            assert!(matches!(fault, Err(OptionFault::Value { .. })), "{name}={value} {fault:?}");
        }
        for name in ["mip_abs_gap", "mip_feasibility_tolerance", "small_matrix_value", "threads"] {
            assert_eq!(check(name, "1"), Err(OptionFault::Kept(name.to_owned())));
        }
        assert_eq!(check("mip_max_node", "1"), Err(OptionFault::Unknown("mip_max_node".into())));
        assert_eq!(check("", ""), Err(OptionFault::Unknown(String::new())));
    }
}
