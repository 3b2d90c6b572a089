//! Groups of variables that are decided together, with the tuples of values that they may take, and the
//! constraints that are still to be stated.
//!
//! Bounds propagation removes values that no solution can take, by the least value of each linear constraint.
//! From `X + 10 <= Y` and Y at most 30 it follows that X is at most 20. Each removed value saves a column
//! of a variable that is encoded one-hot, and makes the big-M coefficients of conditional comparisons
//! smaller.

use crate::ground::formula::{Formula, FormulaId, FormulaStore, Function, Relation, Sum, Var};
use soliter_base::control::Stop;

#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub(crate) variables: Vec<Var>,
    pub(crate) tuples: Vec<Vec<i64>>,
    /// The ends of the interval from which the group, a single variable, takes its value. It has no tuples then.
    pub(crate) interval: Option<(i64, i64)>,
    /// Whether the group, a single variable, has one integer column instead of a binary one for each value.
    pub(crate) is_whole: bool,
    /// The numbers of the constraints that all tuples satisfy. The first gives the group's row its name.
    pub(crate) satisfies: Vec<usize>,
}

impl Group {
    /// The values of the variables at a place, counted from 0.
    pub(crate) fn tuple(&self, place: usize) -> Option<Vec<i64>> {
        match self.interval {
            Some((first, _)) => Some(vec![first.checked_add_unsigned(place as u64)?]),
            None => self.tuples.get(place).cloned(),
        }
    }

    pub(crate) fn place(&self, values: &[i64]) -> Option<usize> {
        match self.interval {
            Some((first, last)) => {
                let value = values.first().filter(|value| (first..=last).contains(value))?;
                usize::try_from(value - first).ok()
            }
            None => self.tuples.iter().position(|tuple| tuple == values),
        }
    }

    /// Whether no tuple is left.
    pub(crate) fn is_empty(&self) -> bool {
        self.tuples.is_empty() && self.interval.is_none()
    }

    /// Notes that a constraint has reduced the tuples, if the group has several variables or no tuple left.
    pub(crate) fn reduced(&mut self, number: usize) {
        if self.variables.len() > 1 || self.is_empty() {
            self.satisfies.push(number);
        }
    }
}

#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) groups: Vec<Group>,
    /// The group of each variable, and the variable's position in it.
    pub(crate) home: Vec<(usize, usize)>,
    /// The truths that are still to be stated, each with the number of its constraint.
    pub(crate) pending: Vec<(usize, FormulaId)>,
}

impl Tables {
    /// The groups of a truth's variables, sorted.
    pub(crate) fn support(
        &self,
        forms: &FormulaStore,
        truth: FormulaId,
    ) -> Result<Vec<usize>, Stop> {
        let mut groups = Vec::new();
        forms.variables_of(truth, &mut |var| groups.push(self.home[var].0))?;
        groups.sort_unstable();
        groups.dedup();
        Ok(groups)
    }

    /// Whether a truth about one group holds for a tuple of that group.
    pub(crate) fn holds(
        &self,
        forms: &FormulaStore,
        truth: FormulaId,
        tuple: &[i64],
    ) -> Result<bool, Stop> {
        forms.holds(truth, &|var| tuple[self.home[var].1])
    }

    /// Removes the tuples that a pending truth about one group forbids, which settles the truth. A single
    /// variable with two values keeps both, and the truth stays pending.
    pub(crate) fn filter(&mut self, forms: &FormulaStore) -> Result<(), Stop> {
        for (number, truth) in std::mem::take(&mut self.pending) {
            let support = self.support(forms, truth)?;
            let alone = |group: &Group| {
                group.interval.is_some()
                    || matches!(group.variables[..], [var] if forms.width(var) <= 2)
            };
            let group = match support[..] {
                [group] if !alone(&self.groups[group]) => group,
                _ => {
                    self.pending.push((number, truth));
                    continue;
                }
            };
            let mut tuples = Vec::new();
            for tuple in std::mem::take(&mut self.groups[group].tuples) {
                if self.holds(forms, truth, &tuple)? {
                    tuples.push(tuple);
                }
            }
            self.groups[group].tuples = tuples;
            self.groups[group].reduced(number);
        }
        Ok(())
    }

    /// Removes the groups that were joined into others.
    pub(crate) fn compact(&mut self) {
        self.groups.retain(|group| !group.variables.is_empty());
        self.groups.sort_by_key(|group| group.variables.iter().min().copied());
        for (number, group) in self.groups.iter().enumerate() {
            for (place, &var) in group.variables.iter().enumerate() {
                self.home[var] = (number, place);
            }
        }
    }
}

