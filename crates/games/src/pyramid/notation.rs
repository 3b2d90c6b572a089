//! Reads and writes the Pyramid's moves (`2.3`, `2.3>`, `2.3+4`), positions
//! (`n=5;2:..xx;3:..x;p1;0:0`), and explains why a written move is illegal.

use std::fmt::Write as _;

use super::{MAX_BASE, Move, Place, Pyramid, State};
use crate::rules::{Illegal, result};
use crate::text::{joined, number, parts};
use soliter_base::diagnostic::TextFault;

/// A position that is being read: the stones need not be supported yet.
struct Draft {
    /// Bit `i - 1` of an element is place `i` of a level; the first element is level 0.
    levels: [u32; MAX_BASE + 1],
    /// The offsets of the places of each level in the text.
    places_at: [usize; MAX_BASE + 1],
    state: State,
}

impl Pyramid {
    pub(super) fn parsed(&self, state: &State, text: &str) -> Result<Move, Illegal> {
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

    pub(super) fn written(&self, state: &State, played: Move) -> String {
        match (played, self.points(state, played)) {
            (Move::Lay(place), 0) => place.to_string(),
            (Move::Lay(place), points) => format!("{place}+{points}"),
            (Move::Shift(place), _) => format!("{place}>"),
        }
    }

    pub(super) fn position(&self, state: &State) -> String {
        let mut text = format!("n={}", self.parameters.base);
        let highest = state.heights.iter().copied().max().unwrap_or(1).into();
        for level in 2..=highest {
            let _ = write!(text, ";{level}:");
            text.extend(self.places(level).map(|place| if state.has(place) { 'x' } else { '.' }));
        }
        let _ = write!(text, ";p{};{}", state.player + 1, result(self, state));
        text
    }

    /// The side to move and the scores may be omitted if they are `p1` and `0:0`.
    pub(super) fn parsed_position(&self, text: &str) -> Result<State, TextFault> {
        let base = self.parameters.base;
        let mut draft = Draft {
            levels: [0; MAX_BASE + 1],
            places_at: [0; MAX_BASE + 1],
            state: Self::new(self.parameters).initial,
        };
        let mut seen = Vec::new();
        let mut scores_at = 0;
        for (at, field) in parts(text, ';') {
            let at = at + (field.len() - field.trim_ascii_start().len());
            let field = field.trim_ascii();
            if field.is_empty() {
                continue;
            }
            let kind = self.read_field(field, at, &mut draft)?;
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
        let Draft { levels, places_at, mut state } = draft;
        // From below, so that the columns have no gaps.
        for place in (2..=base).flat_map(|level| self.places(level)) {
            if levels[place.level] >> (place.number - 1) & 1 == 0 {
                continue;
            }
            if !place.is_supported(&state) {
                let [left, right] = place.supports();
                let at = places_at[place.level] + place.number - 1;
                let message = format!("the stone {place} has no support");
                let help = format!("it needs stones on {left} and {right}");
                return Err(TextFault::at(at, message, help));
            }
            *state.height(place.number) += 1;
        }
        let finished = (2..=base).filter(|&level| self.is_finished(&state, level));
        let worth: usize = finished.map(|level| self.size(level)).sum();
        let total: u16 = state.scores.iter().sum();
        if usize::from(total) != worth {
            let message = format!("the points add up to {total}");
            let help = format!("the finished levels are worth {worth} in all");
            return Err(TextFault::at(scores_at, message, help));
        }
        Ok(state)
    }

    /// The broken rule, in a sentence.
    fn explain(&self, state: &State, fault: &str, played: Move) -> String {
        let place = played.place();
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
            _ => format!("a stone of level {} rests on {place}", place.level + 1),
        }
    }

    /// Reads one field of a position, and returns its kind.
    fn read_field(&self, field: &str, at: usize, draft: &mut Draft) -> Result<String, TextFault> {
        let players = self.parameters.players;
        if let Some(base) = field.strip_prefix("n=") {
            if base.parse() == Ok(self.parameters.base) {
                return Ok(BASE.to_owned());
            }
            let own = self.parameters.base;
            let message = format!("the position is not for a base of {own}");
            return Err(TextFault::at(at, message, format!("write n={own}, or set base = ..")));
        }
        if let Some(player) = field.strip_prefix('p') {
            let Some(player) = player.parse().ok().filter(|p| (1..=players).contains(p)) else {
                let help = format!("players are p1 to p{players}");
                return Err(TextFault::at(at, "there is no such player", help));
            };
            draft.state.player = player as u8 - 1;
            return Ok("the side to move".to_owned());
        }
        match field.split_once(':') {
            Some((level, places)) if !places.bytes().all(|b| b.is_ascii_digit() || b == b':') => {
                self.read_level(level, places, at, draft)
            }
            Some(_) => {
                let score = |text: &str| text.parse().ok().filter(|points| *points <= MOST_POINTS);
                let scores: Option<Vec<u16>> = field.split(':').map(score).collect();
                let scores = scores.filter(|list| list.len() == players).ok_or_else(|| {
                    let help = format!("write one number for each of the {players} players");
                    TextFault::at(at, "these are not the points of the players", help)
                })?;
                draft.state.scores[..players].copy_from_slice(&scores);
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
        draft: &mut Draft,
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
        draft.places_at[level] = start;
        let stones = self.places(level).zip(places.chars()).filter(|(_, mark)| *mark == 'x');
        draft.levels[level] = stones.map(|(place, _)| 1 << (place.number - 1)).sum();
        Ok(format!("level {level}"))
    }
}

const EXAMPLE: &str = "n=5;2:..xx;3:..x;p1;0:0";
const BASE: &str = "the base";
const SCORES: &str = "the score";
/// The maximum number of points of a pyramid: 1 + 2 + .. + 31.
const MOST_POINTS: u16 = 496;

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
