//! The objects of `--schema 1`: those of version 2 with the keys and words of version 1. It will be removed in
//! version 1.0.

use serde_json::{Map, Value};

/// Keys of version 2, each with its name in version 1, at every depth.
const KEYS: [(&str, &str); 19] = [
    ("solution", "line"),
    ("solution_holes", "line_holes"),
    ("solutions_holes", "lines_holes"),
    ("game", "line"),
    ("best_play", "line"),
    ("solution_source", "record"),
    ("solution_number", "solution"),
    ("survivor", "finisher"),
    ("last_captured", "catch"),
    ("reverse", "building"),
    ("win_probability", "luck"),
    ("successors", "arrivals"),
    ("uncertainty", "doubt"),
    ("unconfirmed", "asked_once"),
    ("layers_trusted", "layers_believed"),
    ("split_depth", "after"),
    ("rule_variants", "readings"),
    ("errors", "faults"),
    ("solutions", "lines"),
];

/// Keys whose values are words, and the words that differ: key, word of version 2, word of version 1.
const WORDS: [(&str, &str, &str); 14] = [
    ("verdict", "unreadable", "not-understood"),
    ("reason", "unreadable-solution", "not-understood"),
    ("reason", "wrong-solution", "wrong-record"),
    ("reason", "rejected", "refused"),
    ("reason", "survivor-captured", "finisher-taken"),
    ("reason", "last-captured-early", "catch-taken"),
    ("reason", "last-captured-left", "catch-left"),
    ("formulation", "by-jump", "mirror"),
    ("formulation", "by-move", "sweep"),
    ("what", "shortest", "minimal"),
    ("what", "win-probability", "luck"),
    ("kind", "solution", "record"),
    ("kind", "game-record", "record"),
    ("proved", "unsatisfiable", "clauses-contradict"),
];

/// The object on a single line.
pub(super) fn line(report: Value) -> serde_json::Result<String> {
    let mut object = Map::new();
    object.insert("schema".to_owned(), 1.into());
    if let Value::Object(keys) = old(report) {
        object.extend(keys);
    }
    let mut text = serde_json::to_string(&object)?;
    text.push('\n');
    Ok(text)
}

fn old(value: Value) -> Value {
    match value {
        Value::Array(all) => all.into_iter().map(old).collect(),
        Value::Object(keys) => {
            // `solutions` is also used for a number of solutions, and for the solutions of a program; only
            // here was it called `lines`.
            let has_lines = keys.contains_key("solutions_holes");
            let entry =
                |(key, value): (String, Value)| (old_key(&key, has_lines), old_word(&key, value));
            Value::Object(keys.into_iter().map(entry).collect())
        }
        plain => plain,
    }
}

fn old_key(key: &str, has_lines: bool) -> String {
    let renamed = KEYS.iter().find(|(new, _)| *new == key && (*new != "solutions" || has_lines));
    renamed.map_or(key, |(_, old)| old).to_owned()
}

fn old_word(key: &str, value: Value) -> Value {
    let same = |(of, new, _): &&(&str, &str, &str)| *of == key && value == *new;
    match WORDS.iter().find(same) {
        Some((_, _, word)) => (*word).into(),
        // The keys inside these values are names from the user's program.
        None if ["stored", "solutions"].contains(&key) => value,
        None => old(value),
    }
}
