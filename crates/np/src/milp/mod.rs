//! Lowering: a ground program becomes a mixed-integer program, which `HiGHS` solves or other solvers read.
//!
//! Variables that are decided together form a group, which has a list of the tuples of values that they may
//! take. A group is encoded one-hot: it has a binary column for each tuple (or a single one if there are
//! two tuples), so that a truth about one group is a sum of columns. A variable whose values are needed
//! only in sums and thresholds has one integer column instead. A truth about several groups is stated by
//! rows over classes of the groups' tuples, if these are few, and otherwise part by part, with columns for the
//! parts that need them.

pub(crate) mod affine;
mod classes;
mod constraints;
mod cuts;
mod linear;
mod lowered;
pub(crate) mod one_hot;
mod rows;
pub(crate) mod tables;
pub(crate) mod tabulate;

use std::rc::Rc;

use good_lp::Variable;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ground::formula::{BuildError, Built, FALSE, FormulaId, FormulaStore};
use crate::ground::{Ground, Origin, ground};
use crate::{check::Values, resolve::names::Model, syntax::data::FieldValues};
use crate::{
    milp::affine::Affine, milp::cuts::Cut, milp::lowered::Columns, milp::tables::Tables,
    milp::tabulate::tabulate, refusal::Refusal,
};
use soliter_base::control::Control;
use soliter_base::diagnostic::Diagnostic;
use soliter_solvers::program::Program;

pub use crate::milp::lowered::LoweredProgram;

/// The usual limit on the tuples of a list. Each tuple becomes a column.
pub(crate) const TUPLES: usize = 4000;

/// The ground program and the mixed-integer program of a program with its data.
pub fn prepare<'a>(
    model: &'a Model,
    given: &'a FieldValues,
    control: &'a Control,
) -> Result<(Ground<'a>, LoweredProgram), Refusal> {
    let mut ground = ground(model, given, control)?;
    let lowered = lower(&mut ground, TUPLES)?;
    Ok((ground, lowered))
}

impl Ground<'_> {
    /// The values of the program's variables, given those of the columns; `None` if a column has no integer value.
    pub fn values(&self, lowered: &LoweredProgram, columns: &[f64]) -> Option<Values> {
        let read = lowered.read(columns, self.forms.variables.len())?;
        Some(self.named_values(&read))
    }
}

/// Lowers a ground program. Lists of tuples have at most `limit` tuples. A program is refused if a number is
/// larger than the solver can represent exactly, or a formula too large.
pub fn lower(ground: &mut Ground<'_>, limit: usize) -> Result<LoweredProgram, Refusal> {
    let (variables, constraints) = ground.size();
    let size = || format!("np: {variables} variables, {constraints} constraints");
    ground.forms.meter.report_progress(size);
    let truths = ground.constraints.iter().map(|(_, truth)| *truth);
    let objective = ground.objective.as_ref().map(|(_, sum, _)| sum);
    let tables = tabulate(&ground.forms, truths, objective, limit)?;
    let mut lowering = Lowering {
        ground,
        tables,
        program: Program::default(),
        handles: Vec::new(),
        greatest: Vec::new(),
        columns: Vec::new(),
        indicators: FxHashMap::default(),
        half_reified: FxHashMap::default(),
        supports: FxHashMap::default(),
        stated: FxHashMap::default(),
        cuts: FxHashMap::default(),
        rows: FxHashSet::default(),
        names: FxHashMap::default(),
        constant: 0,
        origin: 0,
    };
    lowering.make_columns()?;
    lowering.state_groups()?;
    lowering.state_constraints()?;
    lowering.state_objective()?;
    let maximised = matches!(lowering.ground.objective, Some((true, ..)));
    let Lowering { program, tables, columns, constant, .. } = lowering;
    Ok(LoweredProgram { program, tables, columns, constant, maximised })
}

struct Lowering<'g, 'm> {
    ground: &'g mut Ground<'m>,
    tables: Tables,
    program: Program,
    /// The columns of the program. Elsewhere in this folder a column is an index into this list.
    handles: Vec<Variable>,
    /// The greatest value of each column.
    greatest: Vec<usize>,
    columns: Vec<Columns>,
    /// For each truth that has been reified, a sum that is 1 if it holds and 0 if not.
    indicators: FxHashMap<FormulaId, Affine>,
    /// For each truth that has been half-reified, a sum that is 1 only if the truth holds.
    half_reified: FxHashMap<FormulaId, Affine>,
    /// The groups that each truth depends on.
    supports: FxHashMap<FormulaId, Rc<[usize]>>,
    /// The truths that have been stated by classes or by parts, by the groups that they depend on.
    stated: FxHashMap<Rc<[usize]>, Vec<FormulaId>>,
    /// The rows for each pattern; `None` if computing them is too much work.
    cuts: FxHashMap<Pattern, Option<Rc<Vec<Cut>>>>,
    /// The rows of the program: terms, bound, and whether the row is an equality.
    rows: FxHashSet<(Terms, i64, bool)>,
    /// The number of times that each name of a row has been used.
    names: FxHashMap<String, usize>,
    constant: i64,
    /// The number of the constraint that is being stated.
    origin: usize,
}

