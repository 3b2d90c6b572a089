//! Counts whose levels are kept on disk. They are those of [`count`](crate::peg::search::count), figure by
//! figure: positions and games go forward from the start; solutions from both ends, and then once more over
//! the positions that both sides have.

use crate::base::control::{Control, Stop};
use crate::base::threads::in_threads;
use crate::peg::class;
use crate::peg::position::Position;
use crate::peg::puzzle::{Finish, Puzzle};
use crate::peg::rules;
use crate::peg::search::buckets::fault::Fault;
use crate::peg::search::buckets::folder::{Folder, Known, Place};
use crate::peg::search::buckets::index::Index;
use crate::peg::search::buckets::level::Level;
use crate::peg::search::buckets::step::{Other, Packets, Source, Writing, leaps, send};
use crate::peg::search::buckets::store::Store;
use crate::peg::search::buckets::weight::{Weight, Width, for_width};
use crate::peg::search::count::{Count, What};
use crate::peg::search::expand::{Expander, for_lanes};
use crate::peg::search::shortest;
use crate::peg::search::symmetry::Group;

/// Counts within the limits of `control`, with the levels in a folder. [`What::Minimal`] is not counted
/// this way.
///
/// # Errors
/// See [`Fault`]; no part of a count is returned, but the folder keeps its whole levels.
pub fn count_on_disk(
    puzzle: &Puzzle,
    what: What,
    place: &Place,
    control: &Control,
) -> Result<Count, Fault> {
    let index = Index::new(&puzzle.board, puzzle.start).ok_or(Fault::TooLarge)?;
    let folder = Folder::open(place, puzzle, what, index.buckets(), control)?;
    in_threads(control, || match what {
        What::Positions | What::Games => {
            // The finish is of no interest.
            let mut open = puzzle.clone();
            open.finish = Finish::Pegs(puzzle.finish.pegs());
            let group = Group::keeping(&open);
            for_lanes!(group, reachable(&open, &group, what, folder, &index, place, control))
        }
        _ if class::refute(puzzle).is_some() => {
            Ok(Count { value: 0, levels: Vec::new(), fewest: None })
        }
        _ => {
            let group = Group::keeping(puzzle);
            for_lanes!(group, solutions(puzzle, &group, folder, &index, place, control))
        }
    })
}

/// What every step needs.
struct Work<'a, const LANES: usize> {
    puzzle: &'a Puzzle,
    forward: Expander<LANES>,
    backward: Expander<LANES>,
    folder: Folder,
    index: &'a Index,
    place: &'a Place,
    control: &'a Control,
}

/// How positions of a level lead to those of another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Jumps,
    JumpsBack,
    /// To their complements.
    Complements,
}

/// Which of the positions that come are written, and with whose numbers.
#[derive(Clone, Copy)]
enum Keep<'a> {
    All,
    /// Those of a level, with the numbers that come.
    Within(&'a str),
    /// Those of a level, with its numbers.
    Of(&'a str),
}

/// A level to be made.
struct Made<'a> {
    name: &'a str,
    from: &'a str,
    way: Way,
    keep: Keep<'a>,
    /// Jumps made, where the level is to be counted.
    jumps: Option<usize>,
    width: Width,
    done_with: &'a [&'a str],
}

fn reachable<const LANES: usize>(
    puzzle: &Puzzle,
    group: &Group,
    what: What,
    folder: Folder,
    index: &Index,
    place: &Place,
    control: &Control,
) -> Result<Count, Fault> {
    let mut work = Work::<LANES>::new(puzzle, group, folder, index, place, control);
    let sequences = (what == What::Games).then_some(1);
    work.seed(&ahead(0), &[puzzle.start.0], sequences, Some(0))?;
    let mut levels = Vec::new();
    loop {
        let depth = levels.len();
        let (name, next) = (ahead(depth), ahead(depth + 1));
        let Some(count) = work.known(&name)?.count.filter(|count| count.classes > 0) else { break };
        control.say(|| {
            format!("count: after {depth} jumps {} positions up to symmetry", count.classes)
        });
        levels.push(count);
        let width = work.width_after(&name)?;
        work.make(&Made {
            name: &next,
            from: &name,
            way: Way::Jumps,
            keep: Keep::All,
            jumps: Some(depth + 1),
            width,
            done_with: &[&name],
        })?;
    }
    let value = if what == What::Games {
        let ending = levels.iter().filter_map(|count| count.ending);
        ending.into_iter().try_fold(0u128, u128::checked_add).ok_or(Fault::Overflow)?
    } else {
        levels.iter().map(|count| u128::from(count.positions)).sum()
    };
    Ok(Count { value, levels, fewest: None })
}

fn ahead(depth: usize) -> String {
    format!("ahead-{depth}")
}

