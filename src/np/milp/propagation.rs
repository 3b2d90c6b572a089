//! Bounds propagation: removes values that no solution can take, by the least value of each linear
//! constraint.
//!
//! From `X + 10 <= Y` and Y at most 30 it follows that X is at most 20. Each removed value saves a column
//! of a variable that is encoded one-hot, and makes the big-M coefficients of conditional comparisons
//! smaller.

use crate::base::control::Stop;
use crate::np::ground::formula::{Forms, Formula, Function, Relation, Sum, Var};
use crate::np::milp::tables::Tables;

/// The greatest number of rounds through all constraints. Two constraints that tighten each other by one
/// would take as many rounds as there are values.
const MAX_ROUNDS: usize = 8;

/// Removes the values that a linear constraint forbids whatever the other variables are.
pub(crate) fn propagate_bounds(tables: &mut Tables, forms: &Forms) -> Result<(), Stop> {
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

/// The least value of a part of `sign * sum`; `None` if the variable has no value left.
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
