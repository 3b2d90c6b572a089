//! Nonlinear functions of several variables. Each is defined by an auxiliary variable and side conditions
//! that determine its value.
//!
//! The side conditions never exclude a solution: a function is refused unless it has a value for all values
//! of its arguments.

use std::collections::BTreeMap;

use crate::ground::formula::{
    BuildError, Built, Domain, FALSE, FormulaId, FormulaStore, MAX_LISTED, MAX_VALUES, Relation,
    Sum, TRUE, Variable,
};
use soliter_base::control::Stop;

/// The maximum number of values for which separate tests are built.
pub(crate) const MAX_CASES: usize = 1000;

impl FormulaStore {
    /// A new auxiliary variable with all values of a range.
    pub(crate) fn auxiliary(&mut self, word: &str, (low, high): (i64, i64)) -> Built<Sum> {
        if high.checked_sub(low).is_none_or(|width| width >= MAX_VALUES) {
            return Err(BuildError::Wide(low, high));
        }
        self.auxiliary_of(word, Domain::range(low, high))
    }

    fn auxiliary_of(&mut self, word: &str, domain: Domain) -> Built<Sum> {
        self.meter.step(128 + 16 * domain.len().min(MAX_LISTED))?;
        let var = self.variables.len();
        self.variables.push(Variable { name: format!("{word}[{var}]"), domain });
        Ok(self.variable(var))
    }

    /// The auxiliary variable that is the value of a function for these arguments. If it is new, `conditions`
    /// states its side conditions.
    fn define(
        &mut self,
        word: &'static str,
        arguments: Vec<Sum>,
        range: (i64, i64),
        conditions: impl FnOnce(&mut Self, &[Sum], &Sum) -> Built<()>,
    ) -> Built<Sum> {
        let make = |forms: &mut Self| forms.auxiliary(word, range);
        self.define_as(word, arguments, make, conditions)
    }

    /// Like [`Self::define`], for an auxiliary number built by `make`.
    fn define_as(
        &mut self,
        word: &'static str,
        arguments: Vec<Sum>,
        make: impl FnOnce(&mut Self) -> Built<Sum>,
        conditions: impl FnOnce(&mut Self, &[Sum], &Sum) -> Built<()>,
    ) -> Built<Sum> {
        let key = (word, arguments);
        if let Some(known) = self.auxiliaries.get(&key) {
            return Ok(known.clone());
        }
        let number = make(self)?;
        conditions(self, &key.1, &number)?;
        self.auxiliaries.insert(key, number.clone());
        Ok(number)
    }

    pub(crate) fn at_most(&mut self, a: &Sum, b: &Sum) -> Built<FormulaId> {
        let difference = a.clone().plus(b, -1, self)?;
        self.compare(Relation::AtMost, difference)
    }

    pub(crate) fn less(&mut self, a: &Sum, b: &Sum) -> Built<FormulaId> {
        let difference = a.clone().plus(b, -1, self)?;
        let sum = difference.plus(&Sum::number(1), 1, self)?;
        self.compare(Relation::AtMost, sum)
    }

    pub(crate) fn equal(&mut self, a: &Sum, b: &Sum) -> Built<FormulaId> {
        let difference = a.clone().plus(b, -1, self)?;
        self.compare(Relation::Equal, difference)
    }

    pub(crate) fn differ(&mut self, a: &Sum, b: &Sum) -> Built<FormulaId> {
        let difference = a.clone().plus(b, -1, self)?;
        self.compare(Relation::NotEqual, difference)
    }

    pub(crate) fn is_one_of(&mut self, sum: &Sum, numbers: &[i64]) -> Built<FormulaId> {
        let mut tests = Vec::new();
        for &number in numbers {
            self.meter.step(64)?;
            tests.push(self.equal(sum, &Sum::number(number))?);
        }
        self.or(tests)
    }

    /// The truth that a sum is equal to, if its values lie between 0 and 1.
    pub(crate) fn as_condition(&mut self, sum: &Sum) -> Built<Option<FormulaId>> {
        let (low, high) = self.range(sum)?;
        if low < 0 || high > 1 {
            return Ok(None);
        }
        let negative = Sum::number(1).plus(sum, -1, self)?;
        self.compare(Relation::AtMost, negative).map(Some)
    }

