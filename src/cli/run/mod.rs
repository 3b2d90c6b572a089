//! `soliter run`.

#[cfg(feature = "milp")]
pub(crate) mod include;
#[cfg(feature = "milp")]
pub(crate) mod report;

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use serde_json::json;
use soliter::base::control::{Control, Stop};
use soliter::base::diagnostic::{Diagnostic, Diagnostics, Source, TextFault};
use soliter::highs::file::About;
use soliter::np::ground::{GroundFault, ground};
use soliter::np::input::data_file;
use soliter::np::input::fields::unknown_field;
use soliter::np::resolve::names::Model;
use soliter::np::solve::conflict::conflict;
use soliter::np::solve::engine::Engine;
use soliter::np::solve::{Failure, PrepareFault, ProgramAnswer, ProgramStatus, prepare, solve_all};
use soliter::np::syntax::data::{Data, FieldValues};
use soliter::peg::line::Line;
use soliter::peg::milp::fields::{puzzle_fields, unfit};
use soliter::peg::milp::mirror;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::verify::replay;

use crate::cli::args::file_name::FileName;
use crate::cli::args::{RunArgs, RunEngine};
use crate::cli::export::programs;
use crate::cli::files::targets;
use crate::cli::files::targets::Target;
use crate::cli::output::exit::Exit;
use crate::cli::output::faults::Reason;
use crate::cli::run::report::{Found, WrittenLine, report, status};
use crate::cli::session::Session;
use crate::cli::{files, output};

/// Bytes that reading a program takes for each letter: `1,` is two tokens and an element.
const BYTES_A_LETTER: u64 = 320;

/// Runs a constraint program.
pub(crate) fn run(session: &Session, args: &RunArgs) -> std::io::Result<Exit> {
    let Ok(target) = args.lp.as_deref().map(lp_target).transpose() else {
        return Ok(Exit::BadInput);
    };
    let inputs: Vec<&FileName> = [&args.file].into_iter().chain(&args.data).collect();
    if targets::check(target.as_slice(), &inputs, session.options.json()).is_err() {
        return Ok(Exit::BadInput);
    }
    let Some(engine) = engine(args.engine) else { return Ok(Exit::BadInput) };
    let Ok(log) = args.solver.log(session, &[args.lp.as_deref()], &inputs) else {
        return Ok(Exit::BadInput);
    };
    let Ok(joined) = include::program(session, &args.file) else { return Ok(Exit::BadInput) };
    let bytes = joined.len() as u64 * BYTES_A_LETTER;
    if let Err(stop) = session.bare_control().check_memory(bytes) {
        let message = format!(
            "{}: reading a program of {} takes up to {} of memory",
            stop.phrase(),
            bytesize::ByteSize(joined.len() as u64).display().si(),
            bytesize::ByteSize(bytes).display().si(),
        );
        output::error(&message, "raise --memory-limit, or make the program smaller");
        return Ok(Exit::Limit);
    }
    let model = match Model::parse_joined(joined) {
        Ok(model) => model,
        Err(faults) => {
            output::diagnostics(&faults);
            return Ok(Exit::BadInput);
        }
    };
    let Ok((puzzle, fields)) = data(session, args, &model) else { return Ok(Exit::BadInput) };
    let Some(given) = given(args, &model, puzzle.as_ref(), fields) else {
        return Ok(Exit::BadInput);
    };
    if let Some(puzzle) = &puzzle {
        match unfit(puzzle, &model, &given, &session.bare_control()) {
            Ok(None) => {}
            Ok(Some(TextFault { message, help, .. })) => {
                output::error(&message, &help);
                return Ok(Exit::BadInput);
            }
            Err(stop) => return Ok(stopped(stop)),
        }
    }
    if puzzle.is_none() && wants_puzzle(&model, &given) {
        refuse_without_puzzle(args);
        return Ok(Exit::BadInput);
    }
    if session.options.verbose {
        for note in model.notes() {
            output::note(&format!("{}: {note}", args.file));
        }
    }
    if args.explain {
        return explain(session, args, &model, &given);
    }
    let (control, bar) = session.control();
    let mut control = args.solver.pass_on(session, &log, control, &bar);
    if args.statistics {
        let mut settings = control.solver_settings().clone();
        let bar = bar.clone();
        settings.statistics = Some(Arc::new(move |line| bar.suspend(|| output::note(line))));
        control = control.solver(settings);
    }
    if let Some(target) = &target
        && let Some(exit) = write_lp(target, args, &model, &given, &control)
    {
        return Ok(exit);
    }
    let most = args.all.map_or(1, NonZeroUsize::get);
    let result = solve_all(engine, &model, &given, most, &control);
    bar.finish_and_clear();
    if log.end().is_err() {
        return Ok(Exit::BadInput);
    }
    let solutions = match result {
        Ok(solutions) => solutions,
        Err(failure) => return Ok(failed(&model, failure)),
    };
    let Some(answer) = solutions.list.first().cloned() else { return Ok(Exit::BadInput) };
    let replayed = puzzle.as_ref().map(|puzzle| (puzzle, replayed(puzzle, &model, &answer)));
    let line = match replayed {
        Some((_, Err(message))) => {
            output::error(&message, "this is a fault of the program that was run, or of soliter");
            return Ok(Exit::Disagreement);
        }
        Some((puzzle, Ok(line))) => line.map(|line| WrittenLine {
            text: puzzle.names().line(&line),
            holes: puzzle.names().line_holes(&line),
        }),
        None => None,
    };
    let conflict = match answer.status {
        ProgramStatus::Infeasible if !session.options.quiet => {
            conflict(&model, &given, &session.bare_control())
        }
        _ => None,
    };
    report(session, args, &model, &Found { solutions, line, conflict })
}

