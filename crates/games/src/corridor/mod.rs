//! Corridor: two pawns race to the opposite edges, and sticks laid on the edges of squares block the way.
//! With sticks of length 2, diagonal jumps and the path rule, it is Quoridor.

mod drawing;
mod notation;
pub mod outlook;
mod parameters;
mod picture;
mod reasons;
pub mod rules;
mod solver;
pub(crate) mod values;

use crate::rules::{Rules, Status, count_sequences};
use crate::text::{joined, word};
pub use rules::Corridor;
use rules::board::Size;
use rules::passability::{PASSABILITIES, Passability};
use rules::state::{Move, State, sticks_left};
use rules::{JUMPS, Standing};
use soliter_base::control::{Control, Stop};

impl Rules for Corridor {
    fn name(&self) -> &'static str {
        self.name
    }

    fn players(&self) -> usize {
        self.players
    }

    fn readings(&self) -> Vec<(&'static str, String)> {
        let mut list = vec![
            ("n", self.board.size().columns.to_string()),
            ("players", self.players.to_string()),
            ("walls", sticks_left(self.walls, "unlimited")),
            ("passability", word(&PASSABILITIES, &self.passability)),
            ("jump", word(&JUMPS, &self.jump)),
            ("placement", self.placement.to_string()),
            ("border_walls", self.border_walls.to_string()),
            ("wall_length", self.wall_length.to_string()),
            ("repetition", self.repetition.to_string()),
        ];
        let Size { columns, rows } = self.board.size();
        if rows != columns {
            list.insert(1, ("rows", rows.to_string()));
        }
        if !self.placement {
            list.push(("start", self.start_names()));
        }
        list
    }

    fn initial(&self) -> &State {
        &self.initial
    }

    fn start_at(&mut self, state: State) {
        self.initial = state;
    }

    fn status(&self, state: &State) -> Status {
        Status::ToMove(state.mover()).unless(self.standing(state) != Standing::Open)
    }

    fn moves(&self, state: &State) -> Vec<Move> {
        if self.standing(state) == Standing::Open { self.legal(state) } else { Vec::new() }
    }

    fn apply(&self, state: &State, played: &Move) -> State {
        self.after(state, *played)
    }

    fn scores(&self, state: &State) -> Vec<i64> {
        let winner = self.winner(state);
        (0..self.players).map(|player| i64::from(winner == Some(player))).collect()
    }

    /// `1-0`, `0-1`, `1/2`; with more than two players the points, `0:1:0`.
    fn result(&self, state: &State) -> String {
        let scores = self.scores(state);
        match scores[..] {
            [0, 0] if self.standing(state) == Standing::Open => "open".into(),
            [0, 0] => "1/2".into(),
            [first, second] => format!("{first}-{second}"),
            _ => joined(scores, ":"),
        }
    }

    fn repetition(&self) -> Option<usize> {
        Some(self.repetition)
    }

    fn perft_note(&self) -> Option<&'static str> {
        let draws = self.passability != Passability::Path;
        draws.then_some("only an arrival ends a game here, no draw, as other programs count")
    }

    /// Like the general count, except that moves of the last ply are only counted, and only an arrival ends a
    /// game: the programs that these counts are compared with do not declare draws.
    fn perft(&self, state: &State, depth: usize, control: &Control) -> Result<u128, Stop> {
        let over = |state: &State| self.winner(state).is_some();
        let legal = |state: &State| if over(state) { Vec::new() } else { self.legal(state) };
        let number = |state: &State| if over(state) { 0 } else { u128::from(self.count(state)) };
        let after = |state: &State, played: &Move| self.after(state, *played);
        count_sequences(state, depth, legal, after, number, control)
    }
}
