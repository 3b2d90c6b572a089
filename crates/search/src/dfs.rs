//! A plain depth-first search with iterative deepening on the number of moves. It verifies the other searches,
//! and therefore uses neither symmetry nor any of their other ideas.

use soliter_base::clock::Instant;

use rustc_hash::FxHashMap;

use crate::{finding, map_bytes, wide};
use soliter_base::control::{Control, Stop};
use soliter_base::wording::counted;
use soliter_boards::answer::{Detail, Prover, ProverResult};
use soliter_boards::board::position::Hole;
use soliter_boards::rules::{self, Leap};
use soliter_boards::{
    board::Jump,
    line::{Hop, Line},
    puzzle::Puzzle,
    puzzle::marks::MarkedPegs,
};

/// The number of parts of the table of failures. It is a prime, so that positions are spread evenly.
const PARTS: usize = 61;

/// The number of states entered between two checks of the limits ...
const CHECKED: u64 = 1024;
/// ... each of which counts as this much work.
const WORK: usize = 10;

/// A position, the peg that moved last, and the places of the marked pegs.
type State = (u64, Option<Hole>, MarkedPegs);

struct Dfs<'a> {
    puzzle: &'a Puzzle,
    control: &'a Control,
    leaps: Vec<(Leap, Jump)>,
    /// For each state, the largest number of further moves that has failed; `u32::MAX` if every number fails.
    /// The table is split into parts, so that growing one of them takes little time.
    failed: Vec<FxHashMap<State, u32>>,
    /// The bytes of all parts.
    bytes: u64,
    /// Whether moves are counted. Otherwise, states with different last movers are the same.
    counts_moves: bool,
    /// The jumps made so far.
    path: Vec<Hop>,
    /// The number of states that were expanded.
    entered: u64,
    /// Whether some branch, since this was last cleared, was cut only because its moves ran out.
    cut: bool,
}

/// Finds a line of the fewest moves, or proves that there is none, by trying one move, two moves, and so on.
/// If it is stopped early, it claims only the numbers of moves that it has refuted.
///
/// On a board of more than 64 holes it looks for any solution, and claims nothing about the fewest moves.
pub fn shortest(puzzle: &Puzzle, control: &Control) -> ProverResult {
    if puzzle.board().fits_u64().is_err() {
        return wide::solve(puzzle, control);
    }
    let clock = Instant::now();
    let mut dfs = Dfs::new(puzzle, true, control);
    let start = (puzzle.start().word(), None, MarkedPegs::new(puzzle.marked()));
    let mut moves = 1;
    let result = loop {
        control.report_progress(|| format!("dfs: trying {}", counted(moves as usize, "move")));
        dfs.cut = false;
        match dfs.enter(start, moves) {
            Ok(true) => break Ok(Some(Line::from_jumps(dfs.path.iter().copied()))),
            Ok(false) if !dfs.cut => break Ok(None),
            Ok(false) => moves += 1,
            Err(stop) => break Err(stop),
        }
    };
    finding(Prover::Dfs, clock, Detail::Entered(dfs.entered), result, moves as usize)
}

/// A line from the start, where the marked pegs are in the given holes, or `None` if there is none. The number of its moves
/// does not matter. A board of more than 64 holes is refused.
pub fn any(puzzle: &Puzzle, marked: MarkedPegs, control: &Control) -> Result<Option<Line>, Stop> {
    puzzle.board().fits_u64()?;
    let mut dfs = Dfs::new(puzzle, false, control);
    let is_found = dfs.enter((puzzle.start().word(), None, marked), u32::MAX)?;
    Ok(is_found.then(|| Line::from_jumps(dfs.path.iter().copied())))
}

impl<'a> Dfs<'a> {
    fn new(puzzle: &'a Puzzle, counts_moves: bool, control: &'a Control) -> Self {
        let leaps = rules::leaps(puzzle.board(), puzzle.reverse()).into_iter();
        Dfs {
            puzzle,
            control,
            leaps: leaps.zip(puzzle.board().jumps().iter().copied()).collect(),
            failed: vec![FxHashMap::default(); PARTS],
            bytes: 0,
            counts_moves,
            path: Vec::new(),
            entered: 0,
            cut: false,
        }
    }

    /// Whether the finish can be reached by beginning at most `moves` more moves. If so, the path holds the
    /// jumps.
    fn enter(&mut self, state: State, moves: u32) -> Result<bool, Stop> {
        let (here, last, marked) = state;
        if self.path.len() == self.puzzle.jumps() {
            return Ok(self.puzzle.finish().accepts_word(here));
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
        if self.entered.is_multiple_of(CHECKED) {
            self.control.check_work(CHECKED as usize * WORK)?;
        }
        for i in 0..self.leaps.len() {
            let (leap, jump) = self.leaps[i];
            if !leap.fits(here) {
                continue;
            }
            let is_last = self.path.len() + 1 == self.puzzle.jumps();
            let Ok(marked) = marked.after(jump, is_last) else { continue };
            let begun = u32::from(self.counts_moves && last != Some(leap.from));
            if begun > moves {
                self.cut = true;
                continue;
            }
            self.path.push(leap.hop());
            let mover = self.counts_moves.then_some(leap.to);
            if self.enter((here ^ leap.all, mover, marked), moves - begun)? {
                return Ok(true);
            }
            self.path.pop();
        }
        let known = &mut self.failed[part];
        if known.len() == known.capacity() {
            // While the map grows, the old table and a new one of twice its size are in memory.
            let before = map_bytes::<(State, u32)>(known.capacity());
            self.control.check_memory(self.bytes + 2 * before)?;
            known.reserve(1);
            self.bytes += map_bytes::<(State, u32)>(known.capacity()) - before;
        }
        known.insert(state, if self.cut { moves } else { u32::MAX });
        self.cut |= cut_elsewhere;
        Ok(false)
    }
}
