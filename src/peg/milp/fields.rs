//! A puzzle as the fields of a constraint program, and the holes behind their numbers.

use std::collections::BTreeSet;

use crate::np::data::{Data, FieldValues};
use crate::peg::milp::ends::Ends;
use crate::peg::notation::Scheme;
use crate::peg::position::{Hole, Position};
use crate::peg::puzzle::{Finish, Puzzle};

/// How the holes of a board are numbered for a program: the column from the left times ten plus
/// the row from the bottom, which is Gardner's name of the hole; rows and columns change places
/// where the puzzle names holes row first, and more than nine need a factor above ten.
#[derive(Clone, Debug)]
pub struct Numbering {
    numbers: Vec<i64>,
    steps: Vec<i64>,
}

impl Numbering {
    /// The numbering of a puzzle's board.
    pub fn new(puzzle: &Puzzle) -> Self {
        let board = &puzzle.board;
        let (rows, columns) = (i64::from(board.rows()), i64::from(board.columns()));
        let row_first = puzzle.names.scheme() == Scheme::RowColumn;
        let factor = 10.max(1 + if row_first { columns } else { rows });
        let numbers = board.full().holes().map(|hole| {
            let (row, column) = board.place(hole);
            let (row, column) = (i64::from(row), i64::from(column));
            if row_first {
                (row + 1) * factor + column + 1
            } else {
                (column + 1) * factor + rows - row
            }
        });
        let step = |&(down, right): &(i32, i32)| {
            let (down, right) = (i64::from(down), i64::from(right));
            if row_first { down * factor + right } else { right * factor - down }
        };
        let steps = board.directions().steps().iter().map(step).collect();
        Self { numbers: numbers.collect(), steps }
    }

    /// The number of a hole.
    pub fn number(&self, hole: Hole) -> i64 {
        self.numbers[usize::from(hole)]
    }

    /// The hole of a number.
    pub fn hole(&self, number: i64) -> Option<Hole> {
        self.numbers.iter().position(|&n| n == number).map(|hole| hole as Hole)
    }

    fn set(&self, holes: Position) -> Data {
        Data::Set(holes.holes().map(|hole| self.number(hole)).collect())
    }
}

/// What a puzzle says, as fields: `Board`, `ValidMoves`, `Stride` (the least power of ten above
/// the numbers of all holes), `Starts`, `Ends`, `StartCount`, `EndCount`. Where only the number of
/// pegs is known the set is empty. A building game is the ordinary game from its finish to its
/// start, backwards.
pub fn puzzle_fields(puzzle: &Puzzle) -> FieldValues {
    let numbering = Numbering::new(puzzle);
    let ends = Ends::new(puzzle);
    let set = |end: Finish| match end {
        Finish::Exactly(holes) => numbering.set(holes),
        Finish::Pegs(_) => Data::Set(BTreeSet::new()),
    };
    let largest = numbering.numbers.iter().copied().max().unwrap_or(0);
    let stride = (2..18).map(|power| 10i64.pow(power)).find(|&stride| stride > largest);
    let given = [
        ("Board", numbering.set(puzzle.board.full())),
        ("ValidMoves", Data::Map((1..).zip(numbering.steps.iter().copied()).collect())),
        ("Stride", Data::Number(stride.unwrap_or(i64::MAX))),
        ("Starts", set(ends.start)),
        ("Ends", set(ends.finish)),
        ("StartCount", Data::Number(ends.start.pegs() as i64)),
        ("EndCount", Data::Number(ends.finish.pegs() as i64)),
    ];
    given.into_iter().map(|(name, data)| (name.to_owned(), data)).collect()
}
