//! Reads TOML tables key by key, keeps the place of every value, and reports every error.

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeArray, DeString, DeTable, DeValue};

use crate::diagnostic::{self, Diagnostic, Diagnostics, Source, TextFault};
use crate::wording::short;

/// A value in the file with its byte range.
pub type Value<'i> = Spanned<DeValue<'i>>;

/// Larger files are rejected before they are parsed.
const MAX_BYTES: usize = 1 << 20;

/// The errors found so far in one file: the first ones, and the number of the others.
pub struct Faults<'i> {
    source: &'i Arc<Source>,
    /// The first errors, in the order in which they were found.
    pub list: Vec<Diagnostic>,
    more: usize,
    /// The last error that was only counted.
    dropped: Option<Diagnostic>,
    /// The file is not valid TOML, so a key that seems to be missing may only be unreadable.
    pub broken: bool,
    /// The known keys that misspelled keys probably stand for.
    meant: Vec<String>,
}

/// Whether a file is not TOML at all: most of its lines are not. `wrong` is their number.
fn is_other_text(source: &Source, wrong: usize) -> bool {
    const FEWEST: usize = 4;
    let lines = source.text.lines().filter(|line| !line.trim().is_empty()).count();
    wrong >= FEWEST && 2 * wrong > lines
}

impl<'i> Faults<'i> {
    /// Parses the file of one model or puzzle. Syntax errors are recorded, and everything readable is returned.
    pub fn parse(source: &'i Arc<Source>) -> (DeTable<'i>, Self) {
        Self::parse_up_to(source, MAX_BYTES)
    }

    /// The same for a file of up to `most` bytes.
    pub fn parse_up_to(source: &'i Arc<Source>, most: usize) -> (DeTable<'i>, Self) {
        let mut faults = Self {
            source,
            list: Vec::new(),
            more: 0,
            dropped: None,
            broken: false,
            meant: Vec::new(),
        };
        if source.text.len() > most {
            faults.broken = true;
            faults.add(0..0, format!("the file is larger than {} MiB", most >> 20)).help =
                Some("a model or puzzle file is a few hundred bytes".into());
            return (DeTable::new(), faults);
        }
        let (table, mut errors) = DeTable::parse_recoverable(&source.text);
        let span = |error: &toml::de::Error| error.span().unwrap_or(0..0);
        // Further errors on the same line are usually consequences of the first.
        errors.dedup_by_key(|error| source.line(span(error).start));
        faults.broken = !errors.is_empty();
        if let Some(first) = errors.first().filter(|_| is_other_text(source, errors.len())) {
            let help = "a puzzle has lines such as `model = \"english\"`; `soliter check PUZZLE FILE` reads a solution";
            faults.add(span(first), "this file is not TOML").help = Some(help.into());
            return (DeTable::new(), faults);
        }
        for error in errors {
            let fault = faults.add(span(&error), error.message().trim_end().replace('\n', ", "));
            if fault.message.contains("must be quoted") {
                fault.help = Some("put it in quotes".into());
            } else if fault.message.contains("in array") {
                fault.help = Some("a list begins with [ and ends with ]".into());
            }
        }
        (table.into_inner(), faults)
    }

    /// Adds an error at a byte range of the file.
    pub fn add(&mut self, span: Range<usize>, message: impl Into<String>) -> &mut Diagnostic {
        let fault = Diagnostic::new(self.source, span, message);
        if self.is_full() {
            self.more += 1;
            return self.dropped.insert(fault);
        }
        let last = self.list.len();
        self.list.push(fault);
        &mut self.list[last]
    }

    /// Whether further errors are only counted.
    fn is_full(&self) -> bool {
        self.list.len() >= Diagnostics::MOST
    }

    /// Adds one of possibly very many errors; its message is built only if the error is kept.
    pub fn add_one_of_many(
        &mut self,
        span: Range<usize>,
        fault: impl FnOnce() -> (String, String),
    ) {
        if self.is_full() {
            self.more += 1;
        } else {
            let (message, help) = fault();
            self.add_with_help(span, message, help);
        }
    }

    /// All errors in file order.
    pub fn sorted(mut self) -> Diagnostics {
        if self.broken {
            // Errors of syntax were found first, and values read from a line with one are unreliable.
            let line = |d: &Diagnostic| d.source.line(d.span.start);
            self.list.sort_by_key(line);
            self.list.dedup_by_key(|d| line(d));
        } else {
            self.list.sort_by_key(|d| d.span.start);
        }
        Diagnostics::new(self.list, self.more)
    }

    /// Adds an error with advice on what to do.
    pub fn add_with_help(
        &mut self,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.add(span, message).help = Some(help.into());
    }

