//! Saved games of Simon Tatham's collection of puzzles: lines of a keyword, a length and a value, in which a `MOVE` is
//! `3,2-1,2`, columns and rows from 0.

use crate::style::Form;
use crate::tables::{Place, Row, Structured};
use soliter_boards::notation::Scheme;

/// The moves up to the state that the game was saved in; later ones had been undone.
pub(super) fn read(text: &str) -> Option<Structured> {
    let mut rows = Vec::new();
    let (mut state, mut at) = (None, 0);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let mut parts = line.trim_end().splitn(3, ':');
        let (Some(key), Some(_), Some(value)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        match key.trim() {
            "STATEPOS" => state = value.parse::<usize>().ok(),
            "MOVE" => {
                let first = start + (value.as_ptr() as usize - line.as_ptr() as usize);
                let (from, to) = value.split_once('-')?;
                let place = |part| {
                    let (column, row) = str::split_once(part, ',')?;
                    Some(Place::pair(column, row, Some(false), first..first + value.len()))
                };
                let span = first..first + value.len();
                rows.push(Row { from: place(from), to: place(to), span, ..Row::default() });
            }
            _ => {}
        }
    }
    if rows.iter().any(|row| row.from.is_none() || row.to.is_none()) {
        return None;
    }
    rows.truncate(state.map_or(usize::MAX, |state| state.saturating_sub(1)));
    Some(Structured::Rows {
        form: Form::SavedGame,
        scheme: Some(Scheme::ColumnRow0Down),
        rows,
        ignored: Vec::new(),
        backwards: false,
    })
}
