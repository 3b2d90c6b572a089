//! Solves programs with `HiGHS` and confirms its claims: a claim counts as proved only if two runs agree, one
//! with presolve and one without, from different seeds. Only this module calls `HiGHS`, so no caller can skip
//! the second run.

use std::time::{Duration, Instant};

use good_lp::solvers::highs::HighsProblem;
use highs::{HighsModelStatus, HighsSolutionStatus, Model};
use highs_sys::HighsInt;

use crate::highs::claims::{
    ALLOWED, GAP, ONCE, WHOLE_GAP, claim, contradiction, is_worth_asking_again, near,
};
use crate::highs::ffi;
use crate::highs::interrupt::{Watch, watched_solve};
use crate::highs::options::GAP_OPTION;
use crate::highs::problem::Objective;
use crate::highs::worker::{self, Ended};
use crate::program::Program;
use crate::program::outcome::{Outcome, Proof, least_whole};
use soliter_base::control::{Control, SolverSettings, Stop};

struct Question {
    problem: HighsProblem,
    objective: Objective,
    /// How far a column may be from an integer.
    tolerance: f64,
    relaxed: bool,
    /// One run suffices: either only values are needed, which the caller checks, or the user chose `--no-recheck`.
    skip_recheck: bool,
    /// Columns with values from a known solution; `HiGHS` tries to complete them to a start solution.
    start: Vec<(usize, f64)>,
}

impl Question {
    fn of(program: Program) -> Self {
        let (objective, tolerance) = (program.objective(), program.tolerance());
        let (problem, start) = (program.into_problem(), Vec::new());
        Self { problem, objective, tolerance, relaxed: false, skip_recheck: false, start }
    }
}

/// Solves a program to optimality, without a gap and from fixed seeds, within the limits of `control`. Of the
/// solver settings of `control`, only [`SolverSettings::skip_recheck`] applies.
pub fn run(program: Program, control: &Control) -> Outcome {
    solve("", Question::of(program), &unwatched(control))
}

/// Like [`run`], with at most `nodes` nodes, so that the result is the same on every machine. Proves nothing
/// if they do not suffice.
pub fn run_within_nodes(program: Program, nodes: u32, control: &Control) -> Outcome {
    let options = vec![("mip_max_nodes".to_owned(), nodes.to_string())];
    let settings = SolverSettings { options, ..unwatched(control).solver_settings().clone() };
    solve("", Question::of(program), &control.clone().solver(settings))
}

fn unwatched(control: &Control) -> Control {
    let skip_recheck = control.solver_settings().skip_recheck;
    control.clone().solver(SolverSettings { skip_recheck, ..SolverSettings::default() })
}

/// Like [`run`], with all solver settings of `control`. `what` names the program in progress, log and
/// statistics. `start` holds columns with values from a known solution.
pub fn run_as(what: &str, program: Program, start: &[(usize, f64)], control: &Control) -> Outcome {
    solve(what, Question { start: start.to_vec(), ..Question::of(program) }, control)
}

/// Like [`run`], for the LP relaxation: columns may have any value between their bounds.
pub fn run_relaxed(program: Program, control: &Control) -> Outcome {
    let (objective, relaxed) = (Objective::Fractions, true);
    solve("", Question { objective, relaxed, ..Question::of(program) }, &unwatched(control))
}

/// Values of a problem, for the caller to check; nothing is proved about them.
pub fn values(problem: HighsProblem, control: &Control) -> Option<Vec<f64>> {
    let question = Question {
        problem,
        objective: Objective::Fractions,
        tolerance: 1e-6,
        relaxed: false,
        skip_recheck: true,
        start: Vec::new(),
    };
    solve("", question, &unwatched(control)).values
}

fn solve(what: &str, mut question: Question, control: &Control) -> Outcome {
    question.skip_recheck |= control.solver_settings().skip_recheck;
    let limit = control.time_left().map_or(f64::INFINITY, |left| left.as_secs_f64());
    let threads = control.thread_limit().try_into().unwrap_or(1);
    let settings = control.solver_settings();
    if let (Some(log), false) = (&settings.log, what.is_empty()) {
        log(&format!("--- {what}\n"));
    }
    let (options, clock) = (settings.options.clone(), Instant::now());
    let work = move |watch: &Watch| solve_twice(question, limit, threads, &options, watch);
    match worker::run(what, control, work) {
        Ended::With((outcome, statistics)) => {
            if let Some(report) = &settings.statistics {
                report(&statistics.line(what, &outcome, clock.elapsed()));
            }
            outcome
        }
        Ended::Left(stop, watch) => Outcome {
            values: watch.values(),
            bound: watch.bound().unwrap_or(f64::NEG_INFINITY),
            ..Outcome::nothing(stop)
        },
        Ended::Failed(word) => Outcome::nothing(Stop::BackEnd(word)),
    }
}

