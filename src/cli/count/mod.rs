//! `soliter count`.

mod dead_ends;
mod luck;
mod move_levels;
mod solutions;
mod told;

use std::fmt::Write as _;
use std::time::Instant;

use soliter::base::wording::grouped;
use soliter::draw::plot::{self, Bar};
use soliter::games::solitaire::Solitaire;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::report::{CountReport, LevelReport};
use soliter::peg::search::count::{CountFault, count};

use crate::cli::args::{By, CountArgs, What};
use crate::cli::count::told::{Told, none, readable, tell};
use crate::cli::exit::Exit;
use crate::cli::faults::Reason;
use crate::cli::files::Loaded;
use crate::cli::games::perft::Perft;
use crate::cli::paint::{self, strong};
use crate::cli::session::Session;
use crate::cli::targets::Target;
use crate::cli::{columns, files, output, pictures, targets};

/// Counts what is asked for.
pub(crate) fn run(session: &Session, args: &CountArgs) -> std::io::Result<Exit> {
    if args.what == What::Perft {
        return perft(session, args);
    }
    if let Some((option, with)) = args.useless() {
        let message = format!("{option} goes with {with}");
        output::refuse(Reason::Usage, &message, "leave it out");
        return Ok(Exit::BadInput);
    }
    let picture = args.svg.as_deref().map(pictures::svg_target);
    let table = args.csv.as_deref().map(columns::csv_target);
    let targets: Vec<Target<'_>> = picture.into_iter().chain(table).collect();
    if targets::check(&targets, &[&args.file], session.options.json()).is_err() {
        return Ok(Exit::BadInput);
    }
    let Ok(puzzle) = files::peg_puzzle(session, &args.file) else { return Ok(Exit::BadInput) };
    match (args.what, args.what.solitaire()) {
        (What::DeadEnds, _) => dead_ends::run(session, args, &puzzle),
        (What::Sweeps | What::Lengths | What::Distinct, _) => {
            solutions::run(session, args, &puzzle)
        }
        (What::Luck, _) => luck::run(session, args, &puzzle),
        (_, Some(_)) if args.by == Some(By::Moves) => move_levels::run(session, args, &puzzle),
        (_, Some(what)) => by_jumps(session, args, &puzzle, what),
        (_, None) => perft(session, args),
    }
}

/// Counts, level by level of jumps.
fn by_jumps(
    session: &Session,
    args: &CountArgs,
    puzzle: &Puzzle,
    what: soliter::peg::search::count::What,
) -> std::io::Result<Exit> {
    let (control, bar) = session.control();
    let clock = Instant::now();
    let result = count(puzzle, what, &control);
    bar.finish_and_clear();
    let seconds = clock.elapsed().as_secs_f64();
    match result {
        Ok(count) => {
            let report = CountReport::new(&args.file, puzzle, what, &count, seconds);
            let (heads, rows) = table(&report.levels);
            let told = Told { picture: Some(plot(&report)), heads: &heads, rows: &rows };
            tell(session, args, &told, &report, || to_text(session, args, &report))
        }
        Err(fault) => {
            let help = match fault {
                CountFault::Stopped(_) => "raise --time-limit or --memory-limit",
                CountFault::Overflow => "no smaller part of the count is reported",
            };
            none(session, args, &fault.to_string(), help, seconds)
        }
    }
}

fn perft(session: &Session, args: &CountArgs) -> std::io::Result<Exit> {
    if args.svg.is_some() {
        let help = "leave --svg out, or count something else";
        output::refuse(Reason::Usage, "--svg plots positions by level, and perft has none", help);
        return Ok(Exit::BadInput);
    }
    if args.csv.is_some() || args.by.is_some() || args.backward {
        let message = "--csv, --by and --backward are for levels, and perft has none";
        output::refuse(Reason::Usage, message, "leave them out, or count something else");
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
        let (heads, rows) = table(&report.levels);
        text.push_str(&columns::text(&heads, &readable(&rows)));
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

/// Heads and rows of plain numbers.
fn table(levels: &[LevelReport]) -> (Vec<&'static str>, Vec<Vec<String>>) {
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
        cells.iter().map(u128::to_string).collect::<Vec<_>>()
    };
    (heads, levels.iter().map(row).collect())
}
