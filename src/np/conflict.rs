//! Why a program is impossible: clauses that cannot hold together.
//!
//! Clauses are left out one after the other; one without which the rest is still impossible stays out.
//! What is left at the end is impossible, and no clause of it can be spared, unless a limit came first.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::base::control::Control;
use crate::highs::back_end::{Proof, run};
use crate::np::data::FieldValues;
use crate::np::ground::ground;
use crate::np::lower::lower;
use crate::np::names::Model;

/// The search for a small set of clauses takes no longer than this.
const MOST_TIME: Duration = Duration::from_secs(10);

/// Tuples of one list.
const TUPLES: usize = 4000;

/// A clause of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// `Main.Amount`
    pub name: String,
    /// Its line, from 1.
    pub line: usize,
}

/// Clauses of an impossible program that cannot all hold, in the order of the text; all of those that
/// data do not decide where a limit comes before any can be left out. None if the program is not
/// proved impossible in time.
pub fn conflict(model: &Model, given: &FieldValues, control: &Control) -> Option<Vec<Clause>> {
    let control = control.clone().within(MOST_TIME);
    let all = ground(model, given, &control).ok()?;
    let mut kept: BTreeSet<usize> =
        all.constraints.iter().map(|(origin, _)| origin.span.start).collect();
    if !is_impossible(model, given, &kept, &control) {
        return None;
    }
    for clause in kept.clone() {
        let mut fewer = kept.clone();
        fewer.remove(&clause);
        if control.check().is_err() {
            break;
        }
        if is_impossible(model, given, &fewer, &control) {
            kept = fewer;
        }
    }
    let mut clauses: Vec<Clause> = Vec::new();
    for start in kept {
        let origin = all.constraints.iter().map(|(origin, _)| origin);
        let origin = origin.into_iter().find(|origin| origin.span.start == start)?;
        let block = &model.block(origin.place.0).name.text;
        let name = format!("{block}.{}", model.member(origin.place).name.text);
        clauses.push(Clause { name, line: all.line(origin) });
    }
    Some(clauses)
}

/// Whether it is proved that some clauses, by their places, cannot all hold.
fn is_impossible(
    model: &Model,
    given: &FieldValues,
    kept: &BTreeSet<usize>,
    control: &Control,
) -> bool {
    let quiet = control.clone().reporting(std::sync::Arc::new(|_| {}));
    let Ok(mut ground) = ground(model, given, &quiet) else { return false };
    ground.constraints.retain(|(origin, _)| kept.contains(&origin.span.start));
    ground.objective = None;
    let Ok(lowered) = lower(&mut ground, TUPLES, &quiet) else { return false };
    let (_, columns) = lowered.program.size();
    columns > 0 && run(lowered.program.into_problem(), &quiet).proof == Proof::Infeasible
}
