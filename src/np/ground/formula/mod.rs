//! The ground form of constraints: sums of functions of one variable each, and formulas over such sums.
//!
//! All formulas of a program are stored in [`Forms`], and equal ones are stored once. A formula is referred to
//! by its number, a [`Truth`]. Whatever is decided is folded away, and negation is pushed inwards, so that no
//! formula is a negation.
//!
//! * `connectives`: makes formulas by negation, conjunction, disjunction and comparison.
//! * `functions`: defines the value of a nonlinear function by an auxiliary variable and side conditions.
//! * `values`: the range of a sum, and the values of sums and formulas for given values of the variables.

pub(crate) mod connectives;
pub(crate) mod functions;
pub(crate) mod values;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::base::control::{Control, Stop};
use crate::np::meter::Meter;
use crate::np::refusal::Refusal;

/// A variable, as an index into [`Forms::variables`].
pub(crate) type Var = usize;

/// A truth: a formula, as an index into [`Forms::formulas`].
pub(crate) type Truth = usize;

/// The truths that are decided.
pub(crate) const FALSE: Truth = 0;
pub(crate) const TRUE: Truth = 1;

/// The greatest number of values of a variable.
pub(crate) const MAX_DOMAIN: usize = 10_000;

/// A function of one variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Function {
    /// A multiple of the value.
    Times(i64),
    /// The result for each value, in the order of the domain.
    Table(Vec<i64>),
}

/// The sum of a constant, of functions of variables, and of multiples of truths, which count as 0 or 1.
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

/// The formula of a truth.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Formula {
    Decided(bool),
    /// The variable has one of these values, which are sorted.
    In(Var, Vec<i64>),
    /// A sum is in this relation to 0.
    Compare(Relation, Sum),
    And(Vec<Truth>),
    Or(Vec<Truth>),
    /// Equivalence: both hold or neither does.
    Same([Truth; 2]),
    AllDifferent(Vec<Sum>),
}

impl Formula {
    /// The truths and the sums that the formula directly consists of.
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

/// Why a sum or a formula cannot be built.
#[derive(Debug)]
pub(crate) enum BuildError {
    /// A number exceeds 64 bits.
    Number,
    /// A formula is nested too deeply or has too many parts.
    Levels,
    /// A number may have any value between these two, which are too many values for a variable.
    Wide(i64, i64),
    /// A fault whose place is known, or a limit that was reached.
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

/// A variable with its name in messages and the values that it may take, which are sorted.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) domain: Vec<i64>,
}

/// Tasks with known lengths and needs.
#[cfg(feature = "cp")]
#[derive(Clone, Debug)]
pub(crate) struct Tasks {
    /// The start, the length and the need of each task.
    pub(crate) tasks: Vec<(Sum, i64, i64)>,
    pub(crate) capacity: i64,
}

/// All variables and formulas of a program.
#[derive(Debug)]
pub(crate) struct Forms {
    pub(crate) variables: Vec<Variable>,
    pub(crate) formulas: Vec<Formula>,
    /// The depth of each formula.
    pub(crate) levels: Vec<usize>,
    /// The size of each formula including its parts. A shared part counts as often as it occurs.
    pub(crate) sizes: Vec<u64>,
    /// The truth of each formula.
    pub(crate) interned: FxHashMap<Formula, Truth>,
    /// The ranges of choices, about which more is known than their parts tell. The keys are sums without
    /// their constants.
    pub(crate) ranges: FxHashMap<Sum, (i64, i64)>,
    /// The auxiliary variables that nonlinear functions are defined by, for each function and its arguments.
    pub(crate) auxiliaries: FxHashMap<(&'static str, Vec<Sum>), Sum>,
    /// The tasks of each truth that states a constraint on tasks, for an engine with such a constraint.
    #[cfg(feature = "cp")]
    pub(crate) tasks: FxHashMap<Truth, Tasks>,
    /// Conditions that define auxiliary variables and have not been stated as constraints yet.
    pub(crate) side_conditions: Vec<Truth>,
    /// Counts the work against the limits.
    pub(crate) meter: Meter,
}

impl Forms {
    pub(crate) fn new(control: &Control) -> Self {
        let mut forms = Self {
            variables: Vec::new(),
            formulas: Vec::new(),
            levels: Vec::new(),
            sizes: Vec::new(),
            interned: FxHashMap::default(),
            ranges: FxHashMap::default(),
            auxiliaries: FxHashMap::default(),
            #[cfg(feature = "cp")]
            tasks: FxHashMap::default(),
            side_conditions: Vec::new(),
            meter: Meter::new(control),
        };
        for decided in [false, true] {
            forms.formulas.push(Formula::Decided(decided));
            forms.levels.push(1);
            forms.sizes.push(1);
            forms.interned.insert(Formula::Decided(decided), usize::from(decided));
        }
        forms
    }
}

pub(crate) type Built<T> = Result<T, BuildError>;

impl Sum {
    /// The sum that is this constant.
    pub(crate) fn number(constant: i64) -> Self {
        Self { constant, ..Self::default() }
    }

