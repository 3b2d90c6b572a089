//! The formulation by move: a program with a slot for each of N moves, which decides whether N moves can solve a puzzle.
//!
//! A slot holds a complete move: the set of its jumps, its first and last hole, and the position before it. A
//! moving peg never leaves its parity class and leaps only over holes of other classes. So its leaps never
//! empty a hole where it lands, and any order that joins the jumps into one trail is legal. A solution with
//! fewer moves fits too, since a chain may be cut into two slots: if N slots have no solution, no number of
//! moves up to N has one. In the names of columns and rows, slots count from 1.

mod columns;
#[cfg(feature = "milp")]
pub mod fewest;
pub mod knowledge;
pub(crate) mod marked_pegs;

use good_lp::{Expression, Variable, constraint};

use crate::milp::by_move::knowledge::{Groups, Knowledge};
use soliter_base::control::{Control, Stop};
use soliter_boards::bounds::cycles::{self, Cycle};
use soliter_boards::line::Line;
use soliter_boards::{board::Jump, board::position::Hole};
use soliter_boards::{puzzle::Puzzle, puzzle::ends::Ends};
use soliter_solvers::program::{Program, outcome::binary};

/// A column, or the value that it would always have.
#[derive(Clone, Copy)]
enum Entry {
    Fixed(f64),
    Column(Variable),
}

impl Entry {
    fn expression(self) -> Expression {
        match self {
            Self::Fixed(value) => Expression::from(value),
            Self::Column(column) => Expression::from(column),
        }
    }
}

pub(super) struct ByMove<'a> {
    pub(super) ends: &'a Ends<'a>,
    knowledge: &'a Knowledge,
    pub(super) slots: usize,
    pub(super) program: Program,
    /// `[k][j]`: slot k holds jump j.
    jump: Vec<Vec<Entry>>,
    /// `[k][h]`: the move of slot k starts in hole h.
    start: Vec<Vec<Entry>>,
    /// `[k][h]`: the move of slot k ends in hole h.
    end: Vec<Vec<Entry>>,
    /// `[k][h]`: hole h holds a peg before slot k. There is one more position than there are slots.
    peg: Vec<Vec<Entry>>,
    /// For each column of a jump: the slot, the index of the jump, and the index of the column. A solution is
    /// read from these.
    pub(super) jump_places: Vec<(usize, usize, usize)>,
    /// The slot, the first hole of its move, and the index of the column.
    pub(super) start_places: Vec<(usize, Hole, usize)>,
}

/// The program for export: it has a solution if the puzzle has one of at most `slots` moves. The bounds on
/// the uses of jumps are omitted, since they depend on the time allowed.
pub fn program(puzzle: &Puzzle, slots: usize, control: &Control) -> Result<Program, Stop> {
    let ends = Ends::new(puzzle);
    Ok(ByMove::new(&ends, slots, &exported(&ends, slots, control)?, control)?.program)
}

/// The solution that `values` of the columns of the [`program`] describe. `None` if they describe none, or a move whose
/// jumps are not connected.
pub fn line_of(
    puzzle: &Puzzle,
    slots: usize,
    values: impl FnOnce(&Program) -> Vec<f64>,
    control: &Control,
) -> Result<Option<Line>, Stop> {
    let ends = Ends::new(puzzle);
    let knowledge = exported(&ends, slots, control)?;
    let by_move = ByMove::new(&ends, slots, &knowledge, control)?;
    Ok(by_move.line(&values(&by_move.program)).ok().and_then(Result::ok))
}

fn exported(ends: &Ends<'_>, slots: usize, control: &Control) -> Result<Knowledge, Stop> {
    let groups = Groups { uses: false, ..Groups::default() };
    let mut knowledge = Knowledge::new(ends, groups, control)?;
    knowledge.exact_ends(ends, slots, control)?;
    Ok(knowledge)
}

