//! Reads standard input where no argument asks for it: `check` takes a record from there if there is one.

use std::io::{IsTerminal, Read};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use soliter::base::control::Stop;

use crate::cli::session::Session;

/// A pipe that is silent for this long counts as empty.
const SILENCE: Duration = Duration::from_millis(500);
/// How often the limits are looked at.
const LOOK: Duration = Duration::from_millis(50);
/// At most so many bytes are read: one more than the caller accepts, so that it can refuse them.
const MAX_BYTES: u64 = (1 << 20) + 1;

/// The text on standard input, if it is not a terminal and has any: a file, or a pipe in which
/// something comes within half a second.
///
/// # Errors
/// A limit that came before the end of the text.
pub(crate) fn text(session: &Session) -> Result<Option<Vec<u8>>, Stop> {
    if std::io::stdin().is_terminal() {
        return Ok(None);
    }
    // A read cannot be cancelled, so a thread does it, which ends with the program.
    let (sender, pieces) = sync_channel(0);
    std::thread::spawn(move || {
        let mut input = std::io::stdin().take(MAX_BYTES);
        let mut piece = vec![0; 1 << 16];
        loop {
            let length = match input.read(&mut piece) {
                Ok(length) => length,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                // Where nothing can be read, for example from a closed descriptor, there is no text.
                Err(_) => 0,
            };
            if sender.send(piece[..length].to_vec()).is_err() || length == 0 {
                return;
            }
        }
    });
    let Ok(mut text) = pieces.recv_timeout(SILENCE) else { return Ok(None) };
    let control = session.bare_control();
    if !text.is_empty() {
        loop {
            match pieces.recv_timeout(LOOK) {
                Ok(piece) if !piece.is_empty() => text.extend(piece),
                Ok(_) | Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => control.check()?,
            }
        }
    }
    Ok((!text.trim_ascii().is_empty()).then_some(text))
}