/// The greatest number of rounds through all constraints. Two constraints that tighten each other by one
/// would take as many rounds as there are values.
const MAX_ROUNDS: usize = 8;

/// Removes the values that a linear constraint forbids whatever the other variables are.
pub(crate) fn propagate_bounds(tables: &mut Tables, forms: &FormulaStore) -> Result<(), Stop> {
    let rows = tables.pending.iter().filter_map(|&(number, truth)| match forms.formula(truth) {
        Formula::Compare(Relation::NotEqual, _) => None,
        Formula::Compare(relation, sum) => Some((number, sum, *relation == Relation::Equal)),
        _ => None,
    });
    let rows: Vec<(usize, &Sum, bool)> = rows.collect();
    for _ in 0..MAX_ROUNDS {
        let mut changed = false;
        for &(number, sum, is_equality) in &rows {
            changed |= propagate_row(tables, forms, sum, number, 1)?;
            if is_equality {
                changed |= propagate_row(tables, forms, sum, number, -1)?;
            }
        }
        if !changed {
            break;
        }
    }
    Ok(())
}

/// Propagates `sign * sum <= 0`. Returns whether a value was removed.
fn propagate_row(
    tables: &mut Tables,
    forms: &FormulaStore,
    sum: &Sum,
    number: usize,
    sign: i128,
) -> Result<bool, Stop> {
    forms.meter.step(64 * (sum.functions.len() + sum.truths.len()))?;
    let mut least = sign * i128::from(sum.constant);
    least += sum.truths.values().map(|&times| (sign * i128::from(times)).min(0)).sum::<i128>();
    let mut parts: Vec<(Var, i128, &Function)> = Vec::new();
    for (&var, function) in &sum.functions {
        let Some(part) = least_part(tables, forms, var, function, sign)? else { return Ok(false) };
        least += part;
        parts.push((var, part, function));
    }
    let mut changed = false;
    for (var, part, function) in parts {
        let group = &mut tables.groups[tables.home[var].0];
        if let (Some(ends), Function::Times(times)) = (group.interval, function) {
            let rest = narrowed(ends, sign * i128::from(*times), part - least);
            changed |= rest != Some(ends);
            match rest {
                Some((first, last)) if first < last => group.interval = rest,
                // A single value, or none, is listed.
                _ => {
                    group.interval = None;
                    group.tuples.extend(rest.map(|(only, _)| vec![only]));
                    group.reduced(number);
                }
            }
            continue;
        }
        let fits = |tuple: &Vec<i64>| {
            least - part + sign * i128::from(forms.apply(var, function, tuple[0])) <= 0
        };
        // A multiple is monotone, so the ends of the domain tell whether any value is to be removed.
        let ends = [group.tuples.first(), group.tuples.last()];
        let all_fit =
            matches!(function, Function::Times(_)) && ends.into_iter().flatten().all(fits);
        if all_fit || forms.domain(var).len() <= 2 {
            continue;
        }
        forms.meter.step(64 * group.tuples.len())?;
        let before = group.tuples.len();
        group.tuples.retain(fits);
        if group.tuples.len() < before {
            changed = true;
            group.reduced(number);
        }
    }
    Ok(changed)
}

/// The ends of the values from an interval whose multiple is at most `most`; `None` if there are none.
fn narrowed((first, last): (i64, i64), times: i128, most: i128) -> Option<(i64, i64)> {
    let (first, last) = (i128::from(first), i128::from(last));
    let (first, last) = if times > 0 {
        (first, last.min(most.div_euclid(times)))
    } else {
        // The least value that `times * value <= most` allows, rounded up.
        (first.max(-most.div_euclid(-times)), last)
    };
    let ends = first.try_into().ok().zip(last.try_into().ok());
    ends.filter(|(first, last)| first <= last)
}

/// The least value of a part of `sign * sum`; `None` if the variable has no value left.
fn least_part(
    tables: &Tables,
    forms: &FormulaStore,
    var: Var,
    function: &Function,
    sign: i128,
) -> Result<Option<i128>, Stop> {
    let group = &tables.groups[tables.home[var].0];
    if let (Some((first, last)), Function::Times(times)) = (group.interval, function) {
        let value = |end: i64| sign * i128::from(*times) * i128::from(end);
        return Ok(Some(value(first).min(value(last))));
    }
    let tuples = &group.tuples;
    let value = |tuple: &Vec<i64>| sign * i128::from(forms.apply(var, function, tuple[0]));
    Ok(match function {
        Function::Times(_) => {
            let ends = [tuples.first(), tuples.last()];
            ends.into_iter().flatten().map(value).min()
        }
        Function::Table(_) => {
            forms.meter.step(32 * tuples.len())?;
            tuples.iter().map(value).min()
        }
    })
}
