//! The verdict on a solution in words.

use std::fmt::Write as _;

use soliter::base::wording::shown;
use soliter::boards::puzzle::{Finish, Puzzle};
use soliter::prove::judge::{Judgement, Lost, Verdict};
use soliter::text::Form;
use soliter::{
    boards::answer::Claim, boards::board::position::Position, boards::draw::text::beside,
};

use crate::cli::output::paint::{counted, strong, verdict};
use crate::cli::{args::CheckArgs, session::Session};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The arguments name it.
    Named,
    /// It came from standard input, although the arguments did not say so.
    Piped,
    Solution,
}

impl Origin {
    pub(crate) fn phrase(self) -> &'static str {
        match self {
            Self::Named => "the solution",
            Self::Piped => "the solution on standard input",
            Self::Solution => "the solution in the puzzle file",
        }
    }

    /// A sentence about the solution, which says where it comes from unless the arguments name it.
    fn about(self, line: &str) -> String {
        if self == Self::Named { line.to_owned() } else { format!("{}: {line}", self.phrase()) }
    }

    /// Its name in JSON: the argument, or `solution`.
    pub(crate) fn word(self, args: &CheckArgs) -> &str {
        match self {
            Self::Named => args.solution.as_deref().unwrap_or("--moves"),
            Self::Piped => "-",
            Self::Solution => "solution",
        }
    }
}

/// How a solution was read, and whether it is correct.
pub(super) fn verdict_text(puzzle: &Puzzle, judgement: &Judgement, origin: Origin) -> String {
    let mut text = how_read(puzzle, judgement);
    let (jumps, moves) = (judgement.replay.jumps(), judgement.replay.moves);
    let line = match &judgement.mistake {
        // The error has been printed already, with its place in the text.
        Some(error)
            if judgement.verdict == Verdict::Unreadable
                && !judgement.reading.unexplained.is_empty() =>
        {
            format!("unreadable: jump {}, {}", error.index, error.text)
        }
        _ => line(puzzle, judgement),
    };
    let _ = writeln!(text, "{}", verdict(judgement.finish_reached, origin.about(&line)));
    if judgement.verdict == Verdict::Incomplete {
        let _ = writeln!(text, "{}", difference(puzzle, judgement.replay.last()));
    }
    if judgement.verdict == Verdict::Illegal && jumps > 0 {
        let _ = match jumps {
            1 => writeln!(text, "jump 1 is legal"),
            _ => writeln!(text, "the {} before it are legal", counted(jumps, "jump")),
        };
    }
    if let [style, ..] = &judgement.other_styles[..]
        && judgement.verdict != Verdict::Unreadable
    {
        let _ = writeln!(text, "read as {style} it would be a solution, with other jumps");
    }
    let written = judgement.reading.moves_as_written;
    let by_moves = matches!(judgement.reading.form, Form::Notation | Form::Pairs);
    if judgement.finish_reached && by_moves && written != moves {
        let _ = writeln!(
            text,
            "written as {}; jumps of one peg in a row are one move, so it has {moves}",
            counted(written, "move")
        );
    }
    text
}

/// The verdict in one line, for a file with several solutions.
pub(super) fn one_line(puzzle: &Puzzle, judgement: &Judgement) -> String {
    let mut line = line(puzzle, judgement);
    if judgement.verdict == Verdict::Incomplete {
        let _ = write!(line, " ({})", difference(puzzle, judgement.replay.last()));
    }
    verdict(judgement.finish_reached, line)
}

fn line(puzzle: &Puzzle, judgement: &Judgement) -> String {
    let (jumps, moves) = (judgement.replay.jumps(), judgement.replay.moves);
    match (judgement.verdict, &judgement.mistake) {
        (Verdict::Unreadable, Some(error)) if error.reason == "no-jump" => {
            let jump = puzzle.board().jumps().first().map(|jump| puzzle.board().hop(*jump));
            let example = jump.map_or_else(String::new, |jump| {
                format!("; write a jump as {}", puzzle.names().hop(jump))
            });
            format!("unreadable: {}{example}", error.message)
        }
        (Verdict::Unreadable, Some(error)) => format!("unreadable: {error}"),
        (_, Some(error)) => format!("illegal: {error}"),
        (Verdict::Correct, None) => {
            format!("correct: {} in {}", counted(jumps, "jump"), counted(moves, "move"))
        }
        (_, None) => {
            let legal = match jumps {
                0 => "there are no jumps, and the start is not the finish".to_owned(),
                1 => "the jump is legal, but the finish is not reached".to_owned(),
                2 => "both jumps are legal, but the finish is not reached".to_owned(),
                _ => format!("all {jumps} jumps are legal, but the finish is not reached"),
            };
            format!("incomplete: {legal}")
        }
    }
}

/// The verdict of `--quiet`: one line, with the notation if it is not the puzzle's, and what [`comment`] says.
pub(super) fn in_one_line(
    puzzle: &Puzzle,
    judgement: &Judgement,
    origin: Origin,
    lost: Lost,
    fewest: Option<Claim>,
) -> String {
    let verdict = verdict(judgement.finish_reached, origin.about(&line(puzzle, judgement)));
    let is_incomplete = judgement.verdict == Verdict::Incomplete;
    let difference = is_incomplete.then(|| difference(puzzle, judgement.replay.last()));
    let remark = remark(puzzle, judgement, lost, fewest);
    let parts = [Some(verdict), style(puzzle, judgement), difference, remark];
    let mut text = parts.into_iter().flatten().collect::<Vec<_>>().join("; ");
    text.push('\n');
    text
}

