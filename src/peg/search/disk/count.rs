//! Counts with levels on disk, which give the same figures as [`count`](crate::peg::search::count).
//!
//! Positions and games are counted forwards from the start. For solutions, levels are made from both ends, and
//! then the jump sequences are counted over the positions that both sides have reached.

use crate::base::control::{Control, Stop};
use crate::base::threads::in_threads;
use crate::peg::board::position::Position;
use crate::peg::puzzle::{Finish, Puzzle};
use crate::peg::search::count::result::{searched, total};
use crate::peg::search::count::{Count, LevelCount, What};
use crate::peg::search::disk::steps::{Keep, Way, ahead, behind, both};
use crate::peg::search::disk::{crew::Crew, fault::Fault, folder::Place, index::Index, work::Work};
use crate::peg::search::{levels::finishes::finishes, space::Space};

/// Why [`What::Minimal`] is refused: a level holds positions, but not the pegs that jumped last.
const NO_FEWEST: Stop =
    Stop::Size("solutions of the fewest moves are not counted with levels on disk");

/// Counts within the limits of `control`, with the levels in a folder. [`What::Minimal`] and puzzles with
/// marked pegs are not counted this way.
///
/// # Errors
/// See [`Fault`]. No partial count is returned, but the folder keeps its complete levels.
pub fn count_on_disk(
    puzzle: &Puzzle,
    what: What,
    place: &Place,
    control: &Control,
) -> Result<Count, Fault> {
    let mut crew = Crew::alone((puzzle, what.word()), index(puzzle, what)?, place, control)?;
    in_threads(control, || count(puzzle, what, &mut crew))
}

/// The index of the positions of a count, or the reason why they are not counted this way. It is made before
/// any folder is touched.
pub(crate) fn index(puzzle: &Puzzle, what: What) -> Result<Index, Fault> {
    puzzle.marked.unfollowed()?;
    if what == What::Minimal {
        return Err(NO_FEWEST.into());
    }
    Index::new(&puzzle.board, puzzle.start).ok_or(Fault::TooLarge)
}

/// Counts as a member of a crew.
pub(crate) fn count(puzzle: &Puzzle, what: What, crew: &mut Crew) -> Result<Count, Fault> {
    let Some(puzzle) = searched(puzzle, what) else { return Ok(Count::default()) };
    let space = Space::new(&puzzle)?;
    let work = Work { space: &space, crew };
    match what {
        What::Positions | What::Games => reachable(work, what),
        What::Solutions => solutions(work),
        What::Minimal => Err(NO_FEWEST.into()),
    }
}

/// Counts the positions that can be reached, or the games.
fn reachable(mut work: Work<'_>, what: What) -> Result<Count, Fault> {
    let start = [work.space.puzzle.start.0];
    if what == What::Games {
        work.seed(&ahead(0), &start, 1u64, Some(0), &[])?;
    } else {
        work.seed(&ahead(0), &start, (), Some(0), &[])?;
    }
    let mut levels = Vec::new();
    loop {
        let depth = levels.len();
        let (name, next) = (ahead(depth), ahead(depth + 1));
        let count = work.known(&name)?.counted()?;
        if count.classes == 0 {
            break;
        }
        work.crew.control.say(|| {
            format!("count: after {depth} jumps {} positions up to symmetry", count.classes)
        });
        levels.push(count);
        work.make(&next, &name, Way::Jumps, Keep::All, Some(depth + 1), &[&name])?;
    }
    let value = total(what, &levels).map_err(|_| Fault::Overflow)?;
    Ok(Count { value, levels, fewest: None })
}

