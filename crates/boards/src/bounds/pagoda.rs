//! Pagoda functions, or resource counts: weights of the holes such that no jump raises the sum under the
//! pegs.

use crate::board::position::{Hole, Position};
use crate::board::{Board, Jump};
use crate::puzzle::{Finish, Puzzle};

/// The most steps in which the chain potentials are computed. More steps mean that jumps in a circle raise the weight,
/// or that the numbers are too large for a person to add up.
const ROUNDS: usize = 1 << 16;

/// The weight of a position.
pub fn weight(weights: &[i64], pegs: &Position) -> i64 {
    pegs.holes().filter_map(|h| weights.get(usize::from(h))).sum()
}

/// The least weight of a position that the finish accepts.
fn least_weight(board: &Board, weights: &[i64], finish: &Finish) -> i64 {
    let [pegs_at, empty_at] = finish.named(board);
    let open = board.all_holes().filter(|&hole| !pegs_at.has(hole) && !empty_at.has(hole));
    let mut lightest: Vec<i64> = open.map(|hole| weights[usize::from(hole)]).collect();
    lightest.sort_unstable();
    let further = finish.pegs() - pegs_at.len();
    weight(weights, &pegs_at) + lightest.iter().take(further).sum::<i64>()
}

/// Whether weights of the holes prove that the finish cannot be reached: no jump raises the weight of a
/// position, and the finish weighs more than the start (in reverse solitaire, which goes backwards, less).
pub fn weights_refute(puzzle: &Puzzle, weights: &[i64]) -> bool {
    // Weights do not refute a finish given by its number of pegs, and a reverse game with several finishes would
    // correspond to an ordinary game with many starts.
    let can_refute = match puzzle.finish {
        Finish::Exactly(_) => true,
        Finish::Holes { .. } => !puzzle.reverse,
        Finish::Pegs(_) => false,
    };
    let of = |h: Hole| weights.get(usize::from(h)).copied().unwrap_or(0);
    let falls = |jump: &Jump| of(jump.from) + of(jump.over) >= of(jump.to);
    if !can_refute || weights.len() != puzzle.board.holes() {
        return false;
    }
    let start = weight(weights, &puzzle.start);
    let finish = least_weight(&puzzle.board, weights, &puzzle.finish);
    weights.iter().all(|w| w.abs() <= 1 << 20)
        && puzzle.board.jumps().iter().all(falls)
        && if puzzle.reverse { start > finish } else { finish > start }
}

/// Weights that a move raises by a bounded amount: Farkas multipliers of the relaxation, scaled to integers.
///
/// A move of the ordinary game raises the weight of the position by at most the price, less the duals of the
/// regions in which it begins. Every region is opened by a move that begins there. So the weight of the finish less
/// that of the start, plus the duals of all regions, divided by the price, is a lower bound on the number of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DualBound {
    /// The weight of each hole.
    pub weights: Vec<i64>,
    /// For each hole, the most by which consecutive jumps of a peg from there can raise the weight.
    pub chain_potentials: Vec<i64>,
    /// Sets of holes that are full at the start and in which a move has to begin.
    pub regions: Vec<Position>,
    /// The dual multiplier of each region.
    pub region_duals: Vec<i64>,
    /// A lower bound on the moves of every line. If there is no line, it is the number of jumps plus 1.
    pub least_moves: usize,
}

impl DualBound {
    /// The bound for the ordinary game between a start and a finish; `None` if jumps in a circle raise the
    /// weight.
    pub fn new(
        board: &Board,
        (start, finish): (&Position, &Finish),
        weights: Vec<i64>,
        regions: Vec<Position>,
        region_duals: Vec<i64>,
    ) -> Option<Self> {
        let of = |hole: Hole| weights[usize::from(hole)];
        // The most by which a jump and those that may follow it raise the weight.
        let gained = |potentials: &[i64], jump: &Jump| {
            of(jump.to) - of(jump.from) - of(jump.over) + potentials[usize::from(jump.to)]
        };
        let (mut potentials, mut rounds) = (vec![0; weights.len()], 0);
        while let Some(jump) = board
            .jumps()
            .iter()
            .find(|jump| gained(&potentials, jump) > potentials[usize::from(jump.from)])
        {
            potentials[usize::from(jump.from)] = gained(&potentials, jump);
            rounds += 1;
            if rounds > ROUNDS {
                return None;
            }
        }
        let dual_of = |hole: Hole| {
            let inside = regions.iter().zip(&region_duals).filter(|(region, _)| region.has(hole));
            inside.map(|(_, dual)| dual).sum::<i64>()
        };
        let prices =
            board.jumps().iter().map(|jump| gained(&potentials, jump) + dual_of(jump.from));
        let price = prices.max().unwrap_or(0).max(0);
        let heavy = least_weight(board, &weights, finish);
        let gain = heavy - weight(&weights, start) + region_duals.iter().sum::<i64>();
        let jumps = start.len().saturating_sub(finish.pegs());
        let least_moves = match (gain, price) {
            (..=0, _) => 1,
            (_, 0) => jumps + 1,
            _ => ((gain - 1) / price + 1) as usize,
        };
        let (chain_potentials, least_moves) = (potentials, least_moves.min(jumps + 1));
        Some(Self { weights, chain_potentials, regions, region_duals, least_moves })
    }
}
