//! Functions of a set of holes that are sums over its bytes, looked up byte by byte.

/// The value of each byte of a set: by its place, and by which of its eight holes are in the set.
pub(crate) struct ByBytes<T>(Vec<[T; 256]>);

impl<T> ByBytes<T> {
    /// For sets of so many holes; `of` is asked for sets within one byte, which may have holes beyond.
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
