//! The constraint program row by row: its module Main and its classes Jump and Check.
//!
//! The program ties the variables `StartPos`, `DelPos`, `EndPos` and `Delta` of a jump by two
//! equalities that admit exactly the geometric jumps of the board. They are *tabulated*: one
//! binary column a jump number and geometric jump says which it is, and every test on a component
//! is a sum of columns. Jump numbers count from 1, as in the program; `peg[j, h]` is the state
//! of hole h before jump j.

use std::time::Instant;

use good_lp::{Constraint, Expression, Variable, constraint};

use crate::answer::{Claim, Detail, Evidence, Finding, Prover};
use crate::board::Jump;
use crate::control::{Control, Stop};
use crate::line::Line;
use crate::milp::back_end::{self, Outcome, Proof};
use crate::milp::program::Program;
use crate::position::Hole;
use crate::puzzle::{Finish, Puzzle};

/// Entries of a column, on average.
const ENTRIES: usize = 12;

/// The program of one puzzle, before it goes to the solver.
pub struct Mirror<'a> {
    puzzle: &'a Puzzle,
    /// The number of jumps.
    jump_count: usize,
    program: Program,
    /// `[j][k]`: jump number j is the geometric jump k. Index 0 stands for jump number 1.
    jump: Vec<Vec<Variable>>,
    /// `[j][h]`: hole h holds a peg before jump number j; one more state than jumps.
    peg: Vec<Vec<Variable>>,
    /// `[j]`: jump number j begins a move.
    is_new_move: Vec<Variable>,
}

