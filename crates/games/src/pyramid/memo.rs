//! Values by a memoised search of the reachable positions: for late positions of a large pyramid, and for the
//! value of the source's strategy.

use rustc_hash::FxHashMap;

use super::Pyramid;
use super::outline::Outline;
use soliter_base::control::{Control, Stop};

/// The strategies of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Play {
    /// Both players play best.
    Perfect,
    /// The player to move follows the source's strategy, and the opponent plays best.
    FollowsText,
    /// The player to move plays best, and the opponent follows the source's strategy.
    MeetsText,
}

impl Play {
    fn next(self) -> Self {
        match self {
            Self::Perfect => Self::Perfect,
            Self::FollowsText => Self::MeetsText,
            Self::MeetsText => Self::FollowsText,
        }
    }
}

const UNKNOWN: u16 = u16::MAX;

/// The points that the player to move will win, for outlines of one base.
pub(super) struct Memo {
    game: Pyramid,
    /// By the steps of the outline, and by [`Play`]; [`UNKNOWN`] if not computed yet.
    pub(super) points: FxHashMap<u64, [u16; 3]>,
}

impl Memo {
    pub(super) fn new(game: Pyramid) -> Self {
        Self { game, points: FxHashMap::default() }
    }

    /// The points that the player to move will win. All levels below the base must be finished.
    pub(super) fn points(
        &mut self,
        start: Outline,
        play: Play,
        control: &Control,
    ) -> Result<u16, Stop> {
        let start = start.on_finished(start.base - self.game.parameters.base);
        let mut open = vec![(start.steps, play)];
        let mut next = Vec::new();
        let mut looks = 0u32;
        // The points of the position closed last; the requested position is closed at the end.
        let mut found = 0;
        while let Some(&(steps, play)) = open.last() {
            looks = looks.wrapping_add(1);
            if looks.is_multiple_of(4096) {
                control.check()?;
                // An entry of the table takes 17 bytes; while the table grows, there are two tables.
                control.check_memory(self.points.capacity() as u64 * 17 * 3)?;
            }
            if let Some(points) = self.known(steps, play) {
                found = points;
                open.pop();
                continue;
            }
            let outline = Outline { steps, ..start };
            self.replies(outline, play, &mut next);
            let left = outline.points_left() as u16;
            let mut least = left;
            let waiting = open.len();
            for steps in next.drain(..) {
                match self.known(steps, play.next()) {
                    Some(points) => least = least.min(points),
                    None => open.push((steps, play.next())),
                }
            }
            if open.len() == waiting {
                // The player to move wins the points that the opponent does not.
                found = left - least;
                self.points.entry(steps).or_insert([UNKNOWN; 3])[play as usize] = found;
                open.pop();
            }
        }
        Ok(found)
    }

    fn known(&self, steps: u64, play: Play) -> Option<u16> {
        let points = self.points.get(&steps)?[play as usize];
        (points != UNKNOWN).then_some(points)
    }

    /// The positions from which the player to move chooses.
    fn replies(&self, outline: Outline, play: Play, next: &mut Vec<u64>) {
        if play != Play::FollowsText {
            next.extend(outline.successors(self.game.parameters).map(|o| o.steps));
            return;
        }
        let played = self.game.simple_strategy(&outline.stones_of(&self.game));
        next.extend(played.map(|played| outline.after(played).steps));
    }
}
