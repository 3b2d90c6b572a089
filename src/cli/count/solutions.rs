//! `--what sweeps`, `lengths` and `distinct`: properties of the solutions of a puzzle.

use serde_json::{Value, json};
use soliter::base::control::{Control, Stop};
use soliter::base::wording::{counted, counted_large, grouped, shown};
use soliter::peg::search::count::CountFault;
use soliter::peg::search::questions::lengths::{Constraints, lengths};
use soliter::peg::search::questions::{distinct::distinct, sweeps::sweeps};
use soliter::peg::{judge::judge, line::Line, puzzle::Puzzle, verify::replay};

use crate::cli::count::figures::{Figures, Found};
use crate::cli::output::failure::{Failure, RAISE};
use crate::cli::{args::CountArgs, columns};

type Numbered = [(usize, Line)];

fn objects(puzzle: &Puzzle, key: &str, all: &Numbered) -> Value {
    all.iter()
        .map(|(number, line)| json!({ key: number, "solution": puzzle.names().line(line) }))
        .collect()
}

/// A line in words; it is replayed by the rules before it is printed.
fn written(puzzle: &Puzzle, line: &Line) -> Result<String, Stop> {
    if !replay(puzzle, line.jumps()).solves(puzzle) {
        return Err(Stop::Fault("a solution does not solve the puzzle"));
    }
    Ok(puzzle.names().line(line))
}

fn figures(
    puzzle: &Puzzle,
    sentence: String,
    head: &'static str,
    all: &Numbered,
) -> Result<Figures, Stop> {
    let row = |(number, line): &(usize, Line)| Ok(vec![number.to_string(), written(puzzle, line)?]);
    let rows = all.iter().map(row).collect::<Result<Vec<_>, Stop>>()?;
    let heads = vec![head, "solution"];
    let body = columns::left(&heads, &rows);
    Ok(Figures { sentence, body, heads, rows, ..Default::default() })
}

fn no_solution() -> Found {
    let sentence = "no solution".to_owned();
    (json!({ "value": "0" }), Figures { sentence, ..Default::default() })
}

pub(super) fn of_sweeps(puzzle: &Puzzle, control: &Control) -> Result<Found, Stop> {
    let Some(found) = sweeps(puzzle, control)? else { return Ok(no_solution()) };
    let (jumps, line) = &found.longest;
    let last = found.last.last().map_or(0, |(jumps, _)| *jumps);
    let sentence = format!(
        "the longest sweep of a solution has {}, the longest at its end {}",
        counted(*jumps, "jump"),
        counted(last, "jump")
    );
    let keys = json!({
        "value": jumps.to_string(),
        "solution": written(puzzle, line)?,
        "last": objects(puzzle, "jumps", &found.last),
    });
    Ok((keys, figures(puzzle, sentence, "last sweep", &found.last)?))
}

pub(super) fn of_lengths(
    puzzle: &Puzzle,
    constraints: &Constraints,
    control: &Control,
) -> Result<Found, Stop> {
    let all = lengths(puzzle, constraints, control)?;
    let (Some((first, _)), Some((last, _))) = (all.first(), all.last()) else {
        return Ok(no_solution());
    };
    let sentence = if first == last {
        format!("every solution has {}", counted(*first, "move"))
    } else {
        format!("solutions have {first} to {}", counted(*last, "move"))
    };
    let keys = json!({ "value": all.len().to_string(), "lengths": objects(puzzle, "moves", &all) });
    Ok((keys, figures(puzzle, sentence, "moves", &all)?))
}

pub(super) fn of_distinct(puzzle: &Puzzle, control: &Control) -> Result<Found, CountFault> {
    let found = distinct(puzzle, control)?;
    let different: Vec<(usize, Line)> = (1..).zip(found.different).collect();
    if different.is_empty() {
        return Ok(no_solution());
    }
    let sentence = format!(
        "{}, {} up to symmetry, {} also up to the order of moves that touch no hole in common",
        counted_large(found.all as u128, "shortest solution"),
        grouped(found.up_to_symmetry as u128),
        grouped(different.len() as u128)
    );
    let keys = json!({
        "value": different.len().to_string(),
        "all": found.all,
        "up_to_symmetry": found.up_to_symmetry,
        "different": objects(puzzle, "number", &different),
    });
    Ok((keys, figures(puzzle, sentence, "number", &different)?))
}

/// The conditions that `--first`, `--untouched` and `--contains` set for solutions.
pub(super) fn constraints(
    args: &CountArgs,
    puzzle: &Puzzle,
    control: &Control,
) -> Result<Constraints, Failure> {
    let hole = |name: &str| {
        puzzle.names().hole(name).ok_or_else(|| {
            let help = format!("name a hole of the board, as in {}", puzzle.names().name(0));
            Failure::usage(format!("the board has no hole {}", shown(name)), help)
        })
    };
    let mut constraints = Constraints::default();
    if let Some(text) = &args.first {
        let judgement = judge(puzzle, text, &[], control)
            .map_err(|stop| Failure::limit(format!("{stop} while reading --first"), RAISE))?;
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
    let contained = args.contains.iter().flat_map(|text| text.split([',', ' ']));
    for name in contained.filter(|name| !name.is_empty()) {
        constraints.contains = constraints.contains.with(hole(name)?);
    }
    Ok(constraints)
}
