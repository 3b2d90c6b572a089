//! `soliter run --certify`: the claim of an answer as unsatisfiable clauses, with a proof.

use std::path::Path;
use std::time::Instant;

use serde_json::json;
use soliter::base::control::{Control, Stop};
use soliter::checker::lrat::Bound;
use soliter::np::clauses::{NoProof, Refutation, fits, refute};
use soliter::np::solve::{ProgramAnswer, ProgramStatus};
use soliter::np::syntax::data::FieldValues;
use soliter::np::{refusal::Refusal, resolve::names::Model};

use crate::cli::certify::lrat;
use crate::cli::output::failure::{Failure, RAISE};
use crate::cli::output::paint::{self, counted};
use crate::cli::run::{input::stopped, report::Certified};

/// Refuses a program that would need too many clauses, before it is solved.
pub(super) fn check_size(
    model: &Model,
    given: &FieldValues,
    control: &Control,
) -> Result<(), Failure> {
    fits(model, given, control).map_err(|refusal| refused(model, refusal))
}

pub(super) fn refused(model: &Model, refusal: Refusal) -> Failure {
    match refusal {
        Refusal::Faults(faults) => model.placed(faults).into(),
        Refusal::Stopped(stop) => stopped(stop),
    }
}

/// Writes the proof that no solution is better than an answer, or that there is none. It is that of the run, if `CaDiCaL`
/// answered; otherwise the claim is refuted once more.
pub(super) fn write(
    path: &Path,
    model: &Model,
    given: &FieldValues,
    answer: &ProgramAnswer,
    made: Option<(Refutation, Bound)>,
    control: &Control,
) -> Result<Certified, Failure> {
    let objective = match (answer.status, answer.objective) {
        (ProgramStatus::Infeasible, _) => None,
        (ProgramStatus::Solved, Some(objective)) => Some(objective),
        (ProgramStatus::Solved, None) => {
            let message =
                "no proof: without an objective the values say all, and they were checked";
            return Err(Failure::unfit(message, "drop --certify"));
        }
        (ProgramStatus::Feasible | ProgramStatus::Unknown, _) => {
            let message = "no proof: the answer is not proved, so there is nothing to certify";
            return Err(Failure::limit(message, RAISE));
        }
    };
    let clock = Instant::now();
    let made = made.map_or_else(|| refute(model, given, objective, control), Ok);
    let (made, claim) = made.map_err(|none| match none {
        NoProof::Refused(Refusal::Stopped(stop @ Stop::Fault(_))) => {
            Failure::stopped("no proof", stop)
        }
        NoProof::Refused(Refusal::Stopped(stop)) => {
            Failure::limit(format!("no proof: {}", stop.phrase()), RAISE)
        }
        NoProof::Refused(faults) => refused(model, faults),
        NoProof::Contradicted(_, found) => {
            let found = found.map_or("values".to_owned(), |found| format!("values with {found}"));
            let said = objective.map_or("impossible".to_owned(), |said| format!("{said} is best"));
            let message = format!("the methods disagree: {said}, but the clauses have {found}");
            let help = "the first is wrong; please report it with the program";
            Failure::disagreement(message, help)
        }
        NoProof::Fault => {
            let message = "the clauses have values that the program does not have";
            Failure::disagreement(message, "this is a bug in soliter; please report it")
        }
    })?;
    let seconds = clock.elapsed().as_secs_f64();
    let clock = Instant::now();
    let refuted = lrat::checked(&made, control)?;
    let check_seconds = clock.elapsed().as_secs_f64();
    lrat::write(path, &made)?;
    let file = path.display().to_string();
    let object = json!({
        "file": file, "claim": claim.to_string(),
        "variables": refuted.variables, "clauses": refuted.clauses, "steps": refuted.steps,
        "bytes": made.proof.len(), "clauses_bytes": made.clauses.len(),
        "seconds": seconds, "check_seconds": check_seconds,
    });
    let values = if objective.is_some() { "; the values were checked by evaluation" } else { "" };
    let text = format!(
        "{file} proves that {}{values}\n{}, {}, {}\n",
        phrase(claim),
        lrat::steps(&refuted),
        counted(made.proof.len(), "byte"),
        paint::seconds(seconds),
    );
    Ok(Certified { object, text })
}

/// The statement of a claim about the values of a program.
pub(super) fn phrase(claim: Bound) -> String {
    match claim {
        Bound::Impossible => "no values satisfy all constraints".to_owned(),
        Bound::AtLeast(bound) => format!("the objective is never less than {bound}"),
        Bound::AtMost(bound) => format!("the objective is never more than {bound}"),
    }
}
