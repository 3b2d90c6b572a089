//! How the points that the text leaves open are read, and the lengths of turns that follow.

use super::actions::Pair;

/// With this many stones or fewer no turn can give a point, and the game is over.
pub const OVER: usize = 3;

/// The readings of the points that the text leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readings {
    /// Which equal columns are a pair.
    pub pair: Pair,
    /// A turn may have fewer actions than three, but at least one.
    pub stop_early: bool,
    /// One action may be borrowed from the next turn.
    pub borrow: bool,
    /// How many turns in a row without a point end the game.
    pub stall_limit: u8,
    /// The number of players.
    pub players: usize,
}

/// A length that a turn may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// How many actions.
    pub actions: u8,
    /// Whether the last of them is borrowed from the next turn.
    pub borrowed: bool,
}

impl Readings {
    /// How many actions a turn has in which nothing is borrowed.
    pub fn usual(self, owes: bool) -> u8 {
        if owes { 2 } else { 3 }
    }

    /// The lengths that a turn may have, in rising order. No turn borrows after one that did.
    pub fn lengths(self, owes: bool) -> impl Iterator<Item = Length> {
        let usual = self.usual(owes);
        let least = if self.stop_early { 1 } else { usual };
        let borrowed = (self.borrow && !owes).then_some(Length { actions: 4, borrowed: true });
        (least..=usual).map(|actions| Length { actions, borrowed: false }).chain(borrowed)
    }
}
