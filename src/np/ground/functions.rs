//! Functions of several unknowns: each becomes a number of its own, with conditions that say what it is.
//!
//! The conditions hold whatever else does: all these functions have a value for all values of their
//! arguments, or are refused.

use std::collections::BTreeMap;

use crate::np::ground::MAX_DOMAIN;
use crate::np::ground::formula::{
    BuildError, Built, FALSE, Forms, Function, Relation, Sum, Truth, Variable,
};

/// Values of an unknown for each of which a condition of its own is made.
pub(crate) const MAX_CASES: usize = 1000;

impl Forms {
    /// A new number between two ends, called by the word of its function.
    pub(crate) fn auxiliary(&mut self, word: &str, (low, high): (i64, i64)) -> Built<Sum> {
        let wide = high.checked_sub(low).is_none_or(|width| width >= MAX_DOMAIN as i64);
        if wide {
            return Err(BuildError::Wide(low, high));
        }
        let domain: Vec<i64> = (low..=high).collect();
        self.meter.step(128 + 16 * domain.len())?;
        let var = self.variables.len();
        self.variables.push(Variable { name: format!("{word}[{var}]"), domain });
        Ok(self.variable(var))
    }

    /// The number that a function has for these arguments, made with its conditions where it is new.
    fn defined(
        &mut self,
        word: &'static str,
        arguments: Vec<Sum>,
        range: (i64, i64),
        conditions: impl FnOnce(&mut Self, &[Sum], &Sum) -> Built<()>,
    ) -> Built<Sum> {
        let key = (word, arguments);
        if let Some(known) = self.defined.get(&key) {
            return Ok(known.clone());
        }
        let number = self.auxiliary(word, range)?;
        conditions(self, &key.1, &number)?;
        self.defined.insert(key, number.clone());
        Ok(number)
    }

    /// `a <= b`
    pub(crate) fn at_most(&mut self, a: &Sum, b: &Sum) -> Built<Truth> {
        let difference = a.clone().plus(b, -1, self)?;
        self.compare(Relation::AtMost, difference)
    }

    /// `a = b`
    pub(crate) fn equal(&mut self, a: &Sum, b: &Sum) -> Built<Truth> {
        let difference = a.clone().plus(b, -1, self)?;
        self.compare(Relation::Equal, difference)
    }

    /// Whether a sum is one of these numbers.
    pub(crate) fn is_one_of(&mut self, sum: &Sum, numbers: &[i64]) -> Built<Truth> {
        let mut tests = Vec::new();
        for &number in numbers {
            self.meter.step(64)?;
            tests.push(self.equal(sum, &Sum::number(number))?);
        }
        self.or(tests)
    }

    /// What is at most 0 where `a < b`.
    pub(crate) fn below(&self, a: Sum, b: &Sum) -> Built<Sum> {
        a.plus(b, -1, self)?.plus(&Sum::number(1), 1, self)
    }

    /// The condition that a sum within 0 and 1 is; none for other sums.
    pub(crate) fn as_condition(&mut self, sum: &Sum) -> Built<Option<Truth>> {
        let (low, high) = self.range(sum)?;
        if low < 0 || high > 1 {
            return Ok(None);
        }
        let negative = Sum::number(1).plus(sum, -1, self)?;
        self.compare(Relation::AtMost, negative).map(Some)
    }

    /// The largest of some sums, of which there is at least one.
    pub(crate) fn largest(&mut self, sums: Vec<Sum>) -> Built<Sum> {
        let ranges: Vec<(i64, i64)> = sums.iter().map(|s| self.range(s)).collect::<Built<_>>()?;
        let least = ranges.iter().map(|(low, _)| *low).max().unwrap_or(0);
        let most = ranges.iter().map(|(_, high)| *high).max().unwrap_or(0);
        if least == most {
            return Ok(Sum::number(least));
        }
        let mut rest: Vec<Sum> = Vec::new();
        for (sum, (_, high)) in sums.into_iter().zip(ranges) {
            // What is never more than another is left out, but a constant in the middle is not.
            let useless = high < least || (high == least && sum.decided().is_none());
            if !useless && !rest.contains(&sum) {
                rest.push(sum);
            }
        }
        if !rest.iter().any(|sum| self.range(sum).is_ok_and(|(low, _)| low == least)) {
            rest.push(Sum::number(least));
        }
        self.maximum(rest, (least, most))
    }

