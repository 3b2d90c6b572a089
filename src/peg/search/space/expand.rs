//! Successors of a position, each as the least of its images, without making every image anew.
//!
//! The images of a position under all symmetries are held side by side. A leap flips three
//! holes, so the images of a successor are those of the position, each flipped by the image of
//! the leap.

use crate::base::control::Stop;
use crate::peg::board::position::Hole;
use crate::peg::board::{Board, Symmetry};
use crate::peg::puzzle::Puzzle;
use crate::peg::rules::{self, Leap};
use crate::peg::search::space::fitting::{Fitting, WORDS};
use crate::peg::search::space::symmetry::Group;
use crate::peg::search::space::wide::{Width, Work};

/// The images of one leap.
#[derive(Clone, Copy)]
struct LeapImages<const LANES: usize> {
    from: Hole,
    /// The three holes, a lane a symmetry.
    flips: [u64; LANES],
    /// The hole of the peg after the leap.
    landings: [u64; LANES],
}

/// A game with a group of at most `LANES` symmetries. Lanes beyond the group repeat the identity.
pub(crate) struct Expander<const LANES: usize> {
    leaps: Vec<LeapImages<LANES>>,
    fitting: Fitting,
    width: Width,
    /// By byte of the board and value of the byte.
    bytes: Vec<[[u64; LANES]; 256]>,
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
pub(crate) use for_lanes;

/// A successor: the position, the union of the landing holes in all symmetries that lead to it,
/// the hole that the leap left before any symmetry, and whether one of the pegs asked about made
/// it.
pub(crate) struct Successor {
    pub(crate) position: u64,
    pub(crate) movers: u64,
    pub(crate) from: Hole,
    pub(crate) continues: bool,
}

/// Which leaps are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All.
    Every,
    /// Those of the pegs that moved last.
    Continuing,
    /// Those of all other pegs.
    Beginning,
}

impl<const LANES: usize> Expander<LANES> {
    /// The jumps of a puzzle, made and undone.
    ///
    /// # Errors
    /// See [`Fitting::new`].
    pub(crate) fn both_ways(puzzle: &Puzzle, group: &Group) -> Result<[Self; 2], Stop> {
        let leaps = rules::leaps(&puzzle.board, puzzle.building);
        let undoing = rules::undoing(&leaps);
        let of = |leaps: &[Leap]| Self::new(&puzzle.board, leaps, group.symmetries());
        Ok([of(&leaps)?, of(&undoing)?])
    }

    /// Leaps of a board.
    ///
    /// # Errors
    /// See [`Fitting::new`].
    pub(crate) fn new(
        board: &Board,
        leaps: &[Leap],
        symmetries: &[Symmetry],
    ) -> Result<Self, Stop> {
        let lane = |n: usize| symmetries.get(n).unwrap_or(&symmetries[0]);
        let image = |set: u64, symmetry: &Symmetry| {
            let holes = symmetry.iter().enumerate().filter(|(h, _)| set >> h & 1 == 1);
            holes.fold(0u64, |image, (_, to)| image | 1 << to)
        };
        let images = |set: u64| std::array::from_fn(|n| image(set, lane(n)));
        // The identity comes first in the board's list, so lane 0 is the position itself.
        let value =
            |byte: usize, value: usize| images(((value as u64) << (8 * byte)) & board.full().0);
        Ok(Self {
            leaps: leaps
                .iter()
                .map(|&leap| LeapImages {
                    from: leap.from,
                    flips: images(leap.all),
                    landings: images(1 << leap.to),
                })
                .collect(),
            fitting: Fitting::new(leaps)?,
            width: Width::of_this_machine(),
            bytes: (0..board.holes().div_ceil(8))
                .map(|byte| std::array::from_fn(|v| value(byte, v)))
                .collect(),
            order: symmetries.len(),
        })
    }

    #[inline(always)]
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
    pub(crate) fn least(&self, position: u64) -> u64 {
        least(&self.images(position))
    }

    /// The number of different images of a position.
    pub(crate) fn orbit(&self, position: u64) -> usize {
        let images = self.images(position);
        self.order / images[..self.order].iter().filter(|&&image| image == position).count()
    }

    /// The number of leaps of the game.
    pub(crate) fn leaps(&self) -> usize {
        self.leaps.len()
    }

    /// The number of leaps that fit.
    pub(crate) fn mobility(&self, position: u64) -> u32 {
        self.fitting.fits(position, u64::MAX).iter().map(|word| word.count_ones()).sum()
    }

