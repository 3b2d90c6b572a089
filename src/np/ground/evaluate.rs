//! Evaluating expressions to numbers, sets and truths, with variables left undecided.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::base::control::Control;
use crate::np::ground::formula::{FALSE, Forms, Relation, Sum, TRUE, Truth, Var};
use crate::np::ground::value::{Elements, Evaluation, Halt, Scope, Value};
use crate::np::resolve::index::{Place, Target};
use crate::np::resolve::names::Model;
use crate::np::syntax::data::{FieldValues, MAX_SET};
use crate::np::syntax::tree::{Expr, Item, Node, Span};

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
    pub(crate) definitions: FxHashMap<(Place, Option<i64>), Option<Value>>,
    /// How often the records of a class were asked for.
    pub(crate) class_reads: u64,
    /// Whether more records may come: what was read of them is then no lasting value.
    pub(crate) appending: bool,
    pub(crate) depth: usize,
    /// A definition that stands too deep inside of others to be evaluated there.
    pub(crate) deep: Option<(Place, Option<i64>)>,
}

impl<'a> Grounder<'a> {
    pub(crate) fn new(model: &'a Model, given: &'a FieldValues, control: &'a Control) -> Self {
        Self {
            model,
            given,
            forms: Forms::new(control),
            records: vec![BTreeSet::new(); model.project.blocks.len()],
            variables: FxHashMap::default(),
            definitions: FxHashMap::default(),
            class_reads: 0,
            appending: false,
            depth: 0,
            deep: None,
        }
    }

    /// Counts work of so many bytes, and looks at the limits now and then.
    pub(crate) fn step(&self, bytes: usize) -> Evaluation<()> {
        self.forms.meter.step(bytes).map_err(Halt::Stop)
    }

    /// `Coin(1).Value`
    pub(crate) fn name_of(&self, place: Place, key: Option<i64>) -> String {
        let name = &self.model.member(place).name.text;
        key.map_or_else(
            || name.clone(),
            |key| format!("{}({key}).{name}", self.model.block(place.0).name.text),
        )
    }

    pub(crate) fn number(&mut self, expr: &'a Expr, scope: &mut Scope<'a>) -> Evaluation<Sum> {
        let value = self.value(expr, scope)?;
        self.as_number(value, scope, &expr.span)
    }

    pub(crate) fn as_number(
        &self,
        value: Value,
        scope: &Scope<'_>,
        span: &Span,
    ) -> Evaluation<Sum> {
        match value {
            Value::Number(sum) => Ok(sum),
            Value::Truth(truth) => {
                self.forms.truth_sum(truth).map_err(|e| self.too_large(scope, span, e))
            }
            _ => Err(self.fault(scope, span, "a number is wanted here", "")),
        }
    }

    pub(crate) fn truth(&mut self, expr: &'a Expr, scope: &mut Scope<'a>) -> Evaluation<Truth> {
        let value = self.value(expr, scope)?;
        self.as_truth(value, scope, &expr.span)
    }

    pub(crate) fn as_truth(
        &mut self,
        value: Value,
        scope: &Scope<'_>,
        span: &Span,
    ) -> Evaluation<Truth> {
        let sum = match value {
            Value::Truth(truth) => return Ok(truth),
            value => self.as_number(value, scope, span)?,
        };
        let range = self.forms.range(&sum).map_err(|e| self.too_large(scope, span, e))?;
        if range.0 < 0 || range.1 > 1 {
            let message =
                format!("a number from {} to {} where a condition is wanted", range.0, range.1);
            let help = "conditions are 0 or 1; compare it with something";
            return Err(self.fault(scope, span, message, help));
        }
        let negative = Sum::number(1).plus(&sum, -1, &self.forms);
        negative
            .and_then(|sum| self.forms.compare(Relation::AtMost, sum))
            .map_err(|e| self.too_large(scope, span, e))
    }

    /// A number that is decided before solving.
    pub(crate) fn whole(
        &mut self,
        expr: &'a Expr,
        scope: &mut Scope<'a>,
        what: &str,
    ) -> Evaluation<i64> {
        let sum = self.number(expr, scope)?;
        sum.decided().ok_or_else(|| self.undecided(scope, &expr.span, &sum, what))
    }

