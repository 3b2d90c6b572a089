//! Computes the answers to the puzzles of a site, several at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;
use soliter::base::control::Control;
use soliter::boards::answer::Claim;
use soliter::boards::line::Line;
use soliter::boards::puzzle::Puzzle;
use soliter::boards::verify::Verified;
use soliter::checker::CertificateError;
use soliter::pages::{reasons, solvable};
use soliter::prove::certify::{Contents, NoCertificate, certify};
use soliter::prove::reach::known_line;
use soliter::prove::solve::{Options, solve};

use crate::cli::{args::SiteArgs, output::failure::Failure};

pub(super) struct Problem {
    pub(super) name: String,
    pub(super) puzzle: Puzzle,
    /// The collection to which it belongs, if that is not built in.
    pub(super) shelf: Option<String>,
}

/// The results for a puzzle within the time limit.
pub(super) struct Found {
    pub(super) answer: Verified,
    /// The shortest solution known: that of the answer or of the puzzle's file.
    pub(super) line: Option<Line>,
    /// Its certificate, if one was built within the same time again; the checker has accepted it.
    pub(super) certificate: Option<Vec<u8>>,
    /// Data embedded in the page: the text of [`solvable`], and weights of [`reasons`].
    pub(super) solvable: Option<Value>,
    pub(super) pagodas: Vec<Vec<i64>>,
}

impl Found {
    pub(super) fn claim(&self) -> Claim {
        self.answer.claim()
    }

    pub(super) fn is_proved(&self) -> bool {
        matches!(self.claim(), Claim::Optimal { .. } | Claim::Infeasible)
    }
}

/// The answer to each problem; `None` if a limit of the whole run was reached first.
pub(super) fn find(
    problems: &[Problem],
    args: &SiteArgs,
    control: &Control,
) -> Result<Vec<Option<Found>>, Failure> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let found = Mutex::new((Vec::new(), None));
    let locked = || found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let work = || {
        while let Some((number, problem)) = take(&next, problems)
            && control.check().is_ok()
            && locked().1.is_none()
        {
            // Each problem has one thread: working in parallel wastes less time than solving one after
            // another with all threads.
            let own = control.clone().threads(1).reporting(std::sync::Arc::new(|_: &str| ()));
            match find_one(problem, args, &own) {
                Ok(one) => locked().0.push((number, one)),
                Err(fault) => locked().1 = Some(format!("{}: {fault}", problem.name)),
            }
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            control.report_progress(|| format!("site: {done} of {} puzzles", problems.len()));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..control.thread_limit().max(1) {
            scope.spawn(work);
        }
    });
    let (answers, refusal) = std::mem::take(&mut *locked());
    if let Some(fault) = refusal {
        return Err(Failure::disagreement(fault, "this is a bug in soliter; please report it"));
    }
    let mut all: Vec<Option<Found>> = problems.iter().map(|_| None).collect();
    for (number, one) in answers {
        all[number] = Some(one);
    }
    Ok(all)
}

fn take<'a>(next: &AtomicUsize, problems: &'a [Problem]) -> Option<(usize, &'a Problem)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    problems.get(number).map(|problem| (number, problem))
}

/// Solves and certifies one problem. An error is a bug of the solver.
fn find_one(problem: &Problem, args: &SiteArgs, control: &Control) -> Result<Found, String> {
    let (puzzle, within) = (&problem.puzzle, || control.clone().within(args.each.0));
    let answer =
        solve(puzzle, &Options::FIRST_PROOF, &within()).map_err(|refusal| refusal.to_string())?;
    let lines = [answer.line().cloned(), known_line(puzzle, &within())];
    let line = lines.into_iter().flatten().min_by_key(|line| line.moves().len());
    let mut found = Found { answer, line, certificate: None, solvable: None, pagodas: Vec::new() };
    if found.is_proved() {
        let contents = Contents { layers: false, line: true };
        found.certificate = match certify(puzzle, &found.answer, contents, &within()) {
            Err(NoCertificate::Refused(refusal)) if refusal != CertificateError::Limit => {
                return Err(refusal.to_string());
            }
            made => made.ok(),
        };
    }
    if found.claim() != Claim::Infeasible {
        found.solvable = solvable::data(puzzle, &within()).unwrap_or_default();
        found.pagodas = reasons::data(puzzle, &within()).unwrap_or_default();
    }
    Ok(found)
}
