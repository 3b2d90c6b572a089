//! Cycles of jumps: a move can make all jumps of a cycle only if its peg reaches the cycle.
//!
//! The integer programs and clauses require for each move that as many jumps lead into a hole as out of it.
//! This admits the trail of the move together with a separate cycle. They therefore also require that a
//! complete cycle of jumps is chosen only if a jump from outside enters its holes or the move starts in one
//! of them.

use crate::board::Jump;
use crate::board::position::{Hole, Position};

/// A set of jumps that form a closed trail, and a set of holes that contains the trail.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cycle {
    /// The indices of the jumps on the board.
    pub jumps: Vec<usize>,
    /// The holes one of which must be entered from outside or be the start of the move.
    pub within: Position,
}

/// All cycles of at most four jumps over different holes; each is listed once in each direction. Two jumps form a
/// cycle only on boards that have several jumps between two holes.
pub fn short(jumps: &[Jump]) -> Vec<Cycle> {
    // The jumps grouped by the hole in which they start, in ascending order.
    let holes = jumps.iter().map(|jump| usize::from(jump.from) + 1).max().unwrap_or(0);
    let mut leaving = vec![Vec::new(); holes];
    for (number, jump) in jumps.iter().enumerate() {
        leaving[usize::from(jump.from)].push(number);
    }
    let mut found = Vec::new();
    for first in 0..jumps.len() {
        extend(jumps, &leaving, &mut vec![first], &mut found);
    }
    found
}

/// Adds the cycles of at most four jumps that begin with `path`.
fn extend(jumps: &[Jump], leaving: &[Vec<usize>], path: &mut Vec<usize>, found: &mut Vec<Cycle>) {
    let (first, last) = (jumps[path[0]], jumps[path[path.len() - 1]]);
    if last.to == first.from {
        if path.len() > 1 {
            let within = path.iter().map(|&jump| jumps[jump].from).collect();
            found.push(Cycle { jumps: path.clone(), within });
        }
        return;
    }
    if path.len() == 4 {
        return;
    }
    // The jump with the least index comes first in its cycle.
    for &next in leaving.get(usize::from(last.to)).into_iter().flatten() {
        let is_new = |&jump: &usize| {
            jumps[jump].over != jumps[next].over && jumps[jump].from != jumps[next].from
        };
        if next > path[0] && path.iter().all(is_new) {
            path.push(next);
            extend(jumps, leaving, path, found);
            path.pop();
        }
    }
}

/// Orders the jumps of a line. Each slot, which is a move or a part of one, gives its chosen jumps and the
/// hole where it begins. The error is a cycle that is separate from the trail of its slot.
pub fn trails<'a>(
    jumps: &[Jump],
    slots: impl IntoIterator<Item = (&'a [usize], Hole)>,
) -> Result<Vec<Jump>, Cycle> {
    let mut made = Vec::new();
    for (chosen, start) in slots {
        let trail = trail(jumps, chosen, start)?;
        made.extend(trail.into_iter().map(|jump| jumps[jump]));
    }
    Ok(made)
}

/// The order in which one peg makes all chosen jumps, beginning at `start` (C. Hierholzer, 1873), or a
/// separate cycle.
fn trail(jumps: &[Jump], chosen: &[usize], start: Hole) -> Result<Vec<usize>, Cycle> {
    let mut left: Vec<usize> = chosen.to_vec();
    // The jumps that have led the peg to its present hole.
    let mut path: Vec<usize> = Vec::new();
    let mut trail = Vec::new();
    loop {
        let at = path.last().map_or(start, |&jump| jumps[jump].to);
        if let Some(next) = left.iter().position(|&jump| jumps[jump].from == at) {
            path.push(left.swap_remove(next));
        } else if let Some(jump) = path.pop() {
            trail.push(jump);
        } else {
            break;
        }
    }
    trail.reverse();
    if left.is_empty() {
        return Ok(trail);
    }
    // In every hole, as many of the remaining jumps arrive as leave, so any walk along them closes a cycle.
    let within = left.iter().map(|&jump| jumps[jump].from).collect();
    let mut walk = vec![left[0]];
    loop {
        let at = jumps[walk[walk.len() - 1]].to;
        if let Some(first) = walk.iter().position(|&jump| jumps[jump].from == at) {
            return Err(Cycle { jumps: walk.split_off(first), within });
        }
        match left.iter().find(|&&jump| jumps[jump].from == at) {
            Some(&next) => walk.push(next),
            // The jumps are unbalanced, which the rows exclude. The best remaining option is to forbid all of
            // them.
            None => return Err(Cycle { jumps: left, within }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::board::lattice::{Directions, Lattice};

    fn board(directions: Directions) -> Board {
        Board::from_drawing("ooooo\nooooo\nooooo\nooooo\nooooo", Lattice::Square, directions)
            .expect("a board")
    }

    #[test]
    fn a_square_board_has_a_cycle_of_four_round_each_inner_three_by_three() {
        // There are nine squares of side two, each with two directions.
        let orthogonal = board(Directions::Orthogonal);
        let cycles = short(orthogonal.jumps());
        assert_eq!(cycles.len(), 18);
        assert!(cycles.iter().all(|cycle| cycle.within.len() == 4));
        // With diagonals, two sides of a square and its diagonal form a cycle too.
        assert!(short(board(Directions::All).jumps()).iter().any(|cycle| cycle.jumps.len() == 3));
    }

    #[test]
    fn a_trail_takes_every_jump_and_a_cycle_apart_is_found() {
        let board = board(Directions::Orthogonal);
        let jumps = board.jumps();
        let number = |from: Hole, to: Hole| {
            jumps.iter().position(|jump| (jump.from, jump.to) == (from, to)).expect("a jump")
        };
        // The trail goes round the upper left square from its corner, and then to the right.
        let round = [number(0, 2), number(2, 12), number(12, 10), number(10, 0)];
        assert_eq!(trail(jumps, &round[2..3], 12), Ok(vec![round[2]]));
        let line = trail(jumps, &[round[3], round[1], round[2], round[0], number(2, 4)], 2);
        let line = line.expect("one trail");
        assert_eq!(line.len(), 5);
        let mut at = 2;
        for jump in line {
            assert_eq!(jumps[jump].from, at);
            at = jumps[jump].to;
        }
        assert_eq!(at, 4);
        let apart = trail(jumps, &[round[0], round[1], round[2], round[3], number(24, 22)], 24);
        let cycle = apart.expect_err("the square is apart");
        assert_eq!(cycle.jumps.len(), 4);
        assert_eq!(cycle.within.len(), 4);
    }
}
