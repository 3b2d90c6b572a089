//! `--what sweeps`, `lengths` and `distinct`: what the solutions of a puzzle are like.

use serde_json::{Value, json};
use soliter::base::control::{Control, Stop};
use soliter::base::wording::grouped;
use soliter::peg::judge::judge;
use soliter::peg::line::Line;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::search::count::CountFault;
use soliter::peg::search::questions::distinct::distinct;
use soliter::peg::search::questions::lengths::{Constraints, lengths};
use soliter::peg::search::questions::sweeps::sweeps;
use soliter::peg::verify::replay;

use crate::cli::args::{CountArgs, What};
use crate::cli::columns;
use crate::cli::count::figures::{Figures, answer, none, stopped};
use crate::cli::output::failure::{Failure, Outcome, Reason};
use crate::cli::output::paint;
use crate::cli::output::paint::{counted, counted_large, shown, strong};
use crate::cli::session::Session;

/// An answer: a number, a sentence about it, further keys of its object, and a table.
struct Found {
    value: Option<usize>,
    sentence: String,
    keys: Vec<(&'static str, Value)>,
    heads: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    lines: Vec<Line>,
}

/// Lines, each with a number.
type Numbered = [(usize, Line)];

fn rows(puzzle: &Puzzle, all: &Numbered) -> Vec<Vec<String>> {
    all.iter().map(|(number, line)| vec![number.to_string(), puzzle.names().line(line)]).collect()
}

fn objects(puzzle: &Puzzle, key: &str, all: &Numbered) -> Value {
    all.iter()
        .map(|(number, line)| json!({ key: number, "line": puzzle.names().line(line) }))
        .collect()
}

fn lines_of(all: &Numbered) -> Vec<Line> {
    all.iter().map(|(_, line)| line.clone()).collect()
}

fn of_sweeps(puzzle: &Puzzle, control: &Control) -> Result<Option<Found>, CountFault> {
    let Some(found) = sweeps(puzzle, control)? else { return Ok(None) };
    let (jumps, line) = &found.longest;
    let last = found.last.last().map_or(0, |(jumps, _)| *jumps);
    Ok(Some(Found {
        value: Some(*jumps),
        sentence: format!(
            "the longest sweep of a solution has {}, the longest at its end {}",
            counted(*jumps, "jump"),
            counted(last, "jump")
        ),
        keys: vec![
            ("line", json!(puzzle.names().line(line))),
            ("last", objects(puzzle, "jumps", &found.last)),
        ],
        heads: vec!["last sweep", "solution"],
        rows: rows(puzzle, &found.last),
        lines: lines_of(&found.last).into_iter().chain([line.clone()]).collect(),
    }))
}

fn of_lengths(
    puzzle: &Puzzle,
    constraints: &Constraints,
    control: &Control,
) -> Result<Option<Found>, CountFault> {
    let all = lengths(puzzle, constraints, control)?;
    let (Some(first), Some(last)) = (all.first(), all.last()) else { return Ok(None) };
    Ok(Some(Found {
        value: Some(all.len()),
        sentence: if first.0 == last.0 {
            format!("every solution has {}", counted(first.0, "move"))
        } else {
            format!("solutions have {} to {}", first.0, counted(last.0, "move"))
        },
        keys: vec![("lengths", objects(puzzle, "moves", &all))],
        heads: vec!["moves", "solution"],
        rows: rows(puzzle, &all),
        lines: lines_of(&all),
    }))
}

fn of_distinct(puzzle: &Puzzle, control: &Control) -> Result<Option<Found>, CountFault> {
    let found = distinct(puzzle, control)?;
    let different: Vec<(usize, Line)> = (1..).zip(found.different).collect();
    Ok((!different.is_empty()).then(|| Found {
        value: Some(different.len()),
        sentence: format!(
            "{}, {} up to symmetry, {} also up to the order of moves that touch \
             no hole in common",
            counted_large(found.all as u128, "shortest solution"),
            grouped(found.up_to_symmetry as u128),
            grouped(different.len() as u128)
        ),
        keys: vec![
            ("all", json!(found.all)),
            ("up_to_symmetry", json!(found.up_to_symmetry)),
            ("different", objects(puzzle, "number", &different)),
        ],
        heads: vec!["number", "solution"],
        rows: rows(puzzle, &different),
        lines: lines_of(&different),
    }))
}

/// The conditions that `--first`, `--untouched` and `--contains` set for solutions.
fn constraints(args: &CountArgs, puzzle: &Puzzle) -> Result<Constraints, Failure> {
    let hole = |name: &str| {
        puzzle.names().hole(name).ok_or_else(|| {
            let help = format!("name a hole of the board, as in {}", puzzle.names().name(0));
            Failure::usage(format!("the board has no hole {}", shown(name)), help)
        })
    };
    let mut constraints = Constraints::default();
    if let Some(text) = &args.first {
        let judgement = judge(puzzle, text);
        if let Some(mistake) = &judgement.mistake {
            let help = "give legal jumps from the start";
            return Err(Failure::usage(format!("--first: {mistake}"), help));
        }
        constraints.first = judgement.jumps().collect();
    }
    for text in &args.untouched {
        let (name, until) = text.split_once('@').unwrap_or((text, "64"));
        let until = until.parse().map_err(|_| {
            let message = format!("--untouched {}: no number of a jump", shown(text));
            Failure::usage(message, "write 44@10")
        })?;
        constraints.untouched.push((hole(name)?, until));
    }
    for name in args.contains.iter().flat_map(|text| text.split([',', ' '])) {
        if !name.is_empty() {
            constraints.contains = constraints.contains.with(hole(name)?);
        }
    }
    Ok(constraints)
}

/// Answers a question about solutions.
pub(crate) fn run(session: &Session, args: &CountArgs, puzzle: &Puzzle) -> Outcome {
    let constraints = constraints(args, puzzle)?;
    let (found, seconds) = session.compute(|control| match args.what {
        What::Sweeps => of_sweeps(puzzle, control),
        What::Lengths => of_lengths(puzzle, &constraints, control),
        _ => of_distinct(puzzle, control),
    });
    let found = found.map_err(|fault| match fault {
        CountFault::Stopped(stop) => stopped(args, stop, seconds),
        fault @ CountFault::Overflow => {
            none(args, (Reason::Limit, &fault.to_string(), ""), seconds)
        }
    })?;
    // Lines are replayed by the rules before they are printed.
    let solves = |line: &Line| replay(puzzle, line.jumps()).solves(puzzle);
    if found.as_ref().is_some_and(|found| !found.lines.iter().all(solves)) {
        let fault = Stop::Fault("a line does not solve the puzzle");
        return Err(stopped(args, fault, seconds));
    }
    let mut object = json!({
        "puzzle": args.file,
        "title": puzzle.title(),
        "what": args.what.word(),
        "value": found.as_ref().and_then(|found| found.value).unwrap_or(0).to_string(),
    });
    for (key, value) in found.iter().flat_map(|found| &found.keys) {
        object[key] = value.clone();
    }
    object["seconds"] = json!(seconds);
    let title = shown(puzzle.title());
    let text = || {
        let Some(found) = &found else {
            return format!("{}\n", strong(format!("{title}: no solution")));
        };
        let head = strong(format!("{title}: {}", found.sentence));
        if session.options.quiet {
            return format!("{head}\n");
        }
        let rows = columns::left(&found.heads, &found.rows);
        format!("{head}\n\n{rows}\n{}\n", paint::seconds(seconds))
    };
    let (heads, rows) =
        found.as_ref().map_or((&[][..], &[][..]), |found| (&found.heads[..], &found.rows[..]));
    answer(session, args, &Figures { picture: None, heads, rows }, &object, text)
}
