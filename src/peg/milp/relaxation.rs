//! Bounds the moves, or refutes a puzzle, without regard to the order of jumps: the only unknowns are how
//! often each jump is made.
//!
//! The numbers of jumps must carry the start into the finish hole by hole. If no whole numbers do,
//! the puzzle is impossible. (M. Kiyomi and T. Matsui, Integer programming based algorithms for peg
//! solitaire problems, 2001.) With the ends of moves counted too they bound the fewest moves.

use std::time::Instant;

use good_lp::{Expression, Variable, constraint};

use crate::base::control::{Control, Stop};
use crate::highs::back_end::{self, Proof};
use crate::highs::claims::least_whole;
use crate::highs::program::Program;
use crate::peg::answer::{Claim, Detail, Evidence, Finding, Prover};
use crate::peg::board::Jump;
use crate::peg::board::position::Hole;
use crate::peg::milp::regions;
use crate::peg::puzzle::ends::Ends;
use crate::peg::puzzle::{Finish, Puzzle};

/// Nodes that the bound on one jump may take. (A limit in time would make other programs of a puzzle on
/// a slow machine than on a fast one.)
const NODES_A_JUMP: u32 = 100;

/// The numbers of jumps between two ends.
struct Relaxation<'a> {
    ends: &'a Ends<'a>,
    program: Program,
    /// By number of the jump: how often it is made.
    uses: Vec<Variable>,
}

impl<'a> Relaxation<'a> {
    fn new(ends: &'a Ends<'a>) -> Self {
        let mut relaxation = Self { ends, program: Program::default(), uses: Vec::new() };
        for jump in 0..ends.board().jumps().len() {
            let column = relaxation.number(format!("Uses[{}]", ends.jump_name(jump)));
            relaxation.uses.push(column);
        }
        relaxation.balance();
        relaxation
    }

    fn number(&mut self, name: String) -> Variable {
        self.program.whole(name, self.ends.puzzle.jumps())
    }

    /// `Balance`: what jumps take from a hole and bring to it makes the finish of the start.
    fn balance(&mut self) {
        let end = |relaxation: &mut Self, which: &str, wanted| -> Vec<Expression> {
            let name = |hole| format!("{which}[{}]", relaxation.ends.name(hole));
            match wanted {
                Finish::Exactly(set) => relaxation
                    .ends
                    .holes()
                    .map(|hole| Expression::from(f64::from(u8::from(set.has(hole)))))
                    .collect(),
                Finish::Pegs(pegs) => {
                    let names: Vec<String> = relaxation.ends.holes().map(name).collect();
                    let columns: Vec<Variable> =
                        names.into_iter().map(|name| relaxation.program.binary(name)).collect();
                    let sum: Expression = columns.iter().sum();
                    relaxation.program.row(which.to_owned(), constraint!(sum == pegs as f64));
                    columns.into_iter().map(Expression::from).collect()
                }
            }
        };
        let starts = end(self, "Start", self.ends.start);
        let finishes = end(self, "Finish", self.ends.finish);
        for (hole, (start, finish)) in self.ends.holes().zip(starts.into_iter().zip(finishes)) {
            let taken = self.sum(|jump| jump.from == hole || jump.over == hole);
            let brought = self.sum(|jump| jump.to == hole);
            let name = format!("Balance[{}]", self.ends.name(hole));
            self.program.row(name, constraint!(taken - brought == start - finish));
        }
    }

    /// The moves: each starts in a hole and ends in one, and each Merson region that is full at
    /// the start is opened by a move of its own.
    fn count_moves(&mut self, control: &Control) -> Result<(), Stop> {
        let holes: Vec<Hole> = self.ends.holes().collect();
        let mut starts = Vec::new();
        for &hole in &holes {
            let name = self.ends.name(hole).to_owned();
            let start = self.number(format!("MovesFrom[{name}]"));
            let end = self.number(format!("MovesTo[{name}]"));
            let (out, into) = (self.sum(|j| j.from == hole), self.sum(|j| j.to == hole));
            let flow = constraint!(out.clone() - into.clone() == start - end);
            self.program.row(format!("Flow[{name}]"), flow);
            self.program.row(format!("MovesFrom[{name}]"), constraint!(start <= out));
            self.program.row(format!("MovesTo[{name}]"), constraint!(end <= into));
            starts.push(start);
        }
        for region in regions::to_open(self.ends, control)? {
            let opened: Expression = region.holes().map(|hole| starts[usize::from(hole)]).sum();
            let names = self.ends.puzzle.names.position(region).join(",");
            self.program.row(format!("Region[{names}]"), constraint!(opened >= 1.0));
        }
        self.program.minimise(starts.into_iter().sum());
        Ok(())
    }

