//! Decides which variables are encoded one-hot, with a binary column for each value.
//!
//! `X + Y <= 50` needs the value of X, but no test for a single value: one integer column suffices. It also suffices
//! for `X >= 7 Or Y >= 3`, whose parts are thresholds, and for `40*(X > 0)`, which jumps once. A column for each value
//! is needed for `X = 7 Or Y = 2`, for `AllDifferent`, and for functions of other shapes.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::ground::formula::{Formula, FormulaId, FormulaStore, Function, Relation, Sum, Var};
use crate::milp::tables::Tables;
use soliter_base::control::Stop;

/// The greatest domain for which an equality that is negated, or is a part of another condition, is stated
/// value by value. Over a larger domain it is stated by inequalities from below and from above.
const MAX_ONE_HOT: usize = 200;

/// The greatest domain for which a comparison inside another condition is encoded one-hot, which gives it
/// tight rows.
const MAX_TIGHT: usize = 4;

/// For each variable, whether it needs a column for each value. Variables that were joined with others do.
pub(crate) fn one_hot(
    tables: &Tables,
    forms: &FormulaStore,
    objective: Option<&Sum>,
) -> Result<Vec<bool>, Stop> {
    let mut needs = Vec::with_capacity(tables.home.len());
    for &(group, _) in &tables.home {
        let group = &tables.groups[group];
        forms.meter.step(32 + 16 * group.tuples.len())?;
        // An integer column can only stand for evenly spaced values.
        let steps = group.tuples.windows(2).map(|pair| pair[1][0].checked_sub(pair[0][0]));
        let is_even = steps.collect::<FxHashSet<_>>().len() <= 1;
        needs.push(group.variables.len() > 1 || !is_even);
    }
    let mut search = Search { tables, forms, needs, seen: FxHashSet::default() };
    for &(_, truth) in &tables.pending {
        search.visit(truth, true)?;
    }
    if let Some(sum) = objective {
        search.visit_sum(sum)?;
    }
    Ok(search.needs)
}

struct Search<'f> {
    tables: &'f Tables,
    forms: &'f FormulaStore,
    needs: Vec<bool>,
    seen: FxHashSet<(FormulaId, bool)>,
}

impl Search<'_> {
    /// Visits a truth. `stated` says that it is a constraint, not a part of another formula.
    fn visit(&mut self, truth: FormulaId, stated: bool) -> Result<(), Stop> {
        if !self.seen.insert((truth, stated)) {
            return Ok(());
        }
        let forms = self.forms;
        forms.meter.step(64)?;
        match forms.formula(truth) {
            Formula::Decided(_) => Ok(()),
            Formula::In(var, values) => {
                if !self.needs[*var] {
                    self.needs[*var] = threshold(self.tables, forms, *var, values)?.is_none();
                }
                Ok(())
            }
            Formula::Compare(relation, sum) => {
                let by_value = match relation {
                    Relation::AtMost => false,
                    Relation::Equal => !stated,
                    Relation::NotEqual => true,
                } && sum.truths.is_empty()
                    && sum.functions.len() <= 2;
                let most = match (by_value, stated) {
                    (true, _) => MAX_ONE_HOT,
                    (false, false) => MAX_TIGHT,
                    (false, true) => 0,
                };
                for &var in sum.functions.keys() {
                    self.needs[var] |= forms.width(var) <= most;
                }
                self.visit_sum(sum)
            }
            Formula::And(list) => list.iter().try_for_each(|&truth| self.visit(truth, stated)),
            Formula::Or(list) => list.iter().try_for_each(|&truth| self.visit(truth, false)),
            Formula::Same(pair) => pair.iter().try_for_each(|&truth| self.visit(truth, false)),
            Formula::AllDifferent(sums) => {
                for var in sums.iter().filter_map(|sum| self.forms.only_variable(sum)) {
                    self.needs[var] = true;
                }
                sums.iter().try_for_each(|sum| self.visit_sum(sum))
            }
        }
    }

    fn visit_sum(&mut self, sum: &Sum) -> Result<(), Stop> {
        self.forms.meter.step(32 * sum.functions.len())?;
        for (&var, function) in &sum.functions {
            if let (Function::Table(_), false) = (function, self.needs[var]) {
                let tuples = &self.tables.groups[self.tables.home[var].0].tuples;
                self.forms.meter.step(64 * tuples.len())?;
                let value = |tuple: &Vec<i64>| self.forms.apply(var, function, tuple[0]);
                let values: Vec<i64> = tuples.iter().map(value).collect();
                self.needs[var] = line(&values).is_none_or(|line| line.jumps.len() > 1);
            }
        }
        sum.truths.keys().try_for_each(|&truth| self.visit(truth, false))
    }
}

