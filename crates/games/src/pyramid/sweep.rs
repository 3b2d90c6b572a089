//! Computes the values of all configurations of a base, in layers with the same number of stones, from the
//! complete pyramid down.
//!
//! A configuration is located by its layer, the number of its left part, and the index of its right part in
//! the matching class. So a move of a left part is applied to a whole class at once, on slices of bytes; only
//! moves within the right part are applied one by one. The byte of a configuration is the number of points
//! that the player to move will win: the points left minus the fewest that the other player can be held to.

use std::ops::RangeInclusive;

use super::left_parts::{Group, LeftParts, Number};
use super::outline::{Outline, points_above};
use super::parameters::Shift;
use super::right_parts::{Class, RightParts, Run};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::{each_of, in_threads};

/// The maximum base of a sweep: its points fit into a byte, and the numbers of its parts into 23 bits.
pub(super) const MAX_SWEPT: usize = 23;

/// The maximum number of steps of a right part, so that its classes stay in the cache.
const LONGEST_RIGHT_PART: usize = 20;

/// The number of bytes that a thread processes at once.
const JOB: usize = 1 << 17;

/// The configurations with the same number of stones.
#[derive(Debug, Default)]
struct Layer {
    /// The start of each group.
    starts: Vec<usize>,
    points: Vec<u8>,
}

/// The swept configurations of a base.
#[derive(Debug)]
pub(super) struct Sweep {
    pub(super) base: usize,
    shift: Shift,
    left: LeftParts,
    right: RightParts,
    /// The layers by number of stones; empty if not swept, or not kept.
    layers: Vec<Layer>,
    pub(super) states: u64,
}

impl Sweep {
    /// Sweeps all configurations with at least `stones` stones. Keeps all of them if the memory allows it,
    /// and otherwise only those with `stones` and `stones + 1` stones.
    pub(super) fn new(
        base: usize,
        shift: Shift,
        stones: usize,
        control: &Control,
    ) -> Result<Self, Stop> {
        if base > MAX_SWEPT {
            return Err(Stop::Size("too many configurations"));
        }
        let length = base.clamp(3, LONGEST_RIGHT_PART);
        let tables = tables_bytes(2 * base - length, length);
        control.check_memory(tables)?;
        let right = RightParts::new(base, length, shift, control)?;
        let left = LeftParts::new(base, 2 * base - length, length, shift, control)?;
        let complete = points_above(base, 0);
        let mut sweep = Self { base, shift, left, right, layers: Vec::new(), states: 0 };
        sweep.layers.resize_with(complete + 1, Layer::default);
        let mut sizes = vec![0; complete + 1];
        for (stones, size) in sizes.iter_mut().enumerate().skip(stones) {
            control.check()?;
            *size = sweep.layout(stones).1 as u64;
        }
        // A layer also stores the starts of its groups.
        let starts = (sweep.left.groups.len() * size_of::<usize>()) as u64;
        let all: u64 = sizes[stones..].iter().map(|size| size + starts).sum();
        let pairs = sizes[stones..].windows(2).map(|pair| pair[0] + pair[1] + 2 * starts);
        let keep_all = control.check_memory(tables + all).is_ok();
        if !keep_all {
            control.check_memory(tables + pairs.max().unwrap_or(0))?;
        }
        in_threads(control, || {
            for layer in (stones..=complete).rev() {
                if !keep_all && layer + 2 <= complete {
                    sweep.layers[layer + 2] = Layer::default();
                }
                sweep.sweep_layer(layer, control)?;
                sweep.states += sizes[layer];
                control.report_progress(|| {
                    format!("sweep: {layer} stones, {} configurations", sweep.states)
                });
            }
            Ok(sweep)
        })
    }

