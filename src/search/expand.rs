//! Successors of a position, each as the least of its images, without making every image anew.
//!
//! The images of a position under all symmetries are held side by side. A leap flips three
//! holes, so the images of a successor are those of the position, each flipped by the image of
//! the leap.

use crate::board::{Board, Symmetry};
use crate::solitaire::Leap;

/// At most 8 leaps start from each of 64 holes.
const MAX_LEAPS: usize = 512;

/// The images of one leap.
#[derive(Clone, Copy)]
struct LeapImages<const LANES: usize> {
    from: u8,
    /// The three holes, a lane a symmetry.
    flips: [u64; LANES],
    /// The hole of the peg after the leap.
    landings: [u64; LANES],
}

/// A game with a group of at most `LANES` symmetries. Lanes beyond the group repeat the identity.
pub(super) struct Expander<const LANES: usize> {
    leaps: Vec<LeapImages<LANES>>,
    /// The leaps that start from each hole: number, all three holes, those that need a peg.
    from: Vec<Vec<(u16, u64, u64)>>,
    /// The leaps that land in each hole.
    to: Vec<Vec<(u16, u64, u64)>>,
    /// By byte of the board and value of the byte.
    bytes: Vec<[[u64; LANES]; 256]>,
    holes: usize,
    /// The number of symmetries; further lanes repeat the identity.
    order: usize,
}

/// Calls a function of a number of lanes with the least number that holds a group.
macro_rules! for_lanes {
    ($group:expr, $call:ident($($argument:expr),* $(,)?)) => {
        match $group.symmetries().len() {
            1 => $call::<1>($($argument),*),
            2 => $call::<2>($($argument),*),
            3 | 4 => $call::<4>($($argument),*),
            5..=8 => $call::<8>($($argument),*),
            _ => $call::<16>($($argument),*),
        }
    };
}
pub(super) use for_lanes;

/// A successor: the position, the union of the landing holes in all symmetries that lead to it,
/// and whether the leap was made by one of the pegs asked about.
pub(super) struct Successor {
    pub(super) position: u64,
    pub(super) movers: u64,
    pub(super) continues: bool,
}

/// Which leaps are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// All.
    Every,
    /// Those of the pegs that moved last.
    Continuing,
    /// Those of all other pegs.
    Beginning,
}

impl<const LANES: usize> Expander<LANES> {
    pub(super) fn new(board: &Board, leaps: &[Leap], symmetries: &[Symmetry]) -> Self {
        let lane = |n: usize| symmetries.get(n).unwrap_or(&symmetries[0]);
        let image = |set: u64, symmetry: &Symmetry| {
            let holes = symmetry.iter().enumerate().filter(|(h, _)| set >> h & 1 == 1);
            holes.fold(0u64, |image, (_, to)| image | 1 << to)
        };
        let images = |set: u64| std::array::from_fn(|n| image(set, lane(n)));
        let holes = board.holes();
        let numbers = |test: &dyn Fn(&Leap) -> bool| {
            let chosen = leaps.iter().enumerate().filter(|(_, leap)| test(leap));
            chosen.map(|(number, leap)| (number as u16, leap.all, leap.need)).collect::<Vec<_>>()
        };
        // The identity comes first in the board's list, so lane 0 is the position itself.
        let value =
            |byte: usize, value: usize| images(((value as u64) << (8 * byte)) & board.full().0);
        Self {
            leaps: leaps
                .iter()
                .map(|&leap| LeapImages {
                    from: leap.from,
                    flips: images(leap.all),
                    landings: images(1 << leap.to),
                })
                .collect(),
            from: (0..holes).map(|h| numbers(&|leap| usize::from(leap.from) == h)).collect(),
            to: (0..holes).map(|h| numbers(&|leap| usize::from(leap.to) == h)).collect(),
            bytes: (0..holes.div_ceil(8))
                .map(|byte| std::array::from_fn(|v| value(byte, v)))
                .collect(),
            holes,
            order: symmetries.len(),
        }
    }

    #[inline]
    fn images(&self, position: u64) -> [u64; LANES] {
        let mut images = [0; LANES];
        for (byte, lines) in self.bytes.iter().enumerate() {
            let line = &lines[(position >> (8 * byte) & 255) as usize];
            for lane in 0..LANES {
                images[lane] |= line[lane];
            }
        }
        images
    }

    /// The least image of a position.
    pub(super) fn least(&self, position: u64) -> u64 {
        least(&self.images(position))
    }

    /// The number of different images of a position.
    pub(super) fn orbit(&self, position: u64) -> usize {
        let images = self.images(position);
        self.order / images[..self.order].iter().filter(|&&image| image == position).count()
    }

    /// The number of leaps that fit.
    pub(super) fn mobility(&self, position: u64) -> u32 {
        let all = self.from.iter().flatten();
        all.filter(|(_, all, need)| position & all == *need).count() as u32
    }

    /// Whether one of the last movers can go on.
    #[inline]
    pub(super) fn can_continue(&self, position: u64, movers: u64) -> bool {
        let mut rest = movers;
        while rest != 0 {
            let hole = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if self.from[hole].iter().any(|(_, all, need)| position & all == *need) {
                return true;
            }
        }
        false
    }

    /// Calls `visit` for each wanted successor of a position whose last movers are `movers`.
    #[inline]
    pub(super) fn successors(
        &self,
        position: u64,
        movers: u64,
        wanted: Wanted,
        mut visit: impl FnMut(Successor),
    ) {
        let images = self.images(position);
        let full = if self.holes == 64 { u64::MAX } else { (1 << self.holes) - 1 };
        let empty = full & !position;
        // A leap starts from a peg and lands in an empty hole: look at whichever are fewer.
        let (mut ends, lists) = match wanted {
            Wanted::Continuing => (movers & position, &self.from),
            Wanted::Beginning if (position & !movers).count_ones() <= empty.count_ones() => {
                (position & !movers, &self.from)
            }
            Wanted::Every if position.count_ones() <= empty.count_ones() => (position, &self.from),
            Wanted::Every | Wanted::Beginning => (empty, &self.to),
        };
        // Which leaps fit is hard to foresee: they are collected without branches.
        let mut fitting = [0u16; MAX_LEAPS];
        let mut count = 0;
        while ends != 0 {
            let hole = ends.trailing_zeros() as usize;
            ends &= ends - 1;
            for &(number, all, need) in &lists[hole] {
                fitting[count & (MAX_LEAPS - 1)] = number;
                count += usize::from(position & all == need);
            }
        }
        for &number in &fitting[..count.min(MAX_LEAPS)] {
            let leap = &self.leaps[usize::from(number)];
            let continues = movers >> leap.from & 1 == 1;
            if continues && wanted == Wanted::Beginning {
                continue;
            }
            let flipped: [u64; LANES] = std::array::from_fn(|lane| images[lane] ^ leap.flips[lane]);
            let least = least(&flipped);
            let landed = flipped.iter().zip(leap.landings).fold(0, |union, (&image, landing)| {
                union | if image == least { landing } else { 0 }
            });
            visit(Successor { position: least, movers: landed, continues });
        }
    }
}

#[inline]
fn least<const LANES: usize>(images: &[u64; LANES]) -> u64 {
    let mut least = images[0];
    for &image in &images[1..] {
        least = least.min(image);
    }
    least
}