fn behind(depth: usize) -> String {
    format!("behind-{depth}")
}

fn both(depth: usize) -> String {
    format!("both-{depth}")
}

fn solutions<const LANES: usize>(
    puzzle: &Puzzle,
    group: &Group,
    folder: Folder,
    index: &Index,
    place: &Place,
    control: &Control,
) -> Result<Count, Fault> {
    let none = Count { value: 0, levels: Vec::new(), fewest: None };
    let jumps = puzzle.jumps();
    let finishes = shortest::finishes(&puzzle.board, puzzle.start, puzzle.finish, control);
    let mut work = Work::<LANES>::new(puzzle, group, folder, index, place, control);
    work.seed(&ahead(0), &[puzzle.start.0], Some(1), None)?;
    if let Some(finishes) = &finishes {
        work.seed(&behind(0), finishes, None, None)?;
    }
    // To undo a jump is to make it on the complement: one side is then the complement of the other.
    let mirrored =
        puzzle.finish == Finish::Exactly(Position(puzzle.board.full().0 ^ puzzle.start.0));
    let (mut at, mut left) = (0, 0);
    while at + left < jumps {
        let sizes = [work.known(&ahead(at))?.classes];
        let far = finishes.as_ref().map(|_| work.known(&behind(left))).transpose()?;
        let far = far.map(|known| known.classes);
        if sizes[0] == 0 || far == Some(0) {
            return Ok(none);
        }
        control.say(|| format!("levels: jump {} of {jumps}", at + left + 1));
        if far.is_some_and(|far| far < sizes[0]) {
            let known = mirrored && left < at;
            work.make(&Made {
                name: &behind(left + 1),
                from: &if known { ahead(left + 1) } else { behind(left) },
                way: if known { Way::Complements } else { Way::JumpsBack },
                keep: Keep::All,
                jumps: None,
                width: Width::None,
                done_with: &[],
            })?;
            left += 1;
        } else {
            let width = work.width_after(&ahead(at))?;
            work.make(&Made {
                name: &ahead(at + 1),
                from: &ahead(at),
                way: Way::Jumps,
                keep: Keep::All,
                jumps: None,
                width,
                done_with: &[],
            })?;
            at += 1;
        }
    }
    let other = finishes.as_ref().map(|_| behind(left));
    if work.meet(at, other.as_deref())? == 0 {
        return Ok(none);
    }
    for depth in (0..at).rev() {
        control.say(|| format!("levels: positions on solutions after {depth} jumps"));
        let width = work.width_of(&ahead(depth))?;
        let later = both(depth + 1);
        work.make(&Made {
            name: &both(depth),
            from: &later,
            way: Way::JumpsBack,
            keep: Keep::Of(&ahead(depth)),
            jumps: Some(depth),
            width,
            // The level where the sides meet is where the second half begins.
            done_with: &[&ahead(depth), if depth + 1 < at { &later } else { "" }],
        })?;
    }
    for depth in at + 1..=jumps {
        control.say(|| format!("levels: positions on solutions after {depth} jumps"));
        let width = work.width_after(&both(depth - 1))?;
        work.make(&Made {
            name: &both(depth),
            from: &both(depth - 1),
            way: Way::Jumps,
            keep: Keep::Within(&behind(jumps - depth)),
            jumps: Some(depth),
            width,
            done_with: &[&behind(jumps - depth), &both(depth - 1)],
        })?;
    }
    let mut levels = Vec::new();
    for depth in 0..=jumps {
        let mut count = work.known(&both(depth))?.count.unwrap_or_default();
        // Solutions end at the last level only.
        count.ending = None;
        levels.push(count);
    }
    let value = levels.last().and_then(|count| count.sequences).unwrap_or(0);
    Ok(Count { value, levels, fewest: None })
}

impl<'a, const LANES: usize> Work<'a, LANES> {
    fn new(
        puzzle: &'a Puzzle,
        group: &Group,
        folder: Folder,
        index: &'a Index,
        place: &'a Place,
        control: &'a Control,
    ) -> Self {
        let leaps = rules::leaps(&puzzle.board, puzzle.building);
        let undoing = rules::undoing(&leaps);
        let forward = Expander::new(&puzzle.board, &leaps, group.symmetries());
        let backward = Expander::new(&puzzle.board, &undoing, group.symmetries());
        Self { puzzle, forward, backward, folder, index, place, control }
    }

    fn known(&self, name: &str) -> Result<Known, Fault> {
        self.folder.known(name)?.ok_or(Fault::Stopped(Stop::Fault("a level is missing")))
    }

    /// The weights that the numbers of a level need.
    fn width_of(&self, name: &str) -> Result<Width, Fault> {
        Ok(Width::holding(self.known(name)?.total))
    }

