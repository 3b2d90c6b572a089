//! Values for fields, which are given from outside the program.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use crate::syntax::parser;
use crate::syntax::tree::{Expr, Item, Node, Shape};
use soliter_base::diagnostic::{Diagnostic, Diagnostics, Source};

/// A value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// A number.
    Number(i64),
    /// A set of numbers.
    Set(BTreeSet<i64>),
    /// A map from numbers to numbers.
    Map(BTreeMap<i64, i64>),
    /// A map from pairs of numbers to numbers.
    Pairs(BTreeMap<(i64, i64), i64>),
}

impl Data {
    /// The shape of a field that holds the value.
    pub fn shape(&self) -> Shape {
        match self {
            Self::Number(_) => Shape::Number,
            Self::Set(_) => Shape::Set,
            Self::Map(_) => Shape::Map,
            Self::Pairs(_) => Shape::Pairs,
        }
    }

    /// Parses `7`, `True`, `{1, 2, 5..9}`, `{1: 10, 2: 20}` or `{(1, 2): 10}`.
    pub fn parse(source: &Arc<Source>) -> Result<Self, Diagnostics> {
        Self::parse_with(source, &|_| None)
    }

    /// Parses a value in which names may stand for numbers.
    pub(crate) fn parse_with(source: &Arc<Source>, words: Words<'_>) -> Result<Self, Diagnostics> {
        read(&parser::parse_expression(source)?, words).map_err(|(expr, message)| {
            Diagnostic::new(source, expr.span.clone(), message)
                .help(
                    "write a number, a set such as {1, 2, 5..9}, a map such as {1: 10, 2: 20}, or one with \
                     two keys such as {(1, 2): 10}",
                )
                .into()
        })
    }
}

/// Looks up the number that a name stands for.
pub(crate) type Words<'w> = &'w dyn Fn(&str) -> Option<i64>;

pub(crate) const MAX_SET: usize = 100_000;

/// The value of an expression without operators; an error has the expression at fault and a message.
fn read<'e>(expr: &'e Expr, words: Words<'_>) -> Result<Data, (&'e Expr, String)> {
    let number = |expr: &'e Expr| number(expr, words);
    let Node::Set(items) = &expr.node else { return number(expr).map(Data::Number) };
    let (mut set, mut map, mut pairs) = (BTreeSet::new(), BTreeMap::new(), BTreeMap::new());
    for item in items {
        match item {
            Item::One(one) => {
                set.insert(number(one)?);
            }
            Item::Range(first, last) => {
                let (a, b) = (number(first)?, number(last)?);
                let length = (i128::from(b) - i128::from(a) + 1).max(0);
                if set.len() as i128 + length > MAX_SET as i128 {
                    let message =
                        format!("with the range {a}..{b} the set has more than {MAX_SET} elements");
                    return Err((expr, message));
                }
                set.extend(a..=b);
            }
            Item::Entry(key, value) => {
                let place = number(key)?;
                if map.insert(place, number(value)?).is_some() {
                    return Err((key, format!("the key {place} is there twice")));
                }
            }
            Item::Pair(a, b, value) => {
                let (one, other) = (number(a)?, number(b)?);
                if pairs.insert((one, other), number(value)?).is_some() {
                    return Err((a, format!("the keys {one}, {other} are there twice")));
                }
            }
        }
    }
    match (set.is_empty(), map.is_empty(), pairs.is_empty()) {
        (_, true, true) => Ok(Data::Set(set)),
        (true, false, true) => Ok(Data::Map(map)),
        (true, true, false) => Ok(Data::Pairs(pairs)),
        _ => Err((expr, "elements and entries are mixed".to_owned())),
    }
}

fn number<'e>(expr: &'e Expr, words: Words<'_>) -> Result<i64, (&'e Expr, String)> {
    let wrong = || match &expr.node {
        Node::Name(name) => (expr, format!("\"{name}\" is not a number")),
        _ => (expr, "this is not a number".to_owned()),
    };
    match &expr.node {
        Node::Int(number) => Ok(*number),
        Node::Minus(inner) => number(inner, words).map(i64::wrapping_neg),
        Node::Name(name) => words(name).ok_or_else(wrong),
        _ => Err(wrong()),
    }
}

impl fmt::Display for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = match self {
            Self::Number(number) => return write!(f, "{number}"),
            Self::Set(set) => set.iter().map(i64::to_string).collect::<Vec<_>>(),
            Self::Map(map) => map.iter().map(|(k, v)| format!("{k}: {v}")).collect(),
            Self::Pairs(map) => map.iter().map(|((a, b), v)| format!("({a}, {b}): {v}")).collect(),
        };
        write!(f, "{{{}}}", list.join(", "))
    }
}

/// The values of fields, by name.
pub type FieldValues = BTreeMap<String, Data>;

/// A phrase with the keys that are nearest to a missing one.
pub(crate) fn nearest_keys(keys: impl Iterator<Item = i64>, key: i64) -> String {
    let mut keys: Vec<i64> = keys.collect();
    if keys.is_empty() {
        return "there are none at all".to_owned();
    }
    let distance = |other: &i64| (other.abs_diff(key), *other);
    if keys.len() > 3 {
        keys.select_nth_unstable_by_key(2, distance);
    }
    keys.truncate(3);
    keys.sort_unstable();
    let keys: Vec<String> = keys.iter().map(i64::to_string).collect();
    format!("the nearest are {}", keys.join(", "))
}
