//! `soliter solve --last-sweep max`: a solution whose last move has the most jumps.

use std::time::Instant;

use serde_json::json;
use soliter::base::control::Stop;
use soliter::peg::draw::text::beside;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::search::questions::last_sweep::{LastSweep, longest_last_sweep};
use soliter::peg::verify::replay;

use crate::cli::args::file_name::FileName;
use crate::cli::output;
use crate::cli::output::exit::Exit;
use crate::cli::output::paint;
use crate::cli::output::paint::{counted, shown, strong};
use crate::cli::session::Session;

/// Looks for it and tells it.
pub(crate) fn run(session: &Session, name: &FileName, puzzle: &Puzzle) -> std::io::Result<Exit> {
    let (control, bar) = session.control();
    let clock = Instant::now();
    let found = longest_last_sweep(puzzle, &control);
    bar.finish_and_clear();
    let seconds = clock.elapsed().as_secs_f64();
    let found = match found {
        Ok(found) => found,
        Err(stop) => return Ok(output::stopped("unknown", stop)),
    };
    // What is printed is replayed by the rules.
    if found.as_ref().is_some_and(|one| !replay(puzzle, one.line.jumps()).solves(puzzle)) {
        return Ok(output::stopped("unknown", Stop::Fault("the line does not solve the puzzle")));
    }
    let is_proved = |one: &LastSweep| one.is_shortest && one.at_most == one.jumps;
    let (status, exit) = match &found {
        None => ("infeasible", Exit::No),
        Some(one) if is_proved(one) => ("optimal", Exit::Answered),
        Some(_) => ("feasible", Exit::Limit),
    };
    if session.options.json() {
        let line = found.as_ref().map(|one| &one.line);
        output::json(&json!({
            "puzzle": name,
            "title": puzzle.title(),
            "model": puzzle.model(),
            "status": status,
            "last_sweep": found.as_ref().map(|one| one.jumps),
            "at_most": found.as_ref().map(|one| one.at_most),
            "moves": line.map(|line| line.moves().len()),
            "line": line.map(|line| puzzle.names().line(line)),
            "line_holes": line.map(|line| puzzle.names().line_holes(line)),
            "seconds": seconds,
        }))?;
        return Ok(exit);
    }
    let title = shown(puzzle.title());
    let Some(one) = found else {
        output::answer(&format!("{}\n", strong(format!("{title}: impossible"))))?;
        return Ok(exit);
    };
    let most = if one.at_most == one.jumps {
        "the most of any solution".to_owned()
    } else {
        format!("at most {} are possible", one.at_most)
    };
    let fewest = if one.is_shortest { ", the fewest with such a sweep" } else { "" };
    let (jumps, moves) = (counted(one.jumps, "jump"), counted(one.line.moves().len(), "move"));
    let head = strong(format!("{title}: a last sweep of {jumps}, {most}; {moves}{fewest}"));
    let line = puzzle.names().line(&one.line);
    output::answer(&if session.options.quiet {
        format!("{head}: {line}\n")
    } else {
        let drawn = beside(&session.paint.moves(puzzle, &one.line), session.paint.columns);
        format!("{head}\n\n{drawn}\n{line}\n\n{}\n", paint::seconds(seconds))
    })?;
    Ok(exit)
}
