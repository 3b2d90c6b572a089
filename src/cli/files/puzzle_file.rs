//! The text of a collection, as written by `survey` and `generate`.

use std::fmt::Write as _;
use std::path::Path;

use soliter::base::collection::NOT_IN_NAMES;
use toml::Value;

use crate::cli::files::targets::Target;

pub(crate) fn list<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Value {
    Value::Array(names.into_iter().map(|name| Value::from(name.as_ref())).collect())
}

/// A TOML table of one key, on one line.
pub(crate) fn inline(key: &str, value: &Value) -> String {
    format!("{{ {key} = {value} }}")
}

/// An entry of a collection: start and finish in TOML, and the known answer.
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) ends: [String; 2],
    pub(crate) known: Vec<(&'static str, Value)>,
}

/// The file of a collection.
pub(crate) fn target(path: &Path) -> Target<'_> {
    Target { what: "collection", path, endings: &["toml"] }
}

/// The text of a collection whose entries share a model and a notation.
pub(crate) fn collection(
    [title, model, notation]: [&str; 3],
    entries: impl IntoIterator<Item = Entry>,
) -> String {
    let [title, model, notation] = [title, model, notation].map(Value::from);
    let mut text = format!("title    = {title}\nmodel    = {model}\nnotation = {notation}\n");
    for Entry { name, title, ends: [start, finish], known } in entries {
        // Names of holes may have characters that names of entries must not have.
        let name = name.replace(|sign| NOT_IN_NAMES.contains(sign), "-");
        let [name, title] = [name, title].map(Value::from);
        let _ = write!(
            text,
            "\n[[puzzle]]\nname   = {name}\ntitle  = {title}\nstart  = {start}\nfinish = {finish}\n"
        );
        for (key, value) in known {
            let _ = writeln!(text, "known.{key} = {value}");
        }
    }
    text
}
