//! The rows that state a truth, and those that reify it, that is, tie a column to it.

use std::collections::BTreeMap;

use crate::ground::formula::{Formula, FormulaId, Relation, Sum, Var};
use crate::milp::{Lowering, Stated, affine::Affine, linear::Parts};

impl Lowering<'_, '_> {
    /// States that `z` is 1 if the truth holds and 0 if not (reification).
    pub(super) fn reify(&mut self, truth: FormulaId, z: &Affine) -> Stated {
        let not_z = z.complement();
        if let Some(group) = self.only_group(truth)? {
            let test = self.test(group, truth)?;
            return self.row(&test.plus(z, -1), true);
        }
        if let Some(sum) = self.threshold(truth)? {
            return self.reify_at_most(&sum, z);
        }
        match self.forms().formula(truth).clone() {
            Formula::Decided(decided) => self.row(&z.shifted(-i64::from(decided)), true),
            Formula::And(list) => self.reify_and(&list, z),
            Formula::Or(list) => {
                let list = self.form(|forms| forms.negations(list))?;
                self.reify_and(&list, &not_z)
            }
            Formula::Same([a, b]) => {
                let (a, b) = (self.indicator(a)?, self.indicator(b)?);
                // z <= 1 - a + b and z <= 1 + a - b, and the same for 1 - z and 1 - b.
                for (z, b) in [(z, &b), (&not_z, &b.complement())] {
                    let z = z.shifted(-1);
                    self.row(&z.plus(&a, 1).plus(b, -1), false)?;
                    self.row(&z.plus(&a, -1).plus(b, 1), false)?;
                }
                Ok(())
            }
            Formula::Compare(Relation::Equal, sum) => self.reify_equal(&sum, z),
            Formula::Compare(Relation::NotEqual, sum) => self.reify_equal(&sum, &not_z),
            Formula::Compare(Relation::AtMost, sum) => self.reify_at_most(&sum, z),
            Formula::In(var, values) => self.reify_in(var, &values, z),
            Formula::AllDifferent(_) => {
                let not = self.form(|forms| forms.not(truth))?;
                self.reify(not, &not_z)
            }
        }
    }

    pub(super) fn reify_and(&mut self, list: &[FormulaId], z: &Affine) -> Stated {
        let list = self.grouped(list, true)?;
        let mut all = Affine::number(1 - list.len() as i64);
        for truth in list {
            let part = self.indicator(truth)?;
            self.row(&z.plus(&part, -1), false)?;
            all = all.add(&part, 1);
        }
        self.row(&all.plus(z, -1), false)
    }

    /// States that `z` says whether a variable with an integer column has one of `values`. For each run of
    /// `values` from `a` to `b`, `z` gains the indicator of "at most `b`" minus that of "below `a`".
    fn reify_in(&mut self, var: Var, values: &[i64], z: &Affine) -> Stated {
        let domain = self.forms().domain(var).to_vec();
        self.step(16 * domain.len())?;
        let is_in =
            |place: usize| domain.get(place).is_some_and(|v| values.binary_search(v).is_ok());
        let mut rest = z.clone();
        let (mut before, mut below) = (false, Vec::new());
        for (place, &value) in domain.iter().enumerate() {
            if is_in(place) != before {
                before = !before;
                let least = self.form(|forms| forms.is_in(var, below.clone()))?;
                rest = rest.plus(&self.indicator(least)?, if before { 1 } else { -1 });
            }
            below.push(value);
        }
        if before {
            rest = rest.shifted(-1);
        }
        self.row(&rest, true)
    }

    /// States that `z` says whether a sum is 0: value by value for two groups, otherwise by two inequalities.
    pub(super) fn reify_equal(&mut self, sum: &Sum, z: &Affine) -> Stated {
        if let Some(sides) = self.sides(sum)? {
            for (a, b) in sides {
                // If b is 1, z is a.
                self.row(&z.plus(&b, 1).plus(&a, -1).shifted(-1), false)?;
                self.row(&a.plus(&b, 1).plus(z, -1).shifted(-1), false)?;
            }
            return Ok(());
        }
        let zero = Sum::default();
        let most = self.form(|forms| forms.compare(Relation::AtMost, sum.clone()))?;
        let least = self.form(|forms| forms.at_most(&zero, sum))?;
        let both = self.indicator(most)?.plus(&self.indicator(least)?, 1);
        self.row(&z.plus(&both, -1).shifted(1), true)
    }

