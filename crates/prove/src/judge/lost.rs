//! Finds the jump of a record after which the finish was out of reach.

use std::time::Duration;

use crate::solve::{Options, solve};
use soliter_base::control::{Control, Stop};
use soliter_boards::puzzle::open::{Aim, OpenPuzzle};
use soliter_boards::{answer::Claim, board::position::Position, bounds::class};
use soliter_boards::{puzzle::Puzzle, puzzle::setup::PuzzleSetup};
use soliter_search::{fewest::marked::Solutions, reachable::oracle::Oracle, reachable::reach};
use soliter_text::Judgement;

/// Whether the legal part of a record can still be continued to the finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// A solution still exists.
    No,
    /// No solution existed after the jump with this number; 0 means that the puzzle has none.
    After(usize),
    /// A limit was reached before the question was settled.
    Unknown,
}

impl Lost {
    /// The jump after which no solution existed, if known.
    pub fn after(self) -> Option<usize> {
        if let Self::After(jump) = self { Some(jump) } else { None }
    }

    /// The stable word for programs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::After(_) => "yes",
            Self::Unknown => "unknown",
        }
    }
}

/// Finds whether, and after which jump, the finish became unreachable. Cheap methods come first: position
/// classes, then the positions from the last one back, since later ones have fewer continuations.
pub fn lost(judgement: &Judgement, puzzle: &Puzzle, control: &Control) -> Lost {
    if judgement.finish_reached {
        return Lost::No;
    }
    if class::refute(puzzle).is_some() {
        return Lost::After(0);
    }
    if puzzle.board().fits_u64().is_err() {
        return Lost::Unknown;
    }
    if !puzzle.marked().is_empty() {
        return lost_marked(judgement, puzzle, control);
    }
    let positions = &judgement.replay.positions;
    // No solution exists from `positions[dead..]`.
    let mut dead = positions.len();
    for ask in [by_levels_at_first, by_lines, by_all_positions, by_levels] {
        let mut can_finish = ask(puzzle, control);
        while dead > 0 {
            match can_finish(positions[dead - 1].clone()) {
                Ok(false) => dead -= 1,
                Ok(true) if dead == positions.len() => return Lost::No,
                Ok(true) => return Lost::After(dead),
                Err(_) => break,
            }
        }
        if dead == 0 {
            return Lost::After(0);
        }
    }
    Lost::Unknown
}

/// Like [`lost`] for a puzzle with marked pegs, from the set of all positions and marked pegs on solutions.
fn lost_marked(judgement: &Judgement, puzzle: &Puzzle, control: &Control) -> Lost {
    let Ok(solutions) = Solutions::new(puzzle, control) else { return Lost::Unknown };
    let states = judgement.replay.positions.iter().zip(&judgement.replay.marked).enumerate();
    let mut dead = states.filter(|&(made, (p, &marked))| !solutions.has(made, p, marked));
    dead.next().map_or(Lost::No, |(made, _)| Lost::After(made))
}

/// Like [`lost`] for a puzzle whose finish leaves the number of pegs open. If the aim is the
/// fewest pegs, the finish is that of `puzzle`. If holes are left open, a solution with any number of pegs
/// counts.
pub fn lost_open(
    judgement: &Judgement,
    open: &OpenPuzzle,
    puzzle: &Puzzle,
    control: &Control,
) -> Lost {
    match open.aim() {
        Aim::FewestPegs => return lost(judgement, puzzle, control),
        // Which positions lead to the most pegs is not searched.
        Aim::MostPegs => return Lost::Unknown,
        Aim::Holes { .. } => {}
    }
    let (mut last, mut is_known) = (0, true);
    for pegs in open.numbers() {
        match lost(judgement, &open.with_pegs(pegs), control) {
            Lost::No => return Lost::No,
            Lost::After(jump) => last = last.max(jump),
            Lost::Unknown => is_known = false,
        }
    }
    if is_known { Lost::After(last) } else { Lost::Unknown }
}

/// A method that decides whether the finish can be reached from a position, unless a limit is reached.
type CanFinish<'a> = Box<dyn FnMut(Position) -> Result<bool, Stop> + 'a>;

/// Searches level by level from both ends for at most a second, which is enough if few pegs are left.
fn by_levels_at_first<'a>(puzzle: &'a Puzzle, control: &Control) -> CanFinish<'a> {
    by_levels(puzzle, &control.clone().within(Duration::from_secs(1)))
}

fn by_levels<'a>(puzzle: &'a Puzzle, control: &Control) -> CanFinish<'a> {
    let control = control.clone();
    Box::new(move |position| reach::can_finish(puzzle, &position, &control))
}

/// Runs the provers and the search for a good solution, which succeed on large boards too.
fn by_lines<'a>(puzzle: &'a Puzzle, control: &Control) -> CanFinish<'a> {
    let control = control.clone().within(Duration::from_secs(3));
    Box::new(move |position| {
        if puzzle.finish().accepts(&position) {
            return Ok(true);
        }
        let rest = PuzzleSetup { start: position, ..puzzle.clone().into() };
        let Ok(rest) = rest.puzzle() else { return Ok(false) };
        match solve(&rest, &Options::FIRST_PROOF, &control).map(|answer| answer.claim()) {
            Ok(Claim::Optimal { .. } | Claim::Feasible { .. }) => Ok(true),
            Ok(Claim::Infeasible) => Ok(false),
            // A rejected answer proves nothing.
            Ok(Claim::Unknown { .. }) | Err(_) => Err(Stop::Time),
        }
    })
}

/// Looks positions up in the set of all that can be solved, which is computed once, if it fits the memory.
fn by_all_positions<'a>(puzzle: &'a Puzzle, control: &Control) -> CanFinish<'a> {
    let oracle = Oracle::new(puzzle, control);
    Box::new(move |position| oracle.as_ref().map(|o| o.can_finish(&position)).map_err(|stop| *stop))
}
