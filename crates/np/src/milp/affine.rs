//! Affine sums of columns with integer coefficients.

use std::collections::BTreeMap;

use num_integer::gcd;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Affine {
    pub(crate) constant: i64,
    pub(crate) terms: BTreeMap<usize, i64>,
}

impl Affine {
    pub(crate) fn number(constant: i64) -> Self {
        Self { constant, terms: BTreeMap::new() }
    }

    /// Adds a multiple of a column. Coefficients saturate at 64 bits, and their row is then refused.
    pub(crate) fn with(mut self, column: usize, times: i64) -> Self {
        if times == 0 {
            return self;
        }
        let entry = self.terms.entry(column).or_default();
        *entry = entry.saturating_add(times);
        if *entry == 0 {
            self.terms.remove(&column);
        }
        self
    }

    /// `self + factor * other`
    pub(crate) fn plus(&self, other: &Self, factor: i64) -> Self {
        self.clone().add(other, factor)
    }

    /// `self + factor * other`, without a copy.
    pub(crate) fn add(mut self, other: &Self, factor: i64) -> Self {
        self.constant = self.constant.saturating_add(other.constant.saturating_mul(factor));
        for (&column, &times) in &other.terms {
            self = self.with(column, times.saturating_mul(factor));
        }
        self
    }

    pub(crate) fn shifted(&self, by: i64) -> Self {
        self.plus(&Self::number(by), 1)
    }

    pub(crate) fn negated(&self) -> Self {
        Self::default().add(self, -1)
    }

    /// `1 - self`: the opposite of a sum that takes the values 0 and 1.
    pub(crate) fn complement(&self) -> Self {
        Self::number(1).add(self, -1)
    }

    /// The terms and the bound of `self <= 0` or `self = 0`, divided by their common factor.
    pub(crate) fn normal(&self, is_equality: bool) -> (Vec<(usize, i64)>, i64) {
        let divisor = self.terms.values().fold(0, |all, &times| gcd(all, times.unsigned_abs()));
        let bound = self.constant.saturating_neg();
        let Ok(divisor @ 1..) = i64::try_from(divisor) else { return (Vec::new(), bound) };
        if is_equality && bound % divisor != 0 {
            // The equation has no integer solution.
            return (Vec::new(), 1);
        }
        let negative = self.terms.values().next().is_some_and(|&times| times < 0);
        let sign = if is_equality && negative { -1 } else { 1 };
        let terms = self.terms.iter().map(|(&column, &times)| (column, sign * (times / divisor)));
        (terms.collect(), sign * bound.div_euclid(divisor))
    }
}
