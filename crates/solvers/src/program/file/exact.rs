//! A program with integer coefficients, in the format of checkable bounds (docs/explanation/milp-bounds.md).

use std::fmt::Write as _;

use crate::program::{Program, file::table::Table};
use soliter_base::control::{Control, Stop};

/// The limit on numbers in a file of a bound; an `f64` holds all integers below it exactly.
const LIMIT: f64 = (1_u64 << 32) as f64;

/// The lines of columns and rows.
pub(crate) fn text(program: &Program, control: &Control) -> Result<String, Stop> {
    let whole = |number: f64| {
        let exact = number.fract() == 0.0 && number.abs() < LIMIT;
        exact.then_some(number as i64).ok_or(Stop::Size("not all numbers are integers below 2^32"))
    };
    let table = Table::new(program, 0.0);
    let mut text = format!("columns {}\n", table.columns.len());
    for column in &table.columns {
        let kind = if column.is_whole { "integer" } else { "real" };
        let [lower, upper] = column.bounds;
        let _ =
            writeln!(text, "{kind} {} {} {}", whole(lower)?, whole(upper)?, whole(column.cost)?);
    }
    let _ = writeln!(text, "rows {}", table.rows.len());
    for row in &table.rows {
        control.check()?;
        let _ = write!(text, "{} {}", if row.is_equality { "=" } else { "<=" }, whole(row.right)?);
        for &(column, coefficient) in &row.terms {
            let _ = write!(text, " {} {}", whole(coefficient)?, column + 1);
        }
        text.push('\n');
    }
    Ok(text)
}
