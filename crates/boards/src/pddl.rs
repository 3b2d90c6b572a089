//! A puzzle as a planning problem in PDDL: an optimal plan has the fewest moves.
//!
//! The domain is that of the planning competitions (peg solitaire, sequential track). A jump that begins a
//! move costs 1; a further jump by the same peg and the action that ends a move cost nothing.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::board::position::{Hole, Position};
use crate::puzzle::{Finish, Puzzle};
use soliter_base::wording::joined;

/// The reason why a puzzle cannot be written as a planning problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoGoal {
    /// A goal names holes, but the finish gives only a number of pegs.
    #[error("a goal in PDDL names the holes; this puzzle's finish only has their number")]
    FinishByPegs,
    /// A reverse game is written backwards, and its finish leaves holes open.
    #[error("a reverse game is written backwards, so its finish must name every hole")]
    OpenReverse,
    /// The puzzle has marked pegs, but the actions do not distinguish pegs.
    #[error("the planning problem does not tell pegs apart, and this puzzle marks some")]
    Marked,
}

impl NoGoal {
    /// Advice for the user.
    pub fn help(self) -> &'static str {
        match self {
            Self::FinishByPegs => "give the finish as a list of holes",
            Self::OpenReverse => "leave out \"reverse\", or give all holes of the finish",
            Self::Marked => "leave out \"marked\", or export it as LP",
        }
    }
}

/// The domain, which has holes and three actions.
pub const DOMAIN: &str = "\
(define (domain peg-solitaire-moves)
  (:requirements :typing :action-costs)
  (:types hole)
  (:predicates
    (in-line ?from - hole ?over - hole ?to - hole)
    (occupied ?hole - hole)
    (free ?hole - hole)
    (move-ended)
    (last-visited ?hole - hole))
  (:functions (total-cost) - number)
  (:action jump-new-move
    :parameters (?from - hole ?over - hole ?to - hole)
    :precondition (and (move-ended) (in-line ?from ?over ?to)
      (occupied ?from) (occupied ?over) (free ?to))
    :effect (and (not (move-ended))
      (not (occupied ?from)) (free ?from) (not (occupied ?over)) (free ?over)
      (occupied ?to) (not (free ?to)) (last-visited ?to)
      (increase (total-cost) 1)))
  (:action jump-continue-move
    :parameters (?from - hole ?over - hole ?to - hole)
    :precondition (and (last-visited ?from) (in-line ?from ?over ?to)
      (occupied ?from) (occupied ?over) (free ?to))
    :effect (and (not (last-visited ?from)) (last-visited ?to)
      (not (occupied ?from)) (free ?from) (not (occupied ?over)) (free ?over)
      (occupied ?to) (not (free ?to))
      (increase (total-cost) 0)))
  (:action end-move
    :parameters (?last - hole)
    :precondition (last-visited ?last)
    :effect (and (not (last-visited ?last)) (move-ended) (increase (total-cost) 0))))
";

/// The problem of a puzzle for [`DOMAIN`]. The name of a hole is preceded by `h-`, and followed by its row and column
/// if names differ only in case. A reverse game is written as the ordinary game from its finish to its start, so the
/// moves of a plan have to be read backwards. A finish that leaves holes open is a goal that does not mention them,
/// whatever the number of pegs.
pub fn problem(puzzle: &Puzzle) -> Result<String, NoGoal> {
    if !puzzle.marked.is_empty() {
        return Err(NoGoal::Marked);
    }
    let [pegs_at, empty_at] = puzzle.finish.named(&puzzle.board);
    let (start, goal) = match &puzzle.finish {
        Finish::Pegs(_) => return Err(NoGoal::FinishByPegs),
        Finish::Holes { .. } if puzzle.reverse => return Err(NoGoal::OpenReverse),
        Finish::Exactly(finish) if puzzle.reverse => {
            (finish.clone(), Finish::Exactly(puzzle.start.clone()).named(&puzzle.board))
        }
        Finish::Exactly(_) | Finish::Holes { .. } => (puzzle.start.clone(), [pegs_at, empty_at]),
    };
    let holes: Vec<Hole> = puzzle.board.all_holes().collect();
    // Names in PDDL are case-insensitive. If two holes differ only in case, their places distinguish them.
    let lower: BTreeSet<String> = puzzle.names.iter().map(str::to_lowercase).collect();
    let are_distinct = lower.len() == holes.len();
    let name = |hole: Hole| match puzzle.names.name(hole) {
        name if are_distinct => format!("h-{name}"),
        name => {
            let (row, column) = puzzle.board.place(hole);
            format!("h-{name}-{row}-{column}")
        }
    };
    let facts = |[pegs_at, empty_at]: [Position; 2]| {
        let fact = |&hole: &Hole| match hole {
            _ if pegs_at.has(hole) => format!("    (occupied {})\n", name(hole)),
            _ if empty_at.has(hole) => format!("    (free {})\n", name(hole)),
            _ => String::new(),
        };
        holes.iter().map(fact).collect::<String>()
    };
    let start = Finish::Exactly(start).named(&puzzle.board);
    let mut text = String::from("(define (problem soliter-puzzle)\n");
    let _ = writeln!(text, "  (:domain peg-solitaire-moves)");
    let names = joined(holes.iter().map(|&hole| name(hole)), " ");
    let _ = writeln!(text, "  (:objects {names} - hole)");
    let _ = writeln!(text, "  (:init\n    (= (total-cost) 0)\n    (move-ended)");
    for jump in puzzle.board.jumps() {
        let [from, over, to] = [jump.from, jump.over, jump.to].map(name);
        let _ = writeln!(text, "    (in-line {from} {over} {to})");
    }
    let _ = writeln!(text, "{}  )", facts(start));
    let _ = writeln!(text, "  (:goal (and (move-ended)\n{}  ))", facts(goal));
    let _ = writeln!(text, "  (:metric minimize (total-cost)))");
    Ok(text)
}
