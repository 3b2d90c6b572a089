//! Global constraints, taken apart into sums and conditions that both engines know.

use crate::np::ground::evaluate::Grounder;
#[cfg(feature = "cp")]
use crate::np::ground::formula::Tasks;
use crate::np::ground::formula::{Built, FALSE, Forms, Function, Relation, Sum, TRUE, Truth};
use crate::np::ground::symbolic::{Scope, Symbolic};
use crate::np::syntax::tree::{Global, GlobalCall, Span};

/// Starts of all tasks together up to which each has a row of its own.
const MAX_TIMES: usize = 500;

/// A task that may be undecided.
struct Task {
    start: Sum,
    length: Sum,
    need: Sum,
}

impl<'a> Grounder<'a> {
    /// What a global constraint says.
    pub(crate) fn global(
        &mut self,
        call: &'a GlobalCall,
        scope: &mut Scope<'a>,
        span: &Span,
    ) -> Built<Symbolic> {
        let mut keys: Vec<i64> = Vec::new();
        let mut things: Vec<Vec<Sum>> = Vec::new();
        if let Some(binding) = &call.binding {
            self.for_each(binding, scope, |grounder, scope, key| {
                things.push(grounder.thing(call, 0, scope)?);
                keys.push(key);
                Ok(())
            })?;
        } else {
            for place in 0..call.things.len() {
                things.push(self.thing(call, place, scope)?);
                keys.push(place as i64 + 1);
            }
        }
        let capacity = match &call.capacity {
            Some(capacity) => self.number(capacity, scope)?,
            None => Sum::number(1),
        };
        let truth = match call.global {
            Global::Circuit => self.forms.circuit(&keys, &things.concat()),
            Global::Lex => self.forms.lex(&things),
            Global::NoOverlap | Global::Cumulative => {
                self.tasks(call.global, things, &capacity, scope, span)
            }
        };
        truth.map(Symbolic::Truth)
    }

    /// The numbers of one thing.
    fn thing(
        &mut self,
        call: &'a GlobalCall,
        place: usize,
        scope: &mut Scope<'a>,
    ) -> Built<Vec<Sum>> {
        let parts = call.things.get(place).into_iter().flatten();
        parts.map(|part| self.number(part, scope)).collect()
    }

    fn tasks(
        &mut self,
        global: Global,
        things: Vec<Vec<Sum>>,
        capacity: &Sum,
        scope: &Scope<'a>,
        span: &Span,
    ) -> Built<Truth> {
        let mut tasks = Vec::new();
        for thing in things {
            let mut parts = thing.into_iter();
            let start = parts.next().unwrap_or_default();
            let length = parts.next().unwrap_or_default();
            let need = parts.next().unwrap_or_else(|| Sum::number(1));
            for (what, sum) in [("length", &length), ("need", &need)] {
                let (low, _) = self.forms.range(sum)?;
                if low < 0 {
                    let message = format!("a {what} of a task may be {low}");
                    let help = "it must be 0 or more in all of its values";
                    return Err(self.fault(scope, span, message, help));
                }
            }
            tasks.push(Task { start, length, need });
        }
        let forms = &mut self.forms;
        let truth = if global == Global::NoOverlap {
            forms.no_overlap(&tasks)?
        } else {
            forms.cumulative(&tasks, capacity)?
        };
        #[cfg(feature = "cp")]
        if let Some(capacity) = capacity.decided() {
            let known = |task: &Task| {
                Some((task.start.clone(), task.length.decided()?, task.need.decided()?))
            };
            let tasks: Option<Vec<(Sum, i64, i64)>> = tasks.iter().map(known).collect();
            // A task of no length overlaps with those that it is inside of, and needs nothing.
            if let Some(mut tasks) = tasks
                && (global == Global::Cumulative || tasks.iter().all(|(_, length, _)| *length > 0))
                && truth > TRUE
            {
                tasks.retain(|(_, length, need)| *length > 0 && *need > 0);
                forms.tasks.insert(truth, Tasks { tasks, capacity });
            }
        }
        Ok(truth)
    }
}

impl Forms {
    /// The `n`th number is the key of what comes after the `n`th key. The places in the circuit are
    /// new numbers, in the rows of Desrochers and Laporte (1991): where `b` comes after `a`, its place
    /// is one more.
    fn circuit(&mut self, keys: &[i64], nexts: &[Sum]) -> Built<Truth> {
        let count = keys.len() as i64;
        let mut all = Vec::new();
        // Whether the element of a row is followed by that of a column.
        let mut follows: Vec<Vec<Truth>> = Vec::new();
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
            // The second of all has place 1, the last the highest; the others lie between.
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

    /// `Less, or equal and so on` from the last pair to the first.
    fn lex(&mut self, pairs: &[Vec<Sum>]) -> Built<Truth> {
        let mut rest = TRUE;
        for pair in pairs.iter().rev() {
            let [a, b] = &pair[..] else { continue };
            let below = self.below(a.clone(), b)?;
            let less = self.compare(Relation::AtMost, below)?;
            let at_most = self.at_most(a, b)?;
            let or = self.or(vec![less, rest])?;
            rest = self.and(vec![at_most, or])?;
        }
        Ok(rest)
    }

    /// Of two tasks one ends before the other begins.
    fn no_overlap(&mut self, tasks: &[Task]) -> Built<Truth> {
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

    /// At each time at which a task may begin, those that run need at most the capacity: what runs
    /// together grows at no other time.
    fn cumulative(&mut self, tasks: &[Task], capacity: &Sum) -> Built<Truth> {
        let mut times: Vec<i64> = Vec::new();
        let few = tasks.iter().all(|task| {
            let known = task.length.decided().is_some();
            if let (Some(var), true) = (task.start.only_variable(), known)
                && let Some(Function::Times(factor)) = task.start.functions.get(&var)
            {
                let start = |x: &i64| x.saturating_mul(*factor).saturating_add(task.start.constant);
                times.extend(self.domain(var).iter().map(start));
            } else if let (Some(start), true) = (task.start.decided(), known) {
                times.push(start);
            } else {
                return false;
            }
            times.sort_unstable();
            times.dedup();
            times.len() <= MAX_TIMES
        });
        let begins: Vec<Sum> = if few {
            times.into_iter().map(Sum::number).collect()
        } else {
            tasks.iter().map(|task| task.start.clone()).collect()
        };
        let mut all = Vec::new();
        for time in &begins {
            let mut total = Sum::default().plus(capacity, -1, self)?;
            for task in tasks {
                let end = task.start.clone().plus(&task.length, 1, self)?;
                let begun = self.at_most(&task.start, time)?;
                let below = self.below(time.clone(), &end)?;
                let not_ended = self.compare(Relation::AtMost, below)?;
                let runs = self.and(vec![begun, not_ended])?;
                let need = match task.need.decided() {
                    Some(need) => Sum::default().plus(&self.truth_sum(runs)?, need, self)?,
                    None => self.choice(runs, &task.need, &Sum::default())?,
                };
                total = total.plus(&need, 1, self)?;
            }
            all.push(self.compare(Relation::AtMost, total)?);
        }
        self.and(all)
    }
}
