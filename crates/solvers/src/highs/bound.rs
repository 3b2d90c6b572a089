//! Proves bounds of programs in a form that can be checked without trusting `HiGHS`
//! (docs/explanation/milp-bounds.md).
//!
//! This is a separate branch and bound: `HiGHS` solves the LP relaxations and returns dual multipliers of the
//! rows, which are rounded to fractions with a small denominator. Exact sums of the checker decide which of
//! them prove the claim.

use std::fmt::Write as _;

use highs::{HighsModelStatus, Model};
use sha2::{Digest as _, Sha256};

use crate::highs::ffi;
use crate::highs::interrupt::{Watch, watched_solve};
use crate::highs::worker::{self, Ended};
use crate::program::Program;
use crate::program::file::exact;
use soliter_base::control::{Control, Stop};
use soliter_base::wording::hex;
use soliter_checker::bounds::{Claim, Program as Exact, Tree, read_program};

/// The denominators to which multipliers are rounded, in the order in which they are tried.
const DIVISORS: [i32; 16] =
    [1, 2, 3, 4, 6, 12, 24, 60, 120, 840, 5040, 1 << 14, 1 << 17, 1 << 20, 1 << 25, 1 << 30];
/// The distance from an integer below which a value counts as integral.
const NEAR: f64 = 1e-6;
/// The number of candidate columns compared before one is split.
const TRIED: usize = 8;
/// The least gain assigned to a branch, even if it raises the cost by less.
const LEAST_GAIN: f64 = 1e-3;
/// The absolute value of each multiplier must be below this limit.
const LIMIT: f64 = (1_u64 << 32) as f64;

/// The reason why a claim was not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoProof {
    /// A limit was reached, or `HiGHS` gave up.
    #[error("no proof: {}", .0.phrase())]
    Stopped(#[from] Stop),
    /// The claim is false for some solution, as far as `HiGHS` can tell.
    #[error("HiGHS found values for which the claim is false")]
    False,
}

/// The SHA-256 of a program, as the checker computes it from a file.
pub fn digest(program: &Program, control: &Control) -> Result<String, Stop> {
    Ok(hex(&Sha256::digest(exact::text(program, control)?)))
}

/// The lines of a program, of a claim, and of a branch-and-bound tree that proves it.
pub fn prove(program: Program, claim: Claim, control: &Control) -> Result<String, NoProof> {
    let mut text = exact::text(&program, control)?;
    let unread = Stop::Fault("the checker cannot read a program");
    let exact = read_program(&text).map_err(|_| unread)?;
    let _ = match claim {
        Claim::Infeasible => writeln!(text, "infeasible"),
        Claim::AtLeast(bound, 1) => writeln!(text, "at-least {bound}"),
        Claim::AtLeast(bound, divisor) => writeln!(text, "at-least {bound}/{divisor}"),
    };
    let problem = program.into_problem();
    let teller = control.clone();
    let work = move |watch: &Watch| {
        let refused = Stop::BackEnd("HiGHS rejected the model");
        let model = problem.try_into_inner().map_err(|_| refused)?;
        let branching = Branching {
            tree: Tree::new(&exact),
            relaxation: Relaxation::new(model, &exact)?,
            exact,
            claim,
            text,
        };
        branching.run(watch, &teller)
    };
    match worker::run("", control, work) {
        Ended::With(text) => text,
        Ended::Left(stop, _) => Err(stop.into()),
        Ended::Failed(word) => Err(Stop::BackEnd(word).into()),
    }
}

struct Branching {
    exact: Exact,
    claim: Claim,
    tree: Tree,
    relaxation: Relaxation,
    text: String,
}

impl Branching {
    fn run(mut self, watch: &Watch, control: &Control) -> Result<String, NoProof> {
        let (mut leaves, mut done) = (0_u64, 0.0);
        loop {
            let solved = self.relaxation.solve(self.tree.bounds(), watch)?;
            if let Some((scale, multipliers)) = self.leaf(&solved) {
                let _ = write!(self.text, "leaf {scale}");
                for (multiplier, row) in multipliers {
                    let _ = write!(self.text, " {multiplier} {}", row + 1);
                }
                self.text.push('\n');
                leaves += 1;
                done += 0.5_f64.powi(self.tree.depth() as i32);
                control.report_progress(|| {
                    format!("milp: {leaves} leaves, {:.3} % of the tree", done * 100.0)
                });
                if !self.tree.close() {
                    return Ok(self.text);
                }
            } else {
                let (column, at) = self.branch(&solved, watch)?;
                let _ = writeln!(self.text, "split {} {at}", column + 1);
                let wrong = Stop::Fault("the checker refuses a split");
                self.tree.split(&self.exact, column, at).map_err(|_| wrong)?;
            }
        }
    }

