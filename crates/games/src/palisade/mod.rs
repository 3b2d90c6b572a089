//! Palisade: columns of stones are swapped, split and sown; making two columns equal scores a point.
//!
//! A turn consists of three actions. One action may be borrowed from the next turn: four now, two next time.
//! A [`Move`] is one action or the end of the turn; [`State`] contains the number of actions made.

pub mod actions;
mod notation;
pub mod strategy;
mod view;

use std::ops::RangeInclusive;

use crate::rules::{About, END, Illegal, Rules, Status};
use crate::{settings::Settings, text::word};
use actions::{Action, Columns, PAIRS, Pair, Scratch, act, each_action, stones};
use soliter_base::diagnostic::TextFault;

/// Up to this number of stones, no turn can score a point, and the game is over.
pub const OVER: usize = 3;
const MOST_STONES: usize = 255;
/// The start shown in the source.
const EXAMPLE: [u8; 5] = [1, 3, 4, 2, 5];
const MOST_PLAYERS: usize = 8;
const PLAYERS: RangeInclusive<usize> = 2..=MOST_PLAYERS;
const STALL_LIMITS: RangeInclusive<usize> = 1..=9;

/// Rule variants for the points that the source leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readings {
    /// Which equal columns are a pair.
    pub pair: Pair,
    /// Whether a turn may have fewer than three actions, but at least one.
    pub stop_early: bool,
    /// Whether one action may be borrowed from the next turn.
    pub borrow: bool,
    /// The number of consecutive turns without a point that ends the game.
    pub stall_limit: u8,
    /// The number of players.
    pub players: usize,
}

/// A permitted length of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// The number of actions.
    pub actions: u8,
    /// Whether the last of them is borrowed from the next turn.
    pub borrowed: bool,
}

impl Readings {
    /// The number of actions of a turn without borrowing.
    pub fn usual(self, owes: bool) -> u8 {
        if owes { 2 } else { 3 }
    }

    /// The permitted lengths of a turn, ascending. A turn that repays an action cannot borrow.
    pub fn lengths(self, owes: bool) -> impl Iterator<Item = Length> {
        let usual = self.usual(owes);
        let least = if self.stop_early { 1 } else { usual };
        let borrowed = (self.borrow && !owes).then_some(Length { actions: 4, borrowed: true });
        (least..=usual).map(|actions| Length { actions, borrowed: false }).chain(borrowed)
    }
}

/// A position, possibly within a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The palisade.
    pub columns: Columns,
    /// The number of actions made in this turn.
    pub made: u8,
    /// The number of points won in this turn.
    pub gained: u8,
    /// For each player, whether he has borrowed an action and not yet repaid it.
    pub debts: [bool; MOST_PLAYERS],
    /// The number of consecutive turns without a point before this one.
    pub scoreless: u8,
    /// The player to move, from 0.
    pub player: usize,
    /// The points of each player.
    pub scores: [u32; MOST_PLAYERS],
}

impl State {
    fn start(columns: Columns) -> Self {
        Self {
            columns,
            made: 0,
            gained: 0,
            debts: [false; MOST_PLAYERS],
            scoreless: 0,
            player: 0,
            scores: [0; MOST_PLAYERS],
        }
    }

    /// Whether the player to move borrowed an action in the previous turn.
    pub fn owes(&self) -> bool {
        self.debts[self.player]
    }
}

/// A player's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// One action of the turn.
    Action(Action),
    /// The end of the turn.
    End,
}

/// The game with its rule variants and its first position.
#[derive(Clone, Debug)]
pub struct Palisade {
    /// The rule variants, for the points that the source leaves open.
    pub readings: Readings,
    start: State,
    /// Whether actions follow each other without ends of turns and without an end of the game, as programs
    /// count them.
    endless: bool,
}

impl Palisade {
    /// A game that starts from the given columns. `None` if there is no column, a column without stones, or
    /// more than 255 stones, or if a rule variant is out of range.
    pub fn new(columns: &[u8], readings: Readings) -> Option<Self> {
        let good = !columns.is_empty()
            && !columns.contains(&0)
            && stones(columns) <= MOST_STONES
            && PLAYERS.contains(&readings.players)
            && STALL_LIMITS.contains(&usize::from(readings.stall_limit));
        let start = State::start(columns.to_vec());
        good.then_some(Self { readings, start, endless: false })
    }

