//! Both engines take turns until one of them has proved its answer. Turns are measured in work, so that the answer and
//! its prover are the same on every machine.

use crate::solve::answer::{Engine, Failure, ProgramAnswer, ProgramStatus};
use crate::solve::by_clauses;
use crate::solve::by_rows::Rows;
use crate::solve::{NoSolutions, Request, Solutions};
use crate::{milp::TUPLES, resolve::names::Model, syntax::data::FieldValues};
use soliter_base::control::Control;
use soliter_base::race::{Task, in_turns};

/// The work of a turn of `HiGHS`, about a second. Most programs are solved in the first one.
const ROWS_TURN: u64 = 10_000_000;
/// The work of a turn of `CaDiCaL`, which takes about the same time, since parts of the work of `HiGHS` cannot be
/// counted.
const CLAUSES_TURN: u64 = 40_000_000;

/// The engines, in the order of their turns.
const ENGINES: [Engine; 2] = [Engine::Milp, Engine::Sat];

type Ended = Result<Solutions, NoSolutions>;

/// The best solution by both engines.
pub(super) fn solve(
    request: Request,
    model: &Model,
    given: &FieldValues,
    control: &Control,
) -> Result<Solutions, Failure> {
    let by_rows =
        |control: &Control| -> Ended { Rows { model, given, tuples: TUPLES, control }.best() };
    let by_clauses = |control: &Control| by_clauses::solve_all(request, model, given, control);
    let tasks = vec![
        task(Box::new(by_rows), ROWS_TURN, control),
        task(Box::new(by_clauses), CLAUSES_TURN, control),
    ];
    let mut ended = in_turns(tasks, settles);
    let last = ended.pop();
    let (mut left_out, mut refused, mut partial) = (None, None, Vec::new());
    for (place, one) in ended.into_iter().chain(last) {
        if settles(&one) {
            let settled = one.map_err(NoSolutions::into_failure)?;
            return Ok(Solutions { left_out, ..settled });
        }
        match one {
            Ok(solutions) => partial.push(solutions),
            Err(refusal) => {
                if let NoSolutions::TooLarge(faults) = &refusal {
                    let why = faults.0.first().map(|fault| fault.message.clone());
                    left_out = Some((ENGINES[place], why.unwrap_or_default()));
                }
                refused.get_or_insert(refusal);
            }
        }
    }
    match (partial.into_iter().reduce(combined), refused) {
        (Some(best), _) => Ok(Solutions { left_out, ..best }),
        (None, Some(refused)) => Err(refused.into_failure()),
        (None, None) => Ok(Solutions::default()),
    }
}

fn task<'a>(
    run: Box<dyn FnOnce(&Control) -> Ended + Send + 'a>,
    work: u64,
    control: &Control,
) -> Task<'a, Ended> {
    Task { run, control: control.clone(), turn: Box::new(move |_| work) }
}

/// Whether a result ends the run: a proof, or an error of the program.
fn settles(ended: &Ended) -> bool {
    match ended {
        Ok(solutions) => {
            let first = solutions.list.first();
            let is_proved = |first: &ProgramAnswer| {
                matches!(first.status, ProgramStatus::Solved | ProgramStatus::Infeasible)
            };
            solutions.stopped.is_none() && first.is_some_and(is_proved)
        }
        Err(NoSolutions::TooLarge(_)) => false,
        Err(NoSolutions::Failed(_)) => true,
    }
}

/// The better one of two results without a proof, with the better one of their bounds.
fn combined(one: Solutions, other: Solutions) -> Solutions {
    let rank = |solutions: &Solutions| {
        let first = solutions.list.first();
        let is_proved = first.is_some_and(|first| first.status == ProgramStatus::Solved);
        let is_found = first.is_some_and(|first| first.values.is_some());
        let objective = first.and_then(|first| {
            let objective = i128::from(first.objective?);
            Some(if first.is_maximised { objective } else { -objective })
        });
        (is_proved, is_found, objective, solutions.list.len())
    };
    let bound = |solutions: &Solutions| solutions.list.first().and_then(|first| first.bound);
    let bounds = [bound(&one), bound(&other)].into_iter().flatten();
    let (mut best, rest) = if rank(&other) > rank(&one) { (other, one) } else { (one, other) };
    if let Some(first) = best.list.first_mut() {
        first.bound = if first.is_maximised { bounds.min() } else { bounds.max() };
        first.stopped = first.stopped.or(rest.stopped);
    }
    best
}
