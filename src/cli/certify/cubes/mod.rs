//! Tables of cubes: `soliter certify --cubes` writes them (`making`, in a `folder` that several processes
//! share), and `soliter verify FILE.cubes` checks that the cubes cover the puzzle, and refutes some of them
//! again.

#[cfg(feature = "sat")]
mod folder;
#[cfg(feature = "sat")]
pub(crate) mod making;

use std::collections::BTreeMap;
use std::ffi::OsStr;

use serde_json::{Value, json};
#[cfg(feature = "sat")]
use soliter::base::control::Control;
use soliter::checker::cubes::{Cubes, Row, check};
use soliter::checker::{Proved, Refusal};
#[cfg(feature = "sat")]
use soliter::peg::board::position::Position;
use soliter::peg::certify::Statement;
#[cfg(feature = "sat")]
use soliter::peg::puzzle::Puzzle;
#[cfg(feature = "sat")]
use soliter::peg::sat::cubes::{NotRefuted, cube, refute};

use crate::cli::args::VerifyArgs;
use crate::cli::certify::refused::{may_go_on, no_layers, refused, refused_as};
use crate::cli::certify::{built_in_title, drawn, none};
use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::output::paint::{counted, shown, verdict};
use crate::cli::{files, output::exit::Exit, output::paint, session::Session};

fn is_table(args: &VerifyArgs) -> bool {
    args.file.path().extension() == Some(OsStr::new("cubes"))
}

/// Whether the file is a table of cubes, or `--recheck` is given, which requires one.
pub(crate) fn is_asked(args: &VerifyArgs) -> bool {
    is_table(args) || Again::of(args).number > 0
}

