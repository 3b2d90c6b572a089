//! Boards: holes, the jumps between them, and the symmetries.
//!
//! A [`Board`] is built from a drawing in characters, whose holes lie on a lattice, or from a list of jumps. It
//! numbers its holes, row by row or as listed, and lists all of its jumps and symmetries once, so that every
//! other module can work with numbers.

pub mod automorphisms;
pub mod drawing;
pub mod figures;
pub mod lattice;
pub mod listed;
pub mod nauty;
pub(crate) mod outline;
pub mod position;
pub mod signs;
pub mod word;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::board::automorphisms::Twins;
use crate::board::drawing::Mark;
use crate::board::lattice::{Directions, Lattice};
use crate::board::position::{Hole, Position};
use crate::line::Hop;
use soliter_base::{control::Stop, diagnostic::TextFault, wording::joined};

/// The searches that visit all positions take boards of at most this many holes, as a position is one `u64` for them.
pub const SEARCHED_HOLES: usize = 64;

/// Why a search does not take a board.
pub const TOO_WIDE: Stop = Stop::Size(
    "exhaustive search and counting take at most 64 holes; `solve` and `check` take larger boards",
);

/// A board has at most this many holes, whose numbers have 16 bits ...
pub const MAX_HOLES: usize = Hole::MAX as usize;
/// ... and at most this many jumps, so that a short text does not fill the memory.
pub const MAX_JUMPS: usize = 1 << 22;

/// The characters that draw a peg or an empty hole, in ASCII and in printed boards.
pub(crate) const MARKS: &str = "o.\u{25cf}\u{b7}";
pub(crate) const PEGS: &str = "o\u{25cf}";

/// The reason why a drawing is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardFault {
    /// The drawing cannot be read. The list has at least one fault.
    #[error("{}", joined(.0, "; "))]
    Drawing(Vec<TextFault>),
    /// The drawing has this many holes, more than [`MAX_HOLES`].
    #[error("the board has {0} holes; at most {MAX_HOLES} are possible")]
    TooManyHoles(usize),
    /// The board has this many jumps, more than [`MAX_JUMPS`].
    #[error("the board has {0} jumps; at most {MAX_JUMPS} are possible")]
    TooManyJumps(usize),
    /// The directions do not belong to the lattice.
    #[error("these directions do not belong to the lattice")]
    WrongDirections,
    /// The board lists its jumps, or changes those of its drawing, so that other directions have no meaning.
    #[error("the jumps of this board are listed in its model")]
    FixedJumps,
    /// The board has no hole.
    #[error("the board has no hole")]
    NoHole,
}

/// The holes of a board, with the jumps and symmetries, which follow from them and are not serialized.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// Row and column of each hole.
    places: Vec<(i32, i32)>,
    rows: i32,
    columns: i32,
    lattice: Lattice,
    directions: Directions,
    #[serde(skip)]
    jumps: Vec<Jump>,
    #[serde(skip)]
    symmetries: Vec<Symmetry>,
    /// On a changed board, the numbers of the jumps in the order of their two ends. A drawing has few jumps from each
    /// hole.
    #[serde(skip)]
    by_ends: Vec<u32>,
    /// Whether the jumps are not those of a drawing alone.
    #[serde(skip)]
    changed: bool,
    /// Sets of interchangeable holes, whose symmetries are not listed; none on a board as it is drawn.
    #[serde(skip)]
    twins: Twins,
    /// For each hole, the holes to which several jumps lead from there; empty if there are none.
    #[serde(skip)]
    several: Vec<Position>,
    /// The names of the holes of a board without a drawing.
    #[serde(skip)]
    own_names: Vec<String>,
    /// Their places in pictures, in thousandths of a unit to the right and down; empty if none are given.
    #[serde(skip)]
    points: Vec<(i32, i32)>,
}

impl Board {
    /// Builds a board from a drawing in which `o` (or `●`) is a hole. On a square lattice all cells may have
    /// one space between them, as in print: if no two marks touch, all must stand in every second column.
    pub fn from_drawing(
        text: &str,
        lattice: Lattice,
        directions: Directions,
    ) -> Result<Self, BoardFault> {
        let one = |fault| BoardFault::Drawing(vec![fault]);
        let mut marks = drawing::read(text, lattice, PEGS).map_err(BoardFault::Drawing)?;
        if lattice == Lattice::Square && !drawing::any_touch(&marks) {
            // Holes that touch only at corners are a valid board for diagonal jumps.
            let even = |mark: &Mark| (mark.row + mark.column) & 1;
            let corners = marks.iter().all(|mark| even(mark) == even(&marks[0]));
            match drawing::without_gaps(&marks) {
                Ok(closed) => marks = closed,
                Err(Some(mark)) if directions != Directions::All || !corners => {
                    return Err(one(drawing::between_columns(mark)));
                }
                Err(_) => {}
            }
        }
        drawing::check_size(&marks).map_err(one)?;
        Self::from_places(marks.iter().map(|m| (m.row, m.column)).collect(), lattice, directions)
    }

