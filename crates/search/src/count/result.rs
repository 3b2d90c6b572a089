//! The kinds of counts, and their results in total and for each level of jumps.

use serde::{Deserialize, Serialize};

use crate::levels::{Level, in_blocks};
use crate::{space::expand::Expander, space::open};
use soliter_base::control::{Control, Stop};
use soliter_boards::{bounds::class, puzzle::Puzzle};

/// What to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Solutions, as sequences of jumps.
    Solutions,
    /// Solutions with the fewest moves, as sequences of jumps.
    Shortest,
    /// Positions that can be reached, including the start.
    Positions,
    /// Games: sequences of jumps that end where no jump is left.
    Games,
}

impl What {
    /// The stable word for other programs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Solutions => "solutions",
            Self::Shortest => "shortest",
            Self::Positions => "positions",
            Self::Games => "games",
        }
    }

    /// Whether positions without a jump are counted separately; on solutions only the last position can be one.
    pub fn counts_dead(self) -> bool {
        matches!(self, Self::Positions | Self::Games)
    }
}

/// One level of jumps of a count. Its serde form is used in the manifests of folders with levels on disk,
/// which store the number of positions up to symmetry and the number of jump sequences separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelCount {
    /// The number of jumps made.
    pub jumps: usize,
    /// The number of pegs on the board.
    pub pegs: usize,
    /// The number of positions up to symmetry.
    #[serde(skip)]
    pub classes: u64,
    /// The number of positions.
    pub positions: u64,
    /// The number of positions without a jump, up to symmetry.
    pub dead_classes: u64,
    /// The number of positions without a jump.
    pub dead: u64,
    /// The number of jump sequences that lead to these positions.
    #[serde(skip)]
    pub sequences: Option<u128>,
    /// The number of jump sequences that end here because no jump is left.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "as_text")]
    pub ending: Option<u128>,
    /// The number of those that end at the finish of the puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "as_text")]
    pub won: Option<u128>,
}

impl LevelCount {
    /// Counts a position together with its images; returns whether it has no jump.
    pub(crate) fn add_class(&mut self, expander: &Expander, position: u64) -> bool {
        let orbit = expander.orbit(position) as u64;
        let is_dead = expander.mobility(position) == 0;
        self.pegs = position.count_ones() as usize;
        self.classes += 1;
        self.positions += orbit;
        if is_dead {
            self.dead_classes += 1;
            self.dead += orbit;
        }
        is_dead
    }

    /// Adds the positions of the same level that another part counted.
    pub(crate) fn add(&mut self, other: &Self) {
        self.pegs = self.pegs.max(other.pegs);
        self.classes += other.classes;
        self.positions += other.positions;
        self.dead_classes += other.dead_classes;
        self.dead += other.dead;
    }
}

/// Numbers of up to 128 bits as text, for serde.
pub mod as_text {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    #[allow(clippy::ref_option, reason = "the form that serde asks for")]
    /// The number in decimal digits.
    pub fn serialize<S: Serializer>(number: &Option<u128>, to: S) -> Result<S::Ok, S::Error> {
        number.map(|number| number.to_string()).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<u128>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}

/// An exact number, and the levels that add up to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The number.
    pub value: u128,
    /// The counts of each level of jumps; none if the position class refutes the puzzle.
    pub levels: Vec<LevelCount>,
    /// The fewest moves, if solutions with the fewest moves were counted and there are any.
    pub fewest: Option<usize>,
}

impl Count {
    /// The number of games that are won: no jump is left, and the position is the finish. `None` unless games were
    /// counted. A finish from which a jump is possible ends no game.
    pub fn won(&self) -> Option<u128> {
        // The sum is at most the number of games.
        let won = self.levels.iter().map(|level| level.won);
        won.sum::<Option<u128>>().filter(|_| !self.levels.is_empty())
    }
}

/// Why there is no count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountFault {
    /// A limit was reached.
    #[error("{}", .0.clause())]
    Stopped(#[from] Stop),
    /// The number is 2^128 or more.
    #[error("the number does not fit 128 bits")]
    Overflow,
}

/// Counts the positions of a level, and those without a jump.
pub(crate) fn level_count(
    expander: &Expander,
    level: &Level,
    jumps: usize,
    control: &Control,
) -> Result<LevelCount, Stop> {
    let block = |block: &[u64]| {
        let mut count = LevelCount::default();
        for &position in block {
            count.add_class(expander, position);
        }
        count
    };
    let mut count = LevelCount { jumps, ..LevelCount::default() };
    for part in in_blocks(level, block, control)? {
        count.add(&part);
    }
    Ok(count)
}

/// Checks the number of solutions when positions on solutions have been found: 0 would then be a wrong
/// answer.
pub(crate) fn some_solution(number: u128) -> Result<u128, Stop> {
    let fault = Stop::Fault("positions on solutions without a solution");
    (number > 0).then_some(number).ok_or(fault)
}

/// The puzzle that is searched for a count: to count positions and games, the finish is left open. `None` if
/// solutions are counted and the position class refutes the puzzle.
pub(crate) fn searched(puzzle: &Puzzle, what: What) -> Option<Puzzle> {
    match what {
        What::Positions | What::Games => Some(open(puzzle)),
        What::Solutions | What::Shortest => class::refute(puzzle).is_none().then(|| puzzle.clone()),
    }
}

/// The total number of positions or games in some levels of a count.
pub(crate) fn total(what: What, levels: &[LevelCount]) -> Result<u128, CountFault> {
    if what == What::Games {
        return sum(levels.iter().filter_map(|count| count.ending));
    }
    Ok(levels.iter().map(|count| u128::from(count.positions)).sum())
}

pub(crate) fn sum(numbers: impl IntoIterator<Item = u128>) -> Result<u128, CountFault> {
    numbers.into_iter().try_fold(0u128, u128::checked_add).ok_or(CountFault::Overflow)
}
