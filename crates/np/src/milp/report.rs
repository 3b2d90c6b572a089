//! Reports the encoding of each clause of the source, to explain the size of a program.

use std::collections::BTreeMap;

use crate::ground::{Ground, Origin};

/// Encodings of the clauses, by place in the source.
#[derive(Default)]
pub(super) struct Report(BTreeMap<usize, Became>);

#[derive(Default)]
struct Became {
    rows: usize,
    columns: usize,
    encodings: BTreeMap<&'static str, usize>,
}

impl Report {
    /// Notes how a part of a clause was encoded, and how many rows and columns that added.
    pub(super) fn note(&mut self, clause: usize, encoding: &'static str, size: (usize, usize)) {
        let became = self.0.entry(clause).or_default();
        became.rows += size.0;
        became.columns += size.1;
        *became.encodings.entry(encoding).or_default() += 1;
    }

    /// A line for each clause, such as
    /// `np: line 12, Period.Balance: 12 constraints, 12 rows, 0 new columns: 12 x rows`.
    pub(super) fn lines(&self, ground: &Ground<'_>) -> Vec<String> {
        let mut clauses: BTreeMap<usize, (&Origin, usize)> = BTreeMap::new();
        for (origin, _) in &ground.constraints {
            clauses.entry(origin.span.start).or_insert((origin, 0)).1 += 1;
        }
        let nothing = Became::default();
        let line = |(clause, (origin, times)): (usize, (&Origin, usize))| {
            let Became { rows, columns, encodings } = self.0.get(&clause).unwrap_or(&nothing);
            let encodings = encodings.iter().map(|(name, times)| format!("{times} x {name}"));
            let encodings = encodings.collect::<Vec<String>>().join(", ");
            let how = if encodings.is_empty() { "decided" } else { &encodings };
            let (line, name) = (ground.line(origin), ground.model.clause_name(origin.place));
            format!(
                "np: line {line}, {name}: {times} constraints, {rows} rows, {columns} new columns: {how}"
            )
        };
        clauses.into_iter().map(line).collect()
    }
}
