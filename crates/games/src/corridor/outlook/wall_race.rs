//! The race for a wall. The builder uses every stick to close the line in front of the builder's own edge
//! row; the opponent, the runner, tries to reach that row first.
//!
//! The rules of the race favour the runner, who meets no other sticks, may wait, and may jump in any
//! direction over the builder's pawn, which does not move. If the builder closes the line in time even so,
//! the builder cannot lose the game. If both players can do so, the game is a draw.

use crate::corridor::rules::board::{Board, Squares, squares_of};
use crate::corridor::rules::{Corridor, passability::Passability, state::State};

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

/// The state of the race for a wall in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceStanding {
    /// For each player, whether he closes the line before his own row in time, whatever the opponent does.
    pub makes_it: [bool; 2],
    /// For each player, the number of open places of the line.
    pub places: [usize; 2],
}

/// Whether the race applies to a position: there are two players, their pawns are on the board, each stick
/// covers one edge, and there is no passability rule.
pub(crate) fn applies(game: &Corridor, state: &State) -> bool {
    let simple = game.passability == Passability::None && game.wall_length == 1;
    simple && game.players == 2 && !game.unplaced(state)
}

/// A builder, with all that a race depends on except the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Builder {
    player: usize,
    /// The closed part of the line.
    closed: Squares,
    pawn: Squares,
}

impl Builder {
    /// The race if the builder has a stick for every open place.
    pub(crate) fn race(self, board: &Board) -> WallRace {
        let open = (line(board, self.player) & !self.closed).count_ones() as usize;
        wall_race(board, self.player, self.closed, open, self.pawn)
    }
}

/// Whether a player closes the line before his own row in time, according to the race that `race` computes.
/// Requires [`applies`].
pub(crate) fn makes_it(
    game: &Corridor,
    state: &State,
    player: usize,
    race: impl FnOnce(Builder, &Board) -> WallRace,
) -> bool {
    let line = line(&game.board, player);
    let closed = state.sticks.horizontal & line;
    // The number for unlimited sticks exceeds the length of any line.
    if u32::from(state.left[player]) < (line & !closed).count_ones() {
        return false;
    }
    let race = race(Builder { player, closed, pawn: state.pawn(player) }, &game.board);
    let safe = if state.mover() == player { race.builder_first } else { race.runner_first };
    safe & state.pawn(1 - player) != 0
}

/// The race for both players, if it applies.
pub fn standing(game: &Corridor, state: &State) -> Option<RaceStanding> {
    if !applies(game, state) {
        return None;
    }
    let open = |builder| line(&game.board, builder) & !state.sticks.horizontal;
    Some(RaceStanding {
        makes_it: [0, 1].map(|builder| makes_it(game, state, builder, Builder::race)),
        places: [0, 1].map(|builder| open(builder).count_ones() as usize),
    })
}

impl RaceStanding {
    /// Whether the game is a draw because neither player can lose.
    pub fn drawn(&self) -> bool {
        self.makes_it == [true; 2]
    }

    /// The consequence of the race for the game, in a sentence.
    pub fn sentence(&self, state: &State) -> String {
        let says = |builder: usize| {
            let (open, left) = (self.places[builder], state.left[builder]);
            let what = if self.makes_it[builder] {
                "can close the line before his own row in time and cannot lose".to_owned()
            } else if usize::from(left) < open {
                format!("has {left} sticks for {open} open places before his own row")
            } else {
                "cannot close the line before his own row by laying there alone".to_owned()
            };
            format!("player {} {what}", builder + 1)
        };
        let end = if self.drawn() { "; a draw" } else { "" };
        format!("{}; {}{end}", says(0), says(1))
    }
}
