//! The parts of a puzzle, and the checks that they pass whether they come from a file or from code.

use crate::notation::{Names, Scheme, Unnameable};
use crate::puzzle::{Finish, KnownAnswer, Puzzle};
use crate::{board::Board, board::position::Position, puzzle::marks::Marks};
use soliter_base::wording::{counted, joined};

/// All parts of a puzzle, not yet checked. [`PuzzleSetup::puzzle`] checks them and makes a [`Puzzle`].
///
/// ```
/// use soliter_boards::board::{Board, lattice::{Directions, Lattice}, position::Position};
/// use soliter_boards::puzzle::{Finish, setup::PuzzleSetup};
///
/// let board = Board::from_drawing("oooo", Lattice::Square, Directions::Orthogonal)?;
/// let start: Position = [0, 1, 2].into_iter().collect();
/// let setup = PuzzleSetup::new(board, start, Finish::Pegs(1));
/// assert_eq!(setup.clone().puzzle()?.jumps(), 2);
///
/// let faults = PuzzleSetup { finish: Finish::Pegs(4), ..setup }.puzzle().unwrap_err();
/// assert_eq!(faults.to_string(), "\"finish\" has 4 pegs, the start 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSetup {
    /// The name for people.
    pub title: String,
    /// The name of the board.
    pub model: String,
    /// The source from which the puzzle was taken.
    pub source: Option<String>,
    /// The board, with the directions in which a peg may jump.
    pub board: Board,
    /// The scheme that names the holes.
    pub scheme: Scheme,
    /// The position before the first jump.
    pub start: Position,
    /// The condition on the position after the last jump.
    pub finish: Finish,
    /// Whether it is reverse solitaire, in which a peg leaps over an empty hole and fills it.
    pub reverse: bool,
    /// The conditions on marked pegs.
    pub marked: Marks,
    /// What is known of the answer; no answer depends on it.
    pub known: KnownAnswer,
}

impl PuzzleSetup {
    /// An untitled puzzle of the ordinary game, with holes named as in files.
    pub fn new(board: Board, start: Position, finish: Finish) -> Self {
        Self {
            title: "untitled".to_owned(),
            model: "custom board".to_owned(),
            source: None,
            scheme: Scheme::default_of(&board),
            board,
            start,
            finish,
            reverse: false,
            marked: Marks::default(),
            known: KnownAnswer::default(),
        }
    }

    /// Checks the parts and makes a puzzle of them.
    pub fn puzzle(self) -> Result<Puzzle, SetupFaults> {
        let mut faults = Vec::from_iter(start_fault(&self.board, &self.start));
        faults.extend(finish_fault(&self.board, &self.finish));
        if faults.is_empty() {
            faults.extend(pegs_fault(&self.board, &self.start, &self.finish, self.reverse));
            faults.extend(marks_fault(&self.start, self.marked, self.reverse));
        }
        let names = Names::new(&self.board, self.scheme).map_err(|fault| faults.push(fault.into()));
        let (Ok(names), true) = (names, faults.is_empty()) else { return Err(SetupFaults(faults)) };
        let Self { title, model, source, board, start, finish, reverse, marked, known, .. } = self;
        let remarks = Vec::new();
        Ok(Puzzle {
            title,
            model,
            source,
            board,
            names,
            start,
            finish,
            reverse,
            marked,
            known,
            remarks,
        })
    }
}

impl From<Puzzle> for PuzzleSetup {
    fn from(puzzle: Puzzle) -> Self {
        let scheme = puzzle.names.scheme();
        let Puzzle { title, model, source, board, start, finish, reverse, marked, known, .. } =
            puzzle;
        Self { title, model, source, board, scheme, start, finish, reverse, marked, known }
    }
}

