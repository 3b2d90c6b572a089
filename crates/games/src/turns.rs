//! Lists the turns of a player, for a search that moves turn by turn: in most games a turn is one move, in
//! others a sequence of moves.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;

use crate::rules::{About, Rules, Status, lead};
use crate::strategy::{Candidates, ROOT, Strategy, UNIT};
use soliter_base::control::{Control, Stop};

/// A turn: its moves and the position after it.
pub(crate) struct Turn<R: Rules> {
    pub(crate) first: R::Move,
    /// In most games a turn is one move, for which no memory is allocated.
    pub(crate) rest: Vec<R::Move>,
    pub(crate) after: R::State,
    /// See [`Candidates::estimates`].
    pub(crate) estimate: Option<i32>,
}

impl<R: Rules> Turn<R> {
    /// The moves in order.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &R::Move> {
        std::iter::once(&self.first).chain(&self.rest)
    }
}

/// The turns of a position, the most promising first.
pub(crate) struct List<R: Rules> {
    pub(crate) turns: Vec<Turn<R>>,
    /// The number of turns at the front that are searched to full depth.
    pub(crate) promising: usize,
    /// Whether these are all turns.
    pub(crate) complete: bool,
}

/// Limits on turns of several moves: the positions examined after each move, and the turns listed.
#[derive(Clone, Copy)]
struct Width {
    positions: usize,
    turns: usize,
}

/// Lists turns. Of turns of several moves, it lists only as many as a search can use.
pub(crate) struct Turns {
    players: usize,
    /// Whether a turn may have several moves.
    long: bool,
    inner: Width,
    /// Whether a list left out turns.
    pub(crate) narrowed: bool,
}

/// At the root, and deeper at first and at most.
const AT_ROOT: Width = Width { positions: 1000, turns: 300 };
const FIRST: Width = Width { positions: 60, turns: 8 };
const MOST_TURNS: usize = 1024;
/// More than a listed position takes, with the turns that end there.
const BYTES_A_POSITION: u64 = 1 << 13;

impl Turns {
    /// Lists for a game.
    pub(crate) fn new(about: &About) -> Self {
        let (players, long) = (about.players, about.has_long_turns);
        Self { players, long, inner: FIRST, narrowed: false }
    }

    /// Lists twice as many turns from now on. Returns false if there are enough.
    pub(crate) fn widen(&mut self) -> bool {
        self.inner.positions *= 2;
        self.inner.turns *= 2;
        self.inner.turns <= MOST_TURNS
    }

    /// The turns of a position, with the player to move; the first move is one of `among`, if that is given.
    pub(crate) fn list<R: Strategy>(
        &mut self,
        rules: &R,
        (node, player): (&R::State, usize),
        among: Option<&[R::Move]>,
        depth: usize,
        hero: usize,
        control: &Control,
    ) -> Result<List<R>, Stop> {
        let mut candidates = rules.candidates(node, depth);
        if let Some(among) = among {
            candidates.moves.retain(|played| among.contains(played));
            candidates.estimates.clear();
            candidates.complete = false;
        }
        let Candidates { promising, complete, .. } = candidates;
        // A long turn may have tens of thousands of first moves, and few turns are listed.
        let turns = Vec::with_capacity(if self.long { 0 } else { candidates.moves.len() });
        let mut list = List { turns, promising, complete };
        let players = self.players;
        let before = lead(rules, players, node, player);
        let gain = |after: &R::State| (lead(rules, players, after, player) - before) as i32;
        let mut width = if depth == ROOT { AT_ROOT } else { self.inner };
        let room = usize::try_from(control.memory_limit() / BYTES_A_POSITION);
        width.positions = width.positions.min(room.unwrap_or(usize::MAX)).max(1);
        // The beginnings of turns, of one more move in each round; at first the empty one.
        let mut layer: Vec<Option<Turn<R>>> = vec![None];
        let mut single = true;
        while !layer.is_empty() {
            let mut next: Vec<Turn<R>> = Vec::new();
            let mut seen = FxHashSet::default();
            // Promising moves come first everywhere, so that the width does not exclude them.
            'layer: for second in [false, true] {
                for turn in &layer {
                    // The moves are listed twice, since those of a whole layer would take too much memory.
                    let later = turn.as_ref().map(|turn| rules.candidates(&turn.after, depth));
                    let choices = later.as_ref().unwrap_or(&candidates);
                    let split = choices.promising.min(choices.moves.len());
                    let range = if second { split..choices.moves.len() } else { 0..split };
                    for (number, played) in range.clone().zip(&choices.moves[range]) {
                        let at = turn.as_ref().map_or(node, |turn| &turn.after);
                        let after = rules.apply(at, played);
                        let partial = self.long && rules.status(&after) == Status::ToMove(player);
                        if partial {
                            if next.len() >= width.positions {
                                list.complete = false;
                                self.narrowed = true;
                                if second {
                                    break 'layer;
                                }
                                // Later beginnings may still end the turn.
                                break;
                            }
                            if !seen.insert((rules.key(&after), gain(&after))) {
                                continue;
                            }
                        }
                        let mut moves = turn.iter().flat_map(Turn::moves).chain([played]).cloned();
                        let first = moves.next().unwrap_or_else(|| played.clone());
                        let estimate = choices.estimates.get(number).copied().flatten();
                        let turn = Turn { first, rest: moves.collect(), after, estimate };
                        if partial { next.push(turn) } else { list.turns.push(turn) }
                    }
                    if self.long {
                        control.check_limits()?;
                    }
                }
            }
            single &= next.is_empty();
            next.sort_by_key(|turn| Reverse(gain(&turn.after)));
            layer = next.into_iter().map(Some).collect();
        }
        if single {
            list.turns.sort_by_key(|turn| Reverse(gain(&turn.after)));
        } else {
            let sign = if player == hero { 1 } else { -1 };
            let worth = |turn: &Turn<R>| {
                let estimate = match rules.status(&turn.after) {
                    Status::ToMove(_) => sign * rules.outlook(&turn.after, hero).estimate,
                    Status::Over => 0,
                };
                Reverse(gain(&turn.after) * UNIT + estimate)
            };
            list.turns.sort_by_cached_key(worth);
            if list.turns.len() > width.turns {
                list.turns.truncate(width.turns);
                list.complete = false;
                self.narrowed = true;
            }
            list.promising = list.turns.len();
        }
        Ok(list)
    }
}
