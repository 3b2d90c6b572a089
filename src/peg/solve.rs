//! Solving a puzzle: which provers are asked, in which order, and when one is enough.

use std::time::{Duration, Instant};

use crate::base::control::Control;
use crate::peg::answer::{Answer, Claim, Detail, Evidence, Finding, Prover};
use crate::peg::class;
#[cfg(feature = "milp")]
use crate::peg::milp;
use crate::peg::puzzle::Puzzle;
use crate::peg::search;
use crate::peg::verify::{self, Refusal, Verified};

/// Who is to solve a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// The search, and the MILP and the depth-first verifier where each fits a few seconds.
    #[default]
    Auto,
    /// The search, and the MILP until it has proved the same.
    #[cfg(feature = "milp")]
    Prove,
    /// The MILP alone: sweeps of so many moves, after the relaxation.
    #[cfg(feature = "milp")]
    Milp,
    /// The MILP alone: the constraint program row by row.
    #[cfg(feature = "milp")]
    Mirror,
    /// The search alone, after looks at the position class and at relaxations.
    Search,
    /// The depth-first verifier alone.
    Dfs,
}

/// By default the MILP confirms puzzles of at most so many jumps and jump columns ...
#[cfg(feature = "milp")]
const MILP_JUMPS: usize = 10;
#[cfg(feature = "milp")]
const MILP_JUMP_COLUMNS: usize = 800;
/// ... and the depth-first verifier those of at most so many pegs.
const DFS_PEGS: usize = 16;
/// What a confirmation may take.
const CONFIRMATION: Duration = Duration::from_secs(5);
/// What the relaxation may take before the search begins.
#[cfg(feature = "milp")]
const RELAXATION: Duration = Duration::from_secs(2);

/// Solves a puzzle within the limits of `control`.
///
/// # Errors
/// A [`Refusal`] if two provers disagree or a line is wrong: a fault of this program.
pub fn solve(puzzle: &Puzzle, method: Method, control: &Control) -> Result<Verified, Refusal> {
    let clock = Instant::now();
    let findings = match method {
        Method::Auto => auto(puzzle, control),
        #[cfg(feature = "milp")]
        Method::Prove => proved_twice(puzzle, control),
        #[cfg(feature = "milp")]
        Method::Milp => vec![milp::fewest::solve(puzzle, control)],
        #[cfg(feature = "milp")]
        Method::Mirror => vec![milp::mirror::solve(puzzle, control)],
        Method::Search => vec![by_search(puzzle, control)],
        Method::Dfs => vec![search::dfs::shortest(puzzle, control)],
    };
    let seconds = clock.elapsed().as_secs_f64();
    verify::verify(puzzle, Answer { findings, seconds })
}

fn auto(puzzle: &Puzzle, control: &Control) -> Vec<Finding> {
    let mut findings = vec![by_search(puzzle, control)];
    if findings[0].evidence.by != Prover::Search {
        return findings;
    }
    #[cfg(feature = "milp")]
    if puzzle.jumps() <= MILP_JUMPS
        && puzzle.board.jumps().len() * puzzle.jumps() <= MILP_JUMP_COLUMNS
    {
        let brief = control.clone().within(CONFIRMATION);
        findings.extend(by_milp(puzzle, &findings[0], &brief));
    }
    let brief = control.clone().within(CONFIRMATION);
    if puzzle.start.len().max(puzzle.finish.pegs()) <= DFS_PEGS {
        findings.push(search::dfs::shortest(puzzle, &brief));
    }
    findings
}

/// The search, and a second proof of what it claims.
#[cfg(feature = "milp")]
fn proved_twice(puzzle: &Puzzle, control: &Control) -> Vec<Finding> {
    let first = by_search(puzzle, control);
    let second = match first.evidence.by {
        // A certificate needs no second proof, but the search is one.
        Prover::Class | Prover::Pagoda | Prover::Milp => {
            Some(search::fewest::fewest(puzzle, control))
        }
        _ => by_milp(puzzle, &first, control),
    };
    std::iter::once(first).chain(second).collect()
}

/// What the MILP has to say to a final claim of the search.
#[cfg(feature = "milp")]
fn by_milp(puzzle: &Puzzle, first: &Finding, control: &Control) -> Option<Finding> {
    match (first.evidence.claim, &first.line) {
        (Claim::Optimal { .. }, Some(line)) => Some(milp::fewest::prove(puzzle, line, control)),
        (Claim::Infeasible, _) => Some(milp::mirror::solve(puzzle, control)),
        _ => None,
    }
}

/// The position class first, which costs nothing, then a pagoda function, then numbers of jumps,
/// then the search.
fn by_search(puzzle: &Puzzle, control: &Control) -> Finding {
    let refuted = by_class(puzzle);
    #[cfg(feature = "milp")]
    let refuted = refuted
        .or_else(|| milp::pagoda_lp::refute(puzzle, control))
        .or_else(|| milp::relaxation::refute(puzzle, &control.clone().within(RELAXATION)));
    refuted.unwrap_or_else(|| search::fewest::fewest(puzzle, control))
}

/// A refutation by position class, if there is one.
fn by_class(puzzle: &Puzzle) -> Option<Finding> {
    let clock = Instant::now();
    let markings = class::refute(puzzle)?;
    let evidence = Evidence {
        by: Prover::Class,
        claim: Claim::Infeasible,
        seconds: clock.elapsed().as_secs_f64(),
        detail: Detail::Markings(markings),
        stopped: None,
    };
    Some(Finding { evidence, line: None })
}
