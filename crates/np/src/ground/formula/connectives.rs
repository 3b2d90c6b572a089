//! Builds formulas by negation, connectives and comparisons, each in a normal form.

use std::collections::BTreeMap;

use crate::ground::formula::{
    BuildError, Built, FALSE, Formula, FormulaId, FormulaStore, Function, Relation, Sum, TRUE, Var,
};

const MAX_LEVELS: usize = 200;

/// If a variable has more values than this, a choice that depends on it becomes an auxiliary variable instead
/// of a sum with a part for each value.
const MAX_PARTS: usize = 64;

/// If the truths of a sum have more parts than this, a choice of it becomes an auxiliary variable, too,
/// because nested choices grow with each level.
const MAX_CHOICE: u64 = 1000;

const MAX_SIZE: u64 = 1_000_000;

impl FormulaStore {
    /// The truth of a formula, which is stored unless it is known.
    fn intern(&mut self, formula: Formula) -> Built<FormulaId> {
        self.meter.step(match &formula {
            Formula::Decided(_) | Formula::Same(..) => 64,
            Formula::In(_, values) => 64 + 16 * values.len(),
            Formula::Compare(_, sum) => sum.bytes(),
            Formula::And(list) | Formula::Or(list) => 64 + 16 * list.len(),
            Formula::AllDifferent(sums) => sums.iter().map(Sum::bytes).sum(),
        })?;
        if let Some(&known) = self.interned.get(&formula) {
            return Ok(known);
        }
        let (mut below, mut parts) = (0, 1u64);
        let (truths, sums) = formula.parts();
        for &truth in truths.iter().chain(sums.iter().flat_map(|sum| sum.truths.keys())) {
            below = below.max(self.levels[truth]);
            parts = parts.saturating_add(self.sizes[truth]);
        }
        if below >= MAX_LEVELS || parts > MAX_SIZE {
            return Err(BuildError::Levels);
        }
        let truth = self.formulas.len();
        self.formulas.push(formula.clone());
        self.levels.push(below + 1);
        self.sizes.push(parts);
        self.interned.insert(formula, truth);
        Ok(truth)
    }

    pub(crate) fn is_in(&mut self, var: Var, mut values: Vec<i64>) -> Built<FormulaId> {
        self.meter.step(16 * values.len())?;
        let domain = self.domain(var);
        values.retain(|value| domain.binary_search(value).is_ok());
        values.sort_unstable();
        values.dedup();
        match values.len() {
            0 => Ok(FALSE),
            all if all == domain.len() => Ok(TRUE),
            _ => self.intern(Formula::In(var, values)),
        }
    }

    pub(crate) fn not(&mut self, truth: FormulaId) -> Built<FormulaId> {
        self.meter.step(64)?;
        match self.formulas[truth].clone() {
            Formula::Decided(decided) => Ok(usize::from(!decided)),
            Formula::In(var, values) => {
                self.meter.step(16 * self.domain(var).len())?;
                let rest = self.domain(var).iter().filter(|v| values.binary_search(v).is_err());
                let rest = rest.copied().collect();
                self.is_in(var, rest)
            }
            Formula::Compare(relation, sum) => match relation {
                Relation::Equal => self.intern(Formula::Compare(Relation::NotEqual, sum)),
                Relation::NotEqual => self.intern(Formula::Compare(Relation::Equal, sum)),
                // The negation of s <= 0 is 1 - s <= 0.
                Relation::AtMost => {
                    let other = Sum::number(1).plus(&sum, -1, self)?;
                    self.compare(Relation::AtMost, other)
                }
            },
            Formula::And(list) => {
                let list = self.negations(list)?;
                self.or(list)
            }
            Formula::Or(list) => {
                let list = self.negations(list)?;
                self.and(list)
            }
            Formula::Same([a, b]) => {
                let b = self.not(b)?;
                self.same(a, b)
            }
            Formula::AllDifferent(sums) => {
                let mut equal = Vec::new();
                for (n, a) in sums.iter().enumerate() {
                    for b in &sums[..n] {
                        equal.push(self.equal(a, b)?);
                    }
                }
                self.or(equal)
            }
        }
    }

    pub(crate) fn negations(&mut self, list: Vec<FormulaId>) -> Built<Vec<FormulaId>> {
        list.into_iter().map(|truth| self.not(truth)).collect()
    }

    pub(crate) fn and(&mut self, list: Vec<FormulaId>) -> Built<FormulaId> {
        self.join(list, true)
    }

    pub(crate) fn or(&mut self, list: Vec<FormulaId>) -> Built<FormulaId> {
        self.join(list, false)
    }

