//! Judging records: whether a line written down by a person can be read, is legal, reaches the
//! finish, and how many moves it has; and, where time allows, after which jump a wrong one was lost
//! and how a right one compares with the fewest moves.

use std::time::Duration;

use serde::Serialize;

use crate::base::control::{Control, Stop};
use crate::base::wording::short;
use crate::peg::answer::Claim;
use crate::peg::board::position::{Hole, Position};
use crate::peg::bounds::class;
use crate::peg::line::Line;
use crate::peg::notation::Scheme;
use crate::peg::puzzle::Puzzle;
use crate::peg::puzzle::setup::PuzzleSetup;
use crate::peg::record::{self, Record};
use crate::peg::rules;
use crate::peg::search::fewest::marked::Solutions;
use crate::peg::search::reachable::oracle::Oracle;
use crate::peg::search::reachable::reach;
use crate::peg::solve::{Method, solve};
use crate::peg::verify::{Replay, replay};

/// What is wrong with a record, at the first jump where something is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("jump {index}, {text}: {message}")]
pub struct Mistake {
    /// Number of the jump, from 1.
    pub index: usize,
    /// What stands there: `45-43`.
    pub text: String,
    /// The stable word for programs: `start-empty`, `no-such-hole`, `syntax`.
    pub reason: &'static str,
    /// The same in a sentence without full stop.
    pub message: String,
}

/// Whether the legal part of a record can still be continued to the finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// It can.
    No,
    /// Not after the jump of this number; with 0 there never was a solution.
    After(usize),
    /// That was not settled within the limits.
    Unknown,
}

impl Lost {
    /// The jump after which no solution was left, where that is known.
    pub fn after(self) -> Option<usize> {
        match self {
            Self::After(jump) => Some(jump),
            Self::No | Self::Unknown => None,
        }
    }

    /// The stable word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::After(_) => "yes",
            Self::Unknown => "unknown",
        }
    }
}

/// A record judged by the rules alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What the record says, with all faults of its text.
    pub record: Record,
    /// The notation it was read in: the puzzle's, or the only other one in which it is legal.
    pub scheme: Scheme,
    /// The legal part, replayed from the puzzle's start.
    pub replay: Replay,
    /// The first thing that is wrong; `None` for a legal record.
    pub mistake: Option<Mistake>,
    /// Whether the record is legal and ends at the finish.
    pub finish_reached: bool,
}

/// Judges a record of a puzzle. One that cannot be read in the puzzle's notation is read in another
/// where that makes it legal, and no two others make different jumps of it.
pub fn judge(puzzle: &Puzzle, text: &str) -> Judgement {
    let (board, scheme) = (&puzzle.board, puzzle.names.scheme());
    let own = judge_record(puzzle, text, scheme, record::read(text, board, &puzzle.names));
    if own.record.faults.is_empty() {
        return own;
    }
    let mut legal: Vec<Judgement> = record::in_other_notations(text, board, scheme)
        .map(|(scheme, record)| judge_record(puzzle, text, scheme, record))
        .filter(|other| other.mistake.is_none())
        .collect();
    // Where several are legal, those that reach the finish are meant.
    if legal.iter().any(|other| other.finish_reached) {
        legal.retain(|other| other.finish_reached);
    }
    match legal.first() {
        Some(first) if legal.iter().all(|other| other.jumps().eq(first.jumps())) => {
            legal.swap_remove(0)
        }
        _ => own,
    }
}

fn judge_record(puzzle: &Puzzle, text: &str, scheme: Scheme, record: Record) -> Judgement {
    let replay = replay(puzzle, record.jumps.iter().map(|jump| (jump.from, jump.to)));
    let mistake = if let Some((index, fault)) = replay.fault {
        let (from, to) = (record.jumps[index - 1].from, record.jumps[index - 1].to);
        let next = record.jumps.get(index).map(|jump| (jump.from, jump.to));
        Some(Mistake {
            index,
            text: puzzle.names.jump(from, to),
            reason: fault.reason(),
            message: rules::explain_in_line(puzzle, fault, (from, to), next),
        })
    } else {
        record.faults.first().map(|first| Mistake {
            index: first.index,
            text: short(&text[first.fault.span.clone()]).into_owned(),
            reason: first.reason.word(),
            message: first.fault.message.clone(),
        })
    };
    let finish_reached = mistake.is_none() && puzzle.finish.accepts(replay.last());
    Judgement { record, scheme, replay, mistake, finish_reached }
}

