//! The Pyramid of Cheops: two players build a pyramid of stones level by level. The player who lays the last
//! stone of a level scores as many points as the level has stones.
//!
//! The base of `n` stones is level 1 and is complete from the start. Level `k` has the places 1 to `n - k +
//! 1`; place `i` rests on the places `i` and `i + 1` of the level below. So the stones above place `i` of the
//! base, at the places `i` of all levels, are a column without gaps, at most one lower than the column to its
//! left. The heights of the columns are the position.

mod notation;
mod strategy;
mod table;
mod view;

use std::fmt;

use crate::rules::{About, Illegal, Rules, Status};
use crate::settings::Settings;
use crate::text::word;
use soliter_base::diagnostic::TextFault;

/// The maximum number of stones of the base.
pub const MAX_BASE: usize = 32;
/// The maximum number of players.
pub const MAX_PLAYERS: usize = 8;

/// How a stone of an unfinished level may be shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    /// From left to right, by one place.
    Right,
    /// Not at all: stones can only be laid.
    None,
}

/// On which levels stones may be laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lay {
    /// On any unfinished level.
    Any,
    /// On the lowest unfinished level.
    Lowest,
}

/// A player's objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// To maximise the lead in points.
    Difference,
    /// To score more points than the other player, by any margin.
    Result,
}

const SHIFTS: [(&str, Shift); 2] = [("right", Shift::Right), ("none", Shift::None)];
const LAYS: [(&str, Lay); 2] = [("any", Lay::Any), ("lowest", Lay::Lowest)];
const OBJECTIVES: [(&str, Objective); 2] =
    [("difference", Objective::Difference), ("result", Objective::Result)];

/// The parameters, as in `models/pyramid.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The number of stones of the base, 2 to [`MAX_BASE`].
    pub base: usize,
    /// The number of players, 2 to [`MAX_PLAYERS`].
    pub players: usize,
    /// How stones may be shifted.
    pub shift: Shift,
    /// Where stones may be laid.
    pub lay: Lay,
    /// The players' objective, which determines the unit of values.
    pub objective: Objective,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            base: 5,
            players: 2,
            shift: Shift::Right,
            lay: Lay::Any,
            objective: Objective::Difference,
        }
    }
}

/// A place for a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The level, from 1 (the base).
    pub level: usize,
    /// The number of the place on its level, from the left, from 1.
    pub number: usize,
}

impl Place {
    fn new(level: usize, number: usize) -> Self {
        Self { level, number }
    }

    /// The two places on the level below that support it.
    fn supports(self) -> [Self; 2] {
        [0, 1].map(|right| Self::new(self.level - 1, self.number + right))
    }

    /// A stone may be laid only on two stones of the level below.
    fn is_supported(self, state: &State) -> bool {
        self.supports().iter().all(|&below| state.has(below))
    }

    fn right(self) -> Self {
        Self::new(self.level, self.number + 1)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.level, self.number)
    }
}

/// A move, of one of two kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Lays a new stone on a place.
    Lay(Place),
    /// Shifts the stone of a place to the next place on the right.
    Shift(Place),
}

impl Move {
    fn place(self) -> Place {
        let (Self::Lay(place) | Self::Shift(place)) = self;
        place
    }
}

/// The stones, the player to move, and the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The height of each column, including the stone of the base; 0 beyond the base.
    heights: [u8; MAX_BASE],
    /// The player to move, from 0.
    player: u8,
    scores: [u16; MAX_PLAYERS],
}

impl State {
    /// Whether there is a stone on a place; every place of the base has one.
    pub fn has(&self, place: Place) -> bool {
        let height = place.number.checked_sub(1).and_then(|column| self.heights.get(column));
        place.level > 0 && height.is_some_and(|height| usize::from(*height) >= place.level)
    }

    fn height(&mut self, column: usize) -> &mut u8 {
        &mut self.heights[column - 1]
    }
}

/// The game: its parameters and its first position.
#[derive(Clone, Debug)]
pub struct Pyramid {
    parameters: Parameters,
    initial: State,
}

impl Pyramid {
    /// The game from its start, with only the base in place.
    ///
    /// # Panics
    /// If the number of stones of the base is not from 2 to [`MAX_BASE`].
    pub fn new(parameters: Parameters) -> Self {
        assert!((2..=MAX_BASE).contains(&parameters.base), "a base of 2 to 32 stones");
        let mut heights = [0; MAX_BASE];
        heights[..parameters.base].fill(1);
        Self { parameters, initial: State { heights, player: 0, scores: [0; MAX_PLAYERS] } }
    }

