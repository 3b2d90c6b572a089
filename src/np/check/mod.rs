//! The checker: values put into every constraint of the source text.
//!
//! It walks the tree by itself and shares nothing with grounding, lowering or the solver.

mod expressions;
mod globals;
mod members;
mod value;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::base::control::{Control, Stop};
use crate::np::check::value::{Evaluation, Halt, Value};
use crate::np::meter::Meter;
use crate::np::syntax::data::FieldValues;
use crate::np::syntax::tree::{
    Binding, Block, Body, Domain, Expr, Member, Node, Project, Quantifier, Span,
};

/// Values of the decisions by name: `X`, `Coin(1).Value`.
pub type Values = BTreeMap<String, i64>;

/// A constraint that the values break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// `Coin(1).Amount`
    pub title: String,
    /// The clause, or the domain.
    pub span: Span,
    /// What is wrong.
    pub message: String,
}

/// What the values amount to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// Broken constraints; none if all hold.
    pub violations: Vec<Violation>,
    /// The value of the objective, with what soft clauses cost.
    pub objective: Option<i64>,
    /// What the soft clauses that do not hold cost; none if the program has no soft clauses.
    pub penalty: Option<i64>,
}

/// Puts values into every constraint of a program.
///
/// # Errors
/// A limit came first.
pub fn check(
    project: &Project,
    given: &FieldValues,
    values: &Values,
    control: &Control,
) -> Result<CheckReport, Stop> {
    check_within(project, given, values, &Meter::new(control))
}

/// The same with what is left of the limits of a meter.
pub(super) fn check_within(
    project: &Project,
    given: &FieldValues,
    values: &Values,
    meter: &Meter,
) -> Result<CheckReport, Stop> {
    let mut checker = Checker {
        project,
        given,
        values,
        records: BTreeMap::new(),
        definitions: BTreeMap::new(),
        class_reads: 0,
        appending: true,
        depth: 0,
        deferred: None,
        words: words(project),
        reads_of_record: 0,
        domains: BTreeMap::new(),
        meter,
        goal: None,
        penalty: None,
        result: CheckReport::default(),
    };
    checker.all()?;
    Ok(checker.result)
}

struct Checker<'a> {
    project: &'a Project,
    given: &'a FieldValues,
    values: &'a Values,
    /// Keys by class.
    records: BTreeMap<&'a str, BTreeSet<i128>>,
    definitions: BTreeMap<String, Value<'a>>,
    /// How often the records of a class were asked for.
    class_reads: u64,
    /// Whether more records may come: definitions that look at them are not kept.
    appending: bool,
    depth: usize,
    /// A definition that stands too deep inside of others to be evaluated there.
    deferred: Option<Definition<'a>>,
    /// Names of enumerations for numbers.
    words: BTreeMap<&'a str, i64>,
    /// How often a record's own key or member was asked for.
    reads_of_record: u64,
    /// Sets of variables that are the same for all records, by the places of their names.
    domains: BTreeMap<usize, Rc<BTreeSet<i128>>>,
    meter: &'a Meter,
    /// The objective without soft clauses, and whether it is maximised.
    goal: Option<(bool, i128)>,
    penalty: Option<i128>,
    result: CheckReport,
}

/// A definition by its block, its record and its name.
type Definition<'a> = (&'a Block, Option<i128>, &'a str);

#[derive(Clone)]
struct Environment<'a> {
    block: &'a Block,
    key: Option<i128>,
    bound: Vec<(&'a str, Value<'a>)>,
}

impl Environment<'_> {
    fn title(&self, member: &str) -> String {
        let key = self.key.map_or_else(String::new, |key| format!("({key})"));
        format!("{}{key}.{member}", self.block.name.text)
    }

    /// As the solver's side calls a variable.
    fn variable(&self, member: &str) -> String {
        if self.block.is_class { self.title(member) } else { member.to_owned() }
    }
}

/// The names that enumerations have for numbers; the first of two that are the same.
fn words(project: &Project) -> BTreeMap<&str, i64> {
    let mut known = BTreeMap::new();
    for member in project.blocks.iter().flat_map(|block| &block.members) {
        let Body::Enum(words) = &member.body else { continue };
        for (word, number) in words {
            known.entry(word.text.as_str()).or_insert(*number);
        }
    }
    known
}

