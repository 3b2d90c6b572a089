//! Writes that may block forever, for example to a pipe that is full or that nobody reads. A write cannot be
//! cancelled: if Ctrl-C is pressed or the time limit is reached during the write, the program reports that
//! and ends without completing it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::output::{exit, exit::Exit};

/// The interval at which the limits are checked.
const TICK: Duration = Duration::from_millis(20);
/// The time that a write may continue after a limit has been reached.
const GRACE: Duration = Duration::from_millis(200);
/// The time for reporting the limit, which may block too.
const LAST_WORD: Duration = Duration::from_millis(100);

struct Limits {
    cancelled: Arc<AtomicBool>,
    time: Option<Duration>,
    /// The beginning of the latest computation.
    begun: Mutex<Instant>,
    last_word: LastWord,
}

type LastWord = Box<dyn Fn() + Send + Sync>;

// Static, since threads that have no session write progress and the logs of solvers.
static LIMITS: OnceLock<Limits> = OnceLock::new();

/// Sets the limits, once, and the function that reports that one was reached.
pub(crate) fn limit(cancelled: Arc<AtomicBool>, time: Option<Duration>, last_word: LastWord) {
    let begun = Mutex::new(Instant::now());
    // If limits are already set, they stay.
    let _ = LIMITS.set(Limits { cancelled, time, begun, last_word });
}

/// Starts the clock of the time limit.
pub(crate) fn begin() {
    if let Some(limits) = LIMITS.get() {
        // An `Instant` cannot be half-written.
        *limits.begun.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }
}

/// Runs a write, and ends the program if a limit is reached before the write ends.
pub(crate) fn with<T>(write: impl FnOnce() -> T) -> T {
    let Some(limits) = LIMITS.get() else { return write() };
    let (done, waiting) = mpsc::channel::<()>();
    let begun = *limits.begun.lock().unwrap_or_else(PoisonError::into_inner);
    let since = Instant::now();
    // If no thread can be started to watch it, the write is not interrupted.
    let _ = thread::Builder::new().spawn(move || {
        while waiting.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            let late = limits.time.is_some_and(|time| begun.elapsed() >= time);
            let stopped = late || limits.cancelled.load(Ordering::Relaxed);
            if stopped && since.elapsed() >= GRACE {
                give_up(&limits.last_word);
            }
        }
    });
    let result = write();
    drop(done);
    result
}

fn give_up(last_word: &'static LastWord) -> ! {
    let (done, waiting) = mpsc::channel::<()>();
    let _ = thread::Builder::new().spawn(move || {
        last_word();
        drop(done);
    });
    let _ = waiting.recv_timeout(LAST_WORD);
    exit::at_once(Exit::Limit.code())
}
