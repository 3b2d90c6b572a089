//! Reads boards that list their jumps, and the changes to the jumps of a drawing.
//!
//! All lists name holes: an edge is `"a-b"`, a run of holes in a line `"a-b-c"` or `["a", "b", "c"]`. Edges have the
//! jumps of the graph rule, runs jump both ways, and `jumps` go one way.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use toml::de::{DeTable, DeValue};

use crate::board::listed::{jumps_of_edges, jumps_of_run, number_of_jumps};
use crate::board::nauty;
use crate::board::position::Hole;
use crate::board::{Board, BoardFault, Jump, MAX_HOLES, MAX_JUMPS, lattice::Lattice};
use crate::notation::{Names, Scheme};
use crate::puzzle::model;
use soliter_base::toml_fields::{Faults, Text, Value, find};
use soliter_base::wording::short;

/// Advice on a graph in another format.
const GRAPHS: &str = "write graph6 (\"Ch\") or sparse6 (\":Cdv\")";
/// The keys that list jumps, so that a board needs no drawing.
const LISTS: [&str; 4] = ["edges", "graph6", "lines", "jumps"];
/// A name is at most this long.
const LONGEST_NAME: usize = 32;
/// A list has at most this many items.
const MOST_ITEMS: usize = MAX_JUMPS;

const WRAP: &str = "the only value is \"torus\"";

/// Whether a file lists the jumps of its board.
pub(super) fn is_listed(table: &DeTable<'_>) -> bool {
    LISTS.iter().any(|key| find(table, key).is_some())
}

/// A list of names, with its place: an edge, a run, or a jump.
struct Item {
    names: Vec<String>,
    span: Range<usize>,
}

/// Reads the items of a list, each of at least `least` names and at most `most`.
fn items<'i>(
    table: &DeTable<'i>,
    key: &str,
    (least, most): (usize, usize),
    faults: &mut Faults<'i>,
) -> Vec<Item> {
    let example = match key {
        "edges" => "\"a-b\"",
        _ => "\"a-b-c\"",
    };
    let Some(value) = find(table, key) else { return Vec::new() };
    let expected = format!("a list such as [{example}]");
    let Some(list) = faults.list(value, key, &expected) else { return Vec::new() };
    if list.len() > MOST_ITEMS {
        faults.add_with_help(
            value.span(),
            format!("\"{key}\" is too long"),
            "no board has as many jumps",
        );
        return Vec::new();
    }
    let mut items = Vec::new();
    for value in list {
        let names: Option<Vec<String>> = match value.get_ref() {
            DeValue::String(text) => {
                Some(text.split('-').map(|name| name.trim().to_owned()).collect())
            }
            DeValue::Array(list) => list
                .iter()
                .map(|name| name.get_ref().as_str().map(|name| name.trim().to_owned()))
                .collect(),
            _ => None,
        };
        let Some(names) = names else {
            faults.wrong_type(value, key, &expected);
            continue;
        };
        let span = value.span();
        if !(least..=most).contains(&names.len()) {
            faults.add_one_of_many(span, || {
                let wanted = match (least, most) {
                    (2, 2) => "two holes",
                    (3, 3) => "three holes",
                    _ => "at least three holes",
                };
                (format!("each of \"{key}\" has {wanted}"), format!("write {example}"))
            });
            continue;
        }
        items.push(Item { names, span });
    }
    items
}

/// The jumps that a file adds to a drawing or leaves out.
pub(super) struct Changes {
    edges: Vec<Item>,
    runs: Vec<Item>,
    jumps: Vec<Item>,
    without: Vec<Item>,
}

