//! Lowering: blocks become columns, truths become rows.
//!
//! A block of tuples has a column for each (one for two), a truth about one block is a sum of
//! them. A truth about several blocks is stated by the facets of the convex hull of what it allows
//! where that is small, and else by rows with a column for each part that needs one.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::rc::Rc;

use good_lp::{Expression, Variable, constraint};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::control::{Control, Stop};
use crate::diagnostic::Diagnostic;
use crate::milp::back_end;
use crate::milp::program::Program;
use crate::np::affine::Affine;
use crate::np::formula::{Forms, Formula, Function, Relation, Sum, TooLarge, Truth, Var};
use crate::np::ground::{Ground, Origin};
use crate::np::hull::{self, Facet};
use crate::np::tabulate::{Tables, tabulate};

/// Tuples of one list, unless another limit is given.
pub const TUPLES: usize = 4000;

/// `HiGHS` takes values for whole that are so within 1e-6: a coefficient of a million would let a
/// row be wrong by one.
const MAX_COEFFICIENT: i64 = 500_000;

/// A hull is looked for if it has at most so many points, classes in a block, and facets.
const MAX_POINTS: usize = 64;
const MAX_CLASSES: usize = 8;
const MAX_FACETS: usize = 24;

/// Columns of a block.
#[derive(Clone, Debug)]
enum Columns {
    /// One tuple is left, or none.
    None,
    /// The second tuple if 1, the first if 0.
    Two(usize),
    /// One of each.
    OneHot(Vec<usize>),
    /// The place of the value.
    Whole(usize),
}

/// Why a program cannot be lowered.
#[derive(Debug)]
pub enum Unlowered {
    /// Numbers that the solver cannot tell apart, or too large a form.
    Fault(Box<Diagnostic>),
    /// A limit.
    Stopped(Stop),
}

/// A mixed-integer program and how to read its values.
pub struct Lowered {
    /// Columns and rows.
    pub program: Program,
    pub(super) tables: Tables,
    columns: Vec<Columns>,
    /// What is constant in the objective: the program minimises the rest.
    pub(super) constant: i64,
}

/// Lowers a ground program; lists of tuples are at most `limit` long.
///
/// # Errors
/// See [`Unlowered`].
pub fn lower(
    ground: &mut Ground<'_>,
    limit: usize,
    control: &Control,
) -> Result<Lowered, Unlowered> {
    let truths = ground.constraints.iter().map(|(_, truth)| *truth);
    let objective = ground.objective.as_ref().map(|(_, sum, _)| sum);
    let tables =
        tabulate(&ground.forms, truths, objective, limit, control).map_err(Unlowered::Stopped)?;
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
        supports: FxHashMap::default(),
        stated: FxHashMap::default(),
        hulls: FxHashMap::default(),
        rows: FxHashSet::default(),
        names: FxHashMap::default(),
        lines: FxHashMap::default(),
        constant: 0,
        origin: 0,
    };
    lowering.make_columns();
    lowering.state_all(control)?;
    let Lowering { program, tables, columns, constant, .. } = lowering;
    Ok(Lowered { program, tables, columns, constant })
}