/// The style in which a record was read, if it is not the puzzle's notation.
fn style(puzzle: &Puzzle, judgement: &Judgement) -> Option<String> {
    if judgement.verdict == Verdict::Unreadable {
        return None;
    }
    let (usual, style) = (puzzle.names().scheme(), judgement.style());
    if judgement.reading.scheme != usual {
        return Some(format!("read as {style}, not in the puzzle's notation, {}", usual.as_str()));
    }
    (judgement.reading.form != Form::Notation).then(|| format!("read as {style}"))
}

/// The style, and the remarks in the text.
fn how_read(puzzle: &Puzzle, judgement: &Judgement) -> String {
    let mut text = String::new();
    if let Some(style) = style(puzzle, judgement) {
        let _ = writeln!(text, "{style}");
    }
    // In a text without a jump, everything is a remark.
    let remarks = &judgement.reading.remarks[..];
    for (_, remark) in if judgement.reading.has_jump { remarks } else { &[] } {
        let _ = writeln!(text, "{}", shown(remark));
    }
    if judgement.reading.more_remarks > 0 && judgement.reading.has_jump {
        let _ = writeln!(text, "and {} more remarks", judgement.reading.more_remarks);
    }
    text
}

/// Remarks that take longer to compute: where an illegal or incomplete solution lost the puzzle, or whether a
/// correct one is the shortest.
pub(super) fn comment(
    session: &Session,
    puzzle: &Puzzle,
    judgement: &Judgement,
    lost: Lost,
    fewest: Option<Claim>,
) -> String {
    let Some(text) = remark(puzzle, judgement, lost, fewest) else { return String::new() };
    if fewest.is_some() {
        return format!("{text}\n");
    }
    let (board, last) = (puzzle.board(), judgement.replay.last());
    let panel = |caption, moved| session.paint.position(caption, board, last, moved);
    let panels = match (&judgement.mistake, puzzle.finish()) {
        // The position in which the illegal jump was to be made.
        (Some(_), _) => {
            let moved = judgement.illegal_jump().map_or(Position::EMPTY, |hop| {
                let over = board.find(hop).map(|jump| jump.over);
                hop.holes().chain(over).collect()
            });
            vec![match judgement.replay.jumps() {
                0 => panel("start".to_owned(), &moved),
                jumps => panel(format!("after jump {jumps}"), &moved),
            }]
        }
        (None, Finish::Exactly(finish)) => vec![
            panel("final position".to_owned(), &Position::EMPTY),
            session.paint.position("the finish", board, finish, &Position::EMPTY),
        ],
        (None, Finish::Pegs(_) | Finish::Holes { .. }) => {
            vec![panel("final position".to_owned(), &Position::EMPTY)]
        }
    };
    format!("{text}\n\n{}", beside(&panels, session.paint.columns))
}

fn remark(
    puzzle: &Puzzle,
    judgement: &Judgement,
    lost: Lost,
    fewest: Option<Claim>,
) -> Option<String> {
    match fewest {
        Some(_) if puzzle.board().fits_u64().is_err() => {
            Some("fewer moves were not searched for: the board has more than 64 holes".to_owned())
        }
        Some(claim) => Some(strong(comparison(claim, judgement.replay.moves))),
        None if judgement.verdict == Verdict::Unreadable => None,
        None => Some(lost_text(puzzle, judgement, lost)),
    }
}

fn lost_text(puzzle: &Puzzle, judgement: &Judgement, lost: Lost) -> String {
    let jump = |number: usize| {
        let jump = judgement.jumps().nth(number - 1);
        let jump = jump.map_or_else(String::new, |hop| puzzle.names().hop(hop));
        format!("after jump {number}, {jump}")
    };
    match (lost, judgement.replay.jumps()) {
        (Lost::No, jumps) if jumps > 0 && puzzle.finish().accepts(judgement.replay.last()) => {
            format!("{}, the finish was reached", jump(jumps))
        }
        (Lost::No, 0) => "the puzzle can be solved from its start".to_owned(),
        (Lost::No, jumps) => format!("{}, the puzzle can still be solved", jump(jumps)),
        (Lost::After(0), _) => "the puzzle has no solution from its start".to_owned(),
        (Lost::After(number), _) => {
            format!("{}, the puzzle can no longer be solved", jump(number))
        }
        (Lost::Unknown, _) => {
            "whether the puzzle can still be solved was not settled within the limits".to_owned()
        }
    }
}

/// How the end of a solution differs from the finish.
fn difference(puzzle: &Puzzle, last: &Position) -> String {
    let names = |set: &Position| puzzle.names().position(set).join(" ");
    let parts = |extra: Position, missing: Position| {
        let parts = [("extra pegs", extra), ("missing pegs", missing)];
        let parts = parts.into_iter().filter(|(_, set)| !set.is_empty());
        let parts = parts.map(|(what, set)| format!("{what}: {}", names(&set)));
        parts.collect::<Vec<_>>().join("; ")
    };
    match puzzle.finish() {
        Finish::Exactly(finish) => parts(last.difference(finish), finish.difference(last)),
        Finish::Pegs(pegs) => format!("{} left, not {pegs}", counted(last.len(), "peg")),
        Finish::Holes { pegs_at, empty_at, pegs } => {
            let parts = parts(last.intersection(empty_at), pegs_at.difference(last));
            if parts.is_empty() {
                format!("{} left, not {pegs}", counted(last.len(), "peg"))
            } else {
                parts
            }
        }
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
