//! Finds the fewest moves by a series of programs, from the number of slots that the relaxation proves
//! necessary up to the first program with a solution. To prove that a given solution is minimal, a single
//! program refutes all shorter ones.

use std::time::Instant;

use crate::milp::by_move::knowledge::{Groups, Knowledge};
use crate::milp::{by_move::ByMove, relaxation};
use soliter_base::control::{Control, Stop};
use soliter_boards::answer::{Claim, Conclusion, Detail, Prover, ProverResult};
use soliter_boards::{board::Jump, board::position::Hole};
use soliter_boards::{line::Line, puzzle::Puzzle, puzzle::ends::Ends};
use soliter_solvers::highs::back_end;
use soliter_solvers::program::outcome::Proof;

/// The average number of entries of a column: the puzzle pyramid at 8 slots has 11.
const ENTRIES: usize = 12;

/// Solves a puzzle by these programs. The claims are those of `HiGHS`; the first program with a solution gives the
/// moves. A solution that is `known` starts the program with its number of slots, which `HiGHS` then need not search;
/// no proof depends on it. If the programs are stopped, it is the best solution so far.
pub fn solve(puzzle: &Puzzle, known: Option<&Line>, control: &Control) -> ProverResult {
    let mut raise_bound = Climb::new(puzzle, Groups::worthwhile(puzzle), control);
    raise_bound.known = known.cloned();
    let mut finding = raise_bound.finding(Climb::raise_bound);
    if let (Claim::Unknown { lower_bound }, Some(line)) = (finding.evidence.claim, known) {
        let moves = line.moves().len();
        let lower_bound = lower_bound.min(moves);
        finding.evidence.claim = Claim::Feasible { moves, lower_bound };
        finding.line = Some(line.clone());
    }
    finding
}

/// Proves that a solution of M moves is minimal by refuting M - 1 moves, with a program of at most `most_columns`. If
/// stopped early, claims the bound reached so far.
pub fn prove(puzzle: &Puzzle, line: &Line, most_columns: usize, control: &Control) -> ProverResult {
    let mut raise_bound = Climb::new(puzzle, Groups::worthwhile(puzzle), control);
    raise_bound.most_columns = most_columns;
    raise_bound.finding(|raise_bound| raise_bound.refute_less(line))
}

/// Solves as [`solve`] does, with the given groups of rows.
pub fn solve_with(puzzle: &Puzzle, groups: Groups, control: &Control) -> ProverResult {
    Climb::new(puzzle, groups, control).finding(Climb::raise_bound)
}

/// The least number of slots for which the LP relaxation is feasible, if any; it shows how tight the program is.
pub fn least_slots_in_fractions(
    puzzle: &Puzzle,
    groups: Groups,
    control: &Control,
) -> Option<usize> {
    let raise_bound = Climb::new(puzzle, groups, control);
    let mut knowledge = raise_bound.knowledge().ok()?;
    for slots in 1..=puzzle.jumps() {
        raise_bound.exact_ends(slots, &mut knowledge).ok()?;
        let by_move = ByMove::new(&raise_bound.ends, slots, &knowledge, control).ok()?;
        match back_end::run_relaxed(by_move.program, control).proof {
            Proof::Optimal => return Some(slots),
            Proof::Infeasible => {}
            Proof::Stopped(_) => return None,
        }
    }
    None
}

struct Climb<'a> {
    ends: Ends<'a>,
    groups: Groups,
    control: &'a Control,
    clock: Instant,
    // The formulation and size of the last program, and the nodes of all programs.
    formulation: &'static str,
    size: (usize, usize),
    nodes: u64,
    lower_bound: usize,
    most_columns: usize,
    /// A solution that is known before the first program.
    known: Option<Line>,
}

impl<'a> Climb<'a> {
    fn new(puzzle: &'a Puzzle, groups: Groups, control: &'a Control) -> Self {
        Self {
            ends: Ends::new(puzzle),
            groups,
            control,
            clock: Instant::now(),
            formulation: "relaxation",
            size: (0, 0),
            nodes: 0,
            lower_bound: 1,
            most_columns: usize::MAX,
            known: None,
        }
    }

    /// Raises the lower bound until it equals the number of moves of a solution.
    fn raise_bound(&mut self) -> Conclusion {
        let Some(bound) = self.relaxed_bound()? else {
            return Ok((Claim::Infeasible, None));
        };
        self.lower_bound = bound;
        let mut knowledge = self.knowledge()?;
        // Every solution can be cut into one slot per jump.
        while self.lower_bound <= self.ends.puzzle.jumps() {
            if let Some(line) = self.within(self.lower_bound, &mut knowledge)? {
                return Ok((Claim::Optimal { moves: self.lower_bound }, Some(line)));
            }
            self.lower_bound += 1;
        }
        Ok((Claim::Infeasible, None))
    }

