//! `soliter run`: a constraint program, with the data of a puzzle or of a file.

#[cfg(feature = "sat")]
mod certificate;
mod include;
mod input;
mod report;
#[cfg(feature = "sat")]
pub(crate) mod verify;

use std::num::NonZeroUsize;

use serde_json::json;
use soliter::base::control::Control;
use soliter::base::diagnostic::{Diagnostic, Diagnostics};
use soliter::np::milp::prepare;
use soliter::np::solve::{
    Failure as SolveFailure, Method, ProgramAnswer, ProgramStatus, Request, solve_all,
};
use soliter::np::syntax::data::FieldValues;
use soliter::np::{
    ground::ground, refusal::Refusal, resolve::names::Model, solve::irreducible::irreducible_subset,
};
use soliter::program::file::{self, About, Format};
use soliter::prove::milp::by_jump;
use soliter::{boards::puzzle::Puzzle, boards::verify::replay};

use crate::cli::args::{RunArgs, RunMethod};
#[cfg(feature = "sat")]
use crate::cli::certify::lrat::check_targets;
use crate::cli::files::{targets, targets::Target};
use crate::cli::output::failure::{FAULT, Failure, Outcome, Reason};
use crate::cli::run::input::{Asked, Read, stopped};
#[cfg(not(feature = "sat"))]
use crate::cli::run::report::Certified;
use crate::cli::run::report::{Shown, WrittenLine, report};
use crate::cli::{args::file_name::FileName, output::exit::Exit, session::Session};

pub(crate) fn run(session: &Session, args: &RunArgs) -> Outcome {
    let target = target(args);
    if target.as_ref().is_some_and(|target| targets::is_stdout(target.path)) {
        let message = "the integer program and the answer cannot both go to standard output";
        return Err(Failure::usage(message, "name a file"));
    }
    let inputs: Vec<&FileName> = [&args.file].into_iter().chain(&args.data).collect();
    targets::check(target, &inputs, session.options.json())?;
    #[cfg(feature = "sat")]
    if let Some(path) = &args.certify {
        check_targets(session, path, target.as_slice(), &inputs)?;
    }
    let log = args.solver.log(session, &[target.as_ref().map(|target| target.path)], &inputs)?;
    let asked = Asked { file: &args.file, data: args.data.as_ref(), set: &args.set };
    let Read { model, puzzle, given } = input::read(session, asked)?;
    for (class, line) in model.empty_classes() {
        let empty = format!("nothing appends a record to class {class}, so it is empty");
        session.note(&format!("warning: {}, line {line}: {empty}", args.file));
    }
    if args.explain {
        return explain(session, args, &model, &given);
    }
    let (control, bar) = session.control();
    let says_more = session.options.verbose || args.statistics;
    let control = args.solver.pass_on(&log, control, &bar, says_more);
    if let Some(target) = &target {
        write_program(target, args, &model, &given, &control)?;
    }
    #[cfg(feature = "sat")]
    if args.certify.is_some() {
        certificate::check_size(&model, &given, &control)?;
    }
    let most = args.all.map_or(1, NonZeroUsize::get);
    let method = match args.method {
        RunMethod::Auto => Method::Auto,
        RunMethod::Milp => Method::Milp,
        #[cfg(feature = "sat")]
        RunMethod::Sat => Method::Sat,
    };
    #[cfg(feature = "sat")]
    let keeps_proof = args.certify.is_some();
    #[cfg(not(feature = "sat"))]
    let keeps_proof = false;
    let request = Request { method, most, keeps_proof };
    let result = solve_all(request, &model, &given, &control);
    log.end()?;
    let solutions = result.map_err(|failure| failed(&model, failure))?;
    #[cfg(feature = "sat")]
    let (solutions, refutation) = {
        let mut solutions = solutions;
        let refutation = solutions.refutation.take();
        (solutions, refutation)
    };
    let Some(answer) = solutions.list.first() else {
        return Err(Failure::disagreement("there is no answer", FAULT));
    };
    #[cfg(feature = "sat")]
    let certified = args
        .certify
        .as_deref()
        .map(|path| certificate::write(path, &model, &given, answer, refutation, &control));
    #[cfg(not(feature = "sat"))]
    let certified: Option<Result<Certified, Failure>> = None;
    bar.finish_and_clear();
    // An answer that could not be certified is reported all the same, unless the check found it to be wrong.
    let (certified, uncertified) = match certified {
        Some(Err(fault)) if fault.exit() == Exit::Disagreement => return Err(fault),
        Some(Err(fault)) => (None, Some(fault)),
        Some(Ok(certified)) => (Some(certified), None),
        None => (None, None),
    };
    let line = puzzle.as_ref().map(|puzzle| replayed(puzzle, &model, answer)).transpose()?;
    let conflict = match answer.status {
        ProgramStatus::Infeasible if !session.options.quiet => {
            irreducible_subset(&model, &given, &session.bare_control())
        }
        _ => None,
    };
    let shown = Shown { line: line.flatten(), conflict, certified };
    let exit = report(session, args, &model, &solutions, answer, shown)?;
    uncertified.map_or(Ok(exit), Err)
}

