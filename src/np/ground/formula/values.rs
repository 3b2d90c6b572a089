//! The values of sums and truths: the range of a sum, and its value for given values of the variables.

use std::collections::BTreeSet;

use crate::base::control::Stop;
use crate::np::ground::formula::{BuildError, Built, Forms, Formula, Function, Sum, Truth, Var};

impl Forms {
    /// The least and the greatest value of a sum, by interval arithmetic.
    pub(crate) fn range(&self, sum: &Sum) -> Built<(i64, i64)> {
        self.meter.step(sum.bytes())?;
        if !self.ranges.is_empty() && sum.truths.len() > 1 {
            let varying = Sum { constant: 0, ..sum.clone() };
            if let Some(&(low, high)) = self.ranges.get(&varying) {
                let shift = |end: i64| end.checked_add(sum.constant).ok_or(BuildError::Number);
                return Ok((shift(low)?, shift(high)?));
            }
        }
        let (mut low, mut high) = (sum.constant, sum.constant);
        let mut widen = |a: i64, b: i64| -> Built<()> {
            low = low.checked_add(a.min(b)).ok_or(BuildError::Number)?;
            high = high.checked_add(a.max(b)).ok_or(BuildError::Number)?;
            Ok(())
        };
        for (&var, function) in &sum.functions {
            let domain = self.domain(var);
            let (least, most) = match function {
                Function::Times(times) => {
                    let ends = domain.first().zip(domain.last());
                    let ends =
                        ends.and_then(|(a, b)| times.checked_mul(*a).zip(times.checked_mul(*b)));
                    ends.ok_or(BuildError::Number)?
                }
                Function::Table(table) => {
                    (*table.iter().min().unwrap_or(&0), *table.iter().max().unwrap_or(&0))
                }
            };
            widen(least, most)?;
        }
        for &times in sum.truths.values() {
            widen(0, times)?;
        }
        Ok((low, high))
    }

    /// All values that a sum may have if its parts vary independently, which they do if each variable occurs
    /// in one part only. `None` if there are more than `most` of them.
    pub(crate) fn values_of(&self, sum: &Sum, most: usize) -> Built<Option<BTreeSet<i64>>> {
        let mut parts: Vec<BTreeSet<i64>> = Vec::new();
        for (&var, function) in &sum.functions {
            let domain = self.domain(var);
            self.meter.step(64 * domain.len())?;
            parts.push(domain.iter().map(|&x| self.apply(var, function, x)).collect());
        }
        parts.extend(sum.truths.values().map(|&times| BTreeSet::from([0, times])));
        let mut values = BTreeSet::from([sum.constant]);
        for part in parts {
            if values.len().saturating_mul(part.len()) > most {
                return Ok(None);
            }
            self.meter.step(64 * values.len() * part.len())?;
            let sums = values.iter().flat_map(|a| part.iter().map(|b| a.checked_add(*b)));
            values = sums.collect::<Option<_>>().ok_or(BuildError::Number)?;
        }
        Ok(Some(values))
    }

    /// Whether a truth holds, given the values of its variables.
    pub(crate) fn holds(&self, truth: Truth, value: &impl Fn(Var) -> i64) -> Result<bool, Stop> {
        self.meter.step(64)?;
        let (list, decisive) = match &self.formulas[truth] {
            Formula::Decided(decided) => return Ok(*decided),
            Formula::In(var, values) => return Ok(values.binary_search(&value(*var)).is_ok()),
            Formula::Compare(relation, sum) => {
                return self.value(sum, value).map(|sum| relation.holds(sum));
            }
            Formula::Same([a, b]) => {
                return Ok(self.holds(*a, value)? == self.holds(*b, value)?);
            }
            Formula::AllDifferent(sums) => {
                let values = sums.iter().map(|sum| self.value(sum, value));
                let mut values: Vec<i64> = values.collect::<Result<_, Stop>>()?;
                values.sort_unstable();
                return Ok(values.windows(2).all(|pair| pair[0] != pair[1]));
            }
            Formula::And(list) => (list, false),
            Formula::Or(list) => (list, true),
        };
        for &part in list {
            if self.holds(part, value)? == decisive {
                return Ok(decisive);
            }
        }
        Ok(!decisive)
    }

    /// The value of a sum, given the values of its variables.
    pub(crate) fn value(&self, sum: &Sum, value: &impl Fn(Var) -> i64) -> Result<i64, Stop> {
        self.meter.step(16 * sum.functions.len())?;
        let functions = sum.functions.iter();
        let functions = functions.map(|(&var, f)| self.apply(var, f, value(var)));
        let mut total = functions.fold(sum.constant, i64::saturating_add);
        for (&truth, &times) in &sum.truths {
            if self.holds(truth, value)? {
                total = total.saturating_add(times);
            }
        }
        Ok(total)
    }

    /// Calls `visit` with every variable of a truth, possibly more than once.
    pub(crate) fn variables_of(
        &self,
        truth: Truth,
        visit: &mut impl FnMut(Var),
    ) -> Result<(), Stop> {
        self.meter.step(64)?;
        let formula = &self.formulas[truth];
        if let Formula::In(var, _) = formula {
            visit(*var);
        }
        let (truths, sums) = formula.parts();
        truths.iter().try_for_each(|&part| self.variables_of(part, visit))?;
        sums.iter().try_for_each(|sum| self.variables_of_sum(sum, visit))
    }

    /// Calls `visit` with every variable of a sum, possibly more than once.
    pub(crate) fn variables_of_sum(
        &self,
        sum: &Sum,
        visit: &mut impl FnMut(Var),
    ) -> Result<(), Stop> {
        self.meter.step(16 * sum.functions.len())?;
        sum.functions.keys().for_each(|&var| visit(var));
        sum.truths.keys().try_for_each(|&truth| self.variables_of(truth, visit))
    }
}
