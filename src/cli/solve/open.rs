//! `soliter solve` of a puzzle whose finish leaves the number of pegs open.

use std::fmt::Write as _;

use soliter::base::control::Control;
use soliter::boards::answer::{Claim, Detail};
use soliter::boards::puzzle::open::{Aim, OpenPuzzle};
use soliter::prove::open::{Case, OpenAnswer, solve_open};
#[cfg(feature = "milp")]
use soliter::prove::solve::Method;
use soliter::{boards::draw::text::beside, prove::report::SolveReport};

use crate::cli::args::{SolveArgs, file_name::FileName};
use crate::cli::output::exit::Exit;
use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::output::paint::{self, counted, strong};
use crate::cli::session::Session;
use crate::cli::solve::evidence::evidence_text;
use crate::cli::solve::words::{refused, summary};

/// Solves the puzzle, and adds its report to the table.
pub(super) fn run(
    session: &Session,
    args: &SolveArgs,
    name: &FileName,
    open: &OpenPuzzle,
    control: &Control,
    table: &mut Vec<SolveReport>,
) -> Outcome {
    if let Some(option) = args.not_for_open_finishes() {
        let message = format!(
            "{option} needs a fixed number of pegs, which the finish of \"{name}\" leaves open"
        );
        return Err(Failure::unfit(message, "leave it out, or give the number of pegs"));
    }
    let options = args.options();
    #[cfg(feature = "milp")]
    if by_jump(options.method) && matches!(open.aim(), Aim::Holes { .. }) {
        let message = "--formulation by-jump does not support holes that the finish leaves open";
        return Err(Failure::unfit(message, "use --formulation by-move, or another --method"));
    }
    let answer = solve_open(open, &options, control)
        .map_err(|refusal| refused(name, open.puzzle(), &refusal))?;
    let report = answer.report(name);
    session.answer(&report, || {
        let gap = if table.is_empty() || session.options.quiet { "" } else { "\n" };
        format!("{gap}{}", to_text(session, name, open, &answer, &report))
    })?;
    table.push(report);
    Ok(exit(&answer))
}

#[cfg(feature = "milp")]
fn by_jump(method: Method) -> bool {
    #[cfg(feature = "sat")]
    if method == Method::SatByJump {
        return true;
    }
    method == Method::ByJump
}

fn exit(answer: &OpenAnswer) -> Exit {
    match answer.claim() {
        Claim::Infeasible => Exit::No,
        _ if answer.is_final() => Exit::Answered,
        _ => {
            let evidence = answer.cases().iter().flat_map(|case| case.answer.evidence());
            evidence.filter_map(|one| one.stopped).map(Exit::of_stop).max().unwrap_or(Exit::Limit)
        }
    }
}

fn to_text(
    session: &Session,
    name: &FileName,
    open: &OpenPuzzle,
    answer: &OpenAnswer,
    report: &SolveReport,
) -> String {
    let (puzzle, best) = (open.puzzle(), answer.best());
    let moves = summary(report);
    let summary = match (best.map(Case::pegs), answer.least_pegs()) {
        (Some(pegs), None) if *open.aim() == Aim::MostPegs => {
            let (pegs, jumps) = (counted(pegs, "peg"), counted(report.jumps.unwrap_or(0), "jump"));
            let line = report.solution.as_deref().unwrap_or_default();
            format!("{pegs}, the most that a stuck game can leave; after {jumps}: {line}")
        }
        (Some(pegs), Some(_)) if answer.pegs_are_proved() => {
            format!("{}, the fewest possible; in {moves}", counted(pegs, "peg"))
        }
        (Some(pegs), Some(least)) => {
            let (pegs, why) = (counted(pegs, "peg"), report.stops());
            format!("{pegs}, at least {least} needed ({why}); in {moves}")
        }
        _ => moves,
    };
    if session.options.quiet {
        return format!("{}: {summary}\n", paint::shown(puzzle.title()));
    }
    let drawn = best.and_then(|case| Some((&case.puzzle, case.answer.line()?)));
    let drawn = drawn.map_or_else(String::new, |(puzzle, line)| {
        beside(&session.paint.moves(puzzle, line), session.paint.columns) + "\n"
    });
    let head = strong(heading(open));
    let mut text = format!("{head}\n\n{drawn}{}\n", paint::claim(answer.shown_claim(), &summary));
    if *open.aim() == Aim::MostPegs && best.is_some() {
        let searched = answer.cases().iter().flat_map(|case| case.answer.evidence());
        let positions = searched.map(|evidence| match evidence.detail {
            Detail::Positions(positions) => positions,
            _ => 0,
        });
        let positions = counted(positions.sum::<u64>() as usize, "position");
        let _ = writeln!(
            text,
            "  search: {positions} up to symmetry; every position after fewer jumps has a jump"
        );
        return text;
    }
    for case in answer.cases() {
        let pegs = counted(case.pegs(), "peg");
        for evidence in case.answer.evidence() {
            let account = evidence_text(name, &case.puzzle, evidence);
            // JSON has the ways to check each of many cases.
            let account = account.lines().next().unwrap_or_default();
            let _ = writeln!(text, "  to {pegs}: {account}");
        }
    }
    text
}

fn heading(open: &OpenPuzzle) -> String {
    let puzzle = open.puzzle();
    let (title, model) = (puzzle.title(), puzzle.model());
    let start = counted(puzzle.start().len(), "peg");
    let game = if puzzle.reverse() { ", reverse" } else { "" };
    match open.aim() {
        Aim::FewestPegs => format!("{title} ({model}, {start} to as few as possible)"),
        Aim::MostPegs => {
            format!("{title} ({model}, {start} to as many as possible without a jump)")
        }
        Aim::Holes { pegs_at, empty_at } => {
            let left = puzzle.board().holes() - pegs_at.len() - empty_at.len();
            let left = counted(left, "hole");
            format!("{title} ({model}, {start}, {left} of the finish open{game})")
        }
    }
}
