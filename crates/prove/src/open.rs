//! Solves puzzles whose finish leaves the number of pegs open, with one search for each possible number.

use std::cell::LazyCell;

use soliter_base::clock::Instant;

#[cfg(feature = "milp")]
use crate::milp::{ordered_counts, weights::pagoda_lp};
use crate::report::{CaseReport, OpenReport, SolveReport};
use crate::solve::{Method, Options, solve};
use soliter_base::control::Control;
use soliter_boards::answer::{Claim, Detail, Prover, ProverResult};
use soliter_boards::puzzle::Puzzle;
use soliter_boards::puzzle::open::{Aim, OpenPuzzle};
use soliter_boards::rules;
use soliter_boards::verify::{VerificationError, Verified, replay, verify};
use soliter_boards::{bounds::class, bounds::pagoda::weights_refute};
use soliter_search::questions::dead_ends;

/// The answer for one number of pegs at the finish.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The puzzle with this number of pegs.
    pub puzzle: Puzzle,
    /// Its answer.
    pub answer: Verified,
}

impl Case {
    /// The number of pegs at the end.
    pub fn pegs(&self) -> usize {
        self.puzzle.finish().pegs()
    }

    /// The number of moves of its solution.
    fn moves(&self) -> Option<usize> {
        self.answer.claim().moves()
    }
}

/// The answer to an open puzzle, with at least one case.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenAnswer {
    aim: Aim,
    cases: Vec<Case>,
    /// Whether every number of pegs that matters for the claim is among the cases.
    is_complete: bool,
    seconds: f64,
}

/// Solves an open puzzle by a method, within the limits of `control`. A [`VerificationError`] is a bug in this program.
///
/// The numbers of pegs that position classes or weights refute are settled before any search, so that a time limit is not
/// divided among them. For the fewest pegs, the other numbers are tried upwards. A game that reaches n pegs passes through
/// every larger number, so the search ends at the first number that is reached. If holes are left open, every number is
/// tried, those with few jumps first. Each search gets a share of the remaining time.
pub fn solve_open(
    open: &OpenPuzzle,
    options: &Options,
    control: &Control,
) -> Result<OpenAnswer, VerificationError> {
    let clock = Instant::now();
    if *open.aim() == Aim::MostPegs {
        return most_pegs(open, control);
    }
    let mut numbers: Vec<usize> = open.numbers().collect();
    if *open.aim() != Aim::FewestPegs && !open.puzzle().reverse() {
        numbers.reverse();
    }
    let mut known =
        if options.method == Method::Auto { refuted(open, &numbers, control)? } else { Vec::new() };
    known.resize(numbers.len(), None);
    let mut left = known.iter().filter(|one| one.is_none()).count();
    let aim = open.aim().clone();
    let mut answer = OpenAnswer { aim, cases: Vec::new(), is_complete: true, seconds: 0.0 };
    #[cfg(feature = "milp")]
    if options.method == Method::Auto
        && left > 0
        && let Some((pegs, finding)) = ordered_counts::solve(open, &control.share(0.5))
    {
        let puzzle = open.with_pegs(pegs);
        let solved = verify(&puzzle, vec![finding], clock.elapsed().as_secs_f64())?;
        answer.cases.push(Case { puzzle, answer: solved });
    }
    // No method finds the fewest moves on larger boards, so that one solution is enough there.
    let is_wide = open.puzzle().board().fits_u64().is_err();
    for (pegs, known) in numbers.into_iter().zip(known) {
        if control.check_memory(bytes(open, answer.cases.len())).is_err() {
            answer.is_complete = false;
            break;
        }
        let puzzle = open.with_pegs(pegs);
        let solved = match known {
            Some(known) => known,
            None if is_wide && answer.best().is_some() => {
                answer.is_complete = false;
                continue;
            }
            None => {
                left -= 1;
                in_share(&puzzle, &answer.aim, *options, left, control)?
            }
        };
        let is_settled = solved.claim().is_final();
        answer.cases.push(Case { puzzle, answer: solved });
        // Zero jumps take no move; otherwise at least one move is needed.
        let is_best = match open.aim() {
            Aim::FewestPegs | Aim::MostPegs => answer.best().is_some(),
            Aim::Holes { .. } => answer.best().and_then(Case::moves).is_some_and(|moves| moves < 2),
        };
        if is_best {
            break;
        }
        if !is_settled && left > 0 && control.check().is_err() {
            answer.is_complete = false;
            break;
        }
    }
    answer.seconds = clock.elapsed().as_secs_f64();
    Ok(answer)
}

