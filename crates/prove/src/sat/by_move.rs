//! The CNF formula of a puzzle, which is satisfiable if the puzzle has a solution of at most `slots` moves.
//!
//! A slot holds one move or a part of one: the position before it, the holes where it starts and ends, and
//! the set of its jumps, whose order does not matter (`milp/by_move`). `tools/encode.py` writes the same
//! clauses in the same order from a puzzle's text; every change here must be made there too.

use soliter_base::control::{Control, Stop};
use soliter_boards::bounds::cycles::Cycle;
use soliter_boards::{board::Jump, board::position::Hole};
use soliter_boards::{puzzle::Finish, puzzle::ends::Ends};
use soliter_solvers::sat::clauses::Clauses;

/// The reason why there is no formula: the order of a move's jumps would matter.
pub(super) const NO_CLASSES: Stop =
    Stop::Size("a peg of this board may leap over a hole in which it can land");

/// The clauses of one puzzle and one number of slots, and the layout of their variables.
///
/// The variables of a slot are contiguous: the pegs before it, the holes where it starts and ends, and its
/// jumps. After the last slot come the pegs of the last position, then the variables of sequential counters.
pub(super) struct ByMove {
    pub(super) clauses: Clauses,
    pub(super) slots: usize,
    holes: usize,
    jumps: usize,
}

impl ByMove {
    pub(super) fn new(
        ends: &Ends<'_>,
        slots: usize,
        cycles: &[Cycle],
        control: &Control,
    ) -> Result<Self, Stop> {
        if !ends.board().keeps_classes() {
            return Err(NO_CLASSES);
        }
        let (holes, jumps) = (ends.board().holes(), ends.board().jumps().len());
        let variables = slots * (3 * holes + jumps) + holes;
        let variables = i32::try_from(variables).map_err(|_| Stop::Memory)?;
        let mut by_move = Self { clauses: Clauses::new(variables), slots, holes, jumps };
        by_move.end("start", ends.start.clone(), 0);
        by_move.end("finish", ends.finish.clone(), slots);
        for slot in 0..slots {
            by_move.slot(slot, ends, cycles);
            control.check()?;
            control.check_memory(by_move.clauses.bytes())?;
        }
        Ok(by_move)
    }

    fn variable(&self, slot: usize, place: usize) -> i32 {
        (slot * (3 * self.holes + self.jumps) + place + 1) as i32
    }

    /// The variable for "a hole holds a peg before a slot".
    fn peg(&self, slot: usize, hole: Hole) -> i32 {
        self.variable(slot, usize::from(hole))
    }

    pub(super) fn start(&self, slot: usize, hole: Hole) -> i32 {
        self.variable(slot, self.holes + usize::from(hole))
    }

    fn finish(&self, slot: usize, hole: Hole) -> i32 {
        self.variable(slot, 2 * self.holes + usize::from(hole))
    }

    pub(super) fn jump(&self, slot: usize, jump: usize) -> i32 {
        self.variable(slot, 3 * self.holes + jump)
    }

    fn end(&mut self, what: &str, end: Finish, slot: usize) {
        self.clauses.group(format!("the pegs of the {what}"));
        let pegs: Vec<i32> = (0..self.holes as Hole).map(|hole| self.peg(slot, hole)).collect();
        match end {
            Finish::Pegs(count) => self.clauses.exactly(count, &pegs),
            Finish::Holes { pegs_at, empty_at, pegs: count } => {
                for (hole, &peg) in (0..).zip(&pegs) {
                    if pegs_at.has(hole) || empty_at.has(hole) {
                        self.clauses.clause([if pegs_at.has(hole) { peg } else { -peg }]);
                    }
                }
                self.clauses.exactly(count, &pegs);
            }
            Finish::Exactly(set) => {
                for (hole, &peg) in (0..).zip(&pegs) {
                    self.clauses.clause([if set.has(hole) { peg } else { -peg }]);
                }
            }
        }
    }

    fn slot(&mut self, slot: usize, ends: &Ends<'_>, cycles: &[Cycle]) {
        let say = |by_move: &mut Self, what: &str| {
            by_move.clauses.group(format!("slot {}: {what}", slot + 1));
        };
        say(self, "the move starts in one hole");
        self.exactly_one(slot, Self::start);
        say(self, "the move ends in one hole");
        self.exactly_one(slot, Self::finish);
        say(self, "a jump leads away from where it starts");
        for hole in ends.holes() {
            let away = self.jumps(slot, ends, |jump| jump.from == hole);
            self.clauses.clause([-self.start(slot, hole)].into_iter().chain(away));
        }
        say(self, "as many jumps lead into a hole as out of it, start and end counted");
        for hole in ends.holes() {
            self.trail(slot, hole, ends);
        }
        let keeps = if ends.board().is_changed() {
            "jumps lead from one to the other"
        } else {
            "a jump keeps row and column even or odd"
        };
        say(self, &format!("all its holes are of one class: {keeps}"));
        self.jump_class(slot, ends);
        // A peg disappears from a hole in two ways: it starts to move, or another peg leaps over it.
        let taken = |hole| {
            let over = self.jumps(slot, ends, |jump| jump.over == hole);
            [self.start(slot, hole)].into_iter().chain(over).collect()
        };
        let taken: Vec<Vec<i32>> = ends.holes().map(taken).collect();
        say(self, "the peg that moves and those it leaps over are there");
        for (hole, taken) in (0..).zip(&taken) {
            for &one in taken {
                self.clauses.clause([-one, self.peg(slot, hole)]);
            }
        }
        say(self, "each is leapt over once");
        for taken in &taken {
            for (index, one) in taken.iter().enumerate() {
                for other in &taken[index + 1..] {
                    self.clauses.clause([-one, -other]);
                }
            }
        }
        say(self, "it lands in empty holes or its first");
        for hole in ends.holes() {
            self.landing(slot, hole, ends);
        }
        say(self, "a cycle of jumps is entered, or started from");
        for cycle in cycles {
            self.reached(slot, cycle, ends);
        }
        say(self, "a peg is there after the move if it landed there, or was there and stayed");
        self.next_position(slot, ends, &taken);
    }

