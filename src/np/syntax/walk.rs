//! The direct subexpressions of an expression, for those who walk a tree without looking at every node.

use crate::np::syntax::tree::{Binding, Expr, Item, Node, Piece, Quantifier};

impl Item {
    pub(crate) fn parts(&self) -> Vec<&Expr> {
        match self {
            Self::One(a) => vec![a],
            Self::Range(a, b) | Self::Entry(a, b) => vec![a, b],
            Self::Pair(a, b, c) => vec![a, b, c],
        }
    }
}

impl Binding {
    fn parts(&self) -> impl Iterator<Item = &Expr> {
        std::iter::once(&self.over).chain(&self.guards)
    }
}

impl Node {
    /// Calls `visit` with each direct subexpression.
    pub fn children<'t>(&'t self, mut visit: impl FnMut(&'t Expr)) {
        match self {
            Self::Int(_) | Self::Name(_) | Self::Me | Self::Store(_) => {}
            Self::Set(items) => items.iter().flat_map(Item::parts).for_each(visit),
            Self::Binary(_, a, b) | Self::Soft(a, b) => {
                visit(a);
                visit(b);
            }
            Self::Index(a, keys) | Self::Has(a, keys) => {
                visit(a);
                keys.iter().for_each(visit);
            }
            Self::Not(a)
            | Self::Minus(a)
            | Self::Dot(a, _)
            | Self::Abs(a)
            | Self::Append(_, a)
            | Self::Goal(_, a) => visit(a),
            Self::Each { binding, body, .. } => {
                binding.parts().for_each(&mut visit);
                visit(body);
            }
            Self::If(a, b, c) => {
                visit(a);
                visit(b);
                visit(c);
            }
            Self::List(_, list) => list.iter().for_each(visit),
            Self::Table(list, tuples) => {
                list.iter().chain(tuples.iter().flatten()).for_each(visit);
            }
            Self::Global(call) => {
                call.binding.iter().flat_map(Binding::parts).for_each(&mut visit);
                call.things.iter().flatten().chain(&call.capacity).for_each(visit);
            }
            Self::Hint(list) => list.iter().for_each(|(_, _, e)| visit(e)),
            Self::Print(pieces) => {
                for piece in pieces {
                    if let Piece::Value(value) = piece {
                        visit(value);
                    }
                }
            }
        }
    }

    /// Whether it makes records: it is `Append`, or a `ForAll` whose body makes records.
    pub fn appends(&self) -> bool {
        match self {
            Self::Append(..) => true,
            Self::Each { quantifier: Quantifier::ForAll, body, .. } => body.node.appends(),
            _ => false,
        }
    }
}
