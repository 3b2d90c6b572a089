//! Evaluating expressions to numbers, sets and truths, with variables left undecided.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::base::control::Control;
use crate::base::diagnostic::Diagnostic;
use crate::np::ground::formula::{BuildError, Built, FALSE, Forms, Sum, TRUE, Truth, Var};
use crate::np::ground::statements::Statements;
use crate::np::ground::symbolic::{Scope, Symbolic};
use crate::np::resolve::index::{Place, Target};
use crate::np::resolve::names::Model;
use crate::np::syntax::data::{FieldValues, MAX_SET};
use crate::np::syntax::tree::{Binding, Expr, Item, Node, Span};

/// Expressions around each other while evaluating, definitions included.
const MAX_DEPTH: usize = 400;

/// What is known while grounding.
pub(crate) struct Grounder<'a> {
    pub(crate) model: &'a Model,
    pub(crate) given: &'a FieldValues,
    pub(crate) forms: Forms,
    /// Keys of each block's records.
    pub(crate) records: Vec<BTreeSet<i64>>,
    pub(crate) variables: FxHashMap<(Place, Option<i64>), Var>,
    /// Values of definitions and fields; none while being evaluated.
    pub(crate) values: FxHashMap<(Place, Option<i64>), Option<Symbolic>>,
    /// How often the records of a class were asked for.
    pub(crate) class_reads: u64,
    /// Whether more records may come: values that depend on the records so far are not kept then.
    pub(crate) appending: bool,
    pub(crate) depth: usize,
    /// A definition that stands too deep inside of others to be evaluated there.
    pub(crate) deep: Option<(Place, Option<i64>)>,
    pub(crate) faults: Vec<Diagnostic>,
    pub(crate) statements: Statements,
}

impl<'a> Grounder<'a> {
    pub(crate) fn new(model: &'a Model, given: &'a FieldValues, control: &'a Control) -> Self {
        Self {
            model,
            given,
            forms: Forms::new(control),
            records: vec![BTreeSet::new(); model.project.blocks.len()],
            variables: FxHashMap::default(),
            values: FxHashMap::default(),
            class_reads: 0,
            appending: false,
            depth: 0,
            deep: None,
            faults: Vec::new(),
            statements: Statements::default(),
        }
    }

    /// Counts work of so many bytes, and looks at the limits now and then.
    pub(crate) fn step(&self, bytes: usize) -> Built<()> {
        Ok(self.forms.meter.step(bytes)?)
    }

    /// `Coin(1).Symbolic`
    pub(crate) fn name_of(&self, place: Place, key: Option<i64>) -> String {
        let name = &self.model.member(place).name.text;
        key.map_or_else(
            || name.clone(),
            |key| format!("{}({key}).{name}", self.model.block(place.0).name.text),
        )
    }

    pub(crate) fn number(&mut self, expr: &'a Expr, scope: &mut Scope<'a>) -> Built<Sum> {
        let value = self.value(expr, scope)?;
        self.as_number(value, scope, &expr.span)
    }

    pub(crate) fn as_number(&self, value: Symbolic, scope: &Scope<'_>, span: &Span) -> Built<Sum> {
        match value {
            Symbolic::Number(sum) => Ok(sum),
            Symbolic::Truth(truth) => Ok(self.at(scope, span, self.forms.truth_sum(truth))?),
            _ => Err(self.fault(scope, span, "a number is wanted here", "")),
        }
    }

    pub(crate) fn truth(&mut self, expr: &'a Expr, scope: &mut Scope<'a>) -> Built<Truth> {
        let value = self.value(expr, scope)?;
        self.as_truth(value, scope, &expr.span)
    }

    pub(crate) fn as_truth(
        &mut self,
        value: Symbolic,
        scope: &Scope<'_>,
        span: &Span,
    ) -> Built<Truth> {
        let sum = match value {
            Symbolic::Truth(truth) => return Ok(truth),
            value => self.as_number(value, scope, span)?,
        };
        let condition = self.forms.as_condition(&sum);
        if let Some(truth) = self.at(scope, span, condition)? {
            return Ok(truth);
        }
        let (low, high) = self.forms.range(&sum)?;
        let message = format!("a number from {low} to {high} where a condition is wanted");
        let help = "conditions are 0 or 1; compare it with something";
        Err(self.fault(scope, span, message, help))
    }

    /// A number that is decided before solving.
    pub(crate) fn whole(
        &mut self,
        expr: &'a Expr,
        scope: &mut Scope<'a>,
        what: &str,
    ) -> Built<i64> {
        let sum = self.number(expr, scope)?;
        sum.decided().ok_or_else(|| self.undecided(scope, &expr.span, &sum, what))
    }

