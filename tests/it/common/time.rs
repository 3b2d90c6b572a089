//! Time for a search on a machine of any speed.

use std::time::Duration;

use soliter::Control;

/// What a search comes to with so much time, or with twice as much, and so on up to a minute, until it is
/// what the test waits for. The last one is for the test to judge.
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
