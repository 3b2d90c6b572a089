//! Start, finish and marked pegs of a puzzle file, which need its board and the names of the holes.

use toml::de::{DeTable, DeValue};

use crate::board::position::Position;
use crate::board::signs::{Drawn, Signs};
use crate::board::{Board, MARKS};
use crate::notation::{Names, Scheme};
use crate::puzzle::open::Aim;
use crate::puzzle::setup::{self, SetupFault};
use crate::puzzle::{Finish, marks::Marks};
use soliter_base::toml_fields::{Faults, Value, find};
use soliter_base::wording::short;

const FORMS: &str = "write a list of hole names, a drawing ('o' peg, '.' empty), \
                     { all_but = [\"44\"] } or \"full\"";

const MARKED: &str = "name the hole of a peg: { survivor = \"46\" }, { watch = \"46\" } or { last_captured = \"46\" }";

/// The condition that a file puts on the finish.
#[derive(Clone)]
pub(super) enum Wanted {
    Fixed(Finish),
    Open(Aim),
}

impl Wanted {
    /// The condition of a diagram.
    pub(super) fn of_drawing(board: &Board, Drawn { pegs, open }: Drawn) -> Self {
        if open.is_empty() {
            return Self::Fixed(Finish::Exactly(pegs));
        }
        Self::Open(Aim::Holes {
            empty_at: board.full().difference(&pegs.union(&open)),
            pegs_at: pegs,
        })
    }

    /// Whether jumps can lead to it from a start with this number of pegs, as far as numbers tell.
    pub(super) fn fits(&self, before: usize, reverse: bool) -> bool {
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

/// A position as far as it is read: a diagram may have several meanings.
pub(super) enum Ends<T> {
    One(T),
    /// The meanings of a diagram's signs.
    Several(Vec<(Signs, Drawn)>),
}

/// Reads positions and marked pegs, which need the board and the names of its holes.
pub(super) struct PositionReader<'a, 'i> {
    pub(super) board: &'a Board,
    pub(super) names: &'a Names,
    /// The signs of diagrams, if the file gives them.
    pub(super) signs: Option<Signs>,
    pub(super) reverse: bool,
    pub(super) faults: &'a mut Faults<'i>,
}

impl<'i> PositionReader<'_, 'i> {
    /// Reads start and finish. A file without a finish has the one that the caller gives.
    pub(super) fn ends(
        &mut self,
        start: Option<&Value<'i>>,
        finish: Option<&Value<'i>>,
        without_finish: Option<Finish>,
        remarks: &mut Vec<String>,
    ) -> Option<(Position, Wanted)> {
        // Both are read before either is missed, so that all faults are reported.
        let start = start.map(|value| (self.start(value), value));
        let finish = finish.map(|value| (self.finish(value), value));
        let (start, start_value) = start?;
        let (finish, finish_value) =
            finish.unwrap_or((without_finish.map(Wanted::Fixed).map(Ends::One), start_value));
        self.choose((start?, start_value), (finish?, finish_value), remarks)
    }

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
                    let wanted = Wanted::of_drawing(self.board, drawn);
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
        let both = pegs_at.intersection(&empty_at);
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
        let open = self.board.full().difference(&named);
        let wanted = Wanted::of_drawing(self.board, Drawn { pegs: pegs_at, open });
        let fault = match &wanted {
            Wanted::Fixed(finish) => setup::finish_fault(self.board, finish),
            Wanted::Open(_) => None,
        };
        self.unless(fault, value, wanted)
    }

    /// Reads the conditions on marked pegs; the result is `None` if a hole cannot be read.
    pub(super) fn marks(&mut self, value: &Value<'i>) -> Option<Marks> {
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
                let finish = if key == "finish" { ", or { pegs = 1 }" } else { "" };
                self.faults.wrong_type(value, key, "a position").help =
                    Some(format!("{FORMS}{finish}"));
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
        Some(self.board.full().difference(&vacant))
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
                    let open = filled.map_or(Position::EMPTY, |filled| filled.difference(&pegs));
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
