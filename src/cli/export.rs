//! `soliter export`: a puzzle as a planning problem, or as a mixed-integer program.

use std::path::Path;

use serde_json::json;
use soliter::program::file::Format;
use soliter::prove::milp::export::{self, Formulation, NoMinimum};
use soliter::{boards::pddl, boards::puzzle::Puzzle};

use crate::cli::args::{ExportArgs, ExportFormat, Formulation as Asked};
use crate::cli::files::Loaded;
use crate::cli::files::targets::{Target, is_stdout};
use crate::cli::output::failure::{Failure, Outcome, advice};
use crate::cli::output::paint::counted;
use crate::cli::{files, output};
use crate::cli::{files::targets, output::exit::Exit, session::Session};

pub(crate) fn run(session: &Session, args: &ExportArgs) -> Outcome {
    if let Some((option, with)) = args.useless() {
        let message = format!("{option} requires {with}");
        return Err(Failure::usage(message, format!("use {with}, or drop {option}")));
    }
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    let (what, endings): (_, &[&str]) = match args.to {
        ExportFormat::Pddl => ("a planning problem", &["pddl"]),
        ExportFormat::Lp => ("a program in LP format", &["lp"]),
        ExportFormat::Mps => ("a program in MPS format", &["mps"]),
    };
    // The domain of a planning problem is written to a separate file, or before the problem on standard
    // output.
    let mut domain = path.as_os_str().to_owned();
    domain.push(".domain.pddl");
    let mut written = vec![path];
    if args.to == ExportFormat::Pddl && !is_stdout(path) {
        written.insert(0, Path::new(&domain));
    }
    let targets = written.iter().map(|&path| Target { what, path, endings });
    targets::check(targets, &[&args.file], session.options.json())?;
    let puzzle = match (files::load(session, &args.file)?, args.to) {
        (Loaded::Peg(puzzle), _) => puzzle,
        // A goal names some holes and does not mention the others.
        (Loaded::Open(open), ExportFormat::Pddl) => open.puzzle().clone(),
        (Loaded::Open(_), _) => return Err(files::open_finish(&args.file)),
        (Loaded::Game(_), _) => return Err(files::not_pegs(&args.file)),
    };
    let texts = match args.to {
        ExportFormat::Pddl => {
            let problem = pddl::problem(&puzzle)
                .map_err(|fault| Failure::unfit(fault.to_string(), fault.help()))?;
            if is_stdout(path) {
                vec![format!("{}\n{problem}", pddl::DOMAIN).into_bytes()]
            } else {
                vec![pddl::DOMAIN.into(), problem.into_bytes()]
            }
        }
        ExportFormat::Lp => vec![program_text(session, args, &puzzle, Format::Lp)?],
        ExportFormat::Mps => vec![program_text(session, args, &puzzle, Format::Mps)?],
    };
    for (path, text) in written.iter().zip(texts) {
        targets::write(path, &text)?;
    }
    if session.options.json() {
        let written: Vec<_> = written.iter().map(|path| path.to_string_lossy()).collect();
        output::object(&json!({ "puzzle": args.file, "to": endings[0], "written": written }))?;
    }
    Ok(Exit::Answered)
}

/// The text of the file for a puzzle.
fn program_text(
    session: &Session,
    args: &ExportArgs,
    puzzle: &Puzzle,
    format: Format,
) -> Result<Vec<u8>, Failure> {
    let (made, _) = session.compute(|control| {
        let formulation = match (args.formulation.unwrap_or_default(), args.moves) {
            (Asked::ByJump, _) => Ok(Formulation::ByJump),
            (Asked::ByMove, Some(moves)) => Ok(Formulation::ByMove(moves.get())),
            (Asked::ByMove, None) => Formulation::by_fewest_moves(puzzle, control),
        };
        let formulation = formulation.map_err(|none| {
            let help = "give the number of moves with --moves";
            match none {
                NoMinimum::Infeasible => Failure::unfit(none.to_string(), help),
                NoMinimum::NotFound => Failure::limit(none.to_string(), help),
            }
        })?;
        if let Formulation::ByMove(moves) = formulation
            && moves > puzzle.jumps()
        {
            let (jumps, moves) = (counted(puzzle.jumps(), "jump"), counted(moves, "move"));
            let message = format!("no solution of {jumps} has {moves}");
            return Err(Failure::usage(message, "give --moves a smaller number"));
        }
        let name = format!("{} ({})", args.file, puzzle.title());
        let text = export::text(puzzle, &name, formulation, format, control)
            .map_err(|stop| Failure::limit(stop.phrase(), advice(stop)))?;
        Ok::<_, Failure>((text, formulation))
    });
    let (text, formulation) = made?;
    if let (Formulation::ByMove(moves @ 2..), None) = (formulation, args.moves) {
        let (all, fewer) = (counted(moves, "move"), moves - 1);
        session.note(&format!(
            "{all} is the minimum, so this program has a solution; with --moves {fewer} it has none"
        ));
    }
    Ok(text.into_bytes())
}
