//! Checks the domains of decision variables and the clauses of constraints, and makes the records.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::np::check::Checker;
use crate::np::check::value::Evaluation;
use crate::np::syntax::tree::{Body, Domain, Expr, Member, Node, Quantifier};

impl<'a> Checker<'a> {
    /// Checks that a decision variable has one of the values of its domain.
    pub(super) fn domain(&mut self, member: &'a Member) -> Evaluation<()> {
        self.meter.step(128)?;
        let Body::Var { domain: Some(domain), value: None, .. } = &member.body else {
            return Ok(());
        };
        let value = self.values.get(&self.env.variable(&member.name.text));
        let value = *value.ok_or("it has no value")?;
        match domain {
            Domain::Integer(_) => Ok(()),
            Domain::Boolean(_) if matches!(value, 0 | 1) => Ok(()),
            Domain::Boolean(_) => Err(format!("{value} is neither 0 nor 1").into()),
            Domain::Of(set) if self.values_of(member, set)?.contains(&value.into()) => Ok(()),
            Domain::Of(_) => Err(format!("{value} is not one of its values").into()),
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

    /// Makes the records that a clause appends.
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
            Node::Hint(_) | Node::Print(_) | Node::Store(_) | Node::Append(..) => Ok(true),
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
