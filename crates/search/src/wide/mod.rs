//! Solves puzzles on boards of more than 64 holes, on which a position is several words. A search visits all positions only if
//! they are few.
//!
//! [`solve`] tries narrow beams first, which find most solutions that can be found at all, and then searches depth first
//! with a table of all positions it has left. If that ends without a solution, there is none. Neither search minimises the
//! number of moves.

mod beam;
mod depth_first;

use soliter_base::clock::Instant;

use soliter_base::control::{Control, Stop};
use soliter_boards::answer::{Claim, Detail, Prover, ProverResult};
use soliter_boards::{
    board::position::Position,
    board::{Board, Jump},
};
use soliter_boards::{line::Line, puzzle::Puzzle};

/// A position: bit `h % 64` of word `h / 64` is a peg in hole `h`.
type Wide<const N: usize> = [u64; N];

/// The maximum number of holes of a board that is searched.
const MOST_HOLES: usize = 1024;

/// A jump as bits. It is legal if the position agrees with `need` on the holes of `all`, and flips these.
struct Leap<const N: usize> {
    /// For each hole of the jump: the word it is in, its bit, and the bit again if the hole must have a peg.
    parts: [(usize, u64, u64); 3],
    jump: Jump,
}

impl<const N: usize> Leap<N> {
    fn new(jump: Jump, reverse: bool) -> Self {
        let mut parts = [(0, 0, 0); 3];
        let holes = [(jump.from, true), (jump.over, !reverse), (jump.to, false)];
        for (part, (hole, has_peg)) in parts.iter_mut().zip(holes) {
            let bit = 1 << (hole % 64);
            *part = (usize::from(hole / 64), bit, if has_peg { bit } else { 0 });
        }
        Self { parts, jump }
    }

    fn fits(&self, position: &Wide<N>) -> bool {
        self.parts.iter().all(|&(word, all, need)| position[word] & all == need)
    }

    fn after(&self, position: &Wide<N>) -> Wide<N> {
        let mut after = *position;
        for (word, all, _) in self.parts {
            after[word] ^= all;
        }
        after
    }
}

/// A puzzle in the form that both searches use.
struct Game<'a, const N: usize> {
    puzzle: &'a Puzzle,
    leaps: Vec<Leap<N>>,
    start: Wide<N>,
    /// The holes that a finish names, and those of them that must have a peg.
    named: Wide<N>,
    pegs_at: Wide<N>,
    /// The penalty for a peg in each hole, larger if fewer jumps start there.
    burdens: Vec<u32>,
}

impl<'a, const N: usize> Game<'a, N> {
    fn new(puzzle: &'a Puzzle) -> Self {
        let board = puzzle.board();
        let [pegs_at, empty_at] = puzzle.finish().named(board);
        let jumps = board.jumps().iter();
        Self {
            puzzle,
            leaps: jumps.map(|&jump| Leap::new(jump, puzzle.reverse())).collect(),
            start: words(puzzle.start()),
            named: words(&pegs_at.union(&empty_at)),
            pegs_at: words(&pegs_at),
            burdens: burdens(board),
        }
    }

    /// Whether a position after all jumps is a finish; its number of pegs is right.
    fn accepts(&self, position: &Wide<N>) -> bool {
        (0..N).all(|word| position[word] & self.named[word] == self.pegs_at[word])
    }

    /// The sum of the burdens of all pegs outside the finish.
    fn burden(&self, position: &Wide<N>) -> u32 {
        let stray = (0..N).map(|word| (word, position[word] & !self.pegs_at[word]));
        let holes = stray.flat_map(|(word, set)| {
            soliter_boards::board::word::holes(set).map(move |hole| 64 * word + usize::from(hole))
        });
        holes.map(|hole| self.burdens[hole]).sum()
    }

    fn line(&self, jumps: impl IntoIterator<Item = usize>) -> Line {
        let hop = |leap: usize| self.puzzle.board().hop(self.leaps[leap].jump);
        Line::from_jumps(jumps.into_iter().map(hop))
    }
}

fn words<const N: usize>(position: &Position) -> Wide<N> {
    let mut words = [0; N];
    words.iter_mut().zip(position.words()).for_each(|(word, given)| *word = given);
    words
}

fn burdens(board: &Board) -> Vec<u32> {
    let mut leaving = vec![0_u32; board.holes()];
    for jump in board.jumps() {
        leaving[usize::from(jump.from)] += 1;
    }
    let most = leaving.iter().copied().max().unwrap_or(0);
    leaving.iter().map(|number| 4 + 2 * (most - number)).collect()
}

