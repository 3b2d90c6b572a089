//! Reads puzzle files: a model, a start and a finish, and what else a puzzle may have.

use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use crate::base::diagnostic::{Diagnostics, Source};
use crate::base::toml_fields::{Faults, Value, find};
use crate::base::wording::short;
use crate::library::{LoadFault, LoadModel};
use crate::peg::board::{Board, MARKS};
use crate::peg::notation::{Names, Scheme};
use crate::peg::puzzle::model::{self, Model};
use crate::peg::puzzle::setup::{self, SetupFault};
use crate::peg::puzzle::{Finish, KnownAnswer, Puzzle};
use crate::peg::{board::position::Position, puzzle::marks::Marks};

const KEYS: [&str; 10] = [
    "title",
    "model",
    "source",
    "start",
    "finish",
    "directions",
    "notation",
    "building",
    "marked",
    "known",
];
const KNOWN_KEYS: [&str; 5] = ["moves", "solution", "impossible", "at_least", "at_most"];
const FORMS: &str = "write a list of hole names, a drawing ('o' peg, '.' empty), \
                     { all_but = [\"44\"] } or \"full\"";

const MARKED: &str =
    "name the hole of a peg: { finisher = \"46\" }, { watch = \"46\" } or { catch = \"46\" }";

impl Puzzle {
    /// Reads a puzzle file; `load` finds its model. Its faults are followed by those of its model file.
    pub fn parse(source: &Arc<Source>, load: LoadModel<'_>) -> Result<Self, Diagnostics> {
        let (table, mut faults) = Faults::parse(source);
        let mut model_faults = None;
        match read(&table, load, &mut faults, &mut model_faults) {
            Some(puzzle) if faults.list.is_empty() => Ok(puzzle),
            _ => Err(match model_faults {
                Some(others) => faults.sorted().then(others),
                None => faults.sorted(),
            }),
        }
    }
}

fn read<'i>(
    table: &DeTable<'i>,
    load: LoadModel<'_>,
    faults: &mut Faults<'i>,
    model_faults: &mut Option<Diagnostics>,
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
    let mut add = |message, help| faults.add_with_help(model_name.span.clone(), message, help);
    let file = load(model_name.value).map_err(|LoadFault { message, help }| add(message, help));
    let loaded = Model::parse(&file.ok()?).map_err(|others| {
        let message = format!("the model \"{}\" is faulty", model_name.value);
        add(message, "see the faults of that file below".to_owned());
        *model_faults = Some(others);
    });
    let Model { mut board, scheme, .. } = loaded.ok()?;
    if let Some((directions, span)) = directions {
        match board.with_directions(directions?) {
            Ok(changed) => board = changed,
            Err(_) => model::wrong_directions(span, faults),
        }
    }
    let (scheme, span) = notation.unwrap_or((Some(scheme), model_name.span.clone()));
    let names = Names::new(&board, scheme?);
    let names = names.map_err(|error| _ = faults.add(span, error.to_string())).ok()?;
    let mut reader = PositionReader { board: &board, names: &names, faults };
    let start_position = start.and_then(|value| reader.start(value));
    let finish_read = finish.and_then(|value| reader.finish(value));
    let marked_value = find(table, "marked");
    let marked = marked_value.map_or(Some(Marks::default()), |value| reader.marks(value));
    let (start_value, finish_value) = (start?, finish?);
    let (start, finish) = (start_position?, finish_read?);
    if let Some(fault) = setup::pegs_fault(&board, start, finish, building) {
        let value = if fault == SetupFault::NoRoom { start_value } else { finish_value };
        faults.add_with_help(value.span(), fault.to_string(), fault.help());
    }
    let marked = marked?;
    if let (Some(fault), Some(value)) = (setup::marks_fault(start, marked, building), marked_value)
    {
        let message = match fault {
            SetupFault::NoPegMarked(holes) => {
                let holes = names.position(holes).join(" ");
                format!("\"marked\": no peg stands in {holes} at the start")
            }
            _ => fault.to_string(),
        };
        faults.add_with_help(value.span(), message, fault.help());
    }
    Some(Puzzle {
        title: title.map_or_else(|| "untitled".to_owned(), |t| t.value.to_owned()),
        model: model_name.value.to_owned(),
        source: origin.map(|t| t.value.to_owned()),
        names,
        board,
        start,
        finish,
        building,
        marked,
        known,
    })
}

