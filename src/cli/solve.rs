//! `soliter solve`.

use std::fmt::Write as _;

use serde_json::{Value, json};
use soliter::answer::{Claim, Detail, Evidence};
use soliter::control::Control;
use soliter::line::Line;
use soliter::position::Position;
use soliter::puzzle::{Finish, Puzzle};
use soliter::render::text::{Panel, beside, board};
use soliter::search::lines::lines;
use soliter::solitaire::weight;
use soliter::solve::solve;
use soliter::verify::{Refusal, Verified, replay, verify_lines};

use crate::cli::args::SolveArgs;
use crate::cli::paint::{self, counted, strong};
use crate::cli::{Exit, Session, files, output};

/// Solves every file; the exit code is the worst of all.
pub(crate) fn run(session: &Session, args: &SolveArgs) -> std::io::Result<Exit> {
    let mut worst = Exit::Answered;
    let mut table: Vec<Row> = Vec::new();
    for name in &args.files {
        let Ok(puzzle) = files::puzzle(session, name) else {
            worst = worst.max(Exit::BadInput);
            continue;
        };
        let (control, bar) = session.control();
        if session.options.verbose {
            let gib = control.memory_limit() as f64 / f64::from(1 << 30);
            eprintln!("{name}: memory limit {gib:.1} GiB, {} thread(s)", control.thread_limit());
        }
        let result = solve(&puzzle, args.method.into(), &control).and_then(|answer| {
            let lines = more_lines(&puzzle, &answer, args, &control)?;
            Ok((answer, lines))
        });
        bar.finish_and_clear();
        let exit = match result {
            Ok((answer, lines)) => {
                table.push(Row::new(name, &puzzle, &answer));
                if session.options.json() {
                    let mut object = to_json(name, &puzzle, &answer);
                    if args.lines > 1 {
                        let lines = lines.iter().flatten();
                        object["lines"] = lines.map(|line| puzzle.names.line(line)).collect();
                    }
                    output::json(&object)?;
                } else {
                    let gap = if table.len() > 1 && !session.options.quiet { "\n" } else { "" };
                    output::answer(&format!("{gap}{}", to_text(session, &puzzle, &answer)))?;
                    if args.lines > 1 {
                        output::answer(&lines_text(&puzzle, &answer, lines.as_deref()))?;
                    }
                }
                exit_of(answer.claim())
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
            let _ = writeln!(text, "{:>5}. {}", number + 1, puzzle.names.line(line));
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

fn to_json(name: &str, puzzle: &Puzzle, answer: &Verified) -> Value {
    let claim = answer.claim();
    json!({
        "puzzle": name,
        "title": puzzle.title,
        "model": puzzle.model,
        "status": claim.status(),
        "jumps": puzzle.jumps(),
        "moves": claim.moves(),
        "lower_bound": claim.lower_bound(),
        "line": answer.line().map(|line| puzzle.names.line(line)),
        "evidence":
            answer.evidence().iter().map(|e| evidence_json(e, Some(puzzle))).collect::<Vec<_>>(),
        "seconds": answer.seconds(),
    })
}

fn evidence_json(evidence: &Evidence, puzzle: Option<&Puzzle>) -> Value {
    let claim = evidence.claim;
    let mut object = json!({
        "by": evidence.by.word(),
        "claim": claim.status(),
        "seconds": evidence.seconds,
    });
    if let Some(moves) = claim.moves() {
        object["moves"] = json!(moves);
    }
    if let Some(bound) = claim.lower_bound() {
        object["lower_bound"] = json!(bound);
    }
    if let Some(stop) = evidence.stopped {
        object["stopped"] = json!(stop.phrase());
    }
    match &evidence.detail {
        Detail::Positions(positions) => object["positions"] = json!(positions),
        Detail::Entered(entered) => object["entered"] = json!(entered),
        Detail::Program { formulation, rows, columns, nodes } => {
            object["formulation"] = json!(formulation);
            object["rows"] = json!(rows);
            object["columns"] = json!(columns);
            object["nodes"] = json!(nodes);
        }
        Detail::Markings(markings) => {
            if let Some(puzzle) = puzzle {
                object["markings"] = markings.iter().map(|&m| marking_json(puzzle, m)).collect();
            }
        }
        Detail::Weights(weights) => {
            if let Some(puzzle) = puzzle {
                let named = puzzle.names.iter().zip(weights).filter(|(_, weight)| **weight != 0);
                object["weights"] = named.map(|(name, weight)| (name, json!(weight))).collect();
                object["start"] = json!(weight(weights, puzzle.start));
                if let Finish::Exactly(finish) = puzzle.finish {
                    object["finish"] = json!(weight(weights, finish));
                }
            }
        }
    }
    object
}

fn marking_json(puzzle: &Puzzle, marking: Position) -> Value {
    let mut object = json!({
        "holes": puzzle.names.position(marking),
        "start": marked_pegs(marking, puzzle.start),
    });
    if let Finish::Exactly(finish) = puzzle.finish {
        object["finish"] = json!(marked_pegs(marking, finish));
    }
    object
}

fn marked_pegs(marking: Position, pegs: Position) -> usize {
    Position(marking.0 & pegs.0).len()
}

fn to_text(session: &Session, puzzle: &Puzzle, answer: &Verified) -> String {
    let mut text = String::new();
    let summary = summary(puzzle, answer);
    if session.options.quiet {
        let _ = writeln!(text, "{}: {summary}", puzzle.title);
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
        match &evidence.detail {
            Detail::Markings(markings) => {
                let _ = write!(text, "\n{}", markings_text(session, puzzle, markings));
            }
            Detail::Weights(weights) => {
                let _ = write!(text, "\n{}", weights_text(puzzle, weights));
            }
            _ => {}
        }
    }
    text
}

fn heading(puzzle: &Puzzle) -> String {
    let game = if puzzle.building { ", building" } else { "" };
    let (before, after) = (counted(puzzle.start.len(), "peg"), puzzle.finish.pegs());
    format!("{} ({}, {before} to {after}{game})", puzzle.title, puzzle.model)
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
    line: &soliter::line::Line,
) -> Vec<Panel> {
    let positions = replay(puzzle, line.jumps()).positions;
    let board = &puzzle.board;
    let mut panels = vec![session.paint.position("start", board, positions[0], Position::EMPTY)];
    let mut jumps = 0;
    for (number, one) in line.moves().iter().enumerate() {
        let before = positions[jumps];
        jumps += one.jumps().count();
        let Some(&after) = positions.get(jumps) else { break };
        let caption = format!("{}. {}", number + 1, puzzle.names.chain(one));
        let changed = Position(before.0 ^ after.0);
        panels.push(session.paint.position(caption, board, after, changed));
    }
    panels
}

fn summary(puzzle: &Puzzle, answer: &Verified) -> String {
    let jumps = puzzle.jumps();
    let line = answer.line().map_or_else(String::new, |line| puzzle.names.line(line));
    let why = || {
        let stops: Vec<&str> = answer
            .evidence()
            .iter()
            .filter_map(|e| e.stopped.map(soliter::control::Stop::phrase))
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

fn evidence_text(evidence: &Evidence) -> String {
    let claim = match evidence.claim {
        Claim::Optimal { moves } => format!("{} proved fewest", counted(moves, "move")),
        Claim::Feasible { moves, lower_bound } => {
            format!("{moves} moves found, bound {lower_bound}")
        }
        Claim::Infeasible => "proved impossible".to_owned(),
        Claim::Unknown { lower_bound } => format!("nothing found, bound {lower_bound}"),
    };
    let detail = match &evidence.detail {
        Detail::Positions(positions) => format!("{positions} positions, from both ends"),
        Detail::Entered(entered) => format!("{entered} positions entered, depth first"),
        Detail::Program { formulation, rows, columns, nodes } => {
            format!("{formulation}, {rows} rows, {columns} columns, {nodes} nodes")
        }
        Detail::Markings(_) => "start and finish lie in different position classes".to_owned(),
        Detail::Weights(_) => "the finish weighs more than the start".to_owned(),
    };
    let stopped = evidence.stopped.map_or_else(String::new, |s| format!(" ({})", s.phrase()));
    let seconds = paint::seconds(evidence.seconds);
    format!("{:<7} {claim}{stopped}  {seconds}  {detail}", evidence.by.word())
}

/// Why position classes refute the puzzle, for a person to check.
fn markings_text(session: &Session, puzzle: &Puzzle, markings: &[Position]) -> String {
    let panels: Vec<Panel> =
        markings.iter().map(|&m| session.paint.marked(&puzzle.board, puzzle.start, m)).collect();
    let mut text = beside(&panels, session.paint.columns);
    text.push_str(
        "\nEvery jump of the board touches 0 or 2 marked holes, so the pegs on marked holes stay \
         odd or stay even.\n",
    );
    let parity = |n: usize| if n.is_multiple_of(2) { "even" } else { "odd" };
    match puzzle.finish {
        Finish::Exactly(finish) => {
            for &marking in markings {
                let (before, after) =
                    (marked_pegs(marking, puzzle.start), marked_pegs(marking, finish));
                let _ = writeln!(
                    text,
                    "Start: {before} ({}), finish: {after} ({}).",
                    parity(before),
                    parity(after)
                );
            }
        }
        Finish::Pegs(pegs) => {
            let parities: Vec<&str> =
                markings.iter().map(|&m| parity(marked_pegs(m, puzzle.start))).collect();
            let _ = writeln!(
                text,
                "At the start they are {}; no choice of {} has these parities.",
                parities.join(", "),
                counted(pegs, "hole")
            );
        }
    }
    text
}

/// Why weights refute the puzzle, for a person to check.
fn weights_text(puzzle: &Puzzle, weights: &[i64]) -> String {
    let wide = weights.iter().map(|weight| weight.to_string().len()).max().unwrap_or(1);
    let cell = |hole: u8| format!("{:>wide$}", weights[usize::from(hole)]);
    let mut text = board(&puzzle.board, wide, cell).join("\n");
    let Finish::Exactly(finish) = puzzle.finish else { return text };
    let (before, after) = (weight(weights, puzzle.start), weight(weights, finish));
    let _ = write!(
        text,
        "\n\nNo jump of the ordinary game raises the sum of the weights under the pegs: the hole \
         landed in never weighs\nmore than the two holes left empty together. Start: {before}, \
         finish: {after}.\n"
    );
    text
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
