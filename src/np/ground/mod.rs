//! Grounding: a program and its data become variables, truths that must hold, and an objective.
//!
//! Four phases: data (evaluated when asked for), records, variables, constraints.

pub(crate) mod chains;
pub(crate) mod connectives;
pub(crate) mod evaluate;
pub(crate) mod faults;
pub(crate) mod formula;
pub(crate) mod functions;
pub(crate) mod globals;
pub mod known;
pub(crate) mod lookup;
pub(crate) mod members;
pub(crate) mod operators;
pub(crate) mod value;
pub(crate) mod wishes;

use std::collections::BTreeSet;

use crate::base::control::{Control, Stop};
use crate::base::diagnostic::{Diagnostic, Diagnostics};
use crate::np::ground::evaluate::Grounder;
use crate::np::ground::formula::{Forms, Sum, TooLarge, Truth, Variable};
use crate::np::ground::value::{Halt, Scope};
use crate::np::ground::wishes::{Hint, PrintPiece};
use crate::np::input::fields::missing_fields;
use crate::np::resolve::index::Place;
use crate::np::resolve::names::Model;
use crate::np::syntax::data::FieldValues;
use crate::np::syntax::tree::{Body, Domain, Expr, Node, Quantifier, Span};

/// Why there is no ground program.
#[derive(Clone, Debug)]
pub enum GroundFault {
    /// The program or its data is wrong.
    Faults(Diagnostics),
    /// A limit came first.
    Stopped(Stop),
}

/// Where a ground constraint comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    /// The constraint.
    pub(super) place: Place,
    /// The record it speaks of.
    pub(super) key: Option<i64>,
    /// The elements that `ForAll` has bound.
    pub(super) bound: Vec<(String, i64)>,
    /// The clause.
    pub(super) span: Span,
    /// It says what a function in the clause is, and holds whatever else does.
    pub(super) is_definition: bool,
}

/// A value that `Store` asks for.
#[derive(Clone, Debug)]
pub(super) struct StoreRequest {
    /// `Coin(1)`, or nothing for a module.
    pub(super) record: Option<String>,
    pub(super) name: String,
    pub(super) value: Sum,
    /// The enumeration that has a name for the value.
    pub(super) names: Option<Place>,
}

/// A program without names and quantifiers.
#[derive(Debug)]
pub struct Ground<'a> {
    pub(super) model: &'a Model,
    pub(super) forms: Forms,
    /// Variables that the program names; those after them are what functions need.
    pub(super) named: usize,
    pub(super) constraints: Vec<(Origin, Truth)>,
    /// What is minimised, or maximised if the flag is set.
    pub(super) objective: Option<(bool, Sum, Origin)>,
    pub(super) stored: Vec<StoreRequest>,
    pub(super) hints: Vec<Hint>,
    pub(super) printed: Vec<Vec<PrintPiece>>,
}

/// Faults of constraints are reported up to this number.
const MAX_FAULTS: usize = 20;

/// Grounds a program with its data.
///
/// # Errors
/// Faults of the program or its data, or a limit.
pub fn ground<'a>(
    model: &'a Model,
    given: &'a FieldValues,
    control: &'a Control,
) -> Result<Ground<'a>, GroundFault> {
    let mut grounder = Grounder::new(model, given, control);
    let mut faults = missing_fields(model, given, MAX_FAULTS);
    let mut phases = Phases { faults: &mut faults, grounder: &mut grounder };
    if phases.faults.is_empty() {
        phases.grounder.appending = true;
        phases.records()?;
        phases.grounder.appending = false;
    }
    if phases.faults.is_empty() {
        phases.variables()?;
    }
    let named = phases.grounder.forms.variables.len();
    let mut rest = Rest::default();
    if phases.faults.is_empty() {
        phases.constraints(&mut rest)?;
    }
    if !faults.is_empty() {
        faults.sort_by_key(|fault| fault.span.start);
        return Err(GroundFault::Faults(faults.into()));
    }
    let Rest { constraints, objective, penalty, stored, hints, printed } = rest;
    let mut forms = grounder.forms;
    let objective = with_penalty(model, &mut forms, objective, penalty)?;
    Ok(Ground { model, forms, named, constraints, objective, stored, hints, printed })
}

/// The objective with what soft clauses cost.
fn with_penalty(
    model: &Model,
    forms: &mut Forms,
    objective: Option<(bool, Sum, Origin)>,
    penalty: Option<(Sum, Origin)>,
) -> Result<Option<(bool, Sum, Origin)>, GroundFault> {
    let Some((cost, origin)) = penalty else { return Ok(objective) };
    let Some((maximise, goal, origin)) = objective else { return Ok(Some((false, cost, origin))) };
    match goal.plus(&cost, if maximise { -1 } else { 1 }, forms) {
        Ok(sum) => Ok(Some((maximise, sum, origin))),
        Err(TooLarge::Stopped(stop)) => Err(GroundFault::Stopped(stop)),
        Err(_) => {
            let message = "the objective and its soft clauses pass 64 bits";
            let fault = Diagnostic::new(&model.source, origin.span, message);
            Err(GroundFault::Faults(fault.help("make the weights smaller").into()))
        }
    }
}

