//! `soliter solve`.

use std::fmt::Write as _;

use serde_json::{Value, json};
use soliter::base::control::Control;
use soliter::peg::answer::Claim;
use soliter::peg::draw::text::{Panel, beside};
use soliter::peg::line::Line;
use soliter::peg::position::Position;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::search::lines::lines;
use soliter::peg::solve::solve;
use soliter::peg::verify::{Refusal, Verified, replay, verify_lines};

use crate::cli::args::SolveArgs;
use crate::cli::evidence::{certificate_text, evidence_json, evidence_text};
use crate::cli::files::Loaded;
use crate::cli::paint::{self, counted, strong};
use crate::cli::{Exit, Session, files, games, output, pictures};

/// Solves every file; the exit code is the worst of all.
pub(crate) fn run(session: &Session, args: &SolveArgs) -> std::io::Result<Exit> {
    if !pictures::usable(&args.pictures, args.files.len(), session.options.json()) {
        return Ok(Exit::BadInput);
    }
    let mut worst = Exit::Answered;
    let mut table: Vec<Row> = Vec::new();
    for name in &args.files {
        let puzzle = match files::load(session, name) {
            Ok(Loaded::Peg(puzzle)) => puzzle,
            Ok(Loaded::Game(puzzle)) => {
                let exit = games::solve::run(session, name, &puzzle, &args.pictures)?;
                worst = worst.max(exit);
                continue;
            }
            Err(files::Reported) => {
                worst = worst.max(Exit::BadInput);
                continue;
            }
        };
        let (control, bar) = session.control();
        if session.options.verbose {
            let gib = control.memory_limit() as f64 / f64::from(1 << 30);
            eprintln!("{name}: memory limit {gib:.1} GiB, {} thread(s)", control.thread_limit());
        }
        let result = solve(&puzzle, args.method(), &control).and_then(|answer| {
            let lines = more_lines(&puzzle, &answer, args, &control)?;
            Ok((answer, lines))
        });
        bar.finish_and_clear();
        let exit = match result {
            Ok((answer, lines)) => {
                table.push(Row::new(name, &puzzle, &answer));
                let more = lines.as_deref().unwrap_or_default();
                let drawn = pictures::answer(&args.pictures, &puzzle, &answer, more);
                if args.pictures.takes_stdout() {
                    // The picture is the output.
                } else if session.options.json() {
                    let mut object = to_json(name, &puzzle, &answer);
                    if args.lines > 1 {
                        let lines = lines.iter().flatten();
                        object["lines"] = lines.map(|line| puzzle.names().line(line)).collect();
                    }
                    output::json(&object)?;
                } else {
                    let gap = if table.len() > 1 && !session.options.quiet { "\n" } else { "" };
                    output::answer(&format!("{gap}{}", to_text(session, &puzzle, &answer)))?;
                    if args.lines > 1 {
                        output::answer(&lines_text(&puzzle, &answer, lines.as_deref()))?;
                    }
                }
                if drawn.is_ok() { exit_of(answer.claim()) } else { Exit::BadInput }
            }
            Err(refusal) => {
                report_refusal(session, name, &refusal)?;
                Exit::Disagreement
            }
        };
        worst = worst.max(exit);
        if session.is_cancelled() {
            break;
        }
    }
    if table.len() > 1 && !session.options.json() && !session.options.quiet {
        output::answer(&format!("\n{}", to_table(&table)))?;
    }
    Ok(worst)
}

/// The further lines asked for, verified; `None` if a limit came first.
fn more_lines(
    puzzle: &Puzzle,
    answer: &Verified,
    args: &SolveArgs,
    control: &Control,
) -> Result<Option<Vec<Line>>, Refusal> {
    if args.lines <= 1 || !matches!(answer.claim(), Claim::Optimal { .. }) {
        return Ok(Some(Vec::new()));
    }
    match lines(puzzle, args.lines, args.images, control) {
        Ok(lines) => verify_lines(puzzle, answer, lines).map(Some),
        Err(_) => Ok(None),
    }
}

fn lines_text(puzzle: &Puzzle, answer: &Verified, lines: Option<&[Line]>) -> String {
    let Some(lines) = lines else {
        return "\nfurther lines: a limit came first\n".to_owned();
    };
    let mut text = String::new();
    if let (Claim::Optimal { moves }, false) = (answer.claim(), lines.is_empty()) {
        let _ = writeln!(text, "\n{} of {}:", counted(lines.len(), "line"), counted(moves, "move"));
        for (number, line) in lines.iter().enumerate() {
            let _ = writeln!(text, "{:>5}. {}", number + 1, puzzle.names().line(line));
        }
    }
    text
}

fn exit_of(claim: Claim) -> Exit {
    match claim {
        Claim::Optimal { .. } => Exit::Answered,
        Claim::Infeasible => Exit::No,
        Claim::Feasible { .. } | Claim::Unknown { .. } => Exit::Limit,
    }
}

fn report_refusal(session: &Session, name: &str, refusal: &Refusal) -> std::io::Result<()> {
    if session.options.json() {
        let claims = match refusal {
            Refusal::Disagreement(a, b) => vec![evidence_json(a, None), evidence_json(b, None)],
            _ => Vec::new(),
        };
        let object = json!({
            "puzzle": name, "status": "unknown", "error": refusal.to_string(), "evidence": claims,
        });
        output::json(&object)?;
    }
    output::error(
        &format!("{name}: {refusal}"),
        "this is a fault of soliter, not of the puzzle; please report it with the puzzle file",
    );
    Ok(())
}