/// The most pegs that a stuck game can leave: all positions after fewer jumps have a jump. The moves are those of one such
/// game, and not minimised.
fn most_pegs(open: &OpenPuzzle, control: &Control) -> Result<OpenAnswer, VerificationError> {
    let clock = Instant::now();
    let found = dead_ends::most_pegs(open.puzzle(), control);
    let searched = found.as_ref().map_or(0, |found| found.searched);
    let pegs = found.as_ref().map_or(1, |found| found.position.len());
    let conclusion = found.map(|found| {
        let moves = found.line.moves().len();
        (Claim::Feasible { moves, lower_bound: moves.min(1) }, Some(found.line))
    });
    let detail = Detail::Positions(searched);
    let finding = ProverResult::new(Prover::Search, clock, conclusion, 1, detail);
    let (puzzle, seconds) = (open.with_pegs(pegs), clock.elapsed().as_secs_f64());
    let answer = verify(&puzzle, vec![finding], seconds)?;
    let case = Case { puzzle, answer };
    let is_stuck = case.answer.line().is_none_or(|line| {
        let last = replay(&case.puzzle, line.jumps()).last().clone();
        rules::legal(&case.puzzle, &last).next().is_none()
    });
    if !is_stuck {
        return Err(VerificationError::WrongLine(Prover::Search));
    }
    Ok(OpenAnswer { aim: Aim::MostPegs, cases: vec![case], is_complete: true, seconds })
}

/// Solves a puzzle with one of the numbers of pegs in its share of the remaining time; `left` others may follow.
fn in_share(
    puzzle: &Puzzle,
    aim: &Aim,
    options: Options,
    left: usize,
    control: &Control,
) -> Result<Verified, VerificationError> {
    let part = match aim {
        Aim::FewestPegs | Aim::MostPegs => 0.5,
        Aim::Holes { .. } => 1.0 / (left + 1) as f64,
    };
    let solved = solve(puzzle, &options, &control.share(part))?;
    if *aim == Aim::FewestPegs
        && matches!(solved.claim(), Claim::Feasible { .. })
        && control.check().is_ok()
    {
        // No other number has to be tried, so the remaining time is spent on the fewest moves.
        let again = solve(puzzle, &options, control)?;
        if again.claim().moves().is_some() {
            return Ok(again);
        }
    }
    Ok(solved)
}

/// An estimate of the memory for this many cases, each of which has a board of its own.
fn bytes(open: &OpenPuzzle, cases: usize) -> u64 {
    let board = open.puzzle().board();
    (cases * (64 * board.holes() + 12 * board.jumps().len())) as u64
}

/// The refutations of numbers of pegs by position classes and weights, and the answer of a puzzle without a jump. The list
/// ends at a limit and, for the fewest pegs, before the first puzzle that remains open.
fn refuted(
    open: &OpenPuzzle,
    numbers: &[usize],
    control: &Control,
) -> Result<Vec<Option<Verified>>, VerificationError> {
    let mut all = Vec::new();
    let mut pagoda = Pagoda::default();
    // The same for all numbers.
    let markings = LazyCell::new(|| class::markings(open.puzzle().board()));
    for &pegs in numbers {
        if control.check().is_err() || control.check_memory(bytes(open, all.len())).is_err() {
            break;
        }
        let (puzzle, clock) = (&open.with_pegs(pegs), Instant::now());
        if puzzle.jumps() == 0 {
            all.push(Some(solve(puzzle, &Options::default(), control)?));
            continue;
        }
        let by_class = || {
            let detail = || Detail::Markings(markings.clone());
            class::refutes(puzzle, &markings)
                .then(|| ProverResult::refutation(Prover::Class, clock, detail()))
        };
        // Weights that are known take less time than markings.
        let known = pagoda.known(puzzle).or_else(by_class);
        let finding = known.or_else(|| pagoda.with_new_weights(puzzle, control));
        if finding.is_none() && *open.aim() == Aim::FewestPegs {
            break;
        }
        let seconds = clock.elapsed().as_secs_f64();
        all.push(finding.map(|finding| verify(puzzle, vec![finding], seconds)).transpose()?);
    }
    Ok(all)
}

/// Weights that refute one number of pegs refute most of the others. The linear program that finds weights is the same for
/// all numbers, so it is not solved again if it has found none.
#[derive(Default)]
struct Pagoda {
    weights: Vec<i64>,
    #[cfg(feature = "milp")]
    is_hopeless: bool,
}

impl Pagoda {
    fn known(&self, puzzle: &Puzzle) -> Option<ProverResult> {
        let clock = Instant::now();
        let detail = || Detail::Weights(self.weights.clone());
        weights_refute(puzzle, &self.weights)
            .then(|| ProverResult::refutation(Prover::Pagoda, clock, detail()))
    }

    #[cfg(feature = "milp")]
    fn with_new_weights(&mut self, puzzle: &Puzzle, control: &Control) -> Option<ProverResult> {
        if self.is_hopeless {
            return None;
        }
        let found = pagoda_lp::refute(puzzle, control);
        match found.as_ref().map(|finding| &finding.evidence.detail) {
            Some(Detail::Weights(weights)) => self.weights.clone_from(weights),
            _ => self.is_hopeless = true,
        }
        found
    }

