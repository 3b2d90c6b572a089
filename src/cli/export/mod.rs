//! `soliter export`: a puzzle as a planning problem, or as a mixed-integer program (`programs`).

#[cfg(feature = "milp")]
pub(crate) mod programs;

use std::path::Path;

use serde_json::json;
use soliter::peg::pddl;

use crate::cli::args::{ExportArgs, ExportFormat};
use crate::cli::files::Loaded;
use crate::cli::files::targets::{Target, is_stdout};
use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::{files, output};
use crate::cli::{files::targets, output::exit::Exit, session::Session};

pub(crate) fn run(session: &Session, args: &ExportArgs) -> Outcome {
    #[cfg(feature = "milp")]
    if let Some((option, with)) = args.useless() {
        let message = format!("{option} requires {with}");
        return Err(Failure::usage(message, format!("use {with}, or drop {option}")));
    }
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    let (what, endings): (_, &[&str]) = match args.to {
        ExportFormat::Pddl => ("a planning problem", &["pddl"]),
        #[cfg(feature = "milp")]
        ExportFormat::Lp => ("a program in LP format", &["lp"]),
        #[cfg(feature = "milp")]
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
        #[cfg(feature = "milp")]
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
        #[cfg(feature = "milp")]
        ExportFormat::Lp | ExportFormat::Mps => {
            vec![programs::puzzle_text(session, args, &puzzle, endings[0])?]
        }
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
