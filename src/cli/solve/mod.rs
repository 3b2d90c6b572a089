//! `soliter solve`: the fewest moves of one or several puzzles, or the reason why there is no solution.

mod evidence;
mod last_sweep;
mod marked;
mod open;
#[cfg(feature = "milp")]
pub(crate) mod solver;
mod words;

use std::fmt::Write as _;

use indicatif::ProgressBar;
use soliter::base::control::Control;
use soliter::boards::board::position::Position;
use soliter::boards::verify::{VerificationError, Verified, verify_lines};
use soliter::prove::solve::{solve, solve_by};
use soliter::{
    boards::answer::Claim, boards::draw::text::beside, boards::line::Line, boards::puzzle::Puzzle,
    prove::report::SolveReport, search::count::lines::lines_of_moves,
};
use soliter::{search::disk::fault::Fault, search::disk::fewest::fewest_on_disk};

use crate::cli::args::{SolveArgs, file_name::FileName};
use crate::cli::levels::{place, reason};
use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::output::paint::{counted, strong};
use crate::cli::output::{exit::Exit, paint};
use crate::cli::solve::evidence::{certificate_text, evidence_text};
use crate::cli::solve::words::{refused, summary};
use crate::cli::{files, files::entries, files::names, output, pictures};
use crate::cli::{files::Loaded, games::solve::Solve, session::Session};

/// Solves every file; the exit code is the most serious one.
pub(crate) fn run(session: &Session, args: &SolveArgs) -> Outcome {
    let (inputs, json) = (args.files.iter().collect::<Vec<_>>(), session.options.json());
    let misread = names::two_words(&args.files, &session.arguments);
    if let Some(failure) = misread.or_else(|| names::late_command(&args.files)) {
        return Err(failure);
    }
    let puzzles = entries::all_of(session, &args.files);
    pictures::check(&args.pictures, &inputs, puzzles.len(), json)?;
    if let (Some(option), Some(other)) = (args.disk.option(), args.not_on_disk()) {
        let message = format!("{option} cannot be used with {other}");
        return Err(Failure::usage(message, "drop one of them"));
    }
    #[cfg(feature = "milp")]
    let log = {
        if let Some(option) = args.useless() {
            let message =
                format!("{option} is an option of HiGHS, which this --method does not use");
            return Err(Failure::usage(message, "drop it, or use --method milp"));
        }
        if args.lacks_method() {
            let message = "--formulation is for --method milp or --method sat";
            return Err(Failure::usage(message, "add one of them, or drop --formulation"));
        }
        let others = [args.pictures.svg.as_deref(), args.pictures.html.as_deref()];
        args.solver.log(session, &others, &inputs)?
    };
    let wishes = |control: Control, bar: &ProgressBar| {
        #[cfg(feature = "milp")]
        let control = args.solver.pass_on(&log, control, bar, session.options.verbose);
        #[cfg(not(feature = "milp"))]
        let _ = bar;
        control
    };
    let mut worst = Exit::Answered;
    let mut table: Vec<SolveReport> = Vec::new();
    for puzzle in puzzles {
        let outcome = puzzle.and_then(|name| {
            session.reporter.turn_to(&name);
            one(session, args, &name, &wishes, &mut table)
        });
        worst = worst.max(match outcome {
            Ok(exit) => exit,
            // Further output could not be written either.
            Err(failure @ Failure::Output(_)) => return Err(failure),
            Err(failure) => session.reporter.report(&failure)?,
        });
        if session.is_cancelled() {
            break;
        }
    }
    #[cfg(feature = "milp")]
    if let Err(failure) = log.end() {
        worst = worst.max(session.reporter.report(&failure)?);
    }
    if table.len() > 1 && !json && !session.options.quiet {
        output::answer(&format!("\n{}", to_table(&table)))?;
    }
    Ok(worst)
}

