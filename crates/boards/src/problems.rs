//! The problems of a board, up to symmetry: a few holes are empty at the start, and one peg is left at the
//! end.

use std::collections::BTreeSet;

use crate::board::position::{Hole, Position};
use crate::board::{Board, Symmetry};
use crate::{bounds::class, puzzle::Finish};

/// A start with the finishes that are to be reached from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartProblems {
    /// The start.
    pub start: Position,
    /// The finishes in the class of the start, one of each set of images under symmetries that keep it.
    pub finishes: Vec<Finish>,
    /// For each hole, the index of the finish that has a peg in an image of the hole; `None` in another
    /// class.
    pub of_hole: Vec<Option<usize>>,
}

/// All starts of a board with `vacancies` empty holes, up to symmetry: each with the single survivors that
/// its position class allows or, if `any` is set, with a single finish that accepts any survivor.
pub fn problems(board: &Board, vacancies: usize, any: bool) -> Vec<StartProblems> {
    let mut starts = BTreeSet::from([Position::EMPTY]);
    for _ in 0..vacancies {
        let grown = |vacant: &Position| {
            let free = board.all_holes().filter(|hole| !vacant.has(*hole));
            free.map(|hole| first_image(board, &vacant.clone().with(hole))).collect::<Vec<_>>()
        };
        starts = starts.iter().flat_map(grown).collect();
    }
    let start = |vacant| board.full().difference(vacant);
    starts.iter().map(|vacant| start_problems(board, start(vacant), any)).collect()
}

/// The problems of one start; `any` has the same meaning as in [`problems`].
pub fn start_problems(board: &Board, start: Position, any: bool) -> StartProblems {
    let holes = board.holes();
    if any {
        let (finishes, of_hole) = (vec![Finish::Pegs(1)], vec![Some(0); holes]);
        return StartProblems { start, finishes, of_hole };
    }
    let markings = class::markings(board);
    let one = |hole: Hole| Position::EMPTY.with(hole);
    let same_class =
        |hole: &Hole| !markings.iter().any(|m| class::separates(m, &start, &one(*hole)));
    let kept: Vec<&Symmetry> =
        board.symmetries().iter().filter(|symmetry| start.image(symmetry) == start).collect();
    let twins = board.twin_sets().within(std::slice::from_ref(&start));
    let (mut finishes, mut of_hole) = (Vec::new(), vec![None; holes]);
    for hole in board.all_holes().filter(same_class) {
        if of_hole[usize::from(hole)].is_none() {
            for symmetry in &kept {
                let image = symmetry[usize::from(hole)];
                let exchanged = twins.sets().iter().filter(|twins| twins.has(image));
                for image in
                    exchanged.flat_map(super::board::position::Position::holes).chain([image])
                {
                    of_hole[usize::from(image)] = Some(finishes.len());
                }
            }
            finishes.push(Finish::Exactly(one(hole)));
        }
    }
    StartProblems { start, finishes, of_hole }
}

/// The image of a set that comes first in the order of the holes, row by row from the top.
fn first_image(board: &Board, set: &Position) -> Position {
    // Pegs on the first of interchangeable holes come first.
    let image = |symmetry: &Symmetry| board.twin_sets().least(&set.image(symmetry));
    let images = board.symmetries().iter().map(image);
    images.min_by_key(|image| image.holes().collect::<Vec<_>>()).unwrap_or_else(|| set.clone())
}
