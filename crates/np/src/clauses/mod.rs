//! Encodes a ground program as clauses, to prove that it is infeasible or that no solution has a better objective.
//!
//! Each variable has a literal "at least v" for each of its values v except the least (the order encoding).
//! The parts of a sum are added up one by one, with such literals for the possible partial sums. Every part
//! of a formula gets a literal. Each auxiliary variable of the clauses is defined by the other variables, so
//! a solution of the program extends to a satisfying assignment, and vice versa.
//! docs/explanation/sat-proofs.md describes the encoding.
//!
//! * `literals`: literals for the values of variables, and literals defined by others.
//! * `encode`: formulas and constraints.
//! * `sums`: sums and their comparisons.

mod encode;
mod literals;
mod sums;

use crate::check::{Values, check_within};
use crate::clauses::encode::{Encoded, refused};
use crate::clauses::literals::Encoder;
use crate::ground::formula::{BuildError, Relation, Sum};
use crate::ground::{Ground, ground};
use crate::{refusal::Refusal, resolve::names::Model, syntax::data::FieldValues};
use soliter_base::control::{Control, Stop};
use soliter_base::diagnostic::Diagnostic;
use soliter_checker::lrat::Bound;
pub use soliter_solvers::sat::solver::{self, Proved};

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

impl From<Stop> for NoProof {
    fn from(stop: Stop) -> Self {
        Self::Refused(stop.into())
    }
}

/// Checks that the constraints of a program can be encoded as clauses; the error says where they exceed the limits.
pub fn fits(model: &Model, given: &FieldValues, control: &Control) -> Result<(), Refusal> {
    let mut ground = ground(model, given, control)?;
    let size = encode(&mut ground, Bound::Impossible, control)?.clauses.number;
    control.say(|| format!("np: {size} clauses before the bound on the objective"));
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
    Ok(encode(&mut ground, claim, control)?.clauses.digest())
}

/// Refutes that the program has a solution or, if `objective` is the best objective known, a better one. Also
/// returns the claim that this proves.
pub fn refute(
    model: &Model,
    given: &FieldValues,
    objective: Option<i64>,
    control: &Control,
) -> Result<(Refutation, Bound), NoProof> {
    let mut ground = ground(model, given, control)?;
    let is_maximised = matches!(ground.objective, Some((true, ..)));
    let claim = match objective {
        None => Bound::Impossible,
        Some(most) if is_maximised => Bound::AtMost(most),
        Some(least) => Bound::AtLeast(least),
    };
    let Encoded { clauses, at_least } = encode(&mut ground, claim, control)?;
    let (variables, number) = (clauses.variables, clauses.number);
    control.say(|| format!("sat: {variables} variables, {number} clauses, with a proof"));
    match solver::prove(&clauses, control)? {
        Proved::Refuted(proof) => {
            let title = model.project.name.text.chars().filter(|c| !c.is_control()).collect();
            let heads = ["soliter program 1".to_owned(), title, claim.to_string()];
            Ok((Refutation { clauses: clauses.dimacs(&heads), proof }, claim))
        }
        Proved::Satisfied(found) => {
            let is_true = |literal: &&i32| found.get(**literal as usize - 1) == Some(&true);
            let named = ground.forms.variables[..ground.named].iter().zip(&at_least);
            let values = named.map(|(variable, at_least)| {
                let place = at_least.iter().filter(is_true).count() - 1;
                (variable.name.clone(), variable.domain[place])
            });
            Err(contradicted(&ground, given, claim, values.collect())?)
        }
    }
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

/// Encodes the constraints, and the condition that the objective violates the claim.
fn encode(ground: &mut Ground<'_>, claim: Bound, control: &Control) -> Result<Encoded, Refusal> {
    let worst = match claim {
        Bound::Impossible => None,
        // 1 - bound + objective <= 0, or 1 + bound - objective <= 0
        Bound::AtLeast(bound) => Some((bound.checked_neg(), 1)),
        Bound::AtMost(bound) => Some((Some(bound), -1)),
    };
    if let Some((constant, sign)) = worst {
        let Some((_, sum, origin)) = ground.objective.take() else {
            let message = "the program has no objective that could be bounded";
            return Err(Diagnostic::new(&ground.model.source, 0..0, message).into());
        };
        let forms = &mut ground.forms;
        let constant = constant.and_then(|constant| constant.checked_add(1));
        let better = constant.ok_or(BuildError::Number).and_then(|constant| {
            let sum = Sum::number(constant).plus(&sum, sign, forms)?;
            forms.compare(Relation::AtMost, sum)
        });
        let better = better.map_err(|error| refused(ground, &origin, error))?;
        ground.constraints.push((origin, better));
    }
    Encoder::new(ground, control).encode()
}
