//! A second implementation of the Pyramid of Cheops, written for readability: stones are a set of (level,
//! place), and values are found by plain recursion with memoisation.

use std::collections::{BTreeMap, BTreeSet};

/// A small random number generator, with the same sequence on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) as usize % limit
    }
}

/// The stones above the base.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stones {
    pub base: usize,
    set: BTreeSet<(usize, usize)>,
}

impl Stones {
    fn none(base: usize) -> Self {
        Self { base, set: BTreeSet::new() }
    }

    /// The stones with the given names, such as `2.3`.
    pub fn named(base: usize, names: &[&str]) -> Self {
        let place = |name: &&str| {
            let (level, place) = name.split_once('.').expect("level.place");
            (level.parse().expect("a level"), place.parse().expect("a place"))
        };
        Self { base, set: names.iter().map(place).collect() }
    }

    pub fn has(&self, level: usize, place: usize) -> bool {
        level == 1 || self.set.contains(&(level, place))
    }

    fn places(&self) -> Vec<(usize, usize)> {
        (2..=self.base).flat_map(|k| (1..=self.base - k + 1).map(move |i| (k, i))).collect()
    }

    fn stands(&self, (level, place): (usize, usize)) -> bool {
        self.has(level - 1, place) && self.has(level - 1, place + 1)
    }

    fn with(&self, place: (usize, usize)) -> Self {
        let mut next = self.clone();
        next.set.insert(place);
        next
    }

    fn without(&self, place: (usize, usize)) -> Self {
        let mut next = self.clone();
        next.set.remove(&place);
        next
    }

    fn missing(&self, level: usize) -> Vec<(usize, usize)> {
        self.places().into_iter().filter(|p| p.0 == level && !self.set.contains(p)).collect()
    }

    /// All configurations, by adding stones in every order.
    pub fn all(base: usize) -> BTreeSet<Self> {
        let mut found = BTreeSet::from([Self::none(base)]);
        let mut new: Vec<Self> = found.iter().cloned().collect();
        while let Some(stones) = new.pop() {
            for place in stones.places() {
                if !stones.set.contains(&place) && stones.stands(place) {
                    let next = stones.with(place);
                    if found.insert(next.clone()) {
                        new.push(next);
                    }
                }
            }
        }
        found
    }

    /// The stones on top of one more complete level.
    #[must_use]
    pub fn lifted(&self) -> Self {
        let raised = self.set.iter().map(|&(k, i)| (k + 1, i));
        Self { base: self.base + 1, set: raised.chain((1..=self.base).map(|i| (2, i))).collect() }
    }

    /// The mirror image, left to right.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let turned = self.set.iter().map(|&(k, i)| (k, self.base - k + 2 - i));
        Self { base: self.base, set: turned.collect() }
    }
}

/// A move: its name, the points it scores, and the stones after it.
type Played = (String, i64, Stones);

/// Values of positions for two players.
pub struct Oracle {
    shift: bool,
    known: BTreeMap<Stones, i64>,
    with_strategy: BTreeMap<(Stones, bool), i64>,
}

impl Oracle {
    pub fn new(shift: bool) -> Self {
        Self { shift, known: BTreeMap::new(), with_strategy: BTreeMap::new() }
    }

    pub fn moves(&self, stones: &Stones) -> Vec<Played> {
        let mut moves = Vec::new();
        for (k, i) in stones.places() {
            if !stones.has(k, i) && stones.stands((k, i)) {
                let next = stones.with((k, i));
                let points = if next.missing(k).is_empty() { stones.base - k + 1 } else { 0 };
                moves.push((format!("{k}.{i}"), points as i64, next));
            }
            let lifted = stones.without((k, i));
            let free = i < stones.base - k + 1 && !stones.has(k, i + 1);
            let carries = stones.has(k + 1, i) || (i > 1 && stones.has(k + 1, i - 1));
            if self.shift && stones.has(k, i) && free && !carries && lifted.stands((k, i + 1)) {
                moves.push((format!("{k}.{i}>"), 0, lifted.with((k, i + 1))));
            }
        }
        moves
    }

