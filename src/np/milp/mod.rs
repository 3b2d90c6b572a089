//! Lowering: a ground program becomes a mixed-integer program, with columns and rows for `HiGHS`.
//!
//! Variables that are decided together are a group with a list of tuples of values. A group has a column
//! of 0 and 1 for each of its tuples (one column where there are two), so that a truth about one group is
//! a sum of columns. A truth about several groups is stated by the facets of the convex hull of what it
//! allows where these are few, and else by rows with a column for each part that needs one.
//!
//! * `tables`: the groups, and what is left to be stated of them.
//! * `propagation`: bounds propagation, before any group is joined with another.
//! * `one_hot`: which variables need a column for each value; the others get one whole column.
//! * `tabulate`: equalities over few variables become lists of tuples.
//! * `columns`: makes the columns and names them.
//! * `affine` and `linear`: sums of columns, and what sums and tests of the program are in columns.
//! * `constraints`: rows for each kind of truth.
//! * `hull` and `facets`: the convex hull of points, and truths stated by its facets.
//! * `report`: what each clause became.

pub(crate) mod affine;
mod columns;
mod constraints;
mod facets;
pub(crate) mod hull;
mod linear;
pub(crate) mod one_hot;
pub(crate) mod propagation;
mod report;
pub(crate) mod tables;
pub(crate) mod tabulate;

use std::fmt::Write as _;
use std::rc::Rc;

use good_lp::{Expression, Variable, constraint};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::control::Control;
use crate::base::diagnostic::Diagnostic;
use crate::highs::back_end;
use crate::highs::program::Program;
use crate::np::ground::formula::{BuildError, Built, FALSE, Forms, Truth, Var};
use crate::np::ground::statements::Hint;
use crate::np::ground::{Ground, Origin};
use crate::np::milp::affine::Affine;
use crate::np::milp::hull::Facet;
use crate::np::milp::report::Report;
use crate::np::milp::tables::Tables;
use crate::np::milp::tabulate::tabulate;
use crate::np::refusal::Refusal;

/// `HiGHS` takes values for whole that are so within 1e-6: a coefficient of a million would let a
/// row be wrong by one. Several columns can still do so together. That makes no answer wrong: a program
/// within tolerances allows all that the exact one does, so that what is infeasible or a bound stays so, and
/// values are put back into the source, which refuses those that only the tolerances allow.
const MAX_COEFFICIENT: i64 = 500_000;

/// The columns of a group.
#[derive(Clone, Debug)]
enum Columns {
    /// One tuple is left, or none: there is nothing to decide.
    None,
    /// The second tuple if 1, the first if 0.
    Two(usize),
    /// One of each.
    OneHot(Vec<usize>),
    /// The place of the value.
    Whole(usize),
}

/// A mixed-integer program and how to read its values.
pub struct LoweredProgram {
    /// Columns and rows.
    pub program: Program,
    pub(super) tables: Tables,
    columns: Vec<Columns>,
    /// What is constant in the objective: the program minimises the rest.
    pub constant: i64,
    /// Whether what is minimised is the negative of what the source maximises.
    pub maximised: bool,
}

/// Lowers a ground program; lists of tuples are at most `limit` long.
///
/// # Errors
/// Numbers that the solver cannot tell apart, a form that is too large, or a limit.
pub fn lower(
    ground: &mut Ground<'_>,
    limit: usize,
    control: &Control,
) -> Result<LoweredProgram, Refusal> {
    let truths = ground.constraints.iter().map(|(_, truth)| *truth);
    let objective = ground.objective.as_ref().map(|(_, sum, _)| sum);
    let tables = tabulate(&ground.forms, truths, objective, limit)?;
    for note in &tables.notes {
        control.say(|| format!("np: {note}"));
    }
    let mut lowering = Lowering {
        ground,
        tables,
        program: Program::default(),
        handles: Vec::new(),
        columns: Vec::new(),
        indicators: FxHashMap::default(),
        half_reified: FxHashMap::default(),
        supports: FxHashMap::default(),
        stated: FxHashMap::default(),
        hulls: FxHashMap::default(),
        rows: FxHashSet::default(),
        names: FxHashMap::default(),
        lines: FxHashMap::default(),
        constant: 0,
        origin: 0,
        way: "",
        report: Report::default(),
    };
    lowering.make_columns()?;
    lowering.state_all()?;
    for line in lowering.report.lines(lowering.ground) {
        control.say(|| line);
    }
    let maximised = matches!(lowering.ground.objective, Some((true, ..)));
    let Lowering { program, tables, columns, constant, .. } = lowering;
    Ok(LoweredProgram { program, tables, columns, constant, maximised })
}

