//! Collections: one TOML file with many puzzles.
//!
//! ```toml
//! title = "My figures"
//! model = "english"                    # for all entries that name none
//!
//! [[puzzle]]
//! name   = "heart"
//! start  = ["43", "44", "46"]
//! finish = ["44"]
//! known  = { moves = 2 }
//! ```
//!
//! An entry is read as the puzzle file that it would be on its own, `mine.toml#heart`: its own lines, and the lines above
//! the first entry that it does not replace. Errors in it are shown where they stand in the collection.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Place;
use std::ops::Range;
use std::sync::Arc;

use toml::de::DeTable;

use crate::diagnostic::{Diagnostics, Source};
use crate::toml_fields::{Faults, Text, Value, find};
use crate::wording::short;

/// The keys that hold for all entries without such a key of their own.
const SHARED: [&str; 5] = ["model", "source", "notation", "directions", "signs"];
const KEYS: [&str; 7] = ["title", "model", "source", "notation", "directions", "signs", "puzzle"];
/// Larger files are rejected before they are parsed.
pub const MAX_BYTES: usize = 1 << 24;
/// The most characters of a name.
const LONGEST: usize = 100;

/// A file with many puzzles.
#[derive(Clone, Debug)]
pub struct Collection {
    source: Arc<Source>,
    title: Option<String>,
    /// The lines that entries share: their keys, and their byte ranges.
    shared: Vec<(String, Range<usize>)>,
    entries: Vec<Entry>,
    numbers: HashMap<String, usize>,
    faults: Option<Diagnostics>,
}

/// One puzzle of a collection: its name, and the byte ranges of which its own file consists.
#[derive(Clone, Debug)]
struct Entry {
    name: String,
    /// The key `name`, which becomes the title if the entry has none.
    key: Range<usize>,
    /// The key and its value.
    line: Range<usize>,
    has_title: bool,
    /// All of it, below the line `[[puzzle]]`.
    body: Range<usize>,
    /// In headers such as `[puzzle.known]`: what is not there in a file of its own.
    above: Vec<Range<usize>>,
    /// Which of the shared lines it takes.
    shared: Vec<usize>,
}

impl Collection {
    /// Reads a file with entries `[[puzzle]]`; `None` if it has none, as the file of one puzzle. The error is for files of
    /// which no entry can be read; entries without a valid name are left out, and their errors are in [`Self::faults`].
    pub fn parse(source: &Arc<Source>) -> Option<Result<Self, Diagnostics>> {
        if !source.text.contains("puzzle") {
            return None;
        }
        let (table, mut faults) = Faults::parse_up_to(source, MAX_BYTES);
        let list = find(&table, "puzzle")?;
        if faults.broken {
            return Some(Err(faults.sorted()));
        }
        let headed = |value: &Value<'_>| source.text[value.span()].starts_with("[[");
        let entries = list.get_ref().as_array().filter(|list| list.iter().all(headed));
        let Some(entries) = entries.filter(|list| !list.is_empty()) else {
            let help = "begin each entry with a line [[puzzle]]";
            faults.add_with_help(list.span(), "\"puzzle\" is not a list of entries", help);
            return Some(Err(faults.sorted()));
        };
        let starts: Vec<usize> = entries.iter().map(|entry| entry.span().start).collect();
        faults.unknown_keys(&table, &KEYS);
        let title = faults.optional_text(&table, "title").map(|text| text.value.to_owned());
        let shared = shared(&table, starts[0], &mut faults);
        let mut all = Self {
            source: Arc::clone(source),
            title,
            shared,
            entries: Vec::with_capacity(starts.len()),
            numbers: HashMap::with_capacity(starts.len()),
            faults: None,
        };
        let ends = starts.iter().skip(1).copied().chain([source.text.len()]);
        for (value, end) in entries.iter().zip(ends) {
            let Some(table) = value.get_ref().as_table() else { continue };
            all.add(table, value.span(), end, &mut faults);
        }
        let sorted = faults.sorted();
        all.faults = (!sorted.0.is_empty()).then_some(sorted);
        Some(Ok(all))
    }

