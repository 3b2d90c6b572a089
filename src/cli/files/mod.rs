//! Input files, by path, by a built-in name, or from standard input; and output files.

pub(crate) mod engine;
pub(crate) mod entries;
pub(crate) mod lines;
pub(crate) mod named_board;
pub(crate) mod names;
pub(crate) mod piped;
pub(crate) mod puzzle_file;
pub(crate) mod shelves;
pub(crate) mod targets;

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use soliter::base::{control::Stop, diagnostic::Source};
use soliter::boards::notation::Unnameable;
use soliter::boards::puzzle::{Finish, Puzzle};
use soliter::checker::CertificateError;
use soliter::library::{self, LoadFault};
pub(crate) use soliter::load::Loaded;

use crate::cli::args::file_name::FileName;
pub(crate) use crate::cli::files::names::Kind;
use crate::cli::output::failure::{Failure, Reason};
use crate::cli::session::Session;

pub(crate) const MAX_BYTES: usize = 1 << 20;

pub(crate) fn load(session: &Session, name: &FileName) -> Result<Loaded, Failure> {
    parse(session, name, &find(session, name, Kind::Puzzle)?)
}

#[cfg(feature = "milp")]
pub(crate) fn peg_puzzle_of(
    session: &Session,
    name: &FileName,
    source: &Arc<Source>,
) -> Result<Puzzle, Failure> {
    fixed(name, parse(session, name, source)?)
}

/// Refuses all puzzles except peg solitaire with a fixed number of pegs at the finish.
fn fixed(name: &FileName, loaded: Loaded) -> Result<Puzzle, Failure> {
    match loaded {
        Loaded::Peg(puzzle) => Ok(puzzle),
        Loaded::Open(_) => Err(open_finish(name)),
        Loaded::Game(_) => Err(not_pegs(name)),
    }
}

/// Refuses a game.
pub(crate) fn not_pegs(name: &FileName) -> Failure {
    Failure::unfit(
        format!("\"{name}\" is not peg solitaire"),
        "for games there are solve, check, show, play and count --what perft",
    )
}

/// Refuses a puzzle whose finish leaves the number of pegs open.
pub(crate) fn open_finish(name: &FileName) -> Failure {
    Failure::unfit(
        format!(
            "the finish of \"{name}\" leaves the number of pegs open, which this command does not support"
        ),
        "solve, check and show take it; or give all holes of the finish, or { pegs = 1 }",
    )
}

/// Reads and validates a puzzle for a command that cannot follow marked pegs.
pub(crate) fn plain_puzzle(session: &Session, name: &FileName) -> Result<Puzzle, Failure> {
    plain_puzzle_of(session, name, &find(session, name, Kind::Puzzle)?, None)
}

/// The same for the text of a file, which may omit the finish if one is given here.
pub(crate) fn plain_puzzle_of(
    session: &Session,
    name: &FileName,
    source: &Arc<Source>,
    finish: Option<Finish>,
) -> Result<Puzzle, Failure> {
    let puzzle = fixed(name, parse_with(session, name, source, finish)?)?;
    without_marks(name, &puzzle)?;
    with_jumps(name, &puzzle)?;
    Ok(puzzle)
}

/// Refuses a puzzle whose start and finish have equally many pegs, for commands that work on jumps.
pub(crate) fn with_jumps(name: &FileName, puzzle: &Puzzle) -> Result<(), Failure> {
    if puzzle.jumps() > 0 {
        return Ok(());
    }
    let message =
        format!("start and finish of \"{name}\" have the same number of pegs, so there is no jump");
    Err(Failure::unfit(message, "`soliter solve` shows whether they are the same position"))
}

pub(crate) fn without_marks(name: &FileName, puzzle: &Puzzle) -> Result<(), Failure> {
    if puzzle.marked().is_empty() {
        return Ok(());
    }
    let message = format!("this command does not support marked pegs, which \"{name}\" uses");
    let help = "use solve, check or show, or remove the `marked` key from the puzzle file";
    Err(Failure::unfit(message, help))
}

pub(crate) fn parse(
    session: &Session,
    name: &FileName,
    source: &Arc<Source>,
) -> Result<Loaded, Failure> {
    parse_with(session, name, source, None)
}

