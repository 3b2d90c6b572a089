//! `soliter count`.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

use serde_json::{Value, json};
use soliter::draw::plot::{self, Bar};
use soliter::games::solitaire::Solitaire;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::search::count::{Count, CountFault, LevelCount, count};

use crate::cli::args::CountArgs;
use crate::cli::files::Loaded;
use crate::cli::games::perft::Perft;
use crate::cli::paint::{self, strong};
use crate::cli::{Exit, Session, files, output};

/// Counts what is asked for.
pub(crate) fn run(session: &Session, args: &CountArgs) -> std::io::Result<Exit> {
    let Some(what) = args.what.solitaire() else { return perft(session, args) };
    if args.depth.is_some() || args.divide {
        output::error("--depth and --divide go with --what perft", "leave them out");
        return Ok(Exit::BadInput);
    }
    let Ok(puzzle) = files::peg_puzzle(session, &args.file) else { return Ok(Exit::BadInput) };
    let (control, bar) = session.control();
    let clock = Instant::now();
    let result = count(&puzzle, what, &control);
    bar.finish_and_clear();
    let seconds = clock.elapsed().as_secs_f64();
    match result {
        Ok(count) => {
            if let Some(path) = &args.svg
                && files::write(path, &plot(args, &puzzle, &count)).is_err()
            {
                return Ok(Exit::BadInput);
            }
            if args.svg.as_deref() == Some(Path::new("-")) {
                // The picture is the output.
            } else if session.options.json() {
                output::json(&to_json(args, &puzzle, &count, seconds))?;
            } else {
                output::answer(&to_text(session, args, &puzzle, &count, seconds))?;
            }
            Ok(Exit::Answered)
        }
        Err(fault) => {
            if session.options.json() {
                output::json(&json!({
                    "puzzle": args.file,
                    "what": args.what.word(),
                    "value": null,
                    "error": fault.to_string(),
                    "seconds": seconds,
                }))?;
            }
            let help = match fault {
                CountFault::Stopped(_) => "raise --time-limit or --memory-limit",
                CountFault::Overflow => "no smaller part of the count is reported",
            };
            output::error(&format!("no count: {fault}"), help);
            Ok(Exit::Limit)
        }
    }
}

fn perft(session: &Session, args: &CountArgs) -> std::io::Result<Exit> {
    match files::load(session, &args.file) {
        Ok(Loaded::Peg(puzzle)) => {
            let title = puzzle.title.clone();
            Perft { session, args, title: &title }.run(&Solitaire::new(puzzle))
        }
        Ok(Loaded::Game(puzzle)) => {
            puzzle.game.visit(Perft { session, args, title: &puzzle.title })
        }
        Err(files::Reported) => Ok(Exit::BadInput),
    }
}

fn to_json(args: &CountArgs, puzzle: &Puzzle, count: &Count, seconds: f64) -> Value {
    let level = |level: &LevelCount| {
        let mut object = json!({
            "jumps": level.jumps,
            "pegs": level.pegs,
            "classes": level.classes,
            "positions": level.positions,
        });
        if args.what.counts_dead() {
            object["dead_classes"] = json!(level.dead_classes);
            object["dead"] = json!(level.dead);
        }
        for (key, number) in [("sequences", level.sequences), ("ending", level.ending)] {
            if let Some(number) = number {
                object[key] = json!(number.to_string());
            }
        }
        object
    };
    let mut object = json!({
        "puzzle": args.file,
        "title": puzzle.title,
        "what": args.what.word(),
        "value": count.value.to_string(),
        "classes": count.levels.iter().map(|level| level.classes).sum::<u64>(),
        "levels": count.levels.iter().map(level).collect::<Vec<_>>(),
        "seconds": seconds,
    });
    if let Some(fewest) = count.fewest {
        object["moves"] = json!(fewest);
    }
    object
}

/// Positions by level; where they are counted as such, the dead ones in another colour.
fn plot(args: &CountArgs, puzzle: &Puzzle, count: &Count) -> String {
    let bar = |level: &LevelCount| Bar {
        label: level.jumps.to_string(),
        value: level.positions as f64,
        dead: if args.what.counts_dead() { level.dead as f64 } else { 0.0 },
    };
    let bars: Vec<Bar> = count.levels.iter().map(bar).collect();
    let (all, dead) = if args.what.counts_dead() {
        ("positions", Some("without a jump"))
    } else {
        ("positions on solutions", None)
    };
    plot::bars(&puzzle.title, "jumps made", (all, dead), &bars)
}

fn to_text(
    session: &Session,
    args: &CountArgs,
    puzzle: &Puzzle,
    count: &Count,
    seconds: f64,
) -> String {
    let mut text = String::new();
    let fewest = count.fewest.map_or_else(String::new, |moves| format!(" of {moves} moves"));
    let line = format!("{}: {} {}{fewest}", puzzle.title, grouped(count.value), args.what.phrase());
    let _ = writeln!(text, "{}", strong(line));
    if session.options.quiet {
        return text;
    }
    let classes: u64 = count.levels.iter().map(|level| level.classes).sum();
    if classes > 0 {
        text.push('\n');
        text.push_str(&table(args, &count.levels));
        let positions: u64 = count.levels.iter().map(|level| level.positions).sum();
        let _ = writeln!(
            text,
            "\n{} positions, {} up to symmetry, {}",
            grouped(positions.into()),
            grouped(classes.into()),
            paint::seconds(seconds)
        );
    }
    text
}

fn table(args: &CountArgs, levels: &[LevelCount]) -> String {
    let mut heads = vec!["jumps", "pegs", "up to symmetry", "positions"];
    if args.what.counts_dead() {
        heads.extend(["dead up to symmetry", "dead"]);
    }
    if levels.iter().any(|level| level.sequences.is_some()) {
        heads.push("jump sequences");
    }
    if levels.iter().any(|level| level.ending.is_some()) {
        heads.push("games that end");
    }
    let row = |level: &LevelCount| {
        let mut cells = vec![level.jumps as u128, level.pegs as u128];
        cells.extend([u128::from(level.classes), u128::from(level.positions)]);
        if args.what.counts_dead() {
            cells.extend([u128::from(level.dead_classes), u128::from(level.dead)]);
        }
        cells.extend(level.sequences);
        cells.extend(level.ending);
        cells.into_iter().map(grouped).collect::<Vec<_>>()
    };
    let rows: Vec<Vec<String>> = levels.iter().map(row).collect();
    let mut text = String::new();
    let widths: Vec<usize> = heads
        .iter()
        .enumerate()
        .map(|(i, head)| rows.iter().map(|row| row[i].len()).max().unwrap_or(0).max(head.len()))
        .collect();
    let mut line = |cells: &mut dyn Iterator<Item = &str>| {
        let padded: Vec<String> =
            cells.zip(&widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        let _ = writeln!(text, "{}", padded.join("  "));
    };
    line(&mut heads.iter().copied());
    for row in &rows {
        line(&mut row.iter().map(String::as_str));
    }
    text
}

/// A number with a comma after every three digits.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
