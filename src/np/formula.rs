//! The small form of ground constraints: sums of functions of one variable, and truths of them.
//!
//! Equal truths are stored once; what is decided is folded away. Negation is pushed inwards, so
//! that there is no node for it.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

/// A variable by its number.
pub(super) type Var = usize;

/// A truth by its number.
pub(super) type Truth = usize;

/// The truths that are decided.
pub(super) const FALSE: Truth = 0;
pub(super) const TRUE: Truth = 1;

/// A number for each value of one variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Function {
    /// So many times the value.
    Times(i64),
    /// By the place of the value in the domain.
    Table(Vec<i64>),
}

/// `constant` and functions of variables and multiples of truths, added up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Sum {
    pub(super) constant: i64,
    pub(super) functions: BTreeMap<Var, Function>,
    pub(super) truths: BTreeMap<Truth, i64>,
}

/// How a sum compares with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Relation {
    Equal,
    NotEqual,
    AtMost,
}

/// What a truth says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Formula {
    Decided(bool),
    /// The variable has one of these values, in order.
    In(Var, Vec<i64>),
    Compare(Relation, Sum),
    And(Vec<Truth>),
    Or(Vec<Truth>),
    /// Both or neither.
    Same(Truth, Truth),
    AllDifferent(Vec<Sum>),
}

/// Too large a number, or too large a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TooLarge {
    Number,
    Levels,
}

/// Levels of a truth.
const MAX_LEVELS: usize = 200;

/// Parts of a truth.
const MAX_SIZE: u64 = 1_000_000;

/// A variable: its name for people and the values it may take, in order.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) domain: Vec<i64>,
}

/// All variables and truths of a program.
#[derive(Debug)]
pub(super) struct Forms {
    pub(super) variables: Vec<Variable>,
    formulas: Vec<Formula>,
    levels: Vec<usize>,
    /// Size of each truth with all below it, shared parts counted as often as they stand there.
    sizes: Vec<u64>,
    numbers: FxHashMap<Formula, Truth>,
    /// Least and largest value of sums of which more is known than their parts tell: choices, by
    /// the sum without its constant.
    ranges: FxHashMap<Sum, (i64, i64)>,
    /// Bytes taken, about.
    pub(super) bytes: u64,
}

impl Default for Forms {
    fn default() -> Self {
        let mut forms = Self {
            variables: Vec::new(),
            formulas: Vec::new(),
            levels: Vec::new(),
            sizes: Vec::new(),
            numbers: FxHashMap::default(),
            ranges: FxHashMap::default(),
            bytes: 0,
        };
        for decided in [false, true] {
            forms.formulas.push(Formula::Decided(decided));
            forms.levels.push(1);
            forms.sizes.push(1);
            forms.numbers.insert(Formula::Decided(decided), usize::from(decided));
        }
        forms
    }
}

type Built<T> = Result<T, TooLarge>;

impl Sum {
    pub(super) fn number(constant: i64) -> Self {
        Self { constant, ..Self::default() }
    }

    /// The number, if nothing is undecided.
    pub(super) fn decided(&self) -> Option<i64> {
        (self.functions.is_empty() && self.truths.is_empty()).then_some(self.constant)
    }

    /// The variable, if the sum is a function of one.
    pub(super) fn only_variable(&self) -> Option<Var> {
        let mut variables = self.functions.keys();
        let first = variables.next()?;
        (variables.next().is_none() && self.truths.is_empty()).then_some(*first)
    }

    /// `self + factor * other`
    pub(super) fn plus(mut self, other: &Self, factor: i64, forms: &Forms) -> Built<Self> {
        let add = |a: i64, b: i64| {
            b.checked_mul(factor).and_then(|b| a.checked_add(b)).ok_or(TooLarge::Number)
        };
        self.constant = add(self.constant, other.constant)?;
        for (&var, function) in &other.functions {
            let both = match (self.functions.remove(&var), function) {
                (None, Function::Times(b)) => Function::Times(add(0, *b)?),
                (Some(Function::Times(a)), Function::Times(b)) => Function::Times(add(a, *b)?),
                (mine, _) => {
                    let domain = &forms.variables[var].domain;
                    let value = |function: &Function, at: usize| match function {
                        Function::Times(times) => times.checked_mul(domain[at]),
                        Function::Table(table) => Some(table[at]),
                    };
                    let table = (0..domain.len())
                        .map(|at| {
                            let mine = mine.as_ref().map_or(Some(0), |mine| value(mine, at));
                            let other = value(function, at);
                            mine.zip(other).ok_or(TooLarge::Number).and_then(|(a, b)| add(a, b))
                        })
                        .collect::<Built<Vec<i64>>>()?;
                    self.constant = forms.normal(var, table, self.constant, &mut self.functions)?;
                    continue;
                }
            };
            if both != Function::Times(0) {
                self.functions.insert(var, both);
            }
        }
        for (&truth, &times) in &other.truths {
            let both = add(self.truths.remove(&truth).unwrap_or(0), times)?;
            if both != 0 {
                self.truths.insert(truth, both);
            }
        }
        Ok(self)
    }
}

