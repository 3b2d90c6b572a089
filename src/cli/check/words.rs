//! The verdict on a record in words.

use std::fmt::Write as _;

use soliter::base::wording::shown;
use soliter::peg::answer::Claim;
use soliter::peg::board::position::Position;
use soliter::peg::draw::text::beside;
use soliter::peg::judge::{Judgement, Lost};
use soliter::peg::puzzle::{Finish, Puzzle};

use crate::cli::args::CheckArgs;
use crate::cli::output::paint::{counted, strong, verdict};
use crate::cli::session::Session;

/// Where the record is from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The arguments name it.
    Named,
    /// It stood on standard input, where the arguments did not ask for it.
    Piped,
    /// It is the solution in the puzzle file.
    Solution,
}

impl Origin {
    /// What is judged, in a phrase.
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

/// A record and what the rules say of it.
pub(crate) struct Judged<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) judgement: &'a Judgement,
}

impl Judged<'_> {
    /// How the record was read, and whether it is right.
    pub(crate) fn verdict(&self, origin: Origin) -> String {
        let Self { puzzle, judgement } = *self;
        let mut text = self.how_read();
        let (jumps, moves) = (judgement.replay.jumps(), judgement.replay.moves);
        let line = if let Some(error) = &judgement.mistake {
            format!("wrong: {error}")
        } else if judgement.finish_reached {
            format!("right: {} in {}", counted(jumps, "jump"), counted(moves, "move"))
        } else if judgement.record.only_comments {
            "there is no jump to check: everything is a comment, from # to the end of a line"
                .to_owned()
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

    /// What takes longer to find out: where a wrong record was lost, or whether a right one is the
    /// shortest.
    pub(crate) fn comment(&self, session: &Session, lost: Lost, fewest: Option<Claim>) -> String {
        match fewest {
            Some(claim) => {
                format!("{}\n", strong(comparison(claim, self.judgement.replay.moves)))
            }
            None if self.judgement.mistake.is_some() => {
                self.lost_text(lost) + &self.stopped_at(session)
            }
            None => self.lost_text(lost) + &self.ended_at(session),
        }
    }

    /// In which notation the record was read, if not in the puzzle's, and what else could be meant.
    fn how_read(&self) -> String {
        let Self { puzzle, judgement } = *self;
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

    /// The position in which the wrong jump was to be made.
    fn stopped_at(&self, session: &Session) -> String {
        if session.options.quiet {
            return String::new();
        }
        let (board, jumps) = (self.puzzle.board(), self.judgement.replay.jumps());
        let caption = if jumps == 0 { "start".into() } else { format!("after jump {jumps}") };
        let moved = self.judgement.illegal_jump().map_or(Position::EMPTY, |(from, to)| {
            let over = board.jump(from, to).map(|jump| jump.over);
            [Some(from), over, Some(to)].into_iter().flatten().collect()
        });
        let last = self.judgement.replay.last();
        let panel = session.paint.position(caption, board, last, moved);
        format!("\n{}", beside(&[panel], session.paint.columns))
    }

    /// The last position of a legal record beside the finish.
    fn ended_at(&self, session: &Session) -> String {
        if session.options.quiet {
            return String::new();
        }
        let panel = |caption: &str, pegs| {
            session.paint.position(caption, self.puzzle.board(), pegs, Position::EMPTY)
        };
        let mut panels = vec![panel("the record's end", self.judgement.replay.last())];
        if let Finish::Exactly(finish) = self.puzzle.finish() {
            panels.push(panel("the finish", finish));
        }
        format!("\n{}", beside(&panels, session.paint.columns))
    }

    fn lost_text(&self, lost: Lost) -> String {
        let jump = |number: usize| {
            let jump = self.judgement.jumps().nth(number - 1);
            jump.map_or_else(String::new, |(from, to)| self.puzzle.names().jump(from, to))
        };
        match (lost, self.judgement.replay.jumps()) {
            (Lost::No, jumps) if self.puzzle.finish().accepts(self.judgement.replay.last()) => {
                format!("after jump {jumps}, {}, the finish was reached\n", jump(jumps))
            }
            (Lost::No, 0) => "the puzzle can be solved from its start\n".to_owned(),
            (Lost::No, jumps) => {
                format!("after jump {jumps}, {}, the puzzle can still be solved\n", jump(jumps))
            }
            (Lost::After(0), _) => "the puzzle has no solution from its start\n".to_owned(),
            (Lost::After(number), _) => {
                let jump = jump(number);
                format!("after jump {number}, {jump}, the puzzle can no longer be solved\n")
            }
            (Lost::Unknown, _) => {
                "whether the puzzle can still be solved was not settled within the limits\n"
                    .to_owned()
            }
        }
    }
}

fn ends_with(puzzle: &Puzzle, last: Position) -> String {
    let names = |set: Position| puzzle.names().position(set).join(" ");
    match puzzle.finish() {
        Finish::Exactly(finish) => {
            let extra = Position(last.0 & !finish.0);
            let missing = Position(finish.0 & !last.0);
            let mut parts = Vec::new();
            if !extra.is_empty() {
                parts.push(format!("pegs at {} should be gone", names(extra)));
            }
            if !missing.is_empty() {
                parts.push(format!("pegs at {} are missing", names(missing)));
            }
            parts.join(", ")
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
