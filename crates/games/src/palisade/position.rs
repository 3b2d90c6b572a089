//! Reads and writes positions of Palisade, and draws them as text.

use std::fmt::{self, Write};

use super::actions::{Columns, stones};
use super::{MOST_STONES, Palisade, State};
use crate::text::{joined, number};
use soliter_base::diagnostic::TextFault;

/// More points than in any game; positions with more are rejected.
const MOST_POINTS: usize = 1_000_000;

/// `1 3 4 2 5 / debts 0 0 / scoreless 0 / p1 / 0:0`; within a turn also ` / made 2 / gained 1`.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let debts = joined(self.debts.iter().copied().map(u8::from), " ");
        write!(f, "{} / debts {debts} / ", joined(&self.columns, " "))?;
        let (scoreless, player) = (self.scoreless, self.player + 1);
        write!(f, "scoreless {scoreless} / p{player} / {}", joined(&self.scores, ":"))?;
        if self.made > 0 {
            write!(f, " / made {} / gained {}", self.made, self.gained)?;
        }
        Ok(())
    }
}

impl Palisade {
    /// Reads a field after the columns, and returns its kind.
    pub(super) fn read_field(
        &self,
        field: &Field<'_>,
        state: &mut State,
    ) -> Result<&'static str, TextFault> {
        let players = self.readings.players;
        if let Some(debts) = field.text.strip_prefix("debts ") {
            let one = |word| match word {
                "0" => Some(false),
                "1" if self.readings.borrow => Some(true),
                _ => None,
            };
            let debts: Option<Vec<bool>> = debts.split_whitespace().map(one).collect();
            state.debts = debts.filter(|debts| debts.len() == players).ok_or_else(|| {
                let most = if self.readings.borrow { "0 or 1" } else { "0 (nothing is borrowed)" };
                let message = format!("debts are {players} numbers, one a player, each {most}");
                field.wrong(message, "write debts 0 0")
            })?;
            return Ok("debts");
        }
        if field.text.contains(':') {
            let score = |word| number(word).filter(|&score| score <= MOST_POINTS);
            let scores: Option<Vec<u32>> =
                field.text.split(':').map(|word| score(word).map(|score| score as u32)).collect();
            state.scores = scores.filter(|scores| scores.len() == players).ok_or_else(|| {
                let message = format!("a score is {players} numbers, one a player");
                field.wrong(message, "write 0:0")
            })?;
            return Ok("score");
        }
        let limit = usize::from(self.readings.stall_limit);
        if let Some(player) = field.text.strip_prefix('p').and_then(number) {
            state.player = field.within("player", player, 1..=players)? - 1;
            return Ok("player");
        }
        let (word, rest) = field.text.split_once(' ').unwrap_or((field.text, ""));
        let value = number(rest.trim_start()).unwrap_or(usize::MAX);
        let (kind, number, most) = match word {
            "scoreless" => ("scoreless", &mut state.scoreless, limit),
            "made" => ("made", &mut state.made, 4),
            "gained" => ("gained", &mut state.gained, 4),
            _ => {
                let message = format!("\"{}\" says nothing", field.text.escape_debug());
                return Err(field.wrong(message, FORM));
            }
        };
        *number = field.within(kind, value, 0..=most)? as u8;
        Ok(kind)
    }

    /// Checks that the state of the turn can occur.
    pub(super) fn check_turn(&self, state: &State) -> Result<(), String> {
        let most = self.readings.lengths(state.owes()).map(|length| length.actions).max();
        let most = most.unwrap_or(0);
        let score = state.scores[state.player];
        let (made, gained) = (state.made, state.gained);
        if made > most {
            Err(format!("this turn has at most {most} actions, not {made}"))
        } else if gained > made {
            Err(format!("an action gains one point at most: made {made}, gained {gained}"))
        } else if u32::from(gained) > score {
            let player = state.player + 1;
            Err(format!(
                "gained {gained} in this turn, but the score of player {player} is {score}"
            ))
        } else {
            Ok(())
        }
    }

    /// The columns with their numbers below.
    pub(super) fn draw_columns(state: &State, ascii: bool) -> String {
        let stone = if ascii { 'o' } else { '●' };
        let width = state.columns.len().to_string().len() + 1;
        let mut drawing = String::new();
        let mut row = |cells: &mut dyn Iterator<Item = String>| {
            let cells: Vec<String> = cells.map(|cell| format!("{cell:>width$}")).collect();
            drawing.push_str(cells.join(" ").trim_end());
            drawing.push('\n');
        };
        for level in (1..=state.columns.iter().copied().max().unwrap_or(0)).rev() {
            let cell = |&height: &u8| if height >= level { stone } else { ' ' }.to_string();
            row(&mut state.columns.iter().map(cell));
        }
        row(&mut (1..=state.columns.len()).map(|number| number.to_string()));
        drawing
    }

    /// All that determines the rest of the game, except for the columns.
    pub(super) fn draw_turn(&self, state: &State) -> String {
        let mut drawing = String::new();
        for (player, _) in state.debts.iter().enumerate().filter(|(_, owes)| **owes) {
            let _ = writeln!(drawing, "player {} owes an action", player + 1);
        }
        if state.scoreless > 0 {
            let limit = self.readings.stall_limit;
            let _ = writeln!(drawing, "turns without a point: {} of {limit}", state.scoreless);
        }
        if state.made > 0 {
            let (made, gained) = (state.made, state.gained);
            let _ = writeln!(drawing, "actions made in this turn: {made}, points: {gained}");
        }
        drawing
    }
}

pub(super) const FORM: &str = "write a position as 1 3 4 2 5 / debts 0 0 / scoreless 0 / p1 / 0:0";

/// A part of a position between two slashes.
pub(super) struct Field<'t> {
    pub(super) text: &'t str,
    /// Byte offset in the text of the position.
    pub(super) start: usize,
}

impl Field<'_> {
    pub(super) fn wrong(&self, message: impl Into<String>, help: &str) -> TextFault {
        TextFault::at(self.start, message, help)
    }

    fn within(
        &self,
        what: &str,
        value: usize,
        range: std::ops::RangeInclusive<usize>,
    ) -> Result<usize, TextFault> {
        let (least, most) = (*range.start(), *range.end());
        let message = || format!("\"{what}\" must be a number from {least} to {most}");
        range.contains(&value).then_some(value).ok_or_else(|| self.wrong(message(), FORM))
    }

    pub(super) fn columns(&self) -> Result<Columns, TextFault> {
        let mut columns = Columns::new();
        for word in self.text.split_whitespace() {
            let height = number(word).filter(|height| (1..=MOST_STONES).contains(height));
            let Some(height) = height else {
                let offset = self.start + (word.as_ptr() as usize - self.text.as_ptr() as usize);
                let message = format!(
                    "\"{}\" is not the height of a column, a number from 1 to {MOST_STONES}",
                    word.escape_debug()
                );
                return Err(TextFault::at(offset, message, FORM));
            };
            columns.push(height as u8);
        }
        if columns.is_empty() {
            return Err(self.wrong("no columns", FORM));
        }
        if stones(&columns) > MOST_STONES {
            let message = format!("{} stones are too many", stones(&columns));
            return Err(self.wrong(message, &format!("at most {MOST_STONES} in all")));
        }
        Ok(columns)
    }
}
