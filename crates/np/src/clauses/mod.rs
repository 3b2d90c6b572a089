//! Clauses that mean a ground program, for a proof that it has no values, or none with a better objective.
//!
//! Each variable has a literal for each of its values but the least, "at least so much" (the order encoding).
//! Sums are added up part by part, with such literals for the values that they may take; formulas get a literal
//! for each part. Every variable of the clauses beyond those of the program is defined by the others, so that
//! values of the program satisfy the clauses exactly if they satisfy the constraints. docs/explanation/sat-proofs.md says
//! what is written.
//!
//! * `literals`: those of variables, and of what follows from others.
//! * `encode`: formulas and constraints.
//! * `sums`: numbers that are added up and compared.

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

/// Why a claim about a program has no proof.
#[derive(Clone, Debug)]
pub enum NoProof {
    /// The program has faults, is too large as clauses, or a limit was reached.
    Refused(Refusal),
    /// The evaluator accepts these values, with this objective: the program has values, or better ones.
    Contradicted(Values, Option<i64>),
    /// The solver gave values that contradict the claim, but the evaluator does not accept them.
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

/// Whether the constraints of a program can be written as clauses; if not, where they pass the limit.
pub fn fits(model: &Model, given: &FieldValues, control: &Control) -> Result<(), Refusal> {
    let mut ground = ground(model, given, control)?;
    let size = encode(&mut ground, Bound::Impossible, control)?.clauses.number;
    control.say(|| format!("np: {size} clauses before the bound on the objective"));
    Ok(())
}

/// The SHA-256 of the clauses that contradict a claim, as in the text of [`Refutation::clauses`].
pub fn digest(
    model: &Model,
    given: &FieldValues,
    claim: Bound,
    control: &Control,
) -> Result<String, Refusal> {
    let mut ground = ground(model, given, control)?;
    Ok(encode(&mut ground, claim, control)?.clauses.digest())
}

/// Refutes that a program has values or, where `objective` is that of the best values known, better ones. Says
/// also what that proves.
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

/// What values that satisfy the clauses mean, by the evaluator.
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

/// The clauses of the constraints, and of an objective that contradicts the claim.
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
