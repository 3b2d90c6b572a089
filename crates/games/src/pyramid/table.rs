//! Numbers the positions, and computes the values of all of them in one sweep.
//!
//! From right to left, each column is at most one stone higher than the last. Positions are numbered in the
//! order of these heights, the rightmost column first. A stone laid makes a column higher, and a stone shifted
//! makes a column higher and one to its left lower; so every move leads to a greater number, and the sweep goes
//! from the complete pyramid down. A move changes the number by an amount that depends on its columns only.

use super::{MAX_BASE, Parameters, Pyramid, Shift, State};
use soliter_base::control::{Control, Stop};

/// `BELOW[i][h]`: the number of ways to make column `i` (from 0) lower than `h`, with all columns to its left.
const BELOW: [[u64; MAX_BASE + 2]; MAX_BASE] = {
    let mut below = [[0; MAX_BASE + 2]; MAX_BASE];
    let mut column = 0;
    while column < MAX_BASE {
        let mut height = 1;
        while height <= MAX_BASE - column {
            let left = if column == 0 { 1 } else { below[column - 1][height + 2] };
            below[column][height + 1] = below[column][height] + left;
            height += 1;
        }
        column += 1;
    }
    below
};

/// The limits are checked whenever this column changes.
const LOOK: usize = 8;

/// The number of a position of a pyramid with this base, which stands on `finished` levels of a larger one.
pub(super) fn number(state: &State, base: usize, finished: usize) -> u64 {
    let heights = state.heights[..base].iter().map(|height| usize::from(*height) - finished);
    heights.zip(&BELOW).map(|(height, below)| below[height]).sum()
}

/// The number of positions of a pyramid, a Catalan number.
pub(super) fn count(base: usize) -> u64 {
    BELOW[base - 1][2]
}

/// The points of the levels above the lowest `finished` levels, the base included.
fn points(base: usize, finished: usize) -> u8 {
    ((base - finished) * (base - finished + 1) / 2) as u8
}

/// The largest base of a table: its points fit into a byte.
const MAX_TABLE: usize = 23;

/// The values of the positions from a number on, of a pyramid on a finished level.
pub(super) struct Table {
    base: usize,
    shift: Shift,
    first: u64,
    /// The points that the player to move will win.
    points: Vec<u8>,
}

impl Table {
    /// The values of a position and of all that can follow, if there are at most `most` of these. Otherwise, the values
    /// of the largest pyramid with at most `most` positions, which the game reaches in the end.
    pub(super) fn new(
        game: &Pyramid,
        state: &State,
        most: u64,
        control: &Control,
    ) -> Result<Option<Self>, Stop> {
        let Parameters { base: whole, shift, .. } = game.parameters;
        let mut base = game.unfinished_base(state);
        let mut first = number(state, base, whole - base);
        if base > MAX_TABLE || count(base) - first > most {
            let small = (2..base.min(MAX_TABLE + 1)).rfind(|base| count(*base) <= most);
            let Some(small) = small else { return Ok(None) };
            (base, first) = (small, 0);
        }
        let size = count(base) - first;
        control.check_memory(size)?;
        let mut table = Self { base, shift, first, points: vec![0; size as usize] };
        let mut sweep =
            Sweep { table: &mut table, control, heights: [0; MAX_BASE + 2], moves: Vec::new() };
        sweep.column(base - 1, 0, usize::MAX)?;
        Ok(Some(table))
    }

    /// The number of positions.
    pub(super) fn size(&self) -> u64 {
        self.points.len() as u64
    }

    /// The points of the player to move minus those of the other, if the table contains the position.
    pub(super) fn value(&self, game: &Pyramid, state: &State) -> Option<i64> {
        let base = game.unfinished_base(state);
        if base > self.base {
            return None;
        }
        let finished = game.parameters.base - self.base;
        let number = number(state, self.base, finished).checked_sub(self.first)?;
        let won = *self.points.get(number as usize)?;
        Some(2 * i64::from(won) - (base * (base - 1) / 2) as i64)
    }
}

/// The columns so far, from the right, and the moves on them.
struct Sweep<'a> {
    table: &'a mut Table,
    control: &'a Control,
    /// Two columns beyond the last are empty.
    heights: [usize; MAX_BASE + 2],
    /// The amount by which each move increases the number of the position.
    moves: Vec<u64>,
}

impl Sweep<'_> {
    /// Goes through all heights of a column and of those to its left, the highest first. `number` is that of
    /// the columns to the right, and `lowest` their least height that is not the greatest possible.
    fn column(&mut self, column: usize, number: u64, lowest: usize) -> Result<(), Stop> {
        if column == LOOK {
            self.control.check()?;
        }
        let base = self.table.base;
        let moves = self.moves.len();
        for height in (1..=self.heights[column + 1] + 1).rev() {
            let below = &BELOW[column];
            let number = number + below[height];
            if number + (below[height + 1] - below[height]) <= self.table.first {
                break;
            }
            self.heights[column] = height;
            let lowest = if height < base - column { lowest.min(height) } else { lowest };
            if self.heights[column + 1] >= height {
                self.moves.push(below[height + 1] - below[height]);
            }
            // Nothing may rest on a stone that is shifted.
            if height <= self.heights[column + 1] {
                self.shift(column + 1);
            }
            if column > 0 {
                self.column(column - 1, number, lowest)?;
            } else {
                self.shift(0);
                self.position(number, lowest);
            }
            self.moves.truncate(moves);
        }
        Ok(())
    }

    /// Adds the shift of a column's highest stone, if the columns to its right allow it.
    fn shift(&mut self, column: usize) {
        let [height, right, next] = [0, 1, 2].map(|at| self.heights[column + at]);
        if self.table.shift == Shift::Right && right + 1 == height && next >= right && right > 0 {
            let [here, there] = [&BELOW[column], &BELOW[column + 1]];
            let gained = there[right + 1] - there[right];
            self.moves.push(gained - (here[height] - here[height - 1]));
        }
    }

    /// The player to move wins the points that the opponent then does not.
    fn position(&mut self, number: u64, lowest: usize) {
        let Table { base, first, points: won, .. } = &mut *self.table;
        let at = (number - *first) as usize;
        let least = self.moves.iter().map(|more| won[at + *more as usize]).min();
        won[at] = least.map_or(0, |least| points(*base, lowest) - least);
    }
}
