//! `soliter check`.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use soliter::base::control::Control;
use soliter::base::diagnostic::{Diagnostics, Source};
use soliter::peg::answer::Claim;
use soliter::peg::draw::text::beside;
use soliter::peg::line::Line;
use soliter::peg::position::{Hole, Position};
use soliter::peg::puzzle::{Finish, Puzzle};
use soliter::peg::record::{self, Record};
use soliter::peg::rules;
use soliter::peg::search::oracle::Oracle;
use soliter::peg::solve::{Method, solve};
use soliter::peg::verify::{Replay, replay};

use crate::cli::args::CheckArgs;
use crate::cli::files::Loaded;
use crate::cli::games::check::Check;
use crate::cli::paint::{counted, strong, verdict};
use crate::cli::{Exit, Session, files, output};

/// Without `--time-limit`, the search for the fewest moves may take this long.
const COMPARISON: Duration = Duration::from_secs(20);
/// Finding the jump after which a wrong record cannot be saved may take this long.
const ORACLE: Duration = Duration::from_secs(10);

/// What is wrong with a record, at the first jump where something is.
struct Error {
    index: usize,
    text: String,
    reason: &'static str,
    message: String,
}

/// A record judged.
struct Report {
    replay: Replay,
    /// The moves as the author wrote them, up to the first fault of the text.
    as_written: usize,
    error: Option<Error>,
    /// The jumps of the text, start and landing hole.
    played: Vec<(Hole, Hole)>,
    /// Hole pair of an illegal jump, for the picture.
    wrong_jump: Option<(Hole, Hole)>,
    finish_reached: bool,
    /// Number of the jump after which there is no solution left; 0 if there never was one.
    lost_after: Option<usize>,
}

/// Judges one record.
pub(crate) fn run(session: &Session, args: &CheckArgs) -> std::io::Result<Exit> {
    let Ok(loaded) = files::load(session, &args.file) else { return Ok(Exit::BadInput) };
    let solution = match &loaded {
        Loaded::Peg(puzzle) => puzzle.known.solution.as_ref(),
        Loaded::Game(_) => None,
    };
    let Ok(source) = record_text(args, solution) else { return Ok(Exit::BadInput) };
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
    let record = record::read(&source.text, &puzzle.names);
    report_faults(&record, &source);
    let mut report = judge(&puzzle, &record, &source);
    let right = report.error.is_none() && report.finish_reached;
    let (control, bar) = session.control();
    if !right {
        report.lost_after = lost_after(&puzzle, &report.replay, &control);
    }
    let fewest = right.then(|| {
        let unlimited = session.options.time_limit.is_none();
        fewest(&puzzle, &if unlimited { control.within(COMPARISON) } else { control })
    });
    bar.finish_and_clear();
    let exit = match fewest {
        // The record is legal: a proof that it cannot exist is wrong.
        Some(claim) if contradicts(claim, report.replay.moves) => Exit::Disagreement,
        Some(_) => Exit::Answered,
        None => Exit::No,
    };
    if session.options.json() {
        output::json(&to_json(&puzzle, &report, fewest))?;
    } else {
        output::answer(&to_text(session, &puzzle, &report, fewest))?;
    }
    if exit == Exit::Disagreement {
        output::error(
            "the record is legal and beats what was proved",
            "this is a fault of soliter; please report it with the puzzle and the record",
        );
    }
    Ok(exit)
}

