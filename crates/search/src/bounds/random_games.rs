//! Chooses resource counts from random games, for searches that have no frontier to sample.

use crate::bounds::counts::{Counts, SAMPLE};
use crate::{space::MoveTables, space::random::Random};
use soliter_base::control::{Control, Stop};
use soliter_boards::{board::position::Position, puzzle::Finish, rules::Leap};

/// The forward and backward resource counts that refute most of the positions of random games from both ends.
/// There are none for a finish that is given by its number of pegs. The choice is deterministic.
pub fn choose_counts(space: &MoveTables<'_>, control: &Control) -> Result<[Counts; 2], Stop> {
    let puzzle = space.puzzle;
    let (Finish::Exactly(finish), false) = (puzzle.finish(), puzzle.reverse()) else {
        return Ok([Counts::none(), Counts::none()]);
    };
    let choose = |forward| choose_counts_of(space, finish, forward, control);
    Ok([choose(true)?, choose(false)?])
}

/// The counts of one direction for an ordinary game with this finish. The count that refutes the most comes
/// first.
pub fn choose_counts_of(
    space: &MoveTables<'_>,
    finish: &Position,
    forward: bool,
    control: &Control,
) -> Result<Counts, Stop> {
    let puzzle = space.puzzle;
    let (leaps, end) =
        if forward { (&space.leaps, puzzle.start()) } else { (&space.undoing, finish) };
    let sample = random_games(leaps, end.word(), puzzle.jumps());
    Counts::choose(space, std::slice::from_ref(finish), forward, &sample, control)
}

/// Positions of random games from one end of the search, between one third and two thirds of `jumps` away.
fn random_games(leaps: &[Leap], end: u64, jumps: usize) -> Vec<u64> {
    let mut random = Random::new();
    let mut positions = Vec::new();
    // Games that get stuck early contribute nothing, so the number of games is bounded too.
    for _ in 0..SAMPLE {
        let mut position = end;
        for depth in 1..=2 * jumps / 3 {
            let fitting: Vec<&Leap> = leaps.iter().filter(|leap| leap.fits(position)).collect();
            let number = random.below(fitting.len().max(1));
            let Some(leap) = fitting.get(number) else { break };
            position ^= leap.all;
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
