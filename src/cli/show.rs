//! `soliter show`.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use serde_json::json;
use soliter::base::diagnostic::Source;
use soliter::games::{GamePuzzle, KINDS};
use soliter::library;
use soliter::peg::board::Board;
use soliter::peg::board::position::Position;
use soliter::peg::draw::svg;
use soliter::peg::draw::text::{self as draw, Panel, beside};
use soliter::peg::judge::judge;
use soliter::peg::notation::Names;
use soliter::peg::puzzle::model::Model;
use soliter::peg::puzzle::{Finish, Puzzle};

use crate::cli::args::ShowArgs;
use crate::cli::files::Loaded;
use crate::cli::games::show::Show;
use crate::cli::output::exit::Exit;
use crate::cli::output::faults::Reason;
use crate::cli::output::paint::{counted, shown, strong};
use crate::cli::session::Session;
use crate::cli::{files, output, pictures};

const WRONG: &str = "the record is wrong after the positions shown";
const CHECK: &str = "`soliter check` with the same puzzle and record says where and why";

/// Draws a puzzle, a model, or the positions of a record.
pub(crate) fn run(session: &Session, args: &ShowArgs) -> std::io::Result<Exit> {
    if !pictures::usable(&args.pictures, &args.inputs(), 1, session.options.json()) {
        return Ok(Exit::BadInput);
    }
    let Ok(source) = files::shown(session, &args.file) else { return Ok(Exit::BadInput) };
    if let Some(noun) = text_alone(&source) {
        return text(session, args, &source, noun);
    }
    if Model::is_model(&source) {
        if args.record.is_some() {
            output::error("a model has no record", "show a puzzle with --record");
            return Ok(Exit::BadInput);
        }
        return model(session, args, &source);
    }
    let puzzle = match files::parse(session, &args.file, &source) {
        Ok(Loaded::Peg(puzzle)) => puzzle,
        Ok(Loaded::Game(puzzle)) => return game(session, args, &puzzle),
        Err(files::Reported) => return Ok(Exit::BadInput),
    };
    match &args.record {
        Some(name) => {
            let Ok(record) = files::record(session, name) else { return Ok(Exit::BadInput) };
            positions(session, args, &puzzle, &record)
        }
        None => self::puzzle(session, args, &puzzle),
    }
}

/// What is shown as it is written, if it is: a program, or the model of a game.
fn text_alone(source: &Arc<Source>) -> Option<&'static str> {
    if Path::new(&source.name).extension().is_some_and(|ending| ending == "np") {
        return Some("program");
    }
    let kind = library::entry(source, "kind");
    kind.is_some_and(|kind| KINDS.contains(&&*kind)).then_some("model")
}

fn text(
    session: &Session,
    args: &ShowArgs,
    source: &Arc<Source>,
    noun: &str,
) -> std::io::Result<Exit> {
    if args.record.is_some() || args.pictures.wanted() {
        let message = format!("the {noun} \"{}\" is a text", args.file);
        output::refuse(Reason::Unfit, &message, "leave out --record, --svg and --html");
        return Ok(Exit::BadInput);
    }
    if session.options.json() {
        let title = library::entry(source, "title");
        output::json(&json!({ noun: args.file, "title": title, "text": source.text }))?;
    } else {
        let lines = source.text.lines().map(shown).collect::<Vec<_>>();
        output::answer(&format!("{}\n", lines.join("\n")))?;
    }
    Ok(Exit::Answered)
}

fn game(session: &Session, args: &ShowArgs, puzzle: &GamePuzzle) -> std::io::Result<Exit> {
    let record = match args.record.as_ref().map(|name| files::record(session, name)).transpose() {
        Ok(record) => record,
        Err(files::Reported) => return Ok(Exit::BadInput),
    };
    puzzle.game.visit(Show { session, name: &args.file, puzzle, record, pictures: &args.pictures })
}

fn model(session: &Session, args: &ShowArgs, source: &Arc<Source>) -> std::io::Result<Exit> {
    let model = match Model::parse(source) {
        Ok(model) => model,
        Err(faults) => {
            output::diagnostics(&faults);
            return Ok(Exit::BadInput);
        }
    };
    let Model { title, board, scheme } = &model;
    let names = match Names::new(board, session.options.notation.unwrap_or(*scheme)) {
        Ok(names) => names,
        Err(error) => {
            output::error(&error.to_string(), "choose another --notation");
            return Ok(Exit::BadInput);
        }
    };
    if args.pictures.html.is_some() {
        output::error("a model has no page", "show a puzzle with --html, or the model with --svg");
        return Ok(Exit::BadInput);
    }
    if let Some(path) = &args.pictures.svg
        && pictures::write(path, &svg::board(title, board, &names)).is_err()
    {
        return Ok(Exit::BadInput);
    }
    if args.pictures.takes_stdout() {
        return Ok(Exit::Answered);
    }
    let (holes, jumps, symmetries) = (board.holes(), board.jumps().len(), board.symmetries().len());
    if session.options.json() {
        output::json(&json!({
            "model": title,
            "holes": names.iter().collect::<Vec<_>>(),
            "directions": board.directions().word(),
            "jumps": jumps,
            "symmetries": symmetries,
            "notation": names.scheme().word(),
        }))?;
    } else {
        let mut text = format!("{}\n\n", strong(title));
        let wide = names.iter().map(str::len).max().unwrap_or(1);
        for row in draw::board(board, wide, |h| format!("{:>wide$}", names.name(h))) {
            let _ = writeln!(text, "{row}");
        }
        let _ = writeln!(
            text,
            "\n{}, {} ({}), {symmetries} {}, notation {}",
            counted(holes, "hole"),
            counted(jumps, "jump"),
            board.directions().word(),
            if symmetries == 1 { "symmetry" } else { "symmetries" },
            names.scheme().word()
        );
        output::answer(&text)?;
    }
    Ok(Exit::Answered)
}

