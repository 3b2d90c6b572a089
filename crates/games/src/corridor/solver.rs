//! Analyses a position: by exact tables if they fit into the time and memory limits, and otherwise by the
//! race for a wall, which gives bounds, and by a search for the best move.

use crate::analysis::{Analysis, Bounds, Solver};
use crate::corridor::outlook::{lookahead::CorridorTree, wall_race, wall_race::RaceStanding};
use crate::corridor::rules::state::{Move, State};
use crate::corridor::rules::{Corridor, Standing};
use crate::corridor::values::{line, tables, worth::worth_of_strategy};
use crate::engine::lookahead::{USUAL_TIME, look_ahead};
use crate::engine::tree::{Scored, Tree};
use soliter_base::control::{Control, Stop};

/// The fraction of the time for the tables; the rest is for the search if the tables do not fit.
const TABLES_SHARE: f64 = 0.6;

impl Solver for Corridor {
    fn final_value(&self, state: &State) -> i64 {
        match self.standing(state) {
            Standing::Won(winner) if winner == state.mover() => 1,
            Standing::Won(_) => -1,
            Standing::Drawn | Standing::Open => 0,
        }
    }

    fn analyse(&self, state: &State, control: &Control) -> Analysis<Move> {
        let legal = self.legal(state);
        let players = (self.players != 2).then_some(Stop::Players);
        let mut found = Analysis::unknown(&legal, players);
        found.best.push(self.simple_strategy(state));
        let race = wall_race::standing(self, state);
        if let Some(race) = &race {
            found.remarks.push(("wall race", race.sentence(state)));
        }
        let stop = if self.players == 2 {
            match tables::solve(self, state, &control.share(TABLES_SHARE)) {
                Ok(table) => {
                    for (played, value) in &mut found.moves {
                        let his = line::value_of(self, &self.after(state, *played), &*table);
                        *value = his.map(|value| -value);
                    }
                    found.line = line::line(self, state, &*table);
                    found.states = table.positions();
                    let mut found = found.by_moves();
                    found.remarks.extend(worth_of_strategy(self, state, &*table, control));
                    return found;
                }
                Err(stop) => stop,
            }
        } else {
            Stop::Players
        };
        if let Some(race) = race {
            self.by_race(state, &race, control, &mut found);
        }
        if found.value.is_some() {
            return found;
        }
        if stop == Stop::Cancelled {
            found.stopped = Some(stop);
            return found;
        }
        self.by_search(state, usize::MAX, &control.clone().within_usual(USUAL_TIME), found)
    }

    fn move_ahead(&self, state: &State, among: &[Move], depth: usize, control: &Control) -> Move {
        let mut found = Analysis::unknown(among, None);
        found.best.push(among[0]);
        found.keeping = among.to_vec();
        self.by_search(state, depth, control, found).best[0]
    }

    fn strategy_move(&self, state: &State, _control: &Control) -> Move {
        self.simple_strategy(state)
    }
}

impl Corridor {
    /// Adds the results of the race for a wall: a player who closes the line in time cannot lose. The moves
    /// after which the mover still does so keep the lower bound; if a limit is reached, only some of them are
    /// found.
    fn by_race(
        &self,
        state: &State,
        race: &RaceStanding,
        control: &Control,
        found: &mut Analysis<Move>,
    ) {
        let mover = state.mover();
        found.bounds = Bounds {
            least: race.makes_it[mover].then_some(0),
            most: race.makes_it[1 - mover].then_some(0),
        };
        if found.bounds.least.is_some() {
            // The tree caches races, and few moves change them.
            let tree = CorridorTree::new(self);
            for (played, _) in &found.moves {
                if let Err(stop) = control.check() {
                    found.stopped = Some(stop);
                    break;
                }
                if tree.makes_it(&self.after(state, *played), mover) {
                    found.keeping.push(*played);
                }
            }
            if !found.keeping.is_empty() {
                found.best.clone_from(&found.keeping);
            }
        }
        if race.drawn() {
            for (played, value) in &mut found.moves {
                *value = found.keeping.contains(played).then_some(0);
            }
            found.value = Some(0);
        }
    }

    /// Adds the results of a search: the best move that keeps the proved bound, and possibly a value.
    fn by_search(
        &self,
        state: &State,
        deepest: usize,
        control: &Control,
        mut found: Analysis<Move>,
    ) -> Analysis<Move> {
        let tree = CorridorTree::new(self);
        let mut choices = tree.choices(state, usize::MAX);
        if !found.keeping.is_empty() {
            choices.moves.retain(|played| found.keeping.contains(played));
            choices.complete = false;
        }
        let result = look_ahead(&tree, state, choices, deepest, control);
        for (played, value) in &mut found.moves {
            let scored = result.moves.iter().find(|scored| scored.played == *played);
            *value = scored.and_then(Scored::value).filter(|_| self.players == 2);
        }
        found.states = result.states;
        if self.players == 2 {
            found.stopped = result.stopped;
        }
        let bounds = &mut found.bounds;
        // Values lie between a loss and a win, so a proved win or loss is the value. The search's bounds are
        // informative only if they are strictly between.
        if result.least > -1 || result.most == -1 {
            bounds.least = bounds.least.max(Some(result.least));
        }
        if result.most < 1 && self.players == 2 {
            bounds.most = Some(bounds.most.unwrap_or(1).min(result.most));
        }
        if result.least == 1 {
            bounds.most = Some(1);
        }
        if let Some(first) = result.moves.first() {
            found.best = vec![first.played];
        }
        found.opinion = result.opinion;
        found.line = result.line;
        match found.bounds.value().filter(|_| self.players == 2) {
            Some(value) => found.decided(value),
            None => found,
        }
    }
}