/// A reason why a setup is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    /// The start has no peg.
    #[error("\"start\" has no peg")]
    EmptyStart,
    /// The finish has no peg.
    #[error("\"finish\" has no peg")]
    EmptyFinish,
    /// These pegs of the start are on none of the board's holes.
    #[error("\"start\" has pegs where the board has no hole: {0:?}")]
    StartOutside(Position),
    /// These pegs of the finish are on none of the board's holes.
    #[error("\"finish\" has pegs where the board has no hole: {0:?}")]
    FinishOutside(Position),
    /// These holes of the finish must have a peg and be empty.
    #[error("\"finish\" wants a peg in these holes and wants them empty: {0:?}")]
    BothWays(Position),
    /// The holes of the finish that are not named cannot make up this number of pegs.
    #[error("\"finish\" cannot have {}", counted(*.pegs, "peg"))]
    NoSuchNumber {
        /// The number of pegs of the finish.
        pegs: usize,
    },
    /// The finish asks for more pegs than the board has holes.
    #[error("\"finish\" has {}, the board {holes} holes", counted(*.pegs, "peg"))]
    TooManyPegs {
        /// The number of pegs of the finish.
        pegs: usize,
        /// The number of holes of the board.
        holes: usize,
    },
    /// The finish has more pegs than the start, or in the reverse game fewer.
    #[error("\"finish\" has {}, the start {before}", counted(*.after, "peg"))]
    WrongNumber {
        /// The number of pegs of the start.
        before: usize,
        /// The number of pegs of the finish.
        after: usize,
        /// Whether it is the reverse game.
        reverse: bool,
    },
    /// The start of a reverse game fills the board.
    #[error("\"start\" has no empty hole to build in")]
    NoRoom,
    /// The board has jumps that no other jump undoes, so that the reverse game is not the ordinary game backwards.
    #[error("the reverse game needs a board whose jumps go both ways")]
    OneWay,
    /// No peg stands in these marked holes at the start.
    #[error("\"marked\" names holes without a peg at the start: {0:?}")]
    NoPegMarked(Position),
    /// The peg that must be captured last must also survive, or make the last move.
    #[error(
        "\"marked\" wants the peg from one hole to be captured last and to be left at the end: {0:?}"
    )]
    CapturedAndLeft(Position),
    /// Pegs of the reverse game cannot be marked, because none of them is ever taken.
    #[error("\"marked\" is for the ordinary game")]
    MarkedReverse,
    /// The board is too large for the notation.
    #[error(transparent)]
    Names(#[from] Unnameable),
}

impl SetupFault {
    /// Advice about the fault.
    pub fn help(&self) -> &'static str {
        match self {
            Self::EmptyStart | Self::EmptyFinish => {
                "name at least one hole: the last peg never leaves the board"
            }
            Self::StartOutside(_) | Self::FinishOutside(_) => {
                "holes are numbered from 0, row by row from the top"
            }
            Self::TooManyPegs { .. } => "choose fewer pegs",
            Self::BothWays(_) => "name each hole once",
            Self::NoSuchNumber { .. } => {
                "the holes that must have a peg and those that may have one decide the numbers"
            }
            Self::WrongNumber { reverse: true, .. } => {
                "every jump of a reverse game adds a peg: the finish cannot have fewer pegs than the start"
            }
            Self::WrongNumber { reverse: false, .. } => {
                "every jump removes a peg: the finish cannot have more pegs than the start"
            }
            Self::NoRoom => "leave some holes empty",
            Self::OneWay => "leave out \"reverse\", or list the jumps in both directions",
            Self::NoPegMarked(_) => "name the hole in which the marked peg stands at the start",
            Self::CapturedAndLeft(_) => "mark two pegs, or leave out one of the conditions",
            Self::MarkedReverse => "leave out \"marked\" or \"reverse\"",
            Self::Names(_) => "choose another scheme",
        }
    }
}

/// Everything that is wrong with a setup; never empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", joined(.0, "; "))]
pub struct SetupFaults(pub Vec<SetupFault>);

pub(crate) fn start_fault(board: &Board, start: &Position) -> Option<SetupFault> {
    position_fault(board, start, SetupFault::EmptyStart, SetupFault::StartOutside)
}

pub(crate) fn finish_fault(board: &Board, finish: &Finish) -> Option<SetupFault> {
    let holes = board.holes();
    match finish {
        Finish::Exactly(finish) => {
            position_fault(board, finish, SetupFault::EmptyFinish, SetupFault::FinishOutside)
        }
        Finish::Pegs(0) => Some(SetupFault::EmptyFinish),
        &Finish::Pegs(pegs) => (pegs > holes).then_some(SetupFault::TooManyPegs { pegs, holes }),
        Finish::Holes { pegs_at, empty_at, pegs } => {
            let beyond = pegs_at.union(empty_at).difference(&board.full());
            let clash = pegs_at.intersection(empty_at);
            let room = pegs_at.len()..=holes.saturating_sub(empty_at.len());
            if !beyond.is_empty() {
                Some(SetupFault::FinishOutside(beyond))
            } else if !clash.is_empty() {
                Some(SetupFault::BothWays(clash))
            } else if *pegs == 0 {
                Some(SetupFault::EmptyFinish)
            } else {
                (!room.contains(pegs)).then_some(SetupFault::NoSuchNumber { pegs: *pegs })
            }
        }
    }
}

