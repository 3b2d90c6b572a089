//! Rule variants for the points that the source leaves open, and the resulting lengths of turns.

use super::actions::Pair;

/// Up to this number of stones, no turn can score a point, and the game is over.
pub const OVER: usize = 3;

/// Rule variants for the points that the source leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readings {
    /// Which equal columns are a pair.
    pub pair: Pair,
    /// Whether a turn may have fewer than three actions, but at least one.
    pub stop_early: bool,
    /// Whether one action may be borrowed from the next turn.
    pub borrow: bool,
    /// The number of consecutive turns without a point that ends the game.
    pub stall_limit: u8,
    /// The number of players.
    pub players: usize,
}

/// A permitted length of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// The number of actions.
    pub actions: u8,
    /// Whether the last of them is borrowed from the next turn.
    pub borrowed: bool,
}

impl Readings {
    /// The number of actions of a turn without borrowing.
    pub fn usual(self, owes: bool) -> u8 {
        if owes { 2 } else { 3 }
    }

    /// The permitted lengths of a turn, ascending. A turn that repays an action cannot borrow.
    pub fn lengths(self, owes: bool) -> impl Iterator<Item = Length> {
        let usual = self.usual(owes);
        let least = if self.stop_early { 1 } else { usual };
        let borrowed = (self.borrow && !owes).then_some(Length { actions: 4, borrowed: true });
        (least..=usual).map(|actions| Length { actions, borrowed: false }).chain(borrowed)
    }
}
