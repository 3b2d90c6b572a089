//! Solving a puzzle: which provers are asked, in which order, and when one is enough. [`PROVERS`] is
//! the table that [`solve`] walks.

use std::time::{Duration, Instant};

use crate::base::control::Control;
use crate::peg::answer::{Answer, Claim, Detail, Evidence, Finding, Prover};
use crate::peg::bounds::class;
#[cfg(feature = "milp")]
use crate::peg::milp;
use crate::peg::puzzle::Puzzle;
#[cfg(feature = "sat")]
use crate::peg::sat;
use crate::peg::search;
use crate::peg::verify::{self, Refusal, Verified};

/// Who is to solve a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// All of [`PROVERS`] that apply.
    #[default]
    Auto,
    /// The search, then every other prover that applies, as long as each takes.
    #[cfg(any(feature = "milp", feature = "sat"))]
    Prove,
    /// The MILP alone: sweeps of so many moves, after the relaxation.
    #[cfg(feature = "milp")]
    Milp,
    /// The MILP alone: the constraint program row by row.
    #[cfg(feature = "milp")]
    Mirror,
    /// Clauses alone: so many moves, one more at a time.
    #[cfg(feature = "sat")]
    Sat,
    /// The search alone, after looks at the position class and at relaxations.
    Search,
    /// The depth-first verifier alone.
    Dfs,
}

/// What a prover is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A quick look whether the puzzle is impossible. A finding ends the asking; none proves
    /// nothing.
    Refute,
    /// The answer, where nothing refuted the puzzle.
    Answer,
    /// A second proof of the answer.
    Confirm,
}

/// A step of solving: a row of [`PROVERS`].
pub struct Step {
    /// Who is asked.
    pub prover: Prover,
    /// For what.
    pub role: Role,
    /// Whether it is worth asking about a puzzle; to confirm, about what answered.
    pub fits: fn(&Puzzle, Option<&Finding>) -> bool,
    /// What it may take, beside the limits of the caller.
    pub within: Duration,
    /// Asks it about a puzzle; to confirm, about what answered.
    pub ask: fn(&Puzzle, Option<&Finding>, &Control) -> Option<Finding>,
}

/// All provers in the order in which they are asked: what costs nothing first.
pub const PROVERS: &[Step] = &[
    Step {
        prover: Prover::Class,
        role: Role::Refute,
        fits: |_, _| true,
        within: Duration::MAX,
        ask: |puzzle, _, _| by_class(puzzle),
    },
    #[cfg(feature = "milp")]
    Step {
        prover: Prover::Pagoda,
        role: Role::Refute,
        fits: |_, _| true,
        within: Duration::MAX,
        ask: |puzzle, _, control| milp::weights::pagoda_lp::refute(puzzle, control),
    },
    #[cfg(feature = "milp")]
    Step {
        prover: Prover::Milp,
        role: Role::Refute,
        fits: |_, _| true,
        within: Duration::from_secs(2),
        ask: |puzzle, _, control| milp::relaxation::refute(puzzle, control),
    },
    Step {
        prover: Prover::Search,
        role: Role::Answer,
        fits: |_, _| true,
        within: Duration::MAX,
        ask: |puzzle, _, control| Some(search::fewest::fewest(puzzle, control)),
    },
    #[cfg(feature = "sat")]
    Step {
        prover: Prover::Sat,
        role: Role::Confirm,
        fits: |puzzle, answer| {
            if !puzzle.marked.is_empty() {
                return false;
            }
            let line = answer.and_then(|answer| answer.line.as_ref());
            line.map_or(puzzle.jumps(), |line| line.moves().len()) <= SAT_MOVES
        },
        within: Duration::from_secs(5),
        ask: |puzzle, answer, control| match (answer?.evidence.claim, &answer?.line) {
            (Claim::Optimal { .. }, Some(line)) => Some(sat::fewest::prove(puzzle, line, control)),
            (Claim::Infeasible, _) => Some(sat::fewest::refute(puzzle, control)),
            _ => None,
        },
    },
    #[cfg(feature = "milp")]
    Step {
        prover: Prover::Milp,
        role: Role::Confirm,
        fits: |puzzle, _| {
            let jumps = puzzle.jumps();
            // A sweep has no place for the catch.
            puzzle.marked.catch.is_none()
                && jumps <= MILP_JUMPS
                && puzzle.board.jumps().len() * jumps <= MILP_JUMP_COLUMNS
        },
        within: Duration::from_secs(5),
        ask: |puzzle, answer, control| match (answer?.evidence.claim, &answer?.line) {
            (Claim::Optimal { .. }, Some(line)) => {
                Some(milp::sweep::fewest::prove(puzzle, line, control))
            }
            (Claim::Infeasible, _) => Some(milp::mirror::solve(puzzle, control)),
            _ => None,
        },
    },
    Step {
        prover: Prover::Dfs,
        role: Role::Confirm,
        fits: |puzzle, _| puzzle.start.len().max(puzzle.finish.pegs()) <= DFS_PEGS,
        within: Duration::from_secs(5),
        ask: |puzzle, _, control| Some(search::dfs::shortest(puzzle, control)),
    },
];

