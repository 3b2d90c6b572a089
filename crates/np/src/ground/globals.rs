//! Global constraints, decomposed into sums and formulas that both engines support.

use crate::ground::evaluate::Grounder;
use crate::ground::formula::{Built, FALSE, FormulaId, FormulaStore, Relation, Sum};
use crate::ground::symbolic::Symbolic;
use crate::syntax::tree::{Global, GlobalCall, Span};

struct Task {
    start: Sum,
    length: Sum,
    need: Sum,
}

impl<'a> Grounder<'a> {
    pub(crate) fn global(&mut self, call: &'a GlobalCall, span: &Span) -> Built<Symbolic> {
        let mut keys: Vec<i64> = Vec::new();
        let mut tuples: Vec<Vec<Sum>> = Vec::new();
        if let Some(binding) = &call.binding {
            self.for_each(binding, |grounder, key| {
                tuples.push(grounder.numbers(&call.things[0])?);
                keys.push(key);
                Ok(())
            })?;
        } else {
            for (key, parts) in (1..).zip(&call.things) {
                tuples.push(self.numbers(parts)?);
                keys.push(key);
            }
        }
        let capacity = call.capacity.as_ref();
        let capacity = capacity.map_or(Ok(Sum::number(1)), |capacity| self.number(capacity))?;
        let truth = match call.global {
            Global::Circuit => self.forms.circuit(&keys, &tuples.concat()),
            Global::NoOverlap | Global::Cumulative => {
                self.tasks(call.global, tuples, &capacity, span)
            }
        };
        truth.map(Symbolic::Truth)
    }

    /// The truth of a constraint on tasks, whose lengths and needs must not be negative.
    fn tasks(
        &mut self,
        global: Global,
        tuples: Vec<Vec<Sum>>,
        capacity: &Sum,
        span: &Span,
    ) -> Built<FormulaId> {
        let mut tasks = Vec::new();
        for tuple in tuples {
            let mut parts = tuple.into_iter();
            let start = parts.next().unwrap_or_default();
            let length = parts.next().unwrap_or_default();
            let need = parts.next().unwrap_or_else(|| Sum::number(1));
            for (what, sum) in [("length", &length), ("need", &need)] {
                let (low, _) = self.forms.range(sum)?;
                if low < 0 {
                    let message = format!("a {what} of a task may be {low}");
                    let help = "it must be 0 or more in all of its values";
                    return Err(self.fault(span, message, help));
                }
            }
            tasks.push(Task { start, length, need });
        }
        let forms = &mut self.forms;
        match global {
            Global::NoOverlap => forms.no_overlap(&tasks),
            _ => forms.cumulative(&tasks, capacity),
        }
    }
}

impl FormulaStore {
    /// A single circuit through all keys, in which the `n`th number is the successor of the `n`th key. The
    /// positions in the circuit are auxiliary variables, in the lifted inequalities of Desrochers and Laporte
    /// (1991): if `b` follows `a`, its position is greater by one.
    fn circuit(&mut self, keys: &[i64], nexts: &[Sum]) -> Built<FormulaId> {
        let count = keys.len() as i64;
        let mut all = Vec::new();
        // `follows[i][j]`: whether element `i` is followed by element `j`.
        let mut follows: Vec<Vec<FormulaId>> = Vec::new();
        for (from, next) in nexts.iter().enumerate() {
            let mut row = Vec::new();
            for (to, &key) in keys.iter().enumerate() {
                let test = self.equal(next, &Sum::number(key))?;
                row.push(if from == to && count > 1 { FALSE } else { test });
            }
            all.push(self.or(row.clone())?);
            follows.push(row);
        }
        all.push(self.all_different(nexts.to_vec())?);
        let places: Vec<Sum> = (1..keys.len())
            .map(|_| self.auxiliary("Place", (1, count - 1)))
            .collect::<Built<_>>()?;
        for (a, first) in places.iter().enumerate() {
            let (after, before) = (follows[0][a + 1], follows[a + 1][0]);
            // The element after the first has position 1, the last the highest; the others lie between.
            let (after, before) = (self.truth_sum(after)?, self.truth_sum(before)?);
            let low = Sum::number(2).plus(&after, -1, self)?.plus(&before, count - 3, self)?;
            let high = Sum::number(count - 2).plus(&before, 1, self)?;
            let high = high.plus(&after, 3 - count, self)?;
            if count > 2 {
                all.push(self.at_most(&low, first)?);
                all.push(self.at_most(first, &high)?);
            }
            for (b, second) in places.iter().enumerate().filter(|&(b, _)| a != b) {
                let forth = self.truth_sum(follows[a + 1][b + 1])?;
                let back = self.truth_sum(follows[b + 1][a + 1])?;
                let sum = first.clone().plus(second, -1, self)?.plus(&forth, count - 1, self)?;
                let sum = sum.plus(&back, count - 3, self)?;
                all.push(self.at_most(&sum, &Sum::number(count - 2))?);
            }
        }
        self.and(all)
    }

    /// States that for any two tasks, one ends before the other begins.
    fn no_overlap(&mut self, tasks: &[Task]) -> Built<FormulaId> {
        let mut all = Vec::new();
        for (n, task) in tasks.iter().enumerate() {
            for other in &tasks[..n] {
                let mut orders = Vec::new();
                for (first, second) in [(other, task), (task, other)] {
                    let end = first.start.clone().plus(&first.length, 1, self)?;
                    orders.push(self.at_most(&end, &second.start)?);
                }
                all.push(self.or(orders)?);
            }
        }
        self.and(all)
    }

    /// At each start of a task, the running tasks need at most the capacity. The load increases at no other time.
    fn cumulative(&mut self, tasks: &[Task], capacity: &Sum) -> Built<FormulaId> {
        let mut all = Vec::new();
        for Task { start: time, .. } in tasks {
            let mut total = capacity.scaled(-1, self)?;
            for task in tasks {
                let end = task.start.clone().plus(&task.length, 1, self)?;
                let begun = self.at_most(&task.start, time)?;
                let not_ended = self.less(time, &end)?;
                let runs = self.and(vec![begun, not_ended])?;
                let need = match task.need.decided() {
                    Some(need) => self.truth_sum(runs)?.scaled(need, self)?,
                    None => self.choice(runs, &task.need, &Sum::default())?,
                };
                total = total.plus(&need, 1, self)?;
            }
            all.push(self.compare(Relation::AtMost, total)?);
        }
        self.and(all)
    }
}
