//! The rules of the Pyramid: which stones may be laid or shifted, what they score, and when the game ends.

use std::fmt;
use std::sync::Arc;

use super::parameters::{LAYS, Lay, MAX_BASE, OBJECTIVES, Objective, Parameters, SHIFTS, Shift};
use super::sweep::Sweep;
use crate::rules::{Rules, Status, count_moves};
use crate::{kept::Kept, text::word};
use soliter_base::control::{Control, Stop};

/// A place for a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The level, from 1 (the base).
    pub level: usize,
    /// The number of the place on its level, from the left, from 1.
    pub number: usize,
}

impl Place {
    /// The place with this number on a level.
    pub fn new(level: usize, number: usize) -> Self {
        Self { level, number }
    }

    /// The two places on the level below that support it.
    pub fn supports(self) -> [Self; 2] {
        [0, 1].map(|right| Self::new(self.level - 1, self.number + right))
    }

    /// A stone may be laid only on two stones of the level below.
    pub(super) fn is_supported(self, state: &State) -> bool {
        self.supports().iter().all(|&below| state.has(below))
    }

    pub(super) fn right(self) -> Self {
        Self::new(self.level, self.number + 1)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.level, self.number)
    }
}

/// A move, of one of two kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Lays a new stone on a place.
    Lay(Place),
    /// Shifts the stone of a place to the next place on the right.
    Shift(Place),
}

/// The stones, the player to move, and the points.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The levels from the second up; bit `i - 1` is place `i`.
    pub(super) levels: Vec<u32>,
    /// The player to move, from 0.
    pub(super) player: usize,
    pub(super) scores: Vec<i64>,
}

impl State {
    /// Whether there is a stone on a place; every place of the base has one.
    pub fn has(&self, place: Place) -> bool {
        match place {
            Place { number: 0, .. } | Place { level: 0, .. } => false,
            Place { level: 1, .. } => true,
            Place { level, number } => {
                self.levels.get(level - 2).is_some_and(|level| level >> (number - 1) & 1 == 1)
            }
        }
    }

    fn flip(&mut self, place: Place) {
        self.levels[place.level - 2] ^= 1 << (place.number - 1);
    }
}

/// The game: its parameters and its start position.
#[derive(Clone, Debug)]
pub struct Pyramid {
    pub(super) parameters: Parameters,
    initial: State,
    /// The last sweep, which also contains the positions that follow.
    pub(super) last_sweep: Kept<Option<Arc<Sweep>>>,
}

impl Pyramid {
    /// The game from its start, with only the base in place.
    ///
    /// # Panics
    /// If the number of stones of the base is not from 2 to [`MAX_BASE`].
    pub fn new(parameters: Parameters) -> Self {
        assert!((2..=MAX_BASE).contains(&parameters.base), "a base of 2 to 32 stones");
        let initial = State {
            levels: vec![0; parameters.base - 1],
            player: 0,
            scores: vec![0; parameters.players],
        };
        Self { parameters, initial, last_sweep: Kept::default() }
    }

    /// The number of places of a level; level `n` is the top.
    pub fn size(&self, level: usize) -> usize {
        (self.parameters.base + 1).saturating_sub(level)
    }

    pub(super) fn places(&self, level: usize) -> impl Iterator<Item = Place> + use<> {
        (1..=self.size(level)).map(move |number| Place::new(level, number))
    }

    /// Whether a level is complete.
    pub fn is_finished(&self, state: &State, level: usize) -> bool {
        self.places(level).all(|place| state.has(place))
    }

    /// The lowest unfinished level; `None` if the game is over.
    pub fn lowest_unfinished(&self, state: &State) -> Option<usize> {
        (2..=self.parameters.base).find(|&level| !self.is_finished(state, level))
    }

