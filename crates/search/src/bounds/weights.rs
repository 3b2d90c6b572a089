//! Finds pagoda functions (weights of the holes whose sum no jump raises) by which one position outweighs
//! another.
//!
//! A linear program finds them. It is solved by the simplex method in a dense tableau, and the weights are
//! checked in integer arithmetic before they are used. This file has its own simplex method because a search
//! solves about a hundred such programs, even in a build without `HiGHS`.

use soliter_boards::board::position::{Hole, Position};
use soliter_boards::{board::Board, bounds::pagoda::weight};

/// The largest integer to which weights are scaled.
const MAX_SCALE: i64 = 12;
/// Numbers up to this size count as zero.
const ZERO: f64 = 1e-9;
/// The maximum number of jumps of a board for which the program is solved. Graphs with more jumps are nearly complete,
/// and their program is too large.
const MOST_JUMPS: usize = 4000;
/// The maximum number of steps for each row. A program that takes more is cycling, and is abandoned.
const STEPS_A_ROW: usize = 10;

/// A pagoda function with integer weights whose sum over `to` is greater than over `from`, which proves that
/// `to` cannot be reached from `from`. `None` if there is none, or none with small weights.
pub(crate) fn weights(board: &Board, from: &Position, to: &Position) -> Option<Vec<i64>> {
    if board.jumps().len() > MOST_JUMPS {
        return None;
    }
    let gain = |hole: usize| {
        let has = |set: &Position| f64::from(u8::from(set.has(hole as Hole)));
        has(to) - has(from)
    };
    let values = maximize(board, &(0..board.holes()).map(gain).collect::<Vec<_>>())?;
    (1..=MAX_SCALE).find_map(|scale| {
        let scaled: Vec<i64> =
            values.iter().map(|value| (value * scale as f64).round() as i64).collect();
        let of = |hole: Hole| scaled[usize::from(hole)];
        let falls = board.jumps().iter().all(|j| of(j.from) + of(j.over) >= of(j.to));
        (falls && weight(&scaled, to) > weight(&scaled, from)).then_some(scaled)
    })
}

/// The pagoda function with weights from -1 to 1 that maximizes the sum of weights times gains.
///
/// A variable is the amount by which a weight is below 1. With all variables zero, every row is satisfied:
/// `from + over - to <= 1` for each jump, and `variable <= 2` for each hole.
fn maximize(board: &Board, gains: &[f64]) -> Option<Vec<f64>> {
    let columns = gains.len();
    let row = |entries: &[(Hole, f64)], most: f64| {
        let mut row = vec![0.0; columns + 1];
        for &(hole, entry) in entries {
            row[usize::from(hole)] += entry;
        }
        row[columns] = most;
        row
    };
    let jumps = board.jumps().iter();
    let mut rows: Vec<Vec<f64>> =
        jumps.map(|j| row(&[(j.from, 1.0), (j.over, 1.0), (j.to, -1.0)], 1.0)).collect();
    rows.extend((0..columns).map(|hole| row(&[(hole as Hole, 1.0)], 2.0)));
    let mut table = Table {
        costs: gains.iter().map(|gain| -gain).chain([0.0]).collect(),
        basic: (columns..columns + rows.len()).collect(),
        free: (0..columns).collect(),
        rows,
    };
    for _ in 0..STEPS_A_ROW * table.rows.len() {
        if !table.step()? {
            let mut values = vec![1.0; columns];
            for (&name, row) in table.basic.iter().zip(&table.rows) {
                if name < columns {
                    values[name] -= row[columns];
                }
            }
            return Some(values);
        }
    }
    None
}

/// A tableau of the simplex method. Each basic variable is the last number of its row, minus the row times the
/// free (nonbasic) variables, which are zero.
struct Table {
    rows: Vec<Vec<f64>>,
    /// The increase of the objective for a unit of each free variable.
    costs: Vec<f64>,
    /// The number of the basic variable of each row.
    basic: Vec<usize>,
    /// The number of the free variable of each column.
    free: Vec<usize>,
}

impl Table {
    /// Pivots: the best free variable enters the basis. Returns whether there was one; `None` if unbounded.
    fn step(&mut self) -> Option<bool> {
        let width = self.free.len();
        let (column, &cost) =
            self.costs[..width].iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
        if cost <= ZERO {
            return Some(false);
        }
        let bounded = self.rows.iter().enumerate().filter(|(_, row)| row[column] > ZERO);
        let (at, _) = bounded
            .min_by(|(_, a), (_, b)| (a[width] / a[column]).total_cmp(&(b[width] / b[column])))?;
        let pivot = self.rows[at][column];
        let mut row = std::mem::take(&mut self.rows[at]);
        for entry in &mut row {
            *entry /= pivot;
        }
        row[column] = 1.0 / pivot;
        for other in self.rows.iter_mut().chain([&mut self.costs]).filter(|row| !row.is_empty()) {
            let times = other[column];
            if times == 0.0 {
                continue;
            }
            other[column] = 0.0;
            for (entry, of_row) in other.iter_mut().zip(&row) {
                *entry -= times * of_row;
            }
        }
        self.rows[at] = row;
        std::mem::swap(&mut self.basic[at], &mut self.free[column]);
        Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::from_full;
    use proptest::prelude::*;
    use soliter_boards::{bounds::pagoda::weights_refute, puzzle::Finish};
    use soliter_testing::cases::cases;

    /// The Greek cross is out of reach of the central game (Beasley), the centre is not.
    #[test]
    fn the_greek_cross_has_weights_and_the_centre_has_none() {
        let board = from_full("english", "orthogonal").board().clone();
        let start = board.full().without(16);
        let cross: Position = [9, 15, 16, 17, 23, 4, 28, 14, 18].into_iter().collect();
        assert!(weights(&board, &start, &cross).is_some());
        assert_eq!(weights(&board, &start, &Position::from(1 << 16)), None);
    }

    proptest! {
        #![proptest_config(cases(256))]

        /// The weights found satisfy the definition, according to the checker that also checks other
        /// certificates.
        #[test]
        fn found_weights_pass_the_checker(
            (model, directions) in prop::sample::select(vec![
                ("english", "orthogonal"), ("english", "all"), ("french", "orthogonal"),
                ("triangle21", "lines"), ("square5", "all"),
            ]),
            (from, to) in any::<(u64, u64)>(),
        ) {
            let mut puzzle = from_full(model, directions);
            puzzle = puzzle.starting_at(Position::from(from & puzzle.board().full().word()));
            let to = Position::from(to & puzzle.board().full().word());
            puzzle = puzzle.finishing_at(Finish::Exactly(to.clone()));
            if let Some(weights) = weights(puzzle.board(), puzzle.start(), &to) {
                prop_assert!(weights_refute(&puzzle, &weights));
            }
        }
    }
}
