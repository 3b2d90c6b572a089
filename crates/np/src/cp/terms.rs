//! Turns sums into Pumpkin's terms, after checking that they fit into 32 bits, and tasks into Pumpkin's own
//! constraints, which detect an overload before the order of the tasks is decided.

use pumpkin_constraints::{cumulative, disjunctive_strict};
use pumpkin_core::predicate;
use pumpkin_core::variables::{AffineView, DomainId, TransformableVariable};
use pumpkin_propagators::disjunctive::ArgDisjunctiveTask;

use crate::cp::post::{LIMIT, Linear, Posting, small};
use crate::ground::formula::{BuildError, Built, Function, Sum, TRUE, Tasks, Var};

impl Posting<'_> {
    /// The terms of a sum, one for each part.
    pub(super) fn linear(&mut self, sum: &Sum) -> Built<Linear> {
        self.weigh(sum)?;
        let mut terms = Vec::with_capacity(sum.functions.len() + sum.truths.len());
        let mut constant = sum.constant;
        for (&var, function) in &sum.functions {
            match function {
                Function::Times(times) => {
                    let times = small(*times)?;
                    terms.push(self.variable(var)?.scaled(times));
                }
                Function::Table(table) => terms.push(self.tabled(var, table, &mut constant)?),
            }
        }
        for (&truth, &times) in &sum.truths {
            debug_assert!(truth > TRUE, "decided truths are folded away");
            let times = small(times)?;
            let predicate = self.predicate(truth)?;
            terms.push(self.as_number(predicate)?.scaled(times));
        }
        Ok(Linear { terms, constant })
    }

    /// Refuses a sum if the magnitudes of its parts exceed half the limit in total. The difference of the sum
    /// and a variable of its own then stays within the limit.
    fn weigh(&self, sum: &Sum) -> Built<()> {
        let mut weight = i128::from(sum.constant).abs();
        for (&var, function) in &sum.functions {
            self.forms.meter.step(64)?;
            let most = match function {
                Function::Times(times) => {
                    let ends = self.forms.domain(var);
                    let ends = [ends.first(), ends.last()].into_iter().flatten();
                    let ends = ends.map(|&x| (i128::from(x) * i128::from(*times)).abs());
                    ends.max().unwrap_or(0).max(i128::from(*times).abs())
                }
                Function::Table(table) => {
                    let values = table.iter().map(|&value| i128::from(value).abs());
                    2 * values.max().unwrap_or(0)
                }
            };
            weight += most;
        }
        weight += sum.truths.values().map(|&times| i128::from(times).abs()).sum::<i128>();
        if 2 * weight > i128::from(LIMIT) { Err(BuildError::Number) } else { Ok(()) }
    }

    /// A function of a variable by its table: a condition if it takes two values, otherwise a variable.
    fn tabled(
        &mut self,
        var: Var,
        table: &[i64],
        constant: &mut i64,
    ) -> Built<AffineView<DomainId>> {
        let domain = self.forms.domain(var).to_vec();
        self.forms.meter.step(64 * domain.len())?;
        let mut results = table.to_vec();
        results.sort_unstable();
        results.dedup();
        let values_with = |result: i64| -> Vec<i64> {
            let pairs = domain.iter().zip(table).filter(|(_, other)| **other == result);
            pairs.map(|(&value, _)| value).collect()
        };
        if let [low, high] = results[..] {
            *constant = constant.checked_add(low).ok_or(BuildError::Number)?;
            let test = self.test(var, &values_with(high))?;
            return Ok(self.as_number(test)?.scaled(small(high - low)?));
        }
        if let Some(known) = self.tables.get(&(var, table.to_vec())) {
            return Ok(known.scaled(1));
        }
        let (Some(&first), Some(&last)) = (results.first(), results.last()) else {
            return Err(BuildError::Number);
        };
        let variable = self.variable(var)?;
        let result = self.new_variable(first, last)?;
        for (&value, &becomes) in domain.iter().zip(table) {
            let (value, becomes) = (small(value)?, small(becomes)?);
            self.clause(vec![predicate![variable != value], predicate![result == becomes]])?;
        }
        for &becomes in &results {
            let test = self.test(var, &values_with(becomes))?;
            let becomes = small(becomes)?;
            self.clause(vec![predicate![result != becomes], test])?;
        }
        self.tables.insert((var, table.to_vec()), result);
        Ok(result.scaled(1))
    }

    /// Posts a capacity constraint on tasks. Returns false if the caller has to post the decomposition.
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