    /// The place in the file of a byte offset in a string: one character, or the complete string if escapes
    /// make the place uncertain.
    pub fn place(&self, text: &Text<'_>, offset: usize) -> Range<usize> {
        let Some(start) = text.verbatim else { return text.span.clone() };
        let at = start + offset;
        let rest = self.source.text.get(at..);
        at..at + rest.and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8)
    }

    /// Reports the errors of a drawing, at the exact characters if the string has no escapes. The same error in a second
    /// drawing, such as a sign without meaning, has the same cause.
    pub fn add_drawing(&mut self, text: &Text<'_>, faults: Vec<TextFault>) {
        for fault in faults {
            if self.list.iter().any(|earlier| earlier.message == fault.message) {
                continue;
            }
            let span = self.place(text, fault.span.start);
            self.add_with_help(span, fault.message, fault.help);
        }
    }

    /// Reports the keys of a table that are not in `known`.
    pub fn unknown_keys(&mut self, table: &DeTable<'_>, known: &[&str]) {
        for key in table.keys() {
            let name: &str = key.get_ref();
            if known.contains(&name) {
                continue;
            }
            if !self.is_full() {
                let near = diagnostic::nearest(name, known.iter().copied());
                self.meant.extend(near.map(str::to_owned));
            }
            self.add_one_of_many(key.span(), || {
                let help = diagnostic::suggestion(name, known.iter().copied());
                (format!("unknown key \"{}\"", short(name)), help)
            });
        }
    }

    /// Adds an error for a value of the wrong type; `expected` names the right one, such as `a string`.
    pub fn wrong_type(&mut self, value: &Value<'_>, key: &str, expected: &str) -> &mut Diagnostic {
        let found = value.get_ref().type_str();
        let article = if found.starts_with(['a', 'i']) { "an" } else { "a" };
        self.add(value.span(), format!("\"{key}\" must be {expected}, not {article} {found}"))
    }

    /// The value of a key. If the key is missing, the error suggests a line to add: `key = example`.
    pub fn required<'t>(
        &mut self,
        table: &'t DeTable<'i>,
        key: &str,
        example: &str,
    ) -> Option<&'t Value<'i>> {
        let value = find(table, key);
        if value.is_none() && !self.broken && !self.meant.iter().any(|meant| meant == key) {
            let end = self.source.text.trim_end().len();
            self.add_with_help(
                end..end,
                format!("the key \"{key}\" is missing"),
                format!("add {key} = {example}"),
            );
        }
        value
    }

    /// The text of a value.
    pub fn text<'t>(&mut self, value: &'t Value<'i>, key: &str) -> Option<Text<'t>> {
        let text = Text::new(self.source, value);
        if text.is_none() {
            self.wrong_type(value, key, "a string");
        }
        text
    }

    /// The text of a key; `None` if the key is missing or, with an error, if it has another type.
    pub fn optional_text<'t>(&mut self, table: &'t DeTable<'i>, key: &str) -> Option<Text<'t>> {
        find(table, key).and_then(|value| self.text(value, key))
    }

    /// The Boolean value of a key; `None` if the key is missing or, with an error, if it has another type.
    pub fn optional_bool(&mut self, table: &DeTable<'i>, key: &str) -> Option<bool> {
        let value = find(table, key)?;
        let read = value.get_ref().as_bool();
        if read.is_none() {
            self.wrong_type(value, key, "true or false");
        }
        read
    }

    /// An optional integer from `least` to `most`.
    pub fn optional_number(
        &mut self,
        table: &DeTable<'i>,
        key: &str,
        least: usize,
        most: usize,
    ) -> Option<usize> {
        let value = find(table, key)?;
        self.number(value, key, least as i64..=most as i64).and_then(|n| n.try_into().ok())
    }

    /// An integer within a range.
    pub fn number(
        &mut self,
        value: &Value<'i>,
        key: &str,
        range: RangeInclusive<i64>,
    ) -> Option<i64> {
        let Some(integer) = value.get_ref().as_integer() else {
            self.wrong_type(value, key, "an integer");
            return None;
        };
        let number = i64::from_str_radix(integer.as_str(), integer.radix());
        let number = number.ok().filter(|n| range.contains(n));
        if number.is_none() {
            let (least, most) = range.into_inner();
            self.add(value.span(), format!("\"{key}\" must be from {least} to {most}"));
        }
        number
    }

    /// The elements of a list; `expected` describes it: `a list of holes`.
    pub fn list<'t>(
        &mut self,
        value: &'t Value<'i>,
        key: &str,
        expected: &str,
    ) -> Option<&'t DeArray<'i>> {
        let list = value.get_ref().as_array();
        if list.is_none() {
            self.wrong_type(value, key, expected);
        }
        list
    }
}

/// The value of a key.
pub fn find<'t, 'i>(table: &'t DeTable<'i>, key: &str) -> Option<&'t Value<'i>> {
    let same = |k: &Spanned<DeString<'i>>| k.get_ref().as_ref() == key;
    table.iter().find(|(k, _)| same(k)).map(|(_, value)| value)
}

/// A string in the file, with its place.
pub struct Text<'t> {
    /// Its content.
    pub value: &'t str,
    /// The byte range of the literal, including its quotes.
    pub span: Range<usize>,
    /// Where the content starts in the file, if it has no escapes.
    verbatim: Option<usize>,
}

impl<'t> Text<'t> {
    fn new(source: &Source, value: &'t Value<'_>) -> Option<Self> {
        let span = value.span();
        let value = value.get_ref().as_str()?;
        let raw = source.text.get(span.clone()).unwrap_or("");
        let quote = if raw.starts_with("\"\"\"") || raw.starts_with("'''") { 3 } else { 1 };
        let newline = match raw.get(quote..) {
            Some(rest) if quote == 3 && rest.starts_with("\r\n") => 2,
            Some(rest) if quote == 3 && rest.starts_with('\n') => 1,
            _ => 0,
        };
        let inner = quote + newline;
        let same = raw.get(inner..).is_some_and(|rest| rest.starts_with(value));
        let verbatim = same.then_some(span.start + inner);
        Some(Self { value, span, verbatim })
    }
}