/// Solves one file, and adds its report to the table.
fn one(
    session: &Session,
    args: &SolveArgs,
    name: &FileName,
    wishes: &dyn Fn(Control, &ProgressBar) -> Control,
    table: &mut Vec<SolveReport>,
) -> Outcome {
    let puzzle = match files::load(session, name)? {
        Loaded::Peg(puzzle) => puzzle,
        Loaded::Open(puzzle) => {
            let (control, bar) = session.control();
            let control = wishes(control, &bar);
            let outcome = open::run(session, args, name, &puzzle, &control, table);
            bar.finish_and_clear();
            return outcome;
        }
        Loaded::Game(puzzle) => {
            let useless = args.only_for_pegs();
            if !useless.is_empty() {
                let be = if useless.len() == 1 { "is" } else { "are" };
                let options = useless.join(", ");
                let message = format!("{options} {be} for peg solitaire, and \"{name}\" is a game");
                return Err(Failure::unfit(message, "drop these options"));
            }
            let pictures = &args.pictures;
            return puzzle.game.visit(Solve { session, name, puzzle: &puzzle, pictures });
        }
    };
    let puzzle = marked::marked(args, name, puzzle)?;
    if args.last_sweep {
        return last_sweep::run(session, name, &puzzle);
    }
    let (control, bar) = session.control();
    let control = wishes(control, &bar);
    if session.options.verbose {
        let gib = control.memory_limit() as f64 / f64::from(1 << 30);
        let threads = control.thread_limit();
        output::note(&format!("{name}: memory limit {gib:.1} GiB, {}", counted(threads, "thread")));
    }
    let result = solved(session, args, &puzzle, &control);
    bar.finish_and_clear();
    let refused = |refusal| refused(name, &puzzle, &refusal);
    let answer = result?.map_err(refused)?;
    let lines = more_lines(&puzzle, &answer, args, &control).map_err(refused)?;
    if let (Some(folder), Claim::Unknown { .. }) = (&args.disk.dir, answer.claim()) {
        let folder = folder.to_string_lossy();
        let folder = paint::shown(&folder);
        session.note(&format!(
            "note: {folder} keeps the complete levels; --resume continues from them"
        ));
    }
    let mut report = SolveReport::new(name, &puzzle, &answer);
    let more = lines.as_deref().unwrap_or_default();
    if args.solutions() > 1 {
        report = report.with_lines(&puzzle, more);
    }
    let drawn = pictures::answer(&args.pictures, &puzzle, &answer, more);
    if let Err(failure) = &drawn {
        session.reporter.say(failure);
    }
    if !args.pictures.takes_stdout() {
        session.answer(&report, || {
            let gap = if table.is_empty() || session.options.quiet { "" } else { "\n" };
            let text = to_text(session, name, &puzzle, &answer, &report);
            let lines = lines_text(args, &report, lines.is_some());
            format!("{gap}{text}{lines}")
        })?;
    }
    table.push(report);
    // There is an answer, whether or not it could be drawn.
    Ok(drawn.map_or_else(|failure| failure.exit(), |()| Exit::of_answer(&answer)))
}

/// The verified answer, found in memory or with levels on disk.
fn solved(
    session: &Session,
    args: &SolveArgs,
    puzzle: &Puzzle,
    control: &Control,
) -> Result<Result<Verified, VerificationError>, Failure> {
    let no_answer =
        |fault: Fault| Failure::new(reason(&fault), format!("no answer: {fault}"), fault.help());
    let Some(folder) = &args.disk.dir else { return Ok(solve(puzzle, &args.options(), control)) };
    let place = place(session, &args.disk, folder);
    let search = |control: &Control| fewest_on_disk(puzzle, &place, control);
    solve_by(puzzle, search, control).map_err(no_answer)
}

/// The verified lines for `--solutions`; `None` if a limit was reached first.
fn more_lines(
    puzzle: &Puzzle,
    answer: &Verified,
    args: &SolveArgs,
    control: &Control,
) -> Result<Option<Vec<Line>>, VerificationError> {
    let (Claim::Optimal { moves }, 2..) = (answer.claim(), args.solutions()) else {
        return Ok(Some(Vec::new()));
    };
    match lines_of_moves(puzzle, moves, args.solutions(), args.all_symmetries, control) {
        Ok(lines) => verify_lines(puzzle, answer, lines).map(Some),
        Err(_) => Ok(None),
    }
}

