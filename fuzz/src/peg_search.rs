//! A small puzzle built from bytes: compares the searches with brute force, and the counts with enumeration.

use std::collections::{BTreeMap, BTreeSet};

use arbitrary::{Result, Unstructured};
use soliter::boards::answer::Claim;
use soliter::search::count::{What, count};
use soliter::{Board, Control, Directions, Finish, Method, Position, Puzzle, PuzzleSetup, solve};

use soliter_testing::peg::{self as plain, Case, Pegs, Place};

/// Larger trees are not enumerated.
const NODES: usize = 3000;

/// Compares all results for the puzzle.
pub fn run(data: &[u8]) {
    if let Ok(Some(puzzle)) = puzzle(&mut Unstructured::new(data)) {
        check(&puzzle);
    }
}

/// A puzzle of up to 16 holes, whose finish can usually be reached.
fn puzzle(u: &mut Unstructured<'_>) -> Result<Option<Puzzle>> {
    let directions = [Directions::Orthogonal, Directions::All, Directions::Lines];
    let directions = *u.choose(&directions)?;
    let columns = u.int_in_range(3..=8usize)?;
    let holes = u.arbitrary::<u16>()? | u.arbitrary::<u16>()?;
    let marks: Vec<char> =
        (0..16).map(|hole| if holes >> hole & 1 == 1 { 'o' } else { ' ' }).collect();
    let rows: Vec<String> = marks.chunks(columns).map(|row| row.iter().collect()).collect();
    let drawing = rows.join("\n");
    let Ok(board) = Board::from_drawing(&drawing, directions.lattice(), directions) else {
        return Ok(None);
    };
    let reverse = u.ratio(1, 4)?;
    // Jumps need pegs; a reverse game needs empty holes.
    let pegs = u.arbitrary::<u16>()? & if reverse { u.arbitrary::<u16>()? } else { u16::MAX };
    let start = Position::from(u64::from(pegs) & board.full().word()).holes().take(9).collect();
    let open = Finish::Pegs(if reverse { board.holes() } else { 1 });
    let setup = PuzzleSetup { reverse, ..PuzzleSetup::new(board, start, open) };
    let Ok(puzzle) = setup.puzzle() else { return Ok(None) };
    let choices: Vec<usize> =
        (0..u.int_in_range(1..=8)?).map(|_| u.int_in_range(0..=63usize)).collect::<Result<_>>()?;
    let Some(reached) = plain::played(&puzzle, &choices) else { return Ok(None) };
    let free = puzzle.board().all_holes().find(|&hole| !reached.has(hole));
    let finish = match (u.int_in_range(0..=3u8)?, reached.clone().holes().next(), free) {
        (0, ..) => Finish::Pegs(reached.len()),
        // One peg elsewhere: usually out of reach.
        (1, Some(peg), Some(free)) => Finish::Exactly(reached.without(peg).with(free)),
        _ => Finish::Exactly(reached),
    };
    Ok(PuzzleSetup { finish, ..puzzle.into() }.puzzle().ok())
}

fn check(puzzle: &Puzzle) {
    let case = plain::case(puzzle);
    let fewest = case.fewest_moves();
    let expected = fewest.map_or(Claim::Infeasible, |moves| Claim::Optimal { moves });
    for method in [Method::Search, Method::Dfs] {
        let answer = solve(puzzle, &method.into(), &Control::default()).expect("a verified answer");
        assert_eq!(answer.claim(), expected, "{method:?} of {puzzle:?}");
    }
    let mut all = All::default();
    if all.play(&case, &case.start, None, 0).is_none() {
        return;
    }
    let counted = |what| count(puzzle, what, &Control::default()).expect("a count");
    let (solutions, games) = (all.solutions.values().sum::<u128>(), all.games);
    assert_eq!(all.solutions.keys().next().copied(), fewest);
    assert_eq!(counted(What::Solutions).value, solutions, "{puzzle:?}");
    assert_eq!(counted(What::Games).value, games, "{puzzle:?}");
    assert_eq!(counted(What::Positions).value, all.positions.len() as u128, "{puzzle:?}");
    let minimal = counted(What::Shortest);
    let shortest = all.solutions.values().next().copied().unwrap_or(0);
    assert_eq!((minimal.fewest, minimal.value), (fewest, shortest), "{puzzle:?}");
}

/// The results of playing every sequence of jumps.
#[derive(Default)]
struct All {
    solutions: BTreeMap<usize, u128>,
    games: u128,
    positions: BTreeSet<Pegs>,
    nodes: usize,
}

impl All {
    /// Returns `None` if there are too many sequences.
    fn play(&mut self, case: &Case, pegs: &Pegs, last: Option<Place>, moves: usize) -> Option<()> {
        self.nodes += 1;
        if self.nodes > NODES {
            return None;
        }
        self.positions.insert(pegs.clone());
        if case.accepts(pegs) {
            *self.solutions.entry(moves).or_default() += 1;
        }
        let jumps = case.jumps(pegs);
        self.games += u128::from(jumps.is_empty());
        for (from, to, after) in jumps {
            self.play(case, &after, Some(to), moves + usize::from(last != Some(from)))?;
        }
        Some(())
    }
}
