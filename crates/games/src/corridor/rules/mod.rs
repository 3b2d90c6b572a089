//! The rules of Corridor: moving the pawn, jumping over another pawn, laying a stick, and the end of the game.

pub mod board;
pub mod passability;
pub mod state;

use crate::corridor::rules::board::{Board, Open, Size, Squares, Way, squares_of};
use crate::corridor::rules::passability::{Chains, Passability};
use crate::corridor::rules::state::{Lie, Move, OFF_BOARD, State, Stick, Sticks, UNLIMITED};

/// Where a pawn may land after it jumps over another pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JumpRule {
    /// On the square behind the other pawn, if the way is open.
    Straight,
    /// Also on the squares beside the other pawn, if a stick or the edge of the board blocks the square behind.
    Diagonal,
}

pub(crate) const JUMPS: [(&str, JumpRule); 2] =
    [("straight", JumpRule::Straight), ("diagonal", JumpRule::Diagonal)];

/// Corridor or, with sticks of length 2, Quoridor.
#[derive(Clone, Debug)]
pub struct Corridor {
    /// The name of the game in model files and records.
    pub(super) name: &'static str,
    pub(super) board: Board,
    pub(super) players: usize,
    /// Sticks of each player at the start, or [`UNLIMITED`].
    pub(super) walls: u8,
    pub(super) passability: Passability,
    pub(super) jump: JumpRule,
    /// Whether the players choose their starting squares before the first move.
    pub(super) placement: bool,
    /// Whether sticks may be laid on the outer border.
    pub(super) border_walls: bool,
    /// The length of a stick: the number of edges that it covers.
    pub(super) wall_length: usize,
    /// The number of repetitions of a position that make a draw.
    pub(super) repetition: usize,
    /// The starting squares of the pawns, one for each player.
    pub(super) start: Vec<u8>,
    pub(super) initial: State,
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A player is to move and has a legal move.
    Open,
    /// This player's pawn has arrived.
    Won(usize),
    /// All pawns are caught, or no player has a legal action.
    Drawn,
}

