//! Solving a puzzle: which provers are asked, in which order, and when one is enough.

use std::time::{Duration, Instant};

use crate::answer::{Answer, Claim, Detail, Evidence, Finding, Prover};
use crate::class;
use crate::control::Control;
use crate::milp;
use crate::puzzle::Puzzle;
use crate::search;
use crate::verify::{self, Refusal, Verified};

/// Who is to solve a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// The search, and the MILP and the depth-first verifier where each fits a few seconds.
    #[default]
    Auto,
    /// The MILP alone: sweeps of so many moves, after the relaxation.
    Milp,
    /// The MILP alone: the constraint program row by row.
    Mirror,
    /// The search alone, after a look at the position class and for a pagoda function.
    Search,
    /// The depth-first verifier alone.
    Dfs,
}

/// By default the MILP confirms puzzles of at most so many jumps and jump columns ...
const MILP_JUMPS: usize = 10;
const MILP_JUMP_COLUMNS: usize = 800;
/// ... and the depth-first verifier those of at most so many pegs.
const DFS_PEGS: usize = 16;
/// What a confirmation may take.
const CONFIRMATION: Duration = Duration::from_secs(5);

/// Solves a puzzle within the limits of `control`.
///
/// # Errors
/// A [`Refusal`] if two provers disagree or a line is wrong: a fault of this program.
pub fn solve(puzzle: &Puzzle, method: Method, control: &Control) -> Result<Verified, Refusal> {
    let clock = Instant::now();
    let findings = match method {
        Method::Auto => auto(puzzle, control),
        Method::Milp => vec![milp::fewest::solve(puzzle, control)],
        Method::Mirror => vec![milp::mirror::solve(puzzle, control)],
        Method::Search => vec![by_search(puzzle, control)],
        Method::Dfs => vec![search::dfs::shortest(puzzle, control)],
    };
    let seconds = clock.elapsed().as_secs_f64();
    verify::verify(puzzle, Answer { findings, seconds })
}

fn auto(puzzle: &Puzzle, control: &Control) -> Vec<Finding> {
    let mut findings = vec![by_search(puzzle, control)];
    if matches!(findings[0].evidence.by, Prover::Class | Prover::Pagoda) {
        return findings;
    }
    let brief = control.clone().within(CONFIRMATION);
    let jumps = puzzle.jumps();
    if jumps <= MILP_JUMPS && puzzle.board.jumps().len() * jumps <= MILP_JUMP_COLUMNS {
        findings.push(milp::mirror::solve(puzzle, &brief));
    }
    let brief = control.clone().within(CONFIRMATION);
    if puzzle.start.len().max(puzzle.finish.pegs()) <= DFS_PEGS {
        findings.push(search::dfs::shortest(puzzle, &brief));
    }
    findings
}

/// The position class first, which costs nothing, then a pagoda function, then the search.
fn by_search(puzzle: &Puzzle, control: &Control) -> Finding {
    by_class(puzzle)
        .or_else(|| milp::pagoda::refute(puzzle, control))
        .unwrap_or_else(|| search::fewest::fewest(puzzle, control))
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