impl Judgement {
    /// The legal part as a line.
    pub fn line(&self) -> Line {
        Line::from_jumps(self.jumps().take(self.replay.jumps()))
    }

    /// Start and landing hole of the illegal jump, if the record has one.
    pub fn illegal_jump(&self) -> Option<(Hole, Hole)> {
        self.replay.fault.and_then(|(index, _)| self.jumps().nth(index - 1))
    }

    /// Start and landing hole of every jump up to the first fault of the text.
    pub fn jumps(&self) -> impl Iterator<Item = (Hole, Hole)> + '_ {
        self.record.jumps.iter().map(|jump| (jump.from, jump.to))
    }

    /// Whether, and after which jump, the finish came out of reach, as far as the limits of `control`
    /// let it be known. What is cheap is asked first: position classes, then the positions from the
    /// last one back, since each has fewer continuations than the one before it.
    pub fn lost(&self, puzzle: &Puzzle, control: &Control) -> Lost {
        if self.finish_reached {
            return Lost::No;
        }
        if class::refute(puzzle).is_some() {
            return Lost::After(0);
        }
        if !puzzle.marked.is_empty() {
            return self.lost_marked(puzzle, control);
        }
        let positions = &self.replay.positions;
        // From this position on there is no solution.
        let mut dead = positions.len();
        for ask in [by_levels_at_first, by_lines, by_all_positions, by_levels] {
            let mut can_finish = ask(puzzle, control);
            while dead > 0 {
                match can_finish(positions[dead - 1]) {
                    Ok(false) => dead -= 1,
                    Ok(true) if dead == positions.len() => return Lost::No,
                    Ok(true) => return Lost::After(dead),
                    Err(_) => break,
                }
            }
            if dead == 0 {
                return Lost::After(0);
            }
        }
        Lost::Unknown
    }

    /// The same where pegs are marked: from all positions on solutions, with where these pegs are.
    fn lost_marked(&self, puzzle: &Puzzle, control: &Control) -> Lost {
        let Ok(solutions) = Solutions::new(puzzle, control) else { return Lost::Unknown };
        let states = self.replay.positions.iter().zip(&self.replay.marked).enumerate();
        let mut dead = states.filter(|&(made, (&p, &marked))| !solutions.has(made, p, marked));
        dead.next().map_or(Lost::No, |(made, _)| Lost::After(made))
    }

    /// Whether the record is better than what was claimed of its puzzle, which is false then.
    pub fn beats(&self, claim: Claim) -> bool {
        let fewer = |bound| self.replay.moves < bound;
        self.finish_reached
            && (claim == Claim::Infeasible || claim.lower_bound().is_some_and(fewer))
    }
}

/// Tells whether a finish can be reached from a position, or which limit came first.
type CanFinish<'a> = Box<dyn FnMut(Position) -> Result<bool, Stop> + 'a>;

/// By levels of jumps from both ends, as far as that goes in a second: all that is needed where few
/// pegs are left.
fn by_levels_at_first<'a>(puzzle: &'a Puzzle, control: &Control) -> CanFinish<'a> {
    by_levels(puzzle, &control.clone().within(Duration::from_secs(1)))
}

/// By levels of jumps from both ends.
fn by_levels<'a>(puzzle: &'a Puzzle, control: &Control) -> CanFinish<'a> {
    let control = control.clone();
    Box::new(move |position| reach::can_finish(puzzle, position, &control))
}

/// By the provers and the search for a good line, which finds one on large boards too.
fn by_lines<'a>(puzzle: &'a Puzzle, control: &Control) -> CanFinish<'a> {
    let control = control.clone().within(Duration::from_secs(3));
    Box::new(move |position| {
        if puzzle.finish.accepts(position) {
            return Ok(true);
        }
        let rest = PuzzleSetup { start: position, ..puzzle.clone().into() };
        let Ok(rest) = rest.puzzle() else { return Ok(false) };
        match solve(&rest, Method::Search, &control).map(|answer| answer.claim()) {
            Ok(Claim::Optimal { .. } | Claim::Feasible { .. }) => Ok(true),
            Ok(Claim::Infeasible) => Ok(false),
            // A refused answer tells nothing.
            Ok(Claim::Unknown { .. }) | Err(_) => Err(Stop::Time),
        }
    })
}