fn failed(model: &Model, failure: SolveFailure) -> Failure {
    let list = match failure {
        SolveFailure::Faults(faults) => return model.placed(faults).into(),
        SolveFailure::Violated(list) => list,
    };
    let fault = |v: &soliter::np::check::Violation| {
        let message = format!("{}: {}", v.title, v.message);
        Diagnostic::new(&model.source, v.span.clone(), message).help(
            "the solver's values break this constraint: a bug in soliter; please report it with the \
             program",
        )
    };
    let faults = Diagnostics::from(list.iter().take(10).map(fault).collect::<Vec<_>>());
    Failure::Text { faults: model.placed(faults), reason: Reason::Disagreement }
}

/// The line of a program whose moves come from a puzzle, if there is one, replayed by the rules.
fn replayed(
    puzzle: &Puzzle,
    model: &Model,
    answer: &ProgramAnswer,
) -> Result<Option<WrittenLine>, Failure> {
    let has_moves = model.fields().any(|(name, _)| name == "ValidMoves");
    let values = answer.values.as_ref().filter(|_| has_moves);
    let Some(line) = values.and_then(|values| by_jump::line(puzzle, values)) else {
        return Ok(None);
    };
    let text = puzzle.names().line(&line);
    let replay = replay(puzzle, line.jumps());
    let fault = match replay.fault {
        Some((jump, fault)) => format!("breaks a rule at jump {jump}: {}", fault.reason()),
        None if !puzzle.finish().accepts(replay.last()) => "does not reach the finish".to_owned(),
        None => return Ok(Some(WrittenLine { text, holes: puzzle.names().line_holes(&line) })),
    };
    let help = "this is a bug in soliter or in the program that was run";
    Err(Failure::disagreement(format!("the line {text} {fault}"), help))
}

fn explain(session: &Session, args: &RunArgs, model: &Model, given: &FieldValues) -> Outcome {
    let (text, _) = session.compute(|control| {
        let ground = ground(model, given, control).map_err(|fault| match fault {
            Refusal::Faults(faults) => model.placed(faults).into(),
            Refusal::Stopped(stop) => stopped(stop),
        })?;
        ground.explain().map_err(stopped)
    });
    let text = text?;
    let lines: Vec<&str> = text.lines().collect();
    let project = &model.project.name.text;
    let report = json!({ "program": args.file, "project": project, "constraints": lines });
    session.answer(&report, || text.clone())?;
    Ok(Exit::Answered)
}

/// The target of the mixed-integer program, whose ending says the format.
fn target(args: &RunArgs) -> Option<Target<'_>> {
    let lp = args.lp.as_deref().map(|path| ("a program in LP format", path, &["lp"][..]));
    let mps = args.mps.as_deref().map(|path| ("a program in MPS format", path, &["mps"][..]));
    lp.or(mps).map(|(what, path, endings)| Target { what, path, endings })
}

fn write_program(
    target: &Target<'_>,
    args: &RunArgs,
    model: &Model,
    given: &FieldValues,
    control: &Control,
) -> Result<(), Failure> {
    let (_, lowered) = prepare(model, given, control).map_err(|fault| match fault {
        Refusal::Faults(faults) => model.placed(faults).into(),
        Refusal::Stopped(stop) => stopped(stop),
    })?;
    let lines = vec![
        format!("program: {} ({})", args.file, model.project.name.text),
        "columns: Class(record).Variable, with [value] where it has a column for each".to_owned(),
        "rows: Class.Constraint[record, line of the program]".to_owned(),
    ];
    let (maximised, constant) = (lowered.maximised, lowered.constant as f64);
    let about = About { lines, maximised, constant };
    let format = if target.endings == ["lp"] { Format::Lp } else { Format::Mps };
    let text = file::text(&lowered.program, &about, format, control).map_err(stopped)?;
    targets::write(target.path, text.as_bytes())
}