    /// A conjunction or a disjunction. Nested ones of the same kind are flattened, and tests of the same
    /// variable are merged into one.
    fn join(&mut self, list: Vec<FormulaId>, and: bool) -> Built<FormulaId> {
        let (neutral, decisive) = if and { (TRUE, FALSE) } else { (FALSE, TRUE) };
        let mut tests: BTreeMap<Var, Vec<i64>> = BTreeMap::new();
        let mut rest: Vec<FormulaId> = Vec::new();
        for truth in list {
            let parts = match &self.formulas[truth] {
                Formula::And(parts) if and => parts.clone(),
                Formula::Or(parts) if !and => parts.clone(),
                _ => vec![truth],
            };
            self.meter.step(32 * parts.len())?;
            for part in parts {
                match &self.formulas[part] {
                    Formula::In(var, values) => {
                        self.meter.step(16 * values.len())?;
                        let merge = |known: &mut Vec<i64>| {
                            if and {
                                known.retain(|v| values.binary_search(v).is_ok());
                            } else {
                                known.extend(values);
                            }
                        };
                        tests.entry(*var).and_modify(merge).or_insert_with(|| values.clone());
                    }
                    _ if part == neutral => {}
                    _ if part == decisive => return Ok(decisive),
                    _ => rest.push(part),
                }
            }
        }
        for (var, values) in tests {
            let test = self.is_in(var, values)?;
            if test == decisive {
                return Ok(decisive);
            }
            if test != neutral {
                rest.push(test);
            }
        }
        rest.sort_unstable();
        rest.dedup();
        match rest.as_slice() {
            [] => Ok(neutral),
            [one] => Ok(*one),
            _ => self.intern(if and { Formula::And(rest) } else { Formula::Or(rest) }),
        }
    }

    pub(crate) fn same(&mut self, a: FormulaId, b: FormulaId) -> Built<FormulaId> {
        match (a, b) {
            _ if a == b => Ok(TRUE),
            (TRUE, other) | (other, TRUE) => Ok(other),
            (FALSE, other) | (other, FALSE) => self.not(other),
            _ => self.intern(Formula::Same([a.min(b), a.max(b)])),
        }
    }

    /// The comparison of a sum with 0.
    pub(crate) fn compare(&mut self, relation: Relation, sum: Sum) -> Built<FormulaId> {
        let (low, high) = self.range(&sum)?;
        let (all, none) = match relation {
            Relation::Equal => (low == 0 && high == 0, low > 0 || high < 0),
            Relation::NotEqual => (low > 0 || high < 0, low == 0 && high == 0),
            Relation::AtMost => (high <= 0, low > 0),
        };
        if all || none {
            return Ok(usize::from(all));
        }
        if let Some(var) = self.only_variable(&sum) {
            self.meter.step(16 * self.domain(var).len())?;
            let function = &sum.functions[&var];
            let holds = |value: &i64| {
                relation.holds(sum.constant.saturating_add(self.apply(var, function, *value)))
            };
            let values = self.domain(var).iter().copied().filter(|value| holds(value)).collect();
            return self.is_in(var, values);
        }
        if let (true, Some((&truth, &times)), 1) =
            (sum.functions.is_empty(), sum.truths.iter().next(), sum.truths.len())
        {
            let (if_false, if_true) =
                (relation.holds(sum.constant), relation.holds(sum.constant.saturating_add(times)));
            return match (if_false, if_true) {
                (false, true) => Ok(truth),
                (true, false) => self.not(truth),
                (both, _) => Ok(usize::from(both)),
            };
        }
        self.compare_two(relation, &sum)?
            .map_or_else(|| self.intern(Formula::Compare(relation, sum)), Ok)
    }

