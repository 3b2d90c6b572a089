//! Finds the fewest moves by SAT, with an increasing number of slots from 1 until there is a solution. To
//! prove that a given solution of M moves is minimal, the formula with M - 1 slots is refuted.

use std::time::Instant;

use crate::sat::by_move::ByMove;
use soliter_base::control::{Control, Stop};
use soliter_boards::answer::{Claim, Conclusion, Detail, Prover, ProverResult};
use soliter_boards::bounds::cycles::{self, Cycle};
use soliter_boards::{line::Line, puzzle::Puzzle, puzzle::ends::Ends};
use soliter_solvers::sat::solver;

/// Solves a puzzle by SAT alone. The claims are those of `CaDiCaL`; the solution has the fewest slots.
pub fn solve(puzzle: &Puzzle, control: &Control) -> ProverResult {
    Climb::new(puzzle, control).finding(Climb::raise_bound)
}

/// Proves that a solution of M moves is minimal by refuting M - 1 moves. If stopped early, claims the bound
/// reached so far.
pub fn prove(puzzle: &Puzzle, line: &Line, control: &Control) -> ProverResult {
    Climb::new(puzzle, control).finding(|raise_bound| raise_bound.refute_less(line))
}

/// Refutes that there is any solution, with one slot per jump of a solution.
pub fn refute(puzzle: &Puzzle, control: &Control) -> ProverResult {
    Climb::new(puzzle, control).finding(|raise_bound| {
        let line = raise_bound.within(puzzle.jumps())?;
        Ok(line.map_or((Claim::Infeasible, None), |line| raise_bound.found(line)))
    })
}

struct Climb<'a> {
    ends: Ends<'a>,
    control: &'a Control,
    clock: Instant,
    cycles: Vec<Cycle>,
    /// The numbers of variables and clauses of the last run; the conflicts are summed over all runs.
    size: (usize, usize),
    conflicts: u64,
    lower_bound: usize,
}

impl<'a> Climb<'a> {
    fn new(puzzle: &'a Puzzle, control: &'a Control) -> Self {
        let ends = Ends::new(puzzle);
        let clock = Instant::now();
        // Without parity classes, no formula can be built.
        let has_classes = ends.board().keeps_classes();
        let cycles = if has_classes { cycles::short(ends.board().jumps()) } else { Vec::new() };
        Self { ends, control, clock, cycles, size: (0, 0), conflicts: 0, lower_bound: 1 }
    }

    /// Raises the lower bound until it equals the number of moves of a solution.
    fn raise_bound(&mut self) -> Conclusion {
        // Every solution can be cut into one slot per jump.
        while self.lower_bound <= self.ends.puzzle.jumps() {
            if let Some(line) = self.within(self.lower_bound)? {
                return Ok(self.found(line));
            }
            self.lower_bound += 1;
        }
        Ok((Claim::Infeasible, None))
    }

    fn refute_less(&mut self, line: &Line) -> Conclusion {
        let moves = line.moves().len();
        if moves > 1
            && let Some(better) = self.within(moves - 1)?
        {
            return Ok(self.found(better));
        }
        Ok((Claim::Optimal { moves }, Some(line.clone())))
    }

    fn found(&self, line: Line) -> (Claim, Option<Line>) {
        let moves = line.moves().len();
        let claim = if moves == self.lower_bound {
            Claim::Optimal { moves }
        } else {
            Claim::Feasible { moves, lower_bound: self.lower_bound.min(moves) }
        };
        (claim, Some(line))
    }

    /// A solution of at most `moves` moves, if there is one. An unreached cycle is forbidden from then on.
    fn within(&mut self, moves: usize) -> Result<Option<Line>, Stop> {
        loop {
            let by_move = ByMove::new(&self.ends, moves, &self.cycles, self.control)?;
            let (variables, clauses) = (by_move.clauses.variables as usize, by_move.clauses.number);
            self.size = (variables, clauses);
            self.control.report_progress(|| {
                format!("sat: {moves} moves, {variables} variables, {clauses} clauses")
            });
            let (values, work) = solver::run(&by_move.clauses, self.control);
            self.conflicts += work.conflicts;
            let Some(values) = values? else { return Ok(None) };
            match self.line(&by_move, &values)? {
                Ok(line) => return Ok(Some(line)),
                Err(cycle) => self.cycles.push(cycle),
            }
        }
    }

    /// The solution that the values describe, or a cycle of jumps that its move does not reach.
    fn line(&self, by_move: &ByMove, values: &[bool]) -> Result<Result<Line, Cycle>, Stop> {
        let holds = |variable: i32| values.get(variable as usize - 1) == Some(&true);
        let jumps = self.ends.board().jumps();
        let mut slots = Vec::new();
        for slot in 0..by_move.slots {
            let chosen: Vec<usize> =
                (0..jumps.len()).filter(|&jump| holds(by_move.jump(slot, jump))).collect();
            let start = self.ends.holes().find(|&hole| holds(by_move.start(slot, hole)));
            let start = start.ok_or(Stop::Fault("a move of the clauses starts nowhere"))?;
            slots.push((chosen, start));
        }
        let made = cycles::trails(jumps, slots.iter().map(|(chosen, start)| (&chosen[..], *start)));
        Ok(made.map(|made| self.ends.line(made)))
    }

    fn finding(mut self, attempt: impl FnOnce(&mut Self) -> Conclusion) -> ProverResult {
        let followed = self.ends.puzzle.marked().unfollowed();
        let conclusion = followed.and_then(|()| attempt(&mut self));
        let Self { size: (variables, clauses), conflicts, clock, lower_bound, .. } = self;
        let detail = Detail::Clauses { formulation: "by-move", variables, clauses, conflicts };
        ProverResult::new(Prover::Sat, clock, conclusion, lower_bound, detail)
    }
}
