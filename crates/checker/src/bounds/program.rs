//! An integer program, and bounds that multipliers of its rows prove between given bounds of the columns.

use super::super::head::{CertificateError, Checked, decimal, need, signed};
use super::super::lines::{Lines, cannot_be_read};

/// The absolute value of every number in a file is below this limit.
const LIMIT: i64 = 1 << 32;

/// Columns with bounds and costs, and rows. The objective is to minimise the sum of the costs.
#[derive(Default)]
pub struct Program {
    pub(super) columns: Vec<Column>,
    rows: Vec<Row>,
    entries: u64,
}

pub(super) struct Column {
    pub(super) is_whole: bool,
    pub(super) lower: i64,
    pub(super) upper: i64,
    cost: i64,
}

/// The sum of the terms equals `right`, or is at most `right`.
struct Row {
    is_equality: bool,
    right: i64,
    /// Coefficients with the indices of their columns.
    terms: Vec<(i64, usize)>,
}

/// A claim about a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The program is infeasible.
    Infeasible,
    /// The objective of every feasible solution is at least this fraction; the divisor is positive.
    AtLeast(i64, i64),
}

impl Program {
    /// Reads the columns and rows.
    pub(super) fn read(lines: &mut Lines<'_>) -> Checked<Self> {
        let mut program = Self::default();
        for _ in 0..count(lines, "columns ")? {
            let column = next(lines, program.bytes(), column)?;
            need(
                column.lower <= column.upper,
                format!("{}: the bounds leave no value", lines.place()),
            )?;
            program.columns.push(column);
        }
        for _ in 0..count(lines, "rows ")? {
            let row = next(lines, program.bytes(), row)?;
            let in_order = row.terms.is_sorted_by(|(_, a), (_, b)| a < b);
            let known = row.terms.last().is_none_or(|(_, last)| *last < program.columns.len());
            let right = in_order && known && row.terms.iter().all(|(number, _)| *number != 0);
            need(right, format!("{}: the columns of the terms are not in order", lines.place()))?;
            program.entries = program.entries.saturating_add(row.terms.len() as u64);
            program.rows.push(row);
        }
        Ok(program)
    }

    /// The numbers of columns and rows.
    pub fn size(&self) -> (usize, usize) {
        (self.columns.len(), self.rows.len())
    }

    /// An estimate of the bytes that the program and a tree over it take.
    pub(super) fn bytes(&self) -> u64 {
        let lists = (self.columns.len() as u64).saturating_mul(64);
        let rows = (self.rows.len() as u64).saturating_mul(48);
        lists.saturating_add(rows).saturating_add(self.entries.saturating_mul(16))
    }

    /// Whether the objective is an integer whenever the integer columns have integer values.
    fn has_whole_objective(&self) -> bool {
        self.columns.iter().all(|column| column.is_whole || column.cost == 0)
    }

