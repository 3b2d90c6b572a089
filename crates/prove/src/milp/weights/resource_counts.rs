//! Resource counts of a puzzle: pagoda functions that recognize lost positions.
//!
//! They form a cone: each is a nonnegative combination of the extreme ones, so any position that is refuted
//! at all is refuted by an extreme one. On small boards, all extreme ones are enumerated. Larger boards have
//! too many, so useful ones are found on demand: for each position of some random games, a linear program
//! finds weights that refute it, if any. Of these and their images, those that together refute the most
//! positions are kept.

use std::collections::{BTreeMap, BTreeSet};

use crate::milp::weights::{extreme_rays::extreme_rays, pagoda_lp};
use soliter_base::control::{Control, Stop};
use soliter_peg::board::{Jump, Symmetry};
use soliter_peg::puzzle::{Finish, Puzzle};
use soliter_peg::{board::position::Position, bounds::pagoda::weight, rules};

const GAMES: u64 = 300;
const PROGRAMS: usize = 250;
/// Boards with more holes have too many extreme resource counts.
const MOST_HOLES: usize = 16;
const MOST_RAYS: usize = 4096;
/// By default, all resource counts are returned if there are at most this many, up to symmetry.
const FEW: usize = 24;
/// The default number of resource counts returned if there are more.
const SOME: usize = 6;

/// Weights of the holes whose sum under the pegs no jump raises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceCount {
    /// The weight of each hole.
    pub weights: Vec<i64>,
    /// The weight of the start.
    pub start: i64,
    /// The weight of the finish. A position that weighs less is lost.
    pub finish: i64,
    /// The number of positions of the sample that weigh less than the finish.
    pub refutes: usize,
}

/// The resource counts found for a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceCounts {
    /// The resource counts, in greedy order: each refutes the most positions that the previous ones do not.
    pub counts: Vec<ResourceCount>,
    /// The number of all extreme resource counts, up to symmetry, that refute any position; `counts` has the
    /// first of them. `None` if there are too many, so that `counts` was found from positions of random
    /// games.
    pub extreme: Option<usize>,
    /// The number of positions of random games in the sample.
    pub sample: usize,
    /// The number of positions in the sample that one of the counts refutes.
    pub refuted: usize,
}

/// Up to `most` resource counts of the ordinary game with a finish given by its pegs. The default is all
/// extreme ones if there are at most 24, and otherwise 6. Images under symmetries that preserve both ends
/// count as one.
pub fn resource_counts(
    puzzle: &Puzzle,
    most: Option<usize>,
    control: &Control,
) -> Result<ResourceCounts, Stop> {
    let (Finish::Exactly(finish), false) = (puzzle.finish(), puzzle.reverse()) else {
        return Err(Stop::Size("weights are for the ordinary game and a finish with its pegs"));
    };
    let sample = random_positions(puzzle);
    let extreme = extreme(puzzle, finish, control)?;
    let is_complete = extreme.is_some();
    let found = match extreme {
        Some(extreme) => extreme,
        None => by_need(puzzle, finish, &sample, control)?,
    };
    let kept: Vec<&Symmetry> = puzzle.symmetries().collect();
    // One count per symmetry class, with the positions that any of its images refutes.
    let mut refuted: BTreeMap<Vec<i64>, BTreeSet<usize>> = BTreeMap::new();
    for weights in &found {
        let images = kept.iter().map(|symmetry| image(weights, symmetry));
        let first = images.max().unwrap_or_else(|| weights.clone());
        let least = weight(weights, finish);
        let lost = sample.iter().enumerate().filter(|(_, pegs)| weight(weights, pegs) < least);
        refuted.entry(first).or_default().extend(lost.map(|(number, _)| number));
    }
    let extreme = is_complete.then_some(refuted.len());
    let most = most.unwrap_or_else(|| extreme.filter(|&all| all <= FEW).unwrap_or(SOME));
    let mut open: BTreeSet<usize> = refuted.values().flatten().copied().collect();
    let all = open.len();
    let mut counts = Vec::new();
    while counts.len() < most {
        let gain = |lost: &BTreeSet<usize>| lost.intersection(&open).count();
        let best = refuted.iter().max_by_key(|(_, lost)| (gain(lost), lost.len()));
        let Some((weights, lost)) = best.filter(|(_, lost)| is_complete || gain(lost) > 0) else {
            break;
        };
        let (start, finish) = (weight(weights, puzzle.start()), weight(weights, finish));
        let weights = weights.clone();
        open = open.difference(lost).copied().collect();
        let refutes = refuted.remove(&weights).map_or(0, |lost| lost.len());
        counts.push(ResourceCount { weights, start, finish, refutes });
    }
    Ok(ResourceCounts { counts, extreme, sample: sample.len(), refuted: all - open.len() })
}

