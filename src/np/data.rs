//! Values given from outside: fields filled from a puzzle or one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::milp::ends::Ends;
use crate::notation::Scheme;
use crate::np::parser;
use crate::np::tree::{Expr, Item, Node, Shape};
use crate::position::{Hole, Position};
use crate::puzzle::{Finish, Puzzle};

/// A value without anything undecided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// A number.
    Number(i64),
    /// A set of numbers.
    Set(BTreeSet<i64>),
    /// Numbers by number.
    Map(BTreeMap<i64, i64>),
}

impl Data {
    /// What it fits.
    pub fn shape(&self) -> Shape {
        match self {
            Self::Number(_) => Shape::Number,
            Self::Set(_) => Shape::Set,
            Self::Map(_) => Shape::Map,
        }
    }

    /// Reads `7`, `-1`, `{1, 2, 5..9}` or `{1: 10, 2: 20}`.
    ///
    /// # Errors
    /// What it is instead.
    pub fn parse(source: &Arc<Source>) -> Result<Self, Diagnostics> {
        read(&parser::parse_expression(source)?).map_err(|(expr, message)| {
            Diagnostic::new(source, expr.span.clone(), message)
                .help("write a number, a set such as {1, 2, 5..9} or a map such as {1: 10, 2: 20}")
                .into()
        })
    }
}

/// Ranges longer than this are refused.
pub(super) const MAX_SET: usize = 100_000;

fn read(expr: &Expr) -> Result<Data, (&Expr, String)> {
    let Node::Set(items) = &expr.node else { return number(expr).map(Data::Number) };
    let (mut set, mut map) = (BTreeSet::new(), BTreeMap::new());
    for item in items {
        match item {
            Item::One(one) => {
                set.insert(number(one)?);
            }
            Item::Range(first, last) => {
                let (a, b) = (number(first)?, number(last)?);
                if b.saturating_sub(a) >= MAX_SET as i64 {
                    return Err((expr, format!("the range {a}..{b} is too long")));
                }
                set.extend(a..=b);
            }
            Item::Entry(key, value) => {
                if map.insert(number(key)?, number(value)?).is_some() {
                    return Err((key, format!("the key {key} is there twice")));
                }
            }
        }
    }
    match (set.is_empty(), map.is_empty()) {
        (_, true) => Ok(Data::Set(set)),
        (true, false) => Ok(Data::Map(map)),
        (false, false) => Err((expr, "elements and entries are mixed".to_owned())),
    }
}

fn number(expr: &Expr) -> Result<i64, (&Expr, String)> {
    match &expr.node {
        Node::Int(number) => Ok(*number),
        Node::Minus(inner) => number(inner).map(|number| -number),
        _ => Err((expr, format!("\"{expr}\" is no number"))),
    }
}

impl fmt::Display for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = match self {
            Self::Number(number) => return write!(f, "{number}"),
            Self::Set(set) => set.iter().map(i64::to_string).collect::<Vec<_>>(),
            Self::Map(map) => map.iter().map(|(k, v)| format!("{k}: {v}")).collect(),
        };
        write!(f, "{{{}}}", list.join(", "))
    }
}

/// Values of fields by name.
pub type Given = BTreeMap<String, Data>;

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
pub fn puzzle_fields(puzzle: &Puzzle) -> Given {
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
