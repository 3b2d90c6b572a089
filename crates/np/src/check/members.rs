//! Names, the values of members (definitions, fields and decision variables) and their domains, and the clauses
//! of constraints.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::check::value::{Evaluation, Halt, Value, from_data};
use crate::check::{Checker, Definition, Environment};
use crate::syntax::tree::{
    Block, Body, Domain, Expr, Item, Member, Node, Piece, Quantifier, Shape,
};

/// The depth of expressions beyond which a definition is deferred to the outermost level.
const MAX_CHAIN: usize = 200;

/// The maximum number of definitions that wait for each other. Any program that can be grounded has fewer,
/// and no circular definitions.
const MAX_DEFINITIONS: usize = 1_000_000;

fn outside(value: i64) -> Halt {
    format!("{value} is not one of its values").into()
}

impl<'a> Checker<'a> {
    pub(super) fn name(&mut self, name: &str) -> Evaluation<Value<'a>> {
        if let Some((_, value)) = self.env.bound.iter().rev().find(|(bound, _)| *bound == name) {
            return Ok(value.clone());
        }
        let has = |block: &Block| block.members.iter().any(|member| member.name.text == name);
        if has(self.env.block) {
            self.reads_of_record += u64::from(self.env.block.is_class);
            return self.member(self.env.block, self.env.key, name);
        }
        let blocks = &self.project.blocks;
        if let Some(module) = blocks.iter().find(|block| !block.is_class && has(block)) {
            return self.member(module, None, name);
        }
        if let Some(&number) = self.words.get(name) {
            return Ok(Value::Int(number.into()));
        }
        if let Some(class) = blocks.iter().find(|block| block.is_class && block.name.text == name) {
            self.class_reads += 1;
            return Ok(Value::Class(class));
        }
        Err(format!("unknown name {name}").into())
    }

    pub(super) fn member(
        &mut self,
        block: &'a Block,
        key: Option<i128>,
        name: &str,
    ) -> Evaluation<Value<'a>> {
        let member = block.members.iter().find(|member| member.name.text == name);
        let member = member.ok_or_else(|| format!("{} has no {name}", block.name.text))?;
        let env = Environment { block, key, bound: Vec::new() };
        let variable = env.variable(name);
        if let Some(known) = self.definitions.get(&variable) {
            return Ok(known.clone());
        }
        let reads = self.class_reads;
        let (shape, value, given) = match &member.body {
            Body::Var { shape, value, .. } => (*shape, value, None),
            Body::Field { shape, value, .. } => (*shape, value, self.given.get(name)),
            Body::Con(_) => return Err(format!("{name} is a constraint").into()),
            Body::Enum(words) => {
                let numbers = words.iter().map(|(_, number)| i128::from(*number));
                let value = Value::Set(Rc::new(numbers.collect()));
                self.definitions.insert(variable, value.clone());
                return Ok(value);
            }
        };
        let found = match (given, value) {
            (Some(data), _) => from_data(data, self.meter)?,
            (None, Some(_)) if self.depth > MAX_CHAIN => {
                self.deferred = Some((block, key, &member.name.text));
                return Err("definitions lead too deep".into());
            }
            (None, Some(value)) => {
                let outer = std::mem::replace(&mut self.env, env);
                let found = self.eval(value);
                self.env = outer;
                found?
            }
            (None, None) => {
                let value = self.values.get(&variable);
                return value
                    .map(|&value| Value::Int(value.into()))
                    .ok_or_else(|| format!("{variable} has no value").into());
            }
        };
        let found = match (shape, found) {
            // `{}` is the empty map if the declaration says that the member is a map.
            (Shape::Map, Value::Set(set)) if set.is_empty() => Value::Map(Rc::default()),
            (Shape::Pairs, Value::Set(set)) if set.is_empty() => Value::Pairs(Rc::default()),
            (_, found) => found,
        };
        if !self.appending || self.class_reads == reads {
            self.definitions.insert(variable, found.clone());
        }
        Ok(found)
    }

    /// Evaluates a deferred definition, after the deferred definitions that it depends on.
    pub(super) fn evaluate_deferred(&mut self, deferred: Definition<'a>) -> Evaluation<()> {
        let mut waiting = vec![deferred];
        while let Some(&(block, key, name)) = waiting.last() {
            self.meter.step(64)?;
            if waiting.len() > MAX_DEFINITIONS {
                return Err("definitions lead too deep".into());
            }
            // At the outermost level, `eval` would call this method again.
            self.depth = 1;
            let result = self.member(block, key, name);
            self.depth = 0;
            match (result, self.deferred.take()) {
                (Ok(_), _) => drop(waiting.pop()),
                (Err(_), Some(deeper)) => waiting.push(deeper),
                (Err(halt), None) => return Err(halt),
            }
        }
        Ok(())
    }

    /// Checks that a decision variable has one of the values of its domain.
    pub(super) fn domain(&mut self, member: &'a Member) -> Evaluation<()> {
        self.meter.step(128)?;
        let Body::Var { domain: Some(domain), value: None, .. } = &member.body else {
            return Ok(());
        };
        let value = self.values.get(&self.env.variable(&member.name.text));
        let value = *value.ok_or("it has no value")?;
        // The elements of a range are not listed, since there may be millions.
        if let Domain::Of(Expr { node: Node::Set(items), .. }) = domain
            && let [Item::Range(first, last)] = &items[..]
        {
            let is_inside = (self.int(first)?..=self.int(last)?).contains(&value.into());
            return if is_inside { Ok(()) } else { Err(outside(value)) };
        }
        match domain {
            Domain::Integer(_) => Ok(()),
            Domain::Boolean(_) if matches!(value, 0 | 1) => Ok(()),
            Domain::Boolean(_) => Err(format!("{value} is neither 0 nor 1").into()),
            Domain::Of(set) if self.values_of(member, set)?.contains(&value.into()) => Ok(()),
            Domain::Of(_) => Err(outside(value)),
        }
    }

    /// The domain of a variable. It is evaluated once if it does not depend on the record.
    fn values_of(&mut self, member: &'a Member, set: &'a Expr) -> Evaluation<Rc<BTreeSet<i128>>> {
        let at = member.name.span.start;
        if let Some(known) = self.domains.get(&at) {
            return Ok(Rc::clone(known));
        }
        let reads = self.reads_of_record;
        let set = self.set(set)?;
        if self.reads_of_record == reads {
            self.domains.insert(at, Rc::clone(&set));
        }
        Ok(set)
    }

    pub(super) fn append(&mut self, expr: &'a Expr) -> Evaluation<()> {
        match &expr.node {
            Node::Append(class, key) => {
                let key = self.int(key)?;
                let keys = self.records.get_mut(class.text.as_str());
                let is_new = keys.ok_or("there is no such class")?.insert(key);
                if is_new { Ok(()) } else { Err(format!("record {key} is there twice").into()) }
            }
            Node::Each { binding, body, .. } => {
                self.for_each(binding, |checker, _| checker.append(body))
            }
            _ => Ok(()),
        }
    }

    /// Whether a clause holds. Objectives and soft constraints are added up.
    pub(super) fn clause(&mut self, clause: &'a Expr) -> Evaluation<bool> {
        match &clause.node {
            Node::Hint(_) | Node::Append(..) => Ok(true),
            // Printed expressions must have a value, like every expression that is evaluated.
            Node::Print(pieces) => {
                for piece in pieces {
                    if let Piece::Value(value) = piece {
                        self.int(value)?;
                    }
                }
                Ok(true)
            }
            Node::Store(names) => {
                for name in names {
                    self.member(self.env.block, self.env.key, &name.text)?;
                }
                Ok(true)
            }
            Node::Goal(maximise, goal) => {
                let value = self.int(goal)?;
                i64::try_from(value).map_err(|_| "the objective passes 64 bits")?;
                self.goal = Some((*maximise, value));
                Ok(true)
            }
            Node::Soft(condition, weight) => {
                let cost = if self.truth(condition)? { 0 } else { self.int(weight)? };
                let sum = self.penalty.unwrap_or(0).checked_add(cost);
                self.penalty = Some(sum.ok_or("the soft clauses cost too much")?);
                Ok(true)
            }
            // The body may be a direction, which is not an expression.
            Node::Each { quantifier: Quantifier::ForAll, binding, body } => {
                let mut all = true;
                self.for_each(binding, |checker, _| {
                    all &= checker.clause(body)?;
                    Ok(())
                })?;
                Ok(all)
            }
            _ => self.truth(clause),
        }
    }
}
