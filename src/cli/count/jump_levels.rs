//! Counts solutions, positions and games level by level, one jump at a time.

use soliter::base::control::{Control, Stop};
use soliter::base::wording::grouped;
use soliter::boards::puzzle::Puzzle;
use soliter::draw::plot::{self, Bar};
use soliter::prove::report::{CountReport, LevelReport};
use soliter::reports;
use soliter::search::count::{Count, CountFault, What, count};
use soliter::search::questions::dead_ends::winning_positions;
use soliter::{search::disk::count::count_on_disk, search::disk::fault::Fault};

use crate::cli::count::figures::{Figures, answer, bar, none, readable};
use crate::cli::count::symmetries_used;
use crate::cli::levels::{place, reason};
use crate::cli::output::failure::{Outcome, Reason, advice};
use crate::cli::output::paint::{counted, counted_large};
use crate::cli::{args::CountArgs, columns, session::Session};

/// The reason why there is no count: its kind, a sentence, and advice.
type NoCount = (Reason, String, &'static str);

pub(super) fn run(session: &Session, args: &CountArgs, puzzle: &Puzzle, what: What) -> Outcome {
    let no_count = |fault: Fault| (reason(&fault), fault.to_string(), fault.help());
    let (result, seconds) = session.compute(|control| {
        let Some(folder) = &args.disk.dir else { return in_memory(puzzle, what, control) };
        let place = place(session, &args.disk, folder);
        count_on_disk(puzzle, what, &place, control).map_err(no_count)
    });
    let count = result.map_err(|(reason, why, help)| none(args, (reason, &why, help), seconds))?;
    let mut report = CountReport::new(&args.file, puzzle, what, &count, seconds);
    if args.won {
        let (winning, more) = session.compute(|control| winning_positions(puzzle, control));
        let winning = winning.map_err(|stop| {
            none(args, (Reason::of_stop(stop), stop.clause(), advice(stop)), seconds + more)
        })?;
        report = report.with_winning(&winning);
        report.seconds += more;
    }
    let seconds = report.seconds;
    answer(session, args, puzzle.title(), &figures(args, puzzle, what, &report), &report, seconds)
}

fn in_memory(puzzle: &Puzzle, what: What, control: &Control) -> Result<Count, NoCount> {
    count(puzzle, what, control).map_err(|fault| {
        let help = match fault {
            CountFault::Stopped(stop @ Stop::Fault(_)) => {
                return (Reason::Disagreement, fault.to_string(), advice(stop));
            }
            CountFault::Stopped(stop @ Stop::Size(_)) => advice(stop),
            CountFault::Stopped(Stop::Cancelled) => {
                "with --dir, --resume continues a count that was interrupted"
            }
            CountFault::Stopped(_) => {
                "raise the limit; with -v, a long count estimates its size, and --dir keeps levels on disk"
            }
            CountFault::Overflow => "no smaller part of the count is reported",
        };
        (Reason::Limit, fault.to_string(), help)
    })
}

/// A bar for the positions of each level. Dead positions, if they were counted, have another colour.
fn plot(report: &CountReport) -> String {
    let bar = |level: &LevelReport| {
        bar(level.jumps, level.positions as f64, level.dead.unwrap_or(0) as f64)
    };
    let bars: Vec<Bar> = report.levels.iter().map(bar).collect();
    let (all, dead) = if report.levels.iter().any(|level| level.dead.is_some()) {
        ("positions", Some("without a jump"))
    } else {
        ("positions on solutions", None)
    };
    plot::bars(&report.title, "jumps made", (all, dead), &bars)
}

fn figures(args: &CountArgs, puzzle: &Puzzle, what: What, report: &CountReport) -> Figures {
    let (heads, rows) = table(&report.levels);
    let table = || columns::text(&heads, &readable(&rows));
    Figures {
        sentence: reports::count(what, report),
        body: if report.classes > 0 { table() } else { String::new() },
        foot: lost(args, report)
            + &symmetries_used(puzzle)
            + &format!(
                "{}, {} up to symmetry, ",
                counted_large(report.positions().into(), "position"),
                grouped(report.classes.into())
            ),
        plot: Some(plot(report)),
        heads,
        rows,
        ..Default::default()
    }
}

/// A line on how early a game can be lost for good.
fn lost(args: &CountArgs, report: &CountReport) -> String {
    match report.first_lost() {
        Some(0) if args.won => "There is no solution.\n".to_owned(),
        Some(jumps) if args.won => {
            format!("The finish can be out of reach after {}.\n", counted(jumps, "jump"))
        }
        _ => String::new(),
    }
}

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
    if levels.iter().any(|level| level.won.is_some()) {
        heads.push(if levels.iter().any(|level| level.ending.is_some()) {
            "at the finish"
        } else {
            "can still be won"
        });
    }
    let row = |level: &LevelReport| {
        let mut cells = vec![level.jumps as u128, level.pegs as u128];
        cells.extend([u128::from(level.classes), u128::from(level.positions)]);
        cells.extend([level.dead_classes, level.dead].into_iter().flatten().map(u128::from));
        cells.extend(level.sequences);
        cells.extend(level.ending);
        cells.extend(level.won);
        cells.iter().map(u128::to_string).collect::<Vec<_>>()
    };
    (heads, levels.iter().map(row).collect())
}
