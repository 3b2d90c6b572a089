//! Draws the pyramid as text and as SVG: stones on their places, and marks where a stone can be laid.

use std::fmt::Write as _;

use super::{Move, Place, Pyramid, State};
use crate::rules::{Rules as _, result, scores};
use crate::text::joined;
use crate::view::{Parts, View};
use soliter_base::draw::picture::{Picture, Shape};
use soliter_base::wording::counted;

/// The height of a level: stones lie in the gaps between those below.
const LEVEL: f64 = 0.88;
const STONE: f64 = 0.45;
/// The width of the level numbers.
const LEFT: f64 = 0.6;

fn centre(rules: &Pyramid, place: Place) -> (f64, f64) {
    let x = LEFT + place.number as f64 + (place.level as f64 - 1.0) / 2.0 - 0.4;
    let y = 0.6 + (rules.size(1) - place.level) as f64 * LEVEL;
    (x, y)
}

fn circle(rules: &Pyramid, place: Place, r: f64) -> Shape {
    let (x, y) = centre(rules, place);
    Shape::Circle { x, y, r }
}

impl View for Pyramid {
    /// Numbers the levels, and marks the places where a stone may be laid.
    fn draw(&self, state: &State, ascii: bool) -> String {
        let [stone, open, closed] = if ascii { ['x', 'o', '.'] } else { ['●', '○', '·'] };
        let mut text = String::new();
        for level in (1..=self.parameters.base).rev() {
            let _ = write!(text, "{level:>2} {:indent$}", "", indent = level - 1);
            for place in self.places(level) {
                let free = self.fault(state, Move::Lay(place)).is_none();
                let mark = match (state.has(place), free) {
                    (true, _) => stone,
                    (false, true) => open,
                    (false, false) => closed,
                };
                let _ = write!(text, " {mark}");
            }
            text.push('\n');
        }
        let _ = writeln!(text, "{}, {}", result(self, state), self.status(state).words());
        text
    }

    fn picture(&self, state: &State, last: Option<(&State, &Move)>) -> Picture {
        let base = self.size(1);
        let mut picture = Picture {
            width: base as f64 + 1.4,
            height: 1.2 + (base as f64 - 1.0) * LEVEL,
            shapes: Vec::new(),
        };
        let moved = last.map(|(_, played)| match *played {
            Move::Lay(place) => place,
            Move::Shift(place) => place.right(),
        });
        for level in 1..=base {
            for place in self.places(level) {
                let free = self.fault(state, Move::Lay(place)).is_none();
                let (class, r) = match (state.has(place), level) {
                    (true, _) if moved == Some(place) => ("stone last", STONE),
                    (true, 1) => ("stone base", STONE),
                    (true, _) => ("stone", STONE),
                    (false, _) if free => ("free", STONE - 0.05),
                    (false, _) => ("place", 0.06),
                };
                picture.add(class, circle(self, place, r));
            }
            let (x, y) = centre(self, Place::new(level, 1));
            picture.write("name", (x - 0.75, y + 0.12), level.to_string());
        }
        if let Some((_, Move::Shift(place))) = last {
            picture.arrow(centre(self, *place), centre(self, place.right()), STONE);
        }
        picture.remark(result(self, state));
        picture
    }

    fn in_words(&self, state: &State) -> String {
        let mut words = String::new();
        for level in 2..=self.parameters.base {
            let stones = self.places(level).filter(|place| state.has(*place));
            let stones = joined(stones.map(|place| place.number), ", ");
            if !stones.is_empty() {
                let _ = write!(words, "Level {level}: stones on {stones}. ");
            }
        }
        let _ = write!(words, "Points {}.", joined(scores(self, state), " to "));
        words
    }

    /// A free place represents laying a stone there, and a stone represents shifting it.
    fn parts(&self, state: &State, played: &Move) -> Parts {
        let Place { level, number } = played.place();
        let place = format!("place {number} of level {level}");
        let words = match (played, self.points(state, *played)) {
            (Move::Shift(_), _) => format!("push the stone on {place} to the right"),
            (Move::Lay(_), 0) => format!("stone on {place}"),
            (Move::Lay(_), points) => format!("stone on {place}, {}", counted(points, "point")),
        };
        Parts { area: Some(circle(self, played.place(), STONE)), words, ..Parts::default() }
    }

    fn how(&self) -> String {
        "Touch a ring to lay a stone there, or a stone to push it to the right.".to_owned()
    }

    fn legend(&self) -> String {
        "2.1 lays a stone on place 1 of level 2, 2.1> shifts it to the right. In the picture: click \
         a ring or a stone."
            .to_owned()
    }
}
