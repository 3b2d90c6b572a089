//! The way from a puzzle to a verified answer: which methods run, in which order, and when one result suffices.
//!
//! 1. A puzzle without jumps has its answer at once.
//! 2. Position classes and pagoda functions refute what they can in milliseconds.
//! 3. The search by moves, depth-first search, SAT and the relaxation take turns, which are measured in work, so that
//!    every machine gives the same answer; the first proof ends them.
//! 4. Further methods may confirm the proof ([`Confirm`]).
//! 5. Whatever was found is verified: each line is replayed, and all claims have to agree.

use soliter_base::clock::Instant;
#[cfg(feature = "milp")]
use std::time::Duration;

#[cfg(feature = "milp")]
use crate::milp;
#[cfg(feature = "sat")]
use crate::sat;
use soliter_base::control::Control;
#[cfg(feature = "milp")]
use soliter_base::control::SolverSettings;
use soliter_base::race::{Task, in_turns, within_work};
#[cfg(any(feature = "milp", feature = "sat"))]
use soliter_boards::answer::Claim;
use soliter_boards::answer::{Detail, Prover, ProverResult};
use soliter_boards::bounds::class;
#[cfg(feature = "milp")]
use soliter_boards::puzzle::Finish;
use soliter_boards::puzzle::Puzzle;
use soliter_boards::verify::{self, VerificationError, Verified};
use soliter_search::fewest::StopAt;

/// The methods that may solve a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// All of them, in turns.
    #[default]
    Auto,
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
    /// The depth-first search alone.
    Dfs,
}

/// Whether other methods confirm a proof of [`Method::Auto`] or [`Method::Search`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Confirm {
    /// The first proof is the answer.
    No,
    /// SAT and depth-first search confirm it, if that is little work.
    #[default]
    IfQuick,
    /// Like [`Self::IfQuick`], and the MILP solver confirms small answers too.
    #[cfg(feature = "milp")]
    IfQuickAndMilp,
    /// All methods that can confirm it do so, however long they take.
    #[cfg(any(feature = "milp", feature = "sat"))]
    Always,
}

/// How a puzzle is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Options {
    /// Which methods run.
    pub method: Method,
    /// Whether further methods confirm the answer.
    pub confirm: Confirm,
    /// Where a long search ends, with [`Method::Auto`].
    pub stop_at: StopAt,
}

impl Options {
    /// The first proof of any method, which nothing confirms.
    pub const FIRST_PROOF: Self =
        Self { method: Method::Auto, confirm: Confirm::No, stop_at: StopAt::Proof };
    /// The search, confirmed by every method that can, however long that takes.
    #[cfg(any(feature = "milp", feature = "sat"))]
    pub const CONFIRMED: Self =
        Self { method: Method::Search, confirm: Confirm::Always, stop_at: StopAt::Proof };
    /// Like [`Self::FIRST_PROOF`], for a caller who makes the last part of the proof, such as layers that meet the
    /// finish: the claim may be [`Claim::Feasible`] although no evidence was stopped.
    ///
    /// [`Claim::Feasible`]: soliter_boards::answer::Claim::Feasible
    pub const BEFORE_LAST_BOUND: Self =
        Self { stop_at: StopAt::BeforeLastBound, ..Self::FIRST_PROOF };
}

impl From<Method> for Options {
    fn from(method: Method) -> Self {
        let confirm = if method == Method::Auto { Confirm::IfQuick } else { Confirm::No };
        Self { method, confirm, ..Self::default() }
    }
}

