//! Directions to the solver: soft constraints, which may be violated at a cost, hints, and printed lines.

use crate::np::ground::evaluate::Grounder;
use crate::np::ground::formula::{Built, Sum};
use crate::np::ground::statements::PrintPiece;
use crate::np::ground::symbolic::Symbolic;
use crate::np::resolve::index::{MemberId, Target};
use crate::np::syntax::tree::{Expr, HintKind, Name, Node, Piece};

impl<'a> Grounder<'a> {
    /// Gives hints for decision variables. Those for definitions are ignored: their values follow from others.
    pub(crate) fn hint(&mut self, list: &'a [(Name, HintKind, Expr)]) -> Built<()> {
        for (name, kind, value) in list {
            let value = self.constant(value, "what a hint says")?;
            let member = self.model.index.member(self.scope.place.0, &name.text);
            let var =
                member.and_then(|m| self.variables.get(&((self.scope.place.0, m), self.scope.key)));
            self.statements.hints.extend(var.map(|&var| (var, *kind, value)));
        }
        Ok(())
    }

    /// The cost of a soft constraint: its weight if its condition does not hold, otherwise 0.
    pub(crate) fn soft(&mut self, condition: &'a Expr, weight: &'a Expr) -> Built<Sum> {
        let number = self.constant(weight, "a weight")?;
        if number < 0 {
            let help = "state the opposite: Soft(Not condition : weight)";
            let message = format!("the weight {number} is below 0");
            return Err(self.fault(&weight.span, message, help));
        }
        let truth = self.truth(condition)?;
        let broken = self.forms.not(truth).and_then(|not| self.forms.truth_sum(not));
        let cost = broken.and_then(|broken| broken.scaled(number, &self.forms));
        Ok(self.located(&condition.span, cost)?)
    }

    pub(crate) fn print(&mut self, pieces: &'a [Piece]) -> Built<()> {
        let pieces = pieces.iter().map(|piece| match piece {
            Piece::Text(text) => Ok(PrintPiece::Text(text.clone())),
            Piece::Value(value) => {
                let sum = self.number(value)?;
                Ok(PrintPiece::Value(sum, self.names_of(value)?))
            }
        });
        let line = pieces.collect::<Built<_>>()?;
        self.statements.printed.push(line);
        Ok(())
    }

    /// The enumeration that a variable or `record.Name` takes its values from.
    fn names_of(&mut self, expr: &'a Expr) -> Built<Option<MemberId>> {
        let place = match &expr.node {
            Node::Name(name) if !self.scope.bound.iter().any(|(bound, _)| bound == name) => {
                match self.model.index.find(name, self.scope.place.0) {
                    Some(Target::Member(place)) => Some(place),
                    _ => None,
                }
            }
            Node::Dot(base, name) => match self.value(base)? {
                Symbolic::Record(class, _) | Symbolic::Cases(class, _) => {
                    self.model.index.member(class, &name.text).map(|member| (class, member))
                }
                _ => None,
            },
            _ => None,
        };
        Ok(place.and_then(|place| self.model.enumeration(place)))
    }
}
