//! `soliter verify`: what a certificate proves, and of which puzzle.

use serde_json::json;
use soliter::base::wording::shown;
use soliter::checker::{self, Certified, Proved};
use soliter::library;
use soliter::peg::board::position::Position;
use soliter::peg::certify::Statement;
use soliter::peg::draw::text::{Panel, beside};
use soliter::peg::puzzle::Puzzle;

use crate::cli::args::VerifyArgs;
use crate::cli::certify::{lrat, may_go_on, refused, refused_as};
use crate::cli::files;
use crate::cli::output::exit::Exit;
use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::output::paint;
use crate::cli::output::paint::{Paint, counted, verdict};
use crate::cli::session::Session;

pub(crate) fn verify(session: &Session, args: &VerifyArgs) -> Outcome {
    if lrat::is_proof(args.file.path()) {
        return lrat::verify(session, args);
    }
    let puzzle = args.puzzle.as_ref().map(|name| files::plain_puzzle(session, name)).transpose()?;
    let wanted = puzzle.as_ref().map(Statement::of).transpose();
    let wanted = wanted
        .map_err(|none| Failure::usage(none.to_string(), "give the finish as a list of holes"))?;
    let (checked, seconds) = session.compute(|control| {
        control.say(|| "verify: layer by layer".to_owned());
        let control = control.clone();
        files::certificate(session, &args.file, move |file| {
            checker::check(file, &|bytes| may_go_on(&control, bytes))
        })
    });
    let certified = match checked? {
        Ok(certified) => certified,
        Err(refusal) => return refused(session, args, &refusal),
    };
    let title = match (&puzzle, &wanted) {
        (Some(puzzle), Some(wanted)) => {
            if let Some(other) = difference(wanted, &certified) {
                let why = format!("it is not of \"{}\", but of {other}", shown(puzzle.title()));
                return refused_as(session, args, &why);
            }
            Some(puzzle.title().to_owned())
        }
        _ => shipped_title(&certified),
    };
    let report = to_json(&args.file, &certified, title.as_deref(), seconds);
    session.answer(&report, || {
        let of = title.as_deref().unwrap_or("the puzzle below");
        let head = verdict(true, format!("right: {of}: {}", phrase(certified.proved)));
        let positions = counted(certified.positions, "position");
        let (drawn, took) = (drawn(&session.paint, &certified), paint::seconds(seconds));
        format!("{head}\n\n{drawn}\n{positions} up to symmetry, {took}\n")
    })?;
    Ok(Exit::Answered)
}

/// How the puzzle of a certificate differs from another.
fn difference(wanted: &Statement, certified: &Certified) -> Option<&'static str> {
    let finish = wanted.finish.map(|finish| finish.0);
    let differences = [
        (wanted.board != certified.board, "another board"),
        (wanted.directions != certified.directions, "other directions of jumps"),
        (wanted.start.0 != certified.start, "another start"),
        (finish != certified.finish || wanted.pegs != certified.pegs as usize, "another finish"),
    ];
    differences.into_iter().find_map(|(differs, what)| differs.then_some(what))
}

/// The title of the shipped puzzle that a certificate is of, with its name. What the file calls itself is
/// nothing that was checked.
fn shipped_title(certified: &Certified) -> Option<String> {
    library::puzzles().into_iter().find_map(|name| {
        let puzzle = Puzzle::parse(&library::puzzle(&name)?, &library::model).ok()?;
        let same = difference(&Statement::of(&puzzle).ok()?, certified).is_none();
        same.then(|| format!("{} ({name})", puzzle.title()))
    })
}

/// Start and finish beside each other, as the rows of the file have them.
fn drawn(paint: &Paint, certified: &Certified) -> String {
    let finish = match certified.finish {
        Some(pegs) => panel(paint, "finish".to_owned(), &certified.board, Position(pegs)),
        None => {
            let pegs = counted(certified.pegs as usize, "peg");
            panel(paint, format!("finish: any {pegs}"), "", Position::EMPTY)
        }
    };
    let start = panel(paint, "start".to_owned(), &certified.board, Position(certified.start));
    let jumps = match certified.directions.as_str() {
        "orthogonal" => "along rows and columns",
        "lines" => "along rows, columns and the falling diagonal",
        _ => "along rows, columns and diagonals",
    };
    format!("{}jumps {jumps}\n", beside(&[start, finish], paint.columns))
}

fn panel(paint: &Paint, caption: String, board: &str, pegs: Position) -> Panel {
    let mut holes = 0_u8..;
    let mut symbol = |mark| match mark {
        'o' => holes.next().map_or("", |hole| paint.hole(pegs.has(hole))),
        _ => " ",
    };
    let rows: Vec<String> = board
        .split('/')
        .map(|row| row.chars().map(&mut symbol).collect::<Vec<_>>().join(" ").trim_end().to_owned())
        .collect();
    let row_widths: Vec<usize> = rows.iter().map(|row| row.chars().count()).collect();
    let width = row_widths.iter().copied().max().unwrap_or(0);
    Panel { caption, rows, width, row_widths }
}

pub(super) fn phrase(proved: Proved) -> String {
    match proved {
        Proved::MovesAtLeast(moves) => {
            format!("no solution has fewer than {}", counted(moves, "move"))
        }
        Proved::ExactMoves(moves) => format!("{}, the fewest possible", counted(moves, "move")),
        Proved::Impossible => "there is no solution".to_owned(),
    }
}

pub(super) fn to_json(
    name: &str,
    certified: &Certified,
    title: Option<&str>,
    seconds: f64,
) -> serde_json::Value {
    let (claim, moves) = match certified.proved {
        Proved::MovesAtLeast(moves) => ("moves-at-least", Some(moves)),
        Proved::ExactMoves(moves) => ("exact-moves", Some(moves)),
        Proved::Impossible => ("impossible", None),
    };
    let holes = |pegs: u64| Position(pegs).holes().collect::<Vec<_>>();
    json!({
        "certificate": name, "proved": claim, "moves": moves, "title": title,
        "board": certified.board, "directions": certified.directions,
        "start": holes(certified.start), "finish": certified.finish.map(holes),
        "pegs": certified.pegs, "positions": certified.positions, "seconds": seconds,
    })
}
