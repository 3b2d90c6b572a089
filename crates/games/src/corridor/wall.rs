//! "A wall behind one's own back is easily built with ten sticks, so the game is a guaranteed draw": a proof of this
//! claim of the source, which also applies to positions.
//!
//! Call one player the builder and the other the runner, and call the upper edges of the row next to the builder's own
//! edge the line, which the runner must cross to arrive. There is no passability rule, and a stick covers one edge.
//!
//! 1. Once sticks close the line, the runner never arrives, because sticks are never removed. So the builder
//!    cannot lose.
//! 2. The builder plays as follows: he uses every turn to lay a stick on the line, and never moves his pawn.
//!    No stick of the runner hinders this, since a stick that lies on the line already serves the builder.
//! 3. The race is a game with rules that favour the runner even more: he meets only the sticks of the line, he may stay
//!    where he is, he may jump in any direction over the builder's pawn, and he lays no sticks. Everything that the
//!    runner can do in the game, he can do in the race; a turn in which he lays a stick counts as staying.
//! 4. So if the builder closes the line in the race before the runner has crossed it, he does so in the game,
//!    and cannot lose. The race is small enough to be solved: its positions are the sets of sticks on the line
//!    and the square of the runner.
//! 5. If this holds for both players in the same position, neither can lose: the game is a draw.
//!
//! From the first position, one stick for each square of a side is enough, and one fewer never is: a builder who only
//! closes his line has one open place left. This says nothing about builders who do anything else.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::board::{Board, Squares, State, squares_of};
use super::{Corridor, Passability};

/// The squares of the runner from which the builder closes the line in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WallRace {
    /// If the builder is to move.
    pub builder_first: Squares,
    /// If the runner is to move.
    pub runner_first: Squares,
}

/// Solves the race for the builder (player 0 or 1, with a pawn on `pawn`), who may lay `sticks` sticks.
/// `closed` are the squares with a stick on their upper edge; only those on the line count.
pub fn wall_race(
    board: &Board,
    builder: usize,
    closed: Squares,
    sticks: usize,
    pawn: Squares,
) -> WallRace {
    let (home, line) = (board.home(builder), line(board, builder));
    let places: Vec<Squares> = squares_of(line & !closed).map(|square| 1 << square).collect();
    let field = board.all & !home & !pawn;
    let mut races = vec![WallRace { builder_first: 0, runner_first: 0 }; 1 << places.len()];
    // Goes from the fullest line to the emptiest: laying a stick increases the number of the set.
    for set in (0..races.len()).rev() {
        let laid = set.count_ones() as usize;
        let safe = if set + 1 == races.len() {
            field
        } else if laid < sticks {
            (0..places.len()).fold(0, |safe, at| safe | races[set | 1 << at].runner_first)
        } else {
            0
        };
        let sticks_here = places.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
        let barred = sticks_here.fold(closed & line, |barred, (_, place)| barred | place);
        races[set] = WallRace {
            builder_first: safe,
            runner_first: field & !runs_into(board, board.all & !pawn & !safe, barred, pawn),
        };
    }
    races[0]
}

/// The squares whose upper edges form the line before a player's own row: row 1, or the last row but one.
fn line(board: &Board, builder: usize) -> Squares {
    let home = board.home(builder);
    if builder == 0 { home } else { home >> board.size().columns }
}

/// The squares from which the runner can enter a set in one turn, or stay in it.
fn runs_into(board: &Board, danger: Squares, barred: Squares, pawn: Squares) -> Squares {
    let mut open = board.open;
    open.above &= !barred;
    let mut from = board.spread(danger, &open);
    let around = board.spread(pawn, &open) & !pawn;
    if around & danger != 0 {
        from |= around;
    }
    from
}

/// A builder, with all that a race depends on except the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Builder {
    player: usize,
    /// The closed part of the line.
    closed: Squares,
    pawn: Squares,
}

/// Solved races, each with a stick for every open place. Few moves change a race.
#[derive(Clone, Debug, Default)]
pub(super) struct Races(Arc<Mutex<FxHashMap<Builder, WallRace>>>);

impl Corridor {
    /// Whether the argument applies to a position.
    fn has_race(&self, state: &State) -> bool {
        let simple = self.passability == Passability::None && self.wall_length == 1;
        simple && self.players == 2 && !self.unplaced(state)
    }

    /// Whether the argument proves that a player cannot lose: by the race, he closes the line before his own
    /// row in time.
    pub fn cannot_lose(&self, state: &State, player: usize) -> bool {
        let line = line(&self.board, player);
        let closed = state.sticks.horizontal & line;
        let open = (line & !closed).count_ones();
        // The number for unlimited sticks exceeds the length of any line.
        if !self.has_race(state) || u32::from(state.left[player]) < open {
            return false;
        }
        let pawn = state.pawn(player);
        let solve = || wall_race(&self.board, player, closed, open as usize, pawn);
        let mut races = self.races.0.lock().unwrap_or_else(PoisonError::into_inner);
        let race = *races.entry(Builder { player, closed, pawn }).or_insert_with(solve);
        let safe = if state.mover() == player { race.builder_first } else { race.runner_first };
        safe & state.pawn(1 - player) != 0
    }
}