impl Forms {
    pub(super) fn formula(&self, truth: Truth) -> &Formula {
        &self.formulas[truth]
    }

    pub(super) fn domain(&self, var: Var) -> &[i64] {
        &self.variables[var].domain
    }

    /// Adds the function of a table to a sum's functions: as a multiple where it is one, with what
    /// is constant in it added to `constant`.
    fn normal(
        &self,
        var: Var,
        table: Vec<i64>,
        constant: i64,
        functions: &mut BTreeMap<Var, Function>,
    ) -> Built<i64> {
        let domain = self.domain(var);
        let (Some(&first), Some(&x)) = (table.first(), domain.first()) else { return Ok(constant) };
        let slope = match (table.get(1), domain.get(1)) {
            (Some(&second), Some(&y)) => {
                let (rise, run) = (second.checked_sub(first), y.checked_sub(x));
                rise.zip(run).filter(|(rise, run)| rise % run == 0).map(|(rise, run)| rise / run)
            }
            _ => Some(0),
        };
        let start = slope.and_then(|slope| first.checked_sub(slope.checked_mul(x)?));
        if let (Some(slope), Some(start)) = (slope, start) {
            let line = |x: i64| slope.checked_mul(x).and_then(|rise| rise.checked_add(start));
            if domain.iter().zip(&table).all(|(&x, &value)| line(x) == Some(value)) {
                if slope != 0 {
                    functions.insert(var, Function::Times(slope));
                }
                return constant.checked_add(start).ok_or(TooLarge::Number);
            }
        }
        functions.insert(var, Function::Table(table));
        Ok(constant)
    }

    /// The sum that is this function of a variable.
    pub(super) fn function(&self, var: Var, table: Vec<i64>) -> Built<Sum> {
        let mut sum = Sum::default();
        sum.constant = self.normal(var, table, 0, &mut sum.functions)?;
        Ok(sum)
    }

    /// A variable as a sum.
    pub(super) fn variable(&self, var: Var) -> Sum {
        match self.domain(var) {
            [only] => Sum::number(*only),
            _ => Sum { functions: [(var, Function::Times(1))].into(), ..Sum::default() },
        }
    }

    /// The value of a function at a place of the domain.
    pub(super) fn at(&self, var: Var, function: &Function, place: usize) -> i64 {
        match function {
            Function::Times(times) => times.saturating_mul(self.domain(var)[place]),
            Function::Table(table) => table[place],
        }
    }

    /// The value of a function at a value of the variable.
    pub(super) fn apply(&self, var: Var, function: &Function, value: i64) -> i64 {
        match function {
            Function::Times(times) => times.saturating_mul(value),
            Function::Table(table) => {
                self.domain(var).binary_search(&value).map_or(0, |place| table[place])
            }
        }
    }

    /// Least and largest value of a sum.
    pub(super) fn range(&self, sum: &Sum) -> Built<(i64, i64)> {
        if !self.ranges.is_empty() && sum.truths.len() > 1 {
            let varying = Sum { constant: 0, ..sum.clone() };
            if let Some(&(low, high)) = self.ranges.get(&varying) {
                let shift = |end: i64| end.checked_add(sum.constant).ok_or(TooLarge::Number);
                return Ok((shift(low)?, shift(high)?));
            }
        }
        let (mut low, mut high) = (sum.constant, sum.constant);
        let mut widen = |a: i64, b: i64| {
            low = low.checked_add(a.min(b)).ok_or(TooLarge::Number)?;
            high = high.checked_add(a.max(b)).ok_or(TooLarge::Number)?;
            Ok(())
        };
        for (&var, function) in &sum.functions {
            let domain = self.domain(var);
            let (least, most) = match function {
                Function::Times(times) => {
                    let ends = domain.first().zip(domain.last());
                    let ends =
                        ends.and_then(|(a, b)| times.checked_mul(*a).zip(times.checked_mul(*b)));
                    ends.ok_or(TooLarge::Number)?
                }
                Function::Table(table) => (
                    table.iter().copied().min().unwrap_or(0),
                    table.iter().copied().max().unwrap_or(0),
                ),
            };
            widen(least, most)?;
        }
        for &times in sum.truths.values() {
            widen(0, times)?;
        }
        Ok((low, high))
    }