impl Changes {
    fn lists<'i>(table: &DeTable<'i>, faults: &mut Faults<'i>) -> Self {
        let mut runs = items(table, "lines", (3, usize::MAX), faults);
        runs.extend(items(table, "with", (3, usize::MAX), faults));
        Self {
            edges: items(table, "edges", (2, 2), faults),
            runs,
            jumps: items(table, "jumps", (3, 3), faults),
            without: items(table, "without", (3, usize::MAX), faults),
        }
    }

    /// The jumps of a drawn board with the changes that a file makes.
    pub(super) fn read<'i>(
        table: &DeTable<'i>,
        board: &Board,
        names: &Names,
        faults: &mut Faults<'i>,
    ) -> Vec<Jump> {
        for key in ["holes", "graph6", "places"] {
            if let Some(value) = find(table, key) {
                let message = format!("\"{key}\" is for boards without a drawing");
                faults.add_with_help(
                    value.span(),
                    message,
                    format!("leave out \"{key}\" or \"board\""),
                );
            }
        }
        let jumps = match faults.optional_text(table, "wrap") {
            None => board.jumps().to_vec(),
            Some(text) if text.value != "torus" => {
                let message = format!("unknown wrap \"{}\"", short(text.value));
                faults.add_with_help(text.span, message, WRAP);
                Vec::new()
            }
            Some(text) if board.lattice() != Lattice::Square => {
                let message = "only a board on a square lattice wraps round";
                faults.add_with_help(text.span, message, "leave out \"wrap\"");
                Vec::new()
            }
            Some(_) => board.torus_jumps(),
        };
        let changes = Self::lists(table, faults);
        let hint = |name: &str| names.hint_here(name);
        let graph = (jumps, Vec::new());
        changes.apply(graph, board.holes(), &|name| names.hole(name), &hint, faults)
    }

    /// Adds and takes away jumps, given those of the drawing and the edges of a graph. Every jump that is left out must be
    /// there.
    fn apply(
        &self,
        (mut jumps, mut edges): (Vec<Jump>, Vec<(Hole, Hole)>),
        holes: usize,
        hole: &dyn Fn(&str) -> Option<Hole>,
        hint: &dyn Fn(&str) -> String,
        faults: &mut Faults<'_>,
    ) -> Vec<Jump> {
        let mut read = |item: &Item| -> Option<Vec<Hole>> {
            let found = item.names.iter().map(|name| {
                let found = hole(name);
                if found.is_none() {
                    let fault = || (format!("no hole is called \"{}\"", short(name)), hint(name));
                    faults.add_one_of_many(item.span.clone(), fault);
                }
                found
            });
            let found: Option<Vec<Hole>> = found.collect::<Vec<_>>().into_iter().collect();
            let found = found?;
            // A run may come back to its first hole, but three holes in a row differ.
            let twice = found.windows(2).find(|two| two[0] == two[1]).map(|two| two[0]);
            let near = || found.windows(3).find(|three| three[0] == three[2]).map(|three| three[0]);
            if let Some(hole) = twice.or_else(near) {
                let at = found.iter().position(|other| *other == hole).unwrap_or(0);
                faults.add_one_of_many(item.span.clone(), || {
                    let message = format!("hole {} is named twice", short(&item.names[at]));
                    let help = match found.len() {
                        2 => "an edge joins two different holes",
                        _ => "a jump has three different holes",
                    };
                    (message, help.to_owned())
                });
                return None;
            }
            Some(found)
        };
        // A jump may lead over an edge of the one list and an edge of the other.
        edges.extend(self.edges.iter().filter_map(&mut read).map(|edge| (edge[0], edge[1])));
        let number = number_of_jumps(holes, &edges);
        if number > MAX_JUMPS {
            let span = self.edges.first().map_or(0..0, |edge| edge.span.clone());
            too_many_jumps(span, number, faults);
            return Vec::new();
        }
        jumps.extend(jumps_of_edges(holes, &edges));
        for run in self.runs.iter().filter_map(&mut read) {
            jumps.extend(jumps_of_run(&run));
        }
        let one_way = self.jumps.iter().filter_map(&mut read);
        jumps.extend(one_way.map(|three| Jump { from: three[0], over: three[1], to: three[2] }));
        let without: Vec<(&Item, Vec<Hole>)> =
            self.without.iter().filter_map(|item| Some((item, read(item)?))).collect();
        if without.is_empty() {
            return jumps;
        }
        let known: FxHashSet<Jump> = jumps.iter().copied().collect();
        let mut left_out = FxHashSet::default();
        for (item, run) in without {
            if let Some(jump) = jumps_of_run(&run).find(|jump| !known.contains(jump)) {
                let named = [jump.from, jump.over, jump.to].map(|hole| {
                    let at = run.iter().position(|other| *other == hole).unwrap_or(0);
                    item.names[at].as_str()
                });
                faults.add_one_of_many(item.span.clone(), || {
                    let message = format!("the board has no jump {}", named.join("-"));
                    (message, "name at least three holes in a line of the board".to_owned())
                });
            }
            left_out.extend(jumps_of_run(&run));
        }
        jumps.retain(|jump| !left_out.contains(jump));
        jumps
    }
}

