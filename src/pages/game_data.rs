//! What the page is told of a game, as JSON.

use serde_json::{Value, json};

use crate::games::GamePuzzle;
use crate::games::picture::{Frame, Pictured, frame};

/// A line of a game: what the player page steps through.
pub fn film(puzzle: &GamePuzzle, claim: Option<&str>, frames: &[Frame]) -> Value {
    let shown = frames.iter().enumerate().map(|(number, one)| {
        let mut shown = one_frame(one);
        shown["caption"] = json!(one.caption(number));
        shown
    });
    json!({
        "kind": "game",
        "title": puzzle.title,
        "source": puzzle.source,
        "claim": claim,
        "frames": shown.collect::<Vec<_>>(),
    })
}

/// A frame: who moved what, and the picture.
fn one_frame(frame: &Frame) -> Value {
    json!({
        "move": frame.played.as_ref().map(|(written, _)| written),
        "player": frame.played.as_ref().map(|(_, player)| player + 1),
        "status": frame.status,
        "position": frame.position,
        "picture": frame.picture.json(),
    })
}

/// A position to play from: its picture, and the legal moves with the part of the picture that
/// stands for each.
pub fn position<R: Pictured>(
    rules: &R,
    state: &R::State,
    last: Option<(&R::State, &R::Move)>,
    over: bool,
) -> Value {
    let mut moves = Vec::new();
    if !over {
        rules.moves(state, &mut moves);
    }
    let legal = moves.iter().map(|played| {
        let area = rules.area(state, played).map(|shape| shape.json("target"));
        json!({ "move": rules.write_move(state, played), "area": area })
    });
    let mut shown = one_frame(&frame(rules, state));
    shown["picture"] = rules.picture(state, last).json();
    shown["legal"] = legal.collect();
    shown["scores"] = json!(rules.scores(state));
    shown
}
