//! The models, puzzles and records that ship inside the program.

use std::sync::Arc;

use include_dir::{Dir, include_dir};

use crate::base::diagnostic::{self, Source};
use crate::base::toml_fields::{Faults, find};

/// Finds the text of a model by the name a puzzle gives; the error says what is wrong and what
/// to do.
pub type LoadModel<'a> = &'a dyn Fn(&str) -> Result<Arc<Source>, LoadFault>;

/// Why a model was not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} ({help})")]
pub struct LoadFault {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

static MODELS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/models");
static PUZZLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/puzzles");

/// Names of the shipped models, in order: `english`.
pub fn models() -> Vec<String> {
    names(&MODELS, "toml")
}

/// Names of the shipped puzzles, in order: `gardner/latin-cross`.
pub fn puzzles() -> Vec<String> {
    names(&PUZZLES, "toml")
}

/// Names of the shipped records, in order: `records/bergholt-1912`.
pub fn records() -> Vec<String> {
    names(&PUZZLES, "txt")
}

/// Names of the shipped constraint programs, in order: `solitaire`.
pub fn programs() -> Vec<String> {
    names(&MODELS, "np")
}

fn names(dir: &Dir<'_>, extension: &str) -> Vec<String> {
    let mut found = Vec::new();
    for file in dir.files() {
        if file.path().extension().is_some_and(|e| e == extension) {
            found.push(file.path().with_extension("").to_string_lossy().replace('\\', "/"));
        }
    }
    found.extend(dir.dirs().flat_map(|sub| names(sub, extension)));
    found.sort();
    found
}

/// A shipped model by name.
///
/// # Errors
/// Says which name may have been meant.
pub fn model(name: &str) -> Result<Arc<Source>, LoadFault> {
    text(&MODELS, &format!("{name}.toml"), &format!("models/{name}.toml")).ok_or_else(|| {
        let all = models();
        LoadFault {
            message: format!("no model \"{name}\" ships with soliter"),
            help: format!(
                "{}; a model file of your own ends in .toml",
                diagnostic::suggestion(name, all.iter().map(String::as_str))
            ),
        }
    })
}

/// The rules of a game for people: those of a kind of model, `solitaire` or `leibniz`.
pub fn rules(name: &str) -> Option<&'static str> {
    MODELS.get_file(format!("rules/{name}.txt"))?.contents_utf8()
}

/// A shipped constraint program by name (`solitaire`) or by its path in the repository.
pub fn program(name: &str) -> Option<Arc<Source>> {
    let name = name.strip_prefix("models/").unwrap_or(name);
    let name = name.strip_suffix(".np").unwrap_or(name);
    text(&MODELS, &format!("{name}.np"), &format!("models/{name}.np"))
}

/// A shipped puzzle by its whole name (`gardner/latin-cross`), by the last part of it where that
/// is unique, or by its path in the repository.
pub fn puzzle(name: &str) -> Option<Arc<Source>> {
    shipped(name, "toml", &puzzles())
}

/// A shipped record, found like a puzzle.
pub fn record(name: &str) -> Option<Arc<Source>> {
    shipped(name, "txt", &records())
}

/// The title in a model or puzzle file.
pub fn title(source: &Arc<Source>) -> Option<String> {
    let (table, _) = Faults::parse(source);
    let title = find(&table, "title")?;
    title.get_ref().as_str().map(str::to_owned)
}

fn shipped(name: &str, extension: &str, all: &[String]) -> Option<Arc<Source>> {
    let name = name.strip_prefix("puzzles/").unwrap_or(name);
    let name = name.strip_suffix(&format!(".{extension}")).unwrap_or(name);
    let whole = all.iter().find(|known| *known == name);
    let last_part = || {
        let mut same = all.iter().filter(|known| known.rsplit('/').next() == Some(name));
        same.next().filter(|_| same.next().is_none())
    };
    let found = whole.or_else(last_part)?;
    let path = format!("{found}.{extension}");
    text(&PUZZLES, &path, &format!("puzzles/{path}"))
}

fn text(dir: &Dir<'_>, path: &str, shown: &str) -> Option<Arc<Source>> {
    let text = dir.get_file(path)?.contents_utf8()?;
    Some(Source::new(shown, text))
}
