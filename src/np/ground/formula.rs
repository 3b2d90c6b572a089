//! The small form of ground constraints: sums of functions of one variable, and truths of them.
//!
//! Equal truths are stored once; what is decided is folded away. Negation is pushed inwards, so
//! that there is no node for it.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::base::control::{Control, Stop};
use crate::np::meter::Meter;
use crate::np::refusal::Refusal;

/// A variable by its number.
pub(crate) type Var = usize;

/// A truth by its number.
pub(crate) type Truth = usize;

/// The truths that are decided.
pub(crate) const FALSE: Truth = 0;
pub(crate) const TRUE: Truth = 1;

/// A number for each value of one variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Function {
    /// So many times the value.
    Times(i64),
    /// By the place of the value in the domain.
    Table(Vec<i64>),
}

/// `constant` and functions of variables and multiples of truths, added up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Sum {
    pub(crate) constant: i64,
    pub(crate) functions: BTreeMap<Var, Function>,
    pub(crate) truths: BTreeMap<Truth, i64>,
}

/// How a sum compares with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Relation {
    Equal,
    NotEqual,
    AtMost,
}

/// What a truth says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Formula {
    Decided(bool),
    /// The variable has one of these values, in order.
    In(Var, Vec<i64>),
    Compare(Relation, Sum),
    And(Vec<Truth>),
    Or(Vec<Truth>),
    /// Both or neither.
    Same([Truth; 2]),
    AllDifferent(Vec<Sum>),
}

impl Formula {
    /// The truths and the sums that it is directly made of.
    pub(crate) fn parts(&self) -> (&[Truth], &[Sum]) {
        match self {
            Self::Decided(_) | Self::In(..) => (&[], &[]),
            Self::Compare(_, sum) => (&[], std::slice::from_ref(sum)),
            Self::And(list) | Self::Or(list) => (list, &[]),
            Self::Same(pair) => (pair, &[]),
            Self::AllDifferent(sums) => (&[], sums),
        }
    }
}

/// Why a form cannot be built.
#[derive(Debug)]
pub(crate) enum BuildError {
    /// A number is too large.
    Number,
    /// A condition is too large.
    Levels,
    /// A number may lie anywhere between these.
    Wide(i64, i64),
    /// A fault whose place is known, or a limit.
    Refused(Refusal),
}

impl From<Stop> for BuildError {
    fn from(stop: Stop) -> Self {
        Self::Refused(stop.into())
    }
}

impl From<Refusal> for BuildError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// A variable: its name for people and the values it may take, in order.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) domain: Vec<i64>,
}

/// Tasks whose lengths and needs are known: start, length, need.
#[cfg(feature = "cp")]
#[derive(Clone, Debug)]
pub(crate) struct Tasks {
    pub(crate) tasks: Vec<(Sum, i64, i64)>,
    pub(crate) capacity: i64,
}

