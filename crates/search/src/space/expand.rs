//! The successors of a position, each as the least of its images, without recomputing every image.
//!
//! The images of a position under all symmetries are held side by side in *lanes*, one for each symmetry. A
//! leap flips three holes, so the images of a successor are those of the position, each flipped by the image
//! of the leap. This file alone decides how many lanes there are and which instructions handle them.

use crate::space::fitting::Fitting;
use crate::space::many::Many;
use crate::space::symmetry::{Group, Images};
use soliter_base::control::Stop;
use soliter_base::wide::{Instructions, Kernel};
use soliter_boards::{board::Board, board::position::Hole, rules::Leap};

#[derive(Clone, Copy)]
struct LeapImages<const LANES: usize> {
    /// The hole that the peg leaves, before any symmetry.
    from: Hole,
    /// The images of the three holes, in one lane for each symmetry.
    flips: [u64; LANES],
    /// The images of the hole of the peg after the leap.
    landings: [u64; LANES],
}

/// The images of positions and leaps under at most `LANES` symmetries.
struct Lanes<const LANES: usize> {
    leaps: Vec<LeapImages<LANES>>,
    positions: Images<LANES>,
}

/// The smallest number of lanes that holds the group, or a form without lanes for boards that do not fit.
enum ByLanes {
    One(Lanes<1>),
    Two(Lanes<2>),
    Four(Lanes<4>),
    Eight(Lanes<8>),
    Sixteen(Lanes<16>),
    None(Many),
}

/// Evaluates an expression with the lanes of an expander, whatever their number is, or an alternative without
/// lanes.
macro_rules! with_lanes {
    ($expander:expr, $lanes:ident => $value:expr, $many:ident => $without:expr) => {
        match &$expander.lanes {
            ByLanes::One($lanes) => $value,
            ByLanes::Two($lanes) => $value,
            ByLanes::Four($lanes) => $value,
            ByLanes::Eight($lanes) => $value,
            ByLanes::Sixteen($lanes) => $value,
            ByLanes::None($many) => $without,
        }
    };
}

/// Makes the leaps of a game on positions up to symmetry.
pub(crate) struct Expander {
    lanes: ByLanes,
    fitting: Fitting,
    instructions: Instructions,
    pub(crate) leaps: usize,
    /// The number of symmetries.
    order: usize,
}

pub(crate) struct Successor {
    /// The least image of the position after the leap.
    pub(crate) position: u64,
    /// The union of the landing holes under all symmetries that lead to this image.
    pub(crate) movers: u64,
    /// The hole that the peg left, before any symmetry.
    pub(crate) from: Hole,
    /// Whether the leap continues the last move, that is, whether one of the last movers made it.
    pub(crate) continues: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    Every,
    /// The leaps of the pegs that moved last, which continue a move.
    Continuing,
    /// The leaps of all other pegs, which begin a move.
    Beginning,
}

impl Wanted {
    /// The holes of the pegs whose leaps are included.
    #[inline(always)]
    pub(crate) fn from(self, movers: u64) -> u64 {
        match self {
            Self::Every => u64::MAX,
            Self::Continuing => movers,
            Self::Beginning => !movers,
        }
    }
}

impl Expander {
    pub(crate) fn new(board: &Board, leaps: &[Leap], group: &Group) -> Result<Self, Stop> {
        let order = group.symmetries.len();
        let (instructions, number) = (Instructions::of_this_machine(), leaps.len());
        // Only boards that list their jumps can have interchangeable holes or too many jumps through a hole.
        let fitting = match Fitting::new(board, leaps) {
            Ok(fitting) if group.twins.is_empty() => fitting,
            Err(stop) if !board.is_changed() => return Err(stop),
            _ => {
                let (lanes, fitting) =
                    (ByLanes::None(Many::new(leaps, group)), Fitting::new(board, &[])?);
                return Ok(Self { lanes, fitting, instructions, leaps: number, order });
            }
        };
        let lanes = match order {
            1 => ByLanes::One(Lanes::new(board, leaps, group)),
            2 => ByLanes::Two(Lanes::new(board, leaps, group)),
            3 | 4 => ByLanes::Four(Lanes::new(board, leaps, group)),
            5..=8 => ByLanes::Eight(Lanes::new(board, leaps, group)),
            9..=16 => ByLanes::Sixteen(Lanes::new(board, leaps, group)),
            _ => return Err(Stop::Fault("a search has too many symmetries")),
        };
        Ok(Self { lanes, fitting, instructions, leaps: number, order })
    }

