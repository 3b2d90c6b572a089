//! Finds a solution that leaves holes open: an integer program says how often each jump is made, and a depth-first search
//! puts these jumps into an order in which each of them is legal.
//!
//! Armies are the example: on a large board, a search meets far too many positions, while the fewest jumps that bring a
//! soldier to the fourth row (19) are found in a second, and nearly any order of them is legal. (M. Kiyomi and T. Matsui,
//! Integer programming based algorithms for peg solitaire problems, 2001.)

use good_lp::{Expression, Variable, constraint};
use rustc_hash::FxHashSet;

use soliter_base::clock::Instant;
use soliter_base::control::{Control, SolverSettings};
use soliter_boards::answer::{Claim, Detail, Evidence, Prover, ProverResult};
use soliter_boards::line::Line;
use soliter_boards::puzzle::open::{Aim, OpenPuzzle};
use soliter_boards::{
    board::position::Position,
    board::{Board, Jump},
};
use soliter_solvers::highs::back_end;
use soliter_solvers::program::Program;

/// The maximum number of nodes of a program; a time limit would make the result depend on the machine.
const NODES: u32 = 2_000;
/// Each further program asks for more jumps than the one before.
const PROGRAMS: usize = 4;
/// The maximum number of jumps that a search for an order tries.
const STEPS: usize = 200_000;

/// A solution of an ordinary game with open holes, with the claim that there is one. `None` proves nothing.
pub(crate) fn solve(open: &OpenPuzzle, control: &Control) -> Option<(usize, ProverResult)> {
    let clock = Instant::now();
    let Aim::Holes { pegs_at, empty_at } = open.aim() else { return None };
    let puzzle = open.puzzle();
    if puzzle.reverse() {
        return None;
    }
    let (board, start) = (puzzle.board(), puzzle.start());
    // The values are checked by playing them, so one run is enough.
    let settings = SolverSettings { skip_recheck: true, ..SolverSettings::default() };
    let control = &control.clone().solver(settings);
    let mut least = 1;
    for _ in 0..PROGRAMS {
        let (program, uses) = program(board, start, [pegs_at, empty_at], least);
        let (rows, columns) = program.size();
        control.check_memory(program.bytes(3)).ok()?;
        let outcome = back_end::run_within_nodes(program, NODES, control);
        let values = outcome.values?;
        let counts: Vec<u32> =
            values[..uses].iter().map(|value| value.round().max(0.0) as u32).collect();
        let jumps = counts.iter().sum::<u32>() as usize;
        let order = Order { board, left: counts, seen: FxHashSet::default(), steps: 0, control };
        if let Some(made) = order.of(start) {
            let line = Line::from_jumps(made.into_iter().map(|jump| board.hop(jump)));
            let claim = Claim::Feasible { moves: line.moves().len(), lower_bound: 1 };
            let detail = Detail::Program {
                formulation: "jump-counts",
                rows,
                columns,
                nodes: outcome.nodes,
                believed_once: true,
            };
            let seconds = clock.elapsed().as_secs_f64();
            // The reason why the fewest moves stay unknown.
            let stopped = board.fits_u64().err();
            let evidence = Evidence { by: Prover::Milp, claim, seconds, detail, stopped };
            let pegs = start.len() - jumps;
            return Some((pegs, ProverResult { evidence, line: Some(line) }));
        }
        least = jumps + 1;
    }
    None
}

/// The program that minimises the number of jumps, with at least `least` of them. Its first columns count the uses of
/// each jump.
fn program(
    board: &Board,
    start: &Position,
    [pegs_at, empty_at]: [&Position; 2],
    least: usize,
) -> (Program, usize) {
    let mut program = Program::default();
    let mut balance: Vec<Expression> = board
        .all_holes()
        .map(|hole| Expression::from(f64::from(u8::from(start.has(hole)))))
        .collect();
    let uses: Vec<Variable> = (0..board.jumps().len())
        .map(|at| program.whole(format!("Uses[{at}]"), start.len()))
        .collect();
    for (jump, &column) in board.jumps().iter().zip(&uses) {
        balance[usize::from(jump.from)] -= column;
        balance[usize::from(jump.over)] -= column;
        balance[usize::from(jump.to)] += column;
    }
    for (hole, pegs) in board.all_holes().zip(balance) {
        let name = format!("Balance[{hole}]");
        match (pegs_at.has(hole), empty_at.has(hole)) {
            (true, _) => program.row(name, constraint!(pegs == 1.0)),
            (_, true) => program.row(name, constraint!(pegs == 0.0)),
            _ => {
                let end = program.binary(format!("End[{hole}]"));
                program.row(name, constraint!(pegs == end));
            }
        }
    }
    let jumps: Expression = uses.iter().sum();
    program.row("Jumps".to_owned(), constraint!(jumps.clone() >= least as f64));
    program.minimise(jumps);
    (program, uses.len())
}

/// A depth-first search for an order of jumps.
struct Order<'a> {
    board: &'a Board,
    /// How often each jump has still to be made.
    left: Vec<u32>,
    /// The numbers left from which no order leads on. They determine the position.
    seen: FxHashSet<Vec<u32>>,
    steps: usize,
    control: &'a Control,
}

impl Order<'_> {
    /// The jumps in an order that is legal from a position, or `None` if none was found.
    fn of(mut self, start: &Position) -> Option<Vec<Jump>> {
        let mut made = Vec::new();
        self.extend(start, &mut made).then_some(made)
    }

    fn extend(&mut self, here: &Position, made: &mut Vec<Jump>) -> bool {
        if self.left.iter().all(|&uses| uses == 0) {
            return true;
        }
        if self.seen.contains(&self.left) {
            return false;
        }
        for (at, &jump) in self.board.jumps().iter().enumerate() {
            let Jump { from, over, to } = jump;
            let fits = here.has(from) && here.has(over) && !here.has(to);
            if self.left[at] == 0 || !fits {
                continue;
            }
            self.steps += 1;
            if self.steps > STEPS || self.control.check_work(self.left.len()).is_err() {
                return false;
            }
            self.left[at] -= 1;
            made.push(jump);
            if self.extend(&here.clone().without(from).without(over).with(to), made) {
                return true;
            }
            made.pop();
            self.left[at] += 1;
        }
        self.seen.insert(self.left.clone());
        false
    }
}
