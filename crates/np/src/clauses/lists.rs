//! Equalities that few values satisfy: their clauses list these values.
//!
//! `Over = From + Step(Direction)` leaves a list of tuples (From, Direction, Over) that is hardly longer than the
//! domains of its variables. A literal for each tuple says more than partial sums do, and takes fewer clauses. An
//! equality that does not lengthen the list joins it: with `To - Over = Over - From`, each tuple is a jump.

use rustc_hash::FxHashMap;

use crate::clauses::literals::Encoder;
use crate::ground::Origin;
use crate::ground::formula::tuples::{List, Tuples};
use crate::ground::formula::{Built, Formula, FormulaId, Relation, Sum, Var};
use soliter_base::control::Stop;

/// The numbers of variables that an equality in a list may have. With two, partial sums are as good as a list.
const VARIABLES: std::ops::RangeInclusive<usize> = 3..=4;

/// The maximum number of tuples for each value of the variables.
const GROWTH: usize = 4;

/// Constraints that are stated together, with the origin of each.
pub(super) type Joined = (Vec<Origin>, Vec<FormulaId>);

impl Encoder<'_, '_> {
    /// The constraints. Equalities that belong to the same list are together, at the place of the first one.
    pub(super) fn joined(&mut self) -> Result<Vec<Joined>, Stop> {
        let constraints = std::mem::take(&mut self.ground.constraints);
        let mut joined: Vec<Joined> = Vec::with_capacity(constraints.len());
        let mut lists: FxHashMap<usize, List> = FxHashMap::default();
        // For each variable, the last list that has it.
        let mut home: FxHashMap<Var, usize> = FxHashMap::default();
        for (origin, truth) in constraints {
            self.ground.forms.meter.step(64)?;
            let sums = self.equalities(truth);
            let place = if let [sum] = &sums[..] {
                let near = sum.functions.keys().filter_map(|var| home.get(var)).max().copied();
                let longer = match near.and_then(|near| Some((near, lists.get(&near)?))) {
                    Some((near, list)) => {
                        let more = self.extended(list, sum)?;
                        more.filter(|more| more.tuples.len() <= list.tuples.len())
                            .map(|more| (near, more))
                    }
                    None => None,
                };
                let (place, list) = match longer {
                    Some((near, list)) => (near, Some(list)),
                    None => (joined.len(), self.extended(&List::default(), sum)?),
                };
                if let Some(list) = list {
                    home.extend(list.variables.iter().map(|&var| (var, place)));
                    lists.insert(place, list);
                }
                place
            } else {
                joined.len()
            };
            match joined.get_mut(place) {
                None => joined.push((vec![origin], vec![truth])),
                Some((origins, truths)) => {
                    origins.push(origin);
                    truths.push(truth);
                }
            }
        }
        Ok(joined)
    }

    /// The sums that must be 0 for a truth to hold, if it states nothing else and all of them have the form that a list
    /// may have.
    fn equalities(&self, truth: FormulaId) -> Vec<Sum> {
        let parts = match self.ground.forms.formula(truth) {
            Formula::And(parts) => &parts[..],
            _ => &[truth],
        };
        let sum = |&part: &FormulaId| match self.ground.forms.formula(part) {
            Formula::Compare(Relation::Equal, sum)
                if sum.truths.is_empty()
                    && VARIABLES.contains(&sum.functions.len())
                    && !sum.functions.keys().any(|&var| self.ground.forms.is_interval(var)) =>
            {
                Some(sum.clone())
            }
            _ => None,
        };
        parts.iter().map(sum).collect::<Option<_>>().unwrap_or_default()
    }

    /// The part of a list that satisfies one more equality, whose new variables are added. `None` if it is too long.
    fn extended(&self, list: &List, sum: &Sum) -> Result<Option<List>, Stop> {
        let forms = &self.ground.forms;
        let size = |var: &Var| forms.width(*var);
        let mut new: Vec<Var> =
            sum.functions.keys().copied().filter(|var| !list.variables.contains(var)).collect();
        // The variable with the most values comes last. The others determine its value.
        new.sort_by_key(size);
        forms.meter.step(64 * new.iter().map(size).sum::<usize>())?;
        let alone = |var: &Var| List {
            variables: vec![*var],
            tuples: forms.domain(*var).iter().map(|&value| vec![value]).collect(),
        };
        let alone: Vec<List> = new.iter().map(alone).collect();
        let known = (!list.variables.is_empty()).then_some(list);
        let all = known.into_iter().chain(&alone);
        let values: usize = all.clone().flat_map(|list| &list.variables).map(size).sum();
        let all: Vec<Tuples<'_>> =
            all.map(|list| (&list.variables[..], &list.tuples[..])).collect();
        forms.joined(&all, sum, GROWTH * values)
    }

    /// Asserts that a truth holds: by a list if it has a suitable form.
    pub(super) fn state_listed(&mut self, truth: FormulaId) -> Built<()> {
        let mut list = None;
        for sum in self.equalities(truth) {
            list = self.extended(&list.unwrap_or_default(), &sum)?;
            if list.is_none() {
                break;
            }
        }
        match list {
            Some(list) => self.state_list(&list),
            None => self.state(truth),
        }
    }

    /// Asserts that one tuple of a list has the values of the variables. Two tuples exclude each other, since they differ
    /// in the value of some variable.
    fn state_list(&mut self, list: &List) -> Built<()> {
        let literals = list.tuples.iter().map(|_| self.new_variable());
        let literals = literals.collect::<Built<Vec<i32>>>()?;
        self.clause(literals.iter().copied())?;
        for (column, &var) in list.variables.iter().enumerate() {
            for value in self.ground.forms.domain(var).to_vec() {
                let test = self.test(var, vec![value])?;
                let with = list.tuples.iter().zip(&literals).filter(|(t, _)| t[column] == value);
                let with: Vec<i32> = with.map(|(_, literal)| *literal).collect();
                self.step(32 * literals.len())?;
                for &literal in &with {
                    self.clause([-literal, test])?;
                }
                self.clause(with.into_iter().chain([-test]))?;
            }
        }
        Ok(())
    }
}