fn puzzle(session: &Session, args: &ShowArgs, puzzle: &Puzzle) -> std::io::Result<Exit> {
    if pictures::puzzle(&args.pictures, puzzle).is_err() {
        return Ok(Exit::BadInput);
    }
    if args.pictures.takes_stdout() {
        return Ok(Exit::Answered);
    }
    let (board, names, start) = (puzzle.board(), puzzle.names(), puzzle.start());
    if session.options.json() {
        let finish = match puzzle.finish() {
            Finish::Exactly(finish) => json!(names.position(finish)),
            Finish::Pegs(pegs) => json!({ "pegs": pegs }),
        };
        let mut object = json!({
            "puzzle": args.file,
            "title": puzzle.title(),
            "model": puzzle.model(),
            "source": puzzle.source(),
            "start": names.position(start),
            "finish": finish,
            "jumps": puzzle.jumps(),
            "building": puzzle.building(),
            "directions": board.directions().word(),
            "notation": names.scheme().word(),
        });
        if !puzzle.marked().is_empty() {
            object["marked"] = json!(puzzle.marked().named(names));
        }
        output::json(&object)?;
        return Ok(Exit::Answered);
    }
    let mut text = format!("{}\n", strong(puzzle.title()));
    if let Some(source) = puzzle.source() {
        let _ = writeln!(text, "{}", shown(source));
    }
    text.push('\n');
    let mut panels = vec![panel(session, "start", board, start)];
    if let Finish::Exactly(finish) = puzzle.finish() {
        panels.push(panel(session, "finish", board, finish));
    }
    text.push_str(&beside(&panels, session.paint.columns));
    let wanted = match puzzle.finish() {
        Finish::Exactly(_) => String::new(),
        Finish::Pegs(pegs) => format!(", to any {}", counted(pegs, "peg")),
    };
    let game = if puzzle.building() { ", building" } else { "" };
    let _ = writeln!(
        text,
        "\n{} board ({}), {}{wanted}, {}{game}",
        shown(puzzle.model()),
        board.directions().word(),
        counted(start.len(), "peg"),
        counted(puzzle.jumps(), "jump")
    );
    if !puzzle.marked().is_empty() {
        let _ = writeln!(text, "marked: {}", puzzle.marked().phrase(names));
    }
    output::answer(&text)?;
    Ok(Exit::Answered)
}

fn panel(session: &Session, caption: &str, board: &Board, pegs: Position) -> Panel {
    session.paint.position(caption, board, pegs, Position::EMPTY)
}

fn positions(
    session: &Session,
    args: &ShowArgs,
    puzzle: &Puzzle,
    source: &Arc<Source>,
) -> std::io::Result<Exit> {
    let judgement = judge(puzzle, &source.text);
    if let Err(stop) = session.bare_control().check() {
        output::error(&format!("nothing was drawn: {stop}"), "raise --time-limit");
        return Ok(Exit::Limit);
    }
    let (line, whole) = (judgement.line(), judgement.mistake.is_none());
    if pictures::record(&args.pictures, puzzle, &judgement).is_err() {
        return Ok(Exit::BadInput);
    }
    let wrong = judgement
        .mistake
        .as_ref()
        .map(|_| json!({ "reason": Reason::WrongRecord, "message": WRONG, "help": CHECK }));
    if args.pictures.takes_stdout() {
        // The picture is the output.
    } else if session.options.json() {
        let positions = judgement.replay.positions.iter().map(|&p| puzzle.names().position(p));
        output::json(&json!({
            "puzzle": args.file,
            "title": puzzle.title(),
            "line": puzzle.names().line(&line),
            "line_holes": puzzle.names().line_holes(&line),
            "positions": positions.collect::<Vec<_>>(),
            "legal": whole,
            "error": wrong,
        }))?;
    } else {
        let panels = session.paint.moves(puzzle, &line);
        let text = beside(&panels, session.paint.columns);
        output::answer(&format!("{}\n\n{text}", strong(puzzle.title())))?;
    }
    if whole {
        return Ok(Exit::Answered);
    }
    output::error(WRONG, CHECK);
    Ok(Exit::No)
}