fn too_many_jumps(span: Range<usize>, number: usize, faults: &mut Faults<'_>) {
    let message = BoardFault::TooManyJumps(number).to_string();
    faults.add_with_help(span, message, "list a smaller board");
}

/// Reads a board without a drawing, with the scheme of its names.
pub(super) fn read<'i>(table: &DeTable<'i>, faults: &mut Faults<'i>) -> Option<(Board, Scheme)> {
    for key in ["lattice", "directions", "wrap"] {
        if let Some(value) = find(table, key) {
            let message = format!("\"{key}\" is for boards with a drawing");
            let help = format!("leave out \"{key}\", or add \"board\"");
            faults.add_with_help(value.span(), message, help);
        }
    }
    let mut holes = HoleNames::default();
    let edges = match faults.optional_text(table, "graph6") {
        Some(text) => graph6(&text, &mut holes, faults)?,
        None => Vec::new(),
    };
    if let Some(value) = find(table, "holes") {
        for name in faults.list(value, "holes", "a list of names")? {
            let Some(text) = name.get_ref().as_str() else {
                faults.wrong_type(name, "holes", "a list of strings");
                return None;
            };
            holes.add(text.trim(), name.span(), faults)?;
        }
    }
    let changes = Changes::lists(table, faults);
    // Without a list of holes, they are numbered as they come.
    if find(table, "holes").is_none() && find(table, "graph6").is_none() {
        for item in [&changes.edges, &changes.runs, &changes.jumps].into_iter().flatten() {
            for name in &item.names {
                holes.add(name, item.span.clone(), faults)?;
            }
        }
    }
    let HoleNames { names, numbers } = holes;
    if names.is_empty() {
        if faults.list.is_empty() {
            let key = LISTS.iter().find_map(|key| find(table, key));
            let span = key.map_or(0..0, toml::Spanned::span);
            faults.add_with_help(span, BoardFault::NoHole.to_string(), "list some edges or jumps");
        }
        return None;
    }
    let hint = |_: &str| format!("holes are called {} to {}", names[0], names[names.len() - 1]);
    let graph = (Vec::new(), edges);
    let jumps =
        changes.apply(graph, names.len(), &|name| numbers.get(name).copied(), &hint, faults);
    let points = match find(table, "places") {
        Some(value) => places(value, &names, faults)?,
        None => Vec::new(),
    };
    let (scheme, span) = match faults.optional_text(table, "names") {
        Some(text) => (model::read_scheme(&text, "names", faults)?, text.span),
        None => (Scheme::Own, 0..0),
    };
    let board = Board::listed(names, jumps, points);
    let board = board.map_err(|fault| _ = faults.add(0..0, fault.to_string())).ok()?;
    if let Err(error) = Names::new(&board, scheme) {
        faults.add(span, error.to_string());
    }
    Some((board, scheme))
}

/// The names of the holes, in the order of their numbers.
#[derive(Default)]
struct HoleNames {
    names: Vec<String>,
    numbers: FxHashMap<String, Hole>,
}