    /// The board with holes at these places, each a row and a column from 0, in the order of rows.
    pub fn of_places(
        places: &[(i32, i32)],
        lattice: Lattice,
        directions: Directions,
    ) -> Result<Self, BoardFault> {
        let top = places.iter().map(|place| place.0).min().unwrap_or(0);
        let left = places.iter().map(|place| place.1).min().unwrap_or(0);
        let shifted = places.iter().map(|(row, column)| (row - top, column - left));
        Self::from_places(shifted.collect(), lattice, directions)
    }

    fn from_places(
        places: Vec<(i32, i32)>,
        lattice: Lattice,
        directions: Directions,
    ) -> Result<Self, BoardFault> {
        if places.len() > MAX_HOLES {
            return Err(BoardFault::TooManyHoles(places.len()));
        }
        if directions.lattice() != lattice {
            return Err(BoardFault::WrongDirections);
        }
        let jumps = jumps(&places, directions);
        let symmetries = symmetries(&places, directions);
        let rows = places.iter().map(|p| p.0 + 1).max().unwrap_or(0);
        let columns = places.iter().map(|p| p.1 + 1).max().unwrap_or(0);
        Ok(Self {
            places,
            rows,
            columns,
            lattice,
            directions,
            jumps,
            symmetries,
            by_ends: Vec::new(),
            changed: false,
            twins: Twins::default(),
            several: Vec::new(),
            own_names: Vec::new(),
            points: Vec::new(),
        })
    }

    /// The same holes with other directions, if these belong to the lattice.
    pub fn with_directions(&self, directions: Directions) -> Result<Self, BoardFault> {
        if self.changed {
            return Err(BoardFault::FixedJumps);
        }
        Self::from_places(self.places.clone(), self.lattice, directions)
    }

    /// The number of holes.
    pub fn holes(&self) -> usize {
        self.places.len()
    }

    /// Whether a position of the board is one word, as exhaustive searches need it.
    pub fn fits_u64(&self) -> Result<(), Stop> {
        if self.holes() <= SEARCHED_HOLES { Ok(()) } else { Err(TOO_WIDE) }
    }

    /// All holes, in ascending order.
    pub fn all_holes(&self) -> impl DoubleEndedIterator<Item = Hole> + Clone + use<> {
        (0..self.holes()).map(|hole| hole as Hole)
    }

    /// The position with a peg in every hole.
    pub fn full(&self) -> Position {
        Position::full(self.holes())
    }

    /// The row from the top and the column from the left of a hole, both counted from 0. The holes of a board
    /// without a drawing are in one row.
    pub fn place(&self, hole: Hole) -> (i32, i32) {
        self.places[hole as usize]
    }

    /// The hole at a row and column, if there is one.
    pub fn hole_at(&self, row: i32, column: i32) -> Option<Hole> {
        hole_at(&self.places, (row, column))
    }

    /// The number of rows of the bounding box.
    pub fn rows(&self) -> i32 {
        self.rows
    }

    /// The number of columns of the bounding box.
    pub fn columns(&self) -> i32 {
        self.columns
    }

    /// The lattice of the drawing.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// The directions in which a peg may jump.
    pub fn directions(&self) -> Directions {
        self.directions
    }

    /// All jumps of the board, ordered by starting hole and then by direction or, on a board that lists them, by
    /// the hole leapt over.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The only jump between two holes; `None` if there is none, or if there are several.
    pub fn jump(&self, from: Hole, to: Hole) -> Option<Jump> {
        if self.has_several(from, to) {
            return None;
        }
        self.joining(from, to)
    }

    /// The jump of a line; `None` if the board does not have it, or has several between its two holes.
    pub fn find(&self, hop: Hop) -> Option<Jump> {
        let Some(over) = hop.over else { return self.jump(hop.from, hop.to) };
        let wanted = Jump { from: hop.from, over, to: hop.to };
        if self.changed {
            return self.jumps.binary_search(&wanted).is_ok().then_some(wanted);
        }
        self.leaving(hop.from).iter().copied().find(|jump| *jump == wanted)
    }

