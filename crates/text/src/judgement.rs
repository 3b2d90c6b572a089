//! Judges a solution by the rules alone.

use serde::Serialize;

use crate::choose::{Choice, choose};
use crate::meter::Meter;
use crate::reading::{Reading, WrittenJump};
use crate::style::Style;
use soliter_base::control::{Control, Stop};
use soliter_base::wording::short;
use soliter_boards::answer::Claim;
use soliter_boards::board::position::{Hole, Position};
use soliter_boards::line::{Hop, Line};
use soliter_boards::notation::Names;
use soliter_boards::rules;
use soliter_boards::verify::{Replay, replay};
use soliter_boards::{puzzle::Puzzle, puzzle::open::OpenPuzzle};

/// The first mistake of a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{}{message}", place(*index, text))]
pub struct Mistake {
    /// The number of the jump, from 1.
    pub index: usize,
    /// The text of the jump: `45-43`, or `d3-d5 (45-43)` if it is not in the puzzle's notation.
    pub text: String,
    /// The stable word for programs: `start-empty`, `contradiction`, `no-such-hole`, `syntax`.
    pub reason: &'static str,
    /// The mistake in a sentence without a full stop.
    pub message: String,
}

/// The place of a mistake; a text without a jump has none.
fn place(index: usize, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("jump {index}, {text}: ") }
}

/// The verdict on a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is legal and ends at the finish.
    Correct,
    /// It is legal, but does not end at the finish.
    Incomplete,
    /// It is understood, and one of its jumps is illegal or contradicts itself.
    Illegal,
    /// It cannot be read, or has no jump. Whether it is correct is not known.
    Unreadable,
}

/// A solution judged by the rules alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The reading that won.
    pub reading: Reading,
    /// If the solution does not reach the finish: the styles in which the same text would, with other jumps.
    pub other_styles: Vec<String>,
    /// The legal part, replayed from the puzzle's start.
    pub replay: Replay,
    /// The first mistake; `None` for a legal solution.
    pub mistake: Option<Mistake>,
    /// Whether the solution is legal and ends at the finish.
    pub finish_reached: bool,
    /// The steps of work that the judgement took.
    pub steps: u64,
}

/// Judges a solution of a puzzle, read in the wanted styles, or in any style if none is given.
///
/// # Errors
/// The limit that was reached first.
pub fn judge(
    puzzle: &Puzzle,
    text: &str,
    styles: &[Style],
    control: &Control,
) -> Result<Judgement, Stop> {
    judge_by(puzzle, &|last| puzzle.finish().accepts(last), text, styles, control)
}

/// Judges a solution of a puzzle whose finish names some holes. It may end with any number of pegs.
///
/// # Errors
/// The limit that was reached first.
pub fn judge_open(
    open: &OpenPuzzle,
    text: &str,
    styles: &[Style],
    control: &Control,
) -> Result<Judgement, Stop> {
    let is_finish = |last: &Position| {
        open.numbers().contains(&last.len()) && open.with_pegs(last.len()).finish().accepts(last)
    };
    judge_by(open.puzzle(), &is_finish, text, styles, control)
}

