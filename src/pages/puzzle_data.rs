//! What the page is told of a puzzle, as JSON. Holes are numbers, row by row from the top, from 0.

use serde_json::{Value, json};

use crate::peg::answer::{Claim, Detail, Evidence};
use crate::peg::draw::layout::Layout;
use crate::peg::line::{Line, Move};
use crate::peg::notation::{Names, Scheme};
use crate::peg::pagoda::weight;
use crate::peg::position::{Hole, Position};
use crate::peg::puzzle::{Finish, Puzzle};

/// What is known of a puzzle beside its lines.
#[derive(Clone, Copy, Default)]
pub struct Known<'a> {
    /// What was proved.
    pub claim: Option<Claim>,
    /// How; a certificate among it is drawn.
    pub evidence: &'a [Evidence],
}

/// A puzzle with lines that are legal from its start.
pub fn data(puzzle: &Puzzle, lines: &[Line], known: Known<'_>) -> Value {
    let board = &puzzle.board;
    let layout = Layout::new(board);
    let round = |x: f64| (x * 1e4).round() / 1e4;
    let points = layout.points().iter().map(|&(x, y)| [round(x), round(y)]);
    let names = Scheme::ALL.into_iter().filter_map(|scheme| {
        let names = Names::new(board, scheme).ok()?;
        Some((scheme.word().to_owned(), names.iter().collect::<Value>()))
    });
    let chains =
        lines.iter().map(|line| line.moves().iter().map(Move::holes).collect::<Vec<&[Hole]>>());
    let finish = match puzzle.finish {
        Finish::Exactly(finish) => json!({ "holes": holes(finish) }),
        Finish::Pegs(pegs) => json!({ "pegs": pegs }),
    };
    json!({
        "title": puzzle.title,
        "source": puzzle.source,
        "model": puzzle.model,
        "building": puzzle.building,
        "width": round(layout.width),
        "height": round(layout.height),
        "points": points.collect::<Vec<_>>(),
        "neighbours": layout.neighbours().collect::<Vec<_>>(),
        "jumps": board.jumps().iter().map(|j| [j.from, j.over, j.to]).collect::<Vec<_>>(),
        "names": names.collect::<serde_json::Map<_, _>>(),
        "scheme": puzzle.names.scheme().word(),
        "start": holes(puzzle.start),
        "finish": finish,
        "jumps_needed": puzzle.jumps(),
        "lines": chains.collect::<Vec<_>>(),
        "claim": known.claim.map(claim),
        "certificate": known.evidence.iter().find_map(|one| certificate(puzzle, &one.detail)),
    })
}

fn holes(position: Position) -> Vec<Hole> {
    position.holes().collect()
}

fn claim(claim: Claim) -> Value {
    json!({
        "status": claim.status(),
        "moves": claim.moves(),
        "lower_bound": claim.lower_bound(),
    })
}

fn certificate(puzzle: &Puzzle, detail: &Detail) -> Option<Value> {
    match detail {
        Detail::Markings(markings) => {
            let markings: Vec<Vec<Hole>> = markings.iter().map(|&m| holes(m)).collect();
            Some(json!({ "markings": markings }))
        }
        Detail::Weights(weights) => {
            let Finish::Exactly(finish) = puzzle.finish else { return None };
            Some(json!({
                "weights": weights,
                "start": weight(weights, puzzle.start),
                "finish": weight(weights, finish),
            }))
        }
        Detail::Positions(_) | Detail::Entered(_) | Detail::Program { .. } => None,
    }
}
