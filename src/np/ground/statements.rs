//! What the constraints of a program state when its data are put in, and where each statement comes from.

use crate::np::ground::formula::{Sum, Truth, Var};
use crate::np::resolve::index::Place;
use crate::np::syntax::tree::Span;

/// What the constraints of a program state.
#[derive(Debug, Default)]
pub(crate) struct Statements {
    pub(crate) constraints: Vec<(Origin, Truth)>,
    /// What is minimised, or maximised if the flag is set.
    pub(crate) objective: Option<(bool, Sum, Origin)>,
    /// What soft clauses cost, and the first of them.
    pub(crate) penalty: Option<(Sum, Origin)>,
    pub(crate) stored: Vec<StoreRequest>,
    pub(crate) hints: Vec<Hint>,
    pub(crate) printed: Vec<Vec<PrintPiece>>,
}

/// Where a ground constraint comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The constraint.
    pub(crate) place: Place,
    /// The record it speaks of.
    pub(crate) key: Option<i64>,
    /// The elements that `ForAll` has bound.
    pub(crate) bound: Vec<(String, i64)>,
    /// The clause.
    pub(crate) span: Span,
    /// It says what a function in the clause is, and holds whatever else does.
    pub(crate) is_side_condition: bool,
}

/// A value that `Store` asks for.
#[derive(Clone, Debug)]
pub(crate) struct StoreRequest {
    /// `Coin(1)`, or nothing for a module.
    pub(crate) record: Option<String>,
    pub(crate) name: String,
    pub(crate) value: Sum,
    /// The enumeration that has a name for the value.
    pub(crate) names: Option<Place>,
}

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
