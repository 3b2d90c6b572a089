//! When long work is interrupted, and how soon it has to end.

use std::time::Duration;

/// Milliseconds from 0 to 1500, another for every number.
pub(crate) fn moment(number: u64) -> Duration {
    let random = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    Duration::from_millis(random % 1500)
}

/// Seconds that an answer may take. It comes within one where nothing else runs; work that does not listen takes minutes.
pub(crate) const MOST_SECONDS: f64 = 30.0;