impl<'a> Checker<'a> {
    fn all(&mut self) -> Result<(), Stop> {
        let project = self.project;
        for block in &project.blocks {
            if block.is_class {
                self.records.entry(&block.name.text).or_default();
            }
        }
        let clauses = |appends: bool| {
            project.blocks.iter().flat_map(move |block| {
                block.members.iter().flat_map(move |member| {
                    let clauses = match &member.body {
                        Body::Con(clauses) => clauses.as_slice(),
                        _ => &[],
                    };
                    let wanted = clauses.iter().filter(move |c| c.node.appends() == appends);
                    wanted.map(move |clause| (block, member, clause))
                })
            })
        };
        for (block, member, clause) in clauses(true) {
            let mut env = Environment { block, key: None, bound: Vec::new() };
            let done = self.append(clause, &mut env);
            self.note(done.map(|()| true), &env, member, clause)?;
        }
        self.appending = false;
        for block in &project.blocks {
            for key in self.keys(block)? {
                for member in &block.members {
                    self.domain(member, Environment { block, key, bound: Vec::new() })?;
                }
            }
        }
        for (block, member, clause) in clauses(false) {
            for key in self.keys(block)? {
                let mut env = Environment { block, key, bound: Vec::new() };
                let holds = self.clause(clause, &mut env);
                self.note(holds, &env, member, clause)?;
            }
        }
        let penalty = self.penalty.unwrap_or(0);
        let objective = match self.goal {
            Some((true, goal)) => goal.checked_sub(penalty),
            Some((false, goal)) => goal.checked_add(penalty),
            None => self.penalty,
        };
        self.result.objective = objective.and_then(|number| number.try_into().ok());
        self.result.penalty = self.penalty.and_then(|number| number.try_into().ok());
        Ok(())
    }

    fn keys(&self, block: &Block) -> Result<Vec<Option<i128>>, Stop> {
        if !block.is_class {
            return Ok(vec![None]);
        }
        let keys = &self.records[block.name.text.as_str()];
        self.meter.step(48 * keys.len())?;
        Ok(keys.iter().map(|&key| Some(key)).collect())
    }

    /// Notes a clause that does not hold; a limit ends the check.
    fn note(
        &mut self,
        holds: Evaluation<bool>,
        env: &Environment<'_>,
        member: &Member,
        clause: &Expr,
    ) -> Result<(), Stop> {
        let message = match holds {
            Ok(true) => return Ok(()),
            Ok(false) => "it does not hold".to_owned(),
            Err(Halt::Fault(message)) => message,
            Err(Halt::Stop(stop)) => return Err(stop),
        };
        let title = env.title(&member.name.text);
        self.result.violations.push(Violation { title, span: clause.span.clone(), message });
        Ok(())
    }

    /// A decision has one of the values of its domain.
    fn domain(&mut self, member: &'a Member, mut env: Environment<'a>) -> Result<(), Stop> {
        self.meter.step(128)?;
        let Body::Var { domain: Some(domain), value: None, .. } = &member.body else {
            return Ok(());
        };
        let name = env.variable(&member.name.text);
        let message = match (self.values.get(&name), domain) {
            (None, _) => Some("it has no value".to_owned()),
            (Some(0 | 1), Domain::Boolean(_)) | (_, Domain::Integer(_)) => None,
            (Some(value), Domain::Boolean(_)) => Some(format!("{value} is neither 0 nor 1")),
            (Some(&value), Domain::Of(set)) => match self.values_of(member, set, &mut env) {
                Ok(set) if set.contains(&i128::from(value)) => None,
                Ok(_) => Some(format!("{value} is not one of its values")),
                Err(Halt::Fault(message)) => Some(message),
                Err(Halt::Stop(stop)) => return Err(stop),
            },
        };
        if let Some(message) = message {
            let title = env.title(&member.name.text);
            let span = member.name.span.clone();
            self.result.violations.push(Violation { title, span, message });
        }
        Ok(())
    }

    /// The set of a variable, made once where it does not depend on the record.
    fn values_of(
        &mut self,
        member: &'a Member,
        set: &'a Expr,
        env: &mut Environment<'a>,
    ) -> Evaluation<Rc<BTreeSet<i128>>> {
        let at = member.name.span.start;
        if let Some(known) = self.domains.get(&at) {
            return Ok(Rc::clone(known));
        }
        let reads = self.reads_of_record;
        let set = self.set(set, env)?;
        if self.reads_of_record == reads {
            self.domains.insert(at, Rc::clone(&set));
        }
        Ok(set)
    }

