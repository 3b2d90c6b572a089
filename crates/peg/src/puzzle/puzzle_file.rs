//! Reads puzzle files: a model, a start and a finish, and what else a puzzle may have.

use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use crate::board::signs::{Drawn, Signs};
use crate::board::{Board, MARKS};
use crate::notation::{Names, Scheme};
use crate::puzzle::model::{self, Model};
use crate::puzzle::setup::{self, SetupFault};
use crate::puzzle::{Finish, KnownAnswer, Puzzle};
use crate::{board::position::Position, puzzle::marks::Marks};
use soliter_base::diagnostic::{Diagnostics, Source};
use soliter_base::loading::{LoadFault, LoadModel};
use soliter_base::toml_fields::{Faults, Value, find};
use soliter_base::wording::{joined, short};

const KEYS: [&str; 11] = [
    "title",
    "model",
    "source",
    "signs",
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

const SIGNS: &str = "signs = { peg = \"*\", empty = \"o\", none = \"#\" }";

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
    let own_board = model.and_then(|value| value.get_ref().as_table());
    let model = model
        .filter(|_| own_board.is_none())
        .and_then(|value| Some((value.span(), faults.text(value, "model")?)));
    let directions = faults.optional_text(table, "directions");
    let directions =
        directions.map(|text| (model::read_directions(&text, faults), text.span.clone()));
    let notation = faults.optional_text(table, "notation");
    let notation =
        notation.map(|text| (model::read_scheme(&text, "notation", faults), text.span.clone()));
    let start = faults.required(table, "start", "{ all_but = [\"44\"] }");
    let finish = faults.required(table, "finish", "[\"44\"]");

    let signs = find(table, "signs").map(|value| (read_signs(value, faults), value.span()));
    let (model_name, model_span, loaded) = if let Some(own) = own_board {
        let span = find(table, "model").map_or(0..0, toml::Spanned::span);
        ("custom board".to_owned(), span, model::read_board(own, faults)?)
    } else {
        let (span, name) = model?;
        let mut add = |message, help| faults.add_with_help(span.clone(), message, help);
        let file = load(name.value).map_err(|LoadFault { message, help }| add(message, help));
        let loaded = Model::parse(&file.ok()?).map_err(|others| {
            let message = format!("the model \"{}\" is faulty", name.value);
            add(message, "see the faults of that file below".to_owned());
            *model_faults = Some(others);
        });
        (name.value.to_owned(), span, loaded.ok()?)
    };
    let Model { mut board, scheme, .. } = loaded;
    if let Some((directions, span)) = directions {
        match board.with_directions(directions?) {
            Ok(changed) => board = changed,
            Err(_) => model::wrong_directions(span, faults),
        }
    }
    let (scheme, span) = notation.unwrap_or((Some(scheme), model_span));
    let names = Names::new(&board, scheme?);
    let names = names.map_err(|error| _ = faults.add(span, error.to_string())).ok()?;
    let signs = match signs {
        Some((signs, _)) => Some(signs?),
        None => None,
    };
    let mut reader = PositionReader { board: &board, names: &names, signs, faults };
    let start_read = start.and_then(|value| reader.start(value));
    let finish_read = finish.and_then(|value| reader.finish(value));
    let mut remarks = Vec::new();
    let ends = match (start_read, finish_read, start, finish) {
        (Some(one), Some(other), Some(start), Some(finish)) => {
            reader.choose((one, start), (other, finish), building, &mut remarks)
        }
        _ => None,
    };
    let (start_position, finish_read) = ends.unzip();
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
        model: model_name,
        source: origin.map(|t| t.value.to_owned()),
        names,
        board,
        start,
        finish,
        building,
        marked,
        known,
        remarks,
    })
}

