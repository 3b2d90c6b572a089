//! Reads a record and judges it by the rules alone.

use serde::Serialize;

use crate::base::wording::short;
use crate::peg::record::{self, Record};
use crate::peg::verify::{Replay, replay};
use crate::peg::{
    answer::Claim, board::position::Hole, line::Line, notation::Scheme, puzzle::Puzzle, rules,
};

/// The first mistake of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("jump {index}, {text}: {message}")]
pub struct Mistake {
    /// The number of the jump, from 1.
    pub index: usize,
    /// The text of the jump: `45-43`.
    pub text: String,
    /// The stable word for programs: `start-empty`, `no-such-hole`, `syntax`.
    pub reason: &'static str,
    /// The mistake in a sentence without a full stop.
    pub message: String,
}

/// A record judged by the rules alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The jumps of the record, with all faults of its text.
    pub record: Record,
    /// The notation in which it was read: the puzzle's own, or another one in which it is legal.
    pub scheme: Scheme,
    /// The legal part, replayed from the puzzle's start.
    pub replay: Replay,
    /// The first mistake; `None` for a legal record.
    pub mistake: Option<Mistake>,
    /// Whether the record is legal and ends at the finish.
    pub finish_reached: bool,
}

/// Judges a record of a puzzle. If the record cannot be read in the puzzle's notation, it is read in another
/// one in which it is legal, provided that all such notations give the same jumps.
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
    // If it is legal in several notations, those in which it reaches the finish are meant.
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
            reason: first.reason,
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

    /// The start and landing hole of the illegal jump, if the record has one.
    pub fn illegal_jump(&self) -> Option<(Hole, Hole)> {
        self.replay.fault.and_then(|(index, _)| self.jumps().nth(index - 1))
    }

    /// The start and landing hole of every jump up to the first fault of the text.
    pub fn jumps(&self) -> impl Iterator<Item = (Hole, Hole)> + '_ {
        self.record.jumps.iter().map(|jump| (jump.from, jump.to))
    }

    /// Whether the record is better than a claim about its puzzle allows, so that the claim is false.
    pub fn beats(&self, claim: Claim) -> bool {
        self.finish_reached && claim.excludes(self.replay.moves)
    }
}
