//! Bounds the moves of a puzzle, or refutes it, by the number of times each jump is made, regardless of order.
//!
//! These counts must transform the start into the finish, hole by hole. If no integers do, the puzzle is
//! impossible. (M. Kiyomi and T. Matsui, Integer programming based algorithms for peg solitaire problems,
//! 2001.) If the ends of moves are counted too, the program gives a lower bound on the moves.

use std::time::Instant;

use good_lp::{Expression, Variable, constraint};

use crate::milp::regions;
use soliter_base::control::{Control, Stop};
use soliter_boards::answer::{Detail, Prover, ProverResult};
use soliter_boards::puzzle::{Finish, Puzzle};
use soliter_boards::{board::position::Hole, puzzle::ends::Ends};
use soliter_solvers::highs::back_end;
use soliter_solvers::program::outcome::Proof;
use soliter_solvers::program::{Program, outcome::least_whole};

/// The maximum number of nodes for the bound on one jump; a time limit would make programs depend on the machine.
const NODES_A_JUMP: u32 = 100;

/// The program whose variables count the jumps between two ends.
struct Relaxation<'a> {
    ends: &'a Ends<'a>,
    program: Program,
    /// How often each jump is made.
    uses: Vec<Variable>,
    /// For each hole, the jumps that begin in it, those that remove its peg, and those that end in it.
    from: Vec<Vec<Variable>>,
    taken: Vec<Vec<Variable>>,
    into: Vec<Vec<Variable>>,
}

impl<'a> Relaxation<'a> {
    fn new(ends: &'a Ends<'a>, control: &Control) -> Result<Self, Stop> {
        let none = vec![Vec::new(); ends.board().holes()];
        let (from, taken, into) = (none.clone(), none.clone(), none);
        let program = Program::default();
        let mut relaxation = Self { ends, program, uses: Vec::new(), from, taken, into };
        for (number, jump) in ends.board().jumps().iter().enumerate() {
            relaxation.check(control)?;
            let column = relaxation.number(format!("Uses[{}]", ends.jump_name(number)));
            relaxation.uses.push(column);
            let [from, over, to] = [jump.from, jump.over, jump.to].map(usize::from);
            relaxation.from[from].push(column);
            relaxation.taken[from].push(column);
            relaxation.taken[over].push(column);
            relaxation.into[to].push(column);
        }
        relaxation.balance(control)?;
        Ok(relaxation)
    }

    /// Checks the limits, also that of the memory for solving what has been built so far.
    fn check(&self, control: &Control) -> Result<(), Stop> {
        self.program.check(control)?;
        control.check_memory(self.program.bytes(10))
    }

    fn number(&mut self, name: String) -> Variable {
        self.program.whole(name, self.ends.puzzle.jumps())
    }

    /// The pegs of an end, hole by hole; if several positions are allowed, a row fixes their number.
    fn pegs_at(&mut self, which: &str, end: Finish) -> Vec<Expression> {
        let (ends, program) = (self.ends, &mut self.program);
        match end {
            Finish::Exactly(set) => {
                let peg = |hole| Expression::from(f64::from(u8::from(set.has(hole))));
                ends.holes().map(peg).collect()
            }
            Finish::Pegs(_) | Finish::Holes { .. } => {
                let [pegs_at, empty_at] = end.named(ends.board());
                let mut peg = |hole| match hole {
                    _ if pegs_at.has(hole) => Expression::from(1.0),
                    _ if empty_at.has(hole) => Expression::from(0.0),
                    _ => program.binary(format!("{which}[{}]", ends.name(hole))).into(),
                };
                let pegs: Vec<Expression> = ends.holes().map(&mut peg).collect();
                let sum: Expression = pegs.iter().cloned().sum();
                program.row(which.to_owned(), constraint!(sum == end.pegs() as f64));
                pegs
            }
        }
    }

    /// `Balance`: in every hole, start - pegs removed by jumps + pegs brought by jumps = finish.
    fn balance(&mut self, control: &Control) -> Result<(), Stop> {
        let starts = self.pegs_at("Start", self.ends.start.clone());
        let finishes = self.pegs_at("Finish", self.ends.finish.clone());
        for (hole, (start, finish)) in self.ends.holes().zip(starts.into_iter().zip(finishes)) {
            self.check(control)?;
            let (taken, brought) = (sum(&self.taken, hole), sum(&self.into, hole));
            let name = format!("Balance[{}]", self.ends.name(hole));
            self.program.row(name, constraint!(taken - brought == start - finish));
        }
        Ok(())
    }