/// The combinations of classes that are to be kept, and those to be excluded.
type Pattern = (Vec<Vec<i64>>, Vec<Vec<i64>>);

type Stated<T = ()> = Result<T, Refusal>;

type Terms = Vec<(usize, i64)>;

impl Lowering<'_, '_> {
    fn forms(&self) -> &FormulaStore {
        &self.ground.forms
    }

    /// The origin of the constraint that is being stated, or of the objective after all constraints.
    fn origin(&self) -> Option<&Origin> {
        let constraint = self.ground.constraints.get(self.origin).map(|(origin, _)| origin);
        constraint.or_else(|| self.ground.objective.as_ref().map(|(_, _, origin)| origin))
    }

    fn form<T>(&mut self, build: impl FnOnce(&mut FormulaStore) -> Built<T>) -> Stated<T> {
        let built = build(&mut self.ground.forms);
        self.built(built)
    }

    /// A sum or formula that was built, or the error that prevents it.
    fn built<T>(&self, result: Built<T>) -> Stated<T> {
        result.map_err(|fault| {
            let message = match fault {
                BuildError::Number => "a number passes 64 bits while this is lowered",
                BuildError::Levels => "the condition is too large to be lowered",
                BuildError::Wide(..) | BuildError::Kind => {
                    "a number has too many values to be lowered"
                }
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

    fn step(&self, bytes: usize) -> Stated {
        Ok(self.forms().meter.step(bytes)?)
    }

    /// States that each group takes exactly one of its tuples; a group without tuples has no solution.
    fn state_groups(&mut self) -> Stated {
        for number in 0..self.tables.groups.len() {
            let group = &self.tables.groups[number];
            let (first, is_empty) = (group.satisfies.first().copied(), group.is_empty());
            if let Columns::OneHot(list) = &self.columns[number] {
                let terms: Terms = list.iter().map(|&column| (column, 1)).collect();
                let name = if let Some(constraint) = first {
                    self.origin = constraint;
                    self.row_name()
                } else {
                    self.forms().variables[group.variables[0]].name.clone()
                };
                self.add_row(name, &terms, 1, true)?;
            } else if let (true, Some(constraint)) = (is_empty, first) {
                self.origin = constraint;
                self.state(FALSE)?;
            }
        }
        Ok(())
    }

    /// States the constraints that the groups do not satisfy by themselves.
    fn state_constraints(&mut self) -> Stated {
        // Constraints on few groups come first, so that the rows of the others can take them into account.
        let mut pending = std::mem::take(&mut self.tables.pending);
        for &(_, truth) in &pending {
            self.support(truth)?;
        }
        pending.sort_by_key(|(_, truth)| self.supports.get(truth).map_or(0, |groups| groups.len()));
        for (number, truth) in pending {
            self.step(256)?;
            self.origin = number;
            self.state(truth)?;
        }
        Ok(())
    }

    fn state_objective(&mut self) -> Stated {
        self.origin = usize::MAX;
        let Some((maximise, sum, _)) = self.ground.objective.clone() else { return Ok(()) };
        let mut affine = self.sum(&sum)?;
        if maximise {
            affine = affine.negated();
        }
        self.check_objective(&sum)?;
        self.constant = affine.constant;
        let terms = affine.terms.iter().map(|(&column, &times)| (column, times));
        let objective = self.expression(terms);
        self.program.minimise(objective);
        Ok(())
    }

    /// The groups that a truth depends on, sorted.
    fn support(&mut self, truth: FormulaId) -> Stated<Rc<[usize]>> {
        if let Some(known) = self.supports.get(&truth) {
            return Ok(Rc::clone(known));
        }
        let support: Rc<[usize]> = self.tables.support(self.forms(), truth)?.into();
        self.supports.insert(truth, Rc::clone(&support));
        Ok(support)
    }

    /// The group of a truth that depends on one group only, if that group is encoded one-hot.
    fn only_group(&mut self, truth: FormulaId) -> Stated<Option<usize>> {
        Ok(match *self.support(truth)? {
            [group] if !self.tables.groups[group].is_whole => Some(group),
            _ => None,
        })
    }
}