fn read_known<'i>(table: &DeTable<'i>, faults: &mut Faults<'i>) -> KnownAnswer {
    let Some(value) = find(table, "known") else { return KnownAnswer::default() };
    let Some(table) = value.get_ref().as_table() else {
        faults.wrong_type(value, "known", "a table");
        return KnownAnswer::default();
    };
    faults.unknown_keys(table, &KNOWN_KEYS);
    let solution = faults.optional_text(table, "solution");
    KnownAnswer {
        moves: faults.optional_number(table, "moves", 1, 64),
        at_least: faults.optional_number(table, "at_least", 1, 64),
        at_most: faults.optional_number(table, "at_most", 1, 64),
        impossible: faults.optional_bool(table, "impossible").unwrap_or(false),
        solution: solution.map(|t| t.value.to_owned()),
    }
}

/// Reads positions and marked pegs, which need the board and the names of its holes.
struct PositionReader<'a, 'i> {
    board: &'a Board,
    names: &'a Names,
    faults: &'a mut Faults<'i>,
}

impl<'i> PositionReader<'_, 'i> {
    fn start(&mut self, value: &Value<'i>) -> Option<Position> {
        let start = self.position(value, "start")?;
        self.unless(setup::start_fault(self.board, start), value, start)
    }

    fn finish(&mut self, value: &Value<'i>) -> Option<Finish> {
        let pegs = value.get_ref().as_table().filter(|table| find(table, "pegs").is_some());
        let Some(table) = pegs else {
            let finish = self.position(value, "finish").map(Finish::Exactly)?;
            return self.unless(setup::finish_fault(self.board, finish), value, finish);
        };
        self.faults.unknown_keys(table, &["pegs"]);
        self.faults.optional_number(table, "pegs", 1, self.board.holes()).map(Finish::Pegs)
    }

    /// Reads the conditions on marked pegs; the result is `None` if a hole cannot be read.
    fn marks(&mut self, value: &Value<'i>) -> Option<Marks> {
        let Some(table) = value.get_ref().as_table() else {
            self.faults.wrong_type(value, "marked", "a table").help = Some(MARKED.into());
            return None;
        };
        self.faults.unknown_keys(table, &Marks::WORDS);
        if table.is_empty() {
            self.faults.add_with_help(value.span(), "\"marked\" is empty", MARKED);
        }
        let mut complete = true;
        let [finisher, watch, catch] = Marks::WORDS.map(|word| {
            let text = self.faults.optional_text(table, word)?;
            let hole = self.names.hole(text.value.trim());
            if hole.is_none() {
                let message = format!("no hole is called \"{}\"", short(text.value));
                self.faults.add_with_help(text.span, message, MARKED);
                complete = false;
            }
            hole
        });
        complete.then_some(Marks { finisher, watch, catch })
    }

    fn unless<T>(&mut self, fault: Option<SetupFault>, value: &Value<'i>, read: T) -> Option<T> {
        let Some(fault) = fault else { return Some(read) };
        self.faults.add_with_help(value.span(), fault.to_string(), fault.help());
        None
    }

    fn position(&mut self, value: &Value<'i>, key: &str) -> Option<Position> {
        match value.get_ref() {
            DeValue::Array(_) => self.holes(value, key),
            DeValue::Table(table) => self.all_but(value, table, key),
            DeValue::String(_) => self.drawn(value, key),
            _ => {
                self.faults.wrong_type(value, key, "a position").help = Some(FORMS.into());
                None
            }
        }
    }

    fn holes(&mut self, value: &Value<'i>, key: &str) -> Option<Position> {
        let list = self.faults.list(value, key, "a list of hole names")?;
        let mut seen = Position::EMPTY;
        let mut complete = true;
        for item in list {
            let Some(name) = item.get_ref().as_str() else {
                self.faults.wrong_type(item, key, "a list of strings").help =
                    Some("put hole names in quotes: \"44\"".into());
                complete = false;
                continue;
            };
            match self.names.hole(name.trim()) {
                None => {
                    self.faults.add_one_of_many(item.span(), || {
                        let message = format!("no hole is called \"{}\"", short(name));
                        let choose =
                            |scheme: Scheme| format!("write notation = \"{}\"", scheme.word());
                        (message, self.names.hint(self.board, name, choose))
                    });
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
        if one_word && !text.value.trim().chars().all(|c| MARKS.contains(c)) {
            let message = format!("\"{}\" is no position", short(text.value).escape_debug());
            self.faults.add_with_help(text.span.clone(), message, FORMS);
            return None;
        }
        let position = self.board.read_position(text.value);
        position.map_err(|list| self.faults.add_drawing(&text, list)).ok()
    }
}
