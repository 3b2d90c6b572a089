//! Best replies to the greedy turn: the best result that a player can get who knows every greedy reply in
//! advance. Found by trying all turns.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::actions::{Columns, stones};
use super::turn::{Outcome, Outcomes};
use super::{Move, OVER, Palisade, State};
use crate::analysis::Solver;
use crate::rules::{Rules, Status};
use soliter_base::control::{Control, Stop};

/// A position at the start of a turn, without the points and the player to move.
type Key = (Columns, Vec<bool>, u8);

/// A game of two players, in which one plays greedily and the other knows this.
pub struct BestReply<'r> {
    rules: &'r Palisade,
    control: &'r Control,
    /// The points that the informed player still wins minus those of the greedy player.
    known: FxHashMap<Key, i64>,
    /// The points of the greedy turn, and the position after it.
    greedy: FxHashMap<Key, (i64, State)>,
    /// The number of turns that may still be tried.
    turns: usize,
}

impl<'r> BestReply<'r> {
    /// A game that tries at most `turns` turns in total.
    pub fn new(rules: &'r Palisade, turns: usize, control: &'r Control) -> Self {
        Self { rules, control, known: FxHashMap::default(), greedy: FxHashMap::default(), turns }
    }

    fn key(state: &State) -> Key {
        (state.columns.clone(), state.debts.clone(), state.scoreless)
    }

    /// The lead, in points, of the player who begins a turn here, if this player is greedy and the opponent
    /// replies best.
    ///
    /// # Errors
    /// [`Stop::Size`] if the number of turns is used up.
    pub fn to_greedy(&mut self, state: &State) -> Result<i64, Stop> {
        if self.rules.status(state) == Status::Over {
            return Ok(0);
        }
        let (points, next) = self.greedy_turn(state);
        Ok(points - self.lead(&next)?)
    }

    fn greedy_turn(&mut self, state: &State) -> (i64, State) {
        let key = Self::key(state);
        if let Some(found) = self.greedy.get(&key) {
            return found.clone();
        }
        let mut at = state.clone();
        while self.rules.status(&at) == Status::ToMove(state.player) {
            let played = self.rules.strategy_move(&at, self.control);
            at = self.rules.apply(&at, &played);
        }
        let points = i64::from(at.scores[state.player] - state.scores[state.player]);
        self.greedy.insert(key, (points, at.clone()));
        (points, at)
    }

    /// The lead, in points, of the player who begins a turn here and plays best, if the opponent is greedy.
    ///
    /// # Errors
    /// [`Stop::Size`] if the number of turns is used up.
    pub fn lead(&mut self, state: &State) -> Result<i64, Stop> {
        if self.rules.status(state) == Status::Over {
            return Ok(0);
        }
        let key = Self::key(state);
        if let Some(lead) = self.known.get(&key) {
            return Ok(*lead);
        }
        let mut best = i64::MIN;
        for (points, ended) in self.turns_from(state)? {
            self.control.check()?;
            let spent = Stop::Size("too many turns to try them all");
            self.turns = self.turns.checked_sub(1).ok_or(spent)?;
            let lead = if self.rules.status(&ended) == Status::Over {
                points
            } else {
                let (his, next) = self.greedy_turn(&ended);
                // Every point removes at least one stone.
                if points - his + (stones(&next.columns) as i64) <= best {
                    continue;
                }
                points - his + self.lead(&next)?
            };
            best = best.max(lead);
        }
        self.known.insert(key, best);
        Ok(best)
    }

    /// All positions that a turn can lead to, those with the most points first.
    fn turns_from(&self, state: &State) -> Result<Vec<(i64, State)>, Stop> {
        let readings = self.rules.readings;
        let lengths: Vec<u8> =
            readings.lengths(state.owes()).map(|length| length.actions).collect();
        let most = lengths.last().copied().unwrap_or(0);
        let (columns, pair) = (&state.columns, readings.pair);
        let found = Outcomes::find(columns, pair, most, OVER, usize::MAX, self.control)?;
        let mut turns = Vec::new();
        for (made, number) in found.endings(&lengths, OVER) {
            let Outcome { columns, points: gained, .. } = found.all[number].clone();
            let over = stones(&columns) <= OVER;
            let ended = State { columns, made, gained, ..state.clone() };
            let ended = if over { ended } else { self.rules.apply(&ended, &Move::End) };
            turns.push((i64::from(gained), ended));
        }
        turns.sort_by_key(|&(points, _)| Reverse(points));
        Ok(turns)
    }
}
