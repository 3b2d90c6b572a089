//! Decides which methods run ([`PROVERS`]), in which order, and when one result suffices.

use soliter_base::clock::Instant;
use std::time::Duration;

#[cfg(feature = "milp")]
use crate::milp;
#[cfg(feature = "sat")]
use crate::sat;
use soliter_base::control::Control;
use soliter_base::race::{Player, in_turns};
#[cfg(any(feature = "milp", feature = "sat"))]
use soliter_peg::answer::Claim;
use soliter_peg::answer::{Detail, Evidence, Finding, Prover};
use soliter_peg::bounds::class;
#[cfg(feature = "milp")]
use soliter_peg::line::Line;
#[cfg(feature = "milp")]
use soliter_peg::puzzle::Finish;
use soliter_peg::puzzle::Puzzle;
use soliter_peg::search::{self, fewest::Until};
use soliter_peg::verify::{self, Refusal, Verified};

/// The methods that may solve a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// All of [`PROVERS`] that apply.
    #[default]
    Auto,
    /// The search, and then every other prover that applies, without a limit on its time.
    #[cfg(any(feature = "milp", feature = "sat"))]
    Prove,
    /// The MILP solver alone: the relaxation, and then the formulation by move with one more move at a time.
    #[cfg(feature = "milp")]
    Milp,
    /// The MILP solver alone, with the formulation by jump: the constraint program of peg solitaire.
    #[cfg(feature = "milp")]
    ByJump,
    /// The SAT solver alone, with one more move at a time.
    #[cfg(feature = "sat")]
    Sat,
    /// The SAT solver alone, with the formulation by jump and one move less at a time.
    #[cfg(all(feature = "milp", feature = "sat"))]
    SatByJump,
    /// The search alone, after quick attempts to refute the puzzle.
    Search,
    /// The depth-first verifier alone.
    Dfs,
}

/// The purpose of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// To refute the puzzle quickly. A finding ends the run; no finding proves nothing.
    Refute,
    /// To answer the puzzle if nothing has refuted it. All steps that answer take turns; the first proof ends the run.
    Answer,
    /// To prove the answer a second time.
    Confirm,
}

/// A step of solving: a row of [`PROVERS`].
pub struct Step {
    /// The prover that does the work.
    pub prover: Prover,
    /// The purpose of the step.
    pub role: Role,
    /// Whether the step is worth its time for a puzzle, given the answer if the step confirms one.
    pub fits: fn(&Puzzle, Option<&Finding>) -> bool,
    /// A limit on the time of a step that refutes, in addition to the limits of the caller.
    pub within: Duration,
    /// The work of one turn, or all the work that a step may do to confirm an answer; a unit is about a tenth of a
    /// microsecond. A step with 0 refutes at once, before others have turns, or confirms only with [`Method::Prove`].
    pub work: u64,
    /// Runs the prover on a puzzle. A step that confirms also gets the answer.
    pub ask: fn(&Puzzle, Option<&Finding>, &Control) -> Option<Finding>,
}

impl Step {
    fn ask_within(&self, puzzle: &Puzzle, control: &Control) -> Option<Finding> {
        (self.ask)(puzzle, None, &control.clone().within(self.within))
    }

    /// The finding of the prover, within a limit on work that is the same on every machine.
    fn within_work(
        &self,
        puzzle: &Puzzle,
        answer: Option<&Finding>,
        work: u64,
        control: &Control,
    ) -> Option<Finding> {
        let player = Player {
            play: Box::new(|control| (self.ask)(puzzle, answer, control)),
            control: control.clone(),
            turn: Box::new(move |round| if round == 0 { work } else { 0 }),
        };
        in_turns(vec![player], |_| true).pop()?.1
    }
}

/// The answer of one prover to a puzzle within a limit on work; for tests.
#[doc(hidden)]
pub fn answer_within(
    prover: Prover,
    puzzle: &Puzzle,
    work: u64,
    control: &Control,
) -> Option<Finding> {
    let step = steps(Role::Answer).find(|step| step.prover == prover)?;
    step.within_work(puzzle, None, work, control)
}

