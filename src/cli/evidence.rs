//! Evidence and certificates, as text and as JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};
use soliter::peg::answer::{Claim, Detail, Evidence};
use soliter::peg::draw::text::{Panel, beside, board};
use soliter::peg::pagoda::weight;
use soliter::peg::position::Position;
use soliter::peg::puzzle::{Finish, Puzzle};

use crate::cli::Session;
use crate::cli::paint::{self, counted};

/// The certificate of a refutation for a person to check; empty where there is none.
pub(crate) fn certificate_text(session: &Session, puzzle: &Puzzle, evidence: &Evidence) -> String {
    match &evidence.detail {
        Detail::Markings(markings) => format!("\n{}", markings_text(session, puzzle, markings)),
        Detail::Weights(weights) => format!("\n{}", weights_text(puzzle, weights)),
        _ => String::new(),
    }
}

pub(crate) fn evidence_json(evidence: &Evidence, puzzle: Option<&Puzzle>) -> Value {
    let claim = evidence.claim;
    let mut object = json!({
        "by": evidence.by.word(),
        "claim": claim.status(),
        "seconds": evidence.seconds,
    });
    if let Some(moves) = claim.moves() {
        object["moves"] = json!(moves);
    }
    if let Some(bound) = claim.lower_bound() {
        object["lower_bound"] = json!(bound);
    }
    if let Some(stop) = evidence.stopped {
        object["stopped"] = json!(stop.phrase());
    }
    match &evidence.detail {
        Detail::Positions(positions) => object["positions"] = json!(positions),
        Detail::Entered(entered) => object["entered"] = json!(entered),
        Detail::Program { formulation, rows, columns, nodes } => {
            object["formulation"] = json!(formulation);
            object["rows"] = json!(rows);
            object["columns"] = json!(columns);
            object["nodes"] = json!(nodes);
        }
        Detail::Markings(markings) => {
            if let Some(puzzle) = puzzle {
                object["markings"] = markings.iter().map(|&m| marking_json(puzzle, m)).collect();
            }
        }
        Detail::Weights(weights) => {
            if let Some(puzzle) = puzzle {
                let named = puzzle.names().iter().zip(weights).filter(|(_, weight)| **weight != 0);
                object["weights"] = named.map(|(name, weight)| (name, json!(weight))).collect();
                object["start"] = json!(weight(weights, puzzle.start()));
                if let Finish::Exactly(finish) = puzzle.finish() {
                    object["finish"] = json!(weight(weights, finish));
                }
            }
        }
    }
    object
}

fn marking_json(puzzle: &Puzzle, marking: Position) -> Value {
    let mut object = json!({
        "holes": puzzle.names().position(marking),
        "start": marked_pegs(marking, puzzle.start()),
    });
    if let Finish::Exactly(finish) = puzzle.finish() {
        object["finish"] = json!(marked_pegs(marking, finish));
    }
    object
}

fn marked_pegs(marking: Position, pegs: Position) -> usize {
    Position(marking.0 & pegs.0).len()
}

pub(crate) fn evidence_text(evidence: &Evidence) -> String {
    let claim = match evidence.claim {
        Claim::Optimal { moves } => format!("{} proved fewest", counted(moves, "move")),
        Claim::Feasible { moves, lower_bound } => {
            format!("{moves} moves found, bound {lower_bound}")
        }
        Claim::Infeasible => "proved impossible".to_owned(),
        Claim::Unknown { lower_bound } => format!("nothing found, bound {lower_bound}"),
    };
    let detail = match &evidence.detail {
        Detail::Positions(positions) => format!("{positions} positions, from both ends"),
        Detail::Entered(entered) => format!("{entered} positions entered, depth first"),
        Detail::Program { formulation, rows, columns, nodes } => {
            format!("{formulation}, {rows} rows, {columns} columns, {nodes} nodes")
        }
        Detail::Markings(_) => "start and finish lie in different position classes".to_owned(),
        Detail::Weights(_) => "the finish weighs more than the start".to_owned(),
    };
    let stopped = evidence.stopped.map_or_else(String::new, |s| format!(" ({})", s.phrase()));
    let seconds = paint::seconds(evidence.seconds);
    format!("{:<7} {claim}{stopped}  {seconds}  {detail}", evidence.by.word())
}

/// Why position classes refute the puzzle, for a person to check.
fn markings_text(session: &Session, puzzle: &Puzzle, markings: &[Position]) -> String {
    let panels: Vec<Panel> =
        markings.iter().map(|&m| session.paint.marked(puzzle.board(), puzzle.start(), m)).collect();
    let mut text = beside(&panels, session.paint.columns);
    text.push_str(
        "\nEvery jump of the board touches 0 or 2 marked holes, so the pegs on marked holes stay \
         odd or stay even.\n",
    );
    let parity = |n: usize| if n.is_multiple_of(2) { "even" } else { "odd" };
    match puzzle.finish() {
        Finish::Exactly(finish) => {
            for &marking in markings {
                let (before, after) =
                    (marked_pegs(marking, puzzle.start()), marked_pegs(marking, finish));
                let _ = writeln!(
                    text,
                    "Start: {before} ({}), finish: {after} ({}).",
                    parity(before),
                    parity(after)
                );
            }
        }
        Finish::Pegs(pegs) => {
            let parities: Vec<&str> =
                markings.iter().map(|&m| parity(marked_pegs(m, puzzle.start()))).collect();
            let _ = writeln!(
                text,
                "At the start they are {}; no choice of {} has these parities.",
                parities.join(", "),
                counted(pegs, "hole")
            );
        }
    }
    text
}

/// Why weights refute the puzzle, for a person to check.
fn weights_text(puzzle: &Puzzle, weights: &[i64]) -> String {
    let wide = weights.iter().map(|weight| weight.to_string().len()).max().unwrap_or(1);
    let cell = |hole: u8| format!("{:>wide$}", weights[usize::from(hole)]);
    let mut text = board(puzzle.board(), wide, cell).join("\n");
    let Finish::Exactly(finish) = puzzle.finish() else { return text };
    let (before, after) = (weight(weights, puzzle.start()), weight(weights, finish));
    let _ = write!(
        text,
        "\n\nNo jump of the ordinary game raises the sum of the weights under the pegs: the hole \
         landed in never weighs\nmore than the two holes left empty together. Start: {before}, \
         finish: {after}.\n"
    );
    text
}
