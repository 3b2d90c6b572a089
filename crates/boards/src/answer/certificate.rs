//! Certificates of impossibility: refutations that a person can check on the board, as figures and words.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::board::position::{Hole, Position};
use crate::bounds::pagoda::weight;
use crate::puzzle::{Finish, Puzzle};
use soliter_base::wording::{counted, joined};

/// A refutation that a person can check on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// A word for each hole, the same in all figures; the list is empty if the holes have no words.
    pub words: Vec<String>,
    /// The positions to look at; there is at least one.
    pub figures: Vec<Figure>,
    /// A description of the figures, in a sentence or two, for readers who cannot see them.
    pub description: &'static str,
    /// The reason why it refutes the puzzle, in lines for a terminal.
    pub reason: String,
    /// The form that `pages/page/puzzle/player.js` takes, with holes by number.
    pub page: Value,
}

/// A position of a certificate.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The text below the figure.
    pub caption: String,
    /// The pegs of the position.
    pub pegs: Position,
    /// The marked holes.
    pub marked: Position,
}

pub(super) fn marking_certificate(puzzle: &Puzzle, markings: &[Position]) -> Certificate {
    let figure = |marked: &Position| {
        let on = |pegs: &Position| marked_pegs(marked, pegs);
        let mut caption = format!("marked: {} at the start", counted(on(&puzzle.start), "peg"));
        if let Some(finish) = puzzle.finish.position() {
            let _ = write!(caption, ", {} at the finish", on(finish));
        }
        Figure { caption, pegs: puzzle.start.clone(), marked: marked.clone() }
    };
    let holes: Vec<Vec<Hole>> = markings.iter().map(|m| m.holes().collect()).collect();
    Certificate {
        words: Vec::new(),
        figures: markings.iter().map(figure).collect(),
        description: "Impossible. Every jump touches none or two of the marked holes, so the number of \
               pegs on them stays odd or stays even.",
        reason: marking_reason(puzzle, markings),
        page: json!({ "markings": holes }),
    }
}

fn marking_reason(puzzle: &Puzzle, markings: &[Position]) -> String {
    let parity = |number: usize| if number.is_multiple_of(2) { "even" } else { "odd" };
    let reason = match &puzzle.finish {
        Finish::Exactly(finish) => {
            let line = |marking: &Position| {
                let [before, after] = [&puzzle.start, finish].map(|set| marked_pegs(marking, set));
                let (was, is) = (parity(before), parity(after));
                format!("Start: {before} ({was}), finish: {after} ({is}).\n")
            };
            joined(markings.iter().map(line), "")
        }
        Finish::Pegs(pegs) => {
            let parities = markings.iter().map(|m| parity(marked_pegs(m, &puzzle.start)));
            let choice =
                if *pegs == 1 { "single peg".into() } else { format!("choice of {pegs} holes") };
            format!("At the start: {}; no {choice} has these parities.\n", joined(parities, ", "))
        }
        Finish::Holes { .. } => {
            let parities = markings.iter().map(|m| parity(marked_pegs(m, &puzzle.start)));
            let parities = joined(parities, ", ");
            format!("At the start: {parities}; no finish has these parities.\n")
        }
    };
    format!(
        "Every jump of the board touches 0 or 2 marked holes, so the number of pegs on marked holes \
         never changes parity.\n{reason}"
    )
}

pub(super) fn weight_certificate(
    puzzle: &Puzzle,
    finish: &Position,
    weights: &[i64],
) -> Certificate {
    let ends = [("start", &puzzle.start), ("finish", finish)];
    let figure = |(end, pegs): (&str, &Position)| Figure {
        caption: format!("{end} weighs {}", weight(weights, pegs)),
        pegs: pegs.clone(),
        marked: Position::EMPTY,
    };
    let [before, after] = ends.map(|(_, pegs)| weight(weights, pegs));
    Certificate {
        words: weights.iter().map(ToString::to_string).collect(),
        figures: ends.map(figure).into(),
        description: "Impossible. No jump of the ordinary game raises the sum of the weights under the \
               pegs.",
        reason: format!(
            "No jump of the ordinary game raises the sum of the weights under the pegs: the hole \
             landed in never weighs\nmore than the two holes left empty together. Start: {before}, \
             finish: {after}.\n"
        ),
        page: json!({ "weights": weights, "start": before, "finish": after }),
    }
}

pub(super) fn marked_pegs(marking: &Position, pegs: &Position) -> usize {
    marking.intersection(pegs).len()
}
