//! `soliter run`: a constraint program, with the data of a puzzle or of a file.

mod include;
mod report;

use std::num::NonZeroUsize;
use std::path::Path;

use serde_json::json;
use soliter::base::control::{Control, Stop};
use soliter::base::diagnostic::{Diagnostic, Diagnostics, Source, TextFault};
use soliter::base::wording::short;
use soliter::highs::file::About;
use soliter::np::solve::{
    Engine, Failure as SolveFailure, ProgramAnswer, ProgramStatus, prepare, solve_all,
};
use soliter::np::syntax::data::{Data, FieldValues};
use soliter::np::{
    ground::ground, input, refusal::Refusal, resolve::names::Model,
    solve::irreducible::irreducible_subset,
};
use soliter::peg::milp::fields::{puzzle_fields, unfit};
use soliter::peg::{milp::mirror, puzzle::Puzzle, verify::replay};

use crate::cli::args::{RunArgs, RunEngine};
use crate::cli::files::{targets, targets::Target};
use crate::cli::output::failure::{FAULT, Failure, Outcome, Reason};
use crate::cli::run::report::{WrittenLine, report, status};
use crate::cli::{
    args::file_name::FileName, export::programs, output::exit::Exit, session::Session,
};
use crate::cli::{files, output};

/// Bytes that reading a program takes for each letter: `1,` is two tokens and an element.
const BYTES_A_LETTER: u64 = 320;

pub(crate) fn run(session: &Session, args: &RunArgs) -> Outcome {
    let target = args.lp.as_deref().map(lp_target).transpose()?;
    let inputs: Vec<&FileName> = [&args.file].into_iter().chain(&args.data).collect();
    targets::check(target, &inputs, session.options.json())?;
    let engine = engine(args.engine)?;
    let log = args.solver.log(session, &[args.lp.as_deref()], &inputs)?;
    let joined = include::program(session, &args.file)?;
    check_memory(session, joined.len() as u64)?;
    let model = Model::parse_joined(joined)?;
    let (puzzle, fields) = data(session, args, &model)?;
    let given = given(args, &model, fields)?;
    check_puzzle(session, args, puzzle.as_ref(), &model, &given)?;
    if session.options.verbose {
        for note in model.notes() {
            output::note(&format!("{}: {note}", args.file));
        }
    }
    if args.explain {
        return explain(session, args, &model, &given);
    }
    let (control, bar) = session.control();
    let says_more = session.options.verbose || args.statistics;
    let control = args.solver.pass_on(&log, control, &bar, says_more);
    if let Some(target) = &target {
        write_lp(target, args, &model, &given, &control)?;
    }
    let most = args.all.map_or(1, NonZeroUsize::get);
    let result = solve_all(engine, &model, &given, most, &control);
    bar.finish_and_clear();
    log.end()?;
    let solutions = result.map_err(|failure| failed(&model, failure))?;
    let Some(answer) = solutions.list.first() else {
        return Err(Failure::disagreement("there is no answer", FAULT));
    };
    let line = puzzle.as_ref().map(|puzzle| replayed(puzzle, &model, answer)).transpose()?;
    let conflict = match answer.status {
        ProgramStatus::Infeasible if !session.options.quiet => {
            irreducible_subset(&model, &given, &session.bare_control())
        }
        _ => None,
    };
    report(session, args, &model, &solutions, answer, line.flatten(), conflict)
}

/// Refuses a program whose text takes more memory than there is.
fn check_memory(session: &Session, letters: u64) -> Result<(), Failure> {
    let bytes = letters * BYTES_A_LETTER;
    session.bare_control().check_memory(bytes).map_err(|stop| {
        let message = format!(
            "{}: reading a program of {} takes up to {} of memory",
            stop.phrase(),
            bytesize::ByteSize(letters).display().si(),
            bytesize::ByteSize(bytes).display().si(),
        );
        Failure::limit(message, "raise --memory-limit, or make the program smaller")
    })
}

/// Refuses a puzzle that a program does not fit, and a program of peg solitaire without one.
fn check_puzzle(
    session: &Session,
    args: &RunArgs,
    puzzle: Option<&Puzzle>,
    model: &Model,
    given: &FieldValues,
) -> Result<(), Failure> {
    if let Some(puzzle) = puzzle {
        return match unfit(puzzle, model, given, &session.bare_control()).map_err(stopped)? {
            Some(TextFault { message, help, .. }) => Err(Failure::usage(message, help)),
            None => Ok(()),
        };
    }
    // What only a puzzle has: start and finish.
    let wants_puzzle = ["Starts", "Ends"].into_iter().all(|end| {
        !given.contains_key(end) && model.fields_without_value().any(|name| name == end)
    });
    if !wants_puzzle {
        return Ok(());
    }
    let message =
        format!("{} needs a puzzle: its pegs before the first jump and after the last", args.file);
    let help = format!(
        "`soliter run {} --data gardner/latin-cross` takes them from a puzzle, \
         --set Starts=\"{{35, 43}}\" --set Ends=\"{{44}}\" gives them by hand",
        args.file
    );
    Err(Failure::usage(message, help))
}

#[cfg_attr(
    feature = "cp",
    allow(clippy::unnecessary_wraps, reason = "without the feature some are refused")
)]
fn engine(wanted: RunEngine) -> Result<Engine, Failure> {
    match wanted {
        RunEngine::Milp => Ok(Engine::Milp),
        #[cfg(feature = "cp")]
        RunEngine::Cp => Ok(Engine::Cp),
        #[cfg(feature = "cp")]
        RunEngine::Both => Ok(Engine::Both),
        #[cfg(not(feature = "cp"))]
        RunEngine::Cp | RunEngine::Both => {
            let help = "build it with the feature: cargo build --release --features cp";
            Err(Failure::usage("this soliter has no constraint engine", help))
        }
    }
}

