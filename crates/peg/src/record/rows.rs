//! Reads jumps written as rows of values: triples, CSV with a header, JSON, and the lists of programs.
//!
//! All rows have the same shape. The meaning of their values follows from a header, from keys, or from their
//! number; if the order is ambiguous, `over` says which of the three holes is the one leapt over.

use std::ops::Range;

use crate::record::statements::{self, Landing, Place, Statement};
use crate::record::values::{self, Kind, Value};
use crate::record::words::{self, Vocabulary};
use crate::record::written::Record;
use soliter_base::wording::short;

/// The position of the hole leapt over in a row of three holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    FromOverTo,
    FromToOver,
}

/// The meaning of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    From,
    Over,
    To,
    Direction,
    /// The number of the move.
    Number,
    RowOfFrom,
    ColumnOfFrom,
    RowOfOver,
    ColumnOfOver,
    RowOfTo,
    ColumnOfTo,
}

/// The record of a text, if it is made of rows. Labels count up from 0 or 1.
pub(super) fn read(text: &str, order: Order, vocabulary: &Vocabulary) -> Option<Record> {
    let mut rows = values::rows(text)?;
    let mut unread = Vec::new();
    unwrap(&mut rows, &mut unread);
    if let [row] = &rows[..]
        && let Some(parts) = numbered_parts(row)
    {
        rows = parts;
    }
    let header = rows.first().and_then(|row| header(row));
    if header.is_some() {
        rows.remove(0);
    }
    let numbered = header.is_none() && numbers_count_up(&rows);
    let mut statements = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let row = &row[..];
        let stated = match (&header, row) {
            (Some(columns), row) => with_columns(columns, row, index, vocabulary),
            (None, [Value { kind: Kind::Object(keys), .. }]) => {
                let (columns, values) = columns_of(keys, &mut unread)?;
                with_columns(&columns, &values, index, vocabulary)
            }
            (None, row) => plain(&row[usize::from(numbered)..], order, vocabulary),
        };
        statements.push(stated?);
    }
    if statements.is_empty() {
        return None;
    }
    let mut record = statements::record(text, &statements, vocabulary);
    for span in unread {
        let message = format!("{} is not read", short(text[span.clone()].trim()));
        record.remark(span, message);
    }
    Some(record)
}

/// Extracts the list of jumps from the lists and objects around it.
fn unwrap(rows: &mut Vec<Vec<Value>>, unread: &mut Vec<Range<usize>>) {
    loop {
        let inside = match &rows[..] {
            [row] => match &row[..] {
                [Value { kind: Kind::List(list), .. }] if list.iter().all(is_row) => list.clone(),
                [Value { kind: Kind::Object(keys), .. }] => {
                    let is_list = |(_, value): &&(String, Value)| {
                        value.list().is_some_and(|list| {
                            list.len() > 1 && list.iter().all(is_row)
                                || matches!(list, [Value { kind: Kind::Object(_), .. }])
                        })
                    };
                    let known = |(key, _): &(String, Value)| column(key).is_some();
                    if keys.iter().filter(is_list).count() != 1 || keys.iter().any(known) {
                        return;
                    }
                    let others = keys.iter().filter(|one| !is_list(one));
                    unread.extend(others.map(|(_, value)| value.span.clone()));
                    let list = keys.iter().find(is_list).and_then(|(_, value)| value.list());
                    list.unwrap_or_default().to_vec()
                }
                // Rows on one line: `(4, 2, 1), (6, 5, 4)`.
                row if row.len() > 1 && row.iter().all(is_nested_row) => row.to_vec(),
                _ => return,
            },
            // A row of one list on each line.
            rows if rows.len() > 1
                && rows.iter().all(|row| matches!(&row[..], [one] if one.list().is_some())) =>
            {
                rows.concat()
            }
            _ => return,
        };
        let row = |value: Value| match value.kind {
            Kind::List(list) => list,
            kind => vec![Value { kind, span: value.span }],
        };
        *rows = inside.into_iter().map(row).collect();
    }
}

fn is_row(value: &Value) -> bool {
    !matches!(value.kind, Kind::Atom(_))
}

/// Whether a list is a row in itself, and not the two coordinates of a hole.
fn is_nested_row(value: &Value) -> bool {
    match &value.kind {
        Kind::List(list) => list.len() > 2 || list.iter().any(is_row),
        Kind::Object(_) => true,
        Kind::Atom(_) => false,
    }
}

/// The jumps of a row that numbers them from 1, each with three holes: `1 503 403 303 2 405 404 403`.
fn numbered_parts(row: &[Value]) -> Option<Vec<Vec<Value>>> {
    let counts = |(index, part): (usize, &[Value])| {
        part.len() == 4 && part[0].atom().and_then(|word| word.parse().ok()) == Some(index + 1)
    };
    let fits = row.len() > 4 && row.chunks(4).enumerate().all(counts);
    fits.then(|| row.chunks(4).map(<[Value]>::to_vec).collect())
}

