//! `soliter generate`: solvable positions that are symmetrical or follow a drawing.

use std::cmp::Ordering;
use std::time::Instant;

use serde::Serialize;
use serde_json::json;
use soliter::base::control::{Control, Stop};
use soliter::base::wording::grouped;
use soliter::boards::board::figures::{Look, parts};
use soliter::boards::board::position::{Hole, Position};
use soliter::boards::draw::text::{Panel, beside};
use soliter::boards::puzzle::{Finish, Puzzle};
use soliter::prove::solve::{Options, solve};
use soliter::search::count::{CountFault, What, count};
use soliter::search::reachable::reach::can_finish;
use soliter::{
    boards::answer::Claim, boards::bounds::class, boards::puzzle::setup::PuzzleSetup, boards::rules,
};

use crate::cli::args::{GenerateArgs, GenerateBy, Symmetry};
use crate::cli::files::puzzle_file::{self, Entry, list};
use crate::cli::files::{named_board::NamedBoard, targets};
use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::output::paint::{counted, shown, strong};
use crate::cli::output::{exit::Exit, paint};
use crate::cli::{args::file_name::FileName, columns, files, session::Session};

/// The most parts of a figure; with more, there would be too many combinations to try.
const MOST_PARTS: usize = 20;

#[derive(Serialize)]
struct Found {
    #[serde(skip)]
    position: Position,
    pegs: usize,
    start: Vec<String>,
    moves: usize,
    solution: String,
    /// The number of jump sequences, as a string, since it may exceed 2^64.
    solutions: String,
    /// The number of first jumps after which the puzzle is lost, and the number of all first jumps.
    false_starts: usize,
    first_jumps: usize,
}

/// The sort order by the criterion `by`, ascending.
fn order(a: &Found, b: &Found, by: GenerateBy) -> Ordering {
    let number = |one: &Found| one.solutions.parse().unwrap_or(u128::MAX);
    let share = |one: &Found| one.false_starts as f64 / one.first_jumps.max(1) as f64;
    match by {
        GenerateBy::Pegs => Ordering::Equal,
        GenerateBy::Solutions => number(a).cmp(&number(b)),
        GenerateBy::FalseStarts => share(b).total_cmp(&share(a)),
    }
}

pub(crate) fn run(session: &Session, args: &GenerateArgs) -> Outcome {
    let (puzzle, finish) = subject(session, args)?;
    let starts = starts(session, args, &puzzle, finish)?;
    let finish = puzzle.names().name(finish);
    let target = args.write.as_deref().map(puzzle_file::target);
    let inputs: Vec<&FileName> = [&args.board].into_iter().chain(&args.figure).collect();
    targets::check(target, &inputs, session.options.json())?;
    let (control, bar) = session.control();
    let clock = Instant::now();
    let by = args.by.unwrap_or(GenerateBy::Pegs);
    let (mut found, mut stopped): (Vec<Found>, _) = (Vec::new(), None);
    for (number, start) in starts.iter().enumerate() {
        let enough = by == GenerateBy::Pegs && found.len() == args.most.get();
        if enough || stopped.is_some() {
            break;
        }
        bar.set_message(format!("generate: {number} of {}, {} found", starts.len(), found.len()));
        match judge(&puzzle, start, args, &control) {
            Ok(one) => found.extend(one),
            Err(stop) => stopped = Some(stop),
        }
    }
    bar.finish_and_clear();
    let seconds = clock.elapsed().as_secs_f64();
    found.sort_by(|a, b| order(a, b, by));
    found.truncate(args.most.get());
    if let Some(file) = &args.write {
        targets::write(file, collection(&puzzle, finish, &found).as_bytes())?;
    }
    let report = json!({
        "board": args.board,
        "title": puzzle.title(),
        "finish": finish,
        "puzzles": found,
        "stopped": stopped.map(Stop::phrase),
        "seconds": seconds,
    });
    session.answer(&report, || {
        let why = stopped.map_or_else(String::new, |stop| format!(" ({stop} came first)"));
        let (title, number) = (puzzle.title(), counted(found.len(), "puzzle"));
        let head = strong(format!("{title}, to {finish}: {number} found{why}"));
        if found.is_empty() {
            return format!("{head}\n");
        }
        let (drawn, table) = drawing_and_table(session, &puzzle, &found);
        format!("{head}\n\n{drawn}\n{table}\n{}\n", paint::seconds(seconds))
    })?;
    Ok(match (stopped, found.is_empty()) {
        (Some(stop), _) => Exit::of_stop(stop),
        (None, true) => Exit::No,
        (None, false) => Exit::Answered,
    })
}

/// A puzzle on the board, and the hole of its last peg.
fn subject(session: &Session, args: &GenerateArgs) -> Result<(Puzzle, Hole), Failure> {
    let NamedBoard { name, model, names } = NamedBoard::read(session, &args.board, "english")?;
    let finish = names.hole(&args.finish).ok_or_else(|| {
        let message = format!("--finish {}: the board has no such hole", shown(&args.finish));
        Failure::usage(message, format!("name one, as in {}", names.name(0)))
    })?;
    let full = model.board.full();
    let setup = PuzzleSetup {
        title: model.title,
        model: name,
        scheme: names.scheme(),
        ..PuzzleSetup::new(model.board, full, Finish::Exactly(Position::EMPTY.with(finish)))
    };
    let puzzle = setup
        .puzzle()
        .map_err(|faults| Failure::unfit(faults.to_string(), "give a larger board"))?;
    Ok((puzzle, finish))
}

