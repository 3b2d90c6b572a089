//! Tables: columns for the terminal, CSV for programs.

use std::fmt::Write as _;
use std::iter;
use std::path::Path;

use crate::cli::{files::targets, files::targets::Target, output::failure::Failure};

/// Rows under headings, with all columns right-aligned.
pub(crate) fn text(heads: &[&str], rows: &[Vec<String>]) -> String {
    let heads: Vec<String> = heads.iter().copied().map(str::to_owned).collect();
    let lines = || iter::once(&heads).chain(rows);
    let wide = |column: usize| {
        let cells = lines().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heads.len()).map(wide).collect();
    let mut text = String::new();
    for line in lines() {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
        let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join("  "));
    }
    text
}

/// Rows under headings: the first column is right-aligned, and the last, a text, is left as it is.
pub(crate) fn left(heads: &[&str], rows: &[Vec<String>]) -> String {
    let wide = rows.iter().map(|row| row[0].len()).chain([heads[0].len()]).max().unwrap_or(0);
    let line = |first: &str, rest: &str| format!("{first:>wide$}  {rest}\n");
    let rows = rows.iter().map(|row| line(&row[0], &row[1]));
    line(heads[0], heads[1]) + &rows.collect::<String>()
}

pub(crate) fn write_csv(path: &Path, heads: &[&str], rows: &[Vec<String>]) -> Result<(), Failure> {
    let bytes = || {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(heads)?;
        rows.iter().try_for_each(|row| writer.write_record(row))?;
        writer.into_inner().map_err(csv::IntoInnerError::into_error)
    };
    targets::write(path, &bytes().map_err(|error| targets::unwritable(path, &error))?)
}

pub(crate) fn csv_target(path: &Path) -> Target<'_> {
    Target { what: "a table", path, endings: &["csv"] }
}
