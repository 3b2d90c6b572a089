//! Writing to what may never take it: a pipe that is full, or that nobody reads. A write cannot be called
//! off: where Ctrl-C or the time limit comes meanwhile, the program says so and ends without it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::output::{exit, exit::Exit};

/// Between looks at the limits.
const TICK: Duration = Duration::from_millis(20);
/// A write may take this long after a limit.
const GRACE: Duration = Duration::from_millis(200);
/// What is said of it may be stuck too.
const LAST_WORD: Duration = Duration::from_millis(100);

struct Limits {
    cancelled: Arc<AtomicBool>,
    time: Option<Duration>,
    /// When the latest computation began.
    begun: Mutex<Instant>,
    last_word: LastWord,
}

type LastWord = Box<dyn Fn() + Send + Sync>;

// Static, since progress and the logs of solvers are written from threads that know of no session.
static LIMITS: OnceLock<Limits> = OnceLock::new();

/// Sets the limits, once, and what says that one of them came.
pub(crate) fn limit(cancelled: Arc<AtomicBool>, time: Option<Duration>, last_word: LastWord) {
    let begun = Mutex::new(Instant::now());
    // Set before: the first ones stay.
    let _ = LIMITS.set(Limits { cancelled, time, begun, last_word });
}

/// From here on the time limit counts.
pub(crate) fn begin() {
    if let Some(limits) = LIMITS.get() {
        // A moment cannot be half written.
        *limits.begun.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }
}

/// Does a write, and ends the program where a limit comes before the write ends.
pub(crate) fn with<T>(write: impl FnOnce() -> T) -> T {
    let Some(limits) = LIMITS.get() else { return write() };
    let (done, waiting) = mpsc::channel::<()>();
    let begun = *limits.begun.lock().unwrap_or_else(PoisonError::into_inner);
    let since = Instant::now();
    // Without a thread to watch it, the write takes the time it takes.
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