    /// Reads the parameters and the puzzle's position; errors are recorded in `settings`.
    pub(crate) fn read(settings: &mut Settings<'_>) -> Option<Self> {
        settings.known_keys(&["columns", "pair", "stop_early", "borrow", "stall_limit", "players"]);
        let readings = Readings {
            pair: settings.choice("pair", &PAIRS).unwrap_or(Pair::Changed),
            stop_early: settings.flag("stop_early").unwrap_or(false),
            borrow: settings.flag("borrow").unwrap_or(true),
            stall_limit: settings.number("stall_limit", STALL_LIMITS).map_or(2, |n| n as u8),
            players: settings.number("players", PLAYERS).unwrap_or(2),
        };
        let heights = settings.numbers("columns", 1..=MOST_STONES);
        let columns: Columns =
            heights.map_or(EXAMPLE.to_vec(), |list| list.iter().map(|&h| h as u8).collect());
        if columns.is_empty() {
            let help = "write their heights: columns = [1, 3, 4, 2, 5]";
            settings.fault("columns", "no columns", help);
        } else if stones(&columns) > MOST_STONES {
            let message = format!("{} stones are too many", stones(&columns));
            settings.fault("columns", message, format!("at most {MOST_STONES} in all"));
        }
        let mut game = Self::new(&columns, readings)?;
        let start = game.start.clone();
        game.start = settings.start(&game, start);
        Some(game)
    }

    /// Whether the game is over: no turn can score a point, or too many consecutive turns have scored none.
    /// Otherwise there is always a legal action: a swap, or a split of the only column.
    fn over(&self, state: &State) -> bool {
        !self.endless
            && (stones(&state.columns) <= OVER || state.scoreless >= self.readings.stall_limit)
    }

    fn may_act(&self, state: &State) -> bool {
        self.readings.lengths(state.owes()).any(|length| length.actions > state.made)
    }

    fn may_end(&self, state: &State) -> bool {
        self.readings.lengths(state.owes()).any(|length| length.actions == state.made)
    }

    fn after_turn(&self, state: &State) -> State {
        let mut next = state.clone();
        let mut lengths = self.readings.lengths(state.owes());
        next.debts[state.player] = lengths.any(|one| one.actions == state.made && one.borrowed);
        next.scoreless = if state.gained > 0 { 0 } else { state.scoreless + 1 };
        next.made = 0;
        next.gained = 0;
        next.player = (state.player + 1) % self.readings.players;
        next
    }
}

impl Rules for Palisade {
    type State = State;
    type Move = Move;

    fn about(&self) -> About {
        About {
            name: "palisade",
            players: self.readings.players,
            readings: vec![
                ("columns", format!("{:?}", self.start.columns)),
                ("pair", word(&PAIRS, &self.readings.pair)),
                ("stop_early", self.readings.stop_early.to_string()),
                ("borrow", self.readings.borrow.to_string()),
                ("stall_limit", self.readings.stall_limit.to_string()),
                ("players", self.readings.players.to_string()),
            ],
            header: &[("", "columns")],
            has_long_turns: true,
            counted: Some(
                "actions are counted one by one, without ends of turns and without the end of the game",
            ),
            ..About::default()
        }
    }

    fn initial(&self) -> &State {
        &self.start
    }

    fn status(&self, state: &State) -> Status {
        Status::ToMove(state.player).unless(self.over(state))
    }

    fn moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.over(state) {
            return moves;
        }
        if self.may_act(state) {
            let visit = |action, _: &[u8]| moves.push(Move::Action(action));
            each_action(&state.columns, self.readings.pair, &mut Scratch::default(), visit);
        }
        if self.may_end(state) {
            moves.push(Move::End);
        }
        moves
    }

    fn apply(&self, state: &State, played: &Move) -> State {
        let Move::Action(action) = *played else { return self.after_turn(state) };
        let mut next = State { columns: act(&state.columns, action), ..state.clone() };
        if !self.endless {
            next.made += 1;
            next.gained += action.points();
            next.scores[state.player] += u32::from(action.points());
        }
        next
    }

    fn score(&self, state: &State, player: usize) -> i64 {
        state.scores[player].into()
    }

    fn write_move(&self, _state: &State, played: &Move) -> String {
        match played {
            Move::Action(action) => action.to_string(),
            Move::End => END.to_owned(),
        }
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, Illegal> {
        self.parsed(state, text)
    }

    fn write_position(&self, state: &State) -> String {
        self.position(state)
    }

    fn read_position(&self, text: &str) -> Result<State, TextFault> {
        self.parsed_position(text)
    }

    /// Unlike a count of [`Move`]s, the count of actions does not depend on the rule variants of turns.
    fn counted(&self) -> Self {
        let start = State::start(self.start.columns.clone());
        Self { endless: true, start, ..self.clone() }
    }
}
