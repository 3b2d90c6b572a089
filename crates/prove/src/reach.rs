//! Whether the finish of a puzzle can still be reached: the one answer that hints, warnings and judgements share.
//!
//! A position on the known solution, or on an image of it, is answered at once; position classes and the list of positions
//! near the finish answer others, and beams find most of the rest ([`Outlook`]). Every line is replayed before it is given
//! away, and "lost" is said only where it is proved.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use soliter_base::control::{Control, Stop};
use soliter_base::race::within_work;
use soliter_boards::answer::Claim;
use soliter_boards::board::Symmetry;
use soliter_boards::board::position::{Hole, Position};
use soliter_boards::line::{Hop, Line};
use soliter_boards::notation::{Names, Scheme};
use soliter_boards::puzzle::Puzzle;
use soliter_boards::puzzle::marks::{MarkedPegs, Marks};
use soliter_boards::puzzle::setup::PuzzleSetup;
use soliter_boards::session::Attempt;
use soliter_boards::{bounds::class, rules};
use soliter_search::dfs;
pub use soliter_search::reachable::outlook::Loss;
use soliter_search::reachable::outlook::Outlook;

use crate::judge::Lost;

/// The work for finding out which other jumps are good as well, and how many jumps have to be undone: about 0.1 and 0.3 s.
const OTHERS: u64 = 1_000_000;
const BACK: u64 = 3_000_000;
/// The most states that are remembered.
const REMEMBERED: usize = 1 << 16;

/// Whether the finish can be reached from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// By this line, which was replayed.
    Solvable(Line),
    /// It cannot, which is proved.
    Lost(Loss),
    /// Not known, because of a limit.
    Unknown(Stop),
}

/// A hint. A jump that keeps the finish within reach is called good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The finish is reached.
    Finished,
    /// A good jump, preferably by the peg that moved last.
    Try {
        /// The jump.
        jump: Hop,
        /// All good jumps, if they are known.
        good: Option<Vec<Hop>>,
        /// The number of legal jumps.
        legal: usize,
    },
    /// No jump is good.
    Lost {
        /// The number of jumps to undo until the finish is within reach, if it is known.
        back: Option<usize>,
    },
    /// The puzzle has no solution.
    Never,
    /// Not known, because of a limit.
    Unknown(Stop),
}

/// A position with the places of its marked pegs.
type State = (Position, MarkedPegs);

/// The answers so far.
#[derive(Default)]
struct Known {
    /// For states on lines to the finish, the next jump.
    next: FxHashMap<State, Hop>,
    lost: FxHashMap<State, Loss>,
}

/// Answers questions about the positions of a puzzle, and remembers what it finds.
pub struct Continuations {
    puzzle: Puzzle,
    /// Symmetries that keep the finish and the marked pegs, the identity first.
    symmetries: Vec<Symmetry>,
    is_never: bool,
    known: Mutex<Known>,
    outlook: Mutex<Option<Arc<Outlook>>>,
}

