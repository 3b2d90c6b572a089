//! The judgement of a record as data for programs.

use serde::Serialize;

use crate::peg::answer::Claim;
use crate::peg::judge::judgement::{Judgement, Mistake};
use crate::peg::judge::lost::Lost;
use crate::peg::notation::Scheme;
use crate::peg::puzzle::Puzzle;

/// The report of a record: the object that `check --format json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckReport {
    /// The name under which the puzzle was requested.
    pub puzzle: String,
    /// The title of the puzzle.
    pub title: String,
    /// The name of the model, as in the puzzle.
    pub model: String,
    /// Whether the whole record can be read and breaks no rule.
    pub legal: bool,
    /// Whether the record is legal and ends at the finish.
    pub finish_reached: bool,
    /// The number of legal jumps.
    pub jumps: usize,
    /// The number of moves of the legal jumps, where a move is a chain of jumps by one peg.
    pub moves: usize,
    /// The number of moves as the author separated them, up to the first fault of the text.
    pub moves_as_written: usize,
    /// The names of the holes with a peg after the last legal jump.
    #[serde(rename = "final")]
    pub last: Vec<String>,
    /// The first mistake.
    pub error: Option<Mistake>,
    /// The number of the jump after which no solution was left, 0 if there never was one.
    pub lost_after: Option<usize>,
    /// `yes` if there is such a jump, `no` if the legal part can still be continued to the finish, `unknown`
    /// if the question was not settled within the limits.
    pub lost: &'static str,
    /// Whether the record has no jump because all of it is a comment.
    pub only_comments: bool,
    /// The notation in which the record was read.
    pub notation: Scheme,
    /// How the parts of the record were read that could also mean something else.
    pub remarks: Vec<String>,
    /// The number of moves of the best line known, if the record was compared with it.
    pub fewest_moves: Option<usize>,
    /// The proved number of moves that every solution needs, if the record was compared with it.
    pub lower_bound: Option<usize>,
}

impl CheckReport {
    /// The report of a judgement, with what a search says of a wrong record, or of the fewest moves.
    pub fn new(
        name: &str,
        puzzle: &Puzzle,
        judgement: &Judgement,
        lost: Lost,
        fewest: Option<Claim>,
    ) -> Self {
        let last = puzzle.names.position(judgement.replay.last());
        Self {
            puzzle: name.to_owned(),
            title: puzzle.title.clone(),
            model: puzzle.model.clone(),
            legal: judgement.mistake.is_none(),
            finish_reached: judgement.finish_reached,
            jumps: judgement.replay.jumps(),
            moves: judgement.replay.moves,
            moves_as_written: judgement.record.moves_as_written,
            last: last.into_iter().map(str::to_owned).collect(),
            error: judgement.mistake.clone(),
            lost_after: lost.after(),
            lost: lost.word(),
            only_comments: judgement.record.only_comments,
            notation: judgement.scheme,
            remarks: judgement.record.remarks.iter().map(|(_, text)| text.clone()).collect(),
            fewest_moves: fewest.and_then(Claim::moves),
            lower_bound: fewest.and_then(Claim::lower_bound),
        }
    }
}
