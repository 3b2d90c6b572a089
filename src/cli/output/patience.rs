//! Work that cannot be cancelled: writes, which may block forever if nobody reads a pipe, and parsers, which obey no
//! `Control`. If a limit is reached or Ctrl-C is pressed during such work, the program reports that and ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use soliter::base::memory::Watch;

use crate::cli::output::{exit, exit::Exit};

/// The interval at which the limits are checked.
const TICK: Duration = Duration::from_millis(20);
/// The time that a write may continue after a limit has been reached.
const GRACE: Duration = Duration::from_millis(200);
/// The time for reporting the limit, which may block too.
const LAST_WORD: Duration = Duration::from_millis(100);

/// Work during which a limit was reached.
pub(crate) enum Work {
    /// Parsing the input of this name.
    Reading(String),
    /// Writing output.
    Writing,
}

struct Limits {
    cancelled: Arc<AtomicBool>,
    time: Option<Duration>,
    memory: Watch,
    memory_limit: u64,
    /// The beginning of the latest computation.
    begun: Mutex<Instant>,
    last_word: LastWord,
}

type LastWord = Box<dyn Fn(&Work) + Send + Sync>;

// Static, since threads that have no session write progress and the logs of solvers.
static LIMITS: OnceLock<Limits> = OnceLock::new();

/// Sets the limits, once, and the function that reports that one was reached. The memory limit is for what the process
/// takes beyond `before` bytes.
pub(crate) fn limit(
    cancelled: Arc<AtomicBool>,
    time: Option<Duration>,
    (memory_limit, before): (u64, u64),
    last_word: LastWord,
) {
    let (begun, memory) = (Mutex::new(Instant::now()), Watch::new(before));
    // If limits are already set, they stay.
    let _ = LIMITS.set(Limits { cancelled, time, memory, memory_limit, begun, last_word });
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
    let begun = *limits.begun.lock().unwrap_or_else(PoisonError::into_inner);
    let since = Instant::now();
    let is_over = move || {
        let late = limits.time.is_some_and(|time| begun.elapsed() >= time);
        let stopped = late || limits.cancelled.load(Ordering::Relaxed);
        stopped && since.elapsed() >= GRACE
    };
    watched(write, is_over, || (limits.last_word)(&Work::Writing))
}

/// Runs a parser on the input of this name for at most `time`, and ends the program if a limit is reached before the parser
/// ends.
pub(crate) fn reading<T>(name: &str, time: Duration, parse: impl FnOnce() -> T) -> T {
    let Some(limits) = LIMITS.get() else { return parse() };
    let (since, name) = (Instant::now(), name.to_owned());
    let is_over = move || {
        let is_late = since.elapsed() >= time || limits.cancelled.load(Ordering::Relaxed);
        is_late || limits.memory.is_over(limits.memory_limit)
    };
    watched(parse, is_over, move || (limits.last_word)(&Work::Reading(name)))
}

/// Runs work, and ends the program with a last word if `is_over` holds before the work has ended.
fn watched<T>(
    work: impl FnOnce() -> T,
    is_over: impl Fn() -> bool + Send + 'static,
    last_word: impl FnOnce() + Send + 'static,
) -> T {
    let (done, waiting) = mpsc::channel::<()>();
    // If no thread can be started to watch it, the work is not interrupted.
    let _ = thread::Builder::new().spawn(move || {
        while waiting.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            if is_over() {
                return give_up(last_word);
            }
        }
    });
    let result = work();
    drop(done);
    result
}

fn give_up(last_word: impl FnOnce() + Send + 'static) {
    let (done, waiting) = mpsc::channel::<()>();
    let _ = thread::Builder::new().spawn(move || {
        last_word();
        drop(done);
    });
    let _ = waiting.recv_timeout(LAST_WORD);
    exit::at_once(Exit::Limit.code())
}
