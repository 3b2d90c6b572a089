//! Corridor and Quoridor for the alpha-beta search. Positions are evaluated by shortest paths, by the
//! remaining sticks, and by which players can close the line before their own edge row in time.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::corridor::outlook::wall_race::{Builder, WallRace};
use crate::corridor::outlook::{judgement::Judgement, strategy::NO_PATH, wall_race};
use crate::corridor::rules::Corridor;
use crate::corridor::rules::state::{Move, OFF_BOARD, State, UNLIMITED};
use crate::engine::tree::{Choices, Look, Tree, UNIT};

/// The value of a step of the shortest path, and of the right to move.
const STEP: i32 = 40;
const TURN: i32 = 20;
/// The value of a remaining stick of length 1, and of length 2.
const STICK: [i32; 2] = [36, 45];
/// The advantage of a player who can close the line and so cannot lose, if the opponent cannot do so.
const SAFE: i32 = 250;
/// Up to this number of free places, all of them are searched.
const FEW_PLACES: u32 = 12;
/// The maximum absolute value of an estimate; it must not look like a win.
const MOST: i32 = UNIT - 100;

pub(crate) struct CorridorTree<'a> {
    game: &'a Corridor,
    races: RefCell<FxHashMap<Builder, WallRace>>,
}

impl<'a> CorridorTree<'a> {
    pub(crate) fn new(game: &'a Corridor) -> Self {
        Self { game, races: RefCell::default() }
    }

    /// Like [`wall_race::makes_it`], with a cache of races.
    pub(crate) fn makes_it(&self, state: &State, builder: usize) -> bool {
        wall_race::makes_it(self.game, state, builder, |builder, board| {
            *self.races.borrow_mut().entry(builder).or_insert_with(|| builder.race(board))
        })
    }

    /// The estimate for the first of two players, given both shortest paths.
    fn estimate(&self, state: &State, steps: [u32; 2]) -> i32 {
        let steps = steps.map(|steps| if steps == NO_PATH { 30 } else { steps as i32 });
        let left = [0, 1].map(|player| match state.left[player] {
            UNLIMITED => 0,
            left => i32::from(left),
        });
        let turn = if state.mover() == 0 { TURN } else { -TURN };
        let stick = STICK[self.game.wall_length - 1];
        let plain = STEP * (steps[1] - steps[0]) + turn + stick * (left[0] - left[1]);
        let races = wall_race::applies(self.game, state);
        match [0, 1].map(|builder| races && self.makes_it(state, builder)) {
            // Neither player can lose, so the game is a draw under best play.
            [true, true] => plain.clamp(-MOST, MOST) / 8,
            [true, false] => (plain.max(0) + SAFE).min(MOST),
            [false, true] => (plain.min(0) - SAFE).max(-MOST),
            [false, false] => plain.clamp(-MOST, MOST),
        }
    }
}

impl Tree for CorridorTree<'_> {
    type Node = State;
    type Move = Move;
    type Key = State;

    fn mover(&self, node: &State) -> Option<usize> {
        self.game.winner(node).is_none().then(|| node.mover())
    }

    fn key(&self, node: &State) -> State {
        *node
    }

    fn look(&self, node: &State, player: usize) -> Look {
        let game = self.game;
        let others = (0..game.players).filter(|other| *other != player);
        let own = game.path(node, player);
        let his = others.map(|other| game.path(node, other)).min().unwrap_or(NO_PATH);
        // Sticks are never removed, so a player who has no path now never arrives.
        let least = if his == NO_PATH { 0 } else { -UNIT };
        let most = if own == NO_PATH { 0 } else { UNIT };
        let estimate = match (game.players, player) {
            (2, 0) => self.estimate(node, [own, his]),
            (2, _) => -self.estimate(node, [his, own]),
            _ => {
                let steps = [own, his].map(|steps| steps.min(30) as i32);
                let turn = if node.mover() == player { TURN } else { 0 };
                (STEP * (steps[1] - steps[0]) + turn).clamp(-MOST, MOST)
            }
        };
        Look { least, most, estimate }
    }

    /// Pawn moves and sticks across the opponent's shortest path are promising. The other moves are searched
    /// only at the root, and if few places are free.
    fn choices(&self, node: &State, depth: usize) -> Choices<Move> {
        let game = self.game;
        if game.players != 2 || node.pawns[..2].contains(&OFF_BOARD) {
            let legal = game.legal(node);
            let promising = legal.len();
            return Choices { moves: legal, promising, complete: true };
        }
        let judgement = Judgement::new(game, node);
        let mut moves = judgement.promising();
        // All moves are also searched if none is promising.
        let all = depth == usize::MAX || moves.is_empty() || {
            depth > 1 && game.free_places(&node.sticks).count() <= FEW_PLACES
        };
        let complete = all || node.left[node.mover()] == 0;
        moves.sort_by_cached_key(|played| judgement.after(*played));
        let promising = moves.len();
        if all {
            let mut legal = game.legal(node);
            legal.retain(|played| !moves.contains(played));
            legal.sort_by_cached_key(|played| judgement.after(*played));
            moves.extend(legal);
        }
        Choices { moves, promising, complete }
    }

    fn after(&self, node: &State, played: &Move) -> State {
        self.game.after(node, *played)
    }

    fn gain(&self, _before: &State, after: &State, player: usize) -> i32 {
        match self.game.winner(after) {
            None => 0,
            Some(winner) if winner == player => UNIT,
            Some(_) => -UNIT,
        }
    }
}
