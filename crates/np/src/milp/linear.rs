//! Expresses sums and tests as affine sums of columns.

use std::collections::{BTreeMap, BTreeSet};

use crate::ground::formula::{BuildError, Formula, FormulaId, Function, Sum, Var};
use crate::milp::one_hot::{line, threshold};
use crate::milp::{Lowering, Stated, affine::Affine, lowered::Columns};
use soliter_base::control::Stop;

/// For each group, a value on each of its tuples.
pub(super) type Parts = BTreeMap<usize, Vec<i64>>;

impl Lowering<'_, '_> {
    /// The sum that takes these values on the tuples of a group.
    pub(super) fn on_group(&self, group: usize, values: &[i64]) -> Stated<Affine> {
        self.step(48 * values.len())?;
        Ok(match (&self.columns[group], values) {
            (Columns::Two(column), [first, second]) => {
                Affine::number(*first).with(*column, second.saturating_sub(*first))
            }
            (Columns::OneHot(list), _) => {
                // Exactly one of the columns is 1, so the commonest value can be a constant.
                let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
                for &value in values {
                    *counts.entry(value).or_default() += 1;
                }
                let most = counts.iter().max_by_key(|&(value, n)| (n, *value == 0));
                let most = most.map_or(0, |(&value, _)| value);
                let mut affine = Affine::number(most);
                for (&column, &value) in list.iter().zip(values) {
                    affine = affine.with(column, value.saturating_sub(most));
                }
                affine
            }
            _ => Affine::number(values.first().copied().unwrap_or(0)),
        })
    }

    /// The sum that is 1 on the tuples of a group at these positions, and 0 elsewhere.
    pub(super) fn at_places(&self, group: usize, places: &[usize]) -> Stated<Affine> {
        let tuples = self.tables.groups[group].tuples.len();
        if let (Columns::OneHot(list), true) = (&self.columns[group], 2 * places.len() <= tuples) {
            self.step(64 * places.len())?;
            let column = |affine: Affine, &place: &usize| affine.with(list[place], 1);
            return Ok(places.iter().fold(Affine::default(), column));
        }
        let mut values = vec![0; tuples];
        for &place in places {
            values[place] = 1;
        }
        self.on_group(group, &values)
    }

    /// The multiples of intervals in a sum: the group of each, and its factor.
    pub(super) fn intervals(&self, sum: &Sum) -> Vec<(usize, (i64, i64), i64)> {
        let multiple = |(&var, function): (&Var, &Function)| {
            let group = self.tables.home[var].0;
            let Function::Times(times) = function else { return None };
            Some((group, self.tables.groups[group].interval?, *times))
        };
        sum.functions.iter().filter_map(multiple).collect()
    }

    /// The part of a sum that each group with tuples contributes, as a value on each tuple.
    pub(super) fn by_group(&self, sum: &Sum) -> Stated<Parts> {
        let mut parts = Parts::new();
        for (&var, function) in &sum.functions {
            let (group, place) = self.tables.home[var];
            if self.tables.groups[group].interval.is_some() {
                continue;
            }
            let tuples = &self.tables.groups[group].tuples;
            self.step(64 + 24 * tuples.len())?;
            let values = parts.entry(group).or_insert_with(|| vec![0; tuples.len()]);
            for (value, tuple) in values.iter_mut().zip(tuples) {
                *value = value.saturating_add(self.forms().apply(var, function, tuple[place]));
            }
        }
        Ok(parts)
    }

    pub(super) fn sum(&mut self, sum: &Sum) -> Stated<Affine> {
        let mut affine = Affine::number(sum.constant);
        for (group, (first, _), times) in self.intervals(sum) {
            let Columns::Whole(column) = self.columns[group] else { continue };
            affine = affine.shifted(first.saturating_mul(times)).with(column, times);
        }
        for (group, values) in self.by_group(sum)? {
            let part = match self.columns[group] {
                Columns::Whole(column) => self.on_whole(group, column, &values)?,
                _ => self.on_group(group, &values)?,
            };
            affine = affine.add(&part, 1);
        }
        for (&truth, &times) in &sum.truths {
            affine = affine.add(&self.indicator(truth)?, times);
        }
        Ok(affine)
    }

    /// Values on an integer column: a line, with an indicator for each jump. A sum of the source has one
    /// jump at most; a difference of two such sums may have two.
    fn on_whole(&mut self, group: usize, column: usize, values: &[i64]) -> Stated<Affine> {
        let line = self.built(line(values).ok_or(BuildError::Number))?;
        let mut affine = Affine::number(values[0]).with(column, line.step);
        for (at, height) in line.jumps {
            let list = &self.tables.groups[group];
            let var = list.variables[0];
            self.step(16 * (list.tuples.len() - at))?;
            let upper: Vec<i64> = list.tuples[at..].iter().map(|tuple| tuple[0]).collect();
            let test = self.form(|forms| forms.is_in(var, upper))?;
            affine = affine.add(&self.indicator(test)?, height);
        }
        Ok(affine)
    }