/// All provers in the order in which they run: the cheapest come first.
pub const PROVERS: &[Step] = &[
    Step {
        prover: Prover::Class,
        role: Role::Refute,
        fits: |_, _| true,
        within: Duration::MAX,
        work: 0,
        ask: |puzzle, _, _| {
            let clock = Instant::now();
            let markings = class::refute(puzzle)?;
            Some(Finding::refutation(Prover::Class, clock, Detail::Markings(markings)))
        },
    },
    #[cfg(feature = "milp")]
    Step {
        prover: Prover::Pagoda,
        role: Role::Refute,
        fits: |_, _| true,
        within: Duration::MAX,
        work: 0,
        ask: |puzzle, _, control| milp::weights::pagoda_lp::refute(puzzle, control),
    },
    #[cfg(feature = "milp")]
    Step {
        prover: Prover::Milp,
        role: Role::Refute,
        fits: |_, _| true,
        within: Duration::from_secs(2),
        work: ONE_TURN,
        ask: |puzzle, _, control| milp::relaxation::refute(puzzle, control),
    },
    Step {
        prover: Prover::Search,
        role: Role::Answer,
        fits: |puzzle, _| puzzle.board().fits_word().is_ok(),
        within: Duration::MAX,
        work: 1_500_000,
        ask: |puzzle, _, control| Some(search::fewest::fewest(puzzle, control)),
    },
    Step {
        prover: Prover::Dfs,
        role: Role::Answer,
        fits: |_, _| true,
        within: Duration::MAX,
        work: 500_000,
        ask: |puzzle, _, control| Some(search::dfs::shortest(puzzle, control)),
    },
    #[cfg(feature = "sat")]
    Step {
        prover: Prover::Sat,
        role: Role::Answer,
        fits: |puzzle, _| puzzle.marked().is_empty() && puzzle.board().keeps_classes(),
        within: Duration::MAX,
        work: 500_000,
        ask: |puzzle, _, control| Some(sat::fewest::solve(puzzle, control)),
    },
    #[cfg(feature = "sat")]
    Step {
        prover: Prover::Sat,
        role: Role::Confirm,
        fits: |puzzle, answer| {
            if !puzzle.marked().is_empty() || !puzzle.board().keeps_classes() {
                return false;
            }
            let line = answer.and_then(|answer| answer.line.as_ref());
            let slots = line.map_or(puzzle.jumps(), |line| line.moves().len() - 1);
            slots * puzzle.board().jumps().len() <= SAT_JUMPS
        },
        within: Duration::MAX,
        work: 800_000,
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
            // The formulation by move cannot express a last captured peg.
            puzzle.marked().last_captured.is_none()
                && puzzle.board().keeps_classes()
                && jumps <= MILP_JUMPS
                && puzzle.board().jumps().len() * jumps <= MILP_JUMP_COLUMNS
        },
        within: Duration::MAX,
        work: 0,
        ask: |puzzle, answer, control| match (answer?.evidence.claim, &answer?.line) {
            (Claim::Optimal { .. }, Some(line)) => {
                Some(milp::by_move::fewest::prove(puzzle, line, control))
            }
            // The formulation by jump supports neither a finish with open holes nor a board that lists its jumps.
            (Claim::Infeasible, _)
                if !matches!(puzzle.finish(), Finish::Holes { .. })
                    && !puzzle.board().is_changed() =>
            {
                Some(milp::by_jump::solve(puzzle, control))
            }
            _ => None,
        },
    },
    Step {
        prover: Prover::Dfs,
        role: Role::Confirm,
        // On larger boards it does not look for the fewest moves.
        fits: |puzzle, _| {
            puzzle.board().fits_word().is_ok()
                && puzzle.start().len().max(puzzle.finish().pegs()) <= DFS_PEGS
        },
        within: Duration::MAX,
        work: 300_000,
        ask: |puzzle, _, control| Some(search::dfs::shortest(puzzle, control)),
    },
];

