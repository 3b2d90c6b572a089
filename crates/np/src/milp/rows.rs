//! The columns and the rows of the program, with their names.

use std::fmt::Write as _;

use good_lp::{Expression, constraint};

use crate::ground::formula::Sum;
use crate::milp::{Lowering, Stated, affine::Affine, lowered::Columns};

/// The maximum absolute value of a coefficient in a row. `HiGHS` accepts values within 1e-8 of an integer, so with a
/// coefficient of 100 million, a single column could make a row wrong by 1. Several columns together still can,
/// but this never makes an answer wrong: tolerances only admit more solutions, so infeasibility and bounds
/// remain valid, and solutions are checked against the source.
const MAX_COEFFICIENT: u64 = 10_000_000;

/// The maximum of a coefficient times the greatest value of its column. From there on, the relative errors of
/// floating-point numbers come near the tolerance.
const MAX_REACH: u128 = 1_000_000_000_000;

/// The maximum absolute value of a right-hand side, or of a value that an objective may reach: beyond it, 64-bit
/// floating-point numbers skip integers.
const MAX_NUMBER: i64 = 1 << 53;

impl Lowering<'_, '_> {
    /// Adds a column with integer values from 0 to `most`.
    pub(super) fn column(&mut self, name: String, most: usize) -> usize {
        self.greatest.push(most);
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
            let interval = group.interval;
            let columns = match tuples.len() {
                0 if interval.is_some() => {
                    let (first, last) = interval.unwrap_or_default();
                    Columns::Whole(
                        self.column(whole_name(&names[0], first, 1), (last - first) as usize),
                    )
                }
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
                    Columns::Whole(self.column(whole_name(&names[0], start, step), many - 1))
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

    /// Refuses a row, in its normal form, whose numbers are too large for the tolerance of `HiGHS`.
    fn check_row(&self, affine: &Affine, terms: &[(usize, i64)], bound: i64) -> Stated {
        let is_large = |&&(column, times): &&(usize, i64)| {
            let reach = u128::from(times.unsigned_abs()) * self.greatest[column] as u128;
            times.unsigned_abs() > MAX_COEFFICIENT || reach > MAX_REACH
        };
        if let Some((column, times)) = terms.iter().find(is_large) {
            // The number before the division by the common factor, as in the source.
            let own = affine.terms.get(column).unwrap_or(times).unsigned_abs();
            let (name, most) = (&self.program.column_names()[*column], self.greatest[*column]);
            let range = if most > 1 { format!(" (0..{most})") } else { String::new() };
            let message = format!("{own} times {name}{range} is more than HiGHS can tell apart");
            let help = format!(
                "keep factors up to {MAX_COEFFICIENT} and products up to {MAX_REACH}, or let CaDiCaL solve it: \
                 --method sat"
            );
            return Err(self.fault(&message, &help));
        }
        self.check_number(bound, "the right-hand side")
    }

    fn check_number(&self, number: i64, what: &str) -> Stated {
        if number.unsigned_abs() <= MAX_NUMBER.unsigned_abs() {
            return Ok(());
        }
        let message =
            format!("{what} reaches {}, more than HiGHS can tell apart", number.unsigned_abs());
        Err(self.fault(&message, &format!("keep numbers up to {MAX_NUMBER}")))
    }

    /// Refuses an objective that may be too large for a floating-point number.
    pub(super) fn check_objective(&self, sum: &Sum) -> Stated {
        let (low, high) = self.extent(sum)?;
        [low, high].into_iter().try_for_each(|end| self.check_number(end, "the objective"))
    }

    /// States `affine <= 0`, or `affine = 0`, unless it always holds or has been stated before.
    pub(super) fn row(&mut self, affine: &Affine, is_equality: bool) -> Stated {
        self.step(128 * affine.terms.len())?;
        let (terms, bound) = affine.normal(is_equality);
        self.check_row(affine, &terms, bound)?;
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

/// The name of an integer column, which counts the steps from the least value.
fn whole_name(name: &str, start: i64, step: i64) -> String {
    match (start, step) {
        (0, 1) => name.to_owned(),
        _ => format!("{name}[from={start},by={step}]"),
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
