//! The fewest moves by sweeps: as many slots as the relaxation asks for, then one more at a time until
//! there is a solution; or one sweep alone, to refute fewer moves than a line has.

use std::time::Instant;

use crate::base::control::{Control, Stop};
use crate::highs::back_end::{self, Proof};
use crate::highs::program::Program;
use crate::peg::answer::{Claim, Detail, Evidence, Finding, Prover};
use crate::peg::board::position::Hole;
use crate::peg::bounds::cycles;
use crate::peg::bounds::cycles::Cycle;
use crate::peg::line::Line;
use crate::peg::milp::relaxation::{self, Bound};
use crate::peg::milp::sweep::knowledge::Knowledge;
use crate::peg::milp::sweep::slots;
use crate::peg::milp::sweep::{Places, Sweep};
use crate::peg::puzzle::Puzzle;
use crate::peg::puzzle::ends::Ends;

/// Entries of a column of the sweep, on average: pyramid at 8 slots has 11.
const ENTRIES: usize = 12;

/// Puzzles of so many jumps are solved before it is known how often each of them can be made.
const FEW_JUMPS: usize = 10;

/// Which of the rows are made that a sweep could do without. All are valid: they change the time,
/// never the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "a switch for each group of rows")]
pub struct Groups {
    /// The most times a jump can be made.
    pub uses: bool,
    /// What the first and last moves can be, and one first move of those that are images of
    /// each other.
    pub exact_ends: bool,
    /// Parity classes.
    pub classes: bool,
    /// Short cycles from the start; without them they are added as they come up.
    pub cycles: bool,
    /// Merson regions.
    pub regions: bool,
}

impl Default for Groups {
    fn default() -> Self {
        Self { uses: true, exact_ends: true, classes: true, cycles: true, regions: true }
    }
}

impl Groups {
    /// The rows that are worth their time for a puzzle.
    pub fn worthwhile(puzzle: &Puzzle) -> Self {
        Self { uses: puzzle.jumps() > FEW_JUMPS, ..Self::default() }
    }

    /// Only the rows that make up the rules.
    pub const RULES: Self =
        Self { uses: false, exact_ends: false, classes: false, cycles: false, regions: false };
}

/// Solves a puzzle by sweeps alone. Claims are what `HiGHS` reports, and the line is the solution
/// of the first sweep that has one.
pub fn solve(puzzle: &Puzzle, control: &Control) -> Finding {
    solve_with(puzzle, Groups::worthwhile(puzzle), control)
}

/// Proves a line of fewest moves that another prover found, by refuting one move less. Stopped
/// early, it claims the bound it has.
pub fn prove(puzzle: &Puzzle, line: &Line, control: &Control) -> Finding {
    prove_with(puzzle, line, Groups::worthwhile(puzzle), control)
}

/// [`solve`] with the groups of rows that are named.
pub fn solve_with(puzzle: &Puzzle, groups: Groups, control: &Control) -> Finding {
    let mut climb = Climb::new(puzzle, groups, control);
    let result = climb.climb();
    climb.finding(result)
}

/// [`prove`] with the groups of rows that are named.
pub fn prove_with(puzzle: &Puzzle, line: &Line, groups: Groups, control: &Control) -> Finding {
    let mut climb = Climb::new(puzzle, groups, control);
    let result = climb.refute_less(line);
    climb.finding(result)
}

/// The sweep of so many slots: it has a solution if the puzzle has one of so many moves or fewer. How
/// often a jump can be made is left out: it is looked for as long as the time allows, and what is
/// written must not depend on the clock.
pub fn program(puzzle: &Puzzle, slots: usize, control: &Control) -> Result<Program, Stop> {
    let climb = Climb::new(puzzle, Groups { uses: false, ..Groups::default() }, control);
    let knowledge = climb.knowledge()?;
    Ok(Sweep::new(&climb.ends, slots, &knowledge, control)?.program)
}

/// The way up to the fewest moves of a puzzle, and what has been proved on it.
pub(crate) struct Climb<'a> {
    pub(crate) ends: Ends<'a>,
    groups: Groups,
    control: &'a Control,
    clock: Instant,
    /// Size of the last program, with its name, and nodes of all.
    formulation: &'static str,
    size: (usize, usize),
    nodes: u64,
    lower_bound: usize,
}

/// What came of a number of slots.
enum Slots {
    /// Too few.
    Refuted,
    Line(Line),
}

impl<'a> Climb<'a> {
    pub(crate) fn new(puzzle: &'a Puzzle, groups: Groups, control: &'a Control) -> Self {
        Self {
            ends: Ends::new(puzzle),
            groups,
            control,
            clock: Instant::now(),
            formulation: "relaxation",
            size: (0, 0),
            nodes: 0,
            lower_bound: 1,
        }
    }

    /// The claim with its line.
    fn climb(&mut self) -> Result<(Claim, Option<Line>), Stop> {
        match relaxation::bound(&self.ends, self.control)? {
            Bound::Impossible => return Ok((Claim::Infeasible, None)),
            Bound::AtLeast(moves) => self.lower_bound = moves,
        }
        let mut knowledge = self.knowledge()?;
        // Every solution can be cut into a slot for each jump.
        while self.lower_bound <= self.ends.puzzle.jumps() {
            match self.slots(self.lower_bound, &mut knowledge)? {
                Slots::Line(line) => {
                    return Ok((Claim::Optimal { moves: self.lower_bound }, Some(line)));
                }
                Slots::Refuted => self.lower_bound += 1,
            }
        }
        Ok((Claim::Infeasible, None))
    }

