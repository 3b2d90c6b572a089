//! Counts the work of reading, and stops when a limit is reached.

use soliter_base::control::{Control, Stop};

/// The steps between two looks at the limits, less than a millisecond. A short text is always read.
const BETWEEN: u64 = 1 << 14;

/// Counts steps: a character, a token, a name looked up, a jump replayed.
pub(crate) struct Meter<'a> {
    control: &'a Control,
    steps: u64,
    next: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(control: &'a Control) -> Self {
        Self { control, steps: 0, next: BETWEEN }
    }

    /// Adds steps, and checks the limits if it is time.
    pub(crate) fn work(&mut self, steps: usize) -> Result<(), Stop> {
        self.steps += steps as u64;
        if self.steps < self.next {
            return Ok(());
        }
        self.next = self.steps + BETWEEN;
        self.control.check_limits()
    }

    /// The steps so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Checks the memory limit before tables of this size are made.
    pub(crate) fn memory(&self, bytes: usize) -> Result<(), Stop> {
        self.control.check_memory(bytes as u64)
    }
}
