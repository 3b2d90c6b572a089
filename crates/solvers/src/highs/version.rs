//! The version of `HiGHS` that this program runs. With the feature `system-highs`, it may be any that is installed.

use super::ffi;

/// The versions that the differential tests have run on.
const TESTED: [&str; 1] = ["1.16.0"];

/// The version that runs, as `1.16.0`.
pub fn running() -> String {
    ffi::version()
}

/// Refuses versions without differential tests: releases of `HiGHS` have reported feasible programs as infeasible.
pub(super) fn check() -> Result<(), &'static str> {
    let is_tested = TESTED.contains(&running().as_str());
    let why = "this version of HiGHS is not tested with Soliter; `soliter --version` names it, and a build without \
               the feature system-highs has a tested one";
    is_tested.then_some(()).ok_or(why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_these_tests_is_tested() {
        assert_eq!(check(), Ok(()), "add {} to the tested versions", running());
    }
}
