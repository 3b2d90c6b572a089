//! The ground form of constraints: sums of functions of one variable each, and formulas over such sums.
//!
//! All formulas of a program are stored in [`FormulaStore`], and equal formulas are stored once. A formula is
//! referred to by its index, a [`FormulaId`]. Constants are folded, and negation is pushed inwards, so that no
//! formula is a negation.

pub(crate) mod connectives;
pub(crate) mod functions;
pub(crate) mod sum;
pub(crate) mod tuples;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::{meter::Meter, refusal::Refusal};
use soliter_base::control::{Control, Stop};

/// A variable, as an index into [`FormulaStore::variables`].
pub(crate) type Var = usize;

/// A truth: a formula, as an index into [`FormulaStore::formulas`].
pub(crate) type FormulaId = usize;

pub(crate) const FALSE: FormulaId = 0;
pub(crate) const TRUE: FormulaId = 1;

/// A variable with more values than this has no list of them, only the first and the last.
pub(crate) const MAX_LISTED: usize = 10_000;

/// The maximum number of values of a variable.
pub(crate) const MAX_VALUES: i64 = 100_000_000;

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
    pub(crate) truths: BTreeMap<FormulaId, i64>,
}

/// How a sum compares with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Relation {
    Equal,
    NotEqual,
    AtMost,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Formula {
    Decided(bool),
    /// The variable has one of these values, which are sorted.
    In(Var, Vec<i64>),
    Compare(Relation, Sum),
    And(Vec<FormulaId>),
    Or(Vec<FormulaId>),
    /// Equivalence: both hold or neither does.
    Same([FormulaId; 2]),
    AllDifferent(Vec<Sum>),
}

impl Formula {
    /// The truths and the sums that the formula directly consists of.
    pub(crate) fn parts(&self) -> (&[FormulaId], &[Sum]) {
        match self {
            Self::Decided(_) | Self::In(..) => (&[], &[]),
            Self::Compare(_, sum) => (&[], std::slice::from_ref(sum)),
            Self::And(list) | Self::Or(list) => (list, &[]),
            Self::Same(pair) => (pair, &[]),
            Self::AllDifferent(sums) => (&[], sums),
        }
    }
}

#[derive(Debug)]
pub(crate) enum BuildError {
    /// A number exceeds 64 bits.
    Number,
    /// A formula is nested too deeply or has too many parts.
    Levels,
    /// A number may have any value between these two, which is a larger domain than a variable may have.
    Wide(i64, i64),
    /// A value of another kind, which resolution has excluded.
    Kind,
    /// An error whose place is known, or a limit that was reached.
    Refused(Refusal),
}

pub(crate) type Built<T> = Result<T, BuildError>;

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

/// A variable with its name in messages.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) domain: Domain,
}

/// The values that a variable may take.
#[derive(Clone, Debug)]
pub(crate) enum Domain {
    /// These, which are sorted.
    Listed(Vec<i64>),
    /// All integers from the first to the last, too many for a list. Sums have multiples of such a variable, but no
    /// other functions of it, and no test for its values.
    Interval(i64, i64),
}

impl Domain {
    /// All integers in a range that has at most [`MAX_VALUES`].
    pub(crate) fn range(first: i64, last: i64) -> Self {
        if last - first < MAX_LISTED as i64 {
            Self::Listed((first..=last).collect())
        } else {
            Self::Interval(first, last)
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Listed(values) => values.len(),
            Self::Interval(first, last) => (last - first) as usize + 1,
        }
    }

    /// The value at a place, counted from 0.
    #[cfg(feature = "sat")]
    pub(crate) fn at(&self, place: usize) -> Option<i64> {
        match self {
            Self::Listed(values) => values.get(place).copied(),
            Self::Interval(first, last) => {
                first.checked_add_unsigned(place as u64).filter(|value| value <= last)
            }
        }
    }

    /// The place of a value.
    #[cfg(feature = "sat")]
    pub(crate) fn place(&self, value: i64) -> Option<usize> {
        match self {
            Self::Listed(values) => values.binary_search(&value).ok(),
            Self::Interval(first, last) => {
                (*first..=*last).contains(&value).then(|| (value - first) as usize)
            }
        }
    }

    /// The least and the greatest value; `None` if there is none.
    pub(crate) fn ends(&self) -> Option<(i64, i64)> {
        match self {
            Self::Listed(values) => values.first().copied().zip(values.last().copied()),
            Self::Interval(first, last) => Some((*first, *last)),
        }
    }
}

#[derive(Debug)]
pub(crate) struct FormulaStore {
    pub(crate) variables: Vec<Variable>,
    pub(crate) formulas: Vec<Formula>,
    pub(crate) levels: Vec<usize>,
    /// The size of each formula including its parts. A shared part counts as often as it occurs.
    pub(crate) sizes: Vec<u64>,
    pub(crate) interned: FxHashMap<Formula, FormulaId>,
    /// The ranges of choices that are tighter than their parts imply, by sums without constants.
    pub(crate) ranges: FxHashMap<Sum, (i64, i64)>,
    /// The auxiliary variables that define nonlinear functions, by function and arguments.
    pub(crate) auxiliaries: FxHashMap<(&'static str, Vec<Sum>), Sum>,
    /// Conditions that define auxiliary variables and have not been stated as constraints yet.
    pub(crate) side_conditions: Vec<FormulaId>,
    pub(crate) meter: Meter,
}

impl FormulaStore {
    pub(crate) fn new(control: &Control) -> Self {
        let mut forms = Self {
            variables: Vec::new(),
            formulas: Vec::new(),
            levels: Vec::new(),
            sizes: Vec::new(),
            interned: FxHashMap::default(),
            ranges: FxHashMap::default(),
            auxiliaries: FxHashMap::default(),
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

    pub(crate) fn formula(&self, truth: FormulaId) -> &Formula {
        &self.formulas[truth]
    }

    /// The values of a variable if they are listed, otherwise nothing.
    pub(crate) fn domain(&self, var: Var) -> &[i64] {
        match &self.variables[var].domain {
            Domain::Listed(values) => values,
            Domain::Interval(..) => &[],
        }
    }

    pub(crate) fn is_interval(&self, var: Var) -> bool {
        matches!(self.variables[var].domain, Domain::Interval(..))
    }

    /// The number of values of a variable.
    pub(crate) fn width(&self, var: Var) -> usize {
        self.variables[var].domain.len()
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
    pub(crate) fn holds(self, value: i64) -> bool {
        match self {
            Self::Equal => value == 0,
            Self::NotEqual => value != 0,
            Self::AtMost => value <= 0,
        }
    }
}