    /// For a test of an integer column that is a threshold, the sum that is at most 0 if the test holds.
    pub(super) fn threshold(&self, truth: FormulaId) -> Stated<Option<Sum>> {
        let Formula::In(var, values) = self.forms().formula(truth) else { return Ok(None) };
        if !self.tables.groups[self.tables.home[*var].0].is_whole {
            return Ok(None);
        }
        let Some((sign, limit)) = threshold(&self.tables, self.forms(), *var, values)? else {
            return Ok(None);
        };
        let constant = self.built(limit.checked_mul(-sign).ok_or(BuildError::Number))?;
        let functions = [(*var, Function::Times(sign))].into();
        Ok(Some(Sum { constant, functions, ..Sum::default() }))
    }

    /// The least and the greatest value of a sum on the tuples that are left.
    pub(super) fn extent(&self, sum: &Sum) -> Stated<(i64, i64)> {
        let (mut low, mut high) = (sum.constant, sum.constant);
        for values in self.by_group(sum)?.into_values() {
            low = low.saturating_add(values.iter().copied().min().unwrap_or(0));
            high = high.saturating_add(values.iter().copied().max().unwrap_or(0));
        }
        for (_, (first, last), times) in self.intervals(sum) {
            let (a, b) = (first.saturating_mul(times), last.saturating_mul(times));
            low = low.saturating_add(a.min(b));
            high = high.saturating_add(a.max(b));
        }
        for &times in sum.truths.values() {
            low = low.saturating_add(times.min(0));
            high = high.saturating_add(times.max(0));
        }
        // For choices, the ground form has a tighter range than the parts imply.
        let (least, most) = self.forms().range(sum).unwrap_or((low, high));
        Ok((low.max(least), high.min(most)))
    }

    /// A truth about one group as a sum of its columns.
    pub(super) fn test(&self, group: usize, truth: FormulaId) -> Stated<Affine> {
        let tuples = self.tables.groups[group].tuples.iter();
        let values = tuples.map(|t| self.tables.holds(self.forms(), truth, t).map(i64::from));
        let values: Vec<i64> = values.collect::<Result<_, Stop>>()?;
        self.on_group(group, &values)
    }

    /// A sum that is 1 if the truth holds and 0 if not. A truth about several groups gets a column.
    pub(super) fn indicator(&mut self, truth: FormulaId) -> Stated<Affine> {
        if let Some(known) = self.indicators.get(&truth) {
            return Ok(known.clone());
        }
        let affine = if let Formula::Decided(decided) = self.forms().formula(truth) {
            Affine::number(i64::from(*decided))
        } else if let Some(group) = self.only_group(truth)? {
            self.test(group, truth)?
        } else {
            let not = self.form(|forms| forms.not(truth))?;
            if let Some(other) = self.indicators.get(&not) {
                other.complement()
            } else {
                let column = self.column(format!("Truth[{truth}]"), 1);
                let affine = Affine::default().with(column, 1);
                self.indicators.insert(truth, affine.clone());
                self.reify(truth, &affine)?;
                affine
            }
        };
        self.indicators.insert(truth, affine.clone());
        Ok(affine)
    }

    /// Merges the parts of a conjunction or disjunction that depend on the same group only.
    pub(super) fn grouped(&mut self, list: &[FormulaId], and: bool) -> Stated<Vec<FormulaId>> {
        let mut by_group: BTreeMap<usize, Vec<FormulaId>> = BTreeMap::new();
        let mut result = Vec::new();
        for &truth in list {
            match self.only_group(truth)? {
                Some(group) => by_group.entry(group).or_default().push(truth),
                None => result.push(truth),
            }
        }
        for group in by_group.into_values() {
            result.push(self.form(|f| if and { f.and(group) } else { f.or(group) })?);
        }
        Ok(result)
    }

    /// For an equality between two groups that are encoded one-hot, a pair of tests for each value that the
    /// second side may have: whether the first side has the value, and whether the second side has it.
    pub(super) fn sides(&self, sum: &Sum) -> Stated<Option<Vec<(Affine, Affine)>>> {
        if !sum.truths.is_empty() || !self.intervals(sum).is_empty() {
            return Ok(None);
        }
        let parts: Vec<(usize, Vec<i64>)> = self.by_group(sum)?.into_iter().collect();
        let [(a, left), (b, right)] = &parts[..] else { return Ok(None) };
        if self.tables.groups[*a].is_whole || self.tables.groups[*b].is_whole {
            return Ok(None);
        }
        let left: Vec<i64> = left.iter().map(|v| v.saturating_add(sum.constant)).collect();
        let values: BTreeSet<i64> = right.iter().map(|v| v.saturating_neg()).collect();
        let test = |group: usize, list: &[i64], value: i64| {
            let hits: Vec<i64> = list.iter().map(|&v| i64::from(v == value)).collect();
            self.on_group(group, &hits)
        };
        let sides = values
            .into_iter()
            .map(|value| Ok((test(*a, &left, value)?, test(*b, right, value.saturating_neg())?)));
        sides.collect::<Stated<_>>().map(Some)
    }
}
