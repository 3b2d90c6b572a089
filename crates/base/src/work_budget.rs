//! The work that a computation may do in its turn, when several share a thread of control and only one runs at a time ([`crate::race`]).

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// The work that a computation may still do in its turn.
pub(crate) struct WorkBudget {
    /// The remaining work.
    left: AtomicI64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Running,
    Waiting,
    Ended,
    /// The result is no longer needed.
    Dismissed,
}

impl WorkBudget {
    /// A turn that has not begun.
    pub(crate) fn new() -> Self {
        let state = Mutex::new(State::Waiting);
        Self { left: AtomicI64::new(0), state, changed: Condvar::new() }
    }

    /// Charges work to the turn, and waits for the next turn if none is left. Returns whether the result is
    /// still needed.
    pub(crate) fn charge(&self, work: u64) -> bool {
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

    /// Lets the computation run until its turn is over. Returns whether it has ended.
    pub(crate) fn resume(&self, work: u64) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if *state == State::Ended {
            return true;
        }
        // Work beyond the last turn is not deducted: it is at most one step.
        self.left.store(work as i64, Ordering::Relaxed);
        *state = State::Running;
        self.changed.notify_all();
        while *state == State::Running {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        *state == State::Ended
    }

    /// Whether the computation waits for its next turn.
    pub(crate) fn is_waiting(&self) -> bool {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) == State::Waiting
    }

    /// Whether the computation gets no more turns and has used up the last one.
    pub(crate) fn is_over(&self) -> bool {
        let state = *self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state == State::Dismissed && self.left.load(Ordering::Relaxed) <= 0
    }

    /// Lets the computation do some work without a pause, and no more after it.
    pub(crate) fn last(&self, work: u64) {
        self.left.store(work as i64, Ordering::Relaxed);
        self.dismiss();
    }

    /// Records that the computation has ended.
    pub(crate) fn end(&self) {
        self.set(State::Ended);
    }

    /// Marks the result as no longer needed, unless the computation has ended.
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