/// The work of a turn, in units of about a tenth of a microsecond; the first one is shorter, since most puzzles are
/// easy for some method.
const FIRST_TURN: u64 = 250_000;
const SEARCH_TURN: u64 = 1_500_000;
const DFS_TURN: u64 = 500_000;
#[cfg(feature = "sat")]
const SAT_TURN: u64 = 500_000;
/// The relaxation cannot pause; its time is limited.
#[cfg(feature = "milp")]
const ONE_TURN: u64 = u64::MAX >> 2;
#[cfg(feature = "milp")]
const RELAXATION_WITHIN: Duration = Duration::from_secs(2);
/// The limit on the time for a lower bound on the moves of boards of more than 64 holes.
#[cfg(feature = "milp")]
const BOUND_WITHIN: Duration = Duration::from_secs(2);
/// Depth-first search and SAT get turns while the best solution has at most this many moves, or while none is known and
/// a solution has at most this many jumps. They are hopeless for longer ones.
const SHORT: usize = 12;
const FEW_JUMPS: usize = 20;
/// Each method but the first may use this part of the memory limit, and this many bytes.
const MEMORY_PART: u64 = 8;
const MOST_MEMORY: u64 = 512 << 20;
/// The work of the search for a solution that starts the MILP solver: about a second.
#[cfg(feature = "milp")]
const START_WORK: u64 = 10_000_000;
/// SAT confirms answers with little work if all its slots together have at most this many jumps; depth-first search, if
/// there are at most this many pegs.
#[cfg(feature = "sat")]
const SAT_JUMPS: usize = 400;
#[cfg(feature = "sat")]
const SAT_WORK: u64 = 800_000;
/// The same for the MILP solver, whose work is limited by the columns of its program and the nodes of its search tree:
/// the root of a program with 463 columns takes 20 s, that of the Latin cross, with 70, some hundredths of a second.
#[cfg(feature = "milp")]
const MILP_JUMPS: usize = 320;
#[cfg(feature = "milp")]
const MILP_COLUMNS: usize = 120;
#[cfg(feature = "milp")]
const MILP_NODES: u32 = 20;
const DFS_PEGS: usize = 16;
const DFS_WORK: u64 = 300_000;

/// Solves a puzzle within the limits of `control`.
///
/// A limit is not an error: the answer then has what was found and proved until it was reached (`Claim::Feasible` or
/// `Claim::Unknown`), and its evidence names the limit (`stopped`).
///
/// # Errors
/// A [`VerificationError`] is a bug in this program.
///
/// ```
/// use soliter_base::control::Control;
/// # use soliter_base::diagnostic::Source;
/// # use soliter_boards::puzzle::Puzzle;
/// use soliter_prove::solve::{Method, Options, solve};
/// # let text = "model = { board = 'ooo' }\nstart = ['11', '21']\nfinish = ['31']\nnotation = 'column-row'";
/// # let puzzle = Puzzle::parse(&Source::new("row.toml", text), &|_| unreachable!()).unwrap();
/// let answer = solve(&puzzle, &Options::default(), &Control::default())?;
/// assert_eq!(answer.claim().moves(), Some(1));
/// let by_search = solve(&puzzle, &Method::Search.into(), &Control::default())?;
/// assert_eq!(by_search.claim(), answer.claim());
/// # Ok::<(), soliter_boards::verify::VerificationError>(())
/// ```
pub fn solve(
    puzzle: &Puzzle,
    options: &Options,
    control: &Control,
) -> Result<Verified, VerificationError> {
    let clock = Instant::now();
    let findings = match soliter_search::without_jumps(puzzle, clock) {
        Some(finding) => vec![finding],
        None => findings(puzzle, *options, control),
    };
    verify::verify(puzzle, findings, clock.elapsed().as_secs_f64())
}

fn findings(puzzle: &Puzzle, options: Options, control: &Control) -> Vec<ProverResult> {
    let first = match options.method {
        Method::Auto => first_proof(puzzle, options.stop_at, control),
        Method::Search => {
            let search = || soliter_search::fewest::fewest(puzzle, control);
            // Of a relaxation alone, `--method search` would be no search.
            let is_alone = matches!(options.confirm, Confirm::No | Confirm::IfQuick);
            let refute = if is_alone { refuted_at_once } else { refutation };
            vec![refute(puzzle, control).unwrap_or_else(search)]
        }
        Method::Dfs => return vec![soliter_search::dfs::shortest(puzzle, control)],
        #[cfg(feature = "milp")]
        Method::Milp => {
            let search = |control: &Control| soliter_search::fewest::fewest(puzzle, control).line;
            let fits = puzzle.board().fits_u64().is_ok();
            let known = if fits { within_work(START_WORK, control, search) } else { None };
            return vec![milp::by_move::fewest::solve(puzzle, known.as_ref(), control)];
        }
        #[cfg(feature = "milp")]
        Method::ByJump => return vec![milp::by_jump::engines::solve(puzzle, control)],
        #[cfg(feature = "sat")]
        Method::Sat => return vec![sat::fewest::solve(puzzle, control)],
        #[cfg(all(feature = "milp", feature = "sat"))]
        Method::SatByJump => {
            return vec![milp::by_jump::engines::solve_by_clauses(puzzle, control)];
        }
    };
    let further = match (options.confirm, first.first()) {
        (Confirm::IfQuick, Some(proof)) if proof.evidence.claim.is_final() => {
            quick_confirmations(puzzle, proof, false, control)
        }
        #[cfg(feature = "milp")]
        (Confirm::IfQuickAndMilp, Some(proof)) if proof.evidence.claim.is_final() => {
            quick_confirmations(puzzle, proof, true, control)
        }
        #[cfg(any(feature = "milp", feature = "sat"))]
        (Confirm::Always, Some(proof)) => confirmations(puzzle, proof, control),
        _ => Vec::new(),
    };
    first.into_iter().chain(further).collect()
}

