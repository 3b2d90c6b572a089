//! The tables of exact values for two players. Sets of sticks are evaluated from the fullest to the emptiest;
//! for each set, [`Field::solve`] evaluates the squares of the pawns.

use std::borrow::Cow;
use std::marker::PhantomData;

use crate::corridor::values::levels::{Level, SharedSet};
use crate::corridor::values::pawn_pairs::{Field, Laying, Row, Values};
use crate::corridor::values::reflected::{Reflected, image};
use crate::corridor::values::stick_sets::{Places, StickSet};
use crate::corridor::{
    rules::Corridor, rules::board::squares_of, rules::passability::Passability,
    rules::state::State, values::packed::Packed,
};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::each_of;

/// The values of every position that can follow a given position.
pub(crate) struct Tables<'a, R, const SQUARES: usize> {
    places: Places<'a>,
    levels: Vec<Level>,
    /// For every level, its entries in the format of [`Packed`], those with the first player to move first.
    /// Empty for the last level if no sticks are left there: these entries are recomputed when needed.
    entries: Vec<Vec<u8>>,
    positions: u64,
    rows: PhantomData<R>,
}

/// The queries on tables, for any board size.
pub(crate) trait Solved {
    /// The value of a position for the player to move, if it is in the table.
    fn value(&self, state: &State) -> Option<i64>;

    /// The number of positions evaluated.
    fn positions(&self) -> u64;

    /// The round of the analysis in which a won or lost position gets its value. Every best pawn move of the
    /// winner, and every pawn move of the loser, lowers this number.
    fn distance(&self, state: &State) -> Option<usize>;
}

/// The maximum number of listed sets of sticks, counting each share of the first player.
const MOST_SETS: u64 = 1 << 28;
/// The number of words of a level's bits that are evaluated at a time.
const WORDS: usize = 16;

/// Evaluates every position that can follow `root`. Also returns [`Stop::Memory`] if there are too many positions.
pub(crate) fn solve<'a>(
    game: &'a Corridor,
    root: &'a State,
    control: &Control,
) -> Result<Box<dyn Solved + 'a>, Stop> {
    fn boxed<'a, R: Row + 'a, const SQUARES: usize>(
        game: &'a Corridor,
        root: &'a State,
        control: &Control,
    ) -> Result<Box<dyn Solved + 'a>, Stop> {
        Ok(Box::new(Tables::<R, SQUARES>::new(game, root, control)?))
    }
    let size = game.board.size();
    // A page loads the code of every size that is compiled, so there square boards take more memory instead.
    if cfg!(target_family = "wasm") || !size.is_square() {
        // The numbers of squares are no squares, so that nothing of a row is left out when it is packed.
        return match game.board.squares() {
            ..=15 => boxed::<u16, 15>(game, root, control),
            16..=32 => boxed::<u32, 32>(game, root, control),
            33..=63 => boxed::<u64, 63>(game, root, control),
            _ => boxed::<u128, 128>(game, root, control),
        };
    }
    match size.columns {
        3 => boxed::<u16, 9>(game, root, control),
        4 => boxed::<u16, 16>(game, root, control),
        5 => boxed::<u32, 25>(game, root, control),
        6 => boxed::<u64, 36>(game, root, control),
        7 => boxed::<u64, 49>(game, root, control),
        8 => boxed::<u64, 64>(game, root, control),
        9 => boxed::<u128, 81>(game, root, control),
        10 => boxed::<u128, 100>(game, root, control),
        _ => boxed::<u128, 121>(game, root, control),
    }
}

impl<'a, R: Row, const SQUARES: usize> Tables<'a, R, SQUARES> {
    fn new(game: &'a Corridor, root: &'a State, control: &Control) -> Result<Self, Stop> {
        let most = [0, 1].map(|player| usize::from(root.left[player]));
        let places = Places::new(game, root, most[0] + most[1]).ok_or(Stop::Memory)?;
        let (levels, entries) = (Vec::new(), Vec::new());
        let mut tables = Self { places, levels, entries, positions: 0, rows: PhantomData };
        soliter_base::threads::in_threads(control, || tables.fill(control))?;
        Ok(tables)
    }

