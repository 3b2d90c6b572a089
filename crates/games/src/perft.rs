//! Counts sequences of moves by length, and reports the counts as a JSON object.

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::rules::Rules;
use soliter_base::control::{Control, Stop};

/// The sequences of one length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DepthCount {
    /// The number of moves of a sequence.
    pub depth: usize,
    /// The number of sequences, in digits, since JSON readers may not accept so large a number.
    pub value: String,
}

/// The sequences of full length that begin with a given move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveCount {
    /// The move.
    #[serde(rename = "move")]
    pub written: String,
    /// The number of sequences, in digits.
    pub value: String,
}

/// The reason why there is no count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CountError {
    reason: &'static str,
    /// The limit that was reached, in a phrase.
    pub message: String,
}

/// Counts of sequences of moves, or the reason why there are none.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PerftReport {
    puzzle: String,
    /// The title of the puzzle.
    pub title: String,
    what: &'static str,
    /// The number of sequences of the full depth, in digits.
    pub value: Option<String>,
    /// The counts by depth, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<Vec<DepthCount>>,
    /// The reason for stopping early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<CountError>,
    /// The objects that are counted, if they are not sequences of legal moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'static str>,
    /// The wall-clock time in seconds.
    pub seconds: f64,
    /// The counts by first move, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divide: Option<Vec<MoveCount>>,
}

/// Counts of sequences: by depth, and by first move if requested.
pub type Counts = (Vec<DepthCount>, Option<Vec<MoveCount>>);

/// The maximum length of the sequences.
pub const MOST_DEPTH: usize = 1000;

/// The number of sequences of exactly `depth` legal moves; games that end earlier are not counted. Equal
/// positions are counted together, as far as a quarter of the memory limit allows.
///
/// # Errors
/// [`Stop::Overflow`] for a count of 2^128 or more.
pub fn sequences<R: Rules>(
    rules: &R,
    state: &R::State,
    depth: usize,
    control: &Control,
) -> Result<u128, Stop> {
    // The positions after some moves, with the number of ways to reach each.
    let mut ways = FxHashMap::from_iter([(state.clone(), 1u128)]);
    let mut total = 1;
    for left in (1..=depth).rev() {
        let mut next: FxHashMap<R::State, u128> = FxHashMap::default();
        let each = 3 * (size_of::<(R::State, u128)>() + 64);
        let room = control.memory_limit() / 4 / each as u64;
        total = 0u128;
        for (at, &count) in &ways {
            control.check()?;
            let moves = rules.moves(at);
            let more = count.checked_mul(moves.len() as u128).ok_or(Stop::Overflow)?;
            total = total.checked_add(more).ok_or(Stop::Overflow)?;
            if left > 1 {
                for played in &moves {
                    *next.entry(rules.apply(at, played)).or_insert(0) += count;
                }
            }
            if next.len() as u64 > room {
                return one_by_one(rules, &ways, left, control);
            }
        }
        if next.is_empty() {
            return Ok(if left > 1 { 0 } else { total });
        }
        ways = next;
    }
    Ok(total)
}

/// Counts the sequences of `depth` more moves from each position, without listing positions.
fn one_by_one<R: Rules>(
    rules: &R,
    ways: &FxHashMap<R::State, u128>,
    depth: usize,
    control: &Control,
) -> Result<u128, Stop> {
    let mut total = 0u128;
    for (start, count) in ways {
        // The positions of the current sequence, with the moves still to be tried in each.
        let mut open = vec![(start.clone(), rules.moves(start))];
        while let Some((at, moves)) = open.last_mut() {
            let Some(played) = moves.pop() else {
                open.pop();
                continue;
            };
            let next = rules.apply(at, &played);
            control.check()?;
            let moves = rules.moves(&next);
            if open.len() + 1 == depth {
                let more = count.checked_mul(moves.len() as u128).ok_or(Stop::Overflow)?;
                total = total.checked_add(more).ok_or(Stop::Overflow)?;
            } else {
                open.push((next, moves));
            }
        }
    }
    Ok(total)
}

/// Counts the sequences of 1 to `depth` moves from the first position by `count`.
///
/// # Errors
/// [`Stop::Size`] for a depth over [`MOST_DEPTH`], and [`Stop::Overflow`] for a count of 2^128 or more.
pub fn perft<R: Rules>(
    rules: &R,
    depth: usize,
    divide: bool,
    control: &Control,
    count: impl Fn(&R, &R::State, usize, &Control) -> Result<u128, Stop>,
) -> Result<Counts, Stop> {
    if depth > MOST_DEPTH {
        return Err(Stop::Size("sequences of more than 1000 moves are not counted"));
    }
    let counted = rules.counted();
    let start = counted.initial();
    let mut levels = Vec::new();
    for depth in 1..=depth {
        control.report_progress(|| format!("perft: depth {depth}"));
        // If there is no sequence of some length, there is no longer one either.
        let ended = levels.last().is_some_and(|level: &DepthCount| level.value == "0");
        let value = if ended { 0 } else { count(&counted, start, depth, control)? };
        levels.push(DepthCount { depth, value: value.to_string() });
    }
    if !divide {
        return Ok((levels, None));
    }
    let mut counts = Vec::new();
    for played in &counted.moves(start) {
        let after = counted.apply(start, played);
        let value = count(&counted, &after, depth - 1, control)?.to_string();
        counts.push(MoveCount { written: rules.write_move(start, played), value });
    }
    Ok((levels, Some(counts)))
}

impl PerftReport {
    /// The report of a count; `seconds` is its duration.
    pub fn new(
        name: &str,
        title: &str,
        note: Option<&'static str>,
        counted: Result<Counts, Stop>,
        seconds: f64,
    ) -> Self {
        let (levels, divide, error) = match counted {
            Ok((levels, divide)) => (Some(levels), divide, None),
            Err(stop) => {
                let message = format!("no count: {}", stop.clause());
                (None, None, Some(CountError { reason: "limit", message }))
            }
        };
        let last = levels.as_ref().and_then(|levels| levels.last());
        Self {
            puzzle: name.to_owned(),
            title: title.to_owned(),
            what: "perft",
            value: last.map(|level| level.value.clone()),
            levels,
            error,
            note,
            seconds,
            divide,
        }
    }
}