/// A refutation by position classes, a pagoda function, or the relaxation: nothing that takes long.
pub fn refutation(puzzle: &Puzzle, control: &Control) -> Option<ProverResult> {
    refuted_at_once(puzzle, control).or_else(|| refuted_by_relaxation(puzzle, control))
}

/// Solves puzzles with the same board and start by the search, if it can solve them together. The result is `None` for
/// each puzzle that has to be solved separately.
pub fn solve_together(
    puzzles: &[Puzzle],
    control: &Control,
) -> Result<Vec<Option<Verified>>, VerificationError> {
    let is_refuted = |puzzle: &Puzzle| refutation(puzzle, control).is_some();
    let alone: Vec<bool> = puzzles.iter().map(is_refuted).collect();
    let open = puzzles.iter().zip(&alone).filter(|(_, alone)| !**alone);
    let shared: Vec<Puzzle> = open.map(|(puzzle, _)| puzzle.clone()).collect();
    let mut found = soliter_search::fewest::together::together(&shared, control).into_iter();
    let answer = |(puzzle, alone): (&Puzzle, &bool)| {
        let Some(finding) = (if *alone { None } else { found.next().flatten() }) else {
            return Ok(None);
        };
        let seconds = finding.evidence.seconds;
        verify::verify(puzzle, vec![finding], seconds).map(Some)
    };
    puzzles.iter().zip(&alone).map(answer).collect()
}

/// Solves a puzzle by the given search, unless something refutes it first. The outer error comes from the search.
pub fn solve_by<E>(
    puzzle: &Puzzle,
    search: impl FnOnce(&Control) -> Result<ProverResult, E>,
    control: &Control,
) -> Result<Result<Verified, VerificationError>, E> {
    let clock = Instant::now();
    let finding = match refutation(puzzle, control) {
        Some(finding) => finding,
        None => search(control)?,
    };
    Ok(verify::verify(puzzle, vec![finding], clock.elapsed().as_secs_f64()))
}

fn refuted_at_once(puzzle: &Puzzle, control: &Control) -> Option<ProverResult> {
    refuted_by_class(puzzle).or_else(|| refuted_by_pagoda(puzzle, control))
}

fn refuted_by_class(puzzle: &Puzzle) -> Option<ProverResult> {
    let clock = Instant::now();
    let markings = class::refute(puzzle)?;
    Some(ProverResult::refutation(Prover::Class, clock, Detail::Markings(markings)))
}

#[cfg(feature = "milp")]
fn refuted_by_pagoda(puzzle: &Puzzle, control: &Control) -> Option<ProverResult> {
    milp::weights::pagoda_lp::refute(puzzle, control)
}

/// Weights come from a linear program.
#[cfg(not(feature = "milp"))]
fn refuted_by_pagoda(_: &Puzzle, _: &Control) -> Option<ProverResult> {
    None
}

#[cfg(feature = "milp")]
fn refuted_by_relaxation(puzzle: &Puzzle, control: &Control) -> Option<ProverResult> {
    milp::relaxation::refute(puzzle, &control.clone().within(RELAXATION_WITHIN))
}

#[cfg(not(feature = "milp"))]
fn refuted_by_relaxation(_: &Puzzle, _: &Control) -> Option<ProverResult> {
    None
}

type Run<'a> = dyn Fn(&Control) -> Option<ProverResult> + Send + Sync + 'a;

