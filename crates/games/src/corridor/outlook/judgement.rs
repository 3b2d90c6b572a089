//! Judges moves statically, by the change in the lengths of the players' shortest paths.

use crate::corridor::rules::board::{Squares, Way, squares_of};
use crate::corridor::rules::state::{Move, State, Stick, Sticks};
use crate::corridor::{outlook::strategy::NO_PATH, rules::Corridor};

/// A path: its length and the edges of squares that it crosses.
#[derive(Clone, Copy)]
struct Path {
    steps: u32,
    above: Squares,
    right: Squares,
}

/// A position with a shortest path for each of its two players.
pub(crate) struct Judgement<'a> {
    game: &'a Corridor,
    state: &'a State,
    paths: [Path; 2],
}

impl<'a> Judgement<'a> {
    pub(crate) fn new(game: &'a Corridor, state: &'a State) -> Self {
        let paths = [0, 1].map(|player| Path::of(game, state, player));
        Self { game, state, paths }
    }

    /// The moves that may change a path's length: pawn moves, and sticks across the opponent's path.
    pub(crate) fn promising(&self) -> Vec<Move> {
        let (game, state) = (self.game, self.state);
        let pawn = squares_of(game.pawn_moves(state, &game.open(state)));
        let mut moves: Vec<Move> = pawn.map(|square| Move::Pawn(square as u8)).collect();
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

    /// The score after a move, from the point of view of the opponent, who is then to move.
    pub(crate) fn after(&self, played: Move) -> i32 {
        let next = self.game.after(self.state, played);
        let steps = |player: usize| {
            let changed = match played {
                Move::Stick(stick) => self.paths[player].is_crossed(self.game, stick),
                Move::Pawn(_) | Move::Pass => player == self.state.mover(),
            };
            if changed { self.game.path(&next, player) } else { self.paths[player].steps }
        };
        let steps = [steps(0), steps(1)].map(|to| if to == NO_PATH { 60 } else { to as i32 });
        let left = [0, 1].map(|player| i32::from(next.left[player]));
        let mover = next.mover() & 1;
        // A step is worth more than a stick. The right to move is worth half a step.
        20 * (steps[1 - mover] - steps[mover]) + 10 + 3 * (left[mover] - left[1 - mover])
    }
}

impl Path {
    fn is_crossed(&self, game: &Corridor, stick: Stick) -> bool {
        let sticks = Sticks::default().with(stick, game.board.size());
        let (above, right) = sticks.covered(game.board.size(), game.wall_length);
        above & self.above | right & self.right != 0
    }

    /// A shortest path of a player, ignoring pawns; if there is no path, it crosses no edges.
    fn of(game: &Corridor, state: &State, player: usize) -> Self {
        let (board, open) = (&game.board, game.open(state));
        let goal = board.goal(player);
        let mut rings = vec![game.pawn_or_home(state, player)];
        while rings[rings.len() - 1] & goal == 0 {
            let last = rings[rings.len() - 1];
            let next = board.spread(last, &open);
            if next == last {
                return Self { steps: NO_PATH, above: 0, right: 0 };
            }
            rings.push(next);
        }
        let mut path = Self { steps: rings.len() as u32 - 1, above: 0, right: 0 };
        let Some(mut ring) = rings.pop() else { return path };
        ring &= goal;
        let mut at = ring & ring.wrapping_neg();
        for ring in rings.iter().rev() {
            for way in Way::ALL {
                let before = board.step(at, way, &open);
                if before & ring != 0 {
                    match way {
                        Way::North => path.above |= at,
                        Way::South => path.above |= before,
                        Way::East => path.right |= at,
                        Way::West => path.right |= before,
                    }
                    at = before;
                    break;
                }
            }
        }
        path
    }
}
