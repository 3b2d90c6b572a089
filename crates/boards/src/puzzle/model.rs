//! Reads model files: a board with its directions and the names of its holes.

use std::sync::Arc;

use toml::de::DeTable;

use crate::board::lattice::{Directions, Lattice};
use crate::board::signs::Signs;
use crate::board::{Board, BoardFault, PEGS, outline};
use crate::notation::{Names, Scheme};
use crate::puzzle::listed_board::{self, Changes};
use crate::puzzle::puzzle_file::read_signs;
use soliter_base::diagnostic::{self, Diagnostics, Source};
use soliter_base::toml_fields::{Faults, Text, find};
use soliter_base::wording::{joined, short};

/// A board for peg solitaire, read from a model file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The name for people.
    pub title: String,
    /// The board with its jumps and symmetries.
    pub board: Board,
    /// The default names of the holes.
    pub scheme: Scheme,
    /// How its drawing was read, if its signs are not the usual ones.
    pub remarks: Vec<String>,
}

pub(super) const KEYS: [&str; 16] = [
    "kind",
    "title",
    "board",
    "signs",
    "lattice",
    "directions",
    "names",
    "holes",
    "edges",
    "graph6",
    "lines",
    "jumps",
    "with",
    "without",
    "wrap",
    "places",
];
/// Any of these keys makes a file a model.
pub(crate) const DEFINING: [&str; 5] = ["board", "edges", "graph6", "lines", "jumps"];
const KINDS: [(&str, ()); 1] = [("peg-solitaire", ())];
const LATTICES: [(&str, Lattice); 2] =
    [("square", Lattice::Square), ("triangular", Lattice::Triangular)];

impl Model {
    /// Whether a file is meant as a model rather than as a puzzle: it defines a board or has a `kind`.
    pub fn is_model(source: &Arc<Source>) -> bool {
        let (table, _) = Faults::parse(source);
        find(&table, "model").is_none()
            && DEFINING.iter().chain(&["kind"]).any(|key| find(&table, key).is_some())
    }

    /// Reads a model file.
    pub fn parse(source: &Arc<Source>) -> Result<Self, Diagnostics> {
        let (table, mut faults) = Faults::parse(source);
        match read(&table, &mut faults) {
            Some(model) if faults.list.is_empty() => Ok(model),
            _ => Err(faults.sorted()),
        }
    }
}

fn read<'i>(table: &DeTable<'i>, faults: &mut Faults<'i>) -> Option<Model> {
    if let Some(value) = find(table, "kind")
        && let Some(kind) = faults.text(value, "kind")
    {
        word(&kind, "kind", &KINDS, faults);
    }
    read_board(table, None, faults)
}

/// Reads the board of a model file, or one that a puzzle file has of its own. If the board gives no signs, `signs` are
/// those of the puzzle, which its drawing need not use.
pub(super) fn read_board<'i>(
    table: &DeTable<'i>,
    signs: Option<&Signs>,
    faults: &mut Faults<'i>,
) -> Option<Model> {
    faults.unknown_keys(table, &KEYS);
    let title = faults.optional_text(table, "title");
    let title = title.map_or_else(|| "custom board".to_owned(), |t| t.value.to_owned());
    let mut remarks = Vec::new();
    let board = match find(table, "board") {
        None if listed_board::is_listed(table) => listed_board::read(table, faults),
        _ => read_drawn(table, signs, faults, &mut remarks),
    };
    let (board, scheme) = board?;
    Some(Model { title, board, scheme, remarks })
}

