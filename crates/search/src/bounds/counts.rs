//! Resource counts in a search. Up to sixteen are tested together.
//!
//! A resource count, or pagoda function, gives each hole a weight such that no jump raises the sum over the
//! pegs ([`soliter_boards::bounds::pagoda`]). Forwards, a position that weighs less than the finish cannot reach it;
//! backwards, a position that weighs more than the start cannot come from it. Which weights refute the most
//! positions depends on the puzzle. For a sample of the positions that the search meets, a linear program
//! finds weights that refute each of them ([`weights`]). From these weights and their images, the search
//! keeps those that together refute the most.

use std::collections::BTreeSet;

use crate::{bounds::weights::weights, space::MoveTables, space::random::Random};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::each;
use soliter_boards::{board::Board, board::position::Position};
use soliter_boards::{bounds::pagoda::weight, rules::Leap};

/// Sums of counts that are tested together: four in each word, in lanes of 16 bits, which 64 holes of weight 12 do
/// not overflow.
type Lanes = [u64; 4];
/// The number of counts tested together.
const LANES: usize = 16;
/// The upper bit of each lane of a word, which is set if the count is high enough.
const ENOUGH: u64 = 0x8000_8000_8000_8000;
/// The number of positions by which the counts are chosen.
pub(crate) const SAMPLE: usize = 2000;
/// The number of these positions that get a linear program of their own, which takes about a tenth of a millisecond.
const PROGRAMS: usize = 400;

/// Up to sixteen resource counts of one direction.
#[derive(Clone)]
pub struct Counts {
    /// For each byte of a position and each value of the byte, its contribution to every count.
    parts: Vec<[Lanes; 256]>,
    /// The counts of the empty position.
    none: Lanes,
    /// The definition of each count.
    sums: Vec<Sum>,
}

/// The values of the holes, and the least sum over a position that leads to the end of a search.
pub(crate) type Sum = (Vec<i64>, i64);

impl Counts {
    /// No counts; they refute no position.
    pub(crate) fn none() -> Self {
        Self { parts: Vec::new(), none: [ENOUGH; 4], sums: Vec::new() }
    }

    /// The definition of each count: the values of the holes, and the least sum.
    pub(crate) fn sums(&self) -> &[Sum] {
        &self.sums
    }

    pub(crate) fn is_none(&self) -> bool {
        self.parts.is_empty()
    }

