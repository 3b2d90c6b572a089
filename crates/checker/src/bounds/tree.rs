//! A tree over the whole columns of a program: which bounds hold at the node that comes next.

use super::super::head::{Checked, need};
use super::program::Program;

/// The way from the root to the node at hand. Of each node the lower part is looked at first.
pub struct Tree {
    bounds: Vec<(i64, i64)>,
    open: Vec<Split>,
}

struct Split {
    column: usize,
    at: i64,
    /// The bounds of the column before the split.
    before: (i64, i64),
    is_upper: bool,
}

impl Tree {
    /// At its root, with the bounds of the columns.
    pub fn new(program: &Program) -> Self {
        let bounds = program.columns.iter().map(|column| (column.lower, column.upper)).collect();
        Self { bounds, open: Vec::new() }
    }

    /// The bounds of all columns at this node.
    pub fn bounds(&self) -> &[(i64, i64)] {
        &self.bounds
    }

    /// How many splits lie between the root and this node.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Goes to where a whole column is at most `at`; where it is more comes later.
    ///
    /// # Errors
    /// The column is not whole, or all of its values lie on one side.
    pub fn split(&mut self, program: &Program, column: usize, at: i64) -> Checked {
        need(program.is_whole(column), "there is no such integer column")?;
        let before = self.bounds[column];
        need(before.0 <= at && at < before.1, "all values lie on one side of the split")?;
        self.open.push(Split { column, at, before, is_upper: false });
        self.bounds[column].1 = at;
        Ok(())
    }

    /// Goes on from a node that is proved. Returns false if it was the last.
    pub fn close(&mut self) -> bool {
        while let Some(mut split) = self.open.pop() {
            let bounds = &mut self.bounds[split.column];
            if split.is_upper {
                *bounds = split.before;
            } else {
                *bounds = (split.at.saturating_add(1), split.before.1);
                split.is_upper = true;
                self.open.push(split);
                return true;
            }
        }
        false
    }
}
