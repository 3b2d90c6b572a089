//! Reads a game's parameters from its model file; those of the puzzle file take precedence.

use std::ops::RangeInclusive;
use std::sync::Arc;

use toml::de::DeTable;

use crate::playthrough::Playthrough;
use crate::record::{RecordFault, replay_from};
use crate::rules::Rules;
use soliter_base::diagnostic::{Diagnostics, Source, TextFault, suggestion};
use soliter_base::toml_fields::{Faults, Value, find};

/// The known answer to a puzzle, according to its author. For tests; no answer depends on it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct KnownValue {
    /// The value for the player to move.
    pub value: Option<i64>,
    /// All best moves.
    pub best: Vec<String>,
    /// The numbers of sequences of 1, 2, 3 .. moves.
    pub perft: Vec<i64>,
}

/// A model file and a puzzle file, read key by key, with all errors in both.
pub(crate) struct Settings<'i> {
    files: [(DeTable<'i>, Faults<'i>); 2],
}

/// The keys of a game's model file other than its parameters.
const MODEL_KEYS: [&str; 3] = ["kind", "title", "source"];
/// The keys of a game's puzzle file other than its parameters.
const PUZZLE_KEYS: [&str; 6] = ["title", "model", "source", "position", "record", "known"];

pub(crate) const MODEL: usize = 0;
pub(crate) const PUZZLE: usize = 1;

impl<'i> Settings<'i> {
    pub(crate) fn parse(model: &'i Arc<Source>, puzzle: &'i Arc<Source>) -> Self {
        Self { files: [Faults::parse(model), Faults::parse(puzzle)] }
    }

    /// Reports unknown keys; `parameters` are the keys of the game, which both files may have.
    pub(crate) fn known_keys(&mut self, parameters: &[&str]) {
        for ((table, faults), own) in self.files.iter_mut().zip([&MODEL_KEYS[..], &PUZZLE_KEYS]) {
            faults.unknown_keys(table, &[parameters, own].concat());
        }
    }

    pub(crate) fn number(&mut self, key: &str, range: RangeInclusive<usize>) -> Option<usize> {
        let (least, most) = (*range.start(), *range.end());
        self.each(key, |table, faults| faults.optional_number(table, key, least, most))
    }

    pub(crate) fn flag(&mut self, key: &str) -> Option<bool> {
        self.each(key, |table, faults| faults.optional_bool(table, key))
    }

    pub(crate) fn choice<T: Copy>(&mut self, key: &str, known: &[(&str, T)]) -> Option<T> {
        self.each(key, |table, faults| {
            let text = faults.optional_text(table, key)?;
            let found = known.iter().find(|(word, _)| *word == text.value);
            if found.is_none() {
                let help = suggestion(text.value, known.iter().map(|(word, _)| *word));
                let message = format!("unknown {key} \"{}\"", text.value.escape_debug());
                faults.add_with_help(text.span, message, help);
            }
            found.map(|(_, value)| *value)
        })
    }

    /// A number, or the word `unlimited` (`None` inside).
    #[allow(clippy::option_option, reason = "no such key, unlimited, a number")]
    pub(crate) fn number_or_unlimited(
        &mut self,
        key: &str,
        range: RangeInclusive<usize>,
    ) -> Option<Option<usize>> {
        let (least, most) = (*range.start(), *range.end());
        self.each(key, |table, faults| {
            let value = find(table, key)?;
            if value.get_ref().as_str() == Some("unlimited") {
                return Some(None);
            }
            if value.get_ref().as_integer().is_none() {
                faults.wrong_type(value, key, "an integer or \"unlimited\"");
                return None;
            }
            faults.optional_number(table, key, least, most).map(Some)
        })
    }

    pub(crate) fn numbers(
        &mut self,
        key: &str,
        range: RangeInclusive<usize>,
    ) -> Option<Vec<usize>> {
        let range = *range.start() as i64..=*range.end() as i64;
        self.list(key, "a list of integers", |item, faults| {
            faults.number(item, key, range.clone()).and_then(|number| usize::try_from(number).ok())
        })
    }

    /// A list of strings, each parsed by `read`, which returns a message and a help text for an error.
    pub(crate) fn words<T>(
        &mut self,
        key: &str,
        read: impl Fn(&str) -> Result<T, (String, String)>,
    ) -> Option<Vec<T>> {
        self.list(key, "a list of strings", |item, faults| {
            let text = faults.text(item, key)?;
            let refuse = |(message, help)| faults.add_with_help(text.span, message, help);
            read(text.value).map_err(refuse).ok()
        })
    }

