//! Knowledge about a game, beyond its rules, for the solvers and the player. Everything but the key has a default, so a
//! small game needs only a key.

use std::hash::Hash;

use crate::rules::Rules;
use soliter_base::control::{Control, Stop};

/// Bounds on a value: at least `least`, and at most `most`; `None` if nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Bounds {
    /// The player to move can ensure at least this value.
    pub least: Option<i64>,
    /// The other players can ensure that the player to move gets at most this value.
    pub most: Option<i64>,
}

impl Bounds {
    /// Both bounds equal a known value.
    pub fn exactly(value: i64) -> Self {
        Self { least: Some(value), most: Some(value) }
    }

    /// The value, if both bounds are equal.
    pub fn value(self) -> Option<i64> {
        self.least.filter(|_| self.least == self.most)
    }
}

/// The score of one unit of value in estimates.
pub const UNIT: i32 = 1000;

/// The facts and estimates that a position has without a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outlook {
    /// Proved bounds for the player to move.
    pub proved: Bounds,
    /// The score that a given player may expect from here on, in [`UNIT`]s.
    pub estimate: i32,
    /// The most that a turn of the other side usually takes away from the estimate of the side to move; `None` if
    /// estimates are not that steady.
    pub swing: Option<i32>,
}

/// The moves that the player considers in a position, the most promising first.
#[derive(Clone, Debug)]
pub struct Candidates<M> {
    /// Legal moves.
    pub moves: Vec<M>,
    /// For as many of them as are known at once, [`Outlook::estimate`] after the move for the player who makes
    /// it, with the points of the move; `None` if the move ends the game.
    pub estimates: Vec<Option<i32>>,
    /// The number of moves at the front that are searched to full depth, the others less deeply.
    pub promising: usize,
    /// Whether these are all legal moves.
    pub complete: bool,
}

impl<M> Candidates<M> {
    /// All legal moves, equally promising.
    pub fn all(moves: Vec<M>) -> Self {
        Self { promising: moves.len(), moves, estimates: Vec::new(), complete: true }
    }
}

/// Looks up the value of a position.
pub type ValueOf<S> = Box<dyn Fn(&S) -> Option<i64> + Send + Sync>;

/// The values of many positions, listed in advance.
pub struct Tabulated<S> {
    /// The number of positions, each of them a byte.
    pub size: u64,
    /// The value of a position for the player to move, if it is listed.
    pub value: ValueOf<S>,
}

/// The depth at which [`Strategy::candidates`] lists all moves.
pub const ROOT: usize = usize::MAX;

/// Knowledge about a game for its solvers and its player.
pub trait Strategy: Rules {
    /// Everything that the value of a position depends on.
    type Key: Clone + Eq + Hash;

    /// The key of a position. Positions with equal keys have equal values for the player to move: points made
    /// so far do not count, and a reflection may be left out.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// The largest absolute value that the position may have: the most points still to be won.
    fn range(&self, _state: &Self::State) -> i64 {
        1000
    }

    /// Roughly how many positions can follow. A solver does not begin work that could not end in time.
    fn size(&self, _state: &Self::State) -> f64 {
        0.0
    }

    /// Lists the values of all positions that can follow, if the game can do this faster than a search; of the
    /// last ones only, if there are more than `most`.
    fn tabulate(
        &self,
        _state: &Self::State,
        _most: u64,
        _control: &Control,
    ) -> Result<Option<Tabulated<Self::State>>, Stop> {
        Ok(None)
    }

    /// In a game in which positions repeat: a number that no move decreases. Only positions with the same
    /// number can lead to each other.
    fn stage(&self, _state: &Self::State) -> usize {
        0
    }

    /// The proved bounds and the estimate of a position without a search.
    fn outlook(&self, _state: &Self::State, _player: usize) -> Outlook {
        Outlook::default()
    }

    /// The moves to consider in a search of this remaining depth; all of them if it is [`ROOT`].
    fn candidates(&self, state: &Self::State, _depth: usize) -> Candidates<Self::Move> {
        let moves = self.moves(state);
        Candidates::all(moves)
    }

    /// The move of the strategy that the game's source describes, in a position with at least one legal
    /// move. If a limit is reached first, it may be any legal move.
    fn text_move(&self, state: &Self::State, _control: &Control) -> Self::Move {
        self.moves(state).swap_remove(0)
    }
}
