//! Searches palisades that are too large for the tables, turn by turn, down to palisades in the tables.

use std::cmp::Reverse;

use super::actions::{Columns, stones};
use super::tables::PalisadeTables;
use super::turn::{Outcomes, bytes_of, most_in_a_row};
use super::{Move, OVER, Palisade, State};
use crate::analysis::{Analysis, Bounds, Solver};
use crate::engine::lookahead::{USUAL_TIME, look_ahead};
use crate::engine::tree::{Choices, Look, Tree, UNIT};
use crate::{kept::kept, rules::Rules};
use soliter_base::control::{Control, Stop};

/// The number of outcomes examined for each number of actions: at the root, where it also depends on the
/// time, and deeper.
const WIDTH: std::ops::RangeInclusive<usize> = 100..=20_000;
const WIDTH_A_MILLISECOND: usize = 3;
const WIDTH_AFTER: usize = 60;
/// The number of turns searched: at the root, and deeper (initially and at most). A search that exhausts its
/// limits is repeated with twice the number.
const TURNS: usize = 300;
const TURNS_AFTER: usize = 8;
const MOST_TURNS_AFTER: usize = 1024;
/// The depth of a search in turns: after a few turns, a palisade is small enough for the tables.
const TURNS_AHEAD: usize = 6;
/// The fraction of the time for the tables of smaller palisades.
const TABLES_SHARE: f64 = 0.2;
/// The value of a point that the player to move can win at once.
const AT_HAND: i32 = UNIT * 6 / 10;
/// The cost of an owed action.
const DEBT: i32 = UNIT / 2;

/// All that determines the rest of the game: columns, actions made and points gained in this turn, debts,
/// turns without a point, and the player to move.
type Key = (Columns, u8, u8, Vec<bool>, u8, usize);

/// The game tree of Palisade, with complete turns as moves.
struct PalisadeTree<'a> {
    game: &'a Palisade,
    tables: &'a PalisadeTables,
    control: &'a Control,
    /// The numbers of outcomes examined and of turns searched below the root.
    after: (usize, usize),
}

impl Palisade {
    /// The best turn that a search finds in the time, with the bounds that the tables prove.
    pub(super) fn search_beyond(
        &self,
        state: &State,
        deepest: usize,
        control: &Control,
    ) -> Analysis<Move> {
        let control = control.clone().within_usual(USUAL_TIME);
        let mut tables = kept(&self.tables);
        if self.readings.players == 2 {
            let limited = control.share(TABLES_SHARE).memory(control.memory_limit() / 2);
            // Fills the tables as far as time and memory allow.
            let all = stones(&state.columns);
            let _ = (1..all).try_for_each(|most| tables.grow(most, self.readings, &limited));
        }
        let first = vec![self.strategy_move(state, &control)];
        let time = control.time_left().unwrap_or(USUAL_TIME).as_millis();
        let width = usize::try_from(time).unwrap_or(usize::MAX).saturating_mul(WIDTH_A_MILLISECOND);
        let width = width.clamp(*WIDTH.start(), *WIDTH.end());
        let (moves, mut states) = match self.candidates(state, (width, TURNS), &control) {
            Ok(found) => found,
            Err(stop) => return self.unproved(state, first, stop, &control),
        };
        let search = |after: (usize, usize)| {
            let tree = PalisadeTree { game: self, tables: &tables, control: &control, after };
            let choices = Choices { moves: moves.clone(), promising: after.1, complete: false };
            look_ahead(&tree, state, choices, deepest.min(TURNS_AHEAD), &control)
        };
        let mut after = (WIDTH_AFTER, TURNS_AFTER);
        let mut result = search(after);
        states += result.states;
        while control.check().is_ok() && deepest >= TURNS_AHEAD && after.1 < MOST_TURNS_AFTER {
            after = (2 * after.0, 2 * after.1);
            let next = search(after);
            states += next.states;
            // The result of an interrupted search counts only if it includes the replies.
            if control.check().is_ok() || next.depth > 1 {
                result = next;
            }
        }
        let stop = match result.stopped {
            Some(Stop::Time) | None if self.readings.players == 2 => {
                Stop::Size("more stones than are solved exactly in the time and memory")
            }
            Some(Stop::Time) | None => Stop::Players,
            Some(stop) => stop,
        };
        // The number of stones bounds every loss, so this bound is trivial.
        let all = stones(&state.columns) as i64;
        let least = Some(result.least).filter(|least| *least > -all);
        Analysis {
            bounds: Bounds { least, most: None },
            opinion: result.opinion,
            states,
            ..self.unproved(state, result.line.concat(), stop, &control)
        }
    }

