//! The turn of one computation among several, of which only one works at a time ([`crate::race`]).

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// What a computation may still do in its turn.
pub(crate) struct Turn {
    /// The work that is left.
    left: AtomicI64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Running,
    Waiting,
    Ended,
    /// Nobody needs its result any longer.
    Dismissed,
}

impl Turn {
    /// A turn that has not begun.
    pub(crate) fn new() -> Self {
        let state = Mutex::new(State::Waiting);
        Self { left: AtomicI64::new(0), state, changed: Condvar::new() }
    }

    /// Takes work from the turn, and waits for the next one if nothing is left. Returns whether the result is still wanted.
    pub(crate) fn spend(&self, work: u64) -> bool {
        if self.left.fetch_sub(work as i64, Ordering::Relaxed) >= work as i64 {
            return true;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while self.left.load(Ordering::Relaxed) <= 0 && *state != State::Dismissed {
            if *state == State::Running {
                *state = State::Waiting;
                self.changed.notify_all();
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        *state != State::Dismissed
    }

    /// Lets the computation work until its turn is over. Returns whether it has ended.
    pub(crate) fn grant(&self, work: u64) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if *state == State::Ended {
            return true;
        }
        // What the last turn took too much is not made up for, since it is bounded by one step of the work.
        self.left.store(work as i64, Ordering::Relaxed);
        *state = State::Running;
        self.changed.notify_all();
        while *state == State::Running {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        *state == State::Ended
    }

    /// Lets the computation do some work without a pause, and no more after it.
    pub(crate) fn last(&self, work: u64) {
        self.left.store(work as i64, Ordering::Relaxed);
        self.dismiss();
    }

    /// Says that the computation has ended.
    pub(crate) fn end(&self) {
        self.set(State::Ended);
    }

    /// Says that nobody needs the result, unless the computation has ended.
    pub(crate) fn dismiss(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if *state != State::Ended {
            *state = State::Dismissed;
        }
        self.changed.notify_all();
    }

    fn set(&self, to: State) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = to;
        self.changed.notify_all();
    }
}
