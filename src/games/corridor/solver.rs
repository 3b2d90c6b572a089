//! The value of a position: exact tables where they fit, the race for a wall, else the best move
//! that a search of limited depth finds.

use std::time::Duration;

use crate::base::control::{Control, Stop};
use crate::games::analysis::{Analysis, Solver};
use crate::games::corridor::alpha_beta::{MoveScore, Search};
use crate::games::corridor::line;
use crate::games::corridor::rules::{Corridor, Standing};
use crate::games::corridor::state::{Move, State};
use crate::games::corridor::tables::{self, Solved};
use crate::games::corridor::wall_race;

/// How long the search without a proof goes on if nobody says.
const USUAL_TIME: Duration = Duration::from_secs(5);
/// Depth of the search that finds a move to fall back on.
const HASTY_DEPTH: usize = 2;

impl Solver for Corridor {
    fn final_value(&self, state: &State) -> i64 {
        match self.standing(state) {
            Standing::Won(winner) if winner == state.mover() => 1,
            Standing::Won(_) => -1,
            Standing::Drawn | Standing::Open => 0,
        }
    }

    fn analyse(&self, state: &State, control: &Control) -> Analysis<Move> {
        let mut legal = Vec::new();
        self.legal(state, &mut legal);
        let mut found = Analysis {
            value: None,
            moves: legal.iter().map(|played| (*played, None)).collect(),
            best: vec![self.simple_strategy(state)],
            line: Vec::new(),
            states: 0,
            stopped: None,
            remarks: Vec::new(),
        };
        if self.players != 2 {
            found.stopped = Some(Stop::Players);
            return found;
        }
        let race = wall_race::standing(self, state);
        if let Some(race) = &race {
            found.remarks.push(("wall race", race.sentence(state)));
        }
        if control.time_left().is_some() {
            // The tables may take all the time there is.
            self.by_search(state, control, HASTY_DEPTH, &mut found);
        }
        match tables::solve(self, state, control) {
            Ok(table) => self.by_table(state, &*table, &mut found),
            Err(Stop::Cancelled) => found.stopped = Some(Stop::Cancelled),
            Err(_) if race.is_some_and(|race| race.drawn()) => {
                self.by_race(state, control, &mut found);
            }
            Err(stop) if control.check().is_err() => {
                found.stopped = found.value.is_none().then_some(stop);
            }
            Err(_) => {
                let limited = match control.time_left() {
                    Some(_) => control.clone(),
                    None => control.clone().within(USUAL_TIME),
                };
                self.by_search(state, &limited, usize::MAX, &mut found);
            }
        }
        found
    }

    fn strategy_move(&self, state: &State, _control: &Control) -> Move {
        self.simple_strategy(state)
    }
}

impl Corridor {
    /// Values of all moves from a table.
    fn by_table(&self, state: &State, table: &dyn Solved, found: &mut Analysis<Move>) {
        for (played, value) in &mut found.moves {
            let his = line::value_of(self, &self.after(state, *played), table);
            *value = his.map(|value| -value);
        }
        let values: Option<Vec<i64>> = found.moves.iter().map(|(_, value)| *value).collect();
        found.value = values.and_then(|values| values.into_iter().max());
        let keeps = found.moves.iter().filter(|(_, value)| *value == found.value);
        found.best = keeps.map(|(played, _)| *played).collect();
        found.line = line::line(self, state, table);
        found.states = table.positions();
        found.stopped = None;
    }

    /// Neither player can lose: a draw, kept by every move after which that is still so. Where a limit
    /// comes first, the moves that were looked at.
    fn by_race(&self, state: &State, control: &Control, found: &mut Analysis<Move>) {
        found.value = Some(0);
        found.stopped = None;
        for (played, value) in &mut found.moves {
            if let Err(stop) = control.check() {
                found.stopped = Some(stop);
                break;
            }
            let after = wall_race::standing(self, &self.after(state, *played));
            *value = after.filter(wall_race::RaceStanding::drawn).map(|_| 0);
        }
        let kept = found.moves.iter().filter(|(_, value)| *value == Some(0));
        let kept: Vec<Move> = kept.map(|(played, _)| *played).collect();
        if !kept.is_empty() {
            found.best = kept;
        }
        found.line = Vec::new();
    }

    /// The best move that a search finds in the time; a value only if it is proved.
    fn by_search(
        &self,
        state: &State,
        control: &Control,
        deepest: usize,
        found: &mut Analysis<Move>,
    ) {
        let mut search = Search::new(self, control);
        let result = search.deepen(state, deepest);
        for (played, value) in &mut found.moves {
            let scored = result.moves.iter().find(|scored| scored.played == *played);
            *value = scored.copied().and_then(MoveScore::value);
        }
        found.states = search.positions;
        found.stopped = result.stopped;
        let won = found.moves.iter().any(|(_, value)| *value == Some(1));
        let lost = found.moves.iter().all(|(_, value)| *value == Some(-1));
        found.value = if won {
            Some(1)
        } else if lost {
            Some(-1)
        } else {
            None
        };
        if found.value.is_some() {
            found.stopped = None;
            let keeps = found.moves.iter().filter(|(_, value)| *value == found.value);
            found.best = keeps.map(|(played, _)| *played).collect();
        } else if let Some(first) = result.moves.first() {
            found.best = vec![first.played];
        }
        if let Some(first) = result.moves.first() {
            found.line = search.line(state, first.played, found.value);
        }
    }
}
