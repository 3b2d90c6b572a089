//! The statements that remain of a program's constraints once its data are known, with their origins.

use crate::ground::formula::{FormulaId, Sum, Var};
use crate::resolve::MemberId;
use crate::syntax::tree::{HintKind, Span};

#[derive(Debug, Default)]
pub(crate) struct Statements {
    pub(crate) constraints: Vec<(Origin, FormulaId)>,
    pub(crate) objective: Option<(bool, Sum, Origin)>,
    /// The total cost of the soft constraints, with the origin of the first.
    pub(crate) penalty: Option<(Sum, Origin)>,
    pub(crate) stored: Vec<StoreRequest>,
    pub(crate) hints: Vec<Hint>,
    pub(crate) printed: Vec<Vec<PrintPiece>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) place: MemberId,
    pub(crate) key: Option<i64>,
    /// The names that `ForAll` has bound, with their elements.
    pub(crate) bound: Vec<(String, i64)>,
    pub(crate) span: Span,
    /// Whether it is a side condition: it defines an auxiliary variable and excludes no solution.
    pub(crate) is_side_condition: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct StoreRequest {
    /// The record, such as `Coin(1)`; `None` in a module.
    pub(crate) record: Option<String>,
    pub(crate) name: String,
    pub(crate) value: Sum,
    /// The enumeration that is the domain of the variable, which may have a name for the value.
    pub(crate) names: Option<MemberId>,
}

/// A hint about a variable, with its priority or its probable value.
pub(crate) type Hint = (Var, HintKind, i64);

#[derive(Clone, Debug)]
pub(crate) enum PrintPiece {
    Text(String),
    /// A number, with the enumeration that may have a name for it.
    Value(Sum, Option<MemberId>),
}
