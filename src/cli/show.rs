//! `soliter show`: draws a puzzle, a board, or the positions of a solution.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use serde_json::json;
use soliter::base::diagnostic::Source;
use soliter::boards::draw::text::{self as draw, Panel, beside};
use soliter::boards::puzzle::{Finish, Puzzle, open::Aim};
use soliter::boards::{
    board::position::Hole, board::position::Position, draw::svg, import, notation::Names,
    puzzle::model::Model,
};
use soliter::games::KINDS;
use soliter::prove::judge::{Judgement, Verdict, judge, judge_open};
use soliter::{library, puzzle_text};

use crate::cli::check::unread;
use crate::cli::output::failure::{Failure, Outcome, Reason};
use crate::cli::output::paint::{counted, shown, strong};
use crate::cli::{
    args::ShowArgs, files::Loaded, games::show::Show, output::exit::Exit, session::Session,
};
use crate::cli::{files, pictures};

const ILLEGAL: &str = "the solution is illegal after the positions shown";
const UNREADABLE: &str = "the solution is unreadable after the positions shown";
const CHECK: &str = "`soliter check` with the same puzzle and solution says where and why";

pub(crate) fn run(session: &Session, args: &ShowArgs) -> Outcome {
    let inputs: Vec<_> = [&args.file].into_iter().chain(&args.solution).collect();
    pictures::check(&args.pictures, &inputs, 1, session.options.json())?;
    let source = files::find(session, &args.file, files::Kind::Shown)?;
    if let Some(noun) = text_alone(&source) {
        return text(session, args, &source, noun);
    }
    let is_foreign = import::is_known(&source.text);
    if !is_foreign && Model::is_model(&source) {
        if args.solution.is_some() {
            let help = "show a puzzle with --solution";
            return Err(Failure::usage("a board has no solution", help));
        }
        return model(session, args, &source);
    }
    let loaded = files::parse(session, &args.file, &source)?;
    if args.to.is_some() {
        let text = match &loaded {
            Loaded::Peg(puzzle) => puzzle_text::of(puzzle, None),
            Loaded::Open(open) => puzzle_text::of(open.puzzle(), Some(open.aim())),
            Loaded::Game(_) => {
                let help = "--to toml is for peg solitaire";
                return Err(Failure::unfit(format!("\"{}\" is a game", args.file), help));
            }
        };
        session.answer(&json!({ "puzzle": args.file, "toml": text }), || text.clone())?;
        return Ok(Exit::Answered);
    }
    let record =
        args.solution.as_ref().map(|name| files::find(session, name, files::Kind::Solution));
    let record = record.transpose()?;
    match (loaded, record) {
        (Loaded::Peg(puzzle), None) => self::puzzle(session, args, &puzzle, None),
        (Loaded::Peg(puzzle), Some(record)) => {
            let judgement = judge(&puzzle, &record.text, &[], &session.control().0);
            positions(session, args, &puzzle, &judgement.map_err(unread)?)
        }
        (Loaded::Open(open), None) => self::puzzle(session, args, open.puzzle(), Some(open.aim())),
        (Loaded::Open(open), Some(record)) => {
            let judgement = match open.aim() {
                Aim::Holes { .. } => judge_open(&open, &record.text, &[], &session.control().0),
                // Finding the fewest pegs takes a search, and is not needed here.
                Aim::FewestPegs | Aim::MostPegs => {
                    judge(open.puzzle(), &record.text, &[], &session.control().0)
                }
            };
            positions(session, args, open.puzzle(), &judgement.map_err(unread)?)
        }
        (Loaded::Game(puzzle), record) => {
            let (name, pictures) = (&args.file, &args.pictures);
            puzzle.game.visit(Show { session, name, puzzle: &puzzle, record, pictures })
        }
    }
}

/// The kind of an entry that is shown as its text: a program, or the model of a game.
fn text_alone(source: &Arc<Source>) -> Option<&'static str> {
    if Path::new(&source.name).extension().is_some_and(|ending| ending == "np") {
        return Some("program");
    }
    let kind = library::entry(source, "kind");
    kind.is_some_and(|kind| KINDS.contains(&&*kind)).then_some("model")
}

fn text(session: &Session, args: &ShowArgs, source: &Arc<Source>, noun: &str) -> Outcome {
    if args.solution.is_some() || args.pictures.wanted() {
        let message = format!("the {noun} \"{}\" is a text", args.file);
        return Err(Failure::unfit(message, "leave out --solution, --svg and --html"));
    }
    let title = library::entry(source, "title");
    let report = json!({ noun: args.file, "title": title, "text": source.text });
    session.answer(&report, || {
        let lines = source.text.lines().map(shown).collect::<Vec<_>>();
        lines.join("\n") + "\n"
    })?;
    Ok(Exit::Answered)
}

