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
//! Each entry is read as a puzzle file of its own, `mine.toml#heart`: the entry's lines, and those lines above the
//! first entry that it does not override. Errors are shown at their places in the collection. An entry that is not
//! valid TOML does not hide the others.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostics, Source};
use crate::toml_fields::{Faults, Value, find};
use crate::wording::{is_obeyed, short};

/// Keys above the first entry that apply to every entry without the same key.
const SHARED: [&str; 5] = ["model", "source", "notation", "directions", "signs"];
const KEYS: [&str; 7] = ["title", "model", "source", "notation", "directions", "signs", "puzzle"];
const HEADER: &str = "[[puzzle]]";
/// Larger files are rejected before they are parsed.
pub const MAX_BYTES: usize = 1 << 24;
/// The maximum number of characters in a name.
const LONGEST: usize = 100;
/// Characters with a special meaning in commands, addresses or file names.
pub const NOT_IN_NAMES: &str = "#/\\?%&*:|\"<>";

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
    /// The byte offset of the name.
    name_at: usize,
    /// The complete entry, below the line `[[puzzle]]`.
    body: Range<usize>,
    /// The parts that are omitted or replaced when the entry becomes a file of its own: its name, and the start of
    /// headers such as `[puzzle.known]`.
    cuts: Vec<(Range<usize>, &'static str)>,
    /// The indices of the shared lines that it inherits.
    shared: Vec<usize>,
    /// The errors of an entry that is not valid TOML.
    broken: Option<Diagnostics>,
}

impl Collection {
    /// Reads a file with `[[puzzle]]` entries; `None` if it has none, like the file of a single puzzle. Returns an
    /// error if no entry can be read. Entries without a valid name are left out, and their errors are in
    /// [`Self::faults`].
    pub fn parse(source: &Arc<Source>) -> Option<Result<Self, Diagnostics>> {
        if !source.text.contains("puzzle") {
            return None;
        }
        let (table, mut faults) = Faults::parse_up_to(source, MAX_BYTES);
        let starts = if faults.broken {
            headers(&source.text)
        } else {
            let list = find(&table, "puzzle").filter(|value| has_tables(value, &source.text))?;
            let headed = |value: &Value<'_>| source.text[value.span()].starts_with("[[");
            let entries = list.get_ref().as_array().filter(|list| list.iter().all(headed));
            let Some(entries) = entries.filter(|list| !list.is_empty()) else {
                let help = format!("begin each entry with a line {HEADER}");
                faults.add_with_help(list.span(), "\"puzzle\" is not a list of entries", help);
                return Some(Err(faults.sorted()));
            };
            entries.iter().map(|entry| entry.span().start).collect()
        };
        let &first = starts.first()?;
        let syntax = faults.broken.then(|| faults.sorted());
        let mut all = match Self::head(source, first) {
            Ok(all) => all,
            Err(faults) => return Some(Err(faults)),
        };
        let ends = starts.iter().skip(1).copied().chain([source.text.len()]);
        for (start, end) in starts.iter().copied().zip(ends) {
            all.add(start..end);
        }
        // Each part of a broken file may be valid on its own.
        let is_told = all.faults.is_some() || all.entries.iter().any(|one| one.broken.is_some());
        if !is_told {
            all.faults = syntax;
        }
        Some(Ok(all))
    }

    /// A collection of the lines above the first entry.
    fn head(source: &Arc<Source>, first: usize) -> Result<Self, Diagnostics> {
        let head = part(source, source.name.clone(), 0..first);
        let (table, mut faults) = Faults::parse_up_to(&head, MAX_BYTES);
        if faults.broken {
            return Err(faults.sorted());
        }
        faults.unknown_keys(&table, &KEYS);
        let title = faults.optional_text(&table, "title").map(|text| text.value.to_owned());
        let mut shared = Vec::new();
        for (key, value) in &table {
            let (name, place, value) = (key.get_ref(), key.span(), value.span());
            if !SHARED.contains(&name.as_ref()) {
                continue;
            }
            if value.start < place.end {
                let message = format!("\"{name}\" is not written in one line");
                let help = format!("write {name} = {{ ... }}, above the first {HEADER}");
                faults.add_with_help(place, message, help);
            } else {
                shared.push((name.to_string(), place.start..value.end));
            }
        }
        let mut all = Self {
            source: Arc::clone(source),
            title,
            shared,
            entries: Vec::new(),
            numbers: HashMap::new(),
            faults: None,
        };
        all.tell(faults.sorted());
        Ok(all)
    }