impl<'a> ByMove<'a> {
    pub(super) fn new(
        ends: &'a Ends<'a>,
        slots: usize,
        knowledge: &'a Knowledge,
        control: &Control,
    ) -> Result<Self, Stop> {
        let mut by_move = Self {
            ends,
            knowledge,
            slots,
            program: Program::default(),
            jump: Vec::new(),
            start: Vec::new(),
            end: Vec::new(),
            peg: Vec::new(),
            jump_places: Vec::new(),
            start_places: Vec::new(),
        };
        by_move.columns(control)?;
        by_move.ends_by_pegs();
        for slot in 0..slots {
            by_move.one_move(slot);
            by_move.trail(slot);
            by_move.pegs_there(slot);
            by_move.landing(slot);
            by_move.next_position(slot);
            by_move.parity_class(slot);
            if slot > 0 {
                by_move.counts(slot);
            }
            by_move.reached_cycles(slot);
            by_move.open_regions(slot);
            by_move.program.check(control)?;
        }
        by_move.marked_pegs()?;
        by_move.jump_count();
        by_move.region_moves();
        by_move.uses();
        Ok(by_move)
    }

    /// `Start`, `Finish`: an end that allows several positions has its number of pegs.
    fn ends_by_pegs(&mut self) {
        for (name, end, at) in [
            ("Start", self.ends.start.clone(), 0),
            ("Finish", self.ends.finish.clone(), self.slots),
        ] {
            if end.position().is_none() {
                let sum: Expression = self.peg[at].iter().map(|peg| peg.expression()).sum();
                self.program.row(name.to_owned(), constraint!(sum == end.pegs() as f64));
            }
        }
    }

    /// `Move`: each slot is one move of at least one jump.
    fn one_move(&mut self, slot: usize) {
        let from: Expression = self.start[slot].iter().map(|start| start.expression()).sum();
        let to: Expression = self.end[slot].iter().map(|end| end.expression()).sum();
        let jumps = self.jumps(slot, |_| true);
        let k = slot + 1;
        self.program.row(format!("Move.From[{k}]"), constraint!(from == 1.0));
        self.program.row(format!("Move.To[{k}]"), constraint!(to == 1.0));
        self.program.row(format!("Move.Jumps[{k}]"), constraint!(jumps >= 1.0));
    }

    /// `JumpCount`: all slots together have the number of jumps that every solution has.
    fn jump_count(&mut self) {
        let all: Expression = (0..self.slots).map(|slot| self.jumps(slot, |_| true)).sum();
        let count = self.ends.puzzle.jumps() as f64;
        self.program.row("JumpCount".to_owned(), constraint!(all == count));
    }

    /// `Trail`: the jumps lead from the first hole of the move to its last. In 25-45-43, one jump leaves 25
    /// and none arrives, one arrives at 43 and none leaves, and at 45 the numbers are equal. So for each
    /// hole, jumps out minus jumps in equals From - To, even if the peg returns to its first hole.
    fn trail(&mut self, slot: usize) {
        for hole in self.ends.holes() {
            let out = self.jumps(slot, |jump| jump.from == hole);
            let into = self.jumps(slot, |jump| jump.to == hole);
            let (start, end) = (self.from(slot, hole), self.to(slot, hole));
            let name = format!("[{},{}]", slot + 1, self.ends.name(hole));
            let flow = constraint!(out.clone() - into == start.clone() - end);
            self.program.row(format!("Trail.Flow{name}"), flow);
            self.program.row(format!("Trail.From{name}"), constraint!(start <= out));
        }
    }

    /// `Pegs`: the moving peg and the pegs that it leaps over are there before the move, and each is leapt over once.
    fn pegs_there(&mut self, slot: usize) {
        for hole in self.ends.holes() {
            let over = self.jumps(slot, |jump| jump.over == hole);
            let (start, peg) = (self.from(slot, hole), self.before(slot, hole));
            let name = format!("Pegs[{},{}]", slot + 1, self.ends.name(hole));
            self.program.row(name, constraint!(start + over <= peg));
        }
    }

