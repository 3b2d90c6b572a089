//! The rules of peg solitaire and of reverse solitaire: what legal jumps do, why others are illegal.

use crate::board::position::{Hole, Position};
use crate::board::{Board, Jump};
use crate::puzzle::{Puzzle, marks::MarkFault};
use crate::{board::lattice::Directions, line::Hop, notation::Names};
use soliter_base::wording::joined;

/// A jump as bits. It is legal if the position agrees with `need` on the holes of `all`, and flips these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leap {
    /// The three holes.
    pub all: u64,
    /// Those of the three that must hold a peg.
    pub need: u64,
    /// The hole of the jumping peg before the jump.
    pub from: Hole,
    /// The hole of the jumping peg after the jump.
    pub to: Hole,
    /// The hole leapt over, if the board has several jumps between the two holes.
    pub named: Option<Hole>,
}

impl Leap {
    /// The leap as a jump of a line.
    pub fn hop(self) -> Hop {
        Hop { from: self.from, to: self.to, over: self.named }
    }

    /// Whether the leap is legal in `position`.
    pub fn fits(self, position: u64) -> bool {
        position & self.all == self.need
    }
}

/// Whether a jump needs a peg in the hole that it starts from, in the one that it leaps over, and in the one where it lands. A
/// legal jump turns all three. In the reverse game a peg leaps over an empty hole and fills it.
pub const fn needs(reverse: bool) -> [bool; 3] {
    [true, !reverse, false]
}

/// The leaps of the game on a board of at most 64 holes. In the reverse game a peg leaps over an empty hole and fills it.
pub fn leaps(board: &Board, reverse: bool) -> Vec<Leap> {
    let leap = |jump: &Jump| {
        let [from, over] = [jump.from, jump.over].map(|h| 1u64 << h);
        let need = if reverse { from } else { from | over };
        let named = board.hop(*jump).over;
        Leap { all: jump.holes().word(), need, from: jump.from, to: jump.to, named }
    };
    board.jumps().iter().map(leap).collect()
}

/// The leaps that undo others: the pegs that a leap needs must be gone, and a peg in the rest of its holes.
pub fn undoing(leaps: &[Leap]) -> Vec<Leap> {
    leaps
        .iter()
        .map(|leap| Leap { need: leap.all & !leap.need, from: leap.to, to: leap.from, ..*leap })
        .collect()
}

/// The reason why a jump is illegal; [`explain`] states it with the names of the holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JumpFault {
    /// The board has no jump between the two holes.
    #[error("the board has no jump between the two holes")]
    NotInLine,
    /// The board has several jumps between the two holes, and the jump does not say which one it is.
    #[error("the board has several jumps between the two holes")]
    SeveralJumps,
    /// The starting hole has no peg.
    #[error("no peg to move")]
    StartEmpty,
    /// The hole to leap over has no peg.
    #[error("nothing to jump over")]
    MiddleEmpty,
    /// The hole to leap over has a peg, but the reverse game leaps over empty holes only.
    #[error("the reverse game leaps over empty holes only")]
    MiddleOccupied,
    /// A peg stands where the jump would land.
    #[error("a peg stands where the jump would land")]
    LandingOccupied,
    /// The jump breaks the condition on a marked peg.
    #[error(transparent)]
    Marked(#[from] MarkFault),
}

impl JumpFault {
    /// The stable word for programs.
    pub fn reason(self) -> &'static str {
        match self {
            Self::NotInLine => "not-in-line",
            Self::SeveralJumps => "several-jumps",
            Self::StartEmpty => "start-empty",
            Self::MiddleEmpty => "middle-empty",
            Self::MiddleOccupied => "middle-occupied",
            Self::LandingOccupied => "landing-occupied",
            Self::Marked(fault) => fault.reason(),
        }
    }
}

/// Makes a jump by the rules of the puzzle's game, and returns it and the position after it. A pair of holes
/// stands for the only jump between them.
pub fn apply(
    puzzle: &Puzzle,
    before: &Position,
    hop: impl Into<Hop>,
) -> Result<(Jump, Position), JumpFault> {
    let hop = hop.into();
    let Some(jump) = puzzle.board.find(hop) else {
        let several = hop.over.is_none() && puzzle.board.joins(hop.from, hop.to);
        return Err(if several { JumpFault::SeveralJumps } else { JumpFault::NotInLine });
    };
    make(puzzle, before, jump).map(|after| (jump, after))
}

/// Checks that a jump of the board is legal in a position.
fn check(puzzle: &Puzzle, before: &Position, jump: Jump) -> Result<(), JumpFault> {
    if !before.has(jump.from) {
        return Err(JumpFault::StartEmpty);
    }
    match (puzzle.reverse, before.has(jump.over)) {
        (true, true) => return Err(JumpFault::MiddleOccupied),
        (false, false) => return Err(JumpFault::MiddleEmpty),
        _ => {}
    }
    if before.has(jump.to) {
        return Err(JumpFault::LandingOccupied);
    }
    Ok(())
}

