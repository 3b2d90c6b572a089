//! Explains why a program is infeasible, by an irreducible infeasible subset of its clauses.
//!
//! A deletion filter finds the subset: it drops the clauses one by one, and keeps a clause only if the others
//! become feasible without it. The remaining clauses are infeasible together, and none of them can be
//! dropped, unless a limit was reached first.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use crate::milp::{TUPLES, lower};
use crate::{ground::ground, resolve::names::Model, syntax::data::FieldValues};
use soliter_base::control::Control;
use soliter_solvers::highs::back_end::run;
use soliter_solvers::program::outcome::Proof;

const MOST_TIME: Duration = Duration::from_secs(10);

/// A clause of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The name of its constraint, such as `Main.Amount`.
    pub name: String,
    /// Its line, counted from 1.
    pub line: usize,
}

/// Clauses of an infeasible program that cannot all hold, in the order of the text. If a limit is reached
/// before any clause is dropped, they are all clauses that the data do not decide. `None` if the program is
/// not proved infeasible in time.
pub fn irreducible_subset(
    model: &Model,
    given: &FieldValues,
    control: &Control,
) -> Option<Vec<Clause>> {
    let control = control.clone().within(MOST_TIME).reporting(Arc::new(|_| {}));
    let mut ground = ground(model, given, &control).ok()?;
    ground.objective = None;
    let all = std::mem::take(&mut ground.constraints);
    // Side conditions are never dropped: they exclude no solution by themselves, and the clauses that use
    // their auxiliary variables are meaningless without them.
    let clauses = all.iter().filter(|(origin, _)| !origin.is_side_condition);
    let mut kept: BTreeSet<usize> = clauses.map(|(origin, _)| origin.span.start).collect();
    let mut is_infeasible = |kept: &BTreeSet<usize>| {
        let of_kept = all
            .iter()
            .filter(|(origin, _)| origin.is_side_condition || kept.contains(&origin.span.start));
        ground.constraints = of_kept.cloned().collect();
        let Ok(lowered) = lower(&mut ground, TUPLES) else { return false };
        let (_, columns) = lowered.program.size();
        columns > 0 && run(lowered.program, &control).proof == Proof::Infeasible
    };
    if !is_infeasible(&kept) {
        return None;
    }
    for clause in kept.clone() {
        if control.check().is_err() {
            break;
        }
        let mut fewer = kept.clone();
        fewer.remove(&clause);
        if is_infeasible(&fewer) {
            kept = fewer;
        }
    }
    let clause = |start| {
        let (origin, _) = all.iter().find(|(origin, _)| origin.span.start == start)?;
        let name = model.clause_name(origin.place);
        Some(Clause { name, line: model.line(start) })
    };
    kept.into_iter().map(clause).collect()
}
