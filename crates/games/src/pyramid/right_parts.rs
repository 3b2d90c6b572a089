//! The right parts of all outlines. Parts that start at the same height and hold the same number of stones
//! form a class, ordered by their steps as binary numbers.

use std::ops::{Range, RangeInclusive};

use super::outline::{bits, follow, peaks_before_valleys, valleys};
use super::parameters::Shift;
use soliter_base::control::{Control, Stop};

/// Shorter runs are stored as single pairs.
const SHORTEST_RUN: usize = 8;

/// Neighbours in a class whose moves lead to neighbours: the first source, the first target, and the length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) from: u16,
    pub(super) to: u16,
    pub(super) length: u16,
}

/// The right parts that start at one height and hold the same number of stones.
#[derive(Clone, Debug, Default)]
pub(super) struct Class {
    /// The steps of the parts, ascending.
    words: Vec<u32>,
    /// The points still to be won in each part.
    pub(super) points_left: Vec<u8>,
    /// The start of the parts with each of the eight possible first three steps, and the end.
    starts: [usize; 9],
    /// Stones laid within the part, as runs: from this class to the class with one more stone.
    pub(super) lay_runs: Vec<Run>,
    /// Stones laid that belong to no run.
    pub(super) lays: Vec<(u16, u16)>,
    /// Stones shifted within the part, which lead to an earlier part of this class; ascending.
    pub(super) shifts: Vec<(u16, u16)>,
}

impl Class {
    pub(super) fn size(&self) -> usize {
        self.words.len()
    }

    /// The indices of the parts whose first three steps, as a binary number, lie in a range.
    pub(super) fn starting(&self, steps: &RangeInclusive<usize>) -> Range<usize> {
        self.starts[*steps.start()]..self.starts[steps.end() + 1]
    }
}

/// All right parts of one length.
#[derive(Clone, Debug)]
pub(super) struct RightParts {
    /// The number of steps of a part, at least three.
    pub(super) length: usize,
    /// The classes by height and stones.
    classes: Vec<Vec<Class>>,
    none: Class,
}

impl RightParts {
    pub(super) fn new(
        base: usize,
        length: usize,
        shift: Shift,
        control: &Control,
    ) -> Result<Self, Stop> {
        let mut parts = Self { length, classes: Vec::new(), none: Class::default() };
        let mut index = vec![0u16; 1 << length];
        for steps in 0..1u32 << length {
            if steps.is_multiple_of(1 << 14) {
                control.check()?;
            }
            // The part must end at height 0.
            let Some(height) = length.checked_sub(2 * steps.count_ones() as usize) else {
                continue;
            };
            let from = 2 * base - length;
            let Some(part) = follow(base, from, height, steps.into(), length) else { continue };
            let class = parts.class_to_fill(height, part.stones);
            index[steps as usize] = class.words.len() as u16;
            class.words.push(steps);
            class.points_left.push(part.points_left);
        }
        for class in parts.classes.iter_mut().flatten() {
            control.check()?;
            class.find_moves(length, shift, &index);
        }
        Ok(parts)
    }

    fn class_to_fill(&mut self, height: usize, stones: usize) -> &mut Class {
        if self.classes.len() <= height {
            self.classes.resize(height + 1, Vec::new());
        }
        let classes = &mut self.classes[height];
        if classes.len() <= stones {
            classes.resize(stones + 1, Class::default());
        }
        &mut classes[stones]
    }

    /// The class of a height and a number of stones; an empty class if there is none.
    pub(super) fn class(&self, height: usize, stones: usize) -> &Class {
        self.classes.get(height).and_then(|list| list.get(stones)).unwrap_or(&self.none)
    }

    /// The index of a part in its class.
    pub(super) fn number(&self, height: usize, stones: usize, steps: u32) -> Option<usize> {
        self.class(height, stones).words.binary_search(&steps).ok()
    }
}

impl Class {
    fn find_moves(&mut self, length: usize, shift: Shift, index: &[u16]) {
        for first in 0..9 {
            self.starts[first] = self.words.partition_point(|w| (w >> (length - 3)) < first as u32);
        }
        let runs: Vec<Run> = (0..length - 1).flat_map(|at| self.runs(at, length, index)).collect();
        for run in runs {
            let Run { from, to, length } = run;
            if usize::from(length) >= SHORTEST_RUN {
                self.lay_runs.push(run);
            } else {
                self.lays.extend((0..length).map(|i| (from + i, to + i)));
            }
        }
        if shift == Shift::Right {
            for (from, &steps) in self.words.iter().enumerate() {
                let all = bits(peaks_before_valleys(steps.into()));
                self.shifts.extend(all.map(|at| (from as u16, index[steps as usize - (3 << at)])));
            }
        }
    }

    /// The runs of stones laid at one pair of steps.
    fn runs(&self, at: usize, length: usize, index: &[u16]) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for (from, &steps) in self.words.iter().enumerate() {
            if valleys(steps.into(), length) >> at & 1 == 0 {
                continue;
            }
            let (from, to) = (from as u16, index[steps as usize + (1 << at)]);
            match runs.last_mut() {
                Some(run) if run.from + run.length == from && run.to + run.length == to => {
                    run.length += 1;
                }
                _ => runs.push(Run { from, to, length: 1 }),
            }
        }
        runs
    }
}