    /// Adds the moves: each starts and ends in a hole, and one begins in each Merson region to be opened.
    fn count_moves(&mut self, control: &Control) -> Result<(), Stop> {
        let holes: Vec<Hole> = self.ends.holes().collect();
        let mut starts = Vec::new();
        for &hole in &holes {
            self.check(control)?;
            let name = self.ends.name(hole).to_owned();
            let start = self.number(format!("MovesFrom[{name}]"));
            let end = self.number(format!("MovesTo[{name}]"));
            let (out, into) = (sum(&self.from, hole), sum(&self.into, hole));
            let flow = constraint!(out.clone() - into.clone() == start - end);
            self.program.row(format!("Flow[{name}]"), flow);
            self.program.row(format!("MovesFrom[{name}]"), constraint!(start <= out));
            self.program.row(format!("MovesTo[{name}]"), constraint!(end <= into));
            starts.push(start);
        }
        for region in regions::to_open(self.ends, control)? {
            let opened: Expression = region.holes().map(|hole| starts[usize::from(hole)]).sum();
            let names = self.ends.puzzle.names().position(&region).join(",");
            self.program.row(format!("Region[{names}]"), constraint!(opened >= 1.0));
        }
        self.program.minimise(starts.into_iter().sum());
        Ok(())
    }
}

/// The number of times that the jumps of a hole are made.
fn sum(jumps: &[Vec<Variable>], hole: Hole) -> Expression {
    jumps[usize::from(hole)].iter().sum()
}

/// The program whose objective is a lower bound on the moves.
pub(super) fn program(ends: &Ends<'_>, control: &Control) -> Result<Program, Stop> {
    let mut relaxation = Relaxation::new(ends, control)?;
    relaxation.count_moves(control)?;
    Ok(relaxation.program)
}

/// The lower bound of this program, at least 1, on the moves of every solution, and the nodes; `None` if the puzzle is proved
/// impossible.
pub(super) fn bound(program: Program, control: &Control) -> Result<(Option<usize>, u64), Stop> {
    let outcome = back_end::run(program, control);
    match outcome.proof {
        Proof::Infeasible => Ok((None, outcome.nodes)),
        Proof::Optimal => {
            let least = least_whole(outcome.bound).and_then(|least| usize::try_from(least).ok());
            Ok((Some(least.unwrap_or(0).max(1)), outcome.nodes))
        }
        Proof::Stopped(stop) => Err(stop),
    }
}

/// The lower bound of the relaxation, which ignores the order of jumps; `None` if infeasible or after a limit.
pub fn least_moves(puzzle: &Puzzle, control: &Control) -> Option<usize> {
    if puzzle.jumps() == 0 {
        return None;
    }
    let program = program(&Ends::new(puzzle), control).ok()?;
    bound(program, control).ok()?.0
}

/// For each jump, an upper bound on how often it is made. If [`NODES_A_JUMP`] nodes do not suffice, it is the
/// number of all jumps.
pub(super) fn most_uses(ends: &Ends<'_>, control: &Control) -> Vec<usize> {
    let jumps = ends.puzzle.jumps();
    let most = |jump: usize| {
        if control.check().is_err() {
            return jumps;
        }
        let Ok(mut relaxation) = Relaxation::new(ends, control) else { return jumps };
        relaxation.program.minimise(-1.0 * relaxation.uses[jump]);
        let outcome = back_end::run_within_nodes(relaxation.program, NODES_A_JUMP, control);
        let least = (outcome.proof == Proof::Optimal).then(|| least_whole(outcome.bound)).flatten();
        least.and_then(|least| usize::try_from(-least).ok()).map_or(jumps, |most| most.min(jumps))
    };
    (0..ends.board().jumps().len()).map(most).collect()
}

/// Refutes a puzzle if no integer jump counts transform its start into its finish. `None` proves nothing.
pub fn refute(puzzle: &Puzzle, control: &Control) -> Option<ProverResult> {
    let clock = Instant::now();
    let ends = Ends::new(puzzle);
    let relaxation = Relaxation::new(&ends, control).ok()?;
    let (rows, columns) = relaxation.program.size();
    let outcome = back_end::run(relaxation.program, control);
    let (formulation, nodes) = ("relaxation", outcome.nodes);
    let believed_once = control.solver_settings().skip_recheck;
    let detail = Detail::Program { formulation, rows, columns, nodes, believed_once };
    let refutation = ProverResult::refutation(Prover::Milp, clock, detail);
    (outcome.proof == Proof::Infeasible).then_some(refutation)
}
