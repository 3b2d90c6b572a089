//! Solves and searches positions of any game: exactly if time and memory allow, and otherwise as well as the player
//! can. Solved positions are kept for later ones.

use std::time::Duration;

use crate::analysis::{Analysis, WrongAnalysis, verify};
use crate::player::{Found, Player};
use crate::rules::{Status, lead};
use crate::solver::{exhaustive::Exhaustive, retrograde::Retrograde};
use crate::strategy::{Bounds, ROOT, Strategy};
use soliter_base::control::{Control, Stop};

/// The duration of a search without a proof if there is no time limit.
const USUAL_TIME: Duration = Duration::from_secs(5);
/// The fraction of the time for exact values; the rest is for the player if they are not found.
const EXACT_SHARE: f64 = 0.5;
/// The positions per second that a search examines, in terms of the number that the game expects; the same for
/// retrograde analysis; and the least bytes that each position takes. Without these limits, time would be lost on
/// positions that are too large.
const SEARCHED_A_SECOND: f64 = 5e5;
const LISTED_A_SECOND: f64 = 1e5;
const LEAST_BYTES: f64 = 16.0;
/// Up to this number of positions, a game is solved although its value is proved without a search.
const QUICKLY_SOLVED: f64 = 2e6;

/// A game with its solved positions.
pub struct Engine<'r, R: Strategy> {
    rules: &'r R,
    solver: Solver<'r, R>,
}

