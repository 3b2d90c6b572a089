//! What the page is told of a game, as JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::draw::picture::Shape;
use crate::games::GamePuzzle;
use crate::games::picture::{Frame, frame, status};
use crate::games::{board_game::BoardGame, play::playthrough::Playthrough, rules::Status};
use crate::pages::{game_drags, game_words};

/// A line of a game, as JSON: what the player page steps through. Frames become text one by one, since their
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

/// The number of squares along which a wall of a picture lies; a wall is a little shorter than these.
fn squares_long(wall: &Shape) -> usize {
    match *wall {
        Shape::Rect { width, height, .. } => (width.max(height) + 0.12).round() as usize,
        _ => 1,
    }
}

/// A game in progress: its position, the legal moves, each with its part of the picture, and how to play.
pub fn position<R: BoardGame>(game: &Playthrough<'_, R>) -> Value {
    let (rules, state) = (game.rules(), game.state());
    let (player, moves) = match game.status() {
        Status::ToMove(player) => (Some(player + 1), rules.moves(state)),
        Status::Over => (None, Vec::new()),
    };
    let kind = rules.name();
    let picture = rules.picture(state, game.last());
    let mut shown = one_frame(&frame(rules, state));
    let written = rules.write_position(state);
    let columns = written.split(" / ").next().map_or(0, |columns| columns.split(' ').count());
    let length = picture.shapes.iter().find(|(class, _)| class.starts_with("stick"));
    let length = length.map_or(1, |(_, stick)| squares_long(stick));
    let legal = moves.iter().map(|played| {
        let (area, second) = (rules.area(state, played), rules.second_area(state, played));
        let (ghost, notation) = (rules.ghost(played), rules.write_move(state, played));
        let words = rules.words(state, played);
        let length = ghost.as_ref().or(area.as_ref()).map_or(1, squares_long);
        let drags = match &area {
            Some(area) if kind == "palisade" => {
                game_drags::of_move(&notation, (area, second.as_ref()), columns, &picture)
            }
            _ => Vec::new(),
        };
        // A column stands for several moves.
        let column = |shape: &Shape| match *shape {
            Shape::Rect { x, .. } if kind == "palisade" => {
                let left = (picture.width - columns as f64) / 2.0;
                game_words::of_column(&written, (x - left).round() as usize)
            }
            _ => None,
        };
        let place = [area.as_ref(), second.as_ref()].map(|shape| shape.and_then(column));
        let target = |shape: Option<Shape>| shape.map(|shape| shape.json("target"));
        json!({
            "name": words.clone().or_else(|| game_words::of_move(kind, &notation, length)),
            "words": words,
            "move": notation,
            "place": place,
            "area": target(area),
            "second": target(second),
            "ghost": ghost.map(|shape| shape.json("ghost")),
            "drags": drags.iter().map(|ends| ends.each_ref().map(|end| end.json("target"))).collect::<Vec<_>>(),
        })
    }).collect::<Value>();
    let played = game.moves().iter().zip(game.states()).map(|(played, before)| {
        rules.words(before, played).unwrap_or_else(|| rules.write_move(before, played))
    });
    let scores = rules.scores(state);
    let most = scores.iter().max();
    let mut best = (1..).zip(&scores).filter(|(_, score)| Some(*score) == most);
    let winner = match (game.status(), best.next(), best.next()) {
        (Status::Over, Some((player, _)), None) => Some(player),
        _ => None,
    };
    shown["picture"] = picture.json();
    shown["legal"] = legal;
    shown["how"] = json!(game_words::how(kind));
    shown["told"] = json!(game_words::of_position(kind, &written, length));
    shown["played"] = played.collect();
    shown["scores"] = json!(scores);
    shown["winner"] = json!(winner);
    shown["kind"] = json!(kind);
    shown["legend"] = json!(rules.legend());
    shown["players"] = json!(rules.players());
    shown["player"] = json!(player);
    shown["status"] = json!(status(rules, state, game.is_repeated()));
    shown["record"] = json!(game.record());
    shown["made"] = json!(game.moves().len());
    shown["written"] = json!(game.written());
    shown
}
