//! The layers of a certificate: the positions within some number of moves of either end.
//!
//! The search ([`super::fewest`]) also prunes positions in the middle of a move, so its levels are not the
//! layers of a certificate. This file builds the layers exactly as the checker does, so that a certificate
//! only has to hold their digest: layer `k + 1` has every position that one move leads to from a position of
//! layer `k`, except the positions of earlier layers and those in which no line may rest between two moves.

use rustc_hash::FxHashSet;

use crate::base::control::{Control, Stop};
use crate::peg::puzzle::{Finish, Puzzle};
use crate::peg::search::space::expand::{Expander, Wanted};
use crate::peg::search::{bounds::Bounds, look, space::Space};
use crate::peg::{board::position::Position, bounds::regions::Regions};

/// The number of moves that are left to the checker.
const CHECKED: usize = 2;

/// Layers that prove that every line of the ordinary game has more than some number of moves.
pub struct Layers {
    /// The positions after 0, 1, 2 .. moves, each the least of its images, in ascending order.
    pub forward: Vec<Vec<u64>>,
    /// The positions 0, 1, 2 .. moves before the finish; none if the finish is given by its number of pegs.
    pub backward: Vec<Vec<u64>>,
    /// The Merson regions that were used, in the order in which they are packed.
    pub regions: Vec<u64>,
}

/// Builds the layers that prove, for the ordinary game from `start` to `finish` on the board of a puzzle, that
/// no line has `most` moves or fewer. Whether that is true the checker finds out, which builds the last layers.
pub fn layers(
    puzzle: &Puzzle,
    start: Position,
    finish: Finish,
    most: usize,
    control: &Control,
) -> Result<Layers, Stop> {
    puzzle.marked.unfollowed()?;
    let puzzle = Puzzle { start, finish, building: false, ..puzzle.clone() };
    let space = Space::new(&puzzle)?;
    let regions = Regions::new(&puzzle.board, start, finish);
    let bounds = Bounds { limit: Some(most as u32), ..Bounds::new(&regions) };
    let side = |expander, forward| {
        let (bounds, layers, known) = (&bounds, Vec::new(), FxHashSet::default());
        Direction { expander, bounds, forward, layers, known, control }
    };
    let (mut ahead, mut behind) = (side(&space.forward, true), side(&space.backward, false));
    ahead.push(vec![space.start()]);
    if let Finish::Exactly(finish) = finish {
        behind.push(vec![behind.expander.least(finish.0)]);
    }
    // The checker builds the remaining layers.
    let kept = most.saturating_sub(CHECKED);
    while ahead.reach() + behind.reach() < kept {
        let moves = ahead.reach() + behind.reach();
        let [front, back] = [&ahead, &behind].map(|side| side.layers.last().map_or(0, Vec::len));
        control.say(|| format!("certify: {moves} of {kept} moves, {front} and {back} positions"));
        let back = !behind.layers.is_empty() && back < front;
        let (near, far) = if back { (&mut behind, &ahead) } else { (&mut ahead, &behind) };
        let next = near.next(far.known.capacity())?;
        near.push(next);
    }
    let regions = regions.masks().to_vec();
    Ok(Layers { forward: ahead.layers, backward: behind.layers, regions })
}

struct Direction<'a> {
    expander: &'a Expander,
    bounds: &'a Bounds<'a>,
    forward: bool,
    layers: Vec<Vec<u64>>,
    known: FxHashSet<u64>,
    control: &'a Control,
}

impl Direction<'_> {
    fn push(&mut self, layer: Vec<u64>) {
        self.known.extend(&layer);
        self.layers.push(layer);
    }

    /// The number of moves of the last layer.
    fn reach(&self) -> usize {
        self.layers.len().saturating_sub(1)
    }

    /// The layer after the last one. The tables of the other side have `elsewhere` entries.
    fn next(&self, elsewhere: usize) -> Result<Vec<u64>, Stop> {
        let (last, moves) = (&self.layers[self.reach()], self.reach() as u32);
        let mut found: FxHashSet<u64> = FxHashSet::default();
        let (mut moved, mut landed) = (Vec::new(), Vec::new());
        for (number, &position) in last.iter().enumerate() {
            look(number, self.control, || {
                let entries = elsewhere + 2 * self.known.capacity() + 3 * found.capacity();
                entries * (size_of::<u64>() + 1) * 2
            })?;
            self.expander.successors(position, 0, Wanted::Every, |next| {
                moved.push((next.position, next.movers));
            });
            // The move may continue, jump by jump.
            while !moved.is_empty() {
                for (position, movers) in moved.drain(..) {
                    if !self.known.contains(&position)
                        && self.bounds.may_rest(self.forward, position, moves + 2)
                    {
                        found.insert(position);
                    }
                    self.expander.successors(position, movers, Wanted::Continuing, |next| {
                        landed.push((next.position, next.movers));
                    });
                }
                std::mem::swap(&mut moved, &mut landed);
            }
        }
        let mut layer: Vec<u64> = found.into_iter().collect();
        layer.sort_unstable();
        Ok(layer)
    }
}