    fn add<'i>(
        &mut self,
        table: &DeTable<'i>,
        header: Range<usize>,
        end: usize,
        faults: &mut Faults<'i>,
    ) {
        let Some((key, value)) = table.iter().find(|(key, _)| key.get_ref() == "name") else {
            let help = "add name = \"...\" below this line";
            return faults.add_with_help(header, "this entry has no name", help);
        };
        let Some(name) = faults.text(value, "name") else { return };
        if let Some(wrong) = wrong_name(&name) {
            let help = "a name is used in commands: FILE#NAME";
            return faults.add_with_help(name.span, wrong, help);
        }
        match self.numbers.entry(name.value.to_owned()) {
            Place::Occupied(first) => {
                let line = self.source.line(self.entries[*first.get()].key.start);
                let message = format!("another entry is called \"{}\"", short(name.value));
                let help = format!("the first one is at line {line}; choose another name");
                return faults.add_with_help(name.span, message, help);
            }
            Place::Vacant(place) => _ = place.insert(self.entries.len()),
        }
        let has = |wanted: &str| find(table, wanted).is_some();
        let above = table.iter().filter_map(|(key, value)| {
            let (key, value) = (key.span(), value.span());
            // The place of a table with a header is its header.
            (value.start < key.start).then(|| value.start + 1..key.start)
        });
        let shared = (0..self.shared.len()).filter(|&n| !has(&self.shared[n].0));
        let mut entry = Entry {
            name: name.value.to_owned(),
            key: key.span(),
            line: key.span().start..value.span().end,
            has_title: has("title"),
            body: header.end..end,
            above: above.collect(),
            shared: shared.collect(),
        };
        entry.above.sort_by_key(|range| range.start);
        self.entries.push(entry);
    }

    /// The title of the collection.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The names of the entries, in the order of the file.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.entries.iter().map(|entry| &*entry.name)
    }

    /// What is wrong with the collection itself, and which entries have no valid name.
    pub fn faults(&self) -> Option<&Diagnostics> {
        self.faults.as_ref()
    }

    /// The text of an entry as a puzzle file of its own, called `FILE#NAME`; its cost does not depend on the number of
    /// entries.
    pub fn entry(&self, name: &str) -> Option<Arc<Source>> {
        let entry = &self.entries[*self.numbers.get(name)?];
        let file = &self.source;
        let text = |range: Range<usize>| (&file.text[range.clone()], range);
        let mut pieces = Vec::new();
        for &number in &entry.shared {
            let range = self.shared[number].1.clone();
            let end = range.end;
            pieces.extend([text(range), ("\n", end..end)]);
        }
        let mut at = entry.body.start;
        let name_cut = if entry.has_title { entry.line.clone() } else { entry.key.clone() };
        let title = if entry.has_title { "" } else { "title" };
        let cuts = entry.above.iter().map(|cut| (cut.clone(), "")).chain([(name_cut, title)]);
        let mut cuts: Vec<_> = cuts.collect();
        cuts.sort_by_key(|(cut, _)| cut.start);
        for (cut, instead) in cuts {
            pieces.extend([text(at..cut.start), (instead, cut.clone())]);
            at = cut.end;
        }
        pieces.push(text(at..entry.body.end));
        Some(Source::cut(file, format!("{}#{name}", file.name), pieces))
    }
}

/// The lines above the first entry that all entries share.
fn shared<'i>(
    table: &DeTable<'i>,
    first: usize,
    faults: &mut Faults<'i>,
) -> Vec<(String, Range<usize>)> {
    let mut shared = Vec::new();
    for (key, value) in table {
        let (name, place, value) = (key.get_ref(), key.span(), value.span());
        if name == "puzzle" {
            continue;
        }
        if place.start > first {
            let message = format!("\"{}\" stands below an entry", short(name));
            faults.add_with_help(place, message, "move it above the first [[puzzle]]");
        } else if SHARED.contains(&name.as_ref()) {
            if value.start < place.end {
                let message = format!("\"{name}\" is not written in one line");
                faults.add_with_help(place, message, format!("write {name} = ..."));
            } else {
                shared.push((name.to_string(), place.start..value.end));
            }
        }
    }
    shared
}

/// Why a text is no name of an entry.
fn wrong_name(name: &Text<'_>) -> Option<String> {
    let name = name.value;
    if name.trim().is_empty() {
        return Some("this name is empty".to_owned());
    }
    if name.chars().count() > LONGEST {
        return Some(format!("this name has more than {LONGEST} characters"));
    }
    let wrong = name.chars().find(|c| c.is_control() || "#/\\".contains(*c))?;
    Some(format!("a name must not contain {wrong:?}"))
}
