//! The collections that `serve` and `site` show beside the built-in puzzles: a file each.

use std::path::Path;

use soliter::base::collection::wrong_name;
use soliter::base::wording::short;
use soliter::library;
use soliter::pages::shelf::{OwnPuzzle, OwnShelf};

use crate::cli::args::file_name::FileName;
use crate::cli::files::{self, Kind, Loaded, entries};
use crate::cli::output::exit::Exit;
use crate::cli::output::failure::{Failure, Reason};
use crate::cli::session::Session;

/// Reads the files, and reports the puzzles that cannot be shown: the exit is the most serious one.
pub(crate) fn read(
    session: &Session,
    names: &[FileName],
) -> Result<(Vec<OwnShelf>, Exit), Failure> {
    let (mut shelves, mut worst) = (Vec::new(), Exit::Answered);
    for name in names {
        if !name.is_stdin() && !entries::is_file(name) {
            let help = "give a collection, or the file of a puzzle; built-in puzzles need no file";
            let message = format!("there is no file \"{name}\"");
            return Err(Failure::new(Reason::NotFound, message, help));
        }
        let id = id(name, &shelves)?;
        let mut puzzles = Vec::new();
        for (number, given) in (1..).zip(entries::all_of(session, std::slice::from_ref(name))) {
            let puzzle = given.and_then(|name| {
                session.reporter.turn_to(&name);
                puzzle(session, &name, &id, number)
            });
            match puzzle {
                Ok(puzzle) => puzzles.push(puzzle),
                Err(failure @ Failure::Output(_)) => return Err(failure),
                Err(failure) => worst = worst.max(session.reporter.report(&failure)?),
            }
        }
        if puzzles.is_empty() {
            continue;
        }
        let contents = entries::read(session, name)?;
        let title = match (contents.collection()?, &puzzles[..]) {
            (Some(all), _) => all.title(),
            (None, [only]) => Some(only.puzzle.title()),
            (None, _) => None,
        };
        let title = title.unwrap_or(&id).to_owned();
        shelves.push(OwnShelf { id, title, puzzles });
    }
    Ok((shelves, worst))
}

/// The first part of the names of a file's puzzles: its name without folder and ending.
fn id(name: &FileName, others: &[OwnShelf]) -> Result<String, Failure> {
    let stem = Path::new(&**name).file_stem().unwrap_or_default().to_string_lossy();
    let refused = |why: &str| {
        let message =
            format!("the puzzles of \"{name}\" cannot be called {}/...: {why}", short(&stem));
        Failure::usage(message, "rename the file")
    };
    if let Some(wrong) = wrong_name(&stem) {
        return Err(refused(&wrong));
    }
    if others.iter().any(|other| other.id == stem) {
        return Err(refused("another file has this name"));
    }
    Ok(stem.into_owned())
}

fn puzzle(
    session: &Session,
    name: &FileName,
    id: &str,
    number: usize,
) -> Result<OwnPuzzle, Failure> {
    let source = files::find(session, name, Kind::Puzzle)?;
    let puzzle = match files::parse(session, name, &source)? {
        Loaded::Peg(puzzle) => puzzle,
        Loaded::Open(_) => return Err(files::open_finish(name)),
        Loaded::Game(_) => {
            let message = format!("\"{name}\" is not peg solitaire");
            return Err(Failure::unfit(message, "only puzzles of peg solitaire can be added"));
        }
    };
    let entry = name.rsplit_once('#').map_or_else(|| number.to_string(), |(_, own)| own.to_owned());
    let shown = format!("{id}/{entry}");
    if library::puzzles().binary_search(&shown).is_ok() {
        let message = format!("a built-in puzzle is called {shown}, too");
        return Err(Failure::unfit(message, "rename the file, or the puzzle"));
    }
    Ok(OwnPuzzle { name: shown, text: source.text.clone(), puzzle })
}
