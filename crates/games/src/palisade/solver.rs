//! Analyses a position: by exact tables if they fit into the time and memory limits, and otherwise by a search.

use super::actions::stones;
use super::best_reply::BestReply;
use super::tables::{PalisadeTables, code};
use super::turn::{Turn, best_turn};
use super::{Move, Palisade, State};
use crate::analysis::{Analysis, Solver};
use crate::rules::{Rules, Status};
use crate::{engine::max_n, kept::kept, text::joined};
use soliter_base::control::{Control, Stop};

/// The fractions of the time for the most points of a turn, and for the tables; the rest is for the search if
/// the tables do not fit.
const TURNS_SHARE: f64 = 0.1;
const TABLES_SHARE: f64 = 0.5;
/// The maximum number of turns tried to evaluate the greedy strategy; they take a fraction of a second.
const TURNS_TRIED: usize = 4000;
/// The maximum number of stones for which the payoffs of more than two players are computed.
const MOST_WITH_PAYOFFS: usize = 10;
/// The bytes per legal move (of up to 30,000) until it is printed: listed, mapped, and twice as text.
const LISTED: usize = 128;

impl Palisade {
    /// The points that the mover still wins minus those of the opponent. `None` with more than two players.
    pub fn value(&self, state: &State, control: &Control) -> Result<Option<i64>, Stop> {
        let stones = stones(&state.columns);
        if self.readings.players != 2 {
            return Ok(None);
        }
        if self.over(state) {
            return Ok(Some(0));
        }
        let mut tables = kept(&self.tables);
        tables.grow(stones, self.readings, control)?;
        Ok(self.look_up(state, &tables))
    }

    /// The value of a position that is not over, if the tables contain it.
    pub(super) fn look_up(&self, state: &State, tables: &PalisadeTables) -> Option<i64> {
        if stones(&state.columns) > tables.stones {
            return None;
        }
        let mut debts = state.debts.iter().enumerate();
        let other_owes = debts.any(|(player, owes)| player != state.player && *owes);
        let scoreless = if state.gained > 0 { 0 } else { usize::from(state.scoreless) + 1 };
        let lengths = self.readings.lengths(state.owes()).filter_map(|mut length| {
            length.actions = length.actions.checked_sub(state.made)?;
            tables.value(code(&state.columns), length, scoreless, other_owes)
        });
        lengths.max().map(i64::from)
    }

    /// The value of a legal move for the player who makes it.
    fn value_of(&self, state: &State, played: Move, tables: &PalisadeTables) -> Option<i64> {
        let next = self.apply(state, &played);
        let points = i64::from(next.scores[state.player] - state.scores[state.player]);
        match self.status(&next) {
            Status::Over => Some(points),
            Status::ToMove(player) if player == state.player => {
                Some(points + self.look_up(&next, tables)?)
            }
            Status::ToMove(_) => Some(points - self.look_up(&next, tables)?),
        }
    }

    /// All moves with their values, and the best ones: the end of the turn first, then moves that win a point.
    fn valued(
        &self,
        state: &State,
        tables: &PalisadeTables,
    ) -> (Vec<(Move, Option<i64>)>, Vec<Move>) {
        let legal = self.moves(state);
        let valued = |m: Move| (m, self.value_of(state, m, tables));
        let moves: Vec<(Move, Option<i64>)> = legal.into_iter().map(valued).collect();
        let most = moves.iter().map(|(_, value)| *value).max().flatten();
        let best = moves.iter().filter(|(_, value)| *value == most && most.is_some());
        let mut best: Vec<Move> = best.map(|(m, _)| *m).collect();
        best.sort_by_key(|m| match m {
            Move::End => 0,
            Move::Action(action) => 2 - action.points(),
        });
        (moves, best)
    }

    fn exact(&self, state: &State, value: i64, tables: &PalisadeTables) -> Analysis<Move> {
        let (moves, best) = self.valued(state, tables);
        let mut line = Vec::new();
        let mut at = state.clone();
        let mut next = best.first().copied();
        while let Some(played) = next {
            line.push(played);
            at = self.apply(&at, &played);
            next = self.valued(&at, tables).1.first().copied();
        }
        let states = PalisadeTables::positions(stones(&state.columns), self.readings);
        Analysis { moves, best, line, states, ..Analysis::unknown(&[], None) }.valued(value)
    }