    /// `Landing`: a hole where the peg lands is empty before the move, or is the hole that the peg left.
    ///
    /// Instead of one row for each jump, two jumps share a row: the jump into the hole over some middle, and
    /// the jump back. Both need the peg in the middle, which is leapt over once in a move, so at most one of
    /// them is made, and the row holds for their sum. It holds for the jump away too, because the peg that
    /// leaves the hole either began there or landed there.
    fn landing(&mut self, slot: usize) {
        for hole in self.ends.holes() {
            let room = 1.0 - self.before(slot, hole) + self.from(slot, hole);
            let name = format!("{},{}", slot + 1, self.ends.name(hole));
            let end = self.to(slot, hole);
            self.program.row(format!("Landing.To[{name}]"), constraint!(end <= room.clone()));
            let board = self.ends.board();
            let touches = |jump: &&Jump| jump.to == hole || jump.from == hole;
            let mut middles: Vec<Hole> =
                board.jumps().iter().filter(touches).map(|jump| jump.over).collect();
            middles.sort_unstable();
            middles.dedup();
            for middle in middles {
                let pair = self.jumps(slot, |jump| {
                    jump.over == middle && (jump.to == hole || jump.from == hole)
                });
                let name = format!("Landing[{name},{}]", self.ends.name(middle));
                self.program.row(name, constraint!(pair <= room.clone()));
            }
        }
    }

    /// `Position`: the position after a move follows from the one before it.
    fn next_position(&mut self, slot: usize) {
        for hole in self.ends.holes() {
            let over = self.jumps(slot, |jump| jump.over == hole);
            let after =
                self.before(slot, hole) - self.from(slot, hole) + self.to(slot, hole) - over;
            let next = self.before(slot + 1, hole);
            let name = format!("Position[{},{}]", slot + 2, self.ends.name(hole));
            self.program.row(name, constraint!(next == after));
        }
    }

    /// `Counts`: in the positions that are possible after the first and before the last slots, each class, and each
    /// two classes together, have a least and a greatest number of pegs.
    fn counts(&mut self, slot: usize) {
        let known = [self.knowledge.first.get(slot), self.knowledge.last.get(self.slots - slot)];
        for (side, known) in known.into_iter().enumerate() {
            let Some(known) = known else { continue };
            for (number, (set, counts)) in
                self.knowledge.counted.iter().zip(&known.counts).enumerate()
            {
                let pegs: Expression = set.holes().map(|hole| self.before(slot, hole)).sum();
                let name = format!("[{},{},{}]", slot + 1, side + 1, number + 1);
                let (least, most) = (f64::from(*counts.start()), f64::from(*counts.end()));
                let row = constraint!(pegs.clone() >= least);
                self.program.row(format!("Counts.Least{name}"), row);
                self.program.row(format!("Counts.Most{name}"), constraint!(pegs <= most));
            }
        }
    }

    /// `Class`: the moving peg stays in one parity class, where all of its jumps are made. Without these rows
    /// a fractional solution spreads a move over several classes, for example half a jump in each of two.
    fn parity_class(&mut self, slot: usize) {
        let classes = &self.knowledge.classes;
        if classes.is_empty() {
            return;
        }
        let mut all = Expression::default();
        for (number, class) in classes.iter().enumerate() {
            let name = format!("{},{}", slot + 1, number + 1);
            let moves = self.program.binary(format!("Class[{name}]"));
            all += moves;
            let from: Expression = class.holes().map(|hole| self.from(slot, hole)).sum();
            let to: Expression = class.holes().map(|hole| self.to(slot, hole)).sum();
            self.program.row(format!("Class.From[{name}]"), constraint!(from == moves));
            self.program.row(format!("Class.To[{name}]"), constraint!(to == moves));
            for hole in self.ends.holes() {
                let over = self.jumps(slot, |jump| jump.over == hole && class.has(jump.from));
                let name = format!("Class.Over[{name},{}]", self.ends.name(hole));
                self.program.row(name, constraint!(over <= moves));
            }
        }
        self.program.row(format!("Class[{}]", slot + 1), constraint!(all == 1.0));
    }

    /// `Cycle`: a cycle of jumps is entered from outside, or the move starts in it.
    fn reached_cycles(&mut self, slot: usize) {
        for (number, cycle) in self.knowledge.cycles.iter().enumerate() {
            let chosen: Expression =
                cycle.jumps.iter().map(|&jump| self.jump[slot][jump].expression()).sum();
            let within = &cycle.within;
            let entered = self.jumps(slot, |jump| within.has(jump.to) && !within.has(jump.from));
            let started: Expression = within.holes().map(|hole| self.from(slot, hole)).sum();
            let name = format!("Cycle[{},{}]", slot + 1, number + 1);
            let most = cycle.jumps.len() as f64 - 1.0;
            self.program.row(name, constraint!(chosen <= most + entered + started));
        }
    }