/// The position after a jump of the board, which flips its three holes.
fn make(puzzle: &Puzzle, before: &Position, jump: Jump) -> Result<Position, JumpFault> {
    check(puzzle, before, jump)?;
    Ok(before.symmetric_difference(&jump.holes()))
}

/// The legal jumps of a position by the rules of the puzzle's game.
pub fn legal_jumps<'a>(
    puzzle: &'a Puzzle,
    before: &'a Position,
) -> impl Iterator<Item = Jump> + 'a {
    puzzle.board.jumps().iter().copied().filter(|&jump| check(puzzle, before, jump).is_ok())
}

/// The legal jumps of a position by the rules of the puzzle's game, each with the position after it.
pub fn legal<'a>(
    puzzle: &'a Puzzle,
    before: &'a Position,
) -> impl Iterator<Item = (Jump, Position)> + 'a {
    legal_jumps(puzzle, before).map(|jump| (jump, before.symmetric_difference(&jump.holes())))
}

/// States in a sentence why a jump is illegal.
pub fn explain(puzzle: &Puzzle, fault: JumpFault, hop: impl Into<Hop>) -> String {
    let (board, names, hop) = (&puzzle.board, &puzzle.names, hop.into());
    let (start, landing) = (names.name(hop.from), names.name(hop.to));
    let over = board.find(hop).map_or("", |jump| names.name(jump.over));
    match fault {
        JumpFault::StartEmpty => format!("hole {start} is empty, so there is no peg to move"),
        JumpFault::MiddleEmpty => format!("hole {over} is empty, so there is nothing to jump over"),
        JumpFault::MiddleOccupied => {
            format!("hole {over} has a peg; in the reverse game a peg leaps over an empty hole")
        }
        JumpFault::LandingOccupied => format!("hole {landing} is occupied"),
        JumpFault::Marked(fault) => format!("{fault} ({})", puzzle.marked.phrase(names)),
        JumpFault::SeveralJumps => {
            let all = board.jumps().iter().filter(|one| (one.from, one.to) == (hop.from, hop.to));
            let all = all.map(|one| names.hop(Hop { over: Some(one.over), ..hop }));
            format!("{start} to {landing} can be {}: name the hole leapt over", joined(all, " or "))
        }
        JumpFault::NotInLine => match hop.over {
            Some(over) => {
                format!("no jump leads from {start} over {} to {landing}", names.name(over))
            }
            None => not_in_line(board, names, hop.from, hop.to),
        },
    }
}

/// States why a jump of a line is illegal. The next jump may show that the hole leapt over was named as if
/// the peg landed there: `46-45-44` means the jump from 46 to 44.
pub fn explain_in_line(puzzle: &Puzzle, fault: JumpFault, hop: Hop, next: Option<Hop>) -> String {
    let is_over = |landing| {
        let joins = |jump: &&Jump| (jump.from, jump.over, jump.to) == (hop.from, hop.to, landing);
        puzzle.board.jumps().iter().find(joins).copied()
    };
    let meant = next.filter(|next| next.from == hop.to).and_then(|next| is_over(next.to));
    match meant {
        Some(meant) => {
            let (over, meant) =
                (puzzle.names.name(hop.to), puzzle.names.hop(puzzle.board.hop(meant)));
            format!("{over} is the hole being jumped: write {meant}")
        }
        _ => explain(puzzle, fault, hop),
    }
}

fn not_in_line(board: &Board, names: &Names, from: Hole, to: Hole) -> String {
    if usize::from(from.max(to)) >= board.holes() {
        return format!("the board has {} holes, numbered from 0", board.holes());
    }
    let (start, landing) = (names.name(from), names.name(to));
    if board.directions() == Directions::Listed {
        return if from == to {
            format!("{start} to {landing} goes nowhere")
        } else {
            format!("the board has no jump from {start} to {landing}")
        };
    }
    let ((r1, c1), (r2, c2)) = (board.place(from), board.place(to));
    let (down, right) = (r2 - r1, c2 - c1);
    if from == to {
        return format!("{start} to {landing} goes nowhere");
    }
    if board.directions().steps().contains(&(down, right)) {
        return format!("{start} and {landing} are neighbours; a jump lands two holes away");
    }
    if down % 2 == 0 && right % 2 == 0 {
        let half = (down / 2, right / 2);
        if board.directions().steps().contains(&half) {
            return format!("there is no hole between {start} and {landing} to leap over");
        }
        if board.directions() == Directions::Orthogonal && Directions::All.steps().contains(&half) {
            return format!(
                "{start} to {landing} is a diagonal; on this board pegs jump along rows and columns only"
            );
        }
    }
    if board.is_changed() {
        return format!("the board has no jump from {start} to {landing}");
    }
    format!("{landing} is not two holes away from {start} in a straight line")
}
