//! The Pyramid for the alpha-beta search. Outlines are evaluated by the parity of the lowest unfinished
//! level, or exactly if few levels are left.

use super::outline::Outline;
use super::sweep::Sweep;
use super::{Parameters, Pyramid};
use crate::engine::tree::{Choices, Look, Tree, UNIT};
use soliter_base::control::Control;

/// The size of base for which the remaining pyramid is swept in advance, which takes milliseconds.
const SWEPT_BASE: usize = 9;

/// The stones, and the player to move.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) outline: Outline,
    pub(super) player: usize,
}

/// The game tree of the Pyramid, with exact values of the last levels.
pub(super) struct PyramidTree<'a> {
    game: &'a Pyramid,
    last: Option<Sweep>,
}

impl<'a> PyramidTree<'a> {
    /// A tree for `game`; `control` limits the memory of the exact values.
    pub(super) fn new(game: &'a Pyramid, control: &Control) -> Self {
        let Parameters { base, players, shift, .. } = game.parameters;
        let sweeps = players == 2 && game.is_swept();
        let control = Control::default().memory(control.memory_limit());
        let sweep = || Sweep::new(base.min(SWEPT_BASE), shift, 0, &control).ok();
        Self { game, last: sweeps.then(sweep).flatten() }
    }
}

impl Tree for PyramidTree<'_> {
    type Node = Node;
    /// The outline after the move.
    type Move = u64;
    type Key = (u64, u8);

    fn mover(&self, node: &Node) -> Option<usize> {
        (node.outline.points_left() > 0).then_some(node.player)
    }

    /// With two players, the value does not depend on which of them is to move.
    fn key(&self, node: &Node) -> (u64, u8) {
        let player = if self.game.parameters.players == 2 { 0 } else { node.player as u8 };
        (node.outline.steps, player)
    }

    fn look(&self, node: &Node, player: usize) -> Look {
        let left = node.outline.points_left() as i32;
        let finished = node.outline.finished();
        let sign = if node.player == player { UNIT } else { -UNIT };
        let swept = self.last.as_ref().filter(|last| node.outline.base - last.base <= finished);
        if let Some(points) = swept.and_then(|last| last.points(node.outline)) {
            let value = sign * (2 * i32::from(points) - left);
            return Look { least: value, most: value, estimate: value };
        }
        // The estimate depends on who lays the last stone if both players keep building the lowest level.
        let size = node.outline.base - 1 - finished;
        let missing = size - node.outline.stones_of_level(finished + 2);
        let wins = if missing % 2 == 1 { 1 } else { -1 };
        let estimate = sign / 4 * wins * size as i32;
        Look { least: -left * UNIT, most: left * UNIT, estimate }
    }

    /// Scoring moves come first.
    fn choices(&self, node: &Node, _depth: usize) -> Choices<u64> {
        let mut moves: Vec<u64> =
            node.outline.successors(self.game.parameters).map(|outline| outline.steps).collect();
        let left = |steps: &u64| Outline { steps: *steps, ..node.outline }.points_left();
        moves.sort_by_cached_key(left);
        let promising = moves.len();
        Choices { moves, promising, complete: true }
    }

    fn after(&self, node: &Node, played: &u64) -> Node {
        let player = (node.player + 1) % self.game.parameters.players;
        Node { outline: Outline { steps: *played, ..node.outline }, player }
    }

    fn gain(&self, before: &Node, after: &Node, player: usize) -> i32 {
        let points = (before.outline.points_left() - after.outline.points_left()) as i32;
        if before.player == player { UNIT * points } else { -UNIT * points }
    }
}