    #[cfg(not(feature = "milp"))]
    #[allow(
        clippy::unused_self,
        clippy::needless_pass_by_ref_mut,
        reason = "weights come from a linear program"
    )]
    fn with_new_weights(&mut self, _: &Puzzle, _: &Control) -> Option<ProverResult> {
        None
    }
}

impl OpenAnswer {
    /// The answers by number of pegs at the finish, in the order of the searches.
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// The case with the best solution: that with the fewest pegs, or with the fewest moves.
    pub fn best(&self) -> Option<&Case> {
        let found = self.cases.iter().filter(|case| case.moves().is_some());
        match self.aim {
            Aim::FewestPegs | Aim::MostPegs => found.min_by_key(|case| case.pegs()),
            Aim::Holes { .. } => found.min_by_key(|case| case.moves()),
        }
    }

    /// If the aim is the fewest pegs: no position with fewer pegs than this can be reached.
    pub fn least_pegs(&self) -> Option<usize> {
        let refuted = |case: &&Case| case.answer.claim() == Claim::Infeasible;
        // If a number of pegs cannot be reached, no smaller number can.
        let most = self.cases.iter().filter(refuted).map(Case::pegs).max().unwrap_or(0);
        (self.aim == Aim::FewestPegs).then_some(most + 1)
    }

    /// Whether the best case is proved to have the fewest pegs, or the aim is not the fewest pegs.
    pub fn pegs_are_proved(&self) -> bool {
        let least = self.least_pegs();
        least.is_none() || least == self.best().map(Case::pegs)
    }

    /// The proved claim about the fewest moves. If the aim is the fewest pegs, it covers solutions with the
    /// number of pegs reached; if holes are left open, solutions with any number of pegs.
    pub fn claim(&self) -> Claim {
        let best = self.best();
        if let (Aim::FewestPegs, Some(best)) = (self.aim.clone(), best) {
            return best.answer.claim();
        }
        // A number of pegs may have two cases, of which the first has only a solution.
        let bound = |case: &Case| {
            let same = self.cases.iter().filter(|other| other.pegs() == case.pegs());
            same.filter_map(|other| other.answer.claim().lower_bound()).max()
        };
        let bounds = self.cases.iter().filter_map(bound);
        let untried = (!self.is_complete).then_some(1);
        match (best.and_then(Case::moves), bounds.chain(untried).min()) {
            (Some(moves), Some(lower_bound)) if lower_bound < moves => {
                Claim::Feasible { moves, lower_bound }
            }
            (Some(moves), _) => Claim::Optimal { moves },
            (None, Some(lower_bound)) => Claim::Unknown { lower_bound },
            (None, None) => Claim::Infeasible,
        }
    }

    /// If the aim is the most pegs: no stuck game leaves more.
    pub fn most_pegs(&self) -> Option<usize> {
        let best = self.best().filter(|_| self.aim == Aim::MostPegs);
        best.map(Case::pegs)
    }

    /// Whether nothing is left to prove.
    pub fn is_final(&self) -> bool {
        self.most_pegs().is_some() || self.pegs_are_proved() && self.claim().is_final()
    }

    /// The claim to show, which is `Optimal` if the solution is the best for the puzzle's aim. For the most pegs, that says
    /// nothing of the moves; for the fewest, an optimal number of moves is feasible only until the pegs are proved.
    pub fn shown_claim(&self) -> Claim {
        match self.claim() {
            Claim::Optimal { moves } if !self.is_final() => {
                Claim::Feasible { moves, lower_bound: moves }
            }
            // It is the number of pegs that is proved.
            Claim::Feasible { moves, .. } if self.most_pegs().is_some() => Claim::Optimal { moves },
            claim => claim,
        }
    }

    /// The report of the answer to a puzzle that was requested under the given name.
    pub fn report(&self, name: &str) -> SolveReport {
        let (claim, best) = (self.claim(), self.best());
        let shown = best.unwrap_or(&self.cases[0]);
        let mut report = SolveReport::new(name, &shown.puzzle, &shown.answer);
        report.claim = claim;
        report.status = self.shown_claim().status();
        if best.is_none() {
            (report.jumps, report.evidence) = (None, Vec::new());
        }
        (report.moves, report.lower_bound) = (claim.moves(), claim.lower_bound());
        if self.aim == Aim::MostPegs {
            report.lower_bound = None;
        }
        report.seconds = self.seconds;
        let case = |case: &Case| CaseReport::new(&case.puzzle, &case.answer);
        report.open = Some(OpenReport {
            pegs: best.map(Case::pegs),
            least_pegs: self.least_pegs(),
            most_pegs: self.most_pegs(),
            cases: self.cases.iter().map(case).collect(),
        });
        report
    }
}
