//! `soliter export`.

use std::path::{Path, PathBuf};

use soliter::highs::file::write;
use soliter::highs::program::Program;
use soliter::peg::answer::Claim;
use soliter::peg::milp::fewest::{self, Groups};
use soliter::peg::milp::mirror;
use soliter::peg::pddl;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::solve::{Method, solve};

use crate::cli::args::{ExportArgs, ExportFormat, Formulation};
use crate::cli::exit::Exit;
use crate::cli::session::Session;
use crate::cli::{files, output};

/// Writes a puzzle as a program for other solvers.
pub(crate) fn run(session: &Session, args: &ExportArgs) -> std::io::Result<Exit> {
    let Ok(puzzle) = files::peg_puzzle(session, &args.file) else { return Ok(Exit::BadInput) };
    let ending = match args.to {
        ExportFormat::Pddl => return planning(&puzzle, args.output.as_deref()),
        ExportFormat::Lp => "lp",
        ExportFormat::Mps => "mps",
    };
    let program = match program(session, args, &puzzle) {
        Ok(program) => program,
        Err(exit) => return Ok(exit),
    };
    // HiGHS writes to a path of this ending; what is asked for may be called anything.
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("program").with_extension(ending);
    if let Err(fault) = write(program, &path) {
        output::error(&fault.to_string(), "is there room for temporary files?");
        return Ok(Exit::BadInput);
    }
    let text = std::fs::read(&path)?;
    put(&text, args.output.as_deref())
}

/// Either formulation; the sweep has as many slots as asked for, or as the search finds moves.
fn program(session: &Session, args: &ExportArgs, puzzle: &Puzzle) -> Result<Program, Exit> {
    if args.formulation == Formulation::Mirror {
        let (control, _bar) = session.control();
        return mirror::program(puzzle, &control).map_err(|stop| {
            output::error(stop.phrase(), "raise the limit");
            Exit::Limit
        });
    }
    let (control, bar) = session.control();
    let moves = args.moves.map_or_else(
        || match solve(puzzle, Method::Search, &control).map(|answer| answer.claim()) {
            Ok(Claim::Optimal { moves }) => Some(moves),
            _ => None,
        },
        |moves| Some(moves.get()),
    );
    bar.finish_and_clear();
    let Some(moves) = moves else {
        output::error("the fewest moves are not known", "say with --moves how many the sweep has");
        return Err(Exit::Limit);
    };
    if moves > puzzle.jumps() {
        output::error(
            &format!("no line of {} jumps has {moves} moves", puzzle.jumps()),
            "give --moves a smaller number",
        );
        return Err(Exit::BadInput);
    }
    Ok(fewest::program(puzzle, moves, Groups::default(), &control))
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