/// A method that takes turns with others.
struct Racer<'a> {
    run: Box<Run<'a>>,
    /// The work of a turn.
    work: u64,
    /// Whether it gets a turn in a round.
    has_turn: Box<dyn Fn(u32) -> bool + 'a>,
}

/// The first proof of the methods that take turns; or, if nothing is proved, what each of them found.
fn first_proof(puzzle: &Puzzle, stop_at: StopAt, control: &Control) -> Vec<ProverResult> {
    if let Some(refuted) = refuted_at_once(puzzle, control) {
        return vec![refuted];
    }
    // Layers have no other side to meet where the finish is a number of pegs, and grow much larger than the search.
    let stop_at = if puzzle.finish().position().is_some() { stop_at } else { StopAt::Proof };
    let control = control.clone().with_new_notes();
    let is_wide = puzzle.board().fits_u64().is_err();
    let best = || control.noted_moves();
    let is_short = || best().map_or(puzzle.jumps() <= FEW_JUMPS, |moves| moves <= SHORT);
    let racers = [
        // The first has most of the memory: the search, or on boards that it does not take, depth-first search.
        (!is_wide).then(|| Racer {
            run: Box::new(|control| {
                Some(soliter_search::fewest::fewest_until(puzzle, stop_at, control))
            }),
            work: SEARCH_TURN,
            has_turn: Box::new(|_| true),
        }),
        Some(Racer {
            run: Box::new(|control| Some(soliter_search::dfs::shortest(puzzle, control))),
            work: DFS_TURN,
            has_turn: Box::new(|_| is_wide || is_short()),
        }),
        #[cfg(feature = "sat")]
        takes_sat(puzzle).then(|| Racer {
            run: Box::new(|control| Some(sat::fewest::solve(puzzle, control))),
            work: SAT_TURN,
            has_turn: Box::new(|round| round > 0 && is_short()),
        }),
        #[cfg(feature = "milp")]
        Some(Racer {
            run: Box::new(|control| refuted_by_relaxation(puzzle, control)),
            work: ONE_TURN,
            has_turn: Box::new(|round| round > 0 && best().is_none()),
        }),
    ];
    let racers: Vec<Racer<'_>> = racers.into_iter().flatten().collect();
    let part = (control.memory_limit() / MEMORY_PART).min(MOST_MEMORY);
    let others = part * (racers.len() as u64 - 1);
    let tasks = racers.iter().enumerate().map(|(place, racer)| {
        let run = &racer.run;
        let memory = if place == 0 { control.memory_limit() - others } else { part };
        let work = |round| if round == 0 { racer.work.min(FIRST_TURN) } else { racer.work };
        Task {
            run: Box::new(move |control: &Control| run(control)),
            control: control.clone().memory(memory),
            turn: Box::new(move |round| if (racer.has_turn)(round) { work(round) } else { 0 }),
        }
    });
    let is_last = |finding: &Option<ProverResult>| {
        finding.as_ref().is_some_and(|ProverResult { evidence, .. }| {
            let is_searched = evidence.by == Prover::Search && evidence.stopped.is_none();
            evidence.claim.is_final() || stop_at == StopAt::BeforeLastBound && is_searched
        })
    };
    let mut ended = in_turns(tasks.collect(), is_last);
    if let Some((_, finding)) = ended.pop_if(|(_, last)| is_last(last)) {
        return finding.into_iter().collect();
    }
    ended.sort_by_key(|(place, _)| *place);
    let findings = ended.into_iter().filter_map(|(_, finding)| finding);
    // The search bounds the moves on the boards that it takes; on others, weights do.
    #[cfg(feature = "milp")]
    let findings = {
        let bound = || {
            milp::weights::dual_bound::lower_bound(puzzle, &control.clone().within(BOUND_WITHIN))
        };
        findings.chain(if is_wide { bound() } else { None })
    };
    findings.collect()
}

#[cfg(feature = "sat")]
fn takes_sat(puzzle: &Puzzle) -> bool {
    puzzle.marked().is_empty() && puzzle.board().keeps_classes()
}

fn takes_dfs(puzzle: &Puzzle) -> bool {
    // On larger boards it does not look for the fewest moves.
    puzzle.board().fits_u64().is_ok()
        && puzzle.start().len().max(puzzle.finish().pegs()) <= DFS_PEGS
}

