//! The board games in plain words, for people who do not see the board or do not know the notation.

use std::fmt::Write as _;

use crate::base::wording::{counted, joined};

/// How to make moves in the picture, in a sentence or two.
pub(super) fn how(kind: &str) -> &'static str {
    match kind {
        "quoridor" => {
            "Touch a marked square to move there. A click on a gap between squares lays a wall."
        }
        "corridor" => {
            "Touch a marked square to move there. A click on a gap between squares lays a stick."
        }
        "palisade" => {
            "Drag a column onto another to swap them, its upper stones beyond an end to move them there, or all of it \
             beyond an end to sow it that way."
        }
        _ => "Touch a ring to lay a stone there, or a stone to push it to the right.",
    }
}

/// A legal move: "wall above d4 and e4". `length` is the number of squares along which a wall lies.
pub(super) fn of_move(kind: &str, written: &str, length: usize) -> Option<String> {
    match kind {
        "quoridor" | "corridor" => Some(on_squares(kind, written, length)),
        "pyramid" => {
            let (place, points) = written.split_once('+').unwrap_or((written, ""));
            let (at, is_pushed) = place.strip_suffix('>').map_or((place, false), |at| (at, true));
            let (level, number) = at.split_once('.')?;
            let where_to = format!("place {number} of level {level}");
            let gained =
                points.parse().map(|points: usize| format!(", {}", counted(points, "point")));
            Some(if is_pushed {
                format!("push the stone on {where_to} to the right")
            } else {
                format!("stone on {where_to}{}", gained.unwrap_or_default())
            })
        }
        _ => None,
    }
}

/// A column of a position of Palisade, by its number from 0: "column 2, 4 stones".
pub(super) fn of_column(written: &str, number: usize) -> Option<String> {
    let stones = written.split(' ').nth(number)?.parse().ok()?;
    Some(format!("column {}, {}", number + 1, counted(stones, "stone")))
}

fn on_squares(kind: &str, written: &str, length: usize) -> String {
    let wall = if kind == "quoridor" { "wall" } else { "stick" };
    let (square, side) = match (written.strip_suffix('h'), written.strip_suffix('v')) {
        (Some(square), _) => (square, "above"),
        (_, Some(square)) => (square, "right of"),
        _ if written == "--" => return "pass".to_owned(),
        _ => return format!("move to {written}"),
    };
    let squares = (0..length.max(1)).filter_map(|step| square_on(square, side == "above", step));
    format!("{wall} {side} {}", joined(squares, " and "))
}

/// The square `steps` to the right of another, or `steps` above it.
fn square_on(square: &str, to_the_right: bool, steps: usize) -> Option<String> {
    let (column, row) = (*square.as_bytes().first()?, square.get(1..)?);
    if to_the_right {
        let column = column.checked_add(u8::try_from(steps).ok()?)?;
        Some(format!("{}{row}", char::from(column)))
    } else {
        Some(format!("{}{}", char::from(column), row.parse::<usize>().ok()? + steps))
    }
}

/// A position that is written in the game's notation: "Player 1 on c1, player 2 on c5. No walls. Walls left: 3 and 3."
pub(super) fn of_position(kind: &str, written: &str, length: usize) -> String {
    let words = match kind {
        "quoridor" | "corridor" => squares(kind, written, length),
        "pyramid" => Some(pyramid(written)),
        _ => palisade(written),
    };
    words.unwrap_or_else(|| written.to_owned())
}

fn squares(kind: &str, written: &str, length: usize) -> Option<String> {
    let mut fields = written.split('/');
    let (pawns, across, upright, left) =
        (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    let pawns = (1..).zip(pawns.split(',')).map(|(player, square)| match square {
        "-" => format!("player {player} not on the board yet"),
        square => format!("player {player} on {square}"),
    });
    let laid = |field: &str, sign: char| {
        let squares = field.split_once(':').map_or("", |(_, squares)| squares).to_owned();
        let squares: Vec<_> =
            squares.split(',').filter(|one| !one.is_empty()).map(str::to_owned).collect();
        squares.into_iter().map(move |square| format!("{square}{sign}"))
    };
    let walls: Vec<_> = laid(across, 'h').chain(laid(upright, 'v')).collect();
    let walls = match &walls[..] {
        [] if kind == "quoridor" => "No walls".to_owned(),
        [] => "No sticks".to_owned(),
        walls => capital(&joined(walls.iter().map(|one| on_squares(kind, one, length)), ", ")),
    };
    let left = left.replace('-', "any number").replace(',', " and ");
    let pieces = if kind == "quoridor" { "Walls" } else { "Sticks" };
    Some(format!("{}. {walls}. {pieces} left: {left}.", capital(&joined(pawns, ", "))))
}

fn pyramid(written: &str) -> String {
    let mut words = String::new();
    for field in written.split(';') {
        let Some((level, stones)) = field.split_once(':') else { continue };
        if !stones.starts_with(['x', '.']) {
            let _ = write!(words, "Points {}.", field.replace(':', " to "));
            continue;
        }
        let laid = (1..).zip(stones.chars()).filter(|(_, stone)| *stone == 'x');
        let laid = joined(laid.map(|(place, _): (usize, _)| place), ", ");
        if !laid.is_empty() {
            let _ = write!(words, "Level {level}: stones on {laid}. ");
        }
    }
    words
}

fn palisade(written: &str) -> Option<String> {
    let mut fields = written.split(" / ");
    let columns: Vec<&str> = fields.next()?.split(' ').collect();
    let scores = fields.find(|field| field.contains(':'))?;
    let (last, others) = columns.split_last()?;
    Some(format!(
        "Columns of {} and {last} stones. Points {}.",
        others.join(", "),
        scores.replace(':', " to ")
    ))
}

fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_positions_have_words() {
        for (kind, written, length, words) in [
            ("quoridor", "e2", 2, "move to e2"),
            ("quoridor", "d4h", 2, "wall above d4 and e4"),
            ("quoridor", "d9v", 2, "wall right of d9 and d10"),
            ("corridor", "d4v", 1, "stick right of d4"),
            ("corridor", "--", 1, "pass"),
            ("pyramid", "2.1", 1, "stone on place 1 of level 2"),
            ("pyramid", "3.2+4", 1, "stone on place 2 of level 3, 4 points"),
            ("pyramid", "2.1>", 1, "push the stone on place 1 of level 2 to the right"),
        ] {
            assert_eq!(of_move(kind, written, length).as_deref(), Some(words));
        }
        for (kind, written, words) in [
            (
                "quoridor",
                "c1,c5/h:a1/v:b2/2,3/1",
                "Player 1 on c1, player 2 on c5. Wall above a1 and b1, wall right of b2 and b3. Walls left: 2 and 3.",
            ),
            (
                "corridor",
                "-,c5/h:/v:/-,3/1",
                "Player 1 not on the board yet, player 2 on c5. No sticks. Sticks left: any number and 3.",
            ),
            ("pyramid", "n=4;2:x.x;p1;2:0", "Level 2: stones on 1, 3. Points 2 to 0."),
            (
                "palisade",
                "1 4 2 3 / debts 0 0 / scoreless 0 / p1 / 0:1",
                "Columns of 1, 4, 2 and 3 stones. Points 0 to 1.",
            ),
            ("palisade", "?", "?"),
        ] {
            assert_eq!(of_position(kind, written, 2), words);
        }
    }
}