    /// The points that the player to move will win, if the configuration was swept and kept. All levels below
    /// the base must be finished.
    pub(super) fn points(&self, outline: Outline) -> Option<u8> {
        let outline = outline.on_finished(outline.base - self.base);
        let length = self.right.length;
        let number = self.left.number((outline.steps >> length) as u32)?;
        let group = self.group(number);
        let stones = outline.stones();
        let steps = (outline.steps & ((1 << length) - 1)) as u32;
        let place = self.right.number(group.height, stones.checked_sub(group.stones)?, steps)?;
        let layer = self.layers.get(stones).filter(|layer| !layer.points.is_empty())?;
        let slices = Slices { sweep: self, stones, starts: &layer.starts, points: &layer.points };
        slices.of(number).1.get(place).copied()
    }

    /// Whether the values of a configuration, and of the results of its moves, are kept.
    pub(super) fn covers(&self, outline: Outline) -> bool {
        let stones = outline.on_finished(outline.base - self.base).stones();
        let needed = self.layers.get(stones..(stones + 2).min(self.layers.len()));
        needed.is_some_and(|layers| layers.iter().all(|layer| !layer.points.is_empty()))
    }

    fn group(&self, number: Number) -> &Group {
        &self.left.groups[self.left.part(number).group as usize]
    }

    /// The right parts that match a group in a layer.
    fn class(&self, group: &Group, stones: usize) -> &Class {
        // No class has this many stones, so this is the empty class.
        self.right.class(group.height, stones.checked_sub(group.stones).unwrap_or(usize::MAX))
    }

    /// The starts of the groups in a layer, and the size of the layer.
    fn layout(&self, stones: usize) -> (Vec<usize>, usize) {
        let mut at = 0;
        let mut starts = Vec::with_capacity(self.left.groups.len());
        for group in &self.left.groups {
            starts.push(at);
            at += group.size * self.class(group, stones).size();
        }
        (starts, at)
    }

    fn sweep_layer(&mut self, stones: usize, control: &Control) -> Result<(), Stop> {
        let (starts, size) = self.layout(stones);
        let mut points = vec![0; size];
        for wave in &self.left.waves {
            control.check()?;
            let start = starts.get(wave.start).copied().unwrap_or(size);
            let (done, rest) = points.split_at_mut(start);
            let here = Slices { sweep: self, stones, starts: &starts, points: done };
            let jobs = self.jobs(wave.clone(), stones, rest);
            let run = |(first, out)| {
                control.check()?;
                here.fill(first, out);
                Ok(())
            };
            if control.thread_limit() == 1 {
                jobs.into_iter().try_for_each(run)?;
            } else {
                let done = each_of(jobs, |_, job| run(job));
                done.into_iter().collect::<Result<(), Stop>>()?;
            }
        }
        self.layers[stones] = Layer { starts, points };
        Ok(())
    }

    /// Splits the groups of a wave into pieces of about [`JOB`] bytes. A piece consists of consecutive left
    /// parts of one group: the number of the first one, and the bytes of their configurations in a layer.
    fn jobs<'o>(
        &self,
        wave: std::ops::Range<usize>,
        stones: usize,
        mut rest: &'o mut [u8],
    ) -> Vec<(Number, &'o mut [u8])> {
        let mut jobs = Vec::new();
        for group in &self.left.groups[wave] {
            let width = self.class(group, stones).size();
            if width == 0 {
                continue;
            }
            let rows = (JOB / width).max(1);
            for first in (0..group.size).step_by(rows) {
                let bytes = rows.min(group.size - first) * width;
                let out = rest.split_off_mut(..bytes);
                jobs.extend(out.map(|out| (group.first + first as Number, out)));
            }
        }
        jobs
    }
}

/// A layer, as far as it has been swept.
struct Slices<'s> {
    sweep: &'s Sweep,
    stones: usize,
    starts: &'s [usize],
    points: &'s [u8],
}

impl<'s> Slices<'s> {
    /// The configurations of a left part, and the class of their right parts.
    fn of(&self, number: Number) -> (&'s Class, &'s [u8]) {
        let part = self.sweep.left.part(number);
        let group = part.group as usize;
        let class = self.sweep.class(&self.sweep.left.groups[group], self.stones);
        let start = self.starts[group] + part.place as usize * class.size();
        (class, &self.points[start..start + class.size()])
    }

