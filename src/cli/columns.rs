//! Tables: columns for people, CSV for programs.

use std::fmt::Write as _;
use std::path::Path;

use crate::cli::files::targets;
use crate::cli::files::targets::Target;
use crate::cli::output::failure::Failure;

/// Rows under heads, everything to the right.
pub(crate) fn text(heads: &[&str], rows: &[Vec<String>]) -> String {
    let wide = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain([heads[column].len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heads.len()).map(wide).collect();
    let mut text = String::new();
    let mut line = |cells: &mut dyn Iterator<Item = &str>| {
        let padded: Vec<String> =
            cells.zip(&widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        let _ = writeln!(text, "{}", padded.join("  "));
    };
    line(&mut heads.iter().copied());
    for row in rows {
        line(&mut row.iter().map(String::as_str));
    }
    text
}

/// Rows under heads: the first column to the right, the last, a text, as it is.
pub(crate) fn left(heads: &[&str], rows: &[Vec<String>]) -> String {
    let wide = rows.iter().map(|row| row[0].len()).chain([heads[0].len()]).max().unwrap_or(0);
    let line = |first: &str, rest: &str| format!("{first:>wide$}  {rest}\n");
    let rows = rows.iter().map(|row| line(&row[0], &row[1]));
    line(heads[0], heads[1]) + &rows.collect::<String>()
}

/// Writes rows under heads as CSV.
pub(crate) fn write_csv(path: &Path, heads: &[&str], rows: &[Vec<String>]) -> Result<(), Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut written = writer.write_record(heads);
    for row in rows {
        written = written.and_then(|()| writer.write_record(row));
    }
    let bytes = written.map_err(std::io::Error::from);
    let bytes = bytes.and_then(|()| writer.into_inner().map_err(csv::IntoInnerError::into_error));
    let bytes = bytes.map_err(|error| targets::unwritable(path, &error))?;
    targets::write(path, &bytes)
}

/// Where a table is to be written.
pub(crate) fn csv_target(path: &Path) -> Target<'_> {
    Target { what: "a table", path, endings: &["csv"] }
}
