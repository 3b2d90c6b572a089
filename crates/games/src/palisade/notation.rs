//! Reads and writes Palisade's moves and positions, and explains why a written move is illegal.

use std::fmt::{self, Write as _};

use super::actions::{Action, Columns, End, Sowing, stones};
use super::{MOST_STONES, Move, Palisade, State};
use crate::rules::{END, Illegal};
use crate::text::{joined, number, parts};
use soliter_base::diagnostic::TextFault;

/// More points than in any game; positions with more are rejected.
const MOST_POINTS: usize = 1_000_000;

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Left { "<" } else { ">" })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Swap { first, second } => write!(f, "x{}-{}", first + 1, second + 1),
            Self::Split { column, stones, to } => write!(f, "s{}:{stones}{to}", column + 1),
            Self::Sow { column, towards, removed } => {
                write!(f, "o{}{towards}", column + 1)?;
                removed.map_or(Ok(()), |removed| write!(f, "-{}", removed + 1))
            }
        }
    }
}

/// Parses `x2-4`, `s3:2<`, `o2>` or `o2>-3`. Columns are counted from 1 here, and need not exist.
fn read_written(text: &str) -> Option<Action> {
    let rest = text.get(1..)?;
    match text.get(..1)? {
        "x" => {
            let (first, second) = rest.split_once('-')?;
            Some(Action::Swap { first: number(first)?, second: number(second)? })
        }
        "s" => {
            let (column, rest) = rest.split_once(':')?;
            let (stones, to, tail) = at_side(rest)?;
            // No column has more stones than this.
            let (column, stones) = (number(column)?, stones.min(255) as u8);
            tail.is_empty().then_some(Action::Split { column, stones, to })
        }
        "o" => {
            let (column, towards, tail) = at_side(rest)?;
            let removed = match tail.strip_prefix('-') {
                Some(removed) => Some(number(removed)?),
                None if tail.is_empty() => None,
                None => return None,
            };
            Some(Action::Sow { column, towards, removed })
        }
        _ => None,
    }
}

/// A number, the direction after it, and the rest.
fn at_side(text: &str) -> Option<(usize, End, &str)> {
    let at = text.find(['<', '>'])?;
    let side = if text[at..].starts_with('<') { End::Left } else { End::Right };
    Some((number(&text[..at])?, side, &text[at + 1..]))
}

/// The index of a column that is counted from 1 in text.
fn column(written: usize, columns: usize) -> Result<usize, Illegal> {
    written.checked_sub(1).filter(|&column| column < columns).ok_or_else(|| {
        let message = format!("there is no column {written}: the palisade has {columns}");
        Illegal::new("no-such-column", message)
    })
}

impl Palisade {
    pub(super) fn parsed(&self, state: &State, text: &str) -> Result<Move, Illegal> {
        let plain = |c: char| match c {
            '–' | '−' => '-',
            '←' => '<',
            '→' => '>',
            c => c.to_ascii_lowercase(),
        };
        let text: String = text.chars().map(plain).collect();
        if text == END {
            return self.check_end(state).map(|()| Move::End);
        }
        let written = read_written(&text).ok_or_else(|| {
            let message = format!(
                "\"{}\" is not an action: write a swap as x2-4, a split as s3:2<, a sow as o2> or \
                 with the removed column as o2>-3",
                text.escape_debug()
            );
            Illegal::new("syntax", message)
        })?;
        self.check_one_more(state)?;
        let action = match written {
            Action::Swap { first, second } => swap(&state.columns, first, second),
            Action::Split { column, stones, to } => split(&state.columns, column, stones, to),
            Action::Sow { column, towards, removed } => {
                self.sow(&state.columns, column, towards, removed)
            }
        };
        action.map(Move::Action)
    }

    pub(super) fn parsed_position(&self, text: &str) -> Result<State, TextFault> {
        let mut fields = parts(text, '/').map(|(at, field)| Field {
            text: field.trim(),
            start: at + field.len() - field.trim_start().len(),
        });
        let columns = fields.next().map_or(Ok(Vec::new()), |field| field.columns())?;
        let mut state = State::start(columns);
        let mut seen = Vec::new();
        for field in fields {
            let kind = self.read_field(&field, &mut state)?;
            if seen.contains(&kind) {
                return Err(field.wrong(format!("\"{kind}\" is given twice"), FORM));
            }
            seen.push(kind);
        }
        self.check_turn(&state).map(|()| state).map_err(|message| {
            TextFault::at(0, message, "the turn that is going on is written as made 2 / gained 1")
        })
    }

    /// `1 3 4 2 5 / debts 0 0 / scoreless 0 / p1 / 0:0`; within a turn also ` / made 2 / gained 1`.
    pub(super) fn position(&self, state: &State) -> String {
        let players = self.readings.players;
        let columns = joined(&state.columns, " ");
        let debts = joined(state.debts[..players].iter().copied().map(u8::from), " ");
        let (scoreless, player) = (state.scoreless, state.player + 1);
        let scores = joined(&state.scores[..players], ":");
        let mut text =
            format!("{columns} / debts {debts} / scoreless {scoreless} / p{player} / {scores}");
        if state.made > 0 {
            let _ = write!(text, " / made {} / gained {}", state.made, state.gained);
        }
        text
    }

