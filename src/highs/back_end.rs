//! Running `HiGHS` and saying what it proved: the one place where its statuses are read.

use std::time::{Duration, Instant};

use good_lp::solvers::highs::HighsProblem;
use highs::{HighsModelStatus, HighsSolutionStatus};
use highs_sys::HighsInt;

use crate::base::control::{Control, SolverSettings, Stop};
use crate::highs::aside::{self, Ended};
use crate::highs::interrupt::{Watch, watched_solve};

/// Values that should be 0 or 1 may be off by this; `HiGHS` itself promises 1e-6.
const ROUNDING: f64 = 1e-5;

/// What `HiGHS` proved of a minimisation problem.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Proof {
    /// The values are optimal (no gap is left).
    Optimal,
    /// No values satisfy the rows.
    Infeasible,
    /// It stopped early, with or without feasible values.
    Stopped(Stop),
}

/// The end of a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) proof: Proof,
    /// A value a column, if feasible values were found.
    pub(crate) values: Option<Vec<f64>>,
    /// Lower bound on the objective.
    pub(crate) bound: f64,
    /// Branch-and-bound nodes.
    pub(crate) nodes: u64,
}

impl Outcome {
    /// The end of a run that gave nothing.
    fn nothing(stop: Stop) -> Self {
        Self { proof: Proof::Stopped(stop), values: None, bound: f64::NEG_INFINITY, nodes: 0 }
    }
}

/// Solves a problem to the end: both gaps 0, a fixed seed, the limits of `control`, none of its wishes
/// of the solver.
pub(crate) fn run(problem: HighsProblem, control: &Control) -> Outcome {
    solve("", false, problem, &[], &unwatched(control))
}

fn unwatched(control: &Control) -> Control {
    control.clone().solver(SolverSettings::default())
}

/// The same with the wishes; progress, log and statistics name what is solved. `start` are columns with
/// values that a good solution may have: HiGHS completes them if it can.
pub(crate) fn run_as(
    what: &str,
    problem: HighsProblem,
    start: &[(usize, f64)],
    control: &Control,
) -> Outcome {
    solve(what, false, problem, start, control)
}

/// The same with columns of any value between their bounds.
pub(crate) fn run_relaxed(problem: HighsProblem, control: &Control) -> Outcome {
    solve("", true, problem, &[], &unwatched(control))
}

fn solve(
    what: &str,
    relaxed: bool,
    problem: HighsProblem,
    start: &[(usize, f64)],
    control: &Control,
) -> Outcome {
    let limit = control.time_left().map_or(f64::INFINITY, |left| left.as_secs_f64());
    let threads = control.thread_limit().try_into().unwrap_or(1);
    let settings = control.solver_settings();
    if let (Some(log), false) = (&settings.log, what.is_empty()) {
        log(&format!("--- {what}\n"));
    }
    let (options, clock) = (settings.options.clone(), Instant::now());
    let start = start.to_vec();
    let work =
        move |watch: &Watch| run_here(problem, relaxed, &start, limit, threads, &options, watch);
    match aside::run(what, control, work) {
        Ended::With((outcome, statistics)) => {
            if let Some(report) = &settings.statistics {
                report(&statistics.line(what, &outcome, clock.elapsed()));
            }
            outcome
        }
        Ended::Left(stop) => Outcome::nothing(stop),
        Ended::Failed(word) => Outcome::nothing(Stop::BackEnd(word)),
    }
}

/// A run in this thread, which must not have had one of another number of threads.
fn run_here(
    problem: HighsProblem,
    relaxed: bool,
    start: &[(usize, f64)],
    time_limit: f64,
    threads: HighsInt,
    options: &[(String, String)],
    watch: &Watch,
) -> (Outcome, Statistics) {
    let failed = |word| (Outcome::nothing(Stop::BackEnd(word)), Statistics::default());
    let Ok(mut model) = problem.try_into_inner() else { return failed("HiGHS refused the model") };
    model.make_quiet();
    let set = model
        .try_set_option("mip_rel_gap", 0.0)
        .and_then(|()| model.try_set_option("mip_abs_gap", 0.0))
        .and_then(|()| model.try_set_option("random_seed", 1))
        .and_then(|()| model.try_set_option("solve_relaxation", relaxed))
        .and_then(|()| model.try_set_option("threads", threads))
        .and_then(|()| model.try_set_option("time_limit", time_limit))
        .and_then(|()| {
            // Its console stays quiet: the log goes to the watch.
            if watch.wants_log() { model.try_set_option("output_flag", true) } else { Ok(()) }
        })
        .and_then(|()| {
            options
                .iter()
                .try_for_each(|(name, value)| model.try_set_option(name.as_str(), value.as_bytes()))
        });
    if set.is_err() {
        return failed("HiGHS refused an option");
    }
    let size = (model.num_rows(), model.num_cols());
    if !start.is_empty() {
        // Infinity is what HiGHS takes for "not known".
        let mut columns = vec![f64::INFINITY; size.1];
        for &(column, value) in start {
            if let Some(place) = columns.get_mut(column) {
                *place = value;
            }
        }
        if model.try_set_solution(Some(&columns), None, None, None).is_err() {
            return failed("HiGHS refused the values to start from");
        }
    }
    let Ok(solved) = watched_solve(model, watch) else { return failed("HiGHS failed") };
    let feasible = solved.primal_solution_status() == HighsSolutionStatus::Feasible;
    // A program without whole columns has no gap.
    let gap = if relaxed { 0.0 } else { solved.mip_gap() };
    let number = |name| solved.double_info_value(name).unwrap_or(f64::NEG_INFINITY);
    let iterations = solved.int_info_value(c"simplex_iteration_count").unwrap_or(0);
    let outcome = Outcome {
        proof: proof(solved.status(), feasible, gap, watch.stop.get().copied()),
        values: feasible.then(|| solved.get_solution().columns().to_vec()),
        bound: if !relaxed {
            number(c"mip_dual_bound")
        } else if solved.status() == HighsModelStatus::Optimal {
            solved.objective_value()
        } else {
            f64::NEG_INFINITY
        },
        nodes: watch.nodes(),
    };
    (outcome, Statistics { size, iterations, gap })
}