fn refuse_without_puzzle(args: &RunArgs) {
    let message =
        format!("{} needs a puzzle: its pegs before the first jump and after the last", args.file);
    let help = format!(
        "`soliter run {} --data gardner/latin-cross` takes them from a puzzle, \
         --set Starts=\"{{35, 43}}\" --set Ends=\"{{44}}\" gives them by hand",
        args.file
    );
    output::refuse(Reason::Usage, &message, &help);
}

/// The engine that is asked for, where the program was built with it.
#[cfg_attr(
    feature = "cp",
    allow(clippy::unnecessary_wraps, reason = "without the feature some are refused")
)]
fn engine(wanted: RunEngine) -> Option<Engine> {
    match wanted {
        RunEngine::Milp => Some(Engine::Milp),
        #[cfg(feature = "cp")]
        RunEngine::Cp => Some(Engine::Cp),
        #[cfg(feature = "cp")]
        RunEngine::Both => Some(Engine::Both),
        #[cfg(not(feature = "cp"))]
        RunEngine::Cp | RunEngine::Both => {
            let help = "build it with the feature: cargo build --release --features cp";
            output::refuse(Reason::Usage, "this soliter has no constraint engine", help);
            None
        }
    }
}

/// Says why a program was not solved.
fn failed(model: &Model, failure: Failure) -> Exit {
    let list = match failure {
        Failure::Disagreement(both) => {
            let said = both.map(|answer| {
                let objective =
                    answer.objective.map_or_else(String::new, |best| format!(" {best}"));
                format!("{}{objective}", status(&answer))
            });
            let message = format!("the engines disagree: milp says {}, cp {}", said[0], said[1]);
            output::error(&message, "one of them is wrong; please report it with the program");
            return Exit::Disagreement;
        }
        Failure::Faults(faults) => {
            output::diagnostics(&model.placed(faults));
            return Exit::BadInput;
        }
        Failure::Violated(list) => list,
    };
    let fault = |v: &soliter::np::check::Violation| {
        let message = format!("{}: {}", v.title, v.message);
        Diagnostic::new(&model.source, v.span.clone(), message).help(
            "the solver's values break this constraint: a fault of soliter; please report it with the \
             program",
        )
    };
    let faults = Diagnostics::from(list.iter().take(10).map(fault).collect::<Vec<_>>());
    output::diagnostics(&model.placed(faults));
    Exit::Disagreement
}

/// The line of a program that has taken its moves from a puzzle, replayed by the rules; nothing if
/// it does not say one.
fn replayed(
    puzzle: &Puzzle,
    model: &Model,
    answer: &ProgramAnswer,
) -> Result<Option<Line>, String> {
    let has_moves = model.fields().any(|(name, _)| name == "ValidMoves");
    let values = answer.values.as_ref().filter(|_| has_moves);
    let Some(line) = values.and_then(|values| mirror::line(puzzle, values)) else {
        return Ok(None);
    };
    let text = || puzzle.names().line(&line);
    let replay = replay(puzzle, line.jumps());
    match replay.fault {
        Some((jump, fault)) => {
            Err(format!("the line {} breaks a rule at jump {jump}: {}", text(), fault.reason()))
        }
        None if !puzzle.finish().accepts(replay.last()) => {
            Err(format!("the line {} does not reach the finish", text()))
        }
        None => Ok(Some(line)),
    }
}

/// Whether a program lacks what only a puzzle has, start and finish.
fn wants_puzzle(model: &Model, given: &FieldValues) -> bool {
    ["Starts", "Ends"].iter().all(|end| {
        !given.contains_key(*end) && model.fields_without_value().any(|name| name == *end)
    })
}

/// What `--data` gives: a puzzle, or values of fields; faults are reported.
fn data(
    session: &Session,
    args: &RunArgs,
    model: &Model,
) -> Result<(Option<Puzzle>, FieldValues), files::Reported> {
    let Some(name) = &args.data else { return Ok((None, FieldValues::new())) };
    let source = files::data(session, name)?;
    if data_file::is_puzzle(model, &source) {
        return files::peg_puzzle_of(session, name, &source)
            .map(|puzzle| (Some(puzzle), FieldValues::new()));
    }
    data_file::read(model, &source).map(|fields| (None, fields)).map_err(|faults| {
        output::diagnostics(&faults);
        files::Reported
    })
}