fn position_fault(
    board: &Board,
    pegs: &Position,
    empty: SetupFault,
    outside: fn(Position) -> SetupFault,
) -> Option<SetupFault> {
    let beyond = pegs.difference(&board.full());
    if pegs.is_empty() { Some(empty) } else { (!beyond.is_empty()).then(|| outside(beyond)) }
}

/// The fault of a start and a finish together, if each of them is right by itself.
pub(crate) fn pegs_fault(
    board: &Board,
    start: &Position,
    finish: &Finish,
    reverse: bool,
) -> Option<SetupFault> {
    let (before, after) = (start.len(), finish.pegs());
    if reverse && *start == board.full() {
        return Some(SetupFault::NoRoom);
    }
    if reverse && !board.goes_both_ways() {
        return Some(SetupFault::OneWay);
    }
    // As many pegs are a question with an answer: no move, or impossible.
    let right = if reverse { after >= before } else { after <= before };
    (!right).then_some(SetupFault::WrongNumber { before, after, reverse })
}

pub(crate) fn marks_fault(start: &Position, marked: Marks, reverse: bool) -> Option<SetupFault> {
    let without = marked.holes().difference(start);
    if reverse && !marked.is_empty() {
        return Some(SetupFault::MarkedReverse);
    }
    if !without.is_empty() {
        return Some(SetupFault::NoPegMarked(without));
    }
    let left = [marked.survivor, marked.watch];
    let both = marked.last_captured.filter(|&hole| left.contains(&Some(hole)));
    both.map(|hole| SetupFault::CapturedAndLeft(Position::EMPTY.with(hole)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::lattice::{Directions, Lattice};

    fn setup(drawing: &str, start: u64, finish: Finish) -> PuzzleSetup {
        let board = Board::from_drawing(drawing, Lattice::Square, Directions::Orthogonal);
        PuzzleSetup::new(board.expect("a board"), Position::from(start), finish)
    }

    fn faults(setup: PuzzleSetup) -> Vec<SetupFault> {
        setup.puzzle().err().map(|faults| faults.0).unwrap_or_default()
    }

    #[test]
    fn every_fault_is_reported() {
        let outside = setup("oooo", 1 << 63, Finish::Exactly(Position::from(1 << 4)));
        let all = [
            SetupFault::StartOutside(Position::from(1 << 63)),
            SetupFault::FinishOutside(Position::from(1 << 4)),
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
        let more = setup("oooo", 3, Finish::Exactly(Position::from(7)));
        let wrong = SetupFault::WrongNumber { before: 2, after: 3, reverse: false };
        assert_eq!(faults(more.clone()), [wrong]);
        assert_eq!(faults(PuzzleSetup { reverse: true, ..more.clone() }), []);
        let fewer = PuzzleSetup { finish: Finish::Pegs(1), reverse: true, ..more.clone() };
        let wrong = SetupFault::WrongNumber { before: 2, after: 1, reverse: true };
        assert_eq!(faults(fewer), [wrong]);
        // As many pegs have an answer.
        let same = PuzzleSetup { finish: Finish::Exactly(Position::from(3)), ..more };
        assert_eq!(faults(same.clone()), []);
        assert_eq!(faults(PuzzleSetup { reverse: true, ..same }), []);
        let full = setup("oooo", 15, Finish::Pegs(1));
        assert_eq!(faults(full.clone()), []);
        assert_eq!(faults(PuzzleSetup { reverse: true, ..full }), [SetupFault::NoRoom]);
    }

    #[test]
    fn sixty_four_holes_are_named_and_checked() {
        let square = ["oooooooo"; 8].join("\n");
        assert_eq!(faults(setup(&square, u64::MAX, Finish::Pegs(1))), []);
        assert_eq!(faults(setup(&square, u64::MAX, Finish::Pegs(64))), []);
        let many = SetupFault::TooManyPegs { pegs: 65, holes: 64 };
        assert_eq!(faults(setup(&square, u64::MAX, Finish::Pegs(65))), [many]);
        let row = "o".repeat(64);
        let long = setup(&row, u64::MAX >> 1, Finish::Exactly(Position::from(1 << 63)));
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
