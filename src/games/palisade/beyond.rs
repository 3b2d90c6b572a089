//! Palisades that are too large for the tables: a turn and the best reply to it.

use std::cmp::Reverse;

use super::actions::stones;
use super::turn::{Outcomes, best_turn, bytes_of};
use super::{Move, OVER, Palisade, State};
use crate::base::control::{Control, Stop};
use crate::games::analysis::{Analysis, Solver};
use crate::games::rules::Rules;

/// Outcomes of each number of actions that are looked at.
const WIDTH: usize = 20_000;
/// Turns whose reply is looked at.
const TURNS: usize = 1_000;

/// A turn that may be the best.
struct Candidate {
    line: Vec<Move>,
    /// What it wins; an action borrowed counts as a point lost.
    points: i64,
    after: State,
}

impl Palisade {
    /// The turn that wins most after the points of the best reply are taken off, as far as the
    /// limits allow. Nothing is proved: what comes after the reply is not looked at.
    pub(super) fn search_beyond(&self, state: &State, control: &Control) -> Analysis<Move> {
        let depth =
            Stop::Size("more stones than are solved exactly; a turn and its reply searched");
        let (mut candidates, states, mut stopped) = match self.candidates(state, control) {
            Ok((candidates, states)) => (candidates, states, depth),
            Err(stop) => (Vec::new(), 0, stop),
        };
        // Stable: among turns of equal points those that borrow nothing stay first.
        candidates.sort_by_key(|candidate| Reverse(candidate.points));
        let mut best: Option<(i64, &Candidate)> = None;
        for candidate in candidates.iter().take(TURNS) {
            if best.is_some_and(|(most, _)| candidate.points <= most) {
                break;
            }
            match self.reply(&candidate.after, control) {
                Ok(reply) if best.is_none_or(|(most, _)| candidate.points - reply > most) => {
                    best = Some((candidate.points - reply, candidate));
                }
                Ok(_) => {}
                Err(stop) => {
                    stopped = stop;
                    break;
                }
            }
        }
        let line = best.map(|(_, candidate)| candidate.line.clone());
        let mut found = self.unproved(
            state,
            line.unwrap_or_else(|| vec![self.strategy_move(state, control)]),
            stopped,
            control,
        );
        found.states = states;
        found
    }

    /// The distinct outcomes of the rest of the turn.
    fn candidates(&self, state: &State, control: &Control) -> Result<(Vec<Candidate>, u64), Stop> {
        let lengths: Vec<u8> = self
            .readings
            .lengths(state.owes())
            .filter_map(|length| length.actions.checked_sub(state.made))
            .collect();
        let most = lengths.last().copied().unwrap_or(0);
        let outcomes =
            Outcomes::find(&state.columns, self.readings.pair, most, OVER, WIDTH, control)?;
        let mut candidates = Vec::new();
        for left in 0..=most {
            for number in outcomes.layer(left.into()) {
                control.check()?;
                // What an outcome is kept by, and what is made of it here.
                let bytes = outcomes.all.len() * 2 + candidates.len() * 3;
                control.check_memory((bytes * bytes_of(&state.columns)) as u64)?;
                let outcome = &outcomes.all[number];
                let over = stones(&outcome.columns) <= OVER;
                if !over && !lengths.contains(&left) {
                    continue;
                }
                let mut line: Vec<Move> =
                    outcomes.path(number).into_iter().map(Move::Action).collect();
                let mut after = line.iter().fold(state.clone(), |at, m| self.apply(&at, m));
                let mut points = i64::from(outcome.points);
                if !over {
                    line.push(Move::End);
                    after = self.apply(&after, &Move::End);
                    points -= i64::from(after.debts.get(state.player) == Some(&true));
                }
                candidates.push(Candidate { line, points, after });
            }
        }
        Ok((candidates, outcomes.all.len() as u64))
    }

    /// The most points of the next player's turn in which nothing is borrowed.
    fn reply(&self, state: &State, control: &Control) -> Result<i64, Stop> {
        if self.over(state) {
            return Ok(0);
        }
        let actions = self.readings.usual(state.owes());
        let turn = best_turn(&state.columns, self.readings.pair, actions, control)?;
        Ok(turn.points.into())
    }
}
