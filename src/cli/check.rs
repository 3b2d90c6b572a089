//! `soliter check`.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use soliter::base::control::Control;
use soliter::base::diagnostic::{Diagnostics, Source};
use soliter::peg::answer::Claim;
use soliter::peg::draw::text::beside;
use soliter::peg::judge::{CheckReport, Judgement, fewest_moves, judge};
use soliter::peg::position::Position;
use soliter::peg::puzzle::{Finish, Puzzle};

use crate::cli::args::CheckArgs;
use crate::cli::exit::Exit;
use crate::cli::files::Loaded;
use crate::cli::games::check::Check;
use crate::cli::paint::{counted, strong, verdict};
use crate::cli::session::Session;
use crate::cli::{files, output};

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
    let Ok(source) = record_text(session, args, solution) else { return Ok(Exit::BadInput) };
    let puzzle = match loaded {
        Loaded::Peg(puzzle) => puzzle,
        Loaded::Game(puzzle) => {
            let (name, analyse) = (args.file.as_str(), args.analyse);
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
    let faults = judgement.record.faults.iter().map(|fault| fault.fault.clone().of(&source));
    output::diagnostics(&Diagnostics(faults.collect()));
    let (control, bar) = session.control();
    let (mut lost_after, mut fewest) = (None, None);
    if judgement.finish_reached {
        let unlimited = session.options.time_limit.is_none();
        let control = if unlimited { control.within(COMPARISON) } else { control };
        fewest = Some(fewest_moves(&puzzle, &control));
    } else {
        lost_after = lost(&judgement, &puzzle, &control);
    }
    bar.finish_and_clear();
    let report = CheckReport::new(&args.file, &puzzle, &judgement, lost_after, fewest);
    if session.options.json() {
        output::json(&json!(report))?;
    } else {
        output::answer(&to_text(session, &puzzle, &judgement, &report, fewest))?;
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

/// The jump after which there was no solution left; `None` if there still is one, or if telling
/// would take too long.
pub(crate) fn lost(judgement: &Judgement, puzzle: &Puzzle, control: &Control) -> Option<usize> {
    judgement.lost_after(puzzle, &control.clone().within(ORACLE)).ok().flatten()
}

fn record_text(
    session: &Session,
    args: &CheckArgs,
    solution: Option<&String>,
) -> Result<Arc<Source>, files::Reported> {
    if let Some(text) = &args.moves {
        return Ok(Source::new("--moves", text.clone()));
    }
    match (&args.record, solution) {
        (Some(name), _) => files::record(session, name),
        (None, Some(solution)) => {
            Ok(Source::new(format!("{}, solution", args.file), solution.clone()))
        }
        (None, None) => {
            output::error(
                "there is no record to check",
                "give a record file, - for standard input, or --moves \"45-25, 43-45\"",
            );
            Err(files::Reported)
        }
    }
}

fn to_text(
    session: &Session,
    puzzle: &Puzzle,
    judgement: &Judgement,
    report: &CheckReport,
    fewest: Option<Claim>,
) -> String {
    let mut text = String::new();
    let last = judgement.replay.last();
    let CheckReport { jumps, moves, moves_as_written, .. } = *report;
    if let Some(error) = &report.error {
        let _ = writeln!(text, "{}", verdict(false, format!("wrong: {error}")));
        if jumps > 0 {
            let are = if jumps == 1 { "is" } else { "are" };
            let _ = writeln!(text, "the {} before it {are} legal", counted(jumps, "jump"));
        }
        text.push_str(&lost_text(puzzle, judgement, report));
        if !session.options.quiet {
            let caption = if jumps == 0 { "start".into() } else { format!("after jump {jumps}") };
            let moved = judgement.illegal_jump().map_or(Position::EMPTY, |(from, to)| {
                let over = puzzle.board().jump(from, to).map(|jump| jump.over);
                [Some(from), over, Some(to)].into_iter().flatten().collect()
            });
            let panel = session.paint.position(caption, puzzle.board(), last, moved);
            let _ = write!(text, "\n{}", beside(&[panel], session.paint.columns));
        }
        return text;
    }
    if !report.finish_reached {
        let line = format!(
            "legal, but not at the finish after {}: {}",
            counted(jumps, "jump"),
            ends_with(puzzle, last)
        );
        let _ = writeln!(text, "{}", verdict(false, line));
        text.push_str(&lost_text(puzzle, judgement, report));
        if !session.options.quiet {
            let mut panels = vec![session.paint.position(
                "the record's end",
                puzzle.board(),
                last,
                Position::EMPTY,
            )];
            if let Finish::Exactly(finish) = puzzle.finish() {
                panels.push(session.paint.position(
                    "the finish",
                    puzzle.board(),
                    finish,
                    Position::EMPTY,
                ));
            }
            let _ = write!(text, "\n{}", beside(&panels, session.paint.columns));
        }
        return text;
    }
    let _ = writeln!(
        text,
        "{}",
        verdict(true, format!("right: {} in {}", counted(jumps, "jump"), counted(moves, "move")))
    );
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

fn lost_text(puzzle: &Puzzle, judgement: &Judgement, report: &CheckReport) -> String {
    match report.lost_after {
        None => String::new(),
        Some(0) => "the puzzle has no solution from its start\n".to_owned(),
        Some(number) => {
            let jump = judgement.jumps().nth(number - 1);
            let jump = jump.map_or_else(String::new, |(from, to)| puzzle.names().jump(from, to));
            format!("after jump {number}, {jump}, the puzzle can no longer be solved\n")
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
