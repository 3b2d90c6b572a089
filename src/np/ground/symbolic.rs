//! The value of an expression whose variables are undecided, and the scope in which it is evaluated.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::np::ground::formula::{Sum, Truth};
use crate::np::resolve::index::Place;

/// What an expression says.
#[derive(Clone, Debug)]
pub(crate) enum Symbolic {
    Number(Sum),
    Truth(Truth),
    /// In order.
    Set(Rc<Vec<i64>>),
    Map(Rc<BTreeMap<i64, i64>>),
    Pairs(Rc<BTreeMap<(i64, i64), i64>>),
    Class(usize),
    Record(usize, i64),
    /// The record of a class whose test holds: one of these does.
    Cases(usize, Rc<Vec<(i64, Truth)>>),
}

/// Where an expression is evaluated.
#[derive(Clone, Debug)]
pub(crate) struct Scope<'a> {
    /// The member that is evaluated.
    pub(crate) place: Place,
    /// The record it belongs to.
    pub(crate) key: Option<i64>,
    /// Names bound by quantifiers.
    pub(crate) bound: Vec<(&'a str, Symbolic)>,
}

impl Scope<'_> {
    pub(crate) fn new(place: Place, key: Option<i64>) -> Self {
        Self { place, key, bound: Vec::new() }
    }

    pub(crate) fn elements(&self) -> Vec<(String, i64)> {
        let named = self.bound.iter();
        named.filter_map(|(name, v)| Some(((*name).to_owned(), v.element()?))).collect()
    }
}

impl Symbolic {
    /// The number of an element, if it is one or a record has one.
    pub(crate) fn element(&self) -> Option<i64> {
        match self {
            Self::Number(sum) => sum.decided(),
            Self::Record(_, key) => Some(*key),
            _ => None,
        }
    }
}
