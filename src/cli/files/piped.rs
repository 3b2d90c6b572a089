//! Reads standard input if no argument names it: `check` reads a solution from there if there is one.

use std::io::{BufRead, ErrorKind, IsTerminal, Read};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use soliter::base::control::Stop;

use crate::cli::{files, session::Session};

/// A pipe that is silent for this long counts as empty.
const SILENCE: Duration = Duration::from_millis(500);
/// The interval at which the limits are checked.
const LOOK: Duration = Duration::from_millis(50);

/// The text on standard input, if it is not a terminal and has any: a file, or a pipe on which data arrive
/// within half a second. At most one byte more than the longest allowed text is read.
pub(crate) fn text(session: &Session) -> Result<Option<Vec<u8>>, Stop> {
    if std::io::stdin().is_terminal() {
        return Ok(None);
    }
    // A read cannot be cancelled, so a separate thread does it, which ends with the program.
    let (sender, texts) = channel();
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        // If standard input cannot be read, for example because its descriptor is closed, there is no text.
        while input.fill_buf().is_err_and(|error| error.kind() == ErrorKind::Interrupted) {}
        let _ = sender.send(Vec::new());
        let mut text = Vec::new();
        let _ = input.take(files::MAX_BYTES as u64 + 1).read_to_end(&mut text);
        let _ = sender.send(text);
    });
    if texts.recv_timeout(SILENCE).is_err() {
        return Ok(None);
    }
    let control = session.bare_control();
    let text = loop {
        match texts.recv_timeout(LOOK) {
            Err(RecvTimeoutError::Timeout) => control.check()?,
            text => break text.unwrap_or_default(),
        }
    };
    Ok((!text.trim_ascii().is_empty()).then_some(text))
}
