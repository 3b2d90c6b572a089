//! Whether the fields of a program are given, and as they should be.

use std::collections::BTreeSet;

use crate::base::diagnostic::{Diagnostic, suggestion};
use crate::np::resolve::names::Model;
use crate::np::syntax::data::{Data, FieldValues};
use crate::np::syntax::tree::{Body, Shape};

/// Fields without a value, or with one of another shape; at most so many.
pub(crate) fn missing_fields(model: &Model, given: &FieldValues, most: usize) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for (_, member) in model.members() {
        let Body::Field { shape, value, .. } = &member.body else { continue };
        if faults.len() >= most {
            break;
        }
        let name = &member.name.text;
        match given.get(name) {
            None if value.is_none() => faults.push(
                Diagnostic::new(
                    &model.source,
                    member.name.span.clone(),
                    format!("the field {name} has no value"),
                )
                .help(format!("give it: --set {name}={}", example(*shape))),
            ),
            Some(data)
                if data.shape() != *shape
                    && !(matches!(shape, Shape::Map | Shape::Pairs)
                        && *data == Data::Set(BTreeSet::new())) =>
            {
                let found = match data.shape() {
                    Shape::Number => "a number",
                    Shape::Set => "a set",
                    Shape::Map => "a map",
                    Shape::Pairs => "a map with two keys",
                };
                let message = format!("the field {name} is given {found}");
                faults.push(
                    Diagnostic::new(&model.source, member.name.span.clone(), message)
                        .help(format!("give it like this: --set {name}={}", example(*shape))),
                );
            }
            _ => {}
        }
    }
    faults
}

/// What to say if a field is given that the program does not have.
pub fn unknown_field(model: &Model, name: &str) -> Option<String> {
    let known: Vec<&str> = model.fields().map(|(field, _)| field).collect();
    if known.contains(&name) {
        return None;
    }
    Some(if known.is_empty() {
        "the program has no fields".to_owned()
    } else {
        suggestion(name, known.iter().copied())
    })
}

fn example(shape: Shape) -> &'static str {
    match shape {
        Shape::Number => "7",
        Shape::Set => "\"{1, 2, 5..9}\"",
        Shape::Map => "\"{1: 10, 2: 20}\"",
        Shape::Pairs => "\"{(1, 2): 10}\"",
    }
}