fn judge_by(
    puzzle: &Puzzle,
    is_finish: &dyn Fn(&Position) -> bool,
    text: &str,
    styles: &[Style],
    control: &Control,
) -> Result<Judgement, Stop> {
    let mut meter = Meter::new(control);
    let is_end = |pegs: &[bool]| {
        let holes = pegs.iter().enumerate().filter(|(_, peg)| **peg);
        is_finish(&holes.map(|(hole, _)| hole as Hole).collect())
    };
    let Choice { reading, solutions } = choose(puzzle, text, styles, &is_end, &mut meter)?;
    // Each legal jump has a position.
    let words = puzzle.board().holes() / 8 + 32;
    meter.memory(words.saturating_mul(reading.jumps.len().min(puzzle.board().holes())))?;
    let sound = reading.jumps.iter().take_while(|jump| jump.wrong.is_none());
    let replay = replay(puzzle, sound.map(|jump| jump.hop));
    let nothing = !reading.has_jump && reading.is_understood();
    // A blank text solves a puzzle that begins at its finish.
    let blank = nothing && reading.explained == 0 && reading.remarks.is_empty();
    let ends_well = is_finish(replay.last()) && !replay.lacks_a_jump(puzzle);
    let blank = blank && ends_well;
    let mistake = if nothing && !blank {
        Some(Mistake {
            index: 1,
            text: short(text.trim()).into_owned(),
            reason: "no-jump",
            message: "there is no jump in this text".to_owned(),
        })
    } else {
        mistake(puzzle, text, &reading, &replay)
    };
    let finish_reached = mistake.is_none() && ends_well;
    let verdict = match &mistake {
        Some(_) if nothing || !reading.is_understood() => Verdict::Unreadable,
        Some(_) => Verdict::Illegal,
        None if finish_reached => Verdict::Correct,
        None => Verdict::Incomplete,
    };
    let steps = meter.steps();
    let other_styles = solutions;
    Ok(Judgement { verdict, reading, other_styles, replay, mistake, finish_reached, steps })
}

/// The first place of a text that is not explained or, if all is, the first illegal jump.
fn mistake(puzzle: &Puzzle, text: &str, reading: &Reading, replay: &Replay) -> Option<Mistake> {
    let written = |span: std::ops::Range<usize>| {
        let part = text.get(span.clone()).unwrap_or("");
        // `55-35 (over 46)` ends with its bracket.
        let is_open =
            part.contains('(') && !part.contains(')') && text[span.end..].starts_with(')');
        short(if is_open { &text[span.start..=span.end] } else { part }).into_owned()
    };
    if let Some(first) = reading.unexplained.first() {
        return Some(Mistake {
            index: first.index,
            text: written(first.fault.span.clone()),
            reason: first.reason,
            message: first.fault.message.clone(),
        });
    }
    if let Some((index, fault)) = replay.fault {
        let hop = reading.jumps[index - 1].hop;
        let next = reading.jumps.get(index).map(|jump| jump.hop);
        return Some(Mistake {
            index,
            text: named(puzzle, reading, hop),
            reason: fault.reason(),
            message: rules::explain_in_line(puzzle, fault, hop, next),
        });
    }
    let is_wrong = |jump: &WrittenJump| jump.wrong.is_some();
    let index = reading.jumps.iter().position(is_wrong)?;
    let jump = &reading.jumps[index];
    let message = jump.wrong.as_ref().map_or_else(String::new, |fault| fault.message.clone());
    Some(Mistake {
        index: index + 1,
        text: written(jump.span.clone()),
        reason: "contradiction",
        message,
    })
}

/// A jump in the notation in which it was read, and in the puzzle's own: `b3-d3 (25-45)`.
fn named(puzzle: &Puzzle, reading: &Reading, hop: Hop) -> String {
    let own = puzzle.names();
    let read = Some(reading.scheme).filter(|scheme| *scheme != own.scheme());
    match read.and_then(|scheme| Names::for_reading(puzzle.board(), scheme)) {
        Some(read) => format!("{} ({})", read.hop(hop), own.hop(hop)),
        None => own.hop(hop),
    }
}

impl Judgement {
    /// The style in which the solution was read: `letter-row`, `sentences with number`.
    pub fn style(&self) -> String {
        self.reading.style()
    }

    /// The legal part of the solution.
    pub fn line(&self) -> Line {
        Line::from_jumps(self.jumps().take(self.replay.jumps()))
    }

    /// The illegal jump, if the solution has one.
    pub fn illegal_jump(&self) -> Option<Hop> {
        let index = self.replay.fault.map(|(index, _)| index)?;
        self.jumps().nth(index - 1)
    }

    /// Every jump up to the first place that could not be explained.
    pub fn jumps(&self) -> impl Iterator<Item = Hop> + '_ {
        self.reading.hops()
    }

    /// Whether the solution has fewer moves than a claim about its puzzle allows, so that the claim is false.
    pub fn beats(&self, claim: Claim) -> bool {
        self.finish_reached && claim.excludes(self.replay.moves)
    }
}
