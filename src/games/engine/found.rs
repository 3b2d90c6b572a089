//! The result of a search ahead: the moves of the root with their scores, and what is proved of the position.

use crate::base::control::Stop;
use crate::games::analysis::Opinion;

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

/// What a search found.
pub(crate) struct Found<M> {
    /// The moves, the best first.
    pub(crate) moves: Vec<Scored<M>>,
    /// What is proved of the position: at least and at most, in units of value.
    pub(crate) least: i64,
    pub(crate) most: i64,
    /// How many moves deep the last finished iteration was.
    pub(crate) depth: usize,
    /// Positions looked at, in all and per second.
    pub(crate) states: u64,
    pub(super) states_per_second: u64,
    /// The best moves from here as far as they are remembered; all proved where the value is.
    pub(crate) line: Vec<M>,
    /// Why the search went no deeper; none if the value is proved.
    pub(crate) stopped: Option<Stop>,
}

impl<M> Found<M> {
    /// What the search thinks of the position.
    pub(crate) fn opinion(&self) -> Option<Opinion> {
        self.moves.first().map(|first| Opinion {
            depth: self.depth,
            score: first.score,
            states_per_second: self.states_per_second,
        })
    }
}
