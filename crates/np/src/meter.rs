//! Counts the work done for a program against the limits of time and memory.
//!
//! Every loop whose length depends on a program or its data reports its work to a [`Meter`].

use std::cell::{Cell, OnceCell};
use std::fmt;

use soliter_base::control::{Control, Stop};
use soliter_base::memory::resident;

/// The bytes of work between two checks of the limits, which are well below a millisecond of work.
const LOOK_EVERY: u64 = 1 << 18;

/// The bytes of work between two measurements of the process's memory, which take some microseconds each.
const MEASURE_EVERY: u64 = 1 << 20;

/// Counts work and measures memory as the growth of the process since it was first measured, which is after little
/// work. Memory allocated before then does not count. Memory that other threads allocate meanwhile cannot be told apart, so it
/// counts as well.
pub(crate) struct Meter {
    control: Control,
    /// The memory of the process in bytes when it was first measured, if the system reports it.
    before: OnceCell<Option<u64>>,
    until_look: Cell<u64>,
    until_measure: Cell<u64>,
}

impl Meter {
    pub(crate) fn new(control: &Control) -> Self {
        Self {
            control: control.clone(),
            before: OnceCell::new(),
            until_look: Cell::new(0),
            until_measure: Cell::new(MEASURE_EVERY),
        }
    }

    /// Counts one turn of a loop. `bytes` is roughly what the turn reads and writes.
    pub(crate) fn step(&self, bytes: usize) -> Result<(), Stop> {
        let bytes = bytes as u64 + 8;
        match self.until_look.get().checked_sub(bytes) {
            Some(left) => {
                self.until_look.set(left);
                Ok(())
            }
            None => self.look(bytes),
        }
    }

    #[cold]
    fn look(&self, bytes: u64) -> Result<(), Stop> {
        self.until_look.set(LOOK_EVERY);
        self.control.check()?;
        let left = self.until_measure.get().saturating_sub(bytes.max(LOOK_EVERY));
        if left > 0 {
            self.until_measure.set(left);
            return Ok(());
        }
        self.until_measure.set(MEASURE_EVERY);
        self.control.check_memory(self.grown())
    }

    pub(crate) fn grown(&self) -> u64 {
        let before = *self.before.get_or_init(resident);
        before.zip(resident()).map_or(0, |(before, now)| now.saturating_sub(before))
    }

    pub(crate) fn report_progress(&self, text: impl FnOnce() -> String) {
        self.control.report_progress(text);
    }

    /// A meter with the limits of [`Control::for_last_step`].
    pub(crate) fn for_last_step(&self) -> Self {
        Self::new(&self.control.for_last_step())
    }

    /// Limits for the remaining work, with the remaining memory.
    pub(crate) fn rest(&self) -> Control {
        let left = self.control.memory_limit().saturating_sub(self.grown());
        self.control.clone().memory(left)
    }
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meter").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_are_looked_at_by_the_work_done() {
        let meter = Meter::new(&Control::default());
        let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let cancelled = Meter::new(&Control::default().cancelled_by(flag.clone()));
        assert_eq!((meter.step(1), cancelled.step(1)), (Ok(()), Ok(())));
        flag.store(true, std::sync::atomic::Ordering::Relaxed);
        let steps = (0..LOOK_EVERY).take_while(|_| cancelled.step(1).is_ok()).count();
        assert!(steps < LOOK_EVERY as usize, "never looked");
        let narrow = Meter::new(&Control::default().memory(1 << 20));
        let mut taken = Vec::new();
        while taken.len() < 64 && narrow.step(1 << 20).is_ok() {
            taken.push(vec![1u8; 1 << 20]);
        }
        // If the system does not report the memory, nothing is measured.
        assert!(taken.len() < 16 || resident().is_none(), "{} MiB", taken.len());
    }
}
