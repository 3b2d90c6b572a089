//! A game in progress: its positions, the moves made, and the moves undone.

use rustc_hash::FxHashMap;

use crate::rules::{Illegal, Rules, Status, is_end, result};

/// A game from some position on. Its moves are legal as long as callers take them from [`Rules::moves`] or
/// [`Rules::read_move`].
#[derive(Clone, Debug)]
pub struct Playthrough<'r, R: Rules> {
    rules: &'r R,
    /// The number of occurrences of a position that make a draw.
    repetition: Option<usize>,
    /// The start, and the position after each move: one more than `moves`.
    states: Vec<R::State>,
    moves: Vec<R::Move>,
    /// Undone moves; the last one is redone next.
    undone: Vec<R::Move>,
    /// The number of occurrences of each position; counted only if repetition ends the game.
    times: FxHashMap<R::State, usize>,
}

impl<'r, R: Rules> Playthrough<'r, R> {
    /// A game from the puzzle's position.
    pub fn new(rules: &'r R) -> Self {
        Self::from(rules, rules.initial().clone())
    }

    /// A game from any position.
    pub fn from(rules: &'r R, start: R::State) -> Self {
        let mut game = Self {
            rules,
            repetition: rules.about().repetition,
            states: vec![start],
            moves: Vec::new(),
            undone: Vec::new(),
            times: FxHashMap::default(),
        };
        game.count();
        game
    }

    /// The game after some legal moves.
    #[must_use]
    pub fn with(mut self, moves: &[R::Move]) -> Self {
        for played in moves {
            self.make(played.clone());
        }
        self
    }

    /// The rules of the game.
    pub fn rules(&self) -> &'r R {
        self.rules
    }

    /// The start, and the position after each move.
    pub fn states(&self) -> &[R::State] {
        &self.states
    }

    /// The moves made, including those that only end a turn: one fewer than the positions.
    pub fn moves(&self) -> &[R::Move] {
        &self.moves
    }

    /// The current position.
    pub fn state(&self) -> &R::State {
        &self.states[self.moves.len()]
    }

    /// The last move with the position before it.
    pub fn last(&self) -> Option<(&R::State, &R::Move)> {
        let last = self.moves.len().checked_sub(1)?;
        Some((&self.states[last], &self.moves[last]))
    }

    /// Whether the current position has occurred so often that the game is a draw.
    pub fn is_repeated(&self) -> bool {
        let times = || self.times.get(self.state()).copied().unwrap_or(0);
        self.repetition.is_some_and(|limit| times() >= limit)
    }

    /// Whether the game would be a draw if this position occurred again.
    pub fn would_repeat(&self, state: &R::State) -> bool {
        let times = self.times.get(state).copied().unwrap_or(0);
        self.repetition.is_some_and(|limit| times + 1 >= limit)
    }

    fn count(&mut self) {
        if self.repetition.is_some() {
            *self.times.entry(self.state().clone()).or_insert(0) += 1;
        }
    }

    /// The status of the game: over after a draw by repetition.
    pub fn status(&self) -> Status {
        self.rules.status(self.state()).unless(self.is_repeated())
    }

    /// The result as written at the end of a record; `1/2` after a draw by repetition.
    pub fn result(&self) -> String {
        let drawn = self.is_drawn_by_repetition();
        if drawn { "1/2".to_owned() } else { result(self.rules, self.state()) }
    }

    /// Whether repetition alone ended the game.
    pub fn is_drawn_by_repetition(&self) -> bool {
        self.is_repeated() && self.rules.status(self.state()) != Status::Over
    }

    /// Makes a legal move. Undone moves can no longer be redone.
    pub fn make(&mut self, played: R::Move) {
        self.undone.clear();
        self.push(played);
    }

    /// Undoes the last move. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(played) = self.moves.pop() else { return false };
        if let Some(times) = self.states.pop().and_then(|state| self.times.get_mut(&state)) {
            *times -= 1;
        }
        self.undone.push(played);
        true
    }

    /// Redoes the last undone move. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(played) = self.undone.pop() else { return false };
        self.push(played);
        true
    }

    /// Makes the move given as text. A turn in which no action is left ends by itself.
    pub fn make_written(&mut self, text: &str) -> Result<(), Illegal> {
        let rules = self.rules;
        if rules.read_move(self.state(), text).is_err() {
            self.end_full_turn();
        }
        if self.status() == Status::Over {
            return Err(Illegal::new("illegal-after-end", "the game is over"));
        }
        let played = rules.read_move(self.state(), text)?;
        self.make(played);
        Ok(())
    }

    /// Ends the turn if no other move is legal in it.
    pub fn end_full_turn(&mut self) {
        if self.status() != Status::Over
            && let [only] = &self.rules.moves(self.state())[..]
            && is_end(self.rules, self.state(), only)
        {
            self.make(only.clone());
        }
    }

    fn push(&mut self, played: R::Move) {
        self.states.push(self.rules.apply(self.state(), &played));
        self.moves.push(played);
        self.count();
    }

    /// Every move in notation, including those that only end a turn.
    pub fn written(&self) -> Vec<String> {
        let write = |(state, played)| self.rules.write_move(state, played);
        self.states.iter().zip(&self.moves).map(write).collect()
    }

    /// The moves as a record for [`crate::record::replay`]: moves separated by spaces, and `;` for a
    /// move that only ends a turn.
    pub fn record(&self) -> String {
        let mut text = String::new();
        for (state, played) in self.states.iter().zip(&self.moves) {
            if is_end(self.rules, state, played) {
                text.push(';');
                continue;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&self.rules.write_move(state, played));
        }
        text
    }
}
