//! Finds the legal leaps of a position by shifting the whole board.
//!
//! Leaps whose holes are equally far apart in a numbering of the board are tested together. The position is
//! shifted by both distances, and a leap is legal if the pattern appears at the bit of its lowest hole.
//!
//! The fewer distances there are, the faster the test. The board's own numbering has more than necessary: on the
//! English board, the second and third holes of a downward jump are 3 and 8, 5 and 12, 7 and 14, 7 and 12, or 5 and 8
//! places after the first. Here a hole in row r and column c has the bit ar + bc instead, so that each direction has
//! one pair of distances: with a = 1 and b = 7, all of these are 1 and 2 places after the first.

use crate::space::by_bytes::ByBytes;
use soliter_base::control::Stop;
use soliter_boards::rules::Leap;
use soliter_boards::{board::Board, board::position::Hole};

/// Leaps in one direction with the same distances between the bits of their holes.
struct Family {
    /// The lowest bits of the leaps.
    anchors: u64,
    /// The distances from the lowest bit to the middle one, to the highest one, and to that of the hole that the
    /// peg leaves.
    middle: u32,
    high: u32,
    from: u32,
    /// All ones if the lowest hole is the empty one of the three, and 0 if the highest is.
    empty_low: u64,
    /// The word in which its lowest bits are returned.
    word: usize,
}

/// The number of words that hold the lowest bits of the leaps found. A hole is the lowest of at most 8 leaps:
/// two in either direction along each of four lines through it.
pub(crate) const WORDS: usize = 8;

/// The largest factor of a row or column in the number of a bit.
const MOST_FACTOR: i32 = 32;

const TOO_MANY: Stop = Stop::Fault("too many leaps share their lowest hole");
const NOT_BETWEEN: Stop =
    Stop::Fault("a leap is over a hole that is not numbered between its ends");

/// The leaps of a game by direction and lowest bit.
pub(crate) struct Fitting {
    /// The bits of a set of holes.
    bits: ByBytes<u64>,
    families: Vec<Family>,
    /// The number of the leap for each word and lowest bit.
    numbers: Vec<[u16; 64]>,
    /// The holes that are flipped before the test, so that the pattern is always two pegs and an empty hole.
    flip: u64,
}