/// The work of the first turn of a step that answers. It is short, since most puzzles are easy for some method.
const FIRST_TURN: u64 = 250_000;
/// The limit on the time for a lower bound on the moves of boards of more than 64 holes.
#[cfg(feature = "milp")]
const BOUND_WITHIN: Duration = Duration::from_secs(2);
/// The work of a step that cannot pause, and ends by its own limits.
#[cfg(feature = "milp")]
const ONE_TURN: u64 = u64::MAX >> 2;
/// Depth-first search and SAT get turns if the best solution has at most this number of moves. They are
/// hopeless for longer solutions.
const SHORT: usize = 12;
/// While no solution is known, depth-first search and SAT get turns if a solution has at most this number of jumps.
const FEW_JUMPS: usize = 20;
/// The work of the search for a solution that starts the MILP solver: about a second.
#[cfg(feature = "milp")]
const START_WORK: u64 = 10_000_000;
/// Each method other than the search may use the memory limit divided by this number.
const MEMORY_PART: u64 = 8;
/// The maximum number of bytes that each method other than the search may use.
const MOST_MEMORY: u64 = 512 << 20;
/// SAT confirms answers if all slots together have at most this number of jump variables.
#[cfg(feature = "sat")]
const SAT_JUMPS: usize = 400;
/// The MILP solver confirms answers to puzzles with at most this number of jumps.
#[cfg(feature = "milp")]
const MILP_JUMPS: usize = 10;
/// The maximum number of jump columns for which the MILP solver confirms answers.
#[cfg(feature = "milp")]
const MILP_JUMP_COLUMNS: usize = 800;
/// The depth-first verifier confirms answers to puzzles with at most this many pegs.
const DFS_PEGS: usize = 16;

/// Answers a puzzle by the first method that proves an answer, without a second opinion, within the limits of
/// `control`. A [`Refusal`] is a bug of this program.
pub fn settle(puzzle: &Puzzle, control: &Control) -> Result<Verified, Refusal> {
    settle_until(puzzle, Until::Proof, control)
}

/// Like [`settle`], but if the search is long, it may leave the last part of the proof to the caller: the claim is then
/// [`Claim::Feasible`], and no evidence was stopped. If the finish is a number of pegs, the proof is complete: layers, which
/// would have no other side to meet, grow much larger than the search.
pub fn propose(puzzle: &Puzzle, control: &Control) -> Result<Verified, Refusal> {
    let until = if puzzle.finish().position().is_some() { Until::LastLimit } else { Until::Proof };
    settle_until(puzzle, until, control)
}

fn settle_until(puzzle: &Puzzle, until: Until, control: &Control) -> Result<Verified, Refusal> {
    let clock = Instant::now();
    let findings = match search::without_jumps(puzzle, clock) {
        Some(finding) => vec![finding],
        None => settled(puzzle, until, control).1,
    };
    verify::verify(puzzle, findings, clock.elapsed().as_secs_f64())
}

/// Solves a puzzle within the limits of `control`. A [`Refusal`] is a bug in this program.
pub fn solve(puzzle: &Puzzle, method: Method, control: &Control) -> Result<Verified, Refusal> {
    let clock = Instant::now();
    if let Some(finding) = search::without_jumps(puzzle, clock) {
        return verify::verify(puzzle, vec![finding], clock.elapsed().as_secs_f64());
    }
    let findings = match method {
        Method::Auto => auto(puzzle, control),
        #[cfg(any(feature = "milp", feature = "sat"))]
        Method::Prove => proved(puzzle, control),
        Method::Search => first(puzzle, control).map(|(_, finding)| finding).into_iter().collect(),
        Method::Dfs => vec![search::dfs::shortest(puzzle, control)],
        #[cfg(feature = "milp")]
        Method::Milp => {
            let known = found_by_search(puzzle, control);
            vec![milp::by_move::fewest::solve(puzzle, known.as_ref(), control)]
        }
        #[cfg(feature = "milp")]
        Method::ByJump => vec![milp::by_jump::solve(puzzle, control)],
        #[cfg(feature = "sat")]
        Method::Sat => vec![sat::fewest::solve(puzzle, control)],
        #[cfg(all(feature = "milp", feature = "sat"))]
        Method::SatByJump => vec![milp::by_jump::solve_by_clauses(puzzle, control)],
    };
    verify::verify(puzzle, findings, clock.elapsed().as_secs_f64())
}

