//! Short reasons why a position is lost, which people can check on the board.
//!
//! [`refute`] finds the simplest of these: no jump is left; some hole can never get the state that the finish needs; after
//! each of a few jumps that holds; all play from here has been tried, and its ends have something in common. A position
//! for which it finds none may be lost all the same.

use std::collections::HashSet;

use crate::board::{Jump, position::Hole, position::Position};
use crate::puzzle::{Finish, Puzzle};
use crate::rules;

/// The most jumps that are looked at for one reason.
const WORK: usize = 4_000_000;
/// The most jumps of a position that are refuted one by one.
const FEW: usize = 3;

/// A reason why no finish can be reached from a position, whatever is asked of marked pegs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// No jump is left.
    NoJump,
    /// The hole must be empty at the finish, but its peg can never leave.
    Stuck(Hole),
    /// The hole must have a peg at the finish, but none can ever get there.
    Unreachable(Hole),
    /// These pegs can never leave, and they are more than the finish has.
    TooMany(Position),
    /// Each legal jump leads to a position with one of the reasons above.
    EachJump(Vec<(Jump, Refutation)>),
    /// All play was tried: no more than `most` jumps can follow, and the finish is `needed` jumps away.
    TooFewJumps {
        /// The most jumps that can follow.
        most: usize,
        /// The number of jumps to a finish.
        needed: usize,
    },
    /// All play was tried: the last peg can only stand in one of these holes, none of which is the finish.
    LastPeg(Position),
    /// All play was tried: this many positions with as many pegs as the finish can be reached, and none is a finish.
    Ends(usize),
}

/// The simplest reason found why no finish of the puzzle can be reached from a position of its game. `None` if a finish can
/// be reached, or if no reason is short enough.
pub fn refute(puzzle: &Puzzle, position: &Position) -> Option<Refutation> {
    let mut work = WORK;
    if let Some(at_once) = at_once(puzzle, position, &mut work) {
        return Some(at_once);
    }
    let legal: Vec<_> = rules::legal(puzzle, position).take(FEW + 1).collect();
    // A position in which all jumps are made is a finish, or `by_trying` counts it.
    if legal.len() <= FEW && needed(puzzle, position)? > 0 {
        let each =
            legal.iter().map(|(jump, after)| Some((*jump, at_once(puzzle, after, &mut work)?)));
        if let Some(each) = each.collect::<Option<Vec<_>>>() {
            return Some(Refutation::EachJump(each));
        }
    }
    by_trying(puzzle, position, work)
}

/// The number of jumps from a position to a finish; `None` if too many have been made.
fn needed(puzzle: &Puzzle, position: &Position) -> Option<usize> {
    let (pegs, finish) = (position.len(), puzzle.finish.pegs());
    if puzzle.reverse { finish.checked_sub(pegs) } else { pegs.checked_sub(finish) }
}

/// A reason that needs no look at further jumps.
fn at_once(puzzle: &Puzzle, position: &Position, work: &mut usize) -> Option<Refutation> {
    if needed(puzzle, position)? == 0 {
        return None;
    }
    if rules::legal(puzzle, position).next().is_none() {
        return Some(Refutation::NoJump);
    }
    let States { full, empty } = States::after(puzzle, position, work)?;
    let all = puzzle.board.full();
    let (pegs_at, empty_at) = match &puzzle.finish {
        Finish::Exactly(finish) => (finish.clone(), all.difference(finish)),
        Finish::Holes { pegs_at, empty_at, .. } => (pegs_at.clone(), empty_at.clone()),
        Finish::Pegs(_) => (Position::EMPTY, Position::EMPTY),
    };
    if let Some(hole) = pegs_at.difference(&full).holes().next() {
        return Some(Refutation::Unreachable(hole));
    }
    if let Some(hole) = empty_at.difference(&empty).holes().next() {
        return Some(Refutation::Stuck(hole));
    }
    let stay = all.difference(&empty);
    (stay.len() > puzzle.finish.pegs()).then_some(Refutation::TooMany(stay))
}

/// The holes that may have a peg, and those that may be empty, at some time after a position.
struct States {
    full: Position,
    empty: Position,
}

impl States {
    /// Every jump that these states allow adds the states it leaves, until none adds any. No state is ever taken away, so the
    /// sets may be too large, but never too small. For example, with pegs in the first two of four holes in a row, 1-3 may
    /// fill hole 3. The sets then allow 2-4 too, since they do not forget the peg in hole 2, though no game has this jump. So
    /// a hole in `full` need not ever get a peg, but a hole outside it certainly never does.
    fn after(puzzle: &Puzzle, position: &Position, work: &mut usize) -> Option<Self> {
        let mut full = position.clone();
        let mut empty = puzzle.board.full().difference(position);
        let needs = rules::needs(puzzle.reverse);
        let mut open: Vec<Jump> = puzzle.board.jumps().to_vec();
        loop {
            *work = work.checked_sub(open.len())?;
            let before = open.len();
            open.retain(|&Jump { from, over, to }| {
                let holes = [from, over, to].into_iter().zip(needs);
                let fits =
                    holes.clone().all(|(hole, peg)| if peg { &full } else { &empty }.has(hole));
                if fits {
                    for (hole, peg) in holes {
                        let states = if peg { &mut empty } else { &mut full };
                        *states = std::mem::take(states).with(hole);
                    }
                }
                !fits
            });
            if open.len() == before {
                return Some(Self { full, empty });
            }
        }
    }
}