impl Corridor {
    /// The player who moves or places a pawn after `player`: clockwise from south to west.
    pub fn next_player(&self, player: usize) -> usize {
        match (self.players, player) {
            (2, _) => player ^ 1,
            (_, 0) => 2,
            (_, 2) => 1,
            (4, 1) => 3,
            _ => 0,
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The open edges in a position.
    #[inline]
    pub fn open(&self, state: &State) -> Open {
        state.sticks.open(&self.board, self.wall_length)
    }

    /// The state of the game.
    pub fn standing(&self, state: &State) -> Standing {
        let open = self.open(state);
        // "A draw is declared only when both pawns are caught."
        let all_caught = || (0..self.players).all(|player| self.caught(state, player, &open));
        if let Some(winner) = self.winner(state) {
            Standing::Won(winner)
        } else if !self.unplaced(state) && all_caught() || self.nobody_can_move(state) {
            Standing::Drawn
        } else {
            Standing::Open
        }
    }

    /// The player whose pawn has arrived.
    #[inline]
    pub(super) fn winner(&self, state: &State) -> Option<usize> {
        (0..self.players).find(|player| state.pawn(*player) & self.board.goal(*player) != 0)
    }

    /// Whether a player's pawn has no path to its goal, ignoring pawns.
    fn caught(&self, state: &State, player: usize, open: &Open) -> bool {
        self.board.distance(state.pawn(player), self.board.goal(player), open).is_none()
    }

    fn nobody_can_move(&self, state: &State) -> bool {
        let mut turn = *state;
        (0..self.players).all(|_| {
            let stuck = self.stuck(&turn);
            turn.to_move = self.next_player(turn.mover()) as u8;
            stuck
        })
    }

    /// Whether the player to move can only pass.
    pub fn stuck(&self, state: &State) -> bool {
        self.pawn_moves(state, &self.open(state)) == 0 && self.sticks_to_lay(state).count() == 0
    }

    /// The squares to which the mover's pawn can go or, if it is not on the board, where it can be placed.
    #[inline]
    pub fn pawn_moves(&self, state: &State, open: &Open) -> Squares {
        let mover = state.mover();
        let others = state.others(mover);
        let from = state.pawn(mover);
        if from == 0 {
            return self.board.home(mover) & !others;
        }
        let mut found = 0;
        for way in Way::ALL {
            let next = self.board.step(from, way, open);
            found |= if next & others == 0 { next } else { self.jumps(next, way, open) & !others };
        }
        found
    }

    /// The landing squares of a jump over the pawn on an adjacent square.
    #[inline]
    pub(super) fn jumps(&self, over: Squares, way: Way, open: &Open) -> Squares {
        let behind = self.board.step(over, way, open);
        if behind != 0 || self.jump == JumpRule::Straight {
            return behind;
        }
        way.beside().iter().fold(0, |set, way| set | self.board.step(over, *way, open))
    }

    /// The places where a stick of either player would neither overlap nor cross another, whatever it closes off.
    #[inline]
    pub(super) fn free_places(&self, sticks: &Sticks) -> Sticks {
        let (size, laid) = (self.board.size(), sticks);
        let (above, right) = sticks.covered(size, self.wall_length);
        let inner = self.board.open;
        if self.wall_length == 1 {
            let around = 2 * (size.columns + size.rows);
            let border = if self.border_walls { (1 << around) - 1 } else { 0 };
            return Sticks {
                horizontal: inner.above & !above,
                vertical: inner.right & !right,
                border: border & !laid.border,
            };
        }
        let named = inner.above & inner.right;
        Sticks {
            horizontal: named & !above & !(above >> 1) & !laid.vertical,
            vertical: named & !right & !(right >> size.columns) & !laid.horizontal,
            border: 0,
        }
    }

    /// The sticks that the player to move may lay.
    pub fn sticks_to_lay(&self, state: &State) -> Sticks {
        if state.left[state.mover()] == 0 || self.unplaced(state) {
            return Sticks::default();
        }
        self.allowed(state, self.free_places(&state.sticks))
    }

    /// The free places where the passability rule allows a stick.
    pub(super) fn allowed(&self, state: &State, mut free: Sticks) -> Sticks {
        let rule = self.passability;
        if rule == Passability::None {
            return free;
        }
        let chains = self.chains(&state.sticks);
        let allowed = |at: usize, lie: Lie| {
            if rule != Passability::Path {
                return !chains.forbidden(at, lie, rule);
            }
            !chains.closes(at, lie) || {
                let mut after = state.sticks;
                *after.lying(lie) |= 1 << at;
                self.all_have_paths(state, &after)
            }
        };
        for lie in [Lie::Horizontal, Lie::Vertical] {
            for at in squares_of(*free.lying(lie)) {
                if !allowed(at, lie) {
                    *free.lying(lie) &= !(1 << at);
                }
            }
        }
        free
    }

    /// The chains of sticks, as defined by the passability rule of the game.
    pub(super) fn chains(&self, sticks: &Sticks) -> Chains {
        let one_border = self.passability == Passability::Path;
        Chains::new(sticks, self.board.size(), self.wall_length, one_border)
    }

    pub(super) fn all_have_paths(&self, state: &State, sticks: &Sticks) -> bool {
        let open = sticks.open(&self.board, self.wall_length);
        (0..self.players)
            .all(|player| state.pawn(player) == 0 || !self.caught(state, player, &open))
    }

    /// Whether some pawns are not placed yet.
    pub fn unplaced(&self, state: &State) -> bool {
        state.pawns[..self.players].contains(&OFF_BOARD)
    }

    /// The legal moves, if the game is not over.
    pub(super) fn legal(&self, state: &State) -> Vec<Move> {
        let pawn = self.pawn_moves(state, &self.open(state));
        let mut moves: Vec<Move> =
            squares_of(pawn).map(|square| Move::Pawn(square as u8)).collect();
        moves.extend(self.sticks_to_lay(state).iter(self.board.size()).map(Move::Stick));
        if moves.is_empty() {
            moves.push(Move::Pass);
        }
        moves
    }

    /// The number of legal moves, if the game is not over.
    pub(super) fn count(&self, state: &State) -> u32 {
        let pawn = self.pawn_moves(state, &self.open(state)).count_ones();
        (pawn + self.sticks_to_lay(state).count()).max(1)
    }

    #[inline]
    pub(super) fn after(&self, state: &State, played: Move) -> State {
        let mut next = *state;
        let mover = state.mover();
        match played {
            Move::Pawn(square) => next.pawns[mover] = square,
            Move::Stick(stick) => {
                next.sticks = next.sticks.with(stick, self.board.size());
                if next.left[mover] != UNLIMITED {
                    next.left[mover] = next.left[mover].saturating_sub(1);
                }
            }
            Move::Pass => {}
        }
        next.to_move = self.next_player(mover) as u8;
        next
    }

    /// The position before the first move.
    pub(super) fn opening(&self) -> State {
        let (mut pawns, mut left) = ([OFF_BOARD; 4], [0; 4]);
        left[..self.players].fill(self.walls);
        if !self.placement {
            pawns[..self.players].copy_from_slice(&self.start);
        }
        State { pawns, left, to_move: 0, sticks: Sticks::default() }
    }

    /// Whether a stick has a place on this board, free or not.
    pub(super) fn has_place(&self, stick: Stick) -> bool {
        let Size { columns, rows } = self.board.size();
        let (along, length, across, last) = match stick.lie {
            Lie::Horizontal => (stick.column, columns, stick.row, rows),
            Lie::Vertical => (stick.row, rows, stick.column, columns),
        };
        let (along, across) = (usize::from(along), usize::from(across));
        let longest = length + 1 - self.wall_length;
        let border = across == 0 || across == last;
        (1..=longest).contains(&along) && across <= last && (!border || self.border_walls)
    }
}
