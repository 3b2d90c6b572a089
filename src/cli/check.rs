//! `soliter check`.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::base::wording::shown;
use soliter::peg::answer::Claim;
use soliter::peg::draw::text::beside;
use soliter::peg::judge::{CheckReport, Judgement, Lost, fewest_moves, judge};
use soliter::peg::position::Position;
use soliter::peg::puzzle::{Finish, Puzzle};

use crate::cli::args::CheckArgs;
use crate::cli::exit::Exit;
use crate::cli::files::Loaded;
use crate::cli::games::check::Check;
use crate::cli::paint::{counted, strong, verdict};
use crate::cli::session::Session;
use crate::cli::{files, output, piped};

/// Without `--time-limit`, the search for the fewest moves may take this long.
const COMPARISON: Duration = Duration::from_secs(20);
/// Finding the jump after which a wrong record cannot be saved may take this long.
const ORACLE: Duration = Duration::from_secs(10);

/// Judges one record.
pub(crate) fn run(session: &Session, args: &CheckArgs) -> std::io::Result<Exit> {
    let Ok(loaded) = files::load(session, &args.file) else { return Ok(Exit::BadInput) };
    let solution = match &loaded {
        Loaded::Peg(puzzle) => puzzle.known().solution.as_ref(),
        Loaded::Game(_) => None,
    };
    let (source, origin) = match record_text(session, args, solution) {
        Ok(found) => found,
        Err(exit) => return Ok(exit),
    };
    let puzzle = match loaded {
        Loaded::Peg(puzzle) => puzzle,
        Loaded::Game(puzzle) => {
            let (name, analyse) = (args.file.as_str(), args.analyse);
            if origin == Origin::Piped && !session.options.json() {
                output::answer(&format!("{}:\n", origin.phrase()))?;
            }
            return puzzle.game.visit(Check {
                session,
                name,
                puzzle: &puzzle,
                record: source,
                analyse,
            });
        }
    };
    if args.analyse {
        output::error("--analyse is for games", "peg solitaire is judged without it");
        return Ok(Exit::BadInput);
    }
    let judgement = judge(&puzzle, &source.text);
    if let Some(faults) = judgement.record.diagnostics(&source) {
        output::diagnostics(&faults);
    }
    let (control, bar) = session.control();
    let (mut losing, mut fewest) = (Lost::No, None);
    if judgement.finish_reached {
        let unlimited = session.options.time_limit.is_none();
        let control = if unlimited { control.within(COMPARISON) } else { control };
        fewest = Some(fewest_moves(&puzzle, &control));
    } else {
        losing = lost(&judgement, &puzzle, &control);
    }
    bar.finish_and_clear();
    let report = CheckReport::new(&args.file, &puzzle, &judgement, losing, fewest);
    if session.options.json() {
        let mut told = json!(report);
        told["record"] = json!(origin.word(args));
        output::json(&told)?;
    } else {
        let judged = Judged { puzzle: &puzzle, judgement: &judgement, report: &report };
        output::answer(&judged.to_text(session, origin, losing, fewest))?;
    }
    match fewest {
        // The record is legal: a proof that it cannot exist is wrong.
        Some(claim) if judgement.beats(claim) => {
            output::error(
                "the record is legal and beats what was proved",
                "this is a fault of soliter; please report it with the puzzle and the record",
            );
            Ok(Exit::Disagreement)
        }
        Some(_) => Ok(Exit::Answered),
        None => Ok(Exit::No),
    }
}

/// Whether a record was lost, within the limits, or within ten seconds where there are none.
pub(crate) fn lost(judgement: &Judgement, puzzle: &Puzzle, control: &Control) -> Lost {
    let unlimited = control.time_left().is_none();
    let control = if unlimited { control.clone().within(ORACLE) } else { control.clone() };
    judgement.lost(puzzle, &control)
}

/// Where the record is from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// From where the arguments say.
    Named,
    /// From standard input, since something stood there.
    Piped,
    /// From the puzzle file.
    Solution,
}

