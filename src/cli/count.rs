//! `soliter count`.

use std::fmt::Write as _;
use std::time::Instant;

use serde_json::json;
use soliter::base::wording::grouped;
use soliter::draw::plot::{self, Bar};
use soliter::games::solitaire::Solitaire;
use soliter::peg::report::{CountReport, LevelReport};
use soliter::peg::search::buckets::count::count_on_disk;
use soliter::peg::search::buckets::folder::{Fault, Place};
use soliter::peg::search::count::{CountFault, What, count};

use crate::cli::args::{CountArgs, Disk};
use crate::cli::exit::Exit;
use crate::cli::faults::Reason;
use crate::cli::files::Loaded;
use crate::cli::games::perft::Perft;
use crate::cli::paint::{self, strong};
use crate::cli::session::Session;
use crate::cli::targets::is_stdout;
use crate::cli::{files, output, pictures, targets};

/// Positions on their way to a level take no more memory than this where nothing is said.
const MOST_IN_MEMORY: u64 = 1 << 30;

/// Counts what is asked for.
pub(crate) fn run(session: &Session, args: &CountArgs) -> std::io::Result<Exit> {
    let Some(what) = args.what.solitaire() else {
        if args.disk.dir.is_some() {
            output::refuse(Reason::Usage, "perft keeps no levels", "leave --dir out");
            return Ok(Exit::BadInput);
        }
        return perft(session, args);
    };
    if args.depth.is_some() || args.divide {
        let help = "leave them out";
        output::refuse(Reason::Usage, "--depth and --divide go with --what perft", help);
        return Ok(Exit::BadInput);
    }
    let target = args.svg.as_deref().map(pictures::svg_target);
    if targets::check(target.as_slice(), &[&args.file], session.options.json()).is_err() {
        return Ok(Exit::BadInput);
    }
    let Ok(puzzle) = files::peg_puzzle(session, &args.file) else { return Ok(Exit::BadInput) };
    if args.disk.dir.is_some() && what == What::Minimal {
        let message = "--dir goes with --what solutions, positions or games";
        output::refuse(Reason::Usage, message, "leave it out: shortest solutions are few");
        return Ok(Exit::BadInput);
    }
    let (control, bar) = session.control();
    let clock = Instant::now();
    let result = match place(session, &args.disk) {
        Some(place) => count_on_disk(&puzzle, what, &place, &control).map_err(NoCount::OnDisk),
        None => count(&puzzle, what, &control).map_err(NoCount::InMemory),
    };
    bar.finish_and_clear();
    let seconds = clock.elapsed().as_secs_f64();
    match result {
        Ok(count) => {
            let report = CountReport::new(&args.file, &puzzle, what, &count, seconds);
            if let Some(path) = &args.svg
                && pictures::write(path, &plot(&report)).is_err()
            {
                return Ok(Exit::BadInput);
            }
            if args.svg.as_deref().is_some_and(is_stdout) {
                // The picture is the output.
            } else if session.options.json() {
                output::object(&report)?;
            } else {
                output::answer(&to_text(session, args, &report))?;
            }
            Ok(Exit::Answered)
        }
        Err(fault) => {
            let (reason, exit) = fault.kind();
            let (message, help) = (format!("no count: {fault}"), fault.help());
            output::refuse(reason, &message, help);
            if session.options.json() {
                output::json(&json!({
                    "puzzle": args.file,
                    "what": args.what.word(),
                    "value": null,
                    "error": { "reason": reason, "message": message, "help": help },
                    "seconds": seconds,
                }))?;
            }
            Ok(exit)
        }
    }
}

/// Where levels are kept, if on disk.
fn place(session: &Session, disk: &Disk) -> Option<Place> {
    let usual = (session.options.memory_bytes() / 4).min(MOST_IN_MEMORY);
    let in_memory = disk.spill.map_or(usual, |spill| spill.0);
    disk.dir.clone().map(|folder| Place { folder, resume: disk.resume, in_memory })
}

/// Why there is no count.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
enum NoCount {
    InMemory(CountFault),
    OnDisk(Fault),
}

