//! The symbolic value of an expression, and the scope in which it is evaluated.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::ground::formula::{FormulaId, Sum};
use crate::resolve::MemberId;

#[derive(Clone, Debug)]
pub(crate) enum Symbolic {
    Number(Sum),
    Truth(FormulaId),
    /// A set of known numbers, which are sorted.
    Set(Rc<Vec<i64>>),
    Map(Rc<BTreeMap<i64, i64>>),
    Pairs(Rc<BTreeMap<(i64, i64), i64>>),
    Class(usize),
    Record(usize, i64),
    /// A record of a class that depends on variables: the one whose test holds. Exactly one test does.
    Cases(usize, Rc<Vec<(i64, FormulaId)>>),
}

#[derive(Clone, Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) place: MemberId,
    pub(crate) key: Option<i64>,
    /// The names that quantifiers have bound, the innermost last.
    pub(crate) bound: Vec<(&'a str, Symbolic)>,
}

impl Scope<'_> {
    pub(crate) fn new(place: MemberId, key: Option<i64>) -> Self {
        Self { place, key, bound: Vec::new() }
    }

    /// The bound names with the elements that they stand for.
    pub(crate) fn elements(&self) -> Vec<(String, i64)> {
        let element = |value: &Symbolic| match value {
            Symbolic::Number(sum) => sum.decided(),
            Symbolic::Record(_, key) => Some(*key),
            _ => None,
        };
        let named = self.bound.iter();
        named.filter_map(|(name, value)| Some(((*name).to_owned(), element(value)?))).collect()
    }
}
