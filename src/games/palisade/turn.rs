//! What one turn can reach: searched by the palisades that come about, not by sequences of
//! actions, of which many lead to the same.

use rustc_hash::FxHashSet;

use super::actions::{Action, Columns, Pair, Scratch, each_action, each_scoring, stones};
use crate::control::{Control, Stop};

/// Actions of a turn and the points they give.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Turn {
    /// What is done, up to the last point.
    pub actions: Vec<Action>,
    /// One for each pair.
    pub points: u8,
}

/// The most points that so many actions can give, with as few of them as that takes.
///
/// # Errors
/// The limit that came first.
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

struct Search<'c> {
    pair: Pair,
    control: &'c Control,
    /// Palisades from which so many points cannot be won with so many other actions between.
    failed: FxHashSet<(Columns, u8, u8)>,
}

impl Search<'_> {
    /// Whether `points` points can be won with `free` actions that give none between them. If so,
    /// the actions are appended in reverse.
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
        let bytes = self.failed.len() * (size_of::<(Columns, u8, u8)>() + 64);
        self.control.check_memory(bytes as u64)?;
        let mut next: Vec<(Action, Columns)> = Vec::new();
        let mut scratch = Scratch::default();
        each_scoring(columns, self.pair, &mut scratch, |action, after| {
            next.push((action, after.to_vec()));
        });
        let scoring = next.len();
        if points == 1
            && let Some((action, _)) = next.first()
        {
            actions.push(*action);
            return Ok(true);
        }
        if free > 0 {
            each_action(columns, self.pair, &mut scratch, |action, after| {
                if action.points() == 0 {
                    next.push((action, after.to_vec()));
                }
            });
        }
        for (number, (action, after)) in next.iter().enumerate() {
            let (points, free) =
                if number < scoring { (points - 1, free) } else { (points, free - 1) };
            if self.reach(after, points, free, actions)? {
                actions.push(*action);
                return Ok(true);
            }
        }
        self.failed.insert(key);
        Ok(false)
    }
}

/// A palisade that a turn can lead to, with the points won on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The palisade.
    pub columns: Columns,
    /// Points won.
    pub points: u8,
    /// Number of the outcome before and the action that led from there; none at the start.
    pub from: Option<(usize, Action)>,
}

/// The distinct outcomes after 0, 1, 2 .. actions.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    /// All of them, those of fewer actions first.
    pub all: Vec<Outcome>,
    /// Where those of 0, 1, 2 .. actions end in `all`.
    pub ends: Vec<usize>,
    /// There are more of them than were looked for.
    pub cut: bool,
}

impl Outcomes {
    /// The outcomes of up to `actions` actions, at most `width` of each number; those with more
    /// points are followed first. A palisade of `over` stones or fewer is not played on.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn find(
        columns: &[u8],
        pair: Pair,
        actions: u8,
        over: usize,
        width: usize,
        control: &Control,
    ) -> Result<Self, Stop> {
        let start = Outcome { columns: columns.to_vec(), points: 0, from: None };
        let mut found = Self { all: vec![start], ends: vec![1], cut: false };
        let mut scratch = Scratch::default();
        for made in 0..usize::from(actions) {
            let mut seen: FxHashSet<(Columns, u8)> = FxHashSet::default();
            let mut layer: Vec<usize> = found.layer(made).collect();
            layer.sort_by_key(|&number| std::cmp::Reverse(found.all[number].points));
            for number in layer {
                control.check()?;
                let bytes = found.all.len() * 2 * (size_of::<Outcome>() + 64);
                control.check_memory(bytes as u64)?;
                let Outcome { columns, points, .. } = found.all[number].clone();
                if stones(&columns) <= over {
                    continue;
                }
                each_action(&columns, pair, &mut scratch, |action, after| {
                    let points = points + action.points();
                    let key = (after.to_vec(), points);
                    if seen.contains(&key) {
                        return;
                    }
                    if seen.len() == width {
                        found.cut = true;
                        return;
                    }
                    let from = Some((number, action));
                    found.all.push(Outcome { columns: after.to_vec(), points, from });
                    seen.insert(key);
                });
            }
            found.ends.push(found.all.len());
        }
        Ok(found)
    }

    /// Numbers of the outcomes after so many actions.
    pub fn layer(&self, actions: usize) -> std::ops::Range<usize> {
        let end = |n: usize| self.ends.get(n).copied().unwrap_or(self.all.len());
        let start = if actions == 0 { 0 } else { end(actions - 1) };
        start..end(actions)
    }

    /// The actions that lead to an outcome.
    pub fn path(&self, number: usize) -> Vec<Action> {
        let mut actions = Vec::new();
        let mut at = self.all.get(number).and_then(|outcome| outcome.from);
        while let Some((before, action)) = at {
            actions.push(action);
            at = self.all.get(before).and_then(|outcome| outcome.from);
        }
        actions.reverse();
        actions
    }
}
