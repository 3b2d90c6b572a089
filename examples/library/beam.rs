//! Finds a line for puzzles that are too large for an exhaustive search: after every jump, only the most
//! promising positions are kept. It proves nothing about the fewest moves.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use soliter::peg::board::Jump;
use soliter::peg::rules::legal;
use soliter::peg::verify::replay;
use soliter::{Hole, Line, Position, Puzzle};

/// The number of positions kept at each level, in successive attempts.
const WIDTHS: [usize; 3] = [300, 3_000, 20_000];
/// The cost of a move, on the scale of the weights of badly placed pegs.
const MOVE_COSTS: [i32; 3] = [0, 3, 6];

/// A position with the jumps to it.
#[derive(Clone)]
struct Node {
    pegs: Position,
    last: Hole,
    moves: i32,
    score: i32,
    parent: usize,
    jump: Jump,
}

/// The line with the fewest moves that was found within the time limit.
pub(crate) fn line(puzzle: &Puzzle, limit: Duration) -> Option<Line> {
    let end = Instant::now() + limit;
    let mut best: Option<Line> = None;
    for width in WIDTHS {
        for cost in MOVE_COSTS {
            let Some(found) = attempt(puzzle, width, cost, end) else { continue };
            if best.as_ref().is_none_or(|best| found.moves().len() < best.moves().len()) {
                best = Some(found);
            }
        }
    }
    best.filter(|line| replay(puzzle, line.jumps()).solves(puzzle))
}

fn attempt(puzzle: &Puzzle, width: usize, cost: i32, end: Instant) -> Option<Line> {
    let jumps = puzzle.board().jumps();
    let leaving = |hole: Hole| jumps.iter().filter(|jump| jump.from == hole).count() as i32;
    let most = (0..puzzle.board().holes() as Hole).map(leaving).max()?;
    // Pegs that can leave their hole in few ways tend to be left behind.
    let weights: Vec<i32> =
        (0..puzzle.board().holes() as Hole).map(|hole| 4 + 2 * (most - leaving(hole))).collect();
    let first = *jumps.first()?;
    let root = Node {
        pegs: puzzle.start().clone(),
        last: Hole::MAX,
        moves: 0,
        score: 0,
        parent: 0,
        jump: first,
    };
    let mut levels = vec![vec![root]];
    for _ in 0..puzzle.jumps() {
        let mut next: HashMap<u64, Node> = HashMap::new();
        for (parent, node) in levels.last()?.iter().enumerate() {
            if Instant::now() > end {
                return None;
            }
            for (jump, pegs) in legal(puzzle, &node.pegs) {
                let moves = node.moves + i32::from(jump.from != node.last);
                if next.get(&pegs.word()).is_some_and(|other| other.moves <= moves) {
                    continue;
                }
                let stand: i32 = pegs.holes().map(|hole| weights[hole as usize]).sum();
                let mobile = legal(puzzle, &pegs).count() as i32;
                let score = stand - mobile + cost * moves;
                next.insert(pegs.word(), Node { pegs, last: jump.to, moves, score, parent, jump });
            }
        }
        let mut level: Vec<Node> = next.into_values().collect();
        level.sort_unstable_by_key(|node| (node.score, node.pegs.word()));
        level.truncate(width);
        levels.push(level);
    }
    let ends = levels.last()?.iter().filter(|node| puzzle.finish().accepts(&node.pegs));
    let mut node = ends.min_by_key(|node| (node.moves, node.pegs.word()))?;
    let mut back = Vec::new();
    for level in levels[..puzzle.jumps()].iter().rev() {
        back.push((node.jump.from, node.jump.to));
        node = &level[node.parent];
    }
    Some(Line::from_jumps(back.into_iter().rev()))
}
