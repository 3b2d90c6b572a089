//! A branch-and-bound tree over the integer columns of a program, with the bounds at the current node.

use super::super::head::{Checked, need};
use super::program::Program;

/// The path from the root to the current node. The lower branch of each node comes first.
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
    /// The root, with the bounds of the columns.
    pub fn new(program: &Program) -> Self {
        let bounds = program.columns.iter().map(|column| (column.lower, column.upper)).collect();
        Self { bounds, open: Vec::new() }
    }

    /// The bounds of all columns at the current node.
    pub fn bounds(&self) -> &[(i64, i64)] {
        &self.bounds
    }

    /// The number of splits between the root and the current node.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Enters the branch in which an integer column is at most `at`; the branch above `at` comes later.
    ///
    /// # Errors
    /// The column is not integral, or all of its values lie in one branch.
    pub fn split(&mut self, program: &Program, column: usize, at: i64) -> Checked {
        need(program.is_whole(column), "there is no such integer column")?;
        let before = self.bounds[column];
        need(before.0 <= at && at < before.1, "all values lie on one side of the split")?;
        self.open.push(Split { column, at, before, is_upper: false });
        self.bounds[column].1 = at;
        Ok(())
    }

    /// Leaves a proved node for the next open one. Returns false if there is none.
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