fn record_text(
    args: &CheckArgs,
    solution: Option<&String>,
) -> Result<Arc<Source>, files::Reported> {
    if let Some(text) = &args.moves {
        return Ok(Source::new("--moves", text.clone()));
    }
    match (&args.record, solution) {
        (Some(name), _) => files::record(name),
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

fn report_faults(record: &Record, source: &Arc<Source>) {
    let list = record.faults.iter().map(|fault| fault.fault.clone().of(source));
    output::diagnostics(&Diagnostics(list.collect()));
}

fn judge(puzzle: &Puzzle, record: &Record, source: &Source) -> Report {
    let played: Vec<(Hole, Hole)> = record.jumps.iter().map(|j| (j.from, j.to)).collect();
    let replay = replay(puzzle, played.iter().copied());
    let mut wrong_jump = None;
    let error = if let Some((index, fault)) = replay.fault {
        let jump = &record.jumps[index - 1];
        wrong_jump = Some((jump.from, jump.to));
        let names = &puzzle.names;
        Some(Error {
            index,
            text: format!("{}-{}", names.name(jump.from), names.name(jump.to)),
            reason: fault.reason(),
            message: rules::explain(puzzle, fault, jump.from, jump.to),
        })
    } else {
        record.faults.first().map(|fault| Error {
            index: fault.index,
            text: source.text[fault.fault.span.clone()].to_owned(),
            reason: fault.reason.word(),
            message: fault.fault.message.clone(),
        })
    };
    let finish_reached = error.is_none() && puzzle.finish.accepts(replay.last());
    let as_written = record.moves_as_written;
    Report { as_written, error, wrong_jump, finish_reached, lost_after: None, replay, played }
}

/// The jump that threw the solution away; `None` if there still is one, or if telling would take
/// too long.
fn lost_after(puzzle: &Puzzle, replay: &Replay, control: &Control) -> Option<usize> {
    let oracle = Oracle::new(puzzle, &control.clone().within(ORACLE)).ok()?;
    replay.positions.iter().position(|&position| !oracle.can_finish(position))
}

fn fewest(puzzle: &Puzzle, control: &Control) -> Claim {
    // A refused answer proves nothing.
    solve(puzzle, Method::Search, control)
        .map_or(Claim::Unknown { lower_bound: 1 }, |answer| answer.claim())
}

/// What a program is told of a record.
pub(crate) fn judged(puzzle: &Puzzle, source: &Source, control: &Control) -> Value {
    let mut report = judge(puzzle, &record::read(&source.text, &puzzle.names), source);
    if report.error.is_none() && report.finish_reached {
        return to_json(puzzle, &report, Some(fewest(puzzle, control)));
    }
    report.lost_after = lost_after(puzzle, &report.replay, control);
    to_json(puzzle, &report, None)
}

fn contradicts(claim: Claim, moves: usize) -> bool {
    claim == Claim::Infeasible || claim.lower_bound().is_some_and(|bound| moves < bound)
}

fn to_json(puzzle: &Puzzle, report: &Report, fewest: Option<Claim>) -> Value {
    json!({
        "puzzle": puzzle.title,
        "model": puzzle.model,
        "legal": report.error.is_none(),
        "finish_reached": report.finish_reached,
        "jumps": report.replay.jumps(),
        "moves": report.replay.moves,
        "moves_as_written": report.as_written,
        "final": puzzle.names.position(report.replay.last()),
        "error": report.error.as_ref().map(|error| json!({
            "index": error.index,
            "text": error.text,
            "reason": error.reason,
            "message": error.message,
        })),
        "lost_after": report.lost_after,
        "fewest_moves": fewest.and_then(Claim::moves),
        "lower_bound": fewest.and_then(Claim::lower_bound),
    })
}

fn to_text(session: &Session, puzzle: &Puzzle, report: &Report, fewest: Option<Claim>) -> String {
    let mut text = String::new();
    let Report { replay, as_written, error, .. } = report;
    let (jumps, moves) = (replay.jumps(), replay.moves);
    if let Some(error) = error {
        let line = format!("wrong: jump {}, {}: {}", error.index, error.text, error.message);
        let _ = writeln!(text, "{}", verdict(false, line));
        if jumps > 0 {
            let are = if jumps == 1 { "is" } else { "are" };
            let _ = writeln!(text, "the {} before it {are} legal", counted(jumps, "jump"));
        }
        text.push_str(&lost_text(puzzle, report));
        if !session.options.quiet {
            let caption = if jumps == 0 { "start".into() } else { format!("after jump {jumps}") };
            let moved = report.wrong_jump.map_or(Position::EMPTY, |(from, to)| {
                let over = puzzle.board.jump(from, to).map(|jump| jump.over);
                [Some(from), over, Some(to)].into_iter().flatten().collect()
            });
            let panel = session.paint.position(caption, &puzzle.board, replay.last(), moved);
            let _ = write!(text, "\n{}", beside(&[panel], session.paint.columns));
        }
        return text;
    }
    if !report.finish_reached {
        let line = format!(
            "legal, but not at the finish after {}: {}",
            counted(jumps, "jump"),
            ends_with(puzzle, replay.last())
        );
        let _ = writeln!(text, "{}", verdict(false, line));
        text.push_str(&lost_text(puzzle, report));
        if !session.options.quiet {
            let mut panels = vec![session.paint.position(
                "the record's end",
                &puzzle.board,
                replay.last(),
                Position::EMPTY,
            )];
            if let Finish::Exactly(finish) = puzzle.finish {
                panels.push(session.paint.position(
                    "the finish",
                    &puzzle.board,
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
    if *as_written != moves {
        let _ = writeln!(
            text,
            "written as {as_written} moves; jumps of one peg in a row are one move, so it has {moves}"
        );
    }
    if let Some(claim) = fewest {
        let _ = writeln!(text, "{}", strong(comparison(claim, moves)));
    }
    text
}

fn lost_text(puzzle: &Puzzle, report: &Report) -> String {
    match report.lost_after {
        None => String::new(),
        Some(0) => "the puzzle has no solution from its start\n".to_owned(),
        Some(jump) => {
            let (from, to) = report.played[jump - 1];
            let names = &puzzle.names;
            format!(
                "after jump {jump}, {}-{}, the puzzle can no longer be solved\n",
                names.name(from),
                names.name(to)
            )
        }
    }
}

fn ends_with(puzzle: &Puzzle, last: Position) -> String {
    let names = |set: Position| puzzle.names.position(set).join(" ");
    match puzzle.finish {
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
        Claim::Optimal { moves: fewest } => {
            let more = moves - fewest;
            let more = counted(more, "move");
            format!("{more} more than the fewest, which is {fewest} (proved by search)")
        }
        Claim::Feasible { lower_bound, .. } | Claim::Unknown { lower_bound } => format!(
            "whether fewer moves are possible was not settled within the limits; \
             at least {lower_bound} are needed"
        ),
        Claim::Infeasible => "no solution should exist".to_owned(),
    }
}

/// The legal part of a record as a line, for pictures.
pub(crate) fn legal_line(puzzle: &Puzzle, record: &Record) -> (Line, bool) {
    let jumps = || record.jumps.iter().map(|j| (j.from, j.to));
    let legal = replay(puzzle, jumps()).jumps();
    let whole = record.faults.is_empty() && legal == record.jumps.len();
    (Line::from_jumps(jumps().take(legal)), whole)
}