    pub(crate) fn largest(&mut self, sums: Vec<Sum>) -> Built<Sum> {
        let ranges: Vec<(i64, i64)> = sums.iter().map(|s| self.range(s)).collect::<Built<_>>()?;
        let least = ranges.iter().map(|(low, _)| *low).max().unwrap_or(0);
        let most = ranges.iter().map(|(_, high)| *high).max().unwrap_or(0);
        if least == most {
            return Ok(Sum::number(least));
        }
        let mut rest: Vec<Sum> = Vec::new();
        let mut has_least = false;
        for (sum, (low, high)) in sums.into_iter().zip(ranges) {
            // A sum that never exceeds the others is dropped, unless it is the constant that bounds them.
            let useless = high < least || (high == least && sum.decided().is_none());
            if !useless && !rest.contains(&sum) {
                has_least |= low == least;
                rest.push(sum);
            }
        }
        if !has_least {
            rest.push(Sum::number(least));
        }
        self.maximum(rest, (least, most))
    }

    /// The maximum of sums, each of which may be the greatest. `range` is its range.
    fn maximum(&mut self, rest: Vec<Sum>, range: (i64, i64)) -> Built<Sum> {
        if let [only] = &rest[..] {
            return Ok(only.clone());
        }
        let var = rest.iter().find_map(|sum| self.only_variable(sum));
        let same = |sum: &Sum| sum.decided().is_some() || self.only_variable(sum) == var;
        if let (Some(var), true) = (var, rest.iter().all(same)) {
            let table = self.domain(var).iter().map(|&x| {
                let at = rest.iter().map(|sum| self.value(sum, &|_| x));
                Ok(at.collect::<Result<Vec<i64>, Stop>>()?.into_iter().max().unwrap_or(0))
            });
            return self.function(var, table.collect::<Built<_>>()?);
        }
        self.define("Max", rest, range, |forms, sums, number| {
            let mut reached = Vec::new();
            for sum in sums {
                let above = forms.at_most(sum, number)?;
                forms.side_conditions.push(above);
                reached.push(forms.at_most(number, sum)?);
            }
            let reached = forms.or(reached)?;
            forms.side_conditions.push(reached);
            Ok(())
        })
    }

    pub(crate) fn least(&mut self, sums: &[Sum]) -> Built<Sum> {
        let negative = sums.iter().map(|sum| sum.scaled(-1, self));
        let negative = negative.collect::<Built<Vec<Sum>>>()?;
        self.largest(negative)?.scaled(-1, self)
    }

    pub(crate) fn absolute(&mut self, sum: &Sum) -> Built<Sum> {
        let negative = sum.scaled(-1, self)?;
        let (low, high) = self.range(sum)?;
        if low >= 0 || high <= 0 {
            return Ok(if low >= 0 { sum.clone() } else { negative });
        }
        let most = high.max(low.checked_neg().ok_or(BuildError::Number)?);
        self.maximum(vec![sum.clone(), negative], (0, most))
    }

    /// The quotient of a sum and a number other than 0, rounded down.
    pub(crate) fn quotient(&mut self, sum: &Sum, by: i64) -> Built<Sum> {
        if by < 0 {
            let negative = sum.scaled(-1, self)?;
            return self.quotient(&negative, by.checked_neg().ok_or(BuildError::Number)?);
        }
        let (low, high) = self.range(sum)?;
        let range = (low.div_euclid(by), high.div_euclid(by));
        if range.0 == range.1 {
            return Ok(Sum::number(range.0));
        }
        let arguments = vec![sum.clone(), Sum::number(by)];
        self.define("Quotient", arguments, range, |forms, _, number| {
            let below = number.scaled(by, forms)?;
            let above = below.clone().plus(&Sum::number(by - 1), 1, forms)?;
            let below = forms.at_most(&below, sum)?;
            let above = forms.at_most(sum, &above)?;
            forms.side_conditions.extend([below, above]);
            Ok(())
        })
    }

    /// The remainder of a sum divided by a number; it has the sign of that number.
    ///
    /// It is an auxiliary number of its own: as `sum - by * quotient`, its range would seem to be that of the sum.
    pub(crate) fn remainder(&mut self, sum: &Sum, by: i64) -> Built<Sum> {
        let times = by.checked_neg().ok_or(BuildError::Number)?;
        let quotient = self.quotient(sum, by)?;
        if quotient.decided().is_some() {
            return sum.clone().plus(&quotient, times, self);
        }
        let range = if by > 0 { (0, by - 1) } else { (by + 1, 0) };
        let arguments = vec![sum.clone(), Sum::number(by)];
        self.define("Remainder", arguments, range, |forms, _, number| {
            let rest = sum.clone().plus(&quotient, times, forms)?;
            let equal = forms.equal(&rest, number)?;
            forms.side_conditions.push(equal);
            Ok(())
        })
    }

