//! Puzzles of peg solitaire: reading, solving, hints, and checking solutions.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::base::control::{Control, Stop};
use crate::base::diagnostic::Source;
use crate::boards::puzzle::Puzzle;
use crate::boards::refutation::refute;
use crate::boards::session::Attempt;
use crate::link;
use crate::load::PuzzleReference;
use crate::pages::shelf::known;
use crate::pages::{puzzle_data, reasons};
use crate::prove::judge::{CheckReport, Lost, Verdict, fewest_moves, judge, lost};
use crate::prove::reach::Hint;
use crate::prove::solve::Options;
use crate::reports;
use crate::requests::fault::places;
use crate::requests::{Context, Fault, REPORT, Reply};
use crate::{boards::line::Hop, prove::report::SolveReport};

/// A puzzle by its name: its file, and the data that the page shows.
pub(super) fn by_name(name: String, context: &Context) -> Result<Value, Fault> {
    let reference = PuzzleReference::by_name(name);
    let (text, puzzle) = (context.text(&reference)?, context.peg(&reference)?);
    let mut data = puzzle_data::data(&puzzle, &[], None);
    data["claim"] = json!(known(&puzzle, None).map(puzzle_data::claim));
    Ok(json!({ "text": text, "data": data }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct About {
    puzzle: PuzzleReference,
}

pub(super) fn read(About { puzzle }: About, context: &Context) -> Result<Value, Fault> {
    let puzzle = context.peg(&puzzle)?;
    Ok(json!({ "data": puzzle_data::data(&puzzle, &[], None), "link": link::encode(&puzzle) }))
}

/// Finds the fewest moves, or proves that there is no solution.
pub(super) fn solve(About { puzzle: asked }: About, context: &Context) -> Result<Reply, Fault> {
    let puzzle = context.peg(&asked)?;
    Ok(Reply::work(move |_, control| {
        let answer = crate::solve(&puzzle, &Options::FIRST_PROOF, control)
            .map_err(|refusal| Fault::internal(refusal.to_string()))?;
        let lines: Vec<_> = answer.line().cloned().into_iter().collect();
        let mut data = puzzle_data::data(&puzzle, &lines, Some(&answer));
        if asked.is_by_name() {
            // The page shows the known answer already, and a limit must not make that weaker.
            data["claim"] = json!(known(&puzzle, Some(answer.claim())).map(puzzle_data::claim));
        }
        Ok(json!({ "answer": SolveReport::new(asked.label(), &puzzle, &answer), "data": data }))
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AboutGame {
    puzzle: PuzzleReference,
    /// The jumps made, by the numbers of their holes.
    jumps: Vec<Hop>,
    /// Whether to include weights, which explain lost positions.
    #[serde(default)]
    reasons: bool,
}

/// The time limit for finding the weights of a hint, and for deciding whether the position after a wrong solution is
/// lost.
const REASONS: Duration = Duration::from_secs(1);
const LOST: Duration = Duration::from_secs(2);

/// Finds a jump that keeps the finish within reach, or reports that the jumps made are a solution.
pub(super) fn hint(
    AboutGame { puzzle, jumps, reasons }: AboutGame,
    context: &Context,
) -> Result<Reply, Fault> {
    let game = attempt(context.peg(&puzzle)?, &jumps)?;
    if game.is_solved() {
        let hint = json!({ "jump": null, "text": "the puzzle is solved", "solved": true });
        return Ok(Reply::Ready(json!({ "hint": hint })));
    }
    Ok(Reply::work(move |context, control| {
        let mut response = advice(context, &game, control)?;
        if reasons {
            // A hint without weights is still useful.
            let found = reasons::data(game.puzzle(), &control.clone().within(REASONS));
            response["hint"]["pagodas"] = json!(found.unwrap_or_default());
        }
        Ok(response)
    }))
}

fn attempt(puzzle: Puzzle, jumps: &[Hop]) -> Result<Attempt, Fault> {
    let holes = puzzle.board().holes();
    if jumps.iter().flat_map(|hop| hop.holes()).any(|hole| usize::from(hole) >= holes) {
        let message = format!("holes are numbered from 0 to {}", holes - 1);
        return Err(Fault::new("no-such-hole", message));
    }
    let mut game = Attempt::new(puzzle);
    game.make(jumps).map_err(|fault| Fault::new("illegal-jump", fault.to_string()))?;
    Ok(game)
}

fn advice(context: &Context, game: &Attempt, control: &Control) -> Result<Value, Fault> {
    let hint = context.continuations(game.puzzle(), control).hint(game, control);
    let mut told = json!({ "jump": null, "text": reports::hint(&hint, game.puzzle().names()) });
    match hint {
        Hint::Finished | Hint::Unknown(Stop::Time | Stop::Memory) => {}
        Hint::Unknown(stop) => return Err(Fault::stopped(format!("no hint: {stop}"), stop)),
        Hint::Try { jump, good, .. } => {
            told["jump"] = json!(jump);
            told["back"] = json!(0);
            if let Some(good) = good {
                told["winning"] = json!(good);
            }
        }
        Hint::Lost { .. } | Hint::Never => {
            told["winning"] = json!([]);
            match hint {
                Hint::Lost { back: Some(back) } => told["back"] = json!(back),
                Hint::Never => told["back"] = Value::Null,
                _ => {}
            }
            // A short reason, if there is one.
            if let Some(reason) = refute(game.puzzle(), game.position()) {
                told["refutation"] = reports::refutation(&reason, game.puzzle());
            }
        }
    }
    Ok(json!({ "hint": told }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AboutSolution {
    puzzle: PuzzleReference,
    solution: String,
    /// Whether to return only the verdict, without the fewest moves and the point at which the puzzle was lost.
    #[serde(default)]
    verdict_only: bool,
}

/// The longest text that is read as a solution, in bytes.
const LONGEST_SOLUTION: usize = 200_000;

/// Judges a solution, and returns its legal part for the page.
pub(super) fn check(
    AboutSolution { puzzle: asked, solution, verdict_only }: AboutSolution,
    context: &Context,
) -> Result<Reply, Fault> {
    if solution.len() > LONGEST_SOLUTION {
        return Err(Fault::new("too-long", "this text is too long for a solution"));
    }
    let puzzle = context.peg(&asked)?;
    Ok(Reply::work(move |_, control| {
        let judgement = judge(&puzzle, &solution, &[], control)
            .map_err(|stop| Fault::limit(format!("the solution was not read: {stop}")))?;
        let is_more_wanted = judgement.finish_reached && !verdict_only;
        let fewest = is_more_wanted.then(|| fewest_moves(&puzzle, control));
        // The solution is legal: a proof that it cannot exist is wrong.
        if fewest.is_some_and(|claim| judgement.beats(claim)) {
            let message = "the solution is legal and better than the proved minimum";
            return Err(Fault::internal(format!("{message}; {REPORT}")));
        }
        let losing = match judgement.verdict {
            Verdict::Correct => Lost::No,
            // A text that cannot be read does not lose the puzzle.
            Verdict::Unreadable => Lost::Unknown,
            _ if verdict_only => Lost::Unknown,
            Verdict::Incomplete | Verdict::Illegal => {
                lost(&judgement, &puzzle, &control.clone().within(LOST))
            }
        };
        let source = Source::new("solution", solution);
        let faults = judgement.reading.diagnostics(&source).map(|faults| places(&faults));
        let data = puzzle_data::data(&puzzle, &[judgement.line()], None);
        let report = CheckReport::new(asked.label(), &puzzle, &judgement, losing, fewest);
        Ok(json!({ "check": report, "errors": faults.unwrap_or_default(), "data": data }))
    }))
}
