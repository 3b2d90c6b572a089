//! The results of commands as data for text, JSON and pages. The field names are a stable interface for other
//! programs.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use soliter_boards::share::share;
use soliter_boards::{answer::claim::Claim, answer::evidence::EvidenceReport};
use soliter_boards::{line::Line, puzzle::Puzzle, verify::Verified};
use soliter_search::{
    count::result::as_text,
    count::{Count, LevelCount, What},
};

/// The number of significant digits of a share.
const DIGITS: u32 = 17;

/// The report of a solved puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolveReport {
    /// The claim itself; its parts are fields below.
    #[serde(skip)]
    pub claim: Claim,
    /// The file or built-in name under which the puzzle was requested.
    pub puzzle: String,
    /// The title of the puzzle.
    pub title: String,
    /// The name of the model.
    pub model: String,
    /// The word of [`Claim::status`].
    pub status: &'static str,
    /// The holes of marked pegs, by the conditions on them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub marked: BTreeMap<&'static str, String>,
    /// The number of jumps of every solution; if the finish is open, of the solutions with as many pegs as
    /// the line leaves.
    pub jumps: Option<usize>,
    /// The number of moves of the solution.
    pub moves: Option<usize>,
    /// A lower bound on the moves of every solution; `None` if there is no solution.
    pub lower_bound: Option<usize>,
    /// The solution in the puzzle's notation.
    pub solution: Option<String>,
    /// The solution as moves, each given by the names of its holes.
    pub solution_holes: Option<Vec<Vec<String>>>,
    /// The evidence of the provers, in the order in which they ran.
    pub evidence: Vec<EvidenceReport>,
    /// The wall-clock seconds of all provers together.
    pub seconds: f64,
    /// Further solutions with as many moves, if they were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<String>>,
    /// The further solutions as moves, each given by the names of its holes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions_holes: Option<Vec<Vec<Vec<String>>>>,
    /// The results for each number of pegs, if the finish leaves it open.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub open: Option<OpenReport>,
}

/// The results for each number of pegs that an open finish allows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpenReport {
    /// The number of pegs at the end of the line.
    pub pegs: Option<usize>,
    /// No position with fewer pegs can be reached; absent if the puzzle does not minimise the number of pegs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_pegs: Option<usize>,
    /// No stuck game leaves more pegs; absent if the puzzle does not ask for the most pegs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_pegs: Option<usize>,
    /// The cases in the order in which they were searched.
    pub cases: Vec<CaseReport>,
}

/// The answer for one number of pegs at the end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CaseReport {
    /// The number of pegs.
    pub pegs: usize,
    /// The word of [`Claim::status`].
    pub status: &'static str,
    /// The number of moves of the best line.
    pub moves: Option<usize>,
    /// A lower bound on the moves of every solution; `None` if there is no solution.
    pub lower_bound: Option<usize>,
    /// The evidence of the provers.
    pub evidence: Vec<EvidenceReport>,
}

impl CaseReport {
    /// The report of an answer for the number of pegs of its puzzle.
    pub fn new(puzzle: &Puzzle, answer: &Verified) -> Self {
        let claim = answer.claim();
        Self {
            pegs: puzzle.finish().pegs(),
            status: claim.status(),
            moves: claim.moves(),
            lower_bound: claim.lower_bound(),
            evidence: answer.evidence().iter().map(|one| one.report(puzzle)).collect(),
        }
    }

    /// The reasons why provers stopped early.
    fn stops(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.evidence.iter().filter_map(|one| one.stopped)
    }
}

impl SolveReport {
    /// The report of an answer to the puzzle that was requested by a name.
    pub fn new(name: &str, puzzle: &Puzzle, answer: &Verified) -> Self {
        let claim = answer.claim();
        Self {
            claim,
            puzzle: name.to_owned(),
            title: puzzle.title().to_owned(),
            model: puzzle.model().to_owned(),
            status: claim.status(),
            marked: puzzle.marked().named(puzzle.names()),
            jumps: Some(puzzle.jumps()),
            moves: claim.moves(),
            lower_bound: claim.lower_bound(),
            solution: answer.line().map(|line| puzzle.names().line(line)),
            solution_holes: answer.line().map(|line| puzzle.names().line_holes(line)),
            evidence: answer.evidence().iter().map(|one| one.report(puzzle)).collect(),
            seconds: answer.seconds(),
            solutions: None,
            solutions_holes: None,
            open: None,
        }
    }

