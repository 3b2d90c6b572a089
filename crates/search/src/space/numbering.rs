//! Numbers the positions of a position class without gaps.
//!
//! Within a position class, the state of some holes follows from that of the others
//! ([`class::dependent_holes`]). The bits of the other holes, in order, are the number of a position. Least
//! images are concentrated at low numbers. A table that needs them spread provides a linear map that mixes
//! the bits, so that the number of a position is still obtained by a single linear map over bits (GF(2)).

use crate::space::by_bytes::ByBytes;
use soliter_boards::bounds::class;
use soliter_boards::{board::Board, board::position::Position};

/// The linear map over bits (GF(2)) with these images of single bits.
fn linear(bits: usize, image: impl Fn(usize) -> u64) -> ByBytes<u64> {
    let images: Vec<u64> = (0..bits).map(image).collect();
    ByBytes::new(bits, |set| {
        let within = images.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
        within.fold(0, |sum, (_, image)| sum ^ image)
    })
}

/// Numbers the positions of a board, or those of one position class.
pub(crate) struct Numbering {
    /// Maps a position to its number.
    numbers: ByBytes<u64>,
    /// Maps a number to its position, without `offset`.
    positions: ByBytes<u64>,
    /// The dependent holes that are full in the position with number 0.
    offset: u64,
}

impl Numbering {
    /// The bits of a number, one for each hole that does not follow from others.
    pub(crate) fn bits(board: &Board, in_one_class: bool) -> u32 {
        let dependent = if in_one_class { class::dependent_holes(board).len() } else { 0 };
        (board.holes() - dependent) as u32
    }

    /// Numbers the class of `member`, or the positions of all classes. `mix` is a linear map of numbers of
    /// `bits` bits, which are at least [`Self::bits`], and `unmix` is its inverse.
    pub(crate) fn new(
        board: &Board,
        member: Option<&Position>,
        bits: u32,
        mix: impl Fn(u64) -> u64,
        unmix: impl Fn(u64) -> u64,
    ) -> Self {
        let (dependent, markings) = if member.is_some() {
            (class::dependent_holes(board).word(), class::markings(board))
        } else {
            (0, Vec::new())
        };
        let free: Vec<usize> = (0..board.holes()).filter(|h| dependent >> h & 1 == 0).collect();
        // The holes that are flipped when a peg is put into a free hole: the hole itself, and the dependent
        // holes of its markings.
        let filled = |hole: usize| {
            let marked = markings.iter().filter(|marking| marking.word() >> hole & 1 == 1);
            marked.fold(1 << hole, |holes: u64, marking| holes ^ (marking.word() & dependent))
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
        let is_odd = |marking: &&Position| member.is_some_and(|one| class::is_odd(marking, one));
        let odd = markings.iter().filter(is_odd);
        Self {
            numbers: linear(board.holes(), number),
            positions: linear(bits as usize, position),
            offset: odd.fold(0, |holes, marking| holes ^ (marking.word() & dependent)),
        }
    }

    #[inline]
    pub(crate) fn number(&self, position: u64) -> u64 {
        self.numbers.of(position).fold(0, |sum, part| sum ^ part)
    }

    #[inline]
    pub(crate) fn position(&self, number: u64) -> u64 {
        self.positions.of(number).fold(self.offset, |sum, part| sum ^ part)
    }
}
