//! A mixed-integer program under construction: columns and rows with their names.
//!
//! It knows no solver. [`mod@file`] writes it as text for any of them, [`outcome`] says what solving it proves, and the
//! module `highs` solves it.

pub mod file;
pub mod outcome;

use good_lp::{
    Constraint, Expression, IntoAffineExpression, ProblemVariables, Variable, VariableDefinition,
    constraint, variable,
};
use rustc_hash::FxHashSet;

use soliter_base::control::{Control, Stop};

/// The number of bytes that `HiGHS` is assumed to need for each entry of the matrix, including presolve, cuts
/// and the search tree. The puzzle fireplace with diagonals took 155 MB for 20,800 entries, 7.6 kB each, in
/// 60 s. A longer run may need more, so the memory in use is monitored during the run.
const BYTES_AN_ENTRY: u64 = 8192;

/// The bytes of a column and of a row, not counting their names, and of an entry of a row. The hash
/// tables that hold them are half empty.
const COLUMN: u64 = 80;
const ROW: u64 = 160;
const ENTRY: u64 = 40;

/// The beginning of the name of a column that stands for a row without terms that does not hold.
const NEVER: &str = "Never[";

/// Columns, rows and an objective to be minimised.
#[derive(Default)]
pub struct Program {
    pub(crate) variables: ProblemVariables,
    columns: Vec<String>,
    pub(crate) rows: Vec<(String, Constraint)>,
    pub(crate) objective: Expression,
    /// The columns that may take fractions.
    pub(crate) fractions: FxHashSet<Variable>,
    /// The estimated size of the program in bytes.
    taken: u64,
}

impl Program {
    /// Adds a column with the values 0 and 1.
    pub fn binary(&mut self, name: String) -> Variable {
        self.add(name, variable().binary())
    }

    /// Adds a continuous column with values from 0 to 1.
    pub fn fraction(&mut self, name: String) -> Variable {
        let column = self.add(name, variable().min(0).max(1));
        self.fractions.insert(column);
        column
    }

    /// Adds an integer column with values from 0 to `most`.
    pub fn whole(&mut self, name: String, most: usize) -> Variable {
        self.add(name, variable().integer().min(0).max(most as f64))
    }

    fn add(&mut self, name: String, definition: VariableDefinition) -> Variable {
        self.taken += COLUMN + name.len() as u64;
        self.columns.push(name);
        self.variables.add(definition)
    }

    /// Adds a row. A row without terms is dropped if it holds; if it does not, it is stated on a new column,
    /// since the files that other solvers read have no rows without terms.
    pub fn row(&mut self, name: String, row: Constraint) {
        if row.expression().linear_coefficients().any(|(_, coefficient)| coefficient != 0.0) {
            let entries = row.expression().linear_coefficients().count() as u64;
            self.taken += ROW + name.len() as u64 + entries * ENTRY;
            self.rows.push((name, row));
            return;
        }
        let constant = row.expression().constant();
        let holds = if row.is_equality() { constant == 0.0 } else { constant <= 0.0 };
        if !holds {
            let never = self.binary(format!("{NEVER}{name}]"));
            self.rows.push((name, constraint!(never >= 2.0)));
        }
    }

    /// Sets the objective.
    pub fn minimise(&mut self, objective: Expression) {
        self.objective = objective;
    }

    /// The names of the columns, in order.
    pub fn column_names(&self) -> &[String] {
        &self.columns
    }

    /// The names of the rows, in order.
    pub fn row_names(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().map(|(name, _)| name.as_str())
    }

    /// The numbers of rows and of columns.
    pub fn size(&self) -> (usize, usize) {
        (self.rows.len(), self.columns.len())
    }

    /// Checks the limits. Must be called regularly while columns and rows are added.
    pub fn check(&self, control: &Control) -> Result<(), Stop> {
        control.check()?;
        control.check_memory(self.taken)
    }

    /// The bytes that solving is assumed to need, given the average number of entries in a column.
    pub fn bytes(&self, entries_a_column: usize) -> u64 {
        (self.columns.len() * entries_a_column) as u64 * BYTES_AN_ENTRY
    }
}