    /// The value of the sum, if it is a constant.
    pub(crate) fn decided(&self) -> Option<i64> {
        (self.functions.is_empty() && self.truths.is_empty()).then_some(self.constant)
    }

    /// The variable, if the sum is a function of exactly one.
    pub(crate) fn only_variable(&self) -> Option<Var> {
        let mut variables = self.functions.keys();
        let first = variables.next()?;
        (variables.next().is_none() && self.truths.is_empty()).then_some(*first)
    }

    /// The approximate size of the sum in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let tables = self.functions.values().map(|function| match function {
            Function::Times(_) => 0,
            Function::Table(table) => table.len() * 8,
        });
        64 * (1 + self.functions.len() + self.truths.len()) + tables.sum::<usize>()
    }

    /// `factor * self`
    pub(crate) fn scaled(&self, factor: i64, forms: &Forms) -> Built<Self> {
        Self::default().plus(self, factor, forms)
    }

    /// `self + factor * other`
    pub(crate) fn plus(mut self, other: &Self, factor: i64, forms: &Forms) -> Built<Self> {
        forms.meter.step(other.bytes())?;
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
                    self.constant =
                        forms.add_table(var, table, self.constant, &mut self.functions)?;
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

    /// Inserts a function, given by its table, into the functions of a sum, and returns the constant of that
    /// sum. A linear function is inserted as a multiple, and its constant part is added to `constant`.
    fn add_table(
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

    /// A function of a variable as a sum.
    pub(crate) fn function(&self, var: Var, table: Vec<i64>) -> Built<Sum> {
        let mut sum = Sum::default();
        sum.constant = self.add_table(var, table, 0, &mut sum.functions)?;
        Ok(sum)
    }

    /// A function of a sum that depends on at most one variable; `None` if it depends on more.
    pub(crate) fn of_one_variable(
        &self,
        sum: &Sum,
        function: impl Fn(i64) -> Option<i64>,
    ) -> Built<Option<Sum>> {
        let function = |number: i64| function(number).ok_or(BuildError::Number);
        if let Some(number) = sum.decided() {
            return Ok(Some(Sum::number(function(number)?)));
        }
        let Some(var) = sum.only_variable() else { return Ok(None) };
        let table = self.domain(var).iter().map(|&x| function(self.value(sum, &|_| x)?));
        self.function(var, table.collect::<Built<_>>()?).map(Some)
    }

    /// A variable as a sum.
    pub(crate) fn variable(&self, var: Var) -> Sum {
        match self.domain(var) {
            [only] => Sum::number(*only),
            _ => Sum { functions: [(var, Function::Times(1))].into(), ..Sum::default() },
        }
    }

    /// The value of a function at a position of the domain.
    pub(crate) fn value_at(&self, var: Var, function: &Function, place: usize) -> i64 {
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
}

impl Relation {
    /// Whether a number is in this relation to 0.
    pub(crate) fn holds(self, value: i64) -> bool {
        match self {
            Self::Equal => value == 0,
            Self::NotEqual => value != 0,
            Self::AtMost => value <= 0,
        }
    }
}