/// A test as a threshold on the remaining values of a variable: `(1, limit)` if it holds for all values up to the
/// limit, `(-1, limit)` if it holds for all values from the limit on, `None` if it is not a threshold.
pub(crate) fn threshold(
    tables: &Tables,
    forms: &FormulaStore,
    var: Var,
    values: &[i64],
) -> Result<Option<(i64, i64)>, Stop> {
    let tuples = &tables.groups[tables.home[var].0].tuples;
    forms.meter.step(32 * tuples.len())?;
    let holds = |tuple: &Vec<i64>| values.binary_search(&tuple[0]).is_ok();
    let changes: Vec<usize> =
        (1..tuples.len()).filter(|&n| holds(&tuples[n - 1]) != holds(&tuples[n])).collect();
    let (Some(first), Some(last)) = (tuples.first(), tuples.last()) else { return Ok(None) };
    Ok(match (&changes[..], holds(first)) {
        // It holds for all remaining values, or for none.
        ([], true) => Some((1, last[0])),
        ([], false) => Some((1, first[0].saturating_sub(1))),
        (&[at], true) => Some((1, tuples[at - 1][0])),
        (&[at], false) => Some((-1, tuples[at][0])),
        _ => None,
    })
}

/// A line with jumps: `first + step * position`, raised by the height of each jump from its position on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) step: i64,
    /// The position and the height of each jump.
    pub(crate) jumps: Vec<(usize, i64)>,
}

/// A list of values as a line. Its step is the commonest difference of neighbouring values, and it jumps where the
/// difference is not the step. `None` if a difference exceeds 64 bits.
pub(crate) fn line(values: &[i64]) -> Option<Line> {
    let rises: Option<Vec<i64>> =
        values.windows(2).map(|pair| pair[1].checked_sub(pair[0])).collect();
    let rises = rises?;
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for &rise in &rises {
        *counts.entry(rise).or_default() += 1;
    }
    let step = counts.iter().max_by_key(|&(_, count)| count).map_or(0, |(&rise, _)| rise);
    let others = rises.iter().enumerate().filter(|(_, rise)| **rise != step);
    let jumps = others.map(|(place, rise)| Some((place + 1, rise.checked_sub(step)?)));
    Some(Line { step, jumps: jumps.collect::<Option<_>>()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_with_jumps() {
        let of = |step, jumps: &[(usize, i64)]| Some(Line { step, jumps: jumps.to_vec() });
        assert_eq!(line(&[0, 40, 40, 40]), of(0, &[(1, 40)]));
        assert_eq!(line(&[0, 41, 42, 43]), of(1, &[(1, 40)]));
        assert_eq!(line(&[3, 5, 7, 0, 2]), of(2, &[(3, -9)]));
        assert_eq!(line(&[3, 5, 7, 9]), of(2, &[]));
        assert_eq!(line(&[7]), of(0, &[]));
        assert_eq!(line(&[0, 10, 10, 20, 20, 20]), of(0, &[(1, 10), (3, 10)]));
        assert_eq!(line(&[i64::MIN, i64::MAX]), None);
    }
}
