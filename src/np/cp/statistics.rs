//! What a run of Pumpkin took. It tells its counters to one writer of the whole process.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pumpkin_core::statistics::configure_statistic_logging;

/// What Pumpkin has told and nobody has taken, and a lock for those who ask it.
static TOLD: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ASKING: Mutex<()> = Mutex::new(());

/// Counters that are worth a place in the line: how Pumpkin calls them, and what they count.
const COUNTERS: [(&str, &str); 4] = [
    ("nodes", "decisions"),
    ("failures", "conflicts"),
    ("restarts", "restarts"),
    ("peakDepth", "levels at most"),
];

struct Told;

impl Write for Told {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        TOLD.lock().unwrap_or_else(PoisonError::into_inner).extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// To be called before a run whose counters are wanted.
pub(super) fn prepare() {
    configure_statistic_logging("", None, None, Some(Box::new(Told)));
}

/// The counters of a run in a line; `log` makes Pumpkin tell them.
pub(super) fn line(log: impl FnOnce(), variables: usize, time: Duration) -> String {
    let _asking = ASKING.lock().unwrap_or_else(PoisonError::into_inner);
    TOLD.lock().unwrap_or_else(PoisonError::into_inner).clear();
    log();
    let told = std::mem::take(&mut *TOLD.lock().unwrap_or_else(PoisonError::into_inner));
    let told = String::from_utf8_lossy(&told);
    let mut line = format!("cp: {variables} variables");
    for (name, word) in COUNTERS {
        let value = told.lines().find_map(|entry| {
            let (key, value) = entry.trim().split_once('=')?;
            (key == name).then(|| value.to_owned())
        });
        if let Some(value) = value {
            let _ = write!(line, ", {value} {word}");
        }
    }
    let _ = write!(line, ", {:.2} s", time.as_secs_f64());
    line
}
