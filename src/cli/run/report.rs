//! The report of `soliter run` on a solved program.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;
use serde_json::{Value, json};
use soliter::base::control::Stop;
use soliter::base::wording::{self, stem, typed};
use soliter::np::solve::{Engine, ProgramAnswer, ProgramStatus, Solutions, StoredValue};
use soliter::np::{resolve::names::Model, solve::irreducible::Clause};

use crate::cli::args::RunArgs;
use crate::cli::output::paint::{counted, strong, verdict};
use crate::cli::session::Session;
use crate::cli::{output, output::exit::Exit, output::failure::Outcome, output::paint};

pub(crate) struct WrittenLine {
    pub(crate) text: String,
    pub(crate) holes: Vec<Vec<String>>,
}

/// The certificate that was written: as an object, and as a line of text.
pub(crate) struct Certified {
    pub(crate) object: Value,
    pub(crate) text: String,
}

/// The results that are shown besides the values.
pub(crate) struct Shown {
    /// The line of a puzzle.
    pub(crate) line: Option<WrittenLine>,
    /// Clauses that cannot all hold.
    pub(crate) conflict: Option<Vec<Clause>>,
    pub(crate) certified: Option<Certified>,
}

/// Writes the results: `answer` is the first solution.
pub(crate) fn report(
    session: &Session,
    args: &RunArgs,
    model: &Model,
    solutions: &Solutions,
    answer: &ProgramAnswer,
    Shown { line, conflict, certified }: Shown,
) -> Outcome {
    // A claim that depends on a single run of HiGHS is marked; values without an objective are checked
    // directly.
    let claims = match answer.status {
        ProgramStatus::Solved => answer.has_objective,
        status => status == ProgramStatus::Infeasible,
    };
    let unconfirmed =
        claims && args.solver.no_recheck && answer.engine == Engine::Milp && certified.is_none();
    if session.options.json() {
        let clause = |c: &Clause| json!({ "constraint": c.name, "line": c.line });
        let stored = |_| solutions.list.iter().map(stored_json).collect::<Vec<_>>();
        let mut object = to_json(&args.file, model, answer);
        set(
            &mut object,
            "conflict",
            conflict.map(|all| all.iter().map(clause).collect::<Vec<_>>()),
        );
        set(&mut object, "left_out", solutions.left_out.as_ref().map(|(_, why)| why));
        set(&mut object, "unconfirmed", unconfirmed.then_some(true));
        set(&mut object, "certificate", certified.map(|certified| certified.object));
        set(&mut object, "solution", line.as_ref().map(|line| &line.text));
        set(&mut object, "solution_holes", line.as_ref().map(|line| &line.holes));
        set(&mut object, "solutions", args.all.map(stored));
        set(&mut object, "complete", args.all.map(|_| solutions.complete));
        output::object(&object)?;
    } else {
        let mut text = to_text(session, model, answer, line.map(|line| line.text));
        if let Some((engine, why)) = solutions.left_out.as_ref().filter(|_| !session.options.quiet)
        {
            let alone = if *engine == Engine::Sat { "HiGHS" } else { "CaDiCaL" };
            let _ = writeln!(text, "by {alone} alone: {why}");
        }
        #[cfg(feature = "sat")]
        let proof = args.certify.as_deref().filter(|_| certified.is_some());
        #[cfg(not(feature = "sat"))]
        let proof = None;
        if let Some(certified) = certified.filter(|_| !session.options.quiet) {
            text.push_str(&certified.text);
        }
        if let Some(how) =
            to_check(args, answer, proof, unconfirmed).filter(|_| !session.options.quiet)
        {
            let _ = writeln!(text, "evidence: {how}");
        }
        if conflict.is_some() {
            text.push_str("these cannot all hold:\n");
        }
        for clause in conflict.into_iter().flatten() {
            let _ = writeln!(text, "  line {}  {}", clause.line, clause.name);
        }
        if args.all.is_some() && answer.values.is_some() {
            let others = others(solutions, session.options.quiet);
            if session.options.quiet {
                text = format!("{}; {others}", text.trim_end());
            } else {
                text.push_str(&others);
            }
        }
        session.answer_text(text)?;
    }
    Ok(match answer.status {
        ProgramStatus::Solved => solutions.stopped.map_or(Exit::Answered, Exit::of_stop),
        ProgramStatus::Infeasible => Exit::No,
        ProgramStatus::Feasible | ProgramStatus::Unknown => {
            answer.stopped.map_or(Exit::Limit, Exit::of_stop)
        }
    })
}

