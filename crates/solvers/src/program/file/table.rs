//! The rows and columns of a program by number, as the file formats need them.

use good_lp::{Expression, IntoAffineExpression, Variable};
use rustc_hash::FxHashMap;

use crate::program::{Program, file::plain_names::plain_names};

/// The column whose cost is the constant of the objective. No other column has this name: `plain_names`
/// treats it as a word of the formats.
pub(super) const CONSTANT: &str = "ONE";

pub(super) struct Column {
    pub(super) name: String,
    pub(super) cost: f64,
    pub(super) bounds: [f64; 2],
    pub(super) is_whole: bool,
}

impl Column {
    pub(super) fn is_binary(&self) -> bool {
        self.is_whole && self.bounds.map(f64::to_bits) == [0.0, 1.0].map(f64::to_bits)
    }
}

/// A sum of columns that equals `right`, or is at most `right`.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) terms: Vec<Term>,
    pub(super) is_equality: bool,
    pub(super) right: f64,
}

/// The number of a column, with its coefficient.
pub(super) type Term = (usize, f64);

pub(super) struct Table {
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Row>,
    /// The constant of the objective, if the last column carries it as its cost.
    pub(super) constant: Option<f64>,
}

impl Table {
    /// The table of a program, with `more` added to its objective.
    pub(super) fn new(program: &Program, more: f64) -> Self {
        let mut numbers = FxHashMap::default();
        let mut columns = Vec::new();
        let names = plain_names(program.column_names().iter().map(String::as_str));
        for ((variable, definition), name) in program.variables.iter_variables_with_def().zip(names)
        {
            numbers.insert(variable, columns.len());
            let bounds = [definition.get_min(), definition.get_max()];
            columns.push(Column { name, cost: 0.0, bounds, is_whole: definition.is_integer() });
        }
        for (column, cost) in terms(&program.objective, &numbers) {
            columns[column].cost = cost;
        }
        let names = plain_names(program.row_names());
        let rows = program.rows.iter().zip(names).map(|((_, row), name)| Row {
            name,
            terms: terms(row.expression(), &numbers),
            is_equality: row.is_equality(),
            // Subtracting from 0.0 avoids -0.0.
            right: 0.0 - row.expression().constant(),
        });
        let mut rows: Vec<Row> = rows.collect();
        let constant = program.objective.constant() + more;
        let is_needed = constant != 0.0 || columns.is_empty() || rows.is_empty();
        if is_needed {
            // Not every reader accepts a program without rows.
            if rows.is_empty() {
                let (name, terms) = ("always".to_owned(), vec![(columns.len(), 1.0)]);
                rows.push(Row { name, terms, is_equality: true, right: 1.0 });
            }
            let (name, cost) = (CONSTANT.to_owned(), constant);
            columns.push(Column { name, cost, bounds: [1.0, 1.0], is_whole: false });
        }
        Self { columns, rows, constant: is_needed.then_some(constant) }
    }
}

/// The terms of a sum, in the order of the columns.
fn terms(sum: &Expression, numbers: &FxHashMap<Variable, usize>) -> Vec<Term> {
    let known = |(variable, coefficient)| Some((*numbers.get(&variable)?, coefficient));
    let mut terms: Vec<Term> = sum.linear_coefficients().filter_map(known).collect();
    terms.retain(|(_, coefficient)| *coefficient != 0.0);
    terms.sort_unstable_by_key(|(column, _)| *column);
    terms
}
