//! The cases of random tests. They are the same in every run, so that no change fails by chance. `.ci/roam`
//! runs the tests with other seeds.

use proptest::test_runner::{Config, RngSeed};

/// `number` cases from a fixed seed. The variables `PROPTEST_RNG_SEED` and `PROPTEST_CASES` change the seed and the
/// number.
pub fn cases(number: u32) -> Config {
    let set = Config::default();
    let number = std::env::var_os("PROPTEST_CASES").map_or(number, |_| set.cases);
    let max_global_rejects = number.saturating_mul(50).max(20_000);
    let rng_seed = match set.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1),
        fixed @ RngSeed::Fixed(_) => fixed,
    };
    // A failing case should become a separate test, so no regression file is written.
    Config { cases: number, rng_seed, max_global_rejects, failure_persistence: None, ..set }
}
