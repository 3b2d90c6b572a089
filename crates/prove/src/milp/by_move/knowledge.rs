//! Facts about a puzzle that do not depend on the number of slots.
//!
//! The possible positions in the first and last slots are derived from exact sets of positions, as long as
//! these sets are small. A slot may hold any part of a move, since a chain may be cut between two slots. So
//! the sets contain the positions after every chain of jumps, not only after complete moves.

use std::ops::RangeInclusive;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::milp::regions;
use soliter_base::control::{Control, Stop};
use soliter_boards::board::position::{Hole, Position};
use soliter_boards::bounds::cycles::{self, Cycle};
use soliter_boards::rules::{Leap, leaps, undoing};
use soliter_boards::{puzzle::Puzzle, puzzle::ends::Ends};

/// The maximum number of positions in a set; larger sets are not expanded.
const MAX_POSITIONS: usize = 100_000;
/// The maximum number of jumps that lead to a set: with diagonals, a single peg can make millions of chains.
/// (A time limit would make exported programs depend on the clock.)
const MAX_JUMPS: usize = 5_000_000;

/// Up to this number of jumps, solving the puzzle is faster than bounding the uses of each jump.
const FEW_JUMPS: usize = 10;

/// The optional groups of rows: they change the time, but never the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "a switch for each group of rows")]
pub struct Groups {
    /// Bounds on how often each jump can be made.
    pub uses: bool,
    /// The positions possible in the first and last slots; among symmetric first moves, only one is kept.
    pub exact_ends: bool,
    /// Parity classes.
    pub classes: bool,
    /// All short cycles; without this group, a cycle is forbidden only when it occurs in a solution.
    pub cycles: bool,
    /// Merson regions.
    pub regions: bool,
}

impl Default for Groups {
    fn default() -> Self {
        Self { uses: true, exact_ends: true, classes: true, cycles: true, regions: true }
    }
}

impl Groups {
    /// The groups that are worthwhile for a puzzle.
    pub fn worthwhile(puzzle: &Puzzle) -> Self {
        Self { uses: puzzle.jumps() > FEW_JUMPS, ..Self::default() }
    }

    /// No group: only the rows that state the rules.
    pub const RULES: Self =
        Self { uses: false, exact_ends: false, classes: false, cycles: false, regions: false };
}

/// Each field becomes rows or removes columns; an empty field does neither.
#[derive(Default)]
pub(crate) struct Knowledge {
    /// For each jump, an upper bound on how often it can be made.
    pub(crate) most_uses: Vec<usize>,
    pub(crate) first: Vec<Slot>,
    pub(crate) last: Vec<Slot>,
    /// The sets of holes whose pegs are counted in the first and last slots.
    pub(crate) counted: Vec<Position>,
    /// The parity classes that have any jump: the sets of holes within which a peg can move.
    pub(crate) classes: Vec<Position>,
    pub(crate) regions: Vec<Position>,
    pub(crate) cycles: Vec<Cycle>,
}

/// The possibilities in one slot and in the position at its outer end: the end nearer to the start of the
/// game for one of the first slots, and nearer to the finish for one of the last.
pub(crate) struct Slot {
    /// The holes that hold a peg in all positions at the outer end.
    pub(crate) all: u64,
    /// The holes that hold a peg in any position at the outer end.
    pub(crate) any: u64,
    /// The holes where the chain may have its outer end.
    pub(crate) outer: u64,
    /// The holes where the chain may have its inner end.
    pub(crate) inner: u64,
    /// For each jump, whether it may be made in the slot.
    pub(crate) jumps: Vec<bool>,
    /// For each counted set of holes, the least and the greatest number of pegs at the outer end.
    pub(crate) counts: Vec<RangeInclusive<u32>>,
}

impl Knowledge {
    /// The facts of these groups, except for the uses of jumps and the first and last slots.
    pub(crate) fn new(ends: &Ends<'_>, groups: Groups, control: &Control) -> Result<Self, Stop> {
        let board = ends.board();
        if !board.keeps_classes() {
            return Err(Stop::Size(
                "a peg of this board may leap over a hole in which it can land",
            ));
        }
        let jumps = board.jumps();
        let classes: Vec<Position> = if groups.classes {
            board.jump_classes().into_iter().filter(|class| class.len() > 1).collect()
        } else {
            Vec::new()
        };
        Ok(Self {
            most_uses: vec![usize::MAX; jumps.len()],
            counted: counted(&classes),
            classes,
            cycles: if groups.cycles { cycles::short(jumps) } else { Vec::new() },
            regions: if groups.regions { regions::to_open(ends, control)? } else { Vec::new() },
            ..Self::default()
        })
    }