#[derive(Default)]
struct Rest {
    constraints: Vec<(Origin, Truth)>,
    objective: Option<(bool, Sum, Origin)>,
    /// What soft clauses cost, and the first of them.
    penalty: Option<(Sum, Origin)>,
    stored: Vec<StoreRequest>,
    hints: Vec<Hint>,
    printed: Vec<Vec<PrintPiece>>,
}

struct Phases<'p, 'a> {
    faults: &'p mut Vec<Diagnostic>,
    grounder: &'p mut Grounder<'a>,
}

impl<'a> Phases<'_, 'a> {
    /// Notes a fault; a limit ends grounding. Whether the step went well.
    fn note(&mut self, result: Result<(), Halt>) -> Result<bool, GroundFault> {
        match result {
            Ok(()) => Ok(true),
            Err(Halt::Stop(stop)) => Err(GroundFault::Stopped(stop)),
            Err(Halt::Fault(fault)) => {
                // The same place fails once for all its records.
                if !self.faults.iter().any(|known| known.span == fault.span) {
                    self.faults.push(*fault);
                }
                Ok(false)
            }
        }
    }

    /// The keys of a block: those of its records, or none for a module.
    fn keys(&self, block: usize) -> Result<Vec<Option<i64>>, GroundFault> {
        if !self.grounder.model.block(block).is_class {
            return Ok(vec![None]);
        }
        let keys = &self.grounder.records[block];
        self.grounder.forms.meter.step(32 * keys.len()).map_err(GroundFault::Stopped)?;
        Ok(keys.iter().map(|&key| Some(key)).collect())
    }

    fn records(&mut self) -> Result<(), GroundFault> {
        let model = self.grounder.model;
        for (place, member) in model.members() {
            let Body::Con(clauses) = &member.body else { continue };
            for clause in clauses.iter().filter(|clause| clause.node.appends()) {
                let mut scope = Scope::new(place, None);
                let result = self.grounder.append(clause, &mut scope);
                self.note(result)?;
                if self.faults.len() >= MAX_FAULTS {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn variables(&mut self) -> Result<(), GroundFault> {
        let model = self.grounder.model;
        // What fails for one record mostly fails for all.
        let mut failed: BTreeSet<Place> = BTreeSet::new();
        for (block, text) in model.project.blocks.iter().enumerate() {
            for key in self.keys(block)? {
                for (m, member) in text.members.iter().enumerate() {
                    let Body::Var { domain: Some(domain), value: None, .. } = &member.body else {
                        continue;
                    };
                    if failed.contains(&(block, m)) || self.faults.len() >= MAX_FAULTS {
                        continue;
                    }
                    let result = self.variable((block, m), key, domain);
                    if !self.note(result)? {
                        failed.insert((block, m));
                    }
                }
            }
        }
        Ok(())
    }

    fn variable(&mut self, place: Place, key: Option<i64>, domain: &'a Domain) -> Result<(), Halt> {
        let mut scope = Scope::new(place, key);
        let member = self.grounder.model.member(place);
        let domain = match domain {
            Domain::Boolean(_) => vec![0, 1],
            Domain::Integer(span) => {
                return Err(self.grounder.fault(&scope, span, "the variable has no bounds", ""));
            }
            Domain::Of(set) => {
                let values = self.grounder.set(set, &mut scope)?;
                if values.is_empty() {
                    let message = format!("{} may take no value", member.name.text);
                    let help = "its set is empty";
                    return Err(self.grounder.fault(&scope, &set.span, message, help));
                }
                if values.len() > MAX_DOMAIN {
                    let message = format!("{} may take {} values", member.name.text, values.len());
                    let help = format!("at most {MAX_DOMAIN} are possible; make the set smaller");
                    return Err(self.grounder.fault(&scope, &set.span, message, help));
                }
                self.grounder.step(128 + 16 * values.len())?;
                values.to_vec()
            }
        };
        let name = self.grounder.name_of(place, key);
        let forms = &mut self.grounder.forms;
        let var = forms.variables.len();
        forms.variables.push(Variable { name, domain });
        self.grounder.variables.insert((place, key), var);
        Ok(())
    }

    fn constraints(&mut self, rest: &mut Rest) -> Result<(), GroundFault> {
        let model = self.grounder.model;
        for (place, member) in model.members() {
            let Body::Con(clauses) = &member.body else { continue };
            for clause in clauses.iter().filter(|clause| !clause.node.appends()) {
                for key in self.keys(place.0)? {
                    let mut scope = Scope::new(place, key);
                    let result = self.clause(clause, clause, &mut scope, rest);
                    self.definitions(clause, &scope, rest)?;
                    if self.faults.len() >= MAX_FAULTS {
                        return Ok(());
                    }
                    if !self.note(result)? {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// What the functions in a clause are, with the place of the clause.
    fn definitions(
        &mut self,
        clause: &Expr,
        scope: &Scope<'a>,
        rest: &mut Rest,
    ) -> Result<(), GroundFault> {
        for truth in std::mem::take(&mut self.grounder.forms.definitions) {
            self.grounder.forms.meter.step(256).map_err(GroundFault::Stopped)?;
            let (place, key) = (scope.place, scope.key);
            let span = clause.span.clone();
            let origin = Origin { place, key, bound: Vec::new(), span, is_definition: true };
            rest.constraints.push((origin, truth));
        }
        Ok(())
    }

    /// A clause, or what stands inside of its `ForAll`.
    fn clause(
        &mut self,
        clause: &'a Expr,
        inner: &'a Expr,
        scope: &mut Scope<'a>,
        rest: &mut Rest,
    ) -> Result<(), Halt> {
        let origin = |scope: &Scope<'_>| Origin {
            place: scope.place,
            key: scope.key,
            bound: scope.elements(),
            span: clause.span.clone(),
            is_definition: false,
        };
        let model = self.grounder.model;
        match &inner.node {
            Node::Each { quantifier: Quantifier::ForAll, name, over, guards, body } => {
                for element in self.grounder.elements(over, scope)?.iter() {
                    self.grounder.step(64)?;
                    scope.bound.push((&name.text, element));
                    let result = match self.grounder.guarded(guards, scope) {
                        Ok(true) => self.clause(clause, body, scope, rest),
                        other => other.map(drop),
                    };
                    scope.bound.pop();
                    result?;
                }
                Ok(())
            }
            Node::Goal(maximise, goal) => {
                let sum = self.grounder.number(goal, scope)?;
                if rest.objective.is_some() {
                    let help = "sum up inside of one Minimize or Maximize";
                    return Err(self.grounder.fault(
                        scope,
                        &inner.span,
                        "a second objective",
                        help,
                    ));
                }
                rest.objective = Some((*maximise, sum, origin(scope)));
                Ok(())
            }
            Node::Hint(list) => {
                rest.hints.extend(self.grounder.hints(list, scope)?);
                Ok(())
            }
            Node::Soft(condition, weight) => {
                let cost = self.grounder.soft(condition, weight, scope)?;
                let (sum, first) =
                    rest.penalty.take().unwrap_or_else(|| (Sum::default(), origin(scope)));
                let sum = sum.plus(&cost, 1, &self.grounder.forms);
                let sum = sum.map_err(|e| self.grounder.too_large(scope, &inner.span, e))?;
                rest.penalty = Some((sum, first));
                Ok(())
            }
            Node::Print(pieces) => {
                rest.printed.push(self.grounder.printed(pieces, scope)?);
                Ok(())
            }
            Node::Store(list) => {
                for name in list {
                    let Some(member) = model.index.member(scope.place.0, &name.text) else {
                        continue;
                    };
                    let place = (scope.place.0, member);
                    let value = self.grounder.member_value(place, scope.key, scope, &name.span)?;
                    let value = self.grounder.as_number(value, scope, &name.span)?;
                    let class = &model.block(scope.place.0).name.text;
                    let record = scope.key.map(|key| format!("{class}({key})"));
                    let (name, names) = (name.text.clone(), model.enumeration(place));
                    rest.stored.push(StoreRequest { record, name, value, names });
                }
                Ok(())
            }
            _ => {
                let value = self.grounder.value(inner, scope)?;
                let truth = self.grounder.as_truth(value, scope, &inner.span)?;
                self.grounder.step(256 + 64 * scope.bound.len())?;
                rest.constraints.push((origin(scope), truth));
                Ok(())
            }
        }
    }
}

/// Values a variable may take.
pub(super) const MAX_DOMAIN: usize = 10_000;

impl Ground<'_> {
    /// `Coin(1).Amount`, with the elements of `ForAll` if there are any.
    pub(super) fn title(&self, origin: &Origin) -> String {
        let block = &self.model.block(origin.place.0).name.text;
        let con = &self.model.member(origin.place).name.text;
        let bound: Vec<String> = origin.bound.iter().map(|(n, v)| format!("{n}={v}")).collect();
        let key = origin.key.map_or_else(String::new, |key| format!("({key})"));
        let bound = if bound.is_empty() { String::new() } else { format!("[{}]", bound.join(",")) };
        format!("{block}{key}.{con}{bound}")
    }

    /// The line of the source that a constraint stands in.
    pub(super) fn line(&self, origin: &Origin) -> usize {
        self.model.line(origin.span.start)
    }

    /// Variables, constraints.
    pub fn size(&self) -> (usize, usize) {
        (self.forms.variables.len(), self.constraints.len())
    }
}