impl LoweredProgram {
    /// Values of columns where hints say those of all variables of a group.
    pub(super) fn start(&self, hints: &[Hint]) -> Vec<(usize, f64)> {
        let mut wanted: FxHashMap<Var, i64> = FxHashMap::default();
        for hint in hints {
            if let Hint::Value(var, value) = hint {
                wanted.insert(*var, *value);
            }
        }
        let mut start = Vec::new();
        for (group, columns) in self.tables.groups.iter().zip(&self.columns) {
            let values: Option<Vec<i64>> =
                group.variables.iter().map(|var| wanted.get(var).copied()).collect();
            let place = values.and_then(|values| group.tuples.iter().position(|t| *t == values));
            let Some(place) = place else { continue };
            match columns {
                Columns::None => {}
                Columns::Two(column) | Columns::Whole(column) => {
                    start.push((*column, place as f64));
                }
                Columns::OneHot(list) => {
                    let chosen = |(n, &column)| (column, f64::from(u8::from(n == place)));
                    start.extend(list.iter().enumerate().map(chosen));
                }
            }
        }
        start
    }

    /// The values of the variables that values of the columns say; `None` if they are not whole.
    pub(super) fn read(&self, values: &[f64], variables: usize) -> Option<Vec<i64>> {
        let mut found = vec![0; variables];
        for (group, columns) in self.tables.groups.iter().zip(&self.columns) {
            let place = match columns {
                Columns::None => 0,
                Columns::Two(column) => usize::from(back_end::binary(*values.get(*column)?)?),
                Columns::OneHot(list) => {
                    let set = list.iter().map(|&column| back_end::binary(*values.get(column)?));
                    let set: Vec<bool> = set.collect::<Option<_>>()?;
                    set.iter().position(|&chosen| chosen)?
                }
                Columns::Whole(column) => {
                    let value = *values.get(*column)?;
                    let near = value.round();
                    ((value - near).abs() <= 1e-4 && near >= 0.0).then_some(near as usize)?
                }
            };
            let tuple = group.tuples.get(place)?;
            for (&var, &value) in group.variables.iter().zip(tuple) {
                found[var] = value;
            }
        }
        Some(found)
    }
}

struct Lowering<'g, 'm> {
    ground: &'g mut Ground<'m>,
    tables: Tables,
    program: Program,
    handles: Vec<Variable>,
    columns: Vec<Columns>,
    indicators: FxHashMap<Truth, Affine>,
    /// Sums that are 1 only if the truth holds.
    half_reified: FxHashMap<Truth, Affine>,
    supports: FxHashMap<Truth, Rc<[usize]>>,
    /// Truths that are stated, by their groups.
    stated: FxHashMap<Rc<[usize]>, Vec<Truth>>,
    hulls: FxHashMap<Pattern, Option<Rc<Vec<Facet>>>>,
    /// Rows there are: terms, bound, whether an equality.
    rows: FxHashSet<(Terms, i64, bool)>,
    names: FxHashMap<String, usize>,
    /// Lines of the source by the places of clauses.
    lines: FxHashMap<usize, usize>,
    /// What is constant in the objective.
    constant: i64,
    /// The constraint that is being stated.
    origin: usize,
    /// What it becomes.
    way: &'static str,
    report: Report,
}

/// The number of classes of each group, and which combinations are allowed.
type Pattern = (Vec<usize>, Vec<bool>);

type Stated<T = ()> = Result<T, Refusal>;

/// Columns, each with its coefficient.
type Terms = Vec<(usize, i64)>;

impl Lowering<'_, '_> {
    fn forms(&self) -> &Forms {
        &self.ground.forms
    }

    /// Where what is being stated comes from: a constraint, or after them the objective.
    fn origin(&self) -> Option<&Origin> {
        let constraint = self.ground.constraints.get(self.origin).map(|(origin, _)| origin);
        constraint.or_else(|| self.ground.objective.as_ref().map(|(_, _, origin)| origin))
    }

    /// What a builder of forms gives.
    fn form<T>(&mut self, build: impl FnOnce(&mut Forms) -> Built<T>) -> Stated<T> {
        let built = build(&mut self.ground.forms);
        self.built(built)
    }

    fn built<T>(&self, result: Built<T>) -> Stated<T> {
        result.map_err(|fault| {
            let message = match fault {
                BuildError::Number => "a number passes 64 bits while this is lowered",
                BuildError::Levels => "the condition is too large to be lowered",
                BuildError::Wide(..) => "a number has too many values to be lowered",
                BuildError::Refused(refusal) => return refusal,
            };
            self.fault(message, "split it into several clauses")
        })
    }

    fn fault(&self, message: &str, help: &str) -> Refusal {
        let (title, span) = self.origin().map_or((String::new(), 0..0), |o| {
            (format!(" (in {})", self.ground.title(o)), o.span.clone())
        });
        let fault = Diagnostic::new(&self.ground.model.source, span, format!("{message}{title}"));
        fault.help(help).into()
    }

    /// Counts work of so many bytes, and looks at the limits now and then.
    fn step(&self, bytes: usize) -> Stated {
        Ok(self.forms().meter.step(bytes)?)
    }

