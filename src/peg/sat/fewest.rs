//! The fewest moves by clauses: one slot, then one more at a time until there is a solution; or as
//! many slots as a line has moves, less one, to refute that there is a shorter one.

use std::time::Instant;

use crate::base::control::{Control, Stop};
use crate::peg::answer::{Claim, Detail, Evidence, Finding, Prover};
use crate::peg::bounds::cycles;
use crate::peg::bounds::cycles::Cycle;
use crate::peg::line::Line;
use crate::peg::puzzle::Puzzle;
use crate::peg::puzzle::ends::Ends;
use crate::peg::sat::solver::{self, Outcome};
use crate::peg::sat::sweep::Sweep;

/// Solves a puzzle by clauses alone. Claims are what `CaDiCaL` reports, and the line is that of the
/// first number of slots that has one.
pub fn solve(puzzle: &Puzzle, control: &Control) -> Finding {
    let mut climb = Climb::new(puzzle, control);
    let result = climb.climb();
    climb.finding(result)
}

/// Proves a line of fewest moves that another prover found, by refuting one move less. Stopped
/// early, it claims the bound it has.
pub fn prove(puzzle: &Puzzle, line: &Line, control: &Control) -> Finding {
    let mut climb = Climb::new(puzzle, control);
    let result = climb.refute_less(line);
    climb.finding(result)
}

/// Refutes that there is any solution, by as many slots as it would have jumps.
pub fn refute(puzzle: &Puzzle, control: &Control) -> Finding {
    let mut climb = Climb::new(puzzle, control);
    let result = climb.within(puzzle.jumps()).map(|line| match line {
        None => (Claim::Infeasible, None),
        Some(line) => climb.found(line),
    });
    climb.finding(result)
}

/// The way up to the fewest moves of a puzzle, and what has been proved on it.
struct Climb<'a> {
    ends: Ends<'a>,
    control: &'a Control,
    clock: Instant,
    cycles: Vec<Cycle>,
    /// Variables and clauses of the last run, and conflicts of all.
    variables: usize,
    clauses: usize,
    conflicts: u64,
    lower_bound: usize,
}

impl<'a> Climb<'a> {
    fn new(puzzle: &'a Puzzle, control: &'a Control) -> Self {
        let ends = Ends::new(puzzle);
        let cycles = cycles::short(ends.board().jumps());
        Self {
            ends,
            control,
            clock: Instant::now(),
            cycles,
            variables: 0,
            clauses: 0,
            conflicts: 0,
            lower_bound: 1,
        }
    }

    /// The claim with its line.
    fn climb(&mut self) -> Result<(Claim, Option<Line>), Stop> {
        // Every solution can be cut into a slot for each jump.
        while self.lower_bound <= self.ends.puzzle.jumps() {
            if let Some(line) = self.within(self.lower_bound)? {
                return Ok(self.found(line));
            }
            self.lower_bound += 1;
        }
        Ok((Claim::Infeasible, None))
    }

    fn refute_less(&mut self, line: &Line) -> Result<(Claim, Option<Line>), Stop> {
        let moves = line.moves().len();
        self.ends.puzzle.marked.unfollowed()?;
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

    /// A line of so many moves or fewer, if there is one. Cycles that come up are forbidden for good.
    fn within(&mut self, moves: usize) -> Result<Option<Line>, Stop> {
        self.ends.puzzle.marked.unfollowed()?;
        loop {
            let sweep = Sweep::new(&self.ends, moves, &self.cycles, self.control)?;
            (self.variables, self.clauses) =
                (sweep.clauses.variables() as usize, sweep.clauses.len());
            let (variables, clauses) = (self.variables, self.clauses);
            self.control
                .say(|| format!("sat: {moves} moves, {variables} variables, {clauses} clauses"));
            let run = solver::run(&sweep.clauses, self.control);
            self.conflicts += run.conflicts;
            match run.outcome {
                Outcome::Refuted => return Ok(None),
                Outcome::Stopped(stop) => return Err(stop),
                Outcome::Values(values) => match self.line(&sweep, &values)? {
                    Ok(line) => return Ok(Some(line)),
                    Err(cycle) => self.cycles.push(cycle),
                },
            }
        }
    }

    /// The line that values say, or a cycle of jumps that its move does not reach.
    fn line(&self, sweep: &Sweep, values: &[bool]) -> Result<Result<Line, Cycle>, Stop> {
        let holds = |variable: i32| values.get(variable as usize - 1) == Some(&true);
        let jumps = self.ends.board().jumps();
        let mut slots = Vec::new();
        for slot in 0..sweep.slots {
            let chosen: Vec<usize> =
                (0..jumps.len()).filter(|&jump| holds(sweep.jump(slot, jump))).collect();
            let start = self.ends.holes().find(|&hole| holds(sweep.start(slot, hole)));
            let start = start.ok_or(Stop::Fault("a move of the clauses starts nowhere"))?;
            slots.push((chosen, start));
        }
        let made = cycles::trails(jumps, slots.iter().map(|(chosen, start)| (&chosen[..], *start)));
        Ok(made.map(|made| self.ends.line(made)))
    }

    fn finding(self, result: Result<(Claim, Option<Line>), Stop>) -> Finding {
        let (claim, line, stopped) = match result {
            Ok((claim, line)) => (claim, line, None),
            Err(stop) => (Claim::Unknown { lower_bound: self.lower_bound }, None, Some(stop)),
        };
        let (variables, clauses, conflicts) = (self.variables, self.clauses, self.conflicts);
        let detail = Detail::Clauses { variables, clauses, conflicts };
        let seconds = self.clock.elapsed().as_secs_f64();
        Finding { evidence: Evidence { by: Prover::Sat, claim, seconds, detail, stopped }, line }
    }
}
