//! The counters of a run of Pumpkin. Pumpkin writes them to a single writer for the whole process.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pumpkin_core::statistics::configure_statistic_logging;

/// Output of Pumpkin that has not been read yet.
static WRITTEN: Mutex<Vec<u8>> = Mutex::new(Vec::new());
/// Held while Pumpkin writes its counters.
static ASKING: Mutex<()> = Mutex::new(());

/// The counters that are reported: Pumpkin's name for each, and what it counts.
const COUNTERS: [(&str, &str); 4] = [
    ("nodes", "decisions"),
    ("failures", "conflicts"),
    ("restarts", "restarts"),
    ("peakDepth", "levels at most"),
];

struct Writer;

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        WRITTEN.lock().unwrap_or_else(PoisonError::into_inner).extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Sets the writer. Must be called before a run whose counters are needed.
pub(super) fn prepare() {
    configure_statistic_logging("", None, None, Some(Box::new(Writer)));
}

/// The counters of a run as a line; `log` makes Pumpkin write them.
pub(super) fn line(log: impl FnOnce(), variables: usize, time: Duration) -> String {
    let _asking = ASKING.lock().unwrap_or_else(PoisonError::into_inner);
    WRITTEN.lock().unwrap_or_else(PoisonError::into_inner).clear();
    log();
    let written = std::mem::take(&mut *WRITTEN.lock().unwrap_or_else(PoisonError::into_inner));
    let written = String::from_utf8_lossy(&written);
    let mut line = format!("cp: {variables} variables");
    for (name, word) in COUNTERS {
        let value = written.lines().find_map(|entry| {
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