/// The signs that a file gives for its diagrams: `{ peg = "*", empty = "o", none = "#" }`.
fn read_signs<'i>(value: &Value<'i>, faults: &mut Faults<'i>) -> Option<Signs> {
    let Some(table) = value.get_ref().as_table() else {
        faults.wrong_type(value, "signs", "a table").help = Some(SIGNS.into());
        return None;
    };
    faults.unknown_keys(table, &["peg", "empty", "none"]);
    let mut complete = true;
    let mut signs = |key: &str| -> Vec<String> {
        let Some(value) = find(table, key) else { return Vec::new() };
        let single = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
        let many = |list: &DeValue<'i>| -> Option<Vec<String>> {
            let list = list.as_array()?;
            list.iter().map(|one| one.get_ref().as_str().map(str::to_owned)).collect()
        };
        let found = value.get_ref().as_str().map(single).or_else(|| many(value.get_ref()));
        found.unwrap_or_else(|| {
            faults.wrong_type(value, key, "a string of signs").help = Some(SIGNS.into());
            complete = false;
            Vec::new()
        })
    };
    let [peg, empty, none] = ["peg", "empty", "none"].map(&mut signs);
    if complete && peg.is_empty() && empty.is_empty() {
        faults.add_with_help(value.span(), "\"signs\" names no sign of a hole", SIGNS);
        return None;
    }
    complete.then_some(Signs { peg, empty, none, open: vec!["?".to_owned()] })
}

/// A position as far as it is read: a diagram may have several meanings.
enum Ends<T> {
    One(T),
    /// The meanings of a diagram's signs.
    Several(Vec<(Signs, Position)>),
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
    /// The signs of diagrams, if the file gives them.
    signs: Option<Signs>,
    faults: &'a mut Faults<'i>,
}