/// The figures to try, in ascending order of their number of pegs.
fn starts(
    session: &Session,
    args: &GenerateArgs,
    puzzle: &Puzzle,
    finish: Hole,
) -> Result<Vec<Position>, Failure> {
    let (fixed, parts) = if let Some(name) = &args.figure {
        drawn(session, name, puzzle)?
    } else {
        let finish = Position::EMPTY.with(finish);
        let mirror = args.symmetry == Some(Symmetry::Mirror);
        let look = if mirror { Look::Mirror } else { Look::Whole };
        (Position::EMPTY, parts(puzzle.board(), &finish, look))
    };
    if parts.is_empty() && args.figure.is_none() || parts.len() > MOST_PARTS {
        let message = match parts.len() {
            0 => "the board has no such symmetry that keeps the finish".to_owned(),
            parts => format!("{parts} parts make too many figures"),
        };
        return Err(Failure::usage(
            message,
            "try another --symmetry, the middle as the finish, or fewer holes of either kind",
        ));
    }
    let figure = |chosen: u32| {
        let all = parts.iter().enumerate().filter(|(part, _)| chosen >> part & 1 == 1);
        all.fold(fixed.clone(), |set, (_, part)| set.union(part))
    };
    let wanted = |start: &Position| start.len() > 1 && args.pegs.contains(&start.len());
    let mut starts: Vec<Position> = (0..1u32 << parts.len()).map(figure).filter(wanted).collect();
    starts.sort_by_cached_key(|start| (start.len(), start.clone()));
    Ok(starts)
}

/// The pegs of a drawing, and each of the holes that may or may not hold one.
fn drawn(
    session: &Session,
    name: &FileName,
    puzzle: &Puzzle,
) -> Result<(Position, Vec<Position>), Failure> {
    let source = files::find(session, name, files::Kind::Solution)?;
    let read = |either: &str| {
        puzzle.board().read_position(&source.text.replace('?', either)).map_err(|faults| {
            let first = faults.first().map_or("", |fault| fault.message.as_str());
            let help = "draw the board: o a peg, . an empty hole, ? either";
            Failure::unfit(format!("--figure {name}: {first}"), help)
        })
    };
    let (least, most) = (read(".")?, read("o")?);
    let open = most.difference(&least);
    Ok((least, open.holes().map(|hole| Position::EMPTY.with(hole)).collect()))
}

/// The puzzle with a start, if it can be solved and its fewest moves are in the requested range.
fn judge(
    puzzle: &Puzzle,
    start: &Position,
    args: &GenerateArgs,
    control: &Control,
) -> Result<Option<Found>, Stop> {
    control.check()?;
    let Ok(puzzle) = (PuzzleSetup { start: start.clone(), ..puzzle.clone().into() }).puzzle()
    else {
        return Ok(None);
    };
    if class::refute(&puzzle).is_some() || !can_finish(&puzzle, start, control)? {
        return Ok(None);
    }
    let answer = solve(&puzzle, &Options::FIRST_PROOF, control)
        .map_err(|_| Stop::Fault("two methods disagree"))?;
    let (Claim::Optimal { moves }, Some(line)) = (answer.claim(), answer.line()) else {
        // The puzzle can be solved. If the fewest moves are not known, a limit was reached, by default the
        // time limit.
        return Err(answer.evidence().iter().find_map(|one| one.stopped).unwrap_or(Stop::Time));
    };
    if args.moves.as_ref().is_some_and(|wanted| !wanted.contains(&moves)) {
        return Ok(None);
    }
    let solutions = match count(&puzzle, What::Solutions, control) {
        Ok(count) => count.value.to_string(),
        Err(CountFault::Stopped(stop)) => return Err(stop),
        Err(CountFault::Overflow) => "2^128 or more".to_owned(),
    };
    let (mut first_jumps, mut false_starts) = (0, 0);
    for (_, after) in rules::legal(&puzzle, start) {
        first_jumps += 1;
        false_starts += usize::from(!can_finish(&puzzle, &after, control)?);
    }
    let names = puzzle.names();
    Ok(Some(Found {
        position: start.clone(),
        pegs: start.len(),
        start: names.position(start).into_iter().map(str::to_owned).collect(),
        moves,
        solution: names.line(line),
        solutions,
        false_starts,
        first_jumps,
    }))
}

fn drawing_and_table(session: &Session, puzzle: &Puzzle, found: &[Found]) -> (String, String) {
    let panel = |(number, one): (usize, &Found)| -> Panel {
        let caption = format!("{number}. {}", counted(one.pegs, "peg"));
        session.paint.position(caption, puzzle.board(), &one.position, &Position::EMPTY)
    };
    let panels: Vec<Panel> = (1..).zip(found).map(panel).collect();
    let row = |(number, one): (usize, &Found)| {
        vec![
            number.to_string(),
            one.pegs.to_string(),
            one.moves.to_string(),
            one.solutions.parse().map_or_else(|_| one.solutions.clone(), grouped),
            format!("{} of {}", one.false_starts, one.first_jumps),
        ]
    };
    let rows: Vec<Vec<String>> = (1..).zip(found).map(row).collect();
    let heads = ["number", "pegs", "fewest moves", "solutions", "false starts"];
    (beside(&panels, session.paint.columns), columns::text(&heads, &rows))
}

fn collection(puzzle: &Puzzle, finish: &str, found: &[Found]) -> String {
    let entry = |(number, one): (usize, &Found)| Entry {
        name: format!("{}-pegs-{number}", one.pegs),
        title: format!("{}, {} pegs, number {number}", puzzle.title(), one.pegs),
        ends: [list(&one.start), list([finish])].map(|list| list.to_string()),
        known: vec![
            ("moves", (one.moves as i64).into()),
            ("solution", one.solution.as_str().into()),
        ],
    };
    let title = format!("{}, to {finish}", puzzle.title());
    let heads = [&*title, puzzle.model(), puzzle.names().scheme().as_str()];
    puzzle_file::collection(heads, (1..).zip(found).map(entry))
}