impl HoleNames {
    /// Numbers a hole, unless it has a number. `None` if it cannot be one, which is reported.
    fn add(&mut self, name: &str, span: Range<usize>, faults: &mut Faults<'_>) -> Option<()> {
        if self.numbers.contains_key(name) {
            return Some(());
        }
        let is_plain = |c: char| c.is_alphanumeric() || c == '_';
        if name.is_empty() || name.chars().count() > LONGEST_NAME || !name.chars().all(is_plain) {
            faults.add_one_of_many(span, || {
                let message =
                    format!("\"{}\" cannot be the name of a hole", short(name).escape_debug());
                (message, format!("names have letters, digits and _, at most {LONGEST_NAME}"))
            });
            return None;
        }
        if self.names.len() == MAX_HOLES {
            let message = format!("the board has more than {MAX_HOLES} holes");
            faults.add_with_help(span, message, "list a smaller board");
            return None;
        }
        self.numbers.insert(name.to_owned(), self.names.len() as Hole);
        self.names.push(name.to_owned());
        Some(())
    }
}

/// The edges of a graph, whose vertices become holes named by their numbers.
fn graph6(
    text: &Text<'_>,
    holes: &mut HoleNames,
    faults: &mut Faults<'_>,
) -> Option<Vec<(Hole, Hole)>> {
    let (vertices, edges) = match nauty::read(text.value.trim(), GRAPHS, |_| None) {
        Ok(graph) => graph.unwrap_or_default(),
        Err(fault) => {
            faults.add_with_help(text.span.clone(), fault.message, fault.help);
            return None;
        }
    };
    if vertices == 0 {
        let message = BoardFault::NoHole.to_string();
        faults.add_with_help(text.span.clone(), message, "list some edges");
        return None;
    }
    let number = number_of_jumps(vertices, &edges);
    if number > MAX_JUMPS {
        too_many_jumps(text.span.clone(), number, faults);
        return None;
    }
    for vertex in 0..vertices {
        holes.add(&vertex.to_string(), text.span.clone(), faults)?;
    }
    Some(edges)
}

/// The places of all holes in thousandths of a unit, from a table such as `{ a = [0, 0], b = [1, 0.5] }`.
fn places<'i>(
    value: &Value<'i>,
    names: &[String],
    faults: &mut Faults<'i>,
) -> Option<Vec<(i32, i32)>> {
    const FORM: &str = "write places = { a = [0, 0], b = [1, 0.5] }, to the right and down";
    /// Pictures are at most this wide and high.
    const FARTHEST: f64 = 1000.0;
    let Some(table) = value.get_ref().as_table() else {
        faults.wrong_type(value, "places", "a table").help = Some(FORM.into());
        return None;
    };
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    faults.unknown_keys(table, &known);
    let number = |value: &Value<'i>| {
        let parsed = match value.get_ref() {
            DeValue::Integer(number) => {
                i64::from_str_radix(number.as_str(), number.radix()).ok()? as f64
            }
            DeValue::Float(number) => number.as_str().parse::<f64>().ok()?,
            _ => return None,
        };
        (-FARTHEST..=FARTHEST).contains(&parsed).then_some((parsed * 1000.0).round() as i32)
    };
    let mut points = Vec::new();
    for name in names {
        let Some(value) = find(table, name) else {
            let message = format!("\"places\" has none of hole {}", short(name));
            faults.add_with_help(
                value.span(),
                message,
                "give a place to every hole, or leave out \"places\"",
            );
            return None;
        };
        let list = value.get_ref().as_array();
        let point = list.filter(|list| list.len() == 2).and_then(|list| {
            let mut numbers = list.iter().map(number);
            Some((numbers.next()??, numbers.next()??))
        });
        match point {
            Some(point) if !points.contains(&point) => points.push(point),
            Some(_) => {
                let message = format!("hole {} has the place of another hole", short(name));
                faults.add_with_help(value.span(), message, FORM);
                return None;
            }
            None => {
                faults.add_with_help(value.span(), "this is not a place", FORM);
                return None;
            }
        }
    }
    Some(points)
}
