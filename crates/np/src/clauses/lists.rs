//! Equalities that few values satisfy: their clauses list these values.
//!
//! `Over = From + Step(Direction)` leaves a list of tuples (From, Direction, Over) that is hardly longer than the
//! domains of its variables. A literal for each tuple says more than partial sums do, and takes fewer clauses. An
//! equality that does not lengthen the list joins it: with `To - Over = Over - From`, each tuple is a jump.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::clauses::literals::{Encoder, TRUE};
use crate::ground::Origin;
use crate::ground::formula::{Built, Formula, Relation, Sum, Truth, Var};
use soliter_base::control::Stop;

/// The numbers of variables that an equality in a list may have. With two, partial sums are as good as a list.
const VARIABLES: std::ops::RangeInclusive<usize> = 3..=4;

/// The maximum number of tuples for each value of the variables.
const GROWTH: usize = 4;

/// The maximum number of combinations of the values of all new variables but one.
const MOST_COMBINATIONS: usize = 1 << 16;

/// The values that satisfy some equalities, as places in the domains of the variables.
#[derive(Clone, Default)]
struct List {
    variables: Vec<Var>,
    tuples: Vec<Vec<usize>>,
}

/// Constraints that stand together, with the origin of each.
pub(super) type Joined = (Vec<Origin>, Vec<Truth>);

impl Encoder<'_, '_> {
    /// The constraints. Equalities that belong to the same list stand together, at the place of the first one.
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
                        let more = self.extended(list.clone(), sum)?;
                        more.filter(|more| more.tuples.len() <= list.tuples.len())
                            .map(|more| (near, more))
                    }
                    None => None,
                };
                let (place, list) = match longer {
                    Some((near, list)) => (near, Some(list)),
                    None => (joined.len(), self.extended(List::default(), sum)?),
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

    /// The sums that a truth says are 0, if it says nothing else and all have the form that a list may have.
    fn equalities(&self, truth: Truth) -> Vec<Sum> {
        let parts = match self.ground.forms.formula(truth) {
            Formula::And(parts) => &parts[..],
            _ => &[truth],
        };
        let sum = |&part: &Truth| match self.ground.forms.formula(part) {
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
    fn extended(&self, list: List, sum: &Sum) -> Result<Option<List>, Stop> {
        let forms = &self.ground.forms;
        let List { mut variables, tuples } = list;
        let size = |var: &Var| forms.domain(*var).len();
        let known: FxHashSet<Var> = variables.iter().copied().collect();
        let mut new: Vec<Var> =
            sum.functions.keys().copied().filter(|v| !known.contains(v)).collect();
        // The variable with the most values comes last. The others determine its value.
        new.sort_by_key(size);
        let last = new.pop();
        let combinations = new.iter().map(size).try_fold(tuples.len().max(1), usize::checked_mul);
        if combinations.is_none_or(|number| number > MOST_COMBINATIONS) {
            return Ok(None);
        }
        let is_first = variables.is_empty();
        variables.extend(new.iter().copied());
        let mut begun = if is_first { vec![Vec::new()] } else { tuples };
        for var in &new {
            self.ground.forms.meter.step(16 * (begun.len() + 1) * size(var))?;
            let longer = begun.iter().flat_map(|tuple: &Vec<usize>| {
                (0..size(var)).map(|place| [&tuple[..], &[place]].concat())
            });
            begun = longer.collect();
        }
        let value = |var: Var, place: usize| {
            sum.functions.get(&var).map_or(0, |f| i128::from(forms.value_at(var, f, place)))
        };
        let mut fitting: FxHashMap<i128, Vec<usize>> = FxHashMap::default();
        if let Some(var) = last {
            self.ground.forms.meter.step(32 * size(&var))?;
            for place in 0..size(&var) {
                fitting.entry(-value(var, place)).or_default().push(place);
            }
        }
        variables.extend(last);
        let most = GROWTH * variables.iter().map(size).sum::<usize>();
        let mut tuples = Vec::new();
        for tuple in begun {
            self.ground.forms.meter.step(32 + 16 * tuple.len())?;
            let parts = variables.iter().zip(&tuple).map(|(&var, &place)| value(var, place));
            let total = i128::from(sum.constant) + parts.sum::<i128>();
            if last.is_none() {
                tuples.extend((total == 0).then_some(tuple));
            } else if let Some(places) = fitting.get(&total) {
                tuples.extend(places.iter().map(|&place| [&tuple[..], &[place]].concat()));
            }
            if tuples.len() > most {
                return Ok(None);
            }
        }
        Ok(Some(List { variables, tuples }))
    }

    /// Asserts that a truth holds: by a list if it has that form.
    pub(super) fn state_listed(&mut self, truth: Truth) -> Built<()> {
        let mut list = None;
        for sum in self.equalities(truth) {
            list = self.extended(list.unwrap_or_default(), &sum)?;
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
            let at_least = [self.variable(var), &[-TRUE]].concat();
            let mut with: Vec<Vec<i32>> = vec![Vec::new(); at_least.len()];
            for (tuple, &literal) in list.tuples.iter().zip(&literals) {
                let place = tuple[column];
                self.clause([-literal, at_least[place]])?;
                self.clause([-literal, -at_least[place + 1]])?;
                with[place].push(literal);
            }
            for (place, pair) in at_least.windows(2).enumerate() {
                let tuples = with[place].iter().copied();
                self.clause([-pair[0], pair[1]].into_iter().chain(tuples))?;
            }
        }
        Ok(())
    }
}
