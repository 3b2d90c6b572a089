//! A puzzle as a mixed-integer program, in the formats that other solvers read.

use soliter::highs::file::{About, write};
use soliter::highs::program::Program;
use soliter::peg::answer::Claim;
use soliter::peg::milp::fewest;
use soliter::peg::milp::mirror;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::solve::{Method, solve};

use crate::cli::args::{ExportArgs, Formulation};
use crate::cli::exit::Exit;
use crate::cli::faults::Reason;
use crate::cli::output;
use crate::cli::paint::counted;
use crate::cli::session::Session;

/// A puzzle as the text of a file; `ending` is that of its format, `lp` or `mps`.
pub(super) fn puzzle_text(
    session: &Session,
    args: &ExportArgs,
    puzzle: &Puzzle,
    ending: &str,
) -> std::io::Result<Result<Vec<u8>, Exit>> {
    let (program, formulation) = match program(session, args, puzzle) {
        Ok(made) => made,
        Err(exit) => return Ok(Err(exit)),
    };
    let lines = vec![
        format!("puzzle: {} ({})", args.file, puzzle.title()),
        format!("formulation: {formulation}"),
    ];
    text(program, &About { lines, ..About::default() }, ending)
}

/// A program as the text of a file; `ending` is that of its format.
pub(crate) fn text(
    program: Program,
    about: &About,
    ending: &str,
) -> std::io::Result<Result<Vec<u8>, Exit>> {
    // HiGHS writes to a path of this ending; what is asked for may be called anything.
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("program").with_extension(ending);
    if let Err(fault) = write(program, about, &path) {
        let message = format!("no {ending} file: {fault}");
        output::refuse(Reason::Unwritable, &message, "is there room for temporary files?");
        return Ok(Err(Exit::BadInput));
    }
    std::fs::read(&path).map(Ok)
}

/// Either formulation; the sweep has as many slots as asked for, or as the search finds moves.
fn program(
    session: &Session,
    args: &ExportArgs,
    puzzle: &Puzzle,
) -> Result<(Program, String), Exit> {
    if args.formulation == Some(Formulation::Mirror) {
        let (control, _bar) = session.control();
        let program = mirror::program(puzzle, &control).map_err(|stop| {
            output::error(stop.phrase(), "raise the limit");
            Exit::Limit
        })?;
        return Ok((program, "mirror".to_owned()));
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
        output::refuse(
            Reason::Usage,
            &format!("no line of {} jumps has {moves} moves", puzzle.jumps()),
            "give --moves a smaller number",
        );
        return Err(Exit::BadInput);
    }
    Ok((fewest::program(puzzle, moves, &control), format!("sweep, {}", counted(moves, "move"))))
}
