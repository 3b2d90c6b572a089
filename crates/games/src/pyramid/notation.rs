//! Reads and writes the Pyramid's moves (`2.3`, `2.3>`, `2.3+4`), positions
//! (`n=5;2:..xx;3:..x;p1;0:0`) and headers of records (`n=5`), and draws positions as text.

use std::fmt::Write as _;

use super::{Move, Place, Pyramid, State};
use crate::rules::{Illegal, Notation, Rules};
use crate::text::{joined, number, parts};
use soliter_base::diagnostic::TextFault;

impl Notation for Pyramid {
    type State = State;
    type Move = Move;

    fn read_move(&self, state: &State, text: &str) -> Result<Move, Illegal> {
        let Some((played, points)) = parse_move(text) else {
            let message = format!(
                "\"{}\" is not a move: write 2.3 to lay a stone on place 3 of level 2, 2.3> to \
                 shift it to the right",
                text.escape_debug()
            );
            return Err(Illegal::new("syntax", message));
        };
        if let Some(fault) = self.fault(state, played) {
            return Err(Illegal::new(fault, self.explain(state, fault, played)));
        }
        let scored = self.points(state, played);
        match points {
            Some(written) if written != scored => {
                let place = text.split('+').next().unwrap_or(text);
                let message = match scored {
                    0 => format!("{place} finishes no level and scores nothing"),
                    _ => format!("{place} scores {scored}"),
                };
                Err(Illegal::new("wrong-score", message))
            }
            _ => Ok(played),
        }
    }

    fn write_move(&self, state: &State, played: &Move) -> String {
        match (*played, self.points(state, *played)) {
            (Move::Lay(place), 0) => place.to_string(),
            (Move::Lay(place), points) => format!("{place}+{points}"),
            (Move::Shift(place), _) => format!("{place}>"),
        }
    }

    fn check_header(&self, parameters: &str) -> Result<(), Illegal> {
        let own = self.readings();
        for word in parameters.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let name = if key == "n" { "base" } else { key };
            let Some((_, game)) = own.iter().find(|(known, _)| *known == name) else {
                let message = format!(
                    "unknown parameter \"{}\" in the header: write for example pyramid n=5",
                    word.escape_debug()
                );
                return Err(Illegal::new("syntax", message));
            };
            if value != game {
                let message = format!(
                    "the record is for {key}={}, the puzzle has {key}={game}",
                    value.escape_debug()
                );
                return Err(Illegal::new("wrong-header", message));
            }
        }
        Ok(())
    }

    fn write_position(&self, state: &State) -> String {
        let mut text = format!("n={}", self.parameters.base);
        let written = state.levels.iter().rposition(|&level| level != 0).map_or(0, |at| at + 1);
        for level in 2..2 + written {
            let _ = write!(text, ";{level}:");
            text.extend(self.places(level).map(|place| if state.has(place) { 'x' } else { '.' }));
        }
        let _ = write!(text, ";p{};{}", state.player + 1, self.result(state));
        text
    }

    /// The side to move and the scores may be omitted if they are `p1` and `0:0`.
    fn read_position(&self, text: &str) -> Result<State, TextFault> {
        let base = self.parameters.base;
        let mut state = Self::new(self.parameters).initial().clone();
        // The offsets of the places of each level, from the second up, in the text.
        let mut places_at = vec![0; base - 1];
        let mut seen = Vec::new();
        let mut scores_at = 0;
        for (at, field) in parts(text, ';') {
            let at = at + (field.len() - field.trim_ascii_start().len());
            let field = field.trim_ascii();
            if field.is_empty() {
                continue;
            }
            let kind = self.read_field(field, at, &mut state, &mut places_at)?;
            if seen.contains(&kind) {
                let message = format!("{kind} stands here twice");
                return Err(TextFault::at(at, message, "leave one out"));
            }
            if kind == SCORES {
                scores_at = at;
            }
            seen.push(kind);
        }
        if !seen.iter().any(|kind| kind == BASE) {
            let help = format!("start with n={base}; for example {EXAMPLE}");
            return Err(TextFault::at(0, "the base is missing", help));
        }
        let mut stones = (2..=base).flat_map(|level| self.places(level));
        let unsupported = |place: &Place| state.has(*place) && !place.is_supported(&state);
        if let Some(place) = stones.find(unsupported) {
            let [left, right] = place.supports();
            let at = places_at[place.level - 2] + place.number - 1;
            let message = format!("the stone {place} has no support");
            let help = format!("it needs stones on {left} and {right}");
            return Err(TextFault::at(at, message, help));
        }
        let finished = (2..=base).filter(|&level| self.is_finished(&state, level));
        let worth: usize = finished.map(|level| self.size(level)).sum();
        let total: i64 = state.scores.iter().sum();
        if total != worth as i64 {
            let message = format!("the points add up to {total}");
            let help = format!("the finished levels are worth {worth} in all");
            return Err(TextFault::at(scores_at, message, help));
        }
        Ok(state)
    }

    /// Numbers the levels, and marks the places where a stone may be laid.
    fn draw(&self, state: &State, ascii: bool) -> String {
        let [stone, open, closed] = if ascii { ['x', 'o', '.'] } else { ['●', '○', '·'] };
        let mut text = String::new();
        for level in (1..=self.parameters.base).rev() {
            let _ = write!(text, "{level:>2} {:indent$}", "", indent = level - 1);
            for place in self.places(level) {
                let free = self.fault(state, Move::Lay(place)).is_none();
                let mark = match (state.has(place), free) {
                    (true, _) => stone,
                    (false, true) => open,
                    (false, false) => closed,
                };
                let _ = write!(text, " {mark}");
            }
            text.push('\n');
        }
        let _ = writeln!(text, "{}, {}", self.result(state), self.status(state).words());
        text
    }
}