    /// Adds further lines, which [`soliter_boards::verify::verify_lines`] must have accepted.
    #[must_use]
    pub fn with_lines(self, puzzle: &Puzzle, lines: &[Line]) -> Self {
        let names = &puzzle.names();
        Self {
            solutions: Some(lines.iter().map(|line| names.line(line)).collect()),
            solutions_holes: Some(lines.iter().map(|line| names.line_holes(line)).collect()),
            ..self
        }
    }

    /// The reasons why provers stopped early, joined by commas; empty if none did.
    pub fn stops(&self) -> String {
        let mut stops: Vec<_> = match &self.open {
            None => self.evidence.iter().filter_map(|one| one.stopped).collect(),
            Some(open) => open.cases.iter().flat_map(CaseReport::stops).collect(),
        };
        stops.dedup();
        stops.join(", ")
    }
}

/// The report of a count, with its levels.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CountReport {
    /// The file or built-in name under which the puzzle was requested.
    pub puzzle: String,
    /// The title of the puzzle.
    pub title: String,
    /// The word of [`What::as_str`].
    pub what: &'static str,
    /// The number. In JSON it is a string, since it may exceed 2^64.
    #[serde(serialize_with = "decimal")]
    pub value: u128,
    /// The number of positions of all levels, up to symmetry.
    pub classes: u64,
    /// The levels, by the number of jumps made.
    pub levels: Vec<LevelReport>,
    /// The wall-clock seconds spent.
    pub seconds: f64,
    /// The fewest moves, if shortest solutions were counted and there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<usize>,
    /// The number of games that are won, or of positions that can still be won.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_text::serialize")]
    pub won: Option<u128>,
    /// The share of these, as a decimal number with 17 significant digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<String>,
}

/// A level of a count. Numbers that were not counted are absent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LevelReport {
    /// The number of jumps made.
    pub jumps: usize,
    /// The number of pegs on the board.
    pub pegs: usize,
    /// The number of positions, up to symmetry.
    pub classes: u64,
    /// The number of positions.
    pub positions: u64,
    /// The number of positions without a legal jump, up to symmetry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead_classes: Option<u64>,
    /// The number of positions without a legal jump.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead: Option<u64>,
    /// The number of jump sequences that lead here.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_text::serialize")]
    pub sequences: Option<u128>,
    /// The number of jump sequences that end here because no jump is left.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_text::serialize")]
    pub ending: Option<u128>,
    /// The number of jump sequences that end here at the finish, or of positions that can still be won.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_text::serialize")]
    pub won: Option<u128>,
}

impl CountReport {
    /// The report of a count for the puzzle that was requested by a name.
    pub fn new(name: &str, puzzle: &Puzzle, what: What, count: &Count, seconds: f64) -> Self {
        let level = |level: &LevelCount| LevelReport {
            jumps: level.jumps,
            pegs: level.pegs,
            classes: level.classes,
            positions: level.positions,
            dead_classes: what.counts_dead().then_some(level.dead_classes),
            dead: what.counts_dead().then_some(level.dead),
            sequences: level.sequences,
            ending: level.ending,
            won: level.won,
        };
        Self {
            puzzle: name.to_owned(),
            title: puzzle.title().to_owned(),
            what: what.as_str(),
            value: count.value,
            classes: count.levels.iter().map(|level| level.classes).sum(),
            levels: count.levels.iter().map(level).collect(),
            seconds,
            moves: count.fewest,
            won: None,
            share: None,
        }
        .with_won(count.won())
    }

    /// Adds the number of positions of each level that can still be won; levels beyond the end of `winning`
    /// have none.
    #[must_use]
    pub fn with_winning(mut self, winning: &[u64]) -> Self {
        for (number, level) in self.levels.iter_mut().enumerate() {
            level.won = Some(winning.get(number).copied().unwrap_or(0).into());
        }
        let won = self.levels.iter().map(|level| level.won).sum();
        self.with_won(won)
    }

    fn with_won(self, won: Option<u128>) -> Self {
        let share = won.map(|won| share(won, self.value, DIGITS));
        Self { won, share, ..self }
    }

    /// The least number of jumps after which a game can be lost: some position that can be reached can no longer be
    /// won. `None` if there is none up to the finish, or if winning positions were not counted.
    pub fn first_lost(&self) -> Option<usize> {
        let level = self
            .levels
            .iter()
            .find(|level| level.won.is_some_and(|won| won < u128::from(level.positions)));
        level.map(|level| level.jumps)
    }

    /// The number of positions of all levels.
    pub fn positions(&self) -> u64 {
        self.levels.iter().map(|level| level.positions).sum()
    }
}

fn decimal<S: Serializer>(number: &u128, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(number)
}
