//! Solves games of two players that end by themselves: an alpha-beta search to the end of the game with a
//! table of all positions that it has bounded.
//!
//! Every question has the form "is the value at least this?", and the search answers it with a bound. A few such
//! questions, each from the last bound, give the value (MTD(f), Plaat and others, 1996). In some games this skips most
//! positions; in others it visits nearly all of them, many of them more than once. In that case, the search turns to
//! exact values, which need one visit each. The table is kept, so that later questions about the same game are answered
//! from it.

use rustc_hash::FxHashMap;

use crate::rules::{Status, lead};
use crate::solver::table_bytes;
use crate::strategy::{Strategy, Tabulated};
use soliter_base::control::{Control, Stop};

/// The number of positions that a game lists per second, and the maximum that it lists if these are only the last
/// positions.
const TABULATED_A_SECOND: f64 = 1.5e7;
const MOST_LAST_ONES: f64 = 1e7;
/// Longer games are not solved; the search recurses once for each move.
const MOST_PLIES: usize = 1000;
/// The number of positions between checks of the limits.
const LOOK: u64 = 1 << 7;

/// Bounds are not worthwhile if there are more visits than this for each position, after the first visits.
const MOST_VISITS: f64 = 1.3;
const FIRST_VISITS: u64 = 1 << 10;

/// A search with its table of bounds.
pub struct Exhaustive<'r, R: Strategy> {
    rules: &'r R,
    /// The values that the game lists itself.
    tabulated: Option<Tabulated<R::State>>,
    /// Proved bounds of values for the player to move.
    table: FxHashMap<R::Key, (i16, i16)>,
    /// The number of positions searched.
    pub states: u64,
    /// Whether each position visited gets its exact value.
    exactly: bool,
}

/// A move that a search still has to try.
struct Child<S> {
    after: S,
    gain: i64,
    /// Whether the same player moves again.
    same: bool,
}

impl<'r, R: Strategy> Exhaustive<'r, R> {
    /// A search with an empty table.
    pub fn new(rules: &'r R) -> Self {
        Self { rules, tabulated: None, table: FxHashMap::default(), states: 0, exactly: false }
    }

    /// Lets the game list the values of a position and of all that can follow, or only those of the last ones if time
    /// or memory is short.
    pub fn tabulate(&mut self, state: &R::State, control: &Control) -> Result<(), Stop> {
        let size = self.rules.size(state);
        let time = control.time_left().map_or(f64::INFINITY, |left| left.as_secs_f64());
        let most = (time * TABULATED_A_SECOND).min(control.memory_limit() as f64 / 2.0);
        let known = self.tabulated(state).is_some() || size > most && self.tabulated.is_some();
        if known {
            return Ok(());
        }
        let most = if size > most { most.min(MOST_LAST_ONES) } else { most };
        self.tabulated = None;
        self.tabulated = self.rules.tabulate(state, most as u64, control)?;
        self.states += self.tabulated.as_ref().map_or(0, |tabulated| tabulated.size);
        Ok(())
    }

    /// The value of a position that the game has listed.
    pub fn tabulated(&self, state: &R::State) -> Option<i64> {
        self.tabulated.as_ref().and_then(|tabulated| (tabulated.value)(state))
    }

    /// Whether the game lists values itself.
    pub fn is_tabulated(&self) -> bool {
        self.tabulated.is_some()
    }

    /// The value of a position for the player to move: the points that he still wins minus those of the opponent. The
    /// search begins at `guess`, and gives up after `budget` positions.
    pub fn value(
        &mut self,
        state: &R::State,
        guess: i64,
        budget: u64,
        control: &Control,
    ) -> Result<i64, Stop> {
        let Status::ToMove(player) = self.rules.status(state) else { return Ok(0) };
        if let Some(value) = self.tabulated(state) {
            return Ok(value);
        }
        let range = self.rules.range(state);
        let (mut low, mut high) = (-range, range);
        let mut guess = guess;
        let limit = Limit { states: self.states.saturating_add(budget), control };
        while low < high {
            let goal = guess.clamp(low + 1, high);
            guess = self.bound(state, player, goal, 0, &limit)?;
            if guess >= goal {
                low = guess;
            } else {
                high = guess;
            }
        }
        Ok(low)
    }

    /// The value of each move for the player who makes it.
    pub fn values(
        &mut self,
        state: &R::State,
        moves: &[R::Move],
        control: &Control,
    ) -> Result<Vec<i64>, Stop> {
        let Status::ToMove(player) = self.rules.status(state) else { return Ok(Vec::new()) };
        let mut values: Vec<i64> = Vec::new();
        let mut guess = 0;
        for (number, played) in moves.iter().enumerate() {
            control.report_progress(|| {
                format!("move {} of {}: {} positions", number + 1, moves.len(), self.states)
            });
            let child = self.child(state, player, played);
            let rest = if child.same { guess - child.gain } else { child.gain - guess };
            let rest = self.value(&child.after, rest, u64::MAX, control)?;
            let value = if child.same { child.gain + rest } else { child.gain - rest };
            guess = value;
            values.push(value);
        }
        Ok(values)
    }

