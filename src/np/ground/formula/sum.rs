//! Arithmetic on sums. A function that is linear on its domain is kept as a multiple, so that equal sums have
//! equal parts.

use std::collections::BTreeMap;

use crate::np::ground::formula::{BuildError, Built, Forms, Function, Sum, Var};

impl Sum {
    pub(crate) fn number(constant: i64) -> Self {
        Self { constant, ..Self::default() }
    }

    /// The value of the sum, if it is a constant.
    pub(crate) fn decided(&self) -> Option<i64> {
        (self.functions.is_empty() && self.truths.is_empty()).then_some(self.constant)
    }

    /// The variable, if the sum is a function of exactly one.
    pub(crate) fn only_variable(&self) -> Option<Var> {
        let mut variables = self.functions.keys();
        let first = variables.next()?;
        (variables.next().is_none() && self.truths.is_empty()).then_some(*first)
    }

    /// The approximate size of the sum in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let tables = self.functions.values().map(|function| match function {
            Function::Times(_) => 0,
            Function::Table(table) => table.len() * 8,
        });
        64 * (1 + self.functions.len() + self.truths.len()) + tables.sum::<usize>()
    }

    /// `factor * self`
    pub(crate) fn scaled(&self, factor: i64, forms: &Forms) -> Built<Self> {
        Self::default().plus(self, factor, forms)
    }

    /// `self + factor * other`
    pub(crate) fn plus(mut self, other: &Self, factor: i64, forms: &Forms) -> Built<Self> {
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
                    let domain = &forms.variables[var].domain;
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

impl Forms {
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

    /// A function of a variable as a sum.
    pub(crate) fn function(&self, var: Var, table: Vec<i64>) -> Built<Sum> {
        let mut sum = Sum::default();
        sum.constant = self.add_table(var, table, 0, &mut sum.functions)?;
        Ok(sum)
    }

    /// A function of a sum that depends on at most one variable; `None` if it depends on more.
    pub(crate) fn of_one_variable(
        &self,
        sum: &Sum,
        function: impl Fn(i64) -> Option<i64>,
    ) -> Built<Option<Sum>> {
        let function = |number: i64| function(number).ok_or(BuildError::Number);
        if let Some(number) = sum.decided() {
            return Ok(Some(Sum::number(function(number)?)));
        }
        let Some(var) = sum.only_variable() else { return Ok(None) };
        let table = self.domain(var).iter().map(|&x| function(self.value(sum, &|_| x)?));
        self.function(var, table.collect::<Built<_>>()?).map(Some)
    }

    pub(crate) fn variable(&self, var: Var) -> Sum {
        match self.domain(var) {
            [only] => Sum::number(*only),
            _ => Sum { functions: [(var, Function::Times(1))].into(), ..Sum::default() },
        }
    }
}