/// Clauses confirm lines of at most so many moves, and that puzzles of so many jumps are impossible ...
#[cfg(feature = "sat")]
const SAT_MOVES: usize = 9;
/// ... the MILP those of at most so many jumps and jump columns ...
#[cfg(feature = "milp")]
const MILP_JUMPS: usize = 10;
#[cfg(feature = "milp")]
const MILP_JUMP_COLUMNS: usize = 800;
/// ... and the depth-first verifier those of at most so many pegs.
const DFS_PEGS: usize = 16;

/// Solves a puzzle within the limits of `control`.
///
/// # Errors
/// A [`Refusal`] if two provers disagree or a line is wrong: a fault of this program.
pub fn solve(puzzle: &Puzzle, method: Method, control: &Control) -> Result<Verified, Refusal> {
    let clock = Instant::now();
    let findings = match method {
        Method::Auto => auto(puzzle, control),
        #[cfg(any(feature = "milp", feature = "sat"))]
        Method::Prove => proved(puzzle, control),
        Method::Search => first(puzzle, control).map(|(_, finding)| finding).into_iter().collect(),
        Method::Dfs => vec![search::dfs::shortest(puzzle, control)],
        #[cfg(feature = "milp")]
        Method::Milp => vec![milp::sweep::fewest::solve(puzzle, control)],
        #[cfg(feature = "milp")]
        Method::Mirror => vec![milp::mirror::solve(puzzle, control)],
        #[cfg(feature = "sat")]
        Method::Sat => vec![sat::fewest::solve(puzzle, control)],
    };
    let seconds = clock.elapsed().as_secs_f64();
    verify::verify(puzzle, Answer { findings, seconds })
}

/// Who is asked whether a puzzle is impossible, before a search of its own kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refuting {
    /// All that take a quick look.
    All,
    /// Position classes alone: the answer does not depend on the time they take.
    Class,
}

/// Solves a puzzle by a search that is given, where nothing refutes it before.
///
/// # Errors
/// The fault of the search; or within, a [`Refusal`] as of [`solve`].
pub fn solve_by<E>(
    puzzle: &Puzzle,
    refuting: Refuting,
    search: impl FnOnce(&Control) -> Result<Finding, E>,
    control: &Control,
) -> Result<Result<Verified, Refusal>, E> {
    let clock = Instant::now();
    let wanted = |step: &&Step| refuting == Refuting::All || step.prover == Prover::Class;
    let refute = |step: &Step| (step.ask)(puzzle, None, &control.clone().within(step.within));
    let finding = match steps(Role::Refute).filter(wanted).find_map(refute) {
        Some(finding) => finding,
        None => search(control)?,
    };
    let seconds = clock.elapsed().as_secs_f64();
    Ok(verify::verify(puzzle, Answer { findings: vec![finding], seconds }))
}

