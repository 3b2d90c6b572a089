//! Finds the fewest moves of a puzzle with marked pegs. The search runs over states: positions on solutions
//! together with the places of the marked pegs.

use soliter_base::clock::Instant;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::levels::winning::Winning;
use crate::store::table::{Reach as _, WideReach};
use crate::{finding, levels::remaining::still_to_begin, look};
use soliter_base::control::{Control, Stop};
use soliter_boards::answer::{Detail, Prover, ProverResult};
use soliter_boards::board::position::{Hole, Position};
use soliter_boards::board::word;
use soliter_boards::puzzle::marks::{MarkedPegs, Marks};
use soliter_boards::{
    board::Jump,
    line::{Hop, Line},
    puzzle::Puzzle,
    rules::Leap,
};

/// A position with the places of its marked pegs.
type State = (u64, MarkedPegs);

/// The fewest moves from each state to the finish, and the pegs that can begin them.
type Remainders = FxHashMap<State, WideReach>;

/// A jump from a state.
struct Step {
    hop: Hop,
    after: State,
    /// The least image of the state after the jump.
    image: State,
    /// The image of the hole in which the peg landed.
    landed: Hole,
}

/// Finds a line with the fewest moves that satisfies the conditions on the marked pegs, or proves that there is
/// none.
pub fn fewest(puzzle: &Puzzle, control: &Control) -> ProverResult {
    let clock = Instant::now();
    let mut states = 0;
    let result = Solutions::new(puzzle, control).and_then(|solutions| {
        states = solutions.levels.iter().map(Remainders::len).sum::<usize>() as u64;
        let (start, _) = solutions.image(solutions.start, 0);
        let rest = solutions.levels.first().and_then(|level| level.get(&start));
        let Some(rest) = rest else { return Ok(None) };
        solutions.line(rest.moves()).map(Some).ok_or(Stop::Fault("no line of marked pegs"))
    });
    finding(Prover::Search, clock, Detail::Marked(states), result, 1)
}

/// All states on solutions of a puzzle with marked pegs.
pub struct Solutions {
    winning: Winning,
    start: State,
    /// The states that lead to a finish, by the number of jumps made, up to the symmetries of the puzzle
    /// without marks.
    levels: Vec<Remainders>,
}

impl Solutions {
    /// Finds the states.
    pub fn new(puzzle: &Puzzle, control: &Control) -> Result<Self, Stop> {
        puzzle.board().fits_u64()?;
        // The puzzle without marks has more symmetries.
        let plain = puzzle.with_marks(Marks::default());
        let winning = Winning::without_twins(&plain, control)?;
        let start = (puzzle.start().word(), MarkedPegs::new(puzzle.marked()));
        let mut solutions = Self { winning, start, levels: Vec::new() };
        if !solutions.winning.levels.is_empty() {
            let reached = solutions.reached(control)?;
            solutions.levels = solutions.rests(&reached, control)?;
        }
        Ok(solutions)
    }

    /// Whether a position after this many jumps, with these places of the marked pegs, is on a solution.
    pub fn has(&self, made: usize, position: &Position, marked: MarkedPegs) -> bool {
        let (image, _) = self.image((position.word(), marked), 0);
        self.levels.get(made).is_some_and(|level| level.contains_key(&image))
    }

    /// The least image of a state, and the image of a hole under a symmetry that leads there.
    fn image(&self, (position, marked): State, hole: Hole) -> (State, Hole) {
        let least = self.winning.group.least(position);
        let leads = |symmetry: &&Vec<Hole>| word::image(position, symmetry) == least;
        let symmetries = self.winning.group.symmetries.iter().filter(leads);
        let images = symmetries.map(|s| (marked.image(s), s[usize::from(hole)]));
        let (marked, hole) = images.min().unwrap_or((marked, hole));
        ((least, marked), hole)
    }

    /// The jumps from a state after `made` jumps that stay on solutions of the puzzle without marks and
    /// satisfy the conditions on the marked pegs.
    fn steps(&self, made: usize, (position, marked): State) -> impl Iterator<Item = Step> + '_ {
        let is_last = made + 2 == self.winning.levels.len();
        self.winning.after(made, position).filter_map(move |(leap, after)| {
            let (Leap { all, from, to, .. }, hop) = (leap, leap.hop());
            let over = (all & !(1 << from | 1 << to)).trailing_zeros() as Hole;
            let marked = marked.after(Jump { from, over, to }, is_last).ok()?;
            let after = (after, marked);
            let (image, landed) = self.image(after, to);
            Some(Step { hop, after, image, landed })
        })
    }

    /// The states that can be reached, by the number of jumps made.
    fn reached(&self, control: &Control) -> Result<Vec<Vec<State>>, Stop> {
        let mut levels = vec![vec![self.image(self.start, 0).0]];
        let mut held = 0;
        for made in 0..self.winning.levels.len() - 1 {
            let mut next: FxHashSet<State> = FxHashSet::default();
            held += levels[made].len();
            for (number, &state) in levels[made].iter().enumerate() {
                // While a set grows, the old table and a new one of twice its size are in memory.
                look(number, control, || (held + 4 * next.capacity()) * size_of::<State>())?;
                next.extend(self.steps(made, state).map(|step| step.image));
            }
            control.report_progress(|| {
                format!("marked: after {} jumps {} states", made + 1, next.len())
            });
            levels.push(next.into_iter().collect());
        }
        Ok(levels)
    }

    /// The fewest moves from each of the given states that can reach a finish.
    fn rests(&self, reached: &[Vec<State>], control: &Control) -> Result<Vec<Remainders>, Stop> {
        let bytes =
            |level: &Remainders| level.capacity() * 8 / 7 * size_of::<(State, WideReach, u8)>();
        let listed: usize = reached.iter().map(|level| level.len() * size_of::<State>()).sum();
        let ends = reached.last().into_iter().flatten();
        let mut levels =
            vec![ends.map(|&state| (state, WideReach::default())).collect::<Remainders>()];
        for (made, states) in reached.iter().enumerate().rev().skip(1) {
            let later = &levels[levels.len() - 1];
            let held = listed + levels.iter().map(bytes).sum::<usize>();
            let mut level = Remainders::default();
            for (number, &state) in states.iter().enumerate() {
                look(number, control, || held + 3 * bytes(&level))?;
                let mut best: Option<WideReach> = None;
                for step in self.steps(made, state) {
                    let Some(rest) = later.get(&step.image) else { continue };
                    let moves = still_to_begin(*rest, 1 << step.landed) + 1;
                    let reach = WideReach::new(moves, 1 << step.hop.from);
                    best = match best {
                        Some(known) if known.moves() < moves => best,
                        Some(known) if known.moves() == moves => Some(known.join(reach)),
                        _ => Some(reach),
                    };
                }
                level.extend(best.map(|best| (state, best)));
            }
            levels.push(level);
        }
        levels.reverse();
        Ok(levels)
    }

    /// A line of this many moves, which must be the fewest.
    fn line(&self, moves: u32) -> Option<Line> {
        let (mut state, mut last, mut left) = (self.start, None, moves);
        let mut jumps = Vec::new();
        for made in 0..self.levels.len() - 1 {
            let (step, still) = self.steps(made, state).find_map(|step| {
                let rest = self.levels[made + 1].get(&step.image)?;
                let begins = u32::from(last != Some(step.hop.from));
                let still = still_to_begin(*rest, 1 << step.landed);
                (begins + still == left).then_some((step, still))
            })?;
            jumps.push(step.hop);
            (state, last, left) = (step.after, Some(step.hop.to), still);
        }
        Some(Line::from_jumps(jumps))
    }
}
