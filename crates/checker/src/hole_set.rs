//! Sets of holes of a board of any size.

use std::fmt;

/// A set of holes, such as those that hold a peg.
///
/// Bit `i % 64` of word `i / 64` stands for hole `i`. The last word is not 0, so equal sets have equal words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HoleSet(Vec<u64>);

impl HoleSet {
    /// Reads a set in lower-case hexadecimal without a leading zero; `None` if the text is not such a number, or names a
    /// hole from `holes` on.
    pub(super) fn read(text: &str, holes: usize) -> Option<Self> {
        let plain = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !plain || text.is_empty() || (text.starts_with('0') && text != "0") {
            return None;
        }
        // The last 16 digits are the first word.
        let words = text.as_bytes().rchunks(16).map(|digits| {
            let digits = str::from_utf8(digits).ok()?;
            u64::from_str_radix(digits, 16).ok()
        });
        let mut set = Self(words.collect::<Option<_>>()?);
        set.trim();
        set.holes().last().is_none_or(|last| last < holes).then_some(set)
    }

    fn trim(&mut self) {
        while self.0.pop_if(|word| *word == 0).is_some() {}
    }

    /// Whether a hole is in the set.
    pub fn has(&self, hole: usize) -> bool {
        self.0.get(hole / 64).is_some_and(|word| word >> (hole % 64) & 1 == 1)
    }

    /// The holes of the set, in ascending order.
    pub fn holes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.0.len().saturating_mul(64)).filter(|hole| self.has(*hole))
    }

    /// The number of holes of the set.
    pub fn len(&self) -> usize {
        self.0.iter().fold(0, |sum, word| sum.saturating_add(word.count_ones() as usize))
    }

    /// Whether the set has no hole.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The set of the holes below 64, as one word.
    pub fn first_word(&self) -> u64 {
        self.0.first().copied().unwrap_or(0)
    }

    /// Whether all holes of the set are in the other.
    pub(super) fn is_within(&self, other: &Self) -> bool {
        self.holes().all(|hole| other.has(hole))
    }

    /// Removes a hole that is in the set, and adds one that is not.
    pub(super) fn flip(&mut self, hole: usize) {
        let (word, bit) = (hole / 64, 1 << (hole % 64));
        if self.0.len() <= word {
            self.0.resize(word.saturating_add(1), 0);
        }
        self.0[word] ^= bit;
        self.trim();
    }
}

impl fmt::LowerHex for HoleSet {
    /// The set as a number in hexadecimal, as in certificates.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = self.0.iter().rev();
        write!(f, "{:x}", words.next().unwrap_or(&0))?;
        words.try_for_each(|word| write!(f, "{word:016x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_any_size_are_read_and_changed() {
        let wide = HoleSet::read("10000000000000005", 65).expect("a set");
        assert_eq!(wide.holes().collect::<Vec<_>>(), [0, 2, 64]);
        assert_eq!((wide.len(), wide.first_word()), (3, 5));
        assert_eq!(format!("{wide:x} {:x}", HoleSet::default()), "10000000000000005 0");
        let mut less = wide.clone();
        less.flip(64);
        assert_eq!(Some(&less), HoleSet::read("5", 3).as_ref());
        assert!(less.is_within(&wide) && !wide.is_within(&less));
        less.flip(1000);
        assert!(less.has(1000) && !less.has(999) && !less.has(100_000));
        assert!(HoleSet::read("0", 1).is_some_and(|none| none.is_empty()));
        for (text, holes) in [
            ("10000000000000000", 64),
            ("8", 3),
            ("05", 9),
            ("00", 9),
            ("", 9),
            ("+5", 9),
            ("-5", 9),
            ("A", 9),
            ("0x5", 9),
            ("5_", 9),
            ("000000000000000000", 99),
        ] {
            assert_eq!(HoleSet::read(text, holes), None, "{text} on {holes} holes");
        }
    }
}
