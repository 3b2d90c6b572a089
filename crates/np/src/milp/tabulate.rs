//! Tabulation: an equality over few variables is replaced by the list of tuples that satisfy it.
//!
//! Lists that share variables are joined into one. With X, Y and Z from 1 to 3, the equality `X + Y = 4`
//! leaves three of nine tuples (X, Y): (1, 3), (2, 2) and (3, 1). They form a group with three binary
//! columns, exactly one of which is 1, and `Y < 3` is the sum of the last two. A second equality
//! `Y = Z + 1` joins Z to the group: of the tuples (X, Y, Z), (1, 3, 2) and (2, 2, 1) remain, and
//! `Y = Z + 1` needs no row. In this way the values of several variables are decided together, whereas a
//! row for each equality would let the linear relaxation mix their values.
//!
//! A list is worth its columns if its variables need a column for each value anyway, or if it is shorter
//! than their columns are. `Stock = Before + Amount - 20` needs the values themselves, not a test for each
//! of them: three integer columns and one row state it, whereas the list would have thousands of tuples.
//!
//! The idea is that of automatic tabulation in constraint modelling (Akgün, Gent, Jefferson, Kiziltan,
//! Miguel, Nightingale, Salamon, Ulrich-Oltean: Automatic Tabulation in Constraint Models, 2022).

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::ground::formula::tuples::{List, Tuples};
use crate::ground::formula::{Domain, Formula, FormulaId, FormulaStore, Relation, Sum, Var};
use crate::milp::one_hot::one_hot;
use crate::milp::tables::{Group, Tables, propagate_bounds};
use soliter_base::control::Stop;

/// The greatest number of variables of an equality that is tabulated.
const MAX_VARIABLES: usize = 4;

/// The maximum number of columns of a list for each column that its variables have without it. The first of two
/// equalities may lengthen a list that the second one shortens.
const MAX_GROWTH: usize = 4;

/// Builds the groups of a program, with lists of at most `limit` tuples.
pub(crate) fn tabulate(
    forms: &FormulaStore,
    constraints: impl Iterator<Item = FormulaId>,
    objective: Option<&Sum>,
    limit: usize,
) -> Result<Tables, Stop> {
    let groups = forms.variables.iter().enumerate().map(|(var, variable)| {
        let (tuples, interval) = match &variable.domain {
            Domain::Listed(values) => {
                forms.meter.step(96 + 56 * values.len())?;
                (values.iter().map(|&value| vec![value]).collect(), None)
            }
            Domain::Interval(first, last) => (Vec::new(), Some((*first, *last))),
        };
        Ok(Group { variables: vec![var], tuples, interval, ..Group::default() })
    });
    let groups: Vec<Group> = groups.collect::<Result<_, Stop>>()?;
    let mut pending = Vec::new();
    for (number, truth) in constraints.enumerate() {
        forms.meter.step(64)?;
        match forms.formula(truth) {
            Formula::And(parts) => pending.extend(parts.iter().map(|&part| (number, part))),
            _ => pending.push((number, truth)),
        }
    }
    let mut tables =
        Tables { groups, home: (0..forms.variables.len()).map(|var| (var, 0)).collect(), pending };
    tables.filter(forms)?;
    propagate_bounds(&mut tables, forms)?;
    tables.join(forms, objective, limit)?;
    tables.filter(forms)?;
    tables.compact();
    for (var, needs) in one_hot(&tables, forms, objective)?.into_iter().enumerate() {
        let group = &mut tables.groups[tables.home[var].0];
        group.is_whole = group.interval.is_some() || !needs && group.tuples.len() > 2;
    }
    Ok(tables)
}

/// The sum of an equality that may be tabulated.
fn candidate(forms: &FormulaStore, truth: FormulaId) -> Option<&Sum> {
    let Formula::Compare(Relation::Equal, sum) = forms.formula(truth) else { return None };
    let variables = sum.functions.len();
    let wide = sum.functions.keys().filter(|&&var| forms.width(var) > 2).count();
    let is_listed = !sum.functions.keys().any(|&var| forms.is_interval(var));
    let fits = sum.truths.is_empty() && (2..=MAX_VARIABLES).contains(&variables) && wide >= 2;
    let fits = fits && is_listed;
    fits.then_some(sum)
}

impl Tables {
    /// Tabulates the pending equalities for which it is worthwhile.
    fn join(
        &mut self,
        forms: &FormulaStore,
        objective: Option<&Sum>,
        limit: usize,
    ) -> Result<(), Stop> {
        let pending = self.pending.iter();
        let chosen = pending.filter_map(|&item| Some((item, candidate(forms, item.1)?)));
        let chosen: Vec<((usize, FormulaId), &Sum)> = chosen.collect();
        if chosen.is_empty() {
            return Ok(());
        }
        let needs = one_hot(self, forms, objective)?;
        let widths: Vec<usize> = self.groups.iter().map(|group| group.tuples.len()).collect();
        let mut done = FxHashSet::default();
        for ((number, truth), sum) in chosen {
            forms.meter.step(64)?;
            let groups = sum.functions.keys().map(|&var| &self.groups[self.home[var].0]);
            let joined: BTreeSet<Var> =
                groups.flat_map(|group| group.variables.iter().copied()).collect();
            forms.meter.step(64 * joined.len())?;
            let alone = |&var: &Var| if needs[var] { widths[var] } else { 1 };
            let columns: usize = joined.iter().map(alone).sum();
            let growth = if joined.iter().all(|&var| needs[var]) { MAX_GROWTH } else { 1 };
            let limit = limit.min(columns.saturating_mul(growth));
            if self.join_one(forms, sum, number, limit)? {
                done.insert((number, truth));
            }
        }
        self.pending.retain(|item| !done.contains(item));
        Ok(())
    }

    /// Joins the groups of an equality's variables, unless the list is too long. Returns whether they were joined.
    fn join_one(
        &mut self,
        forms: &FormulaStore,
        sum: &Sum,
        number: usize,
        limit: usize,
    ) -> Result<bool, Stop> {
        let places: BTreeSet<usize> = sum.functions.keys().map(|&v| self.home[v].0).collect();
        let mut places = Vec::from_iter(places);
        // The longest list is the one that is not multiplied out.
        places.sort_by_key(|&group| self.groups[group].tuples.len());
        let groups = places.iter().map(|&group| &self.groups[group]);
        let lists: Vec<Tuples<'_>> =
            groups.map(|group| (&group.variables[..], &group.tuples[..])).collect();
        let Some(list) = forms.joined(&lists, sum, limit)? else { return Ok(false) };
        let List { variables, tuples } = list;
        let mut group = Group { variables, tuples, satisfies: vec![number], ..Group::default() };
        for old in places {
            let old = std::mem::take(&mut self.groups[old]);
            group.satisfies.extend(old.satisfies);
        }
        group.satisfies.sort_unstable();
        group.satisfies.dedup();
        for (place, &var) in group.variables.iter().enumerate() {
            self.home[var] = (self.groups.len(), place);
        }
        self.groups.push(group);
        Ok(true)
    }
}
