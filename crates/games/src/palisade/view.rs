//! Draws the columns of Palisade as text and as SVG, with their numbers below.

use std::fmt::Write as _;

use crate::palisade::actions::{Action, End, act};
use crate::palisade::{Move, Palisade, State};
use crate::rules::{Rules as _, result, scores};
use crate::text::joined;
use crate::view::{Parts, View};
use soliter_base::draw::picture::{Picture, Shape};
use soliter_base::wording::counted;

/// The minimum width, for the text below.
const WIDTH: f64 = 5.2;
const STONE: f64 = 0.42;
/// Height of a stone in its column.
const LEVEL: f64 = 0.86;
/// The width of the space beyond an end of the columns, where a drag may end.
const BEYOND: f64 = 0.7;

/// The number of stones that the last move laid on top of each column, and the index at which it removed one.
fn laid(before: &State, after: &State, played: &Move) -> (Vec<u8>, Option<usize>) {
    let mut laid = vec![0; after.columns.len()];
    match *played {
        Move::End => {}
        Move::Action(Action::Swap { first, second }) => {
            for column in [first, second] {
                laid[column] = after.columns[column];
            }
        }
        Move::Action(Action::Split { to, .. }) => {
            let column = if to == End::Left { 0 } else { laid.len() - 1 };
            laid[column] = after.columns[column];
        }
        Move::Action(Action::Sow { column, towards, removed }) => {
            let sown = act(&before.columns, Action::Sow { column, towards, removed: None });
            let mut old = before.columns.clone();
            if sown.len() < old.len() {
                old.remove(column);
            } else {
                old[column] = 0;
            }
            laid = sown.iter().zip(&old).map(|(new, old)| new.saturating_sub(*old)).collect();
            if let Some(removed) = removed {
                laid.remove(removed);
            }
            return (laid, removed);
        }
    }
    (laid, None)
}

/// The height of the ground below the columns, and the position of the first column.
fn ground(state: &State) -> (f64, f64) {
    let tallest = state.columns.iter().copied().max().unwrap_or(0);
    let count = state.columns.len() as f64;
    let width = (count + 0.4).max(WIDTH);
    (f64::from(tallest) * LEVEL + 0.75, (width - count) / 2.0)
}

/// The part of the picture that represents a column or, if their number is given, its upper stones.
fn part(state: &State, column: usize, stones: Option<u8>) -> Shape {
    let (ground, first) = ground(state);
    let height = stones.map_or(ground + 0.5, |stones| {
        let left = f64::from(state.columns[column]) - f64::from(stones);
        ground - (left + 0.5) * LEVEL + STONE
    });
    Shape::Rect { x: first + column as f64, y: 0.0, width: 1.0, height }
}

/// The part of the picture beyond an end of the columns.
fn beyond(state: &State, end: End) -> Shape {
    let (ground, first) = ground(state);
    let x = match end {
        End::Left => first - BEYOND,
        End::Right => first + state.columns.len() as f64,
    };
    Shape::Rect { x, y: 0.0, width: BEYOND, height: ground + 0.5 }
}

impl Palisade {
    /// The columns with their numbers below.
    fn draw_columns(state: &State, ascii: bool) -> String {
        let stone = if ascii { 'o' } else { '●' };
        let width = state.columns.len().to_string().len() + 1;
        let mut drawing = String::new();
        let mut row = |cells: &mut dyn Iterator<Item = String>| {
            let cells: Vec<String> = cells.map(|cell| format!("{cell:>width$}")).collect();
            drawing.push_str(cells.join(" ").trim_end());
            drawing.push('\n');
        };
        for level in (1..=state.columns.iter().copied().max().unwrap_or(0)).rev() {
            let cell = |&height: &u8| if height >= level { stone } else { ' ' }.to_string();
            row(&mut state.columns.iter().map(cell));
        }
        row(&mut (1..=state.columns.len()).map(|number| number.to_string()));
        drawing
    }

    /// Everything that determines the rest of the game, except for the columns.
    fn draw_turn(&self, state: &State) -> String {
        let mut drawing = String::new();
        for (player, _) in state.debts.iter().enumerate().filter(|(_, owes)| **owes) {
            let _ = writeln!(drawing, "player {} owes an action", player + 1);
        }
        if state.scoreless > 0 {
            let limit = self.readings.stall_limit;
            let _ = writeln!(drawing, "turns without a point: {} of {limit}", state.scoreless);
        }
        if state.made > 0 {
            let (made, gained) = (state.made, state.gained);
            let _ = writeln!(drawing, "actions made in this turn: {made}, points: {gained}");
        }
        drawing
    }

