//! `--what dead-ends`: the shortest game that gets stuck.

use serde_json::json;
use soliter::base::control::Stop;
use soliter::base::wording::{counted, counted_large, grouped};
use soliter::peg::draw::text::beside;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::search::questions::dead_ends::dead_ends;
use soliter::peg::verify::replay;

use crate::cli::args::CountArgs;
use crate::cli::count::figures::{Figures, answer, stopped};
use crate::cli::output::failure::Outcome;
use crate::cli::output::paint;
use crate::cli::output::paint::{shown, strong};
use crate::cli::session::Session;

/// Finds the shortest game that gets stuck.
pub(crate) fn run(session: &Session, args: &CountArgs, puzzle: &Puzzle) -> Outcome {
    let (result, seconds) = session.compute(|control| dead_ends(puzzle, control));
    let found = result.map_err(|stop| stopped(args, stop, seconds))?;
    // A game is replayed by the rules before it is printed.
    let stuck = |found: &soliter::peg::search::questions::dead_ends::DeadEnds| {
        let played = replay(puzzle, found.line.jumps());
        let left = soliter::peg::rules::legal(puzzle, played.last()).next();
        played.fault.is_none() && left.is_none() && !puzzle.finish().accepts(played.last())
    };
    if found.as_ref().is_some_and(|found| !stuck(found)) {
        let fault = Stop::Fault("a game that was to be stuck is not");
        return Err(stopped(args, fault, seconds));
    }
    let names = puzzle.names();
    let object = json!({
        "puzzle": args.file,
        "title": puzzle.title(),
        "what": args.what,
        "value": found.as_ref().map_or(0, |found| found.positions).to_string(),
        "jumps": found.as_ref().map(|found| found.jumps),
        "classes": found.as_ref().map(|found| found.classes),
        "line": found.as_ref().map(|found| names.line(&found.line)),
        "final": found.as_ref().map(|found| names.position(found.position)),
        "seconds": seconds,
    });
    let text = || {
        let title = shown(puzzle.title());
        let Some(found) = &found else {
            return format!("{}\n", strong(format!("{title}: every game ends in the finish")));
        };
        let jumps = counted(found.jumps, "jump");
        let head = format!("{title}: the shortest game that gets stuck has {jumps}");
        let line = names.line(&found.line);
        if session.options.quiet {
            return format!("{}: {line}\n", strong(head));
        }
        format!(
            "{}\n\n{}\n{line}\n\n{} {} dead after so many jumps, {} up to symmetry, {}\n",
            strong(head),
            beside(&session.paint.moves(puzzle, &found.line), session.paint.columns),
            counted_large(found.positions.into(), "position"),
            if found.positions == 1 { "is" } else { "are" },
            grouped(found.classes.into()),
            paint::seconds(seconds)
        )
    };
    answer(session, args, &Figures { picture: None, heads: &[], rows: &[] }, &object, text)
}
