//! Arithmetic on sums, the range of a sum, and the values of sums and truths for given values of the variables.
//!
//! A function that is linear on its domain is kept as a multiple, so that equal sums have equal parts.

use std::collections::{BTreeMap, BTreeSet};

use crate::ground::formula::{
    BuildError, Built, Formula, FormulaId, FormulaStore, Function, Sum, Var,
};
use soliter_base::control::Stop;

impl Sum {
    pub(crate) fn number(constant: i64) -> Self {
        Self { constant, ..Self::default() }
    }

    /// The value of the sum, if it is a constant.
    pub(crate) fn decided(&self) -> Option<i64> {
        (self.functions.is_empty() && self.truths.is_empty()).then_some(self.constant)
    }

    /// The approximate size of the sum in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let tables = self.functions.values().map(|function| match function {
            Function::Times(_) => 0,
            Function::Table(table) => table.len() * 8,
        });
        64 * (1 + self.functions.len() + self.truths.len()) + tables.sum::<usize>()
    }

    pub(crate) fn scaled(&self, factor: i64, forms: &FormulaStore) -> Built<Self> {
        Self::default().plus(self, factor, forms)
    }

    /// `self + factor * other`
    pub(crate) fn plus(mut self, other: &Self, factor: i64, forms: &FormulaStore) -> Built<Self> {
        forms.meter.step(other.bytes())?;
        let add = |a: i64, b: i64| {
            b.checked_mul(factor).and_then(|b| a.checked_add(b)).ok_or(BuildError::Number)
        };
        self.constant = add(self.constant, other.constant)?;
        for (&var, function) in &other.functions {
            let both = match (self.functions.remove(&var), function) {
                (None, Function::Times(b)) => Function::Times(add(0, *b)?),
                (Some(Function::Times(a)), Function::Times(b)) => Function::Times(add(a, *b)?),
                (mine, _) => {
                    let domain = forms.domain(var);
                    forms.meter.step(16 * domain.len())?;
                    let value = |function: &Function, at: usize| match function {
                        Function::Times(times) => times.checked_mul(domain[at]),
                        Function::Table(table) => Some(table[at]),
                    };
                    let table = (0..domain.len())
                        .map(|at| {
                            let mine = mine.as_ref().map_or(Some(0), |mine| value(mine, at));
                            let other = value(function, at);
                            mine.zip(other).ok_or(BuildError::Number).and_then(|(a, b)| add(a, b))
                        })
                        .collect::<Built<Vec<i64>>>()?;
                    self.constant =
                        forms.add_table(var, table, self.constant, &mut self.functions)?;
                    continue;
                }
            };
            if both != Function::Times(0) {
                self.functions.insert(var, both);
            }
        }
        for (&truth, &times) in &other.truths {
            let both = add(self.truths.remove(&truth).unwrap_or(0), times)?;
            if both != 0 {
                self.truths.insert(truth, both);
            }
        }
        Ok(self)
    }
}

impl FormulaStore {
    /// Inserts a function, given by its table, into the functions of a sum, and returns the constant of that
    /// sum. A linear function is inserted as a multiple, and its constant part is added to `constant`.
    fn add_table(
        &self,
        var: Var,
        table: Vec<i64>,
        constant: i64,
        functions: &mut BTreeMap<Var, Function>,
    ) -> Built<i64> {
        let domain = self.domain(var);
        self.meter.step(16 * domain.len())?;
        let (Some(&first), Some(&x)) = (table.first(), domain.first()) else { return Ok(constant) };
        let slope = match (table.get(1), domain.get(1)) {
            (Some(&second), Some(&y)) => {
                let (rise, run) = (second.checked_sub(first), y.checked_sub(x));
                rise.zip(run).filter(|(rise, run)| rise % run == 0).map(|(rise, run)| rise / run)
            }
            _ => Some(0),
        };
        let start = slope.and_then(|slope| first.checked_sub(slope.checked_mul(x)?));
        if let (Some(slope), Some(start)) = (slope, start) {
            let line = |x: i64| slope.checked_mul(x).and_then(|rise| rise.checked_add(start));
            if domain.iter().zip(&table).all(|(&x, &value)| line(x) == Some(value)) {
                if slope != 0 {
                    functions.insert(var, Function::Times(slope));
                }
                return constant.checked_add(start).ok_or(BuildError::Number);
            }
        }
        functions.insert(var, Function::Table(table));
        Ok(constant)
    }

    pub(crate) fn function(&self, var: Var, table: Vec<i64>) -> Built<Sum> {
        let mut sum = Sum::default();
        sum.constant = self.add_table(var, table, 0, &mut sum.functions)?;
        Ok(sum)
    }

    /// The variable, if a sum is a function of exactly one, whose values are listed.
    pub(crate) fn only_variable(&self, sum: &Sum) -> Option<Var> {
        let mut variables = sum.functions.keys();
        let first = variables.next()?;
        let is_only = variables.next().is_none() && sum.truths.is_empty();
        (is_only && !self.is_interval(*first)).then_some(*first)
    }

    /// A function of a sum that depends on at most one variable with a list of values; otherwise `None`.
    pub(crate) fn of_one_variable(
        &self,
        sum: &Sum,
        function: impl Fn(i64) -> Option<i64>,
    ) -> Built<Option<Sum>> {
        let function = |number: i64| function(number).ok_or(BuildError::Number);
        if let Some(number) = sum.decided() {
            return Ok(Some(Sum::number(function(number)?)));
        }
        let Some(var) = self.only_variable(sum) else { return Ok(None) };
        let table = self.domain(var).iter().map(|&x| function(self.value(sum, &|_| x)?));
        self.function(var, table.collect::<Built<_>>()?).map(Some)
    }

    pub(crate) fn variable(&self, var: Var) -> Sum {
        match self.domain(var) {
            [only] => Sum::number(*only),
            _ => Sum { functions: [(var, Function::Times(1))].into(), ..Sum::default() },
        }
    }

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
            let (least, most) = match function {
                Function::Times(times) => {
                    let ends = self.variables[var].domain.ends();
                    let ends =
                        ends.and_then(|(a, b)| times.checked_mul(a).zip(times.checked_mul(b)));
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
            if self.is_interval(var) {
                return Ok(None);
            }
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

    pub(crate) fn holds(
        &self,
        truth: FormulaId,
        value: &impl Fn(Var) -> i64,
    ) -> Result<bool, Stop> {
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
        truth: FormulaId,
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
