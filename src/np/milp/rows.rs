//! The rows of the program, and their names.

use std::fmt::Write as _;

use good_lp::{Expression, constraint};

use crate::np::milp::affine::Affine;
use crate::np::milp::{Lowering, Stated};

/// The greatest magnitude of a coefficient. `HiGHS` accepts values within 1e-6 of a whole number, so with a
/// coefficient of a million a single column could make a row wrong by one.
///
/// Several columns together still can. No answer becomes wrong by that: a program within tolerances allows
/// everything that the exact program allows, so infeasibility and bounds remain valid, and solutions are
/// checked against the source, which rejects those that only the tolerances allow.
const MAX_COEFFICIENT: i64 = 500_000;

impl Lowering<'_, '_> {
    /// A unique name for a row of the constraint that is being stated: `Main.Amount[1,i=2,line=7]`.
    pub(super) fn row_name(&mut self) -> String {
        let Some(origin) = self.origin() else { return format!("Row[{}]", self.rows.len()) };
        let clause = self.ground.model.clause_name(origin.place);
        let key = origin.key.map(|key| key.to_string());
        let bound = origin.bound.iter().map(|(name, value)| format!("{name}={value}"));
        let at = origin.span.start;
        let line = self.lines.get(&at).copied().unwrap_or_else(|| self.ground.line(origin));
        let inner = key.into_iter().chain(bound).chain([format!("line={line}")]);
        let mut name = format!("{clause}[{}", inner.collect::<Vec<String>>().join(","));
        self.lines.insert(at, line);
        let number = self.names.entry(name.clone()).or_default();
        *number += 1;
        if *number > 1 {
            let _ = write!(name, ",{number}");
        }
        name.push(']');
        name
    }

    /// Refuses coefficients that `HiGHS` cannot tell apart.
    pub(super) fn check_size(&self, mut coefficients: impl Iterator<Item = i64>) -> Stated {
        coefficients.find(|times| times.saturating_abs() > MAX_COEFFICIENT).map_or(Ok(()), |large| {
            let message = format!("a coefficient of {large} is more than HiGHS can tell apart");
            Err(self.fault(&message, "HiGHS is exact to 1e-6; keep numbers below 500000"))
        })
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

    /// A sum of columns as an expression of `good_lp`.
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
