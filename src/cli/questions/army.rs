//! `soliter army`: Conway's soldiers.

use serde_json::json;
use soliter::base::control::Stop;
use soliter::boards::board::position::{Hole, Position};
use soliter::search::questions::army::{Army, army};
use soliter::{boards::board::Symmetry, boards::line::Line, boards::verify::replay};
use soliter::{
    boards::puzzle::model::Model,
    boards::puzzle::setup::PuzzleSetup,
    boards::puzzle::{Finish, Puzzle},
};

use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::output::paint::{counted, strong};
use crate::cli::output::{exit::Exit, paint};
use crate::cli::{args::ArmyArgs, files::named_board::NamedBoard, session::Session};

struct Best<'a> {
    goal: Hole,
    puzzle: &'a Puzzle,
    army: Position,
    line: &'a Line,
}

pub(crate) fn run(session: &Session, args: &ArmyArgs) -> Outcome {
    let (model, goals) = goals(session, args)?;
    let (found, seconds) = session.compute(|control| {
        let ask = |(_, puzzle): &(Hole, Puzzle)| {
            army(puzzle, control).and_then(|found| replayed(puzzle, found))
        };
        goals.iter().map(ask).collect::<Vec<_>>()
    });
    let fewest = goals.iter().zip(&found).filter_map(|((goal, puzzle), found)| match found {
        Ok(Army::Fewest { pegs, line }) => {
            Some(Best { goal: *goal, puzzle, army: pegs.clone(), line })
        }
        _ => None,
    });
    let best = fewest.min_by_key(|one| one.army.len());
    let stopped = found.iter().find_map(|found| found.as_ref().err().copied());
    let weight = |found: &Result<Army, Stop>| match found {
        Ok(Army::TooLight { weight }) => Some(*weight),
        _ => None,
    };
    // If every goal is too far away by its weight, the largest weight, that of the nearest goal, is the best
    // explanation.
    let weights: Option<Vec<f64>> = found.iter().map(weight).collect();
    let weight = weights.and_then(|all| all.into_iter().reduce(f64::max));
    let (status, exit) = match (&best, stopped) {
        (Some(_), None) => ("optimal", Exit::Answered),
        (Some(_), Some(stop)) => ("feasible", Exit::of_stop(stop)),
        (None, Some(stop)) => ("unknown", Exit::of_stop(stop)),
        (None, None) => ("infeasible", Exit::No),
    };
    let names = best.as_ref().map(|best| (best, best.puzzle.names()));
    let report = json!({
        "board": args.board,
        "title": model.title,
        "rows": args.rows.get(),
        "status": status,
        "pegs": names.map(|(best, _)| best.army.len()),
        "goal": names.map(|(best, names)| names.name(best.goal)),
        "army": names.map(|(best, names)| names.position(&best.army)),
        "solution": names.map(|(best, names)| names.line(best.line)),
        "weight": weight,
        "stopped": stopped.map(Stop::phrase),
        "seconds": seconds,
    });
    session.answer(&report, || {
        let head = format!("{}, {} beyond the line", model.title, counted(args.rows.get(), "row"));
        to_text(session, &head, best.as_ref(), stopped, weight, seconds)
    })?;
    Ok(exit)
}

/// Replays an army's line by the rules before it is printed.
fn replayed(puzzle: &Puzzle, found: Army) -> Result<Army, Stop> {
    if let Army::Fewest { pegs, line } = &found {
        let alone = PuzzleSetup { start: pegs.clone(), ..puzzle.clone().into() }.puzzle();
        if !alone.is_ok_and(|alone| replay(&alone, line.jumps()).solves(&alone)) {
            return Err(Stop::Fault("the solution of an army does not reach the goal"));
        }
    }
    Ok(found)
}

fn to_text(
    session: &Session,
    head: &str,
    best: Option<&Best<'_>>,
    stopped: Option<Stop>,
    weight: Option<f64>,
    seconds: f64,
) -> String {
    let Some(Best { goal, puzzle, army, line }) = best else {
        let why = match (stopped, weight) {
            (Some(stop), _) => format!("whether an army gets that far is unknown: {stop}"),
            (None, Some(weight)) => format!(
                "no army gets that far: with powers of the golden ratio as weights, a peg there weighs 1, \
                 and all holes behind the line together weigh {weight:.6}"
            ),
            (None, None) => "no army on this board gets that far (exhaustive search)".to_owned(),
        };
        return format!("{}\n\n{}\n", strong(format!("{head}: {why}")), paint::seconds(seconds));
    };
    let pegs = counted(army.len(), "peg");
    let sentence = match stopped {
        Some(_) => format!("{head}: at most {pegs} needed"),
        None => format!("{head}: {pegs}, the fewest"),
    };
    let at_end = Position::EMPTY.with(*goal);
    let panels = [
        session.paint.position("the army", puzzle.board(), army, &Position::EMPTY),
        session.paint.position("at the end", puzzle.board(), &at_end, &at_end),
    ];
    session.line_text(sentence, &puzzle.names().line(line), &panels, seconds)
}

/// The board, and a puzzle for each hole of the top row, up to symmetry.
fn goals(session: &Session, args: &ArmyArgs) -> Result<(Model, Vec<(Hole, Puzzle)>), Failure> {
    let NamedBoard { model, names, .. } = NamedBoard::read(session, &args.board, "square6")?;
    let board = &model.board;
    let rows = args.rows.get();
    let behind = |hole: &Hole| board.place(*hole).0 as usize >= rows;
    let army: Position = board.all_holes().filter(behind).collect();
    let keeps = |symmetry: &&Symmetry| army.image(symmetry) == army;
    let symmetries: Vec<&Symmetry> = board.symmetries().iter().filter(keeps).collect();
    let first =
        |hole: &Hole| symmetries.iter().all(|symmetry| symmetry[usize::from(*hole)] >= *hole);
    let goal = |hole: Hole| {
        let setup = PuzzleSetup {
            title: model.title.clone(),
            model: args.board.to_string(),
            scheme: names.scheme(),
            ..PuzzleSetup::new(
                board.clone(),
                army.clone(),
                Finish::Exactly(Position::EMPTY.with(hole)),
            )
        };
        let puzzle = setup.puzzle().map_err(|_| {
            let all = board.all_holes().map(|hole| board.place(hole).0 + 1).max().unwrap_or(0);
            let message = format!(
                "--rows {rows}: the board has only {}; at least one must be behind the line",
                counted(all as usize, "row")
            );
            Failure::usage(message, "give fewer rows, or a board with more")
        })?;
        Ok((hole, puzzle))
    };
    let top = board.all_holes().filter(|&hole| board.place(hole).0 == 0);
    let goals = top.filter(first).map(goal).collect::<Result<_, Failure>>()?;
    Ok((model, goals))
}