    fn exactly_one(&mut self, slot: usize, of: impl Fn(&Self, usize, Hole) -> i32) {
        let all: Vec<i32> = (0..self.holes as Hole).map(|hole| of(self, slot, hole)).collect();
        self.clauses.exactly(1, &all);
    }

    /// Jumps into a hole and out of it are equal in number, if the start counts as one in and the end as one
    /// out. Stated as a cardinality constraint: the true variables of jumps in and the false variables of
    /// jumps out together number the jumps out plus 1. Jumps over the same peg are adjacent, since at most
    /// one of them is made.
    fn trail(&mut self, slot: usize, hole: Hole, ends: &Ends<'_>) {
        let jumps = ends.board().jumps();
        let touches = |j: &usize| jumps[*j].from == hole || jumps[*j].to == hole;
        let mut touching: Vec<usize> = (0..jumps.len()).filter(touches).collect();
        touching.sort_by_key(|&j| jumps[j].over);
        let mut literals = vec![self.start(slot, hole), -self.finish(slot, hole)];
        for j in touching {
            let variable = self.jump(slot, j);
            literals.push(if jumps[j].to == hole { variable } else { -variable });
        }
        let away = jumps.iter().filter(|jump| jump.from == hole).count();
        self.clauses.exactly(away + 1, &literals);
    }

    fn jump_class(&mut self, slot: usize, ends: &Ends<'_>) {
        let board = ends.board();
        // On a drawing, the classes are given by the parities of row and column, whether or not they have holes.
        let listed = board.is_changed().then(|| board.jump_classes());
        let number = listed.as_ref().map_or(4, Vec::len);
        let classes: Vec<i32> = (0..number).map(|_| self.clauses.variable()).collect();
        self.clauses.exactly(1, &classes);
        let starts = ends.holes().map(|hole| (self.start(slot, hole), hole));
        let finishes = ends.holes().map(|hole| (self.finish(slot, hole), hole));
        let jumps = ends.board().jumps().iter().enumerate();
        let jumps = jumps.map(|(number, jump)| (self.jump(slot, number), jump.from));
        let all: Vec<(i32, Hole)> = starts.chain(finishes).chain(jumps).collect();
        for (variable, hole) in all {
            let class = if let Some(listed) = &listed {
                listed.iter().position(|class| class.has(hole)).unwrap_or(0)
            } else {
                let (row, column) = board.place(hole);
                (row % 2 * 2 + column % 2) as usize
            };
            self.clauses.clause([-variable, classes[class]]);
        }
    }

    /// The holes where the peg lands are empty before the move, except for the hole where it starts. This
    /// also holds for a hole that it leaves by a jump, because it landed or started there before.
    fn landing(&mut self, slot: usize, hole: Hole, ends: &Ends<'_>) {
        let into = self.jumps(slot, ends, |jump| jump.to == hole);
        let away = self.jumps(slot, ends, |jump| jump.from == hole);
        for one in [self.finish(slot, hole)].into_iter().chain(into).chain(away) {
            self.clauses.clause([-one, -self.peg(slot, hole), self.start(slot, hole)]);
        }
    }

    fn reached(&mut self, slot: usize, cycle: &Cycle, ends: &Ends<'_>) {
        let within = &cycle.within;
        let entered = self.jumps(slot, ends, |jump| within.has(jump.to) && !within.has(jump.from));
        let chosen = cycle.jumps.iter().map(|&jump| -self.jump(slot, jump));
        let started = within.holes().map(|hole| self.start(slot, hole));
        let clause: Vec<i32> = chosen.chain(entered).chain(started).collect();
        self.clauses.clause(clause);
    }

    fn next_position(&mut self, slot: usize, ends: &Ends<'_>, taken: &[Vec<i32>]) {
        for hole in ends.holes() {
            self.clauses.clause([-self.finish(slot, hole), self.peg(slot + 1, hole)]);
        }
        for (hole, taken) in (0..).zip(taken) {
            let (before, after) = (self.peg(slot, hole), self.peg(slot + 1, hole));
            self.clauses.clause([after, -before].into_iter().chain(taken.iter().copied()));
        }
        for hole in ends.holes() {
            let (before, after) = (self.peg(slot, hole), self.peg(slot + 1, hole));
            self.clauses.clause([-after, self.finish(slot, hole), before]);
        }
        for (hole, taken) in (0..).zip(taken) {
            for one in taken {
                self.clauses.clause([-self.peg(slot + 1, hole), self.finish(slot, hole), -one]);
            }
        }
    }

    fn jumps(&self, slot: usize, ends: &Ends<'_>, test: impl Fn(&Jump) -> bool) -> Vec<i32> {
        let numbered = ends.board().jumps().iter().enumerate();
        numbered.filter(|(_, jump)| test(jump)).map(|(n, _)| self.jump(slot, n)).collect()
    }
}
