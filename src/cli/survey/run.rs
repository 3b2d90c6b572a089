//! Solves the problems of a survey, some of them in parallel.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use soliter::base::control::Control;
use soliter::boards::puzzle::Puzzle;
use soliter::boards::verify::{VerificationError, Verified, replay};
use soliter::prove::report::SolveReport;
use soliter::prove::solve::{Options, solve_together};
use soliter::search::count::{What, count};
use soliter::search::questions::last_sweep::longest_last_sweep;

use crate::cli::survey::{certificates::certify, csv_file::write_csv, row::Row};
use crate::cli::{args::SurveyArgs, files::targets, session::Session};
use crate::cli::{output, output::failure::Failure};

/// Solves the open problems, those of one start together, unless each has its own time limit. The CSV file is
/// written after each problem. If it cannot be written, the rest is solved all the same.
pub(crate) fn solve(
    session: &Session,
    args: &SurveyArgs,
    rows: &mut [Row],
    others: &[Vec<String>],
) -> Result<(), Failure> {
    let (control, bar) = session.control();
    let open: Vec<(usize, Row)> = (rows.iter().cloned().enumerate())
        .filter(|(_, row)| row.puzzle.is_some() && !row.is_complete(args))
        .collect();
    let all = open.len();
    let start = |row: &Row| row.puzzle.as_ref().map(|puzzle| puzzle.start().clone());
    let together = |(_, one): &(usize, Row), (_, next): &(usize, Row)| {
        args.each.is_none() && start(one) == start(next)
    };
    let groups: Vec<&[(usize, Row)]> = open.chunk_by(together).collect();
    let jobs = args.jobs.get().min(groups.len()).max(1);
    let control = control.clone().threads((control.thread_limit() / jobs).max(1));
    let next = AtomicUsize::new(0);
    let (mut refused, mut written) = (None, Ok(()));
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..jobs {
            let sender = sender.clone();
            let (groups, next, control) = (&groups, &next, &control);
            scope.spawn(move || {
                // The receiver waits until every sender has been dropped.
                let tell = |found| sender.send(found).unwrap_or_default();
                while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed))
                    && control.check().is_ok()
                {
                    if let Err(failure) = find_all(group, args, control, |row| tell(Ok(row))) {
                        return tell(Err(failure));
                    }
                }
            });
        }
        drop(sender);
        let found = receiver.into_iter();
        let found = found.filter_map(|found| found.map_err(|failure| refused = Some(failure)).ok());
        for (done, (number, row)) in (1..).zip(found) {
            rows[number] = row;
            if session.options.verbose {
                let cells = rows[number].cells(args).join("  ");
                output::note(&format!("{done} of {all}: {cells}"));
            }
            bar.set_message(format!("survey: {done} of {all} problems"));
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
    if let Some(failure) = refused {
        return Err(failure);
    }
    written
}

/// Solves the problems of a start, and calls `tell` with the number and the row of each.
fn find_all(
    problems: &[(usize, Row)],
    args: &SurveyArgs,
    control: &Control,
    tell: impl Fn((usize, Row)),
) -> Result<(), Failure> {
    let fault = |refusal: VerificationError| {
        let help = "this is a bug in soliter; please report it with the board";
        Failure::disagreement(refusal.to_string(), help)
    };
    let unknown = problems.iter().filter(|(_, row)| !row.is_final());
    let puzzles: Vec<Puzzle> = unknown.filter_map(|(_, row)| row.puzzle.clone()).collect();
    let answers = match puzzles.len() {
        0 | 1 => Vec::new(),
        _ => solve_together(&puzzles, control).map_err(fault)?,
    };
    let mut answers = answers.into_iter();
    for (number, one) in problems {
        let answer = if one.is_final() { None } else { answers.next().flatten() };
        let mut row = find(one.clone(), answer, args, control).map_err(fault)?;
        let is_near = row.is_final() || row.is_nearly_final();
        if let (Some(folder), Some(puzzle), true) = (&args.certify, &one.puzzle, is_near) {
            let within = args.each.map_or(control.clone(), |each| control.clone().within(each.0));
            certify(&mut row, puzzle, folder, &within)?;
        }
        tell((*number, row));
    }
    Ok(())
}

/// Solves a problem that has no answer yet, and computes the other requested results.
fn find(
    mut row: Row,
    answer: Option<Verified>,
    args: &SurveyArgs,
    control: &Control,
) -> Result<Row, VerificationError> {
    let Some(puzzle) = row.puzzle.clone() else { return Ok(row) };
    let within = || match args.each {
        Some(each) => control.clone().within(each.0),
        None => control.clone(),
    };
    if !row.is_final() {
        let answer =
            answer.map_or_else(|| soliter::solve(&puzzle, &Options::FIRST_PROOF, &within()), Ok)?;
        row.take(SolveReport::new(puzzle.title(), &puzzle, &answer));
    }
    if args.count && row.solutions.is_none() {
        let number = |what| count(&puzzle, what, &within()).ok().map(|count| count.value);
        row.solutions = number(What::Solutions);
        row.shortest = number(What::Shortest).or(row.shortest);
    }
    if args.last_sweep && row.status != "infeasible" && !row.is_swept() {
        let found = longest_last_sweep(&puzzle, &within()).ok().flatten();
        // Its line is replayed. The results of two runs are combined.
        if let Some(found) = found.filter(|it| replay(&puzzle, it.line.jumps()).solves(&puzzle)) {
            let jumps = row.last_sweep.unwrap_or(0).max(found.jumps);
            let at_most = row.last_sweep_at_most.unwrap_or(usize::MAX).min(found.at_most);
            row.last_sweep = Some(jumps);
            row.last_sweep_at_most = Some(at_most.max(jumps));
        }
    }
    Ok(row)
}
