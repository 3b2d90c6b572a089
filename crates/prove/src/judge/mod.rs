//! Judges a solution beyond its verdict: which jump lost the puzzle, and whether fewer moves are possible.

mod lost;

pub use lost::{Lost, lost, lost_open};
pub use soliter_text::{Judgement, Mistake, Verdict, judge, judge_open};

use serde::Serialize;

use crate::solve::{Options, solve};
use soliter_base::control::Control;
use soliter_boards::{answer::Claim, notation::Scheme, puzzle::Puzzle};
use soliter_text::Form;

/// The claim about the fewest moves, with which a record that reaches the finish is compared. A board of more than 64 holes
/// is not searched.
pub fn fewest_moves(puzzle: &Puzzle, control: &Control) -> Claim {
    if puzzle.board().fits_u64().is_err() {
        return Claim::Unknown { lower_bound: 1 };
    }
    // A rejected answer proves nothing.
    solve(puzzle, &Options::FIRST_PROOF, control)
        .map_or(Claim::Unknown { lower_bound: 1 }, |answer| answer.claim())
}

/// The report of a record: the object that `check --format json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckReport {
    /// The name under which the puzzle was requested.
    pub puzzle: String,
    /// The title of the puzzle.
    pub title: String,
    /// The name of the model, as in the puzzle.
    pub model: String,
    /// The verdict in a word: `correct`, `incomplete`, `illegal` or `unreadable`.
    pub verdict: Verdict,
    /// Whether the whole record breaks no rule; null if it is unreadable.
    pub legal: Option<bool>,
    /// Whether the record is legal and ends at the finish.
    pub finish_reached: bool,
    /// The number of legal jumps.
    pub jumps: usize,
    /// The number of moves of the legal jumps, where a move is a chain of jumps by one peg.
    pub moves: usize,
    /// The number of moves as the author separated them, up to the first error of the text.
    pub moves_as_written: usize,
    /// The names of the holes with a peg after the last legal jump.
    #[serde(rename = "final")]
    pub last: Vec<String>,
    /// The first mistake.
    pub error: Option<Mistake>,
    /// The number of the jump after which no solution was left, 0 if there never was one.
    pub lost_after: Option<usize>,
    /// `yes` if there is such a jump, `no` if a solution is still left, `unknown` if a limit came first.
    pub lost: &'static str,
    /// The notation of the reading that won.
    pub notation: Scheme,
    /// Its form: `notation`, `sentences`.
    pub form: Form,
    /// The number of tokens of the text, and of those that the reading explains.
    pub tokens: usize,
    /// See [`Self::tokens`].
    pub explained: usize,
    /// The first parts of the text that the reading could not explain, remarks aside.
    pub unexplained: Vec<String>,
    /// If the finish is not reached: the styles in which the text would be a solution, with other jumps.
    pub other_styles: Vec<String>,
    /// The parts of the text that were skipped, and those that could also mean something else.
    pub remarks: Vec<String>,
    /// The number of moves of the best line known, if the record was compared with it.
    pub fewest_moves: Option<usize>,
    /// The proved number of moves that every solution needs, if the record was compared with it.
    pub lower_bound: Option<usize>,
}

impl CheckReport {
    /// The report of a judgement, with the result of a search about an incorrect record or about the fewest moves.
    pub fn new(
        name: &str,
        puzzle: &Puzzle,
        judgement: &Judgement,
        lost: Lost,
        fewest: Option<Claim>,
    ) -> Self {
        let last = puzzle.names().position(judgement.replay.last());
        let reading = &judgement.reading;
        Self {
            puzzle: name.to_owned(),
            title: puzzle.title().to_owned(),
            model: puzzle.model().to_owned(),
            verdict: judgement.verdict,
            legal: (judgement.verdict != Verdict::Unreadable).then(|| judgement.mistake.is_none()),
            finish_reached: judgement.finish_reached,
            jumps: judgement.replay.jumps(),
            moves: judgement.replay.moves,
            moves_as_written: reading.moves_as_written,
            last: last.into_iter().map(str::to_owned).collect(),
            error: judgement.mistake.clone(),
            lost_after: lost.after(),
            lost: lost.as_str(),
            notation: reading.scheme,
            form: reading.form,
            tokens: reading.tokens,
            explained: reading.explained,
            unexplained: reading.unexplained.iter().map(|one| one.fault.message.clone()).collect(),
            other_styles: judgement.other_styles.clone(),
            remarks: reading.remarks.iter().map(|(_, text)| text.clone()).collect(),
            fewest_moves: fewest.and_then(Claim::moves),
            lower_bound: fewest.and_then(Claim::lower_bound),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soliter_boards::board::lattice::{Directions, Lattice};
    use soliter_boards::{board::Board, board::position::Position};
    use soliter_boards::{puzzle::Finish, puzzle::setup::PuzzleSetup};

    /// A row of six holes, named 11 to 61, with three pegs, one of which is to remain.
    fn row() -> Puzzle {
        let board = Board::from_drawing("oooooo", Lattice::Square, Directions::Orthogonal);
        let setup =
            PuzzleSetup::new(board.expect("a board"), Position::from(0b1011), Finish::Pegs(1));
        setup.puzzle().expect("a puzzle")
    }

    #[test]
    fn a_right_record_is_held_against_the_fewest_moves() {
        let puzzle = row();
        let right = judge(&puzzle, "11-31-51", &[], &Control::default()).expect("no limit");
        assert!(right.finish_reached && right.mistake.is_none());
        let fewest = fewest_moves(&puzzle, &Control::default());
        assert_eq!((fewest, right.beats(fewest)), (Claim::Optimal { moves: 1 }, false));
        assert!(right.beats(Claim::Infeasible) && right.beats(Claim::Optimal { moves: 2 }));
        let report = CheckReport::new("row", &puzzle, &right, Lost::No, Some(fewest));
        let json = serde_json::to_value(&report).expect("a value");
        assert_eq!((&json["final"], &json["fewest_moves"]), (&["51"].into(), &1.into()));
    }

    #[test]
    fn a_wrong_record_is_lost_at_some_jump() {
        let puzzle = row();
        let wrong = judge(&puzzle, "21-91, 41-61", &[], &Control::default()).expect("no limit");
        let mistake = wrong.mistake.as_ref().expect("a mistake");
        assert_eq!((mistake.index, mistake.reason), (1, "no-such-hole"));
        assert_eq!(lost(&wrong, &puzzle, &Control::default()), Lost::No);
        let wrong =
            judge(&puzzle, "11-31, 31-11, 41-21", &[], &Control::default()).expect("no limit");
        assert_eq!(wrong.illegal_jump(), Some((2, 0).into()));
        assert_eq!(wrong.line().jumps().collect::<Vec<_>>(), [(0, 2)]);
        assert!(!wrong.beats(Claim::Infeasible));
    }
}
