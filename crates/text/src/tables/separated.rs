//! Tables whose header names the columns: CSV with any of the usual separators, and Markdown.

use std::ops::Range;

use crate::meter::Meter;
use crate::style::Form;
use crate::tables::{Field, Place, Row, Structured, field};
use soliter_base::control::Stop;

/// The rows of a table; `None` if no line is a header. Lines before the header and after the table are not read.
pub(super) fn read(text: &str, meter: &mut Meter<'_>) -> Result<Option<Structured>, Stop> {
    let mut ignored: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    let mut lines = text.split_inclusive('\n');
    let (separator, columns) = loop {
        let Some(line) = lines.next() else { return Ok(None) };
        meter.work(line.len())?;
        let start = at;
        at += line.len();
        if let Some(header) = header(line) {
            break header;
        }
        // A header after jumps is not that of a table.
        if !line.trim().is_empty() {
            if ignored.len() > 20 || line.contains(|c: char| c.is_ascii_digit()) {
                return Ok(None);
            }
            ignored.push(start..start + line.trim_end().len());
        }
    };
    let rows = match separator {
        '|' => markdown(text, at, &columns, &mut ignored, meter)?,
        separator => csv(text, at, separator, &columns, &mut ignored, meter)?,
    };
    let Some(rows) = rows.filter(|rows| !rows.is_empty()) else { return Ok(None) };
    Ok(Some(Structured::Rows { form: Form::Table, scheme: None, rows, ignored, backwards: false }))
}

type Columns = Vec<Option<Field>>;

/// The separator and the columns of a header, which names a start and something else.
fn header(line: &str) -> Option<(char, Columns)> {
    const LONGEST: usize = 400;
    let line = line.trim().trim_start_matches('\u{feff}');
    if line.len() > LONGEST {
        return None;
    }
    let separator = [',', ';', '\t', '|'].into_iter().find(|sign| line.contains(*sign))?;
    let cells = line.trim_matches('|').split(separator);
    let columns: Columns =
        cells.map(|cell| field(cell.trim().trim_matches(['"', '*', '`']))).collect();
    let known = columns.iter().flatten().filter(|field| **field != Field::Number);
    let has_from = columns.iter().flatten().any(|f| matches!(f, Field::From | Field::RowOfFrom));
    (known.count() >= 2 && has_from).then_some((separator, columns))
}

fn row(columns: &Columns, cells: Vec<Place>, span: Range<usize>) -> Option<Row> {
    if cells.len() < columns.len() {
        return None;
    }
    let is_filled = |cell: &&Place| !cell.first.is_empty() || cell.second.is_some();
    let extra = cells[columns.len()..].iter().find(is_filled).map(|cell| cell.span.clone());
    let others = columns.iter().zip(&cells).filter(|(field, _)| field.is_none());
    let asides = others.map(|(_, cell)| cell.span.clone()).collect();
    let known = columns.iter().zip(cells).filter_map(|(field, cell)| Some(((*field)?, cell)));
    Row::of(known, span).map(|row| Row { extra, asides, ..row })
}

fn csv(
    text: &str,
    start: usize,
    separator: char,
    columns: &Columns,
    ignored: &mut Vec<Range<usize>>,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Row>>, Stop> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator as u8)
        .comment(Some(b'#'))
        .from_reader(&text.as_bytes()[start..]);
    let mut rows = Vec::new();
    let mut record = csv::ByteRecord::new();
    while matches!(reader.read_byte_record(&mut record), Ok(true)) {
        let first = record.position().map_or(0, csv::Position::byte) as usize;
        let end = reader.position().byte() as usize;
        meter.work(end.saturating_sub(first))?;
        let whole = start + first..(start + end).min(text.len());
        let Some(line) = text.get(whole.clone()) else { return Ok(None) };
        // The parser says what the cells are; their places follow from the text.
        let mut at = 0;
        let mut cells = Vec::new();
        for cell in &record {
            let Ok(cell) = std::str::from_utf8(cell) else { return Ok(None) };
            let found = line[at..].find(cell).map_or(at, |found| at + found);
            let place = whole.start + found;
            let inside = &text[place..(place + cell.len()).min(whole.end)];
            at = (found + cell.len()).min(line.len());
            cells.push(Place::of(inside, place..place + inside.len()));
        }
        match row(columns, cells, whole.start..whole.start + line.trim_end().len()) {
            Some(row) => rows.push(row),
            None if is_remark(line) => ignored.push(whole),
            None => return Ok(None),
        }
    }
    Ok(Some(rows))
}

fn markdown(
    text: &str,
    mut at: usize,
    columns: &Columns,
    ignored: &mut Vec<Range<usize>>,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Row>>, Stop> {
    let mut rows = Vec::new();
    for line in text[at..].split_inclusive('\n') {
        meter.work(line.len())?;
        let start = at;
        at += line.len();
        let inside = line.trim();
        if inside.is_empty() || inside.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ')) {
            continue;
        }
        let span = start..start + line.trim_end().len();
        let cells: Vec<Place> = inside
            .trim_matches('|')
            .split('|')
            .map(|cell| {
                let cell = cell.trim();
                let first = start + (cell.as_ptr() as usize - line.as_ptr() as usize);
                Place::of(cell, first..first + cell.len())
            })
            .collect();
        match row(columns, cells, span.clone()).filter(|_| inside.contains('|')) {
            Some(row) => rows.push(row),
            None if is_remark(line) => ignored.push(span),
            None => return Ok(None),
        }
    }
    Ok(Some(rows))
}

/// Whether a line that is no row names no hole.
fn is_remark(line: &str) -> bool {
    !line.contains(|c: char| c.is_ascii_digit())
}
