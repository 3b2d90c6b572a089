//! A puzzle as a mixed-integer program, in the formats that other solvers read.

use soliter::base::control::{Control, Stop};
use soliter::highs::file;
use soliter::highs::file::{About, Format};
use soliter::highs::program::Program;
use soliter::peg::answer::Claim;
use soliter::peg::milp::mirror;
use soliter::peg::milp::sweep::fewest;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::solve::{Method, solve};

use crate::cli::args::{ExportArgs, Formulation};
use crate::cli::output;
use crate::cli::output::exit::Exit;
use crate::cli::output::faults::Reason;
use crate::cli::output::paint::counted;
use crate::cli::session::Session;

/// A puzzle as the text of a file; `ending` is that of its format, `lp` or `mps`.
pub(super) fn puzzle_text(
    session: &Session,
    args: &ExportArgs,
    puzzle: &Puzzle,
    ending: &str,
) -> Result<Vec<u8>, Exit> {
    let (control, bar) = session.control();
    let made = program(args, puzzle, &control);
    bar.finish_and_clear();
    let (program, formulation) = made?;
    let names = if args.formulation == Some(Formulation::Mirror) { MIRROR } else { SWEEP };
    let mut lines = vec![
        format!("puzzle: {} ({})", args.file, puzzle.title()),
        format!("formulation: {formulation}"),
    ];
    lines.extend(names.map(str::to_owned));
    text(&program, &About { lines, ..About::default() }, ending, &control)
}

/// What the names of the sweep mean.
const SWEEP: [&str; 4] = [
    "column Jump[k,a-b]: move k makes the jump from a to b; From[k,h], To[k,h]: it begins, ends in h",
    "column Peg[k,h]: a peg is in h before move k; Class[k,c]: the peg that moves is of class c",
    "a program without objective: there is a solution of so many moves exactly if it is feasible",
    "rows: docs/model.md, The sweep",
];

/// What the names of the mirror mean.
const MIRROR: [&str; 4] = [
    "column Jump(t)[...]: jump t is the one of the places in brackets",
    "column Check(r).Value: a peg is in hole h before jump t, r = t * 100 + h (1000 on large boards)",
    "column Jump(t).IsNewMove: jump t begins a move; the objective is their number",
    "rows: Class.Constraint[record, line] of the program models/solitaire.np; docs/model.md, The mirror",
];

/// A program as the text of a file; `ending` is that of its format.
pub(crate) fn text(
    program: &Program,
    about: &About,
    ending: &str,
    control: &Control,
) -> Result<Vec<u8>, Exit> {
    let format = if ending == "lp" { Format::Lp } else { Format::Mps };
    file::text(program, about, format, control).map(String::into_bytes).map_err(stopped)
}

/// Either formulation; the sweep has as many slots as asked for, or as the search finds moves.
fn program(
    args: &ExportArgs,
    puzzle: &Puzzle,
    control: &Control,
) -> Result<(Program, String), Exit> {
    if args.formulation == Some(Formulation::Mirror) {
        let program = mirror::program(puzzle, control).map_err(stopped)?;
        return Ok((program, "mirror".to_owned()));
    }
    let moves = args.moves.map_or_else(
        || match solve(puzzle, Method::Search, control).map(|answer| answer.claim()) {
            Ok(Claim::Optimal { moves }) => Some(moves),
            _ => None,
        },
        |moves| Some(moves.get()),
    );
    let Some(moves) = moves else {
        output::error("the fewest moves are not known", "say with --moves how many the sweep has");
        return Err(Exit::Limit);
    };
    if moves > puzzle.jumps() {
        output::refuse(
            Reason::Usage,
            &format!(
                "no line of {} has {}",
                counted(puzzle.jumps(), "jump"),
                counted(moves, "move")
            ),
            "give --moves a smaller number",
        );
        return Err(Exit::BadInput);
    }
    let program = fewest::program(puzzle, moves, control).map_err(stopped)?;
    Ok((program, format!("sweep, {}", counted(moves, "move"))))
}

fn stopped(stop: Stop) -> Exit {
    output::refuse(Reason::Limit, stop.phrase(), "raise the limit");
    Exit::Limit
}