    /// The weights of the first `holes` holes, function by function; backwards they have the opposite sign.
    pub fn weights(&self, holes: usize) -> impl Iterator<Item = i64> + '_ {
        let lane =
            |lanes: &Lanes, lane: usize| (lanes[lane / 4] >> (16 * (lane % 4)) & 0xffff) as i64;
        let functions = (0..LANES).map(move |at| {
            let weight = move |hole: usize| {
                let part = self.parts.get(hole / 8);
                part.map_or(0, |part| lane(&part[1 << (hole % 8)], at) - lane(&part[0], at))
            };
            (0..holes).map(weight).collect::<Vec<i64>>()
        });
        functions.filter(|weights| weights.iter().any(|&weight| weight != 0)).flatten()
    }

    /// The counts with these values of the holes and least sums.
    pub(crate) fn of(board: &Board, sums: &[Sum]) -> Self {
        let mut counts = Self { sums: sums.to_vec(), ..Self::none() };
        counts.parts = vec![[[0; 4]; 256]; board.holes().div_ceil(8)];
        for (lane, (values, least)) in sums.iter().take(LANES).enumerate() {
            let (word, shift) = (lane / 4, 16 * (lane % 4));
            let mut none = -least;
            for (part, values) in counts.parts.iter_mut().zip(values.chunks(8)) {
                // Each part is shifted to be nonnegative, so that no lane borrows from another.
                let negative: i64 = values.iter().filter(|&&value| value < 0).sum();
                none += negative;
                let mut of_byte = [-negative; 256];
                for byte in 1..256usize {
                    // The byte has one more peg than the earlier byte without its lowest bit.
                    let value = values.get(byte.trailing_zeros() as usize).unwrap_or(&0);
                    of_byte[byte] = of_byte[byte & (byte - 1)] + value;
                    part[byte][word] += (of_byte[byte] as u64) << shift;
                }
                part[0][word] += (of_byte[0] as u64) << shift;
            }
            counts.none[word] = counts.none[word].wrapping_add_signed(none << shift);
        }
        counts
    }

    /// The upper bits of the lanes of those counts that are too low.
    #[inline(always)]
    fn too_low(&self, position: u64) -> Lanes {
        let mut sums = self.none;
        for (byte, part) in self.parts.iter().enumerate() {
            let more = &part[(position >> (8 * byte) & 255) as usize];
            for (sum, more) in sums.iter_mut().zip(more) {
                *sum = sum.wrapping_add(*more);
            }
        }
        sums.map(|sum| !sum & ENOUGH)
    }

    /// Whether a count proves that no line passes through the position.
    #[inline(always)]
    pub(crate) fn refutes(&self, position: u64) -> bool {
        self.too_low(position).into_iter().fold(0, |all, word| all | word) != 0
    }

    /// Chooses the counts of one direction that together refute the most positions of a sample. The game is an
    /// ordinary one with these finishes, which the symmetries map to each other.
    pub(crate) fn choose(
        space: &MoveTables<'_>,
        finishes: &[Position],
        forward: bool,
        sample: &[u64],
        control: &Control,
    ) -> Result<Self, Stop> {
        let MoveTables { puzzle, group, .. } = space;
        let board = puzzle.board();
        let starts = std::slice::from_ref(puzzle.start());
        let (ends, sign) = if forward { (finishes, 1) } else { (starts, -1) };
        // Each refutes at least one position of the sample, or an image of one.
        let mut candidates = BTreeSet::new();
        let step = sample.len().div_ceil(PROGRAMS).max(1);
        let sampled: Vec<(u64, &Position)> =
            sample.iter().copied().step_by(step).zip(finishes.iter().cycle()).collect();
        let programs = each(sampled.len(), |at| {
            control.check()?;
            let (position, finish) = (Position::from(sampled[at].0), sampled[at].1);
            let (from, to) =
                if forward { (&position, finish) } else { (puzzle.start(), &position) };
            Ok(weights(board, from, to))
        });
        for found in programs {
            let Some(found) = found? else { continue };
            let Some(least) = ends.iter().map(|end| sign * weight(&found, end)).min() else {
                break;
            };
            candidates.extend(group.symmetries.iter().map(|symmetry| {
                let image = symmetry.iter().map(|&hole| sign * found[usize::from(hole)]);
                (image.collect::<Vec<i64>>(), least)
            }));
        }
        let candidates = Vec::from_iter(candidates);
        let chunks: Vec<&[Sum]> = candidates.chunks(LANES).collect();
        let mut refuted = each(chunks.len(), |at| refuted_by(board, chunks[at], sample)).concat();
        let mut chosen = Vec::new();
        while chosen.len() < LANES {
            control.check()?;
            let number = |bits: &[u64]| bits.iter().map(|word| word.count_ones()).sum::<u32>();
            let best = (0..refuted.len()).max_by_key(|&at| number(&refuted[at]));
            let Some(best) = best.filter(|&best| number(&refuted[best]) > 0) else { break };
            chosen.push(candidates[best].clone());
            let done = refuted[best].clone();
            for bits in &mut refuted {
                bits.iter_mut().zip(&done).for_each(|(word, done)| *word &= !done);
            }
        }
        Ok(Self::of(board, &chosen))
    }
}

/// For each of up to [`LANES`] counts, the positions of a sample that it refutes, as bits.
fn refuted_by(board: &Board, sums: &[Sum], sample: &[u64]) -> Vec<Vec<u64>> {
    let counts = Counts::of(board, sums);
    let mut refuted = vec![vec![0; sample.len().div_ceil(64)]; sums.len()];
    for (at, &position) in sample.iter().enumerate() {
        let too_low = counts.too_low(position);
        for (lane, bits) in refuted.iter_mut().enumerate() {
            let bit = too_low[lane / 4] >> (16 * (lane % 4) + 15) & 1;
            bits[at / 64] |= bit << (at % 64);
        }
    }
    refuted
}

