//! The text of a puzzle file, as `table` and `find` write it.

use std::fmt::Write as _;

use toml::Value;

pub(crate) fn list<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Value {
    Value::Array(names.into_iter().map(|name| Value::from(name.as_ref())).collect())
}

/// A TOML table of one key, on one line.
pub(crate) fn inline(key: &str, value: &Value) -> String {
    format!("{{ {key} = {value} }}")
}

/// A puzzle file: title, model and notation, start and finish as TOML writes them, and what is known.
pub(crate) fn text(
    [title, model, notation]: [&str; 3],
    [start, finish]: [String; 2],
    known: &[(&str, Value)],
) -> String {
    let [title, model, notation] = [title, model, notation].map(Value::from);
    let mut text = format!(
        "title    = {title}\nmodel    = {model}\nnotation = {notation}\nstart    = {start}\n\
         finish   = {finish}\n\n[known]\n"
    );
    for (key, value) in known {
        let _ = writeln!(text, "{key} = {value}");
    }
    text
}