/// Reads a board that is drawn, and changes its jumps as the file says.
fn read_drawn<'i>(
    table: &DeTable<'i>,
    signs: Option<&Signs>,
    faults: &mut Faults<'i>,
    remarks: &mut Vec<String>,
) -> Option<(Board, Scheme)> {
    let lattice = faults
        .optional_text(table, "lattice")
        .map_or(Some(Lattice::Square), |text| word(&text, "lattice", &LATTICES, faults));
    let directions = match find(table, "directions") {
        Some(value) => {
            let text = faults.text(value, "directions");
            text.and_then(|text| read_directions(&text, faults))
        }
        None => Some(match lattice {
            Some(Lattice::Triangular) => Directions::Lines,
            _ => Directions::Orthogonal,
        }),
    };
    let scheme = match faults.optional_text(table, "names") {
        Some(text) => Some(read_scheme(&text, "names", faults)?),
        None => None,
    };
    let drawing = faults.required(table, "board", "\"\"\"...\"\"\", a drawing with 'o' for a hole");
    let drawing = drawing.and_then(|value| faults.text(value, "board"));
    let own_signs = match find(table, "signs") {
        Some(value) => Some(read_signs(value, faults)?),
        None => None,
    };
    let (drawing, lattice, directions) = (drawing?, lattice?, directions?);
    let text = drawing.value;
    let board = if let Some(signs) = &own_signs {
        let Some(board) = outline::with_signs(text, signs, lattice, directions) else {
            let message =
                format!("the drawing has signs besides these: {}", outline::phrase(signs));
            let span = signs.first_unknown(text).map(|at| faults.place(&drawing, at));
            let span = span.unwrap_or(drawing.span.clone());
            faults.add_with_help(span, message, "give a meaning to each of its signs");
            return None;
        };
        board
    } else {
        let given = signs.and_then(|signs| outline::with_signs(text, signs, lattice, directions));
        match (Board::from_drawing(text, lattice, directions), given) {
            (Err(BoardFault::Drawing(_)), Some(Ok(board))) => Ok(board),
            (Err(BoardFault::Drawing(list)), _) if !is_plain(text) => {
                let mut meanings = outline::boards(text, lattice, directions);
                match meanings.len() {
                    0 => Err(BoardFault::Drawing(list)),
                    1 => {
                        let (signs, board) = meanings.remove(0);
                        remarks.push(format!(
                            "in the drawing of the board, {}",
                            outline::phrase(&signs)
                        ));
                        Ok(board)
                    }
                    _ => {
                        let lines = joined(meanings.iter().map(|(signs, _)| signs.line()), " or ");
                        let message = "the signs of this board can mean several things";
                        let span = drawing.span.clone();
                        faults.add_with_help(span, message, format!("add {lines}"));
                        return None;
                    }
                }
            }
            (board, _) => board,
        }
    };
    let report = |fault| match fault {
        BoardFault::Drawing(list) => faults.add_drawing(&drawing, list),
        BoardFault::TooManyHoles(_) | BoardFault::TooManyJumps(_) => {
            let span = drawing.span.clone();
            faults.add_with_help(span, fault.to_string(), "draw a smaller board");
        }
        BoardFault::WrongDirections | BoardFault::FixedJumps | BoardFault::NoHole => {
            let key = find(table, "directions").or_else(|| find(table, "lattice"));
            let span = key.map_or(drawing.span.clone(), toml::Spanned::span);
            wrong_directions(span, &fault, faults);
        }
    };
    let board = board.map_err(report).ok()?;
    let scheme = scheme.unwrap_or_else(|| Scheme::default_of(&board));
    match Names::new(&board, scheme) {
        Ok(names) => {
            let jumps = Changes::read(table, &board, &names, faults);
            Some((board.with_jumps(jumps), scheme))
        }
        Err(error) => {
            let span = find(table, "names").map_or(drawing.span, toml::Spanned::span);
            faults.add(span, error.to_string());
            Some((board, scheme))
        }
    }
}

/// Whether a drawing has no other signs than those of every model file, or tabs, of which the width is unknown.
fn is_plain(text: &str) -> bool {
    text.contains('\t') || text.chars().all(|c| c.is_whitespace() || PEGS.contains(c))
}

/// Reports directions that a board cannot have.
pub(crate) fn wrong_directions(
    span: std::ops::Range<usize>,
    fault: &BoardFault,
    faults: &mut Faults<'_>,
) {
    let help = match fault {
        BoardFault::FixedJumps => "leave out \"directions\"",
        _ => "a square lattice has \"orthogonal\", \"all\" or \"skew\", a triangular one \"lines\"",
    };
    faults.add_with_help(span, fault.to_string(), help);
}

/// The value of one of several known words; any other word is reported.
fn word<T: Copy>(
    text: &Text<'_>,
    key: &str,
    known: &[(&str, T)],
    faults: &mut Faults<'_>,
) -> Option<T> {
    let found = known.iter().find(|(name, _)| *name == text.value);
    if found.is_none() {
        let message = format!("unknown {key} \"{}\"", short(text.value));
        let help = diagnostic::suggestion(text.value, known.iter().map(|(name, _)| *name));
        faults.add_with_help(text.span.clone(), message, help);
    }
    found.map(|&(_, value)| value)
}

pub(crate) fn read_directions(text: &Text<'_>, faults: &mut Faults<'_>) -> Option<Directions> {
    word(text, "directions", &Directions::ALL.map(|d| (d.as_str(), d)), faults)
}

pub(crate) fn read_scheme(text: &Text<'_>, key: &str, faults: &mut Faults<'_>) -> Option<Scheme> {
    word(text, key, &Scheme::ALL.map(|s| (s.as_str(), s)), faults)
}
