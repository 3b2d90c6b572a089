//! Counts with levels on disk, which give the same figures as [`count`](crate::peg::search::count).
//!
//! Positions and games are counted forwards from the start. For solutions, levels are made from both ends, and
//! then the jump sequences are counted over the positions that both sides have reached.

use crate::base::control::{Control, Stop};
use crate::base::threads::in_threads;
use crate::peg::board::position::Position;
use crate::peg::puzzle::{Finish, Puzzle};
use crate::peg::search::bounds::random_games::choose_counts;
use crate::peg::search::count::result::{searched, total};
use crate::peg::search::count::{Count, LevelCount, What};
use crate::peg::search::disk::steps::{Way, ahead, behind, both, counted};
use crate::peg::search::disk::{crew::Crew, fault::Fault, folder::Place, index::Index, work::Work};
use crate::peg::search::{levels::finishes::finishes, levels::solutions::MANY, space::Space};

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
    let work = Work::new(&space, crew);
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
        work.make(&next, (&name, Way::Jumps), None, Some(depth + 1), &[&name])?;
    }
    let value = total(what, &levels).map_err(|_| Fault::Overflow)?;
    Ok(Count { value, levels, fewest: None })
}

/// Counts solutions: makes levels from both ends until one jump is left between them, goes back from where they meet to
/// find the positions on solutions, and then counts the jump sequences over these.
fn solutions(mut work: Work<'_>) -> Result<Count, Fault> {
    let (puzzle, control) = (work.space.puzzle, work.crew.control.clone());
    let jumps = puzzle.jumps();
    let finishes = finishes(puzzle, &control);
    // To undo a jump is to make it on the complement, so one side is then the complement of the other.
    let mirrored =
        puzzle.finish == Finish::Exactly(Position(puzzle.board.full().0 ^ puzzle.start.0));
    if jumps == 0 && finishes.as_ref().is_none_or(|all| all.contains(&puzzle.start.0)) {
        work.seed(&both(0), &[puzzle.start.0], (), None, &[])?;
    }
    work.seed(&ahead(0), &[puzzle.start.0], (), None, &[])?;
    if let (Some(finishes), false) = (&finishes, mirrored) {
        work.seed(&behind(0), finishes, (), None, &[])?;
    }
    let (mut at, mut left, mut has_counts) = (0, 0, false);
    while at + left + 1 < jumps {
        let near = work.known(&ahead(at))?.classes;
        let far = match &finishes {
            None => u64::MAX,
            Some(_) if mirrored => work.known(&ahead(left))?.classes,
            Some(_) => work.known(&behind(left))?.classes,
        };
        if near == 0 || far == 0 {
            return Ok(Count::default());
        }
        if near.min(far) >= MANY as u64 && !has_counts {
            work.counts = choose_counts(work.space, &control)?;
            has_counts = true;
        }
        control.say(|| format!("levels: jump {} of {jumps}", at + left + 1));
        if far >= near {
            work.make(&ahead(at + 1), (&ahead(at), Way::Jumps), None, None, &[])?;
            at += 1;
        } else {
            if !mirrored {
                work.make(&behind(left + 1), (&behind(left), Way::JumpsBack), None, None, &[])?;
            }
            left += 1;
        }
    }
    if mirrored {
        work.make(&behind(left), (&ahead(left), Way::Complements), None, None, &[])?;
    }
    // The smaller of the last levels makes the jump between them.
    let mut met = at;
    if jumps > 0 {
        let (near, far) = (ahead(at), behind(left));
        if finishes.is_none() {
            met += 1;
            work.make(&both(met), (&near, Way::Jumps), None, None, &[])?;
        } else if work.known(&near)?.classes <= work.known(&far)?.classes {
            met += 1;
            work.make(&both(met), (&near, Way::Jumps), Some(&far), None, &[&far])?;
        } else {
            work.make(&both(met), (&far, Way::JumpsBack), Some(&near), None, &[&near])?;
        }
    }
    if !work.has(&both(met)) || work.known(&both(met))?.classes == 0 {
        return Ok(Count::default());
    }
    for depth in (0..met).rev() {
        control.say(|| format!("levels: positions on solutions after {depth} jumps"));
        let (here, later) = (ahead(depth), both(depth + 1));
        work.make(&both(depth), (&later, Way::JumpsBack), Some(&here), None, &[&here])?;
    }
    work.seed(&counted(0), &[puzzle.start.0], 1u64, Some(0), &[])?;
    for depth in 1..=jumps {
        control.say(|| format!("levels: solutions up to jump {depth}"));
        let (rest, before) = (behind(jumps - depth), counted(depth - 1));
        let within = if depth <= met { both(depth) } else { rest };
        if depth > met && mirrored {
            work.make(&within, (&both(jumps - depth), Way::Complements), None, None, &[])?;
        }
        // The complements of the first half are those of the second.
        let done = if depth <= met && mirrored { &before } else { &within };
        let done_with = [done.as_str(), before.as_str()];
        work.make(&counted(depth), (&before, Way::Jumps), Some(&within), Some(depth), &done_with)?;
    }
    let mut levels = Vec::new();
    for depth in 0..=jumps {
        // Solutions end only at the last level.
        levels.push(LevelCount { ending: None, ..work.known(&counted(depth))?.counted()? });
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