    fn state_all(&mut self) -> Stated {
        for group in 0..self.tables.groups.len() {
            let place = self.tables.groups[group].satisfies.first().copied();
            let tuples = self.tables.groups[group].tuples.len();
            let one_hot = match &self.columns[group] {
                Columns::OneHot(list) => Some(list.clone()),
                _ => None,
            };
            if let Some(list) = one_hot {
                let name = if let Some(number) = place {
                    self.origin = number;
                    self.row_name()
                } else {
                    let var = self.tables.groups[group].variables[0];
                    self.forms().variables[var].name.clone()
                };
                let terms: Terms = list.into_iter().map(|column| (column, 1)).collect();
                self.put(name, &terms, 1, true)?;
            } else if let (0, Some(number)) = (tuples, place) {
                self.origin = number;
                self.state(FALSE)?;
            }
        }
        // What speaks of few groups first: the hulls of the others take it into account.
        let mut left = std::mem::take(&mut self.tables.left);
        for &(_, truth) in &left {
            self.support(truth)?;
        }
        left.sort_by_key(|(_, truth)| self.supports.get(truth).map_or(0, |groups| groups.len()));
        for &(number, way) in &self.tables.done {
            self.report.note(number, way, (0, 0));
        }
        for (number, truth) in left {
            self.step(256)?;
            self.origin = number;
            self.way = "rows";
            let (rows, columns) = self.program.size();
            self.state(truth)?;
            let after = self.program.size();
            self.report.note(number, self.way, (after.0 - rows, after.1 - columns));
        }
        self.origin = usize::MAX;
        if let Some((maximise, sum, _)) = self.ground.objective.clone() {
            let mut affine = self.sum(&sum)?;
            if maximise {
                affine = Affine::default().plus(&affine, -1);
            }
            self.check_size(affine.terms.values().copied())?;
            self.constant = affine.constant;
            let mut objective = Expression::with_capacity(affine.terms.len());
            for (&column, &times) in &affine.terms {
                objective.add_mul(times as f64, self.handles[column]);
            }
            self.program.minimise(objective);
        }
        Ok(())
    }

    fn support(&mut self, truth: Truth) -> Stated<Rc<[usize]>> {
        if let Some(known) = self.supports.get(&truth) {
            return Ok(Rc::clone(known));
        }
        let support: Rc<[usize]> = self.tables.support(self.forms(), truth)?.into();
        self.supports.insert(truth, Rc::clone(&support));
        Ok(support)
    }

    /// The group of a truth about one group that has a column for each tuple.
    fn only_group(&mut self, truth: Truth) -> Stated<Option<usize>> {
        Ok(match *self.support(truth)? {
            [group] if !self.tables.groups[group].is_whole => Some(group),
            _ => None,
        })
    }

    fn row_name(&mut self) -> String {
        let Some(origin) = self.origin() else { return format!("Row[{}]", self.rows.len()) };
        let clause = self.ground.model.clause_name(origin.place);
        let key = origin.key.map(|key| key.to_string());
        let bound = origin.bound.iter().map(|(name, value)| format!("{name}={value}"));
        let at = origin.span.start;
        let line = self.lines.get(&at).copied().unwrap_or_else(|| self.ground.line(origin));
        let noted = line;
        let line = format!("line={line}");
        let inner: Vec<String> = key.into_iter().chain(bound).chain([line]).collect();
        let mut name = format!("{clause}[{}", inner.join(","));
        self.lines.insert(at, noted);
        let number = self.names.entry(name.clone()).or_default();
        *number += 1;
        if *number > 1 {
            let _ = write!(name, ",{number}");
        }
        name.push(']');
        name
    }

    fn check_size(&self, mut coefficients: impl Iterator<Item = i64>) -> Stated {
        match coefficients.find(|times| times.saturating_abs() > MAX_COEFFICIENT) {
            None => Ok(()),
            Some(large) => {
                let message = format!("a coefficient of {large} is more than HiGHS can tell apart");
                Err(self.fault(&message, "HiGHS is exact to 1e-6; keep numbers below 500000"))
            }
        }
    }

    /// `affine <= 0`, or `= 0`.
    fn row(&mut self, affine: &Affine, is_equality: bool) -> Stated {
        self.step(128 * affine.terms.len())?;
        let (terms, bound) = affine.normal(is_equality);
        self.check_size(terms.iter().map(|&(_, times)| times).chain([bound]))?;
        if terms.is_empty() && (if is_equality { bound == 0 } else { bound >= 0 }) {
            return Ok(());
        }
        if self.rows.insert((terms.clone(), bound, is_equality)) {
            let name = self.row_name();
            self.put(name, &terms, bound, is_equality)?;
        }
        Ok(())
    }

    fn put(
        &mut self,
        name: String,
        terms: &[(usize, i64)],
        bound: i64,
        is_equality: bool,
    ) -> Stated {
        self.step(256 + 64 * terms.len())?;
        let mut sum = Expression::with_capacity(terms.len());
        for &(column, times) in terms {
            sum.add_mul(times as f64, self.handles[column]);
        }
        let bound = bound as f64;
        let row = if is_equality { constraint!(sum == bound) } else { constraint!(sum <= bound) };
        self.program.row(name, row);
        Ok(())
    }
}
