//! Groups of variables that are decided together, the tuples of values that they may take, and what is
//! left to be stated of them.

use crate::base::control::Stop;
use crate::np::ground::formula::{Forms, Truth, Var};

/// Variables that are decided together, with the tuples of values they may take.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) variables: Vec<Var>,
    pub(crate) tuples: Vec<Vec<i64>>,
    /// The value is a column of whole numbers instead of a column a tuple.
    pub(crate) is_whole: bool,
    /// The constraints that the list satisfies, by their numbers.
    pub(crate) satisfies: Vec<usize>,
}

impl Group {
    /// Has these tuples left, for a constraint of this number. A list, and what has no tuple left, is
    /// called by the constraints that made it so.
    pub(crate) fn keep(&mut self, tuples: Vec<Vec<i64>>, number: usize) {
        self.tuples = tuples;
        if self.variables.len() > 1 || self.tuples.is_empty() {
            self.satisfies.push(number);
        }
    }
}

/// All groups, and what is left to be stated of them.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) groups: Vec<Group>,
    /// Group of each variable and its place in it.
    pub(crate) home: Vec<(usize, usize)>,
    /// Truths to be stated, each with the number of its constraint.
    pub(crate) left: Vec<(usize, Truth)>,
    /// Constraints that need no row: their numbers, and what they became.
    pub(crate) done: Vec<(usize, &'static str)>,
    /// What was joined, and what was too large.
    pub(crate) notes: Vec<String>,
}

impl Tables {
    /// The groups of a truth's variables, in order.
    pub(crate) fn support(&self, forms: &Forms, truth: Truth) -> Result<Vec<usize>, Stop> {
        let mut groups = Vec::new();
        forms.variables_of(truth, &mut |var| groups.push(self.home[var].0))?;
        groups.sort_unstable();
        groups.dedup();
        Ok(groups)
    }

    /// Whether a truth about one group holds for one of its tuples.
    pub(crate) fn holds(&self, forms: &Forms, truth: Truth, tuple: &[i64]) -> Result<bool, Stop> {
        forms.holds(truth, &|var| tuple[self.home[var].1])
    }

    /// Strikes out the tuples that a truth about one group of several values forbids; such truths are
    /// then done.
    pub(crate) fn filter(&mut self, forms: &Forms) -> Result<(), Stop> {
        for (number, truth) in std::mem::take(&mut self.left) {
            let support = self.support(forms, truth)?;
            let alone = |group: &Group| match group.variables[..] {
                [var] => forms.domain(var).len() <= 2,
                _ => false,
            };
            let group = match support[..] {
                [group] if !alone(&self.groups[group]) => group,
                _ => {
                    self.left.push((number, truth));
                    continue;
                }
            };
            let mut tuples = Vec::new();
            for tuple in std::mem::take(&mut self.groups[group].tuples) {
                if self.holds(forms, truth, &tuple)? {
                    tuples.push(tuple);
                }
            }
            self.groups[group].keep(tuples, number);
            self.done.push((number, "values left out"));
        }
        Ok(())
    }

    /// Leaves out the groups that have gone into others.
    pub(crate) fn compact(&mut self) {
        self.groups.retain(|group| !group.variables.is_empty());
        self.groups.sort_by_key(|group| group.variables.iter().min().copied());
        for (number, group) in self.groups.iter().enumerate() {
            for (place, &var) in group.variables.iter().enumerate() {
                self.home[var] = (number, place);
            }
        }
    }
}