impl<'a> Mirror<'a> {
    /// Builds all columns and rows. A building game is the ordinary game from its finish to its
    /// start, backwards.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let mut mirror = Self {
            puzzle,
            jump_count: puzzle.jumps(),
            program: Program::default(),
            jump: Vec::new(),
            peg: Vec::new(),
            is_new_move: Vec::new(),
        };
        mirror.ins_jumps();
        mirror.ins_checks();
        mirror.init_starts();
        mirror.init_ends();
        for number in 0..mirror.jump_count {
            mirror.start_del(number);
            mirror.calc_new_move(number);
            mirror.valid_jump(number);
            mirror.calc_value(number);
        }
        mirror.optimum();
        mirror
    }

    /// Its columns and rows.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The same, to be solved or written.
    pub fn into_program(self) -> Program {
        self.program
    }

    fn column(&mut self, name: String) -> Variable {
        self.program.binary(name)
    }

    fn row(&mut self, name: String, row: Constraint) {
        self.program.row(name, row);
    }

    /// `Main.InsJumps`: a record of class Jump for each jump number.
    fn ins_jumps(&mut self) {
        for number in 1..=self.jump_count {
            let jumps = self.puzzle.board.jumps().iter();
            let names: Vec<String> = jumps
                .map(|j| format!("Jump[{number},{}-{}]", self.name(j.from), self.name(j.to)))
                .collect();
            let columns = names.into_iter().map(|name| self.column(name)).collect();
            self.jump.push(columns);
            let new = self.column(format!("Jump.IsNewMove[{number}]"));
            self.is_new_move.push(new);
        }
    }

    /// `Main.InsChecks`: a record of class Check for each position and hole.
    fn ins_checks(&mut self) {
        for number in 1..=self.jump_count + 1 {
            let names: Vec<String> = self.puzzle.names.iter().map(str::to_owned).collect();
            let value = |name| self.column(format!("Check.Value[{number},{name}]"));
            let columns = names.into_iter().map(value).collect();
            self.peg.push(columns);
        }
    }

    /// `Main.InitStarts`: the position before the first jump.
    fn init_starts(&mut self) {
        let finish = if self.puzzle.building {
            self.puzzle.finish
        } else {
            Finish::Exactly(self.puzzle.start)
        };
        self.init("Main.InitStarts", 0, finish);
    }

    /// `Main.InitEnds`: the position after the last jump.
    fn init_ends(&mut self) {
        let finish = if self.puzzle.building {
            Finish::Exactly(self.puzzle.start)
        } else {
            self.puzzle.finish
        };
        self.init("Main.InitEnds", self.jump_count, finish);
    }

    fn init(&mut self, group: &str, number: usize, wanted: Finish) {
        match wanted {
            Finish::Exactly(position) => {
                for hole in self.holes() {
                    let value = f64::from(u8::from(position.has(hole)));
                    let row = constraint!(self.peg[number][hole as usize] == value);
                    self.row(format!("{group}[{}]", self.name(hole)), row);
                }
            }
            Finish::Pegs(pegs) => {
                let sum: Expression = self.peg[number].iter().sum();
                self.row(group.to_owned(), constraint!(sum == pegs as f64));
            }
        }
    }

    /// `Main.Optimum`: the number of moves, minimised.
    fn optimum(&mut self) {
        self.program.minimise(self.is_new_move.iter().sum());
    }

    /// `Jump.StartDel` and `Jump.EndDel`: the jump is one of the geometric jumps. `EndDel` needs
    /// no row of its own, since each of them satisfies it.
    fn start_del(&mut self, number: usize) {
        let sum: Expression = self.jump[number].iter().sum();
        self.row(format!("Jump.StartDel[j={}]", number + 1), constraint!(sum == 1.0));
    }

    /// `Jump.CalcNewMove`: the first jump begins a move; a later one does exactly if it does not
    /// start where the one before it ended.
    fn calc_new_move(&mut self, number: usize) {
        let name = format!("Jump.CalcNewMove[j={}", number + 1);
        let new = self.is_new_move[number];
        if number == 0 {
            self.row(format!("{name}]"), constraint!(new == 1.0));
            return;
        }
        for hole in self.holes() {
            let start = self.sum(number, |j| j.from == hole);
            let end_before = self.sum(number - 1, |j| j.to == hole);
            let differs = constraint!(start.clone() - end_before.clone() <= new);
            let equal = constraint!(new + start + end_before <= 2.0);
            let hole = self.name(hole).to_owned();
            self.row(format!("{name},{hole}]"), differs);
            self.row(format!("{name},{hole},equal]"), equal);
        }
    }

    /// `Check.ValidJump`: where there is no peg nothing starts and nothing is leapt over, where
    /// there is one nothing lands.
    fn valid_jump(&mut self, number: usize) {
        for hole in self.holes() {
            let leaves = self.sum(number, |j| j.from == hole || j.over == hole);
            let lands = self.sum(number, |j| j.to == hole);
            let peg = self.peg[number][hole as usize];
            let name = format!("Check.ValidJump[j={},{}", number + 1, self.name(hole));
            self.row(format!("{name}]"), constraint!(leaves <= peg));
            self.row(format!("{name},landing]"), constraint!(lands + peg <= 1.0));
        }
    }

    /// `Check.CalcValue`: the state after a jump from the state before it.
    fn calc_value(&mut self, number: usize) {
        for hole in self.holes() {
            let leaves = self.sum(number, |j| j.from == hole || j.over == hole);
            let lands = self.sum(number, |j| j.to == hole);
            let (before, after) =
                (self.peg[number][hole as usize], self.peg[number + 1][hole as usize]);
            let name = format!("Check.CalcValue[j={},{}]", number + 2, self.name(hole));
            self.row(name, constraint!(after == before - leaves + lands));
        }
    }

    /// The sum of the columns of a jump number over the geometric jumps that pass a test.
    fn sum(&self, number: usize, test: impl Fn(&Jump) -> bool) -> Expression {
        let columns = self.puzzle.board.jumps().iter().zip(&self.jump[number]);
        columns.filter(|(jump, _)| test(jump)).map(|(_, &column)| column).sum()
    }

    fn holes(&self) -> impl Iterator<Item = Hole> + use<> {
        self.puzzle.board.full().holes()
    }

    fn name(&self, hole: Hole) -> &str {
        self.puzzle.names.name(hole)
    }
}

