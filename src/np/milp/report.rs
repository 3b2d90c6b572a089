//! What each clause of the source became, for those who ask why a program is large.

use std::collections::BTreeMap;

use crate::np::ground::Ground;

/// What ground constraints became, by their numbers.
#[derive(Default)]
pub(super) struct Report {
    became: BTreeMap<usize, Became>,
}

#[derive(Default)]
struct Became {
    rows: usize,
    columns: usize,
    ways: BTreeMap<&'static str, usize>,
}

impl Report {
    /// A part of a constraint became something, with so many new rows and columns.
    pub(super) fn note(&mut self, number: usize, way: &'static str, size: (usize, usize)) {
        let became = self.became.entry(number).or_default();
        became.rows += size.0;
        became.columns += size.1;
        *became.ways.entry(way).or_default() += 1;
    }

    /// A line for each clause: `np: line 12, Period.Balance: 12 constraints, 12 rows (rows)`.
    pub(super) fn lines(&self, ground: &Ground<'_>) -> Vec<String> {
        let mut clauses: BTreeMap<usize, (String, usize, Became)> = BTreeMap::new();
        for (number, (origin, _)) in ground.constraints.iter().enumerate() {
            let block = &ground.model.block(origin.place.0).name.text;
            let con = &ground.model.member(origin.place).name.text;
            let clause = clauses.entry(origin.span.start).or_insert_with(|| {
                let title = format!("np: line {}, {block}.{con}", ground.line(origin));
                (title, 0, Became::default())
            });
            clause.1 += 1;
            let Some(became) = self.became.get(&number) else { continue };
            clause.2.rows += became.rows;
            clause.2.columns += became.columns;
            for (way, times) in &became.ways {
                *clause.2.ways.entry(way).or_default() += times;
            }
        }
        let line = |(title, times, became): (String, usize, Became)| {
            let ways: Vec<String> =
                became.ways.iter().map(|(way, times)| format!("{times} x {way}")).collect();
            let ways = if ways.is_empty() { "decided".to_owned() } else { ways.join(", ") };
            let (rows, columns) = (became.rows, became.columns);
            format!("{title}: {times} constraints, {rows} rows, {columns} new columns: {ways}")
        };
        clauses.into_values().map(line).collect()
    }
}