    /// Whether a column takes only integer values.
    pub fn is_whole(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|column| column.is_whole)
    }

    /// Whether a row may have this multiplier: an inequality must not be reversed.
    pub fn may_multiply(&self, row: usize, multiplier: i64) -> bool {
        self.rows.get(row).is_some_and(|row| row.is_equality || multiplier <= 0)
    }

    /// Whether the multipliers prove a claim for all values between the bounds.
    ///
    /// The rows times their multipliers add up to a lower bound on a linear form of the columns. `scale`
    /// times the objective minus this form is a remainder, whose minimum follows from the bounds. So `scale`
    /// times the objective is at least the sum of both. If `scale` is 0, a positive sum proves infeasibility.
    ///
    /// # Errors
    /// A row does not exist, a multiplier has the wrong sign, or a number becomes too large.
    pub fn proves(
        &self,
        claim: Claim,
        bounds: &[(i64, i64)],
        scale: i64,
        multipliers: &[(i64, usize)],
    ) -> Result<bool, CertificateError> {
        let large = || CertificateError::Wrong("the sum grows too large".to_owned());
        let wanted = match claim {
            _ if scale == 0 => 1,
            Claim::Infeasible => return Ok(false),
            Claim::AtLeast(bound, divisor) => {
                self.wanted(bound, divisor, scale).ok_or_else(large)?
            }
        };
        let scaled = |column: &Column| i128::from(column.cost).checked_mul(scale.into());
        let remainder: Option<Vec<i128>> = self.columns.iter().map(scaled).collect();
        let (mut remainder, mut total) = (remainder.ok_or_else(large)?, 0);
        for &(multiplier, place) in multipliers {
            let row = self.rows.get(place);
            let row =
                row.ok_or_else(|| CertificateError::Wrong("there is no such row".to_owned()))?;
            let may = self.may_multiply(place, multiplier);
            need(may, "a \"<=\" row is multiplied by more than 0")?;
            total = plus(total, multiplier.into(), row.right).ok_or_else(large)?;
            for &(coefficient, column) in &row.terms {
                let minus = i128::from(multiplier).checked_neg().ok_or_else(large)?;
                remainder[column] =
                    plus(remainder[column], minus, coefficient).ok_or_else(large)?;
            }
        }
        for (rest, (lower, upper)) in remainder.into_iter().zip(bounds) {
            total = plus(total, rest, if rest > 0 { *lower } else { *upper }).ok_or_else(large)?;
        }
        Ok(total >= wanted)
    }

    /// The least total that proves `bound / divisor`. If the objective is integral, it suffices to exceed the
    /// next lower integer.
    fn wanted(&self, bound: i64, divisor: i64, scale: i64) -> Option<i128> {
        let [bound, divisor, scale] = [bound, divisor, scale].map(i128::from);
        if self.has_whole_objective() {
            return ceiling(bound, divisor)?.checked_sub(1)?.checked_mul(scale)?.checked_add(1);
        }
        ceiling(bound.checked_mul(scale)?, divisor)
    }
}

fn plus(sum: i128, a: i128, b: i64) -> Option<i128> {
    a.checked_mul(b.into()).and_then(|product| sum.checked_add(product))
}

/// The least integer that is at least `a / b`.
fn ceiling(a: i128, b: i128) -> Option<i128> {
    let below = a.checked_div_euclid(b)?;
    if a.checked_rem_euclid(b)? == 0 { Some(below) } else { below.checked_add(1) }
}

/// An integer within the limits of the file.
pub(super) fn number(word: &str) -> Option<i64> {
    signed(word).filter(|number| number.unsigned_abs() < LIMIT.unsigned_abs())
}

/// The index of a number counted from 1.
pub(super) fn place(word: &str) -> Option<usize> {
    number(word).and_then(|number| usize::try_from(number).ok()?.checked_sub(1))
}

/// Numbers, each followed by an index.
pub(super) fn pairs<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Vec<(i64, usize)>> {
    let mut pairs = Vec::new();
    while let Some(word) = words.next() {
        pairs.push((number(word)?, place(words.next()?)?));
    }
    Some(pairs)
}

fn count(lines: &mut Lines<'_>, key: &str) -> Checked<u64> {
    let count = |line: &str| line.strip_prefix(key).and_then(decimal);
    next(lines, 0, count)
}

/// Applies `read` to the next line.
pub(super) fn next<T>(
    lines: &mut Lines<'_>,
    bytes: u64,
    read: impl Fn(&str) -> Option<T>,
) -> Checked<T> {
    let line = lines.next(bytes)?;
    line.and_then(|line| read(&line)).ok_or_else(|| cannot_be_read(lines))
}

fn column(line: &str) -> Option<Column> {
    let mut words = line.split(' ');
    let is_whole = match words.next()? {
        "integer" => true,
        "real" => false,
        _ => return None,
    };
    let mut next = || number(words.next()?);
    let (lower, upper, cost) = (next()?, next()?, next()?);
    words.next().is_none().then_some(Column { is_whole, lower, upper, cost })
}

fn row(line: &str) -> Option<Row> {
    let mut words = line.split(' ');
    let is_equality = match words.next()? {
        "=" => true,
        "<=" => false,
        _ => return None,
    };
    Some(Row { is_equality, right: number(words.next()?)?, terms: pairs(words)? })
}