    /// Multipliers of the objective and of the rows that prove the claim at this node.
    fn leaf(&self, solved: &Solved) -> Option<(i64, Vec<(i64, usize)>)> {
        match solved {
            Solved::Optimal { cost, multipliers, .. } => {
                let Claim::AtLeast(bound, divisor) = self.claim else { return None };
                // An integral objective may be rounded up.
                let near = *cost > bound as f64 / divisor as f64 - 1.0;
                near.then(|| self.rounded(multipliers, true)).flatten()
            }
            Solved::Infeasible { ray } => {
                let largest = ray.iter().fold(0.0_f64, |most, number| most.max(number.abs()));
                // HiGHS does not document the sign of the ray.
                [1.0 / largest, -1.0 / largest].into_iter().find_map(|factor| {
                    let ray: Vec<f64> = ray.iter().map(|number| number * factor).collect();
                    self.rounded(&ray, false)
                })
            }
        }
    }

    /// Multipliers as fractions, with the first denominator for which they prove the claim.
    fn rounded(
        &self,
        multipliers: &[f64],
        has_objective: bool,
    ) -> Option<(i64, Vec<(i64, usize)>)> {
        DIVISORS.into_iter().find_map(|divisor| {
            let rounded = |number: f64| (number * f64::from(divisor)).round();
            let fits = |(row, number): (usize, f64)| {
                let is_small = number.abs() < LIMIT;
                let whole = if is_small { number as i64 } else { 0 };
                // HiGHS may state an inequality with the opposite sign. Only one sign of its multiplier is valid.
                let whole = if self.exact.may_multiply(row, whole) { whole } else { -whole };
                (whole != 0).then_some((whole, row))
            };
            let numbers = multipliers.iter().map(|&number| rounded(number));
            let whole: Vec<(i64, usize)> = numbers.enumerate().filter_map(fits).collect();
            let scale = if has_objective { divisor.into() } else { 0 };
            let proved = self.exact.proves(self.claim, self.tree.bounds(), scale, &whole);
            (proved == Ok(true)).then_some((scale, whole))
        })
    }

    /// The column to split, and the largest value of its lower branch. Among the most fractional columns,
    /// chooses the one whose branches raise the cost most or are infeasible.
    fn branch(&mut self, solved: &Solved, watch: &Watch) -> Result<(usize, i64), NoProof> {
        let bounds = self.tree.bounds();
        let open = (0..bounds.len())
            .filter(|&column| self.exact.is_whole(column) && bounds[column].0 < bounds[column].1);
        let Solved::Optimal { values, cost, .. } = solved else {
            // The multipliers do not prove this node, but they may prove its branches.
            let first = open.map(|column| (column, bounds[column].0)).next();
            return first.ok_or(Stop::BackEnd("the multipliers of HiGHS prove nothing").into());
        };
        let far = |column: usize| (values[column] - values[column].round()).abs();
        let mut columns: Vec<usize> = open.filter(|&column| far(column) > NEAR).collect();
        if columns.is_empty() {
            return Err(NoProof::False);
        }
        columns.sort_by(|&a, &b| far(b).total_cmp(&far(a)));
        columns.truncate(TRIED);
        let enough = match self.claim {
            Claim::Infeasible => 1.0,
            Claim::AtLeast(bound, divisor) => bound as f64 / divisor as f64 - cost,
        };
        let (mut best, mut most) = ((0, 0), f64::NEG_INFINITY);
        for column in columns {
            let (lower, upper) = self.tree.bounds()[column];
            let at = (values[column].floor() as i64).clamp(lower, upper - 1);
            let mut score = 1.0;
            for part in [(lower, at), (at + 1, upper)] {
                let mut bounds = self.tree.bounds().to_vec();
                bounds[column] = part;
                let gain = match self.relaxation.solve(&bounds, watch)? {
                    Solved::Optimal { cost: after, .. } => (after - cost).min(enough),
                    Solved::Infeasible { .. } => enough,
                };
                score *= gain.max(LEAST_GAIN);
            }
            if score > most {
                (best, most) = ((column, at), score);
            }
        }
        Ok(best)
    }
}

/// An LP relaxation, which is solved repeatedly with different bounds of its columns.
struct Relaxation {
    model: Model,
    bounds: Vec<(i64, i64)>,
}

enum Solved {
    Optimal { cost: f64, values: Vec<f64>, multipliers: Vec<f64> },
    Infeasible { ray: Vec<f64> },
}

impl Relaxation {
    fn new(mut model: Model, exact: &Exact) -> Result<Self, Stop> {
        model.make_quiet();
        // Only the dual simplex without presolve restarts quickly from the basis of the previous node.
        let set = model
            .try_set_option("solve_relaxation", true)
            .and_then(|()| model.try_set_option("presolve", "off"))
            .and_then(|()| model.try_set_option("solver", "simplex"))
            .and_then(|()| model.try_set_option("random_seed", 1))
            .and_then(|()| model.try_set_option("threads", 1));
        set.map_err(|_| Stop::BackEnd("HiGHS rejected an option"))?;
        Ok(Self { model, bounds: Tree::new(exact).bounds().to_vec() })
    }

