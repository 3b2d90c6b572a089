//! Computations that take turns, so that a slow one does not delay a fast one.
//!
//! Each computation runs in its own thread, but only one runs at a time. It pauses inside [`Control::check`],
//! which every long computation calls in its loops, and keeps its intermediate results. Turns are measured in
//! work, not in time, so a run does the same on every machine.

use std::sync::{Arc, Mutex, PoisonError};

use crate::{control::Control, work_budget::WorkBudget};

/// A computation that takes turns, and the length of each turn.
pub struct Task<'a, T> {
    /// Does the work. Its loops call [`Control::check`] of the given control.
    pub run: Box<dyn FnOnce(&Control) -> T + Send + 'a>,
    /// The limits of the computation.
    pub control: Control,
    /// The work of each turn, in units of [`Control::check_work`], by the number of the turn; 0 skips the turn.
    pub turn: Box<dyn Fn(u32) -> u64 + 'a>,
}

/// Marks a computation as ended when dropped, even after a panic.
struct Ending<'a>(&'a WorkBudget);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Dismisses all computations when dropped, even after a panic.
struct Dismissal<'a>(&'a [Arc<WorkBudget>]);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        for turn in self.0 {
            turn.dismiss();
        }
    }
}

/// The work of a computation that runs alone: unlimited if it gets a second turn, otherwise that of its only turn.
fn alone(turn: &dyn Fn(u32) -> u64) -> Option<u64> {
    match (turn(0), turn(1)) {
        (0, 0) => None,
        (once, 0) => Some(once),
        _ => Some(u64::MAX >> 2),
    }
}

/// Runs computations in turns until one of them has a result that `settles` the question, or none gets another turn.
/// Returns the results in the order in which the computations ended, each with its place.
///
/// If the system provides no threads, the computations run one after another in the caller's thread. A computation that
/// gets more than one turn then runs to its end; one that gets a single turn does no more work than that turn allows.
pub fn in_turns<T: Send>(tasks: Vec<Task<'_, T>>, settles: impl Fn(&T) -> bool) -> Vec<(usize, T)> {
    let turns: Vec<Arc<WorkBudget>> = tasks.iter().map(|_| Arc::new(WorkBudget::new())).collect();
    let results: Vec<Mutex<Option<T>>> = tasks.iter().map(|_| Mutex::new(None)).collect();
    let (mut works, mut lengths) = (Vec::new(), Vec::new());
    for Task { run, control, turn } in tasks {
        works.push(Mutex::new(Some((run, control))));
        lengths.push(turn);
    }
    let take = |at: usize| works[at].lock().unwrap_or_else(PoisonError::into_inner).take();
    let mut ended = Vec::new();
    std::thread::scope(|scope| {
        let _dismissal = Dismissal(&turns);
        let mut open = Vec::new();
        for at in 0..turns.len() {
            let (turn, result, take) = (&turns[at], &results[at], &take);
            let work = move || {
                let _ending = Ending(turn);
                if turn.charge(1)
                    && let Some((run, control)) = take(at)
                {
                    let made = run(&control.in_turns(Arc::clone(turn)));
                    *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(made);
                }
            };
            if std::thread::Builder::new().spawn_scoped(scope, work).is_ok() {
                open.push(at);
            } else if let Some(work) = alone(&lengths[at])
                && let Some((run, control)) = take(at)
            {
                turn.last(work);
                let made = run(&control.in_turns(Arc::clone(turn)));
                let is_settled = settles(&made);
                ended.push((at, made));
                if is_settled {
                    return;
                }
            }
        }
        for round in 0.. {
            let mut is_over = true;
            for at in std::mem::take(&mut open) {
                let work = lengths[at](round);
                if work == 0 {
                    open.push(at);
                    continue;
                }
                is_over = false;
                if !turns[at].resume(work) {
                    open.push(at);
                    continue;
                }
                let made = results[at].lock().unwrap_or_else(PoisonError::into_inner).take();
                let Some(made) = made else { continue };
                let is_settled = settles(&made);
                ended.push((at, made));
                if is_settled {
                    return;
                }
            }
            if is_over {
                return;
            }
        }
    });
    ended
}

/// Runs a computation that is cancelled once it has done this work, at the same place on every machine.
pub fn within_work<T>(work: u64, control: &Control, run: impl FnOnce(&Control) -> T) -> T {
    let turn = Arc::new(WorkBudget::new());
    turn.last(work);
    run(&control.clone().in_turns(turn))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Stop;

    /// Works for `number` steps, and then returns their number.
    fn steps(number: u64, turn: u64) -> Task<'static, Result<u64, Stop>> {
        let run = move |control: &Control| {
            for _ in 0..number {
                control.check_work(1)?;
            }
            Ok(number)
        };
        Task { run: Box::new(run), control: Control::default(), turn: Box::new(move |_| turn) }
    }

    #[test]
    fn the_shorter_work_ends_first_whatever_its_place() {
        for (tasks, first) in [
            (vec![steps(1000, 10), steps(100, 10), steps(500, 10)], (1, Ok(100))),
            (vec![steps(30, 10), steps(100, 10)], (0, Ok(30))),
            // Twice the work, in turns three times as long.
            (vec![steps(1000, 10), steps(2000, 30)], (1, Ok(2000))),
            (vec![steps(u64::MAX, 1), steps(0, 1)], (1, Ok(0))),
        ] {
            assert_eq!(in_turns(tasks, Result::is_ok), [first]);
        }
    }

    #[test]
    fn every_result_is_kept_until_one_settles() {
        let ended =
            in_turns(vec![steps(50, 10), steps(20, 10), steps(70, 10)], |one| one == &Ok(70));
        assert_eq!(ended, [(1, Ok(20)), (0, Ok(50)), (2, Ok(70))]);
    }

    #[test]
    fn computations_without_a_turn_are_left_behind() {
        assert_eq!(in_turns(vec![steps(50, 10), steps(20, 0)], |_| false), [(0, Ok(50))]);
        assert_eq!(in_turns(vec![steps(50, 0), steps(20, 0)], |_| false), []);
    }

    #[test]
    fn work_is_cancelled_where_its_budget_ends() {
        let count =
            |control: &Control| (0..1000).take_while(|_| control.check_work(3).is_ok()).count();
        assert_eq!(within_work(100, &Control::default(), count), 33);
        assert_eq!(within_work(0, &Control::default(), count), 0);
    }

    /// All threads of a computation pause together.
    #[test]
    fn threads_of_a_computation_share_its_turn() {
        let run = |control: &Control| {
            std::thread::scope(|scope| {
                let count = || {
                    let checks = (0..1000).map_while(|_| control.check_work(1).ok());
                    checks.count() as u64
                };
                let all: Vec<_> = (0..3).map(|_| scope.spawn(count)).collect();
                Ok(all.into_iter().map(|one| one.join().expect("a count")).sum())
            })
        };
        let many = Task { run: Box::new(run), control: Control::default(), turn: Box::new(|_| 7) };
        assert_eq!(in_turns(vec![many, steps(100_000, 7)], |_| false)[0], (0, Ok(3000)));
    }

    /// If a computation panics, the run panics too instead of hanging.
    #[test]
    fn a_panic_is_passed_on() {
        let panics = || {
            let run = |control: &Control| {
                control.check()?;
                panic!("on purpose")
            };
            let control = Control::default();
            let task = Task { run: Box::new(run), control, turn: Box::new(|_| 1) };
            in_turns(vec![steps(10, 1), task], |_| false)
        };
        assert!(std::panic::catch_unwind(panics).is_err());
    }
}
