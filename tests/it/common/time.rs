//! Time limits for a search that work on a machine of any speed.

use std::time::Duration;

use soliter::Control;

/// The result of a search with the time limit `least`, then with twice that limit, and so on up to a minute, until it
/// meets the condition of the test. The test itself has to judge the last result.
pub(crate) fn until<T>(
    least: Duration,
    attempt: impl Fn(Control) -> T,
    enough: impl Fn(&T) -> bool,
) -> T {
    let mut time = least;
    loop {
        let found = attempt(Control::default().within(time));
        if enough(&found) || time > Duration::from_secs(30) {
            return found;
        }
        time *= 2;
    }
}
