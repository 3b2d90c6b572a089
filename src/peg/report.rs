//! Reports: what a command says of a puzzle, once, for text, JSON and pages. Serialized, the keys
//! stand in the order of the fields; other programs rely on their names.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::peg::answer::claim::Claim;
use crate::peg::answer::evidence::EvidenceReport;
use crate::peg::line::Line;
use crate::peg::puzzle::Puzzle;
use crate::peg::search::count::{Count, LevelCount, What};
use crate::peg::verify::Verified;

/// A solved puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolveReport {
    /// The claim itself; its parts are fields below.
    #[serde(skip)]
    pub claim: Claim,
    /// What the puzzle was asked for by: its file or shipped name.
    pub puzzle: String,
    /// Its title.
    pub title: String,
    /// The name of its model.
    pub model: String,
    /// [`Claim::status`].
    pub status: &'static str,
    /// The holes of marked pegs, by what is asked of them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub marked: BTreeMap<&'static str, String>,
    /// Jumps of every solution.
    pub jumps: usize,
    /// Moves of the line.
    pub moves: Option<usize>,
    /// No solution has fewer moves; `None` where there is no solution.
    pub lower_bound: Option<usize>,
    /// The line in the puzzle's notation.
    pub line: Option<String>,
    /// The same as moves, each the names of its holes.
    pub line_holes: Option<Vec<Vec<String>>>,
    /// Who proved what, in the order asked.
    pub evidence: Vec<EvidenceReport>,
    /// Wall-clock seconds in all.
    pub seconds: f64,
    /// Further lines of as many moves, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<String>>,
    /// The same as moves, each the names of its holes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines_holes: Option<Vec<Vec<Vec<String>>>>,
}

impl SolveReport {
    /// The report of an answer to the puzzle that was asked for by a name.
    pub fn new(name: &str, puzzle: &Puzzle, answer: &Verified) -> Self {
        let claim = answer.claim();
        Self {
            claim,
            puzzle: name.to_owned(),
            title: puzzle.title.clone(),
            model: puzzle.model.clone(),
            status: claim.status(),
            marked: puzzle.marked.named(&puzzle.names),
            jumps: puzzle.jumps(),
            moves: claim.moves(),
            lower_bound: claim.lower_bound(),
            line: answer.line().map(|line| puzzle.names.line(line)),
            line_holes: answer.line().map(|line| puzzle.names.line_holes(line)),
            evidence: answer.evidence().iter().map(|one| one.report(puzzle)).collect(),
            seconds: answer.seconds(),
            lines: None,
            lines_holes: None,
        }
    }

    /// The same with further lines, which [`crate::peg::verify::verify_lines`] has passed.
    #[must_use]
    pub fn with_lines(self, puzzle: &Puzzle, lines: &[Line]) -> Self {
        let names = &puzzle.names;
        Self {
            lines: Some(lines.iter().map(|line| names.line(line)).collect()),
            lines_holes: Some(lines.iter().map(|line| names.line_holes(line)).collect()),
            ..self
        }
    }

    /// What ended provers early, joined by commas; empty where nothing did.
    pub fn stops(&self) -> String {
        self.evidence.iter().filter_map(|one| one.stopped).collect::<Vec<_>>().join(", ")
    }
}

/// A count, with its levels.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CountReport {
    /// What the puzzle was asked for by: its file or shipped name.
    pub puzzle: String,
    /// Its title.
    pub title: String,
    /// [`What::word`].
    pub what: &'static str,
    /// The number; in JSON a text, since it may pass 2^64.
    #[serde(serialize_with = "decimal")]
    pub value: u128,
    /// Positions of all levels up to symmetry.
    pub classes: u64,
    /// By jumps made.
    pub levels: Vec<LevelReport>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// The fewest moves, where shortest solutions were counted and there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<usize>,
}

/// A level of a count. What was not counted is absent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LevelReport {
    /// Jumps made.
    pub jumps: usize,
    /// Pegs on the board.
    pub pegs: usize,
    /// Positions up to symmetry.
    pub classes: u64,
    /// Positions.
    pub positions: u64,
    /// Positions without a jump, up to symmetry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead_classes: Option<u64>,
    /// Positions without a jump.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead: Option<u64>,
    /// Jump sequences that lead here.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "decimals")]
    pub sequences: Option<u128>,
    /// Jump sequences that end here because no jump is left.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "decimals")]
    pub ending: Option<u128>,
}

impl CountReport {
    /// The report of a count of the puzzle that was asked for by a name.
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
        };
        Self {
            puzzle: name.to_owned(),
            title: puzzle.title.clone(),
            what: what.word(),
            value: count.value,
            classes: count.levels.iter().map(|level| level.classes).sum(),
            levels: count.levels.iter().map(level).collect(),
            seconds,
            moves: count.fewest,
        }
    }

    /// Positions of all levels.
    pub fn positions(&self) -> u64 {
        self.levels.iter().map(|level| level.positions).sum()
    }
}

fn decimal<S: Serializer>(number: &u128, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(number)
}

#[allow(clippy::ref_option, reason = "the form that serde asks for")]
fn decimals<S: Serializer>(number: &Option<u128>, to: S) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => to.collect_str(number),
        None => to.serialize_none(),
    }
}
