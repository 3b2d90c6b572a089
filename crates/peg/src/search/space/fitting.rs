//! Finds the legal leaps of a position by shifting the whole board.
//!
//! Leaps whose holes are equally far apart in the numbering of the board are tested together. The position is
//! shifted by both distances, and a leap is legal if the pattern appears at the bit of its lowest hole.

use crate::board::position::Hole;
use crate::rules::Leap;
use soliter_base::control::Stop;

/// Leaps in one direction with the same distances between their holes.
struct Family {
    /// The lowest holes of the leaps.
    anchors: u64,
    /// The distances from the lowest hole to the middle one, to the highest one, and to the one that the peg
    /// leaves.
    middle: u32,
    high: u32,
    from: u32,
    /// All ones if the lowest hole is the empty one of the three, and 0 if the highest is.
    empty_low: u64,
    /// The word in which its lowest holes are returned.
    word: usize,
}

/// The number of words that hold the lowest holes of the leaps found. A hole is the lowest of at most 8 leaps:
/// two in either direction along each of four lines through it.
pub(crate) const WORDS: usize = 8;

const TOO_MANY: Stop = Stop::Fault("too many leaps share their lowest hole");
const NOT_BETWEEN: Stop =
    Stop::Fault("a leap is over a hole that is not numbered between its ends");

/// The leaps of a game by direction and lowest hole.
pub(crate) struct Fitting {
    families: Vec<Family>,
    /// The number of the leap for each word and lowest hole.
    numbers: Vec<[u16; 64]>,
    /// The holes that are flipped before the test, so that the pattern is always two pegs and an empty hole.
    flip: u64,
}

impl Fitting {
    pub(crate) fn new(leaps: &[Leap]) -> Result<Self, Stop> {
        // Either all leaps of a game need two pegs and an empty hole, or all need one peg and two empty holes.
        let flip = if leaps.iter().all(|leap| leap.need.count_ones() == 2) { 0 } else { u64::MAX };
        // Boards that list their jumps number their holes in any order.
        let is_between = |leap: &Leap| {
            let over = (leap.all & !(1 << leap.from | 1 << leap.to)).trailing_zeros();
            let ends = [leap.from, leap.to].map(u32::from);
            over > ends[0].min(ends[1]) && over < ends[0].max(ends[1])
        };
        if !leaps.iter().all(is_between) {
            return Err(NOT_BETWEEN);
        }
        if leaps.len() > 64 * WORDS {
            return Err(TOO_MANY);
        }
        let place = |leap: &Leap| {
            let (low, high) = (leap.from.min(leap.to), leap.from.max(leap.to));
            let middle = (leap.all & !(1 << low) & !(1 << high)).trailing_zeros();
            let empty_low = if (leap.need ^ flip) >> low & 1 == 0 { u64::MAX } else { 0 };
            let distance = |hole: u32| hole - u32::from(low);
            (distance(middle), distance(high.into()), distance(leap.from.into()), empty_low)
        };
        let mut kinds: Vec<_> = leaps.iter().map(place).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let mut families: Vec<Family> = Vec::new();
        let mut numbers: Vec<[u16; 64]> = Vec::new();
        let mut words: Vec<u64> = Vec::new();
        for kind in kinds {
            let members: Vec<(Hole, u16)> = (leaps.iter().zip(0..))
                .filter(|(leap, _)| place(leap) == kind)
                .map(|(leap, number)| (leap.from.min(leap.to), number))
                .collect();
            let all = members.iter().fold(0, |set, (low, _)| set | 1u64 << low);
            if words.len() < WORDS && words.iter().all(|used| used & all != 0) {
                words.push(0);
                numbers.push([0; 64]);
            }
            let whole = words.iter().position(|used| used & all == 0);
            let first = families.len();
            for (low, number) in members {
                let free = |used: &u64| used >> low & 1 == 0;
                let word = whole.or_else(|| words.iter().position(free)).ok_or(TOO_MANY)?;
                words[word] |= 1 << low;
                numbers[word][usize::from(low)] = number;
                match families[first..].last_mut() {
                    Some(last) if last.word == word => last.anchors |= 1 << low,
                    _ => {
                        let (anchors, (middle, high, from, empty_low)) = (1 << low, kind);
                        families.push(Family { anchors, middle, high, from, empty_low, word });
                    }
                }
            }
        }
        Ok(Self { families, numbers, flip })
    }

    /// The lowest holes of the legal leaps whose peg leaves one of the holes `from`, by word.
    #[inline(always)]
    pub(crate) fn fits(&self, position: u64, from: u64) -> [u64; WORDS] {
        let position = position ^ self.flip;
        let mut words = [0; WORDS];
        for family in &self.families {
            let low = position ^ family.empty_low;
            let high = (position >> family.high) ^ !family.empty_low;
            let three = low & position >> family.middle & high;
            words[family.word % WORDS] |= three & family.anchors & from >> family.from;
        }
        words
    }

    /// Calls `visit` with the number of each leap that [`Self::fits`] has found.
    #[inline(always)]
    pub(crate) fn each(&self, words: [u64; WORDS], mut visit: impl FnMut(usize)) {
        for (mut word, numbers) in words.into_iter().zip(&self.numbers) {
            while word != 0 {
                visit(usize::from(numbers[word.trailing_zeros() as usize]));
                word &= word - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If the ninth leap were silently left out, all searches would ignore it.
    #[test]
    fn a_leap_without_a_word_is_a_fault() {
        let leap = |number: Hole| {
            let (over, to) = (1 + number, 20 + number);
            Leap { all: 1 | 1 << over | 1 << to, need: 1 | 1 << over, from: 0, to, named: None }
        };
        let leaps: Vec<Leap> = (0..9).map(leap).collect();
        assert!(Fitting::new(&leaps[..8]).is_ok());
        assert_eq!(Fitting::new(&leaps).err(), Some(TOO_MANY));
        let outside = Leap { all: 0b111, need: 0b011, from: 1, to: 2, named: None };
        assert_eq!(Fitting::new(&[outside]).err(), Some(NOT_BETWEEN));
    }
}