    /// The first move that keeps this value, those that win most at once first.
    pub fn best(
        &mut self,
        state: &R::State,
        value: i64,
        control: &Control,
    ) -> Result<Option<R::Move>, Stop> {
        let Status::ToMove(player) = self.rules.status(state) else { return Ok(None) };
        let moves = self.rules.moves(state).into_iter();
        let mut children: Vec<_> =
            moves.map(|played| (self.child(state, player, &played), played)).collect();
        children.sort_by_key(|(child, _)| -child.gain);
        for (child, played) in children {
            let (gain, rest) = (child.gain, self.value(&child.after, 0, u64::MAX, control)?);
            if (if child.same { gain + rest } else { gain - rest }) == value {
                return Ok(Some(played));
            }
        }
        Ok(None)
    }

    /// The bounds of a position in the table.
    fn known(&self, state: &R::State) -> (i64, i64) {
        let range = self.rules.range(state);
        let known = self.table.get(&self.rules.key(state));
        known.map_or((-range, range), |&(low, high)| (low.into(), high.into()))
    }

    fn child(&self, state: &R::State, player: usize, played: &R::Move) -> Child<R::State> {
        let after = self.rules.apply(state, played);
        let gain = lead(self.rules, 2, &after, player) - lead(self.rules, 2, state, player);
        let same = self.rules.status(&after) == Status::ToMove(player);
        Child { after, gain, same }
    }

    /// Decides whether a position's value is at least `goal`: if so, returns a lower bound of at least `goal`,
    /// otherwise an upper bound below `goal`.
    fn bound(
        &mut self,
        state: &R::State,
        player: usize,
        goal: i64,
        ply: usize,
        limit: &Limit<'_>,
    ) -> Result<i64, Stop> {
        let key = self.rules.key(state);
        let range = self.rules.range(state);
        let known = self.table.get(&key);
        let (low, high) = known.map_or((-range, range), |&(low, high)| (low.into(), high.into()));
        if low >= goal || low == high {
            return Ok(low);
        }
        if high < goal {
            return Ok(high);
        }
        self.visit(ply, limit)?;
        if self.exactly {
            return self.exact(key, state, player, high, ply, limit);
        }
        // First, the bounds of the next positions in the table may answer the question.
        let mut best = -range;
        let mut open: Vec<(i64, Child<R::State>)> = Vec::new();
        for played in self.rules.moves(state) {
            let child = self.child(state, player, &played);
            let (least, most) = match self.rules.status(&child.after) {
                Status::Over => (child.gain, child.gain),
                Status::ToMove(_) => {
                    let (low, high) = self.known(&child.after);
                    if child.same {
                        (child.gain + low, child.gain + high)
                    } else {
                        (child.gain - high, child.gain - low)
                    }
                }
            };
            if least >= goal {
                self.store(key, least, high);
                return Ok(least);
            }
            if most < goal {
                best = best.max(most);
            } else {
                open.push((least + most, child));
            }
        }
        // The moves that promise most come first.
        open.sort_by_key(|(promise, _)| -promise);
        for (_, child) in open {
            let value = match self.rules.status(&child.after) {
                Status::ToMove(next) if child.same => {
                    child.gain
                        + self.bound(&child.after, next, goal - child.gain, ply + 1, limit)?
                }
                Status::ToMove(next) => {
                    let goal = child.gain - goal + 1;
                    child.gain - self.bound(&child.after, next, goal, ply + 1, limit)?
                }
                Status::Over => child.gain,
            };
            if value >= goal {
                self.store(key, value, high);
                return Ok(value);
            }
            best = best.max(value);
        }
        self.store(key, low, best);
        Ok(best)
    }

    /// Counts a position, and checks the limits.
    fn visit(&mut self, ply: usize, limit: &Limit<'_>) -> Result<(), Stop> {
        self.states += 1;
        if ply == MOST_PLIES {
            return Err(Stop::Size("a longer game than is solved exactly"));
        }
        if !self.states.is_multiple_of(LOOK) {
            return Ok(());
        }
        let most = MOST_VISITS * self.table.len() as f64;
        self.exactly |= self.states > FIRST_VISITS && self.states as f64 > most;
        if self.states > limit.states {
            return Err(Stop::Size("more positions than were to be searched"));
        }
        limit.control.check()?;
        limit.control.check_memory(table_bytes(&self.table))
    }

    /// The value of a position, given an upper bound `high`.
    fn exact(
        &mut self,
        key: R::Key,
        state: &R::State,
        player: usize,
        high: i64,
        ply: usize,
        limit: &Limit<'_>,
    ) -> Result<i64, Stop> {
        let mut best = i64::MIN;
        for played in self.rules.moves(state) {
            let child = self.child(state, player, &played);
            let rest = match self.rules.status(&child.after) {
                Status::Over => 0,
                Status::ToMove(next) => {
                    let key = self.rules.key(&child.after);
                    let known = self.table.get(&key).copied();
                    match known {
                        Some((low, high)) if low == high => low.into(),
                        _ => {
                            let range = self.rules.range(&child.after);
                            let high = known.map_or(range, |(_, high)| high.into());
                            self.visit(ply + 1, limit)?;
                            self.exact(key, &child.after, next, high, ply + 1, limit)?
                        }
                    }
                }
            };
            best = best.max(if child.same { child.gain + rest } else { child.gain - rest });
            if best == high {
                break;
            }
        }
        self.store(key, best, best);
        Ok(best)
    }

    fn store(&mut self, key: R::Key, low: i64, high: i64) {
        self.table.insert(key, (low as i16, high as i16));
    }
}

/// When a search gives up.
struct Limit<'c> {
    states: u64,
    control: &'c Control,
}
