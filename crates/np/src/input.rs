//! Values of a program's fields, given one by one or in a TOML file with a key for each field.
//!
//! In a file, a number is an integer, `true`, `false`, or a string with a name of an enumeration. A set is an
//! array. A map is a table by key, or an array, whose keys are 1, 2, ...; a map with two keys is a table or
//! array of those. A string may also hold a value in the notation of the language. The table `scale` has a factor for
//! each field with decimal numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use toml::de::DeValue;

use crate::resolve::{kinds::Kind, names::Model};
use crate::syntax::data::{Data, FieldValues};
use crate::syntax::tree::{Body, Member, Shape};
use soliter_base::diagnostic::{Diagnostic, Diagnostics, Source, suggestion};
use soliter_base::toml_fields::{Faults, Value};
use soliter_base::wording::short;

/// Whether a TOML file describes a puzzle instead of values for the fields of this program.
pub fn is_puzzle(model: &Model, source: &Arc<Source>) -> bool {
    let (table, _) = Faults::parse(source);
    let has_field = |name: &str| model.fields().any(|(field, _)| field == name);
    table.keys().any(|key| {
        let key: &str = key.get_ref();
        matches!(key, "model" | "start" | "finish") && !has_field(key)
    })
}

/// Reads the values of a program's fields from a TOML file, or reports all errors in the file: keys that are
/// not fields, and values of the wrong type.
pub fn read(model: &Model, source: &Arc<Source>) -> Result<FieldValues, Diagnostics> {
    let (table, faults) = Faults::parse(source);
    let mut reader = Reader { model, faults, scales: BTreeMap::new() };
    let mut given = FieldValues::new();
    let is_scale = |name: &str| name == SCALE && !model.fields().any(|(field, _)| field == SCALE);
    for (key, value) in table.iter().filter(|(key, _)| is_scale(key.get_ref())) {
        reader.read_scales(key.get_ref(), value);
    }
    for (key, value) in &table {
        let name: &str = key.get_ref();
        if is_scale(name) {
            continue;
        }
        let Some((_, shape)) = model.fields().find(|(field, _)| *field == name) else {
            let help = unknown_field(model, name).unwrap_or_default();
            let message = format!("the program has no field \"{}\"", short(name));
            reader.faults.add_with_help(key.span(), message, help);
            continue;
        };
        if let Some(data) = reader.field(value, name, shape) {
            given.insert(name.to_owned(), data);
        }
    }
    if reader.faults.list.is_empty() { Ok(given) } else { Err(reader.faults.sorted()) }
}

/// The table with the factors of fields that have decimal numbers.
const SCALE: &str = "scale";

struct Reader<'i, 'm> {
    model: &'m Model,
    faults: Faults<'i>,
    scales: BTreeMap<String, i64>,
}

/// A decimal number times a scale, if that is an integer of 64 bits.
fn scaled(text: &str, scale: i64) -> Option<i64> {
    let text = text.replace('_', "");
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    let digits: i128 = format!("{whole}{decimals}").parse().ok()?;
    let unit = 10i128.checked_pow(decimals.len().try_into().ok()?)?;
    let number = digits.checked_mul(scale.into())?;
    (number % unit == 0).then(|| i64::try_from(number / unit).ok())?
}