    /// A list whose elements are parsed by `read`; `None` if an element is invalid.
    fn list<T>(
        &mut self,
        key: &str,
        what: &str,
        read: impl Fn(&Value<'i>, &mut Faults<'i>) -> Option<T>,
    ) -> Option<Vec<T>> {
        self.each(key, |table, faults| {
            let list = faults.list(find(table, key)?, key, what)?;
            let found: Vec<T> = list.iter().filter_map(|item| read(item, faults)).collect();
            (found.len() == list.len()).then_some(found)
        })
    }

    /// Reports an error at a key, in the file whose value is used.
    pub(crate) fn fault(&mut self, key: &str, message: impl Into<String>, help: impl Into<String>) {
        for (table, faults) in self.files.iter_mut().rev() {
            if let Some(value) = find(table, key) {
                faults.add_with_help(value.span(), message, help);
                return;
            }
        }
        self.files[PUZZLE].1.add_with_help(0..0, message, help);
    }

    /// The puzzle's `position`, or `first`, after the moves of its `record`. If one of them has an error, the error is
    /// reported, and the result is useless.
    pub(crate) fn start<R: Rules>(&mut self, rules: &R, first: R::State) -> R::State {
        let (table, faults) = &mut self.files[PUZZLE];
        let mut start = first;
        if let Some(text) = faults.optional_text(table, "position") {
            match rules.read_position(text.value) {
                Ok(state) => start = state,
                Err(TextFault { span, message, help }) => {
                    let span = faults.place(&text, span.start);
                    faults.add_with_help(span, message, help);
                    return start;
                }
            }
        }
        if let Some(text) = faults.optional_text(table, "record") {
            let replay = replay_from(&Playthrough::from(rules, start), text.value);
            if let Some(RecordFault { index, span, illegal }) = &replay.fault {
                let span = faults.place(&text, span.start);
                let message = format!("ply {index} of the record: {}", illegal.message);
                faults.add_with_help(span, message, "a puzzle starts from a legal record");
            } else if replay.game.is_drawn_by_repetition() {
                // A position does not say how often it has occurred, so the game would continue from it.
                faults.add_with_help(
                    text.span,
                    "the record ends in a draw by repetition, so nothing is left to play",
                    "end it before the last move; `soliter check` judges a whole game",
                );
            }
            start = replay.last().clone();
        }
        start
    }

    pub(crate) fn known(&mut self) -> KnownValue {
        let (table, faults) = &mut self.files[PUZZLE];
        let Some(value) = find(table, "known") else { return KnownValue::default() };
        let Some(table) = value.get_ref().as_table() else {
            faults.wrong_type(value, "known", "a table");
            return KnownValue::default();
        };
        faults.unknown_keys(table, &["value", "best", "perft"]);
        let value = find(table, "value").and_then(|v| faults.number(v, "value", -1000..=1000));
        let best = find(table, "best").and_then(|v| faults.list(v, "best", "a list of moves"));
        let best = best.into_iter().flatten().filter_map(|item| faults.text(item, "best"));
        let best = best.map(|text| text.value.to_owned()).collect();
        let perft = find(table, "perft").and_then(|v| faults.list(v, "perft", "a list of numbers"));
        let perft = perft.into_iter().flatten();
        let perft = perft.filter_map(|item| faults.number(item, "perft", 0..=i64::MAX)).collect();
        KnownValue { value, best, perft }
    }

    pub(crate) fn text(&mut self, file: usize, key: &str) -> Option<String> {
        let (table, faults) = &mut self.files[file];
        faults.optional_text(table, key).map(|text| text.value.to_owned())
    }

    pub(crate) fn has_faults(&self) -> bool {
        self.files.iter().any(|(_, faults)| !faults.list.is_empty())
    }

    /// All errors in the puzzle, then those in the model.
    pub(crate) fn faults(self) -> Option<Diagnostics> {
        let [(_, model), (_, puzzle)] = self.files;
        let all = puzzle.sorted().then(model.sorted());
        (!all.0.is_empty()).then_some(all)
    }

    /// Reads a key in both files, to report the errors in both; the puzzle's value takes precedence.
    fn each<T>(
        &mut self,
        key: &str,
        read: impl Fn(&DeTable<'i>, &mut Faults<'i>) -> Option<T>,
    ) -> Option<T> {
        let overrides = find(&self.files[PUZZLE].0, key).is_some();
        let [model, puzzle] = self.files.each_mut().map(|(table, faults)| read(table, faults));
        if overrides { puzzle } else { model }
    }
}
