//! Reads puzzle files: a model, a start and a finish, and what else a puzzle may have.

mod positions;
mod signs;

pub(super) use signs::read_signs;

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeString, DeTable};

use crate::board::lattice::Directions;
use crate::board::{Board, position::Position, signs::Signs};
use crate::notation::{Names, Scheme};
use crate::puzzle::model::{self, Model};
use crate::puzzle::open::{Aim, AnyPuzzle, OpenPuzzle};
use crate::puzzle::setup::{self, SetupFault};
use crate::puzzle::{Finish, KnownAnswer, Puzzle, marks::Marks};
use positions::{PositionReader, Wanted};
use soliter_base::diagnostic::{Diagnostics, Source};
use soliter_base::loading::{LoadFault, LoadModel};
use soliter_base::toml_fields::{Faults, Value, find};

const KEYS: [&str; 11] = [
    "title",
    "model",
    "source",
    "signs",
    "start",
    "finish",
    "directions",
    "notation",
    "reverse",
    "marked",
    "known",
];
const KNOWN_KEYS: [&str; 5] = ["moves", "solution", "impossible", "at_least", "at_most"];
/// Every jump removes a peg, and the largest boards have about this many holes.
const MOST_MOVES: usize = 1 << 16;

impl Puzzle {
    /// Reads a puzzle file whose finish has a fixed number of pegs; `load` finds its model. Its faults are followed
    /// by those of its model file.
    pub fn parse(source: &Arc<Source>, load: LoadModel<'_>) -> Result<Self, Diagnostics> {
        match AnyPuzzle::parse(source, load)? {
            AnyPuzzle::Fixed(puzzle) => Ok(puzzle),
            AnyPuzzle::Open(_) => {
                let (table, mut faults) = Faults::parse(source);
                let span = find(&table, "finish").map_or(0..0, toml::Spanned::span);
                let message = "this finish leaves the number of pegs open";
                faults.add_with_help(span, message, "give all holes, or { pegs = 1 }");
                Err(faults.sorted())
            }
        }
    }
}

impl AnyPuzzle {
    /// Reads a puzzle file; `load` finds its model. Its faults are followed by those of its model file.
    pub fn parse(source: &Arc<Source>, load: LoadModel<'_>) -> Result<Self, Diagnostics> {
        Self::parse_with(source, load, None)
    }