    /// At most `turns` ways to play the rest of the turn, those that win the most points first, and the
    /// number of outcomes examined. A borrowed action counts as a lost point.
    fn candidates(
        &self,
        state: &State,
        (width, turns): (usize, usize),
        control: &Control,
    ) -> Result<(Vec<Vec<Move>>, u64), Stop> {
        let lengths: Vec<u8> = self
            .readings
            .lengths(state.owes())
            .filter_map(|length| length.actions.checked_sub(state.made))
            .collect();
        let most = lengths.last().copied().unwrap_or(0);
        let outcomes =
            Outcomes::find(&state.columns, self.readings.pair, most, OVER, width, control)?;
        let rank = |(left, number): (u8, usize)| {
            let outcome = &outcomes.all[number];
            let borrows = state.made + left == 4 && stones(&outcome.columns) > OVER;
            (i64::from(outcome.points) - i64::from(borrows), number)
        };
        let mut ranked: Vec<(i64, usize)> = outcomes.endings(&lengths, OVER).map(rank).collect();
        control.check()?;
        let bytes = outcomes.all.len() * (2 * bytes_of(&state.columns) + 32);
        control.check_memory(bytes as u64)?;
        // The sort is stable: among turns with equal points, those without borrowing stay first.
        ranked.sort_by_key(|&(points, _)| Reverse(points));
        let line = |&(_, number): &(i64, usize)| {
            let mut line: Vec<Move> = outcomes.path(number).into_iter().map(Move::Action).collect();
            if stones(&outcomes.all[number].columns) > OVER {
                line.push(Move::End);
            }
            line
        };
        Ok((ranked.iter().take(turns).map(line).collect(), outcomes.all.len() as u64))
    }
}

impl Tree for PalisadeTree<'_> {
    type Node = State;
    type Move = Vec<Move>;
    type Key = Key;

    fn mover(&self, node: &State) -> Option<usize> {
        (!self.game.over(node)).then_some(node.player)
    }

    fn key(&self, node: &State) -> Key {
        let State { columns, made, gained, debts, scoreless, player, .. } = node.clone();
        (columns, made, gained, debts, scoreless, player)
    }

    /// Exact if the tables contain the palisade, and otherwise estimated from the points that can be won at once.
    fn look(&self, node: &State, player: usize) -> Look {
        let sign = if node.player == player { 1 } else { -1 };
        if let Some(value) = self.game.look_up(node, self.tables) {
            let value = sign * value as i32 * UNIT;
            return Look { least: value, most: value, estimate: value };
        }
        let all = stones(&node.columns) as i32 * UNIT;
        let actions = self.game.readings.usual(node.owes()).saturating_sub(node.made);
        let pair = self.game.readings.pair;
        let points = most_in_a_row(&node.columns, pair, actions);
        let owing = node.debts.iter().enumerate().filter(|(_, owes)| **owes);
        let debts: i32 = owing.map(|(other, _)| if other == player { -DEBT } else { DEBT }).sum();
        let estimate = sign * i32::from(points) * AT_HAND + debts;
        Look { least: -all, most: all, estimate }
    }

    /// The turns that win the most points; there may be others.
    fn choices(&self, node: &State, _depth: usize) -> Choices<Vec<Move>> {
        let found = self.game.candidates(node, self.after, self.control);
        // If a limit is reached, there are no turns, and the search stops.
        let moves = found.map(|(turns, _)| turns).unwrap_or_default();
        let promising = moves.len();
        Choices { moves, promising, complete: false }
    }

    fn after(&self, node: &State, played: &Vec<Move>) -> State {
        played.iter().fold(node.clone(), |at, one| self.game.apply(&at, one))
    }

    fn gain(&self, before: &State, after: &State, player: usize) -> i32 {
        self.game.gain(before, after, player) as i32 * UNIT
    }
}
