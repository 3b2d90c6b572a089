//! Encodes a ground program as clauses, to find solutions, and to prove that none has a better objective.
//!
//! Each variable has a literal "at least v" for each of its values v except the least (the order encoding).
//! The parts of a sum are added up one by one, with such literals for the possible partial sums. Every part
//! of a formula gets a literal. Each auxiliary variable of the clauses is defined by the other variables, so
//! a solution of the program extends to a satisfying assignment, and vice versa.
//! The objective is added up in the same way, so that one literal bounds it.
//! docs/explanation/sat-proofs.md describes the encoding.
//!
//! * `literals`: literals for the values of variables, and literals defined by others.
//! * `encode`: formulas and constraints.
//! * `lists`: equalities that few values satisfy, as lists of these values.
//! * `sums`: sums and their comparisons.
//! * `descent`: solutions, each better than the one before, until a bound is refuted.

pub(crate) mod descent;
pub(crate) mod encode;
mod lists;
mod literals;
mod sums;

use crate::check::{Values, check_within};
use crate::clauses::descent::Descent;
use crate::clauses::literals::Encoder;
use crate::ground::{Ground, ground};
use crate::{refusal::Refusal, resolve::names::Model, syntax::data::FieldValues};
use soliter_base::control::{Control, Stop};
use soliter_base::diagnostic::Diagnostic;
use soliter_checker::lrat::Bound;

pub use soliter_solvers::sat::Refutation;

/// Why a claim about a program was not proved.
#[derive(Clone, Debug)]
pub enum NoProof {
    /// The program has errors or needs too many clauses, or a limit was reached.
    Refused(Refusal),
    /// The evaluator accepts these values, with this objective: the program has a solution, or a better one.
    Contradicted(Values, Option<i64>),
    /// The solver returned values that contradict the claim, but the evaluator rejects them.
    Fault,
}

impl From<Refusal> for NoProof {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Checks that a program can be encoded as clauses; the error says where it exceeds the limits.
pub fn fits(model: &Model, given: &FieldValues, control: &Control) -> Result<(), Refusal> {
    let mut ground = ground(model, given, control)?;
    let size = Encoder::new(&mut ground, control).encode()?.clauses.number;
    control.report_progress(|| format!("np: {size} clauses before the bound on the objective"));
    Ok(())
}

/// The SHA-256 of the clauses that refute a claim's negation, as in the text of [`Refutation::clauses`].
pub fn digest(
    model: &Model,
    given: &FieldValues,
    claim: Bound,
    control: &Control,
) -> Result<String, Refusal> {
    let mut ground = ground(model, given, control)?;
    need_objective(&ground, claim != Bound::Impossible)?;
    let encoded = Encoder::new(&mut ground, control).encode()?;
    Ok(encoded.bounded(&ground, claim).digest())
}

/// Refuses a claim about an objective that does not exist.
fn need_objective(ground: &Ground<'_>, is_claimed: bool) -> Result<(), Refusal> {
    if ground.objective.is_none() && is_claimed {
        let message = "the program has no objective that could be bounded";
        return Err(Diagnostic::new(&ground.model.source, 0..0, message).into());
    }
    Ok(())
}

/// Refutes that the program has a solution or, if `objective` is the best objective known, a better one. Also
/// returns the claim that this proves.
pub fn refute(
    model: &Model,
    given: &FieldValues,
    objective: Option<i64>,
    control: &Control,
) -> Result<(Refutation, Bound), NoProof> {
    let mut descent = Descent::new(model, given, true, control).map_err(Refusal::from)?;
    need_objective(&descent.ground, objective.is_some())?;
    let Some(found) = descent.better_than(objective).map_err(Refusal::from)? else {
        return Ok(descent.refutation(objective).map_err(Refusal::from)?);
    };
    let claim = descent.claim(objective);
    let ground = &descent.ground;
    let names = ground.forms.variables[..ground.named].iter().map(|variable| variable.name.clone());
    let contradiction = contradicted(ground, given, claim, names.zip(found).collect());
    Err(contradiction.map_err(Refusal::from)?)
}

/// Checks a satisfying assignment with the evaluator: either it contradicts the claim, or there is a bug.
fn contradicted(
    ground: &Ground<'_>,
    given: &FieldValues,
    claim: Bound,
    values: Values,
) -> Result<NoProof, Stop> {
    let report = check_within(&ground.model.project, given, &values, &ground.forms.meter)?;
    let is_better = match (claim, report.objective) {
        (Bound::Impossible, _) => true,
        (Bound::AtLeast(bound), Some(objective)) => objective < bound,
        (Bound::AtMost(bound), Some(objective)) => objective > bound,
        (_, None) => false,
    };
    let is_right = is_better && report.violations.is_empty();
    Ok(if is_right { NoProof::Contradicted(values, report.objective) } else { NoProof::Fault })
}
