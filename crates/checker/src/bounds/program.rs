//! A program in whole numbers, and what multipliers of its rows prove of it between given bounds.

use super::super::head::{Checked, Refusal, decimal, need, signed};
use super::super::lines::{Lines, cannot_be_read};

/// Every number of a file lies between the negative of this and this, without the ends.
const LIMIT: i64 = 1 << 32;

/// Columns with bounds and costs, and rows; the sum of the costs is to be as small as it can be.
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

/// The sum of its terms is `right`, or at most that.
struct Row {
    is_equality: bool,
    right: i64,
    /// Coefficients with the places of their columns.
    terms: Vec<(i64, usize)>,
}

/// What is claimed of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// No values fit.
    Infeasible,
    /// The objective of all values that fit is at least this fraction, of a divisor above 0.
    AtLeast(i64, i64),
}

impl Program {
    /// Reads columns and rows.
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

    /// Numbers of columns and rows.
    pub fn size(&self) -> (usize, usize) {
        (self.columns.len(), self.rows.len())
    }

    /// Bytes that it takes, with a tree over it.
    pub(super) fn bytes(&self) -> u64 {
        let lists = (self.columns.len() as u64).saturating_mul(64);
        let rows = (self.rows.len() as u64).saturating_mul(48);
        lists.saturating_add(rows).saturating_add(self.entries.saturating_mul(16))
    }

    /// Whether the objective of whole values of the whole columns is a whole number.
    fn has_whole_objective(&self) -> bool {
        self.columns.iter().all(|column| column.is_whole || column.cost == 0)
    }

    /// Whether a column takes whole values only.
    pub fn is_whole(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|column| column.is_whole)
    }

    /// Whether a row may have this multiplier: an inequality must not be turned round.
    pub fn may_multiply(&self, row: usize, multiplier: i64) -> bool {
        self.rows.get(row).is_some_and(|row| row.is_equality || multiplier <= 0)
    }

    /// Whether multipliers prove a claim of all values between bounds.
    ///
    /// Rows times multipliers add up to a lower bound on a sum of the columns. `scale` times the objective
    /// less that sum is a remainder, of which the bounds say how small it can be. So `scale` times the
    /// objective is at least the total of both; where `scale` is 0, a total above 0 leaves no values.
    ///
    /// # Errors
    /// A multiplier is of no row, is of the wrong sign, or numbers grow too large.
    pub fn proves(
        &self,
        claim: Claim,
        bounds: &[(i64, i64)],
        scale: i64,
        multipliers: &[(i64, usize)],
    ) -> Result<bool, Refusal> {
        let large = || Refusal::Wrong("the sum grows too large".to_owned());
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
            let row = row.ok_or_else(|| Refusal::Wrong("there is no such row".to_owned()))?;
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

    /// The least total that proves `bound / divisor`. A whole objective need only be more than the whole
    /// number below.
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

/// The least whole number that is not below `a / b`.
fn ceiling(a: i128, b: i128) -> Option<i128> {
    let below = a.checked_div_euclid(b)?;
    if a.checked_rem_euclid(b)? == 0 { Some(below) } else { below.checked_add(1) }
}

/// A whole number as this file may have it.
pub(super) fn number(word: &str) -> Option<i64> {
    signed(word).filter(|number| number.unsigned_abs() < LIMIT.unsigned_abs())
}

/// The place of what is counted from 1.
pub(super) fn place(word: &str) -> Option<usize> {
    number(word).and_then(|number| usize::try_from(number).ok()?.checked_sub(1))
}

/// Numbers, each followed by a place.
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

/// What is read of the next line.
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