    pub(crate) fn undecided(&self, scope: &Scope<'_>, span: &Span, sum: &Sum, what: &str) -> Halt {
        let mut first = None;
        let visited = self.forms.variables_of_sum(sum, &mut |var| first = first.or(Some(var)));
        if let Err(stop) = visited {
            return Halt::Stop(stop);
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

    pub(crate) fn set(
        &mut self,
        expr: &'a Expr,
        scope: &mut Scope<'a>,
    ) -> Evaluation<Rc<Vec<i64>>> {
        match self.value(expr, scope)? {
            Value::Set(set) => Ok(set),
            Value::Map(map) => self.keys_of(&map),
            Value::Class(class) => self.keys(class),
            _ => Err(self.fault(scope, &expr.span, "a set is wanted here", "")),
        }
    }

    pub(crate) fn keys(&self, class: usize) -> Evaluation<Rc<Vec<i64>>> {
        self.step(16 * self.records[class].len())?;
        Ok(Rc::new(self.records[class].iter().copied().collect()))
    }

    /// What a quantifier runs over.
    pub(crate) fn elements(
        &mut self,
        expr: &'a Expr,
        scope: &mut Scope<'a>,
    ) -> Evaluation<Elements> {
        match self.value(expr, scope)? {
            Value::Set(numbers) => Ok(Elements { class: None, numbers }),
            Value::Map(map) => Ok(Elements { class: None, numbers: self.keys_of(&map)? }),
            Value::Class(class) => Ok(Elements { class: Some(class), numbers: self.keys(class)? }),
            _ => Err(self.fault(scope, &expr.span, "a set is wanted here", "")),
        }
    }

    /// Whether all guards hold.
    pub(crate) fn guarded(
        &mut self,
        guards: &'a [Expr],
        scope: &mut Scope<'a>,
    ) -> Evaluation<bool> {
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

    pub(crate) fn value(&mut self, expr: &'a Expr, scope: &mut Scope<'a>) -> Evaluation<Value> {
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
        self.depth += 1;
        let mut result = self.node(expr, scope);
        self.depth -= 1;
        while self.depth == 0
            && result.is_err()
            && let Some(deep) = self.deep.take()
        {
            self.settle(deep)?;
            self.depth += 1;
            result = self.node(expr, scope);
            self.depth -= 1;
        }
        result
    }

    fn node(&mut self, expr: &'a Expr, scope: &mut Scope<'a>) -> Evaluation<Value> {
        let span = &expr.span;
        match &expr.node {
            Node::Int(number) => Ok(Value::Number(Sum::number(*number))),
            Node::Me => Ok(Value::Number(Sum::number(scope.key.unwrap_or(0)))),
            Node::Name(name) => self.name(name, scope, span),
            Node::Set(items) => self.items(items, scope),
            Node::Not(inner) => {
                let truth = self.truth(inner, scope)?;
                self.forms.not(truth).map(Value::Truth).map_err(|e| self.too_large(scope, span, e))
            }
            Node::Minus(inner) => {
                let sum = self.number(inner, scope)?;
                let minus = Sum::default().plus(&sum, -1, &self.forms);
                minus.map(Value::Number).map_err(|e| self.too_large(scope, span, e))
            }
            Node::Binary(operator, a, b) => self.binary(*operator, a, b, scope, span),
            Node::Abs(inner) => match self.value(inner, scope)? {
                Value::Set(set) => Ok(Value::Number(Sum::number(set.len() as i64))),
                Value::Map(map) => Ok(Value::Number(Sum::number(map.len() as i64))),
                Value::Pairs(map) => Ok(Value::Number(Sum::number(map.len() as i64))),
                Value::Class(class) => {
                    Ok(Value::Number(Sum::number(self.records[class].len() as i64)))
                }
                value => {
                    let sum = self.as_number(value, scope, span)?;
                    let sum = self.forms.absolute(&sum);
                    self.known(scope, span, sum)
                }
            },
            Node::If(condition, then, otherwise) => match self.truth(condition, scope)? {
                TRUE => self.value(then, scope),
                FALSE => self.value(otherwise, scope),
                truth => {
                    let (then, otherwise) =
                        (self.value(then, scope)?, self.value(otherwise, scope)?);
                    self.choice(truth, then, otherwise).map_err(|e| self.too_large(scope, span, e))
                }
            },
            Node::List(quantifier, parts) => {
                let values: Evaluation<Vec<Value>> =
                    parts.iter().map(|part| self.value(part, scope)).collect();
                self.gather(*quantifier, values?, scope, span)
            }
            Node::Table(parts, tuples) => self.table(parts, tuples, scope, span),
            Node::Global(call) => self.global(call, scope, span),
            Node::Index(base, keys) => self.index(base, keys, scope),
            Node::Has(base, keys) => self.has(base, keys, scope, span),
            Node::Dot(base, name) => match self.value(base, scope)? {
                Value::Record(_, key) if name.text == "Me" => Ok(Value::Number(Sum::number(key))),
                Value::Record(class, key) => match self.model.index.member(class, &name.text) {
                    Some(member) => {
                        self.member_value((class, member), Some(key), scope, &name.span)
                    }
                    None => Err(self.fault(scope, &name.span, "there is no such member", "")),
                },
                Value::Cases(class, cases) => self.member_by_cases(class, &cases, name, scope),
                _ => Err(self.fault(scope, &base.span, "only records have members", "")),
            },
            Node::Each { quantifier, name, over, guards, body } => {
                let mut values = Vec::new();
                for element in self.elements(over, scope)?.iter() {
                    self.step(64)?;
                    scope.bound.push((&name.text, element));
                    let value = match self.guarded(guards, scope) {
                        Ok(true) => self.value(body, scope).map(Some),
                        Ok(false) => Ok(None),
                        Err(halt) => Err(halt),
                    };
                    scope.bound.pop();
                    values.extend(value?);
                }
                self.gather(*quantifier, values, scope, &body.span)
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

    fn name(&mut self, name: &str, scope: &Scope<'a>, span: &Span) -> Evaluation<Value> {
        if let Some((_, value)) = scope.bound.iter().rev().find(|(bound, _)| *bound == name) {
            return Ok(value.clone());
        }
        match self.model.index.find(name, scope.place.0) {
            Some(Target::Class(class)) => {
                self.class_reads += 1;
                Ok(Value::Class(class))
            }
            Some(Target::Word(number)) => Ok(Value::Number(Sum::number(number))),
            Some(Target::Member(place)) => {
                let key = if place.0 == scope.place.0 { scope.key } else { None };
                self.member_value(place, key, scope, span)
            }
            None => Err(self.fault(scope, span, format!("unknown name {name}"), "")),
        }
    }

    fn items(&mut self, items: &'a [Item], scope: &mut Scope<'a>) -> Evaluation<Value> {
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
            Value::Map(Rc::new(map))
        } else if !pairs.is_empty() {
            Value::Pairs(Rc::new(pairs))
        } else {
            Value::Set(Rc::new(set.into_iter().collect()))
        })
    }
}