/// How others can check the answer; `None` if it claims no more than that its values fit.
fn to_check(
    args: &RunArgs,
    answer: &ProgramAnswer,
    proof: Option<&Path>,
    unconfirmed: bool,
) -> Option<String> {
    let word = |name: &str, other: &str| {
        if name.starts_with('-') { other.to_owned() } else { typed(name).into_owned() }
    };
    let mut program = word(&args.file, "PROGRAM");
    if let Some(data) = &args.data {
        let _ = write!(program, " --data {}", word(data, "DATA"));
    }
    for field in &args.set {
        let _ = write!(program, " --set {}", typed(field));
    }
    if let Some(proof) = proof {
        return Some(format!("soliter verify {} {program}", typed(&proof.to_string_lossy())));
    }
    let by_hand = |subject| format!("{subject} (to see them: soliter run {program} --explain)");
    match answer.status {
        ProgramStatus::Feasible | ProgramStatus::Unknown => return None,
        ProgramStatus::Solved if !answer.has_objective => {
            return Some(by_hand("the values in each constraint"));
        }
        _ if answer.size.1 == 0 => return Some(by_hand("the constraints")),
        ProgramStatus::Solved | ProgramStatus::Infeasible => {}
    }
    let checked = match answer.engine {
        Engine::Sat => "each step was checked",
        Engine::Milp if unconfirmed => "one HiGHS run, unconfirmed",
        Engine::Milp => "two HiGHS runs agreed",
    };
    let proof = if cfg!(feature = "sat") {
        let proof = stem(args.data.as_ref().unwrap_or(&args.file));
        format!(" (proof: soliter run {program} --certify {proof}.lrat)")
    } else {
        String::new()
    };
    Some(format!("{checked}{proof}"))
}

fn set(object: &mut Value, key: &str, value: Option<impl Serialize>) {
    if let Some(value) = value {
        object[key] = json!(value);
    }
}

fn others(solutions: &Solutions, quiet: bool) -> String {
    let mut text = String::new();
    for (number, answer) in (1..).zip(&solutions.list).skip(1).filter(|_| !quiet) {
        let _ = writeln!(text, "solution {number}");
        text.push_str(&shown(answer));
    }
    let found = counted(solutions.list.len(), "solution");
    let _ = match solutions.stopped {
        _ if solutions.complete => writeln!(text, "{found}, and no more"),
        Some(stop) => writeln!(text, "{found}, perhaps more ({})", stop.phrase()),
        None => writeln!(text, "{found}, perhaps more"),
    };
    text
}

fn status(answer: &ProgramAnswer) -> &'static str {
    match answer.status {
        ProgramStatus::Solved if answer.has_objective => "optimal",
        ProgramStatus::Solved | ProgramStatus::Feasible => "feasible",
        ProgramStatus::Infeasible => "infeasible",
        ProgramStatus::Unknown => "unknown",
    }
}

fn stored_json(answer: &ProgramAnswer) -> Value {
    let stored = answer.stored.iter().map(|shown| {
        let record = shown.record.as_ref().map_or_else(String::new, |r| format!("{r}."));
        let value = shown.word.as_ref().map_or_else(|| json!(shown.value), |word| json!(word));
        (format!("{record}{}", shown.name), value)
    });
    Value::Object(stored.collect())
}

fn to_json(name: &str, model: &Model, answer: &ProgramAnswer) -> Value {
    let mut object = json!({
        "program": name,
        "project": model.project.name.text,
        "status": status(answer),
        "objective": answer.objective,
        "bound": answer.bound,
        "stored": stored_json(answer),
        "by": match answer.engine {
            Engine::Milp => "milp",
            Engine::Sat => "sat",
        },
    });
    let words = size_words(answer.engine);
    let (size, work) = (answer.size, answer.nodes as usize);
    for ((_, key), number) in words.into_iter().zip([size.0, size.1, work]) {
        object[key] = json!(number);
    }
    object["seconds"] = json!(answer.seconds);
    set(&mut object, "penalty", answer.penalty);
    set(&mut object, "printed", Some(&answer.printed).filter(|lines| !lines.is_empty()));
    set(&mut object, "stopped", answer.stopped.map(Stop::phrase));
    object
}

