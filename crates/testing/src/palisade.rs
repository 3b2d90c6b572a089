//! A second implementation of Palisade, written for readability, as the oracle of the tests. It names actions
//! by their text, computes where stones fall by reflection, and searches turns by sets.

use std::collections::{BTreeMap, BTreeSet, HashMap};

pub type Heights = Vec<u32>;

/// Rule variants, as in the model file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Readings {
    pub new_pairs: bool,
    pub stop_early: bool,
    pub borrow: bool,
    pub stall_limit: u32,
}

/// The place reached from `place` after the given number of steps, among `places` places between two mirrors.
fn reflected(place: i64, places: i64) -> usize {
    let period = 2 * (places - 1);
    let at = place.rem_euclid(period);
    at.min(period - at).try_into().expect("a place")
}

/// All actions: their text, the resulting heights and their points.
pub fn actions(heights: &[u32], new_pairs: bool) -> BTreeMap<String, (Heights, u32)> {
    let mut found = BTreeMap::new();
    let count = heights.len();
    for i in 0..count {
        for j in 0..i {
            let mut after = heights.to_vec();
            (after[i], after[j]) = (heights[j], heights[i]);
            found.insert(format!("x{}-{}", j + 1, i + 1), (after, 0));
        }
        for taken in 1..heights[i] {
            let mut rest = heights.to_vec();
            rest[i] -= taken;
            let left = [vec![taken], rest.clone()].concat();
            let right = [rest, vec![taken]].concat();
            found.insert(format!("s{}:{taken}<", i + 1), (left, 0));
            found.insert(format!("s{}:{taken}>", i + 1), (right, 0));
        }
        for (sign, step) in [("<", -1), (">", 1)] {
            let outwards = (i == 0 && step == -1) || (i + 1 == count && step == 1);
            if count > 1 && !outwards {
                sow(heights, i, step, new_pairs, &format!("o{}{sign}", i + 1), &mut found);
            }
        }
    }
    found
}

fn sow(
    heights: &[u32],
    lifted: usize,
    step: i64,
    new_pairs: bool,
    name: &str,
    found: &mut BTreeMap<String, (Heights, u32)>,
) {
    let mut fallen = vec![0; heights.len()];
    for stone in 1..=i64::from(heights[lifted]) {
        fallen[reflected(lifted as i64 + step * stone, heights.len() as i64)] += 1;
    }
    // For each column: height after, height before, whether it changed.
    let columns: Vec<(u32, u32, bool)> = (0..heights.len())
        .map(|i| {
            let kept = if i == lifted { 0 } else { heights[i] };
            (kept + fallen[i], heights[i], i == lifted || fallen[i] > 0)
        })
        .filter(|&(after, _, _)| after > 0)
        .collect();
    let after: Heights = columns.iter().map(|column| column.0).collect();
    let mut removable = BTreeSet::new();
    for (i, a) in columns.iter().enumerate() {
        for (j, b) in columns.iter().enumerate().filter(|(j, _)| *j != i) {
            if a.0 == b.0 && (a.2 || b.2) && !(new_pairs && a.1 == b.1) {
                removable.extend([i, j]);
            }
        }
    }
    for &removed in &removable {
        let mut rest = after.clone();
        rest.remove(removed);
        found.insert(format!("{name}-{}", removed + 1), (rest, 1));
    }
    if removable.is_empty() {
        found.insert(name.to_owned(), (after, 0));
    }
}

pub fn is_over(heights: &[u32]) -> bool {
    heights.iter().sum::<u32>() <= 3
}

/// A position within a turn, with everything that its value depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub heights: Heights,
    pub made: u32,
    pub scored: bool,
    pub own_debt: bool,
    pub other_debt: bool,
    pub scoreless: u32,
}

/// Cached values of positions.
pub struct Oracle {
    readings: Readings,
    values: HashMap<Position, i64>,
    next: HashMap<Heights, BTreeSet<(Heights, u32)>>,
}

impl Oracle {
    pub fn new(readings: Readings) -> Self {
        Self { readings, values: HashMap::new(), next: HashMap::new() }
    }

    /// Points still to be won minus those of the other player, for the player to move.
    pub fn value(&mut self, position: &Position) -> i64 {
        if let Some(&known) = self.values.get(position) {
            return known;
        }
        let mut best = None;
        // Palisades and points after 0, 1, 2 .. more actions in this turn.
        let mut reached = BTreeSet::from([(position.heights.clone(), 0)]);
        let mut made = position.made;
        while !reached.is_empty() {
            let mut beyond = BTreeSet::new();
            for (heights, points) in reached {
                let scored = position.scored || points > 0;
                if is_over(&heights) {
                    best = best.max(Some(i64::from(points)));
                    continue;
                }
                if let Some(debt) = self.debt_after(position.own_debt, made) {
                    let rest = self.other_turn(position, &heights, scored, debt);
                    best = best.max(Some(i64::from(points) - rest));
                }
                if made < 4 {
                    let new_pairs = self.readings.new_pairs;
                    let after = self
                        .next
                        .entry(heights.clone())
                        .or_insert_with(|| actions(&heights, new_pairs).into_values().collect());
                    beyond.extend(after.iter().map(|(h, p)| (h.clone(), points + p)));
                }
            }
            made += 1;
            let most = if position.own_debt { 2 } else { 3 + u32::from(self.readings.borrow) };
            reached = if made > most { BTreeSet::new() } else { beyond };
        }
        let best = best.expect("a turn can always be ended");
        self.values.insert(position.clone(), best);
        best
    }

    /// Whether the player owes an action if the turn ends after `made` actions; `None` if it may not end there.
    fn debt_after(&self, owed: bool, made: u32) -> Option<bool> {
        match (owed, made) {
            (true, 2) | (false, 3) => Some(false),
            (false, 4) if self.readings.borrow => Some(true),
            (_, 1) | (false, 2) if self.readings.stop_early => Some(false),
            _ => None,
        }
    }

    fn other_turn(&mut self, before: &Position, heights: &[u32], scored: bool, debt: bool) -> i64 {
        let scoreless = if scored { 0 } else { before.scoreless + 1 };
        if scoreless >= self.readings.stall_limit {
            return 0;
        }
        self.value(&Position {
            heights: heights.to_vec(),
            made: 0,
            scored: false,
            own_debt: before.other_debt,
            other_debt: debt,
            scoreless,
        })
    }
}

/// All palisades with the given number of stones.
pub fn palisades(stones: u32) -> Vec<Heights> {
    if stones == 0 {
        return vec![Vec::new()];
    }
    let with_first = |first| {
        let rest = palisades(stones - first).into_iter();
        rest.map(move |rest| [vec![first], rest].concat()).collect::<Vec<_>>()
    };
    (1..=stones).flat_map(with_first).collect()
}