    fn solve(&mut self, bounds: &[(i64, i64)], watch: &Watch) -> Result<Solved, Stop> {
        for (column, (old, new)) in self.bounds.iter_mut().zip(bounds).enumerate() {
            if old != new {
                let (lower, upper) = (new.0 as f64, new.1 as f64);
                if !ffi::change_bounds(&mut self.model, column, lower, upper) {
                    return Err(Stop::BackEnd("HiGHS rejected bounds"));
                }
                *old = *new;
            }
        }
        let ended = watched_solve(&mut self.model, watch);
        if let Some(stop) = watch.stop.get() {
            return Err(*stop);
        }
        let failed = Stop::BackEnd("HiGHS failed to solve a program in fractions");
        match ffi::status(&self.model) {
            _ if !ended => Err(failed),
            HighsModelStatus::Optimal => {
                let cost = ffi::number(&self.model, c"objective_function_value");
                let solution = ffi::solution(&self.model).zip(cost);
                let ((values, multipliers), cost) = solution.ok_or(failed)?;
                Ok(Solved::Optimal { cost, values, multipliers })
            }
            HighsModelStatus::Infeasible => {
                let ray = ffi::dual_ray(&self.model).unwrap_or_default();
                Ok(Solved::Infeasible { ray })
            }
            _ => Err(failed),
        }
    }
}

#[cfg(test)]
mod tests {
    use good_lp::{Expression, Variable, constraint};

    use super::*;
    use soliter_checker::bounds::check;

    /// Rows with small coefficients, each an equation or not, and their right sides.
    struct Small {
        most: Vec<usize>,
        costs: Vec<i32>,
        rows: Vec<(bool, i32, Vec<i32>)>,
    }

    impl Small {
        fn random(random: &mut fastrand::Rng) -> Self {
            let columns = random.usize(2..5);
            let mut numbers = |range: std::ops::Range<i32>| {
                (0..columns).map(|_| random.i32(range.clone())).collect::<Vec<i32>>()
            };
            let most = numbers(1..4).into_iter().map(|most| most as usize).collect();
            let costs = numbers(-3..6);
            let terms: Vec<Vec<i32>> = (0..4).map(|_| numbers(-3..4)).collect();
            let mut row = |terms| (random.u8(0..3) == 0, random.i32(-6..9), terms);
            let rows = terms.into_iter().map(&mut row).collect();
            Self { most, costs, rows }
        }

        /// The least cost, found by enumerating all values.
        fn least(&self) -> Option<i32> {
            let mut points: Vec<Vec<i32>> = vec![Vec::new()];
            for &most in &self.most {
                let longer = |point: Vec<i32>| {
                    (0..=most as i32).map(move |value| [&point[..], &[value]].concat())
                };
                points = points.into_iter().flat_map(longer).collect();
            }
            let sum = |a: &[i32], b: &[i32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<i32>();
            let fits = |point: &Vec<i32>| {
                self.rows.iter().all(|(is_equality, right, terms)| {
                    let left = sum(terms, point);
                    if *is_equality { left == *right } else { left <= *right }
                })
            };
            points.iter().filter(|point| fits(point)).map(|point| sum(&self.costs, point)).min()
        }

        /// States every other inequality with the opposite sign.
        fn program(&self) -> Program {
            let mut program = Program::default();
            let columns: Vec<Variable> =
                self.most.iter().map(|&most| program.whole("x".to_owned(), most)).collect();
            let sum = |numbers: &[i32]| -> Expression {
                numbers.iter().zip(&columns).map(|(&n, &column)| f64::from(n) * column).sum()
            };
            for (place, (is_equality, right, terms)) in self.rows.iter().enumerate() {
                let (left, right) = (sum(terms), f64::from(*right));
                let row = match (is_equality, place % 2) {
                    (true, _) => constraint!(left == right),
                    (false, 0) => constraint!(left <= right),
                    (false, _) => constraint!(right >= left),
                };
                program.row("row".to_owned(), row);
            }
            program.minimise(sum(&self.costs));
            program
        }
    }

    #[test]
    fn what_is_true_of_random_programs_is_proved_and_no_more() {
        let mut random = fastrand::Rng::with_seed(7);
        let (mut impossible, mut possible) = (0, 0);
        for number in 0..300 {
            let small = Small::random(&mut random);
            let proof = |claim| prove(small.program(), claim, &Control::default());
            let claim = match small.least() {
                None => Claim::Infeasible,
                Some(least) => Claim::AtLeast(least.into(), 1),
            };
            let text = proof(claim).unwrap_or_else(|none| panic!("{number}: {none}"));
            let text = format!("soliter bound 1\ntitle random\nprogram none\n{text}");
            let bounded = check(text.as_bytes(), &|_| true).expect("a right proof");
            assert_eq!(bounded.claim, claim);
            let digest = digest(&small.program(), &Control::default());
            assert_eq!(Ok(bounded.sha256), digest);
            if let Claim::AtLeast(least, _) = claim {
                possible += 1;
                assert_eq!(proof(Claim::AtLeast(2 * least + 1, 2)), Err(NoProof::False));
                assert_eq!(proof(Claim::Infeasible), Err(NoProof::False));
            } else {
                impossible += 1;
            }
        }
        assert!(impossible > 30 && possible > 30, "{impossible} {possible}");
    }
}
