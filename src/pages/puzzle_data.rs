//! The data of a puzzle for its page, as JSON. Holes are numbers, row by row from the top, from 0.

use serde_json::{Value, json};

use crate::boards::board::{Board, SEARCHED_HOLES};
use crate::boards::line::Line;
use crate::boards::notation::{Names, Scheme};
use crate::boards::puzzle::{Finish, Puzzle};
use crate::pages::aim::aim;
use crate::{
    boards::answer::Claim, boards::draw::layout::Layout, boards::rules, boards::verify::Verified,
};

/// A puzzle with lines that are legal from its start, and the claim that was proved.
pub fn data(puzzle: &Puzzle, lines: &[Line], answer: Option<&Verified>) -> Value {
    let board = puzzle.board();
    let layout = Layout::new(board);
    let mut shape = size_and_points(&layout);
    let names = Scheme::ALL.into_iter().chain([Scheme::Own]).filter_map(|scheme| {
        let names = Names::new(board, scheme).ok()?;
        Some((scheme.as_str().to_owned(), names.iter().collect::<Value>()))
    });
    let finish = match puzzle.finish() {
        Finish::Exactly(finish) => json!({ "holes": finish }),
        Finish::Pegs(pegs) => json!({ "pegs": pegs }),
        Finish::Holes { pegs_at, empty_at, pegs } => {
            json!({ "pegs_at": pegs_at, "empty_at": empty_at, "pegs": pegs })
        }
    };
    let before = rules::needs(puzzle.reverse());
    json!({
        "title": puzzle.title(),
        "source": puzzle.source(),
        "aim": aim(puzzle),
        "model": puzzle.model(),
        "lattice": board.lattice(),
        "directions": board.directions(),
        // Larger boards are neither proved by layers nor counted.
        "most_holes": SEARCHED_HOLES,
        "reverse": puzzle.reverse(),
        "marked": puzzle.marked(),
        "width": shape["width"].take(),
        "height": shape["height"].take(),
        "points": shape["points"].take(),
        "neighbours": layout.neighbours(),
        "jumps": board.jumps().iter().map(|j| [j.from, j.over, j.to]).collect::<Vec<_>>(),
        // Which holes of a jump have a peg, by its order above: the scripts know no other rule.
        "jump": { "before": before, "after": before.map(|peg| !peg) },
        "names": names.collect::<serde_json::Map<_, _>>(),
        "scheme": puzzle.names().scheme().as_str(),
        "start": puzzle.start(),
        "finish": finish,
        "jumps_needed": puzzle.jumps(),
        "lines": lines,
        "claim": answer.map(|answer| claim(answer.claim())),
        "certificate": answer.and_then(|answer| answer.certificate(puzzle)).map(|one| one.page),
    })
}

/// The claim proved for a puzzle: a `status`, the `moves` of the best line, and a `lower_bound` on the moves of every
/// line.
pub fn claim(claim: Claim) -> Value {
    let (moves, lower_bound) = (claim.moves(), claim.lower_bound());
    json!({ "status": claim.status(), "moves": moves, "lower_bound": lower_bound })
}

/// The size of a board's picture, and the centres of its holes.
pub fn shape(board: &Board) -> Value {
    size_and_points(&Layout::new(board))
}

fn size_and_points(layout: &Layout) -> Value {
    let round = |x: f64| (x * 1e4).round() / 1e4;
    let points = layout.points.iter().map(|&(x, y)| [round(x), round(y)]);
    json!({
        "width": round(layout.width),
        "height": round(layout.height),
        "points": points.collect::<Vec<_>>(),
    })
}
