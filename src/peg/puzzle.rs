//! Puzzle files: a model, a start, a finish.

use std::ops::Range;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use crate::base::diagnostic::{Diagnostics, Source};
use crate::base::toml_fields::{Faults, Text, Value, find};
use crate::library::{LoadFault, LoadModel};
use crate::peg::board::Board;
use crate::peg::model::{self, Model};
use crate::peg::notation::{Names, Scheme, TooLarge};
use crate::peg::position::Position;

/// What the position after the last jump must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Exactly these pegs.
    Exactly(Position),
    /// Any position of so many pegs.
    Pegs(usize),
}

impl Finish {
    /// The number of pegs at the end.
    pub fn pegs(self) -> usize {
        match self {
            Self::Exactly(position) => position.len(),
            Self::Pegs(pegs) => pegs,
        }
    }

    /// Whether `position` is a finish.
    pub fn accepts(self, position: Position) -> bool {
        match self {
            Self::Exactly(finish) => position == finish,
            Self::Pegs(pegs) => position.len() == pegs,
        }
    }
}

/// What the author of a puzzle knows of its answer. For tests; no answer depends on it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Known {
    /// The fewest moves.
    pub moves: Option<usize>,
    /// Proved lower bound on the moves.
    pub at_least: Option<usize>,
    /// Moves of the best line found so far.
    pub at_most: Option<usize>,
    /// The puzzle has no solution.
    pub impossible: bool,
    /// A line, in the puzzle's notation.
    pub solution: Option<String>,
}

/// A validated puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Name for people.
    pub title: String,
    /// The model as the file names it.
    pub model: String,
    /// Where the puzzle is from.
    pub source: Option<String>,
    /// The board, with the puzzle's directions.
    pub board: Board,
    /// Names of the holes in the puzzle's notation.
    pub names: Names,
    /// The position before the first jump.
    pub start: Position,
    /// The position after the last jump.
    pub finish: Finish,
    /// Leibniz's game: a peg leaps over an empty hole, which is filled.
    pub building: bool,
    /// What is known of the answer.
    pub known: Known,
}

const KEYS: [&str; 9] =
    ["title", "model", "source", "start", "finish", "directions", "notation", "building", "known"];
const KNOWN_KEYS: [&str; 5] = ["moves", "solution", "impossible", "at_least", "at_most"];
const FORMS: &str = "write a list of hole names, a drawing ('o' peg, '.' empty), \
                     { all_but = [\"44\"] } or \"full\"";

impl Puzzle {
    /// Reads a puzzle file; `load` finds its model.
    ///
    /// # Errors
    /// All faults of the file and of a faulty model file.
    pub fn parse(source: &Arc<Source>, load: LoadModel<'_>) -> Result<Self, Diagnostics> {
        let (table, mut faults) = Faults::parse(source);
        let mut model_faults = Vec::new();
        let puzzle = read(&table, load, &mut faults, &mut model_faults);
        match puzzle {
            Some(puzzle) if faults.list.is_empty() => Ok(puzzle),
            _ => {
                let mut all = model::sorted(faults);
                all.0.extend(model_faults);
                Err(all)
            }
        }
    }

    /// The number of jumps of every solution.
    pub fn jumps(&self) -> usize {
        self.start.len().abs_diff(self.finish.pegs())
    }

    /// The same puzzle with its holes named in another scheme.
    ///
    /// # Errors
    /// [`TooLarge`] if the scheme cannot name the board's holes.
    pub fn with_scheme(mut self, scheme: Scheme) -> Result<Self, TooLarge> {
        self.names = Names::new(&self.board, scheme)?;
        Ok(self)
    }
}