impl NoCount {
    fn help(&self) -> &'static str {
        match self {
            Self::InMemory(CountFault::Stopped(_)) => {
                "raise the limit; `soliter plan` says how much it takes, --dir keeps levels on disk"
            }
            Self::InMemory(CountFault::Overflow) => "no smaller part of the count is reported",
            Self::OnDisk(fault) => fault.help(),
        }
    }

    fn kind(&self) -> (Reason, Exit) {
        match self {
            Self::InMemory(_) | Self::OnDisk(Fault::Stopped(_) | Fault::Overflow) => {
                (Reason::Limit, Exit::Limit)
            }
            Self::OnDisk(Fault::Io { .. }) => (Reason::Unwritable, Exit::BadInput),
            Self::OnDisk(Fault::Damaged(_)) => (Reason::Unreadable, Exit::BadInput),
            Self::OnDisk(Fault::Refused { .. }) => (Reason::Usage, Exit::BadInput),
            Self::OnDisk(Fault::TooLarge) => (Reason::Unfit, Exit::BadInput),
        }
    }
}

fn perft(session: &Session, args: &CountArgs) -> std::io::Result<Exit> {
    if args.svg.is_some() {
        let help = "leave --svg out, or count something else";
        output::refuse(Reason::Usage, "--svg plots positions by level, and perft has none", help);
        return Ok(Exit::BadInput);
    }
    match files::load(session, &args.file) {
        Ok(Loaded::Peg(puzzle)) => {
            let title = puzzle.title().to_owned();
            Perft { session, args, title: &title }.run(&Solitaire::new(puzzle))
        }
        Ok(Loaded::Game(puzzle)) => {
            puzzle.game.visit(Perft { session, args, title: &puzzle.title })
        }
        Err(files::Reported) => Ok(Exit::BadInput),
    }
}

/// Positions by level; where they are counted as such, the dead ones in another colour.
fn plot(report: &CountReport) -> String {
    let bar = |level: &LevelReport| Bar {
        label: level.jumps.to_string(),
        value: level.positions as f64,
        dead: level.dead.unwrap_or(0) as f64,
    };
    let bars: Vec<Bar> = report.levels.iter().map(bar).collect();
    let (all, dead) = if report.levels.iter().any(|level| level.dead.is_some()) {
        ("positions", Some("without a jump"))
    } else {
        ("positions on solutions", None)
    };
    plot::bars(&report.title, "jumps made", (all, dead), &bars)
}

fn to_text(session: &Session, args: &CountArgs, report: &CountReport) -> String {
    let mut text = String::new();
    let fewest = report.moves.map_or_else(String::new, |moves| format!(" of {moves} moves"));
    let (title, number) = (&report.title, grouped(report.value));
    let line = format!("{title}: {number} {}{fewest}", args.what.phrase());
    let _ = writeln!(text, "{}", strong(line));
    if session.options.quiet {
        return text;
    }
    if report.classes > 0 {
        text.push('\n');
        text.push_str(&table(&report.levels));
        let _ = writeln!(
            text,
            "\n{} positions, {} up to symmetry, {}",
            grouped(report.positions().into()),
            grouped(report.classes.into()),
            paint::seconds(report.seconds)
        );
    }
    text
}

fn table(levels: &[LevelReport]) -> String {
    let mut heads = vec!["jumps", "pegs", "up to symmetry", "positions"];
    if levels.iter().any(|level| level.dead.is_some()) {
        heads.extend(["dead up to symmetry", "dead"]);
    }
    if levels.iter().any(|level| level.sequences.is_some()) {
        heads.push("jump sequences");
    }
    if levels.iter().any(|level| level.ending.is_some()) {
        heads.push("games that end");
    }
    let row = |level: &LevelReport| {
        let mut cells = vec![level.jumps as u128, level.pegs as u128];
        cells.extend([u128::from(level.classes), u128::from(level.positions)]);
        cells.extend([level.dead_classes, level.dead].into_iter().flatten().map(u128::from));
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
