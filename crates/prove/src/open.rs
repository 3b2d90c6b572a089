//! Solves puzzles whose finish leaves the number of pegs open, with one search for each possible number.

use soliter_base::clock::Instant;

use crate::solve::{Method, solve};
use soliter_base::control::Control;
use soliter_peg::answer::{Claim, Detail, Finding, Prover};
use soliter_peg::bounds::pagoda::weights_refute;
use soliter_peg::puzzle::Puzzle;
use soliter_peg::puzzle::open::{Aim, OpenPuzzle};
use soliter_peg::report::{CaseReport, OpenReport, SolveReport};
use soliter_peg::verify::{Refusal, Verified, verify};

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

    /// The weights that refute it, if its answer has any.
    fn weights(&self) -> Option<&[i64]> {
        self.answer.evidence().iter().find_map(|evidence| match &evidence.detail {
            Detail::Weights(weights) => Some(&weights[..]),
            _ => None,
        })
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
    seconds: f64,
}

/// Solves an open puzzle by a method, within the limits of `control`. A [`Refusal`] is a bug in this program.
///
/// For the fewest pegs, the numbers are tried upwards from 1. A game that reaches n pegs passes through every
/// larger number, so the search ends at the first number that is reached. If holes are left open, every
/// number is tried, those with few jumps first. Each search gets a share of the remaining time.
pub fn solve_open(
    open: &OpenPuzzle,
    method: Method,
    control: &Control,
) -> Result<OpenAnswer, Refusal> {
    let clock = Instant::now();
    let mut answer = OpenAnswer { aim: open.aim().clone(), cases: Vec::new(), seconds: 0.0 };
    let upwards = *open.aim() == Aim::FewestPegs || open.puzzle().reverse();
    let mut numbers: Vec<usize> = open.numbers().collect();
    if !upwards {
        numbers.reverse();
    }
    for (tried, &pegs) in numbers.iter().enumerate() {
        let part = match open.aim() {
            Aim::FewestPegs => 0.5,
            Aim::Holes { .. } => 1.0 / (numbers.len() - tried) as f64,
        };
        let puzzle = open.with_pegs(pegs);
        // Weights that refute a number of pegs refute most of the others.
        let known = answer.cases.last().and_then(|case| case.weights());
        let known = known.filter(|weights| {
            method == Method::Auto && puzzle.jumps() > 0 && weights_refute(&puzzle, weights)
        });
        let mut solved = match known {
            Some(weights) => {
                let detail = Detail::Weights(weights.to_vec());
                let finding = Finding::refutation(Prover::Pagoda, Instant::now(), detail);
                verify(&puzzle, vec![finding], 0.0)?
            }
            None => solve(&puzzle, method, &control.share(part))?,
        };
        if *open.aim() == Aim::FewestPegs
            && matches!(solved.claim(), Claim::Feasible { .. })
            && control.check().is_ok()
        {
            // No other number has to be tried, so the remaining time is spent on the fewest moves.
            let again = solve(&puzzle, method, control)?;
            if again.claim().moves().is_some() {
                solved = again;
            }
        }
        answer.cases.push(Case { puzzle, answer: solved });
        // Zero jumps take no move; otherwise at least one move is needed.
        let is_best = match open.aim() {
            Aim::FewestPegs => answer.best().is_some(),
            Aim::Holes { .. } => answer.best().and_then(Case::moves).is_some_and(|moves| moves < 2),
        };
        if is_best {
            break;
        }
    }
    answer.seconds = clock.elapsed().as_secs_f64();
    Ok(answer)
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
            Aim::FewestPegs => found.min_by_key(|case| case.pegs()),
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
        let bounds = self.cases.iter().filter_map(|case| case.answer.claim().lower_bound());
        match (best.and_then(Case::moves), bounds.min()) {
            (Some(moves), Some(lower_bound)) if lower_bound < moves => {
                Claim::Feasible { moves, lower_bound }
            }
            (Some(moves), _) => Claim::Optimal { moves },
            (None, Some(lower_bound)) => Claim::Unknown { lower_bound },
            (None, None) => Claim::Infeasible,
        }
    }

    /// Whether nothing is left to prove.
    pub fn is_final(&self) -> bool {
        self.pegs_are_proved() && self.claim().is_final()
    }

    /// The claim to show. While the number of pegs is not proved minimal, an optimal number of moves is shown
    /// as feasible only.
    pub fn shown_claim(&self) -> Claim {
        match self.claim() {
            Claim::Optimal { moves } if !self.is_final() => {
                Claim::Feasible { moves, lower_bound: moves }
            }
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
        report.seconds = self.seconds;
        let case = |case: &Case| CaseReport::new(&case.puzzle, &case.answer);
        report.open = Some(OpenReport {
            pegs: best.map(Case::pegs),
            least_pegs: self.least_pegs(),
            cases: self.cases.iter().map(case).collect(),
        });
        report
    }
}
