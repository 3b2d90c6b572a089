//! The left parts of all outlines, ordered so that many can be swept at once. They are divided into waves: no
//! move that preserves the number of stones leads from a left part to another one of the same wave. Within a
//! wave, parts that end at the same height and hold the same number of stones form a group.

use rustc_hash::FxHashMap;

use super::outline::{bits, follow, peaks_before_valleys, valleys};
use super::parameters::Shift;
use soliter_base::control::{Control, Stop};

pub(super) type Number = u32;

/// A left part, and the results of its moves.
#[derive(Clone, Debug)]
pub(super) struct LeftPart {
    /// The last three steps as a binary number.
    pub(super) last_steps: u8,
    /// The points still to be won in this part.
    pub(super) points_left: u8,
    pub(super) group: u32,
    pub(super) place: u32,
    /// The part whose steps, as a binary number, are greater by 1, if it is a left part.
    pub(super) next: Option<Number>,
    /// The part whose steps are less by 1, if it is a left part.
    pub(super) previous: Option<Number>,
    /// The start of its targets: first those of laying a stone, then those of shifting one.
    lays_at: u32,
    shifts_at: u32,
}

/// The left parts of one wave that end at the same height and hold the same number of stones.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) height: usize,
    pub(super) stones: usize,
    /// The number of its first part; the others follow.
    pub(super) first: Number,
    pub(super) size: usize,
}

/// All left parts of one length.
#[derive(Clone, Debug, Default)]
pub(super) struct LeftParts {
    parts: Vec<LeftPart>,
    targets: Vec<Number>,
    pub(super) groups: Vec<Group>,
    /// The groups of every wave.
    pub(super) waves: Vec<std::ops::Range<usize>>,
    /// The number of each part, by steps.
    numbers: Vec<Number>,
}

const NONE: Number = Number::MAX;

/// The number of parts processed between checks of the limits.
const BETWEEN_LOOKS: usize = 1 << 14;

impl LeftParts {
    pub(super) fn new(
        base: usize,
        length: usize,
        highest: usize,
        shift: Shift,
        control: &Control,
    ) -> Result<Self, Stop> {
        let mut numbers = vec![NONE; 1 << length];
        let mut waves_by_steps = vec![0u16; 1 << length];
        // For each group (wave, height, stones), its parts: their steps, ascending, and the points left.
        let mut found: FxHashMap<(u16, usize, usize), Vec<(u32, u8)>> = FxHashMap::default();
        // Shifts lead to smaller numbers, whose waves are already known.
        for steps in 0..1u32 << length {
            if (steps as usize).is_multiple_of(BETWEEN_LOOKS) {
                control.check()?;
            }
            let part = follow(base, 0, 0, steps.into(), length);
            let Some(part) = part.filter(|part| part.height <= highest) else { continue };
            let after = |steps: u32| waves_by_steps[steps as usize] + 1;
            let mut wave = 0;
            if shift == Shift::Right {
                let shifted = bits(peaks_before_valleys(steps.into()));
                wave = shifted.map(|at| after(steps - (3 << at))).max().unwrap_or(0);
                if steps & 7 != 0 && numbers[steps as usize - 1] != NONE {
                    wave = wave.max(after(steps - 1));
                }
            }
            numbers[steps as usize] = 0;
            waves_by_steps[steps as usize] = wave;
            let group = found.entry((wave, part.height, part.stones)).or_default();
            group.push((steps, part.points_left));
        }
        let mut groups: Vec<_> = found.into_iter().collect();
        groups.sort_unstable_by_key(|&(key, _)| key);
        for (number, &(steps, _)) in groups.iter().flat_map(|(_, group)| group).enumerate() {
            if number.is_multiple_of(BETWEEN_LOOKS) {
                control.check()?;
            }
            numbers[steps as usize] = number as Number;
        }
        let mut parts = Self { numbers, ..Self::default() };
        for ((wave, height, stones), found) in groups {
            control.check()?;
            let (group, first) = (parts.groups.len(), parts.parts.len() as Number);
            if parts.waves.len() == usize::from(wave) {
                parts.waves.push(group..group);
            }
            parts.waves[usize::from(wave)].end += 1;
            parts.groups.push(Group { height, stones, first, size: found.len() });
            for (place, part) in found.into_iter().enumerate() {
                if place % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 {
                    control.check()?;
                }
                parts.push(part, group, place, length, shift);
            }
        }
        Ok(parts)
    }

    fn push(
        &mut self,
        (steps, points_left): (u32, u8),
        group: usize,
        place: usize,
        length: usize,
        shift: Shift,
    ) {
        let laid = bits(valleys(steps.into(), length)).map(|at| steps + (1 << at));
        let laid: Vec<Number> = laid.filter_map(|steps| self.number(steps)).collect();
        let shifts = if shift == Shift::Right { peaks_before_valleys(steps.into()) } else { 0 };
        let shifted = bits(shifts).map(|at| steps - (3 << at));
        let shifted: Vec<Number> = shifted.filter_map(|steps| self.number(steps)).collect();
        let lays_at = self.targets.len() as u32;
        self.parts.push(LeftPart {
            last_steps: (steps & 7) as u8,
            points_left,
            group: group as u32,
            place: place as u32,
            next: self.number(steps + 1),
            previous: steps.checked_sub(1).and_then(|steps| self.number(steps)),
            lays_at,
            shifts_at: lays_at + laid.len() as u32,
        });
        self.targets.extend(laid.into_iter().chain(shifted));
    }

    pub(super) fn part(&self, number: Number) -> &LeftPart {
        &self.parts[number as usize]
    }

    /// The results of laying a stone, and of shifting a stone, within a part.
    pub(super) fn targets(&self, number: Number) -> (&[Number], &[Number]) {
        let LeftPart { lays_at, shifts_at, .. } = *self.part(number);
        let end =
            self.parts.get(number as usize + 1).map_or(self.targets.len(), |p| p.lays_at as usize);
        let (lays_at, shifts_at) = (lays_at as usize, shifts_at as usize);
        (&self.targets[lays_at..shifts_at], &self.targets[shifts_at..end])
    }

    pub(super) fn number(&self, steps: u32) -> Option<Number> {
        self.numbers.get(steps as usize).copied().filter(|&number| number != NONE)
    }
}