fn read<'i>(
    table: &DeTable<'i>,
    load: LoadModel<'_>,
    faults: &mut Faults<'i>,
    model_faults: &mut Vec<crate::base::diagnostic::Diagnostic>,
) -> Option<Puzzle> {
    faults.unknown_keys(table, &KEYS);
    let title = faults.optional_text(table, "title");
    let origin = faults.optional_text(table, "source");
    let building = faults.optional_bool(table, "building").unwrap_or(false);
    let known = read_known(table, faults);
    let model = faults.required(table, "model", "\"english\"");
    let model = model.and_then(|value| faults.text(value, "model"));
    let directions = faults.optional_text(table, "directions");
    let directions =
        directions.map(|text| (model::read_directions(&text, faults), text.span.clone()));
    let notation = faults.optional_text(table, "notation");
    let notation =
        notation.map(|text| (model::read_scheme(&text, "notation", faults), text.span.clone()));
    let start = faults.required(table, "start", "{ all_but = [\"44\"] }");
    let finish = faults.required(table, "finish", "[\"44\"]");

    let model_name = model?;
    let loaded = load_model(&model_name, load, faults, model_faults)?;
    let mut board = loaded.board;
    if let Some((directions, span)) = directions {
        match board.with_directions(directions?) {
            Ok(changed) => board = changed,
            Err(_) => model::wrong_directions(span, faults),
        }
    }
    let (scheme, span) = notation.unwrap_or((Some(loaded.scheme), model_name.span.clone()));
    let names = match Names::new(&board, scheme?) {
        Ok(names) => names,
        Err(error) => {
            faults.add(span, error.to_string());
            return None;
        }
    };
    let mut reader = PositionReader { board: &board, names: &names, faults };
    let start_position = start.and_then(|value| reader.position(value, "start"));
    let finish_read = finish.and_then(|value| reader.finish(value));
    let (start_value, start, finish) = (start?, start_position?, finish_read?);
    let places = (start_value.span(), find(table, "finish").map_or(0..0, toml::Spanned::span));
    compare_pegs(start, finish, building, places, &board, faults);
    Some(Puzzle {
        title: title.map_or_else(|| "untitled".to_owned(), |t| t.value.to_owned()),
        model: model_name.value.to_owned(),
        source: origin.map(|t| t.value.to_owned()),
        names,
        board,
        start,
        finish,
        building,
        known,
    })
}

fn load_model(
    name: &Text<'_>,
    load: LoadModel<'_>,
    faults: &mut Faults<'_>,
    model_faults: &mut Vec<crate::base::diagnostic::Diagnostic>,
) -> Option<Model> {
    let source = match load(name.value) {
        Ok(source) => source,
        Err(LoadFault { message, help }) => {
            faults.add_with_help(name.span.clone(), message, help);
            return None;
        }
    };
    match Model::parse(&source) {
        Ok(model) => Some(model),
        Err(Diagnostics(list)) => {
            let message = format!("the model \"{}\" is faulty", name.value);
            faults.add_with_help(name.span.clone(), message, "see the faults of that file below");
            model_faults.extend(list);
            None
        }
    }
}

fn read_known<'i>(table: &DeTable<'i>, faults: &mut Faults<'i>) -> Known {
    let Some(value) = find(table, "known") else { return Known::default() };
    let Some(table) = value.get_ref().as_table() else {
        faults.wrong_type(value, "known", "a table");
        return Known::default();
    };
    faults.unknown_keys(table, &KNOWN_KEYS);
    let solution = faults.optional_text(table, "solution");
    Known {
        moves: faults.optional_number(table, "moves", 1, 64),
        at_least: faults.optional_number(table, "at_least", 1, 64),
        at_most: faults.optional_number(table, "at_most", 1, 64),
        impossible: faults.optional_bool(table, "impossible").unwrap_or(false),
        solution: solution.map(|t| t.value.to_owned()),
    }
}

struct PositionReader<'a, 'i> {
    board: &'a Board,
    names: &'a Names,
    faults: &'a mut Faults<'i>,
}