    /// The only jump from a hole over another; `None` if there is none, or if there are several.
    pub fn jump_over(&self, from: Hole, over: Hole) -> Option<Jump> {
        let leaving = self.leaving(from);
        // Listed jumps are in the order of their holes; a drawing has few from each hole.
        let first = if self.changed {
            leaving.partition_point(|jump| jump.over < over)
        } else {
            leaving.iter().position(|jump| jump.over == over)?
        };
        let [jump, rest @ ..] = leaving.get(first..)? else { return None };
        let is_only = rest.first().is_none_or(|next| next.over != over);
        (jump.over == over && is_only).then_some(*jump)
    }

    /// A jump between two holes, the first if there are several.
    fn joining(&self, from: Hole, to: Hole) -> Option<Jump> {
        if !self.changed {
            return self.leaving(from).iter().copied().find(|jump| jump.to == to);
        }
        let ends = |number: &u32| {
            let Jump { from, to, .. } = self.jumps[*number as usize];
            (from, to)
        };
        let first = self.by_ends.partition_point(|number| ends(number) < (from, to));
        let first = self.by_ends.get(first).filter(|number| ends(number) == (from, to))?;
        Some(self.jumps[*first as usize])
    }

    /// A jump as lines have it: with the hole leapt over if there are several jumps between the two holes.
    pub fn hop(&self, Jump { from, over, to }: Jump) -> Hop {
        Hop { from, to, over: self.has_several(from, to).then_some(over) }
    }

    /// Whether a jump leads from one hole to the other.
    pub fn joins(&self, from: Hole, to: Hole) -> bool {
        self.joining(from, to).is_some()
    }

    /// The jumps that start in a hole.
    fn leaving(&self, from: Hole) -> &[Jump] {
        // Jumps are in the order of their starts.
        let first = self.jumps.partition_point(|jump| jump.from < from);
        let number = self.jumps[first..].partition_point(|jump| jump.from == from);
        &self.jumps[first..first + number]
    }

    fn has_several(&self, from: Hole, to: Hole) -> bool {
        self.several.get(usize::from(from)).is_some_and(|several| several.has(to))
    }

    /// Whether there are two holes with several jumps between them, so that a line must name the hole leapt over.
    pub fn names_leaps(&self) -> bool {
        !self.several.is_empty()
    }

    /// Whether the jumps are not those of a drawing alone: they are listed, or the drawing was changed.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// Whether the board has a drawing; otherwise it is given by its jumps.
    pub fn is_drawn(&self) -> bool {
        self.lattice != Lattice::None
    }

    /// Whether each jump can be undone by another: the reverse game is then the ordinary game backwards.
    pub fn goes_both_ways(&self) -> bool {
        let back = |jump: &Jump| Jump { from: jump.to, over: jump.over, to: jump.from };
        !self.changed || self.jumps.iter().all(|jump| self.leaving(jump.to).contains(&back(jump)))
    }

    /// The names of the holes of a board without a drawing; none on other boards.
    pub fn own_names(&self) -> &[String] {
        &self.own_names
    }

    /// The places of the holes in pictures, in thousandths of a unit to the right and down, if the model gives them.
    pub fn points(&self) -> &[(i32, i32)] {
        &self.points
    }

    /// The symmetries of the board, the identity first. Those that exchange interchangeable holes
    /// ([`Self::twins`]) are not listed, and a very large group is listed in part.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// Sets of interchangeable holes, such as leaves at one vertex of a graph; none on a board as it is drawn.
    pub fn twins(&self) -> &[Position] {
        self.twins.sets()
    }

    /// The same sets, with their operations on positions.
    pub fn twin_sets(&self) -> &Twins {
        &self.twins
    }

    /// The same board without its symmetries: searches of it save nothing, and have the same answers.
    #[must_use]
    pub fn without_symmetries(mut self) -> Self {
        self.symmetries.truncate(1);
        self.twins = Twins::default();
        self
    }

