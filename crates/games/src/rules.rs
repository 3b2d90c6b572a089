//! The interface of a game: positions, moves, points, and their notation.
//!
//! A game is a value that implements [`Rules`]: its parameters, rule variants and first position. Records,
//! counts of moves and the check of a game need nothing else; the solvers and the player also need
//! [`Strategy`](crate::strategy::Strategy), and pictures need [`View`](crate::view::View). The position
//! determines the player to move; nothing assumes that players alternate.

use std::fmt;
use std::hash::Hash;

use crate::text::joined;
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

/// The properties of a game that do not depend on the position.
#[derive(Clone, Debug)]
pub struct About {
    /// The name in model files and records.
    pub name: &'static str,
    /// The number of players.
    pub players: usize,
    /// The parameters and rule variants: keys of the model file, with their values.
    pub readings: Vec<(&'static str, String)>,
    /// Keys in the headers of records that stand for a key of `readings`; the empty key stands for a header
    /// without keys.
    pub header: &'static [(&'static str, &'static str)],
    /// The number of occurrences of a position that make a draw, if positions can repeat.
    pub repetition: Option<usize>,
    /// Whether the game is only won, drawn or lost: the winner has one point, and a result is `1-0`.
    pub is_race: bool,
    /// Whether only the result counts, and not the difference of points.
    pub result_counts: bool,
    /// Whether a turn may have several moves.
    pub has_long_turns: bool,
    /// What [`Rules::counted`] counts, if not sequences of legal moves.
    pub counted: Option<&'static str>,
}

impl Default for About {
    /// A game of points for two players, without a name, in which no position repeats.
    fn default() -> Self {
        Self {
            name: "",
            players: 2,
            readings: Vec::new(),
            header: &[],
            repetition: None,
            is_race: false,
            result_counts: false,
            has_long_turns: false,
            counted: None,
        }
    }
}

/// The rules of a game and its notation.
pub trait Rules: Clone {
    /// A position, with all that determines the rest of the game: side to move, points, debts.
    type State: Clone + Eq + Hash + fmt::Debug;
    /// A player's smallest decision: a jump, a stone, an action of a turn.
    type Move: Clone + Eq + Hash + fmt::Debug;

    /// The facts that do not depend on the position.
    fn about(&self) -> About;

    /// The first position.
    fn initial(&self) -> &Self::State;

    /// The player to move, or that the game is over.
    fn status(&self, state: &Self::State) -> Status;

    /// The legal moves, without repetition; empty if the game is over.
    fn moves(&self, state: &Self::State) -> Vec<Self::Move>;

    /// The position after a legal move.
    fn apply(&self, state: &Self::State, played: &Self::Move) -> Self::State;

    /// The points of a player so far.
    fn score(&self, state: &Self::State, player: usize) -> i64;

    /// A legal move in the game's notation. It contains no spaces, commas, `;`, `#` or `{`, and nothing that
    /// a record interprets as a score (`1:9`, `1-0`), a player (`p1`) or a number (`1.`). A move that only
    /// ends a turn is [`END`].
    fn write_move(&self, state: &Self::State, played: &Self::Move) -> String;

    /// Parses a legal move; the error is the first rule that it breaks.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, Illegal> {
        let mut legal = self.moves(state).into_iter();
        legal.find(|played| self.write_move(state, played) == text).ok_or_else(|| {
            Illegal::new("illegal", format!("\"{}\" is not a legal move", text.escape_debug()))
        })
    }

    /// A position as text.
    fn write_position(&self, state: &Self::State) -> String;

    /// Parses a position; returns the first error.
    fn read_position(&self, text: &str) -> Result<Self::State, TextFault>;

    /// Converts the text of a move to the game's own notation, for a record that counts rows from the other
    /// side of the board. `None` for games without such records.
    fn turned(&self, _text: &str) -> Option<String> {
        None
    }

    /// The game whose sequences of moves are counted: programs that compare counts may leave out some rules.
    #[must_use]
    fn counted(&self) -> Self {
        self.clone()
    }
}

/// The written form of a move that only ends a turn. In a record, a line break or `;` may stand for it.
pub const END: &str = "end";

/// Whether a move only ends a turn.
pub(crate) fn is_end<R: Rules>(rules: &R, state: &R::State, played: &R::Move) -> bool {
    rules.write_move(state, played) == END
}

/// The points of all players.
pub fn scores<R: Rules>(rules: &R, state: &R::State) -> Vec<i64> {
    (0..rules.about().players).map(|player| rules.score(state, player)).collect()
}

/// The points of a player minus those of the others, in a game of this many players.
pub(crate) fn lead<R: Rules>(rules: &R, players: usize, state: &R::State, player: usize) -> i64 {
    let all: i64 = (0..players).map(|player| rules.score(state, player)).sum();
    2 * rules.score(state, player) - all
}

/// The result as written at the end of a record: `1:9`; for a race `1-0`, `0-1`, `1/2`, or `open`.
pub fn result<R: Rules>(rules: &R, state: &R::State) -> String {
    let scores = scores(rules, state);
    let is_race = rules.about().is_race;
    match scores[..] {
        [0, 0] if is_race && rules.status(state) == Status::Over => "1/2".to_owned(),
        [0, 0] if is_race => "open".to_owned(),
        [first, second] if is_race => format!("{first}-{second}"),
        _ => joined(scores, ":"),
    }
}