/// Further proofs of an answer with little work. A refutation that is not by a search needs none.
#[cfg_attr(not(feature = "milp"), allow(unused_variables))]
fn quick_confirmations(
    puzzle: &Puzzle,
    proof: &ProverResult,
    with_milp: bool,
    control: &Control,
) -> Vec<ProverResult> {
    let by = proof.evidence.by;
    let mut all = Vec::new();
    if !matches!(by, Prover::Search | Prover::Dfs | Prover::Sat) {
        return all;
    }
    #[cfg(any(feature = "milp", feature = "sat"))]
    let jumps = {
        let slots = proof.line.as_ref().map_or(puzzle.jumps(), |line| line.moves().len() - 1);
        slots * puzzle.board().jumps().len()
    };
    #[cfg(feature = "sat")]
    if by != Prover::Sat && takes_sat(puzzle) && jumps <= SAT_JUMPS {
        let confirm = |control: &Control| confirmed_by_sat(puzzle, proof, control);
        all.extend(within_work(SAT_WORK, control, confirm));
    }
    #[cfg(feature = "milp")]
    if with_milp && proof.line.is_some() && puzzle.board().keeps_classes() && jumps <= MILP_JUMPS {
        let settings = control.solver_settings();
        let nodes = ("mip_max_nodes".to_owned(), MILP_NODES.to_string());
        let options = [nodes].into_iter().chain(settings.options.iter().cloned()).collect();
        let settings = SolverSettings { options, ..settings.clone() };
        let control = control.clone().solver(settings);
        all.extend(confirmed_by_milp(puzzle, proof, MILP_COLUMNS, &control));
    }
    if by != Prover::Dfs && takes_dfs(puzzle) {
        let confirm = |control: &Control| soliter_search::dfs::shortest(puzzle, control);
        all.push(within_work(DFS_WORK, control, confirm));
    }
    all.retain(|finding| finding.evidence.claim.is_final());
    all
}

/// Further proofs of a claim, however long they take. A refutation by position class is followed by another refutation,
/// because the search itself uses position classes; any other refutation is followed by the search. Depth-first search
/// would never end on larger puzzles.
#[cfg(any(feature = "milp", feature = "sat"))]
fn confirmations(puzzle: &Puzzle, proof: &ProverResult, control: &Control) -> Vec<ProverResult> {
    match proof.evidence.by {
        Prover::Class => {
            let refuted = refuted_by_pagoda(puzzle, control);
            refuted.or_else(|| refuted_by_relaxation(puzzle, control)).into_iter().collect()
        }
        Prover::Pagoda | Prover::Milp => vec![soliter_search::fewest::fewest(puzzle, control)],
        by => [
            #[cfg(feature = "sat")]
            (by != Prover::Sat).then(|| confirmed_by_sat(puzzle, proof, control)).flatten(),
            #[cfg(feature = "milp")]
            confirmed_by_milp(puzzle, proof, usize::MAX, control),
            (by != Prover::Dfs && takes_dfs(puzzle))
                .then(|| soliter_search::dfs::shortest(puzzle, control)),
        ]
        .into_iter()
        .flatten()
        .collect(),
    }
}

#[cfg(feature = "sat")]
fn confirmed_by_sat(
    puzzle: &Puzzle,
    proof: &ProverResult,
    control: &Control,
) -> Option<ProverResult> {
    match (proof.evidence.claim, &proof.line) {
        (Claim::Optimal { .. }, Some(line)) => Some(sat::fewest::prove(puzzle, line, control)),
        (Claim::Infeasible, _) => Some(sat::fewest::refute(puzzle, control)),
        _ => None,
    }
}

#[cfg(feature = "milp")]
fn confirmed_by_milp(
    puzzle: &Puzzle,
    proof: &ProverResult,
    most_columns: usize,
    control: &Control,
) -> Option<ProverResult> {
    match (proof.evidence.claim, &proof.line) {
        (Claim::Optimal { .. }, Some(line)) => {
            Some(milp::by_move::fewest::prove(puzzle, line, most_columns, control))
        }
        // The formulation by jump supports neither a finish with open holes nor a board that lists its jumps.
        (Claim::Infeasible, _)
            if !matches!(puzzle.finish(), Finish::Holes { .. }) && !puzzle.board().is_changed() =>
        {
            Some(milp::by_jump::engines::solve(puzzle, control))
        }
        _ => None,
    }
}
