//! `soliter export`.

#[cfg(feature = "milp")]
pub(crate) mod programs;

use std::path::{Path, PathBuf};

use serde_json::json;
use soliter::peg::pddl;
use soliter::peg::puzzle::Puzzle;

use crate::cli::args::{ExportArgs, ExportFormat};
use crate::cli::files::targets;
use crate::cli::files::targets::{Target, is_stdout};
use crate::cli::output::exit::Exit;
use crate::cli::output::faults::Reason;
use crate::cli::session::Session;
use crate::cli::{files, output};

/// What `-o` stands for where it is not given.
const STDOUT: &str = "-";

/// Writes a puzzle as a program for other solvers.
pub(crate) fn run(session: &Session, args: &ExportArgs) -> std::io::Result<Exit> {
    #[cfg(feature = "milp")]
    if let Some((option, with)) = args.useless() {
        let message = format!("{option} goes with {with}");
        output::refuse(Reason::Usage, &message, "leave it out");
        return Ok(Exit::BadInput);
    }
    let path = args.output.as_deref().unwrap_or(Path::new(STDOUT));
    let (what, endings): (_, &[&str]) = match args.to {
        ExportFormat::Pddl => ("a planning problem", &["pddl"]),
        #[cfg(feature = "milp")]
        ExportFormat::Lp => ("a program in LP format", &["lp"]),
        #[cfg(feature = "milp")]
        ExportFormat::Mps => ("a program in MPS format", &["mps"]),
    };
    let domain = domain_path(path);
    let mut written = vec![path];
    if args.to == ExportFormat::Pddl && !is_stdout(path) {
        written.insert(0, &domain);
    }
    let targets: Vec<Target<'_>> =
        written.iter().map(|&path| Target { what, path, endings }).collect();
    if targets::check(&targets, &[&args.file], session.options.json()).is_err() {
        return Ok(Exit::BadInput);
    }
    let Ok(puzzle) = files::peg_puzzle(session, &args.file) else { return Ok(Exit::BadInput) };
    let texts = match args.to {
        ExportFormat::Pddl => planning(&puzzle, is_stdout(path)),
        #[cfg(feature = "milp")]
        ExportFormat::Lp | ExportFormat::Mps => {
            programs::puzzle_text(session, args, &puzzle, endings[0]).map(|text| vec![text])
        }
    };
    let texts = match texts {
        Ok(texts) => texts,
        Err(exit) => return Ok(exit),
    };
    for (path, text) in written.iter().zip(texts) {
        if targets::write(path, &text).is_err() {
            return Ok(Exit::BadInput);
        }
    }
    if session.options.json() {
        let written: Vec<_> = written.iter().map(|path| path.to_string_lossy()).collect();
        output::json(&json!({ "puzzle": args.file, "to": endings[0], "written": written }))?;
    }
    Ok(Exit::Answered)
}

/// Where the domain of a planning problem goes.
fn domain_path(problem: &Path) -> PathBuf {
    let mut domain = problem.as_os_str().to_owned();
    domain.push(".domain.pddl");
    domain.into()
}

/// Domain and problem: two texts, or one after the other in one.
fn planning(puzzle: &Puzzle, together: bool) -> Result<Vec<Vec<u8>>, Exit> {
    let problem = pddl::problem(puzzle).map_err(|fault| {
        output::refuse(Reason::Unfit, &fault.to_string(), fault.help());
        Exit::BadInput
    })?;
    Ok(if together {
        vec![format!("{}\n{problem}", pddl::DOMAIN).into_bytes()]
    } else {
        vec![pddl::DOMAIN.into(), problem.into_bytes()]
    })
}