/// The places of the solutions in a text that contains several, each a list of jumps numbered from 1: number,
/// start, hole leapt over, landing hole, all of them numbers. Empty for any other text.
pub(super) fn solutions(text: &str) -> Vec<Range<usize>> {
    let mut words: Vec<(usize, Range<usize>)> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let line = line.split('#').next().unwrap_or("");
        for word in line.split_whitespace() {
            let Ok(number) = word.parse() else { return Vec::new() };
            let place = start + word.as_ptr() as usize - line.as_ptr() as usize;
            words.push((number, place..place + word.len()));
        }
    }
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut expected = 1;
    for jump in words.chunks(4) {
        let [(number, first), .., (_, last)] = jump else { return Vec::new() };
        match (*number == 1, *number == expected, found.last_mut()) {
            (true, ..) => {
                found.push(first.start..last.end);
                expected = 1;
            }
            (false, true, Some(solution)) => solution.end = last.end,
            _ => return Vec::new(),
        }
        if jump.len() != 4 {
            return Vec::new();
        }
        expected += 1;
    }
    if found.len() > 1 { found } else { Vec::new() }
}

/// Whether the first value of each row is a number that counts up from 0 or 1.
fn numbers_count_up(rows: &[Vec<Value>]) -> bool {
    let number = |row: &Vec<Value>| row.first()?.atom()?.parse::<usize>().ok();
    let Some(first) = rows.first().and_then(number).filter(|&first| first <= 1) else {
        return false;
    };
    let shortest = rows.iter().map(Vec::len).min().unwrap_or(0);
    shortest > 2 && rows.iter().enumerate().all(|(index, row)| number(row) == Some(first + index))
}

/// The columns that a row of words names: `from,over,to`.
fn header(row: &[Value]) -> Option<Vec<Field>> {
    row.iter().map(|value| column(&value.atom()?.to_lowercase())).collect()
}

fn column(key: &str) -> Option<Field> {
    let key = key.replace([' ', '-', '_', '.'], "");
    Some(match key.as_str() {
        "from" | "start" | "source" | "src" | "begin" | "origin" | "peg" | "von" | "de"
        | "desde" => Field::From,
        "over" | "jumped" | "mid" | "middle" | "via" | "between" | "remove" | "removed"
        | "removes" | "capture" | "captured" | "taken" | "takes" | "jumpedover" | "über"
        | "sur" | "sobre" => Field::Over,
        "to" | "end" | "target" | "dest" | "destination" | "dst" | "land" | "landing" | "into"
        | "nach" | "vers" | "hasta" | "a" => Field::To,
        "direction" | "dir" => Field::Direction,
        "number" | "no" | "n" | "step" | "move" | "index" | "nr" | "i" | "turn" => Field::Number,
        "fromrow" | "startrow" | "r1" | "row1" | "fromr" | "y1" | "fromy" | "starty" | "row"
        | "r" | "y" => Field::RowOfFrom,
        "fromcol" | "fromcolumn" | "startcol" | "startcolumn" | "c1" | "col1" | "column1"
        | "fromc" | "x1" | "fromx" | "startx" | "col" | "column" | "c" | "x" => Field::ColumnOfFrom,
        "overrow" | "midrow" | "overr" | "overy" | "midy" => Field::RowOfOver,
        "overcol" | "overcolumn" | "midcol" | "overc" | "overx" | "midx" => Field::ColumnOfOver,
        "torow" | "endrow" | "r2" | "row2" | "tor" | "y2" | "toy" | "endy" => Field::RowOfTo,
        "tocol" | "tocolumn" | "endcol" | "endcolumn" | "c2" | "col2" | "column2" | "toc"
        | "x2" | "tox" | "endx" => Field::ColumnOfTo,
        _ => return None,
    })
}

/// The columns and values of an object. Keys that do not describe a jump are ignored.
fn columns_of(
    keys: &[(String, Value)],
    unread: &mut Vec<Range<usize>>,
) -> Option<(Vec<Field>, Vec<Value>)> {
    let mut found = (Vec::new(), Vec::new());
    for (key, value) in keys {
        match column(key) {
            Some(column) if !found.0.contains(&column) => {
                found.0.push(column);
                found.1.push(value.clone());
            }
            Some(_) => return None,
            None => unread.push(value.span.clone()),
        }
    }
    Some(found)
}

