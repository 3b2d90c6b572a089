//! The time limits of `check` if there is no `--time-limit`.

use std::time::Duration;

/// Without `--time-limit`, the search for the fewest moves may take this long.
pub(super) const COMPARISON: Duration = Duration::from_secs(20);
/// Without `--time-limit`, finding the jump that made the puzzle impossible may take this long.
pub(super) const ORACLE: Duration = Duration::from_secs(10);