fn model(session: &Session, args: &ShowArgs, source: &Arc<Source>) -> Outcome {
    let model = Model::parse(source)?;
    for remark in &model.remarks {
        session.note(&format!("note: {}: {remark}", args.file));
    }
    let Model { title, board, scheme, .. } = &model;
    let names = Names::new(board, session.options.notation.unwrap_or(*scheme))
        .map_err(|error| Failure::usage(error.to_string(), "choose another --notation"))?;
    if args.pictures.html.is_some() {
        let help = "show a puzzle with --html, or the model with --svg";
        return Err(Failure::usage("a board has no page", help));
    }
    if args.pictures.animate {
        return Err(pictures::without_solution());
    }
    if let Some(path) = &args.pictures.svg {
        files::targets::write(path, &svg::board(title, board, &names))?;
    }
    if args.pictures.takes_stdout() {
        return Ok(Exit::Answered);
    }
    let (jumps, symmetries) = (board.jumps().len(), board.symmetries().len());
    let twins: Vec<_> = board.twins().iter().map(|twins| names.position(twins)).collect();
    let mut report = json!({
        "model": title,
        "holes": names.iter().collect::<Vec<_>>(),
        "directions": board.directions().as_str(),
        "jumps": jumps,
        "symmetries": symmetries,
        "notation": names.scheme().as_str(),
    });
    if board.is_changed() {
        report["changed"] = json!(board.is_drawn());
        report["interchangeable"] = json!(twins);
    }
    session.answer(&report, || {
        if session.options.quiet {
            return format!(
                "{}: {}, {}, {symmetries} {}\n",
                strong(title),
                counted(board.holes(), "hole"),
                counted(jumps, "jump"),
                if symmetries == 1 { "symmetry" } else { "symmetries" },
            );
        }
        let rows = if board.is_drawn() {
            let (wide, name) = cells(&names);
            draw::board(board, wide, name)
        } else {
            vec![names.iter().collect::<Vec<_>>().join(" ")]
        };
        let changed = if board.is_changed() && board.is_drawn() { ", changed" } else { "" };
        let mut text = format!(
            "{}\n\n{}\n\n{}, {} ({}{changed}), {symmetries} {}, notation {}\n",
            strong(title),
            rows.join("\n"),
            counted(board.holes(), "hole"),
            counted(jumps, "jump"),
            board.directions().as_str(),
            if symmetries == 1 { "symmetry" } else { "symmetries" },
            names.scheme().as_str()
        );
        for twins in twins {
            let _ = writeln!(text, "interchangeable: {}", twins.join(" "));
        }
        text
    })?;
    Ok(Exit::Answered)
}

/// Shows a puzzle. Its aim is given if its finish leaves the number of pegs open.
fn puzzle(session: &Session, args: &ShowArgs, puzzle: &Puzzle, aim: Option<&Aim>) -> Outcome {
    if aim.is_some() && args.pictures.wanted() {
        return Err(files::open_finish(&args.file));
    }
    pictures::puzzle(&args.pictures, puzzle)?;
    if args.pictures.takes_stdout() {
        return Ok(Exit::Answered);
    }
    let (names, start) = (puzzle.names(), puzzle.start());
    let finish = match (aim, puzzle.finish()) {
        (Some(Aim::FewestPegs), _) => json!({ "pegs": "fewest" }),
        (Some(Aim::MostPegs), _) => json!({ "pegs": "most" }),
        (_, Finish::Holes { pegs_at, empty_at, .. }) => {
            json!({ "pegs_at": names.position(pegs_at), "empty_at": names.position(empty_at) })
        }
        (_, Finish::Exactly(finish)) => json!(names.position(finish)),
        (_, Finish::Pegs(pegs)) => json!({ "pegs": pegs }),
    };
    let jumps = aim.is_none().then(|| puzzle.jumps());
    let mut report = json!({
        "puzzle": args.file,
        "title": puzzle.title(),
        "model": puzzle.model(),
        "source": puzzle.source(),
        "start": names.position(start),
        "finish": finish,
        "jumps": jumps,
        "reverse": puzzle.reverse(),
        "directions": puzzle.board().directions().as_str(),
        "notation": names.scheme().as_str(),
    });
    if !puzzle.marked().is_empty() {
        report["marked"] = json!(puzzle.marked().named(names));
    }
    session.answer(&report, || puzzle_text(session, puzzle, aim))?;
    Ok(Exit::Answered)
}

