//! Columns of the program: which jumps a slot makes, where its move starts and ends, and where pegs are.

use crate::milp::by_move::{ByMove, Entry};
use soliter_base::control::{Control, Stop};
use soliter_boards::board::position::Position;

impl ByMove<'_> {
    /// Adds all columns, except in the first and last slots where there is no choice: a value that is fixed
    /// in every position at that distance from the start or the finish becomes a constant. On the English
    /// board with only 44 empty, the first slot has the four jumps that land in 44, not all 76.
    pub(super) fn columns(&mut self, control: &Control) -> Result<(), Stop> {
        for slot in 0..self.slots {
            self.move_columns(slot);
            self.program.check(control)?;
        }
        for slot in 0..=self.slots {
            self.peg_columns(slot);
        }
        Ok(())
    }

    /// `Jump`, `From`, `To`: the jumps of a slot, its first hole and its last.
    fn move_columns(&mut self, slot: usize) {
        let (ends, knowledge) = (self.ends, self.knowledge);
        let first = knowledge.first.get(slot);
        let last = knowledge.last.get(self.slots - 1 - slot);
        let mut jumps = Vec::new();
        for (jump, &most) in knowledge.most_uses.iter().enumerate() {
            let possible = most > 0 && first.into_iter().chain(last).all(|known| known.jumps[jump]);
            if possible {
                self.jump_places.push((slot, jump, self.program.size().1));
            }
            let name = || format!("Jump[{},{}]", slot + 1, ends.jump_name(jump));
            jumps.push(self.column_if(possible, name));
        }
        // A set that is not known has all holes.
        let starts = [first.map(|slot| slot.outer), last.map(|slot| slot.inner)];
        let finishes = [first.map(|slot| slot.inner), last.map(|slot| slot.outer)];
        let (mut start, mut end) = (Vec::new(), Vec::new());
        for hole in ends.holes() {
            let [may_start, may_end] = [starts, finishes]
                .map(|sets| sets.into_iter().flatten().all(|set| set >> hole & 1 == 1));
            if may_start {
                self.start_places.push((slot, hole, self.program.size().1));
            }
            let name = |word: &str| format!("{word}[{},{}]", slot + 1, ends.name(hole));
            start.push(self.column_if(may_start, || name("From")));
            end.push(self.column_if(may_end, || name("To")));
        }
        self.jump.push(jumps);
        self.start.push(start);
        self.end.push(end);
    }

    /// `Peg`: the position before a slot, or after the last one.
    fn peg_columns(&mut self, slot: usize) {
        let (ends, slots, knowledge) = (self.ends, self.slots, self.knowledge);
        let known =
            || knowledge.first.get(slot).into_iter().chain(knowledge.last.get(slots - slot));
        let end = if slot == 0 {
            Some(ends.start.clone())
        } else {
            (slot == slots).then_some(ends.finish.clone())
        };
        let [pegs_at, empty_at] = end.map_or([Position::EMPTY; 2], |end| end.named(ends.board()));
        let entry = |hole| {
            let always = known().any(|known| known.all >> hole & 1 == 1);
            let never = known().any(|known| known.any >> hole & 1 == 0);
            match () {
                () if pegs_at.has(hole) => Entry::Fixed(1.0),
                () if empty_at.has(hole) => Entry::Fixed(0.0),
                () if always => Entry::Fixed(1.0),
                () if never => Entry::Fixed(0.0),
                () => {
                    let name = format!("Peg[{},{}]", slot + 1, ends.name(hole));
                    Entry::Column(self.program.fraction(name))
                }
            }
        };
        let pegs = ends.holes().map(entry).collect();
        self.peg.push(pegs);
    }

    /// A column, or 0 if its value cannot be 1.
    fn column_if(&mut self, possible: bool, name: impl FnOnce() -> String) -> Entry {
        if possible { Entry::Column(self.program.binary(name())) } else { Entry::Fixed(0.0) }
    }
}
