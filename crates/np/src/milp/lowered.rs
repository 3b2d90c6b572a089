//! A lowered program: the mixed-integer program, and the way back from its columns to the variables.

use rustc_hash::FxHashMap;

use crate::ground::{formula::Var, statements::Hint};
use crate::{milp::tables::Tables, syntax::tree::HintKind};
use soliter_solvers::program::{Program, outcome::binary};

#[derive(Clone, Debug)]
pub(super) enum Columns {
    /// By no column: the group has at most one tuple.
    None,
    /// By a binary column: 0 for the first of two tuples, 1 for the second.
    Two(usize),
    /// By a binary column for each tuple, exactly one of which is 1.
    OneHot(Vec<usize>),
    /// By an integer column: the position of the value, counted from 0.
    Whole(usize),
}

/// A mixed-integer program, with what is needed to read its solutions.
pub struct LoweredProgram {
    /// The columns and rows.
    pub program: Program,
    pub(super) tables: Tables,
    pub(super) columns: Vec<Columns>,
    /// The constant of the objective. The program minimises the rest.
    pub constant: i64,
    /// Whether the program minimises the negative of what the source maximises.
    pub maximised: bool,
}

impl LoweredProgram {
    /// A partial solution to start from: the columns of groups with hints for all of their variables.
    pub(crate) fn start(&self, hints: &[Hint]) -> Vec<(usize, f64)> {
        let wanted = hints.iter().filter(|(_, kind, _)| *kind == HintKind::Value);
        let wanted: FxHashMap<Var, i64> = wanted.map(|&(var, _, value)| (var, value)).collect();
        let mut start = Vec::new();
        for (group, columns) in self.tables.groups.iter().zip(&self.columns) {
            let values: Option<Vec<i64>> =
                group.variables.iter().map(|var| wanted.get(var).copied()).collect();
            let place = values.and_then(|values| group.place(&values));
            let Some(place) = place else { continue };
            match columns {
                Columns::None => {}
                Columns::Two(column) | Columns::Whole(column) => {
                    start.push((*column, place as f64));
                }
                Columns::OneHot(list) => {
                    let chosen = |(n, &column)| (column, f64::from(u8::from(n == place)));
                    start.extend(list.iter().enumerate().map(chosen));
                }
            }
        }
        start
    }

    /// The values of the variables in a solution; `None` if a column has no integer value.
    pub(crate) fn read(&self, values: &[f64], variables: usize) -> Option<Vec<i64>> {
        let mut found = vec![0; variables];
        for (group, columns) in self.tables.groups.iter().zip(&self.columns) {
            let place = match columns {
                Columns::None => 0,
                Columns::Two(column) => usize::from(binary(*values.get(*column)?)?),
                Columns::OneHot(list) => {
                    let set = list.iter().map(|&column| binary(*values.get(column)?));
                    let set: Vec<bool> = set.collect::<Option<_>>()?;
                    set.iter().position(|&chosen| chosen)?
                }
                Columns::Whole(column) => {
                    let value = *values.get(*column)?;
                    let near = value.round();
                    ((value - near).abs() <= 1e-4 && near >= 0.0).then_some(near as usize)?
                }
            };
            let tuple = group.tuple(place)?;
            for (&var, value) in group.variables.iter().zip(tuple) {
                found[var] = value;
            }
        }
        Some(found)
    }
}