impl Lowered {
    /// The values of the variables that values of the columns say; `None` if they are not whole.
    pub(super) fn read(&self, values: &[f64], variables: usize) -> Option<Vec<i64>> {
        let mut found = vec![0; variables];
        for (block, columns) in self.tables.blocks.iter().zip(&self.columns) {
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
            let tuple = block.tuples.get(place)?;
            for (&var, &value) in block.variables.iter().zip(tuple) {
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
    supports: FxHashMap<Truth, Rc<[usize]>>,
    /// Truths that are stated, by their blocks.
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
}

type Stated<T = ()> = Result<T, Unlowered>;

/// Columns, each with its coefficient.
type Terms = Vec<(usize, i64)>;

/// The number of classes of each block, and which combinations are allowed.
type Pattern = (Vec<usize>, Vec<bool>);

impl Lowering<'_, '_> {
    fn forms(&self) -> &Forms {
        &self.ground.forms
    }

    /// Where what is being stated comes from: a constraint, or after them the objective.
    fn origin(&self) -> Option<&Origin> {
        let constraint = self.ground.constraints.get(self.origin).map(|(origin, _)| origin);
        constraint.or_else(|| self.ground.objective.as_ref().map(|(_, _, origin)| origin))
    }

    fn built<T>(&self, result: Result<T, TooLarge>) -> Stated<T> {
        result.map_err(|fault| {
            let message = match fault {
                TooLarge::Number => "a number passes 64 bits while this is lowered",
                TooLarge::Levels => "the condition is too large to be lowered",
            };
            self.fault(message, "split it into several clauses")
        })
    }

    fn fault(&self, message: &str, help: &str) -> Unlowered {
        let (title, span) = self.origin().map_or((String::new(), 0..0), |o| {
            (format!(" (in {})", self.ground.title(o)), o.span.clone())
        });
        let fault = Diagnostic::new(&self.ground.model.source, span, format!("{message}{title}"));
        Unlowered::Fault(Box::new(fault.help(help)))
    }

    fn column(&mut self, name: String, most: usize) -> usize {
        let handle =
            if most == 1 { self.program.binary(name) } else { self.program.whole(name, most) };
        self.handles.push(handle);
        self.handles.len() - 1
    }

    fn make_columns(&mut self) {
        for number in 0..self.tables.blocks.len() {
            let block = &self.tables.blocks[number];
            let names: Vec<String> =
                block.variables.iter().map(|&v| self.forms().variables[v].name.clone()).collect();
            let tuples = block.tuples.clone();
            let columns = match tuples.len() {
                0 | 1 => Columns::None,
                2 => {
                    let name = match (names.as_slice(), tuples[0].as_slice(), tuples[1].as_slice())
                    {
                        ([name], [0], [1]) => name.clone(),
                        _ => tuple_name(&names, &tuples[1]),
                    };
                    Columns::Two(self.column(name, 1))
                }
                many if block.is_whole => {
                    let start = tuples[0][0];
                    let step = tuples[1][0] - start;
                    let name = match (start, step) {
                        (0, 1) => names[0].clone(),
                        _ => format!("{}[from={start},by={step}]", names[0]),
                    };
                    Columns::Whole(self.column(name, many - 1))
                }
                _ => {
                    let name = |tuple: &Vec<i64>| tuple_name(&names, tuple);
                    let names: Vec<String> = tuples.iter().map(name).collect();
                    Columns::OneHot(names.into_iter().map(|name| self.column(name, 1)).collect())
                }
            };
            self.columns.push(columns);
        }
    }

    fn state_all(&mut self, control: &Control) -> Stated {
        for block in 0..self.tables.blocks.len() {
            let place = self.tables.blocks[block].satisfies.first().copied();
            let tuples = self.tables.blocks[block].tuples.len();
            let one_hot = match &self.columns[block] {
                Columns::OneHot(list) => Some(list.clone()),
                _ => None,
            };
            if let Some(list) = one_hot {
                let name = if let Some(number) = place {
                    self.origin = number;
                    self.row_name()
                } else {
                    let var = self.tables.blocks[block].variables[0];
                    self.forms().variables[var].name.clone()
                };
                let terms: Terms = list.into_iter().map(|column| (column, 1)).collect();
                self.put(name, &terms, 1, true);
            } else if let (0, Some(number)) = (tuples, place) {
                self.origin = number;
                self.state(crate::np::formula::FALSE)?;
            }
        }
        // What speaks of few blocks first: the hulls of the others take it into account.
        let mut left = std::mem::take(&mut self.tables.left);
        left.sort_by_key(|&(_, truth)| self.support(truth).len());
        for (done, (number, truth)) in left.into_iter().enumerate() {
            if done % 64 == 0 {
                let bytes = self.ground.forms.bytes + 200 * self.rows.len() as u64;
                control.check().map_err(Unlowered::Stopped)?;
                control.check_memory(bytes).map_err(Unlowered::Stopped)?;
            }
            self.origin = number;
            self.state(truth)?;
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

    fn support(&mut self, truth: Truth) -> Rc<[usize]> {
        if let Some(known) = self.supports.get(&truth) {
            return Rc::clone(known);
        }
        let support: Rc<[usize]> = self.tables.support(self.forms(), truth).into();
        self.supports.insert(truth, Rc::clone(&support));
        support
    }

    /// The block of a truth about one block that has a column for each tuple.
    fn only_block(&mut self, truth: Truth) -> Option<usize> {
        match *self.support(truth) {
            [block] if !self.tables.blocks[block].is_whole => Some(block),
            _ => None,
        }
    }

    fn row_name(&mut self) -> String {
        let Some(origin) = self.origin() else { return format!("Row[{}]", self.rows.len()) };
        let block = &self.ground.model.block(origin.place.0).name.text;
        let con = &self.ground.model.member(origin.place).name.text;
        let key = origin.key.map(|key| key.to_string());
        let bound = origin.bound.iter().map(|(name, value)| format!("{name}={value}"));
        let at = origin.span.start;
        let line = self.lines.get(&at).copied().unwrap_or_else(|| self.ground.line(origin));
        let noted = line;
        let line = format!("line={line}");
        let inner: Vec<String> = key.into_iter().chain(bound).chain([line]).collect();
        let mut name = format!("{block}.{con}[{}", inner.join(","));
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
        let (terms, bound) = affine.normal(is_equality);
        self.check_size(terms.iter().map(|&(_, times)| times).chain([bound]))?;
        if terms.is_empty() && (if is_equality { bound == 0 } else { bound >= 0 }) {
            return Ok(());
        }
        if self.rows.insert((terms.clone(), bound, is_equality)) {
            let name = self.row_name();
            self.put(name, &terms, bound, is_equality);
        }
        Ok(())
    }

    fn put(&mut self, name: String, terms: &[(usize, i64)], bound: i64, is_equality: bool) {
        let mut sum = Expression::with_capacity(terms.len());
        for &(column, times) in terms {
            sum.add_mul(times as f64, self.handles[column]);
        }
        let bound = bound as f64;
        let row = if is_equality { constraint!(sum == bound) } else { constraint!(sum <= bound) };
        self.program.row(name, row);
    }

    /// The sum that takes these values on the tuples of a block.
    fn on_block(&self, block: usize, values: &[i64]) -> Affine {
        match (&self.columns[block], values) {
            (Columns::Two(column), [first, second]) => {
                Affine::number(*first).with(*column, second.saturating_sub(*first))
            }
            (Columns::OneHot(list), _) => {
                // One of the columns is 1: what most tuples have is a constant.
                let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
                for &value in values {
                    *counts.entry(value).or_default() += 1;
                }
                let most = counts.iter().max_by_key(|&(value, n)| (n, *value == 0));
                let most = most.map_or(0, |(&value, _)| value);
                let mut affine = Affine::number(most);
                for (&column, &value) in list.iter().zip(values) {
                    affine = affine.with(column, value.saturating_sub(most));
                }
                affine
            }
            _ => Affine::number(values.first().copied().unwrap_or(0)),
        }
    }

    /// The parts of a sum by block: its value on each tuple.
    fn by_block(&self, sum: &Sum) -> BTreeMap<usize, Vec<i64>> {
        let mut parts: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
        for (&var, function) in &sum.functions {
            let (block, place) = self.tables.home[var];
            let tuples = &self.tables.blocks[block].tuples;
            let values = parts.entry(block).or_insert_with(|| vec![0; tuples.len()]);
            for (value, tuple) in values.iter_mut().zip(tuples) {
                *value = value.saturating_add(self.forms().apply(var, function, tuple[place]));
            }
        }
        parts
    }

    fn sum(&mut self, sum: &Sum) -> Stated<Affine> {
        let mut affine = Affine::number(sum.constant);
        for (block, values) in self.by_block(sum) {
            let part = match self.columns[block] {
                Columns::Whole(column) => {
                    Affine::number(values[0]).with(column, values[1].saturating_sub(values[0]))
                }
                _ => self.on_block(block, &values),
            };
            affine = affine.and(&part, 1);
        }
        for (&truth, &times) in &sum.truths {
            affine = affine.and(&self.indicator(truth)?, times);
        }
        Ok(affine)
    }

    /// Least and largest value of a sum.
    fn extent(&self, sum: &Sum) -> (i64, i64) {
        let (mut low, mut high) = (sum.constant, sum.constant);
        for values in self.by_block(sum).into_values() {
            low = low.saturating_add(values.iter().copied().min().unwrap_or(0));
            high = high.saturating_add(values.iter().copied().max().unwrap_or(0));
        }
        for &times in sum.truths.values() {
            low = low.saturating_add(times.min(0));
            high = high.saturating_add(times.max(0));
        }
        (low, high)
    }

    /// A truth about one block as a sum of its columns.
    fn test(&self, block: usize, truth: Truth) -> Affine {
        let tuples = self.tables.blocks[block].tuples.iter();
        let values: Vec<i64> =
            tuples.map(|t| i64::from(self.tables.holds(self.forms(), truth, t))).collect();
        self.on_block(block, &values)
    }

    /// 1 if the truth holds, else 0; with a column of its own where that is needed.
    fn indicator(&mut self, truth: Truth) -> Stated<Affine> {
        if let Some(known) = self.indicators.get(&truth) {
            return Ok(known.clone());
        }
        let affine = if let Formula::Decided(decided) = self.forms().formula(truth) {
            Affine::number(i64::from(*decided))
        } else if let Some(block) = self.only_block(truth) {
            self.test(block, truth)
        } else {
            let not = self.ground.forms.not(truth);
            let not = self.built(not)?;
            if let Some(other) = self.indicators.get(&not) {
                Affine::number(1).plus(other, -1)
            } else {
                let name = format!("Truth[{truth}]");
                let column = self.column(name, 1);
                let affine = Affine::default().with(column, 1);
                self.indicators.insert(truth, affine.clone());
                self.link(truth, &affine)?;
                affine
            }
        };
        self.indicators.insert(truth, affine.clone());
        Ok(affine)
    }

    /// Joins the parts that speak of the same block.
    fn grouped(&mut self, list: &[Truth], and: bool) -> Stated<Vec<Truth>> {
        let mut by_block: BTreeMap<usize, Vec<Truth>> = BTreeMap::new();
        let mut result = Vec::new();
        for &truth in list {
            match self.only_block(truth) {
                Some(block) => by_block.entry(block).or_default().push(truth),
                None => result.push(truth),
            }
        }
        for group in by_block.into_values() {
            let forms = &mut self.ground.forms;
            let joined = if and { forms.and(group) } else { forms.or(group) };
            result.push(self.built(joined)?);
        }
        Ok(result)
    }

    /// The two blocks of a sum and its values on them, if it has no more.
    fn two_blocks(&self, sum: &Sum) -> Option<[(usize, Vec<i64>); 2]> {
        if !sum.truths.is_empty() {
            return None;
        }
        let parts: Vec<(usize, Vec<i64>)> = self.by_block(sum).into_iter().collect();
        let whole = parts.iter().any(|(block, _)| self.tables.blocks[*block].is_whole);
        if whole { None } else { parts.try_into().ok() }
    }

    /// For each value that both sides of an equality of two blocks may have, and those of the
    /// second side alone: the tests of either side.
    fn sides(&self, sum: &Sum) -> Option<Vec<(Affine, Affine)>> {
        let [(a, left), (b, right)] = self.two_blocks(sum)?;
        let left: Vec<i64> = left.iter().map(|v| v.saturating_add(sum.constant)).collect();
        let mut values: Vec<i64> = right.iter().map(|v| v.saturating_neg()).collect();
        values.sort_unstable();
        values.dedup();
        let test = |block: usize, list: &[i64], value: i64| {
            let hits: Vec<i64> = list.iter().map(|&v| i64::from(v == value)).collect();
            self.on_block(block, &hits)
        };
        let sides = values
            .into_iter()
            .map(|value| (test(a, &left, value), test(b, &right, value.saturating_neg())));
        Some(sides.collect())
    }

    /// States that `z` is 1 if the truth holds and 0 if not.
    fn link(&mut self, truth: Truth, z: &Affine) -> Stated {
        let not_z = Affine::number(1).plus(z, -1);
        if let Some(block) = self.only_block(truth) {
            let test = self.test(block, truth);
            return self.row(&test.plus(z, -1), true);
        }
        match self.forms().formula(truth).clone() {
            Formula::Decided(decided) => {
                self.row(&z.plus(&Affine::number(i64::from(decided)), -1), true)
            }
            Formula::And(list) => self.link_and(&list, z),
            Formula::Or(list) => {
                let list = list.into_iter().map(|t| self.ground.forms.not(t)).collect();
                let list: Vec<Truth> = self.built(list)?;
                self.link_and(&list, &not_z)
            }
            Formula::Same(a, b) => {
                let (a, b) = (self.indicator(a)?, self.indicator(b)?);
                for (sign, z) in [(1, z), (-1, &not_z)] {
                    // For sign 1: z <= 1 - a + b and z <= 1 + a - b; else 1 - z <= a + b, 2 - a - b.
                    let other = if sign == 1 { b.clone() } else { Affine::number(1).plus(&b, -1) };
                    let z = z.plus(&Affine::number(1), -1);
                    self.row(&z.plus(&a, 1).plus(&other, -1), false)?;
                    self.row(&z.plus(&a, -1).plus(&other, 1), false)?;
                }
                Ok(())
            }
            Formula::Compare(Relation::Equal, sum) => self.link_equal(&sum, z),
            Formula::Compare(Relation::NotEqual, sum) => self.link_equal(&sum, &not_z),
            Formula::Compare(Relation::AtMost, sum) => self.link_at_most(&sum, z),
            Formula::AllDifferent(_) | Formula::In(..) => {
                let not = self.ground.forms.not(truth);
                let not = self.built(not)?;
                self.link(not, &not_z)
            }
        }
    }

    fn link_and(&mut self, list: &[Truth], z: &Affine) -> Stated {
        let list = self.grouped(list, true)?;
        let mut all = Affine::number(1 - list.len() as i64);
        for truth in list {
            let part = self.indicator(truth)?;
            self.row(&z.plus(&part, -1), false)?;
            all = all.plus(&part, 1);
        }
        self.row(&all.plus(z, -1), false)
    }

    /// Between two blocks value by value; else as at most and at least.
    fn link_equal(&mut self, sum: &Sum, z: &Affine) -> Stated {
        if let Some(sides) = self.sides(sum) {
            for (a, b) in sides {
                let z = z.plus(&Affine::number(1), -1);
                self.row(&z.plus(&b, 1).plus(&a, -1), false)?;
                let not_z = Affine::default().plus(&z, -1);
                self.row(&a.plus(&b, 1).plus(&not_z, 1).plus(&Affine::number(2), -1), false)?;
            }
            return Ok(());
        }
        let most = self.ground.forms.compare(Relation::AtMost, sum.clone());
        let most = self.built(most)?;
        let negative = Sum::default().plus(sum, -1, self.forms());
        let negative = self.built(negative)?;
        let least = self.ground.forms.compare(Relation::AtMost, negative);
        let least = self.built(least)?;
        let both = self.indicator(most)?.plus(&self.indicator(least)?, 1);
        self.row(&z.plus(&both, -1).plus(&Affine::number(1), 1), true)
    }

    fn link_at_most(&mut self, sum: &Sum, z: &Affine) -> Stated {
        let (low, high) = self.extent(sum);
        let affine = self.sum(sum)?;
        // sum <= high * (1 - z) and sum >= 1 + (low - 1) * z
        let upper = affine.plus(&Affine::number(1).plus(z, -1), high.saturating_neg());
        self.row(&upper, false)?;
        let lower = Affine::number(1).plus(z, low.saturating_sub(1)).plus(&affine, -1);
        self.row(&lower, false)
    }

    /// States that a truth holds.
    fn state(&mut self, truth: Truth) -> Stated {
        if let Some(block) = self.only_block(truth) {
            let test = self.test(block, truth);
            return self.row(&test.plus(&Affine::number(1), -1), true);
        }
        match self.forms().formula(truth).clone() {
            Formula::Decided(true) => return Ok(()),
            Formula::Decided(false) => return self.row(&Affine::number(1), true),
            Formula::And(list) => return list.into_iter().try_for_each(|part| self.state(part)),
            Formula::Compare(relation, sum)
                if relation != Relation::NotEqual && sum.truths.is_empty() =>
            {
                let affine = self.sum(&sum)?;
                return self.row(&affine, relation == Relation::Equal);
            }
            Formula::Or(list) => {
                let list = self.grouped(&list, false)?;
                if list.len() > 2 && list.iter().all(|&part| self.only_block(part).is_some()) {
                    return self.clause(&list, &Affine::number(1));
                }
            }
            _ => {}
        }
        let rows = self.hull(truth);
        let support = self.support(truth);
        self.stated.entry(support).or_default().push(truth);
        match rows {
            Some(rows) => rows.iter().try_for_each(|(affine, equal)| self.row(affine, *equal)),
            None => self.state_by_parts(truth),
        }
    }

    /// At least one of these holds, or the sum is less than 1 where `need` is.
    fn clause(&mut self, list: &[Truth], need: &Affine) -> Stated {
        let mut affine = need.clone();
        for &part in list {
            affine = affine.and(&self.indicator(part)?, -1);
        }
        self.row(&affine, false)
    }

    fn state_by_parts(&mut self, truth: Truth) -> Stated {
        match self.forms().formula(truth).clone() {
            Formula::Or(list) => self.state_or(&list),
            Formula::Same(a, b) => {
                let (z, other) = if self.only_block(a).is_some() { (a, b) } else { (b, a) };
                let z = self.indicator(z)?;
                self.link(other, &z)
            }
            Formula::Compare(Relation::NotEqual, sum) => self.differ(&sum, &Affine::default()),
            Formula::Compare(relation, sum) => {
                let affine = self.sum(&sum)?;
                self.row(&affine, relation == Relation::Equal)
            }
            Formula::AllDifferent(sums) => self.all_different(&sums),
            Formula::And(_) | Formula::Decided(_) | Formula::In(..) => {
                let indicator = self.indicator(truth)?;
                self.row(&indicator.plus(&Affine::number(1), -1), true)
            }
        }
    }

    /// The sum is not 0, unless `unless` is 1.
    fn differ(&mut self, sum: &Sum, unless: &Affine) -> Stated {
        if let Some(sides) = self.sides(sum) {
            return sides.into_iter().try_for_each(|(a, b)| {
                self.row(&a.plus(&b, 1).plus(&Affine::number(1), -1).plus(unless, -1), false)
            });
        }
        let shifted = |times| Sum::number(1).plus(sum, times, self.forms());
        let (less, more) = (self.built(shifted(1))?, self.built(shifted(-1))?);
        let mut list = Vec::new();
        for sum in [less, more] {
            let truth = self.ground.forms.compare(Relation::AtMost, sum);
            list.push(self.built(truth)?);
        }
        self.clause(&list, &Affine::number(1).plus(unless, -1))
    }

    fn state_or(&mut self, list: &[Truth]) -> Stated {
        let list = self.grouped(list, false)?;
        let mut simple = Vec::new();
        let mut others = Vec::new();
        for truth in list {
            if self.only_block(truth).is_some() { simple.push(truth) } else { others.push(truth) }
        }
        if let [other] = others[..] {
            let mut unless = Affine::default();
            for &part in &simple {
                unless = unless.plus(&self.indicator(part)?, 1);
            }
            match self.forms().formula(other).clone() {
                Formula::And(parts) => {
                    for part in parts {
                        let truth =
                            self.ground.forms.or(simple.iter().copied().chain([part]).collect());
                        let truth = self.built(truth)?;
                        self.state(truth)?;
                    }
                    return Ok(());
                }
                Formula::Compare(Relation::NotEqual, sum) => return self.differ(&sum, &unless),
                Formula::Compare(relation, sum) => {
                    let (low, high) = self.extent(&sum);
                    let affine = self.sum(&sum)?;
                    self.row(&affine.plus(&unless, high.max(0).saturating_neg()), false)?;
                    if relation == Relation::Equal {
                        let negative = Affine::default().plus(&affine, -1);
                        self.row(&negative.plus(&unless, low.min(0)), false)?;
                    }
                    return Ok(());
                }
                _ => {}
            }
        }
        simple.extend(others);
        self.clause(&simple, &Affine::number(1))
    }

    fn all_different(&mut self, sums: &[Sum]) -> Stated {
        let parts: Vec<BTreeMap<usize, Vec<i64>>> = sums.iter().map(|s| self.by_block(s)).collect();
        let simple = parts.iter().zip(sums).all(|(parts, sum)| {
            sum.truths.is_empty()
                && parts.len() <= 1
                && parts.keys().all(|&block| !self.tables.blocks[block].is_whole)
        });
        if !simple {
            for (n, a) in sums.iter().enumerate() {
                for b in &sums[..n] {
                    let difference = a.clone().plus(b, -1, self.forms());
                    let difference = self.built(difference)?;
                    let differ = self.ground.forms.compare(Relation::NotEqual, difference);
                    let differ = self.built(differ)?;
                    self.state(differ)?;
                }
            }
            return Ok(());
        }
        let mut tests: BTreeMap<i64, Affine> = BTreeMap::new();
        for (parts, sum) in parts.iter().zip(sums) {
            let constant = || vec![0];
            let (block, values) =
                parts.first_key_value().map_or((None, constant()), |(b, v)| (Some(*b), v.clone()));
            let values: Vec<i64> = values.iter().map(|v| v.saturating_add(sum.constant)).collect();
            for value in values.iter().copied().collect::<std::collections::BTreeSet<i64>>() {
                let hits: Vec<i64> = values.iter().map(|&v| i64::from(v == value)).collect();
                let test = block.map_or(Affine::number(1), |block| self.on_block(block, &hits));
                let all = tests.entry(value).or_default();
                *all = all.plus(&test, 1);
            }
        }
        // As many values as there are numbers: each is taken.
        let is_equality = tests.len() == sums.len();
        for test in tests.into_values() {
            self.row(&test.plus(&Affine::number(1), -1), is_equality)?;
        }
        Ok(())
    }

    /// The facets of what a truth allows, together with what is stated of some of its blocks.
    fn hull(&mut self, truth: Truth) -> Option<Vec<(Affine, bool)>> {
        let support = self.support(truth);
        if !(2..=5).contains(&support.len()) {
            return None;
        }
        let mut truths = vec![truth];
        for subset in 1u32..(1 << support.len()) - 1 {
            let part: Rc<[usize]> =
                (0..support.len()).filter(|n| subset >> n & 1 == 1).map(|n| support[n]).collect();
            truths.extend(self.stated.get(&part).into_iter().flatten());
        }
        let mut classes = Vec::new();
        let mut points = 1;
        for &block in &*support {
            let class = self.classes(block, &truths)?;
            points *= class.1.len();
            classes.push(class);
        }
        if points > MAX_POINTS {
            return None;
        }
        let counts: Vec<usize> = classes.iter().map(|(_, samples)| samples.len()).collect();
        let mut allowed = Vec::new();
        for point in 0..points {
            let chosen = mixed_radix(point, &counts);
            let value = |var: Var| {
                let (block, place) = self.tables.home[var];
                let n = support.iter().position(|&b| b == block).unwrap_or(0);
                let sample = classes[n].1[chosen[n]];
                self.tables.blocks[block].tuples[sample][place]
            };
            allowed.push(truths.iter().all(|&truth| self.forms().holds(truth, &value)));
        }
        let pattern = (counts.clone(), allowed);
        let facets = if let Some(known) = self.hulls.get(&pattern) {
            known.clone()
        } else {
            let found = pattern_hull(&pattern.0, &pattern.1)
                .filter(|facets| facets.len() <= MAX_FACETS)
                .map(Rc::new);
            self.hulls.insert(pattern, found.clone());
            found
        };
        let facets = facets?;
        let mut rows = Vec::new();
        for facet in facets.iter() {
            let mut affine = Affine::number(facet.bound.saturating_neg());
            let mut at = 0;
            for (n, &block) in support.iter().enumerate() {
                let of_class: Vec<i64> = std::iter::once(0)
                    .chain(facet.coefficients[at..at + counts[n] - 1].iter().copied())
                    .collect();
                at += counts[n] - 1;
                let values: Vec<i64> = classes[n].0.iter().map(|&class| of_class[class]).collect();
                affine = affine.and(&self.on_block(block, &values), 1);
            }
            rows.push((affine, facet.is_equality));
        }
        Some(rows)
    }

    /// Tuples that no part of the truths tells apart: the class of each tuple, and a tuple of each
    /// class. The class of most tuples is the first.
    fn classes(&self, block: usize, truths: &[Truth]) -> Option<(Vec<usize>, Vec<usize>)> {
        let list = &self.tables.blocks[block];
        if list.is_whole || list.tuples.is_empty() {
            return None;
        }
        let mut probes = Vec::new();
        for &truth in truths {
            self.probes(truth, block, &mut probes);
        }
        let mut known: BTreeMap<Vec<i64>, Vec<usize>> = BTreeMap::new();
        for (number, tuple) in list.tuples.iter().enumerate() {
            let signature = probes.iter().map(|probe| match probe {
                Probe::Test(truth) => i64::from(self.tables.holds(self.forms(), *truth, tuple)),
                Probe::Function(var, f) => {
                    self.forms().apply(*var, f, tuple[self.tables.home[*var].1])
                }
            });
            known.entry(signature.collect()).or_default().push(number);
            if known.len() > MAX_CLASSES {
                return None;
            }
        }
        let mut members: Vec<Vec<usize>> = known.into_values().collect();
        members.sort_by_key(|list| std::cmp::Reverse(list.len()));
        let mut class = vec![0; list.tuples.len()];
        for (number, tuples) in members.iter().enumerate() {
            for &tuple in tuples {
                class[tuple] = number;
            }
        }
        Some((class, members.iter().map(|list| list[0]).collect()))
    }

    /// What the parts of a truth look at in a block.
    fn probes(&self, truth: Truth, block: usize, probes: &mut Vec<Probe>) {
        let mut look_at_sum = |sum: &Sum| {
            for (&var, function) in &sum.functions {
                let probe = Probe::Function(var, function.clone());
                if self.tables.home[var].0 == block && !probes.contains(&probe) {
                    probes.push(probe);
                }
            }
        };
        match self.forms().formula(truth) {
            Formula::Decided(_) => {}
            Formula::In(var, _) => {
                if self.tables.home[*var].0 == block && !probes.contains(&Probe::Test(truth)) {
                    probes.push(Probe::Test(truth));
                }
            }
            Formula::Compare(_, sum) => {
                look_at_sum(sum);
                sum.truths.keys().for_each(|&truth| self.probes(truth, block, probes));
            }
            Formula::And(list) | Formula::Or(list) => {
                for &part in list {
                    self.probes(part, block, probes);
                }
            }
            Formula::Same(a, b) => {
                self.probes(*a, block, probes);
                self.probes(*b, block, probes);
            }
            Formula::AllDifferent(sums) => {
                sums.iter().for_each(look_at_sum);
                for truth in sums.iter().flat_map(|sum| sum.truths.keys()) {
                    self.probes(*truth, block, probes);
                }
            }
        }
    }
}

/// What a truth looks at.
#[derive(PartialEq)]
enum Probe {
    Test(Truth),
    Function(Var, Function),
}

/// `Jump(1)[StartPos=45,EndPos=25]`, or `X[5]`.
fn tuple_name(names: &[String], tuple: &[i64]) -> String {
    if let ([name], [value]) = (names, tuple) {
        return format!("{name}[{value}]");
    }
    let split = |name: &String| {
        name.split_once('.').map_or((String::new(), name.clone()), |(r, n)| (r.into(), n.into()))
    };
    let parts: Vec<(String, String)> = names.iter().map(split).collect();
    let record = &parts[0].0;
    let shared = parts.iter().all(|(other, _)| other == record);
    let inner: Vec<String> = parts
        .iter()
        .zip(names)
        .zip(tuple)
        .map(|(((_, short), long), value)| format!("{}={value}", if shared { short } else { long }))
        .collect();
    let (record, inner) = (if shared { record.as_str() } else { "" }, inner.join(","));
    // Names of a file's columns are at most 255 characters long.
    if inner.len() > 180 {
        let values: Vec<String> = tuple.iter().map(i64::to_string).collect();
        let values: String = values.join(",").chars().take(120).collect();
        return format!("{}[{values}]", names[0]);
    }
    format!("{record}[{inner}]")
}

/// The digits of a number, the base of each given.
fn mixed_radix(mut number: usize, bases: &[usize]) -> Vec<usize> {
    bases
        .iter()
        .map(|&base| {
            let digit = number % base;
            number /= base;
            digit
        })
        .collect()
}

/// The facets of the allowed combinations of classes, without those that a block has by itself.
fn pattern_hull(counts: &[usize], allowed: &[bool]) -> Option<Vec<Facet>> {
    let coordinates = |point: usize| -> Vec<i64> {
        let chosen = mixed_radix(point, counts);
        let parts = chosen.iter().zip(counts);
        parts.flat_map(|(&c, &count)| (1..count).map(move |n| i64::from(n == c))).collect()
    };
    let points: Vec<Vec<i64>> =
        (0..allowed.len()).filter(|&point| allowed[point]).map(coordinates).collect();
    let mut facets = hull::hull(&points)?;
    facets.retain(|facet| {
        let mut at = 0;
        let mut used = Vec::new();
        for &count in counts {
            let part = &facet.coefficients[at..at + count - 1];
            at += count - 1;
            if part.iter().any(|&c| c != 0) {
                used.push(part);
            }
        }
        let [part] = used[..] else { return true };
        let holds = |value: i64| {
            if facet.is_equality { value == facet.bound } else { value <= facet.bound }
        };
        !std::iter::once(&0).chain(part).all(|&value| holds(value))
    });
    Some(facets)
}
