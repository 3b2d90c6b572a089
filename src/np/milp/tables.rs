//! Groups of variables that are decided together, with the tuples of values that they may take, and the
//! constraints that are still to be stated.

use crate::base::control::Stop;
use crate::np::ground::formula::{Forms, Truth, Var};

/// Variables that are decided together, with the tuples of values that they may take.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) variables: Vec<Var>,
    pub(crate) tuples: Vec<Vec<i64>>,
    /// Whether the group, a single variable, is encoded by one integer column instead of a binary column for
    /// each value.
    pub(crate) is_whole: bool,
    /// The numbers of the constraints that all tuples satisfy. The first gives the group's row its name.
    pub(crate) satisfies: Vec<usize>,
}

impl Group {
    /// Notes that a constraint has reduced the tuples, for a group of several variables, and for a group that
    /// has no tuple left.
    pub(crate) fn reduced(&mut self, number: usize) {
        if self.variables.len() > 1 || self.tuples.is_empty() {
            self.satisfies.push(number);
        }
    }
}

#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) groups: Vec<Group>,
    /// The group of each variable, and the variable's position in it.
    pub(crate) home: Vec<(usize, usize)>,
    /// The truths that are still to be stated, each with the number of its constraint.
    pub(crate) pending: Vec<(usize, Truth)>,
    /// The numbers of constraints that need no row, each with what it became.
    pub(crate) done: Vec<(usize, &'static str)>,
    /// Remarks on which groups were joined, and which lists were too long.
    pub(crate) notes: Vec<String>,
}

impl Tables {
    /// The groups of a truth's variables, sorted.
    pub(crate) fn support(&self, forms: &Forms, truth: Truth) -> Result<Vec<usize>, Stop> {
        let mut groups = Vec::new();
        forms.variables_of(truth, &mut |var| groups.push(self.home[var].0))?;
        groups.sort_unstable();
        groups.dedup();
        Ok(groups)
    }

    /// Whether a truth about one group holds for a tuple of that group.
    pub(crate) fn holds(&self, forms: &Forms, truth: Truth, tuple: &[i64]) -> Result<bool, Stop> {
        forms.holds(truth, &|var| tuple[self.home[var].1])
    }

    /// Removes the tuples that a pending truth about one group forbids, which settles the truth. A single
    /// variable with two values keeps both, and the truth stays pending.
    pub(crate) fn filter(&mut self, forms: &Forms) -> Result<(), Stop> {
        for (number, truth) in std::mem::take(&mut self.pending) {
            let support = self.support(forms, truth)?;
            let alone = |group: &Group| match group.variables[..] {
                [var] => forms.domain(var).len() <= 2,
                _ => false,
            };
            let group = match support[..] {
                [group] if !alone(&self.groups[group]) => group,
                _ => {
                    self.pending.push((number, truth));
                    continue;
                }
            };
            let mut tuples = Vec::new();
            for tuple in std::mem::take(&mut self.groups[group].tuples) {
                if self.holds(forms, truth, &tuple)? {
                    tuples.push(tuple);
                }
            }
            self.groups[group].tuples = tuples;
            self.groups[group].reduced(number);
            self.done.push((number, "values left out"));
        }
        Ok(())
    }

    /// Removes the groups that were joined into others.
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
