//! The parts of a puzzle before they are checked, and the checks that every puzzle passes, whether it comes
//! from a file or is built in code.

use std::fmt;

use crate::peg::board::Board;
use crate::peg::board::lattice::Lattice;
use crate::peg::board::position::Position;
use crate::peg::notation::{Names, Scheme, Unnameable};
use crate::peg::puzzle::marks::Marks;
use crate::peg::puzzle::{Finish, KnownAnswer, Puzzle};

/// All parts of a puzzle, not yet checked. [`PuzzleSetup::puzzle`] makes a [`Puzzle`] of them.
///
/// ```
/// use soliter::{Board, Directions, Finish, Lattice, Position, PuzzleSetup};
///
/// let board = Board::from_drawing("oooo", Lattice::Square, Directions::Orthogonal)?;
/// let start: Position = [0, 1, 2].into_iter().collect();
/// let setup = PuzzleSetup::new(board, start, Finish::Pegs(1));
/// assert_eq!(setup.clone().puzzle()?.jumps(), 2);
///
/// let faults = PuzzleSetup { finish: Finish::Exactly(start), ..setup }.puzzle().unwrap_err();
/// assert_eq!(faults.to_string(), "\"finish\" has 3 pegs, the start 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSetup {
    /// Name for people.
    pub title: String,
    /// What the board is called.
    pub model: String,
    /// Where the puzzle is from.
    pub source: Option<String>,
    /// The board, with the ways a peg may jump.
    pub board: Board,
    /// How holes are called.
    pub scheme: Scheme,
    /// The position before the first jump.
    pub start: Position,
    /// The position after the last jump.
    pub finish: Finish,
    /// Leibniz's game: a peg leaps over an empty hole, which is filled.
    pub building: bool,
    /// What is asked of marked pegs.
    pub marked: Marks,
    /// What is known of the answer; no answer depends on it.
    pub known: KnownAnswer,
}

impl PuzzleSetup {
    /// A puzzle of the ordinary game, untitled, its holes named as in files, or numbered where the
    /// board is too large for that.
    pub fn new(board: Board, start: Position, finish: Finish) -> Self {
        let usual = match board.lattice() {
            Lattice::Square => Scheme::ColumnRow,
            Lattice::Triangular => Scheme::RowColumn,
        };
        Self {
            title: "untitled".to_owned(),
            model: "custom board".to_owned(),
            source: None,
            scheme: if Names::new(&board, usual).is_ok() { usual } else { Scheme::Number },
            board,
            start,
            finish,
            building: false,
            marked: Marks::default(),
            known: KnownAnswer::default(),
        }
    }

    /// The puzzle.
    pub fn puzzle(self) -> Result<Puzzle, SetupFaults> {
        let names = Names::new(&self.board, self.scheme);
        let mut faults = start_faults(&self.board, self.start);
        faults.extend(finish_faults(&self.board, self.finish));
        if faults.is_empty() {
            faults.extend(pegs_fault(&self.board, self.start, self.finish, self.building));
            faults.extend(marks_fault(self.start, self.marked, self.building));
        }
        let names = match names {
            Ok(names) if faults.is_empty() => names,
            Ok(_) => return Err(SetupFaults(faults)),
            Err(fault) => {
                faults.push(SetupFault::Names(fault));
                return Err(SetupFaults(faults));
            }
        };
        let Self { title, model, source, board, start, finish, building, marked, known, .. } = self;
        Ok(Puzzle { title, model, source, board, names, start, finish, building, marked, known })
    }
}

impl From<Puzzle> for PuzzleSetup {
    fn from(puzzle: Puzzle) -> Self {
        let scheme = puzzle.names.scheme();
        let Puzzle { title, model, source, board, start, finish, building, marked, known, .. } =
            puzzle;
        Self { title, model, source, board, scheme, start, finish, building, marked, known }
    }
}