    fn fill(&mut self, control: &Control) -> Result<(), Stop> {
        let places = &self.places;
        let [first, second] = places.left();
        let most = places.sticks.len().min(first + second);
        let all = (0..=most).map(|size| places.bits(size)).fold(0, u64::saturating_add);
        if all > MOST_SETS {
            return Err(Stop::Memory);
        }
        let free = places.game.passability == Passability::None;
        if free && places.conflicts.iter().all(|others| *others == 0) {
            // Every set is allowed and stored once for all its images. This gives a first estimate of the time.
            Self::check_time(all as usize / places.reflections.len(), control)?;
        }
        let entry = Packed::<R, SQUARES>::ENTRY;
        // Bytes of the numbering; then bytes of the entries of the previous level, and of all previous levels.
        let (mut bytes, mut before, mut all) = (0, 0, 0);
        for size in 0..=most {
            // For every 64 bits, a word and the count of the bits before it.
            bytes += places.bits(size).div_ceil(64).saturating_mul(12);
            control.check_memory(bytes + all)?;
            let level = places.level(size, self.levels.last(), control)?;
            let own = (level.count * entry) as u64;
            let peak = if self.is_last(size) { all.max(before + own) } else { all + own };
            control.check_memory(bytes + peak)?;
            (before, all) = (own, all + own);
            if level.count == 0 {
                break;
            }
            control.report_progress(|| format!("{} sets of {size} sticks", level.count));
            self.levels.push(level);
        }
        let sets: usize = self.levels.iter().map(|level| level.count).sum();
        Self::check_time(sets, control)?;
        self.entries = self.levels.iter().map(|_| Vec::new()).collect();
        for size in (0..self.levels.len()).rev() {
            let level = &self.levels[size];
            control.report_progress(|| format!("values of {} sets of {size} sticks", level.count));
            let mut entries = vec![0u8; level.count * entry];
            let mut rest = &mut entries[..];
            let block = |(word, count)| Some((word, rest.split_off_mut(..count * entry)?));
            let blocks = level.blocks(WORDS).filter(|(_, count)| *count > 0);
            let blocks: Vec<_> = blocks.filter_map(block).collect();
            let positions = each_of(blocks, |_, (word, block)| {
                control.check()?;
                let mut positions = 0;
                let sets = level.sets(&self.places, word, WORDS);
                for (laid, entry) in sets.zip(block.chunks_exact_mut(entry)) {
                    positions += self.value_set(laid, size, entry);
                }
                Ok(positions)
            });
            self.positions += positions.into_iter().sum::<Result<u64, Stop>>()?;
            self.entries[size] = entries;
            if self.is_last(size + 1) && size + 1 < self.levels.len() {
                self.entries[size + 1] = Vec::new();
            }
        }
        Ok(())
    }

    /// Whether no stick is left after `size` sticks have been laid.
    fn is_last(&self, size: usize) -> bool {
        let [first, second] = self.places.left();
        size > 0 && size == first + second
    }

