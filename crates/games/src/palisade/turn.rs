//! Searches the results of one turn. The search enumerates the resulting palisades, not the sequences of
//! actions, many of which lead to the same palisade.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;

use super::actions::{Action, Columns, Pair, Scratch, act, each_action, each_scoring, stones};
use soliter_base::control::{Control, Stop};

/// The actions of a turn and the points that they score.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Turn {
    /// The actions, up to the one that scores the last point.
    pub actions: Vec<Action>,
    /// The number of points.
    pub points: u8,
}

/// The turn that scores the most points with at most `actions` actions, and uses the fewest actions to do so.
pub fn best_turn(columns: &[u8], pair: Pair, actions: u8, control: &Control) -> Result<Turn, Stop> {
    let mut search = Search { pair, control, failed: FxHashSet::default() };
    for points in (1..=actions).rev() {
        for free in 0..=actions - points {
            let mut turn = Turn { actions: Vec::new(), points };
            if search.reach(columns, points, free, &mut turn.actions)? {
                turn.actions.reverse();
                return Ok(turn);
            }
        }
    }
    Ok(Turn::default())
}

/// The largest number of consecutive scoring sows, up to `actions`.
pub(super) fn most_in_a_row(columns: &[u8], pair: Pair, actions: u8) -> u8 {
    let mut next = Vec::new();
    if actions > 0 {
        let visit = |_, after: &[u8]| next.push(after.to_vec());
        each_scoring(columns, pair, &mut Scratch::default(), visit);
    }
    let mut most = 0;
    for after in &next {
        most = most.max(1 + most_in_a_row(after, pair, actions - 1));
        if most == actions {
            break;
        }
    }
    most
}

/// The bytes that a palisade takes in a growing table, with the data stored with it.
pub(super) fn bytes_of(columns: &[u8]) -> usize {
    // A split adds a column. The table may be half empty, and both tables exist while it grows.
    3 * (size_of::<Outcome>() + 16) + columns.len() + 32
}

struct Search<'c> {
    pair: Pair,
    control: &'c Control,
    /// Palisades, with numbers of points and of free actions, from which the points cannot be won.
    failed: FxHashSet<(Columns, u8, u8)>,
}

impl Search<'_> {
    /// Whether `points` points can be won with `free` other actions in between. The actions are appended in reverse.
    fn reach(
        &mut self,
        columns: &[u8],
        points: u8,
        free: u8,
        actions: &mut Vec<Action>,
    ) -> Result<bool, Stop> {
        if points == 0 {
            return Ok(true);
        }
        let key = (columns.to_vec(), points, free);
        if self.failed.contains(&key) {
            return Ok(false);
        }
        self.control.check()?;
        let bytes = self.failed.len() * bytes_of(columns);
        self.control.check_memory(bytes as u64)?;
        // Lists actions only, without the resulting columns: long palisades have tens of thousands of actions.
        let mut next: Vec<Action> = Vec::new();
        let mut scratch = Scratch::default();
        each_scoring(columns, self.pair, &mut scratch, |action, _| next.push(action));
        let scoring = next.len();
        if points == 1
            && let Some(action) = next.first()
        {
            actions.push(*action);
            return Ok(true);
        }
        if free > 0 {
            each_action(columns, self.pair, &mut scratch, |action, _| {
                if action.points() == 0 {
                    next.push(action);
                }
            });
        }
        for (number, action) in next.iter().enumerate() {
            let (points, free) =
                if number < scoring { (points - 1, free) } else { (points, free - 1) };
            if self.reach(&act(columns, *action), points, free, actions)? {
                actions.push(*action);
                return Ok(true);
            }
        }
        self.failed.insert(key);
        Ok(false)
    }
}

/// A palisade that a turn can lead to, with the points won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The palisade.
    pub columns: Columns,
    /// Points won.
    pub points: u8,
    /// The previous outcome and the action that led from it; `None` at the start.
    pub from: Option<(usize, Action)>,
}

/// The distinct outcomes after 0, 1, 2 .. actions.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    /// All outcomes, those with fewer actions first.
    pub all: Vec<Outcome>,
    /// The end of the outcomes of 0, 1, 2 .. actions in `all`.
    pub ends: Vec<usize>,
}

impl Outcomes {
    /// The outcomes of up to `actions` actions, at most `width` for each number of actions, those with more
    /// points first. A palisade with at most `over` stones is final.
    pub fn find(
        columns: &[u8],
        pair: Pair,
        actions: u8,
        over: usize,
        width: usize,
        control: &Control,
    ) -> Result<Self, Stop> {
        let start = Outcome { columns: columns.to_vec(), points: 0, from: None };
        let mut found = Self { all: vec![start], ends: vec![1] };
        for made in 0..usize::from(actions) {
            let played_on = |&number: &usize| stones(&found.all[number].columns) > over;
            let mut layer: Vec<usize> = found.layer(made).filter(played_on).collect();
            layer.sort_by_key(|&number| Reverse(found.all[number].points));
            // Each outcome is stored twice: in the list, and in the set of known outcomes.
            let room = control.memory_limit() / (2 * bytes_of(columns) as u64);
            let room = usize::try_from(room).unwrap_or(usize::MAX);
            let mut seen: FxHashSet<(Columns, u8)> = FxHashSet::default();
            let mut scratch = Scratch::default();
            // Scoring sows come first, so that the width limit does not exclude them.
            for scoring in [true, false] {
                for &number in &layer {
                    control.check()?;
                    if found.all.len() >= room {
                        return Err(Stop::Memory);
                    }
                    if seen.len() >= width {
                        break;
                    }
                    let Outcome { columns, points, .. } = found.all[number].clone();
                    let visit = |action: Action, after: &[u8]| {
                        let points = points + action.points();
                        let key = (after.to_vec(), points);
                        let room = seen.len() < width && found.all.len() < room;
                        if room && !seen.contains(&key) {
                            let from = Some((number, action));
                            found.all.push(Outcome { columns: after.to_vec(), points, from });
                            seen.insert(key);
                        }
                    };
                    if scoring {
                        each_scoring(&columns, pair, &mut scratch, visit);
                    } else {
                        each_action(&columns, pair, &mut scratch, visit);
                    }
                }
            }
            found.ends.push(found.all.len());
        }
        Ok(found)
    }

    /// The indices of the outcomes after this number of actions.
    pub fn layer(&self, actions: usize) -> std::ops::Range<usize> {
        let end = |n: usize| self.ends.get(n).copied().unwrap_or(self.all.len());
        let start = if actions == 0 { 0 } else { end(actions - 1) };
        start..end(actions)
    }

    /// The outcomes that end a turn of one of these lengths, or the game (at most `over` stones), each with
    /// its number of actions and its index, those with fewer actions first.
    pub(super) fn endings(&self, lengths: &[u8], over: usize) -> impl Iterator<Item = (u8, usize)> {
        let most = lengths.last().copied().unwrap_or(0);
        let all = (0..=most).flat_map(|made| self.layer(made.into()).map(move |at| (made, at)));
        all.filter(move |(made, at)| {
            lengths.contains(made) || stones(&self.all[*at].columns) <= over
        })
    }

    /// The actions that lead to an outcome.
    pub fn path(&self, number: usize) -> Vec<Action> {
        let from = |number: usize| self.all.get(number).and_then(|outcome| outcome.from);
        let steps = std::iter::successors(from(number), |(before, _)| from(*before));
        let mut actions: Vec<Action> = steps.map(|(_, action)| action).collect();
        actions.reverse();
        actions
    }
}