impl<'i> PositionReader<'_, 'i> {
    fn start(&mut self, value: &Value<'i>) -> Option<Ends<Position>> {
        match self.position(value, "start")? {
            Ends::One(start) => {
                self.unless(setup::start_fault(self.board, start), value, start).map(Ends::One)
            }
            several @ Ends::Several(_) => Some(several),
        }
    }

    fn finish(&mut self, value: &Value<'i>) -> Option<Ends<Finish>> {
        let pegs = value.get_ref().as_table().filter(|table| find(table, "pegs").is_some());
        let Some(table) = pegs else {
            return match self.position(value, "finish")? {
                Ends::One(finish) => {
                    let finish = Finish::Exactly(finish);
                    let fault = setup::finish_fault(self.board, finish);
                    self.unless(fault, value, finish).map(Ends::One)
                }
                Ends::Several(meanings) => Some(Ends::Several(meanings)),
            };
        };
        self.faults.unknown_keys(table, &["pegs"]);
        let pegs = self.faults.optional_number(table, "pegs", 1, self.board.holes());
        pegs.map(|pegs| Ends::One(Finish::Pegs(pegs)))
    }

    /// Takes the one meaning of the diagrams that makes a puzzle: the start has more pegs than the finish, in the
    /// building game fewer, and a sign means the same in both. Otherwise it asks for the signs.
    fn choose(
        &mut self,
        (start, start_value): (Ends<Position>, &Value<'i>),
        (finish, finish_value): (Ends<Finish>, &Value<'i>),
        building: bool,
        remarks: &mut Vec<String>,
    ) -> Option<(Position, Finish)> {
        if let (Ends::One(start), Ends::One(finish)) = (&start, &finish) {
            return Some((*start, *finish));
        }
        let is_start = matches!(start, Ends::Several(_));
        let value = if is_start { start_value } else { finish_value };
        let starts = match start {
            Ends::One(start) => vec![(Signs::default(), start)],
            Ends::Several(meanings) => meanings,
        };
        let finishes = match finish {
            Ends::One(finish) => vec![(Signs::default(), finish)],
            Ends::Several(meanings) => {
                let exactly = |(signs, pegs)| (signs, Finish::Exactly(pegs));
                meanings.into_iter().map(exactly).collect()
            }
        };
        let mut fitting: Vec<(Signs, Position, Finish)> = Vec::new();
        for (signs, start) in &starts {
            for (others, finish) in &finishes {
                let (before, after) = (start.len(), finish.pegs());
                let fits = if building { before < after } else { before > after };
                if fits && after > 0 && before > 0 && signs.agrees(others) {
                    let signs = if is_start { signs } else { others };
                    fitting.push((signs.clone(), *start, *finish));
                }
            }
        }
        match &fitting[..] {
            [(signs, start, finish)] => {
                remarks.push(format!("in the diagrams {}", signs.phrase()));
                Some((*start, *finish))
            }
            [] => {
                let offered = if is_start { starts.first() } else { None };
                let line = offered.map_or_else(|| SIGNS.to_owned(), |(signs, _)| signs.line());
                let message =
                    "with no meaning of these signs the start has more pegs than the finish";
                self.faults.add_with_help(value.span(), message, format!("add {line}"));
                None
            }
            several => {
                let lines = joined(several.iter().map(|(signs, ..)| signs.line()), " or ");
                let message = "the signs of this diagram can mean two things";
                self.faults.add_with_help(value.span(), message, format!("add {lines}"));
                None
            }
        }
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

    fn position(&mut self, value: &Value<'i>, key: &str) -> Option<Ends<Position>> {
        match value.get_ref() {
            DeValue::Array(_) => self.holes(value, key).map(Ends::One),
            DeValue::Table(table) => self.all_but(value, table, key).map(Ends::One),
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

    fn drawn(&mut self, value: &Value<'i>, key: &str) -> Option<Ends<Position>> {
        let text = self.faults.text(value, key)?;
        if text.value == "full" {
            return Some(Ends::One(self.board.full()));
        }
        if let Some(signs) = &self.signs {
            if let Some(Drawn { pegs, open }) = self.board.read_signs(text.value, signs)
                && open.is_empty()
            {
                return Some(Ends::One(pegs));
            }
            let message = format!("this is not a diagram of the board in which {}", signs.phrase());
            let place = signs.first_unknown(text.value);
            let span = place.map_or(text.span.clone(), |at| self.faults.place(&text, at));
            self.faults.add_with_help(span, message, self.board.shape_help());
            return None;
        }
        let has = |signs: &str| text.value.contains(|c| signs.contains(c));
        let usual = text.value.chars().all(|c| c.is_whitespace() || MARKS.contains(c));
        // With both signs for a peg and none for an empty hole, one of them is one.
        let is_mixed = has("o") && has("\u{25cf}") && !has(".\u{b7}");
        let read = if usual && !is_mixed {
            match self.board.read_position(text.value) {
                Ok(position) => return Some(Ends::One(position)),
                // With the usual signs only a full rectangle can have been meant otherwise.
                Err(faults) if !is_rectangle(text.value) => {
                    self.faults.add_drawing(&text, faults);
                    return None;
                }
                Err(faults) => Some(faults),
            }
        } else {
            None
        };
        let meanings = self.board.meanings(text.value);
        let meanings: Vec<(Signs, Position)> = meanings
            .into_iter()
            .filter(|(_, drawn)| drawn.open.is_empty())
            .map(|(signs, drawn)| (signs, drawn.pegs))
            .collect();
        if !meanings.is_empty() {
            return Some(Ends::Several(meanings));
        }
        let one_word = !text.value.trim().contains(['\n', ' ']);
        if one_word && !usual {
            let message = format!("\"{}\" is not a position", short(text.value).escape_debug());
            self.faults.add_with_help(text.span.clone(), message, FORMS);
            return None;
        }
        match read.or_else(|| self.board.read_position(text.value).err()) {
            Some(list) => self.faults.add_drawing(&text, list),
            None => self.faults.add_with_help(text.span.clone(), "this is not a diagram", FORMS),
        }
        None
    }
}

/// Whether every line of a drawing has as many signs.
fn is_rectangle(text: &str) -> bool {
    let count = |line: &str| line.chars().filter(|c| !c.is_whitespace()).count();
    let mut counts = text.lines().map(count).filter(|&count| count > 0);
    counts.next().is_some_and(|first| counts.all(|count| count == first))
}