impl<'i> Reader<'i, '_> {
    fn read_scales(&mut self, key: &str, value: &Value<'i>) {
        let DeValue::Table(table) = value.get_ref() else {
            self.faults.wrong_type(value, key, "a table with a factor for each field");
            return;
        };
        for (field, factor) in table {
            if let Some(factor) = self.faults.number(factor, field.get_ref(), 1..=i64::MAX) {
                self.scales.insert(field.get_ref().to_string(), factor);
            }
        }
    }

    /// The value of a field; `None` if an error was recorded.
    fn field(&mut self, value: &Value<'i>, name: &str, shape: Shape) -> Option<Data> {
        if let Some(text) = value.get_ref().as_str()
            && self.model.word(text).is_none()
        {
            if self.scales.contains_key(name) {
                let help = "write TOML numbers, arrays or tables";
                self.faults.add_with_help(value.span(), "a scaled value in a text", help);
                return None;
            }
            let read = self.model.data(&Source::new(name, text));
            let read = read.map_err(|list| {
                for fault in list.0 {
                    let help = fault.help.unwrap_or_default();
                    self.faults.add_with_help(value.span(), fault.message, help);
                }
            });
            return read.ok();
        }
        match shape {
            Shape::Number => self.number(value, name).map(Data::Number),
            Shape::Set => {
                let list = self.faults.list(value, name, "an array of numbers")?;
                let numbers = list.iter().map(|value| self.number(value, name));
                numbers.collect::<Option<BTreeSet<i64>>>().map(Data::Set)
            }
            Shape::Map => {
                let entries = self.entries(value, name)?.into_iter();
                let entries = entries.map(|(key, value)| Some((key, self.number(value, name)?)));
                entries.collect::<Option<_>>().map(Data::Map)
            }
            Shape::Pairs => {
                let mut pairs = BTreeMap::new();
                for (first, row) in self.entries(value, name)? {
                    for (second, value) in self.entries(row, name)? {
                        pairs.insert((first, second), self.number(value, name)?);
                    }
                }
                Some(Data::Pairs(pairs))
            }
        }
    }

    /// The values of a table with their keys, or those of an array with their positions, counted from 1.
    fn entries<'t>(
        &mut self,
        value: &'t Value<'i>,
        name: &str,
    ) -> Option<Vec<(i64, &'t Value<'i>)>> {
        match value.get_ref() {
            DeValue::Array(list) => Some((1..).zip(list.iter()).collect()),
            DeValue::Table(table) => {
                let mut entries: Vec<(i64, &'t Value<'i>)> = Vec::new();
                for (key, value) in table {
                    let text: &str = key.get_ref();
                    let Some(number) = self.model.word(text).or_else(|| text.parse().ok()) else {
                        let message = format!("\"{}\" in \"{name}\" is not a key", short(text));
                        let help = "keys are integers, or names of an enumeration";
                        self.faults.add_with_help(key.span(), message, help);
                        return None;
                    };
                    if entries.iter().any(|(known, _)| *known == number) {
                        let message = format!("the key {number} of \"{name}\" is there twice");
                        self.faults.add_with_help(key.span(), message, "leave one out");
                        return None;
                    }
                    entries.push((number, value));
                }
                Some(entries)
            }
            _ => {
                let expected = "a table, or an array whose keys are 1, 2, ...";
                self.faults.wrong_type(value, name, expected);
                None
            }
        }
    }

    /// A number; `None` if an error was recorded.
    fn number(&mut self, value: &Value<'i>, name: &str) -> Option<i64> {
        match value.get_ref() {
            DeValue::Boolean(truth) => Some(i64::from(*truth)),
            DeValue::String(text) => {
                let number = self.model.word(text);
                if number.is_none() {
                    let message =
                        format!("the program has no name \"{}\" for a number", short(text));
                    let help = "write an integer, or a name of an enumeration";
                    self.faults.add_with_help(value.span(), message, help);
                }
                number
            }
            DeValue::Float(number) => {
                let scale = self.scales.get(name).copied();
                let found = scale.and_then(|scale| scaled(number.as_str(), scale));
                if found.is_none() {
                    let message = match scale {
                        None => format!("{} is not an integer", number.as_str()),
                        Some(scale) => {
                            format!(
                                "{} times {scale} is not an integer of 64 bits",
                                number.as_str()
                            )
                        }
                    };
                    let help = format!(
                        "give {name} a scale: the lines [{SCALE}] and {name} = 100 at the end make cents of it"
                    );
                    self.faults.add_with_help(value.span(), message, help);
                }
                found
            }
            _ => {
                let number = self.faults.number(value, name, i64::MIN..=i64::MAX)?;
                let scale = self.scales.get(name).copied().unwrap_or(1);
                let scaled = number.checked_mul(scale);
                if scaled.is_none() {
                    let message = format!("{number} times {scale} passes 64 bits");
                    self.faults.add_with_help(value.span(), message, "make the scale smaller");
                }
                scaled
            }
        }
    }
}

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
