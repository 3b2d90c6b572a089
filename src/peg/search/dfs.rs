//! Verifies the other searches by a plain depth-first search, deepening on the number of moves. It uses neither
//! symmetry nor any of their ideas.

use std::time::Instant;

use rustc_hash::FxHashMap;

use crate::base::control::{Control, Stop};
use crate::peg::answer::{Claim, Detail, Evidence, Finding, Prover};
use crate::peg::board::Jump;
use crate::peg::board::position::{Hole, Position};
use crate::peg::line::Line;
use crate::peg::puzzle::Puzzle;
use crate::peg::puzzle::marks::MarkedPegs;
use crate::peg::rules::{self, Leap};

/// Parts of the table of failures; a prime, so that positions of every kind are spread.
const PARTS: usize = 61;

/// Bytes of a part of so much capacity: of eight slots seven are used, and each has a byte of marks.
fn map_bytes(capacity: usize) -> u64 {
    (capacity * 8 / 7 * (size_of::<(State, u32)>() + 1)) as u64
}

/// A position, the peg that moved last, and where the marked pegs are.
type State = (u64, Option<Hole>, MarkedPegs);

struct Dfs<'a> {
    puzzle: &'a Puzzle,
    control: &'a Control,
    leaps: Vec<(Leap, Jump)>,
    /// The largest number of further moves that failed; `u32::MAX` where no number will do. In parts,
    /// so that a part that grows takes no time to speak of.
    failed: Vec<FxHashMap<State, u32>>,
    /// Bytes of all parts.
    bytes: u64,
    /// The jumps made, start and landing hole.
    path: Vec<(Hole, Hole)>,
    entered: u64,
    /// Some branch since this was last cleared was cut only because its moves ran out.
    cut: bool,
}

/// Finds a line of the fewest moves, or proves that there is none, by trying one move, two moves,
/// and so on. Stopped early, it claims nothing but the numbers of moves it has refuted.
pub fn shortest(puzzle: &Puzzle, control: &Control) -> Finding {
    let clock = Instant::now();
    let leaps = rules::leaps(&puzzle.board, puzzle.building).into_iter();
    let start = (puzzle.start.0, None, MarkedPegs::new(puzzle.marked));
    let mut dfs = Dfs {
        puzzle,
        control,
        leaps: leaps.zip(puzzle.board.jumps().iter().copied()).collect(),
        failed: vec![FxHashMap::default(); PARTS],
        bytes: 0,
        path: Vec::new(),
        entered: 0,
        cut: false,
    };
    let mut moves = 1;
    let (claim, line, stopped) = loop {
        control.say(|| format!("dfs: trying {moves} moves"));
        dfs.cut = false;
        match dfs.enter(start, moves) {
            Ok(true) => {
                let line = Line::from_jumps(dfs.path.iter().copied());
                break (Claim::Optimal { moves: moves as usize }, Some(line), None);
            }
            Ok(false) if !dfs.cut => break (Claim::Infeasible, None, None),
            Ok(false) => moves += 1,
            Err(stop) => {
                break (Claim::Unknown { lower_bound: moves as usize }, None, Some(stop));
            }
        }
    };
    let detail = Detail::Entered(dfs.entered);
    let seconds = clock.elapsed().as_secs_f64();
    Finding { evidence: Evidence { by: Prover::Dfs, claim, seconds, detail, stopped }, line }
}

impl Dfs<'_> {
    /// Whether the finish can be reached from here with `moves` more moves begun; the path then
    /// holds the jumps.
    fn enter(&mut self, state: State, moves: u32) -> Result<bool, Stop> {
        let (here, last, marked) = state;
        if self.path.len() == self.puzzle.jumps() {
            return Ok(self.puzzle.finish.accepts(Position(here)));
        }
        let part = (here % PARTS as u64) as usize;
        if let Some(&failed) = self.failed[part].get(&state)
            && moves <= failed
        {
            self.cut |= failed != u32::MAX;
            return Ok(false);
        }
        let cut_elsewhere = std::mem::take(&mut self.cut);
        self.entered += 1;
        if self.entered.is_multiple_of(4096) {
            self.control.check()?;
        }
        for i in 0..self.leaps.len() {
            let (leap, jump) = self.leaps[i];
            if !leap.fits(here) {
                continue;
            }
            let is_last = self.path.len() + 1 == self.puzzle.jumps();
            let Ok(marked) = marked.after(jump, is_last) else { continue };
            let begun = u32::from(last != Some(leap.from));
            if begun > moves {
                self.cut = true;
                continue;
            }
            self.path.push((leap.from, leap.to));
            if self.enter((here ^ leap.all, Some(leap.to), marked), moves - begun)? {
                return Ok(true);
            }
            self.path.pop();
        }
        let known = &mut self.failed[part];
        if known.len() == known.capacity() {
            // It is held twice while it grows, the second time doubled.
            let before = map_bytes(known.capacity());
            self.control.check_memory(self.bytes + 2 * before)?;
            known.reserve(1);
            self.bytes += map_bytes(known.capacity()) - before;
        }
        known.insert(state, if self.cut { moves } else { u32::MAX });
        self.cut |= cut_elsewhere;
        Ok(false)
    }
}
