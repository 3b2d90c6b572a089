//! The interface of a game to the rest of the program: positions, moves, the player to move, and notation.
//!
//! A game is a value that implements [`Rules`]: its parameters and rule variants, read from a model and a
//! puzzle. Replaying, counting, drawing and playing are shared by all games. The state determines the player
//! to move; nothing assumes that players alternate.

use std::fmt;
use std::hash::Hash;

use crate::text::joined;
use soliter_base::control::{Control, Stop};
use soliter_base::diagnostic::TextFault;

/// The player to move, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The player with this number, from 0. There is at least one legal move.
    ToMove(usize),
    /// The game is over.
    Over,
}

impl Status {
    /// [`Status::Over`] if the game ended for another reason, and otherwise `self`.
    #[must_use]
    pub fn unless(self, over: bool) -> Self {
        if over { Self::Over } else { self }
    }

    /// The status in words.
    pub(crate) fn words(self) -> String {
        match self {
            Self::ToMove(player) => format!("player {} to move", player + 1),
            Self::Over => "game over".to_owned(),
        }
    }
}

/// The reason why a written move is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// A stable identifier for programs: `no-support`.
    pub reason: &'static str,
    /// The broken rule, in a sentence without a full stop.
    pub message: String,
}

impl Illegal {
    /// A broken rule.
    pub fn new(reason: &'static str, message: impl Into<String>) -> Self {
        Self { reason, message: message.into() }
    }
}

/// The positions and moves of a game, and their notation.
pub trait Notation {
    /// A position, with all that determines the rest of the game: side to move, scores, debts.
    type State: Clone + Eq + Hash + fmt::Debug;
    /// A player's smallest decision: a jump, a stone, an action of a turn.
    type Move: Clone + Eq + Hash + fmt::Debug;

    /// Parses a legal move; the error is the first rule that it breaks.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, Illegal>;

    /// Converts the text of a move to the game's own notation, for a record that counts rows from the other
    /// side of the board. `None` for games without such records.
    fn turned(&self, _text: &str) -> Option<String> {
        None
    }

    /// A legal move in the game's notation. It contains no spaces, commas, `;`, `#` or `{`, and nothing that
    /// a record interprets as a score (`1:9`, `1-0`), a player (`p1`) or a number (`1.`).
    fn write_move(&self, state: &Self::State, played: &Self::Move) -> String;

    /// Checks the first line of a record, without the game's name, against the game's parameters.
    fn check_header(&self, parameters: &str) -> Result<(), Illegal>;

    /// Parses a position; returns the first error.
    fn read_position(&self, text: &str) -> Result<Self::State, TextFault>;

    /// A position as text.
    fn write_position(&self, state: &Self::State) -> String;

    /// A drawing of a position, including the player to move; every line ends with `\n`.
    fn draw(&self, state: &Self::State, ascii: bool) -> String;
}

/// A game with its parameters and rule variants.
pub trait Rules: Notation + Clone {
    /// The name of the game in model files and records.
    fn name(&self) -> &'static str;

    /// The number of players.
    fn players(&self) -> usize;

    /// The parameters and rule variants: keys of the model file, with their values.
    fn readings(&self) -> Vec<(&'static str, String)>;

    /// The position of the puzzle.
    fn initial(&self) -> &Self::State;

    /// Replaces the position of the puzzle.
    fn start_at(&mut self, state: Self::State);

    /// The status of a position: the player to move, or that the game is over.
    fn status(&self, state: &Self::State) -> Status;

    /// The legal moves, without repetition; empty if the game is over.
    fn moves(&self, state: &Self::State) -> Vec<Self::Move>;

    /// The position after a legal move.
    fn apply(&self, state: &Self::State, played: &Self::Move) -> Self::State;

    /// The points of each player so far. In a game that is only won or lost, the winner has one.
    fn scores(&self, state: &Self::State) -> Vec<i64>;

    /// The points of a player minus those of the others.
    fn lead(&self, state: &Self::State, player: usize) -> i64 {
        let scores = self.scores(state);
        2 * scores.get(player).copied().unwrap_or(0) - scores.iter().sum::<i64>()
    }

    /// The gain of a player, in units of value: the increase of his lead over the other players.
    fn gain(&self, before: &Self::State, after: &Self::State, player: usize) -> i64 {
        self.lead(after, player) - self.lead(before, player)
    }

    /// The result as written at the end of a record: `1:9`.
    fn result(&self, state: &Self::State) -> String {
        joined(self.scores(state), ":")
    }

    /// The number of occurrences of a position that make a draw, if repetition does.
    fn repetition(&self) -> Option<usize> {
        None
    }

    /// The move represented by a written end of a turn (`;`, a line break, the end of the text), if any. The
    /// error says why the turn may not end here.
    fn end_of_turn(&self, _state: &Self::State) -> Result<Option<Self::Move>, Illegal> {
        Ok(None)
    }

    /// The objects that [`Rules::perft`] counts, if they are not sequences of legal moves.
    fn perft_note(&self) -> Option<&'static str> {
        None
    }

    /// The number of sequences of exactly `depth` moves; games that end earlier are not counted.
    ///
    /// Every game implements this method, even if only by calling `count_moves`. The count is then compiled
    /// with this crate and not with the program, which is built with little optimisation.
    ///
    /// # Errors
    /// [`Stop::Overflow`] for a count of 2^128 or more.
    fn perft(&self, state: &Self::State, depth: usize, control: &Control) -> Result<u128, Stop>;
}

/// Implements [`Rules::perft`] by the game's own moves.
pub(super) fn count_moves<R: Rules>(
    rules: &R,
    state: &R::State,
    depth: usize,
    control: &Control,
) -> Result<u128, Stop> {
    let legal = |state: &R::State| rules.moves(state);
    let number = |state: &R::State| legal(state).len() as u128;
    count_sequences(state, depth, legal, |at, played| rules.apply(at, played), number, control)
}

/// Counts sequences of `depth` moves. `legal` lists the moves of a position, `after` makes one, and `number`
/// counts them without listing them. It does not recurse, so no depth overflows the stack. Returns
/// [`Stop::Overflow`] for a count of 2^128 or more.
pub(super) fn count_sequences<S: Clone, M>(
    start: &S,
    depth: usize,
    legal: impl Fn(&S) -> Vec<M>,
    after: impl Fn(&S, &M) -> S,
    number: impl Fn(&S) -> u128,
    control: &Control,
) -> Result<u128, Stop> {
    match depth {
        0 => return Ok(1),
        1 => return Ok(number(start)),
        _ => {}
    }
    let mut total = 0u128;
    // The positions of the current sequence, with the moves still to be tried in each.
    let mut open = vec![(start.clone(), legal(start))];
    while let Some((at, moves)) = open.last_mut() {
        let Some(played) = moves.pop() else {
            open.pop();
            continue;
        };
        let next = after(at, &played);
        control.check()?;
        if open.len() + 1 == depth {
            total = total.checked_add(number(&next)).ok_or(Stop::Overflow)?;
        } else {
            let moves = legal(&next);
            open.push((next, moves));
        }
    }
    Ok(total)
}
