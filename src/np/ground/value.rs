//! What an expression says while grounding, and where it is evaluated.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::base::control::Stop;
use crate::base::diagnostic::Diagnostic;
use crate::np::ground::formula::{Sum, Truth};
use crate::np::resolve::index::Place;

/// Why evaluation ended.
#[derive(Debug)]
pub(crate) enum Halt {
    Fault(Box<Diagnostic>),
    Stop(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

pub(crate) type Evaluation<T> = Result<T, Halt>;

/// What an expression says.
#[derive(Clone, Debug)]
pub(crate) enum Value {
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

/// What a quantifier runs over.
#[derive(Clone, Debug)]
pub(crate) struct Elements {
    /// Keys of the class's records, or numbers.
    pub(crate) class: Option<usize>,
    pub(crate) numbers: Rc<Vec<i64>>,
}

impl Elements {
    pub(crate) fn iter(&self) -> impl Iterator<Item = Value> {
        self.numbers.iter().map(|&number| match self.class {
            Some(class) => Value::Record(class, number),
            None => Value::Number(Sum::number(number)),
        })
    }
}

/// Where an expression is evaluated.
#[derive(Clone, Debug)]
pub(crate) struct Scope<'a> {
    /// The member that is evaluated.
    pub(crate) place: Place,
    /// The record it belongs to.
    pub(crate) key: Option<i64>,
    /// Names bound by quantifiers.
    pub(crate) bound: Vec<(&'a str, Value)>,
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

impl Value {
    /// The number of an element, if it is one or a record has one.
    pub(crate) fn element(&self) -> Option<i64> {
        match self {
            Self::Number(sum) => sum.decided(),
            Self::Record(_, key) => Some(*key),
            _ => None,
        }
    }
}
