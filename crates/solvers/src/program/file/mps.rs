//! The free MPS format.

use std::fmt::Write as _;

use crate::program::file::table::Table;
use soliter_base::control::{Control, Stop};

pub(super) fn write(table: &Table, text: &mut String, control: &Control) -> Result<(), Stop> {
    text.push_str("NAME\nROWS\n N OBJ\n");
    let mut entries: Vec<Vec<(&str, f64)>> = vec![Vec::new(); table.columns.len()];
    for row in &table.rows {
        let _ = writeln!(text, " {} {}", if row.is_equality { 'E' } else { 'L' }, row.name);
        for &(column, coefficient) in &row.terms {
            entries[column].push((&row.name, coefficient));
        }
    }
    text.push_str("COLUMNS\n");
    let mut is_whole = false;
    for (column, entries) in table.columns.iter().zip(&entries) {
        control.check()?;
        control.check_memory(text.len() as u64)?;
        if column.is_whole != is_whole {
            is_whole = column.is_whole;
            marker(text, is_whole);
        }
        // A column that occurs in no row is declared by its cost, even if that is 0.
        if column.cost != 0.0 || entries.is_empty() {
            let _ = writeln!(text, " {} OBJ {}", column.name, column.cost);
        }
        for (row, coefficient) in entries {
            let _ = writeln!(text, " {} {row} {coefficient}", column.name);
        }
    }
    if is_whole {
        marker(text, false);
    }
    text.push_str("RHS\n");
    for row in table.rows.iter().filter(|row| row.right != 0.0) {
        let _ = writeln!(text, " RHS {} {}", row.name, row.right);
    }
    text.push_str("BOUNDS\n");
    for column in &table.columns {
        let (name, [low, high]) = (&column.name, column.bounds);
        let _ = if column.is_binary() {
            writeln!(text, " BV BOUND {name}")
        } else if low.total_cmp(&high).is_eq() {
            writeln!(text, " FX BOUND {name} {low}")
        } else {
            writeln!(text, " LO BOUND {name} {low}\n UP BOUND {name} {high}")
        };
    }
    text.push_str("ENDATA\n");
    Ok(())
}

fn marker(text: &mut String, begins: bool) {
    let mark = if begins { "'INTORG'" } else { "'INTEND'" };
    let _ = writeln!(text, " MARKER 'MARKER' {mark}");
}
