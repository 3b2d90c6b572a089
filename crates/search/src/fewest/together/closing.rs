//! The end of a search for several problems, when each needs at most two more moves, one on each side.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::{fewest::last_moves::each_move, fewest::side::Side, fewest::together::Together};
use crate::{levels::walk::line_through, store::bitmap::Bitmap};
use soliter_base::control::Stop;

impl Together<'_> {
    /// Closes all problems that have a line. Each needs at most two more moves.
    pub(super) fn close(&mut self) -> Result<(), Stop> {
        let open: Vec<usize> = (0..self.problems.len())
            .filter(|&number| {
                let problem = &self.problems[number];
                problem.open_limit().is_some() && problem.next_limit() == problem.bounds.limit
            })
            .collect();
        if open.is_empty() {
            return Ok(());
        }
        for (number, met) in open.iter().zip(self.meet(&open)?) {
            if let Some((left, position)) = met {
                let behind = &self.problems[*number].side;
                let jumps = |side: &Side<'_>| side.jumps_to(position, u64::MAX, self.control);
                let line = line_through(jumps(&self.side)?, jumps(behind)?);
                if line.moves().len() != (self.side.moves + 1 + left) as usize {
                    return Err(Stop::Fault("search lost its way"));
                }
                self.problems[*number].best = Some(line);
            }
            self.problems[*number].is_proved = true;
        }
        Ok(())
    }

    /// For each problem, the position after one more move from the start on a line with the fewest moves,
    /// with the number of moves left from there; `None` if no line is within the limit.
    fn meet(&mut self, open: &[usize]) -> Result<Vec<Option<(u32, u64)>>, Stop> {
        self.side.drop_batches();
        self.problems.iter_mut().for_each(|problem| problem.side.drop_batches());
        let bits = self.bits(open)?;
        let met: Vec<Mutex<Option<(u32, u64)>>> = open.iter().map(|_| Mutex::new(None)).collect();
        let prefetch = |position| bits.prefetch(position);
        each_move(&self.side, prefetch, &self.bounds, self.control, |position, place| {
            let mut sets = bits.sets_at(place);
            while sets != 0 {
                let set = sets.trailing_zeros() as usize;
                let side = &self.problems[open[set]].side;
                let left = side.get(position).map_or(side.moves + 1, |known| known.moves);
                let mut least = met[set].lock().unwrap_or_else(PoisonError::into_inner);
                *least = Some(least.map_or((left, position), |least| least.min((left, position))));
                sets &= sets - 1;
            }
            true
        })?;
        let least = |met: Mutex<_>| met.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(met.into_iter().map(least).collect())
    }

    /// For each problem, the positions after one more move from the start from which its limit can still be
    /// met.
    fn bits(&mut self, open: &[usize]) -> Result<Bitmap, Stop> {
        let board = self.space.puzzle.board();
        let bytes = Bitmap::bytes(board).unwrap_or(u64::MAX);
        let sets = open.len().next_power_of_two() as u64;
        self.control.check_memory(self.bytes().saturating_add(bytes.saturating_mul(sets)))?;
        let bits = Bitmap::new(board, open.len());
        for (set, &number) in open.iter().enumerate() {
            let problem = &mut self.problems[number];
            let Some(limit) = problem.bounds.limit else { continue };
            let left = limit - self.side.moves - 1;
            if left > problem.side.moves + 1 {
                return Err(Stop::Fault("sides are too short"));
            }
            for part in problem.side.parts() {
                self.control.check()?;
                for (position, _) in problem.side.positions_of(&part, |moves| moves <= left) {
                    bits.insert_at(bits.prefetch(position) + set);
                }
            }
            if problem.side.moves < left {
                let added = AtomicU64::new(0);
                let prefetch = |position| bits.prefetch(position);
                each_move(&problem.side, prefetch, &problem.bounds, self.control, |_, place| {
                    added.fetch_add(u64::from(bits.insert_at(place + set)), Relaxed);
                    true
                })?;
                problem.in_bits = added.into_inner();
            }
        }
        Ok(bits)
    }
}