/// Why a setup is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    /// The start has no peg.
    #[error("\"start\" has no peg")]
    EmptyStart,
    /// The finish has no peg.
    #[error("\"finish\" has no peg")]
    EmptyFinish,
    /// Pegs of the start that are on none of the board's holes.
    #[error("\"start\" has pegs where the board has no hole: {0:?}")]
    StartOutside(Position),
    /// Pegs of the finish that are on none of the board's holes.
    #[error("\"finish\" has pegs where the board has no hole: {0:?}")]
    FinishOutside(Position),
    /// The finish asks for more pegs than the board has holes.
    #[error("\"finish\" has {}, the board {holes} holes", counted(*.pegs))]
    TooManyPegs {
        /// Pegs of the finish.
        pegs: usize,
        /// Holes of the board.
        holes: usize,
    },
    /// The finish has as many pegs as the start or more, in the building game as many or fewer.
    #[error("\"finish\" has {}, the start {before}", counted(*.after))]
    WrongNumber {
        /// Pegs of the start.
        before: usize,
        /// Pegs of the finish.
        after: usize,
        /// Whether it is the building game.
        building: bool,
    },
    /// The start of a building game fills the board.
    #[error("\"start\" has no empty hole to build in")]
    NoRoom,
    /// Marked holes in which no peg stands at the start.
    #[error("\"marked\" names holes without a peg at the start: {0:?}")]
    NoPegMarked(Position),
    /// Pegs of the building game, in which none is taken, cannot be marked.
    #[error("\"marked\" is for the ordinary game")]
    MarkedBuilding,
    /// The board is too large for the notation.
    #[error(transparent)]
    Names(#[from] Unnameable),
}

impl SetupFault {
    /// What to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::EmptyStart | Self::EmptyFinish => {
                "name at least one hole: the last peg never leaves the board"
            }
            Self::StartOutside(_) | Self::FinishOutside(_) => {
                "holes are numbered from 0, row by row from the top"
            }
            Self::TooManyPegs { .. } => "ask for fewer pegs",
            Self::WrongNumber { building: true, .. } => {
                "every jump of a building game adds a peg: the finish needs more pegs than the start"
            }
            Self::WrongNumber { building: false, .. } => {
                "every jump removes a peg: the finish needs fewer pegs than the start"
            }
            Self::NoRoom => "leave some holes empty",
            Self::NoPegMarked(_) => "name the hole in which the marked peg stands at the start",
            Self::MarkedBuilding => "leave out \"marked\" or \"building\"",
            Self::Names(_) => "choose another scheme",
        }
    }
}

/// Everything that is wrong with a setup; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupFaults(pub Vec<SetupFault>);

impl fmt::Display for SetupFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each: Vec<String> = self.0.iter().map(SetupFault::to_string).collect();
        f.write_str(&each.join("; "))
    }
}

impl std::error::Error for SetupFaults {}

/// What is wrong with a start by itself.
pub(crate) fn start_faults(board: &Board, start: Position) -> Vec<SetupFault> {
    position_faults(board, start, SetupFault::EmptyStart, SetupFault::StartOutside)
}

/// What is wrong with a finish by itself.
pub(crate) fn finish_faults(board: &Board, finish: Finish) -> Vec<SetupFault> {
    match finish {
        Finish::Exactly(finish) => {
            position_faults(board, finish, SetupFault::EmptyFinish, SetupFault::FinishOutside)
        }
        Finish::Pegs(0) => vec![SetupFault::EmptyFinish],
        Finish::Pegs(pegs) if pegs > board.holes() => {
            vec![SetupFault::TooManyPegs { pegs, holes: board.holes() }]
        }
        Finish::Pegs(_) => Vec::new(),
    }
}

fn position_faults(
    board: &Board,
    pegs: Position,
    empty: SetupFault,
    outside: fn(Position) -> SetupFault,
) -> Vec<SetupFault> {
    let beyond = Position(pegs.0 & !board.full().0);
    if pegs.is_empty() {
        vec![empty]
    } else if beyond.is_empty() {
        Vec::new()
    } else {
        vec![outside(beyond)]
    }
}

