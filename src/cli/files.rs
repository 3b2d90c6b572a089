//! Finding and reading puzzles, models and records: by path, by shipped name, or from standard
//! input.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use soliter::base::diagnostic::{Source, nearest};
use soliter::library::{self, LoadFault};
pub(crate) use soliter::load::Loaded;
use soliter::peg::puzzle::Puzzle;

use crate::cli::output;
use crate::cli::session::Session;

/// Files are read up to this size.
const MAX_BYTES: u64 = 1 << 20;

/// Bad input that has been reported on standard error.
pub(crate) struct Reported;

/// Reads and validates a puzzle; faults are reported.
pub(crate) fn load(session: &Session, name: &str) -> Result<Loaded, Reported> {
    let source = find(name, "puzzle", library::puzzle, &library::puzzles())?;
    parse(session, &source)
}

/// Reads and validates a peg-solitaire puzzle; faults are reported.
pub(crate) fn peg_puzzle(session: &Session, name: &str) -> Result<Puzzle, Reported> {
    match load(session, name)? {
        Loaded::Peg(puzzle) => Ok(puzzle),
        Loaded::Game(_) => {
            output::error(
                &format!("\"{name}\" is not peg solitaire"),
                "for games there are solve, check, show, play and count --what perft",
            );
            Err(Reported)
        }
    }
}

/// Validates a puzzle that has been read; faults are reported.
pub(crate) fn parse(session: &Session, source: &Arc<Source>) -> Result<Loaded, Reported> {
    let folder = Path::new(&source.name).parent().unwrap_or(Path::new("")).to_owned();
    let loaded = soliter::load::load(source, &|model| load_model(&folder, model));
    let loaded = loaded.map_err(|faults| {
        output::diagnostics(&faults);
        Reported
    })?;
    match (loaded, session.options.notation) {
        (Loaded::Peg(puzzle), Some(scheme)) => {
            puzzle.with_scheme(scheme).map(Loaded::Peg).map_err(|error| {
                output::error(&error.to_string(), "choose another --notation");
                Reported
            })
        }
        (loaded, _) => Ok(loaded),
    }
}

/// Reads a record; faults are reported.
pub(crate) fn record(name: &str) -> Result<Arc<Source>, Reported> {
    find(name, "record", library::record, &library::records())
}

/// Reads a constraint program; faults are reported.
#[cfg(feature = "milp")]
pub(crate) fn program(name: &str) -> Result<Arc<Source>, Reported> {
    find(name, "program", library::program, &library::programs())
}

/// Reads a puzzle or a model.
pub(crate) fn puzzle_or_model(name: &str) -> Result<Arc<Source>, Reported> {
    let mut known = library::puzzles();
    known.extend(library::models());
    let shipped = |name: &str| library::puzzle(name).or_else(|| library::model(name).ok());
    find(name, "puzzle or model", shipped, &known)
}

fn find(
    name: &str,
    kind: &str,
    shipped: impl Fn(&str) -> Option<Arc<Source>>,
    known: &[String],
) -> Result<Arc<Source>, Reported> {
    let path = Path::new(name);
    if name != "-" && !path.exists() {
        if let Some(source) = shipped(name) {
            return Ok(source);
        }
        let ending = format!("/{name}");
        let same: Vec<&str> =
            known.iter().map(String::as_str).filter(|known| known.ends_with(&ending)).collect();
        if !same.is_empty() {
            let message = format!("several shipped puzzles are called \"{name}\"");
            output::error(&message, &format!("say which: {}", same.join(", ")));
            return Err(Reported);
        }
        // The last part of a shipped name is enough to be found, so it is enough to be meant.
        let stem = path.file_stem().map_or(name.into(), |stem| stem.to_string_lossy());
        let near =
            nearest(name, known.iter().map(String::as_str)).map(str::to_owned).or_else(|| {
                let ends = known.iter().map(|k| k.rsplit('/').next().unwrap_or(k));
                let near = nearest(&stem, ends)?;
                known.iter().find(|k| k.ends_with(near)).cloned()
            });
        let help = near.map_or_else(
            || "`soliter list` shows what ships with the program".to_owned(),
            |near| format!("did you mean {near}? `soliter list` shows all"),
        );
        output::error(&format!("there is no file and no shipped {kind} \"{name}\""), &help);
        return Err(Reported);
    }
    let bytes = read(name).map_err(|message| {
        output::error(&format!("cannot read \"{name}\": {message}"), "give a text file");
        Reported
    })?;
    Source::from_bytes(name, bytes).map_err(|faults| {
        output::diagnostics(&faults);
        Reported
    })
}

fn read(name: &str) -> Result<Vec<u8>, String> {
    read_up_to(name, MAX_BYTES)
}

fn read_up_to(name: &str, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let result = if name == "-" {
        std::io::stdin().take(most + 1).read_to_end(&mut bytes)
    } else if Path::new(name).is_dir() {
        return Err("it is a folder".into());
    } else {
        File::open(name).and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
    };
    match result {
        Ok(size) if size as u64 > most => Err(format!("it is larger than {} MiB", most >> 20)),
        Ok(_) => Ok(bytes),
        Err(error) => Err(error.to_string()),
    }
}

/// Writes a picture or page to a file, or to standard output for `-`; faults are reported.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Reported> {
    write_bytes(path, text.as_bytes())
}

/// The same with bytes.
pub(crate) fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Reported> {
    let result =
        if path == Path::new("-") { output::bytes(bytes) } else { std::fs::write(path, bytes) };
    match result {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            let message = format!("cannot write {}: {error}", path.display());
            output::error(&message, "name another file, or - for standard output");
            Err(Reported)
        }
        _ => Ok(()),
    }
}

/// Certificates are read up to this size.
const MAX_CERTIFICATE: u64 = 1 << 30;

/// Reads a certificate; faults are reported.
pub(crate) fn certificate(name: &str) -> Result<Vec<u8>, Reported> {
    read_up_to(name, MAX_CERTIFICATE).map_err(|message| {
        let message = format!("cannot read \"{name}\": {message}");
        output::error(&message, "`soliter certify` makes certificates");
        Reported
    })
}

/// A model as a puzzle names it: a path ending in `.toml`, relative to the puzzle's folder, or a
/// shipped name.
fn load_model(folder: &Path, name: &str) -> Result<Arc<Source>, LoadFault> {
    if Path::new(name).extension().is_none_or(|e| e != "toml") {
        return library::model(name);
    }
    let path = folder.join(name);
    let shown = path.to_string_lossy().into_owned();
    let fault = |message| LoadFault {
        message: format!("cannot read the model \"{shown}\": {message}"),
        help: "the path is relative to the puzzle file; a shipped model has no ending".into(),
    };
    let bytes = read(&shown).map_err(fault)?;
    Source::from_bytes(&*shown, bytes).map_err(|faults| fault(faults.to_string()))
}
