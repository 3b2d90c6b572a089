//! Checks that the fields of a program have values of the right shapes.

use std::collections::BTreeSet;

use crate::base::diagnostic::{Diagnostic, suggestion};
use crate::np::resolve::kinds::Kind;
use crate::np::resolve::names::Model;
use crate::np::syntax::data::{Data, FieldValues};
use crate::np::syntax::tree::{Body, Member, Shape};

/// Faults for fields that have no value or one of the wrong shape; at most `most` of them.
pub(crate) fn missing_fields(model: &Model, given: &FieldValues, most: usize) -> Vec<Diagnostic> {
    let fault = |member: &Member| {
        let Body::Field { shape, value, .. } = &member.body else { return None };
        let (name, example) = (&member.name.text, example(*shape));
        let (message, help) = match given.get(name) {
            None if value.is_none() => (
                format!("the field {name} has no value"),
                format!("give it: --set {name}={example}"),
            ),
            Some(data) if !fits(data, *shape) => (
                format!("the field {name} is given {}", Kind::from(data.shape()).phrase()),
                format!("give it like this: --set {name}={example}"),
            ),
            _ => return None,
        };
        Some(Diagnostic::new(&model.source, member.name.span.clone(), message).help(help))
    };
    model.members().filter_map(|(_, member)| fault(member)).take(most).collect()
}

/// Whether a value has a shape. The empty set is also the empty map.
fn fits(data: &Data, shape: Shape) -> bool {
    let is_map = matches!(shape, Shape::Map | Shape::Pairs);
    data.shape() == shape || is_map && *data == Data::Set(BTreeSet::new())
}

/// A help text if the program has no field of this name.
pub fn unknown_field(model: &Model, name: &str) -> Option<String> {
    let known: Vec<&str> = model.fields().map(|(field, _)| field).collect();
    if known.contains(&name) {
        return None;
    }
    Some(if known.is_empty() {
        "the program has no fields".to_owned()
    } else {
        suggestion(name, known)
    })
}

/// An example of a value as an argument of the command line.
fn example(shape: Shape) -> &'static str {
    match shape {
        Shape::Number => "7",
        Shape::Set => "\"{1, 2, 5..9}\"",
        Shape::Map => "\"{1: 10, 2: 20}\"",
        Shape::Pairs => "\"{(1, 2): 10}\"",
    }
}