    fn sum(&self, test: impl Fn(&Jump) -> bool) -> Expression {
        let columns = self.ends.board().jumps().iter().zip(&self.uses);
        columns.filter(|(jump, _)| test(jump)).map(|(_, &column)| column).sum()
    }
}

/// What is known of the moves without regard to time.
pub(super) enum Bound {
    /// No numbers of jumps lead from the start to the finish.
    Impossible,
    /// Every solution has at least so many moves.
    AtLeast(usize),
}

/// A lower bound on the moves, or that there is no solution. A limit gives neither.
pub(super) fn bound(ends: &Ends<'_>, control: &Control) -> Result<Bound, Stop> {
    let mut relaxation = Relaxation::new(ends);
    relaxation.count_moves(control)?;
    control.check_memory(relaxation.program.bytes(10))?;
    let outcome = back_end::run(relaxation.program, control);
    match outcome.proof {
        Proof::Infeasible => Ok(Bound::Impossible),
        Proof::Optimal => {
            let least = least_whole(outcome.bound).and_then(|least| usize::try_from(least).ok());
            Ok(Bound::AtLeast(least.unwrap_or(0).max(1)))
        }
        Proof::Stopped(stop) => Err(stop),
    }
}

/// The fewest moves without regard to time, a lower bound on the moves of every solution. `None` if
/// there is none, or a limit comes first.
pub fn least_moves(puzzle: &Puzzle, control: &Control) -> Option<usize> {
    match bound(&Ends::new(puzzle), control) {
        Ok(Bound::AtLeast(moves)) => Some(moves),
        Ok(Bound::Impossible) | Err(_) => None,
    }
}

/// By number of the jump, the most times it can be made; where so many nodes do not tell, as many as
/// a solution has jumps.
pub(super) fn most_uses(ends: &Ends<'_>, control: &Control) -> Vec<usize> {
    let jumps = ends.puzzle.jumps();
    let most = |jump: usize| {
        if control.check().is_err() {
            return jumps;
        }
        let mut relaxation = Relaxation::new(ends);
        relaxation.program.minimise(-1.0 * relaxation.uses[jump]);
        let outcome = back_end::run_within_nodes(relaxation.program, NODES_A_JUMP, control);
        let least = (outcome.proof == Proof::Optimal).then(|| least_whole(outcome.bound)).flatten();
        least.and_then(|least| usize::try_from(-least).ok()).map_or(jumps, |most| most.min(jumps))
    };
    (0..ends.board().jumps().len()).map(most).collect()
}

/// Refutes a puzzle because no whole numbers of jumps make its finish of its start. `None` proves
/// nothing.
pub fn refute(puzzle: &Puzzle, control: &Control) -> Option<Finding> {
    let clock = Instant::now();
    let ends = Ends::new(puzzle);
    let relaxation = Relaxation::new(&ends);
    let (rows, columns) = relaxation.program.size();
    control.check_memory(relaxation.program.bytes(10)).ok()?;
    let outcome = back_end::run(relaxation.program, control);
    let (formulation, nodes) = ("relaxation", outcome.nodes);
    let believed_once = control.solver_settings().believe_once;
    let detail = Detail::Program { formulation, rows, columns, nodes, believed_once };
    let seconds = clock.elapsed().as_secs_f64();
    let (by, claim) = (Prover::Milp, Claim::Infeasible);
    let evidence = Evidence { by, claim, seconds, detail, stopped: None };
    (outcome.proof == Proof::Infeasible).then_some(Finding { evidence, line: None })
}
