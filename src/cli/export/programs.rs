//! A puzzle as a mixed-integer program, in the formats that other solvers read.

use soliter::base::control::{Control, Stop};
use soliter::highs::file::{About, Format};
use soliter::highs::{file, program::Program};
use soliter::peg::{answer::Claim, puzzle::Puzzle};
use soliter::prove::solve::{Options, solve};
use soliter::prove::{milp::by_jump, milp::by_move::fewest};

use crate::cli::args::{ExportArgs, Formulation};
use crate::cli::output::failure::{Failure, advice};
use crate::cli::{output::paint::counted, session::Session};

/// The text of a file for a puzzle; `ending` is that of its format, `lp` or `mps`.
pub(super) fn puzzle_text(
    session: &Session,
    args: &ExportArgs,
    puzzle: &Puzzle,
    ending: &str,
) -> Result<Vec<u8>, Failure> {
    let (text, _) = session.compute(|control| {
        let (program, formulation, names) = program(args, puzzle, control)?;
        let mut lines = vec![
            format!("puzzle: {} ({})", args.file, puzzle.title()),
            format!("formulation: {formulation}"),
        ];
        lines.extend(names.map(str::to_owned));
        text(&program, &About { lines, ..About::default() }, ending, control)
    });
    text
}

/// Comments in a file that explain its names, for the by-move formulation.
const BY_MOVE: [&str; 4] = [
    "column Jump[k,a-b]: move k makes the jump from a to b; From[k,h], To[k,h]: it begins, ends in h",
    "column Peg[k,h]: a peg is in h before move k; Class[k,c]: the peg that moves is of class c",
    "a program without objective: it is feasible if and only if a solution has this number of moves",
    "rows: docs/explanation/integer-programs.md, By move",
];

/// The same for the by-jump formulation.
const BY_JUMP: [&str; 4] = [
    "column Jump(t)[...]: jump t is the one of the places in brackets",
    "column Check(r).Value: a peg is in hole h before jump t, r = t * 100 + h (1000 on large boards)",
    "column Jump(t).IsNewMove: jump t begins a move; the objective is their number",
    "rows: Class.Constraint[record, line] of the program models/solitaire.np; docs/explanation/integer-programs.md, By jump",
];

/// The text of a file for a program; `ending` is that of its format.
pub(crate) fn text(
    program: &Program,
    about: &About,
    ending: &str,
    control: &Control,
) -> Result<Vec<u8>, Failure> {
    let format = if ending == "lp" { Format::Lp } else { Format::Mps };
    file::text(program, about, format, control).map(String::into_bytes).map_err(stopped)
}

/// The program, the name of its formulation, and the meaning of the names in it. By move, its number of moves
/// is that of `--moves`, or the minimum that the search finds.
fn program(
    args: &ExportArgs,
    puzzle: &Puzzle,
    control: &Control,
) -> Result<(Program, String, [&'static str; 4]), Failure> {
    if args.formulation == Some(Formulation::ByJump) {
        let program = by_jump::program(puzzle, control).map_err(stopped)?;
        return Ok((program, "by-jump".to_owned(), BY_JUMP));
    }
    let moves = match args.moves {
        Some(moves) => Some(moves.get()),
        None => solve(puzzle, &Options::FIRST_PROOF, control).ok().and_then(|answer| match answer
            .claim()
        {
            Claim::Optimal { moves } => Some(moves),
            _ => None,
        }),
    };
    let moves = moves.ok_or_else(|| {
        let help = "give the number of moves with --moves";
        Failure::limit("the minimum number of moves is not known", help)
    })?;
    if moves > puzzle.jumps() {
        let (jumps, moves) = (counted(puzzle.jumps(), "jump"), counted(moves, "move"));
        let message = format!("no solution of {jumps} has {moves}");
        return Err(Failure::usage(message, "give --moves a smaller number"));
    }
    let program = fewest::program(puzzle, moves, control).map_err(stopped)?;
    Ok((program, format!("by-move, {}", counted(moves, "move")), BY_MOVE))
}

fn stopped(stop: Stop) -> Failure {
    Failure::limit(stop.phrase(), advice(stop))
}