enum Solver<'r, R: Strategy> {
    Exhaustive(Exhaustive<'r, R>),
    Retrograde(Retrograde<'r, R>),
    /// The game has more than two players.
    None,
}

impl<'r, R: Strategy> Engine<'r, R> {
    /// An engine that has solved nothing yet.
    pub fn new(rules: &'r R) -> Self {
        let about = rules.about();
        let solver = match about.repetition {
            _ if about.players != 2 => Solver::None,
            Some(_) => Solver::Retrograde(Retrograde::new(rules)),
            None => Solver::Exhaustive(Exhaustive::new(rules)),
        };
        Self { rules, solver }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &'r R {
        self.rules
    }

    /// Analyses a position, and checks the analysis with [`verify`]. For a finished game, nothing is left to
    /// win: the value is 0.
    pub fn analyse(
        &mut self,
        state: &R::State,
        control: &Control,
    ) -> Result<Analysis<R::Move>, WrongAnalysis> {
        if self.rules.status(state) == Status::Over {
            return Ok(Analysis { states: 1, ..Analysis::unknown(&[], None).decided(0) });
        }
        let found = self.found(state, control);
        verify(self.rules, state, &found).map(|()| found)
    }

    fn found(&mut self, state: &R::State, control: &Control) -> Analysis<R::Move> {
        let moves = self.rules.moves(state);
        // A value proved without a search needs no exact solver, which adds only the values of more moves.
        if self.rules.size(state) > QUICKLY_SOLVED {
            let mut found = Analysis::unknown(&moves, None);
            self.keep(state, &mut found);
            if found.value.is_some() {
                return found;
            }
        }
        let stop = match self.solve(state, &moves, &control.share(EXACT_SHARE)) {
            Ok(found) => return found,
            Err(stop) => stop,
        };
        let mut found = Analysis::unknown(&moves, Some(stop));
        // `found` has the moves too, and they may take a megabyte.
        drop(moves);
        let keeping = self.keep(state, &mut found);
        if found.value.is_some() {
            return found;
        }
        let any = |found: &Analysis<R::Move>| match &keeping {
            Some(keeping) => vec![keeping[0].clone()],
            None => vec![found.moves[0].0.clone()],
        };
        if stop == Stop::Cancelled {
            found.best = any(&found);
            return found;
        }
        let control = control.clone().within_usual(USUAL_TIME);
        let (searched, states) = self.search(state, keeping.as_deref(), ROOT, &control);
        self.add(state, searched, &mut found);
        found.states = states;
        if found.best.is_empty() {
            found.best = any(&found);
        }
        found
    }

    /// All values, if they are found within the limits.
    fn solve(
        &mut self,
        state: &R::State,
        moves: &[R::Move],
        control: &Control,
    ) -> Result<Analysis<R::Move>, Stop> {
        control.check()?;
        if matches!(self.solver, Solver::None) {
            return Err(Stop::Players);
        }
        if let Solver::Exhaustive(solver) = &mut self.solver {
            solver.tabulate(state, control)?;
            if solver.tabulated(state).is_some() {
                return self.values(state, moves, control);
            }
        }
        let size = self.rules.size(state);
        let time = control.time_left().map_or(f64::INFINITY, |left| left.as_secs_f64());
        let a_second = match self.solver {
            Solver::Retrograde(_) => LISTED_A_SECOND,
            Solver::Exhaustive(_) | Solver::None => SEARCHED_A_SECOND,
        };
        if size > time * a_second {
            return Err(Stop::Time);
        }
        if size * LEAST_BYTES > control.memory_limit() as f64 {
            return Err(Stop::Memory);
        }
        self.values(state, moves, control)
    }

    fn values(
        &mut self,
        state: &R::State,
        moves: &[R::Move],
        control: &Control,
    ) -> Result<Analysis<R::Move>, Stop> {
        let (values, states) = match &mut self.solver {
            Solver::Exhaustive(solver) => (solver.values(state, moves, control)?, solver.states),
            Solver::Retrograde(solver) => (solver.values(state, moves, control)?, solver.states),
            Solver::None => return Err(Stop::Players),
        };
        let Some(value) = values.iter().copied().max() else { return Err(Stop::Players) };
        let mut found = Analysis::unknown(moves, None);
        for ((_, of), value) in found.moves.iter_mut().zip(values) {
            *of = Some(self.worth(state, value));
        }
        found.states = states;
        found.line = self.line(state, value, control)?;
        Ok(found.decided(self.worth(state, value)))
    }

    /// The value of a difference of points: if only the result counts, whether it wins.
    fn worth(&self, state: &R::State, difference: i64) -> i64 {
        let about = self.rules.about();
        let Status::ToMove(player) = self.rules.status(state) else { return 0 };
        if about.result_counts {
            (lead(self.rules, about.players, state, player) + difference).signum()
        } else {
            difference
        }
    }

    /// Best play from a solved position with this difference of points.
    fn line(
        &mut self,
        state: &R::State,
        difference: i64,
        control: &Control,
    ) -> Result<Vec<R::Move>, Stop> {
        let mut line = Vec::new();
        let (mut at, mut left) = (state.clone(), difference);
        while let Status::ToMove(player) = self.rules.status(&at) {
            let played = match &mut self.solver {
                Solver::Exhaustive(solver) => solver.best(&at, left, control)?,
                // If nobody wins, play may go on for ever.
                Solver::Retrograde(_) if difference == 0 => None,
                Solver::Retrograde(solver) => solver.best(&at),
                Solver::None => None,
            };
            let Some(played) = played else { break };
            let after = self.rules.apply(&at, &played);
            left -= lead(self.rules, 2, &after, player) - lead(self.rules, 2, &at, player);
            if self.rules.status(&after) != Status::ToMove(player) {
                left = -left;
            }
            line.push(played);
            at = after;
        }
        Ok(line)
    }

    fn proved(&self, state: &R::State) -> Bounds {
        match self.rules.status(state) {
            Status::ToMove(player) => self.rules.outlook(state, player).proved,
            Status::Over => Bounds::default(),
        }
    }

    /// Adds the bounds that are proved without a search. Returns the moves that are known to keep the
    /// lower bound, unless that is all of them or none.
    fn keep(&self, state: &R::State, found: &mut Analysis<R::Move>) -> Option<Vec<R::Move>> {
        found.bounds = self.proved(state);
        let least = found.bounds.least?;
        let kept = |played: &R::Move| {
            let after = self.rules.apply(state, played);
            let Bounds { least: low, most: high } = self.proved(&after);
            let same = self.rules.status(&after) == self.rules.status(state);
            if same { low >= Some(least) } else { high.is_some_and(|high| -high >= least) }
        };
        let all = found.moves.iter().map(|(played, _)| played);
        let keeping: Vec<R::Move> = all.filter(|played| kept(played)).cloned().collect();
        if keeping.is_empty() {
            return None;
        }
        if let Some(value) = found.bounds.value() {
            for (played, of) in &mut found.moves {
                *of = keeping.contains(played).then_some(value);
            }
            let decided = found.clone().decided(value);
            *found = decided;
        }
        Some(keeping).filter(|keeping| keeping.len() < found.moves.len())
    }

    /// The best turn that the player finds, with the number of positions examined.
    fn search(
        &mut self,
        state: &R::State,
        among: Option<&[R::Move]>,
        deepest: usize,
        control: &Control,
    ) -> (Found<R::Move>, u64) {
        let solver = match &mut self.solver {
            Solver::Exhaustive(solver) => Some(solver),
            Solver::Retrograde(_) | Solver::None => None,
        };
        let mut player = Player::new(self.rules, state, solver, control);
        let found = player.look(state, among, deepest);
        (found, player.states)
    }

    /// Adds the results of a search: the best move, and possibly bounds and a value.
    fn add(&self, state: &R::State, searched: Found<R::Move>, found: &mut Analysis<R::Move>) {
        let two = self.rules.about().players == 2;
        let range = self.rules.range(state);
        let Bounds { least, most } = found.bounds;
        // A bound that every position of this range has says nothing, unless it is the value.
        let decided = searched.least == searched.most;
        let least = least.max(Some(searched.least).filter(|least| decided || *least > -range));
        let higher = Some(searched.most).filter(|most| two && (decided || *most < range));
        let most = match (most, higher) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        found.bounds = Bounds {
            least: least.map(|least| self.worth(state, least)),
            most: most.map(|most| self.worth(state, most)),
        };
        if two {
            for (played, value) in &searched.values {
                let of = found.moves.iter_mut().find(|(other, _)| other == played);
                if let Some((_, of)) = of {
                    *of = Some(self.worth(state, *value));
                }
            }
            if searched.stopped == Some(Stop::Cancelled) {
                found.stopped = searched.stopped;
            }
        }
        found.best = searched.line.first().cloned().into_iter().collect();
        found.line = searched.line;
        found.opinion = searched.opinion;
        if let Some(value) = found.bounds.value().filter(|_| two) {
            // If only the result counts, the rest of the line need not keep it.
            found.line.truncate(1);
            let decided = found.clone().decided(value);
            *found = decided;
        }
    }

    /// The best of some legal moves (at least one), found by a search of `depth` turns, or of as many as the
    /// time allows. If a limit is reached first, it may be any of them.
    pub fn ahead(
        &mut self,
        state: &R::State,
        among: &[R::Move],
        depth: usize,
        control: &Control,
    ) -> R::Move {
        let control = control.clone().within_usual(USUAL_TIME);
        let found = self.search(state, Some(among), depth, &control).0;
        found.line.into_iter().next().unwrap_or_else(|| among[0].clone())
    }
}

/// Analyses a single position with a new engine.
pub fn verified<R: Playable>(
    rules: &R,
    state: &R::State,
    control: &Control,
) -> Result<Analysis<R::Move>, WrongAnalysis> {
    R::analyse(&mut Engine::new(rules), state, control)
}

/// A game with its engine, compiled together: implement it by [`playable!`](crate::playable). A generic
/// implementation would be compiled with each program that uses it, which may be built with little
/// optimisation.
pub trait Playable: Strategy {
    /// [`Engine::analyse`].
    ///
    /// # Errors
    /// See there.
    fn analyse(
        engine: &mut Engine<'_, Self>,
        state: &Self::State,
        control: &Control,
    ) -> Result<Analysis<Self::Move>, WrongAnalysis>;

    /// [`Engine::ahead`].
    fn ahead(
        engine: &mut Engine<'_, Self>,
        state: &Self::State,
        among: &[Self::Move],
        depth: usize,
        control: &Control,
    ) -> Self::Move;

    /// [`perft::sequences`](crate::perft::sequences).
    ///
    /// # Errors
    /// See there.
    fn sequences(&self, state: &Self::State, depth: usize, control: &Control)
    -> Result<u128, Stop>;
}

/// Implements [`Playable`](crate::engine::Playable) for games.
#[macro_export]
macro_rules! playable {
    ($($game:ty),*) => {$(
        impl $crate::engine::Playable for $game {
            fn analyse(
                engine: &mut $crate::engine::Engine<'_, Self>,
                state: &Self::State,
                control: &$crate::control::Control,
            ) -> Result<$crate::analysis::Analysis<Self::Move>, $crate::analysis::WrongAnalysis> {
                engine.analyse(state, control)
            }

            fn ahead(
                engine: &mut $crate::engine::Engine<'_, Self>,
                state: &Self::State,
                among: &[Self::Move],
                depth: usize,
                control: &$crate::control::Control,
            ) -> Self::Move {
                engine.ahead(state, among, depth, control)
            }

            fn sequences(
                &self,
                state: &Self::State,
                depth: usize,
                control: &$crate::control::Control,
            ) -> Result<u128, $crate::control::Stop> {
                $crate::perft::sequences(self, state, depth, control)
            }
        }
    )*};
}
