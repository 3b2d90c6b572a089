//! Runs of `HiGHS` in threads of their own, so that a limit is kept whatever `HiGHS` does.
//!
//! `HiGHS` makes no callbacks in its presolve, which can take seconds. A run that does not end soon
//! after it is told to is left behind. Such a run owns its model, and shares with the thread that waited
//! only atomics and the reason to end. What it still sends is not received, so it cannot change anything
//! of the caller's. It ends when `HiGHS` next looks; a process that ends earlier has to do so by
//! [`end_process`].

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::base::control::{Control, Stop};
use crate::base::memory;
use crate::highs::interrupt::Watch;

/// Between looks at the limits.
const TICK: Duration = Duration::from_millis(5);
/// A run that is to end may take this long to give what it has.
const GRACE: Duration = Duration::from_millis(250);
/// So many runs may be left behind at a time; with more the caller waits.
const MOST_LEFT: usize = 8;
/// Bytes of a thread's stack: that of a main thread.
const STACK: usize = 8 << 20;

/// Runs that were left behind, and may have ended since.
static LEFT: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

/// Gives up a run. Where too many are left behind already, the handle comes back.
fn leave(run: JoinHandle<()>) -> Option<JoinHandle<()>> {
    let mut left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
    left.retain(|run| !run.is_finished());
    if left.len() >= MOST_LEFT {
        return Some(run);
    }
    left.push(run);
    None
}

/// How a run that was waited for ended.
pub(super) enum Ended<T> {
    /// With a result.
    With(T),
    /// It was left behind.
    Left(Stop),
    /// There is nothing, and the phrase says why.
    Failed(&'static str),
}

/// Does work with `HiGHS` in a thread of its own. The watch tells it to stop when a limit of `control` is
/// reached, or when the process has grown since the run began by more memory than `control` allows: what
/// other threads take meanwhile cannot be told apart, and counts. At most 8 runs are left behind at a
/// time; each holds its thread and its memory until `HiGHS` next looks at the watch.
pub(super) fn run<T: Send + 'static>(
    what: &str,
    control: &Control,
    work: impl FnOnce(&Watch) -> T + Send + 'static,
) -> Ended<T> {
    let log = control.solver_settings().log.as_ref();
    let watch = Arc::new(if log.is_some() { Watch::with_log() } else { Watch::default() });
    let pass_on = || {
        let text = watch.take_log();
        if let (Some(log), false) = (log, text.is_empty()) {
            log(&text);
        }
    };
    let shared = Arc::clone(&watch);
    let (sender, receiver) = mpsc::channel();
    let thread =
        thread::Builder::new().name("highs".to_owned()).stack_size(STACK).spawn(move || {
            // A panic drops the sender, and so the waiting thread hears of it.
            if let Ok(result) = catch_unwind(AssertUnwindSafe(|| work(&shared))) {
                // It fails where the run was left behind and nobody receives.
                let _ = sender.send(result);
            }
        });
    let Ok(mut thread) = thread else { return Ended::Failed("the system gives HiGHS no thread") };
    let memory = memory::resident().map(memory::Watch::new);
    let clock = Instant::now();
    let mut asked: Option<(Stop, Instant)> = None;
    let mut told = (0, 0.0f64.to_bits());
    loop {
        let received = receiver.recv_timeout(TICK);
        pass_on();
        match received {
            Ok(result) => {
                // All that the thread still does is free its memory.
                let _ = thread.join();
                return Ended::With(result);
            }
            Err(RecvTimeoutError::Disconnected) => return Ended::Failed("HiGHS failed"),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let now = (watch.nodes(), watch.bound().to_bits());
        if now != told {
            told = now;
            control.say(|| progress(what, &watch, clock.elapsed()));
        }
        if let Some((stop, since)) = asked {
            if since.elapsed() >= GRACE {
                match leave(thread) {
                    None => return Ended::Left(stop),
                    Some(back) => thread = back,
                }
            }
        } else if let Some(stop) = reason(control, memory.as_ref()) {
            watch.stop.get_or_init(|| stop);
            asked = Some((stop, Instant::now()));
        }
    }
}

fn reason(control: &Control, memory: Option<&memory::Watch>) -> Option<Stop> {
    if memory.is_some_and(|memory| memory.is_over(control.memory_limit())) {
        return Some(Stop::Memory);
    }
    control.check().err()
}

fn progress(what: &str, watch: &Watch, time: Duration) -> String {
    let bound = watch.bound();
    let bound = if bound.is_finite() { format!("{bound:.2}") } else { "none".into() };
    let gap = if what.is_empty() { "" } else { ", " };
    let (nodes, seconds) = (watch.nodes(), time.as_secs_f64());
    format!("milp: {what}{gap}{nodes} nodes, bound {bound}, {seconds:.0} s")
}

unsafe extern "C" {
    /// Of the C library: ends the process without what `exit` does before.
    fn _Exit(code: std::ffi::c_int) -> !;
}

/// Whether a run of `HiGHS` goes on that was left behind.
pub fn goes_on() -> bool {
    let left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
    left.iter().any(|run| !run.is_finished())
}

/// Ends the process while runs of `HiGHS` may go on. The ordinary end would destroy what they use: the
/// C++ library's strings and tables. Nothing is waited for: what is still buffered is lost.
pub fn end_process(code: u8) -> ! {
    // SAFETY: the call has no preconditions.
    unsafe { _Exit(code.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    #[test]
    fn what_does_not_end_is_left_behind_and_says_no_more() {
        let free = Arc::new(AtomicBool::new(false));
        let said = Arc::new(Mutex::new(0));
        let heard = Arc::clone(&said);
        let control = Control::default()
            .within(Duration::from_millis(20))
            .reporting(Arc::new(move |_| *heard.lock().expect("a number") += 1));
        // Deaf until it is let go, as HiGHS in its presolve.
        let deaf = |free: &Arc<AtomicBool>| {
            let free = Arc::clone(free);
            move |watch: &Watch| {
                while !free.load(Relaxed) {
                    thread::sleep(Duration::from_millis(1));
                }
                assert_eq!(watch.stop.get(), Some(&Stop::Time));
            }
        };
        for _ in 0..MOST_LEFT {
            assert!(matches!(run("", &control, deaf(&free)), Ended::Left(Stop::Time)));
        }
        let before = *said.lock().expect("a number");
        // One more is waited for, as long as the others go on.
        let own = Arc::new(AtomicBool::new(false));
        let letter = Arc::clone(&own);
        let waited = thread::spawn(move || {
            thread::sleep(GRACE * 3);
            letter.store(true, Relaxed);
        });
        assert!(matches!(run("", &control, deaf(&own)), Ended::With(())));
        waited.join().expect("it ends");
        free.store(true, Relaxed);
        assert_eq!(*said.lock().expect("a number"), before);
    }

    #[test]
    fn a_panic_is_a_failure() {
        let ended = run("", &Control::default(), |_| -> u8 { panic!("on purpose") });
        assert!(matches!(ended, Ended::Failed("HiGHS failed")));
    }
}