fn failed(model: &Model, failure: SolveFailure) -> Failure {
    let list = match failure {
        SolveFailure::Disagreement(both) => {
            let [milp, cp] = both.map(|answer| {
                let best = answer.objective.map_or_else(String::new, |best| format!(" {best}"));
                status(&answer).to_owned() + &best
            });
            let message = format!("the engines disagree: milp says {milp}, cp {cp}");
            let help = "one of them is wrong; please report it with the program";
            return Failure::disagreement(message, help);
        }
        SolveFailure::Faults(faults) => return model.placed(faults).into(),
        SolveFailure::Violated(list) => list,
    };
    let fault = |v: &soliter::np::check::Violation| {
        let message = format!("{}: {}", v.title, v.message);
        Diagnostic::new(&model.source, v.span.clone(), message).help(
            "the solver's values break this constraint: a fault of soliter; please report it with the \
             program",
        )
    };
    let faults = Diagnostics::from(list.iter().take(10).map(fault).collect::<Vec<_>>());
    Failure::Text { faults: model.placed(faults), reason: Reason::Disagreement }
}

/// The line, if there is one, of a program that has its moves from a puzzle, replayed by the rules.
fn replayed(
    puzzle: &Puzzle,
    model: &Model,
    answer: &ProgramAnswer,
) -> Result<Option<WrittenLine>, Failure> {
    let has_moves = model.fields().any(|(name, _)| name == "ValidMoves");
    let values = answer.values.as_ref().filter(|_| has_moves);
    let Some(line) = values.and_then(|values| mirror::line(puzzle, values)) else {
        return Ok(None);
    };
    let text = puzzle.names().line(&line);
    let replay = replay(puzzle, line.jumps());
    let fault = match replay.fault {
        Some((jump, fault)) => format!("breaks a rule at jump {jump}: {}", fault.reason()),
        None if !puzzle.finish().accepts(replay.last()) => "does not reach the finish".to_owned(),
        None => return Ok(Some(WrittenLine { text, holes: puzzle.names().line_holes(&line) })),
    };
    let help = "this is a fault of the program that was run, or of soliter";
    Err(Failure::disagreement(format!("the line {text} {fault}"), help))
}

/// What `--data` gives: a puzzle with those of its fields that the program has, or values of a file.
fn data(
    session: &Session,
    args: &RunArgs,
    model: &Model,
) -> Result<(Option<Puzzle>, FieldValues), Failure> {
    let Some(name) = &args.data else { return Ok((None, FieldValues::new())) };
    let source = files::find(session, name, files::Kind::Puzzle)?;
    if !input::is_puzzle(model, &source) {
        return Ok((None, input::read(model, &source)?));
    }
    let puzzle = files::peg_puzzle_of(session, name, &source)?;
    let mut fields = puzzle_fields(&puzzle);
    let names: Vec<String> = fields.keys().cloned().collect();
    fields.retain(|name, _| model.fields().any(|(known, _)| known == name));
    if fields.is_empty() {
        let message = format!("{} has none of the fields that a puzzle fills", args.file);
        return Err(Failure::usage(message, format!("these are: {}", names.join(", "))));
    }
    Ok((Some(puzzle), fields))
}

/// Values of fields: those of `--data`, then those given one by one.
fn given(args: &RunArgs, model: &Model, mut given: FieldValues) -> Result<FieldValues, Failure> {
    let mut settings = FieldValues::new();
    let set = |setting: &String| set(setting, model, &mut settings).err();
    let wrong: Vec<Failure> = args.set.iter().filter_map(set).collect();
    if !wrong.is_empty() {
        return Err(Failure::Several(wrong));
    }
    // The number of pegs goes with the pegs.
    for (set, count) in [("Starts", "StartCount"), ("Ends", "EndCount")] {
        if let (Some(Data::Set(holes)), Some(number)) = (settings.get(set), given.get_mut(count)) {
            *number = Data::Number(holes.len() as i64);
        }
    }
    given.extend(settings);
    Ok(given)
}

/// Reads `Name=VALUE`.
fn set(setting: &str, model: &Model, settings: &mut FieldValues) -> Result<(), Failure> {
    let Some((name, value)) = setting.split_once('=') else {
        let help = "write --set Name=VALUE, for example --set Starts=\"{35, 43}\"";
        return Err(Failure::usage(format!("--set {setting} has no '='"), help));
    };
    let name = name.trim();
    if let Some(help) = input::unknown_field(model, name) {
        return Err(Failure::usage(format!("the program has no field {name}"), help));
    }
    let data = model.data(&Source::new(format!("--set {name}"), value))?;
    match settings.insert(name.to_owned(), data) {
        None => Ok(()),
        Some(before) => Err(Failure::usage(
            format!("--set gives the field {name} twice"),
            format!("leave one out; the first gives {}", short(&before.to_string())),
        )),
    }
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

fn stopped(stop: Stop) -> Failure {
    Failure::limit(stop.phrase(), "raise the limit, or make the program smaller")
}

/// Where the mixed-integer program goes, and its format, the ending of the name.
fn lp_target(path: &Path) -> Result<Target<'_>, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("lp") => Ok(Target { what: "a program in LP format", path, endings: &["lp"] }),
        Some("mps") => Ok(Target { what: "a program in MPS format", path, endings: &["mps"] }),
        // Standard output has no name that could say a format.
        _ => {
            let message = format!("--lp {}: the ending says no format", path.display());
            Err(Failure::usage(message, "name a file that ends in .lp or .mps"))
        }
    }
}

fn write_lp(
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
    let text = programs::text(&lowered.program, &about, target.endings[0], control)?;
    targets::write(target.path, &text)
}