    /// Points of the player to move minus those of the other player, from here on.
    pub fn value(&mut self, stones: &Stones) -> i64 {
        if let Some(&value) = self.known.get(stones) {
            return value;
        }
        let moves = self.moves(stones);
        let value = moves.iter().map(|(_, points, next)| points - self.value(next)).max();
        let value = value.unwrap_or(0);
        self.known.insert(stones.clone(), value);
        value
    }

    /// Every legal move with its value, by name.
    pub fn move_values(&mut self, stones: &Stones) -> Vec<(String, i64)> {
        let moves = self.moves(stones).into_iter();
        let mut values: Vec<_> =
            moves.map(|(name, points, next)| (name, points - self.value(&next))).collect();
        values.sort();
        values
    }

    /// Win, draw or loss for the player to move, who leads by `lead` points. Computed independently of the
    /// point differences.
    fn result(&self, stones: &Stones, lead: i64, known: &mut BTreeMap<(Stones, i64), i64>) -> i64 {
        if let Some(&result) = known.get(&(stones.clone(), lead)) {
            return result;
        }
        let moves = self.moves(stones).into_iter();
        let best = moves.map(|(_, points, next)| -self.result(&next, -lead - points, known)).max();
        let result = best.unwrap_or(lead.signum());
        known.insert((stones.clone(), lead), result);
        result
    }

    /// The result, and the result of every move.
    pub fn results(&self, stones: &Stones, lead: i64) -> (i64, Vec<(String, i64)>) {
        let mut known = BTreeMap::new();
        let moves = self.moves(stones).into_iter();
        let mut results: Vec<_> = moves
            .map(|(name, points, next)| (name, -self.result(&next, -lead - points, &mut known)))
            .collect();
        results.sort();
        (self.result(stones, lead, &mut known), results)
    }

    /// The strategy of the source text: by counting, continue with the lowest level or evade.
    fn strategy(&self, stones: &Stones) -> Played {
        let lowest = (2..=stones.base).find(|&k| !stones.missing(k).is_empty()).expect("a level");
        let missing = stones.missing(lowest);
        let moves = self.moves(stones);
        let named = |name: &str| moves.iter().find(|played| played.0 == name).cloned();
        let build = named(&format!("{lowest}.{}", missing[0].1)).expect("it is supported");
        if missing.len() % 2 == 1 {
            return build;
        }
        let is_shift = |played: &&Played| {
            played.0.ends_with('>') && played.0.starts_with(&format!("{lowest}."))
        };
        let is_higher = |played: &&Played| {
            let level = played.0.split('.').next().expect("a level");
            !played.0.ends_with('>') && level.parse::<usize>().expect("a level") > lowest
        };
        let shift = moves.iter().find(is_shift);
        shift.or_else(|| moves.iter().find(is_higher)).cloned().unwrap_or(build)
    }

    /// The value for the player to move if one of the two players follows the strategy.
    fn value_with_strategy(&mut self, stones: &Stones, mover_follows: bool) -> i64 {
        let key = (stones.clone(), mover_follows);
        if let Some(&value) = self.with_strategy.get(&key) {
            return value;
        }
        let moves = self.moves(stones);
        let choice =
            if moves.is_empty() || !mover_follows { moves } else { vec![self.strategy(stones)] };
        let values = choice
            .iter()
            .map(|(_, points, next)| points - self.value_with_strategy(next, !mover_follows));
        let value = values.max().unwrap_or(0);
        self.with_strategy.insert(key, value);
        value
    }

    /// The value from the start if the first player follows the strategy, and if the second player does.
    pub fn worth_of_strategy(&mut self, base: usize) -> (i64, i64) {
        let start = Stones::none(base);
        (self.value_with_strategy(&start, true), self.value_with_strategy(&start, false))
    }

    /// The stones after `plies` random moves, or fewer if the game would end.
    pub fn random(&mut self, base: usize, plies: usize, seed: u64) -> Stones {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(7));
        let mut stones = Stones::none(base);
        for _ in 0..plies {
            let moves = self.moves(&stones);
            let next = moves[random.below(moves.len())].2.clone();
            if next.has(base, 1) {
                break;
            }
            stones = next;
        }
        stones
    }
}
