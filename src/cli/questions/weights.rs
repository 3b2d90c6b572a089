//! `soliter weights`: resource counts of a puzzle.

use std::num::NonZeroUsize;

use serde_json::{Value, json};
use soliter::base::{control::Stop, wording::grouped};
use soliter::peg::draw::text::{Panel, beside, board};
use soliter::peg::milp::weights::resource_counts::{
    Broken, ResourceCount, ResourceCounts, resource_counts,
};
use soliter::peg::{board::position::Hole, puzzle::Puzzle};

use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::output::paint::{counted, strong};
use crate::cli::{args::WeightsArgs, files, output::exit::Exit, output::paint, session::Session};

pub(crate) fn run(session: &Session, args: &WeightsArgs) -> Outcome {
    let puzzle = files::peg_puzzle(session, &args.file)?;
    let most = args.most.map(NonZeroUsize::get);
    let (found, seconds) = session.compute(|control| resource_counts(&puzzle, most, control));
    let found = found.map_err(|stop| match stop {
        Stop::Size(phrase) => Failure::unfit(phrase, "name the holes of the finish"),
        stop => Failure::stopped("no weights", stop),
    })?;
    let count = |count: &ResourceCount| {
        json!({
            "weights": by_hole(&puzzle, &count.weights),
            "start": count.start,
            "finish": count.finish,
            "refutes": count.refutes,
        })
    };
    let report = json!({
        "puzzle": args.file,
        "title": puzzle.title(),
        "counts": found.counts.iter().map(count).collect::<Vec<_>>(),
        "extreme": found.extreme,
        "sample": found.sample,
        "refuted": found.refuted,
        "seconds": seconds,
    });
    session.answer(&report, || to_text(session, &puzzle, &found, seconds))?;
    let impossible = found.counts.iter().any(|count| count.start < count.finish);
    Ok(if impossible { Exit::No } else { Exit::Answered })
}

fn to_text(session: &Session, puzzle: &Puzzle, found: &ResourceCounts, seconds: f64) -> String {
    let head = strong(format!("{}: {}", puzzle.title(), number(found)));
    if session.options.quiet {
        return format!("{head}\n");
    }
    let panels: Vec<Panel> = found.counts.iter().map(|count| panel(puzzle, count)).collect();
    let drawn = beside(&panels, session.paint.columns);
    let (positions, lost) = (counted(found.sample, "position"), found.refuted);
    let seconds = paint::seconds(seconds);
    format!("{head}\n\n{drawn}\nthey prove {lost} of {positions} of random games lost, {seconds}\n")
}

fn number(found: &ResourceCounts) -> String {
    let given = found.counts.len();
    let counts = counted(given, "resource count");
    match found.extreme {
        Some(all) if all == given => {
            format!("{counts}, all extreme ones that prove positions lost")
        }
        Some(all) => {
            let all = grouped(all as u128);
            format!("{given} of {all} extreme resource counts that prove positions lost")
        }
        None => format!("{counts}, found for positions of random games"),
    }
}

fn panel(puzzle: &Puzzle, count: &ResourceCount) -> Panel {
    let caption = format!("start {}, finish {}, {} lost", count.start, count.finish, count.refutes);
    let (wide, cell) = cells(&count.weights);
    Panel::new(caption, puzzle.board(), wide, cell)
}

/// The number of columns of a hole, and its text: its weight, or a dot for 0.
fn cells(weights: &[i64]) -> (usize, impl Fn(Hole) -> String + '_) {
    let word = |weight: i64| if weight == 0 { ".".to_owned() } else { weight.to_string() };
    let wide = weights.iter().map(|&weight| word(weight).len()).max().unwrap_or(1);
    (wide, move |hole: Hole| format!("{:>wide$}", word(weights[usize::from(hole)])))
}

/// Weights by the names of the holes, without those that are 0.
fn by_hole(puzzle: &Puzzle, weights: &[i64]) -> Value {
    let named = puzzle.names().iter().zip(weights).filter(|(_, weight)| **weight != 0);
    Value::Object(named.map(|(name, &weight)| (name.to_owned(), weight.into())).collect())
}

/// Weights that prove a record lost, in JSON.
pub(crate) fn broken_json(puzzle: &Puzzle, broken: &Broken) -> Value {
    json!({
        "jump": broken.jump,
        "weights": by_hole(puzzle, &broken.weights),
        "position": broken.position,
        "finish": broken.finish,
    })
}

pub(crate) fn broken_text(session: &Session, puzzle: &Puzzle, broken: &Broken) -> String {
    let Broken { jump, weights, position, finish } = broken;
    let line = format!(
        "weights prove it after jump {jump}: no jump raises their total, and the finish weighs more ({position} < {finish})\n"
    );
    if session.options.quiet {
        return line;
    }
    let (wide, cell) = cells(weights);
    format!("{line}\n{}\n", board(puzzle.board(), wide, cell).join("\n"))
}