    fn check_end(&self, state: &State) -> Result<(), Illegal> {
        if self.may_end(state) {
            return Ok(());
        }
        let why = if state.owes() { " after one that borrowed an action" } else { "" };
        let message = if self.readings.stop_early {
            "a turn has at least one action".to_owned()
        } else {
            let usual = self.readings.usual(state.owes());
            format!("a turn{why} has {usual} actions, this one only {}", state.made)
        };
        Err(Illegal::new("too-few-actions", message))
    }

    fn check_one_more(&self, state: &State) -> Result<(), Illegal> {
        if self.may_act(state) {
            return Ok(());
        }
        let (reason, message) = if state.owes() {
            let message = "this turn has two actions, for the last one borrowed one of it; \
                           in such a turn nothing may be borrowed";
            ("may-not-borrow", message)
        } else if self.readings.borrow {
            ("too-many-actions", "a turn has three actions and one borrowed, not more")
        } else {
            ("may-not-borrow", "a turn has three actions; in this game none may be borrowed")
        };
        Err(Illegal::new(reason, message))
    }

    /// Reads a field after the columns, and returns its kind.
    fn read_field(&self, field: &Field<'_>, state: &mut State) -> Result<&'static str, TextFault> {
        let players = self.readings.players;
        if let Some(debts) = field.text.strip_prefix("debts ") {
            let one = |word| match word {
                "0" => Some(false),
                "1" if self.readings.borrow => Some(true),
                _ => None,
            };
            let debts: Option<Vec<bool>> = debts.split_whitespace().map(one).collect();
            let debts = debts.filter(|debts| debts.len() == players).ok_or_else(|| {
                let most = if self.readings.borrow { "0 or 1" } else { "0 (nothing is borrowed)" };
                let message = format!("debts are {players} numbers, one a player, each {most}");
                field.wrong(message, "write debts 0 0")
            })?;
            state.debts[..players].copy_from_slice(&debts);
            return Ok("debts");
        }
        if field.text.contains(':') {
            let score = |word| number(word).filter(|&score| score <= MOST_POINTS);
            let scores: Option<Vec<u32>> =
                field.text.split(':').map(|word| score(word).map(|score| score as u32)).collect();
            let scores = scores.filter(|scores| scores.len() == players).ok_or_else(|| {
                let message = format!("a score is {players} numbers, one a player");
                field.wrong(message, "write 0:0")
            })?;
            state.scores[..players].copy_from_slice(&scores);
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
    fn check_turn(&self, state: &State) -> Result<(), String> {
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

    fn sow(
        &self,
        columns: &[u8],
        written: usize,
        towards: End,
        removed: Option<usize>,
    ) -> Result<Action, Illegal> {
        let column = column(written, columns.len())?;
        if columns.len() == 1 {
            let message = "a single column has no place to be sown on";
            return Err(Illegal::new("single-column", message));
        }
        // A column at an end is sown inwards, whatever direction is written.
        let towards = match column {
            0 => End::Right,
            last if last + 1 == columns.len() => End::Left,
            _ => towards,
        };
        let mut sown = Sowing::default();
        sown.sow(columns, column, towards);
        let removable: Vec<usize> = sown.removable(self.readings.pair).collect();
        let choices = || joined(removable.iter().map(|column| column + 1), ", ");
        let left = joined(&sown.columns, " ");
        let removed = match removed {
            None if removable.is_empty() => None,
            None => {
                let message = format!(
                    "this sow leaves {left}, which gives a point: one column of a pair must be \
                     removed, o{written}{towards}-N with N one of {}",
                    choices()
                );
                return Err(Illegal::new("removal-missing", message));
            }
            Some(_) if removable.is_empty() => {
                let message = format!(
                    "this sow leaves {left} and makes no pair: no point, and no column is removed"
                );
                return Err(Illegal::new("removal-without-pair", message));
            }
            Some(written) => {
                let removed = self::column(written, sown.columns.len())?;
                if !removable.contains(&removed) {
                    let message = format!(
                        "this sow leaves {left}, where column {written} is of no pair that it made; \
                         {} may be removed",
                        choices()
                    );
                    return Err(Illegal::new("removal-not-a-pair", message));
                }
                Some(removed)
            }
        };
        Ok(Action::Sow { column, towards, removed })
    }
}

fn swap(columns: &[u8], first: usize, second: usize) -> Result<Action, Illegal> {
    let (a, b) = (column(first, columns.len())?, column(second, columns.len())?);
    if a == b {
        let message = format!("column {first} cannot be swapped with itself");
        return Err(Illegal::new("same-column", message));
    }
    Ok(Action::Swap { first: a.min(b), second: a.max(b) })
}

fn split(columns: &[u8], written: usize, stones: u8, to: End) -> Result<Action, Illegal> {
    let column = column(written, columns.len())?;
    let height = columns[column];
    if stones == 0 || stones >= height {
        let message = if height == 1 {
            format!("column {written} is a single stone, which cannot be split")
        } else {
            format!("from column {written} a part is taken: 1 to {} stones", height - 1)
        };
        return Err(Illegal::new("split-size", message));
    }
    Ok(Action::Split { column, stones, to })
}

const FORM: &str = "write a position as 1 3 4 2 5 / debts 0 0 / scoreless 0 / p1 / 0:0";

/// A part of a position between two slashes.
struct Field<'t> {
    text: &'t str,
    /// Byte offset in the text of the position.
    start: usize,
}

impl Field<'_> {
    fn wrong(&self, message: impl Into<String>, help: &str) -> TextFault {
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

    fn columns(&self) -> Result<Columns, TextFault> {
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
