//! Bounds propagation: removes values that no solution can take, by the least that linear rows add up to.
//!
//! From `X + 10 <= Y` and Y at most 30 it follows that X is at most 20. Each value that goes is a column
//! less where a variable has one for each value, and a smaller factor where a comparison depends on a
//! condition.

use crate::base::control::Stop;
use crate::np::ground::formula::{Forms, Formula, Function, Relation, Sum, Var};
use crate::np::milp::tables::Tables;

/// Rounds through all rows. Two rows that push each other on by one would take as many rounds as there
/// are values.
const MAX_ROUNDS: usize = 8;

/// Removes the values that a row forbids whatever the other variables are.
pub(crate) fn propagate_bounds(tables: &mut Tables, forms: &Forms) -> Result<(), Stop> {
    let rows: Vec<(usize, &Sum, bool)> = tables
        .left
        .iter()
        .filter_map(|&(number, truth)| match forms.formula(truth) {
            Formula::Compare(Relation::NotEqual, _) => None,
            Formula::Compare(relation, sum) => Some((number, sum, *relation == Relation::Equal)),
            _ => None,
        })
        .collect();
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

/// Propagates `sign * sum <= 0`; whether a value was removed.
fn propagate_row(
    tables: &mut Tables,
    forms: &Forms,
    sum: &Sum,
    number: usize,
    sign: i128,
) -> Result<bool, Stop> {
    forms.meter.step(64 * (sum.functions.len() + sum.truths.len()))?;
    let mut least = sign * i128::from(sum.constant);
    for &times in sum.truths.values() {
        least += (sign * i128::from(times)).min(0);
    }
    let mut parts: Vec<(Var, i128, &Function)> = Vec::new();
    for (&var, function) in &sum.functions {
        let Some(part) = least_part(tables, forms, var, function, sign)? else { return Ok(false) };
        least += part;
        parts.push((var, part, function));
    }
    let mut changed = false;
    for (var, part, function) in parts {
        let group = &mut tables.groups[tables.home[var].0];
        let fits = |tuple: &Vec<i64>| {
            least - part + sign * i128::from(forms.apply(var, function, tuple[0])) <= 0
        };
        // A multiple grows one way: the ends tell whether anything is to be left out.
        let ends = [group.tuples.first(), group.tuples.last()];
        let all_fit =
            matches!(function, Function::Times(_)) && ends.into_iter().flatten().all(fits);
        if all_fit || forms.domain(var).len() <= 2 {
            continue;
        }
        forms.meter.step(64 * group.tuples.len())?;
        let before = group.tuples.len();
        let mut tuples = std::mem::take(&mut group.tuples);
        tuples.retain(fits);
        if tuples.len() == before {
            group.tuples = tuples;
            continue;
        }
        changed = true;
        group.keep(tuples, number);
    }
    Ok(changed)
}

/// The least value of a part of a sum; none where no value is left.
fn least_part(
    tables: &Tables,
    forms: &Forms,
    var: Var,
    function: &Function,
    sign: i128,
) -> Result<Option<i128>, Stop> {
    let tuples = &tables.groups[tables.home[var].0].tuples;
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
