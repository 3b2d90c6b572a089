//! `soliter army`: Conway's soldiers.

use serde_json::json;
use soliter::base::control::Stop;
use soliter::peg::board::position::{Hole, Position};
use soliter::peg::board::{Board, Symmetry};
use soliter::peg::draw::text::beside;
use soliter::peg::puzzle::model::Model;
use soliter::peg::puzzle::setup::PuzzleSetup;
use soliter::peg::puzzle::{Finish, Puzzle};
use soliter::peg::search::questions::army::{Army, army};
use soliter::peg::verify::replay;

use crate::cli::args::ArmyArgs;
use crate::cli::files::named_board::NamedBoard;
use crate::cli::output::exit::Exit;
use crate::cli::output::failure::{Failure, Outcome, Reason};
use crate::cli::output::paint;
use crate::cli::output::paint::{counted, shown, strong};
use crate::cli::session::Session;

/// What is known of one goal.
struct Goal {
    hole: Hole,
    puzzle: Puzzle,
    found: Result<Army, Stop>,
}

/// Finds the smallest army that reaches so many rows beyond a line.
pub(crate) fn run(session: &Session, args: &ArmyArgs) -> Outcome {
    let (model, goals) = goals(session, args)?;
    let (asked, seconds) = session.compute(|control| {
        let ask = |(hole, puzzle)| {
            let found = army(&puzzle, control).and_then(|found| replayed(&puzzle, found));
            Goal { hole, puzzle, found }
        };
        goals.into_iter().map(ask).collect::<Vec<_>>()
    });
    let size = |goal: &Goal| match &goal.found {
        Ok(Army::Fewest { pegs, .. }) => Some(pegs.len()),
        _ => None,
    };
    let best = asked.iter().filter_map(|goal| Some((size(goal)?, goal))).min_by_key(|one| one.0);
    let stopped = asked.iter().find_map(|goal| goal.found.as_ref().err());
    let light = asked.iter().filter_map(|goal| match goal.found {
        Ok(Army::TooLight { weight }) => Some(weight),
        _ => None,
    });
    let heaviest = light.reduce(f64::max);
    let all_light = asked.iter().all(|goal| matches!(goal.found, Ok(Army::TooLight { .. })));
    let status = match (best, stopped) {
        (Some(_), None) => "optimal",
        (Some(_), Some(_)) => "feasible",
        (None, Some(_)) => "unknown",
        (None, None) => "infeasible",
    };
    let line = |goal: &Goal| match &goal.found {
        Ok(Army::Fewest { line, .. }) => Some(goal.puzzle.names().line(line)),
        _ => None,
    };
    let army = |goal: &Goal| match &goal.found {
        Ok(Army::Fewest { pegs, .. }) => json!(goal.puzzle.names().position(*pegs)),
        _ => json!([]),
    };
    let report = json!({
        "board": args.board,
        "title": model.title,
        "rows": args.rows.get(),
        "status": status,
        "pegs": best.map(|(pegs, _)| pegs),
        "goal": best.map(|(_, goal)| goal.puzzle.names().name(goal.hole)),
        "army": best.map(|(_, goal)| army(goal)),
        "line": best.and_then(|(_, goal)| line(goal)),
        "weight": heaviest.filter(|_| all_light),
        "stopped": stopped.map(|stop| stop.phrase()),
        "seconds": seconds,
    });
    let known = (stopped, heaviest, all_light);
    session.answer(&report, || to_text(session, args, &model, best, known, seconds))?;
    Ok(match (stopped, best) {
        (Some(stop), _) => Reason::of_stop(*stop).exit(),
        (None, Some(_)) => Exit::Answered,
        (None, None) => Exit::No,
    })
}

