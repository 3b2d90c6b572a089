//! Runs `HiGHS` in separate threads, so that limits are enforced whatever `HiGHS` does.
//!
//! `HiGHS` makes no callbacks during presolve, which can take seconds. A run that does not end soon after a
//! request to stop is abandoned. An abandoned run owns its model, and shares only atomics and the reason to
//! stop with the thread that waited for it. Of its results, only those remain that it reported before; it cannot
//! affect the caller any more. It ends at its next callback. A process that exits before then must call [`end_process`].

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::highs::{ffi, interrupt::Watch, version};
use soliter_base::control::{Control, Stop};
use soliter_base::memory;

/// The time between checks of the limits.
const TICK: Duration = Duration::from_millis(5);
/// How long a run may take to return its results after a request to stop.
const GRACE: Duration = Duration::from_millis(250);
/// The maximum number of abandoned runs, which hold memory. At this number, the caller waits for one to end.
const MOST_ABANDONED: usize = 8;
/// The stack size of a thread in bytes, as large as that of a main thread.
const STACK: usize = 8 << 20;

/// The abandoned runs. Some of them may have ended since.
static ABANDONED: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

pub(super) enum Ended<T> {
    With(T),
    /// The run was abandoned for this reason. The watch has what it found.
    Left(Stop, Arc<Watch>),
    /// The run gave no result; the phrase says why.
    Failed(&'static str),
}

/// Runs `work` with `HiGHS` in a separate thread. The watch stops the run when a limit of `control` is
/// reached, or when the process has grown since the start of the run by more memory than `control` allows.
/// Memory that other threads allocate meanwhile cannot be told apart, so it counts as well.
pub(super) fn run<T: Send + 'static>(
    what: &str,
    control: &Control,
    work: impl FnOnce(&Watch) -> T + Send + 'static,
) -> Ended<T> {
    if let Err(word) = version::check() {
        return Ended::Failed(word);
    }
    #[cfg(all(windows, target_env = "gnu"))]
    ffi::order_destructors();
    let log = control.solver_settings().log.as_ref();
    let watch = Arc::new(Watch::new(control));
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
            let result = catch_unwind(AssertUnwindSafe(|| work(&shared)));
            ffi::end_workers();
            // A panic drops the sender, which the waiting thread notices.
            if let Ok(result) = result {
                // Sending fails if the run was abandoned.
                let _ = sender.send(result);
            }
        });
    let Ok(thread) = thread else { return Ended::Failed("could not start a thread for HiGHS") };
    let memory = memory::resident().map(memory::Watch::new);
    let clock = Instant::now();
    let mut asked: Option<(Stop, Instant)> = None;
    let mut reported = (0, None);
    loop {
        let received = receiver.recv_timeout(TICK);
        pass_on();
        match received {
            Ok(result) => {
                // The thread only has to free its memory.
                let _ = thread.join();
                return Ended::With(result);
            }
            Err(RecvTimeoutError::Disconnected) => return Ended::Failed("HiGHS failed"),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let now = (watch.nodes(), watch.bound().map(f64::to_bits));
        if now != reported {
            reported = now;
            control.report_progress(|| progress(what, &watch, clock.elapsed()));
        }
        if let Some((stop, since)) = &mut asked {
            // A run that has no turn cannot return its results.
            if control.is_paused() {
                *since = Instant::now();
            }
            if since.elapsed() >= GRACE {
                let mut abandoned = ABANDONED.lock().unwrap_or_else(PoisonError::into_inner);
                abandoned.retain(|run| !run.is_finished());
                if abandoned.len() < MOST_ABANDONED {
                    abandoned.push(thread);
                    return Ended::Left(*stop, watch);
                }
            }
        } else {
            let is_over = memory.as_ref().is_some_and(|m| m.is_over(control.memory_limit()));
            let stop = if is_over { Some(Stop::Memory) } else { control.check_waiting().err() };
            if let Some(stop) = stop {
                watch.stop.get_or_init(|| stop);
                asked = Some((stop, Instant::now()));
            }
        }
    }
}

fn progress(what: &str, watch: &Watch, time: Duration) -> String {
    let bound = watch.bound().filter(|bound| bound.is_finite());
    let bound = bound.map_or("none".to_owned(), |bound| format!("{bound:.2}"));
    let gap = if what.is_empty() { "" } else { ", " };
    let (nodes, seconds) = (watch.nodes(), time.as_secs_f64());
    format!("milp: {what}{gap}{nodes} nodes, bound {bound}, {seconds:.0} s")
}

unsafe extern "C" {
    /// A function of the C library: ends the process without the clean-up that `exit` does first.
    fn _Exit(code: std::ffi::c_int) -> !;
}

/// Whether an abandoned run of `HiGHS` is still running.
pub fn goes_on() -> bool {
    let abandoned = ABANDONED.lock().unwrap_or_else(PoisonError::into_inner);
    abandoned.iter().any(|run| !run.is_finished())
}

/// Ends the process while abandoned runs of `HiGHS` may still be running. An ordinary exit would destroy
/// strings and tables of the C++ library that they use. Buffered output is lost.
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
        // Ignores the watch until it is released, like HiGHS in presolve.
        let deaf = |free: &Arc<AtomicBool>| {
            let free = Arc::clone(free);
            move |watch: &Watch| {
                while !free.load(Relaxed) {
                    thread::sleep(Duration::from_millis(1));
                }
                assert_eq!(watch.stop.get(), Some(&Stop::Time));
            }
        };
        for _ in 0..MOST_ABANDONED {
            assert!(matches!(run("", &control, deaf(&free)), Ended::Left(Stop::Time, _)));
        }
        let before = *said.lock().expect("a number");
        // One more run has to wait while the others are still running.
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