    pub(crate) fn least(&self, position: u64) -> u64 {
        with_lanes!(self, lanes => least(&lanes.positions.of(position)), many => many.group.least(position))
    }

    /// The number of different images of a position.
    pub(crate) fn orbit(&self, position: u64) -> usize {
        let fixing = with_lanes!(self, lanes => {
            let images = lanes.positions.of(position);
            images[..self.order].iter().filter(|&&image| image == position).count()
        }, many => return many.group.orbit(position));
        self.order / fixing
    }

    /// The number of leaps that are legal in a position.
    pub(crate) fn mobility(&self, position: u64) -> u32 {
        if let ByLanes::None(many) = &self.lanes {
            return many.mobility(position);
        }
        let fits = self.fitting.fits(position, u64::MAX).unwrap_or_default();
        fits.iter().map(|word| word.count_ones()).sum()
    }

    /// Calls `visit` for each selected successor of a position whose last movers are `movers`.
    ///
    /// The loop is compiled once for each number of lanes and each instruction set. A copy for each caller
    /// would make up a large part of the library's machine code.
    pub(crate) fn successors(
        &self,
        position: u64,
        movers: u64,
        wanted: Wanted,
        visit: &mut dyn FnMut(Successor),
    ) {
        self.inlined_successors(position, movers, wanted, visit);
    }

    /// Like `successors`, with a copy of the loop for callers that do little work for each successor.
    #[inline]
    pub(crate) fn inlined_successors(
        &self,
        position: u64,
        movers: u64,
        wanted: Wanted,
        mut visit: impl FnMut(Successor),
    ) {
        let fitting = &self.fitting;
        with_lanes!(self, lanes => {
            self.instructions.run(Expansion { lanes, fitting, position, movers, wanted, visit });
        }, many => many.successors(position, movers, wanted, &mut visit));
    }

    /// Calls `visit` for each successor of some positions. The number of lanes is selected once for all of them:
    /// the jump to the selected code is hard to predict after loops that run differently for each position.
    #[inline]
    pub(crate) fn each_successor(&self, positions: &[u64], mut visit: impl FnMut(u64)) {
        let (fitting, movers, wanted) = (&self.fitting, 0, Wanted::Every);
        with_lanes!(self, lanes => for &position in positions {
            let visit = |successor: Successor| visit(successor.position);
            self.instructions.run(Expansion { lanes, fitting, position, movers, wanted, visit });
        }, many => for &position in positions {
            many.successors(position, movers, wanted, &mut |successor| visit(successor.position));
        });
    }
}

impl<const LANES: usize> Lanes<LANES> {
    fn new(board: &Board, leaps: &[Leap], group: &Group) -> Self {
        let positions = Images::new(board.holes(), &group.symmetries);
        let leaps = leaps.iter().map(|leap| LeapImages {
            from: leap.from,
            flips: positions.of(leap.all),
            landings: positions.of(1 << leap.to),
        });
        Self { leaps: leaps.collect(), positions }
    }
}

struct Expansion<'a, const LANES: usize, F> {
    lanes: &'a Lanes<LANES>,
    fitting: &'a Fitting,
    position: u64,
    movers: u64,
    wanted: Wanted,
    visit: F,
}