/// Counts solutions: makes levels from both ends until they meet, and then counts over the common positions.
fn solutions(mut work: Work<'_>) -> Result<Count, Fault> {
    let (puzzle, control) = (work.space.puzzle, work.crew.control.clone());
    let jumps = puzzle.jumps();
    let finishes = finishes(puzzle, &control);
    work.seed(&ahead(0), &[puzzle.start.0], 1u64, None, &[])?;
    if let Some(finishes) = &finishes {
        work.seed(&behind(0), finishes, (), None, &[])?;
    }
    // To undo a jump is to make it on the complement, so one side is then the complement of the other.
    let mirrored =
        puzzle.finish == Finish::Exactly(Position(puzzle.board.full().0 ^ puzzle.start.0));
    let (mut at, mut left) = (0, 0);
    while at + left < jumps {
        let near = work.known(&ahead(at))?.classes;
        let far = match finishes {
            Some(_) => work.known(&behind(left))?.classes,
            None => u64::MAX,
        };
        if near == 0 || far == 0 {
            return Ok(Count::default());
        }
        control.say(|| format!("levels: jump {} of {jumps}", at + left + 1));
        if far < near {
            let (from, way) = if mirrored && left < at {
                (ahead(left + 1), Way::Complements)
            } else {
                (behind(left), Way::JumpsBack)
            };
            work.make(&behind(left + 1), &from, way, Keep::All, None, &[])?;
            left += 1;
        } else {
            work.make(&ahead(at + 1), &ahead(at), Way::Jumps, Keep::All, None, &[])?;
            at += 1;
        }
    }
    work.meet(at, finishes.map(|_| behind(left)).as_deref())?;
    if work.known(&both(at))?.classes == 0 {
        return Ok(Count::default());
    }
    for depth in (0..at).rev() {
        control.say(|| format!("levels: positions on solutions after {depth} jumps"));
        let (here, later) = (ahead(depth), both(depth + 1));
        // The second half begins at the level where the sides meet, so this level is kept.
        let done_with = [here.as_str(), if depth + 1 < at { later.as_str() } else { "" }];
        let keep = Keep::Of(&here);
        work.make(&both(depth), &later, Way::JumpsBack, keep, Some(depth), &done_with)?;
    }
    for depth in at + 1..=jumps {
        control.say(|| format!("levels: positions on solutions after {depth} jumps"));
        let (rest, before) = (behind(jumps - depth), both(depth - 1));
        let (keep, done_with) = (Keep::Within(&rest), [rest.as_str(), before.as_str()]);
        work.make(&both(depth), &before, Way::Jumps, keep, Some(depth), &done_with)?;
    }
    let mut levels = Vec::new();
    for depth in 0..=jumps {
        // Solutions end only at the last level.
        levels.push(LevelCount { ending: None, ..work.known(&both(depth))?.counted()? });
    }
    let last = levels.last().and_then(|count| count.sequences);
    let value = last.ok_or(Stop::Fault("a level was not counted"))?;
    Ok(Count { value, levels, fewest: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::search::disk::cluster::{Team, count_together};
    use crate::peg::{puzzle::marks::Marks, search::tests::puzzle};
    use std::num::NonZeroUsize;

    #[test]
    fn unsupported_counts_are_refused_before_the_folder_is_created() {
        let text =
            "model = 'english'\nstart = ['35', '43', '44', '45', '46', '55']\nfinish = ['44']";
        let plain = puzzle(text);
        let marks =
            Marks { finisher: Some(plain.names.hole("35").expect("a hole")), ..Marks::default() };
        let marked = Puzzle { marked: marks, ..plain.clone() };
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("levels");
        let place = Place { folder, resume: false, lasting: true, in_memory: 1 << 16 };
        let control = Control::default();
        for (puzzle, what) in
            [(&plain, What::Minimal), (&marked, What::Solutions), (&marked, What::Positions)]
        {
            let refused = |count| matches!(count, Err(Fault::Stopped(Stop::Size(_))));
            assert!(refused(count_on_disk(puzzle, what, &place, &control)), "{what:?}");
            let team = Team::Workers(NonZeroUsize::MIN);
            assert!(refused(count_together(puzzle, what, &place, &team, &control)), "{what:?}");
        }
        assert!(!place.folder.exists());
        let count =
            count_on_disk(&plain, What::Solutions, &place, &control).map(|count| count.value);
        assert!(matches!(count, Ok(1..)));
    }
}
