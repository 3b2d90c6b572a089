//! Evaluates expressions symbolically to numbers, truths, sets and maps. Errors name the record and the
//! elements concerned.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use crate::ground::formula::{BuildError, Built, FALSE, FormulaId, FormulaStore, Sum, TRUE, Var};
use crate::ground::partiality::Gap;
use crate::ground::statements::Statements;
use crate::ground::symbolic::{Scope, Symbolic};
use crate::refusal::Refusal;
use crate::resolve::names::Model;
use crate::resolve::{MemberId, Target};
use crate::syntax::data::FieldValues;
use crate::syntax::tree::{Body, Expr, Member, Node, Span};
use soliter_base::{control::Control, diagnostic::Diagnostic};

/// The greatest depth of nested expressions during evaluation, including those of definitions.
const MAX_DEPTH: usize = 400;

pub(crate) struct Grounder<'a> {
    pub(crate) model: &'a Model,
    pub(crate) given: &'a FieldValues,
    pub(crate) forms: FormulaStore,
    pub(crate) scope: Scope<'a>,
    pub(crate) records: Vec<BTreeSet<i64>>,
    /// The decision variables, by member and key of the record.
    pub(crate) variables: FxHashMap<(MemberId, Option<i64>), Var>,
    /// The values of definitions and fields; `None` while they are being evaluated.
    pub(crate) values: FxHashMap<(MemberId, Option<i64>), Option<Symbolic>>,
    /// The gaps in the values of definitions that have some.
    pub(crate) partial: FxHashMap<(MemberId, Option<i64>), Vec<Gap>>,
    /// The gaps of the statement that is being evaluated.
    pub(crate) gaps: Vec<Gap>,
    pub(crate) class_reads: u64,
    /// Whether more records may be added. Until then, values that depend on records are not cached.
    pub(crate) appending: bool,
    pub(crate) depth: usize,
    /// A definition that was nested too deeply to be evaluated where it was needed.
    pub(crate) deferred: Option<(MemberId, Option<i64>)>,
    pub(crate) faults: Vec<Diagnostic>,
    pub(crate) statements: Statements,
}

impl<'a> Grounder<'a> {
    pub(crate) fn new(model: &'a Model, given: &'a FieldValues, control: &'a Control) -> Self {
        Self {
            model,
            given,
            forms: FormulaStore::new(control),
            scope: Scope::new((0, 0), None),
            records: vec![BTreeSet::new(); model.project.blocks.len()],
            variables: FxHashMap::default(),
            values: FxHashMap::default(),
            partial: FxHashMap::default(),
            gaps: Vec::new(),
            class_reads: 0,
            appending: false,
            depth: 0,
            deferred: None,
            faults: Vec::new(),
            statements: Statements::default(),
        }
    }

