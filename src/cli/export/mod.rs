//! `soliter export`.

#[cfg(feature = "milp")]
mod programs;

use std::path::{Path, PathBuf};

use soliter::peg::pddl;
use soliter::peg::puzzle::Puzzle;

use crate::cli::args::{ExportArgs, ExportFormat};
use crate::cli::exit::Exit;
use crate::cli::session::Session;
use crate::cli::{files, output};

/// Writes a puzzle as a program for other solvers.
pub(crate) fn run(session: &Session, args: &ExportArgs) -> std::io::Result<Exit> {
    let path = args.output.as_deref();
    if let Some(folder) = path.filter(|path| path.is_dir()) {
        let message = format!("cannot write {}: it is a folder", folder.display());
        output::error(&message, "name another file with -o, or leave -o out for standard output");
        return Ok(Exit::BadInput);
    }
    let Ok(puzzle) = files::peg_puzzle(session, &args.file) else { return Ok(Exit::BadInput) };
    #[cfg(feature = "milp")]
    let program = |ending| {
        let text = programs::text(session, args, &puzzle, ending)?;
        text.map_or_else(Ok, |text| put(&text, path))
    };
    match args.to {
        ExportFormat::Pddl => planning(&puzzle, path),
        #[cfg(feature = "milp")]
        ExportFormat::Lp => program("lp"),
        #[cfg(feature = "milp")]
        ExportFormat::Mps => program("mps"),
    }
}

/// Domain and problem: two files, or one after the other.
fn planning(puzzle: &Puzzle, path: Option<&Path>) -> std::io::Result<Exit> {
    let problem = match pddl::problem(puzzle) {
        Ok(problem) => problem,
        Err(fault) => {
            output::error(&fault.to_string(), "give the finish as a list of holes");
            return Ok(Exit::BadInput);
        }
    };
    let Some(path) = path else {
        return put(format!("{}\n{problem}", pddl::DOMAIN).as_bytes(), None);
    };
    let mut domain = PathBuf::from(path).into_os_string();
    domain.push(".domain.pddl");
    put(pddl::DOMAIN.as_bytes(), Some(Path::new(&domain)))?;
    put(problem.as_bytes(), Some(path))
}

fn put(text: &[u8], path: Option<&Path>) -> std::io::Result<Exit> {
    let Some(path) = path else {
        output::bytes(text)?;
        return Ok(Exit::Answered);
    };
    if let Err(error) = std::fs::write(path, text) {
        let message = format!("cannot write {}: {error}", path.display());
        output::error(&message, "name another file with -o, or leave -o out for standard output");
        return Ok(Exit::BadInput);
    }
    Ok(Exit::Answered)
}
