//! The verdict on a record in words.

use std::fmt::Write as _;

use soliter::base::wording::shown;
use soliter::peg::judge::{Judgement, Lost};
use soliter::peg::puzzle::{Finish, Puzzle};
use soliter::peg::{answer::Claim, board::position::Position, draw::text::beside};

use crate::cli::output::paint::{counted, strong, verdict};
use crate::cli::{args::CheckArgs, session::Session};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The arguments name it.
    Named,
    /// It stood on standard input, where the arguments did not ask for it.
    Piped,
    Solution,
}

impl Origin {
    pub(crate) fn phrase(self) -> &'static str {
        match self {
            Self::Named => "the record",
            Self::Piped => "the record on standard input",
            Self::Solution => "the solution in the puzzle file",
        }
    }

    /// A line about the record, which says which it is unless the arguments name it.
    fn about(self, line: &str) -> String {
        if self == Self::Named { line.to_owned() } else { format!("{}: {line}", self.phrase()) }
    }

    /// What objects call it: the argument, or `solution`.
    pub(crate) fn word(self, args: &CheckArgs) -> &str {
        match self {
            Self::Named => args.record.as_deref().unwrap_or("--moves"),
            Self::Piped => "-",
            Self::Solution => "solution",
        }
    }
}

/// How a record was read, and whether it is right.
pub(super) fn verdict_text(puzzle: &Puzzle, judgement: &Judgement, origin: Origin) -> String {
    let mut text = how_read(puzzle, judgement);
    let (jumps, moves) = (judgement.replay.jumps(), judgement.replay.moves);
    let line = if let Some(error) = &judgement.mistake {
        format!("wrong: {error}")
    } else if judgement.finish_reached {
        format!("right: {} in {}", counted(jumps, "jump"), counted(moves, "move"))
    } else if judgement.record.only_comments {
        "there is no jump to check: everything is a comment, from # to the end of a line".to_owned()
    } else {
        let missed = ends_with(puzzle, judgement.replay.last());
        format!("legal, but not at the finish after {}: {missed}", counted(jumps, "jump"))
    };
    let _ = writeln!(text, "{}", verdict(judgement.finish_reached, origin.about(&line)));
    if judgement.mistake.is_some() && jumps > 0 {
        let are = if jumps == 1 { "is" } else { "are" };
        let _ = writeln!(text, "the {} before it {are} legal", counted(jumps, "jump"));
    }
    let written = judgement.record.moves_as_written;
    if judgement.finish_reached && written != moves {
        let _ = writeln!(
            text,
            "written as {}; jumps of one peg in a row are one move, so it has {moves}",
            counted(written, "move")
        );
    }
    text
}

/// In which notation a record was read, if not in the puzzle's, and what else could be meant.
fn how_read(puzzle: &Puzzle, judgement: &Judgement) -> String {
    let mut text = String::new();
    let (scheme, usual) = (judgement.scheme, puzzle.names().scheme());
    if scheme != usual {
        let _ = writeln!(
            text,
            "read as {}: in {}, the puzzle's notation, it cannot be read",
            scheme.word(),
            usual.word()
        );
    }
    for (_, remark) in &judgement.record.remarks {
        let _ = writeln!(text, "{}", shown(remark));
    }
    if judgement.record.more_remarks > 0 {
        let _ = writeln!(text, "and {} more", counted(judgement.record.more_remarks, "remark"));
    }
    text
}

/// What takes longer to find out: where a wrong record was lost, or whether a right one is the shortest.
pub(super) fn comment(
    session: &Session,
    puzzle: &Puzzle,
    judgement: &Judgement,
    lost: Lost,
    fewest: Option<Claim>,
) -> String {
    if let Some(claim) = fewest {
        return format!("{}\n", strong(comparison(claim, judgement.replay.moves)));
    }
    let text = lost_text(puzzle, judgement, lost);
    if session.options.quiet {
        return text;
    }
    let (board, last) = (puzzle.board(), judgement.replay.last());
    let panel = |caption, moved| session.paint.position(caption, board, last, moved);
    let panels = match (&judgement.mistake, puzzle.finish()) {
        // The position in which the wrong jump was to be made.
        (Some(_), _) => {
            let moved = judgement.illegal_jump().map_or(Position::EMPTY, |(from, to)| {
                let over = board.jump(from, to).map(|jump| jump.over);
                [Some(from), over, Some(to)].into_iter().flatten().collect()
            });
            vec![match judgement.replay.jumps() {
                0 => panel("start".to_owned(), moved),
                jumps => panel(format!("after jump {jumps}"), moved),
            }]
        }
        (None, Finish::Exactly(finish)) => vec![
            panel("the record's end".to_owned(), Position::EMPTY),
            session.paint.position("the finish", board, finish, Position::EMPTY),
        ],
        (None, Finish::Pegs(_)) => vec![panel("the record's end".to_owned(), Position::EMPTY)],
    };
    format!("{text}\n{}", beside(&panels, session.paint.columns))
}

fn lost_text(puzzle: &Puzzle, judgement: &Judgement, lost: Lost) -> String {
    let jump = |number: usize| {
        let jump = judgement.jumps().nth(number - 1);
        let jump = jump.map_or_else(String::new, |(from, to)| puzzle.names().jump(from, to));
        format!("after jump {number}, {jump}")
    };
    match (lost, judgement.replay.jumps()) {
        (Lost::No, jumps) if puzzle.finish().accepts(judgement.replay.last()) => {
            format!("{}, the finish was reached\n", jump(jumps))
        }
        (Lost::No, 0) => "the puzzle can be solved from its start\n".to_owned(),
        (Lost::No, jumps) => format!("{}, the puzzle can still be solved\n", jump(jumps)),
        (Lost::After(0), _) => "the puzzle has no solution from its start\n".to_owned(),
        (Lost::After(number), _) => {
            format!("{}, the puzzle can no longer be solved\n", jump(number))
        }
        (Lost::Unknown, _) => {
            "whether the puzzle can still be solved was not settled within the limits\n".to_owned()
        }
    }
}

fn ends_with(puzzle: &Puzzle, last: Position) -> String {
    let names = |set: Position| puzzle.names().position(set).join(" ");
    match puzzle.finish() {
        Finish::Exactly(finish) => {
            let extra = (Position(last.0 & !finish.0), "should be gone");
            let missing = (Position(finish.0 & !last.0), "are missing");
            let parts = [extra, missing].into_iter().filter(|(set, _)| !set.is_empty());
            let parts = parts.map(|(set, what)| format!("pegs at {} {what}", names(set)));
            parts.collect::<Vec<_>>().join(", ")
        }
        Finish::Pegs(pegs) => format!("{} left, not {pegs}", counted(last.len(), "peg")),
    }
}

fn comparison(claim: Claim, moves: usize) -> String {
    match claim {
        Claim::Optimal { moves: fewest } if fewest == moves => {
            let are = if moves == 1 { "is" } else { "are" };
            format!("{} {are} the fewest possible (proved by search)", counted(moves, "move"))
        }
        Claim::Optimal { moves: fewest } if fewest < moves => {
            let more = counted(moves - fewest, "move");
            format!("{more} more than the fewest, which is {fewest} (proved by search)")
        }
        Claim::Feasible { lower_bound, .. } | Claim::Unknown { lower_bound } => format!(
            "whether fewer moves are possible was not settled within the limits; \
             at least {lower_bound} are needed"
        ),
        Claim::Optimal { moves: fewest } => {
            format!("{} should be the fewest (proved by search)", counted(fewest, "move"))
        }
        Claim::Infeasible => "no solution should exist".to_owned(),
    }
}
