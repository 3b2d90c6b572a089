//! The rules of a puzzle as tables.

use sha2::{Digest as _, Sha256};

use crate::bounds::Bounds;
use crate::disk::fault::Fault;
use crate::{count::What, count::result::searched};
use crate::{disk::kernel::index::Index, disk::kernel::step::Step};
use crate::{
    space::expand::Expander,
    space::symmetry::Group,
    space::{group, ordinary},
};
use soliter_base::control::Stop;
use soliter_base::wording::hex;
use soliter_boards::bounds::regions::Regions;
use soliter_boards::puzzle::{Finish, Puzzle};
use soliter_boards::rules;

/// The purpose of the levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// A count; [`What::Shortest`] cannot be counted by levels of jumps alone.
    Count(What),
    /// The fewest moves.
    Fewest,
}

impl Question {
    /// The phrase in the manifest of a folder.
    pub(crate) fn phrase(self) -> &'static str {
        match self {
            Self::Count(what) => what.as_str(),
            Self::Fewest => "the fewest moves",
        }
    }
}

/// The tables with which levels of a puzzle are expanded and merged.
pub(crate) struct Tables {
    /// The puzzle that is searched, which may have another finish, or be reversed.
    pub(crate) puzzle: Puzzle,
    pub(crate) question: Question,
    /// The finish of the puzzle before it was left open.
    pub(crate) finish: Finish,
    /// The symmetries up to which positions are kept.
    pub(crate) group: Group,
    pub(crate) index: Index,
    pub(crate) forward: Expander,
    pub(crate) backward: Expander,
    pub(crate) regions: Regions,
}

impl Tables {
    pub(crate) fn new(puzzle: &Puzzle, question: Question) -> Result<Self, Fault> {
        puzzle.check_plain()?;
        let searched = match question {
            Question::Count(What::Shortest) => {
                let why = "solutions of the fewest moves are not counted with levels on disk";
                // A level holds positions, but not the pegs that jumped last, which a count of shortest
                // solutions needs.
                return Err(Stop::Size(why).into());
            }
            Question::Count(what) => searched(puzzle, what),
            // Merson regions are defined for ordinary games.
            Question::Fewest => ordinary(puzzle),
        };
        let searched = searched.unwrap_or_else(|| puzzle.clone());
        let index = Index::new(searched.board(), searched.start()).ok_or(Fault::TooLarge)?;
        let group = group(&searched);
        let leaps = rules::leaps(searched.board(), searched.reverse());
        let undoing = rules::undoing(&leaps);
        Ok(Self {
            index,
            forward: Expander::new(searched.board(), &leaps, &group)?,
            backward: Expander::new(searched.board(), &undoing, &group)?,
            regions: Regions::new(searched.board(), searched.start(), searched.finish()),
            finish: puzzle.finish().clone(),
            group,
            puzzle: searched,
            question,
        })
    }

    /// The bounds with which a step prunes.
    pub(crate) fn bounds(&self, step: &Step) -> Bounds<'_> {
        let mut bounds = Bounds::new(&self.regions);
        bounds.counts[usize::from(!step.forward)] = step.counts(self.puzzle.board());
        bounds.limit = step.moves.and_then(|moves| moves.limit);
        bounds
    }

    /// An upper bound on the sum of the numbers in the next level, if this level has the sum `total`.
    pub(crate) fn after(&self, total: u128) -> u128 {
        total.saturating_mul(self.forward.leaps as u128)
    }
}

/// The SHA-256 of everything that a count depends on.
pub(crate) fn rules_digest(puzzle: &Puzzle) -> String {
    let mut sha = Sha256::new();
    let mut number = |number: u64| sha.update(number.to_le_bytes());
    number(puzzle.board().full().word());
    for leap in rules::leaps(puzzle.board(), puzzle.reverse()) {
        number(leap.all);
        number(leap.from.into());
        number(leap.to.into());
    }
    number(puzzle.start().word());
    match puzzle.finish() {
        Finish::Exactly(finish) => {
            number(0);
            number(finish.word());
        }
        Finish::Pegs(pegs) => {
            number(1);
            number(*pegs as u64);
        }
        Finish::Holes { pegs_at, empty_at, pegs } => {
            number(2);
            number(pegs_at.word());
            number(empty_at.word());
            number(*pegs as u64);
        }
    }
    // Nothing is added for puzzles without marked pegs, so that older folders can still be resumed.
    for (word, hole) in puzzle.marked().each() {
        sha.update(word);
        sha.update([hole as u8]);
    }
    hex(&sha.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::puzzle;
    use soliter_boards::puzzle::marks::Marks;

    #[test]
    fn puzzles_with_different_marks_have_different_digests() {
        let text =
            "model = 'english'\nstart = ['35', '43', '44', '45', '46', '55']\nfinish = ['44']";
        let puzzle = puzzle(text);
        let marks = [
            Marks::default(),
            Marks { survivor: Some(9), ..Marks::default() },
            Marks { survivor: Some(16), ..Marks::default() },
            Marks { watch: Some(9), ..Marks::default() },
            Marks { survivor: Some(9), last_captured: Some(16), ..Marks::default() },
        ];
        let mut digests = marks.map(|marked| rules_digest(&puzzle.with_marks(marked))).to_vec();
        // Existing folders contain this digest of a puzzle without marked pegs.
        let cross = "c5ef1a24a50404165f2054247ba10670fcef0c2285011b429c7194a0e089b30c";
        assert_eq!(digests[0], cross);
        digests.sort();
        digests.dedup();
        assert_eq!(digests.len(), marks.len());
    }
}
