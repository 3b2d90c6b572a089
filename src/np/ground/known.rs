//! What a name of a program is before anything is solved.

use std::collections::BTreeSet;

use crate::base::control::{Control, Stop};
use crate::np::ground::evaluate::Grounder;
use crate::np::ground::value::{Halt, Scope, Value};
use crate::np::resolve::names::Model;
use crate::np::syntax::data::{Data, FieldValues};

/// The value of a field or definition of a module; nothing if there is none of that name, or its
/// value depends on records or decisions, or is wrong.
///
/// # Errors
/// A limit came first.
pub fn known_value(
    model: &Model,
    given: &FieldValues,
    name: &str,
    control: &Control,
) -> Result<Option<Data>, Stop> {
    let Some(&place) = model.index.modules.get(name) else { return Ok(None) };
    let mut grounder = Grounder::new(model, given, control);
    let span = &model.member(place).name.span;
    match grounder.member_value(place, None, &Scope::new(place, None), span) {
        Ok(Value::Number(sum)) => Ok(sum.decided().map(Data::Number)),
        Ok(Value::Set(set)) => Ok(Some(Data::Set(set.iter().copied().collect::<BTreeSet<_>>()))),
        Ok(Value::Pairs(map)) => Ok(Some(Data::Pairs((*map).clone()))),
        Ok(Value::Map(map)) => Ok(Some(Data::Map((*map).clone()))),
        Ok(_) | Err(Halt::Fault(_)) => Ok(None),
        Err(Halt::Stop(stop)) => Err(stop),
    }
}
