//! `soliter marked`: solutions in which one peg is marked.

use std::time::Instant;

use serde_json::json;
use soliter::peg::draw::text::beside;
use soliter::peg::search::questions::marked::{Mark, marked};

use crate::cli::args::MarkedArgs;
use crate::cli::exit::Exit;
use crate::cli::faults::Reason;
use crate::cli::paint::{self, counted, shown, strong};
use crate::cli::session::Session;
use crate::cli::solve::moves_panels;
use crate::cli::{files, output};

/// Finds the fewest moves with a marked peg.
pub(crate) fn run(session: &Session, args: &MarkedArgs) -> std::io::Result<Exit> {
    let Ok(puzzle) = files::peg_puzzle(session, &args.file) else { return Ok(Exit::BadInput) };
    let (text, word) = match (&args.finisher, &args.watch) {
        (Some(text), _) => (text.as_str(), "finisher"),
        (None, text) => (text.as_deref().unwrap_or_default(), "watch"),
    };
    let hole = puzzle.names().hole(text).filter(|&hole| puzzle.start().has(hole));
    let Some(hole) = hole else {
        let message = format!("--{word} {}: no peg stands there at the start", shown(text));
        output::refuse(Reason::Usage, &message, "name a hole with a peg");
        return Ok(Exit::BadInput);
    };
    let mark = if word == "finisher" { Mark::Finisher(hole) } else { Mark::Watch(hole) };
    let (control, bar) = session.control();
    let clock = Instant::now();
    let found = marked(&puzzle, mark, &control);
    bar.finish_and_clear();
    let seconds = clock.elapsed().as_secs_f64();
    let line = match found {
        Ok(line) => line,
        Err(stop) => {
            let message = format!("unknown: stopped: {}", stop.phrase());
            output::refuse(Reason::Limit, &message, "raise --time-limit or --memory-limit");
            return Ok(Exit::Limit);
        }
    };
    // What is printed is replayed by the rules.
    if line.as_ref().is_some_and(|line| !mark.is_kept(&puzzle, line)) {
        let help = "this is a fault of soliter; please report it with the puzzle file";
        output::refuse(Reason::Disagreement, "the line does not keep the marked peg", help);
        return Ok(Exit::Disagreement);
    }
    let name = puzzle.names().name(hole);
    let moves = line.as_ref().map(|line| line.moves().len());
    if session.options.json() {
        output::json(&json!({
            "puzzle": args.file,
            "title": puzzle.title(),
            word: name,
            "status": if line.is_some() { "optimal" } else { "infeasible" },
            "moves": moves,
            "line": line.as_ref().map(|line| puzzle.names().line(line)),
            "seconds": seconds,
        }))?;
    } else {
        let what = match mark {
            Mark::Finisher(_) => format!("the peg of {name} survives"),
            Mark::Watch(_) => {
                format!("the peg of {name} stands still until it makes the last move")
            }
        };
        let title = shown(puzzle.title());
        let text = match (&line, moves) {
            (Some(line), Some(moves)) => {
                let head = strong(format!(
                    "{title}: {}, the fewest in which {what}",
                    counted(moves, "move")
                ));
                let line_text = puzzle.names().line(line);
                if session.options.quiet {
                    format!("{head}: {line_text}\n")
                } else {
                    let panels = moves_panels(session, &puzzle, line);
                    let drawn = beside(&panels, session.paint.columns);
                    format!("{head}\n\n{drawn}\n{line_text}\n\n{}\n", paint::seconds(seconds))
                }
            }
            _ => format!("{}\n", strong(format!("{title}: impossible that {what}"))),
        };
        output::answer(&text)?;
    }
    Ok(if line.is_some() { Exit::Answered } else { Exit::No })
}