impl Pyramid {
    /// The broken rule, in a sentence.
    fn explain(&self, state: &State, fault: &str, played: Move) -> String {
        let (Move::Lay(place) | Move::Shift(place)) = played;
        let base = self.parameters.base;
        let missing = |place: Place| {
            joined(place.supports().into_iter().filter(|&below| !state.has(below)), " and ")
        };
        let right = Place::new(place.level, place.number.saturating_add(1));
        match fault {
            "off-level" if place.level == 0 || place.level > base => {
                format!("there is no level {}, the pyramid has the levels 1 to {base}", place.level)
            }
            "off-level" => match self.size(place.level) {
                1 => format!("there is no place {place}, level {} has only place 1", place.level),
                size => format!("there is no place {place}, level {} has 1 to {size}", place.level),
            },
            "base" => format!("{place} is in the base, which lies complete and never moves"),
            "no-shift" => "stones are only laid in this game, none is shifted".to_owned(),
            "not-lowest" => {
                let lowest = self.lowest_unfinished(state).unwrap_or(base);
                format!(
                    "in this game stones are laid on the lowest unfinished level only, {lowest}"
                )
            }
            "occupied" => format!("a stone lies on {place} already"),
            "no-support" => {
                format!("a stone on {place} would have nothing under it on {}", missing(place))
            }
            "nothing-there" => format!("no stone lies on {place}"),
            "no-place-right" => {
                format!("{place} is the last place of level {} on the right", place.level)
            }
            "right-occupied" => format!("the place to the right, {right}, is not free"),
            "would-lose-support" => {
                format!("on {right} the stone would have nothing under it on {}", missing(right))
            }
            // A stone rests on it.
            _ => format!("a stone of level {} rests on {place}", place.level + 1),
        }
    }

    /// Reads one field of a position, and returns its kind.
    fn read_field(
        &self,
        field: &str,
        at: usize,
        state: &mut State,
        places_at: &mut [usize],
    ) -> Result<String, TextFault> {
        if let Some(base) = field.strip_prefix("n=") {
            if base.parse() == Ok(self.parameters.base) {
                return Ok(BASE.to_owned());
            }
            let own = self.parameters.base;
            let message = format!("the position is not for a base of {own}");
            return Err(TextFault::at(at, message, format!("write n={own}, or set base = ..")));
        }
        if let Some(player) = field.strip_prefix('p') {
            let players = self.players();
            let Some(player) = player.parse().ok().filter(|p| (1..=players).contains(p)) else {
                let help = format!("players are p1 to p{players}");
                return Err(TextFault::at(at, "there is no such player", help));
            };
            state.player = player - 1;
            return Ok("the side to move".to_owned());
        }
        match field.split_once(':') {
            Some((level, places)) if !places.bytes().all(|b| b.is_ascii_digit() || b == b':') => {
                self.read_level(level, places, at, state, places_at)
            }
            Some(_) => {
                let scores: Option<Vec<i64>> = field
                    .split(':')
                    .map(|score| score.parse().ok().filter(|points| *points <= MOST_POINTS))
                    .collect();
                let players = self.players();
                state.scores = scores.filter(|list| list.len() == players).ok_or_else(|| {
                    let help = format!("write one number for each of the {players} players");
                    TextFault::at(at, "these are not the points of the players", help)
                })?;
                Ok(SCORES.to_owned())
            }
            None => {
                let message = format!("\"{}\" has no meaning in a position", field.escape_debug());
                Err(TextFault::at(at, message, format!("a position looks like {EXAMPLE}")))
            }
        }
    }

    fn read_level(
        &self,
        level: &str,
        places: &str,
        at: usize,
        state: &mut State,
        places_at: &mut [usize],
    ) -> Result<String, TextFault> {
        let base = self.parameters.base;
        let start = at + level.len() + 1;
        let Some(level) = level.parse().ok().filter(|level| (2..=base).contains(level)) else {
            let help = format!("levels above the base are 2 to {base}");
            return Err(TextFault::at(at, "there is no such level", help));
        };
        let size = self.size(level);
        let wrong = |(_, mark): &(usize, char)| !matches!(mark, 'x' | '.');
        if let Some((index, mark)) = places.char_indices().find(wrong) {
            let message = format!("{mark:?} has no meaning here");
            return Err(TextFault::at(start + index, message, "x is a stone, . a free place"));
        }
        if places.len() != size {
            let message = format!("level {level} has {size} places, not {}", places.len());
            let help = "write every place, x for a stone, . for a free one";
            return Err(TextFault::at(at, message, help));
        }
        let stones = self.places(level).zip(places.chars()).filter(|(_, mark)| *mark == 'x');
        places_at[level - 2] = start;
        state.levels[level - 2] = stones.map(|(place, _)| 1 << (place.number - 1)).sum();
        Ok(format!("level {level}"))
    }
}

const EXAMPLE: &str = "n=5;2:..xx;3:..x;p1;0:0";
const BASE: &str = "the base";
const SCORES: &str = "the score";
/// The maximum number of points of a pyramid: 1 + 2 + .. + 31.
const MOST_POINTS: i64 = 496;

/// A move, and the points written after it.
fn parse_move(text: &str) -> Option<(Move, Option<usize>)> {
    let (text, points) = match text.split_once('+') {
        Some((text, points)) => (text, Some(number(points)?)),
        None => (text, None),
    };
    let (level, rest) = text.split_once('.')?;
    let shifted = rest.strip_suffix('>');
    let place = Place::new(number(level)?, number(shifted.unwrap_or(rest))?);
    Some((if shifted.is_some() { Move::Shift(place) } else { Move::Lay(place) }, points))
}