    /// `Region`: a move begins in each Merson region that is full at the start.
    fn region_moves(&mut self) {
        for (number, region) in self.knowledge.regions.iter().enumerate() {
            let opened: Expression = (0..self.slots)
                .flat_map(|slot| region.holes().map(move |hole| (slot, hole)))
                .map(|(slot, hole)| self.from(slot, hole))
                .sum();
            self.program.row(format!("Region[{}]", number + 1), constraint!(opened >= 1.0));
        }
    }

    /// `Region.Open`: a hole of a region is empty only if some hole of the region was empty before, or a move
    /// has begun in it. This fixes the time at which a region is opened, which the sum over all slots
    /// (`Region`) does not. A region of one hole needs no such row, since `Position` implies it.
    fn open_regions(&mut self, slot: usize) {
        for (number, region) in self.knowledge.regions.iter().enumerate() {
            if region.len() == 1 {
                continue;
            }
            let open: Expression = region
                .holes()
                .map(|hole| 1.0 - self.before(slot, hole) + self.from(slot, hole))
                .sum();
            for hole in region.holes() {
                let empty = 1.0 - self.before(slot + 1, hole);
                let name = self.ends.name(hole);
                let name = format!("Region.Open[{},{},{name}]", slot + 1, number + 1);
                self.program.row(name, constraint!(empty <= open.clone()));
            }
        }
    }

    /// `Uses`: a jump is made no more often than the relaxation allows.
    fn uses(&mut self) {
        for (jump, &most) in self.knowledge.most_uses.iter().enumerate() {
            if most > 0 && most < self.slots {
                let uses: Expression = self.jump.iter().map(|jumps| jumps[jump].expression()).sum();
                let name = format!("Uses[{}]", self.ends.jump_name(jump));
                self.program.row(name, constraint!(uses <= most as f64));
            }
        }
    }

    pub(super) fn jumps(&self, slot: usize, test: impl Fn(&Jump) -> bool) -> Expression {
        let columns = self.ends.board().jumps().iter().zip(&self.jump[slot]);
        columns.filter(|(jump, _)| test(jump)).map(|(_, entry)| entry.expression()).sum()
    }

    pub(super) fn from(&self, slot: usize, hole: Hole) -> Expression {
        self.start[slot][usize::from(hole)].expression()
    }

    pub(super) fn to(&self, slot: usize, hole: Hole) -> Expression {
        self.end[slot][usize::from(hole)].expression()
    }

    /// Whether a hole holds a peg before a slot.
    fn before(&self, slot: usize, hole: Hole) -> Expression {
        self.peg[slot][usize::from(hole)].expression()
    }

    /// The solution that the values describe, or a cycle of jumps that its move does not reach.
    pub(super) fn line(&self, values: &[f64]) -> Result<Result<Line, Cycle>, Stop> {
        let not_whole = Stop::BackEnd("HiGHS returned values that are not integers");
        let flag =
            |place: usize| values.get(place).and_then(|&value| binary(value)).ok_or(not_whole);
        let mut chosen: Vec<Vec<usize>> = vec![Vec::new(); self.slots];
        for &(slot, jump, place) in &self.jump_places {
            if flag(place)? {
                chosen[slot].push(jump);
            }
        }
        let mut starts: Vec<Option<Hole>> = vec![None; self.slots];
        for &(slot, hole, place) in &self.start_places {
            if flag(place)? {
                starts[slot] = Some(hole);
            }
        }
        let starts = starts.into_iter().collect::<Option<Vec<Hole>>>().ok_or(not_whole)?;
        let slots = chosen.iter().map(Vec::as_slice).zip(starts);
        let made = cycles::trails(self.ends.board().jumps(), slots);
        Ok(made.map(|made| self.ends.line(made)))
    }
}
