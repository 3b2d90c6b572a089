//! The moments at which long work is interrupted, and the time within which it has to end.

use std::time::Duration;

/// A pseudo-random duration from 0 to 1500 ms, a different one for every number.
pub(crate) fn moment(number: u64) -> Duration {
    let random = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    Duration::from_millis(random % 1500)
}

/// The maximum number of seconds until the answer. On an otherwise idle machine it takes less than one second; work
/// that ignores the interruption takes minutes.
pub(crate) const MOST_SECONDS: f64 = 30.0;