fn with_columns(
    columns: &[Field],
    row: &[Value],
    index: usize,
    vocabulary: &Vocabulary,
) -> Option<Statement> {
    if row.len() != columns.len() {
        return None;
    }
    let value =
        |column: Field| columns.iter().position(|&other| other == column).map(|place| &row[place]);
    if let Some(number) = value(Field::Number) {
        let number: usize = number.atom()?.parse().ok()?;
        if number != index && number != index + 1 {
            return None;
        }
    }
    let hole = |whole: Field, row: Field, column: Field| -> Option<Option<Place>> {
        match (value(whole), value(row), value(column)) {
            (Some(value), None, None) => place(value).map(Some),
            (None, Some(row), Some(column)) => {
                let span = row.span.start.min(column.span.start)..row.span.end.max(column.span.end);
                let (first, second) = (row.atom()?.to_owned(), Some(column.atom()?.to_owned()));
                Some(Some(Place { first, second, row_first: Some(true), span }))
            }
            (None, None, None) => Some(None),
            _ => None,
        }
    };
    let from = hole(Field::From, Field::RowOfFrom, Field::ColumnOfFrom)??;
    let over = hole(Field::Over, Field::RowOfOver, Field::ColumnOfOver)?;
    let to = hole(Field::To, Field::RowOfTo, Field::ColumnOfTo)?;
    let landing = match (to, value(Field::Direction)) {
        (Some(to), None) => Landing::At(to),
        (None, Some(word)) => direction(word, vocabulary)?,
        (None, None) if over.is_some() => Landing::Beyond,
        _ => return None,
    };
    Some(Statement { from, over, landing })
}

fn direction(value: &Value, vocabulary: &Vocabulary) -> Option<Landing> {
    vocabulary.direction(value.atom()?).map(|step| Landing::Towards(step, value.span.clone()))
}

/// A hole given by one word, by two coordinates, or by two keys.
fn place(value: &Value) -> Option<Place> {
    let span = value.span.clone();
    let single = |text: &str| match text.trim_matches(['(', ')', '[', ']']).split_once(',') {
        Some((first, second)) => (first.trim().to_owned(), Some(second.trim().to_owned())),
        None => (text.to_owned(), None),
    };
    match &value.kind {
        Kind::Atom(text) => {
            let (first, second) = single(text);
            Some(Place { first, second, row_first: None, span })
        }
        Kind::List(list) => match &list[..] {
            [one] => place(one),
            [first, second] => {
                let (first, second) = (first.atom()?.to_owned(), Some(second.atom()?.to_owned()));
                Some(Place { first, second, row_first: None, span })
            }
            _ => None,
        },
        Kind::Object(keys) => {
            let value = |names: [&str; 3]| {
                let mut found = keys.iter().filter(|(key, _)| names.contains(&key.as_str()));
                found.next().and_then(|(_, value)| value.atom()).map(str::to_owned)
            };
            let (row, column) = (value(["row", "r", "y"])?, value(["column", "col", "c"]));
            let column = column.or_else(|| value(["x", "x", "x"]))?;
            let is_pair = keys.len() == 2;
            is_pair.then_some(Place {
                first: row,
                second: Some(column),
                row_first: Some(true),
                span,
            })
        }
    }
}

/// A row without keys: its values are holes, pairs of coordinates, and optionally a direction at the end.
fn plain(row: &[Value], order: Order, vocabulary: &Vocabulary) -> Option<Statement> {
    let atoms = row.iter().all(|value| value.atom().is_some());
    let pair = |values: &[Value]| {
        let [first, second] = values else { return None };
        let span = first.span.start..second.span.end;
        let (first, second) = (first.atom()?.to_owned(), Some(second.atom()?.to_owned()));
        Some(Place { first, second, row_first: None, span })
    };
    if let [holes @ .., last] = row
        && let Some(word) = last.atom().filter(|word| !words::is_digits(word))
        && vocabulary.hole(word).is_none()
        && let Some(landing) = direction(last, vocabulary)
    {
        let from = match holes {
            [from] => place(from)?,
            holes => pair(holes)?,
        };
        return Some(Statement { from, over: None, landing });
    }
    let holes: Vec<Place> = match (atoms, row.len()) {
        (true, 4 | 6) => row.chunks(2).map(pair).collect::<Option<_>>()?,
        (_, 2 | 3) => row.iter().map(place).collect::<Option<_>>()?,
        _ => return None,
    };
    let mut holes = holes.into_iter();
    let (from, second) = (holes.next()?, holes.next()?);
    Some(match (holes.next(), order) {
        (None, _) => Statement { from, over: None, landing: Landing::At(second) },
        (Some(to), Order::FromOverTo) => {
            Statement { from, over: Some(second), landing: Landing::At(to) }
        }
        (Some(over), Order::FromToOver) => {
            Statement { from, over: Some(over), landing: Landing::At(second) }
        }
    })
}
