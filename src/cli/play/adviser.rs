//! Finds out in the background from which positions the finish can be reached.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use soliter::base::control::{Control, Stop};
use soliter::{boards::puzzle::Puzzle, search::reachable::oracle::Oracle};

/// The interval at which the state of the oracle is checked.
const LOOK: Duration = Duration::from_millis(10);

/// Builds an oracle while the player makes the first jumps.
pub(crate) struct Adviser {
    cancelled: Arc<AtomicBool>,
    work: Option<JoinHandle<Result<Oracle, Stop>>>,
    oracle: Option<Oracle>,
}

impl Adviser {
    pub(crate) fn start(puzzle: &Puzzle, control: Control) -> Self {
        let cancelled = Arc::new(AtomicBool::new(false));
        let control = control.cancelled_by(Arc::clone(&cancelled));
        let puzzle = puzzle.clone();
        let work = std::thread::spawn(move || Oracle::new(&puzzle, &control));
        Self { cancelled, work: Some(work), oracle: None }
    }

    /// Waits until the oracle is ready or has failed, or until `is_enough` returns true.
    pub(crate) fn wait(&self, is_enough: impl Fn() -> bool) {
        while self.work.as_ref().is_some_and(|work| !work.is_finished()) && !is_enough() {
            std::thread::sleep(LOOK);
        }
    }

    /// The oracle, if it is ready; `None` also if it could not be built within the limits.
    pub(crate) fn oracle(&mut self) -> Option<&Oracle> {
        if let Some(work) = self.work.take_if(|work| work.is_finished()) {
            self.oracle = work.join().ok().and_then(Result::ok);
        }
        self.oracle.as_ref()
    }
}

impl Drop for Adviser {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
        if let Some(work) = self.work.take() {
            let _ = work.join();
        }
    }
}