    /// The sets of holes in which a peg stays: two holes are in one set if a chain of jumps leads from one to the
    /// other, in whatever direction. Sets are in the order of their first holes.
    pub fn jump_classes(&self) -> Vec<Position> {
        // Each hole leads to a lower one of its class, or to itself if it is the first.
        let mut lower: Vec<Hole> = self.all_holes().collect();
        let first = |lower: &[Hole], mut hole: Hole| {
            while lower[usize::from(hole)] != hole {
                hole = lower[usize::from(hole)];
            }
            hole
        };
        for jump in &self.jumps {
            let [one, other] = [jump.from, jump.to].map(|hole| first(&lower, hole));
            lower[usize::from(one.max(other))] = one.min(other);
        }
        let mut classes: BTreeMap<Hole, Vec<Hole>> = BTreeMap::new();
        for hole in self.all_holes() {
            classes.entry(first(&lower, hole)).or_default().push(hole);
        }
        classes.into_values().map(|class| class.into_iter().collect()).collect()
    }

    /// Whether no peg leaps over a hole in which it could land. The order of the jumps of a move then does not
    /// matter, which the programs and clauses with a slot for each move rest on.
    pub fn keeps_classes(&self) -> bool {
        !self.changed || {
            let classes = self.jump_classes();
            let mut class_of = vec![0; self.holes()];
            for (number, class) in classes.iter().enumerate() {
                class.holes().for_each(|hole| class_of[usize::from(hole)] = number);
            }
            let of = |hole: Hole| class_of[usize::from(hole)];
            self.jumps.iter().all(|jump| of(jump.from) != of(jump.over))
        }
    }

    /// Reads a drawing of a position in the board's shape: `o` (or `●`) is a peg, `.` (or `·`) an empty
    /// hole. On a square lattice the cells may have one space between them, which the shape decides.
    pub fn read_position(&self, text: &str) -> Result<Position, Vec<TextFault>> {
        let mut marks = drawing::read(text, self.lattice, MARKS)?;
        if self.lattice == Lattice::Square && !self.is_shape_of(&marks) {
            match drawing::without_gaps(&marks) {
                Ok(closed) if self.is_shape_of(&closed) || !drawing::any_touch(&marks) => {
                    marks = closed;
                }
                Err(Some(mark)) if !drawing::any_touch(&marks) => {
                    return Err(vec![drawing::between_columns(mark)]);
                }
                _ => {}
            }
        }
        drawing::check_size(&marks).map_err(|fault| vec![fault])?;
        let hole_of = |mark: &Mark| self.hole_at(mark.row, mark.column);
        // A mark too many shifts those behind it, so only the first is reported.
        if let Some(mark) = marks.iter().find(|mark| hole_of(mark).is_none()) {
            return Err(vec![mark.fault("the board has no hole here", self.shape_help())]);
        }
        let drawn: Position = marks.iter().filter_map(hole_of).collect();
        let missing = self.full().difference(&drawn);
        if let Some(hole) = missing.holes().next() {
            let (row, _) = self.place(hole);
            let last = marks.iter().rev().find(|m| m.row <= row).unwrap_or(&marks[0]);
            let (row, drawn, holes) = (row + 1, drawn.len(), self.holes());
            let message = format!(
                "row {row} of the drawing lacks a hole of the board ({drawn} of {holes} holes drawn)"
            );
            return Err(vec![last.fault(message, self.shape_help())]);
        }
        let pegs = marks.iter().filter(|mark| PEGS.contains(mark.symbol));
        Ok(pegs.filter_map(hole_of).collect())
    }

    /// Whether each hole has a mark and each mark a hole.
    fn is_shape_of(&self, marks: &[Mark]) -> bool {
        // Both lists go row by row.
        self.places.iter().copied().eq(marks.iter().map(|mark| (mark.row, mark.column)))
    }

    pub(crate) fn shape_help(&self) -> String {
        let in_row = |row| self.places.iter().filter(|place| place.0 == row).count();
        format!("the rows of this board have {} holes", joined((0..self.rows).map(in_row), ", "))
    }
}

/// A jump of a board: the peg at `from` leaps over `over` and lands at `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Jump {
    /// The hole where the jumping peg starts.
    pub from: Hole,
    /// The hole that it leaps over.
    pub over: Hole,
    /// The hole where it lands.
    pub to: Hole,
}

impl Jump {
    /// The three holes of the jump.
    pub fn holes(self) -> Position {
        [self.from, self.over, self.to].into_iter().collect()
    }
}

/// A permutation of the holes: hole `h` goes to `symmetry[h]`.
pub type Symmetry = Vec<Hole>;

/// The jumps between holes at these places, ordered by starting hole and then by direction.
fn jumps(places: &[(i32, i32)], directions: Directions) -> Vec<Jump> {
    let mut jumps = Vec::new();
    for (from, &(row, column)) in places.iter().enumerate() {
        for &(down, right) in directions.steps() {
            let over = hole_at(places, (row + down, column + right));
            let to = hole_at(places, (row + 2 * down, column + 2 * right));
            if let (Some(over), Some(to)) = (over, to) {
                jumps.push(Jump { from: from as Hole, over, to });
            }
        }
    }
    jumps
}