/// About [`SAMPLE`] of `number` positions, each fewer than `further` random leaps beyond its origin.
pub(crate) fn sample(
    leaps: &[Leap],
    positions: impl Iterator<Item = u64>,
    number: usize,
    further: usize,
) -> Vec<u64> {
    let mut random = Random::new();
    let beyond = |mut position: u64| {
        for _ in 0..random.below(further) {
            let fitting: Vec<&Leap> = leaps.iter().filter(|leap| leap.fits(position)).collect();
            if fitting.is_empty() {
                break;
            }
            position ^= fitting[random.below(fitting.len())].all;
        }
        position
    };
    positions.step_by((number / SAMPLE).max(1)).map(beyond).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{from_full, puzzle};
    use proptest::prelude::*;
    use rustc_hash::FxHashSet;
    use soliter_boards::{puzzle::Finish, rules};
    use soliter_testing::cases::cases;

    /// All positions that can be reached from one end by leaps.
    fn reachable(leaps: &[Leap], end: u64) -> FxHashSet<u64> {
        let mut seen = FxHashSet::from_iter([end]);
        let mut open = vec![end];
        while let Some(position) = open.pop() {
            for leap in leaps.iter().filter(|leap| leap.fits(position)) {
                if seen.insert(position ^ leap.all) {
                    open.push(position ^ leap.all);
                }
            }
        }
        seen
    }

    proptest! {
        #![proptest_config(cases(40))]

        /// A position that is refuted is on no path from the start to the finish.
        #[test]
        fn no_position_on_a_solution_is_refuted(
            model in prop::sample::select(vec!["square4", "triangle15", "square5"]),
            (start, finish) in any::<(u64, u64)>(),
            sample in prop::collection::vec(any::<u64>(), 200),
        ) {
            let text = format!("model = '{model}'\nstart = 'full'\nfinish = {{ pegs = 1 }}");
            let mut puzzle = puzzle(&text);
            let full = puzzle.board().full().word();
            let (start, finish) = (Position::from(start & full), finish & full);
            let leaps = rules::leaps(puzzle.board(), false);
            let undoing = rules::undoing(&leaps);
            // The finish is reachable most of the time.
            let ahead = reachable(&leaps, start.word());
            let finish = Position::from(*ahead.iter().min_by_key(|&&p| (p.count_ones(), p ^ finish)).expect("the start"));
            puzzle = puzzle.starting_at(start).finishing_at(Finish::Exactly(finish.clone()));
            let behind = reachable(&undoing, finish.word());
            let space = MoveTables::new(&puzzle).expect("a space");
            let sample: Vec<u64> = sample.iter().map(|position| position & full).collect();
            let mut refuted = 0;
            for forward in [true, false] {
                let counts = Counts::choose(&space, std::slice::from_ref(&finish), forward, &sample, &Control::default());
                let counts = counts.expect("within the limits");
                for &position in ahead.intersection(&behind) {
                    prop_assert!(!counts.refutes(position), "{position:x}");
                }
                refuted += sample.iter().filter(|&&position| counts.refutes(position)).count();
            }
            prop_assert!(refuted > 0);
        }
    }

    #[test]
    fn packed_counts_agree_with_single_counts() {
        let board = from_full("wiegleb", "orthogonal").board().clone();
        let mut random = Random::new();
        let mut next = || random.word() >> 19;
        for _ in 0..20 {
            let mut sum = || {
                let values: Vec<i64> = board.all_holes().map(|_| next() as i64 % 25 - 12).collect();
                (values, next() as i64 % 60 - 30)
            };
            let sums: [Sum; LANES] = std::array::from_fn(|_| sum());
            let counts = Counts::of(&board, &sums);
            for _ in 0..500 {
                let position = Position::from(next() & board.full().word());
                let is_low = |(values, least): &Sum| weight(values, &position) < *least;
                assert_eq!(counts.refutes(position.word()), sums.iter().any(is_low));
            }
        }
    }
}