/// What is printed is replayed by the rules: a line that does not reach the goal is no answer.
fn replayed(puzzle: &Puzzle, found: Army) -> Result<Army, Stop> {
    if let Army::Fewest { pegs, line } = &found {
        let alone = PuzzleSetup { start: *pegs, ..puzzle.clone().into() }.puzzle();
        if !alone.is_ok_and(|alone| replay(&alone, line.jumps()).solves(&alone)) {
            return Err(Stop::Fault("the line of an army does not reach the goal"));
        }
    }
    Ok(found)
}

fn to_text(
    session: &Session,
    args: &ArmyArgs,
    model: &Model,
    best: Option<(usize, &Goal)>,
    (stopped, heaviest, all_light): (Option<&Stop>, Option<f64>, bool),
    seconds: f64,
) -> String {
    let (title, rows) = (shown(&model.title), counted(args.rows.get(), "row"));
    let seconds = paint::seconds(seconds);
    let Some((pegs, Goal { puzzle, found: Ok(Army::Fewest { pegs: army, line }), .. })) = best
    else {
        let why = match (stopped, heaviest) {
            (Some(stop), _) => format!("whether an army gets there is unknown: {stop}"),
            (None, Some(weight)) if all_light => format!(
                "no army gets there: by powers of the golden section a peg there weighs 1, \
                 and all holes behind the line together {weight:.6}"
            ),
            _ => "no army on this board gets there, by search".to_owned(),
        };
        return format!(
            "{}\n\n{seconds}\n",
            strong(format!("{title}, {rows} beyond the line: {why}"))
        );
    };
    let least = if stopped.is_some() { "at most so many" } else { "the fewest" };
    let head =
        strong(format!("{title}, {rows} beyond the line: {}, {least}", counted(pegs, "peg")));
    let line_text = puzzle.names().line(line);
    if session.options.quiet {
        return format!("{head}: {line_text}\n");
    }
    let Finish::Exactly(goal) = puzzle.finish() else { return format!("{head}\n") };
    let panels = [
        session.paint.position("the army", puzzle.board(), *army, Position::EMPTY),
        session.paint.position("at the end", puzzle.board(), goal, goal),
    ];
    let drawn = beside(&panels, session.paint.columns);
    format!("{head}\n\n{drawn}\n{line_text}\n\n{seconds}\n")
}

/// The board, and a puzzle for each hole of the top row, one of each set of images.
fn goals(session: &Session, args: &ArmyArgs) -> Result<(Model, Vec<(Hole, Puzzle)>), Failure> {
    let NamedBoard { model, names, .. } = NamedBoard::read(session, &args.board, "square6")?;
    let board = &model.board;
    let rows = args.rows.get();
    let behind = |hole: &Hole| board.place(*hole).0 as usize >= rows;
    let army: Position = board.full().holes().filter(behind).collect();
    let top: Position = board.full().holes().filter(|&hole| board.place(hole).0 == 0).collect();
    let mut goals = Vec::new();
    for hole in first_images(board, army, top) {
        let setup = PuzzleSetup {
            title: model.title.clone(),
            model: args.board.to_string(),
            scheme: names.scheme(),
            ..PuzzleSetup::new(board.clone(), army, Finish::Exactly(Position::EMPTY.with(hole)))
        };
        let puzzle = setup.puzzle().map_err(|_| {
            let message = format!("--rows {rows} leaves no army behind the line");
            Failure::usage(message, "name fewer rows, or a board with more")
        })?;
        goals.push((hole, puzzle));
    }
    Ok((model, goals))
}

/// Of the holes of a set one of each set of images under the symmetries that keep another.
fn first_images(board: &Board, kept: Position, set: Position) -> Vec<Hole> {
    let keeps = |symmetry: &&Symmetry| kept.image(symmetry) == kept;
    let symmetries: Vec<&Symmetry> = board.symmetries().iter().filter(keeps).collect();
    let first =
        |hole: &Hole| symmetries.iter().all(|symmetry| symmetry[usize::from(*hole)] >= *hole);
    set.holes().filter(first).collect()
}