/// What a program is told of an answer.
pub(crate) fn to_json(name: &str, puzzle: &Puzzle, answer: &Verified) -> Value {
    let claim = answer.claim();
    json!({
        "puzzle": name,
        "title": puzzle.title(),
        "model": puzzle.model(),
        "status": claim.status(),
        "jumps": puzzle.jumps(),
        "moves": claim.moves(),
        "lower_bound": claim.lower_bound(),
        "line": answer.line().map(|line| puzzle.names().line(line)),
        "evidence":
            answer.evidence().iter().map(|e| evidence_json(e, Some(puzzle))).collect::<Vec<_>>(),
        "seconds": answer.seconds(),
    })
}

fn to_text(session: &Session, puzzle: &Puzzle, answer: &Verified) -> String {
    let mut text = String::new();
    let summary = summary(puzzle, answer);
    if session.options.quiet {
        let _ = writeln!(text, "{}: {summary}", puzzle.title());
        return text;
    }
    let _ = writeln!(text, "{}\n", strong(heading(puzzle)));
    if answer.line().is_some() {
        text.push_str(&beside(&panels(session, puzzle, answer), session.paint.columns));
        text.push('\n');
    }
    let _ = writeln!(text, "{}", paint::claim(answer.claim(), &summary));
    for evidence in answer.evidence() {
        let _ = writeln!(text, "  {}", evidence_text(evidence));
        text.push_str(&certificate_text(session, puzzle, evidence));
    }
    text
}

fn heading(puzzle: &Puzzle) -> String {
    let game = if puzzle.building() { ", building" } else { "" };
    let (before, after) = (counted(puzzle.start().len(), "peg"), puzzle.finish().pegs());
    format!("{} ({}, {before} to {after}{game})", puzzle.title(), puzzle.model())
}

/// The start, and the position after every move.
fn panels(session: &Session, puzzle: &Puzzle, answer: &Verified) -> Vec<Panel> {
    let Some(line) = answer.line() else { return Vec::new() };
    moves_panels(session, puzzle, line)
}

/// The start, and the position after every move of a legal line.
pub(crate) fn moves_panels(
    session: &Session,
    puzzle: &Puzzle,
    line: &soliter::peg::line::Line,
) -> Vec<Panel> {
    let positions = replay(puzzle, line.jumps()).positions;
    let board = puzzle.board();
    let mut panels = vec![session.paint.position("start", board, positions[0], Position::EMPTY)];
    let mut jumps = 0;
    for (number, one) in line.moves().iter().enumerate() {
        let before = positions[jumps];
        jumps += one.jumps().count();
        let Some(&after) = positions.get(jumps) else { break };
        let caption = format!("{}. {}", number + 1, puzzle.names().chain(one));
        let changed = Position(before.0 ^ after.0);
        panels.push(session.paint.position(caption, board, after, changed));
    }
    panels
}

fn summary(puzzle: &Puzzle, answer: &Verified) -> String {
    let jumps = puzzle.jumps();
    let line = answer.line().map_or_else(String::new, |line| puzzle.names().line(line));
    let why = || {
        let stops: Vec<&str> = answer
            .evidence()
            .iter()
            .filter_map(|e| e.stopped.map(soliter::base::control::Stop::phrase))
            .collect();
        stops.join(", ")
    };
    match answer.claim() {
        Claim::Optimal { moves } => {
            let (moves, jumps) = (counted(moves, "move"), counted(jumps, "jump"));
            format!("{moves} ({jumps}), the fewest possible: {line}")
        }
        Claim::Feasible { moves, lower_bound } => format!(
            "{moves} moves ({jumps} jumps) found, at least {lower_bound} needed ({}): {line}",
            why()
        ),
        Claim::Infeasible => "impossible".to_owned(),
        Claim::Unknown { lower_bound } => {
            format!(
                "unknown: no solution found, none has fewer than {lower_bound} moves ({})",
                why()
            )
        }
    }
}

struct Row {
    name: String,
    status: &'static str,
    moves: String,
    jumps: usize,
    seconds: f64,
    by: String,
}

impl Row {
    fn new(name: &str, puzzle: &Puzzle, answer: &Verified) -> Self {
        let claim = answer.claim();
        let moves = match (claim.moves(), claim.lower_bound()) {
            (Some(moves), Some(bound)) if bound < moves => format!("{bound}..{moves}"),
            (Some(moves), _) => moves.to_string(),
            (None, Some(bound)) => format!("{bound}.."),
            (None, None) => "-".to_owned(),
        };
        let by: Vec<&str> =
            answer.evidence().iter().filter(|e| e.claim.is_final()).map(|e| e.by.word()).collect();
        Self {
            name: name.to_owned(),
            status: claim.status(),
            moves,
            jumps: puzzle.jumps(),
            seconds: answer.seconds(),
            by: by.join(", "),
        }
    }
}

fn to_table(rows: &[Row]) -> String {
    let wide = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(6);
    let head = format!(
        "{:<wide$}  {:<10}  {:>6}  {:>5}  {:>8}  proved by",
        "puzzle", "status", "moves", "jumps", "time"
    );
    let mut text = format!("{}\n", strong(head));
    for row in rows {
        let _ = writeln!(
            text,
            "{:<wide$}  {:<10}  {:>6}  {:>5}  {:>8}  {}",
            row.name,
            row.status,
            row.moves,
            row.jumps,
            paint::seconds(row.seconds),
            row.by
        );
    }
    text
}
