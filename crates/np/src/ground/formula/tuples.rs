//! Lists of the tuples of values that several variables may have together.

use rustc_hash::FxHashMap;

use crate::ground::formula::{FormulaStore, Sum, Var};
use soliter_base::control::Stop;

/// The greatest number of combinations that are tried for one list.
const MOST_COMBINATIONS: usize = 1 << 16;

/// Variables, and the tuples of their values.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    pub(crate) variables: Vec<Var>,
    pub(crate) tuples: Vec<Vec<i64>>,
}

/// Like [`List`], borrowed.
pub(crate) type Tuples<'l> = (&'l [Var], &'l [Vec<i64>]);

impl FormulaStore {
    /// The tuples of all lists together for which a sum is 0. `None` if there are more than `most` of them, or finding
    /// them is too much work.
    ///
    /// All lists except the last are multiplied out. The last is looked up by value, since the other parts determine
    /// what it has to contribute: in `X + Y - 4 = 0` the tuple X = 1 gives -3, and the tuples of Y that contribute 3
    /// fit.
    pub(crate) fn joined(
        &self,
        lists: &[Tuples<'_>],
        sum: &Sum,
        most: usize,
    ) -> Result<Option<List>, Stop> {
        let Some((last, others)) = lists.split_last() else { return Ok(None) };
        let mut sizes = others.iter().map(|(_, tuples)| tuples.len().max(1));
        if sizes.try_fold(1, usize::checked_mul).is_none_or(|work| work > MOST_COMBINATIONS) {
            return Ok(None);
        }
        let part = |variables: &[Var], tuple: &[i64]| {
            let parts = variables.iter().zip(tuple).filter_map(|(&var, &value)| {
                Some(self.apply(var, sum.functions.get(&var)?, value))
            });
            parts.fold(0, i64::saturating_add)
        };
        let mut rows: Vec<(i64, Vec<i64>)> = vec![(sum.constant, Vec::new())];
        for (variables, tuples) in others {
            let mut next = Vec::new();
            for (value, row) in &rows {
                for tuple in *tuples {
                    self.meter.step(64 + 16 * (row.len() + tuple.len()))?;
                    let value = value.saturating_add(part(variables, tuple));
                    next.push((value, [&row[..], tuple].concat()));
                }
            }
            rows = next;
        }
        let mut by_value: FxHashMap<i64, Vec<&[i64]>> = FxHashMap::default();
        for tuple in last.1 {
            self.meter.step(64)?;
            by_value.entry(part(last.0, tuple)).or_default().push(tuple);
        }
        let mut joined = Vec::new();
        for (value, row) in rows {
            self.meter.step(32)?;
            let fitting = value.checked_neg().and_then(|value| by_value.get(&value));
            for tuple in fitting.into_iter().flatten() {
                self.meter.step(64 + 16 * row.len())?;
                joined.push([&row[..], tuple].concat());
            }
            if joined.len() > most {
                return Ok(None);
            }
        }
        let variables = lists.iter().flat_map(|(variables, _)| variables.iter().copied()).collect();
        Ok(Some(List { variables, tuples: joined }))
    }
}