/// Presolve rules that are disabled, as bits: probing (15) and enumeration (16). With them, `HiGHS` 1.16
/// reports feasible programs as infeasible.
const RULES_OFF: HighsInt = 1 << 15 | 1 << 16;

/// Solves a question with presolve and without, in this thread, which must not have run `HiGHS` with another number of
/// threads.
fn solve_twice(
    question: Question,
    time_limit: f64,
    threads: HighsInt,
    options: &[(String, String)],
    watch: &Watch,
) -> (Outcome, Statistics) {
    let (objective, skip_recheck) = (question.objective, question.skip_recheck);
    let mut runs = match Runs::new(question, time_limit, threads, options, watch) {
        Ok(runs) => runs,
        Err(word) => return failed(word),
    };
    let (first, statistics) = runs.completed(FIRST);
    match first.proof {
        Proof::Stopped(_) => return (first, statistics),
        // If any values will do, they need no confirmation.
        Proof::Optimal if objective == Objective::None => return (first, statistics),
        _ if skip_recheck => return (first, statistics),
        _ => {}
    }
    let once = first.clone().said_once(ONCE);
    watch.keep_result(once.bound, once.values);
    // With start values of the caller, HiGHS has made claims that it does not make without them.
    let had_start = runs.start.is_some();
    runs.start = first.values.clone().filter(|_| !had_start);
    let (second, _) = runs.completed(SECOND);
    match second.proof {
        Proof::Stopped(stop) => (first.said_once(stop), statistics),
        _ if first.agrees(&second, objective) => (first, statistics),
        _ if had_start => {
            runs.start = None;
            let (first, statistics) = runs.run(FIRST_AGAIN);
            match first.proof {
                Proof::Stopped(stop) => (second.said_once(stop), statistics),
                _ if first.agrees(&second, objective) => (first, statistics),
                _ => (Outcome::nothing(contradiction(&first, &second)), statistics),
            }
        }
        _ => (Outcome::nothing(contradiction(&first, &second)), statistics),
    }
}

fn failed(word: &'static str) -> (Outcome, Statistics) {
    (Outcome::nothing(Stop::BackEnd(word)), Statistics::default())
}

/// Whether presolve is the opposite of what the options say, and the seed.
#[derive(Clone, Copy)]
struct Run {
    inverted: bool,
    seed: HighsInt,
}

const FIRST: Run = Run { inverted: false, seed: 1 };
const SECOND: Run = Run { inverted: true, seed: 2 };
const FIRST_AGAIN: Run = Run { inverted: false, seed: 3 };

/// The model of a question, which `HiGHS` solves several times.
struct Runs<'a> {
    model: Model,
    objective: Objective,
    relaxed: bool,
    options: &'a [(String, String)],
    watch: &'a Watch,
    /// A value for each column; infinity for one that is not known.
    start: Option<Vec<f64>>,
}

impl<'a> Runs<'a> {
    fn new(
        question: Question,
        time_limit: f64,
        threads: HighsInt,
        options: &'a [(String, String)],
        watch: &'a Watch,
    ) -> Result<Self, &'static str> {
        let Question { problem, objective, tolerance, relaxed, start, .. } = question;
        let mut model = problem.try_into_inner().map_err(|_| "HiGHS rejected the model")?;
        model.make_quiet();
        let gap = if objective == Objective::Whole { WHOLE_GAP } else { 0.0 };
        model
            .try_set_option(GAP_OPTION, 0.0)
            .and_then(|()| model.try_set_option("mip_abs_gap", gap))
            .and_then(|()| model.try_set_option("mip_feasibility_tolerance", tolerance))
            .and_then(|()| model.try_set_option("solve_relaxation", relaxed))
            .and_then(|()| model.try_set_option("presolve_rule_off", RULES_OFF))
            .and_then(|()| model.try_set_option("threads", threads))
            .and_then(|()| model.try_set_option("time_limit", time_limit))
            .and_then(|()| {
                // The log goes to the watch instead of the console.
                if watch.log.is_some() { model.try_set_option("output_flag", true) } else { Ok(()) }
            })
            .map_err(|_| "HiGHS rejected an option")?;
        let start = (!start.is_empty()).then(|| {
            let mut known = vec![f64::INFINITY; model.num_cols()];
            for (column, value) in start {
                if let Some(place) = known.get_mut(column) {
                    *place = value;
                }
            }
            known
        });
        Ok(Self { model, objective, relaxed, options, watch, start })
    }

    /// Makes a run. If it fails and had start values, which may be the reason, makes another one without them.
    fn completed(&mut self, run: Run) -> (Outcome, Statistics) {
        let ended = self.run(run);
        match &ended.0.proof {
            Proof::Stopped(stop) if self.start.is_some() && is_worth_asking_again(*stop) => {
                self.start = None;
                self.run(Run { seed: run.seed + 3, ..run })
            }
            _ => ended,
        }
    }

    fn run(&mut self, run: Run) -> (Outcome, Statistics) {
        let model = &mut self.model;
        let set = model.try_set_option("random_seed", run.seed).and_then(|()| {
            self.options
                .iter()
                .try_for_each(|(name, value)| model.try_set_option(name.as_str(), value.as_bytes()))
        });
        // In the first run, the user's options take precedence.
        let is_off = |(name, value): &(String, String)| name == "presolve" && value == "off";
        let presolve = if self.options.iter().any(is_off) == run.inverted { "on" } else { "off" };
        let set = set.and_then(|()| {
            if run.seed == FIRST.seed {
                return Ok(());
            }
            let set = model.try_set_option("random_seed", run.seed);
            set.and_then(|()| model.try_set_option("presolve", presolve))
        });
        if set.is_err() {
            return failed("HiGHS rejected an option");
        }
        if let Some(start) = &self.start
            && model.try_set_solution(Some(start), None, None, None).is_err()
        {
            return failed("HiGHS rejected the start values");
        }
        let (mut outcome, statistics) = if watched_solve(model, self.watch) {
            ended(model, self.objective, self.relaxed, self.watch)
        } else {
            failed("HiGHS failed to solve")
        };
        let allows_gap = self.options.iter().any(|(name, _)| name == GAP_OPTION);
        if allows_gap && outcome.proof == Proof::Stopped(GAP) {
            outcome.proof = Proof::Stopped(ALLOWED);
        }
        if !ffi::begin_anew(model) {
            return failed("HiGHS failed to restart");
        }
        (outcome, statistics)
    }
}