/// By the set of all positions that can be solved, where it fits the memory: made once for all.
fn by_all_positions<'a>(puzzle: &'a Puzzle, control: &Control) -> CanFinish<'a> {
    let oracle = Oracle::new(puzzle, control);
    Box::new(move |position| oracle.as_ref().map(|o| o.can_finish(position)).map_err(|stop| *stop))
}

/// What the search proves of a puzzle's fewest moves within the limits of `control`, to hold against
/// a record that reaches the finish.
pub fn fewest_moves(puzzle: &Puzzle, control: &Control) -> Claim {
    // A refused answer proves nothing.
    solve(puzzle, Method::Search, control)
        .map_or(Claim::Unknown { lower_bound: 1 }, |answer| answer.claim())
}

/// What a program is told of a record: the object that `check --format json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckReport {
    /// The name under which the puzzle was asked for.
    pub puzzle: String,
    /// Name for people.
    pub title: String,
    /// The model as the puzzle names it.
    pub model: String,
    /// Whether the whole record can be read and breaks no rule.
    pub legal: bool,
    /// Whether it is legal and ends at the finish.
    pub finish_reached: bool,
    /// Legal jumps.
    pub jumps: usize,
    /// Moves of the legal jumps: chains of jumps by one peg.
    pub moves: usize,
    /// Moves as the author separated them, up to the first fault of the text.
    pub moves_as_written: usize,
    /// Names of the holes with a peg after the last legal jump.
    #[serde(rename = "final")]
    pub last: Vec<String>,
    /// What is wrong.
    pub error: Option<Mistake>,
    /// The number of the jump after which no solution was left, 0 if there never was one.
    pub lost_after: Option<usize>,
    /// `yes` if there is such a jump, `no` if the legal part can still be continued to the finish,
    /// `unknown` if that was not settled within the limits.
    pub lost: &'static str,
    /// There is no jump because everything in the record is a comment.
    pub only_comments: bool,
    /// The notation in which the record was read.
    pub notation: Scheme,
    /// How parts of it were read that could have been meant otherwise.
    pub remarks: Vec<String>,
    /// Moves of the best line known, where the record was compared with it.
    pub fewest_moves: Option<usize>,
    /// Moves that every solution needs, as far as proved.
    pub lower_bound: Option<usize>,
}

impl CheckReport {
    /// A judgement with what else was found: whether a wrong record was lost, or what was proved of
    /// the fewest moves.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::board::Board;
    use crate::peg::board::lattice::{Directions, Lattice};
    use crate::peg::board::position::Position;
    use crate::peg::puzzle::Finish;
    use crate::peg::puzzle::setup::PuzzleSetup;

    /// Six holes in a row, called 11 to 61; three pegs, of which one is to be left.
    fn row() -> Puzzle {
        let board = Board::from_drawing("oooooo", Lattice::Square, Directions::Orthogonal);
        let setup = PuzzleSetup::new(board.expect("a board"), Position(0b1011), Finish::Pegs(1));
        setup.puzzle().expect("a puzzle")
    }

    #[test]
    fn a_right_record_is_held_against_the_fewest_moves() {
        let puzzle = row();
        let right = judge(&puzzle, "11-31-51");
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
        let wrong = judge(&puzzle, "21-1, 41-61");
        let mistake = wrong.mistake.as_ref().expect("a mistake");
        assert_eq!((mistake.index, mistake.reason), (1, "no-such-hole"));
        assert_eq!(wrong.lost(&puzzle, &Control::default()), Lost::No);
        let wrong = judge(&puzzle, "11-31, 31-11, 41-21");
        assert_eq!(wrong.illegal_jump(), Some((2, 0)));
        assert_eq!(wrong.line().jumps().collect::<Vec<_>>(), [(0, 2)]);
        assert!(!wrong.beats(Claim::Infeasible));
    }
}
