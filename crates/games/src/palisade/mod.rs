//! Palisade: columns of stones are swapped, split and sown; making two columns equal scores a point.
//!
//! A turn consists of three actions. One action may be borrowed from the next turn: four now, two next time.
//! A [`Move`] is one action or the end of the turn; [`State`] contains the number of actions made.

pub mod actions;
pub mod best_reply;
mod beyond;
mod notation;
mod picture;
mod position;
mod readings;
mod rules;
mod solver;
mod tables;
pub mod turn;

use std::ops::RangeInclusive;

use crate::{kept::Kept, settings::Settings};
use actions::{Action, Columns, PAIRS, Pair, stones};
pub use readings::{Length, OVER, Readings};
use tables::PalisadeTables;

const MOST_STONES: usize = 255;
/// The start shown in the source.
const EXAMPLE: [u8; 5] = [1, 3, 4, 2, 5];
const PLAYERS: RangeInclusive<usize> = 2..=8;
const STALL_LIMITS: RangeInclusive<usize> = 1..=9;

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
    pub debts: Vec<bool>,
    /// The number of consecutive turns without a point before this one.
    pub scoreless: u8,
    /// The player to move, from 0.
    pub player: usize,
    /// The points of each player.
    pub scores: Vec<u32>,
}

impl State {
    fn start(columns: Columns, players: usize) -> Self {
        Self {
            columns,
            made: 0,
            gained: 0,
            debts: vec![false; players],
            scoreless: 0,
            player: 0,
            scores: vec![0; players],
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

/// The game with its rule variants and the position of the puzzle.
#[derive(Clone, Debug)]
pub struct Palisade {
    /// The rule variants, for the points that the source leaves open.
    pub readings: Readings,
    start: State,
    /// The tables computed so far; they depend only on the rule variants.
    tables: Kept<PalisadeTables>,
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
        let start = State::start(columns.to_vec(), readings.players);
        good.then(|| Self { readings, start, tables: Kept::default() })
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
        settings.start(&mut game);
        Some(game)
    }
}
