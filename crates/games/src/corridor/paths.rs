//! Judges moves by the change in the lengths of both players' shortest paths.

use super::Corridor;
use super::board::{MAX_SIDE, Move, Open, Squares, State, Sticks, Way, squares_of};
use super::strategy::NO_PATH;

/// A shortest path of a player, ignoring pawns.
struct Path {
    steps: u32,
    /// The squares from which the goal can be reached in so many steps, as far as the pawn.
    near: Vec<Squares>,
    /// The edges of squares that the path crosses.
    above: Squares,
    right: Squares,
}

impl Path {
    /// If there is no path, it crosses no edges.
    fn of(game: &Corridor, state: &State, player: usize, open: &Open) -> Self {
        let board = &game.board;
        let from = game.pawn_or_home(state, player);
        let mut near = Vec::with_capacity(2 * MAX_SIDE);
        near.push(board.goal(player));
        let (mut above, mut right) = (0, 0);
        while near[near.len() - 1] & from == 0 {
            let last = near[near.len() - 1];
            let next = board.spread(last, open);
            if next == last {
                return Self { steps: NO_PATH, near, above, right };
            }
            near.push(next);
        }
        let mut at = from & near[near.len() - 1];
        at &= at.wrapping_neg();
        for nearer in near.iter().rev().skip(1) {
            for way in Way::ALL {
                let next = board.step(at, way, open);
                if next & nearer != 0 {
                    match way {
                        Way::North => above |= at,
                        Way::South => above |= next,
                        Way::East => right |= at,
                        Way::West => right |= next,
                    }
                    at = next;
                    break;
                }
            }
        }
        Self { steps: near.len() as u32 - 1, near, above, right }
    }

    /// The number of steps from a square next to the pawn.
    fn steps_from(&self, square: u8) -> u32 {
        let found = self.near.iter().position(|near| near >> square & 1 == 1);
        found.map_or(self.steps + 1, |steps| steps as u32)
    }
}

/// A position with a shortest path for each of its two players.
pub(super) struct Judgement<'a> {
    game: &'a Corridor,
    state: &'a State,
    open: Open,
    paths: [Path; 2],
}

impl<'a> Judgement<'a> {
    pub(super) fn new(game: &'a Corridor, state: &'a State) -> Self {
        let open = game.open(state);
        let paths = [0, 1].map(|player| Path::of(game, state, player, &open));
        Self { game, state, open, paths }
    }

    /// The moves that may change a path's length: pawn moves, and sticks across the opponent's path.
    pub(super) fn promising(&self) -> Vec<Move> {
        let (game, state) = (self.game, self.state);
        let pawn = squares_of(game.pawn_moves(state, &self.open));
        let mut moves = Vec::with_capacity(2 * MAX_SIDE);
        moves.extend(pawn.map(|square| Move::Pawn(square as u8)));
        if state.left[state.mover()] == 0 {
            return moves;
        }
        let Path { above, right, .. } = self.paths[1 - state.mover()];
        let size = game.board.size();
        let mut free = game.free_places(&state.sticks);
        let longer = game.wall_length > 1;
        free.horizontal &= if longer { above | above >> 1 } else { above };
        free.vertical &= if longer { right | right >> size.columns } else { right };
        free.border = 0;
        moves.extend(game.allowed(state, free).iter(size).map(Move::Stick));
        moves
    }

    /// The estimate for the player to move if he makes this move; `None` if it wins.
    pub(super) fn after(&self, played: Move) -> Option<i32> {
        let (game, mover) = (self.game, self.state.mover());
        let next = game.after(self.state, played);
        let mut steps = [0, 1].map(|player: usize| self.paths[player].steps);
        match played {
            Move::Pawn(square) => steps[mover] = self.paths[mover].steps_from(square),
            Move::Stick(stick) => {
                let laid = Sticks::default().with(stick, game.board.size());
                let (above, right) = laid.covered(game.board.size(), game.wall_length);
                let open =
                    Open { above: self.open.above & !above, right: self.open.right & !right };
                for (player, path) in self.paths.iter().enumerate() {
                    if above & path.above | right & path.right != 0 {
                        steps[player] = game.path(self.state, player, &open);
                    }
                }
            }
            Move::Pass => {}
        }
        let players = [mover, 1 - mover];
        let safe = players.map(|builder| game.cannot_lose(&next, builder));
        let steps = players.map(|player| steps[player]);
        (steps[0] > 0).then(|| game.estimate(&next, mover, steps, safe))
    }
}
