//! Random numbers for samples of positions.

/// A linear congruential generator, which gives the same numbers in every run.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new() -> Self {
        Self(1)
    }

    /// The next word. Its upper bits are more random than its lower bits.
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        self.0
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.word() >> 33) as usize % bound
    }
}
