//! Solving the problems of a table, some of them side by side.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use soliter::base::control::Control;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::report::SolveReport;
use soliter::peg::search::count::{What, count};
use soliter::peg::solve::{Method, solve as solve_puzzle};
use soliter::peg::verify::Refusal;

use crate::cli::args::TableArgs;
use crate::cli::session::Session;
use crate::cli::table::row::{Row, write_csv};
use crate::cli::{output, targets};

/// What was found out about a problem.
struct Found {
    report: Option<SolveReport>,
    solutions: Option<u128>,
    shortest: Option<u128>,
}

/// Solves what is open, each problem within its time; the CSV is written after each. Whether all could
/// be written.
pub(crate) fn solve(
    session: &Session,
    args: &TableArgs,
    rows: &mut [Row],
    others: &[Vec<String>],
) -> Result<bool, Refusal> {
    let (control, bar) = session.control();
    let jobs = args.jobs();
    let control = control.clone().threads((control.thread_limit() / jobs).max(1));
    let wanted = |row: &Row| {
        let counted = row.solutions.is_some() || !args.count || row.status == "infeasible";
        row.puzzle.is_some() && !(row.is_final() && counted)
    };
    let open: Vec<(usize, Puzzle, bool)> = (rows.iter().enumerate())
        .filter(|(_, row)| wanted(row))
        .filter_map(|(number, row)| Some((number, row.puzzle.clone()?, row.is_final())))
        .collect();
    let all = open.len();
    let (next, refused) = (AtomicUsize::new(0), Mutex::new(None));
    let mut written = true;
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..jobs.min(all) {
            let sender = sender.clone();
            let (open, next, refused, control) = (&open, &next, &refused, &control);
            scope.spawn(move || {
                while let Some((number, puzzle, known)) =
                    open.get(next.fetch_add(1, Ordering::Relaxed))
                    && control.check().is_ok()
                {
                    match find(puzzle, *known, args, control) {
                        Ok(found) => {
                            // The receiver waits for all of them.
                            let _ = sender.send((*number, found));
                        }
                        Err(refusal) => {
                            let mut place = refused.lock().unwrap_or_else(PoisonError::into_inner);
                            *place = Some(refusal);
                            return;
                        }
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
            if session.options.verbose {
                output::note(&format!("{} of {all}: {}", done + 1, row.cells(false).join("  ")));
            }
            bar.set_message(format!("table: {} of {all} problems", done + 1));
            if let Some(path) = args.csv.as_deref().filter(|path| !targets::is_stdout(path)) {
                written = written && write_csv(path, rows, others).is_ok();
            }
        }
    });
    bar.finish_and_clear();
    if let Some(path) = &args.csv {
        written = written && write_csv(path, rows, others).is_ok();
    }
    match refused.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(refusal) => Err(refusal),
        None => Ok(written),
    }
}

/// Solves a problem that is not `known`, and counts its solutions where that is wanted.
fn find(
    puzzle: &Puzzle,
    known: bool,
    args: &TableArgs,
    control: &Control,
) -> Result<Found, Refusal> {
    let within = || match args.each {
        Some(each) => control.clone().within(each.0),
        None => control.clone(),
    };
    let report = if known {
        None
    } else {
        let answer = solve_puzzle(puzzle, Method::Search, &within())?;
        Some(SolveReport::new(puzzle.title(), puzzle, &answer))
    };
    let number = |what| {
        let wanted = args.count.then(|| count(puzzle, what, &within()).ok())?;
        wanted.map(|count| count.value)
    };
    Ok(Found { report, solutions: number(What::Solutions), shortest: number(What::Minimal) })
}