impl Origin {
    /// What is judged, where the arguments do not say it.
    fn phrase(self) -> &'static str {
        match self {
            Self::Named => "the record",
            Self::Piped => "the record on standard input",
            Self::Solution => "the solution in the puzzle file",
        }
    }

    /// A line about it, which says what it is about where the arguments do not.
    fn about(self, line: &str) -> String {
        if self == Self::Named { line.to_owned() } else { format!("{}: {line}", self.phrase()) }
    }

    /// The word for programs: the argument, or `solution`.
    fn word(self, args: &CheckArgs) -> &str {
        match self {
            Self::Named => args.record.as_deref().unwrap_or("--moves"),
            Self::Piped => "-",
            Self::Solution => "solution",
        }
    }
}

fn record_text(
    session: &Session,
    args: &CheckArgs,
    solution: Option<&String>,
) -> Result<(Arc<Source>, Origin), Exit> {
    if let Some(text) = &args.moves {
        return Ok((Source::new("--moves", text.clone()), Origin::Named));
    }
    let bad_input = |_| Exit::BadInput;
    if let Some(name) = &args.record {
        return Ok((files::record(session, name).map_err(bad_input)?, Origin::Named));
    }
    // A puzzle on standard input leaves nothing there.
    let piped = if args.file.is_stdin() { Ok(None) } else { piped::text(session) };
    let piped = piped.map_err(|stop| {
        output::error(&format!("{stop} while reading standard input"), "name the record's file");
        Exit::Limit
    })?;
    match (piped, solution) {
        (Some(bytes), _) if bytes.len() > files::MAX_BYTES => {
            output::error("standard input is larger than 1 MiB", "give a text file");
            Err(Exit::BadInput)
        }
        (Some(bytes), _) => match Source::from_bytes("-", bytes) {
            Ok(source) => Ok((source, Origin::Piped)),
            Err(faults) => {
                output::diagnostics(&faults);
                Err(Exit::BadInput)
            }
        },
        (None, Some(solution)) => {
            let name = format!("{}, solution", args.file);
            Ok((Source::new(name, solution.clone()), Origin::Solution))
        }
        (None, None) => {
            output::error(
                "there is no record to check",
                "give a record file, - for standard input, or --moves \"45-25, 43-45\"",
            );
            Err(Exit::BadInput)
        }
    }
}

/// A record with all that was found out about it.
struct Judged<'a> {
    puzzle: &'a Puzzle,
    judgement: &'a Judgement,
    report: &'a CheckReport,
}

impl Judged<'_> {
    fn to_text(
        &self,
        session: &Session,
        origin: Origin,
        lost: Lost,
        fewest: Option<Claim>,
    ) -> String {
        let Self { puzzle, judgement, report } = *self;
        let mut text = self.how_read();
        let CheckReport { jumps, moves, moves_as_written, .. } = *report;
        if let Some(error) = &report.error {
            let line = origin.about(&format!("wrong: {error}"));
            let _ = writeln!(text, "{}", verdict(false, line));
            if jumps > 0 {
                let are = if jumps == 1 { "is" } else { "are" };
                let _ = writeln!(text, "the {} before it {are} legal", counted(jumps, "jump"));
            }
            text.push_str(&self.lost_text(lost));
            text.push_str(&self.stopped_at(session));
            return text;
        }
        if !report.finish_reached {
            let line = if report.only_comments {
                "there is no jump to check: everything is a comment, from # to the end of a line"
                    .to_owned()
            } else {
                let missed = ends_with(puzzle, judgement.replay.last());
                format!("legal, but not at the finish after {}: {missed}", counted(jumps, "jump"))
            };
            let _ = writeln!(text, "{}", verdict(false, origin.about(&line)));
            text.push_str(&self.lost_text(lost));
            text.push_str(&self.ended_at(session));
            return text;
        }
        let line = format!("right: {} in {}", counted(jumps, "jump"), counted(moves, "move"));
        let _ = writeln!(text, "{}", verdict(true, origin.about(&line)));
        if moves_as_written != moves {
            let _ = writeln!(
                text,
                "written as {moves_as_written} moves; jumps of one peg in a row are one move, so it has {moves}"
            );
        }
        if let Some(claim) = fewest {
            let _ = writeln!(text, "{}", strong(comparison(claim, moves)));
        }
        text
    }

    /// In which notation the record was read, if not in the puzzle's, and what else could be meant.
    fn how_read(&self) -> String {
        let Self { puzzle, judgement, report } = *self;
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
        for remark in &report.remarks {
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
        let (board, jumps) = (self.puzzle.board(), self.report.jumps);
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
        match (lost, self.report.jumps) {
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