    /// The weights that the numbers of the next level need.
    fn width_after(&self, name: &str) -> Result<Width, Fault> {
        let leaps = self.forward.leaps() as u128;
        Ok(Width::holding(self.known(name)?.total.map(|total| total.saturating_mul(leaps))))
    }

    /// The least memory for arrivals, and what decoding a bucket of a level takes.
    fn check_memory(&self, largest: usize) -> Result<(), Fault> {
        let buckets = (largest * 64 * rayon::current_num_threads()) as u64;
        Ok(self.control.check_memory(self.place.in_memory + buckets)?)
    }

    fn store<W: Weight>(&self) -> Store<W> {
        Store::new(self.index.buckets(), self.place.in_memory, self.folder.arrivals())
    }

    /// All that the positions of a level lead to.
    fn arrivals<W: Weight>(&self, level: &Level, way: Way) -> Result<Store<W>, Fault> {
        let store = self.store();
        let (index, control) = (self.index, self.control);
        match way {
            Way::Jumps => send(level, index, &store, leaps(&self.forward), control)?,
            Way::JumpsBack => send(level, index, &store, leaps(&self.backward), control)?,
            Way::Complements => {
                let full = self.puzzle.board.full().0;
                let complement = |position: u64, next: &mut Vec<u64>| {
                    next.push(self.forward.least(full ^ position));
                };
                send(level, index, &store, complement, control)?;
            }
        }
        Ok(store)
    }

    fn writing(&mut self) -> Writing<'_, LANES> {
        Writing {
            folder: &mut self.folder,
            index: self.index,
            expander: &self.forward,
            control: self.control,
        }
    }

    /// Writes a level of some positions, to each of which so many sequences lead.
    fn seed(
        &mut self,
        name: &str,
        positions: &[u64],
        sequences: Option<u128>,
        jumps: Option<usize>,
    ) -> Result<(), Fault> {
        if self.folder.known(name)?.is_some() {
            return Ok(());
        }
        match sequences {
            None => self.seeds(name, positions, (), jumps),
            // The start is the only one of its class.
            Some(number) => {
                let number = u64::of(number).ok_or(Fault::Overflow)?;
                self.seeds(name, positions, number, jumps)
            }
        }
    }

    fn seeds<W: Weight>(
        &mut self,
        name: &str,
        positions: &[u64],
        weight: W,
        jumps: Option<usize>,
    ) -> Result<(), Fault> {
        let store = self.store::<W>();
        let mut packets = Packets::new(&store, self.index.buckets());
        for &position in positions {
            packets.send(self.index.place(self.forward.least(position)), weight)?;
        }
        packets.finish()?;
        self.writing().write(name, &Source::Arrived(&store), jumps, &[])?;
        Ok(())
    }

    /// Writes those of a level of the first side that the second has too; how many there are.
    fn meet(&mut self, depth: usize, other: Option<&str>) -> Result<u64, Fault> {
        let (name, from) = (both(depth), ahead(depth));
        if let Some(known) = self.folder.known(&name)? {
            return Ok(known.classes);
        }
        let level = self.folder.level(&from)?;
        let other_name = other.unwrap_or(&from);
        let other = self.folder.level(other_name)?;
        self.check_memory(level.largest().max(other.largest()))?;
        let source = Source::<u128>::Of(&level, Other::In(&other));
        Ok(self.writing().write(&name, &source, Some(depth), &[&from, other_name])?.classes)
    }

    /// Makes a level, if it is not there already.
    fn make(&mut self, made: &Made<'_>) -> Result<(), Fault> {
        if self.folder.known(made.name)?.is_some() {
            return Ok(());
        }
        for_width!(made.width, LANES, make_with(self, made))
    }
}

fn make_with<const LANES: usize, W: Weight>(
    work: &mut Work<'_, LANES>,
    made: &Made<'_>,
) -> Result<(), Fault> {
    let level = work.folder.level(made.from)?;
    let within = match made.keep {
        Keep::All => None,
        Keep::Within(name) | Keep::Of(name) => Some(work.folder.level(name)?),
    };
    work.check_memory(within.as_ref().map_or(0, Level::largest).max(level.largest()))?;
    match (made.keep, &within) {
        (Keep::Of(_), Some(within)) => {
            // Whatever comes brings no number of interest.
            let store = work.arrivals::<()>(&level, made.way)?;
            let source = Source::<W>::Of(within, Other::Arrived(&store));
            work.writing().write(made.name, &source, made.jumps, made.done_with)?;
        }
        (_, within) => {
            let store = work.arrivals::<W>(&level, made.way)?;
            let source = match within {
                Some(within) => Source::ArrivedWithin(&store, within),
                None => Source::Arrived(&store),
            };
            work.writing().write(made.name, &source, made.jumps, made.done_with)?;
        }
    }
    Ok(())
}