/// A solution that the search finds with little work, to start the MILP solver.
#[cfg(feature = "milp")]
fn found_by_search(puzzle: &Puzzle, control: &Control) -> Option<Line> {
    let step = steps(Role::Answer).find(|step| step.prover == Prover::Search)?;
    if !(step.fits)(puzzle, None) {
        return None;
    }
    step.within_work(puzzle, None, START_WORK, control)?.line
}

/// Solves a puzzle by the given search, unless a quick method refutes it first. The outer error comes from
/// the search.
pub fn solve_by<E>(
    puzzle: &Puzzle,
    search: impl FnOnce(&Control) -> Result<Finding, E>,
    control: &Control,
) -> Result<Result<Verified, Refusal>, E> {
    let clock = Instant::now();
    let finding = match steps(Role::Refute).find_map(|step| step.ask_within(puzzle, control)) {
        Some(finding) => finding,
        None => search(control)?,
    };
    Ok(verify::verify(puzzle, vec![finding], clock.elapsed().as_secs_f64()))
}

/// Solves puzzles with the same board and start by [`Method::Search`], if the search can solve them together.
/// The result is `None` for each puzzle that has to be solved separately.
pub fn solve_together(
    puzzles: &[Puzzle],
    control: &Control,
) -> Result<Vec<Option<Verified>>, Refusal> {
    let refutable = |puzzle: &Puzzle| {
        steps(Role::Refute).any(|step| step.ask_within(puzzle, control).is_some())
    };
    let alone: Vec<bool> = puzzles.iter().map(refutable).collect();
    let open = puzzles.iter().zip(&alone).filter(|(_, alone)| !**alone);
    let shared: Vec<Puzzle> = open.map(|(puzzle, _)| puzzle.clone()).collect();
    let mut found = search::fewest::together::together(&shared, control).into_iter();
    let answer = |(puzzle, alone): (&Puzzle, &bool)| {
        let Some(finding) = (if *alone { None } else { found.next().flatten() }) else {
            return Ok(None);
        };
        let seconds = finding.evidence.seconds;
        verify::verify(puzzle, vec![finding], seconds).map(Some)
    };
    puzzles.iter().zip(&alone).map(answer).collect()
}

/// The first finding, with the role of its prover: a refutation, or the answer of the search.
fn first(puzzle: &Puzzle, control: &Control) -> Option<(Role, Finding)> {
    let mut steps = PROVERS.iter().filter(|step| step.role != Role::Confirm);
    steps.find_map(|step| Some((step.role, step.ask_within(puzzle, control)?)))
}

fn steps(role: Role) -> impl Iterator<Item = &'static Step> {
    PROVERS.iter().filter(move |step| step.role == role)
}

/// Whether a step gets a turn. The first turns go to the methods that need no preparation. Refutations are
/// attempted only while no solution is known.
fn has_turn(step: &Step, round: u32, puzzle: &Puzzle, best: Option<usize>) -> bool {
    match (step.role, step.prover) {
        (Role::Refute, _) => round > 0 && best.is_none(),
        (_, Prover::Search) => true,
        (_, prover) => {
            // On a board that the search does not take, depth-first search is what remains for long solutions.
            if prover == Prover::Dfs && puzzle.board().fits_word().is_err() {
                return true;
            }
            let is_short = best.map_or(puzzle.jumps() <= FEW_JUMPS, |moves| moves <= SHORT);
            is_short && (round > 0 || prover == Prover::Dfs)
        }
    }
}