fn parse_with(
    session: &Session,
    name: &FileName,
    source: &Arc<Source>,
    finish: Option<Finish>,
) -> Result<Loaded, Failure> {
    let folder = name.path().parent().unwrap_or(Path::new(""));
    // If a model does not arrive in time, the reader of the puzzle's text sees an error in the text, but the
    // command has reached a limit.
    let late = RefCell::new(None);
    let load = |model: &str| load_model(session, folder, model, &late);
    let loaded = session.parse(name, || soliter::load::load_with(source, &load, finish));
    let loaded = loaded.map_err(|faults| match late.take() {
        Some((stop, file)) => Failure::Late { stop, file, faults },
        None => faults.into(),
    })?;
    let peg = match &loaded {
        Loaded::Peg(puzzle) => Some(puzzle),
        Loaded::Open(open) => Some(open.puzzle()),
        Loaded::Game(_) => None,
    };
    if let Some(puzzle) = peg {
        for remark in puzzle.remarks() {
            session.note(&format!("note: {name}: {remark}"));
        }
    }
    let unnameable =
        |error: Unnameable| Failure::unfit(error.to_string(), "choose another --notation");
    match (loaded, session.options.notation) {
        (Loaded::Peg(puzzle), Some(scheme)) => {
            puzzle.with_scheme(scheme).map(Loaded::Peg).map_err(unnameable)
        }
        (Loaded::Open(puzzle), Some(scheme)) => {
            puzzle.with_scheme(scheme).map(Loaded::Open).map_err(unnameable)
        }
        (Loaded::Game(_), Some(_)) => Err(Failure::unfit(
            format!("--notation is for peg solitaire, and \"{name}\" is a game"),
            "leave it out: a game has one notation",
        )),
        (loaded, None) => Ok(loaded),
    }
}

/// Reads the text to which a name refers: a file, standard input, or a built-in entry.
pub(crate) fn find(session: &Session, name: &FileName, kind: Kind) -> Result<Arc<Source>, Failure> {
    let path = name.path();
    let is_puzzle = matches!(kind, Kind::Puzzle | Kind::Shown);
    if is_puzzle && let Some(entry) = entries::entry(session, name) {
        return entry;
    }
    if !name.is_stdin() && (!path.exists() || path.is_dir()) {
        match names::find(kind, name, &session.arguments) {
            Ok(source) => return Ok(source),
            // It is a folder, and no built-in entry has its name: reading it will report that.
            Err(failure) if failure.is_not_found() && path.exists() => {}
            Err(failure) => return Err(failure),
        }
    }
    if !is_puzzle {
        return source(session, name);
    }
    let contents = entries::read(session, name)?;
    if let Some(all) = contents.collection()? {
        return Err(entries::one_wanted(name, all));
    }
    if contents.source.text.len() > MAX_BYTES {
        return Err(ReadFault::System(too_large(MAX_BYTES)).of_file(name, TEXT_WANTED));
    }
    Ok(Arc::clone(&contents.source))
}

const TEXT_WANTED: &str = "give a text file";

/// Reads a file of a kind that has no built-in entries, or standard input.
pub(crate) fn source(session: &Session, name: &FileName) -> Result<Arc<Source>, Failure> {
    source_up_to(session, name, MAX_BYTES)
}

/// The same for a file of up to `most` bytes.
pub(crate) fn source_up_to(
    session: &Session,
    name: &FileName,
    most: usize,
) -> Result<Arc<Source>, Failure> {
    let bytes = read(session, name.path(), most).map_err(|fault| {
        let stopped = matches!(fault, ReadFault::Stopped(_));
        let help = if stopped { "is another program still writing to it?" } else { TEXT_WANTED };
        fault.of_file(name, help)
    })?;
    Ok(Source::from_bytes(&**name, bytes)?)
}

