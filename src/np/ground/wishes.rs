//! What a program wishes: clauses that may be broken at a cost, hints, and lines to be printed.

use crate::np::ground::evaluate::Grounder;
use crate::np::ground::formula::{Sum, Var};
use crate::np::ground::value::{Evaluation, Scope, Value};
use crate::np::resolve::index::{Place, Target};
use crate::np::syntax::tree::{Expr, Name, Node, Piece, Wish};

/// What is hoped of a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hint {
    /// It is decided before those of lower priority.
    #[cfg_attr(not(feature = "cp"), allow(dead_code, reason = "HiGHS has an order of its own"))]
    Priority(Var, i64),
    /// It has this value.
    Value(Var, i64),
}

/// A part of a line that is printed.
#[derive(Clone, Debug)]
pub(crate) enum PrintPiece {
    Text(String),
    /// A number, and the enumeration that has a name for it.
    Value(Sum, Option<Place>),
}

impl<'a> Grounder<'a> {
    /// What hints say of decisions; what is defined is decided by others.
    pub(crate) fn hints(
        &mut self,
        list: &'a [(Name, Wish, Expr)],
        scope: &mut Scope<'a>,
    ) -> Evaluation<Vec<Hint>> {
        let mut hints = Vec::new();
        for (name, wish, value) in list {
            let value = self.whole(value, scope, "what a hint says")?;
            let member = self.model.index.member(scope.place.0, &name.text);
            let place = member.map(|member| (scope.place.0, member));
            let var = place.and_then(|place| self.variables.get(&(place, scope.key)));
            hints.extend(var.map(|&var| match wish {
                Wish::Priority => Hint::Priority(var, value),
                Wish::Value => Hint::Value(var, value),
            }));
        }
        Ok(hints)
    }

    /// What a soft clause costs: its weight where its condition does not hold.
    pub(crate) fn soft(
        &mut self,
        condition: &'a Expr,
        weight: &'a Expr,
        scope: &mut Scope<'a>,
    ) -> Evaluation<Sum> {
        let number = self.whole(weight, scope, "a weight")?;
        if number < 0 {
            let help = "state the opposite: Soft(Not condition : weight)";
            let message = format!("the weight {number} is below 0");
            return Err(self.fault(scope, &weight.span, message, help));
        }
        let truth = self.truth(condition, scope)?;
        let broken = self.forms.not(truth).and_then(|not| self.forms.truth_sum(not));
        let cost = broken.and_then(|broken| Sum::default().plus(&broken, number, &self.forms));
        cost.map_err(|e| self.too_large(scope, &condition.span, e))
    }

    /// The parts of a line.
    pub(crate) fn printed(
        &mut self,
        pieces: &'a [Piece],
        scope: &mut Scope<'a>,
    ) -> Evaluation<Vec<PrintPiece>> {
        let mut line = Vec::new();
        for piece in pieces {
            line.push(match piece {
                Piece::Text(text) => PrintPiece::Text(text.clone()),
                Piece::Value(value) => {
                    let sum = self.number(value, scope)?;
                    PrintPiece::Value(sum, self.names_of(value, scope)?)
                }
            });
        }
        Ok(line)
    }

    /// The enumeration that a variable or `record.Name` takes its values from.
    fn names_of(&mut self, expr: &'a Expr, scope: &mut Scope<'a>) -> Evaluation<Option<Place>> {
        let place = match &expr.node {
            Node::Name(name) if !scope.bound.iter().any(|(bound, _)| bound == name) => {
                match self.model.index.find(name, scope.place.0) {
                    Some(Target::Member(place)) => Some(place),
                    _ => None,
                }
            }
            Node::Dot(base, name) => match self.value(base, scope)? {
                Value::Record(class, _) | Value::Cases(class, _) => {
                    self.model.index.member(class, &name.text).map(|member| (class, member))
                }
                _ => None,
            },
            _ => None,
        };
        Ok(place.and_then(|place| self.model.enumeration(place)))
    }
}
