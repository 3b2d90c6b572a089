//! The most that anybody can get against Palisade's greedy turn: the best reply of a player who knows
//! every answer in advance, found by trying all turns. A bound for every engine.

use std::cmp::Reverse;
use std::collections::HashMap;

use soliter::base::control::Control;
use soliter::games::analysis::Solver;
use soliter::games::palisade::actions::stones;
use soliter::games::palisade::turn::Outcomes;
use soliter::games::palisade::{Move, OVER, Palisade, State};
use soliter::games::rules::{Rules, Status};

/// A position at the beginning of a turn without its points: who is to move is known.
type Key = (Vec<u8>, Vec<bool>, u8);

/// One player is greedy, the other knows it.
pub(crate) struct BestReply<'r> {
    rules: &'r Palisade,
    /// What the knowing player still wins, less what the greedy one does.
    known: HashMap<Key, i64>,
    /// Points of the greedy turn, and where it leads.
    greedy: HashMap<Key, (i64, State)>,
}

impl<'r> BestReply<'r> {
    pub(crate) fn new(rules: &'r Palisade) -> Self {
        Self { rules, known: HashMap::new(), greedy: HashMap::new() }
    }

    fn key(state: &State) -> Key {
        (state.columns.clone(), state.debts.clone(), state.scoreless)
    }

    /// The lead that the best reply ends with when the greedy player begins.
    pub(crate) fn as_second(&mut self) -> i64 {
        let (points, next) = self.greedy_turn(self.rules.initial());
        self.lead(&next) - points
    }

    fn greedy_turn(&mut self, state: &State) -> (i64, State) {
        let key = Self::key(state);
        if let Some(found) = self.greedy.get(&key) {
            return found.clone();
        }
        let mut at = state.clone();
        while self.rules.status(&at) == Status::ToMove(state.player) {
            let played = self.rules.strategy_move(&at, &Control::default());
            at = self.rules.apply(&at, &played);
        }
        let points = self.rules.scores(&at)[state.player] - self.rules.scores(state)[state.player];
        self.greedy.insert(key, (points, at.clone()));
        (points, at)
    }

    /// The same from a position in which the knowing player begins a turn.
    fn lead(&mut self, state: &State) -> i64 {
        if self.rules.status(state) == Status::Over {
            return 0;
        }
        let key = Self::key(state);
        if let Some(lead) = self.known.get(&key) {
            return *lead;
        }
        let readings = self.rules.readings_taken();
        let lengths: Vec<u8> =
            readings.lengths(state.owes()).map(|length| length.actions).collect();
        let most = lengths.last().copied().unwrap_or(0);
        let found = Outcomes::find(
            &state.columns,
            readings.pair,
            most,
            OVER,
            usize::MAX,
            &Control::default(),
        );
        let found = found.expect("outcomes of a small palisade");
        let mut turns: Vec<(i64, State)> = Vec::new();
        for made in 1..=most {
            for number in found.layer(made.into()) {
                let outcome = &found.all[number];
                let over = stones(&outcome.columns) <= OVER;
                if !over && !lengths.contains(&made) {
                    continue;
                }
                let columns = outcome.columns.clone();
                let gained = outcome.points;
                let ended = State { columns, made, gained, ..state.clone() };
                let ended = if over { ended } else { self.rules.apply(&ended, &Move::End) };
                turns.push((gained.into(), ended));
            }
        }
        turns.sort_by_key(|&(points, _)| Reverse(points));
        let mut best = i64::MIN;
        for (points, ended) in turns {
            let lead = if self.rules.status(&ended) == Status::Over {
                points
            } else {
                let (his, next) = self.greedy_turn(&ended);
                // Every point takes a stone at least.
                if points - his + (stones(&next.columns) as i64) <= best {
                    continue;
                }
                points - his + self.lead(&next)
            };
            best = best.max(lead);
        }
        self.known.insert(key, best);
        best
    }
}