    /// The configurations of a left part whose right part starts with three steps in a range.
    fn starting(&self, number: Number, steps: &RangeInclusive<usize>) -> &'s [u8] {
        let (class, points) = self.of(number);
        &points[class.starting(steps)]
    }

    /// Computes the values of consecutive left parts of one group, from `first` on.
    fn fill(&self, first: Number, out: &mut [u8]) {
        let sweep = self.sweep;
        let class = sweep.class(sweep.group(first), self.stones);
        let Some(above) = sweep.layers.get(self.stones + 1) else {
            // In the complete pyramid, no points are left.
            out.fill(0);
            return;
        };
        let above =
            Slices { sweep, stones: self.stones + 1, starts: &above.starts, points: &above.points };
        for (number, out) in (first..).zip(out.chunks_exact_mut(class.size())) {
            out.fill(u8::MAX);
            // Moves within the left part do not change the right part.
            let (lays, shifts) = sweep.left.targets(number);
            for &target in lays {
                lower(out, above.of(target).1);
            }
            for &target in shifts {
                lower(out, self.of(target).1);
            }
            self.moves_across(&above, class, number, out);
            self.moves_of_right_part(&above, class, number, out);
        }
    }

    /// Moves across the cut. They change the steps of the left part, as a binary number, by 1, and the first
    /// steps of the right part, and preserve the order of the right parts.
    fn moves_across(&self, above: &Slices<'_>, class: &Class, number: Number, out: &mut [u8]) {
        let part = self.sweep.left.part(number);
        // Laying a stone turns down | up into up | down.
        if part.last_steps & 1 == 0
            && let Some(next) = part.next
        {
            lower(&mut out[class.starting(&(4..=7))], above.starting(next, &(0..=3)));
        }
        let Some(previous) = part.previous else { return };
        // A shift: whether the left part matches, and the right part's first steps before and after.
        let shifts = [
            // up | down down up becomes down | up up down.
            (part.last_steps & 1 == 1, 1..=1, 6..=6),
            // up down | down up becomes down up | up down.
            (part.last_steps & 3 == 2, 2..=3, 4..=5),
            // up down down | up becomes down up up | down.
            (part.last_steps == 4, 4..=7, 0..=3),
        ];
        for (fits, before, after) in shifts {
            if fits && self.sweep.shift == Shift::Right {
                lower(&mut out[class.starting(&before)], self.starting(previous, &after));
            }
        }
    }

    /// Moves within the right part. Then converts the results to values.
    fn moves_of_right_part(
        &self,
        above: &Slices<'_>,
        class: &Class,
        number: Number,
        out: &mut [u8],
    ) {
        let (_, laid) = above.of(number);
        for &Run { from, to, length } in &class.lay_runs {
            let [from, to, length] = [from, to, length].map(usize::from);
            lower(&mut out[from..from + length], &laid[to..to + length]);
        }
        for &(from, to) in &class.lays {
            let points = laid[usize::from(to)];
            let least = &mut out[usize::from(from)];
            *least = points.min(*least);
        }
        let unfinished = self.sweep.left.part(number).points_left;
        for &(from, to) in &class.shifts {
            // The target is earlier in the class, so its value is complete.
            let to = usize::from(to);
            let points = class.points_left[to].max(unfinished) - out[to];
            let least = &mut out[usize::from(from)];
            *least = points.min(*least);
        }
        for (points, &left) in out.iter_mut().zip(&class.points_left) {
            *points = left.max(unfinished) - *points;
        }
    }
}

fn lower(least: &mut [u8], points: &[u8]) {
    for (least, &points) in least.iter_mut().zip(points) {
        *least = points.min(*least);
    }
}

/// The bytes of the left and right parts while they are enumerated.
fn tables_bytes(left: usize, right: usize) -> u64 {
    // At most half of all paths never go below 0.
    let paths = |length: usize| (1u64 << length) / 2;
    (4 << left) + (2 << left) + paths(left) * 96 + (2 << right) + paths(right) * 64
}