/// The symmetries of the set of holes: every linear map of the lattice that permutes the directions and,
/// followed by a shift, maps the set to itself. A square lattice has 8 candidates, a triangular one 12.
fn symmetries(places: &[(i32, i32)], directions: Directions) -> Vec<Symmetry> {
    let steps = directions.steps();
    let mut found: Vec<Symmetry> = Vec::new();
    // The base-3 digits of `code`, minus 1, are the entries of one of the 3^4 matrices.
    for code in 0..81 {
        let [a, b, c, d] = [1, 3, 9, 27].map(|unit| code / unit % 3 - 1);
        let map = |(row, column): (i32, i32)| (a * row + b * column, c * row + d * column);
        if a * d - b * c == 0 || !steps.iter().all(|&s| steps.contains(&map(s))) {
            continue;
        }
        let images: Vec<(i32, i32)> = places.iter().map(|&p| map(p)).collect();
        let top = images.iter().map(|p| p.0).min().unwrap_or(0);
        let left = images.iter().map(|p| p.1).min().unwrap_or(0);
        let shifted = images.iter().map(|(row, column)| (row - top, column - left));
        let symmetry: Option<Symmetry> = shifted.map(|place| hole_at(places, place)).collect();
        if let Some(symmetry) = symmetry
            && !found.contains(&symmetry)
        {
            found.push(symmetry);
        }
    }
    // Ascending order puts the identity first: it fixes hole 0, then hole 1, and so on.
    found.sort();
    found
}

/// The hole at a place; places are in the order of rows.
fn hole_at(places: &[(i32, i32)], place: (i32, i32)) -> Option<Hole> {
    places.binary_search(&place).ok().map(|hole| hole as Hole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_keep_the_jumps() {
        for directions in [Directions::Orthogonal, Directions::All] {
            let board = Board::from_drawing(" ooo\noooo\nooo", Lattice::Square, directions)
                .expect("a board");
            assert!(board.symmetries()[0].iter().copied().eq(0..10));
            for symmetry in board.symmetries() {
                for jump in board.jumps() {
                    let image = |h: Hole| symmetry[h as usize];
                    let moved = board.jump(image(jump.from), image(jump.to));
                    assert_eq!(moved.map(|j| j.over), Some(image(jump.over)));
                }
            }
        }
    }

    #[test]
    fn boards_and_positions_are_read_as_they_are_printed() {
        let square = |text, directions| Board::from_drawing(text, Lattice::Square, directions);
        let plus = square(" o\nooo\n o", Directions::Orthogonal).expect("a board");
        assert_eq!(square("  ●\n● ● ●\n  ●", Directions::Orthogonal).as_ref(), Ok(&plus));
        for text in [" o\no.o\n o", "  o\no . o\n  o", "    ●\n  ● · ●\n    ●\n", " ●\n●.o\n ●"]
        {
            assert_eq!(plus.read_position(text), Ok(Position::from(0b11011)), "{text}");
        }
        // A mark between the columns is a fault at that mark ...
        let fault = |text| match square(text, Directions::Orthogonal) {
            Err(BoardFault::Drawing(faults)) => faults[0].span.start,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!([fault("o o o\n o o o"), fault("o o o\no  o o")], [7, 9]);
        assert_eq!(plus.read_position("  o\no . o\n o").unwrap_err()[0].span.start, 11);
        // ... but not on a board whose holes touch at corners.
        let corners = square("o o\n o\no o", Directions::All).expect("a board");
        assert_eq!((corners.columns(), corners.jumps().len()), (3, 4));
        // A hole that is missing, and one too many.
        assert!(plus.read_position("  o\no   o\n  o").is_err());
        assert!(plus.read_position("  o\no o o o\n  o").is_err());
        // A board may have sixty-four holes in a row, with spaces between them.
        let row = square(&"o ".repeat(64), Directions::All).expect("a board");
        assert_eq!((row.holes(), row.columns()), (64, 64));
        let nine = ["oooooooo"; 9].join("\n");
        let nine = Board::from_drawing(&nine, Lattice::Square, Directions::All).expect("a board");
        assert!(nine.fits_u64().is_err() && row.fits_u64().is_ok());
        assert_eq!((nine.holes(), nine.symmetries().len()), (72, 4));
    }
}
