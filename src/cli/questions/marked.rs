//! `soliter marked`: solutions in which pegs are marked that the puzzle file does not mark.

use serde_json::json;
use soliter::peg::answer::Claim;
use soliter::peg::board::position::Hole;
use soliter::peg::draw::text::beside;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::puzzle::marks::Marks;
use soliter::peg::puzzle::setup::PuzzleSetup;
use soliter::peg::solve::{Method, solve};

use crate::cli::args::MarkedArgs;
use crate::cli::files::Reported;
use crate::cli::output::exit::Exit;
use crate::cli::output::faults::Reason;
use crate::cli::output::paint;
use crate::cli::output::paint::{counted, shown, strong};
use crate::cli::session::Session;
use crate::cli::solve::exit_of;
use crate::cli::{files, output};

/// Finds the fewest moves with marked pegs.
pub(crate) fn run(session: &Session, args: &MarkedArgs) -> std::io::Result<Exit> {
    let Ok(puzzle) = puzzle(session, args) else { return Ok(Exit::BadInput) };
    let (control, bar) = session.control();
    let answer = solve(&puzzle, Method::Search, &control);
    bar.finish_and_clear();
    let answer = match answer {
        Ok(answer) => answer,
        Err(refusal) => {
            let help = "this is a fault of soliter; please report it with the puzzle file";
            output::refuse(Reason::Disagreement, &refusal.to_string(), help);
            return Ok(Exit::Disagreement);
        }
    };
    let (claim, line) = (answer.claim(), answer.line());
    if matches!(claim, Claim::Unknown { .. }) {
        let stopped = answer.evidence().iter().find_map(|one| one.stopped);
        let phrase = stopped.map_or("a limit came first", |stop| stop.phrase());
        let message = format!("unknown: stopped: {phrase}");
        output::refuse(Reason::Limit, &message, "raise --time-limit or --memory-limit");
        return Ok(Exit::Limit);
    }
    let names = puzzle.names();
    if session.options.json() {
        let mut object = json!({ "puzzle": args.file, "title": puzzle.title() });
        for (word, hole) in puzzle.marked().each() {
            object[word] = json!(names.name(hole));
        }
        object["status"] = json!(claim.status());
        object["moves"] = json!(claim.moves());
        object["line"] = json!(line.map(|line| names.line(line)));
        object["seconds"] = json!(answer.seconds());
        output::json(&object)?;
        return Ok(exit_of(claim));
    }
    let (title, what) = (shown(puzzle.title()), puzzle.marked().phrase(names));
    let text = match (line, claim.moves()) {
        (Some(line), Some(moves)) => {
            let moves = counted(moves, "move");
            let head = strong(format!("{title}: {moves}, the fewest in which {what}"));
            let line_text = names.line(line);
            if session.options.quiet {
                format!("{head}: {line_text}\n")
            } else {
                let drawn = beside(&session.paint.moves(&puzzle, line), session.paint.columns);
                let seconds = paint::seconds(answer.seconds());
                format!("{head}\n\n{drawn}\n{line_text}\n\n{seconds}\n")
            }
        }
        _ => format!("{}\n", strong(format!("{title}: impossible that {what}"))),
    };
    output::answer(&text)?;
    Ok(exit_of(claim))
}

/// The puzzle with its pegs marked; faults are reported.
fn puzzle(session: &Session, args: &MarkedArgs) -> Result<Puzzle, Reported> {
    let puzzle = files::plain_puzzle(session, &args.file)?;
    let hole = |word: &str, text: &Option<String>| -> Result<Option<Hole>, Reported> {
        let Some(text) = text else { return Ok(None) };
        let hole = puzzle.names().hole(text).filter(|&hole| puzzle.start().has(hole));
        hole.map(Some).ok_or_else(|| {
            let message = format!("--{word} {}: no peg stands there at the start", shown(text));
            output::refuse(Reason::Usage, &message, "name a hole with a peg");
            Reported
        })
    };
    let marked = Marks {
        finisher: hole("finisher", &args.finisher)?,
        watch: hole("watch", &args.watch)?,
        catch: hole("catch", &args.catch)?,
    };
    (PuzzleSetup { marked, ..puzzle.into() }).puzzle().map_err(|faults| {
        output::refuse(Reason::Unfit, &faults.to_string(), "give a puzzle of the ordinary game");
        Reported
    })
}
