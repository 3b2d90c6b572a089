//! Completion of arguments in a shell: built-in names with their titles, and files.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read as _};

use clap_complete::CompletionCandidate;
use clap_complete::engine::{ArgValueCompleter, PathCompleter, ValueCompleter};
use soliter::base::collection::{Collection, MAX_BYTES};
use soliter::base::diagnostic::Source;
use soliter::library;

pub(super) fn puzzle() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| offered(typed, library::puzzles(), "toml"))
}

pub(super) fn shown() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        let names = [library::models(), library::puzzles(), library::programs()].concat();
        offered(typed, names, "toml")
    })
}

pub(super) fn solution() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| offered(typed, library::solutions(), "txt"))
}

#[cfg(feature = "milp")]
pub(super) fn program() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| offered(typed, library::programs(), "np"))
}

pub(super) fn model() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| begin_with(typed, library::models()))
}

fn offered(typed: &OsStr, names: Vec<String>, ending: &'static str) -> Vec<CompletionCandidate> {
    let files = PathCompleter::any()
        .filter(move |path| path.extension().is_some_and(|other| other == ending))
        .stdio();
    let mut all = begin_with(typed, names);
    all.extend(in_collection(&typed.to_string_lossy()));
    all.extend(files.complete(typed));
    all
}

/// The entries of a collection, for `FILE#` and what follows.
fn in_collection(typed: &str) -> Vec<CompletionCandidate> {
    let read = |file: &str| {
        let file = File::open(file).ok()?.take(MAX_BYTES as u64);
        let text = io::read_to_string(file).ok()?;
        Collection::parse(&Source::new("", text))?.ok()
    };
    let Some((file, begun)) = typed.rsplit_once('#') else { return Vec::new() };
    let Some(all) = read(file) else { return Vec::new() };
    let names = all.names().filter(|name| name.starts_with(begun));
    names.map(|name| CompletionCandidate::new(format!("{file}#{name}"))).collect()
}

fn begin_with(typed: &OsStr, names: Vec<String>) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    let candidate = |name: String| {
        let source = library::puzzle(&name).or_else(|| library::model(&name).ok());
        let title = source.and_then(|source| library::title(&source));
        CompletionCandidate::new(name).help(title.map(Into::into))
    };
    names.into_iter().filter(|name| name.starts_with(&*typed)).map(candidate).collect()
}
