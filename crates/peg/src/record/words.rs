//! The meaning of a word of a record: a hole, several holes written together, a direction, or a keyword.

use std::collections::BTreeSet;

use crate::board::{Board, lattice::Lattice, position::Hole};
use crate::notation::Names;

pub(super) struct Vocabulary<'a> {
    pub(super) board: &'a Board,
    pub(super) names: &'a Names,
    /// Whether names without leaps are read in pairs if they could also be one move.
    pub(super) pairs: bool,
}

/// Holes written together, each with the length of its name.
pub(super) type Chain = Vec<(Hole, usize)>;

#[derive(Default)]
struct Cuts {
    /// The first two ways.
    found: Vec<Chain>,
    /// States (number of characters left, previous hole) from which no way leads to the end. Without them,
    /// the time for a word like `1313131313` doubles with every digit.
    dead: BTreeSet<(usize, Option<Hole>)>,
}

/// Words longer than this are not split into several holes.
const LONGEST_CHAIN: usize = 64;

impl Vocabulary<'_> {
    pub(super) fn hole(&self, name: &str) -> Option<Hole> {
        self.names.hole(name)
    }

    /// Whether an `x` at the start of a text is a hole or its column and not a leap. A `×` is always a leap.
    pub(super) fn x_is_a_hole(&self, text: &str) -> bool {
        let digit_follows = || text.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
        let has_column_x = || self.names.iter().any(|name| name.starts_with('x'));
        self.has_hole_x() || digit_follows() && has_column_x()
    }

    /// Whether `x` is the name of a hole, so that it does not end a word.
    pub(super) fn has_hole_x(&self) -> bool {
        self.names.scheme().is_by_letter() && self.names.hole("x").is_some()
    }

    /// The hole given by a column and a row with a comma in between: `4,6` is 46 if that is a name, `d,3` is
    /// d3.
    pub(super) fn place(&self, text: &str) -> Option<Hole> {
        let (column, row) = text.split_once([',', ';', '|'])?;
        let (column, row) = (column.trim(), row.trim());
        self.names.scheme().row_first()?;
        self.hole(&format!("{column}{row}")).or_else(|| self.hole(&format!("{column},{row}")))
    }

    /// The first two ways to read names written together, each one jump from the previous name: `4644`,
    /// `d2d4`.
    pub(super) fn chains(&self, word: &str) -> Vec<Chain> {
        let mut cuts = Cuts::default();
        if word.len() <= LONGEST_CHAIN && word.is_ascii() {
            self.cut(word, &mut Vec::new(), &mut cuts);
        }
        cuts.found
    }

    /// Finds the first two ways to split `rest` into names that continue the holes of `begun`.
    fn cut(&self, rest: &str, begun: &mut Chain, cuts: &mut Cuts) {
        let last = begun.last().map(|&(hole, _)| hole);
        if rest.is_empty() && begun.len() >= 2 {
            cuts.found.push(begun.clone());
        }
        if cuts.dead.contains(&(rest.len(), last)) {
            return;
        }
        let before = cuts.found.len();
        for length in 1..=rest.len().min(3) {
            if cuts.found.len() == 2 {
                return;
            }
            let Some(hole) = self.hole(&rest[..length]) else { continue };
            if last.is_none_or(|last| self.board.jump(last, hole).is_some()) {
                begun.push((hole, length));
                self.cut(&rest[length..], begun, cuts);
                begun.pop();
            }
        }
        if cuts.found.len() == before {
            cuts.dead.insert((rest.len(), last));
        }
    }

    pub(super) fn landing(&self, from: Hole, (down, right): (i32, i32)) -> Option<Hole> {
        let (row, column) = self.board.place(from);
        let to = self.board.hole_at(row + 2 * down, column + 2 * right)?;
        self.board.jump(from, to).map(|jump| jump.to)
    }

    pub(super) fn landing_over(&self, from: Hole, over: Hole) -> Option<Hole> {
        let mut jumps = self.board.jumps().iter().filter(|j| (j.from, j.over) == (from, over));
        let first = jumps.next()?;
        jumps.next().is_none().then_some(first.to)
    }

    /// The step (rows down, columns right) that a word for a direction denotes: `S`, `down`, `NE`.
    pub(super) fn direction(&self, word: &str) -> Option<(i32, i32)> {
        let word = word.to_ascii_lowercase();
        let compass = match word.as_str() {
            "n" | "north" | "u" | "up" => (-1, 0),
            "s" | "south" | "d" | "down" => (1, 0),
            "e" | "east" | "r" | "right" => (0, 1),
            "w" | "west" | "l" | "left" => (0, -1),
            "ne" | "northeast" | "ur" => (-1, 1),
            "nw" | "northwest" | "ul" => (-1, -1),
            "se" | "southeast" | "dr" => (1, 1),
            "sw" | "southwest" | "dl" => (1, -1),
            _ => return None,
        };
        Some(match (self.board.lattice(), compass) {
            // The rows of a triangle are skewed: the hole up and to the right has the same column number.
            (Lattice::Triangular, (-1, 1)) => (-1, 0),
            (Lattice::Triangular, (1, -1)) => (1, 0),
            (_, step) => step,
        })
    }

    /// A hole and a direction written together, `d2S`, with the length of the name.
    pub(super) fn hole_and_direction(&self, word: &str) -> Option<(Hole, usize)> {
        (1..=word.len().min(3)).find_map(|length| {
            let (name, direction) = word.split_at_checked(length)?;
            self.direction(direction)?;
            Some((self.hole(name)?, length))
        })
    }

    pub(super) fn is_of_a_jump(&self, word: &str) -> bool {
        self.hole(word).is_some()
            || word.len() <= 3 && word.contains(|c: char| c.is_ascii_digit())
            || is_to(word)
            || is_over(word)
            || self.direction(word).is_some()
            || self.hole_and_direction(word).is_some()
            || !self.chains(word).is_empty()
    }

    /// Whether any two neighbouring words of a text are the two ends of a jump.
    pub(super) fn has_jump(&self, text: &str) -> bool {
        let holes: Vec<_> = of(text).map(|word| self.hole(word)).collect();
        holes.windows(2).any(
            |pair| matches!(*pair, [Some(from), Some(to)] if self.board.jump(from, to).is_some()),
        )
    }
}

pub(super) fn of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

pub(super) fn is_digits(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word between two holes is a leap.
pub(super) fn is_to(word: &str) -> bool {
    word.eq_ignore_ascii_case("to")
}

/// Whether the hole after a word is the one leapt over.
pub(super) fn is_over(word: &str) -> bool {
    ["over", "jumps", "takes", "captures"].iter().any(|over| word.eq_ignore_ascii_case(over))
}

/// The direction of an arrow that is not a leap. (An arrow to the right is a leap, unless nothing follows.)
pub(super) fn arrow(sign: char) -> Option<&'static str> {
    Some(match sign {
        '↑' | '⬆' | '⇑' => "n",
        '↓' | '⬇' | '⇓' => "s",
        '←' | '⬅' | '⇐' => "w",
        '↗' => "ne",
        '↖' => "nw",
        '↘' => "se",
        '↙' => "sw",
        _ => return None,
    })
}
