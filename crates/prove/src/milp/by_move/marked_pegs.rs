//! Marked pegs: a few rows for each slot.

use good_lp::{Expression, Variable, constraint};

use crate::milp::by_move::ByMove;
use soliter_base::control::Stop;
use soliter_boards::board::position::Hole;

impl ByMove<'_> {
    pub(crate) fn marked_pegs(&mut self) -> Result<(), Stop> {
        let marked = self.ends.puzzle.marked();
        if marked.last_captured.is_some() {
            return Err(Stop::Size("--formulation by-move does not support a last captured peg"));
        }
        if let Some(hole) = marked.watch {
            self.watch(hole);
        }
        if let Some(hole) = marked.survivor {
            self.survivor(hole);
        }
        Ok(())
    }

    /// `Watch`: no peg leaps over the man on the watch. If it has left its hole by the end of a slot, this
    /// slot either begins in that hole as the first to do so, or continues where the previous slot ended. In
    /// the last slot it has left.
    fn watch(&mut self, watch: Hole) {
        let mut before: Option<Variable> = None;
        for slot in 0..self.slots {
            let k = slot + 1;
            let has_left = self.program.binary(format!("Watch[{k}]"));
            let (over, from) =
                (self.jumps(slot, |jump| jump.over == watch), self.from(slot, watch));
            self.program.row(format!("Watch.Taken[{k}]"), constraint!(over == 0.0));
            let left_before = before.map_or_else(Expression::default, Expression::from);
            let leaves = constraint!(has_left - left_before.clone() <= from.clone());
            self.program.row(format!("Watch.Leaves[{k}]"), leaves);
            self.program.row(format!("Watch.From[{k}]"), constraint!(from <= has_left));
            if before.is_some() {
                let stays_away = constraint!(left_before.clone() <= has_left);
                self.program.row(format!("Watch.Away[{k}]"), stays_away);
                for hole in self.ends.holes() {
                    let (to, from) = (self.to(slot - 1, hole), self.from(slot, hole));
                    let goes_on = constraint!(to + left_before.clone() - 1.0 <= from);
                    let name = format!("Watch.GoesOn[{k},{}]", self.ends.name(hole));
                    self.program.row(name, goes_on);
                }
            }
            before = Some(has_left);
        }
        if let Some(has_left) = before {
            let end = constraint!(Expression::from(has_left) == 1.0);
            self.program.row("Watch.Last".to_owned(), end);
        }
    }

    /// `Survivor`: before each slot the survivor is in one hole, which no peg leaps over. Either it stays
    /// there, or the slot begins there and the survivor is then where the slot ends.
    fn survivor(&mut self, survivor: Hole) {
        let mut here = self.survivor_holes(1);
        let first = constraint!(Expression::from(here[usize::from(survivor)]) == 1.0);
        self.program.row("Survivor.First".to_owned(), first);
        for slot in 0..self.slots {
            let next = self.survivor_holes(slot + 2);
            let moves = self.program.binary(format!("Survivor.Moves[{}]", slot + 1));
            for hole in self.ends.holes() {
                let name = format!("{},{}", slot + 1, self.ends.name(hole));
                let (at, then) = (here[usize::from(hole)], next[usize::from(hole)]);
                let (from, to) = (self.from(slot, hole), self.to(slot, hole));
                let over = self.jumps(slot, |jump| jump.over == hole);
                let rows = [
                    ("Taken", constraint!(over + at <= 1.0)),
                    ("Moves.Only", constraint!(moves + at - from.clone() <= 1.0)),
                    ("Moves.From", constraint!(at + from - moves <= 1.0)),
                    ("Stays", constraint!(at - moves <= then)),
                    ("Goes", constraint!(to + moves - 1.0 <= then)),
                ];
                for (row, constraint) in rows {
                    self.program.row(format!("Survivor.{row}[{name}]"), constraint);
                }
            }
            here = next;
        }
    }

    /// The columns of the survivor's hole before a slot or after the last one; exactly one of them is 1.
    fn survivor_holes(&mut self, slot: usize) -> Vec<Variable> {
        let ends = self.ends;
        let name = |hole| format!("Survivor[{slot},{}]", ends.name(hole));
        let columns: Vec<Variable> =
            ends.holes().map(|hole| self.program.binary(name(hole))).collect();
        let all: Expression = columns.iter().copied().map(Expression::from).sum();
        self.program.row(format!("Survivor[{slot}]"), constraint!(all == 1.0));
        columns
    }
}