    fn append(&mut self, expr: &'a Expr, env: &mut Environment<'a>) -> Evaluation<()> {
        match &expr.node {
            Node::Append(class, key) => {
                let key = self.int(key, env)?;
                let keys =
                    self.records.get_mut(class.text.as_str()).ok_or("there is no such class")?;
                if keys.insert(key) {
                    Ok(())
                } else {
                    Err(format!("record {key} is there twice").into())
                }
            }
            Node::Each { binding, body, .. } => {
                self.for_each(binding, env, |checker, env, _| checker.append(body, env))
            }
            _ => Ok(()),
        }
    }

    fn clause(&mut self, clause: &'a Expr, env: &mut Environment<'a>) -> Evaluation<bool> {
        match &clause.node {
            Node::Hint(_) | Node::Print(_) | Node::Store(_) | Node::Append(..) => Ok(true),
            Node::Goal(maximise, goal) => {
                let value = self.int(goal, env)?;
                i64::try_from(value).map_err(|_| "the objective passes 64 bits")?;
                self.goal = Some((*maximise, value));
                Ok(true)
            }
            Node::Soft(condition, weight) => {
                let cost = if self.truth(condition, env)? { 0 } else { self.int(weight, env)? };
                let sum = self.penalty.unwrap_or(0).checked_add(cost);
                self.penalty = Some(sum.ok_or("the soft clauses cost too much")?);
                Ok(true)
            }
            // Directions may stand under it.
            Node::Each { quantifier: Quantifier::ForAll, binding, body } => {
                let mut all = true;
                self.for_each(binding, env, |checker, env, _| {
                    all &= checker.clause(body, env)?;
                    Ok(())
                })?;
                Ok(all)
            }
            _ => self.truth(clause, env),
        }
    }

    fn guards(&mut self, guards: &'a [Expr], env: &mut Environment<'a>) -> Evaluation<bool> {
        for guard in guards {
            if !self.truth(guard, env)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Calls `visit` with each element of a set that passes the guards, while the name stands for it.
    fn for_each(
        &mut self,
        binding: &'a Binding,
        env: &mut Environment<'a>,
        mut visit: impl FnMut(&mut Self, &mut Environment<'a>, i128) -> Evaluation<()>,
    ) -> Evaluation<()> {
        let (class, numbers) = match self.eval(&binding.over, env)? {
            Value::Set(numbers) => (None, numbers),
            Value::Map(map) => (None, Rc::new(map.keys().copied().collect())),
            Value::Class(class) => {
                let keys = &self.records[class.name.text.as_str()];
                self.meter.step(48 * keys.len())?;
                (Some(class), Rc::new(keys.clone()))
            }
            _ => return Err("neither a set nor a class".into()),
        };
        for &number in numbers.iter() {
            self.meter.step(64)?;
            let element = class.map_or(Value::Int(number), |class| Value::Record(class, number));
            env.bound.push((&binding.name.text, element));
            let result = match self.guards(&binding.guards, env) {
                Ok(true) => visit(self, env, number),
                other => other.map(drop),
            };
            env.bound.pop();
            result?;
        }
        Ok(())
    }

    fn set(&mut self, expr: &'a Expr, env: &mut Environment<'a>) -> Evaluation<Rc<BTreeSet<i128>>> {
        match self.eval(expr, env)? {
            Value::Set(set) => Ok(set),
            Value::Map(map) => Ok(Rc::new(map.keys().copied().collect())),
            _ => Err("not a set".into()),
        }
    }

    fn int(&mut self, expr: &'a Expr, env: &mut Environment<'a>) -> Evaluation<i128> {
        match self.eval(expr, env)? {
            Value::Int(number) => Ok(number),
            _ => Err("not a number".into()),
        }
    }

    fn truth(&mut self, expr: &'a Expr, env: &mut Environment<'a>) -> Evaluation<bool> {
        match self.int(expr, env)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(format!("{other} is neither 0 nor 1").into()),
        }
    }

    fn name(&mut self, name: &str, env: &Environment<'a>) -> Evaluation<Value<'a>> {
        if let Some((_, value)) = env.bound.iter().rev().find(|(bound, _)| *bound == name) {
            return Ok(value.clone());
        }
        let has = |block: &Block| block.members.iter().any(|member| member.name.text == name);
        if has(env.block) {
            self.reads_of_record += u64::from(env.block.is_class);
            return self.member(env.block, env.key, name);
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
}