/// Looks for a solution of a puzzle on a board of any size up to 1,024 holes. If none is found, the claim is that there
/// is none if all positions were visited, and open otherwise.
pub(super) fn solve(puzzle: &Puzzle, control: &Control) -> ProverResult {
    let clock = Instant::now();
    let mut entered = 0;
    let result = puzzle.marked().unfollowed().and_then(|()| match puzzle.board().holes() {
        0..=128 => find::<2>(puzzle, &mut entered, control),
        129..=256 => find::<4>(puzzle, &mut entered, control),
        257..=MOST_HOLES => find::<16>(puzzle, &mut entered, control),
        _ => Err(Stop::Size("depth-first search takes boards of at most 1,024 holes")),
    });
    let conclusion = result.map(|line| match line {
        Some(line) => {
            let moves = line.moves().len();
            (Claim::Feasible { moves, lower_bound: moves.min(1) }, Some(line))
        }
        None => (Claim::Infeasible, None),
    });
    let mut finding =
        ProverResult::new(Prover::Dfs, clock, conclusion, 1, Detail::Entered(entered));
    if finding.line.is_some() {
        // The reason why the fewest moves stay unknown.
        finding.evidence.stopped = puzzle.board().fits_u64().err();
    }
    finding
}

fn find<const N: usize>(
    puzzle: &Puzzle,
    entered: &mut u64,
    control: &Control,
) -> Result<Option<Line>, Stop> {
    let game = Game::<N>::new(puzzle);
    for width in beam::WIDTHS {
        if let Some(line) = beam::line(&game, width, entered, control)? {
            return Ok(Some(line));
        }
    }
    depth_first::line(&game, entered, control)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use soliter_boards::board::lattice::{Directions, Lattice};
    use soliter_boards::{puzzle::Finish, puzzle::setup::PuzzleSetup};
    use soliter_boards::{rules, verify::replay};
    use soliter_testing::cases::cases;

    /// Whether the finish can be reached, by trying all games.
    fn can_finish(puzzle: &Puzzle, position: &Position, jumps: usize) -> bool {
        if jumps == 0 {
            return puzzle.finish().accepts(position);
        }
        let mut legal = rules::legal(puzzle, position);
        legal.any(|(_, after)| can_finish(puzzle, &after, jumps - 1))
    }

    proptest! {
        #![proptest_config(cases(256))]

        /// Small games on a board of 78 holes, each searched with and without the beams.
        #[test]
        fn both_searches_agree_with_all_games(
            pegs in prop::collection::btree_set(20..60_u16, 1..8),
            finish in prop::collection::vec(20..60_u16, 1..3),
            kind in 0..3_u8,
            reverse in any::<bool>(),
        ) {
            let drawing = ["ooooooooooooo"; 6].join("\n");
            let board = Board::from_drawing(&drawing, Lattice::Square, Directions::Orthogonal).expect("a board");
            let pegs: Position = pegs.into_iter().collect();
            let named: Position = finish.into_iter().collect();
            let finish = match kind {
                0 => Finish::Exactly(named),
                1 => Finish::Pegs(named.len()),
                _ => Finish::Holes { pegs_at: named.clone(), empty_at: Position::EMPTY, pegs: named.len() + 1 },
            };
            let (start, finish) = if reverse && kind == 0 {
                (finish.position().cloned().unwrap_or_default(), Finish::Exactly(pegs))
            } else {
                (pegs, finish)
            };
            let setup = PuzzleSetup { reverse: reverse && kind == 0, ..PuzzleSetup::new(board, start, finish) };
            let Ok(puzzle) = setup.puzzle() else { return Ok(()) };
            prop_assume!(puzzle.jumps() < 6);
            let expected = can_finish(&puzzle, puzzle.start(), puzzle.jumps());
            let control = Control::default();
            let found = solve(&puzzle, &control);
            prop_assert_eq!(found.line.is_some(), expected);
            prop_assert_eq!(found.evidence.claim == Claim::Infeasible, !expected);
            let mut entered = 0;
            let plain = depth_first::line(&Game::<2>::new(&puzzle), &mut entered, &control).expect("no limit");
            prop_assert_eq!(plain.is_some(), expected);
            for line in found.line.iter().chain(&plain) {
                prop_assert!(replay(&puzzle, line.jumps()).solves(&puzzle));
            }
        }
    }

    #[test]
    fn limits_are_kept() {
        let row = Board::from_drawing(&"o".repeat(1025), Lattice::Square, Directions::Orthogonal);
        let row = row.expect("a board");
        let start = row.full().without(3);
        let puzzle = PuzzleSetup::new(row, start, Finish::Pegs(1)).puzzle().expect("a puzzle");
        let finding = solve(&puzzle, &Control::default());
        assert!(matches!(finding.evidence.stopped, Some(Stop::Size(_))));
        assert_eq!(finding.evidence.claim, Claim::Unknown { lower_bound: 1 });
    }
}
