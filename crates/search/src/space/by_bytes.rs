//! Lookup tables for functions of a set of holes that are sums over its bytes.

/// The value of each byte of a set, by the index of the byte and by its 256 values.
pub(crate) struct ByBytes<T>(Vec<[T; 256]>);

impl<T> ByBytes<T> {
    /// Makes the tables for sets of this many holes. `of` is called for every set within one byte; such a set
    /// may contain holes beyond the last one.
    pub(crate) fn new(holes: usize, of: impl Fn(u64) -> T) -> Self {
        let byte = |byte: usize| std::array::from_fn(|value| of((value as u64) << (8 * byte)));
        Self((0..holes.div_ceil(8)).map(byte).collect())
    }

    /// The values of all bytes of a set.
    #[inline(always)]
    pub(crate) fn of(&self, set: u64) -> impl Iterator<Item = &T> {
        let bytes = self.0.iter().enumerate();
        bytes.map(move |(byte, values)| &values[(set >> (8 * byte) & 255) as usize])
    }
}
