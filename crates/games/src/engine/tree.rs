//! A game as the alpha-beta search sees it, a tree of positions, and what the search finds.

use std::hash::Hash;

use crate::analysis::Opinion;
use soliter_base::control::Stop;

/// What is known of a position without a search, as scores of the player at the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// What is proved: from here on he wins at least this much, and at most this much.
    pub(crate) least: i32,
    pub(crate) most: i32,
    /// What he is expected to win from here on.
    pub(crate) estimate: i32,
}

/// The moves of a position that are to be searched.
pub(crate) struct Choices<M> {
    /// The most promising first.
    pub(crate) moves: Vec<M>,
    /// How many of the first moves are searched to full depth; the others are searched less deep.
    pub(crate) promising: usize,
    /// Whether these are all legal moves.
    pub(crate) complete: bool,
}

/// A game as it is searched. What counts as a move here may be a whole turn of the game.
pub(crate) trait Tree {
    type Node: Clone;
    /// What a player decides.
    type Move: Clone + PartialEq;
    /// All that decides how a position goes on, with who is to move but without the points so far.
    type Key: Clone + Eq + Hash;

    /// The player to move; none when the game is over.
    fn mover(&self, node: &Self::Node) -> Option<usize>;

    fn key(&self, node: &Self::Node) -> Self::Key;

    /// What is known without a search of a position that is not over, for a player.
    fn look(&self, node: &Self::Node, player: usize) -> Look;

    /// The moves of a position that is to be searched to a depth; empty only if a limit has come.
    fn choices(&self, node: &Self::Node, depth: usize) -> Choices<Self::Move>;

    fn after(&self, node: &Self::Node, played: &Self::Move) -> Self::Node;

    /// The score that a player gains by a move.
    fn gain(&self, before: &Self::Node, after: &Self::Node, player: usize) -> i32;
}

/// The score of one unit of value.
pub(crate) const UNIT: i32 = 1000;

/// A move of the root and what was found of it, for the player who makes it.
#[derive(Clone)]
pub(crate) struct Scored<M> {
    pub(crate) played: M,
    pub(super) score: i32,
    /// What is proved.
    pub(super) least: i32,
    pub(super) most: i32,
}

impl<M> Scored<M> {
    /// The value, where it is proved.
    pub(crate) fn value(&self) -> Option<i64> {
        (self.least == self.most).then(|| i64::from(self.least / UNIT))
    }
}

pub(crate) struct Found<M> {
    /// The moves, the best first.
    pub(crate) moves: Vec<Scored<M>>,
    /// What is proved of the position: at least and at most, in units of value.
    pub(crate) least: i64,
    pub(crate) most: i64,
    /// How many moves deep the last finished iteration was.
    pub(crate) depth: usize,
    pub(crate) states: u64,
    /// What the search thinks of the position; none where it had no move to look at.
    pub(crate) opinion: Option<Opinion>,
    /// The best moves from here as far as they are remembered; all proved where the value is.
    pub(crate) line: Vec<M>,
    /// Why the search went no deeper; none if the value is proved.
    pub(crate) stopped: Option<Stop>,
}
