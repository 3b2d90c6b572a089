//! `soliter marked`: solutions with marked pegs that are given as options instead of in the puzzle file.

use serde_json::json;
use soliter::peg::puzzle::{Puzzle, marks::Marks, setup::PuzzleSetup};
use soliter::peg::solve::{Method, solve};
use soliter::peg::{answer::Claim, board::position::Hole, verify::Verified};

use crate::cli::output::failure::{FAULT, Failure, Outcome, RAISE, advice};
use crate::cli::output::paint::{counted, shown, strong};
use crate::cli::{args::MarkedArgs, files, output::exit::Exit, session::Session};

pub(crate) fn run(session: &Session, args: &MarkedArgs) -> Outcome {
    let puzzle = puzzle(session, args)?;
    let (answer, _) = session.compute(|control| solve(&puzzle, Method::Search, control));
    let answer = answer.map_err(|refusal| Failure::disagreement(refusal.to_string(), FAULT))?;
    let claim = answer.claim();
    if matches!(claim, Claim::Unknown { .. }) {
        let stopped = answer.evidence().iter().find_map(|one| one.stopped);
        let phrase = stopped.map_or("a limit came first", |stop| stop.phrase());
        let help = stopped.map_or(RAISE, advice);
        return Err(Failure::limit(format!("unknown: stopped: {phrase}"), help));
    }
    let names = puzzle.names();
    let mut report = json!({ "puzzle": args.file, "title": puzzle.title() });
    for (word, hole) in puzzle.marked().each() {
        report[word] = json!(names.name(hole));
    }
    report["status"] = json!(claim.status());
    report["moves"] = json!(claim.moves());
    report["solution"] = json!(answer.line().map(|line| names.line(line)));
    report["seconds"] = json!(answer.seconds());
    session.answer(&report, || to_text(session, &puzzle, &answer))?;
    Ok(Exit::of_answer(&answer))
}

fn to_text(session: &Session, puzzle: &Puzzle, answer: &Verified) -> String {
    let (title, what) = (puzzle.title(), puzzle.marked().phrase(puzzle.names()));
    let (Some(line), Some(moves)) = (answer.line(), answer.claim().moves()) else {
        return format!("{}\n", strong(format!("{title}: impossible that {what}")));
    };
    let moves = counted(moves, "move");
    let sentence = format!("{title}: {moves}, the fewest in which {what}");
    let (written, drawn) = (puzzle.names().line(line), session.paint.moves(puzzle, line));
    session.line_text(sentence, &written, &drawn, answer.seconds())
}

fn puzzle(session: &Session, args: &MarkedArgs) -> Result<Puzzle, Failure> {
    let puzzle = files::plain_puzzle(session, &args.file)?;
    let hole = |word: &str, text: &Option<String>| -> Result<Option<Hole>, Failure> {
        let Some(text) = text else { return Ok(None) };
        let hole = puzzle.names().hole(text).filter(|&hole| puzzle.start().has(hole));
        hole.map(Some).ok_or_else(|| {
            let message = format!("--{word} {}: no peg stands there at the start", shown(text));
            Failure::usage(message, "name a hole with a peg")
        })
    };
    let marked = Marks {
        survivor: hole("survivor", &args.survivor)?,
        watch: hole("watch", &args.watch)?,
        last_captured: hole("last-captured", &args.last_captured)?,
    };
    (PuzzleSetup { marked, ..puzzle.into() })
        .puzzle()
        .map_err(|faults| Failure::unfit(faults.to_string(), "give a puzzle of the ordinary game"))
}
