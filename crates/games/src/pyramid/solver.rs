//! Analyses a position: exactly if time and memory allow, and otherwise by a search.

use std::sync::Arc;

use super::lookahead::{Node, PyramidTree};
use super::memo::{Memo, Play};
use super::outline::Outline;
use super::sweep::{MAX_SWEPT, Sweep};
use super::{Lay, Move, Objective, Parameters, Place, Pyramid, State};
use crate::analysis::{Analysis, Bounds, Solver};
use crate::engine::lookahead::{USUAL_TIME, look_ahead};
use crate::engine::tree::{Choices, Scored};
use crate::rules::{Rules, Status};
use crate::{engine::max_n, kept::kept};
use soliter_base::control::{Control, Stop};

/// The maximum base for which the strategy is evaluated, in a fraction of a second.
const STRATEGY_BASE: usize = 11;

/// The fraction of the time for exact values; the rest is for the search if they are not found.
const VALUES_SHARE: f64 = 0.6;

/// The number of configurations that a sweep processes per second and thread, and that a search covers per
/// second. The latter counts all configurations, although a search visits only the reachable ones. Exact
/// values are not attempted if they would certainly take too long.
const SWEPT_A_SECOND: f64 = 5e8;
const SEARCHED_A_SECOND: f64 = 1e9;

/// The maximum number of configurations for which the payoffs of more than two players are computed.
const MOST_WITH_PAYOFFS: f64 = 2.5e5;

enum Values {
    Swept(Arc<Sweep>),
    Searched(Memo),
}

impl Values {
    /// The points that the player to move will win; `None` if unknown.
    fn points(&mut self, outline: Outline, control: &Control) -> Result<Option<i64>, Stop> {
        match self {
            Self::Swept(sweep) => Ok(sweep.points(outline).map(i64::from)),
            Self::Searched(memo) => {
                memo.points(outline, Play::Perfect, control).map(|points| Some(points.into()))
            }
        }
    }
}

impl Pyramid {
    /// Whether a sweep supports the rule variant for laying stones.
    pub(super) fn is_swept(&self) -> bool {
        self.parameters.lay == Lay::Any
    }

    /// The values of a position without finished levels and of all positions that follow. A sweep of all
    /// configurations with at least as many stones is faster than a search of the reachable ones: there are 2
    /// to 25 times as many, but the search takes a hundred times as long for each. So the search is used only
    /// for pyramids that cannot be swept.
    fn values(&self, outline: Outline, control: &Control) -> Result<Values, Stop> {
        let Outline { base, .. } = outline;
        let swept = base <= MAX_SWEPT && self.is_swept();
        if let Some(left) = control.time_left() {
            let threads = control.thread_limit() as f64;
            let rate = if swept { SWEPT_A_SECOND * threads } else { SEARCHED_A_SECOND };
            if outline.not_smaller() / rate > left.as_secs_f64() {
                return Err(Stop::Time);
            }
        }
        if !swept {
            let game = Self::new(Parameters { base, ..self.parameters });
            return Ok(Values::Searched(Memo::new(game)));
        }
        let sweep = Sweep::new(base, self.parameters.shift, outline.stones(), control)?;
        let sweep = Arc::new(sweep);
        *kept(&self.last_sweep) = Some(Arc::clone(&sweep));
        Ok(Values::Swept(sweep))
    }

    /// The last sweep, if it covers a position and the results of its moves; otherwise the sweep is dropped.
    fn last_values(&self, outline: Outline) -> Option<Values> {
        let mut last = kept(&self.last_sweep);
        let knows = |sweep: &&Arc<Sweep>| {
            outline.base - outline.finished() <= sweep.base && sweep.covers(outline)
        };
        let sweep = last.as_ref().filter(knows).cloned();
        last.clone_from(&sweep);
        sweep.map(Values::Swept)
    }

    /// Legal moves, with the points that the player to move wins minus those of the other player.
    fn valued_moves(
        &self,
        state: &State,
        values: &mut Values,
        control: &Control,
    ) -> Result<Vec<(Move, Option<i64>)>, Stop> {
        let outline = Outline::of(self, state);
        let total = outline.points_left() as i64;
        let moves = self.moves(state);
        let value = |played: Move| {
            let other = values.points(outline.after(played), control)?;
            Ok((played, other.map(|other| total - 2 * other)))
        };
        moves.into_iter().map(value).collect()
    }

    /// Best play, as far as values are known.
    fn best_line(
        &self,
        state: &State,
        values: &mut Values,
        control: &Control,
    ) -> Result<Vec<Move>, Stop> {
        let mut line = Vec::new();
        let mut at = state.clone();
        while self.status(&at) != Status::Over {
            let moves = self.valued_moves(&at, values, control)?;
            if moves.iter().any(|(_, value)| value.is_none()) {
                break;
            }
            // The first of the best moves.
            let best = moves.into_iter().rev().max_by_key(|&(_, value)| value);
            let Some((played, _)) = best else { break };
            at = self.apply(&at, &played);
            line.push(played);
        }
        Ok(line)
    }