    fn words(played: Move) -> String {
        let side = |end| if end == End::Left { "left" } else { "right" };
        match played {
            Move::End => "end the turn".to_owned(),
            Move::Action(Action::Swap { first, second }) => {
                format!("swap {} and {}", first + 1, second + 1)
            }
            Move::Action(Action::Split { column, stones, to }) => {
                format!("move {stones} of column {} to the {} end", column + 1, side(to))
            }
            Move::Action(Action::Sow { column, towards, removed: None }) => {
                format!("sow {} to the {}", column + 1, side(towards))
            }
            Move::Action(Action::Sow { column, towards, removed: Some(removed) }) => {
                format!(
                    "sow {} to the {}, then take column {}",
                    column + 1,
                    side(towards),
                    removed + 1
                )
            }
        }
    }
}

impl View for Palisade {
    fn draw(&self, state: &State, ascii: bool) -> String {
        let (result, who) = (result(self, state), self.status(state).words());
        format!("{}{result}, {who}\n{}", Self::draw_columns(state, ascii), self.draw_turn(state))
    }

    fn picture(&self, state: &State, last: Option<(&State, &Move)>) -> Picture {
        let (ground, first) = ground(state);
        let count = state.columns.len() as f64;
        let width = count + 2.0 * first;
        let mut picture = Picture { width, height: ground + 0.6, shapes: Vec::new() };
        let line = format!("M{:.2} {ground:.2}H{:.2}", first - 0.1, first + count + 0.1);
        picture.add("ground", Shape::Path(line));
        let (laid, removed) =
            last.map_or((Vec::new(), None), |(before, played)| laid(before, state, played));
        for (number, &height) in state.columns.iter().enumerate() {
            let x = first + number as f64 + 0.5;
            let new = laid.get(number).copied().unwrap_or(0);
            for level in 1..=height {
                let class = if level + new > height { "stone last" } else { "stone" };
                let y = ground - (f64::from(level) - 0.5) * LEVEL;
                picture.add(class, Shape::Circle { x, y, r: STONE });
            }
            let above = ground - f64::from(height) * LEVEL - 0.1;
            picture.write("height", (x, above), height.to_string());
            picture.write("name", (x, ground + 0.45), (number + 1).to_string());
        }
        if let Some(removed) = removed {
            let x = first + removed as f64;
            let cross = format!("M{:.2} {:.2}l.3 .3m0-.3l-.3 .3", x - 0.15, ground + 0.12);
            picture.add("cross", Shape::Path(cross));
        }
        let owing = (1..).zip(&state.debts).filter(|(_, owes)| **owes);
        let owing = joined(owing.map(|(player, _): (usize, _)| player), ", ");
        picture.remark(result(self, state));
        if !owing.is_empty() {
            picture.remark(format!("player {owing} owes an action"));
        }
        if state.scoreless > 0 {
            let limit = self.readings.stall_limit;
            picture.remark(format!("no point for {} of {limit} turns", state.scoreless));
        }
        if state.made > 0 {
            picture.remark(format!("actions in this turn: {}", state.made));
        }
        picture
    }

    fn in_words(&self, state: &State) -> String {
        let points = joined(scores(self, state), " to ");
        let columns = match state.columns.split_last() {
            Some((last, [])) => format!("One column of {}", counted(usize::from(*last), "stone")),
            Some((last, others)) => {
                format!("Columns of {} and {last} stones", joined(others, ", "))
            }
            None => "No columns".to_owned(),
        };
        format!("{columns}. Points {points}.")
    }

    /// A column represents all actions whose notation begins with it. A drag of a column onto another swaps
    /// them, a drag of its upper stones beyond an end makes them a column there, and a drag of the complete
    /// column beyond an end sows it that way.
    fn parts(&self, state: &State, played: &Move) -> Parts {
        let part = |column| part(state, column, None);
        let (first, second, drags) = match *played {
            Move::End => (None, None, Vec::new()),
            Move::Action(Action::Swap { first, second }) => {
                let [one, other] = [first, second].map(part);
                let drags = vec![[one.clone(), other.clone()], [other, one]];
                (Some(first), Some(second), drags)
            }
            Move::Action(Action::Split { column, stones, to }) => {
                let upper = self::part(state, column, Some(stones));
                (Some(column), None, vec![[upper, beyond(state, to)]])
            }
            Move::Action(Action::Sow { column, towards, .. }) => {
                (Some(column), None, vec![[part(column), beyond(state, towards)]])
            }
        };
        let name = |column: usize| {
            let stones = counted(usize::from(state.columns[column]), "stone");
            format!("column {}, {stones}", column + 1)
        };
        Parts {
            area: first.map(part),
            second: second.map(part),
            ghost: None,
            names: [first, second].map(|column| column.map(name)),
            drags,
            words: Self::words(*played),
            listed_in_words: true,
        }
    }

    fn how(&self) -> String {
        "Drag a column onto another to swap them, its upper stones beyond an end to move them there, or all \
         of it beyond an end to sow it that way."
            .to_owned()
    }

    fn legend(&self) -> String {
        "x1-2 swaps two columns, s2:1< makes one stone of column 2 a column at the left end, o2> \
         sows column 2 to the right, o2>-1 and removes column 1 for a point; end ends the turn."
            .to_owned()
    }
}