/// Solves a puzzle by its MILP alone. Claims are what `HiGHS` reports: its values are rounded and
/// its bound is rounded up, since the number of moves is whole.
pub fn solve(puzzle: &Puzzle, control: &Control) -> Finding {
    let clock = Instant::now();
    let program = Mirror::new(puzzle).into_program();
    let (rows, columns) = program.size();
    let mut detail = Detail::Program { formulation: "mirror", rows, columns, nodes: 0 };
    let outcome = match control.check_memory(program.bytes(ENTRIES)) {
        Ok(()) => {
            control.say(|| format!("milp: {rows} rows, {columns} columns"));
            Some(back_end::run(program.into_problem(), control))
        }
        Err(_) => None,
    };
    let (claim, line, stopped) =
        outcome.map_or((Claim::Unknown { lower_bound: 1 }, None, Some(Stop::Memory)), |outcome| {
            if let Detail::Program { nodes, .. } = &mut detail {
                *nodes = outcome.nodes;
            }
            read(puzzle, &outcome)
        });
    let seconds = clock.elapsed().as_secs_f64();
    Finding { evidence: Evidence { by: Prover::Milp, claim, seconds, detail, stopped }, line }
}

/// The lower bound on the moves that the program gives in fractions. `None` if a limit comes first,
/// or fractions have no solution.
pub fn relaxed_moves(puzzle: &Puzzle, control: &Control) -> Option<usize> {
    let problem = Mirror::new(puzzle).into_program().into_problem();
    let outcome = back_end::run_relaxed(problem, control);
    (outcome.proof == Proof::Optimal).then(|| back_end::round_up(outcome.bound))
}

fn read(puzzle: &Puzzle, outcome: &Outcome) -> (Claim, Option<Line>, Option<Stop>) {
    let lower_bound = back_end::round_up(outcome.bound).max(1);
    let line = outcome.values.as_ref().map(|values| decode(puzzle, values));
    match (&outcome.proof, line) {
        (Proof::Infeasible, _) => (Claim::Infeasible, None, None),
        (Proof::Optimal, Some(Some(line))) if lower_bound == line.moves().len() => {
            (Claim::Optimal { moves: lower_bound }, Some(line), None)
        }
        (Proof::Optimal, Some(Some(_))) => {
            let stop = Stop::BackEnd("HiGHS gave an objective that is not the number of moves");
            (Claim::Unknown { lower_bound: 1 }, None, Some(stop))
        }
        (Proof::Stopped(stop), Some(Some(line))) => {
            let moves = line.moves().len();
            let lower_bound = lower_bound.min(moves);
            (Claim::Feasible { moves, lower_bound }, Some(line), Some(*stop))
        }
        (Proof::Stopped(stop), None) => (Claim::Unknown { lower_bound }, None, Some(*stop)),
        (_, Some(None) | None) => {
            let stop = Stop::BackEnd("HiGHS gave values that are not whole");
            (Claim::Unknown { lower_bound: 1 }, None, Some(stop))
        }
    }
}

/// The line that the values of the jump columns say; `None` if they are not whole.
fn decode(puzzle: &Puzzle, values: &[f64]) -> Option<Line> {
    let jumps = puzzle.board.jumps();
    // Columns are in the order of `ins_jumps`: the geometric jumps, then the new-move flag.
    let chosen = |number: usize| {
        let first = number * (jumps.len() + 1);
        let flags = values.get(first..first + jumps.len())?;
        let flags: Vec<bool> = flags.iter().map(|&v| back_end::binary(v)).collect::<Option<_>>()?;
        let k = flags.iter().position(|&flag| flag)?;
        Some((jumps[k].from, jumps[k].to))
    };
    let line = Line::from_jumps((0..puzzle.jumps()).map(chosen).collect::<Option<Vec<_>>>()?);
    Some(if puzzle.building { line.reversed() } else { line })
}
