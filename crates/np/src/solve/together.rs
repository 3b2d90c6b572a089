//! Both engines in turns, until one of them has proved its answer. Turns are measured in work, so that the answer and
//! its prover are the same on every machine.

#![cfg(feature = "sat")]

use crate::solve::answer::{Failure, ProgramAnswer, ProgramStatus};
use crate::solve::by_clauses::{self, NoSolutions};
use crate::solve::by_rows::Rows;
use crate::solve::{Request, Solutions};
use crate::{milp::TUPLES, resolve::names::Model, syntax::data::FieldValues};
use soliter_base::control::Control;
use soliter_base::race::{Player, in_turns};

/// The work of a turn of `HiGHS`, about a second. Most programs are solved in the first one.
const ROWS_TURN: u64 = 10_000_000;
/// The work of a turn of `CaDiCaL`, which takes about the same time: parts of the work of `HiGHS` cannot be counted.
const CLAUSES_TURN: u64 = 40_000_000;

type Ended = Result<Solutions, NoSolutions>;

pub(super) fn solve_all(
    request: Request,
    model: &Model,
    given: &FieldValues,
    control: &Control,
) -> Result<Solutions, Failure> {
    let by_rows = |control: &Control| -> Ended {
        Ok(Rows { model, given, tuples: TUPLES, control }.solve_all(request.most)?)
    };
    let by_clauses = |control: &Control| by_clauses::solve_all(request, model, given, control);
    let players = vec![
        player(Box::new(by_rows), ROWS_TURN, control),
        player(Box::new(by_clauses), CLAUSES_TURN, control),
    ];
    let mut ended = in_turns(players, settles);
    let last = ended.pop().map(|(_, last)| last);
    let others = ended.into_iter().map(|(_, other)| other);
    let (mut left_out, mut partial) = (None, Vec::new());
    for one in others.chain(last) {
        if settles(&one) {
            let mut settled = one.map_err(NoSolutions::into_failure)?;
            settled.left_out = left_out;
            return Ok(settled);
        }
        match one {
            Ok(solutions) => partial.push(solutions),
            Err(NoSolutions::TooLarge(fault)) => left_out = Some(fault.message),
            Err(NoSolutions::Failed(failure)) => return Err(failure),
        }
    }
    let best = partial.into_iter().reduce(combined).unwrap_or_default();
    Ok(Solutions { left_out, ..best })
}

fn player<'a>(
    play: Box<dyn FnOnce(&Control) -> Ended + Send + 'a>,
    work: u64,
    control: &Control,
) -> Player<'a, Ended> {
    Player { play, control: control.clone(), turn: Box::new(move |_| work) }
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