#[derive(Debug, thiserror::Error)]
enum ReadFault {
    #[error(transparent)]
    System(#[from] io::Error),
    /// The file did not arrive in time, or Ctrl-C was pressed.
    #[error("{0} before all of it came")]
    Stopped(#[from] Stop),
}

impl ReadFault {
    fn of_file(self, name: &FileName, help: &str) -> Failure {
        let reason = match self {
            Self::System(_) => Reason::Unreadable,
            Self::Stopped(_) => Reason::Limit,
        };
        Failure::new(reason, format!("cannot read \"{name}\": {self}"), help).of_file(name)
    }
}

fn too_large(most: usize) -> io::Error {
    io::Error::other(format!("it is larger than {} MiB", most >> 20))
}

fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    if path.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(io::Error::new(error.kind(), "there is no such file"))
        }
        file => Ok(Box::new(file?)),
    }
}

/// The bytes of a file. Opening or reading a pipe may block forever, so this waits only within the limits.
fn read(session: &Session, path: &Path, most: usize) -> Result<Vec<u8>, ReadFault> {
    let path = path.to_owned();
    let bytes = session.wait_for(move || {
        let mut bytes = Vec::new();
        open(&path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
        Ok::<_, io::Error>(bytes)
    })??;
    if bytes.len() > most {
        return Err(too_large(most).into());
    }
    Ok(bytes)
}

/// The largest size of a table that `soliter survey` resumes.
const MAX_TABLE: usize = 1 << 28;

/// The text of a file that an earlier run has written, if there is one; a device or a pipe has none. It is a
/// failure if the file cannot be read, since it would be overwritten.
pub(crate) fn earlier(path: &Path) -> Result<Option<String>, Failure> {
    let text = || {
        let about = match path.metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            about => about?,
        };
        if !about.is_file() {
            return Ok(None);
        }
        if about.len() > MAX_TABLE as u64 {
            return Err(too_large(MAX_TABLE));
        }
        let mut text = String::new();
        File::open(path)?.take(MAX_TABLE as u64).read_to_string(&mut text)?;
        Ok(Some(text))
    };
    text().map_err(|error: io::Error| {
        let message = format!("cannot read {}: {error}", path.display());
        let help = "it would be written over: choose another file, or move it away";
        Failure::new(Reason::Unreadable, message, help)
    })
}

/// Checks a certificate while it is being read, so that only as much of it is read as necessary.
pub(crate) fn certificate<T: Send + 'static>(
    session: &Session,
    name: &FileName,
    check: impl FnOnce(&mut dyn Read) -> Result<T, CertificateError> + Send + 'static,
) -> Result<Result<T, CertificateError>, Failure> {
    let unread = |fault: ReadFault| fault.of_file(name, "`soliter certify` makes certificates");
    let path = name.path().to_owned();
    match session.wait_for(move || check(&mut *open(&path)?)) {
        Ok(Err(CertificateError::Unreadable(why))) => Err(unread(io::Error::other(why).into())),
        Ok(checked) => Ok(checked),
        // The checker observes the limits too, and would have returned the same.
        Err(stop @ Stop::Fault(_)) => Err(unread(stop.into())),
        Err(_) => Ok(Err(CertificateError::Limit)),
    }
}

/// A model by its built-in name, or by a path that ends in `.toml`, relative to the puzzle's folder. A path with `\`
/// was written on Windows, and works on every system.
fn load_model(
    session: &Session,
    folder: &Path,
    name: &str,
    late: &RefCell<Option<(Stop, String)>>,
) -> Result<Arc<Source>, LoadFault> {
    if Path::new(name).extension().is_none_or(|e| e != "toml") {
        return library::model(name);
    }
    let mut path = folder.join(name);
    if name.contains('\\') && !path.exists() {
        path = folder.join(name.replace('\\', "/"));
    }
    let shown = path.to_string_lossy().into_owned();
    let fault = |message| LoadFault {
        message: format!("cannot read the model \"{shown}\": {message}"),
        help: if name.contains(char::is_control) {
            "write / in paths, since \\ changes the next letter's meaning between double quotes"
                .into()
        } else {
            "the path is relative to the puzzle file; built-in boards are named without .toml"
                .into()
        },
    };
    let bytes = read(session, &path, MAX_BYTES).map_err(|cause| {
        if let ReadFault::Stopped(stop) = cause {
            late.replace(Some((stop, shown.clone())));
        }
        fault(cause.to_string())
    })?;
    Source::from_bytes(&*shown, bytes).map_err(|faults| fault(faults.to_string()))
}