    fn intern(&mut self, formula: Formula) -> Built<Truth> {
        if let Some(&known) = self.numbers.get(&formula) {
            return Ok(known);
        }
        let (mut below, mut parts) = (0, 1u64);
        let mut look = |truth: Truth| {
            below = below.max(self.levels[truth]);
            parts = parts.saturating_add(self.sizes[truth]);
        };
        let mut size = 64;
        match &formula {
            Formula::Decided(_) => {}
            Formula::In(_, values) => size += values.len() * 8,
            Formula::Compare(_, sum) => {
                sum.truths.keys().for_each(|&truth| look(truth));
                size += bytes(sum);
            }
            Formula::And(list) | Formula::Or(list) => {
                for &part in list {
                    look(part);
                }
                size += list.len() * 8;
            }
            Formula::Same(a, b) => {
                look(*a);
                look(*b);
            }
            Formula::AllDifferent(sums) => {
                sums.iter().flat_map(|sum| sum.truths.keys()).for_each(|&truth| look(truth));
                size += sums.iter().map(bytes).sum::<usize>();
            }
        }
        if below >= MAX_LEVELS || parts > MAX_SIZE {
            return Err(TooLarge::Levels);
        }
        let truth = self.formulas.len();
        self.bytes += 2 * size as u64;
        self.formulas.push(formula.clone());
        self.levels.push(below + 1);
        self.sizes.push(parts);
        self.numbers.insert(formula, truth);
        Ok(truth)
    }

