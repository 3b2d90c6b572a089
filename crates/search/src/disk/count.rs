//! Counts with levels on disk. The results are the same as those of [`count`](crate::count).
//!
//! Positions and games are counted forwards from the start. To count solutions, levels are built from both
//! ends, and then the jump sequences are counted over the positions that both sides have reached.

use crate::bounds::random_games::choose_counts;
use crate::count::estimate::progress;
use crate::count::result::{searched, total};
use crate::count::{Count, LevelCount, What};
use crate::disk::kernel::step::{Payload, Way};
use crate::disk::kernel::{Kernel, Question};
use crate::disk::levels::{Kept, LevelBuilder, Levels, ahead, behind, both, counted};
use crate::levels::finishes::{TOO_MANY, finishes};
use crate::{disk::fault::Fault, disk::folder::Place, disk::local::Local};
use crate::{levels::solutions::MANY, space::MoveTables};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::in_threads;
use soliter_boards::puzzle::{Finish, Puzzle};

/// Counts within the limits of `control`, with the levels in a folder. [`What::Shortest`] and puzzles with
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
    let kernel = Kernel::new(puzzle, Question::Count(what))?;
    let mut local = Local::new(&kernel, puzzle, place, control)?;
    in_threads(control, || count(puzzle, what, &mut local, control))
}

/// Counts with levels that `maker` makes.
pub(crate) fn count(
    puzzle: &Puzzle,
    what: What,
    maker: &mut dyn LevelBuilder,
    control: &Control,
) -> Result<Count, Fault> {
    let Some(puzzle) = searched(puzzle, what) else { return Ok(Count::default()) };
    let space = MoveTables::without_twins(&puzzle)?;
    let levels = Levels::new(&space, maker, control);
    match what {
        What::Solutions => solutions(levels),
        _ => reachable(levels, what),
    }
}

/// Counts the positions that can be reached, or the games.
fn reachable(mut work: Levels<'_>, what: What) -> Result<Count, Fault> {
    let start = [work.space.puzzle.start().word()];
    let payload = if what == What::Games { Payload::Count } else { Payload::Nothing };
    let counting = |jumps| Kept { jumps: Some(jumps), ..Kept::default() };
    work.seed(&ahead(0), &start, payload, counting(0))?;
    let mut levels = Vec::new();
    loop {
        let depth = levels.len();
        let (name, next) = (ahead(depth), ahead(depth + 1));
        let count = work.known(&name)?.counted()?;
        if count.classes == 0 {
            break;
        }
        work.control.report_progress(|| progress(work.space.puzzle, &levels, &count));
        levels.push(count);
        let kept = Kept { done_with: &[&name], ..counting(depth + 1) };
        work.make(&next, (&name, Way::Jumps, true), kept)?;
    }
    let value = total(what, &levels).map_err(|_| Fault::Overflow)?;
    Ok(Count { value, levels, fewest: None })
}

/// Counts solutions: builds levels from both ends until one jump is left between them, goes back from the meeting
/// positions to find the positions on solutions, and then counts the jump sequences over these.
fn solutions(mut work: Levels<'_>) -> Result<Count, Fault> {
    let (puzzle, plain) = (work.space.puzzle, Kept::default());
    let finishes = finishes(puzzle, work.control);
    if finishes.is_none() && matches!(puzzle.finish(), Finish::Holes { .. }) {
        // Without a list, every position with as many pegs as the finish would count as a finish.
        return Err(TOO_MANY.into());
    }
    let complement = puzzle.board().full().difference(puzzle.start());
    let sides = Sides {
        jumps: puzzle.jumps(),
        is_listed: finishes.is_some(),
        is_mirrored: *puzzle.finish() == Finish::Exactly(complement),
    };
    let start = [puzzle.start().word()];
    if sides.jumps == 0 && finishes.as_ref().is_none_or(|all| all.contains(&start[0])) {
        work.seed(&both(0), &start, Payload::Nothing, plain)?;
    }
    work.seed(&ahead(0), &start, Payload::Nothing, plain)?;
    if let (Some(finishes), false) = (&finishes, sides.is_mirrored) {
        work.seed(&behind(0), finishes, Payload::Nothing, plain)?;
    }
    let Some((made, undone)) = sides.grow(&mut work)? else { return Ok(Count::default()) };
    let met = sides.meet(&mut work, made, undone)?;
    if !work.has(&both(met)) || work.known(&both(met))?.classes == 0 {
        return Ok(Count::default());
    }
    for depth in (0..met).rev() {
        let progress = || format!("levels: positions on solutions after {depth} jumps");
        work.control.report_progress(progress);
        let (here, later) = (ahead(depth), both(depth + 1));
        let done = [here.as_str()];
        let kept = Kept { within: Some(&here), done_with: &done, ..plain };
        work.make(&both(depth), (&later, Way::Jumps, false), kept)?;
    }
    work.seed(&counted(0), &start, Payload::Count, Kept { jumps: Some(0), ..plain })?;
    sides.count(&mut work, met)?;
    let mut levels = Vec::new();
    for depth in 0..=sides.jumps {
        // Solutions end only at the last level.
        levels.push(LevelCount {
            ending: None,
            won: None,
            ..work.known(&counted(depth))?.counted()?
        });
    }
    let last = levels.last().and_then(|count| count.sequences);
    let value = last.ok_or(Stop::Fault("a level was not counted"))?;
    Ok(Count { value, levels, fewest: None })
}