impl<'i> PositionReader<'_, 'i> {
    fn finish(&mut self, value: &Value<'i>) -> Option<Finish> {
        let pegs = value.get_ref().as_table().filter(|table| find(table, "pegs").is_some());
        let Some(table) = pegs else {
            return self.position(value, "finish").map(Finish::Exactly);
        };
        self.faults.unknown_keys(table, &["pegs"]);
        self.faults.optional_number(table, "pegs", 1, self.board.holes()).map(Finish::Pegs)
    }

    /// A position of at least one peg.
    fn position(&mut self, value: &Value<'i>, key: &str) -> Option<Position> {
        let position = match value.get_ref() {
            DeValue::Array(_) => self.holes(value, key)?,
            DeValue::Table(table) => self.all_but(value, table, key)?,
            DeValue::String(_) => self.drawn(value, key)?,
            _ => {
                self.faults.wrong_type(value, key, "a position");
                self.faults.list.last_mut()?.help = Some(FORMS.into());
                return None;
            }
        };
        if position.is_empty() {
            self.faults.add_with_help(
                value.span(),
                format!("\"{key}\" has no peg"),
                "name at least one hole: the last peg never leaves the board",
            );
            return None;
        }
        Some(position)
    }

    fn holes(&mut self, value: &Value<'i>, key: &str) -> Option<Position> {
        let list = self.faults.list(value, key, "a list of hole names")?;
        let mut seen = Position::EMPTY;
        let mut complete = true;
        for item in list {
            let Some(name) = item.get_ref().as_str() else {
                self.faults.wrong_type(item, key, "a list of strings");
                self.faults.list.last_mut()?.help = Some("put hole names in quotes: \"44\"".into());
                complete = false;
                continue;
            };
            match self.names.hole(name.trim()) {
                None => {
                    let message = format!("no hole is called \"{name}\"");
                    self.faults.add_with_help(item.span(), message, self.names.hint(name));
                    complete = false;
                }
                Some(hole) if seen.has(hole) => {
                    let message = format!("hole {name} is named twice");
                    self.faults.add_with_help(item.span(), message, "name each hole once");
                }
                Some(hole) => seen = seen.with(hole),
            }
        }
        complete.then_some(seen)
    }

    fn all_but(&mut self, value: &Value<'i>, table: &DeTable<'i>, key: &str) -> Option<Position> {
        let known: &[&str] = if key == "finish" { &["all_but", "pegs"] } else { &["all_but"] };
        self.faults.unknown_keys(table, known);
        let Some(list) = find(table, "all_but") else {
            if table.is_empty() {
                self.faults.add_with_help(value.span(), format!("\"{key}\" is empty"), FORMS);
            }
            return None;
        };
        let vacant = self.holes(list, "all_but")?;
        Some(Position(self.board.full().0 & !vacant.0))
    }

    fn drawn(&mut self, value: &Value<'i>, key: &str) -> Option<Position> {
        let text = self.faults.text(value, key)?;
        if text.value == "full" {
            return Some(self.board.full());
        }
        let one_word = !text.value.trim().contains(['\n', ' ']);
        if one_word && !text.value.trim().chars().all(|c| matches!(c, 'o' | '.')) {
            let message = format!("\"{}\" is no position", text.value.escape_debug());
            self.faults.add_with_help(text.span.clone(), message, FORMS);
            return None;
        }
        match self.board.read_position(text.value) {
            Ok(position) => Some(position),
            Err(list) => {
                self.faults.add_drawing(&text, list);
                None
            }
        }
    }
}

fn compare_pegs(
    start: Position,
    finish: Finish,
    building: bool,
    (start_span, finish_span): (Range<usize>, Range<usize>),
    board: &Board,
    faults: &mut Faults<'_>,
) {
    let (before, after) = (start.len(), finish.pegs());
    let pegs = |n: usize| format!("{n} peg{}", if n == 1 { "" } else { "s" });
    if building && start == board.full() {
        let message = "\"start\" has no empty hole to build in";
        faults.add_with_help(start_span, message, "leave some holes empty");
    } else if building && after <= before {
        faults.add_with_help(
            finish_span,
            format!("\"finish\" has {}, the start {before}", pegs(after)),
            "every jump of a building game adds a peg: the finish needs more pegs than the start",
        );
    } else if !building && after >= before {
        faults.add_with_help(
            finish_span,
            format!("\"finish\" has {}, the start {before}", pegs(after)),
            "every jump removes a peg: the finish needs fewer pegs than the start",
        );
    }
}