    /// A comparison of a sum with two parts of two values each: an equivalence, or clauses over the two
    /// parts. `None` if the sum is not of that form.
    fn compare_two(&mut self, relation: Relation, sum: &Sum) -> Built<Option<FormulaId>> {
        if sum.functions.len() + sum.truths.len() != 2
            || sum.functions.keys().any(|&var| self.domain(var).len() != 2)
        {
            return Ok(None);
        }
        let mut parts: Vec<(FormulaId, [i64; 2])> = Vec::new();
        for (&var, function) in &sum.functions {
            let values = [self.value_at(var, function, 0), self.value_at(var, function, 1)];
            let second = vec![self.domain(var)[1]];
            parts.push((self.is_in(var, second)?, values));
        }
        parts.extend(sum.truths.iter().map(|(&truth, &times)| (truth, [0, times])));
        let [(a, x), (b, y)] = parts[..] else { return Ok(None) };
        let holds = |i: usize, j: usize| {
            relation.holds(sum.constant.saturating_add(x[i]).saturating_add(y[j]))
        };
        let (not_a, not_b) = (self.not(a)?, self.not(b)?);
        let table = [holds(0, 0), holds(0, 1), holds(1, 0), holds(1, 1)];
        match table {
            [true, false, false, true] => return self.same(a, b).map(Some),
            [false, true, true, false] => return self.same(a, not_b).map(Some),
            _ => {}
        }
        // Each excluded combination gives a clause.
        let clauses = [[a, b], [a, not_b], [not_a, b], [not_a, not_b]];
        let mut needed = Vec::new();
        for (holds, clause) in table.into_iter().zip(clauses) {
            if !holds {
                needed.push(self.or(clause.to_vec())?);
            }
        }
        self.and(needed).map(Some)
    }

    pub(crate) fn all_different(&mut self, sums: Vec<Sum>) -> Built<FormulaId> {
        if sums.iter().all(|sum| sum.decided().is_some()) {
            let mut values: Vec<i64> = sums.iter().map(|sum| sum.constant).collect();
            values.sort_unstable();
            return Ok(usize::from(values.windows(2).all(|pair| pair[0] != pair[1])));
        }
        self.intern(Formula::AllDifferent(sums))
    }

    /// A truth as a sum with the value 0 or 1.
    pub(crate) fn truth_sum(&self, truth: FormulaId) -> Built<Sum> {
        match &self.formulas[truth] {
            Formula::Decided(decided) => Ok(Sum::number(i64::from(*decided))),
            Formula::In(var, values) => {
                self.meter.step(16 * self.domain(*var).len())?;
                let table = self.domain(*var).iter();
                let table = table.map(|v| i64::from(values.binary_search(v).is_ok())).collect();
                self.function(*var, table)
            }
            _ => Ok(Sum { truths: [(truth, 1)].into(), ..Sum::default() }),
        }
    }

    /// `truth * sum`: a sum of conjunctions of the truth with each part.
    pub(crate) fn times_truth(&mut self, truth: FormulaId, sum: &Sum) -> Built<Sum> {
        let weighted = self.truth_sum(truth)?;
        let mut result = Sum::default().plus(&weighted, sum.constant, self)?;
        for (&var, function) in &sum.functions {
            let mut by_value: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
            self.meter.step(48 * self.domain(var).len())?;
            for (place, &value) in self.domain(var).iter().enumerate() {
                by_value.entry(self.value_at(var, function, place)).or_default().push(value);
            }
            by_value.remove(&0);
            for (value, values) in by_value {
                let test = self.is_in(var, values)?;
                let both = self.and(vec![truth, test])?;
                let both = self.truth_sum(both)?;
                result = result.plus(&both, value, self)?;
            }
        }
        for (&part, &times) in &sum.truths {
            let both = self.and(vec![truth, part])?;
            let both = self.truth_sum(both)?;
            result = result.plus(&both, times, self)?;
        }
        Ok(result)
    }

    /// A sum that equals `then` if the truth holds, and `otherwise` if it does not.
    pub(crate) fn choice(&mut self, truth: FormulaId, then: &Sum, otherwise: &Sum) -> Built<Sum> {
        let is_wide = |(&var, function): (&Var, &Function)| {
            matches!(function, Function::Times(_)) && self.width(var) > MAX_PARTS
        };
        let is_large = |sum: &Sum| {
            sum.functions.iter().any(is_wide)
                || sum.truths.keys().map(|&truth| self.sizes[truth]).sum::<u64>() > MAX_CHOICE
        };
        if is_large(then) || is_large(otherwise) {
            let not = self.not(truth)?;
            return self.by_cases(&[(truth, then.clone()), (not, otherwise.clone())]);
        }
        let ((a, b), (c, d)) = (self.range(then)?, self.range(otherwise)?);
        let (low, high) = (a.min(c), b.max(d));
        let not = self.not(truth)?;
        let then = self.times_truth(truth, then)?;
        let otherwise = self.times_truth(not, otherwise)?;
        let sum = then.plus(&otherwise, 1, self)?;
        let without = |end: i64| end.checked_sub(sum.constant).ok_or(BuildError::Number);
        let range = (without(low)?, without(high)?);
        if sum.truths.len() > 1 {
            self.meter.step(sum.bytes())?;
            self.ranges.insert(Sum { constant: 0, ..sum.clone() }, range);
        }
        Ok(sum)
    }
}
