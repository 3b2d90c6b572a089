//! The interface between a game, as a tree of positions, and the alpha-beta search, and the result of the search.

use std::hash::Hash;

use crate::analysis::Opinion;
use soliter_base::control::Stop;

/// Knowledge about a position without a search, as scores of the player at the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// Proved bounds: from here on, the player wins at least `least` and at most `most`.
    pub(crate) least: i32,
    pub(crate) most: i32,
    /// The estimated score from here on.
    pub(crate) estimate: i32,
}

/// The moves of a position to search.
pub(crate) struct Choices<M> {
    /// The moves, the most promising first.
    pub(crate) moves: Vec<M>,
    /// The number of moves at the front that are searched to full depth; the others are searched less deeply.
    pub(crate) promising: usize,
    /// Whether these are all legal moves.
    pub(crate) complete: bool,
}

/// A game tree. A move may be a complete turn of the game.
pub(crate) trait Tree {
    type Node: Clone;
    /// A player's decision.
    type Move: Clone + PartialEq;
    /// All that determines the rest of the game, including the player to move but not the points so far.
    type Key: Clone + Eq + Hash;

    /// The player to move; `None` if the game is over.
    fn mover(&self, node: &Self::Node) -> Option<usize>;

    fn key(&self, node: &Self::Node) -> Self::Key;

    /// Knowledge without a search about a position that is not over, for a player.
    fn look(&self, node: &Self::Node, player: usize) -> Look;

    /// The moves of a position to search to a depth; empty only if a limit is reached.
    fn choices(&self, node: &Self::Node, depth: usize) -> Choices<Self::Move>;

    fn after(&self, node: &Self::Node, played: &Self::Move) -> Self::Node;

    /// The score that a player gains by a move.
    fn gain(&self, before: &Self::Node, after: &Self::Node, player: usize) -> i32;
}

/// The score of one unit of value.
pub(crate) const UNIT: i32 = 1000;

/// A move of the root and its result, for the player who makes it.
#[derive(Clone)]
pub(crate) struct Scored<M> {
    pub(crate) played: M,
    pub(super) score: i32,
    /// Proved bounds.
    pub(super) least: i32,
    pub(super) most: i32,
}

impl<M> Scored<M> {
    /// The value, if it is proved.
    pub(crate) fn value(&self) -> Option<i64> {
        (self.least == self.most).then(|| i64::from(self.least / UNIT))
    }
}

pub(crate) struct Found<M> {
    /// The moves, the best first.
    pub(crate) moves: Vec<Scored<M>>,
    /// The proved lower and upper bound of the position, in units of value.
    pub(crate) least: i64,
    pub(crate) most: i64,
    /// The depth of the last complete iteration, in moves.
    pub(crate) depth: usize,
    pub(crate) states: u64,
    /// The search's opinion of the position; `None` if no move was searched.
    pub(crate) opinion: Option<Opinion>,
    /// The best moves from here, as far as the table contains them; all proved if the value is.
    pub(crate) line: Vec<M>,
    /// The reason why the search went no deeper; `None` if the value is proved.
    pub(crate) stopped: Option<Stop>,
}