/// The width of the longest name, and the name of each hole in this width.
fn cells(names: &Names) -> (usize, impl Fn(Hole) -> String) {
    let wide = names.iter().map(str::len).max().unwrap_or(1);
    (wide, move |hole| format!("{:>wide$}", names.name(hole)))
}

fn puzzle_text(session: &Session, puzzle: &Puzzle, aim: Option<&Aim>) -> String {
    let (board, start) = (puzzle.board(), puzzle.start());
    let panel = |caption, pegs| session.paint.position(caption, board, pegs, &Position::EMPTY);
    let source = puzzle.source().map_or_else(String::new, |source| format!("{}\n", shown(source)));
    let mut panels = vec![panel("start", start)];
    // A board of the user's own has names that no page shows.
    if board.is_drawn() && !library::models().iter().any(|model| model == puzzle.model()) {
        let (wide, name) = cells(puzzle.names());
        panels.push(Panel::new("holes", board, wide, name));
    }
    let wanted = match (aim, puzzle.finish()) {
        (Some(Aim::FewestPegs), _) => ", to as few as possible".to_owned(),
        (Some(Aim::MostPegs), _) => ", to as many as possible without a jump".to_owned(),
        (_, Finish::Holes { pegs_at, empty_at, .. }) => {
            let sign = |hole| match () {
                () if pegs_at.has(hole) => session.paint.hole(true),
                () if empty_at.has(hole) => session.paint.hole(false),
                () => "?",
            };
            panels.push(Panel::new("finish", board, 1, |hole| sign(hole).to_owned()));
            ", the holes drawn as ? are left open".to_owned()
        }
        (_, Finish::Exactly(finish)) => {
            panels.push(panel("finish", finish));
            String::new()
        }
        (_, Finish::Pegs(pegs)) => format!(", to any {}", counted(*pegs, "peg")),
    };
    let game = if puzzle.reverse() { ", reverse" } else { "" };
    let jumps = match aim {
        None => format!(", {}", counted(puzzle.jumps(), "jump")),
        Some(_) => String::new(),
    };
    let model = shown(puzzle.model());
    let noun = if model.ends_with(" board") { "" } else { " board" };
    let title = strong(puzzle.title());
    let summary = format!(
        "{model}{noun} ({}), {}{wanted}{jumps}{game}",
        board.directions().as_str(),
        counted(start.len(), "peg")
    );
    if session.options.quiet {
        return format!("{title}: {summary}\n");
    }
    let drawn = beside(&panels, session.paint.columns);
    let mut text = format!("{title}\n{source}\n{drawn}\n{summary}\n");
    if !puzzle.marked().is_empty() {
        let _ = writeln!(text, "marked: {}", puzzle.marked().phrase(puzzle.names()));
    }
    text
}

fn positions(
    session: &Session,
    args: &ShowArgs,
    puzzle: &Puzzle,
    judgement: &Judgement,
) -> Outcome {
    session.bare_control().check().map_err(|stop| {
        Failure::limit(format!("nothing was drawn: {stop}"), "raise --time-limit")
    })?;
    let (line, whole) = (judgement.line(), judgement.mistake.is_none());
    let is_readable = judgement.verdict != Verdict::Unreadable;
    let reason = if is_readable { Reason::WrongSolution } else { Reason::UnreadableSolution };
    let message = if is_readable { ILLEGAL } else { UNREADABLE };
    pictures::record(&args.pictures, puzzle, judgement)?;
    let failure = Failure::new(reason, message, CHECK);
    if session.options.quiet && !whole && !session.options.json() {
        return Err(failure);
    }
    if !args.pictures.takes_stdout() {
        let names = puzzle.names();
        let positions = judgement.replay.positions.iter().map(|one| names.position(one));
        let wrong = json!({ "reason": reason, "message": message, "help": CHECK });
        let report = json!({
            "puzzle": args.file,
            "title": puzzle.title(),
            "solution": names.line(&line),
            "solution_holes": names.line_holes(&line),
            "positions": positions.collect::<Vec<_>>(),
            "legal": is_readable.then_some(whole),
            "error": (!whole).then_some(wrong),
        });
        session.answer(&report, || {
            if session.options.quiet {
                return format!("{}: {}\n", strong(puzzle.title()), names.line(&line));
            }
            let panels = session.paint.moves(puzzle, &line);
            let text = beside(&panels, session.paint.columns);
            format!("{}\n\n{text}", strong(puzzle.title()))
        })?;
    }
    if whole {
        return Ok(Exit::Answered);
    }
    // The JSON object has been written already.
    session.reporter.say(&failure);
    Ok(reason.exit())
}
