//! Marked pegs: pegs that keep their identity, and the conditions on them.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::board::position::{Hole, Position};
use crate::board::{Jump, Symmetry};
use crate::notation::Names;
use soliter_base::{control::Stop, wording::joined};

/// Conditions on pegs of the ordinary game, each of which is named by its hole at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Marks {
    /// The survivor is on the board at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub survivor: Option<Hole>,
    /// The man on the watch (Beasley) stands still until the last move, which it makes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch: Option<Hole>,
    /// The last captured peg is captured by the last jump; it may move before that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_captured: Option<Hole>,
}

impl Marks {
    /// The conditions, by the keys of puzzle files.
    pub const WORDS: [&'static str; 3] = ["survivor", "watch", "last_captured"];

    /// Whether no peg is marked.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// The word of each condition with the hole of its peg.
    pub fn each(self) -> impl Iterator<Item = (&'static str, Hole)> {
        let holes = [self.survivor, self.watch, self.last_captured];
        Self::WORDS.into_iter().zip(holes).filter_map(|(word, hole)| Some((word, hole?)))
    }

    /// The names of the holes by condition, for programs.
    pub fn named(self, names: &Names) -> BTreeMap<&'static str, String> {
        self.each().map(|(word, hole)| (word, names.name(hole).to_owned())).collect()
    }

    /// The holes of the marked pegs at the start.
    pub fn holes(self) -> Position {
        self.each().map(|(_, hole)| hole).collect()
    }

    /// Refuses marked pegs, on behalf of a prover that does not follow them and would answer wrongly.
    pub fn unfollowed(self) -> Result<(), Stop> {
        if self.is_empty() {
            Ok(())
        } else {
            Err(Stop::Size("this method does not support marked pegs"))
        }
    }

    /// Whether a condition speaks of the last jump, so that a game without a jump breaks it.
    pub fn need_a_jump(self) -> bool {
        self.watch.is_some() || self.last_captured.is_some()
    }

    fn map(self, place: impl Fn(Hole) -> Hole) -> Self {
        let [survivor, watch, last_captured] =
            [self.survivor, self.watch, self.last_captured].map(|hole| hole.map(&place));
        Self { survivor, watch, last_captured }
    }

    /// The conditions in words: `the peg from 46 survives`. The text is empty if there are none.
    pub fn phrase(self, names: &Names) -> String {
        let phrase = |(word, hole)| {
            let of = names.name(hole);
            match word {
                "survivor" => format!("the peg from {of} survives"),
                "watch" => format!("the peg from {of} does not move before it makes the last move"),
                _ => format!("the peg from {of} is the last to be captured"),
            }
        };
        joined(self.each().map(phrase), ", ")
    }
}

/// The way in which a jump breaks the condition on a marked peg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum MarkFault {
    /// The jump captures the survivor.
    #[error("the survivor may not be captured")]
    SurvivorCaptured,
    /// The jump captures the peg on the watch.
    #[error("the peg on the watch may not be captured")]
    WatchTaken,
    /// Another peg jumps after the peg on the watch has left its hole.
    #[error("the peg on the watch has moved before the last move")]
    WatchLeft,
    /// The last jump is not made by the peg on the watch.
    #[error("the last move is not made by the peg on the watch")]
    WatchIdle,
    /// The jump captures the last captured peg, but it is not the last jump.
    #[error("the peg that must be captured last is captured before the last jump")]
    LastCapturedEarly,
    /// The last jump captures another peg.
    #[error("the last jump does not capture the peg that must be captured last")]
    LastCapturedLeft,
}

impl MarkFault {
    /// The stable word for programs.
    pub fn reason(self) -> &'static str {
        match self {
            Self::SurvivorCaptured => "survivor-captured",
            Self::WatchTaken => "watch-taken",
            Self::WatchLeft => "watch-left",
            Self::WatchIdle => "watch-idle",
            Self::LastCapturedEarly => "last-captured-early",
            Self::LastCapturedLeft => "last-captured-left",
        }
    }
}

/// The holes of the marked pegs in the course of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MarkedPegs {
    /// The conditions, with the holes where the pegs are now.
    marks: Marks,
    has_left: bool,
}

impl MarkedPegs {
    /// The marked pegs at the start.
    pub fn new(marks: Marks) -> Self {
        Self { marks, has_left: false }
    }

    /// The marked pegs after a legal jump; `is_last` says whether it is the last jump of a solution.
    pub fn after(self, jump: Jump, is_last: bool) -> Result<Self, MarkFault> {
        let Jump { from, over, to } = jump;
        let Marks { survivor, watch, last_captured } = self.marks;
        if survivor == Some(over) {
            return Err(MarkFault::SurvivorCaptured);
        }
        if watch == Some(over) {
            return Err(MarkFault::WatchTaken);
        }
        if watch.is_some_and(|watch| watch != from) {
            if self.has_left {
                return Err(MarkFault::WatchLeft);
            }
            if is_last {
                return Err(MarkFault::WatchIdle);
            }
        }
        match last_captured {
            Some(hole) if hole == over && !is_last => return Err(MarkFault::LastCapturedEarly),
            Some(hole) if hole != over && is_last => return Err(MarkFault::LastCapturedLeft),
            _ => {}
        }
        let last_captured = last_captured.filter(|&hole| hole != over);
        let left = Marks { last_captured, ..self.marks };
        Ok(Self {
            marks: left.map(|hole| if hole == from { to } else { hole }),
            has_left: self.has_left || watch == Some(from),
        })
    }

    /// The conditions for the rest of the game. The result is `None` once the peg on the watch has left its
    /// hole: from then on no other peg may jump, and [`Marks`] cannot express that.
    pub fn marks(self) -> Option<Marks> {
        (!self.has_left).then_some(self.marks)
    }

    /// The holes of the marked pegs that are still on the board.
    pub fn holes(self) -> Position {
        self.marks.holes()
    }

    /// The marks after a symmetry of the board.
    #[must_use]
    pub fn image(self, symmetry: &Symmetry) -> Self {
        Self { marks: self.marks.map(|hole| symmetry[usize::from(hole)]), ..self }
    }
}
