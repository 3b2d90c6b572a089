//! The cases of random tests: the same for everybody and every time, so that no change fails by luck.
//! `.ci/roam` asks for others.

use proptest::test_runner::{Config, RngSeed};

/// So many cases from a fixed seed, or from `PROPTEST_RNG_SEED` where that is set.
pub(crate) fn cases(number: u32) -> Config {
    let set = Config::default();
    let rng_seed = match set.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1),
        fixed @ RngSeed::Fixed(_) => fixed,
    };
    // A find is kept as a test of its own, not in a file beside the test.
    Config { cases: number, rng_seed, max_global_rejects: 20_000, failure_persistence: None, ..set }
}