    pub(crate) fn undecided(
        &self,
        scope: &Scope<'_>,
        span: &Span,
        sum: &Sum,
        what: &str,
    ) -> BuildError {
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
                "take the largest set, and ask inside: ForAll(i In {1..9}, i <= x ==> ...)"
            }
            "a factor" => {
                "a product of two unknowns is not linear; with a condition write If(c, x, 0)"
            }
            _ => "",
        };
        self.fault(scope, span, message, help)
    }

    pub(crate) fn set(&mut self, expr: &'a Expr, scope: &mut Scope<'a>) -> Built<Rc<Vec<i64>>> {
        self.elements(expr, scope).map(|(_, numbers)| numbers)
    }

    pub(crate) fn keys(&self, class: usize) -> Built<Rc<Vec<i64>>> {
        self.step(16 * self.records[class].len())?;
        Ok(Rc::new(self.records[class].iter().copied().collect()))
    }

    /// The numbers in a set; if it is a class, these are the keys of its records.
    fn elements(
        &mut self,
        expr: &'a Expr,
        scope: &mut Scope<'a>,
    ) -> Built<(Option<usize>, Rc<Vec<i64>>)> {
        match self.value(expr, scope)? {
            Symbolic::Set(numbers) => Ok((None, numbers)),
            Symbolic::Map(map) => Ok((None, self.keys_of(&map)?)),
            Symbolic::Class(class) => Ok((Some(class), self.keys(class)?)),
            _ => Err(self.fault(scope, &expr.span, "a set is wanted here", "")),
        }
    }

    /// Calls `visit` with each element of a set that passes the guards, while the name stands for it.
    pub(crate) fn for_each(
        &mut self,
        binding: &'a Binding,
        scope: &mut Scope<'a>,
        mut visit: impl FnMut(&mut Self, &mut Scope<'a>, i64) -> Built<()>,
    ) -> Built<()> {
        let (class, numbers) = self.elements(&binding.over, scope)?;
        for &number in numbers.iter() {
            self.step(64)?;
            let element = match class {
                Some(class) => Symbolic::Record(class, number),
                None => Symbolic::Number(Sum::number(number)),
            };
            scope.bound.push((&binding.name.text, element));
            let result = match self.guarded(&binding.guards, scope) {
                Ok(true) => visit(self, scope, number),
                other => other.map(drop),
            };
            scope.bound.pop();
            result?;
        }
        Ok(())
    }

    /// Whether all guards hold.
    fn guarded(&mut self, guards: &'a [Expr], scope: &mut Scope<'a>) -> Built<bool> {
        for guard in guards {
            match self.truth(guard, scope)? {
                TRUE => {}
                FALSE => return Ok(false),
                truth => {
                    let sum = Sum { truths: [(truth, 1)].into(), ..Sum::default() };
                    return Err(self.undecided(scope, &guard.span, &sum, "a guard"));
                }
            }
        }
        Ok(true)
    }

    pub(crate) fn value(&mut self, expr: &'a Expr, scope: &mut Scope<'a>) -> Built<Symbolic> {
        if self.depth >= MAX_DEPTH {
            let message = "definitions lead too deep";
            return Err(self.fault(
                scope,
                &expr.span,
                message,
                "make the chain of definitions shorter",
            ));
        }
        self.step(64)?;
        let result = loop {
            self.depth += 1;
            let result = self.node(expr, scope);
            self.depth -= 1;
            match self.deep {
                Some(deep) if self.depth == 0 && result.is_err() => {
                    self.deep = None;
                    self.settle(deep)?;
                }
                _ => break result,
            }
        };
        Ok(self.at(scope, &expr.span, result)?)
    }

    /// The value of an expression. An error without a place is one of the whole expression.
    fn node(&mut self, expr: &'a Expr, scope: &mut Scope<'a>) -> Built<Symbolic> {
        let span = &expr.span;
        match &expr.node {
            Node::Int(number) => Ok(Symbolic::Number(Sum::number(*number))),
            Node::Me => Ok(Symbolic::Number(Sum::number(scope.key.unwrap_or(0)))),
            Node::Name(name) => self.name(name, scope, span),
            Node::Set(items) => self.items(items, scope),
            Node::Not(inner) => {
                let truth = self.truth(inner, scope)?;
                self.forms.not(truth).map(Symbolic::Truth)
            }
            Node::Minus(inner) => {
                let sum = self.number(inner, scope)?;
                Sum::default().plus(&sum, -1, &self.forms).map(Symbolic::Number)
            }
            Node::Binary(operator, a, b) => self.binary(*operator, a, b, scope, span),
            Node::Abs(inner) => {
                let length = match self.value(inner, scope)? {
                    Symbolic::Set(set) => set.len(),
                    Symbolic::Map(map) => map.len(),
                    Symbolic::Pairs(map) => map.len(),
                    Symbolic::Class(class) => self.records[class].len(),
                    value => {
                        let sum = self.as_number(value, scope, span)?;
                        return self.forms.absolute(&sum).map(Symbolic::Number);
                    }
                };
                Ok(Symbolic::Number(Sum::number(length as i64)))
            }
            Node::If(condition, then, otherwise) => match self.truth(condition, scope)? {
                TRUE => self.value(then, scope),
                FALSE => self.value(otherwise, scope),
                truth => {
                    let (then, otherwise) =
                        (self.value(then, scope)?, self.value(otherwise, scope)?);
                    self.choice(truth, then, otherwise)
                }
            },
            Node::List(quantifier, parts) => {
                let values = parts.iter().map(|part| self.value(part, scope));
                let values = values.collect::<Built<_>>()?;
                self.gather(*quantifier, values, scope, span)
            }
            Node::Table(parts, tuples) => self.table(parts, tuples, scope),
            Node::Global(call) => self.global(call, scope, span),
            Node::Index(base, keys) => self.index(base, keys, scope),
            Node::Has(base, keys) => self.has(base, keys, scope),
            Node::Dot(base, name) => match self.value(base, scope)? {
                Symbolic::Record(_, key) if name.text == "Me" => {
                    Ok(Symbolic::Number(Sum::number(key)))
                }
                Symbolic::Record(class, key) => match self.model.index.member(class, &name.text) {
                    Some(member) => {
                        self.member_value((class, member), Some(key), scope, &name.span)
                    }
                    None => Err(self.fault(scope, &name.span, "there is no such member", "")),
                },
                Symbolic::Cases(class, cases) => self.member_by_cases(class, &cases, name, scope),
                _ => Err(self.fault(scope, &base.span, "only records have members", "")),
            },
            Node::Each { quantifier, binding, body } => {
                let mut values = Vec::new();
                self.for_each(binding, scope, |grounder, scope, _| {
                    values.push(grounder.value(body, scope)?);
                    Ok(())
                })?;
                let result = self.gather(*quantifier, values, scope, &body.span);
                Ok(self.at(scope, &body.span, result)?)
            }
            Node::Append(..)
            | Node::Goal(..)
            | Node::Soft(..)
            | Node::Hint(_)
            | Node::Print(_)
            | Node::Store(_) => {
                Err(self.fault(scope, span, "a direction inside of an expression", ""))
            }
        }
    }

    fn name(&mut self, name: &str, scope: &Scope<'a>, span: &Span) -> Built<Symbolic> {
        if let Some((_, value)) = scope.bound.iter().rev().find(|(bound, _)| *bound == name) {
            return Ok(value.clone());
        }
        match self.model.index.find(name, scope.place.0) {
            Some(Target::Class(class)) => {
                self.class_reads += 1;
                Ok(Symbolic::Class(class))
            }
            Some(Target::Word(number)) => Ok(Symbolic::Number(Sum::number(number))),
            Some(Target::Member(place)) => {
                let key = if place.0 == scope.place.0 { scope.key } else { None };
                self.member_value(place, key, scope, span)
            }
            None => Err(self.fault(scope, span, format!("unknown name {name}"), "")),
        }
    }

    fn items(&mut self, items: &'a [Item], scope: &mut Scope<'a>) -> Built<Symbolic> {
        let mut set = BTreeSet::new();
        let mut map = BTreeMap::new();
        let mut pairs = BTreeMap::new();
        for item in items {
            match item {
                Item::One(one) => {
                    set.insert(self.whole(one, scope, "an element of a set")?);
                }
                Item::Range(first, last) => {
                    let a = self.whole(first, scope, "the end of a range")?;
                    let b = self.whole(last, scope, "the end of a range")?;
                    let length = (i128::from(b) - i128::from(a) + 1).max(0);
                    if set.len() as i128 + length > MAX_SET as i128 {
                        let message = format!("the range {a}..{b} has {length} elements");
                        let help = format!("at most {MAX_SET} are possible");
                        return Err(self.fault(scope, &first.span, message, help));
                    }
                    self.step(32 * length as usize)?;
                    set.extend(a..=b);
                }
                Item::Pair(first, second, value) => {
                    let a = self.whole(first, scope, "a key")?;
                    let b = self.whole(second, scope, "a key")?;
                    let value = self.whole(value, scope, "the value of a map")?;
                    if pairs.insert((a, b), value).is_some() {
                        let message = format!("the keys {a}, {b} are there twice");
                        let help = "keys are all different";
                        return Err(self.fault(scope, &first.span, message, help));
                    }
                }
                Item::Entry(key, value) => {
                    let key_value = self.whole(key, scope, "a key")?;
                    let value = self.whole(value, scope, "the value of a map")?;
                    if map.insert(key_value, value).is_some() {
                        let message = format!("the key {key_value} is there twice");
                        return Err(self.fault(
                            scope,
                            &key.span,
                            message,
                            "keys are all different",
                        ));
                    }
                }
            }
        }
        Ok(if !map.is_empty() {
            Symbolic::Map(Rc::new(map))
        } else if !pairs.is_empty() {
            Symbolic::Pairs(Rc::new(pairs))
        } else {
            Symbolic::Set(Rc::new(set.into_iter().collect()))
        })
    }
}
