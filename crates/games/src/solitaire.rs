//! Peg solitaire as a one-player game, with jumps as moves.

use crate::rules::{About, Illegal, Rules, Status};
use soliter_base::diagnostic::TextFault;
use soliter_boards::board::position::{Hole, Position};
use soliter_boards::rules;
use soliter_boards::{line::Hop, notation::Scheme, puzzle::Puzzle};

/// The game of a puzzle.
#[derive(Clone, Debug)]
pub struct Solitaire {
    puzzle: Puzzle,
    start: State,
}

/// The pegs, and the peg that jumped last.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The holes with pegs.
    pub pegs: Position,
    /// Where the last jump landed.
    pub last: Option<Hole>,
}

impl Solitaire {
    /// The game of a puzzle, from its start.
    pub fn new(puzzle: Puzzle) -> Self {
        let start = State { pegs: puzzle.start().clone(), last: None };
        Self { puzzle, start }
    }
}

impl Rules for Solitaire {
    type State = State;
    type Move = Hop;

    fn about(&self) -> About {
        let directions = self.puzzle.board().directions().as_str().to_owned();
        let readings = vec![("directions", directions)];
        About { name: "peg-solitaire", players: 1, readings, ..About::default() }
    }

    fn initial(&self) -> &State {
        &self.start
    }

    /// The game is over if the finish is reached or no jump is possible.
    fn status(&self, state: &State) -> Status {
        let stuck = rules::legal_jumps(&self.puzzle, &state.pegs).next().is_none();
        Status::ToMove(0).unless(stuck || self.puzzle.finish().accepts(&state.pegs))
    }

    fn moves(&self, state: &State) -> Vec<Hop> {
        if self.puzzle.finish().accepts(&state.pegs) {
            return Vec::new();
        }
        let board = self.puzzle.board();
        rules::legal_jumps(&self.puzzle, &state.pegs).map(|jump| board.hop(jump)).collect()
    }

    fn apply(&self, state: &State, played: &Hop) -> State {
        let made = rules::apply(&self.puzzle, &state.pegs, *played);
        let pegs = made.map_or_else(|_| state.pegs.clone(), |(_, after)| after);
        State { pegs, last: Some(played.to) }
    }

    /// One point if the finish is reached.
    fn score(&self, state: &State, _player: usize) -> i64 {
        self.puzzle.finish().accepts(&state.pegs).into()
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Hop, Illegal> {
        let names = self.puzzle.names();
        let syntax = || Illegal::new("syntax", "a jump is written 45-25");
        let named =
            text.split_once('(').and_then(|(from, rest)| Some((from, rest.split_once(')')?)));
        let (from, over, to) = match named {
            Some((from, (over, to))) => (from, Some(over), to),
            None => text.split_once('-').map(|(from, to)| (from, None, to)).ok_or_else(syntax)?,
        };
        let hole = |name: &str| {
            let none = || Illegal::new("no-such-hole", format!("no hole is called {name}"));
            names.hole(name).ok_or_else(none)
        };
        let hop = Hop { from: hole(from)?, to: hole(to)?, over: over.map(hole).transpose()? };
        let broken = |fault: rules::JumpFault| {
            Illegal::new(fault.reason(), rules::explain(&self.puzzle, fault, hop))
        };
        let applied = rules::apply(&self.puzzle, &state.pegs, hop);
        applied.map(|(jump, _)| self.puzzle.board().hop(jump)).map_err(broken)
    }

    fn write_move(&self, _state: &State, played: &Hop) -> String {
        self.puzzle.names().hop(*played)
    }

    fn read_position(&self, text: &str) -> Result<State, TextFault> {
        let (pegs, last) = text.split_once('/').unwrap_or((text, ""));
        let names = self.puzzle.names();
        let hole = |name: &str| {
            let unknown = || {
                let offset = name.as_ptr() as usize - text.as_ptr() as usize;
                let choose = |scheme: Scheme| format!("notation = \"{}\"", scheme.as_str());
                let hint = names.hint(self.puzzle.board(), name, choose);
                TextFault::at(offset, format!("no hole is called {name}"), hint)
            };
            names.hole(name).ok_or_else(unknown)
        };
        let mut state = State { pegs: Position::EMPTY, last: None };
        for name in pegs.split_whitespace() {
            state.pegs = state.pegs.with(hole(name)?);
        }
        for name in last.split_whitespace() {
            state.last = Some(hole(name)?);
        }
        Ok(state)
    }

    fn write_position(&self, state: &State) -> String {
        let pegs = self.puzzle.names().position(&state.pegs).join(" ");
        let last = state.last.map(|hole| format!(" / {}", self.puzzle.names().name(hole)));
        pegs + &last.unwrap_or_default()
    }
}