    /// The sum whose test holds. Exactly one of the tests holds for all values of the variables.
    pub(crate) fn by_cases(&mut self, cases: &[(FormulaId, Sum)]) -> Built<Sum> {
        if cases.iter().all(|(_, sum)| sum.decided().is_some()) {
            let mut total = Sum::default();
            for (test, sum) in cases {
                total = total.plus(&self.truth_sum(*test)?, sum.constant, self)?;
            }
            return Ok(total);
        }
        let mut conditions = Vec::new();
        for (test, sum) in cases {
            let Some(condition) = self.as_condition(sum)? else { break };
            conditions.push(self.and(vec![*test, condition])?);
        }
        if conditions.len() == cases.len() {
            let truth = self.or(conditions)?;
            return self.truth_sum(truth);
        }
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        let mut arguments = Vec::new();
        for (test, sum) in cases {
            let (least, most) = self.range(sum)?;
            (low, high) = (low.min(least), high.max(most));
            arguments.extend([self.truth_sum(*test)?, sum.clone()]);
        }
        self.define("Case", arguments, (low, high), |forms, _, number| {
            for (test, sum) in cases {
                let not = forms.not(*test)?;
                let (below, above) = (forms.at_most(number, sum)?, forms.at_most(sum, number)?);
                let both = forms.and(vec![below, above])?;
                let case = forms.or(vec![not, both])?;
                forms.side_conditions.push(case);
            }
            Ok(())
        })
    }

    /// The product of two sums: a choice if one is a condition, or else by the cases of the first sum's
    /// values. `None` if there are too many of these.
    pub(crate) fn product(&mut self, few: &Sum, other: &Sum) -> Built<Option<Sum>> {
        for (a, b) in [(few, other), (other, few)] {
            if let Some(condition) = self.as_condition(a)? {
                let choice = self.choice(condition, b, &Sum::default())?;
                return Ok(Some(choice));
            }
        }
        let Some(tests) = self.value_tests(few)? else { return Ok(None) };
        let mut cases = Vec::new();
        for (value, test) in tests {
            cases.push((test, other.scaled(value, self)?));
        }
        self.by_cases(&cases).map(Some)
    }

    /// The values of a sum, each with the truth that the sum has it; `None` if there are too many.
    pub(crate) fn value_tests(&mut self, sum: &Sum) -> Built<Option<Vec<(i64, FormulaId)>>> {
        if let Some(value) = sum.decided() {
            return Ok(Some(vec![(value, TRUE)]));
        }
        let sum = if self.only_variable(sum).is_some() {
            sum.clone()
        } else {
            let (low, high) = self.range(sum)?;
            let values: Vec<i64> = if let Some(values) = self.values_of(sum, MAX_CASES)? {
                values.into_iter().filter(|value| (low..=high).contains(value)).collect()
            } else if high.saturating_sub(low) < MAX_CASES as i64 {
                (low..=high).collect()
            } else {
                return Ok(None);
            };
            let make = |forms: &mut Self| forms.auxiliary_of("Key", Domain::Listed(values));
            self.define_as("Key", vec![sum.clone()], make, |forms, sums, number| {
                for sum in sums {
                    let equal = forms.equal(sum, number)?;
                    forms.side_conditions.push(equal);
                }
                Ok(())
            })?
        };
        if let Some(value) = sum.decided() {
            return Ok(Some(vec![(value, TRUE)]));
        }
        let Some(var) = self.only_variable(&sum) else { return Ok(None) };
        if self.domain(var).len() > MAX_CASES {
            return Ok(None);
        }
        let mut values: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
        for &x in self.domain(var) {
            values.entry(self.value(&sum, &|_| x)?).or_default().push(x);
        }
        let mut tests = Vec::new();
        for (value, inside) in values {
            let test = self.is_in(var, inside)?;
            if test != FALSE {
                tests.push((value, test));
            }
        }
        Ok(Some(tests))
    }
}