/// Checks that a table covers its puzzle, and refutes as many cubes again as `--recheck` says.
pub(crate) fn verify(session: &Session, args: &VerifyArgs) -> Outcome {
    if !is_table(args) {
        let message = format!("not a table of cubes: \"{}\"", args.file);
        return Err(Failure::usage(message, "--recheck is for files that end in .cubes"));
    }
    no_layers(&args.folder)?;
    let puzzle = args.of.as_ref().map(|name| files::plain_puzzle(session, name)).transpose()?;
    let wanted = puzzle.as_ref().map(Statement::of).transpose().map_err(|why| none(&why))?;
    let again = Again::of(args);
    let (checked, seconds) = session.compute(|control| {
        control.say(|| "verify: the cubes".to_owned());
        let limits = control.clone();
        let checked = files::certificate(session, &args.file, move |file| {
            check(file, &|bytes| may_go_on(&limits, bytes))
        })?;
        let (cubes, rows) = match checked {
            Ok(checked) => checked,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if let (Some(puzzle), Some(wanted)) = (&puzzle, &wanted)
            && let Some(other) = wanted.difference(&cubes.claim)
        {
            let title = shown(puzzle.title());
            let why = format!("this certificate is for {other}, not for \"{title}\"");
            return Ok(Err(Refusal::Wrong(why)));
        }
        #[cfg(feature = "sat")]
        if let Some(puzzle) = &puzzle
            && let Err(why) = again.refute(puzzle, &rows, control)?
        {
            return Ok(Err(Refusal::Wrong(why)));
        }
        Ok::<_, Failure>(Ok((cubes, rows)))
    });
    let (cubes, rows) = match checked? {
        Ok(checked) => checked,
        Err(Refusal::Wrong(why)) => return refused_as(session, args, &shown(&why)),
        Err(refusal) => return refused(session, args, &refusal),
    };
    let title = match &puzzle {
        Some(puzzle) => Some(puzzle.title().to_owned()),
        None => built_in_title(&cubes.claim),
    };
    let refuted = again.number.min(rows.len());
    let seed = (refuted > 0).then_some(again.seed);
    let report = Report { cubes: &cubes, rows: &rows, refuted, seed, seconds };
    let object = to_json(&args.file, title.as_deref(), &report);
    session.answer(&object, || {
        let of = title.as_deref().unwrap_or("the puzzle below");
        let (phrase, all) = (phrase(&cubes), refuted == rows.len());
        let condition = if all { "" } else { ", if every row of the table is true" };
        let head = verdict(true, format!("correct: {of}: {phrase}{condition}"));
        let rows = match refuted {
            0 => "no row was rechecked; --recheck 10 rechecks ten of them".to_owned(),
            _ if all => "all of them were refuted again, each step checked".to_owned(),
            _ => format!("{refuted} of the rows were refuted again, with seed {}", again.seed),
        };
        let (drawn, took) = (drawn(&session.paint, &cubes.claim), paint::seconds(seconds));
        format!("{head}\n\n{drawn}\n{}; {rows}, {took}\n", cover(&cubes))
    })?;
    Ok(Exit::Answered)
}

/// The cubes to be refuted again.
struct Again {
    number: usize,
    seed: u64,
}

#[cfg(not(feature = "sat"))]
impl Again {
    fn of(_: &VerifyArgs) -> Self {
        Self { number: 0, seed: 0 }
    }
}

#[cfg(feature = "sat")]
impl Again {
    fn of(args: &VerifyArgs) -> Self {
        let seed = args.seed.unwrap_or_else(|| fastrand::u64(..1 << 32));
        Self { number: args.recheck.unwrap_or(0), seed }
    }

    /// Refutes the cubes, and compares the clauses with those of their rows. The error says what is wrong with
    /// a row.
    fn refute(
        &self,
        puzzle: &Puzzle,
        rows: &BTreeMap<u64, Row>,
        control: &Control,
    ) -> Result<Result<(), String>, Failure> {
        let mut random = fastrand::Rng::with_seed(self.seed);
        let chosen = random.choose_multiple(rows.values(), self.number.min(rows.len()));
        for (done, row) in chosen.iter().enumerate() {
            control.say(|| format!("verify: {done} of {} cubes again", chosen.len()));
            let position = Position::from(row.position);
            let refuted = match refute(&cube(puzzle, position), row.slots, control) {
                Ok(refuted) => refuted,
                Err(NotRefuted::Stopped(stop)) => {
                    let message = format!("{done} of {} cubes were refuted again", chosen.len());
                    return Err(Failure::stopped(&message, stop));
                }
                Err(NotRefuted::Solved(line)) => {
                    let moves = counted(line.moves().len(), "move");
                    return Ok(Err(format!("from {:x} a line has {moves}", row.position)));
                }
                Err(NotRefuted::TooWeak) => {
                    return Ok(Err(format!("the clauses of {:x} can all be true", row.position)));
                }
            };
            let same = refuted.sha256 == row.sha256 && refuted.clauses as u64 == row.clauses;
            if !same {
                return Ok(Err(format!("the clauses of {:x} are others", row.position)));
            }
        }
        Ok(Ok(()))
    }
}

/// The consequence if every row is correct.
fn phrase(cubes: &Cubes) -> String {
    match cubes.claim.proved {
        Proved::Impossible => "there is no solution".to_owned(),
        _ => format!("no solution has {} or fewer", counted(cubes.refuted_moves, "move")),
    }
}

/// A phrase about the cubes.
fn cover(cubes: &Cubes) -> String {
    let number = counted(cubes.positions().len(), "cube");
    format!("{number} after {}, up to symmetry", counted(cubes.after, "move"))
}

/// The report on a table.
struct Report<'a> {
    cubes: &'a Cubes,
    rows: &'a BTreeMap<u64, Row>,
    /// The number of cubes that this process has refuted.
    refuted: usize,
    seed: Option<u64>,
    seconds: f64,
}

fn to_json(name: &str, title: Option<&str>, report: &Report) -> Value {
    let Report { cubes, rows, refuted, seed, seconds } = report;
    let sum = |number: fn(&Row) -> u64| rows.values().map(number).map(u128::from).sum::<u128>();
    let proved = if *refuted == rows.len() { "cubes-refuted" } else { "cubes-cover" };
    json!({
        "certificate": name, "proved": proved, "title": title,
        "refuted_moves": cubes.refuted_moves, "split_depth": cubes.after, "cubes": rows.len(),
        "refuted": refuted, "seed": seed,
        "steps": u64::try_from(sum(|row| row.steps)).unwrap_or(u64::MAX),
        "cube_seconds": sum(|row| row.milliseconds) as f64 / 1000.0, "seconds": seconds,
    })
}
