//! Posts tasks to Pumpkin's own constraints, which detect an overload before the order of the tasks is
//! decided.

use pumpkin_constraints::{cumulative, disjunctive_strict};
use pumpkin_core::variables::{AffineView, DomainId, TransformableVariable};
use pumpkin_propagators::disjunctive::ArgDisjunctiveTask;

use crate::np::cp::post::{LIMIT, Posting, small};
use crate::np::ground::formula::{Built, Tasks};

impl Posting<'_> {
    /// States that tasks keep to their capacity. Returns false if it did not, and the decomposed constraint
    /// has to be posted instead.
    pub(super) fn tasks(&mut self, tasks: &Tasks) -> Built<bool> {
        let mut earliest = i64::MAX;
        for (start, length, need) in &tasks.tasks {
            let (low, high) = self.forms.range(start)?;
            let most = low.unsigned_abs().max(high.unsigned_abs()).saturating_add_signed(*length);
            if most > LIMIT.unsigned_abs() / 2 || *need > tasks.capacity {
                return Ok(false);
            }
            earliest = earliest.min(low);
        }
        let (mut starts, mut lengths, mut needs) = (Vec::new(), Vec::new(), Vec::new());
        for (start, length, need) in &tasks.tasks {
            // Time is counted from the earliest start, since Pumpkin's cumulative constraint takes a start
            // of -1 for "no task runs".
            starts.push(self.number_of(start)?.offset(small(-earliest)?));
            lengths.push(small(*length)?);
            needs.push(small(*need)?);
        }
        // The need of each task over all its time, summed over all tasks.
        let area =
            tasks.tasks.iter().map(|(_, length, need)| i128::from(*length) * i128::from(*need));
        if area.sum::<i128>() > i128::from(LIMIT) {
            return Ok(false);
        }
        let (capacity, tag) = (small(tasks.capacity)?, self.tag());
        if self.solver.is_inconsistent() || starts.len() < 2 {
            return Ok(true);
        }
        if capacity == 1 {
            let task = |(start_time, processing_time): (AffineView<DomainId>, i32)| {
                ArgDisjunctiveTask { start_time, processing_time }
            };
            let tasks = starts.into_iter().zip(lengths).map(task);
            self.solver.add_constraint(disjunctive_strict(tasks, tag)).post();
        } else {
            let rule = cumulative(starts, lengths, needs, capacity, tag);
            self.solver.add_constraint(rule).post();
        }
        Ok(true)
    }
}
