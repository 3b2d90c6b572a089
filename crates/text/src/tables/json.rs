//! Solutions in JSON: a list of objects with keys such as `from` and `to`, or text inside of JSON.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::meter::Meter;
use crate::style::Form;
use crate::tables::{Field, Place, Row, Structured, field};
use soliter_base::control::Stop;

/// The solution in a text of JSON; `None` if the text is not JSON.
pub(super) fn read<'a>(text: &'a str, meter: &mut Meter<'_>) -> Result<Option<Structured>, Stop> {
    meter.work(text.len())?;
    let Ok(value) = serde_json::from_str::<&'a RawValue>(trimmed(text)) else { return Ok(None) };
    let mut reader = Reader { text, ignored: Vec::new(), is_own: false };
    Ok(reader.solution(value.get(), 0, meter)?.map(|found| match found {
        Found::Rows(rows) => Structured::Rows {
            form: Form::Table,
            scheme: None,
            rows,
            ignored: reader.ignored,
            backwards: false,
        },
        Found::Text(span) => {
            Structured::Text { span, ignored: reader.ignored, is_own: reader.is_own }
        }
    }))
}

fn trimmed(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim()
}

/// A text of JSON with each escape replaced by its character: `"45\u219225"` says `45→25`. Signs that the lexer leaves out
/// pad it to the length of the escape, so that places are the same in both texts. `None` if the text is not JSON.
pub(crate) fn unescaped(text: &str, meter: &mut Meter<'_>) -> Result<Option<String>, Stop> {
    let inside = trimmed(text);
    if !inside.starts_with(['[', '{']) {
        return Ok(None);
    }
    meter.work(2 * text.len())?;
    meter.memory(text.len())?;
    if serde_json::from_str::<IgnoredAny>(inside).is_err() {
        return Ok(None);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        plain.push_str(before);
        let decoded = |length| {
            let escape = escape.get(..length)?;
            serde_json::from_str::<char>(&format!("\"{escape}\"")).ok()
        };
        // `\n` has 2 bytes, `\u2192` has 6, and a pair of surrogates 12. Half a pair is not seen.
        let short = if escape.as_bytes().get(1) == Some(&b'u') { 6 } else { 2 };
        let found = [short, 12].into_iter().find_map(|length| Some((length, decoded(length)?)));
        let length = found.map_or(short, |(length, _)| length);
        let seen = found.map(|(_, c)| c).filter(|c| !c.is_control() || c.is_whitespace());
        // Of the quotation marks, `"` ends a string.
        let character = if seen == Some('"') { Some('\'') } else { seen };
        let mut padding = length - character.map_or(0, char::len_utf8);
        // A row of a drawing does not begin with a blank.
        if character == Some('\n') {
            plain.extend(std::iter::repeat_n(' ', std::mem::take(&mut padding)));
        }
        plain.extend(character);
        while padding > 0 {
            let sign = match padding {
                1 => ' ',
                3 => '\u{200b}',
                _ => '\u{ad}',
            };
            plain.push(sign);
            padding -= sign.len_utf8();
        }
        rest = &escape[length..];
    }
    plain.push_str(rest);
    debug_assert_eq!(plain.len(), text.len(), "places are the same");
    Ok(Some(plain))
}

enum Found {
    Rows(Vec<Row>),
    Text(Range<usize>),
}

struct Reader<'a> {
    text: &'a str,
    ignored: Vec<Range<usize>>,
    /// Whether the text is an answer of Soliter.
    is_own: bool,
}

/// A solution is nested at most this deep; each level is read again.
const DEEPEST: usize = 6;

impl<'a> Reader<'a> {
    fn span(&self, raw: &str) -> Range<usize> {
        let start = raw.as_ptr() as usize - self.text.as_ptr() as usize;
        start..start + raw.len()
    }