    fn solve(&self, state: &State, control: &Control) -> Result<Analysis<Move>, Stop> {
        let outline = Outline::of(self, state);
        let reduced = outline.on_finished(outline.finished());
        if self.parameters.players != 2 {
            let points = self.parameters.objective == Objective::Difference;
            if !points || reduced.not_smaller() > MOST_WITH_PAYOFFS {
                return Err(Stop::Players);
            }
            let forget = |mut state: State| {
                state.scores.fill(0);
                state
            };
            return max_n::solve(self, state, forget, control);
        }
        let mut values = match self.last_values(outline) {
            Some(values) => values,
            None => self.values(reduced, control)?,
        };
        let aim = |difference: i64| self.aim(state, difference);
        let mut moves = self.valued_moves(state, &mut values, control)?;
        for (_, value) in &mut moves {
            *value = value.map(aim);
        }
        let line = self.best_line(state, &mut values, control)?;
        let states = match &values {
            Values::Swept(sweep) => sweep.states,
            Values::Searched(memo) => memo.points.len() as u64,
        };
        let remarks = self.worth_of_strategy(reduced, control).into_iter().collect();
        let found = Analysis { moves, line, states, remarks, ..Analysis::unknown(&[], None) };
        Ok(found.by_moves())
    }

    /// The value, for the player to move, of a difference of points still to be won.
    fn aim(&self, state: &State, difference: i64) -> i64 {
        match self.parameters.objective {
            Objective::Difference => difference,
            // The move with the greatest lead also gives the best result.
            Objective::Result => (self.lead(state, state.player) + difference).signum(),
        }
    }

    /// Adds the best move that a search finds in the time, and the bounds that it proves.
    fn by_search(
        &self,
        state: &State,
        deepest: usize,
        control: &Control,
        mut found: Analysis<Move>,
    ) -> Analysis<Move> {
        let outline = Outline::of(self, state);
        let root = Node { outline, player: state.player };
        let moves: Vec<u64> =
            found.moves.iter().map(|(played, _)| outline.after(*played).steps).collect();
        let choices = Choices { promising: moves.len(), moves: moves.clone(), complete: true };
        let tree = PyramidTree::new(self, control);
        let result = look_ahead(&tree, &root, choices, deepest, control);
        let two = self.parameters.players == 2;
        for ((_, value), after) in found.moves.iter_mut().zip(&moves) {
            let scored = result.moves.iter().find(|scored| scored.played == *after);
            let difference = scored.and_then(Scored::value).filter(|_| two);
            *value = difference.map(|difference| self.aim(state, difference));
        }
        let (least, most) = (self.aim(state, result.least), self.aim(state, result.most));
        // The total number of points bounds every value, so this bound is trivial unless it is the value.
        let all = match self.parameters.objective {
            Objective::Difference => outline.points_left() as i64,
            Objective::Result => 1,
        };
        let decided = least == most || result.stopped.is_none();
        found.bounds = Bounds {
            least: Some(least).filter(|&least| decided || least > -all),
            // Several opponents need not cooperate.
            most: Some(most).filter(|&most| two && (decided || most < all)),
        };
        found.states = result.states;
        found.opinion = result.opinion;
        let first = result.moves.first().map(|first| first.played);
        if let Some(at) = moves.iter().position(|after| Some(*after) == first) {
            found.best = vec![found.moves[at].0];
        }
        let mut at = outline;
        found.line.clear();
        for steps in result.line {
            let legal = self.moves(&at.stones_of(self));
            let Some(played) = legal.into_iter().find(|m| at.after(*m).steps == steps) else {
                break;
            };
            found.line.push(played);
            at = Outline { steps, ..at };
        }
        match found.bounds.value().filter(|_| two) {
            Some(value) => {
                // If only the result counts, the rest of the line need not be proved.
                found.line.truncate(1);
                found.decided(value)
            }
            None => found,
        }
    }

    /// The value of the source's strategy against best play, if it can be computed quickly.
    fn worth_of_strategy(
        &self,
        outline: Outline,
        control: &Control,
    ) -> Option<(&'static str, String)> {
        let Outline { base, .. } = outline;
        if base > STRATEGY_BASE || !self.is_swept() {
            return None;
        }
        let total = outline.points_left() as i64;
        let mut memo = Memo::new(Self::new(Parameters { base, ..self.parameters }));
        let [follows, meets] = [Play::FollowsText, Play::MeetsText].map(|play| {
            let points = memo.points(outline, play, control).ok();
            points.map(|points| 2 * i64::from(points) - total)
        });
        let text = format!(
            "difference of points for the player to move: {:+} if they follow the text's simple \
             strategy (leftmost places, shifts first) and the other plays perfectly, {:+} if the \
             other follows it",
            follows?, meets?
        );
        Some(("simple strategy", text))
    }
}

impl Solver for Pyramid {
    fn final_value(&self, state: &State) -> i64 {
        match self.parameters.objective {
            Objective::Difference => 0,
            Objective::Result => self.lead(state, state.player).signum(),
        }
    }

    /// Values are proved or omitted; if a limit is reached, a search finds a move.
    fn analyse(&self, state: &State, control: &Control) -> Analysis<Move> {
        self.solve(state, &control.share(VALUES_SHARE)).unwrap_or_else(|stop| {
            let moves = self.moves(state);
            let mut found = Analysis::unknown(&moves, Some(stop));
            found.best.push(self.strategy_move(state, control));
            if stop == Stop::Cancelled {
                return found;
            }
            self.by_search(state, usize::MAX, &control.clone().within_usual(USUAL_TIME), found)
        })
    }

    fn move_ahead(&self, state: &State, among: &[Move], depth: usize, control: &Control) -> Move {
        let mut found = Analysis::unknown(among, None);
        found.best.push(among[0]);
        self.by_search(state, depth, control, found).best[0]
    }

    fn strategy_move(&self, state: &State, _control: &Control) -> Move {
        // There is a move unless the game is over.
        self.simple_strategy(state).unwrap_or(Move::Lay(Place::new(self.parameters.base, 1)))
    }
}