    /// Reads the parameters and the puzzle's position; errors are recorded in `settings`.
    pub(crate) fn read(settings: &mut Settings<'_>) -> Option<Self> {
        settings.known_keys(&["base", "players", "shift", "lay", "objective"]);
        let default = Parameters::default();
        let parameters = Parameters {
            base: settings.number("base", 2..=MAX_BASE).unwrap_or(default.base),
            players: settings.number("players", 2..=MAX_PLAYERS).unwrap_or(default.players),
            shift: settings.choice("shift", &SHIFTS).unwrap_or(default.shift),
            lay: settings.choice("lay", &LAYS).unwrap_or(default.lay),
            objective: settings.choice("objective", &OBJECTIVES).unwrap_or(default.objective),
        };
        if settings.has_faults() {
            // Otherwise, the position would be checked against default parameters.
            return None;
        }
        let mut game = Self::new(parameters);
        game.initial = settings.start(&game, game.initial);
        Some(game)
    }

    /// The number of places of a level; level `n` is the top.
    pub fn size(&self, level: usize) -> usize {
        (self.parameters.base + 1).saturating_sub(level)
    }

    fn places(&self, level: usize) -> impl Iterator<Item = Place> + use<> {
        (1..=self.size(level)).map(move |number| Place::new(level, number))
    }

    /// Whether a level is complete.
    pub fn is_finished(&self, state: &State, level: usize) -> bool {
        let heights = &state.heights[..self.size(level)];
        heights.iter().all(|height| usize::from(*height) >= level)
    }

    /// The lowest unfinished level; `None` if the game is over.
    pub fn lowest_unfinished(&self, state: &State) -> Option<usize> {
        (2..=self.parameters.base).find(|&level| !self.is_finished(state, level))
    }

    /// The size of the highest finished level, on which the rest of the pyramid stands.
    fn unfinished_base(&self, state: &State) -> usize {
        self.lowest_unfinished(state).map_or(1, |level| self.size(level - 1))
    }

    /// The stable word for the first rule that a move breaks.
    fn fault(&self, state: &State, played: Move) -> Option<&'static str> {
        let place = played.place();
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
        let heights = &state.heights[..self.size(place.level)];
        let missing = heights.iter().filter(|height| usize::from(**height) < place.level).count();
        if missing == 1 { self.size(place.level) } else { 0 }
    }
}

impl Rules for Pyramid {
    type State = State;
    type Move = Move;

    fn about(&self) -> About {
        let Parameters { base, players, shift, lay, objective } = self.parameters;
        About {
            name: "pyramid",
            players,
            readings: vec![
                ("base", base.to_string()),
                ("players", players.to_string()),
                ("shift", word(&SHIFTS, &shift)),
                ("lay", word(&LAYS, &lay)),
                ("objective", word(&OBJECTIVES, &objective)),
            ],
            header: &[("n", "base")],
            result_counts: objective == Objective::Result,
            ..About::default()
        }
    }

    fn initial(&self) -> &State {
        &self.initial
    }

    /// The lowest unfinished level always has a supported free place.
    fn status(&self, state: &State) -> Status {
        let over = usize::from(state.heights[0]) == self.parameters.base;
        Status::ToMove(state.player.into()).unless(over)
    }

    /// Only the lowest free place of a column can take a stone, and only its highest stone can be shifted: the
    /// first if the column to the right supports it, and the second if it does not.
    fn moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::with_capacity(16);
        if self.status(state) == Status::Over {
            return moves;
        }
        let base = self.parameters.base;
        for number in 1..base {
            let (height, right) = (state.heights[number - 1], state.heights[number]);
            let played = if right >= height {
                Move::Lay(Place::new(usize::from(height) + 1, number))
            } else {
                Move::Shift(Place::new(height.into(), number))
            };
            if self.fault(state, played).is_none() {
                moves.push(played);
            }
        }
        moves.sort_unstable_by_key(|played| (played.place(), *played));
        moves
    }

    fn apply(&self, state: &State, played: &Move) -> State {
        let mut next = *state;
        next.scores[usize::from(state.player)] += self.points(state, *played) as u16;
        match *played {
            Move::Lay(place) => *next.height(place.number) += 1,
            Move::Shift(place) => {
                *next.height(place.number) -= 1;
                *next.height(place.number + 1) += 1;
            }
        }
        next.player = (state.player + 1) % self.parameters.players as u8;
        next
    }

    fn score(&self, state: &State, player: usize) -> i64 {
        state.scores[player].into()
    }

    fn write_move(&self, state: &State, played: &Move) -> String {
        self.written(state, *played)
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, Illegal> {
        self.parsed(state, text)
    }

    fn write_position(&self, state: &State) -> String {
        self.position(state)
    }

    fn read_position(&self, text: &str) -> Result<State, TextFault> {
        self.parsed_position(text)
    }
}
