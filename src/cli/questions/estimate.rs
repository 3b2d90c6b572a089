//! `soliter estimate`: the time and memory of a count of positions.

use std::time::Duration;

use serde::Serialize;
use soliter::base::wording::grouped;
use soliter::peg::search::count::plan::{PlannedLevel, plan};
use soliter::peg::search::disk::plan::taken;

use crate::cli::args::{EstimateArgs, file_name::FileName};
use crate::cli::levels::usual;
use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::output::paint::{counted, strong};
use crate::cli::{files, output::exit::Exit, session::Session};

/// The time for counting levels if no limit is given.
const USUAL: Duration = Duration::from_secs(10);
/// The bytes of a class in memory: in the list of its level, and in the table of all classes seen.
const BYTES_IN_LIST: f64 = 8.0;
const BYTES_IN_TABLE: f64 = 14.0;

/// An estimate in JSON. Numbers of positions are rounded.
#[derive(Serialize)]
struct EstimateReport<'a> {
    puzzle: &'a FileName,
    title: &'a str,
    symmetries: usize,
    levels: Vec<LevelReport>,
    positions: u64,
    classes: u64,
    largest_level: u64,
    successors: u64,
    /// The true number is likely within this factor.
    uncertainty: f64,
    memory_bytes: u64,
    /// `None` if a board has too many holes for levels on disk.
    disk_bytes: Option<u64>,
    seconds_in_memory: f64,
    seconds_on_disk: Option<f64>,
    /// The same as hours of a single core.
    core_hours_on_disk: Option<f64>,
    seconds: f64,
}

#[derive(Serialize)]
struct LevelReport {
    jumps: usize,
    pegs: usize,
    classes: u64,
    positions: u64,
    counted: bool,
}

pub(crate) fn run(session: &Session, args: &EstimateArgs) -> Outcome {
    let puzzle = files::plain_puzzle(session, &args.file)?;
    let (plan, seconds) = session.compute(|control| {
        // A given time limit is met with a margin: a level is begun only if it is expected to end in time.
        let time = control.time_left().map_or(USUAL, |left| left / 2);
        plan(&puzzle, time, control)
    });
    let plan = plan.map_err(|stop| Failure::stopped("no estimate", stop))?;
    let classes = plan.sum(|level| level.classes);
    let arrivals = plan.sum(|level| level.arrivals);
    let largest = plan.largest();
    let in_memory = arrivals / plan.arrivals_a_second.max(1.0);
    let on_disk = taken(&puzzle, &plan, usual(session)).ok();
    let threads = session.options.thread_count() as f64;
    let level = |level: &PlannedLevel| LevelReport {
        jumps: level.jumps,
        pegs: level.pegs,
        classes: level.classes.round() as u64,
        positions: level.positions.round() as u64,
        counted: level.counted,
    };
    let report = EstimateReport {
        puzzle: &args.file,
        title: puzzle.title(),
        symmetries: plan.symmetries,
        levels: plan.levels.iter().map(level).collect(),
        positions: plan.sum(|level| level.positions).round() as u64,
        classes: classes.round() as u64,
        largest_level: largest.round() as u64,
        successors: arrivals.round() as u64,
        uncertainty: plan.doubt,
        memory_bytes: (2.0 * BYTES_IN_LIST * largest + BYTES_IN_TABLE * classes).round() as u64,
        disk_bytes: on_disk.map(|taken| taken.disk.round() as u64),
        seconds_in_memory: in_memory,
        seconds_on_disk: on_disk.map(|taken| taken.seconds),
        core_hours_on_disk: on_disk.map(|taken| taken.seconds * threads / 3_600.0),
        seconds,
    };
    session.answer(&report, || to_text(session, &report))?;
    Ok(Exit::Answered)
}

fn to_text(session: &Session, report: &EstimateReport<'_>) -> String {
    let estimated = report.uncertainty > 1.0;
    let round = |number: u64| grouped(rounded(number.into(), estimated));
    let head = strong(format!(
        "{}: {}{} {}, {} up to symmetry",
        report.title,
        if estimated { "about " } else { "" },
        round(report.positions),
        if report.positions == 1 { "position" } else { "positions" },
        round(report.classes)
    ));
    if session.options.quiet {
        return format!("{head}\n");
    }
    let how = if estimated {
        let counted = report.levels.iter().filter(|level| level.counted).count();
        let (all, doubt) = (report.levels.len(), report.uncertainty);
        format!(
            "counted: {counted} levels of {all}; the rest is estimated, likely within a factor of {doubt:.1}"
        )
    } else {
        "all levels were counted".to_owned()
    };
    let on_disk = match (report.seconds_on_disk, report.disk_bytes) {
        (Some(seconds), Some(bytes)) => {
            let hours = report.core_hours_on_disk.unwrap_or_default();
            format!("{}, {}, {hours:.1} core hours", time(seconds), size(bytes))
        }
        _ => "the board has too many holes".to_owned(),
    };
    format!(
        "{head}\n{how}\n\n\
         largest level  {} up to symmetry\n\
         jumps          {}\n\
         in memory      {}, {}\n\
         on disk        {on_disk}\n\n\
         Times assume this machine, its load and number of threads while the levels were counted.\n",
        round(report.largest_level),
        round(report.successors),
        time(report.seconds_in_memory),
        size(report.memory_bytes)
    )
}

/// Three digits of an estimate; all digits of a count.
fn rounded(number: u128, estimated: bool) -> u128 {
    let digits = number.checked_ilog10().unwrap_or(0);
    let unit = if estimated { 10u128.pow(digits.saturating_sub(2)) } else { 1 };
    (number + unit / 2) / unit * unit
}

fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "less than a second".to_owned(),
        s if s < 120.0 => counted(s.round() as usize, "second"),
        s if s < 7_200.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} hours", s / 3_600.0),
        s => format!("{} days", grouped((s / 86_400.0) as u128)),
    }
}

fn size(bytes: u64) -> String {
    let mib = bytes as f64 / f64::from(1 << 20);
    if mib < 1_024.0 { format!("{} MiB", mib.ceil()) } else { format!("{:.1} GiB", mib / 1_024.0) }
}