/// What the size of a program and the work of an engine count: a word for one, and the key.
fn size_words(engine: Engine) -> [(&'static str, &'static str); 3] {
    match engine {
        Engine::Milp => [("row", "rows"), ("column", "columns"), ("node", "nodes")],
        Engine::Sat => {
            [("clause", "clauses"), ("variable", "variables"), ("conflict", "conflicts")]
        }
    }
}

/// The bound of an answer without a proof, which is that of a single run, and the gap to what was found.
fn bound(answer: &ProgramAnswer) -> String {
    let Some(bound) = answer.bound else { return "bound none".to_owned() };
    let gap = answer.objective.filter(|found| *found != 0).map_or_else(String::new, |found| {
        let gap = found.abs_diff(bound) as f64 / found.unsigned_abs() as f64;
        format!(", gap {:.1} %", 100.0 * gap)
    });
    format!("bound {bound} by one run of HiGHS{gap}")
}

fn to_text(
    session: &Session,
    model: &Model,
    answer: &ProgramAnswer,
    line: Option<String>,
) -> String {
    let why = answer.stopped.map_or("", Stop::phrase);
    let bound = bound(answer);
    let summary = match (answer.status, answer.objective) {
        (ProgramStatus::Solved, Some(objective)) => format!("{objective}, the best possible"),
        (ProgramStatus::Solved, None) => "all constraints hold".to_owned(),
        (ProgramStatus::Feasible, Some(objective)) => {
            format!("{objective} found, {bound} ({why})")
        }
        (ProgramStatus::Feasible, None) => format!("a solution found ({why})"),
        (ProgramStatus::Infeasible, _) => "impossible".to_owned(),
        (ProgramStatus::Unknown, _) => format!("unknown: no solution found, {bound} ({why})"),
    };
    let name = &model.project.name.text;
    if session.options.quiet {
        return format!("{name}: {summary}\n");
    }
    let right = answer.status != ProgramStatus::Infeasible;
    let mut text = format!("{}: {}\n", strong(name), verdict(right, summary));
    text.push_str(&shown(answer));
    if let Some(line) = line {
        let _ = writeln!(text, "{line}");
    }
    if answer.size.1 > 0 {
        let numbers = [answer.size.0, answer.size.1, answer.nodes as usize];
        let words = size_words(answer.engine).into_iter().zip(numbers);
        for ((word, _), number) in words {
            let _ = write!(text, "{}, ", counted(number, word));
        }
        let _ = writeln!(text, "{}", paint::seconds(answer.seconds));
    }
    text
}

/// The fields requested by `Store`, with one record per line.
fn shown(answer: &ProgramAnswer) -> String {
    // A value, or its name in its enumeration.
    let value = |shown: &StoredValue| shown.word.clone().unwrap_or_else(|| shown.value.to_string());
    let (mut text, mut record) = (String::new(), None);
    let wide = answer.stored.iter().filter_map(|shown| shown.record.as_ref());
    let wide = wide.map(|record| record.chars().count()).max().unwrap_or(0);
    for shown in &answer.stored {
        if record == Some(&shown.record) && shown.record.is_some() {
            let _ = write!(text, ", {} = {}", shown.name, value(shown));
            continue;
        }
        let gap = if record.is_some() { "\n" } else { "" };
        record = Some(&shown.record);
        let title = shown.record.as_deref().map_or_else(String::new, |r| format!("{r:<wide$}  "));
        let _ = write!(text, "{gap}  {title}{} = {}", shown.name, value(shown));
    }
    if record.is_some() {
        text.push('\n');
    }
    for line in &answer.printed {
        let _ = writeln!(text, "{}", wording::shown(line));
    }
    if let Some(penalty) = answer.penalty.filter(|penalty| *penalty != 0) {
        let _ = writeln!(text, "soft clauses that do not hold cost {penalty}");
    }
    text
}
