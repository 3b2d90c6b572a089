//! How long the program may think while a person waits.

use std::time::Duration;

use soliter::base::control::Control;

use crate::cli::Session;

/// Without `--time-limit`, an answer to a person and preparing hints may each take this long.
const THINKING: Duration = Duration::from_secs(30);

/// The limits of a session, or the usual ones.
pub(crate) fn limited(session: &Session, control: Control) -> Control {
    if session.options.time_limit.is_none() { control.within(THINKING) } else { control }
}
