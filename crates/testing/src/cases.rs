//! The cases of random tests: the same for everybody and every time, so that no change fails by luck.
//! `.ci/roam` asks for others.

use proptest::test_runner::{Config, RngSeed};

/// So many cases from a fixed seed, or from `PROPTEST_RNG_SEED` where that is set; or as many as
/// `PROPTEST_CASES` says.
pub fn cases(number: u32) -> Config {
    let set = Config::default();
    let number = std::env::var_os("PROPTEST_CASES").map_or(number, |_| set.cases);
    let max_global_rejects = number.saturating_mul(50).max(20_000);
    let rng_seed = match set.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1),
        fixed @ RngSeed::Fixed(_) => fixed,
    };
    // A find is kept as a test of its own, not in a file beside the test.
    Config { cases: number, rng_seed, max_global_rejects, failure_persistence: None, ..set }
}