    pub(super) fn is_in(&mut self, var: Var, mut values: Vec<i64>) -> Built<Truth> {
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

    pub(super) fn not(&mut self, truth: Truth) -> Built<Truth> {
        match self.formulas[truth].clone() {
            Formula::Decided(decided) => Ok(usize::from(!decided)),
            Formula::In(var, values) => {
                let rest = self.domain(var).iter().filter(|v| values.binary_search(v).is_err());
                let rest = rest.copied().collect();
                self.is_in(var, rest)
            }
            Formula::Compare(Relation::Equal, sum) => {
                self.intern(Formula::Compare(Relation::NotEqual, sum))
            }
            Formula::Compare(Relation::NotEqual, sum) => {
                self.intern(Formula::Compare(Relation::Equal, sum))
            }
            // Not s <= 0: 1 - s <= 0.
            Formula::Compare(Relation::AtMost, sum) => {
                let other = Sum::number(1).plus(&sum, -1, self)?;
                self.compare(Relation::AtMost, other)
            }
            Formula::And(list) => {
                let list = list.into_iter().map(|t| self.not(t)).collect::<Built<Vec<_>>>()?;
                self.or(list)
            }
            Formula::Or(list) => {
                let list = list.into_iter().map(|t| self.not(t)).collect::<Built<Vec<_>>>()?;
                self.and(list)
            }
            Formula::Same(a, b) => {
                let b = self.not(b)?;
                self.same(a, b)
            }
            Formula::AllDifferent(sums) => {
                let mut equal = Vec::new();
                for (n, a) in sums.iter().enumerate() {
                    for b in &sums[..n] {
                        let difference = a.clone().plus(b, -1, self)?;
                        equal.push(self.compare(Relation::Equal, difference)?);
                    }
                }
                self.or(equal)
            }
        }
    }

    pub(super) fn and(&mut self, list: Vec<Truth>) -> Built<Truth> {
        self.join(list, true)
    }

    pub(super) fn or(&mut self, list: Vec<Truth>) -> Built<Truth> {
        self.join(list, false)
    }

    /// And, or Or: nested ones are taken apart, tests of one variable become one.
    fn join(&mut self, list: Vec<Truth>, and: bool) -> Built<Truth> {
        let (neutral, decisive) = if and { (TRUE, FALSE) } else { (FALSE, TRUE) };
        let mut tests: BTreeMap<Var, Vec<i64>> = BTreeMap::new();
        let mut rest: Vec<Truth> = Vec::new();
        for truth in list {
            let parts = match &self.formulas[truth] {
                Formula::And(parts) if and => parts.clone(),
                Formula::Or(parts) if !and => parts.clone(),
                _ => vec![truth],
            };
            for part in parts {
                match &self.formulas[part] {
                    Formula::In(var, values) => match tests.entry(*var) {
                        std::collections::btree_map::Entry::Vacant(place) => {
                            place.insert(values.clone());
                        }
                        std::collections::btree_map::Entry::Occupied(mut place) => {
                            if and {
                                place.get_mut().retain(|v| values.binary_search(v).is_ok());
                            } else {
                                place.get_mut().extend(values);
                            }
                        }
                    },
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

    pub(super) fn same(&mut self, a: Truth, b: Truth) -> Built<Truth> {
        match (a, b) {
            _ if a == b => Ok(TRUE),
            (TRUE, other) | (other, TRUE) => Ok(other),
            (FALSE, other) | (other, FALSE) => self.not(other),
            _ => self.intern(Formula::Same(a.min(b), a.max(b))),
        }
    }

    /// `sum` compared with 0.
    pub(super) fn compare(&mut self, relation: Relation, sum: Sum) -> Built<Truth> {
        let (low, high) = self.range(&sum)?;
        let (all, none) = match relation {
            Relation::Equal => (low == 0 && high == 0, low > 0 || high < 0),
            Relation::NotEqual => (low > 0 || high < 0, low == 0 && high == 0),
            Relation::AtMost => (high <= 0, low > 0),
        };
        if all || none {
            return Ok(usize::from(all));
        }
        if let Some(var) = sum.only_variable() {
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

    /// Two parts of two values each say the same, or one follows from the other.
    fn compare_two(&mut self, relation: Relation, sum: &Sum) -> Built<Option<Truth>> {
        if sum.functions.len() + sum.truths.len() != 2
            || sum.functions.keys().any(|&var| self.domain(var).len() != 2)
        {
            return Ok(None);
        }
        let mut parts: Vec<(Truth, [i64; 2])> = Vec::new();
        for (&var, function) in &sum.functions {
            let values = [self.at(var, function, 0), self.at(var, function, 1)];
            let second = vec![self.domain(var)[1]];
            parts.push((self.is_in(var, second)?, values));
        }
        parts.extend(sum.truths.iter().map(|(&truth, &times)| (truth, [0, times])));
        let [(a, x), (b, y)] = parts[..] else { return Ok(None) };
        let holds = |i: usize, j: usize| {
            relation.holds(sum.constant.saturating_add(x[i]).saturating_add(y[j]))
        };
        let (not_a, not_b) = (self.not(a)?, self.not(b)?);
        let mut cases = Vec::new();
        let table = [holds(0, 0), holds(0, 1), holds(1, 0), holds(1, 1)];
        if table == [true, false, false, true] {
            return self.same(a, b).map(Some);
        }
        if table == [false, true, true, false] {
            return self.same(a, not_b).map(Some);
        }
        // Each combination that is ruled out is a clause.
        for (ruled_out, clause) in table.map(|holds| !holds).into_iter().zip([
            [a, b],
            [a, not_b],
            [not_a, b],
            [not_a, not_b],
        ]) {
            if ruled_out {
                cases.push(self.or(clause.to_vec())?);
            }
        }
        self.and(cases).map(Some)
    }

    pub(super) fn all_different(&mut self, sums: Vec<Sum>) -> Built<Truth> {
        if sums.iter().all(|sum| sum.decided().is_some()) {
            let mut values: Vec<i64> = sums.iter().map(|sum| sum.constant).collect();
            values.sort_unstable();
            return Ok(usize::from(values.windows(2).all(|pair| pair[0] != pair[1])));
        }
        self.intern(Formula::AllDifferent(sums))
    }

    /// A truth as the number 0 or 1.
    pub(super) fn truth_sum(&self, truth: Truth) -> Built<Sum> {
        match &self.formulas[truth] {
            Formula::Decided(decided) => Ok(Sum::number(i64::from(*decided))),
            Formula::In(var, values) => {
                let table = self.domain(*var).iter();
                let table = table.map(|v| i64::from(values.binary_search(v).is_ok())).collect();
                self.function(*var, table)
            }
            _ => Ok(Sum { truths: [(truth, 1)].into(), ..Sum::default() }),
        }
    }

    /// `truth * sum`: each part of the sum counts where the truth holds.
    pub(super) fn times_truth(&mut self, truth: Truth, sum: &Sum) -> Built<Sum> {
        let weighted = self.truth_sum(truth)?;
        let mut result = Sum::default().plus(&weighted, sum.constant, self)?;
        for (&var, function) in &sum.functions {
            let mut by_value: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
            for (place, &value) in self.variables[var].domain.iter().enumerate() {
                by_value.entry(self.at(var, function, place)).or_default().push(value);
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

    /// `then` where the truth holds, `otherwise` elsewhere.
    pub(super) fn choice(&mut self, truth: Truth, then: &Sum, otherwise: &Sum) -> Built<Sum> {
        let ((a, b), (c, d)) = (self.range(then)?, self.range(otherwise)?);
        let (low, high) = (a.min(c), b.max(d));
        let not = self.not(truth)?;
        let then = self.times_truth(truth, then)?;
        let otherwise = self.times_truth(not, otherwise)?;
        let sum = then.plus(&otherwise, 1, self)?;
        let without = |end: i64| end.checked_sub(sum.constant).ok_or(TooLarge::Number);
        let range = (without(low)?, without(high)?);
        if sum.truths.len() > 1 {
            self.bytes += 2 * bytes(&sum) as u64;
            self.ranges.insert(Sum { constant: 0, ..sum.clone() }, range);
        }
        Ok(sum)
    }

    /// Whether a truth holds, given the values of its variables.
    pub(super) fn holds(&self, truth: Truth, value: &impl Fn(Var) -> i64) -> bool {
        match &self.formulas[truth] {
            Formula::Decided(decided) => *decided,
            Formula::In(var, values) => values.binary_search(&value(*var)).is_ok(),
            Formula::Compare(relation, sum) => relation.holds(self.value(sum, value)),
            Formula::And(list) => list.iter().all(|&truth| self.holds(truth, value)),
            Formula::Or(list) => list.iter().any(|&truth| self.holds(truth, value)),
            Formula::Same(a, b) => self.holds(*a, value) == self.holds(*b, value),
            Formula::AllDifferent(sums) => {
                let mut values: Vec<i64> = sums.iter().map(|sum| self.value(sum, value)).collect();
                values.sort_unstable();
                values.windows(2).all(|pair| pair[0] != pair[1])
            }
        }
    }

    /// The value of a sum, given those of its variables.
    pub(super) fn value(&self, sum: &Sum, value: &impl Fn(Var) -> i64) -> i64 {
        let functions = sum.functions.iter();
        let functions = functions.map(|(&var, f)| self.apply(var, f, value(var)));
        let truths = sum.truths.iter();
        let truths = truths.map(|(&t, &times)| if self.holds(t, value) { times } else { 0 });
        functions.chain(truths).fold(sum.constant, i64::saturating_add)
    }

    /// Calls `visit` with every variable of a truth, perhaps more than once.
    pub(super) fn variables_of(&self, truth: Truth, visit: &mut impl FnMut(Var)) {
        match &self.formulas[truth] {
            Formula::Decided(_) => {}
            Formula::In(var, _) => visit(*var),
            Formula::Compare(_, sum) => self.variables_of_sum(sum, visit),
            Formula::And(list) | Formula::Or(list) => {
                for &part in list {
                    self.variables_of(part, visit);
                }
            }
            Formula::Same(a, b) => {
                self.variables_of(*a, visit);
                self.variables_of(*b, visit);
            }
            Formula::AllDifferent(sums) => {
                for sum in sums {
                    self.variables_of_sum(sum, visit);
                }
            }
        }
    }

    /// The same for a sum.
    pub(super) fn variables_of_sum(&self, sum: &Sum, visit: &mut impl FnMut(Var)) {
        sum.functions.keys().for_each(|&var| visit(var));
        sum.truths.keys().for_each(|&truth| self.variables_of(truth, visit));
    }
}

impl Relation {
    pub(super) fn holds(self, value: i64) -> bool {
        match self {
            Self::Equal => value == 0,
            Self::NotEqual => value != 0,
            Self::AtMost => value <= 0,
        }
    }
}

fn bytes(sum: &Sum) -> usize {
    let tables = sum.functions.values().map(|function| match function {
        Function::Times(_) => 0,
        Function::Table(table) => table.len() * 8,
    });
    64 * (1 + sum.functions.len() + sum.truths.len()) + tables.sum::<usize>()
}
