//! `soliter solve --last-sweep`: a solution whose last move has the most jumps.

use serde_json::json;
use soliter::base::control::Stop;
use soliter::search::questions::last_sweep::{LastSweep, longest_last_sweep};
use soliter::{boards::puzzle::Puzzle, boards::verify::replay};

use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::output::paint::{counted, strong};
use crate::cli::{args::file_name::FileName, output::exit::Exit, session::Session};

pub(crate) fn run(session: &Session, name: &FileName, puzzle: &Puzzle) -> Outcome {
    let stopped = |stop| Failure::stopped("unknown", stop);
    let (found, seconds) = session.compute(|control| longest_last_sweep(puzzle, control));
    let found = found.map_err(stopped)?;
    // The line is replayed by the rules before it is printed.
    if found.as_ref().is_some_and(|one| !replay(puzzle, one.line.jumps()).solves(puzzle)) {
        return Err(stopped(Stop::Fault("the solution does not solve the puzzle")));
    }
    let (status, exit) = match &found {
        None => ("infeasible", Exit::No),
        Some(one) if one.is_shortest && one.at_most == one.jumps => ("optimal", Exit::Answered),
        Some(_) => ("feasible", Exit::Limit),
    };
    let line = found.as_ref().map(|one| &one.line);
    let report = json!({
        "puzzle": name,
        "title": puzzle.title(),
        "model": puzzle.model(),
        "status": status,
        "last_sweep": found.as_ref().map(|one| one.jumps),
        "at_most": found.as_ref().map(|one| one.at_most),
        "moves": line.map(|line| line.moves().len()),
        "solution": line.map(|line| puzzle.names().line(line)),
        "solution_holes": line.map(|line| puzzle.names().line_holes(line)),
        "seconds": seconds,
    });
    session.answer(&report, || to_text(session, puzzle, found.as_ref(), seconds))?;
    Ok(exit)
}

fn to_text(session: &Session, puzzle: &Puzzle, found: Option<&LastSweep>, seconds: f64) -> String {
    let title = puzzle.title();
    let Some(one) = found else {
        return format!("{}\n", strong(format!("{title}: impossible")));
    };
    let most = if one.at_most == one.jumps {
        "the most of any solution".to_owned()
    } else {
        format!("at most {} are possible", one.at_most)
    };
    let fewest = if one.is_shortest { ", the fewest with such a sweep" } else { "" };
    let (jumps, moves) = (counted(one.jumps, "jump"), counted(one.line.moves().len(), "move"));
    let sentence = format!("{title}: a last sweep of {jumps}, {most}; {moves}{fewest}");
    let (line, drawn) = (puzzle.names().line(&one.line), session.paint.moves(puzzle, &one.line));
    session.line_text(sentence, &line, &drawn, seconds)
}