impl Fitting {
    pub(crate) fn new(board: &Board, leaps: &[Leap]) -> Result<Self, Stop> {
        let bit_of = bits_of_holes(board);
        // Either all leaps of a game need two pegs and an empty hole, or all need one peg and two empty holes.
        let flip = if leaps.iter().all(|leap| leap.need.count_ones() == 2) { 0 } else { u64::MAX };
        // Boards that list their jumps number their holes in any order.
        let bits_of = |leap: &Leap| {
            let over = (leap.all & !(1 << leap.from | 1 << leap.to)).trailing_zeros();
            let [from, over, to] =
                [leap.from.into(), over, leap.to.into()].map(|hole: u32| bit_of[hole as usize]);
            (from.min(to), over, from.max(to), from)
        };
        let is_between = |leap: &Leap| {
            let (low, middle, high, _) = bits_of(leap);
            low < middle && middle < high
        };
        if !leaps.iter().all(is_between) {
            return Err(NOT_BETWEEN);
        }
        if leaps.len() > 64 * WORDS {
            return Err(TOO_MANY);
        }
        let place = |leap: &Leap| {
            let (low, middle, high, from) = bits_of(leap);
            let lowest = if low == from { leap.from } else { leap.to };
            let empty_low = if (leap.need ^ flip) >> lowest & 1 == 0 { u64::MAX } else { 0 };
            (middle - low, high - low, from - low, empty_low)
        };
        let mut kinds: Vec<_> = leaps.iter().map(place).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let mut families: Vec<Family> = Vec::new();
        let mut numbers: Vec<[u16; 64]> = Vec::new();
        let mut words: Vec<u64> = Vec::new();
        for kind in kinds {
            let members: Vec<(u32, u16)> = (leaps.iter().zip(0..))
                .filter(|(leap, _)| place(leap) == kind)
                .map(|(leap, number)| (bits_of(leap).0, number))
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
                numbers[word][low as usize] = number;
                match families[first..].last_mut() {
                    Some(last) if last.word == word => last.anchors |= 1 << low,
                    _ => {
                        let (anchors, (middle, high, from, empty_low)) = (1 << low, kind);
                        families.push(Family { anchors, middle, high, from, empty_low, word });
                    }
                }
            }
        }
        let in_holes = |set: u64| {
            let within = bit_of.iter().enumerate().filter(|(hole, _)| set >> hole & 1 == 1);
            within.fold(0, |bits, (_, bit)| bits | 1u64 << bit)
        };
        Ok(Self { bits: ByBytes::new(bit_of.len(), in_holes), families, numbers, flip })
    }

    #[inline(always)]
    fn bits(&self, holes: u64) -> u64 {
        self.bits.of(holes).fold(0, |bits, more| bits | more)
    }

    /// The lowest bits of the legal leaps whose peg leaves one of the holes `from`, by word; `None` if there are none.
    ///
    /// Whether there are any is recorded separately: the words were written one by one, and the processor would have to
    /// wait for all of these writes before it could read the words as one vector.
    #[inline(always)]
    pub(crate) fn fits(&self, position: u64, from: u64) -> Option<[u64; WORDS]> {
        let position = self.bits(position) ^ self.flip;
        let from = if from == u64::MAX { from } else { self.bits(from) };
        let (mut words, mut any) = ([0; WORDS], 0);
        for family in &self.families {
            let low = position ^ family.empty_low;
            let high = (position >> family.high) ^ !family.empty_low;
            let three = low & position >> family.middle & high;
            let fitting = three & family.anchors & from >> family.from;
            words[family.word % WORDS] |= fitting;
            any |= fitting;
        }
        (any != 0).then_some(words)
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

/// The bit of each hole. On a drawn board it is `a` times the row plus `b` times the column, with factors for which no two
/// holes share a bit; if 64 bits are too few for that, or if the jumps are listed, it is the number of the hole.
fn bits_of_holes(board: &Board) -> Vec<u32> {
    let holes = 0..board.holes() as Hole;
    let numbers: Vec<u32> = holes.clone().map(u32::from).collect();
    if board.is_changed() {
        return numbers;
    }
    let mut factors = (1..=MOST_FACTOR).flat_map(|a| (1..=MOST_FACTOR).map(move |b| (a, b)));
    let apart = |(a, b): (i32, i32)| {
        let at = holes.clone().map(|hole| {
            let (row, column) = board.place(hole);
            a * row + b * column
        });
        let least = at.clone().min()?;
        let (mut used, mut bits) = (0u64, Vec::new());
        for at in at {
            let bit = (at - least) as u32;
            if bit > 63 || used >> bit & 1 == 1 {
                return None;
            }
            used |= 1 << bit;
            bits.push(bit);
        }
        Some(bits)
    };
    factors.find_map(apart).unwrap_or(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::from_full;
    use soliter_boards::board::lattice::{Directions, Lattice};
    use soliter_boards::rules;

    /// A row and a column of 31 holes. No factors give its holes different bits among 64.
    fn thin_cross() -> Board {
        let rows = (0..31).map(|row| if row == 15 { "o".repeat(31) } else { " ".repeat(15) + "o" });
        let drawing = rows.collect::<Vec<_>>().join("\n");
        Board::from_drawing(&drawing, Lattice::Square, Directions::Orthogonal).expect("a board")
    }

    /// Each direction has one pair of distances on a board that fits into 64 bits, and more on one that does not.
    #[test]
    fn directions_have_one_family_each() {
        for (model, directions, families) in [
            ("english", "orthogonal", 4),
            ("english", "all", 8),
            ("french", "orthogonal", 4),
            ("diamond", "orthogonal", 4),
            ("wiegleb", "orthogonal", 4),
            ("triangle36", "lines", 6),
            ("hexagon37", "lines", 6),
        ] {
            let board = from_full(model, directions).board().clone();
            let fitting = Fitting::new(&board, &rules::leaps(&board, false)).expect("leaps");
            assert_eq!(fitting.families.len(), families, "{model}");
        }
        let board = thin_cross();
        let fitting = Fitting::new(&board, &rules::leaps(&board, false)).expect("leaps");
        assert!(fitting.families.len() > 4);
    }

    /// If the ninth leap were silently left out, all searches would ignore it.
    #[test]
    fn a_leap_without_a_word_is_a_fault() {
        let leap = |number: Hole| {
            let (over, to) = (1 + number, 20 + number);
            Leap { all: 1 | 1 << over | 1 << to, need: 1 | 1 << over, from: 0, to, named: None }
        };
        // The bits of this board are the numbers of its holes.
        let board = thin_cross();
        let leaps: Vec<Leap> = (0..9).map(leap).collect();
        assert!(Fitting::new(&board, &leaps[..8]).is_ok());
        assert_eq!(Fitting::new(&board, &leaps).err(), Some(TOO_MANY));
        let outside = Leap { all: 0b111, need: 0b011, from: 1, to: 2, named: None };
        assert_eq!(Fitting::new(&board, &[outside]).err(), Some(NOT_BETWEEN));
    }
}