/// What is wrong with a start and a finish together, each of which is right by itself.
pub(crate) fn pegs_fault(
    board: &Board,
    start: Position,
    finish: Finish,
    building: bool,
) -> Option<SetupFault> {
    let (before, after) = (start.len(), finish.pegs());
    if building && start == board.full() {
        return Some(SetupFault::NoRoom);
    }
    let right = if building { after > before } else { after < before };
    (!right).then_some(SetupFault::WrongNumber { before, after, building })
}

/// What is wrong with marked pegs.
pub(crate) fn marks_fault(start: Position, marked: Marks, building: bool) -> Option<SetupFault> {
    let without = Position(marked.holes().0 & !start.0);
    if building && !marked.is_empty() {
        return Some(SetupFault::MarkedBuilding);
    }
    (!without.is_empty()).then_some(SetupFault::NoPegMarked(without))
}

fn counted(pegs: usize) -> String {
    format!("{pegs} peg{}", if pegs == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::board::lattice::Directions;

    fn setup(drawing: &str, start: u64, finish: Finish) -> PuzzleSetup {
        let board = Board::from_drawing(drawing, Lattice::Square, Directions::Orthogonal);
        PuzzleSetup::new(board.expect("a board"), Position(start), finish)
    }

    fn faults(setup: PuzzleSetup) -> Vec<SetupFault> {
        setup.puzzle().err().map(|faults| faults.0).unwrap_or_default()
    }

    #[test]
    fn every_fault_is_reported() {
        let outside = setup("oooo", 1 << 63, Finish::Exactly(Position(1 << 4)));
        let all = [
            SetupFault::StartOutside(Position(1 << 63)),
            SetupFault::FinishOutside(Position(1 << 4)),
        ];
        assert_eq!(faults(outside), all);
        let empty = [SetupFault::EmptyStart, SetupFault::EmptyFinish];
        assert_eq!(faults(setup("oooo", 0, Finish::Pegs(0))), empty);
        assert_eq!(faults(setup("oooo", 0, Finish::Exactly(Position::EMPTY))), empty);
        let many = setup("oooo", 3, Finish::Pegs(usize::MAX));
        assert_eq!(faults(many), [SetupFault::TooManyPegs { pegs: usize::MAX, holes: 4 }]);
    }

    #[test]
    fn start_and_finish_must_fit_together() {
        let same = setup("oooo", 3, Finish::Exactly(Position(3)));
        let wrong = |building| SetupFault::WrongNumber { before: 2, after: 2, building };
        assert_eq!(faults(same.clone()), [wrong(false)]);
        assert_eq!(faults(PuzzleSetup { building: true, ..same }), [wrong(true)]);
        let full = setup("oooo", 15, Finish::Pegs(1));
        assert_eq!(faults(full.clone()), []);
        assert_eq!(faults(PuzzleSetup { building: true, ..full }), [SetupFault::NoRoom]);
    }

    #[test]
    fn sixty_four_holes_are_named_and_checked() {
        let square = ["oooooooo"; 8].join("\n");
        assert_eq!(faults(setup(&square, u64::MAX, Finish::Pegs(1))), []);
        assert_eq!(faults(setup(&square, u64::MAX, Finish::Pegs(64))).len(), 1);
        let row = "o".repeat(64);
        let long = setup(&row, u64::MAX >> 1, Finish::Exactly(Position(1 << 63)));
        assert_eq!(long.scheme, Scheme::Number);
        assert_eq!(faults(long.clone()), []);
        let letters = PuzzleSetup { scheme: Scheme::LetterRow, ..long };
        assert!(matches!(faults(letters)[..], [SetupFault::Names(_)]));
    }

    #[test]
    fn a_puzzle_and_its_setup_are_the_same() {
        let puzzle = setup("ooooo", 3, Finish::Pegs(1)).puzzle().expect("a puzzle");
        assert_eq!(PuzzleSetup::from(puzzle.clone()).puzzle(), Ok(puzzle));
    }
}