/// A reason from all play that can follow, if that is not too much.
fn by_trying(puzzle: &Puzzle, position: &Position, mut work: usize) -> Option<Refutation> {
    let needed = needed(puzzle, position)?;
    let mut level = HashSet::from([position.clone()]);
    for made in 0..needed {
        let mut next = HashSet::new();
        for before in &level {
            work = work.checked_sub(puzzle.board.jumps().len())?;
            next.extend(rules::legal(puzzle, before).map(|(_, after)| after));
        }
        if next.is_empty() {
            return Some(Refutation::TooFewJumps { most: made, needed });
        }
        level = next;
    }
    if level.iter().any(|end| puzzle.finish.accepts(end)) {
        return None;
    }
    if puzzle.finish.pegs() == 1 {
        return Some(Refutation::LastPeg(level.iter().flat_map(Position::holes).collect()));
    }
    Some(Refutation::Ends(level.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::board::lattice::{Directions, Lattice};
    use crate::puzzle::setup::PuzzleSetup;

    /// All positions that can follow, with the one itself, by plain recursion.
    fn follow(puzzle: &Puzzle, position: &Position, seen: &mut HashSet<Position>) {
        if seen.insert(position.clone()) {
            for (_, after) in rules::legal(puzzle, position) {
                follow(puzzle, &after, seen);
            }
        }
    }

    /// Checks a reason against all positions that can follow.
    fn holds(puzzle: &Puzzle, position: &Position, reason: &Refutation) {
        let mut all = HashSet::new();
        follow(puzzle, position, &mut all);
        let end = puzzle.finish.pegs();
        let ends: HashSet<_> = all.iter().filter(|one| one.len() == end).collect();
        assert!(!ends.iter().any(|one| puzzle.finish.accepts(one)), "{position:?} {reason:?}");
        match reason {
            Refutation::NoJump => assert_eq!(all.len(), 1),
            Refutation::Stuck(hole) => assert!(all.iter().all(|one| one.has(*hole))),
            Refutation::Unreachable(hole) => assert!(all.iter().all(|one| !one.has(*hole))),
            Refutation::TooMany(stay) => {
                assert!(stay.len() > end && all.iter().all(|one| stay.is_within(one)));
            }
            Refutation::EachJump(each) => {
                let legal: Vec<_> = rules::legal(puzzle, position).collect();
                assert_eq!(legal.len(), each.len());
                for ((jump, after), (other, reason)) in legal.iter().zip(each) {
                    assert_eq!(jump, other);
                    assert!(!matches!(reason, Refutation::EachJump(_)));
                    holds(puzzle, after, reason);
                }
            }
            Refutation::TooFewJumps { most, needed } => {
                let made = all.iter().map(|one| one.len().abs_diff(position.len())).max();
                assert_eq!((made, position.len().abs_diff(end)), (Some(*most), *needed));
                assert!(most < needed);
            }
            Refutation::LastPeg(holes) => {
                let last: Position = ends.iter().flat_map(|one| one.holes()).collect();
                assert_eq!((last, end), (holes.clone(), 1));
            }
            Refutation::Ends(number) => assert_eq!(ends.len(), *number),
        }
    }

    #[test]
    fn reasons_hold_in_random_games_and_are_found_for_all_small_lost_positions() {
        let mut bits = 0x2545_f491_4f6c_dd1d_u64;
        let mut random = move |below: usize| {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            (bits >> 11) as usize % below
        };
        let mut kinds = HashSet::new();
        let (mut lost, mut won) = (0, 0);
        for drawing in ["oooo\noooo\noooo", "ooooo\nooooo\nooooo", "ooo\nooooo\n ooo"] {
            let board = Board::from_drawing(drawing, Lattice::Square, Directions::Orthogonal);
            let board = board.expect("a board");
            let holes = board.holes();
            for case in 0..400 {
                let reverse = case % 4 == 3;
                let pick = |number: usize, random: &mut dyn FnMut(usize) -> usize| {
                    (0..number).map(|_| random(holes) as Hole).collect::<Position>()
                };
                let start = if reverse { pick(3, &mut random) } else { pick(holes, &mut random) };
                let end = if reverse { start.len() + 2 } else { 1 + random(2) };
                let finish = match random(3) {
                    0 => Finish::Pegs(end),
                    1 => Finish::Exactly(pick(end, &mut random)),
                    _ => {
                        let pegs_at = pick(1, &mut random);
                        let empty_at = pick(2, &mut random).difference(&pegs_at);
                        Finish::Holes { pegs_at, empty_at, pegs: end }
                    }
                };
                let setup =
                    PuzzleSetup { reverse, ..PuzzleSetup::new(board.clone(), start, finish) };
                let Ok(puzzle) = setup.puzzle() else { continue };
                let mut all = HashSet::new();
                follow(&puzzle, &puzzle.start, &mut all);
                let is_won = all.iter().any(|one| puzzle.finish.accepts(one));
                let reason = refute(&puzzle, &puzzle.start);
                assert_eq!(reason.is_none(), is_won, "{drawing} {:?}", puzzle.start);
                won += usize::from(is_won);
                if let Some(reason) = reason {
                    lost += 1;
                    kinds.insert(std::mem::discriminant(&reason));
                    holds(&puzzle, &puzzle.start, &reason);
                }
            }
        }
        assert_eq!(kinds.len(), 8, "each kind of reason occurs");
        assert!(lost > 100 && won > 100, "{lost} lost, {won} won");
    }

    #[test]
    fn a_position_with_too_much_play_has_no_reason() {
        let full = "ooooooo\n".repeat(7);
        let board = Board::from_drawing(full.trim(), Lattice::Square, Directions::Orthogonal);
        let board = board.expect("a board");
        let start = board.full().without(24);
        let puzzle = PuzzleSetup::new(board, start, Finish::Pegs(1)).puzzle().expect("a puzzle");
        assert_eq!(refute(&puzzle, &puzzle.start), None);
    }
}