    /// Calls `visit` for each wanted successor of a position whose last movers are `movers`.
    #[inline]
    pub(crate) fn successors(
        &self,
        position: u64,
        movers: u64,
        wanted: Wanted,
        visit: impl FnMut(Successor),
    ) {
        self.width.run(Expansion { expander: self, position, movers, wanted, visit });
    }

    /// The successors of some positions, with repetitions.
    pub(crate) fn all_successors(&self, positions: &[u64]) -> Vec<u64> {
        let mut all = Vec::new();
        for &position in positions {
            self.successors(position, 0, Wanted::Every, |successor| all.push(successor.position));
        }
        all
    }
}

/// The making of the successors of one position.
struct Expansion<'a, const LANES: usize, F> {
    expander: &'a Expander<LANES>,
    position: u64,
    movers: u64,
    wanted: Wanted,
    visit: F,
}

impl<const LANES: usize, F: FnMut(Successor)> Work for Expansion<'_, LANES, F> {
    #[inline(always)]
    fn run(mut self) {
        let movers = self.movers;
        let from = match self.wanted {
            Wanted::Every => u64::MAX,
            Wanted::Continuing => movers,
            Wanted::Beginning => !movers,
        };
        let fitting = &self.expander.fitting;
        let fits = fitting.fits(self.position, from);
        if fits == [0; WORDS] {
            return;
        }
        let images = self.expander.images(self.position);
        fitting.each(fits, |number| {
            let leap = &self.expander.leaps[number];
            let flipped: [u64; LANES] = std::array::from_fn(|lane| images[lane] ^ leap.flips[lane]);
            let least = least(&flipped);
            let landed = flipped.iter().zip(leap.landings).fold(0, |union, (&image, landing)| {
                union | if image == least { landing } else { 0 }
            });
            let continues = movers >> leap.from & 1 == 1;
            (self.visit)(Successor { position: least, movers: landed, from: leap.from, continues });
        });
    }
}

#[inline(always)]
fn least<const LANES: usize>(images: &[u64; LANES]) -> u64 {
    let mut least = images[0];
    for &image in &images[1..] {
        least = least.min(image);
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::diagnostic::Source;
    use crate::library;
    use crate::peg::rules::{leaps, undoing};

    fn agree<const LANES: usize>(puzzle: &Puzzle, group: &Group) {
        let played = leaps(&puzzle.board, false);
        let mut random = 1u64;
        for leaps in [undoing(&played), played] {
            let expander = Expander::<LANES>::new(&puzzle.board, &leaps, group.symmetries());
            let mut expander = expander.expect("an expander");
            for _ in 0..300 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let position = (random ^ random >> 31) & puzzle.board.full().0;
                let movers = random >> 7 & position;
                for (wanted, from) in [
                    (Wanted::Every, u64::MAX),
                    (Wanted::Continuing, movers),
                    (Wanted::Beginning, !movers),
                ] {
                    let fits = leaps.iter().filter(|leap| leap.fits(position));
                    let mut plain: Vec<_> = fits
                        .filter(|leap| from >> leap.from & 1 == 1)
                        .map(|leap| {
                            let (least, landed) =
                                group.least_with(position ^ leap.all, 1 << leap.to);
                            (least, landed, leap.from, movers >> leap.from & 1 == 1)
                        })
                        .collect();
                    plain.sort_unstable();
                    for width in Width::all_of_this_machine() {
                        expander.width = width;
                        let mut found = Vec::new();
                        expander.successors(position, movers, wanted, |s| {
                            found.push((s.position, s.movers, s.from, s.continues));
                        });
                        found.sort_unstable();
                        assert_eq!(found, plain, "{width:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_width_gives_the_successors_of_the_plain_loop() {
        for (model, directions, finish) in [
            ("english", "orthogonal", "'44'"),
            ("english", "all", "'46'"),
            ("triangle15", "lines", "'11'"),
            ("square6", "orthogonal", "{ pegs = 1 }"),
        ] {
            let finish = finish.replace('\'', "\"");
            let finish = if finish.starts_with('"') { format!("[{finish}]") } else { finish };
            let text = format!(
                "model = '{model}'\ndirections = '{directions}'\nstart = 'full'\nfinish = {finish}"
            );
            let puzzle = Puzzle::parse(&Source::new("test", &text), &library::model);
            let puzzle = puzzle.expect("a puzzle");
            let group = Group::keeping(&puzzle);
            for_lanes!(group, agree(&puzzle, &group));
        }
    }
}
