//! The LP format of CPLEX.

use std::fmt::Write as _;

use crate::program::file::table::{Table, Term};
use soliter_base::control::{Control, Stop};

/// A sum is continued on the next line before it has this many characters: readers accept 510.
pub(super) const LINE: usize = 500;

pub(super) fn write(table: &Table, text: &mut String, control: &Control) -> Result<(), Stop> {
    let mut is_used = vec![false; table.columns.len()];
    for (column, _) in table.rows.iter().flat_map(|row| &row.terms) {
        is_used[*column] = true;
    }
    // A column that occurs in no row is declared by its cost, even if that is 0.
    let costs = table.columns.iter().zip(&is_used).enumerate();
    let costs = costs.filter(|(_, (column, is_used))| column.cost != 0.0 || !**is_used);
    let costs: Vec<Term> = costs.map(|(number, (column, _))| (number, column.cost)).collect();
    text.push_str("min\n obj:");
    sum(table, &costs, text);
    text.push_str("\nst\n");
    for row in &table.rows {
        control.check()?;
        control.check_memory(text.len() as u64)?;
        let _ = write!(text, " {}:", row.name);
        sum(table, &row.terms, text);
        let _ = writeln!(text, " {} {}", if row.is_equality { "=" } else { "<=" }, row.right);
    }
    text.push_str("bounds\n");
    for column in table.columns.iter().filter(|column| !column.is_binary()) {
        let [low, high] = column.bounds;
        let _ = writeln!(text, " {low} <= {} <= {high}", column.name);
    }
    for (section, is_binary) in [("bin", true), ("gen", false)] {
        let _ = writeln!(text, "{section}");
        for column in table.columns.iter().filter(|column| column.is_whole) {
            if column.is_binary() == is_binary {
                let _ = writeln!(text, " {}", column.name);
            }
        }
    }
    text.push_str("end\n");
    Ok(())
}

/// Writes a sum such as ` +2 x -3 y`, broken into lines that are not too long.
fn sum(table: &Table, terms: &[Term], text: &mut String) {
    let mut line = text.len() - text.rfind('\n').map_or(0, |end| end + 1);
    for &(column, coefficient) in terms {
        let before = text.len();
        let _ = write!(text, " {coefficient:+} {}", table.columns[column].name);
        line += text.len() - before;
        if line > LINE {
            text.insert(before, '\n');
            line = text.len() - before - 1;
        }
    }
}
