//! One slot for each move: whether a puzzle can be solved in so many moves.
//!
//! A slot holds a whole move: the set of its jumps, its first and its last hole, and the position
//! before it. A peg that moves never leaves its parity class and leaps over holes of other classes
//! only, so nothing it lands on is changed by what it leaps over: any order that makes one trail
//! of the jumps is legal. A solution of fewer moves has a place too, since a chain may be cut into
//! two slots: if so many slots do not do, fewer moves do not either. Slots count from 1.
//!
//! The columns and rows of a sweep are here, those of marked pegs in `marked_pegs`. `knowledge` is what is
//! known of a puzzle before its slots are counted, and `slots` what the first and last of them can be.
//! [`fewest`] goes from sweep to sweep.

pub mod fewest;
pub(crate) mod knowledge;
pub(crate) mod marked_pegs;
pub(crate) mod slots;

use good_lp::{Expression, Variable, constraint};

use crate::base::control::{Control, Stop};
use crate::highs::program::Program;
use crate::peg::board::Jump;
use crate::peg::board::position::Hole;
use crate::peg::milp::sweep::knowledge::Knowledge;
use crate::peg::puzzle::Finish;
use crate::peg::puzzle::ends::Ends;

/// A column, or the value it would always have.
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

/// The program of one puzzle and number of slots.
pub(super) struct Sweep<'a> {
    pub(super) ends: &'a Ends<'a>,
    knowledge: &'a Knowledge,
    pub(super) slots: usize,
    pub(super) program: Program,
    /// `[k][j]`: slot k holds jump j.
    jump: Vec<Vec<Entry>>,
    /// `[k][h]`: the move of slot k starts, or ends, in hole h.
    start: Vec<Vec<Entry>>,
    end: Vec<Vec<Entry>>,
    /// `[k][h]`: hole h holds a peg before slot k; one more position than slots.
    peg: Vec<Vec<Entry>>,
    /// Where the values of moves will be found.
    pub(super) places: Places,
}

impl<'a> Sweep<'a> {
    pub(super) fn new(
        ends: &'a Ends<'a>,
        slots: usize,
        knowledge: &'a Knowledge,
        control: &Control,
    ) -> Result<Self, Stop> {
        let mut sweep = Self {
            ends,
            knowledge,
            slots,
            program: Program::default(),
            jump: Vec::new(),
            start: Vec::new(),
            end: Vec::new(),
            peg: Vec::new(),
            places: Places { slots, ..Places::default() },
        };
        sweep.columns(control)?;
        sweep.ends_by_pegs();
        for slot in 0..slots {
            sweep.one_move(slot);
            sweep.trail(slot);
            sweep.pegs_there(slot);
            sweep.landing(slot);
            sweep.next_position(slot);
            sweep.parity_class(slot);
            sweep.reached_cycles(slot);
            sweep.open_regions(slot);
            sweep.program.check(control)?;
        }
        sweep.marked_pegs()?;
        sweep.jump_count();
        sweep.region_moves();
        sweep.uses();
        Ok(sweep)
    }

    pub(super) fn column(&mut self, name: String) -> Variable {
        self.program.binary(name)
    }

    /// All columns but those that the first and last slots leave no choice: what is 0 or 1 in every
    /// position that can come so soon after the start, or so shortly before the finish, is a number.
    /// On a full board but for 44 the first slot has four jumps, those that land in 44, and not 76.
    fn columns(&mut self, control: &Control) -> Result<(), Stop> {
        let (slots, ends) = (self.slots, self.ends);
        let knowledge = self.knowledge;
        for slot in 0..slots {
            let first = knowledge.first.get(slot);
            let last = knowledge.last.get(slots - 1 - slot);
            let known = || first.into_iter().chain(last);
            let mut jumps = Vec::new();
            for jump in 0..ends.board().jumps().len() {
                let possible =
                    knowledge.most_uses[jump] > 0 && known().all(|known| known.jumps[jump]);
                jumps.push(if possible {
                    self.places.jumps.push((slot, jump, self.program.size().1));
                    let name = format!("Jump[{},{}]", slot + 1, ends.jump_name(jump));
                    Entry::Column(self.column(name))
                } else {
                    Entry::Fixed(0.0)
                });
            }
            self.jump.push(jumps);
            let starts = first.map_or(u64::MAX, |slot| slot.outer)
                & last.map_or(u64::MAX, |slot| slot.inner);
            let end_holes = first.map_or(u64::MAX, |slot| slot.inner)
                & last.map_or(u64::MAX, |slot| slot.outer);
            let (mut start, mut end) = (Vec::new(), Vec::new());
            for hole in ends.holes() {
                start.push(if starts >> hole & 1 == 1 {
                    self.places.starts.push((slot, hole, self.program.size().1));
                    let name = format!("From[{},{}]", slot + 1, ends.name(hole));
                    Entry::Column(self.column(name))
                } else {
                    Entry::Fixed(0.0)
                });
                end.push(if end_holes >> hole & 1 == 1 {
                    let name = format!("To[{},{}]", slot + 1, ends.name(hole));
                    Entry::Column(self.column(name))
                } else {
                    Entry::Fixed(0.0)
                });
            }
            self.start.push(start);
            self.end.push(end);
            self.program.check(control)?;
        }
        for slot in 0..=slots {
            let known = || {
                let first = knowledge.first.get(slot);
                first.into_iter().chain(knowledge.last.get(slots - slot))
            };
            let exact = match (slot, ends.start, ends.finish) {
                (0, Finish::Exactly(set), _) => Some(set),
                (_, _, Finish::Exactly(set)) if slot == slots => Some(set),
                _ => None,
            };
            let mut pegs = Vec::new();
            for hole in ends.holes() {
                let always = known().any(|known| known.all >> hole & 1 == 1);
                let never = known().any(|known| known.any >> hole & 1 == 0);
                pegs.push(match exact {
                    Some(set) => Entry::Fixed(f64::from(u8::from(set.has(hole)))),
                    None if always => Entry::Fixed(1.0),
                    None if never => Entry::Fixed(0.0),
                    None => {
                        let name = format!("Peg[{},{}]", slot + 1, ends.name(hole));
                        Entry::Column(self.program.fraction(name))
                    }
                });
            }
            self.peg.push(pegs);
        }
        Ok(())
    }

