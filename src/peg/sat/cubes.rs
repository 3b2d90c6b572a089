//! Refutes that a line of a few moves passes through a position: a cube of `soliter certify --cubes`, which is
//! an ordinary puzzle from there on. [`crate::checker::cubes`] says which cubes cover a puzzle.

use std::collections::BTreeSet;

use crate::base::control::{Control, Stop};
use crate::peg::puzzle::{Finish, Puzzle, ends::Ends};
use crate::peg::rules::{Leap, leaps};
use crate::peg::sat::{fewest, proof};
use crate::peg::{board::position::Hole, board::position::Position, line::Line};
use crate::sat::solver;

/// A cube's clauses that contradict each other. Each step of the refutation was checked as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The number of clauses.
    pub clauses: usize,
    /// The number of steps.
    pub steps: u64,
    /// The SHA-256 of the clauses, in hexadecimal.
    pub sha256: String,
}

/// The reason why a cube is not refuted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotRefuted {
    /// A limit came first.
    Stopped(Stop),
    /// A line of the cube of so few moves.
    Solved(Line),
    /// The clauses can all be true, but not with a long cycle of jumps forbidden that no peg reaches.
    TooWeak,
}

impl From<Stop> for NotRefuted {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// What the head of a table says of its cubes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// How many positions are new after 0, 1, 2 .. moves, up to symmetry.
    pub counts: Vec<usize>,
    /// The number of symmetries that keep start and finish.
    pub symmetries: usize,
}

/// Counts the positions of the ordinary game after up to so many moves from its start, as long as no layer has
/// more than `most`.
///
/// # Errors
/// A limit came first.
pub fn layers(
    puzzle: &Puzzle,
    start: Position,
    (moves, most): (usize, usize),
    control: &Control,
) -> Result<Layers, Stop> {
    let symmetries: Vec<_> = puzzle.symmetries().collect();
    let leaps = leaps(&puzzle.board, false);
    let mut last = BTreeSet::from([start.0]);
    let (mut known, mut counts) = (last.clone(), vec![1]);
    while counts.len() <= moves {
        let mut landed = BTreeSet::new();
        for &position in &last {
            for hole in Position(position).holes() {
                add_chains(&leaps, (position, hole), &mut landed);
            }
            control.check()?;
            control.check_memory((known.len() + landed.len()) as u64 * 64)?;
        }
        let images = |&p: &u64| symmetries.iter().map(move |s| Position(p).image(s).0);
        last = landed.iter().filter_map(|position| images(position).min()).collect();
        last.retain(|position| known.insert(*position));
        if last.len() > most {
            break;
        }
        counts.push(last.len());
    }
    Ok(Layers { counts, symmetries: symmetries.len() })
}

/// Adds the positions to which a chain of jumps by the peg of a hole leads.
fn add_chains(leaps: &[Leap], (position, hole): (u64, Hole), landed: &mut BTreeSet<u64>) {
    for leap in leaps.iter().filter(|leap| leap.from == hole && leap.fits(position)) {
        landed.insert(position ^ leap.all);
        add_chains(leaps, (position ^ leap.all, leap.to), landed);
    }
}

/// The puzzle of a cube: the ordinary game of a puzzle from a position on.
pub fn cube(puzzle: &Puzzle, position: Position) -> Puzzle {
    let finish = Ends::new(puzzle).finish;
    Puzzle { start: position, finish, building: false, ..puzzle.clone() }
}

/// The way to a cube: the ordinary game of a puzzle from a start to a position.
pub fn approach(puzzle: &Puzzle, start: Position, position: Position) -> Puzzle {
    let finish = Finish::Exactly(position);
    Puzzle { start, finish, building: false, ..puzzle.clone() }
}

/// Refutes that a cube has a line of at most `slots` moves.
///
/// # Errors
/// [`NotRefuted`]: a limit, or there may be one.
pub fn refute(cube: &Puzzle, slots: usize, control: &Control) -> Result<Refuted, NotRefuted> {
    let clauses = proof::sweep(cube, slots, control)?.clauses;
    let (values, work) = solver::run(&clauses, control);
    if values?.is_some() {
        let line = fewest::within(cube, slots, control)?;
        return Err(line.map_or(NotRefuted::TooWeak, NotRefuted::Solved));
    }
    let (number, sha256) = (clauses.number, clauses.digest());
    Ok(Refuted { clauses: number, steps: work.steps, sha256 })
}