    fn refute_less(&mut self, line: &Line) -> Conclusion {
        let moves = line.moves().len();
        let proved = (Claim::Optimal { moves }, Some(line.clone()));
        let Some(bound) = self.relaxed_bound()? else {
            return Ok((Claim::Infeasible, None));
        };
        self.lower_bound = bound;
        if bound >= moves {
            return Ok(proved);
        }
        let mut knowledge = self.knowledge()?;
        let Some(better) = self.within(moves - 1, &mut knowledge)? else { return Ok(proved) };
        let moves = better.moves().len();
        Ok((Claim::Feasible { moves, lower_bound: bound.min(moves) }, Some(better)))
    }

    /// The bound of the relaxation; `None` if it refutes the puzzle.
    fn relaxed_bound(&mut self) -> Result<Option<usize>, Stop> {
        let program = relaxation::program(&self.ends, self.control)?;
        self.size = program.size();
        let (bound, nodes) = relaxation::bound(program, self.control)?;
        self.nodes += nodes;
        Ok(bound)
    }

    fn knowledge(&self) -> Result<Knowledge, Stop> {
        let mut knowledge = Knowledge::new(&self.ends, self.groups, self.control)?;
        if self.groups.uses {
            self.control.report_progress(|| "milp: how often each jump can be made".to_owned());
            knowledge.most_uses = relaxation::most_uses(&self.ends, self.control);
        }
        Ok(knowledge)
    }

    fn exact_ends(&self, slots: usize, knowledge: &mut Knowledge) -> Result<(), Stop> {
        if self.groups.exact_ends {
            knowledge.exact_ends(&self.ends, slots, self.control)?;
        }
        Ok(())
    }

    /// A solution of the program with this number of slots, if any. An unreached cycle is forbidden from then on.
    fn within(&mut self, slots: usize, knowledge: &mut Knowledge) -> Result<Option<Line>, Stop> {
        self.exact_ends(slots, knowledge)?;
        loop {
            let mut by_move = ByMove::new(&self.ends, slots, knowledge, self.control)?;
            self.formulation = "by-move";
            self.size = by_move.program.size();
            self.control.check_memory(by_move.program.bytes(ENTRIES))?;
            let (rows, columns) = self.size;
            if columns > self.most_columns {
                return Err(Stop::Size("the program has more columns than it may have here"));
            }
            self.control
                .report_progress(|| format!("milp: {slots} moves, {rows} rows, {columns} columns"));
            let program = std::mem::take(&mut by_move.program);
            let what = format!("{slots} moves");
            let outcome = back_end::run_as(&what, program, &self.start(&by_move), self.control);
            self.nodes += outcome.nodes;
            match (outcome.proof, outcome.values) {
                (Proof::Infeasible, _) => return Ok(None),
                (Proof::Stopped(stop), None) => return Err(stop),
                // A solution is valid whatever ended the run.
                (Proof::Optimal | Proof::Stopped(_), Some(values)) => {
                    match by_move.line(&values)? {
                        Ok(line) => return Ok(Some(line)),
                        Err(cycle) => knowledge.cycles.push(cycle),
                    }
                }
                (Proof::Optimal, None) => return Err(Stop::BackEnd("HiGHS gave no values")),
            }
        }
    }

    /// The columns of jumps and of first holes, with their values in the known solution if it has one move for each
    /// slot; otherwise none.
    ///
    /// Of first moves that are symmetric to each other, the program has one. So the solution is reflected and turned
    /// until its first move begins in the least of these holes.
    fn start(&self, by_move: &ByMove<'_>) -> Vec<(usize, f64)> {
        let Some(line) = self.known.as_ref().filter(|line| line.moves().len() == by_move.slots)
        else {
            return Vec::new();
        };
        let puzzle = self.ends.puzzle;
        let line = if puzzle.reverse() { line.reversed() } else { line.clone() };
        let Some(first) = line.jumps().next().map(|hop| usize::from(hop.from)) else {
            return Vec::new();
        };
        let Some(symmetry) = puzzle.symmetries().min_by_key(|symmetry| symmetry[first]) else {
            return Vec::new();
        };
        let image = |hole: Hole| symmetry[usize::from(hole)];
        let jumps = self.ends.board().jumps();
        let slots: Vec<(Hole, Vec<Jump>)> = line
            .moves()
            .iter()
            .map(|one| {
                let made = one.jumps().filter_map(|hop| self.ends.board().find(hop.map(image)));
                (image(one.holes()[0]), made.collect())
            })
            .collect();
        let makes = |&(slot, jump, column): &(usize, usize, usize)| {
            (column, f64::from(u8::from(slots[slot].1.contains(&jumps[jump]))))
        };
        let begins = |&(slot, hole, column): &(usize, Hole, usize)| {
            (column, f64::from(u8::from(slots[slot].0 == hole)))
        };
        by_move
            .jump_places
            .iter()
            .map(makes)
            .chain(by_move.start_places.iter().map(begins))
            .collect()
    }

    fn finding(mut self, attempt: impl FnOnce(&mut Self) -> Conclusion) -> ProverResult {
        let conclusion = attempt(&mut self);
        let Self { formulation, size: (rows, columns), nodes, clock, lower_bound, .. } = self;
        let believed_once = self.control.solver_settings().skip_recheck;
        let detail = Detail::Program { formulation, rows, columns, nodes, believed_once };
        ProverResult::new(Prover::Milp, clock, conclusion, lower_bound, detail)
    }
}