    /// `Start`, `Finish`: an end that is given by its number of pegs has that many.
    fn ends_by_pegs(&mut self) {
        for (name, end, at) in
            [("Start", self.ends.start, 0), ("Finish", self.ends.finish, self.slots)]
        {
            if let Finish::Pegs(pegs) = end {
                let sum: Expression = self.peg[at].iter().map(|peg| peg.expression()).sum();
                self.program.row(name.to_owned(), constraint!(sum == pegs as f64));
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

    /// `JumpCount`: the number of jumps is known.
    fn jump_count(&mut self) {
        let all: Expression = (0..self.slots).map(|slot| self.jumps(slot, |_| true)).sum();
        let count = self.ends.puzzle.jumps() as f64;
        self.program.row("JumpCount".to_owned(), constraint!(all == count));
    }

    /// `Trail`: the jumps lead from the first hole of the move to its last. In 25-45-43 one jump leaves
    /// 25 and none arrives, one arrives at 43 and none leaves, and at 45 they are equal: out - in is
    /// From - To in every hole, also if the peg comes back to where it began.
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

    /// `Pegs`: the peg that moves and all that are leapt over are there before the move, each
    /// leapt over once.
    fn pegs_there(&mut self, slot: usize) {
        for hole in self.ends.holes() {
            let over = self.jumps(slot, |jump| jump.over == hole);
            let (start, peg) = (self.from(slot, hole), self.before(slot, hole));
            let name = format!("Pegs[{},{}]", slot + 1, self.ends.name(hole));
            self.program.row(name, constraint!(start + over <= peg));
        }
    }

    /// `Landing`: a hole landed in is empty before the move, or is the one that the peg left.
    ///
    /// That a single jump needs it would be a row a jump. Two rows are joined: all jumps between the
    /// hole and the one beyond the same middle, there and back, need the peg in the middle, which is
    /// leapt over once in a move; so at most one of them is made, and the row holds for their sum. A
    /// jump away belongs there too: a peg stands in the hole before it, and either it began there or
    /// it landed there.
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

    /// `Position`: the position after a move from the one before it.
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

    /// `Class`: the peg that moves stays in one parity class, and all its jumps are made there. Without
    /// these rows fractions spread a move over all classes, half a jump in each.
    fn parity_class(&mut self, slot: usize) {
        let classes = &self.knowledge.classes;
        if classes.is_empty() {
            return;
        }
        let mut all = Expression::default();
        for (number, &class) in classes.iter().enumerate() {
            let name = format!("{},{}", slot + 1, number + 1);
            let moves = self.column(format!("Class[{name}]"));
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

    /// `Cycle`: a cycle of jumps is entered from outside, or started from.
    fn reached_cycles(&mut self, slot: usize) {
        for (number, cycle) in self.knowledge.cycles.iter().enumerate() {
            let chosen: Expression =
                cycle.jumps.iter().map(|&jump| self.jump[slot][jump].expression()).sum();
            let within = cycle.within;
            let entered = self.jumps(slot, |jump| within.has(jump.to) && !within.has(jump.from));
            let started: Expression = within.holes().map(|hole| self.from(slot, hole)).sum();
            let name = format!("Cycle[{},{}]", slot + 1, number + 1);
            let most = cycle.jumps.len() as f64 - 1.0;
            self.program.row(name, constraint!(chosen <= most + entered + started));
        }
    }

    /// `Region`: a move begins in each Merson region that is full at the start.
    fn region_moves(&mut self) {
        for (number, &region) in self.knowledge.regions.iter().enumerate() {
            let opened: Expression = (0..self.slots)
                .flat_map(|slot| region.holes().map(move |hole| (slot, hole)))
                .map(|(slot, hole)| self.from(slot, hole))
                .sum();
            self.program.row(format!("Region[{}]", number + 1), constraint!(opened >= 1.0));
        }
    }

    /// `Region.Open`: a hole of a region is empty only if one was before, or a move began there. It
    /// says when a region was opened, which the sum over all slots (`Region`) leaves open. A region of
    /// one hole needs no such row: `Position` says the same.
    fn open_regions(&mut self, slot: usize) {
        for (number, &region) in self.knowledge.regions.iter().enumerate() {
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

    /// `Uses`: a jump is made no more often than is possible without regard to time.
    fn uses(&mut self) {
        for (jump, &most) in self.knowledge.most_uses.iter().enumerate() {
            if most > 0 && most < self.slots {
                let uses: Expression = self.jump.iter().map(|jumps| jumps[jump].expression()).sum();
                let name = format!("Uses[{}]", self.ends.jump_name(jump));
                self.program.row(name, constraint!(uses <= most as f64));
            }
        }
    }

    /// The sum of the jumps of a slot that pass a test.
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

    fn before(&self, slot: usize, hole: Hole) -> Expression {
        self.peg[slot][usize::from(hole)].expression()
    }
}

/// Where the values of moves are found among those of all columns.
#[derive(Default)]
pub(super) struct Places {
    pub(super) slots: usize,
    /// Slot, number of the jump, and place.
    pub(super) jumps: Vec<(usize, usize, usize)>,
    /// Slot, first hole, and place.
    pub(super) starts: Vec<(usize, Hole, usize)>,
}