    fn tell(&mut self, faults: Diagnostics) {
        if !faults.0.is_empty() {
            self.faults = Some(match self.faults.take() {
                Some(earlier) => earlier.then(faults),
                None => faults,
            });
        }
    }

    /// Adds the entry at this place, which includes the line `[[puzzle]]`.
    fn add(&mut self, place: Range<usize>) {
        let own = part(&self.source, self.source.name.clone(), place.clone());
        let (table, mut faults) = Faults::parse_up_to(&own, MAX_BYTES);
        let list = find(&table, "puzzle").and_then(|list| list.get_ref().as_array());
        let first = list.and_then(|list| list.first());
        if let Some((header, entry)) = first.and_then(|one| Some((one, one.get_ref().as_table()?)))
            && let Some(mut entry) = self.named(entry, header.span(), place.start, &mut faults)
        {
            for (key, value) in table.iter().filter(|(key, _)| key.get_ref() != "puzzle") {
                let name = short(key.get_ref());
                let message = format!("[{name}] stands below the entry \"{}\"", short(&entry.name));
                let help = format!("write [puzzle.{name}] if it belongs to the entry");
                faults.add_with_help(value.span(), message, help);
            }
            entry.body.end = place.end;
            if faults.broken {
                let own = part(&self.source, format!("{}#{}", own.name, entry.name), place);
                entry.broken = Some(Faults::parse_up_to(&own, MAX_BYTES).1.sorted());
                faults.list.clear();
            }
            self.numbers.insert(entry.name.clone(), self.entries.len());
            self.entries.push(entry);
        }
        self.tell(faults.sorted());
    }

    /// An entry with a valid name. Ranges of its table begin at `shift` in the file.
    fn named<'i>(
        &mut self,
        table: &DeTable<'i>,
        header: Range<usize>,
        shift: usize,
        faults: &mut Faults<'i>,
    ) -> Option<Entry> {
        let Some((key, value)) = table.iter().find(|(key, _)| key.get_ref() == "name") else {
            if !faults.broken {
                let help = "add name = \"...\" below this line";
                faults.add_with_help(header, "this entry has no name", help);
            }
            return None;
        };
        let name = faults.text(value, "name")?;
        if let Some(wrong) = wrong_name(name.value) {
            let help = "names are part of commands and of addresses: FILE#NAME";
            faults.add_with_help(name.span, wrong, help);
            return None;
        }
        if let Some(&first) = self.numbers.get(name.value) {
            let line = self.source.line(self.entries[first].name_at);
            let message = format!("another entry is called \"{}\"", short(name.value));
            let help = format!("the first one is at line {line}; choose another name");
            faults.add_with_help(name.span, message, help);
            return None;
        }
        let has = |wanted: &str| find(table, wanted).is_some();
        let in_file = |range: Range<usize>| range.start + shift..range.end + shift;
        let mut cuts: Vec<_> = if faults.broken {
            Vec::new()
        } else {
            let own = &self.source.text[shift..];
            above(table, own).into_iter().map(|range| (in_file(range), "")).collect()
        };
        // The name becomes the title if there is none.
        cuts.push(if has("title") {
            (in_file(key.span().start..value.span().end), "")
        } else {
            (in_file(key.span()), "title")
        });
        cuts.sort_by_key(|(range, _)| range.start);
        Some(Entry {
            name: name.value.to_owned(),
            name_at: key.span().start + shift,
            body: in_file(header.end..header.end),
            cuts,
            shared: (0..self.shared.len()).filter(|&n| !has(&self.shared[n].0)).collect(),
            broken: None,
        })
    }

    /// The title of the collection.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The names of the entries, in the order of the file.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.entries.iter().map(|entry| &*entry.name)
    }

    /// The errors of the collection itself, and the entries without a valid name.
    pub fn faults(&self) -> Option<&Diagnostics> {
        self.faults.as_ref()
    }

    /// The text of an entry as a puzzle file of its own, called `FILE#NAME`. The cost does not depend on the number of
    /// entries. Returns an error if the entry is not valid TOML.
    pub fn entry(&self, name: &str) -> Option<Result<Arc<Source>, Diagnostics>> {
        let entry = &self.entries[*self.numbers.get(name)?];
        if let Some(broken) = &entry.broken {
            return Some(Err(broken.clone()));
        }
        let file = &self.source;
        let text = |range: Range<usize>| (&file.text[range.clone()], range);
        let mut pieces = Vec::new();
        for &number in &entry.shared {
            let range = self.shared[number].1.clone();
            let end = range.end;
            pieces.extend([text(range), ("\n", end..end)]);
        }
        let mut at = entry.body.start;
        for (cut, instead) in &entry.cuts {
            pieces.extend([text(at..cut.start), (*instead, cut.clone())]);
            at = cut.end;
        }
        pieces.push(text(at..entry.body.end));
        Some(Ok(Source::cut(file, format!("{}#{name}", file.name), pieces)))
    }
}

