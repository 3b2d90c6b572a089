//! The positions of a class, numbered without gaps.
//!
//! Within a position class some holes follow from the others ([`class::dependent_holes`]). The bits of the other
//! holes, pushed together, number the positions. Least images crowd at low numbers; a table that needs them
//! spread gives a linear map that mixes the bits, so that the way to the number is still one linear map.

use crate::peg::board::Board;
use crate::peg::board::position::Position;
use crate::peg::bounds::class;
use crate::peg::search::space::by_bytes::ByBytes;

/// A linear map of bits.
struct Linear(ByBytes<u64>);

impl Linear {
    /// From the images of single bits.
    fn new(bits: usize, image: impl Fn(usize) -> u64) -> Self {
        let of_set = |set: u64| {
            let within = (0..bits).filter(|bit| set >> bit & 1 == 1);
            within.fold(0, |sum, bit| sum ^ image(bit))
        };
        Self(ByBytes::new(bits, of_set))
    }

    #[inline]
    fn of(&self, word: u64) -> u64 {
        self.0.of(word).fold(0, |sum, part| sum ^ part)
    }
}

/// The numbers of the positions of a board, or of one class of them.
pub(crate) struct Numbering {
    numbers: Linear,
    positions: Linear,
    /// The holes that the class alone would fill.
    offset: u64,
}

impl Numbering {
    /// Bits of a number: the holes that do not follow from others.
    pub(crate) fn bits(board: &Board, in_one_class: bool) -> u32 {
        let dependent = if in_one_class { class::dependent_holes(board).len() } else { 0 };
        (board.holes() - dependent) as u32
    }

    /// For the class of a position, or for all classes if there is none. `mix` is a linear map of
    /// numbers, of `bits` bits at least [`Self::bits`], and `unmix` undoes it.
    pub(crate) fn new(
        board: &Board,
        member: Option<Position>,
        bits: u32,
        mix: impl Fn(u64) -> u64,
        unmix: impl Fn(u64) -> u64,
    ) -> Self {
        let (dependent, markings) = if member.is_some() {
            (class::dependent_holes(board).0, class::markings(board))
        } else {
            (0, Vec::new())
        };
        let free: Vec<usize> = (0..board.holes()).filter(|h| dependent >> h & 1 == 0).collect();
        // The holes that a peg in a free hole fills: its own, and those that follow from it.
        let filled = |hole: usize| {
            let marked = markings.iter().filter(|marking| marking.0 >> hole & 1 == 1);
            marked.fold(1 << hole, |holes: u64, marking| holes ^ (marking.0 & dependent))
        };
        let number = |hole: usize| {
            let bit = free.iter().position(|&kept| kept == hole);
            bit.map_or(0, |bit| mix(1 << bit))
        };
        let position = |bit: usize| {
            let number = unmix(1 << bit);
            let holes = free.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
            holes.fold(0, |sum, (_, &hole)| sum ^ filled(hole))
        };
        let is_odd = |marking: &&Position| member.is_some_and(|one| class::is_odd(**marking, one));
        let odd = markings.iter().filter(is_odd);
        Self {
            numbers: Linear::new(board.holes(), number),
            positions: Linear::new(bits as usize, position),
            offset: odd.fold(0, |holes, marking| holes ^ (marking.0 & dependent)),
        }
    }

    /// The number of a position of the class.
    #[inline]
    pub(crate) fn number(&self, position: u64) -> u64 {
        self.numbers.of(position)
    }

    /// The position with a number.
    #[inline]
    pub(crate) fn position(&self, number: u64) -> u64 {
        self.positions.of(number) ^ self.offset
    }
}