fn ended(
    solved: &Model,
    objective: Objective,
    relaxed: bool,
    watch: &Watch,
) -> (Outcome, Statistics) {
    let status = ffi::status(solved);
    let solution = ffi::whole(solved, c"primal_solution_status");
    let feasible = solution == Some(HighsSolutionStatus::Feasible as i64);
    // A program without integer columns has no gap.
    let gap = if relaxed { Some(0.0) } else { ffi::number(solved, c"mip_gap") };
    let gap = gap.unwrap_or(f64::INFINITY);
    let bound = match (relaxed, status) {
        (false, _) => ffi::number(solved, c"mip_dual_bound"),
        (true, HighsModelStatus::Optimal) => ffi::number(solved, c"objective_function_value"),
        _ => None,
    };
    let bound = bound.unwrap_or(f64::NEG_INFINITY);
    let values = feasible.then(|| ffi::solution(solved)).flatten();
    let values = values.map(|(values, _)| values);
    let cost = values.as_ref().and_then(|values| ffi::cost(solved, values));
    // With start values of the caller, HiGHS may return them with the cost of another solution and report
    // them as optimal.
    let closed = cost.is_some_and(|cost| match objective {
        Objective::None => gap <= 0.0,
        Objective::Whole => least_whole(bound).is_some_and(|least| least as f64 >= cost.round()),
        Objective::Fractions => gap <= 0.0 && near(cost, bound),
    });
    let outcome = Outcome {
        proof: claim(status, feasible, closed, watch.stop.get().copied()),
        values,
        bound,
        nodes: watch.nodes(),
    };
    let iterations = ffi::whole(solved, c"simplex_iteration_count").unwrap_or(0);
    let size = (solved.num_rows(), solved.num_cols());
    (outcome, Statistics { size, iterations, gap })
}

#[derive(Default)]
struct Statistics {
    /// The numbers of rows and columns.
    size: (usize, usize),
    /// The number of simplex iterations in all linear programs of the run.
    iterations: i64,
    /// The gap between the best solution and the bound, relative to the solution; infinite without a solution.
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

#[cfg(test)]
mod tests {
    use good_lp::{Variable, constraint};

    use super::*;

    /// Releases 1.12 to 1.15 reported this program as infeasible with presolve (upstream issue 3090).
    #[test]
    fn dominated_columns_are_not_infeasible() {
        let mut program = Program::default();
        let z: Vec<Variable> = (0..3).map(|n| program.binary(format!("z{n}"))).collect();
        let s: Vec<Variable> = (0..2).map(|n| program.whole(format!("s{n}"), 3)).collect();
        program.row("one".to_owned(), constraint!(z[0] + z[1] + z[2] == 1.0));
        program.row("a".to_owned(), constraint!(-4.0 * z[0] - s[0] <= -2.0));
        program.row("b".to_owned(), constraint!(-4.0 * z[0] - s[1] <= -2.0));
        program.row("c".to_owned(), constraint!(s[0] + s[1] <= 3.0));
        let outcome = run(program, &Control::default());
        assert_eq!(outcome.proof, Proof::Optimal);
        assert_eq!(outcome.values.map(|values| values[0].round()), Some(1.0));
    }
}
