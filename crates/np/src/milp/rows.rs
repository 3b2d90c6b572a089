//! The columns and the rows of the program, with their names.

use std::fmt::Write as _;

use good_lp::{Expression, constraint};

use crate::milp::{Lowering, Stated, affine::Affine, lowered::Columns};

/// The maximum absolute value of a coefficient. `HiGHS` accepts values within 1e-6 of an integer, so with a
/// coefficient of a million, a single column could make a row wrong by 1. Several columns together still can,
/// but this never makes an answer wrong: tolerances only admit more solutions, so infeasibility and bounds
/// remain valid, and solutions are checked against the source.
const MAX_COEFFICIENT: i64 = 500_000;

impl Lowering<'_, '_> {
    /// Adds a column with whole values from 0 to `most`.
    pub(super) fn column(&mut self, name: String, most: usize) -> usize {
        let handle =
            if most == 1 { self.program.binary(name) } else { self.program.whole(name, most) };
        self.handles.push(handle);
        self.handles.len() - 1
    }

    pub(super) fn make_columns(&mut self) -> Stated {
        for number in 0..self.tables.groups.len() {
            let group = &self.tables.groups[number];
            let names: Vec<String> =
                group.variables.iter().map(|&v| self.forms().variables[v].name.clone()).collect();
            let longest: usize = names.iter().map(String::len).sum();
            self.step(group.tuples.len() * (256 + 32 * names.len() + longest))?;
            let tuples = group.tuples.clone();
            let columns = match tuples.len() {
                0 | 1 => Columns::None,
                2 => {
                    let name = match (&names[..], &tuples[0][..], &tuples[1][..]) {
                        ([name], [0], [1]) => name.clone(),
                        _ => tuple_name(&names, &tuples[1]),
                    };
                    Columns::Two(self.column(name, 1))
                }
                many if group.is_whole => {
                    let start = tuples[0][0];
                    let step = tuples[1][0] - start;
                    let name = match (start, step) {
                        (0, 1) => names[0].clone(),
                        _ => format!("{}[from={start},by={step}]", names[0]),
                    };
                    Columns::Whole(self.column(name, many - 1))
                }
                _ => {
                    let column = |tuple: &Vec<i64>| self.column(tuple_name(&names, tuple), 1);
                    Columns::OneHot(tuples.iter().map(column).collect())
                }
            };
            self.columns.push(columns);
        }
        Ok(())
    }

    /// A unique name for a row of the constraint that is being stated: `Main.Amount[1,i=2,line=7]`.
    pub(super) fn row_name(&mut self) -> String {
        let Some(origin) = self.origin() else { return format!("Row[{}]", self.rows.len()) };
        let clause = self.ground.model.clause_name(origin.place);
        let key = origin.key.map(|key| key.to_string());
        let bound = origin.bound.iter().map(|(name, value)| format!("{name}={value}"));
        let line = format!("line={}", self.ground.line(origin));
        let inner = key.into_iter().chain(bound).chain([line]);
        let mut name = format!("{clause}[{}", inner.collect::<Vec<String>>().join(","));
        let number = self.names.entry(name.clone()).or_default();
        *number += 1;
        if *number > 1 {
            let _ = write!(name, ",{number}");
        }
        name.push(']');
        name
    }

    /// Refuses coefficients that are too large for the tolerance of `HiGHS`.
    pub(super) fn check_size(&self, mut coefficients: impl Iterator<Item = i64>) -> Stated {
        let is_large = |times: &i64| times.saturating_abs() > MAX_COEFFICIENT;
        let Some(large) = coefficients.find(is_large) else { return Ok(()) };
        let message = format!("a coefficient of {large} is more than HiGHS can tell apart");
        Err(self.fault(&message, "HiGHS is exact to 1e-6; keep numbers below 500000"))
    }

    /// States `affine <= 0`, or `affine = 0`, unless it always holds or has been stated before.
    pub(super) fn row(&mut self, affine: &Affine, is_equality: bool) -> Stated {
        self.step(128 * affine.terms.len())?;
        let (terms, bound) = affine.normal(is_equality);
        self.check_size(terms.iter().map(|&(_, times)| times).chain([bound]))?;
        if terms.is_empty() && (if is_equality { bound == 0 } else { bound >= 0 }) {
            return Ok(());
        }
        if self.rows.insert((terms.clone(), bound, is_equality)) {
            let name = self.row_name();
            self.add_row(name, &terms, bound, is_equality)?;
        }
        Ok(())
    }

    pub(super) fn add_row(
        &mut self,
        name: String,
        terms: &[(usize, i64)],
        bound: i64,
        is_equality: bool,
    ) -> Stated {
        self.step(256 + 64 * terms.len())?;
        let sum = self.expression(terms.iter().copied());
        let bound = bound as f64;
        let row = if is_equality { constraint!(sum == bound) } else { constraint!(sum <= bound) };
        self.program.row(name, row);
        Ok(())
    }

    pub(super) fn expression(
        &self,
        terms: impl ExactSizeIterator<Item = (usize, i64)>,
    ) -> Expression {
        let mut sum = Expression::with_capacity(terms.len());
        for (column, times) in terms {
            sum.add_mul(times as f64, self.handles[column]);
        }
        sum
    }
}

/// The name of a tuple's column: `Coin(1)[Side=2,Value=5]`, or `X[5]`.
fn tuple_name(names: &[String], tuple: &[i64]) -> String {
    if let ([name], [value]) = (names, tuple) {
        return format!("{name}[{value}]");
    }
    let parts = names.iter().map(|name| name.split_once('.').unwrap_or(("", name)));
    let (records, own): (Vec<&str>, Vec<&str>) = parts.unzip();
    let shared = records.iter().all(|record| *record == records[0]);
    let record = if shared { records[0] } else { "" };
    let inner = own.iter().zip(names).zip(tuple).map(|((short, long), value)| {
        format!("{}={value}", if shared { short } else { long.as_str() })
    });
    let inner = inner.collect::<Vec<String>>().join(",");
    // In a file, the name of a column has at most 255 characters.
    if inner.len() > 180 {
        let values: Vec<String> = tuple.iter().map(i64::to_string).collect();
        let values: String = values.join(",").chars().take(120).collect();
        return format!("{}[{values}]", names[0]);
    }
    format!("{record}[{inner}]")
}
