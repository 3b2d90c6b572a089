//! Reports what each clause of the source became, to explain the size of a program.

use std::collections::BTreeMap;

use crate::np::ground::Ground;

/// What the ground constraints became, by their numbers.
#[derive(Default)]
pub(super) struct Report {
    became: BTreeMap<usize, Became>,
}

/// What a constraint became.
#[derive(Default)]
struct Became {
    rows: usize,
    columns: usize,
    /// How often each encoding was used.
    encodings: BTreeMap<&'static str, usize>,
}

impl Report {
    /// Notes how a part of a constraint was encoded, and how many rows and columns that added.
    pub(super) fn note(&mut self, number: usize, encoding: &'static str, size: (usize, usize)) {
        let became = self.became.entry(number).or_default();
        became.rows += size.0;
        became.columns += size.1;
        *became.encodings.entry(encoding).or_default() += 1;
    }

    /// A line for each clause, such as
    /// `np: line 12, Period.Balance: 12 constraints, 12 rows, 0 new columns: 12 x rows`.
    pub(super) fn lines(&self, ground: &Ground<'_>) -> Vec<String> {
        let mut clauses: BTreeMap<usize, (String, usize, Became)> = BTreeMap::new();
        for (number, (origin, _)) in ground.constraints.iter().enumerate() {
            let clause = clauses.entry(origin.span.start).or_insert_with(|| {
                let name = ground.model.clause_name(origin.place);
                (format!("np: line {}, {name}", ground.line(origin)), 0, Became::default())
            });
            clause.1 += 1;
            let Some(became) = self.became.get(&number) else { continue };
            clause.2.rows += became.rows;
            clause.2.columns += became.columns;
            for (encoding, times) in &became.encodings {
                *clause.2.encodings.entry(encoding).or_default() += times;
            }
        }
        let line = |(title, times, became): (String, usize, Became)| {
            let encodings =
                became.encodings.iter().map(|(name, times)| format!("{times} x {name}"));
            let encodings: Vec<String> = encodings.collect();
            let how =
                if encodings.is_empty() { "decided".to_owned() } else { encodings.join(", ") };
            let (rows, columns) = (became.rows, became.columns);
            format!("{title}: {times} constraints, {rows} rows, {columns} new columns: {how}")
        };
        clauses.into_values().map(line).collect()
    }
}
