//! The checker: verifies a solution by evaluating every constraint of the source with the values of the
//! decision variables substituted.
//!
//! It is independent of the path from the source to the solver: it walks the syntax tree by itself and shares no code
//! with resolution, grounding or lowering, so a bug there cannot go unnoticed here. All numbers are known, so an
//! expression is a number of 128 bits, a set, a map or a record.

mod expressions;
mod globals;
mod members;
mod value;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::check::value::{Evaluation, Halt, Value};
use crate::syntax::tree::{Binding, Block, Body, Expr, Member, Project, Span};
use crate::{meter::Meter, syntax::data::FieldValues};
use soliter_base::control::{Control, Stop};

/// The values of the decision variables, by name: `X`, `Coin(1).Value`.
pub type Values = BTreeMap<String, i64>;

/// A constraint that the values violate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The title of the constraint or variable, such as `Coin(1).Amount`.
    pub title: String,
    /// The place of the clause, or of the variable.
    pub span: Span,
    /// What is wrong.
    pub message: String,
}

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// The violated constraints; empty if all constraints hold.
    pub violations: Vec<Violation>,
    /// The value of the objective, including the cost of the soft constraints.
    pub objective: Option<i64>,
    /// The cost of the violated soft constraints; `None` if the program has no soft constraints.
    pub penalty: Option<i64>,
}

/// Checks values against every constraint of a program.
pub fn check(
    project: &Project,
    given: &FieldValues,
    values: &Values,
    control: &Control,
) -> Result<CheckReport, Stop> {
    check_within(project, given, values, &Meter::new(control))
}

/// Checks values against every constraint of a program, within the remaining limits of a meter.
pub(super) fn check_within(
    project: &Project,
    given: &FieldValues,
    values: &Values,
    meter: &Meter,
) -> Result<CheckReport, Stop> {
    // A project without blocks has no constraints.
    let Some(block) = project.blocks.first() else { return Ok(CheckReport::default()) };
    let mut checker = Checker {
        project,
        env: Environment { block, key: None, bound: Vec::new() },
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
    checker.check_all()?;
    Ok(checker.result)
}

struct Checker<'a> {
    project: &'a Project,
    env: Environment<'a>,
    given: &'a FieldValues,
    values: &'a Values,
    /// The keys of the records of each class.
    records: BTreeMap<&'a str, BTreeSet<i128>>,
    definitions: BTreeMap<String, Value<'a>>,
    class_reads: u64,
    /// Whether more records may be added. Until then, definitions that depend on records are not cached.
    appending: bool,
    depth: usize,
    /// A definition that was nested too deeply to be evaluated where it was needed.
    deferred: Option<Definition<'a>>,
    words: BTreeMap<&'a str, i64>,
    /// The number of times that a record's own key or member was read.
    reads_of_record: u64,
    /// The domains of variables that are the same for all records, by the places of the variables' names.
    domains: BTreeMap<usize, Rc<BTreeSet<i128>>>,
    meter: &'a Meter,
    /// The objective without soft constraints, and whether it is maximised.
    goal: Option<(bool, i128)>,
    penalty: Option<i128>,
    result: CheckReport,
}

/// A definition, given by its block, the key of its record, and its name.
type Definition<'a> = (&'a Block, Option<i128>, &'a str);

#[derive(Clone)]
struct Environment<'a> {
    block: &'a Block,
    key: Option<i128>,
    /// The names that quantifiers have bound, the innermost last.
    bound: Vec<(&'a str, Value<'a>)>,
}

impl Environment<'_> {
    fn title(&self, member: &str) -> String {
        let key = self.key.map_or_else(String::new, |key| format!("({key})"));
        format!("{}{key}.{member}", self.block.name.text)
    }

    /// The name of a decision variable in [`Values`].
    fn variable(&self, member: &str) -> String {
        if self.block.is_class { self.title(member) } else { member.to_owned() }
    }
}