impl Continuations {
    /// Reads the solution in the puzzle's file, within the limits; nothing else is known yet.
    pub fn new(puzzle: &Puzzle, control: &Control) -> Self {
        let symmetries = if puzzle.marked().is_empty() {
            puzzle.from_any_start().searched_symmetries()
        } else {
            puzzle.searched_symmetries()
        };
        let one = Self {
            puzzle: puzzle.clone(),
            symmetries,
            is_never: class::refute(puzzle).is_some(),
            known: Mutex::default(),
            outlook: Mutex::default(),
        };
        let start = (puzzle.start().clone(), MarkedPegs::new(puzzle.marked()));
        if let Some(path) = known_line(puzzle, control).and_then(|line| one.path(&start, &line)) {
            one.remember(path);
        }
        one
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Whether the finish can be reached from a position of the puzzle's game.
    pub fn reach(&self, position: &Position, marked: MarkedPegs, control: &Control) -> Reach {
        let Some(jumps) = self.puzzle.jumps_from(position) else { return Reach::Lost(Loss::Pegs) };
        if self.is_never {
            return Reach::Lost(Loss::Class);
        }
        let state = (position.clone(), marked);
        if jumps == 0 {
            let is_missing = self.puzzle.jumps() == 0 && self.puzzle.marked().need_a_jump();
            let is_finish = self.puzzle.finish().accepts(position) && !is_missing;
            return if is_finish {
                Reach::Solvable(Line::default())
            } else {
                Reach::Lost(Loss::Table)
            };
        }
        if let Some(known) = self.remembered(&state) {
            return known;
        }
        match self.search(&state, control) {
            Ok(Ok(line)) => match self.path(&state, &line) {
                Some(path) => {
                    self.remember(path);
                    Reach::Solvable(line)
                }
                None => Reach::Unknown(Stop::Fault("a line to the finish breaks a rule")),
            },
            Ok(Err(loss)) => {
                let mut known = self.known();
                if known.lost.len() >= REMEMBERED {
                    known.lost.clear();
                }
                known.lost.insert(state, loss);
                Reach::Lost(loss)
            }
            Err(stop) => Reach::Unknown(stop),
        }
    }

    /// After which jump of a game the finish was out of reach.
    pub fn lost(&self, positions: &[Position], marked: &[MarkedPegs], control: &Control) -> Lost {
        let mut dead = positions.len();
        // Later positions have fewer continuations.
        for (position, &marked) in positions.iter().zip(marked).rev() {
            match self.reach(position, marked, control) {
                Reach::Solvable(_) if dead == positions.len() => return Lost::No,
                Reach::Solvable(_) => return Lost::After(dead),
                Reach::Lost(Loss::Class) => return Lost::After(0),
                Reach::Lost(_) => dead -= 1,
                Reach::Unknown(_) => return Lost::Unknown,
            }
        }
        Lost::After(0)
    }

    /// A hint for a game of this puzzle.
    pub fn hint(&self, game: &Attempt, control: &Control) -> Hint {
        let (positions, marked) = (game.positions(), game.marked());
        match self.reach(game.position(), marked[game.jumps().len()], control) {
            Reach::Solvable(line) => {
                let Some(jump) = line.jumps().next() else { return Hint::Finished };
                let good = within_work(OTHERS, control, |control| self.good(game, control));
                // If the peg that moved last continues, no new move begins.
                let last = game.jumps().last().map(|hop| hop.to);
                let same = good.iter().flatten().find(|hop| Some(hop.from) == last).copied();
                Hint::Try { jump: same.unwrap_or(jump), good, legal: game.legal().count() }
            }
            Reach::Lost(Loss::Class) => Hint::Never,
            Reach::Lost(_) => {
                let lost = |control: &Control| self.lost(positions, marked, control);
                match within_work(BACK, control, lost) {
                    Lost::After(0) => Hint::Never,
                    lost => Hint::Lost { back: lost.after().map(|jump| positions.len() - jump) },
                }
            }
            Reach::Unknown(stop) => Hint::Unknown(stop),
        }
    }

    /// All good jumps of a game; `None` if that is not known of some jump.
    fn good(&self, game: &Attempt, control: &Control) -> Option<Vec<Hop>> {
        let (board, before) = (self.puzzle.board(), game.marked()[game.jumps().len()]);
        let mut good = Vec::new();
        for (jump, after) in game.legal() {
            // The jump breaks no condition, so this says where the marked pegs are after it.
            let is_last = game.jumps().len() + 1 == self.puzzle.jumps();
            let marked = before.after(jump, is_last).ok()?;
            match self.reach(&after, marked, control) {
                Reach::Solvable(_) => good.push(board.hop(jump)),
                Reach::Lost(_) => {}
                Reach::Unknown(_) => return None,
            }
        }
        Some(good)
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The states on a line, each with its jump; `None` if the line does not solve the puzzle from there.
    fn path(&self, start: &State, line: &Line) -> Option<Vec<(State, Hop)>> {
        let (mut state, mut path) = (start.clone(), Vec::new());
        let mut left = self.puzzle.jumps_from(&state.0)?;
        for hop in line.jumps() {
            let (jump, after) = rules::apply(&self.puzzle, &state.0, hop).ok()?;
            let marked = state.1.after(jump, left == 1).ok()?;
            path.push((std::mem::replace(&mut state, (after, marked)), hop));
            left = left.checked_sub(1)?;
        }
        (left == 0 && self.puzzle.finish().accepts(&state.0)).then_some(path)
    }

    fn remember(&self, path: Vec<(State, Hop)>) {
        let mut known = self.known();
        if known.next.len() >= REMEMBERED {
            known.next.clear();
        }
        known.next.extend(path);
    }

    /// What is known of a state or of one of its images.
    fn remembered(&self, state: &State) -> Option<Reach> {
        let known = self.known();
        let image =
            |(position, marked): &State, to: &Symmetry| (position.image(to), marked.image(to));
        if let Some(&loss) = self.symmetries.iter().find_map(|to| known.lost.get(&image(state, to)))
        {
            return Some(Reach::Lost(loss));
        }
        let (mut at, mut hops) = (state.clone(), Vec::new());
        let mut left = self.puzzle.jumps_from(&state.0)?;
        while left > 0 {
            let hop = self.symmetries.iter().find_map(|to| {
                let hop = known.next.get(&image(&at, to))?;
                let back = |hole: Hole| to.iter().zip(0..).find(|(image, _)| **image == hole);
                Some(hop.map(|hole| back(hole).map_or(hole, |(_, hole)| hole)))
            })?;
            let (jump, after) = rules::apply(&self.puzzle, &at.0, hop).ok()?;
            at = (after, at.1.after(jump, left == 1).ok()?);
            hops.push(hop);
            left -= 1;
        }
        let accepts = self.puzzle.finish().accepts(&at.0);
        accepts.then(|| Reach::Solvable(Line::from_jumps(hops)))
    }

    fn search(
        &self,
        (position, marked): &State,
        control: &Control,
    ) -> Result<Result<Line, Loss>, Stop> {
        if self.puzzle.board().fits_u64().is_err() {
            return self.search_wide(position, *marked, control);
        }
        let way = self.outlook(control)?.way(position, control);
        if self.puzzle.marked().is_empty() || matches!(way, Ok(Err(_))) {
            return way;
        }
        let rest = self.puzzle.starting_at(position.clone());
        dfs::any(&rest, *marked, control).map(|line| line.ok_or(Loss::Search))
    }

    fn search_wide(
        &self,
        position: &Position,
        marked: MarkedPegs,
        control: &Control,
    ) -> Result<Result<Line, Loss>, Stop> {
        let marked =
            marked.marks().ok_or(Stop::Size("the peg on the watch has begun the last move"))?;
        let setup = PuzzleSetup { start: position.clone(), marked, ..self.puzzle.clone().into() };
        let Ok(rest) = setup.puzzle() else { return Ok(Err(Loss::Pegs)) };
        let found = dfs::shortest(&rest, control);
        match (found.line, found.evidence.claim, found.evidence.stopped) {
            (Some(line), ..) => Ok(Ok(line)),
            (None, Claim::Infeasible, _) => Ok(Err(Loss::Search)),
            (None, _, stopped) => Err(stopped.unwrap_or(Stop::Time)),
        }
    }

    /// The list of positions near the finish, made when it is first needed.
    fn outlook(&self, control: &Control) -> Result<Arc<Outlook>, Stop> {
        let mut outlook = self.outlook.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(outlook) = &*outlook {
            return Ok(Arc::clone(outlook));
        }
        let made = Arc::new(Outlook::new(&self.puzzle.with_marks(Marks::default()), control)?);
        *outlook = Some(Arc::clone(&made));
        Ok(made)
    }
}

/// The solution in the puzzle's file. Its holes have the names of the file, which a player may have changed.
fn known_line(puzzle: &Puzzle, control: &Control) -> Option<Line> {
    let text = puzzle.known().solution.as_deref()?;
    let others = Scheme::ALL.iter().filter_map(|&scheme| Names::new(puzzle.board(), scheme).ok());
    std::iter::once(puzzle.names().clone()).chain(others).find_map(|names| {
        let reading = soliter_text::read(text, puzzle.board(), &names, control).ok()?;
        let line = Line::from_jumps(reading.hops());
        let solves = soliter_boards::verify::replay(puzzle, line.jumps()).solves(puzzle);
        (reading.is_understood() && solves).then_some(line)
    })
}