    /// States that `z` says whether a sum is at most 0, with big-M coefficients.
    pub(super) fn reify_at_most(&mut self, sum: &Sum, z: &Affine) -> Stated {
        let (low, high) = self.extent(sum)?;
        let affine = self.sum(sum)?;
        // sum <= high * (1 - z) and sum >= 1 + (low - 1) * z
        let upper = affine.plus(&z.complement(), high.saturating_neg());
        self.row(&upper, false)?;
        let lower = Affine::number(1).plus(z, low.saturating_sub(1)).plus(&affine, -1);
        self.row(&lower, false)
    }

    pub(super) fn state(&mut self, truth: FormulaId) -> Stated {
        if let Some(group) = self.only_group(truth)? {
            let test = self.test(group, truth)?;
            return self.row(&test.shifted(-1), true);
        }
        if let Some(sum) = self.threshold(truth)? {
            let affine = self.sum(&sum)?;
            return self.row(&affine, false);
        }
        match self.forms().formula(truth).clone() {
            Formula::Decided(true) => return Ok(()),
            Formula::Decided(false) => return self.row(&Affine::number(1), true),
            Formula::And(list) => return list.into_iter().try_for_each(|part| self.state(part)),
            Formula::Compare(relation, sum)
                if relation != Relation::NotEqual && sum.truths.is_empty() =>
            {
                let affine = self.sum(&sum)?;
                return self.row(&affine, relation == Relation::Equal);
            }
            Formula::Or(list) => {
                let list = self.grouped(&list, false)?;
                let mut simple = list.len() > 2;
                for &part in &list {
                    simple = simple && self.only_group(part)?.is_some();
                }
                if simple {
                    return self.clause(&list, &Affine::number(1));
                }
            }
            _ => {}
        }
        let rows = self.by_classes(truth)?;
        let support = self.support(truth)?;
        self.stated.entry(support).or_default().push(truth);
        match rows {
            Some(rows) => rows.iter().try_for_each(|(affine, equal)| self.row(affine, *equal)),
            None => self.state_by_parts(truth),
        }
    }

    /// States that at least one truth holds, or that `need` is 0 or less.
    pub(super) fn clause(&mut self, list: &[FormulaId], need: &Affine) -> Stated {
        let mut affine = need.clone();
        for &part in list {
            affine = affine.add(&self.half_reified(part)?, -1);
        }
        self.row(&affine, false)
    }

    /// A sum that is at most 1, and 1 only if the truth holds (half-reification). It suffices if the truth is
    /// needed but its negation is not, and takes about half the rows of an indicator.
    pub(super) fn half_reified(&mut self, truth: FormulaId) -> Stated<Affine> {
        if let Some(known) = self.indicators.get(&truth).or_else(|| self.half_reified.get(&truth)) {
            return Ok(known.clone());
        }
        let formula = self.forms().formula(truth);
        let has_half = matches!(formula, Formula::And(_) | Formula::Or(_) | Formula::Compare(..));
        if !has_half || self.only_group(truth)?.is_some() {
            return self.indicator(truth);
        }
        let column = self.column(format!("Half[{truth}]"), 1);
        let half = Affine::default().with(column, 1);
        self.half_reified.insert(truth, half.clone());
        self.state_unless(truth, &half.complement())?;
        Ok(half)
    }

    /// States that the truth holds unless `unless` is 1 or more. `unless` takes integer values from 0 up.
    pub(super) fn state_unless(&mut self, truth: FormulaId, unless: &Affine) -> Stated {
        let need = unless.complement();
        if let Some(sum) = self.threshold(truth)? {
            return self.big_m(&sum, false, unless);
        }
        match self.forms().formula(truth).clone() {
            Formula::And(parts) => {
                parts.into_iter().try_for_each(|part| self.state_unless(part, unless))
            }
            Formula::Or(list) => self.clause(&list, &need),
            Formula::Compare(Relation::NotEqual, sum) => self.state_nonzero(&sum, unless),
            Formula::Compare(relation, sum) => {
                self.big_m(&sum, relation == Relation::Equal, unless)
            }
            _ => self.clause(&[truth], &need),
        }
    }

    /// States `sum <= 0`, or `sum = 0`, unless `unless` is 1 or more. The big-M coefficients are the greatest
    /// and the least value of the sum.
    fn big_m(&mut self, sum: &Sum, is_equality: bool, unless: &Affine) -> Stated {
        let (low, high) = self.extent(sum)?;
        let affine = self.sum(sum)?;
        self.row(&affine.plus(unless, high.max(0).saturating_neg()), false)?;
        if is_equality {
            let negative = affine.negated();
            self.row(&negative.plus(unless, low.min(0)), false)?;
        }
        Ok(())
    }