    /// An analysis that proves nothing: the legal moves without values, as far as the memory allows, and the
    /// first move of `line` as the best.
    pub(super) fn unproved(
        &self,
        state: &State,
        line: Vec<Move>,
        mut stopped: Stop,
        control: &Control,
    ) -> Analysis<Move> {
        let mut legal = self.moves(state);
        if control.check_memory((legal.len() * LISTED) as u64).is_err() {
            legal = line.first().copied().into_iter().collect();
            stopped = Stop::Memory;
        }
        Analysis {
            best: line.first().copied().into_iter().collect(),
            line,
            ..Analysis::unknown(&legal, Some(stopped))
        }
    }

    /// The most points that 2, 3 and 4 actions can score, in words.
    fn best_turns(&self, state: &State, control: &Control) -> String {
        let one = |actions| match best_turn(&state.columns, self.readings.pair, actions, control) {
            Ok(Turn { points: 0, .. }) => format!("0 with {actions} actions"),
            Ok(Turn { points, actions: made }) => {
                format!("{points} with {actions} actions ({})", joined(made, ", "))
            }
            Err(stop) => format!("unknown with {actions} actions ({})", stop.phrase()),
        };
        [one(2), one(3), one(4)].join("; ")
    }

    /// The value of the greedy strategy against itself and against best replies, if it can be computed quickly.
    fn worth_of_greedy(&self, state: &State, control: &Control) -> Option<(&'static str, String)> {
        let mut replies = BestReply::new(self, TURNS_TRIED, control);
        let follows = replies.to_greedy(state).ok()?;
        let meets = replies.lead(state).map_or_else(
            |stop| format!("unknown ({})", stop.phrase()),
            |meets| format!("{meets:+}"),
        );
        let text = format!(
            "difference of points for the player to move: {follows:+} if he plays the greedy turn \
             of the text throughout and the other replies best, {meets} if the other plays it"
        );
        Some(("greedy turn", text))
    }

    /// The payoffs of more than two players, if there are few stones.
    fn payoffs(&self, state: &State, control: &Control) -> Result<Analysis<Move>, Stop> {
        if stones(&state.columns) > MOST_WITH_PAYOFFS {
            return Err(Stop::Players);
        }
        let forget = |mut state: State| {
            state.scores.fill(0);
            // The rest of the game depends only on whether the turn has scored.
            state.gained = state.gained.min(1);
            state
        };
        max_n::solve(self, state, forget, control)
    }
}

impl Solver for Palisade {
    fn analyse(&self, state: &State, control: &Control) -> Analysis<Move> {
        let turns = self.best_turns(state, &control.share(TURNS_SHARE));
        let mut found = match self.value(state, &control.share(TABLES_SHARE)) {
            Ok(Some(value)) => self.exact(state, value, &kept(&self.tables)),
            Err(Stop::Cancelled) => {
                let chosen = vec![self.strategy_move(state, control)];
                self.unproved(state, chosen, Stop::Cancelled, control)
            }
            Ok(None) => self
                .payoffs(state, &control.share(TABLES_SHARE))
                .unwrap_or_else(|_| self.search_beyond(state, usize::MAX, control)),
            Err(_) => self.search_beyond(state, usize::MAX, control),
        };
        found.remarks.push(("most points of a turn", turns));
        if found.value.is_some() && state.made == 0 {
            found.remarks.extend(self.worth_of_greedy(state, &control.share(TURNS_SHARE)));
        }
        found
    }

    fn move_ahead(&self, state: &State, among: &[Move], depth: usize, control: &Control) -> Move {
        let found = self.search_beyond(state, depth, control);
        let best = found.best.into_iter().find(|best| among.contains(best));
        best.unwrap_or(among[0])
    }

    /// The source only advises to see the combination within a turn. So this strategy wins the most points
    /// with the fewest actions, and borrows an action only for a point that it could not win otherwise. If no
    /// more points can be won, or if a limit is reached, it ends the turn or, if that is illegal, makes the
    /// first legal action.
    fn strategy_move(&self, state: &State, control: &Control) -> Move {
        let most = |actions| {
            best_turn(&state.columns, self.readings.pair, actions, control).unwrap_or_default()
        };
        let left = self.readings.usual(state.owes()).saturating_sub(state.made);
        let may_borrow = self.readings.lengths(state.owes()).any(|length| length.borrowed);
        let mut turn = most(left);
        if may_borrow && state.made < 4 {
            let borrowed = most(left + 1);
            if borrowed.points > turn.points {
                turn = borrowed;
            }
        }
        if let Some(action) = turn.actions.first() {
            return Move::Action(*action);
        }
        let legal = self.moves(state);
        if legal.contains(&Move::End) { Move::End } else { legal[0] }
    }
}
