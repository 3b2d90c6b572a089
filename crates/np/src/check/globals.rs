//! Evaluates global constraints by their definitions.

use std::collections::BTreeMap;

use crate::check::{Checker, value::Evaluation};
use crate::syntax::tree::{Global, GlobalCall};

impl<'a> Checker<'a> {
    pub(super) fn global(&mut self, call: &'a GlobalCall) -> Evaluation<bool> {
        let mut tuples: Vec<(i128, Vec<i128>)> = Vec::new();
        if let Some(binding) = &call.binding {
            self.for_each(binding, |checker, key| {
                tuples.push((key, checker.ints(&call.things[0])?));
                Ok(())
            })?;
        } else {
            for (key, parts) in (1..).zip(&call.things) {
                tuples.push((key, self.ints(parts)?));
            }
        }
        let capacity = call.capacity.as_ref().map_or(Ok(0), |most| self.int(most))?;
        self.meter.step(64 * tuples.len())?;
        match call.global {
            Global::Circuit => Ok(is_circuit(&tuples)),
            Global::NoOverlap | Global::Cumulative => {
                if tuples.iter().any(|(_, task)| task[1..].iter().any(|&number| number < 0)) {
                    return Err("a length or a need is below 0".into());
                }
                let tasks: Vec<&[i128]> = tuples.iter().map(|(_, task)| &task[..]).collect();
                let end = |task: &[i128]| task[0].saturating_add(task[1]);
                for (n, &task) in tasks.iter().enumerate() {
                    // Each round compares a task with all others.
                    self.meter.step(64 * tasks.len())?;
                    let holds = if call.global == Global::NoOverlap {
                        let apart =
                            |other: &&[i128]| end(task) <= other[0] || end(other) <= task[0];
                        tasks[..n].iter().all(apart)
                    } else {
                        // The load grows only at the start of a task.
                        let runs = tasks.iter().filter(|t| t[0] <= task[0] && task[0] < end(t));
                        runs.fold(0, |sum: i128, t| sum.saturating_add(t[2])) <= capacity
                    };
                    if !holds {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }
}

/// Whether the successors lead from the first element through all others and back to it.
fn is_circuit(tuples: &[(i128, Vec<i128>)]) -> bool {
    let next: BTreeMap<i128, i128> = tuples.iter().map(|(key, next)| (*key, next[0])).collect();
    let Some((&first, _)) = next.first_key_value() else { return true };
    let mut at = first;
    for step in 1..=next.len() {
        match next.get(&at) {
            Some(&to) => at = to,
            None => return false,
        }
        if at == first {
            return step == next.len();
        }
    }
    false
}