/// What a run has to say beside its outcome.
#[derive(Default)]
struct Statistics {
    /// Rows and columns.
    size: (usize, usize),
    /// Iterations of the simplex method in all linear programs of the run.
    iterations: i64,
    /// The distance of the best solution from the bound, relative to the solution; infinite without one.
    gap: f64,
}

impl Statistics {
    fn line(&self, what: &str, outcome: &Outcome, time: Duration) -> String {
        let (rows, columns) = self.size;
        let number = |value: f64, unit: &str| {
            if value.is_finite() { format!("{value:.2}{unit}") } else { "none".to_owned() }
        };
        format!(
            "milp: {what}{}{rows} rows, {columns} columns, {} nodes, {} simplex iterations, bound {}, \
             gap {}, {:.2} s",
            if what.is_empty() { "" } else { ": " },
            outcome.nodes,
            self.iterations.max(0),
            number(outcome.bound, ""),
            number(self.gap * 100.0, " %"),
            time.as_secs_f64()
        )
    }
}

/// What a status proves. A limit, a gap or an "unbounded or infeasible" proves nothing.
fn proof(status: HighsModelStatus, feasible: bool, gap: f64, interrupted: Option<Stop>) -> Proof {
    use HighsModelStatus as S;
    let stopped = |word| Proof::Stopped(Stop::BackEnd(word));
    match status {
        S::Optimal if feasible && gap <= 0.0 => Proof::Optimal,
        S::Optimal => stopped("HiGHS left a gap"),
        S::Infeasible => Proof::Infeasible,
        S::ReachedTimeLimit => Proof::Stopped(Stop::Time),
        S::ReachedMemoryLimit => Proof::Stopped(Stop::Memory),
        S::ReachedInterrupt => Proof::Stopped(interrupted.unwrap_or(Stop::Cancelled)),
        S::Unbounded | S::UnboundedOrInfeasible => {
            stopped("HiGHS could not tell infeasible from unbounded")
        }
        S::ObjectiveBound
        | S::ObjectiveTarget
        | S::ReachedIterationLimit
        | S::ReachedSolutionLimit => stopped("a limit of HiGHS"),
        _ => stopped("HiGHS reported no result"),
    }
}

/// The least whole number that a bound allows; it is within the solver's tolerance of the true one.
pub(crate) fn round_up(bound: f64) -> usize {
    (bound - 1e-6).ceil().max(0.0) as usize
}

/// Reads a 0-1 value.
pub(crate) fn binary(value: f64) -> Option<bool> {
    if value.abs() <= ROUNDING {
        Some(false)
    } else {
        ((value - 1.0).abs() <= ROUNDING).then_some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_proves_what_it_says_and_no_more() {
        use HighsModelStatus as S;
        let gave_up =
            |status| matches!(proof(status, true, 0.0, None), Proof::Stopped(Stop::BackEnd(_)));
        assert_eq!(proof(S::Optimal, true, 0.0, None), Proof::Optimal);
        assert_eq!(proof(S::Infeasible, false, f64::INFINITY, None), Proof::Infeasible);
        let full = proof(S::ReachedInterrupt, true, 0.5, Some(Stop::Memory));
        assert_eq!(full, Proof::Stopped(Stop::Memory));
        let cases = [
            (S::ReachedTimeLimit, None, Stop::Time),
            (S::ReachedMemoryLimit, None, Stop::Memory),
            (S::ReachedInterrupt, None, Stop::Cancelled),
            (S::ReachedInterrupt, Some(Stop::Time), Stop::Time),
            (S::Optimal, None, Stop::BackEnd("HiGHS left a gap")),
        ];
        for (status, interrupted, stop) in cases {
            let proved = proof(status, true, 0.5, interrupted);
            assert_eq!(proved, Proof::Stopped(stop), "{status:?}");
        }
        // Optimal without values is no proof either.
        assert_ne!(proof(S::Optimal, false, 0.0, None), Proof::Optimal);
        for status in [
            S::Unbounded,
            S::UnboundedOrInfeasible,
            S::ObjectiveBound,
            S::ObjectiveTarget,
            S::ReachedIterationLimit,
            S::ReachedSolutionLimit,
            S::NotSet,
            S::LoadError,
            S::ModelError,
            S::PresolveError,
            S::SolveError,
            S::PostsolveError,
            S::ModelEmpty,
            S::Unknown,
        ] {
            assert!(gave_up(status), "{status:?}");
        }
    }

    #[test]
    fn values_are_rounded_only_when_near() {
        let read = [0.0, -1e-6, 1e-6, 1.0, 0.999_999, 0.5, 2.0, f64::NAN].map(binary);
        let (no, yes) = (Some(false), Some(true));
        assert_eq!(read, [no, no, no, yes, yes, None, None, None]);
    }
}