    /// The same for a file that may leave out the finish, which is then the one given here.
    pub fn parse_with(
        source: &Arc<Source>,
        load: LoadModel<'_>,
        finish: Option<Finish>,
    ) -> Result<Self, Diagnostics> {
        let (table, mut faults) = Faults::parse(source);
        let mut model_faults = None;
        match read(&table, load, finish, &mut faults, &mut model_faults) {
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
    without_finish: Option<Finish>,
    faults: &mut Faults<'i>,
    model_faults: &mut Option<Diagnostics>,
) -> Option<AnyPuzzle> {
    if let Some(key) = key_of_model(table) {
        let (message, help) = if find(table, "start").is_some() {
            (
                "a puzzle's own board belongs under [model]",
                "put [model] on a line above the keys of the board, below those of the puzzle",
            )
        } else {
            (
                "this file is a model, not a puzzle",
                "write a puzzle file that names this file as its model, with a start and a finish",
            )
        };
        faults.add_with_help(key.span(), message, help);
        return None;
    }
    if let Some(key) = key_below_model(table) {
        let message = format!("\"{}\" belongs above [model]", key.get_ref());
        let help = "move the keys of the puzzle above the line [model]; those of its board follow that line";
        faults.add_with_help(key.span(), message, help);
        return None;
    }
    let entries = Entries::read(table, without_finish.is_some(), faults);
    let (model, mut loaded) = entries.model(load, faults, model_faults)?;
    let (board, names) = entries.board_and_names(&loaded, faults)?;
    if entries.has_faulty_signs {
        return None;
    }
    let (signs, reverse) = (entries.signs.clone(), entries.reverse);
    let mut reader = PositionReader { board: &board, names: &names, signs, reverse, faults };
    let ends = reader.ends(entries.start, entries.finish, without_finish, &mut loaded.remarks);
    let marked = entries.marked.map_or(Some(Marks::default()), |value| reader.marks(value));
    let (start, wanted) = ends?;
    // A finish that is not open is checked by its number of pegs.
    let (finish, aim) = match wanted {
        Wanted::Fixed(finish) => (finish, None),
        Wanted::Open(aim) => (Finish::Pegs(start.len()), Some(aim)),
    };
    let start_value = entries.start?;
    let finish_value = entries.finish.unwrap_or(start_value);
    if let Some(fault) = setup::pegs_fault(&board, &start, &finish, reverse) {
        let is_of_start = matches!(fault, SetupFault::NoRoom | SetupFault::OneWay);
        let value = if is_of_start { start_value } else { finish_value };
        faults.add_with_help(value.span(), fault.to_string(), fault.help());
    }
    let marked = marked?;
    if let Some((message, help)) =
        aim.as_ref().and_then(|aim| open_fault(&board, &start, aim, reverse, marked))
    {
        faults.add_with_help(finish_value.span(), message, help);
    }
    if let (Some(fault), Some(value)) =
        (setup::marks_fault(&start, marked, reverse), entries.marked)
    {
        faults.add_with_help(value.span(), marks_text(&fault, &names), fault.help());
    }
    let title = entries.title.unwrap_or_else(|| "untitled".to_owned());
    let (source, known, remarks) = (entries.source, entries.known, loaded.remarks);
    let puzzle = Puzzle {
        title,
        model,
        source,
        board,
        names,
        start,
        finish,
        reverse,
        marked,
        known,
        remarks,
    };
    match aim {
        None => Some(AnyPuzzle::Fixed(puzzle)),
        Some(aim) => OpenPuzzle::new(puzzle, aim).map(AnyPuzzle::Open),
    }
}

/// A key of a puzzle in the table of its own board.
fn key_below_model<'t, 'i>(table: &'t DeTable<'i>) -> Option<&'t Spanned<DeString<'i>>> {
    let model = find(table, "model")?.get_ref().as_table()?;
    let is_of_puzzle = |key: &str| KEYS.contains(&key) && !model::KEYS.contains(&key);
    model.keys().find(|key| is_of_puzzle(key.get_ref()))
}

/// The key that shows that a file is a model and not a puzzle.
fn key_of_model<'t, 'i>(table: &'t DeTable<'i>) -> Option<&'t Spanned<DeString<'i>>> {
    let defines_board =
        |key: &&Spanned<DeString<'i>>| model::DEFINING.contains(&key.get_ref().as_ref());
    if find(table, "model").is_some() { None } else { table.keys().find(defines_board) }
}

/// The entries of a puzzle file. Those that need the board are still unread.
///
/// The inner `None` of `directions` and `notation` is an entry at fault, which has been reported.
struct Entries<'t, 'i> {
    title: Option<String>,
    source: Option<String>,
    reverse: bool,
    known: KnownAnswer,
    model: Option<&'t Value<'i>>,
    directions: Option<(Option<Directions>, Range<usize>)>,
    notation: Option<(Option<Scheme>, Range<usize>)>,
    signs: Option<Signs>,
    has_faulty_signs: bool,
    start: Option<&'t Value<'i>>,
    finish: Option<&'t Value<'i>>,
    marked: Option<&'t Value<'i>>,
}

impl<'t, 'i> Entries<'t, 'i> {
    fn read(table: &'t DeTable<'i>, needs_no_finish: bool, faults: &mut Faults<'i>) -> Self {
        faults.unknown_keys(table, &KEYS);
        let mut text = |key| faults.optional_text(table, key);
        let [title, source] = ["title", "source"].map(|key| Some(text(key)?.value.to_owned()));
        let (directions, notation) = (text("directions"), text("notation"));
        let directions =
            directions.map(|text| (model::read_directions(&text, faults), text.span.clone()));
        let notation =
            notation.map(|text| (model::read_scheme(&text, "notation", faults), text.span.clone()));
        let model = faults.required(table, "model", "\"english\", or your own board under [model]");
        let start = faults.required(table, "start", "{ all_but = [\"44\"] }");
        let finish = if needs_no_finish {
            find(table, "finish")
        } else {
            faults.required(table, "finish", "{ pegs = 1 }")
        };
        let signs_value = find(table, "signs");
        let signs = signs_value.and_then(|value| read_signs(value, faults));
        Self {
            title,
            source,
            reverse: faults.optional_bool(table, "reverse").unwrap_or(false),
            known: read_known(table, faults),
            model,
            directions,
            notation,
            has_faulty_signs: signs_value.is_some() && signs.is_none(),
            signs,
            start,
            finish,
            marked: find(table, "marked"),
        }
    }

    /// The model that the file names or has inside, with its name.
    fn model(
        &self,
        load: LoadModel<'_>,
        faults: &mut Faults<'i>,
        model_faults: &mut Option<Diagnostics>,
    ) -> Option<(String, Model)> {
        let value = self.model?;
        if let Some(own) = value.get_ref().as_table() {
            let model = model::read_board(own, self.signs.as_ref(), faults)?;
            return Some(("custom board".to_owned(), model));
        }
        let name = faults.text(value, "model")?;
        if name.value.trim().contains('\n') {
            let help = "write model = { board = \"\"\"...\"\"\" } around the drawing";
            faults.add_with_help(value.span(), "a drawing is not the name of a board", help);
            return None;
        }
        let file = load(name.value).map_err(|LoadFault { message, help }| {
            faults.add_with_help(value.span(), message, help);
        });
        let loaded = Model::parse(&file.ok()?).map_err(|others| *model_faults = Some(others));
        Some((name.value.to_owned(), loaded.ok()?))
    }

    /// The board of the model in the directions of the file, with the names that the file or the model gives its holes.
    fn board_and_names(&self, model: &Model, faults: &mut Faults<'i>) -> Option<(Board, Names)> {
        let mut board = model.board.clone();
        if let Some((directions, span)) = &self.directions {
            match board.with_directions((*directions)?) {
                Ok(changed) => board = changed,
                Err(fault) => model::wrong_directions(span.clone(), &fault, faults),
            }
        }
        let (scheme, span) = match &self.notation {
            Some((scheme, span)) => ((*scheme)?, span.clone()),
            None => (model.scheme, self.model?.span()),
        };
        let names =
            Names::new(&board, scheme).map_err(|error| _ = faults.add(span, error.to_string()));
        Some((board, names.ok()?))
    }
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
        moves: faults.optional_number(table, "moves", 0, MOST_MOVES),
        at_least: faults.optional_number(table, "at_least", 0, MOST_MOVES),
        at_most: faults.optional_number(table, "at_most", 0, MOST_MOVES),
        impossible: faults.optional_bool(table, "impossible").unwrap_or(false),
        solution: solution.map(|t| t.value.to_owned()),
    }
}

/// Describes a fault of marked pegs, naming the holes.
fn marks_text(fault: &SetupFault, names: &Names) -> String {
    match fault {
        SetupFault::NoPegMarked(holes) => {
            let holes = names.position(holes).join(" ");
            format!("\"marked\": no peg stands in {holes} at the start")
        }
        _ => fault.to_string(),
    }
}

/// The fault of an open finish, if it has one, and how to correct it.
fn open_fault(
    board: &Board,
    start: &Position,
    aim: &Aim,
    reverse: bool,
    marked: Marks,
) -> Option<(String, &'static str)> {
    if !marked.is_empty() {
        let help = "give all holes of the finish, or { pegs = 1 }";
        return Some(("marked pegs need a finish with a fixed number of pegs".to_owned(), help));
    }
    if reverse && matches!(aim, Aim::FewestPegs | Aim::MostPegs) {
        let help = "leave out \"reverse\", or give the number of pegs";
        return Some(("every jump of a reverse game adds a peg".to_owned(), help));
    }
    let (least, most) = aim.numbers(board, start, reverse).into_inner();
    if least <= most {
        return None;
    }
    let before = start.len();
    let least = if reverse { format!("at most {most}") } else { format!("at least {least}") };
    let message = format!("\"finish\" has {least} pegs, the start {before}");
    let fault = SetupFault::WrongNumber { before, after: before, reverse };
    Some((message, fault.help()))
}