impl<const LANES: usize, F: FnMut(Successor)> Kernel for Expansion<'_, LANES, F> {
    #[inline(always)]
    fn run(mut self) {
        let movers = self.movers;
        let from = self.wanted.from(movers);
        let Some(fits) = self.fitting.fits(self.position, from) else { return };
        let images = self.lanes.positions.of(self.position);
        self.fitting.each(fits, |number| {
            let leap = &self.lanes.leaps[number];
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
    use crate::{space::random::Random, tests::puzzle};
    use proptest::prelude::*;
    use soliter_boards::board::lattice::{Directions, Lattice};
    use soliter_boards::rules::{leaps, undoing};
    use soliter_testing::cases::cases;

    /// Compares the successors of some positions, in which given pegs moved last, with those of a plain loop.
    fn agree(board: &Board, reverse: bool, group: &Group, positions: &[(u64, u64)]) {
        let played = leaps(board, reverse);
        for leaps in [undoing(&played), played] {
            let mut expander = Expander::new(board, &leaps, group).expect("an expander");
            for &(position, movers) in positions {
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
                    for instructions in Instructions::all_of_this_machine() {
                        expander.instructions = instructions;
                        let mut found = Vec::new();
                        expander.successors(position, movers, wanted, &mut |s| {
                            found.push((s.position, s.movers, s.from, s.continues));
                        });
                        found.sort_unstable();
                        assert_eq!(found, plain, "{instructions:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn all_instruction_sets_agree_with_the_plain_loop() {
        for (model, directions, finish) in [
            ("english", "orthogonal", "['44']"),
            ("english", "all", "['46']"),
            ("triangle15", "lines", "['11']"),
            ("square6", "orthogonal", "{ pegs = 1 }"),
        ] {
            let text = format!(
                "model = '{model}'\ndirections = '{directions}'\nstart = 'full'\nfinish = {finish}"
            );
            let puzzle = puzzle(&text);
            let mut random = Random::new();
            let positions = std::iter::repeat_with(|| {
                let random = random.word();
                let position = (random ^ random >> 31) & puzzle.board().full().word();
                (position, random >> 7 & position)
            });
            let positions: Vec<(u64, u64)> = positions.take(300).collect();
            agree(puzzle.board(), false, &Group::of(puzzle.symmetries()), &positions);
        }
    }

    /// A row and a column of 31 holes, whose bits are the numbers of the holes.
    #[test]
    fn a_thin_cross_agrees_with_the_plain_loop() {
        let rows = (0..31).map(|row| if row == 15 { "o".repeat(31) } else { " ".repeat(15) + "o" });
        let drawing = rows.collect::<Vec<_>>().join("\n");
        let board = Board::from_drawing(&drawing, Lattice::Square, Directions::Orthogonal);
        let board = board.expect("a board");
        let mut random = Random::new();
        let positions: Vec<(u64, u64)> = (0..300)
            .map(|_| (random.word() ^ random.word() << 31) & board.full().word())
            .map(|position| (position, position & 0x5555_5555_5555_5555))
            .collect();
        agree(&board, false, &Group::of(board.symmetries().iter()), &positions);
    }

    proptest! {
        #![proptest_config(cases(256))]

        #[test]
        fn boards_of_random_shape_agree_with_the_plain_loop(
            rows in prop::collection::vec(prop::collection::vec(any::<bool>(), 8), 8),
            (position, movers) in any::<(u64, u64)>(),
            reverse in any::<bool>(),
            all in any::<bool>(),
        ) {
            let row = |row: &Vec<bool>| row.iter().map(|&hole| if hole { 'o' } else { ' ' }).collect();
            let drawing: Vec<String> = rows.iter().map(row).collect();
            let directions = if all { Directions::All } else { Directions::Orthogonal };
            let Ok(board) = Board::from_drawing(&drawing.join("\n"), Lattice::Square, directions) else {
                return Err(TestCaseError::reject("no board"));
            };
            let group = Group::of(board.symmetries().iter());
            agree(&board, reverse, &group, &[(position & board.full().word(), movers)]);
        }
    }
}