    /// Replaces what is known about the first and last slots of a program with this number of slots.
    ///
    /// Of first moves that are symmetric to each other, given both ends, only those from the least hole are kept. In
    /// each full region, a move has still to begin; a position with more disjoint full regions than slots that remain
    /// is left out. So is a position near the finish with more disjoint regions that have been opened than slots
    /// before it.
    pub(crate) fn exact_ends(
        &mut self,
        ends: &Ends<'_>,
        slots: usize,
        control: &Control,
    ) -> Result<(), Stop> {
        // Positions are words here.
        if ends.board().fits_u64().is_err() {
            return Ok(());
        }
        let leaps = leaps(ends.board(), false);
        let regions: Vec<u64> = self.regions.iter().map(Position::word).collect();
        let counted: Vec<u64> = self.counted.iter().map(Position::word).collect();
        if let Some(start) = ends.start.position() {
            let is_least =
                |hole: &Hole| ends.puzzle.symmetries().all(|s| s[usize::from(*hole)] >= *hole);
            let least = ends.holes().filter(is_least).fold(0, |set, hole| set | 1 << hole);
            let can_end = |position: u64, made: usize| {
                made + disjoint(&regions, |region| position & region == region) <= slots
            };
            self.first = follow(&leaps, start.word(), least, &counted, can_end, control)?;
        }
        if let Some(finish) = ends.finish.position() {
            // All regions are full at the start.
            let can_begin = |position: u64, made: usize| {
                made + disjoint(&regions, |region| position & region != region) <= slots
            };
            let (leaps, finish) = (undoing(&leaps), finish.word());
            self.last = follow(&leaps, finish, u64::MAX, &counted, can_begin, control)?;
        }
        Ok(())
    }
}

/// The number of disjoint sets with a property, chosen greedily.
fn disjoint(sets: &[u64], has: impl Fn(u64) -> bool) -> usize {
    let (mut count, mut used) = (0, 0);
    for &set in sets {
        if used & set == 0 && has(set) {
            used |= set;
            count += 1;
        }
    }
    count
}

/// The slots from one end of the game inwards, as far as the limits allow. `keeps` is called with a position and
/// the number of slots between it and the end, and says whether the position can belong to a solution.
fn follow(
    leaps: &[Leap],
    end: u64,
    mut from: u64,
    counted: &[u64],
    keeps: impl Fn(u64, usize) -> bool,
    control: &Control,
) -> Result<Vec<Slot>, Stop> {
    let mut slots = Vec::new();
    let mut positions = FxHashSet::from_iter([end]);
    loop {
        let slot = Slot {
            all: positions.iter().fold(u64::MAX, |all, position| all & position),
            any: positions.iter().fold(0, |any, position| any | position),
            outer: 0,
            inner: 0,
            jumps: vec![false; leaps.len()],
            counts: counted.iter().map(|&set| pegs_in(set, &positions)).collect(),
        };
        let made = slots.len() + 1;
        let keeps = |position| keeps(position, made);
        let mut chains = Chains {
            leaps,
            keeps,
            slot,
            next: FxHashSet::default(),
            seen: FxHashMap::default(),
            made: 0,
        };
        for &position in &positions {
            control.check()?;
            chains.seen.clear();
            for hole in (0..64).filter(|hole| from & position >> hole & 1 == 1) {
                if chains.extend(position, hole) {
                    chains.slot.outer |= 1 << hole;
                }
            }
            if chains.made > MAX_JUMPS {
                return Ok(slots);
            }
        }
        let next = chains.next;
        slots.push(chains.slot);
        if next.is_empty() || next.len() > MAX_POSITIONS {
            return Ok(slots);
        }
        (positions, from) = (next, u64::MAX);
    }
}

/// The least and the greatest number of pegs that positions have in a set of holes.
fn pegs_in(set: u64, positions: &FxHashSet<u64>) -> RangeInclusive<u32> {
    let counts = || positions.iter().map(|position| (position & set).count_ones());
    counts().min().unwrap_or(0)..=counts().max().unwrap_or(0)
}

/// The chains of jumps that a slot may hold, from all positions at its outer end.
struct Chains<'a, K> {
    leaps: &'a [Leap],
    keeps: K,
    slot: Slot,
    /// The positions at the inner end.
    next: FxHashSet<u64>,
    /// For a position and the hole of the moving peg, whether a chain leads from there to a position that is kept.
    seen: FxHashMap<(u64, Hole), bool>,
    made: usize,
}

impl<K: Fn(u64) -> bool> Chains<'_, K> {
    /// Extends a chain by each jump of the peg in `at`. Returns whether a position that is kept was reached.
    fn extend(&mut self, before: u64, at: Hole) -> bool {
        let mut is_of_use = false;
        for (number, leap) in self.leaps.iter().enumerate() {
            if leap.from != at || !leap.fits(before) || self.made > MAX_JUMPS {
                continue;
            }
            self.made += 1;
            let after = before ^ leap.all;
            let leads_on = if let Some(&known) = self.seen.get(&(after, leap.to)) {
                known
            } else {
                let is_kept = (self.keeps)(after);
                if is_kept {
                    self.next.insert(after);
                    self.slot.inner |= 1 << leap.to;
                }
                let leads_on = self.extend(after, leap.to) || is_kept;
                self.seen.insert((after, leap.to), leads_on);
                leads_on
            };
            self.slot.jumps[number] |= leads_on;
            is_of_use |= leads_on;
        }
        is_of_use
    }
}

/// Each class, and each two classes together.
fn counted(classes: &[Position]) -> Vec<Position> {
    let pairs = classes
        .iter()
        .enumerate()
        .flat_map(|(number, one)| classes[..number].iter().map(move |other| one.union(other)));
    classes.iter().cloned().chain(pairs).collect()
}