/// The levels from the start and from the finish.
struct Sides {
    jumps: usize,
    /// Whether there are levels from the finish. Without a list of finishes, every position with the right number of
    /// pegs is one.
    is_listed: bool,
    /// Whether the finish is the complement of the start. Undoing a jump is making it on the complement, so each side is
    /// then the complement of the other.
    is_mirrored: bool,
}

impl Sides {
    /// Makes levels, on the smaller side first, until one jump is left between the sides. Returns how many jumps are made
    /// on each, or `None` if a side has no positions left.
    fn grow(&self, work: &mut Levels<'_>) -> Result<Option<(usize, usize)>, Fault> {
        let (control, jumps, plain) = (work.control, self.jumps, Kept::default());
        let (mut made, mut undone, mut has_counts) = (0, 0, false);
        while made + undone + 1 < jumps {
            let near = work.known(&ahead(made))?.classes;
            let far = match (self.is_listed, self.is_mirrored) {
                (false, _) => u64::MAX,
                (true, true) => work.known(&ahead(undone))?.classes,
                (true, false) => work.known(&behind(undone))?.classes,
            };
            if near == 0 || far == 0 {
                return Ok(None);
            }
            if near.min(far) >= MANY as u64 && !has_counts {
                work.counts = choose_counts(work.space, control)?;
                has_counts = true;
            }
            control.report_progress(|| format!("levels: jump {} of {jumps}", made + undone + 1));
            if far >= near {
                work.make(&ahead(made + 1), (&ahead(made), Way::Jumps, true), plain)?;
                made += 1;
            } else {
                if !self.is_mirrored {
                    work.make(&behind(undone + 1), (&behind(undone), Way::Jumps, false), plain)?;
                }
                undone += 1;
            }
        }
        if self.is_mirrored {
            work.make(&behind(undone), (&ahead(undone), Way::Complement, true), plain)?;
        }
        Ok(Some((made, undone)))
    }

    /// Makes the jump that is left between the sides, from the smaller one. Returns the number of jumps from the start to
    /// the level in which they meet.
    fn meet(&self, work: &mut Levels<'_>, made: usize, undone: usize) -> Result<usize, Fault> {
        if self.jumps == 0 {
            return Ok(made);
        }
        let (near, far, plain) = (ahead(made), behind(undone), Kept::default());
        if !self.is_listed {
            work.make(&both(made + 1), (&near, Way::Jumps, true), plain)?;
            return Ok(made + 1);
        }
        let is_forward = work.known(&near)?.classes <= work.known(&far)?.classes;
        let (from, to) = if is_forward { (&near, &far) } else { (&far, &near) };
        let met = made + usize::from(is_forward);
        let kept = Kept { within: Some(to), done_with: &[to], ..plain };
        work.make(&both(met), (from, Way::Jumps, is_forward), kept)?;
        Ok(met)
    }

    /// Counts the jump sequences to each position on solutions, level by level. The sides met after `met` jumps.
    fn count(&self, work: &mut Levels<'_>, met: usize) -> Result<(), Fault> {
        for depth in 1..=self.jumps {
            work.control.report_progress(|| format!("levels: solutions up to jump {depth}"));
            let (rest, before) = (behind(self.jumps - depth), counted(depth - 1));
            let within = if depth <= met { both(depth) } else { rest };
            if depth > met && self.is_mirrored {
                let half = both(self.jumps - depth);
                work.make(&within, (&half, Way::Complement, true), Kept::default())?;
            }
            // The second half consists of the complements of the first half.
            let done = if depth <= met && self.is_mirrored { &before } else { &within };
            let done_with = [done.as_str(), before.as_str()];
            let kept = Kept { within: Some(&within), jumps: Some(depth), done_with: &done_with };
            work.make(&counted(depth), (&before, Way::Jumps, true), kept)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::puzzle;
    use soliter_boards::puzzle::marks::Marks;

    #[test]
    fn unsupported_counts_are_refused_before_the_folder_is_created() {
        let text =
            "model = 'english'\nstart = ['35', '43', '44', '45', '46', '55']\nfinish = ['44']";
        let plain = puzzle(text);
        let marks =
            Marks { survivor: Some(plain.names().hole("35").expect("a hole")), ..Marks::default() };
        let marked = plain.with_marks(marks);
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("levels");
        let place = Place { folder, resume: false, lasting: true, in_memory: 1 << 16 };
        let control = Control::default();
        for (puzzle, what) in
            [(&plain, What::Shortest), (&marked, What::Solutions), (&marked, What::Positions)]
        {
            let refused = |count| matches!(count, Err(Fault::Stopped(Stop::Size(_))));
            assert!(refused(count_on_disk(puzzle, what, &place, &control)), "{what:?}");
        }
        assert!(!place.folder.exists());
        let count =
            count_on_disk(&plain, What::Solutions, &place, &control).map(|count| count.value);
        assert!(matches!(count, Ok(1..)));
    }
}