/// All extreme resource counts that may refute a position of a game; `None` if there are too many.
fn extreme(
    puzzle: &Puzzle,
    finish: &Position,
    control: &Control,
) -> Result<Option<BTreeSet<Vec<i64>>>, Stop> {
    let board = puzzle.board();
    if board.holes() > MOST_HOLES {
        return Ok(None);
    }
    let row = |jump: &Jump| {
        let mut row = vec![0; board.holes()];
        row[usize::from(jump.from)] = 1;
        row[usize::from(jump.over)] = 1;
        row[usize::from(jump.to)] = -1;
        row
    };
    let rows: Vec<Vec<i64>> = board.jumps().iter().map(row).collect();
    // The least weight of any position with at least the pegs of the finish and at most those of the start.
    let least = |weights: &[i64]| {
        let mut sorted = weights.to_vec();
        sorted.sort_unstable();
        let (must, may) = sorted[..puzzle.start().len()].split_at(finish.len());
        must.iter().chain(may.iter().filter(|weight| **weight < 0)).sum::<i64>()
    };
    let rays = extreme_rays(&rows, MOST_RAYS, control)?;
    let useful = |weights: &Vec<i64>| least(weights) < weight(weights, finish);
    Ok(rays.map(|rays| rays.into_iter().filter(useful).collect()))
}

/// Resource counts that refute positions of the sample, with their images.
fn by_need(
    puzzle: &Puzzle,
    finish: &Position,
    sample: &[Position],
    control: &Control,
) -> Result<BTreeSet<Vec<i64>>, Stop> {
    let mut found: BTreeSet<Vec<i64>> = BTreeSet::new();
    let mut programs = 0;
    for position in sample {
        control.check()?;
        let refutes = |weights: &Vec<i64>| weight(weights, position) < weight(weights, finish);
        if programs == PROGRAMS || found.iter().any(refutes) {
            continue;
        }
        programs += 1;
        control.say(|| format!("weights: {programs} linear programs, {} counts", found.len()));
        let rest = puzzle.starting_at(position.clone());
        if let Some(weights) = pagoda_lp::weights(&rest, control) {
            // The image of a resource count is a resource count, too.
            let images =
                puzzle.board().symmetries().iter().map(|symmetry| image(&weights, symmetry));
            found.extend(images);
        }
    }
    Ok(found)
}

/// The first position of a game that weights refute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The number of jumps before the position; 0 is the start.
    pub jump: usize,
    /// The weight of each hole.
    pub weights: Vec<i64>,
    /// The weight of the position.
    pub position: i64,
    /// The weight of the finish, which is larger.
    pub finish: i64,
}

/// The first position of a legal game that weights refute, if any. Found by bisection, since no later
/// position weighs more. `None` for the reverse game and for a finish given by its number of pegs.
pub fn broken(puzzle: &Puzzle, positions: &[Position], control: &Control) -> Option<Broken> {
    let (Finish::Exactly(finish), false) = (puzzle.finish(), puzzle.reverse()) else {
        return None;
    };
    let weights = |jump: usize| {
        let rest = puzzle.starting_at(positions[jump].clone());
        pagoda_lp::weights(&rest, control)
    };
    let (mut low, mut high) = (0, positions.len().checked_sub(1)?);
    let mut found = (high, weights(high)?);
    while low < high {
        let middle = usize::midpoint(low, high);
        match weights(middle) {
            Some(weights) => (high, found) = (middle, (middle, weights)),
            None => low = middle + 1,
        }
    }
    let (jump, weights) = found;
    let (position, finish) = (weight(&weights, &positions[jump]), weight(&weights, finish));
    Some(Broken { jump, weights, position, finish })
}

fn image(weights: &[i64], symmetry: &Symmetry) -> Vec<i64> {
    let mut image = vec![0; weights.len()];
    for (hole, &weight) in weights.iter().enumerate() {
        image[usize::from(symmetry[hole])] = weight;
    }
    image
}

/// The start and positions of random games, without repetition.
fn random_positions(puzzle: &Puzzle) -> Vec<Position> {
    let mut random = 1u64;
    let (mut seen, mut all) =
        (BTreeSet::from([puzzle.start().clone()]), vec![puzzle.start().clone()]);
    for _ in 0..GAMES {
        let mut position = puzzle.start().clone();
        while position.len() > puzzle.finish().pegs() {
            let after: Vec<Position> =
                rules::legal(puzzle, &position).map(|(_, after)| after).collect();
            if after.is_empty() {
                break;
            }
            // Knuth's multiplier for 64 bits; the upper bits are the random ones.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position = after[(random >> 33) as usize % after.len()].clone();
            if seen.insert(position.clone()) {
                all.push(position.clone());
            }
        }
    }
    all
}