    /// The stable word for the first rule that a move breaks.
    pub(super) fn fault(&self, state: &State, played: Move) -> Option<&'static str> {
        let (Move::Lay(place) | Move::Shift(place)) = played;
        let shifted = matches!(played, Move::Shift(_));
        if shifted && self.parameters.shift == Shift::None {
            Some("no-shift")
        } else if place.level == 0 || !(1..=self.size(place.level)).contains(&place.number) {
            Some("off-level")
        } else if place.level == 1 {
            Some("base")
        } else if shifted {
            self.fault_of_shift(state, place)
        } else if state.has(place) {
            Some("occupied")
        } else if !place.is_supported(state) {
            Some("no-support")
        } else {
            let lowest = self.parameters.lay == Lay::Lowest;
            let higher = lowest && self.lowest_unfinished(state) != Some(place.level);
            higher.then_some("not-lowest")
        }
    }

    /// A stone of an unfinished level may be shifted from left to right. "First, the place on the right must
    /// be free. Second, the stone must rest on two stones of the level below again. Third, no stone of the
    /// level above may rest on it."
    fn fault_of_shift(&self, state: &State, place: Place) -> Option<&'static str> {
        let right = place.right();
        let above = [1, 0].map(|left| Place::new(place.level + 1, place.number - left));
        if !state.has(place) {
            Some("nothing-there")
        } else if place.number == self.size(place.level) {
            Some("no-place-right")
        } else if state.has(right) {
            Some("right-occupied")
        } else if !right.is_supported(state) {
            Some("would-lose-support")
        } else if above.iter().any(|&above| state.has(above)) {
            Some("stone-on-top")
        } else {
            None
        }
    }

    /// The points of a legal move: those of the level that it completes.
    pub fn points(&self, state: &State, played: Move) -> usize {
        let Move::Lay(place) = played else { return 0 };
        let last = self.places(place.level).all(|other| other == place || state.has(other));
        if last { self.size(place.level) } else { 0 }
    }
}

impl Rules for Pyramid {
    fn name(&self) -> &'static str {
        "pyramid"
    }

    fn players(&self) -> usize {
        self.parameters.players
    }

    fn readings(&self) -> Vec<(&'static str, String)> {
        let Parameters { base, players, shift, lay, objective } = self.parameters;
        vec![
            ("base", base.to_string()),
            ("players", players.to_string()),
            ("shift", word(&SHIFTS, &shift)),
            ("lay", word(&LAYS, &lay)),
            ("objective", word(&OBJECTIVES, &objective)),
        ]
    }

    fn initial(&self) -> &State {
        &self.initial
    }

    fn start_at(&mut self, state: State) {
        self.initial = state;
    }

    /// The lowest unfinished level always has a supported free place.
    fn status(&self, state: &State) -> Status {
        let top = Place::new(self.parameters.base, 1);
        if state.has(top) { Status::Over } else { Status::ToMove(state.player) }
    }

    fn moves(&self, state: &State) -> Vec<Move> {
        let places = (2..=self.parameters.base).flat_map(|level| self.places(level));
        let all = places.flat_map(|place| [Move::Lay(place), Move::Shift(place)]);
        all.filter(|&played| self.fault(state, played).is_none()).collect()
    }

    fn apply(&self, state: &State, played: &Move) -> State {
        let mut next = state.clone();
        next.scores[state.player] += self.points(state, *played) as i64;
        match *played {
            Move::Lay(place) => next.flip(place),
            Move::Shift(place) => {
                next.flip(place);
                next.flip(place.right());
            }
        }
        next.player = (state.player + 1) % self.parameters.players;
        next
    }

    fn scores(&self, state: &State) -> Vec<i64> {
        state.scores.clone()
    }

    fn gain(&self, before: &State, after: &State, player: usize) -> i64 {
        match self.parameters.objective {
            Objective::Difference => self.lead(after, player) - self.lead(before, player),
            Objective::Result => self.lead(after, player).signum(),
        }
    }

    fn perft(&self, state: &Self::State, depth: usize, control: &Control) -> Result<u128, Stop> {
        count_moves(self, state, depth, control)
    }
}