/// A part of a file as a text of its own, in which errors are shown at their places in the file.
fn part(file: &Arc<Source>, name: String, range: Range<usize>) -> Arc<Source> {
    Source::cut(file, name, [(&file.text[range.clone()], range)])
}

/// Whether the value of `puzzle` has tables, unlike a field of that name in the data of a program.
fn has_tables(value: &Value<'_>, text: &str) -> bool {
    match value.get_ref() {
        DeValue::Array(list) => list.iter().any(|one| one.get_ref().as_table().is_some()),
        DeValue::Table(_) => text[value.span()].starts_with('['),
        _ => false,
    }
}

/// Where the entries begin in a file that is not valid TOML: at each line with an entry's header.
fn headers(text: &str) -> Vec<usize> {
    let mut at = 0;
    let starts = text.split_inclusive('\n').filter_map(|line| {
        let start = at + line.len() - line.trim_start().len();
        at += line.len();
        line.trim_start().starts_with(HEADER).then_some(start)
    });
    starts.collect()
}

/// The byte ranges of `puzzle.` in the headers of an entry's tables.
fn above(table: &DeTable<'_>, text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Vec<&Value<'_>> = table.values().collect();
    while let Some(value) = open.pop() {
        match value.get_ref() {
            DeValue::Array(list) => open.extend(list.iter()),
            DeValue::Table(table) => {
                // The place of a table with a header is its header.
                let header = &text[value.span()];
                let path = header.trim_start_matches('[');
                if let (true, Some(dot)) = (header.starts_with('['), path.find('.')) {
                    let start = value.span().end - path.len();
                    found.push(start..start + dot + 1);
                }
                open.extend(table.values());
            }
            _ => {}
        }
    }
    found
}

/// Why a text is not a valid name of an entry; `None` if it is one.
pub fn wrong_name(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("this name is empty".to_owned());
    }
    if name.trim() != name {
        return Some("this name begins or ends with a space".to_owned());
    }
    if name.chars().count() > LONGEST {
        return Some(format!("this name has more than {LONGEST} characters"));
    }
    let wrong = name.chars().find(|c| is_obeyed(*c) || NOT_IN_NAMES.contains(*c))?;
    Some(format!("a name must not contain {wrong:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_list_of_tables_makes_a_collection() {
        let parse = |text: &str| Collection::parse(&Source::new("x.toml", text));
        for text in
            ["puzzle = 3", "puzzle = [1, 2]", "puzzle = { a = 1 }", "title = \"puzzle\"", ""]
        {
            assert!(parse(text).is_none(), "{text}");
        }
        for text in ["[puzzle]", "puzzle = [{ name = \"a\" }]", "model = [\n[[puzzle]]"] {
            assert!(parse(text).is_some_and(|read| read.is_err()), "{text}");
        }
        assert!(parse("[[puzzle]]\nname = \"a\"").is_some_and(|read| read.is_ok()));
    }
}