    /// The largest of sums of which none is idle, between these ends.
    fn maximum(&mut self, rest: Vec<Sum>, range: (i64, i64)) -> Built<Sum> {
        if let [only] = &rest[..] {
            return Ok(only.clone());
        }
        let var = rest.iter().find_map(Sum::only_variable);
        let same = |sum: &Sum| sum.decided().is_some() || sum.only_variable() == var;
        if let (Some(var), true) = (var, rest.iter().all(same)) {
            let values = self.domain(var).iter().map(|&x| {
                let at: Built<Vec<i64>> =
                    rest.iter().map(|sum| Ok(self.value(sum, &|_| x)?)).collect();
                Ok(at?.into_iter().max().unwrap_or(0))
            });
            let table = values.collect::<Built<Vec<i64>>>()?;
            return self.function(var, table);
        }
        self.defined("Max", rest, range, |forms, sums, number| {
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

    /// The least of some sums, of which there is at least one.
    pub(crate) fn least(&mut self, sums: &[Sum]) -> Built<Sum> {
        let negative = |sum: &Sum| Sum::default().plus(sum, -1, self);
        let negative = sums.iter().map(negative).collect::<Built<Vec<Sum>>>()?;
        let largest = self.largest(negative)?;
        Sum::default().plus(&largest, -1, self)
    }

    /// The absolute value of a sum.
    pub(crate) fn absolute(&mut self, sum: &Sum) -> Built<Sum> {
        let negative = Sum::default().plus(sum, -1, self)?;
        let (low, high) = self.range(sum)?;
        if low >= 0 || high <= 0 {
            return Ok(if low >= 0 { sum.clone() } else { negative });
        }
        let most = high.max(low.checked_neg().ok_or(BuildError::Number)?);
        self.maximum(vec![sum.clone(), negative], (0, most))
    }

    /// A sum divided by a number that is not 0, rounded down.
    pub(crate) fn quotient(&mut self, sum: &Sum, by: i64) -> Built<Sum> {
        if by < 0 {
            let negative = Sum::default().plus(sum, -1, self)?;
            return self.quotient(&negative, by.checked_neg().ok_or(BuildError::Number)?);
        }
        let (low, high) = self.range(sum)?;
        let range = (low.div_euclid(by), high.div_euclid(by));
        if range.0 == range.1 {
            return Ok(Sum::number(range.0));
        }
        let arguments = vec![sum.clone(), Sum::number(by)];
        self.defined("Quotient", arguments, range, |forms, _, number| {
            let below = Sum::default().plus(number, by, forms)?;
            let above = below.clone().plus(&Sum::number(by - 1), 1, forms)?;
            let below = forms.at_most(&below, sum)?;
            let above = forms.at_most(sum, &above)?;
            forms.side_conditions.extend([below, above]);
            Ok(())
        })
    }

    /// What is left of a sum that is divided by a number, with the sign of that number.
    pub(crate) fn remainder(&mut self, sum: &Sum, by: i64) -> Built<Sum> {
        let quotient = self.quotient(sum, by)?;
        let times = by.checked_neg().ok_or(BuildError::Number)?;
        sum.clone().plus(&quotient, times, self)
    }

    /// The sum of the one test that holds; exactly one does.
    pub(crate) fn by_cases(&mut self, cases: &[(Truth, Sum)]) -> Built<Sum> {
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
        self.defined("Case", arguments, (low, high), |forms, _, number| {
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

    /// The product of two sums: by a condition, or by each value of the first; none if those are too many.
    pub(crate) fn product(&mut self, few: &Sum, other: &Sum) -> Built<Option<Sum>> {
        for (a, b) in [(few, other), (other, few)] {
            if let Some(condition) = self.as_condition(a)? {
                let choice = self.choice(condition, b, &Sum::default())?;
                return Ok(Some(choice));
            }
        }
        let Some(tests) = self.tests(few)? else { return Ok(None) };
        let mut cases = Vec::new();
        for (value, test) in tests {
            cases.push((test, Sum::default().plus(other, value, self)?));
        }
        self.by_cases(&cases).map(Some)
    }

    /// The values of a sum, each with the test that it has it; none if they are too many.
    pub(crate) fn tests(&mut self, sum: &Sum) -> Built<Option<Vec<(i64, Truth)>>> {
        if let Some(value) = sum.decided() {
            return Ok(Some(vec![(value, usize::from(true))]));
        }
        let sum = if sum.only_variable().is_some() {
            sum.clone()
        } else {
            let range = self.range(sum)?;
            if range.1.saturating_sub(range.0) >= MAX_CASES as i64 {
                return Ok(None);
            }
            self.defined("Key", vec![sum.clone()], range, |forms, sums, number| {
                for sum in sums {
                    let equal = forms.equal(sum, number)?;
                    forms.side_conditions.push(equal);
                }
                Ok(())
            })?
        };
        let Some(var) = sum.only_variable() else { return Ok(None) };
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

    /// Whether a variable of a sum has too many values for a column each.
    pub(crate) fn is_wide(&self, sum: &Sum, most: usize) -> bool {
        let straight = |f: &Function| matches!(f, Function::Times(_));
        sum.functions.iter().any(|(&var, f)| straight(f) && self.domain(var).len() > most)
    }
}