/// The first proof with the role of its prover, or all findings if nothing is proved. Without the last limit, the
/// result may be that of the search, unproved.
fn settled(puzzle: &Puzzle, until: Until, control: &Control) -> (Role, Vec<Finding>) {
    let mut at_once = steps(Role::Refute).filter(|step| step.work == 0);
    if let Some(finding) = at_once.find_map(|step| step.ask_within(puzzle, control)) {
        return (Role::Refute, vec![finding]);
    }
    let control = control.clone().with_new_notes();
    let part = (control.memory_limit() / MEMORY_PART).min(MOST_MEMORY);
    let answering = steps(Role::Answer).filter(|step| (step.fits)(puzzle, None));
    let racing: Vec<&Step> =
        answering.chain(steps(Role::Refute).filter(|step| step.work > 0)).collect();
    let others = part * (racing.len() as u64 - 1);
    let player = |&step: &&'static Step| {
        let is_search = step.prover == Prover::Search;
        let is_wide = puzzle.board().fits_word().is_err() && step.prover == Prover::Dfs;
        let memory = if is_search || is_wide { control.memory_limit() - others } else { part };
        let noting = control.clone();
        let work = move |round| if round == 0 { step.work.min(FIRST_TURN) } else { step.work };
        Player {
            play: Box::new(move |control: &Control| match until {
                Until::LastLimit if is_search => {
                    Some(search::fewest::fewest_until(puzzle, until, control))
                }
                _ => step.ask_within(puzzle, control),
            }),
            control: control.clone().memory(memory),
            turn: Box::new(move |round| {
                if has_turn(step, round, puzzle, noting.noted_moves()) { work(round) } else { 0 }
            }),
        }
    };
    let is_last = |finding: &Option<Finding>| {
        finding.as_ref().is_some_and(|finding| {
            let Evidence { by, claim, stopped, .. } = &finding.evidence;
            claim.is_final()
                || until == Until::LastLimit && *by == Prover::Search && stopped.is_none()
        })
    };
    let mut ended = in_turns(racing.iter().map(player).collect(), is_last);
    if let Some((place, finding)) = ended.pop_if(|(_, last)| is_last(last)) {
        return (racing[place].role, finding.into_iter().collect());
    }
    ended.sort_by_key(|(place, _)| *place);
    let findings = ended.into_iter().filter_map(|(_, finding)| finding);
    // The search bounds the moves on the boards that it takes; on others, weights do.
    #[cfg(feature = "milp")]
    let findings = {
        let is_wide = puzzle.board().fits_word().is_err();
        let bound = || milp::weights::tolls::lower_bound(puzzle, &control.within(BOUND_WITHIN));
        findings.chain(if is_wide { bound() } else { None })
    };
    (Role::Answer, findings.collect())
}

/// The first proof, followed by proofs that confirm it with little work. A refutation needs no confirmation.
fn auto(puzzle: &Puzzle, control: &Control) -> Vec<Finding> {
    let (role, mut findings) = settled(puzzle, Until::Proof, control);
    let proof =
        findings.first().filter(|one| role == Role::Answer && one.evidence.claim.is_final());
    if let Some(proof) = proof.cloned() {
        let further = steps(Role::Confirm)
            .filter(|step| step.prover != proof.evidence.by && (step.fits)(puzzle, Some(&proof)))
            .filter_map(|step| step.within_work(puzzle, Some(&proof), step.work, control))
            .filter(|finding| finding.evidence.claim.is_final());
        findings.extend(further);
    }
    findings
}

/// The first finding, and further proofs of its claim. A refutation by position class is followed by another
/// refutation, because the search itself uses position classes; any other refutation is followed by the
/// search. An answer of the search is followed by all provers that confirm, however long they take. The
/// exception is the depth-first verifier, which would never end on larger puzzles and runs only if it fits.
#[cfg(any(feature = "milp", feature = "sat"))]
fn proved(puzzle: &Puzzle, control: &Control) -> Vec<Finding> {
    let Some((role, first)) = first(puzzle, control) else { return Vec::new() };
    let ask = |step: &Step| (step.ask)(puzzle, Some(&first), control);
    let further: Vec<Finding> = match role {
        Role::Refute if first.evidence.by == Prover::Class => steps(Role::Refute)
            .filter(|step| step.prover != Prover::Class)
            .find_map(|step| step.ask_within(puzzle, control))
            .into_iter()
            .collect(),
        Role::Refute => steps(Role::Answer).find_map(ask).into_iter().collect(),
        Role::Answer | Role::Confirm => steps(Role::Confirm)
            .filter(|step| step.prover != Prover::Dfs || (step.fits)(puzzle, Some(&first)))
            .filter_map(ask)
            .collect(),
    };
    std::iter::once(first).chain(further).collect()
}