/// These lines in text. Like `count --what shortest`, it calls them jump sequences.
fn lines_text(args: &SolveArgs, report: &SolveReport, complete: bool) -> String {
    let Some(lines) = &report.solutions else { return String::new() };
    if !complete {
        return "\nfurther lines: a limit came first\n".to_owned();
    }
    let (Claim::Optimal { moves }, false) = (report.claim, lines.is_empty()) else {
        return String::new();
    };
    let (found, moves) = (counted(lines.len(), "shortest solution"), counted(moves, "move"));
    let symmetry = if args.all_symmetries { "" } else { ", up to symmetry" };
    let mut text = format!("\n{found} (jump sequences{symmetry}) of {moves}:\n");
    for (number, line) in (1..).zip(lines) {
        let _ = writeln!(text, "{number:>5}. {line}");
    }
    text
}

fn to_text(
    session: &Session,
    name: &FileName,
    puzzle: &Puzzle,
    answer: &Verified,
    report: &SolveReport,
) -> String {
    let summary = summary(report);
    if session.options.quiet {
        return format!("{}: {summary}\n", paint::shown(puzzle.title()));
    }
    let certificates: Vec<String> = answer
        .evidence()
        .iter()
        .map(|evidence| certificate_text(session, puzzle, evidence))
        .collect();
    let panels = match answer.line() {
        Some(line) => session.paint.moves(puzzle, line),
        // A certificate shows the start too.
        None if certificates.iter().any(|text| !text.is_empty()) => Vec::new(),
        None => {
            let panel =
                |pegs| session.paint.position("start", puzzle.board(), pegs, &Position::EMPTY);
            vec![panel(puzzle.start())]
        }
    };
    let drawn = if panels.is_empty() {
        String::new()
    } else {
        beside(&panels, session.paint.columns) + "\n"
    };
    let (head, claim) = (strong(heading(puzzle)), paint::claim(answer.claim(), &summary));
    let mut text = format!("{head}\n\n{drawn}{claim}\n");
    for (evidence, certificate) in answer.evidence().iter().zip(certificates) {
        let _ = writeln!(text, "  {}", evidence_text(name, puzzle, evidence));
        text.push_str(&certificate);
    }
    text
}

fn heading(puzzle: &Puzzle) -> String {
    let game = if puzzle.reverse() { ", reverse" } else { "" };
    let (before, after) = (counted(puzzle.start().len(), "peg"), puzzle.finish().pegs());
    let marked = puzzle.marked().phrase(puzzle.names());
    let gap = if marked.is_empty() { "" } else { ", " };
    format!("{} ({}, {before} to {after}{game}{gap}{marked})", puzzle.title(), puzzle.model())
}

/// The moves in a row of the table: a number, or the range that contains it.
fn range(report: &SolveReport) -> String {
    match (report.moves, report.lower_bound) {
        (Some(moves), Some(bound)) if bound < moves => format!("{bound}..{moves}"),
        (Some(moves), _) => moves.to_string(),
        (None, Some(bound)) => format!("{bound}.."),
        (None, None) => "-".to_owned(),
    }
}

fn to_table(reports: &[SolveReport]) -> String {
    let wide = reports.iter().map(|one| one.puzzle.chars().count()).max().unwrap_or(0).max(6);
    let head = format!(
        "{:<wide$}  {:<10}  {:>6}  {:>5}  {:>8}  proved by",
        "puzzle", "status", "moves", "jumps", "time"
    );
    let mut text = format!("{}\n", strong(head));
    for report in reports {
        let final_ones = report.evidence.iter().filter(|one| one.is_final);
        let _ = writeln!(
            text,
            "{:<wide$}  {:<10}  {:>6}  {:>5}  {:>8}  {}",
            report.puzzle,
            report.status,
            range(report),
            report.jumps.map_or_else(|| "-".to_owned(), |jumps| jumps.to_string()),
            paint::seconds(report.seconds),
            final_ones.map(|one| one.by).collect::<Vec<_>>().join(", ")
        );
    }
    text
}