/// All variables and truths of a program.
#[derive(Debug)]
pub(crate) struct Forms {
    pub(crate) variables: Vec<Variable>,
    pub(crate) formulas: Vec<Formula>,
    pub(crate) levels: Vec<usize>,
    /// Size of each truth with all below it, shared parts counted as often as they stand there.
    pub(crate) sizes: Vec<u64>,
    pub(crate) numbers: FxHashMap<Formula, Truth>,
    /// Least and largest value of sums of which more is known than their parts tell: choices, by
    /// the sum without its constant.
    pub(crate) ranges: FxHashMap<Sum, (i64, i64)>,
    /// Numbers that functions of several unknowns are, by their arguments.
    pub(crate) defined: FxHashMap<(&'static str, Vec<Sum>), Sum>,
    /// Tasks of the truths that are about them, for an engine that knows more of tasks than the truths say.
    #[cfg(feature = "cp")]
    pub(crate) tasks: FxHashMap<Truth, Tasks>,
    /// Conditions that say what those numbers are, not yet among the constraints.
    pub(crate) side_conditions: Vec<Truth>,
    /// What has been done, held against the limits.
    pub(crate) meter: Meter,
}

impl Forms {
    pub(crate) fn new(control: &Control) -> Self {
        let mut forms = Self {
            variables: Vec::new(),
            formulas: Vec::new(),
            levels: Vec::new(),
            sizes: Vec::new(),
            numbers: FxHashMap::default(),
            ranges: FxHashMap::default(),
            defined: FxHashMap::default(),
            #[cfg(feature = "cp")]
            tasks: FxHashMap::default(),
            side_conditions: Vec::new(),
            meter: Meter::new(control),
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

pub(crate) type Built<T> = Result<T, BuildError>;

impl Sum {
    pub(crate) fn number(constant: i64) -> Self {
        Self { constant, ..Self::default() }
    }

    /// The number, if nothing is undecided.
    pub(crate) fn decided(&self) -> Option<i64> {
        (self.functions.is_empty() && self.truths.is_empty()).then_some(self.constant)
    }

    /// The variable, if the sum is a function of one.
    pub(crate) fn only_variable(&self) -> Option<Var> {
        let mut variables = self.functions.keys();
        let first = variables.next()?;
        (variables.next().is_none() && self.truths.is_empty()).then_some(*first)
    }

    /// `self + factor * other`
    pub(crate) fn plus(mut self, other: &Self, factor: i64, forms: &Forms) -> Built<Self> {
        forms.meter.step(bytes(other))?;
        let add = |a: i64, b: i64| {
            b.checked_mul(factor).and_then(|b| a.checked_add(b)).ok_or(BuildError::Number)
        };
        self.constant = add(self.constant, other.constant)?;
        for (&var, function) in &other.functions {
            let both = match (self.functions.remove(&var), function) {
                (None, Function::Times(b)) => Function::Times(add(0, *b)?),
                (Some(Function::Times(a)), Function::Times(b)) => Function::Times(add(a, *b)?),
                (mine, _) => {
                    let domain = &forms.variables[var].domain;
                    forms.meter.step(16 * domain.len())?;
                    let value = |function: &Function, at: usize| match function {
                        Function::Times(times) => times.checked_mul(domain[at]),
                        Function::Table(table) => Some(table[at]),
                    };
                    let table = (0..domain.len())
                        .map(|at| {
                            let mine = mine.as_ref().map_or(Some(0), |mine| value(mine, at));
                            let other = value(function, at);
                            mine.zip(other).ok_or(BuildError::Number).and_then(|(a, b)| add(a, b))
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
    pub(crate) fn formula(&self, truth: Truth) -> &Formula {
        &self.formulas[truth]
    }

    pub(crate) fn domain(&self, var: Var) -> &[i64] {
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
        self.meter.step(16 * domain.len())?;
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
                return constant.checked_add(start).ok_or(BuildError::Number);
            }
        }
        functions.insert(var, Function::Table(table));
        Ok(constant)
    }

    /// The sum that is this function of a variable.
    pub(crate) fn function(&self, var: Var, table: Vec<i64>) -> Built<Sum> {
        let mut sum = Sum::default();
        sum.constant = self.normal(var, table, 0, &mut sum.functions)?;
        Ok(sum)
    }

    /// A variable as a sum.
    pub(crate) fn variable(&self, var: Var) -> Sum {
        match self.domain(var) {
            [only] => Sum::number(*only),
            _ => Sum { functions: [(var, Function::Times(1))].into(), ..Sum::default() },
        }
    }

    /// The value of a function at a place of the domain.
    pub(crate) fn at(&self, var: Var, function: &Function, place: usize) -> i64 {
        match function {
            Function::Times(times) => times.saturating_mul(self.domain(var)[place]),
            Function::Table(table) => table[place],
        }
    }

    /// The value of a function at a value of the variable.
    pub(crate) fn apply(&self, var: Var, function: &Function, value: i64) -> i64 {
        match function {
            Function::Times(times) => times.saturating_mul(value),
            Function::Table(table) => {
                self.domain(var).binary_search(&value).map_or(0, |place| table[place])
            }
        }
    }

    /// Least and largest value of a sum.
    pub(crate) fn range(&self, sum: &Sum) -> Built<(i64, i64)> {
        self.meter.step(bytes(sum))?;
        if !self.ranges.is_empty() && sum.truths.len() > 1 {
            let varying = Sum { constant: 0, ..sum.clone() };
            if let Some(&(low, high)) = self.ranges.get(&varying) {
                let shift = |end: i64| end.checked_add(sum.constant).ok_or(BuildError::Number);
                return Ok((shift(low)?, shift(high)?));
            }
        }
        let (mut low, mut high) = (sum.constant, sum.constant);
        let mut widen = |a: i64, b: i64| -> Built<()> {
            low = low.checked_add(a.min(b)).ok_or(BuildError::Number)?;
            high = high.checked_add(a.max(b)).ok_or(BuildError::Number)?;
            Ok(())
        };
        for (&var, function) in &sum.functions {
            let domain = self.domain(var);
            let (least, most) = match function {
                Function::Times(times) => {
                    let ends = domain.first().zip(domain.last());
                    let ends =
                        ends.and_then(|(a, b)| times.checked_mul(*a).zip(times.checked_mul(*b)));
                    ends.ok_or(BuildError::Number)?
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

    /// All values that a sum may have where its parts have theirs independently of each other: those it
    /// has where each variable is in one part only. None where they are more than `most`.
    pub(crate) fn values_of(&self, sum: &Sum, most: usize) -> Built<Option<BTreeSet<i64>>> {
        let mut parts: Vec<BTreeSet<i64>> = Vec::new();
        for (&var, function) in &sum.functions {
            let domain = self.domain(var);
            self.meter.step(64 * domain.len())?;
            parts.push(domain.iter().map(|&x| self.apply(var, function, x)).collect());
        }
        parts.extend(sum.truths.values().map(|&times| BTreeSet::from([0, times])));
        let mut values = BTreeSet::from([sum.constant]);
        for part in parts {
            if values.len().saturating_mul(part.len()) > most {
                return Ok(None);
            }
            self.meter.step(64 * values.len() * part.len())?;
            let sums = values.iter().flat_map(|a| part.iter().map(|b| a.checked_add(*b)));
            values = sums.collect::<Option<_>>().ok_or(BuildError::Number)?;
        }
        Ok(Some(values))
    }

    /// Whether a truth holds, given the values of its variables.
    pub(crate) fn holds(&self, truth: Truth, value: &impl Fn(Var) -> i64) -> Result<bool, Stop> {
        self.meter.step(64)?;
        let (list, decisive) = match &self.formulas[truth] {
            Formula::Decided(decided) => return Ok(*decided),
            Formula::In(var, values) => return Ok(values.binary_search(&value(*var)).is_ok()),
            Formula::Compare(relation, sum) => {
                return self.value(sum, value).map(|sum| relation.holds(sum));
            }
            Formula::Same([a, b]) => {
                return Ok(self.holds(*a, value)? == self.holds(*b, value)?);
            }
            Formula::AllDifferent(sums) => {
                let values = sums.iter().map(|sum| self.value(sum, value));
                let mut values: Vec<i64> = values.collect::<Result<_, Stop>>()?;
                values.sort_unstable();
                return Ok(values.windows(2).all(|pair| pair[0] != pair[1]));
            }
            Formula::And(list) => (list, false),
            Formula::Or(list) => (list, true),
        };
        for &part in list {
            if self.holds(part, value)? == decisive {
                return Ok(decisive);
            }
        }
        Ok(!decisive)
    }

    /// The value of a sum, given those of its variables.
    pub(crate) fn value(&self, sum: &Sum, value: &impl Fn(Var) -> i64) -> Result<i64, Stop> {
        self.meter.step(16 * sum.functions.len())?;
        let functions = sum.functions.iter();
        let functions = functions.map(|(&var, f)| self.apply(var, f, value(var)));
        let mut total = functions.fold(sum.constant, i64::saturating_add);
        for (&truth, &times) in &sum.truths {
            if self.holds(truth, value)? {
                total = total.saturating_add(times);
            }
        }
        Ok(total)
    }

    /// Calls `visit` with every variable of a truth, perhaps more than once.
    pub(crate) fn variables_of(
        &self,
        truth: Truth,
        visit: &mut impl FnMut(Var),
    ) -> Result<(), Stop> {
        self.meter.step(64)?;
        let formula = &self.formulas[truth];
        if let Formula::In(var, _) = formula {
            visit(*var);
        }
        let (truths, sums) = formula.parts();
        truths.iter().try_for_each(|&part| self.variables_of(part, visit))?;
        sums.iter().try_for_each(|sum| self.variables_of_sum(sum, visit))
    }

    /// The same for a sum.
    pub(crate) fn variables_of_sum(
        &self,
        sum: &Sum,
        visit: &mut impl FnMut(Var),
    ) -> Result<(), Stop> {
        self.meter.step(16 * sum.functions.len())?;
        sum.functions.keys().for_each(|&var| visit(var));
        sum.truths.keys().try_for_each(|&truth| self.variables_of(truth, visit))
    }
}

impl Relation {
    pub(crate) fn holds(self, value: i64) -> bool {
        match self {
            Self::Equal => value == 0,
            Self::NotEqual => value != 0,
            Self::AtMost => value <= 0,
        }
    }
}

pub(crate) fn bytes(sum: &Sum) -> usize {
    let tables = sum.functions.values().map(|function| match function {
        Function::Times(_) => 0,
        Function::Table(table) => table.len() * 8,
    });
    64 * (1 + sum.functions.len() + sum.truths.len()) + tables.sum::<usize>()
}
