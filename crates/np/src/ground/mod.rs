//! Grounding: a program and its data become variables, ground constraints and an objective.
//!
//! Expressions are evaluated symbolically, with the decision variables left undecided. An expression that
//! depends on them evaluates to a sum of functions of one variable each, or to a formula over such sums.
//! These contain no names or quantifiers.

pub(crate) mod evaluate;
pub(crate) mod formula;
pub(crate) mod globals;
pub(crate) mod lookup;
pub(crate) mod members;
pub(crate) mod operators;
mod partiality;
mod phases;
pub(crate) mod sets;
pub(crate) mod statements;
pub(crate) mod symbolic;

use crate::check::Values;
use crate::ground::formula::{BuildError, FormulaId, FormulaStore, Sum};
use crate::ground::statements::{Hint, PrintPiece, Statements, StoreRequest};
use crate::ground::symbolic::{Scope, Symbolic};
use crate::syntax::data::{Data, FieldValues};
use crate::{
    ground::evaluate::Grounder, input::missing_fields, refusal::Refusal, resolve::names::Model,
};
use soliter_base::control::{Control, Stop};
use soliter_base::diagnostic::{Diagnostic, Diagnostics};

pub(crate) use crate::ground::statements::Origin;

/// A ground program: variables, constraints and an objective, without names and quantifiers.
#[derive(Debug)]
pub struct Ground<'a> {
    pub(crate) model: &'a Model,
    pub(crate) forms: FormulaStore,
    /// The number of variables that the program declares. Auxiliary variables come after them.
    pub(crate) named: usize,
    pub(crate) constraints: Vec<(Origin, FormulaId)>,
    /// The objective. It is maximised if the flag is set, and minimised otherwise.
    pub(crate) objective: Option<(bool, Sum, Origin)>,
    pub(crate) stored: Vec<StoreRequest>,
    pub(crate) hints: Vec<Hint>,
    pub(crate) printed: Vec<Vec<PrintPiece>>,
}

/// Grounds a program with its data.
pub fn ground<'a>(
    model: &'a Model,
    given: &'a FieldValues,
    control: &'a Control,
) -> Result<Ground<'a>, Refusal> {
    let mut grounder = Grounder::new(model, given, control);
    grounder.faults = missing_fields(model, given, Diagnostics::MOST);
    if grounder.faults.is_empty() {
        grounder.make_records()?;
    }
    if grounder.faults.is_empty() {
        grounder.make_variables()?;
    }
    let named = grounder.forms.variables.len();
    if grounder.faults.is_empty() {
        grounder.state_constraints()?;
    }
    let Grounder { mut faults, forms, statements, .. } = grounder;
    if !faults.is_empty() {
        faults.sort_by_key(|fault| fault.span.start);
        return Err(Refusal::Faults(faults.into()));
    }
    let Statements { constraints, objective, penalty, stored, hints, printed } = statements;
    let objective = match (objective, penalty) {
        (objective, None) => objective,
        (None, Some((cost, origin))) => Some((false, cost, origin)),
        (Some((maximise, goal, origin)), Some((cost, _))) => {
            let sum = goal.plus(&cost, if maximise { -1 } else { 1 }, &forms);
            let sum = sum.map_err(|error| {
                if let BuildError::Refused(refusal) = error {
                    return refusal;
                }
                let message = "the objective and its soft clauses pass 64 bits";
                let fault = Diagnostic::new(&model.source, origin.span.clone(), message);
                fault.help("make the weights smaller").into()
            });
            Some((maximise, sum?, origin))
        }
    };
    Ok(Ground { model, forms, named, constraints, objective, stored, hints, printed })
}

/// The value of a field or definition of a module. `None` if it does not exist, depends on records or
/// decisions, or is erroneous.
pub fn known_value(
    model: &Model,
    given: &FieldValues,
    name: &str,
    control: &Control,
) -> Result<Option<Data>, Stop> {
    let Some(&place) = model.index.modules.get(name) else { return Ok(None) };
    let mut grounder = Grounder::new(model, given, control);
    let span = &model.member(place).name.span;
    grounder.scope = Scope::new(place, None);
    match grounder.member_value(place, None, span) {
        Ok(Symbolic::Number(sum)) => Ok(sum.decided().map(Data::Number)),
        Ok(Symbolic::Set(set)) => Ok(Some(Data::Set(set.iter().copied().collect()))),
        Ok(Symbolic::Pairs(map)) => Ok(Some(Data::Pairs((*map).clone()))),
        Ok(Symbolic::Map(map)) => Ok(Some(Data::Map((*map).clone()))),
        Err(BuildError::Refused(Refusal::Stopped(stop))) => Err(stop),
        Ok(_) | Err(_) => Ok(None),
    }
}

impl Ground<'_> {
    /// The title of a ground constraint: `Coin(1).Amount`, followed by the elements of `ForAll`, if any.
    pub(crate) fn title(&self, origin: &Origin) -> String {
        let block = &self.model.block(origin.place.0).name;
        let con = &self.model.member(origin.place).name;
        let bound: Vec<String> = origin.bound.iter().map(|(n, v)| format!("{n}={v}")).collect();
        let key = origin.key.map_or_else(String::new, |key| format!("({key})"));
        let bound = if bound.is_empty() { String::new() } else { format!("[{}]", bound.join(",")) };
        format!("{block}{key}.{con}{bound}")
    }

    /// The line of a constraint in the source.
    pub(crate) fn line(&self, origin: &Origin) -> usize {
        self.model.line(origin.span.start)
    }

    /// The values of the program's variables, given those of all variables.
    pub(crate) fn named_values(&self, all: &[i64]) -> Values {
        let named = self.forms.variables[..self.named].iter().zip(all);
        named.map(|(variable, &value)| (variable.name.clone(), value)).collect()
    }

    /// The numbers of variables and of constraints.
    pub fn size(&self) -> (usize, usize) {
        (self.forms.variables.len(), self.constraints.len())
    }
}
