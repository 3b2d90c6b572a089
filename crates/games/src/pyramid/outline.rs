//! Positions of stones as outlines, the representation used by the solver.
//!
//! The outline of a pyramid with base `n`, from left to right, is a path of `2n` steps up and down that
//! starts and ends at height 0 and never goes below. A stone of level `k` is a peak at height `k` or lies
//! under the path at that height. These are Dyck paths, `Catalan(n)` of them. Laying a stone turns a valley
//! (down, up) into a peak (up, down). Shifting a stone turns a peak and a valley (up, down, down, up) into a
//! valley and a peak (down, up, up, down).

use super::{Lay, Move, Parameters, Place, Pyramid, Shift, State};
use crate::rules::Rules;

/// An outline: step `x` is bit `2 * base - 1 - x`, 1 for up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outline {
    pub(super) base: usize,
    pub(super) steps: u64,
}

impl Outline {
    pub(super) fn of(game: &Pyramid, state: &State) -> Self {
        let base = game.parameters.base;
        let height = |x: usize| {
            let level = |&level: &usize| {
                let twice = (x + 2).checked_sub(level).filter(|twice| twice.is_multiple_of(2));
                twice.is_some_and(|twice| {
                    let place = Place::new(level, twice / 2);
                    place.number <= game.size(level) && state.has(place)
                })
            };
            (1..=base).rev().find(level).unwrap_or(0)
        };
        let step = |steps: u64, x: usize| steps << 1 | u64::from(height(x + 1) > height(x));
        Self { base, steps: (0..2 * base).fold(0, step) }
    }

    /// The stones of an outline, as a position of a game with the same base.
    pub(super) fn stones_of(self, game: &Pyramid) -> State {
        let mut state = game.initial().clone();
        let heights: Vec<usize> = self.heights().collect();
        for (below, level) in state.levels.iter_mut().enumerate() {
            let places = (1..self.base - below).filter(|i| heights[2 * i + below] >= below + 2);
            *level = places.map(|i| 1 << (i - 1)).sum();
        }
        state
    }

    /// The heights before each step, and after the last one.
    fn heights(self) -> impl Iterator<Item = usize> {
        let ups = move |x: usize| (self.steps >> (2 * self.base - x)).count_ones() as usize;
        // Shifting by all 64 bits is undefined.
        (0..=2 * self.base).map(move |x| if x == 0 { 0 } else { 2 * ups(x) - x })
    }

    /// The number of finished levels above the base.
    pub(super) fn finished(self) -> usize {
        let slope = |x: usize| x.min(2 * self.base - x);
        let gaps = self.heights().enumerate().filter(|&(x, height)| height < slope(x));
        gaps.map(|(_, height)| height).min().unwrap_or(self.base - 1)
    }

    /// The outline with the highest of some finished levels, which never change, as its base.
    pub(super) fn on_finished(self, levels: usize) -> Self {
        let base = self.base - levels;
        Self { base, steps: self.steps >> levels & (u64::MAX >> (64 - 2 * base)) }
    }

    /// The number of stones above the base.
    pub(super) fn stones(self) -> usize {
        self.heights().map(|height| height / 2).sum()
    }

    /// The approximate number of configurations with at least as many stones.
    pub(super) fn not_smaller(self) -> f64 {
        // The number of paths with a given number of steps, by height and stones.
        let all = self.base * (self.base - 1) / 2;
        let mut paths = vec![vec![0.0; all + 1]; self.base + 2];
        paths[0][0] = 1.0;
        for _ in 0..2 * self.base {
            let mut next = vec![vec![0.0; all + 1]; self.base + 2];
            for (height, row) in paths.iter().enumerate().take(self.base + 1) {
                for (stones, &count) in row.iter().enumerate().filter(|&(_, &count)| count > 0.0) {
                    for to in [height.checked_sub(1), Some(height + 1)].into_iter().flatten() {
                        let stones = stones + to / 2;
                        if to <= self.base && stones <= all {
                            next[to][stones] += count;
                        }
                    }
                }
            }
            paths = next;
        }
        paths[0][self.stones()..].iter().sum()
    }

    pub(super) fn points_left(self) -> usize {
        points_above(self.base, self.finished())
    }

    /// The outline after a legal move. The top of place `i` of level `k` is the point `2i + k - 2`.
    pub(super) fn after(self, played: Move) -> Self {
        let point = |place: Place| 2 * place.number + place.level - 2;
        let last_step = 2 * self.base - 1;
        let steps = match played {
            Move::Lay(place) => self.steps + (1 << (last_step - point(place))),
            Move::Shift(place) => self.steps - (3 << (last_step - point(place) - 2)),
        };
        Self { steps, ..self }
    }

    /// The number of stones of a level above the base.
    pub(super) fn stones_of_level(self, level: usize) -> usize {
        // A stone of the level lies at every other point where the path is at least at this height.
        let heights = self.heights().enumerate();
        heights.filter(|&(x, height)| height >= level && (x + level).is_multiple_of(2)).count()
    }

    pub(super) fn successors(self, parameters: Parameters) -> impl Iterator<Item = Self> {
        let Self { base, steps } = self;
        let Parameters { shift, lay, .. } = parameters;
        let lowest = (lay == Lay::Lowest).then(|| self.finished());
        // The height of a valley. A stone laid there belongs to the level two above it.
        let height = move |at: u32| 2 * (steps >> (at + 1)).count_ones() as usize + at as usize + 1;
        let valleys = bits(valleys(steps, 2 * base));
        let lays = valleys
            .filter(move |&at| lowest.is_none_or(|lowest| height(at) == lowest + 2 * base))
            .map(move |at| steps + (1 << at));
        let shifts = if shift == Shift::Right { peaks_before_valleys(steps) } else { 0 };
        lays.chain(bits(shifts).map(move |at| steps - (3 << at)))
            .map(move |steps| Self { base, steps })
    }
}

/// The points for the levels above the base and above some finished levels.
pub(super) fn points_above(base: usize, finished: usize) -> usize {
    (base - finished) * (base - finished).saturating_sub(1) / 2
}

/// The lower bits of all pairs (down, up) of a path. Adding such a bit lays a stone.
pub(super) fn valleys(steps: u64, length: usize) -> u64 {
    steps & !(steps >> 1) & ((1 << (length - 1)) - 1)
}

/// The lowest bits of all quadruples (up, down, down, up) of a path. Subtracting three times such a bit
/// shifts a stone. The path does not go below 0, so the peak is not a stone of the base.
pub(super) fn peaks_before_valleys(steps: u64) -> u64 {
    steps & !(steps >> 1) & !(steps >> 2) & (steps >> 3)
}

pub(super) fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let at = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(at)
    })
}

/// The information about stones in a part of an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The height at its end.
    pub(super) height: usize,
    /// The number of stones whose top lies in it. A top at its end counts; a top at its start does not.
    pub(super) stones: usize,
    /// The points still to be won if no stone is missing elsewhere.
    pub(super) points_left: u8,
}

/// Follows `length` steps from the point `x` at a height; `None` if the path goes below 0.
pub(super) fn follow(
    base: usize,
    mut x: usize,
    mut height: usize,
    steps: u64,
    length: usize,
) -> Option<Part> {
    let (mut stones, mut points_left) = (0, 0);
    for bit in (0..length).rev() {
        height = if steps >> bit & 1 == 1 { height + 1 } else { height.checked_sub(1)? };
        x += 1;
        stones += height / 2;
        if height < x.min(2 * base - x) {
            points_left = points_left.max(points_above(base, height));
        }
    }
    Some(Part { height, stones, points_left: points_left as u8 })
}
