//! A game as a tree of positions that an engine searches.

use std::hash::Hash;

/// What is seen of a position at once, in scores of the player at the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// What is proved: he wins from here on so much at least, and at most.
    pub(crate) least: i32,
    pub(crate) most: i32,
    /// What he is expected to win from here on.
    pub(crate) estimate: i32,
}

/// Moves to be searched.
pub(crate) struct Choices<M> {
    /// Those that promise most first.
    pub(crate) moves: Vec<M>,
    /// So many at the beginning are searched to full depth, the others less deep.
    pub(crate) promising: usize,
    /// No legal move was left out.
    pub(crate) complete: bool,
}

/// A game as it is searched. A move may be a whole turn.
pub(crate) trait Tree {
    /// A position.
    type Node: Clone;
    /// What a player decides.
    type Move: Clone + PartialEq;
    /// What decides how a position goes on, and who is to move: not the points so far.
    type Key: Clone + Eq + Hash;

    /// The player to move; none when the game is over.
    fn mover(&self, node: &Self::Node) -> Option<usize>;

    /// What positions are remembered by.
    fn key(&self, node: &Self::Node) -> Self::Key;

    /// What is seen at once of a position that is not over, for a player.
    fn look(&self, node: &Self::Node, player: usize) -> Look;

    /// The moves of a position that is searched so deep; none only where a limit has come.
    fn choices(&self, node: &Self::Node, depth: usize) -> Choices<Self::Move>;

    /// The position after a move.
    fn after(&self, node: &Self::Node, played: &Self::Move) -> Self::Node;

    /// The score that a player gains by a move.
    fn gain(&self, before: &Self::Node, after: &Self::Node, player: usize) -> i32;
}
