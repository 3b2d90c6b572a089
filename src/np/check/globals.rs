//! Global constraints on known numbers, by their definitions.

use std::collections::BTreeMap;

use crate::np::check::value::Evaluation;
use crate::np::check::{Checker, Environment};
use crate::np::syntax::tree::{Global, GlobalCall};

impl<'a> Checker<'a> {
    pub(super) fn global(
        &mut self,
        call: &'a GlobalCall,
        env: &mut Environment<'a>,
    ) -> Evaluation<bool> {
        let mut things: Vec<(i128, Vec<i128>)> = Vec::new();
        if let Some(binding) = &call.binding {
            self.for_each(binding, env, |checker, env, key| {
                things.push((key, checker.thing(call, 0, env)?));
                Ok(())
            })?;
        } else {
            for number in 0..call.things.len() {
                things.push((number as i128 + 1, self.thing(call, number, env)?));
            }
        }
        let capacity = match &call.capacity {
            Some(capacity) => self.int(capacity, env)?,
            None => 0,
        };
        self.meter.step(64 * things.len())?;
        match call.global {
            Global::Circuit => Ok(is_circuit(&things)),
            Global::Lex => {
                let (first, second): (Vec<i128>, Vec<i128>) =
                    things.iter().map(|(_, pair)| (pair[0], pair[1])).unzip();
                Ok(first <= second)
            }
            Global::NoOverlap | Global::Cumulative => {
                if things.iter().any(|(_, task)| task[1..].iter().any(|&number| number < 0)) {
                    return Err("a length or a need is below 0".into());
                }
                let tasks: Vec<&[i128]> = things.iter().map(|(_, task)| &task[..]).collect();
                let end = |task: &[i128]| task[0].saturating_add(task[1]);
                for (n, &task) in tasks.iter().enumerate() {
                    // Each round looks at all tasks.
                    self.meter.step(64 * tasks.len())?;
                    let holds = if call.global == Global::NoOverlap {
                        let apart =
                            |other: &&[i128]| end(task) <= other[0] || end(other) <= task[0];
                        tasks[..n].iter().all(apart)
                    } else {
                        // What runs together grows only where a task begins.
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

    fn thing(
        &mut self,
        call: &'a GlobalCall,
        number: usize,
        env: &mut Environment<'a>,
    ) -> Evaluation<Vec<i128>> {
        call.things[number].iter().map(|part| self.int(part, env)).collect()
    }
}

/// Whether the way from the first element comes back to it after all others.
fn is_circuit(things: &[(i128, Vec<i128>)]) -> bool {
    let next: BTreeMap<i128, i128> = things.iter().map(|(key, next)| (*key, next[0])).collect();
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
