//! The data of a game for its page, as JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::draw::picture::Shape;
use crate::games::rules::{Status, scores};
use crate::games::view::{Frame, frame, status};
use crate::games::{BoardGame, GamePuzzle, playthrough::Playthrough};

/// A line of a game, as JSON, for the player page to step through. Frames are converted to text one by one, since their
/// values take many times the memory of the text.
pub fn film(puzzle: &GamePuzzle, claim: Option<&str>, frames: &[Frame]) -> String {
    let head = json!({
        "kind": "game",
        "title": puzzle.title,
        "source": puzzle.source,
        "claim": claim,
    });
    let mut text = head.to_string();
    text.pop();
    text.push_str(",\"frames\":[");
    for (number, one) in frames.iter().enumerate() {
        let mut shown = one_frame(one);
        shown["caption"] = json!(one.caption(number));
        let comma = if number == 0 { "" } else { "," };
        let _ = write!(text, "{comma}{shown}");
    }
    text.push_str("]}");
    text
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

/// A game in progress: its position, the legal moves, each with its part of the picture, and how to play.
pub fn position<R: BoardGame>(game: &Playthrough<'_, R>) -> Value {
    let (rules, state) = (game.rules(), game.state());
    let (player, moves) = match game.status() {
        Status::ToMove(player) => (Some(player + 1), rules.moves(state)),
        Status::Over => (None, Vec::new()),
    };
    let about = rules.about();
    let picture = rules.picture(state, game.last());
    let mut shown = one_frame(&frame(rules, state));
    let target = |shape: &Shape| shape.json("target");
    let legal = moves.iter().map(|played| {
        let parts = rules.parts(state, played);
        let drags = parts.drags.iter().map(|ends| ends.each_ref().map(target));
        json!({
            "move": rules.write_move(state, played),
            "name": parts.words,
            "words": parts.listed_in_words.then_some(&parts.words),
            "place": parts.names,
            "area": parts.area.as_ref().map(target),
            "second": parts.second.as_ref().map(target),
            "ghost": parts.ghost.map(|shape| shape.json("ghost")),
            "drags": drags.collect::<Vec<_>>(),
        })
    });
    let legal: Value = legal.collect();
    let played = game.moves().iter().zip(game.states()).map(|(played, before)| {
        rules.parts(before, played).listed(rules.write_move(before, played))
    });
    let scores = scores(rules, state);
    let most = scores.iter().max();
    let mut best = (1..).zip(&scores).filter(|(_, score)| Some(*score) == most);
    let winner = match (game.status(), best.next(), best.next()) {
        (Status::Over, Some((player, _)), None) => Some(player),
        _ => None,
    };
    shown["picture"] = picture.json();
    shown["legal"] = legal;
    shown["how"] = json!(rules.how());
    shown["told"] = json!(rules.in_words(state));
    shown["played"] = played.collect();
    shown["scores"] = json!(scores);
    shown["winner"] = json!(winner);
    shown["kind"] = json!(about.name);
    shown["legend"] = json!(rules.legend());
    shown["players"] = json!(about.players);
    shown["player"] = json!(player);
    shown["status"] = json!(status(rules, state, game.is_repeated()));
    shown["record"] = json!(game.record());
    shown["made"] = json!(game.moves().len());
    shown["written"] = json!(game.written());
    shown
}