/// The names in all enumerations, with their numbers. If two names are equal, the first counts.
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
    fn check_all(&mut self) -> Result<(), Stop> {
        let project = self.project;
        for class in project.blocks.iter().filter(|block| block.is_class) {
            self.records.entry(&class.name.text).or_default();
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
            self.env = Environment { block, key: None, bound: Vec::new() };
            let done = self.append(clause);
            self.note(done.map(|()| true), member, &clause.span)?;
        }
        self.appending = false;
        for block in &project.blocks {
            for key in self.keys(block)? {
                self.env = Environment { block, key, bound: Vec::new() };
                for member in &block.members {
                    let fits = self.domain(member);
                    self.note(fits.map(|()| true), member, &member.name.span)?;
                }
            }
        }
        for (block, member, clause) in clauses(false) {
            for key in self.keys(block)? {
                self.env = Environment { block, key, bound: Vec::new() };
                let holds = self.clause(clause);
                self.note(holds, member, &clause.span)?;
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

    fn records_of(&self, class: &Block) -> &BTreeSet<i128> {
        &self.records[class.name.text.as_str()]
    }

    fn keys(&self, block: &Block) -> Result<Vec<Option<i128>>, Stop> {
        if !block.is_class {
            return Ok(vec![None]);
        }
        let keys = self.records_of(block);
        self.meter.step(48 * keys.len())?;
        Ok(keys.iter().map(|&key| Some(key)).collect())
    }

    /// Records the violation if a clause or the domain of a variable does not hold. A limit ends the check.
    fn note(&mut self, holds: Evaluation<bool>, of: &Member, span: &Span) -> Result<(), Stop> {
        let message = match holds {
            Ok(true) => return Ok(()),
            Ok(false) => "it does not hold".to_owned(),
            Err(Halt::Fault(message)) => message,
            Err(Halt::Stop(stop)) => return Err(stop),
        };
        let title = self.env.title(&of.name.text);
        self.result.violations.push(Violation { title, span: span.clone(), message });
        Ok(())
    }

    /// Calls `visit` for each element of a set that passes the guards, with the name bound to the element.
    fn for_each(
        &mut self,
        binding: &'a Binding,
        mut visit: impl FnMut(&mut Self, i128) -> Evaluation<()>,
    ) -> Evaluation<()> {
        self.for_each_of(binding, &mut visit)
    }

    fn for_each_of(
        &mut self,
        binding: &'a Binding,
        visit: &mut dyn FnMut(&mut Self, i128) -> Evaluation<()>,
    ) -> Evaluation<()> {
        let (class, numbers) = match self.eval(&binding.over)? {
            Value::Set(numbers) => (None, numbers),
            Value::Map(map) => (None, Rc::new(map.keys().copied().collect())),
            Value::Class(class) => {
                let keys = self.records_of(class);
                self.meter.step(48 * keys.len())?;
                (Some(class), Rc::new(keys.clone()))
            }
            _ => return Err("neither a set nor a class".into()),
        };
        for &number in numbers.iter() {
            self.meter.step(64)?;
            let element = class.map_or(Value::Int(number), |class| Value::Record(class, number));
            self.env.bound.push((&binding.name.text, element));
            let mut guards = binding.guards.iter();
            let passes = guards.try_fold(true, |all, guard| Ok(all && self.truth(guard)?));
            let result = passes.and_then(|all| match (all, &binding.next) {
                (false, _) => Ok(()),
                (true, Some(next)) => self.for_each_of(next, visit),
                (true, None) => visit(self, number),
            });
            self.env.bound.pop();
            result?;
        }
        Ok(())
    }

    fn set(&mut self, expr: &'a Expr) -> Evaluation<Rc<BTreeSet<i128>>> {
        match self.eval(expr)? {
            Value::Set(set) => Ok(set),
            Value::Map(map) => Ok(Rc::new(map.keys().copied().collect())),
            _ => Err("not a set".into()),
        }
    }

    fn int(&mut self, expr: &'a Expr) -> Evaluation<i128> {
        match self.eval(expr)? {
            Value::Int(number) => Ok(number),
            _ => Err("not a number".into()),
        }
    }

    fn ints(&mut self, list: &'a [Expr]) -> Evaluation<Vec<i128>> {
        list.iter().map(|expr| self.int(expr)).collect()
    }

    fn truth(&mut self, expr: &'a Expr) -> Evaluation<bool> {
        match self.int(expr)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(format!("{other} is neither 0 nor 1").into()),
        }
    }
}
