//! Merson regions, sets of holes in which a move must begin, derived independently of those in the searches.
//!
//! Suppose that no jump leaps over a hole of a set from outside to outside. Then only a jump that starts in
//! the set opens it once it is full: a peg from outside finds no empty hole in it, and cannot leap over its
//! pegs without landing in it. If such a set is full at the start and cannot be full at the finish, some move
//! begins in it. This file shares no code with `boards/src/bounds/regions.rs`, so that a mistake there is not
//! repeated here.

use std::collections::BTreeSet;

use soliter_base::control::{Control, Stop};
use soliter_boards::board::{Board, Jump};
use soliter_boards::{board::position::Position, puzzle::Finish, puzzle::ends::Ends};

const MOST_HOLES: usize = 6;

/// The minimal sets of an ordinary game in which a move must begin, smaller ones first.
pub(super) fn to_open(ends: &Ends<'_>, control: &Control) -> Result<Vec<Position>, Stop> {
    let Some(start) = ends.start.position() else { return Ok(Vec::new()) };
    least_sets(ends.board(), start, &ends.finish, control)
}

/// Grows sets of pegs of the start, all sets of one size at a time. If a jump leaps over a hole of a set from
/// outside to outside, one of the jump's ends has to be added.
///
/// On the English board, the corner `37` is a set by itself, since no jump leaps over it. The jump `37-57`
/// leaps over `47`, so `{47}` grows by `37` or by `57`; both are corners, so the result is not minimal.
fn least_sets(
    board: &Board,
    start: &Position,
    finish: &Finish,
    control: &Control,
) -> Result<Vec<Position>, Stop> {
    let mut found: Vec<Position> = Vec::new();
    let alone = |hole| Position::EMPTY.with(hole);
    let mut sets: BTreeSet<Position> = start.holes().map(alone).collect();
    for size in 1..=MOST_HOLES {
        let mut larger = BTreeSet::new();
        for set in sets {
            control.check()?;
            let crosses =
                |jump: &&Jump| set.has(jump.over) && !set.has(jump.from) && !set.has(jump.to);
            let crossing: Vec<&Jump> = board.jumps().iter().filter(crosses).collect();
            let added = crossing.iter().flat_map(|jump| [jump.from, jump.to]);
            larger.extend(added.filter(|&hole| start.has(hole)).map(|hole| set.clone().with(hole)));
            let stays = match finish {
                Finish::Exactly(finish) => set.is_within(finish),
                Finish::Pegs(pegs) => size <= *pegs,
                Finish::Holes { pegs_at, empty_at, pegs } => {
                    set.intersection(empty_at).is_empty() && pegs_at.union(&set).len() <= *pegs
                }
            };
            let is_least = !found.iter().any(|less| less.is_within(&set));
            if crossing.is_empty() && !stays && is_least {
                found.push(set);
            }
        }
        sets = larger;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use soliter_base::diagnostic::Source;
    use soliter_boards::{bounds::regions::Regions, puzzle::Puzzle};
    use soliter_testing::built_in;

    fn same(board: &Board, start: &Position, finish: &Finish) -> usize {
        let own = least_sets(board, start, finish, &Control::default()).expect("no limit");
        let regions = Regions::new(board, start, finish);
        let full = regions.masks().iter().filter(|&&mask| Position::from(mask).is_within(start));
        let of_searches: Vec<Position> = full.map(|&mask| Position::from(mask)).collect();
        assert_eq!(own, of_searches, "{start:?} {finish:?}");
        own.len()
    }

    #[test]
    fn both_derivations_give_the_same_sets_on_the_built_in_boards() {
        let mut boards = 0;
        for name in built_in::models() {
            let text = format!("model = '{name}'\nstart = 'full'\nfinish = {{ pegs = 1 }}");
            let source = Source::new("test", text);
            let Ok(puzzle) = Puzzle::parse(&source, &built_in::model) else { continue };
            let board = puzzle.board();
            boards += 1;
            let mut random = fastrand::Rng::with_seed(1);
            let mut some = || Position::from(random.u64(..)).intersection(&board.full());
            for hole in board.all_holes() {
                let one = Position::from(1 << hole);
                let rest = board.full().difference(&one);
                same(board, &rest, &Finish::Exactly(one));
                same(board, &rest, &Finish::Pegs(1));
                let (start, finish) = (some(), some());
                same(
                    board,
                    &Position::from(start.word() | finish.word()),
                    &Finish::Exactly(some()),
                );
            }
        }
        assert!(boards >= 10, "{boards}");
    }

    #[test]
    fn and_for_the_built_in_puzzles() {
        let mut sets = 0;
        for name in built_in::puzzles() {
            let source = built_in::puzzle(&name).expect("a built-in puzzle");
            let Ok(puzzle) = Puzzle::parse(&source, &built_in::model) else { continue };
            let ends = Ends::new(&puzzle);
            if let Finish::Exactly(start) = &ends.start {
                sets += same(ends.board(), start, &ends.finish);
            }
        }
        assert!(sets > 100, "{sets}");
    }
}