    fn refute_less(&mut self, line: &Line) -> Result<(Claim, Option<Line>), Stop> {
        let moves = line.moves().len();
        let proved = (Claim::Optimal { moves }, Some(line.clone()));
        match relaxation::bound(&self.ends, self.control)? {
            Bound::Impossible => return Ok((Claim::Infeasible, None)),
            Bound::AtLeast(bound) => self.lower_bound = bound,
        }
        if self.lower_bound >= moves {
            return Ok(proved);
        }
        let mut knowledge = self.knowledge()?;
        match self.slots(moves - 1, &mut knowledge)? {
            Slots::Refuted => Ok(proved),
            Slots::Line(better) => {
                let moves = better.moves().len();
                let lower_bound = self.lower_bound.min(moves);
                Ok((Claim::Feasible { moves, lower_bound }, Some(better)))
            }
        }
    }

    pub(crate) fn knowledge(&self) -> Result<Knowledge, Stop> {
        let ends = &self.ends;
        self.control.say(|| "milp: how often each jump can be made".to_owned());
        let groups = self.groups;
        let mut knowledge = Knowledge::none(ends);
        if groups.uses {
            knowledge.most_uses = relaxation::most_uses(ends, self.control);
        }
        if groups.exact_ends {
            knowledge.first = slots::first(ends, self.control)?;
            knowledge.last = slots::last(ends, self.control)?;
        }
        if groups.classes {
            knowledge.add_classes(ends);
        }
        if groups.regions {
            knowledge.add_regions(ends, self.control)?;
        }
        if groups.cycles {
            knowledge.cycles = cycles::short(ends.board().jumps());
        }
        Ok(knowledge)
    }

    /// Whether so many slots hold a solution. Cycles that come up are forbidden for good.
    fn slots(&mut self, slots: usize, knowledge: &mut Knowledge) -> Result<Slots, Stop> {
        loop {
            let sweep = Sweep::new(&self.ends, slots, knowledge, self.control)?;
            self.formulation = "sweep";
            self.size = sweep.program.size();
            self.control.check_memory(sweep.program.bytes(ENTRIES))?;
            let (rows, columns) = self.size;
            self.control.say(|| format!("milp: {slots} moves, {rows} rows, {columns} columns"));
            let Sweep { program, places, .. } = sweep;
            let what = format!("{slots} moves");
            let outcome = back_end::run_as(&what, program, &[], self.control);
            self.nodes += outcome.nodes;
            match (outcome.proof, outcome.values) {
                (Proof::Infeasible, _) => return Ok(Slots::Refuted),
                (Proof::Stopped(stop), None) => return Err(stop),
                // A solution is one, whatever ended the run.
                (Proof::Optimal | Proof::Stopped(_), Some(values)) => {
                    match self.line(&places, &values)? {
                        Ok(line) => return Ok(Slots::Line(line)),
                        Err(cycle) => knowledge.cycles.push(cycle),
                    }
                }
                (Proof::Optimal, None) => return Err(Stop::BackEnd("HiGHS gave no values")),
            }
        }
    }

    /// The line that values say, or a cycle of jumps that its move does not reach.
    fn line(&self, places: &Places, values: &[f64]) -> Result<Result<Line, Cycle>, Stop> {
        let not_whole = Stop::BackEnd("HiGHS gave values that are not whole");
        let flag = |place: usize| {
            values.get(place).and_then(|&value| back_end::binary(value)).ok_or(not_whole)
        };
        let mut chosen: Vec<Vec<usize>> = vec![Vec::new(); places.slots];
        for &(slot, jump, place) in &places.jumps {
            if flag(place)? {
                chosen[slot].push(jump);
            }
        }
        let mut starts: Vec<Option<Hole>> = vec![None; places.slots];
        for &(slot, hole, place) in &places.starts {
            if flag(place)? {
                starts[slot] = Some(hole);
            }
        }
        let starts = starts.into_iter().collect::<Option<Vec<Hole>>>().ok_or(not_whole)?;
        let slots = chosen.iter().map(Vec::as_slice).zip(starts);
        let made = cycles::trails(self.ends.board().jumps(), slots);
        Ok(made.map(|made| self.ends.line(made)))
    }

    fn finding(self, result: Result<(Claim, Option<Line>), Stop>) -> Finding {
        let (claim, line, stopped) = match result {
            Ok((claim, line)) => (claim, line, None),
            Err(stop) => (Claim::Unknown { lower_bound: self.lower_bound }, None, Some(stop)),
        };
        let (rows, columns) = self.size;
        let believed_once = self.control.solver_settings().believe_once;
        let (formulation, nodes) = (self.formulation, self.nodes);
        let detail = Detail::Program { formulation, rows, columns, nodes, believed_once };
        let seconds = self.clock.elapsed().as_secs_f64();
        Finding { evidence: Evidence { by: Prover::Milp, claim, seconds, detail, stopped }, line }
    }
}
