//! What `HiGHS` holds of a model, to compare two.
//!
//! Invariants of the calls below: the handle is that of a live model, arrays have the lengths that
//! the model was asked for, names have room for the longest that `HiGHS` gives, and strings end with
//! a zero byte.

use std::ffi::{CStr, CString, c_char, c_int, c_void};

use highs_sys as c;
use rustc_hash::FxHashMap;

/// Numbers that are written and read again differ by less than this part of them.
const PRECISION: f64 = 1e-12;

/// A model: columns, rows, and the entries of the matrix by column.
pub(super) struct ModelData {
    maximised: bool,
    offset: f64,
    columns: Vec<Column>,
    rows: Vec<Row>,
    starts: Vec<c_int>,
    /// Rows and values of the entries.
    indices: Vec<c_int>,
    values: Vec<f64>,
}

struct Column {
    name: String,
    cost: f64,
    bounds: [f64; 2],
    whole: bool,
}

struct Row {
    name: String,
    bounds: [f64; 2],
}

impl ModelData {
    /// What `HiGHS` reads from a file; `None` where it refuses it.
    pub(super) fn read(path: &CString) -> Option<Self> {
        // SAFETY: see the top of the file; the handle lives from create to destroy.
        unsafe {
            let handle = c::Highs_create();
            let quiet = c::Highs_setBoolOptionValue(handle, c"output_flag".as_ptr(), 0);
            let read = c::Highs_readModel(handle, path.as_ptr());
            let data =
                if quiet == c::STATUS_OK && read == c::STATUS_OK { Self::of(handle) } else { None };
            c::Highs_destroy(handle);
            data
        }
    }

    /// What a live model holds; `None` where it does not tell.
    ///
    /// # Safety
    /// The handle is that of a live model.
    pub(super) unsafe fn of(handle: *const c_void) -> Option<Self> {
        // SAFETY: the caller's handle is live; every array is as long as the model says.
        unsafe {
            let (columns, rows) = (c::Highs_getNumCol(handle), c::Highs_getNumRow(handle));
            let (n, m) = (usize::try_from(columns).ok()?, usize::try_from(rows).ok()?);
            let nonzeros = usize::try_from(c::Highs_getNumNz(handle)).ok()?;
            let [mut costs, mut lower, mut upper] = std::array::from_fn(|_| vec![0.0; n]);
            let [mut row_lower, mut row_upper] = std::array::from_fn(|_| vec![0.0; m]);
            let (mut starts, mut whole) = (vec![0; n + 1], vec![0; n]);
            let (mut indices, mut values) = (vec![0; nonzeros], vec![0.0; nonzeros]);
            let (mut sense, mut offset) = (0, 0.0);
            let mut sizes = [0; 3];
            let status = c::Highs_getLp(
                handle,
                c::MATRIX_FORMAT_COLUMN_WISE,
                &raw mut sizes[0],
                &raw mut sizes[1],
                &raw mut sizes[2],
                &raw mut sense,
                &raw mut offset,
                costs.as_mut_ptr(),
                lower.as_mut_ptr(),
                upper.as_mut_ptr(),
                row_lower.as_mut_ptr(),
                row_upper.as_mut_ptr(),
                starts.as_mut_ptr(),
                indices.as_mut_ptr(),
                values.as_mut_ptr(),
                whole.as_mut_ptr(),
            );
            if status != c::STATUS_OK {
                return None;
            }
            starts[n] = c_int::try_from(nonzeros).ok()?;
            let column = |i: usize| {
                let name = name(|text| c::Highs_getColName(handle, i as c_int, text))?;
                let (cost, bounds) = (costs[i], [lower[i], upper[i]]);
                Some(Column { name, cost, bounds, whole: whole[i] != 0 })
            };
            let row = |i: usize| {
                let name = name(|text| c::Highs_getRowName(handle, i as c_int, text))?;
                Some(Row { name, bounds: [row_lower[i], row_upper[i]] })
            };
            Some(Self {
                maximised: sense == c::OBJECTIVE_SENSE_MAXIMIZE,
                offset,
                columns: (0..n).map(column).collect::<Option<_>>()?,
                rows: (0..m).map(row).collect::<Option<_>>()?,
                starts,
                indices,
                values,
            })
        }
    }

    /// Whether two models are one but for the order of columns and rows: names, costs, bounds, which
    /// columns are whole, and every entry.
    pub(super) fn is(&self, other: &Self) -> bool {
        let columns: FxHashMap<&str, usize> =
            self.columns.iter().map(|c| &*c.name).zip(0..).collect();
        let rows: FxHashMap<&str, usize> = self.rows.iter().map(|r| &*r.name).zip(0..).collect();
        let same_column = |theirs: &Column| {
            columns.get(&*theirs.name).map(|&at| &self.columns[at]).is_some_and(|ours| {
                same(ours.cost, theirs.cost)
                    && (0..2).all(|i| same(ours.bounds[i], theirs.bounds[i]))
                    && ours.whole == theirs.whole
            })
        };
        let same_row = |theirs: &Row| {
            rows.get(&*theirs.name)
                .map(|&at| &self.rows[at])
                .is_some_and(|ours| (0..2).all(|i| same(ours.bounds[i], theirs.bounds[i])))
        };
        self.maximised == other.maximised
            && same(self.offset, other.offset)
            && columns.len() == other.columns.len()
            && rows.len() == other.rows.len()
            && other.columns.iter().all(same_column)
            && other.rows.iter().all(same_row)
            && self.same_entries(other, &columns, &rows)
    }

    fn same_entries(
        &self,
        other: &Self,
        columns: &FxHashMap<&str, usize>,
        rows: &FxHashMap<&str, usize>,
    ) -> bool {
        let ours: Vec<(usize, usize, f64)> = sorted(self.entries());
        let renamed = other.entries().filter_map(|(column, row, value)| {
            let column = columns.get(&*other.columns[column].name)?;
            Some((*column, *rows.get(&*other.rows[row].name)?, value))
        });
        let theirs = sorted(renamed);
        ours.len() == theirs.len()
            && ours.len() == other.values.len()
            && ours.iter().zip(&theirs).all(|(a, b)| (a.0, a.1) == (b.0, b.1) && same(a.2, b.2))
    }

    /// Column, row and value of every entry.
    fn entries(&self) -> impl Iterator<Item = (usize, usize, f64)> + '_ {
        self.starts.windows(2).enumerate().flat_map(move |(column, ends)| {
            let range = ends[0] as usize..ends[1] as usize;
            range.map(move |at| (column, self.indices[at] as usize, self.values[at]))
        })
    }
}

fn sorted(entries: impl Iterator<Item = (usize, usize, f64)>) -> Vec<(usize, usize, f64)> {
    let mut entries: Vec<_> = entries.collect();
    entries.sort_unstable_by_key(|&(column, row, _)| (column, row));
    entries
}

fn same(a: f64, b: f64) -> bool {
    if a.is_infinite() || b.is_infinite() {
        return a.total_cmp(&b).is_eq();
    }
    (a - b).abs() <= PRECISION * a.abs().max(b.abs())
}

/// A name that `HiGHS` writes.
fn name(ask: impl Fn(*mut c_char) -> c_int) -> Option<String> {
    let mut text = [0 as c_char; c::kHighsMaximumStringLength as usize + 1];
    if ask(text.as_mut_ptr()) != c::STATUS_OK {
        return None;
    }
    // SAFETY: the array is longer than what was written, and zero where nothing was.
    let text = unsafe { CStr::from_ptr(text.as_ptr()) };
    text.to_str().ok().map(str::to_owned)
}
