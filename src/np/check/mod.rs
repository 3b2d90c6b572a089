//! The checker: values put into every constraint of the source text.
//!
//! It walks the tree by itself and shares nothing with grounding, lowering or the solver.

mod expressions;
mod globals;
mod value;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::base::control::{Control, Stop};
use crate::np::check::value::{Counting, Elements, Halt, Value, from_data};
use crate::np::meter::Meter;
use crate::np::syntax::data::FieldValues;
use crate::np::syntax::tree::{
    Block, Body, Domain, Expr, Member, Node, Project, Quantifier, Shape, Span,
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
        deep: None,
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
    deep: Option<Definition<'a>>,
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

/// Definitions that more expressions lead to are evaluated first.
const MAX_CHAIN: usize = 200;

/// Definitions that wait for each other; a program that is grounded has fewer, and no circles.
const MAX_DEFINITIONS: usize = 1_000_000;

#[derive(Clone)]
struct Place<'a> {
    block: &'a Block,
    key: Option<i128>,
    bound: Vec<(&'a str, Value<'a>)>,
}

impl Place<'_> {
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
            let mut place = Place { block, key: None, bound: Vec::new() };
            let done = self.append(clause, &mut place);
            self.note(done.map(|()| true), &place, member, clause)?;
        }
        self.appending = false;
        for block in &project.blocks {
            for key in self.keys(block)? {
                for member in &block.members {
                    self.domain(member, Place { block, key, bound: Vec::new() })?;
                }
            }
        }
        for (block, member, clause) in clauses(false) {
            for key in self.keys(block)? {
                let mut place = Place { block, key, bound: Vec::new() };
                let holds = self.clause(clause, &mut place);
                self.note(holds, &place, member, clause)?;
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
        holds: Counting<bool>,
        place: &Place<'_>,
        member: &Member,
        clause: &Expr,
    ) -> Result<(), Stop> {
        let message = match holds {
            Ok(true) => return Ok(()),
            Ok(false) => "it does not hold".to_owned(),
            Err(Halt::Fault(message)) => message,
            Err(Halt::Stop(stop)) => return Err(stop),
        };
        let title = place.title(&member.name.text);
        self.result.violations.push(Violation { title, span: clause.span.clone(), message });
        Ok(())
    }

    /// A decision has one of the values of its domain.
    fn domain(&mut self, member: &'a Member, mut place: Place<'a>) -> Result<(), Stop> {
        self.meter.step(128)?;
        let Body::Var { domain: Some(domain), value: None, .. } = &member.body else {
            return Ok(());
        };
        let name = place.variable(&member.name.text);
        let message = match (self.values.get(&name), domain) {
            (None, _) => Some("it has no value".to_owned()),
            (Some(0 | 1), Domain::Boolean(_)) | (_, Domain::Integer(_)) => None,
            (Some(value), Domain::Boolean(_)) => Some(format!("{value} is neither 0 nor 1")),
            (Some(&value), Domain::Of(set)) => match self.values_of(member, set, &mut place) {
                Ok(set) if set.contains(&i128::from(value)) => None,
                Ok(_) => Some(format!("{value} is not one of its values")),
                Err(Halt::Fault(message)) => Some(message),
                Err(Halt::Stop(stop)) => return Err(stop),
            },
        };
        if let Some(message) = message {
            let title = place.title(&member.name.text);
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
        place: &mut Place<'a>,
    ) -> Counting<Rc<BTreeSet<i128>>> {
        let at = member.name.span.start;
        if let Some(known) = self.domains.get(&at) {
            return Ok(Rc::clone(known));
        }
        let reads = self.reads_of_record;
        let set = self.set(set, place)?;
        if self.reads_of_record == reads {
            self.domains.insert(at, Rc::clone(&set));
        }
        Ok(set)
    }

    fn append(&mut self, expr: &'a Expr, place: &mut Place<'a>) -> Counting<()> {
        match &expr.node {
            Node::Append(class, key) => {
                let key = self.int(key, place)?;
                let keys =
                    self.records.get_mut(class.text.as_str()).ok_or("there is no such class")?;
                if keys.insert(key) {
                    Ok(())
                } else {
                    Err(format!("record {key} is there twice").into())
                }
            }
            Node::Each { name, over, guards, body, .. } => {
                for element in self.elements(over, place)?.iter() {
                    place.bound.push((&name.text, element));
                    let result = self
                        .guards(guards, place)
                        .and_then(|pass| if pass { self.append(body, place) } else { Ok(()) });
                    place.bound.pop();
                    result?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn clause(&mut self, clause: &'a Expr, place: &mut Place<'a>) -> Counting<bool> {
        match &clause.node {
            Node::Hint(_) | Node::Print(_) | Node::Store(_) | Node::Append(..) => Ok(true),
            Node::Goal(maximise, goal) => {
                let value = self.int(goal, place)?;
                i64::try_from(value).map_err(|_| "the objective passes 64 bits")?;
                self.goal = Some((*maximise, value));
                Ok(true)
            }
            Node::Soft(condition, weight) => {
                let cost = if self.truth(condition, place)? { 0 } else { self.int(weight, place)? };
                let sum = self.penalty.unwrap_or(0).checked_add(cost);
                self.penalty = Some(sum.ok_or("the soft clauses cost too much")?);
                Ok(true)
            }
            // Directions may stand under it.
            Node::Each { quantifier: Quantifier::ForAll, name, over, guards, body } => {
                let mut all = true;
                for element in self.elements(over, place)?.iter() {
                    place.bound.push((&name.text, element));
                    let result = self
                        .guards(guards, place)
                        .and_then(|pass| if pass { self.clause(body, place) } else { Ok(true) });
                    place.bound.pop();
                    all &= result?;
                }
                Ok(all)
            }
            _ => self.truth(clause, place),
        }
    }

    fn guards(&mut self, guards: &'a [Expr], place: &mut Place<'a>) -> Counting<bool> {
        for guard in guards {
            if !self.truth(guard, place)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn elements(&mut self, over: &'a Expr, place: &mut Place<'a>) -> Counting<Elements<'a>> {
        match self.eval(over, place)? {
            Value::Set(numbers) => Ok(Elements { class: None, numbers }),
            Value::Map(map) => {
                Ok(Elements { class: None, numbers: Rc::new(map.keys().copied().collect()) })
            }
            Value::Class(class) => {
                let keys = &self.records[class.name.text.as_str()];
                self.meter.step(48 * keys.len())?;
                Ok(Elements { class: Some(class), numbers: Rc::new(keys.clone()) })
            }
            _ => Err("neither a set nor a class".into()),
        }
    }

    fn set(&mut self, expr: &'a Expr, place: &mut Place<'a>) -> Counting<Rc<BTreeSet<i128>>> {
        match self.eval(expr, place)? {
            Value::Set(set) => Ok(set),
            Value::Map(map) => Ok(Rc::new(map.keys().copied().collect())),
            _ => Err("not a set".into()),
        }
    }

    fn int(&mut self, expr: &'a Expr, place: &mut Place<'a>) -> Counting<i128> {
        match self.eval(expr, place)? {
            Value::Int(number) => Ok(number),
            _ => Err("not a number".into()),
        }
    }

    fn truth(&mut self, expr: &'a Expr, place: &mut Place<'a>) -> Counting<bool> {
        match self.int(expr, place)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(format!("{other} is neither 0 nor 1").into()),
        }
    }

    fn member(&mut self, block: &'a Block, key: Option<i128>, name: &str) -> Counting<Value<'a>> {
        let member = block.members.iter().find(|member| member.name.text == name);
        let member = member.ok_or_else(|| format!("{} has no {name}", block.name.text))?;
        let mut place = Place { block, key, bound: Vec::new() };
        let variable = place.variable(name);
        if let Some(known) = self.definitions.get(&variable) {
            return Ok(known.clone());
        }
        let reads = self.class_reads;
        let (value, given) = match &member.body {
            Body::Var { value, .. } => (value, None),
            Body::Field { value, .. } => (value, self.given.get(name)),
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
                self.deep = Some((block, key, &member.name.text));
                return Err("definitions lead too deep".into());
            }
            (None, Some(value)) => self.eval(value, &mut place)?,
            (None, None) => {
                let value = self.values.get(&variable);
                return value
                    .map(|&value| Value::Int(value.into()))
                    .ok_or_else(|| format!("{variable} has no value").into());
            }
        };
        let shape = match &member.body {
            Body::Var { shape, .. } | Body::Field { shape, .. } => *shape,
            Body::Con(_) | Body::Enum(_) => Shape::Number,
        };
        let found = match (shape, found) {
            // Nothing between braces is a set, unless the name says what it is.
            (Shape::Map, Value::Set(set)) if set.is_empty() => Value::Map(Rc::default()),
            (Shape::Pairs, Value::Set(set)) if set.is_empty() => Value::Pairs(Rc::default()),
            (_, found) => found,
        };
        if !self.appending || self.class_reads == reads {
            self.definitions.insert(variable, found.clone());
        }
        Ok(found)
    }

    /// Evaluates a definition, and before it those that it leads to too deep.
    fn settle(&mut self, deep: Definition<'a>) -> Counting<()> {
        let mut waiting = vec![deep];
        while let Some(&(block, key, name)) = waiting.last() {
            self.meter.step(64)?;
            if waiting.len() > MAX_DEFINITIONS {
                return Err("definitions lead too deep".into());
            }
            // Not at the outermost level, which would come here again.
            self.depth = 1;
            let result = self.member(block, key, name);
            self.depth = 0;
            match (result, self.deep.take()) {
                (Ok(_), _) => drop(waiting.pop()),
                (Err(_), Some(deeper)) => waiting.push(deeper),
                (Err(halt), None) => return Err(halt),
            }
        }
        Ok(())
    }

    fn name(&mut self, name: &str, place: &Place<'a>) -> Counting<Value<'a>> {
        if let Some((_, value)) = place.bound.iter().rev().find(|(bound, _)| *bound == name) {
            return Ok(value.clone());
        }
        let has = |block: &Block| block.members.iter().any(|member| member.name.text == name);
        if has(place.block) {
            self.reads_of_record += u64::from(place.block.is_class);
            return self.member(place.block, place.key, name);
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