    /// States a truth by rows for its parts.
    pub(super) fn state_by_parts(&mut self, truth: FormulaId) -> Stated {
        match self.forms().formula(truth).clone() {
            Formula::Or(list) => self.state_or(&list),
            Formula::Same([a, b]) => {
                let (z, other) = if self.only_group(a)?.is_some() { (a, b) } else { (b, a) };
                let z = self.indicator(z)?;
                self.reify(other, &z)
            }
            Formula::Compare(Relation::NotEqual, sum) => {
                self.state_nonzero(&sum, &Affine::default())
            }
            Formula::Compare(relation, sum) => {
                let affine = self.sum(&sum)?;
                self.row(&affine, relation == Relation::Equal)
            }
            Formula::AllDifferent(sums) => self.all_different(&sums),
            Formula::And(_) | Formula::Decided(_) | Formula::In(..) => {
                let indicator = self.indicator(truth)?;
                self.row(&indicator.shifted(-1), true)
            }
        }
    }

    /// States that a sum is not 0, unless `unless` is 1 or more.
    pub(super) fn state_nonzero(&mut self, sum: &Sum, unless: &Affine) -> Stated {
        if let Some(sides) = self.sides(sum)? {
            return sides.into_iter().try_for_each(|(a, b)| {
                self.row(&a.plus(&b, 1).shifted(-1).plus(unless, -1), false)
            });
        }
        let zero = Sum::default();
        let less = self.form(|forms| forms.less(sum, &zero))?;
        let more = self.form(|forms| forms.less(&zero, sum))?;
        self.clause(&[less, more], &unless.complement())
    }

    pub(super) fn state_or(&mut self, list: &[FormulaId]) -> Stated {
        let list = self.grouped(list, false)?;
        let mut simple = Vec::new();
        let mut others = Vec::new();
        for truth in list {
            if self.only_group(truth)?.is_some() {
                simple.push(truth);
            } else {
                others.push(truth);
            }
        }
        // All truths about several groups but one get a column. The last must hold if no other truth does.
        let Some(last) = others.pop() else { return self.clause(&simple, &Affine::number(1)) };
        if let (Formula::And(parts), []) = (self.forms().formula(last).clone(), &others[..]) {
            for part in parts {
                let parts = simple.iter().copied().chain([part]).collect();
                let truth = self.form(|forms| forms.or(parts))?;
                self.state(truth)?;
            }
            return Ok(());
        }
        let mut unless = Affine::default();
        for part in simple.into_iter().chain(others) {
            unless = unless.add(&self.half_reified(part)?, 1);
        }
        self.state_unless(last, &unless)
    }

    /// States that all sums have different values: a row for each value, or else pair by pair.
    pub(super) fn all_different(&mut self, sums: &[Sum]) -> Stated {
        let parts: Vec<Parts> = sums.iter().map(|s| self.by_group(s)).collect::<Stated<_>>()?;
        let simple = parts.iter().zip(sums).all(|(parts, sum)| {
            sum.truths.is_empty()
                && self.intervals(sum).is_empty()
                && parts.len() <= 1
                && parts.keys().all(|&group| !self.tables.groups[group].is_whole)
        });
        if !simple {
            for (n, a) in sums.iter().enumerate() {
                for b in &sums[..n] {
                    let differ = self.form(|forms| forms.differ(a, b))?;
                    self.state(differ)?;
                }
            }
            return Ok(());
        }
        let mut tests: BTreeMap<i64, Affine> = BTreeMap::new();
        for (parts, sum) in parts.iter().zip(sums) {
            let only = parts.first_key_value();
            let (group, values) = only.map_or((None, vec![0]), |(g, v)| (Some(*g), v.clone()));
            let values: Vec<i64> = values.iter().map(|v| v.saturating_add(sum.constant)).collect();
            let mut places: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
            for (place, &value) in values.iter().enumerate() {
                places.entry(value).or_default().push(place);
            }
            for (value, places) in places {
                let test = match group {
                    Some(group) => self.at_places(group, &places)?,
                    None => Affine::number(1),
                };
                let all = tests.entry(value).or_default();
                *all = std::mem::take(all).add(&test, 1);
            }
        }
        // If the number of values equals the number of sums, each value is taken.
        let is_equality = tests.len() == sums.len();
        for test in tests.into_values() {
            self.row(&test.shifted(-1), is_equality)?;
        }
        Ok(())
    }
}