    /// The solution in a value: rows, or a part with text.
    fn solution(
        &mut self,
        raw: &'a str,
        depth: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Found>, Stop> {
        meter.work(raw.len())?;
        if depth > DEEPEST {
            return Ok(None);
        }
        if raw.starts_with('[') {
            let Some(values) = list(raw) else { return Ok(None) };
            if !values.iter().all(|value| value.get().starts_with('{')) || values.is_empty() {
                return Ok(Some(Found::Text(self.span(raw))));
            }
            let rows: Option<Vec<Row>> =
                values.into_iter().map(|value| self.row(value.get())).collect();
            return Ok(rows.map(Found::Rows));
        }
        if !raw.starts_with('{') {
            return Ok(Some(Found::Text(self.span(raw))));
        }
        let Some(entries) = object(raw) else { return Ok(None) };
        if entries.iter().any(|(key, _)| field(key) == Some(Field::From)) {
            return Ok(self.row(raw).map(|row| Found::Rows(vec![row])));
        }
        // The solution is the one list of jumps, or the one text that is long or has such a key.
        let is_solution = |(key, value): &&(String, &'a RawValue)| {
            let key = key.to_lowercase();
            let value = value.get();
            let named = ["moves", "solution", "jumps", "steps", "path", "line"].contains(&&*key);
            value.starts_with(['[', '{']) || named && value.starts_with('"')
        };
        // Soliter's own answers have a version, and lists beside the solution.
        let entry = |wanted: &str| entries.iter().find(|(key, _)| key == wanted);
        if let (Some(_), Some((_, solution))) = (entry("schema"), entry("solution")) {
            for (_, other) in
                entries.iter().filter(is_solution).filter(|(key, _)| key != "solution")
            {
                self.ignored.push(self.span(other.get()));
            }
            self.is_own = true;
            return Ok(Some(Found::Text(self.span(solution.get()))));
        }
        let mut solutions = entries.iter().filter(is_solution);
        let (Some((_, solution)), None) = (solutions.next(), solutions.next()) else {
            return Ok(None);
        };
        for (_, other) in entries.iter().filter(|entry| !is_solution(entry)) {
            self.ignored.push(self.span(other.get()));
        }
        self.solution(solution.get(), depth + 1, meter)
    }

    /// The jump of an object. Keys that do not describe a jump are ignored.
    fn row(&mut self, raw: &'a str) -> Option<Row> {
        let mut values = Vec::new();
        let mut asides = Vec::new();
        for (key, value) in object(raw)? {
            let span = self.span(value.get());
            match field(&key) {
                Some(field) => values.push((field, place(value.get(), span)?)),
                None => asides.push(span),
            }
        }
        self.ignored.extend(asides.iter().cloned());
        Row::of(values, self.span(raw)).map(|row| Row { asides, ..row })
    }
}

/// A hole given by a number, a string, two coordinates, or the keys of a row and a column.
fn place(raw: &str, span: Range<usize>) -> Option<Place> {
    if raw.starts_with('{') {
        let entries = object(raw)?;
        let value = |wanted: Field| {
            entries.iter().find(|(key, _)| field(key) == Some(wanted)).map(|(_, value)| value.get())
        };
        let (row, column) = (value(Field::RowOfFrom)?, value(Field::ColumnOfFrom)?);
        let is_pair = entries.len() == 2;
        return is_pair.then(|| Place::pair(unquoted(row), unquoted(column), Some(true), span));
    }
    if raw.starts_with('[') {
        return match list(raw)?[..] {
            [one] => place(one.get(), span),
            [one, other] if !one.get().starts_with(['[', '{']) => {
                Some(Place::pair(unquoted(one.get()), unquoted(other.get()), None, span))
            }
            _ => None,
        };
    }
    Some(Place::of(&unquoted(raw), span))
}

fn unquoted(raw: &str) -> Cow<'_, str> {
    if raw.contains('\\')
        && let Ok(text) = serde_json::from_str::<String>(raw)
    {
        return text.into();
    }
    raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(raw).into()
}

fn list(raw: &str) -> Option<Vec<&RawValue>> {
    struct List;
    impl<'de> Visitor<'de> for List {
        type Value = Vec<&'de RawValue>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Self::Value, A::Error> {
            let mut found = Vec::new();
            while let Some(value) = values.next_element()? {
                found.push(value);
            }
            Ok(found)
        }
    }
    serde_json::Deserializer::from_str(raw).deserialize_seq(List).ok()
}

fn object(raw: &str) -> Option<Vec<(String, &RawValue)>> {
    struct Object;
    impl<'de> Visitor<'de> for Object {
        type Value = Vec<(String, &'de RawValue)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
            let mut found = Vec::new();
            while let Some(entry) = entries.next_entry()? {
                found.push(entry);
            }
            Ok(found)
        }
    }
    serde_json::Deserializer::from_str(raw).deserialize_map(Object).ok()
}
