//! Why a program is impossible: an irreducible infeasible subset of its clauses, by a deletion filter.
//!
//! The filter drops one clause after the other and keeps it out if the others are still impossible. The
//! clauses that are left at the end cannot hold together, and none of them can be spared, unless a limit
//! came first.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use crate::base::control::Control;
use crate::highs::back_end::{Proof, run};
use crate::np::ground::ground;
use crate::np::milp::lower;
use crate::np::resolve::names::Model;
use crate::np::solve::stages::TUPLES;
use crate::np::syntax::data::FieldValues;

/// The search for a small set of clauses takes no longer than this.
const MOST_TIME: Duration = Duration::from_secs(10);

/// A clause of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// `Main.Amount`
    pub name: String,
    /// Its line, from 1.
    pub line: usize,
}

/// Clauses of an impossible program that cannot all hold, in the order of the text. If a limit comes
/// before any clause is dropped, these are all that the data do not decide. None if the program is not
/// proved impossible in time.
pub fn irreducible_subset(
    model: &Model,
    given: &FieldValues,
    control: &Control,
) -> Option<Vec<Clause>> {
    let control = control.clone().within(MOST_TIME).reporting(Arc::new(|_| {}));
    let mut ground = ground(model, given, &control).ok()?;
    ground.objective = None;
    let all = std::mem::take(&mut ground.constraints);
    // The conditions that define a function stay, whichever clause used it first: they hold for all
    // arguments, and the other clauses mean nothing without them.
    let clauses = all.iter().filter(|(origin, _)| !origin.is_side_condition);
    let mut kept: BTreeSet<usize> = clauses.map(|(origin, _)| origin.span.start).collect();
    let mut is_impossible = |kept: &BTreeSet<usize>| {
        let of_kept = all
            .iter()
            .filter(|(origin, _)| origin.is_side_condition || kept.contains(&origin.span.start));
        ground.constraints = of_kept.cloned().collect();
        let Ok(lowered) = lower(&mut ground, TUPLES, &control) else { return false };
        let (_, columns) = lowered.program.size();
        columns > 0 && run(lowered.program, &control).proof == Proof::Infeasible
    };
    if !is_impossible(&kept) {
        return None;
    }
    for clause in kept.clone() {
        let mut fewer = kept.clone();
        fewer.remove(&clause);
        if control.check().is_err() {
            break;
        }
        if is_impossible(&fewer) {
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
