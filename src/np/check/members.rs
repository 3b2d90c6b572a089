//! Names, and the values of members: definitions, fields and decision variables.

use std::rc::Rc;

use crate::np::check::value::{Evaluation, Value, from_data};
use crate::np::check::{Checker, Definition, Environment};
use crate::np::syntax::tree::{Block, Body, Shape};

/// The depth of expressions beyond which a definition is deferred: it is evaluated from the outermost level
/// first.
const MAX_CHAIN: usize = 200;

/// The greatest number of definitions that wait for each other. A program that could be grounded has fewer,
/// and no circular definitions.
const MAX_DEFINITIONS: usize = 1_000_000;

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
}