/// Solves puzzles of one board with one start by [`Method::Search`], as far as the search finds them
/// together; nothing of those that are to be solved one by one.
pub fn solve_together(
    puzzles: &[Puzzle],
    control: &Control,
) -> Result<Vec<Option<Verified>>, Refusal> {
    let refutable = |puzzle: &Puzzle| {
        let mut refuting = steps(Role::Refute).filter(|step| (step.fits)(puzzle, None));
        refuting
            .any(|step| (step.ask)(puzzle, None, &control.clone().within(step.within)).is_some())
    };
    let alone: Vec<bool> = puzzles.iter().map(refutable).collect();
    let shared: Vec<Puzzle> = puzzles
        .iter()
        .zip(&alone)
        .filter(|(_, alone)| !**alone)
        .map(|(puzzle, _)| puzzle.clone())
        .collect();
    let mut found = search::fewest::together::together(&shared, control).into_iter();
    let answer = |(puzzle, alone): (&Puzzle, &bool)| {
        let Some(finding) = (if *alone { None } else { found.next().flatten() }) else {
            return Ok(None);
        };
        let seconds = finding.evidence.seconds;
        verify::verify(puzzle, Answer { findings: vec![finding], seconds }).map(Some)
    };
    puzzles.iter().zip(&alone).map(answer).collect()
}

/// The first finding, and what it was asked for: a refutation, or the answer of the search.
fn first(puzzle: &Puzzle, control: &Control) -> Option<(Role, Finding)> {
    let mut steps =
        PROVERS.iter().filter(|step| step.role != Role::Confirm && (step.fits)(puzzle, None));
    steps.find_map(|step| {
        let finding = (step.ask)(puzzle, None, &control.clone().within(step.within))?;
        Some((step.role, finding))
    })
}

fn steps(role: Role) -> impl Iterator<Item = &'static Step> {
    PROVERS.iter().filter(move |step| step.role == role)
}

/// The first finding, and what fits a few seconds to confirm it. A certificate needs no
/// confirmation.
fn auto(puzzle: &Puzzle, control: &Control) -> Vec<Finding> {
    let Some((role, first)) = first(puzzle, control) else { return Vec::new() };
    let mut findings = vec![first];
    if role == Role::Answer {
        for step in steps(Role::Confirm) {
            if (step.fits)(puzzle, findings.first()) {
                let control = control.clone().within(step.within);
                findings.extend((step.ask)(puzzle, findings.first(), &control));
            }
        }
    }
    findings
}

/// The first finding, and further proofs of what it claims: of a refutation by class another refutation,
/// since the search looks at the position class first; of another one the search; of the search's answer
/// all that confirm, however long they take. The depth-first verifier has no end on what it does not fit.
#[cfg(any(feature = "milp", feature = "sat"))]
fn proved(puzzle: &Puzzle, control: &Control) -> Vec<Finding> {
    let Some((role, first)) = first(puzzle, control) else { return Vec::new() };
    let ask = |step: &Step, control: &Control| (step.ask)(puzzle, Some(&first), control);
    let further: Vec<Finding> = match role {
        Role::Refute if first.evidence.by == Prover::Class => steps(Role::Refute)
            .filter(|step| step.prover != Prover::Class)
            .find_map(|step| ask(step, &control.clone().within(step.within)))
            .into_iter()
            .collect(),
        Role::Refute => {
            steps(Role::Answer).find_map(|step| ask(step, control)).into_iter().collect()
        }
        Role::Answer | Role::Confirm => steps(Role::Confirm)
            .filter(|step| step.prover != Prover::Dfs || (step.fits)(puzzle, Some(&first)))
            .filter_map(|step| ask(step, control))
            .collect(),
    };
    std::iter::once(first).chain(further).collect()
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