/// Values of fields: those of the puzzle that the program has, or of the data file, then those given one
/// by one.
fn given(
    args: &RunArgs,
    model: &Model,
    puzzle: Option<&Puzzle>,
    mut given: FieldValues,
) -> Option<FieldValues> {
    if let Some(puzzle) = puzzle {
        let known: Vec<&str> = model.fields().map(|(name, _)| name).collect();
        given = puzzle_fields(puzzle);
        let names: Vec<String> = given.keys().cloned().collect();
        given.retain(|name, _| known.contains(&name.as_str()));
        if given.is_empty() {
            let message = format!("{} has none of the fields that a puzzle fills", args.file);
            output::error(&message, &format!("these are: {}", names.join(", ")));
            return None;
        }
    }
    let mut settings = FieldValues::new();
    let mut right = true;
    for setting in &args.set {
        right &= set(setting, model, &mut settings);
    }
    // The number of pegs goes with the pegs.
    for (set, count) in [("Starts", "StartCount"), ("Ends", "EndCount")] {
        if let (Some(Data::Set(holes)), Some(number)) = (settings.get(set), given.get_mut(count)) {
            *number = Data::Number(holes.len() as i64);
        }
    }
    given.extend(settings);
    right.then_some(given)
}

/// Reads `Name=VALUE`; whether it is right.
fn set(setting: &str, model: &Model, settings: &mut FieldValues) -> bool {
    let Some((name, value)) = setting.split_once('=') else {
        let message = format!("--set {setting} has no '='");
        output::error(&message, "write --set Name=VALUE, for example --set Starts=\"{35, 43}\"");
        return false;
    };
    let name = name.trim();
    if let Some(help) = unknown_field(model, name) {
        output::error(&format!("the program has no field {name}"), &help);
        return false;
    }
    match model.data(&Source::new(format!("--set {name}"), value)) {
        Ok(data) => {
            let before = settings.insert(name.to_owned(), data);
            if let Some(before) = &before {
                let message = format!("--set gives the field {name} twice");
                output::error(
                    &message,
                    &format!("leave one out; the first gives {}", clipped(before)),
                );
            }
            before.is_none()
        }
        Err(faults) => {
            output::diagnostics(&faults);
            false
        }
    }
}

fn explain(
    session: &Session,
    args: &RunArgs,
    model: &Model,
    given: &FieldValues,
) -> std::io::Result<Exit> {
    let (control, bar) = session.control();
    let result = ground(model, given, &control);
    bar.finish_and_clear();
    match result {
        Ok(ground) => match ground.explain() {
            Ok(text) => {
                if session.options.json() {
                    let lines: Vec<&str> = text.lines().collect();
                    output::json(&json!({
                        "program": args.file,
                        "project": model.project.name.text,
                        "constraints": lines,
                    }))?;
                } else {
                    output::answer(&text)?;
                }
                Ok(Exit::Answered)
            }
            Err(stop) => Ok(stopped(stop)),
        },
        Err(GroundFault::Faults(faults)) => {
            output::diagnostics(&model.placed(faults));
            Ok(Exit::BadInput)
        }
        Err(GroundFault::Stopped(stop)) => Ok(stopped(stop)),
    }
}

/// The first letters of a value.
fn clipped(data: &Data) -> String {
    let text = data.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

fn stopped(stop: Stop) -> Exit {
    output::error(stop.phrase(), "raise the limit, or make the program smaller");
    Exit::Limit
}

/// Where the mixed-integer program goes, and its format, the ending of the name.
fn lp_target(path: &Path) -> Result<Target<'_>, files::Reported> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("lp") => Ok(Target { what: "a program in LP format", path, endings: &["lp"] }),
        Some("mps") => Ok(Target { what: "a program in MPS format", path, endings: &["mps"] }),
        // Standard output has no name that could say a format.
        _ => {
            let message = format!("--lp {}: the ending says no format", path.display());
            output::refuse(Reason::Usage, &message, "name a file that ends in .lp or .mps");
            Err(files::Reported)
        }
    }
}

/// Writes the mixed-integer program; an exit code if that failed.
fn write_lp(
    target: &Target<'_>,
    args: &RunArgs,
    model: &Model,
    given: &FieldValues,
    control: &Control,
) -> Option<Exit> {
    let lowered = match prepare(model, given, control) {
        Ok((_, lowered)) => lowered,
        Err(PrepareFault::Faults(faults)) => {
            output::diagnostics(&model.placed(faults));
            return Some(Exit::BadInput);
        }
        Err(PrepareFault::Stopped(stop)) => {
            return Some(stopped(stop));
        }
    };
    let lines = vec![
        format!("program: {} ({})", args.file, model.project.name.text),
        "columns: Class(record).Variable, with [value] where it has a column for each".to_owned(),
        "rows: Class.Constraint[record, line of the program]".to_owned(),
    ];
    let (maximised, constant) = (lowered.maximised, lowered.constant as f64);
    let about = About { lines, maximised, constant };
    match programs::text(&lowered.program, &about, target.endings[0], control) {
        Ok(text) if targets::write(target.path, &text).is_ok() => None,
        Ok(_) => Some(Exit::BadInput),
        Err(exit) => Some(exit),
    }
}