    /// An error at a place, with the record and the constraint in which it occurred.
    pub(crate) fn fault(
        &self,
        span: &Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> BuildError {
        BuildError::Refused(self.refusal(span, message, help))
    }

    /// Like [`Self::fault`], as the reason of a refusal.
    pub(crate) fn refusal(
        &self,
        span: &Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Refusal {
        self.diagnostic(span, message.into(), &help.into()).into()
    }

    fn diagnostic(&self, span: &Span, mut message: String, help: &str) -> Diagnostic {
        let Member { name, body } = self.model.member(self.scope.place);
        let block = &self.model.block(self.scope.place.0).name;
        let mut path = Vec::from_iter(self.scope.key.map(|key| format!("{block}({key})")));
        let word = if matches!(body, Body::Con(_)) { "Con " } else { "" };
        path.push(format!("{word}{name}, line {}", self.model.line(name.span.start)));
        path.extend(self.scope.elements().iter().map(|(name, value)| format!("{name} = {value}")));
        let _ = write!(message, " (in {})", path.join(", "));
        let fault = Diagnostic::new(&self.model.source, span.clone(), message);
        if help.is_empty() { fault } else { fault.help(help) }
    }

    /// The result of a step. An error that has no place yet gets this one.
    pub(crate) fn located<T>(&self, span: &Span, built: Built<T>) -> Result<T, Refusal> {
        built.map_err(|error| {
            let (message, help) = match error {
                BuildError::Refused(refusal) => return refusal,
                BuildError::Number => {
                    ("a number passes 64 bits".into(), "make the numbers smaller")
                }
                BuildError::Levels => {
                    ("the condition is too large".into(), "split it into several clauses")
                }
                BuildError::Kind => ("a value of the wrong kind".into(), ""),
                BuildError::Wide(low, high) => (
                    format!("this may be anything from {low} to {high}"),
                    "at most 100000000 values are possible; make the sets of its parts smaller",
                ),
            };
            self.diagnostic(span, message, help).into()
        })
    }

    pub(crate) fn step(&self, bytes: usize) -> Built<()> {
        Ok(self.forms.meter.step(bytes)?)
    }

    /// The name of a member of a record, such as `Coin(1).Value`, or of a module.
    pub(crate) fn name_of(&self, place: MemberId, key: Option<i64>) -> String {
        let name = &self.model.member(place).name;
        let record = key.map(|key| format!("{}({key}).", self.model.block(place.0).name));
        format!("{}{name}", record.unwrap_or_default())
    }

    pub(crate) fn number(&mut self, expr: &'a Expr) -> Built<Sum> {
        let value = self.value(expr)?;
        self.as_number(value, &expr.span)
    }

    pub(crate) fn numbers(&mut self, list: &'a [Expr]) -> Built<Vec<Sum>> {
        list.iter().map(|expr| self.number(expr)).collect()
    }

    pub(crate) fn as_number(&self, value: Symbolic, span: &Span) -> Built<Sum> {
        match value {
            Symbolic::Number(sum) => Ok(sum),
            Symbolic::Truth(truth) => Ok(self.located(span, self.forms.truth_sum(truth))?),
            _ => Err(BuildError::Kind),
        }
    }

    pub(crate) fn truth(&mut self, expr: &'a Expr) -> Built<FormulaId> {
        let value = self.value(expr)?;
        self.as_truth(value, &expr.span)
    }

    pub(crate) fn as_truth(&mut self, value: Symbolic, span: &Span) -> Built<FormulaId> {
        let sum = match value {
            Symbolic::Truth(truth) => return Ok(truth),
            value => self.as_number(value, span)?,
        };
        let condition = self.forms.as_condition(&sum);
        if let Some(truth) = self.located(span, condition)? {
            return Ok(truth);
        }
        let (low, high) = self.forms.range(&sum)?;
        let message = format!("a number from {low} to {high} where a condition is wanted");
        Err(self.fault(span, message, "conditions are 0 or 1; compare it with something"))
    }

    /// The value of an expression that has to be known before solving. `what` names it in messages.
    pub(crate) fn constant(&mut self, expr: &'a Expr, what: &str) -> Built<i64> {
        let sum = self.number(expr)?;
        sum.decided().ok_or_else(|| self.undecided(&expr.span, &sum, what))
    }

    /// The error that a sum depends on a variable although it has to be known before solving.
    pub(crate) fn undecided(&self, span: &Span, sum: &Sum, what: &str) -> BuildError {
        let mut first = None;
        let visited = self.forms.variables_of_sum(sum, &mut |var| first = first.or(Some(var)));
        if let Err(stop) = visited {
            return stop.into();
        }
        let name = first.map_or("a variable", |var| self.forms.variables[var].name.as_str());
        let message = format!("{what} must be known before solving; this depends on {name}");
        let help = match what {
            "a key" => "state it for every key: ForAll(k In ..., x = k ==> ...)",
            "a guard" => {
                "put it into the body: ForAll(..., condition ==> ...), Sum(..., If(condition, x, 0))"
            }
            "the end of a range" | "an element of a set" => {
                "take the largest set, and test inside: ForAll(i In {1..9}, i <= x ==> ...)"
            }
            "a divisor" => "state it as a product: a = q*b + r And 0 <= r And r < b",
            _ => "",
        };
        self.fault(span, message, help)
    }

    pub(crate) fn value(&mut self, expr: &'a Expr) -> Built<Symbolic> {
        if self.depth >= MAX_DEPTH {
            let help = "make the chain of definitions shorter";
            return Err(self.fault(&expr.span, "definitions lead too deep", help));
        }
        self.step(64)?;
        let gaps = self.gaps.len();
        let result = loop {
            self.gaps.truncate(gaps);
            self.depth += 1;
            let result = self.node(expr);
            self.depth -= 1;
            match self.deferred {
                Some(deferred) if self.depth == 0 && result.is_err() => {
                    self.deferred = None;
                    let outer = self.scope.clone();
                    let done = self.evaluate_deferred(deferred);
                    self.scope = outer;
                    done?;
                }
                _ => break result,
            }
        };
        Ok(self.located(&expr.span, result)?)
    }

    /// The value of an expression. An error without a place gets that of the expression from the caller.
    fn node(&mut self, expr: &'a Expr) -> Built<Symbolic> {
        let span = &expr.span;
        match &expr.node {
            Node::Int(number) => Ok(Symbolic::Number(Sum::number(*number))),
            Node::Me => Ok(Symbolic::Number(Sum::number(self.scope.key.unwrap_or(0)))),
            Node::Name(name) => self.name(name, span),
            Node::Set(items) => self.items(items),
            Node::Not(inner) => {
                let truth = self.truth(inner)?;
                self.forms.not(truth).map(Symbolic::Truth)
            }
            Node::Minus(inner) => {
                let sum = self.number(inner)?;
                sum.scaled(-1, &self.forms).map(Symbolic::Number)
            }
            Node::Binary(operator, a, b) => self.binary(*operator, a, b, span),
            Node::Abs(inner) => {
                let length = match self.value(inner)? {
                    Symbolic::Set(set) => set.len(),
                    Symbolic::Map(map) => map.len(),
                    Symbolic::Pairs(map) => map.len(),
                    Symbolic::Class(class) => self.records[class].len(),
                    value => {
                        let sum = self.as_number(value, span)?;
                        return self.forms.absolute(&sum).map(Symbolic::Number);
                    }
                };
                Ok(Symbolic::Number(Sum::number(length as i64)))
            }
            Node::If(condition, then, otherwise) => match self.truth(condition)? {
                TRUE => self.value(then),
                FALSE => self.value(otherwise),
                truth => {
                    let then = self.guarded_by(truth, true, |grounder| grounder.number(then))?;
                    let otherwise =
                        self.guarded_by(truth, false, |grounder| grounder.number(otherwise))?;
                    self.choice(truth, &then, &otherwise)
                }
            },
            Node::List(quantifier, parts) => {
                let values = parts.iter().map(|part| self.value(part));
                let values = values.collect::<Built<_>>()?;
                self.aggregate(*quantifier, values, span)
            }
            Node::Table(parts, tuples) => self.table(parts, tuples),
            Node::Global(call) => self.global(call, span),
            Node::Index(base, keys) => self.index(base, keys),
            Node::Has(base, keys) => self.has(base, keys),
            Node::Dot(base, name) => match self.value(base)? {
                Symbolic::Record(class, key) => self.record_member(class, key, name),
                Symbolic::Cases(class, cases) => self.member_by_cases(class, &cases, name),
                _ => Err(BuildError::Kind),
            },
            Node::Each { quantifier, binding, body } => {
                let mut values = Vec::new();
                self.for_each(binding, |grounder, _| {
                    values.push(grounder.value(body)?);
                    Ok(())
                })?;
                let result = self.aggregate(*quantifier, values, &body.span);
                Ok(self.located(&body.span, result)?)
            }
            _ => Err(BuildError::Kind),
        }
    }

    fn name(&mut self, name: &str, span: &Span) -> Built<Symbolic> {
        if let Some((_, value)) = self.scope.bound.iter().rev().find(|(bound, _)| *bound == name) {
            return Ok(value.clone());
        }
        match self.model.index.find(name, self.scope.place.0) {
            Some(Target::Class(class)) => {
                self.class_reads += 1;
                Ok(Symbolic::Class(class))
            }
            Some(Target::Word(number)) => Ok(Symbolic::Number(Sum::number(number))),
            Some(Target::Member(place)) => {
                let key = if place.0 == self.scope.place.0 { self.scope.key } else { None };
                self.member_value(place, key, span)
            }
            None => Err(BuildError::Kind),
        }
    }
}
