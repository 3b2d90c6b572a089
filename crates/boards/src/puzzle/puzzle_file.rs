//! Reads puzzle files: a model, a start and a finish, and what else a puzzle may have.

use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::board::signs::{Drawn, Signs};
use crate::board::{Board, MARKS};
use crate::notation::{Names, Scheme};
use crate::puzzle::model::{self, Model};
use crate::puzzle::open::{Aim, AnyPuzzle, OpenPuzzle};
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
    "reverse",
    "marked",
    "known",
];
const KNOWN_KEYS: [&str; 5] = ["moves", "solution", "impossible", "at_least", "at_most"];
/// Every jump removes a peg, and the largest boards have about this many holes.
const MOST_MOVES: usize = 1 << 16;
const FORMS: &str = "write a list of hole names, a drawing ('o' peg, '.' empty), \
                     { all_but = [\"44\"] } or \"full\"";

const SIGNS: &str = "signs = { peg = \"*\", empty = \"o\", none = \"#\" }";

const MARKED: &str = "name the hole of a peg: { survivor = \"46\" }, { watch = \"46\" } or { last_captured = \"46\" }";

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
    let defines_board =
        |key: &&Spanned<DeString<'i>>| model::DEFINING.contains(&key.get_ref().as_ref());
    if find(table, "model").is_none()
        && let Some(key) = table.keys().find(defines_board)
    {
        let help = "write a puzzle file: the name of this file as model, a start and a finish";
        faults.add_with_help(key.span(), "this file is a model, not a puzzle", help);
        return None;
    }
    faults.unknown_keys(table, &KEYS);
    let title = faults.optional_text(table, "title");
    let origin = faults.optional_text(table, "source");
    let reverse = faults.optional_bool(table, "reverse").unwrap_or(false);
    let known = read_known(table, faults);
    let model = faults.required(table, "model", "\"english\"");
    let directions = faults.optional_text(table, "directions");
    let directions =
        directions.map(|text| (model::read_directions(&text, faults), text.span.clone()));
    let notation = faults.optional_text(table, "notation");
    let notation =
        notation.map(|text| (model::read_scheme(&text, "notation", faults), text.span.clone()));
    let start = faults.required(table, "start", "{ all_but = [\"44\"] }");
    let finish = match (find(table, "finish"), without_finish.clone()) {
        (None, Some(_)) => None,
        _ => faults.required(table, "finish", "[\"44\"]"),
    };

    let signs = find(table, "signs").map(|value| (read_signs(value, faults), value.span()));
    let known_signs = signs.as_ref().and_then(|(signs, _)| signs.as_ref());
    let (model_name, model_span, loaded) =
        read_model(model?, load, known_signs, faults, model_faults)?;
    let Model { mut board, scheme, mut remarks, .. } = loaded;
    if let Some((directions, span)) = directions {
        match board.with_directions(directions?) {
            Ok(changed) => board = changed,
            Err(fault) => model::wrong_directions(span, &fault, faults),
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
    let ends = match (start_read, finish_read, start, finish) {
        (Some(one), Some(other), Some(start), Some(finish)) => {
            reader.choose((one, start), (other, finish), reverse, &mut remarks)
        }
        (Some(one), None, Some(start), None) => {
            let finish = Ends::One(Wanted::Fixed(without_finish?));
            reader.choose((one, start), (finish, start), reverse, &mut remarks)
        }
        _ => None,
    };
    let (start_position, finish_read) = ends.unzip();
    let marked_value = find(table, "marked");
    let marked = marked_value.map_or(Some(Marks::default()), |value| reader.marks(value));
    let start_value = start?;
    let finish_value = finish.unwrap_or(start_value);
    let (start, wanted) = (start_position?, finish_read?);
    // A finish that is not open is checked by its number of pegs.
    let (finish, aim) = match wanted {
        Wanted::Fixed(finish) => (finish, None),
        Wanted::Open(aim) => (Finish::Pegs(start.len()), Some(aim)),
    };
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
    if let (Some(fault), Some(value)) = (setup::marks_fault(&start, marked, reverse), marked_value)
    {
        faults.add_with_help(value.span(), marks_text(&fault, &names), fault.help());
    }
    let puzzle = Puzzle {
        title: title.map_or_else(|| "untitled".to_owned(), |t| t.value.to_owned()),
        model: model_name,
        source: origin.map(|t| t.value.to_owned()),
        names,
        board,
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

/// Reads the model of a puzzle, which it names or has inside, with its name and the place of it.
fn read_model<'i>(
    value: &Value<'i>,
    load: LoadModel<'_>,
    signs: Option<&Signs>,
    faults: &mut Faults<'i>,
    model_faults: &mut Option<Diagnostics>,
) -> Option<(String, std::ops::Range<usize>, Model)> {
    let span = value.span();
    if let Some(own) = value.get_ref().as_table() {
        return Some(("custom board".to_owned(), span, model::read_board(own, signs, faults)?));
    }
    let name = faults.text(value, "model")?;
    let mut add = |message, help| faults.add_with_help(span.clone(), message, help);
    let file = load(name.value).map_err(|LoadFault { message, help }| add(message, help));
    let loaded = Model::parse(&file.ok()?).map_err(|others| {
        let message = format!("the model \"{}\" is faulty", name.value);
        add(message, "see the faults of that file below".to_owned());
        *model_faults = Some(others);
    });
    Some((name.value.to_owned(), span, loaded.ok()?))
}

/// What is wrong with marked pegs, with the names of holes.
fn marks_text(fault: &SetupFault, names: &Names) -> String {
    match fault {
        SetupFault::NoPegMarked(holes) => {
            let holes = names.position(holes).join(" ");
            format!("\"marked\": no peg stands in {holes} at the start")
        }
        _ => fault.to_string(),
    }
}

/// What is wrong with an open finish, and what to do about it.
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

/// The condition that a file puts on the finish.
#[derive(Clone)]
enum Wanted {
    Fixed(Finish),
    Open(Aim),
}

impl Wanted {
    /// The condition of a diagram.
    fn drawn(board: &Board, Drawn { pegs, open }: Drawn) -> Self {
        if open.is_empty() {
            return Self::Fixed(Finish::Exactly(pegs));
        }
        Self::Open(Aim::Holes { empty_at: board.full().minus(&pegs.union(&open)), pegs_at: pegs })
    }

    /// Whether jumps can lead to it from a start with this number of pegs, as far as numbers tell.
    fn fits(&self, before: usize, reverse: bool) -> bool {
        match self {
            Self::Fixed(finish) => {
                let after = finish.pegs();
                after > 0 && if reverse { before < after } else { before > after }
            }
            Self::Open(Aim::Holes { pegs_at, .. }) => reverse || before > pegs_at.len(),
            Self::Open(Aim::FewestPegs | Aim::MostPegs) => !reverse,
        }
    }
}

/// The signs that a file gives for its diagrams: `{ peg = "*", empty = "o", none = "#" }`.
pub(super) fn read_signs<'i>(value: &Value<'i>, faults: &mut Faults<'i>) -> Option<Signs> {
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
    Several(Vec<(Signs, Drawn)>),
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
            Ends::One(Drawn { pegs: start, open }) if open.is_empty() => {
                self.unless(setup::start_fault(self.board, &start), value, start).map(Ends::One)
            }
            Ends::One(_) => {
                let message = "\"start\" has holes drawn as ?";
                self.faults.add_with_help(value.span(), message, "only the finish may have them");
                None
            }
            Ends::Several(meanings) => Some(Ends::Several(meanings)),
        }
    }

    fn finish(&mut self, value: &Value<'i>) -> Option<Ends<Wanted>> {
        let with = |keys: &[&str]| {
            let has = |table: &&DeTable<'_>| keys.iter().any(|key| find(table, key).is_some());
            value.get_ref().as_table().filter(has)
        };
        if let Some(table) = with(&["pegs_at", "empty_at"]) {
            return self.named(value, table).map(Ends::One);
        }
        let Some(table) = with(&["pegs"]) else {
            return match self.position(value, "finish")? {
                Ends::One(drawn) => {
                    let wanted = Wanted::drawn(self.board, drawn);
                    let fault = match &wanted {
                        Wanted::Fixed(finish) => setup::finish_fault(self.board, finish),
                        Wanted::Open(_) => None,
                    };
                    self.unless(fault, value, wanted).map(Ends::One)
                }
                Ends::Several(meanings) => Some(Ends::Several(meanings)),
            };
        };
        self.faults.unknown_keys(table, &["pegs"]);
        let value = find(table, "pegs").map(toml::Spanned::get_ref);
        match value.and_then(DeValue::as_str) {
            Some("fewest") => return Some(Ends::One(Wanted::Open(Aim::FewestPegs))),
            Some("most") => return Some(Ends::One(Wanted::Open(Aim::MostPegs))),
            _ => {}
        }
        let pegs = self.faults.optional_number(table, "pegs", 1, self.board.holes());
        pegs.map(|pegs| Ends::One(Wanted::Fixed(Finish::Pegs(pegs))))
    }

    /// A finish by the holes that must have a peg and those that must be empty; the others are left open.
    fn named(&mut self, value: &Value<'i>, table: &DeTable<'i>) -> Option<Wanted> {
        self.faults.unknown_keys(table, &["pegs_at", "empty_at"]);
        let mut holes = |key| match find(table, key) {
            Some(list) => self.holes(list, key),
            None => Some(Position::EMPTY),
        };
        let (pegs_at, empty_at) = (holes("pegs_at"), holes("empty_at"));
        let (pegs_at, empty_at) = (pegs_at?, empty_at?);
        let named = pegs_at.union(&empty_at);
        let both = pegs_at.common(&empty_at);
        if let Some(hole) = both.holes().next() {
            let message = format!("hole {} must have a peg and be empty", self.names.name(hole));
            self.faults.add_with_help(value.span(), message, "name it in one of the two lists");
            return None;
        }
        if named.is_empty() {
            let help = "name a hole, or write { pegs = 1 }";
            self.faults.add_with_help(value.span(), "\"finish\" names no hole", help);
            return None;
        }
        let open = self.board.full().minus(&named);
        let wanted = Wanted::drawn(self.board, Drawn { pegs: pegs_at, open });
        let fault = match &wanted {
            Wanted::Fixed(finish) => setup::finish_fault(self.board, finish),
            Wanted::Open(_) => None,
        };
        self.unless(fault, value, wanted)
    }

    /// Takes the one meaning of the diagrams that makes a puzzle: the start has more pegs than the finish, in the
    /// reverse game fewer, and a sign means the same in both. Otherwise it asks for the signs.
    fn choose(
        &mut self,
        (start, start_value): (Ends<Position>, &Value<'i>),
        (finish, finish_value): (Ends<Wanted>, &Value<'i>),
        reverse: bool,
        remarks: &mut Vec<String>,
    ) -> Option<(Position, Wanted)> {
        if let (Ends::One(start), Ends::One(finish)) = (&start, &finish) {
            return Some((start.clone(), finish.clone()));
        }
        let is_start = matches!(start, Ends::Several(_));
        let value = if is_start { start_value } else { finish_value };
        let starts = match start {
            Ends::One(start) => vec![(Signs::default(), start)],
            Ends::Several(meanings) => {
                meanings.into_iter().map(|(signs, drawn)| (signs, drawn.pegs)).collect()
            }
        };
        let finishes = match finish {
            Ends::One(finish) => vec![(Signs::default(), finish)],
            Ends::Several(meanings) => {
                let wanted = |(signs, drawn)| (signs, Wanted::drawn(self.board, drawn));
                meanings.into_iter().map(wanted).collect()
            }
        };
        let mut fitting: Vec<(Signs, Position, Wanted)> = Vec::new();
        for (signs, start) in &starts {
            for (others, finish) in &finishes {
                let before = start.len();
                if finish.fits(before, reverse) && before > 0 && signs.agrees(others) {
                    let signs = if is_start { signs } else { others };
                    fitting.push((signs.clone(), start.clone(), finish.clone()));
                }
            }
        }
        match &fitting[..] {
            [(signs, start, finish)] => {
                remarks.push(format!("in the diagrams {}", signs.phrase()));
                Some((start.clone(), finish.clone()))
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
        let [survivor, watch, last_captured] = Marks::WORDS.map(|word| {
            let text = self.faults.optional_text(table, word)?;
            let hole = self.names.hole(text.value.trim());
            if hole.is_none() {
                let message = format!("no hole is called \"{}\"", short(text.value));
                self.faults.add_with_help(text.span, message, MARKED);
                complete = false;
            }
            hole
        });
        complete.then_some(Marks { survivor, watch, last_captured })
    }

    fn unless<T>(&mut self, fault: Option<SetupFault>, value: &Value<'i>, read: T) -> Option<T> {
        let Some(fault) = fault else { return Some(read) };
        self.faults.add_with_help(value.span(), fault.to_string(), fault.help());
        None
    }

    fn position(&mut self, value: &Value<'i>, key: &str) -> Option<Ends<Drawn>> {
        let one = |pegs| Ends::One(Drawn { pegs, open: Position::EMPTY });
        match value.get_ref() {
            DeValue::Array(_) => self.holes(value, key).map(one),
            DeValue::Table(table) => self.all_but(value, table, key).map(one),
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
                            |scheme: Scheme| format!("write notation = \"{}\"", scheme.as_str());
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
        let of_finish: &[&str] = &["all_but", "pegs", "pegs_at", "empty_at"];
        let known: &[&str] = if key == "finish" { of_finish } else { &["all_but"] };
        self.faults.unknown_keys(table, known);
        let Some(list) = find(table, "all_but") else {
            if table.is_empty() {
                self.faults.add_with_help(value.span(), format!("\"{key}\" is empty"), FORMS);
            }
            return None;
        };
        let vacant = self.holes(list, "all_but")?;
        Some(self.board.full().minus(&vacant))
    }

    fn drawn(&mut self, value: &Value<'i>, key: &str) -> Option<Ends<Drawn>> {
        let text = self.faults.text(value, key)?;
        if text.value == "full" {
            return Some(Ends::One(Drawn { pegs: self.board.full(), open: Position::EMPTY }));
        }
        if !self.board.is_drawn() {
            let help = "write a list of hole names, { all_but = [\"a\"] } or \"full\"";
            self.faults.add_with_help(text.span, "this board has no drawing", help);
            return None;
        }
        if let Some(drawing) = drawing_of_id(text.value) {
            if let Ok(pegs) = self.board.read_position(&drawing) {
                return Some(Ends::One(Drawn { pegs, open: Position::EMPTY }));
            }
            let message = "this game id is for another board";
            self.faults.add_with_help(text.span, message, self.board.shape_help());
            return None;
        }
        if let Some(signs) = &self.signs {
            if let Some(drawn) = self.board.read_signs(text.value, signs) {
                return Some(Ends::One(drawn));
            }
            let message = format!("this is not a diagram of the board in which {}", signs.phrase());
            let place = signs.first_unknown(text.value);
            let span = place.map_or(text.span.clone(), |at| self.faults.place(&text, at));
            self.faults.add_with_help(span, message, self.board.shape_help());
            return None;
        }
        let has = |signs: &str| text.value.contains(|c| signs.contains(c));
        let usual = text.value.chars().all(|c| c.is_whitespace() || MARKS.contains(c) || c == '?');
        // With both signs for a peg and none for an empty hole, one of them is one.
        let is_mixed = has("o") && has("\u{25cf}") && !has(".\u{b7}");
        let read = if usual && !is_mixed {
            // The holes drawn as ? are those in which it matters whether ? stands for an empty hole or for a peg.
            match self.board.read_position(&text.value.replace('?', ".")) {
                Ok(pegs) => {
                    let filled = self.board.read_position(&text.value.replace('?', "o"));
                    let open = filled.map_or(Position::EMPTY, |filled| filled.minus(&pegs));
                    return Some(Ends::One(Drawn { pegs, open }));
                }
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
        // Only a finish may leave holes open.
        let fits = |(_, drawn): &(Signs, Drawn)| key == "finish" || drawn.open.is_empty();
        let meanings: Vec<(Signs, Drawn)> = meanings.into_iter().filter(fits).collect();
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

/// The drawing of a game id of Simon Tatham's collection of puzzles: columns, rows and a kind of board, and for each cell
/// `P` for a peg, `H` for an empty hole, `O` for none.
fn drawing_of_id(text: &str) -> Option<String> {
    let (size, cells) = text.trim().split_once(':')?;
    let (columns, rest) = size.split_once('x')?;
    let rows = rest.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let (columns, rows): (usize, usize) = (columns.parse().ok()?, rows.parse().ok()?);
    let fits = columns.checked_mul(rows) == Some(cells.len()) && columns > 0;
    if !fits || !cells.bytes().all(|cell| matches!(cell, b'P' | b'H' | b'O')) {
        return None;
    }
    let sign = |cell: &u8| match cell {
        b'P' => 'o',
        b'H' => '.',
        _ => ' ',
    };
    let row = |row: &[u8]| row.iter().map(sign).chain(['\n']).collect::<String>();
    Some(cells.as_bytes().chunks(columns).map(row).collect())
}

/// Whether every line of a drawing has as many signs.
fn is_rectangle(text: &str) -> bool {
    let count = |line: &str| line.chars().filter(|c| !c.is_whitespace()).count();
    let mut counts = text.lines().map(count).filter(|&count| count > 0);
    counts.next().is_some_and(|first| counts.all(|count| count == first))
}
