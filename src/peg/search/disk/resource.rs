//! Resource counts of a search on disk.

use std::num::NonZeroUsize;

use crate::base::control::{Control, Stop};
use crate::peg::puzzle::{Finish, Puzzle};
use crate::peg::rules::{self, Leap};
use crate::peg::search::bounds::counts::{Counts, Ends, SAMPLE};
use crate::peg::search::space::symmetry::Group;

/// Resource counts forwards and backwards that drop most of the positions of random games from both ends; with
/// a finish by its number of pegs there are none. Every worker chooses the same.
pub(crate) fn choose_counts(
    puzzle: &Puzzle,
    group: &Group,
    control: &Control,
) -> Result<[Counts; 2], Stop> {
    let (Finish::Exactly(finish), false) = (puzzle.finish, puzzle.building) else {
        return Ok([Counts::none(), Counts::none()]);
    };
    let ends = Ends {
        board: &puzzle.board,
        symmetries: group.symmetries(),
        start: puzzle.start,
        finishes: &[finish],
    };
    let leaps = rules::leaps(&puzzle.board, false);
    let undoing = rules::undoing(&leaps);
    let ahead = random_games(&leaps, puzzle.start.0, puzzle.jumps());
    let behind = random_games(&undoing, finish.0, puzzle.jumps());
    Ok([ends.choose(true, &ahead, control)?, ends.choose(false, &behind, control)?])
}

/// Positions of random games from an end, from a third to two thirds of so many jumps away.
fn random_games(leaps: &[Leap], end: u64, jumps: usize) -> Vec<u64> {
    let mut random = 1u64;
    let mut positions = Vec::new();
    // Games that get stuck early give none.
    for _ in 0..SAMPLE {
        let mut position = end;
        for depth in 1..=2 * jumps / 3 {
            let fitting: Vec<&Leap> = leaps.iter().filter(|leap| leap.fits(position)).collect();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let Some(count) = NonZeroUsize::new(fitting.len()) else { break };
            position ^= fitting[(random >> 33) as usize % count].all;
            if depth > jumps / 3 {
                positions.push(position);
            }
        }
        if positions.len() >= SAMPLE {
            break;
        }
    }
    positions
}