    /// The entry of a set, by its number in its level. Recomputed if it is not stored.
    fn entry(&self, size: usize, number: usize, set: impl Fn() -> StickSet) -> Cow<'_, [u8]> {
        let entry = Packed::<R, SQUARES>::ENTRY;
        let entries = &self.entries[size];
        if entries.is_empty() {
            let mut found = vec![0; entry];
            // No sticks are left, so the share of the first player is irrelevant.
            self.value_set(SharedSet { set: set(), by_first: 0 }, size, &mut found);
            Cow::Owned(found)
        } else {
            Cow::Borrowed(&entries[number * entry..][..entry])
        }
    }

    fn check_time(sets: usize, control: &Control) -> Result<(), Stop> {
        let nanoseconds = 85 * SQUARES * (1 + size_of::<R>() / 4) * sets / control.thread_limit();
        let late = control.time_left().is_some_and(|left| left.as_nanos() < nanoseconds as u128);
        if late { Err(Stop::Time) } else { Ok(()) }
    }

    /// Evaluates all squares of the pawns for a set of sticks. Returns the number of positions.
    fn value_set(&self, laid: SharedSet, size: usize, entry: &mut [u8]) -> u64 {
        let field = self.field(laid.set);
        let laying = self.laying(laid, size);
        let values = field.solve(&laying, |_| {});
        for (player, half) in entry.chunks_exact_mut(Packed::<R, SQUARES>::HALF).enumerate() {
            for at in 0..Packed::<R, SQUARES>::ROWS {
                let [wins, loses] = [&values.wins, &values.loses]
                    .map(|values| values[player][at] | field.illegal[at]);
                Packed::<R, SQUARES>::write(half, at, wins, loses);
            }
        }
        2 * field.pairs()
    }

    fn field(&self, set: StickSet) -> Field<R, SQUARES> {
        let game = self.places.game;
        let open = self.places.laid(set).open(&game.board, game.wall_length);
        Field::new(game, &open, game.passability == Passability::Path)
    }

    /// The results of laying one more stick, for all squares of the pawns.
    fn laying(&self, laid: SharedSet, size: usize) -> Laying<R, SQUARES> {
        let Some(next) = self.levels.get(size + 1) else { return Laying::default() };
        let places = &self.places;
        let game = places.game;
        let images: Vec<StickSet> = places.images(laid.set).map(|(_, image)| image).collect();
        let [first, second] = places.left();
        let unlimited = first > 0 && places.unlimited();
        let can_lay =
            [unlimited || laid.by_first < first, unlimited || size - laid.by_first < second];
        let mut reflected = Reflected::<R, SQUARES>::new(game.passability == Passability::Path);
        let free = !laid.set & (StickSet::MAX >> (128 - places.sticks.len()));
        for place in squares_of(free) {
            if places.conflicts[place] & laid.set != 0 {
                continue;
            }
            let larger = places.reflections.iter().zip(&images);
            let larger = larger.map(|(r, image)| (r.bits, image | r.place[place]));
            let larger = places.first_image(larger);
            for player in [0, 1] {
                if !can_lay[player] {
                    continue;
                }
                let by_first = laid.by_first + usize::from(player == 0 && !unlimited);
                if let Some((number, bits)) = places.find(next, larger, by_first) {
                    let set = || places.set(larger.rank, size + 1);
                    reflected.add(player, bits, &self.entry(size + 1, number, set));
                }
            }
        }
        reflected.collect(game.board.size())
    }

    /// The sticks laid since the root, their number, and their entry with its reflection.
    fn locate(&self, state: &State) -> Option<(SharedSet, usize, usize, usize)> {
        let places = &self.places;
        let (game, root, size) = (places.game, places.root, places.game.board.size());
        if game.unplaced(state) {
            return None;
        }
        let mut set = 0;
        for stick in state.sticks.iter(size) {
            if !root.sticks.has(stick, size) {
                set |= 1 << places.sticks.iter().position(|place| *place == stick)?;
            }
        }
        let size = StickSet::count_ones(set) as usize;
        let by_first = usize::from(root.left[0].checked_sub(state.left[0])?);
        let image = places.first_image(places.images(set));
        let (number, bits) = places.find(self.levels.get(size)?, image, by_first)?;
        Some((SharedSet { set, by_first }, size, number, bits))
    }
}

impl<R: Row, const SQUARES: usize> Solved for Tables<'_, R, SQUARES> {
    fn value(&self, state: &State) -> Option<i64> {
        let (laid, size, number, bits) = self.locate(state)?;
        let board = self.places.game.board.size();
        // A recomputed set is not reflected.
        let bits = if self.entries[size].is_empty() { 0 } else { bits };
        let pawns = [usize::from(state.pawns[0]), usize::from(state.pawns[1])];
        let (pawns, player) = image(pawns, state.mover(), bits, board);
        if pawns[0] >= Packed::<R, SQUARES>::ROWS {
            return None;
        }
        let entry = self.entry(size, number, || laid.set);
        let half = &entry[player * Packed::<R, SQUARES>::HALF..];
        let bit = |row: R| row >> pawns[1] & R::of(1) != R::default();
        match Packed::<R, SQUARES>::read(half, pawns[0]).map(bit) {
            [true, false] => Some(1),
            [false, true] => Some(-1),
            [false, false] => Some(0),
            [true, true] => None,
        }
    }

    fn positions(&self) -> u64 {
        self.positions
    }

    fn distance(&self, state: &State) -> Option<usize> {
        let (laid, size, _, _) = self.locate(state)?;
        let field = self.field(laid.set);
        let laying = self.laying(laid, size);
        let (first, second) = (usize::from(state.pawns[0]), usize::from(state.pawns[1]));
        let mut rounds = 0;
        let mut found = None;
        let decided = |values: &Values<R, SQUARES>| {
            let player = state.mover();
            let both = values.wins[player][first] | values.loses[player][first];
            both >> second & R::of(1) != R::default()
        };
        field.solve(&laying, |values| {
            if found.is_none() && decided(values) {
                found = Some(rounds);
            }
            rounds += 1;
        });
        found
    }
}
