//! Solving the problems of a table, some of them side by side.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use soliter::base::control::Control;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::report::SolveReport;
use soliter::peg::search::count::{What, count};
use soliter::peg::search::questions::last_sweep::longest_last_sweep;
use soliter::peg::solve::{Method, solve as solve_puzzle, solve_together};
use soliter::peg::verify::{Refusal, Verified, replay};

use crate::cli::args::TableArgs;
use crate::cli::files::targets;
use crate::cli::output;
use crate::cli::output::failure::Failure;
use crate::cli::session::Session;
use crate::cli::table::csv_file::write_csv;
use crate::cli::table::row::{Row, Sweep};

/// The answers to a problem.
struct Found {
    report: Option<SolveReport>,
    solutions: Option<u128>,
    shortest: Option<u128>,
    last_sweep: Option<Sweep>,
}

/// A problem of which something is not known yet.
struct Open {
    row: usize,
    puzzle: Puzzle,
    /// Only numbers are missing.
    known: bool,
    /// Its solutions are to be counted.
    count: bool,
    /// Its longest last sweep is to be found.
    last_sweep: bool,
}

/// Solves what is open, the problems of a start together, unless each has a time of its own; the CSV is
/// written after each. Where it cannot be written, the rest is solved all the same.
pub(crate) fn solve(
    session: &Session,
    args: &TableArgs,
    rows: &mut [Row],
    others: &[Vec<String>],
) -> Result<(), Failure> {
    let (control, bar) = session.control();
    let open: Vec<Open> = (rows.iter().enumerate())
        .filter(|(_, row)| !row.is_complete(args))
        .filter_map(|(number, row)| {
            Some(Open {
                row: number,
                puzzle: row.puzzle.clone()?,
                known: row.is_final(),
                count: args.count && row.solutions.is_none(),
                last_sweep: args.last_sweep && !row.last_sweep.is_some_and(Sweep::is_final),
            })
        })
        .collect();
    let all = open.len();
    let together =
        |one: &Open, next: &Open| args.each.is_none() && one.puzzle.start() == next.puzzle.start();
    let groups: Vec<&[Open]> = open.chunk_by(together).collect();
    let jobs = args.jobs.get().min(groups.len()).max(1);
    let control = control.clone().threads((control.thread_limit() / jobs).max(1));
    let (next, refused) = (AtomicUsize::new(0), Mutex::new(None));
    let mut written = Ok(());
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..jobs {
            let sender = sender.clone();
            let (groups, next, refused, control) = (&groups, &next, &refused, &control);
            scope.spawn(move || {
                // The receiver waits until every sender has gone.
                let tell = |row, found| sender.send((row, found)).unwrap_or_default();
                while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed))
                    && control.check().is_ok()
                {
                    if let Err(refusal) = find_all(group, args, control, tell) {
                        let mut place = refused.lock().unwrap_or_else(PoisonError::into_inner);
                        *place = Some(refusal);
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (done, (number, found)) in receiver.into_iter().enumerate() {
            let row = &mut rows[number];
            if let Some(report) = found.report {
                row.take(report);
            }
            row.solutions = found.solutions.or(row.solutions);
            row.shortest = found.shortest.or(row.shortest);
            if let Some(sweep) = found.last_sweep {
                row.take_sweep(sweep);
            }
            if session.options.verbose {
                output::note(&format!("{} of {all}: {}", done + 1, row.cells(args).join("  ")));
            }
            bar.set_message(format!("table: {} of {all} problems", done + 1));
            let file = args.csv.as_deref().filter(|path| !targets::is_stdout(path));
            if let (Some(path), Ok(())) = (file, &written) {
                written = write_csv(path, rows, others);
            }
        }
    });
    bar.finish_and_clear();
    if let (Some(path), Ok(())) = (&args.csv, &written) {
        written = write_csv(path, rows, others);
    }
    match refused.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(refusal) => {
            let help = "this is a fault of soliter; please report it with the board";
            Err(Failure::disagreement(refusal.to_string(), help))
        }
        None => written,
    }
}

/// Solves the problems of a start; `tell` is called with the row of each and what was found.
fn find_all(
    problems: &[Open],
    args: &TableArgs,
    control: &Control,
    tell: impl Fn(usize, Found),
) -> Result<(), Refusal> {
    let unknown = problems.iter().filter(|problem| !problem.known);
    let puzzles: Vec<Puzzle> = unknown.map(|problem| problem.puzzle.clone()).collect();
    let answers = if puzzles.len() > 1 { solve_together(&puzzles, control)? } else { Vec::new() };
    let mut answers = answers.into_iter();
    for problem in problems {
        let answer = if problem.known { None } else { answers.next().flatten() };
        tell(problem.row, find(problem, answer, args, control)?);
    }
    Ok(())
}

/// Solves a problem that has no answer yet, and counts its solutions where that is wanted.
fn find(
    problem: &Open,
    answer: Option<Verified>,
    args: &TableArgs,
    control: &Control,
) -> Result<Found, Refusal> {
    let puzzle = &problem.puzzle;
    let within = || match args.each {
        Some(each) => control.clone().within(each.0),
        None => control.clone(),
    };
    let report = if problem.known {
        None
    } else {
        let answer = answer.map_or_else(|| solve_puzzle(puzzle, Method::Search, &within()), Ok)?;
        Some(SolveReport::new(puzzle.title(), puzzle, &answer))
    };
    let number = |what| {
        let wanted = problem.count.then(|| count(puzzle, what, &within()).ok())?;
        wanted.map(|count| count.value)
    };
    let impossible = report.as_ref().is_some_and(|report| report.status == "infeasible");
    let last_sweep = problem.last_sweep && !impossible;
    Ok(Found {
        report,
        solutions: number(What::Solutions),
        shortest: number(What::Minimal),
        last_sweep: last_sweep.then(|| last_sweep_of(puzzle, &within())).flatten(),
    })
}

/// The longest last sweep of a puzzle, as far as it was found; its line is replayed.
fn last_sweep_of(puzzle: &Puzzle, control: &Control) -> Option<Sweep> {
    let found = longest_last_sweep(puzzle, control).ok().flatten()?;
    let sweep = Sweep { jumps: found.jumps, at_most: found.at_most };
    replay(puzzle, found.line.jumps()).solves(puzzle).then_some(sweep)
}
