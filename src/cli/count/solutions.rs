//! `--what sweeps` and `distinct`: properties of the solutions of a puzzle.

use serde_json::{Value, json};
use soliter::base::control::{Control, Stop};
use soliter::base::wording::{counted, counted_large, grouped};
use soliter::search::count::CountFault;
use soliter::{boards::line::Line, boards::puzzle::Puzzle, boards::verify::replay};
use soliter::{search::questions::distinct::distinct, search::questions::sweeps::sweeps};

use crate::cli::columns;
use crate::cli::count::figures::{Figures, Found};

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
