//! `--by moves`: positions level by level of the fewest moves.

use std::fmt::Write as _;
use std::num::NonZeroUsize;

use serde_json::json;
use soliter::base::wording::grouped;
use soliter::draw::plot::{self, Bar};
use soliter::peg::puzzle::Puzzle;
use soliter::peg::search::questions::move_levels::{From, MoveLevel, move_levels};

use crate::cli::args::CountArgs;
use crate::cli::columns;
use crate::cli::count::figures::{Figures, answer, readable, stopped};
use crate::cli::output::failure::Outcome;
use crate::cli::output::paint;
use crate::cli::output::paint::{counted, counted_large, shown, strong};
use crate::cli::session::Session;

const HEADS: [&str; 3] = ["moves", "up to symmetry", "positions"];

/// Counts the positions from which, or to which, so many moves are the fewest.
pub(crate) fn run(session: &Session, args: &CountArgs, puzzle: &Puzzle) -> Outcome {
    let from = if args.backward { From::Finish } else { From::Start };
    let depth = args.depth.map(NonZeroUsize::get);
    let (result, seconds) = session.compute(|control| move_levels(puzzle, from, depth, control));
    let levels = result.map_err(|stop| stopped(args, stop, seconds))?;
    let row = |level: &MoveLevel| {
        vec![level.moves.to_string(), level.classes.to_string(), level.positions.to_string()]
    };
    let rows: Vec<Vec<String>> = levels.iter().map(row).collect();
    let positions: u64 = levels.iter().map(|level| level.positions).sum();
    let classes: u64 = levels.iter().map(|level| level.classes).sum();
    let end = if args.backward { "finish" } else { "start" };
    let object = json!({
        "puzzle": args.file,
        "title": puzzle.title(),
        "what": args.what,
        "by": "moves",
        "from": end,
        "depth": depth,
        "value": positions.to_string(),
        "classes": classes,
        "levels": levels.iter().map(|level| json!({
            "moves": level.moves, "classes": level.classes, "positions": level.positions,
        })).collect::<Vec<_>>(),
        "seconds": seconds,
    });
    let of = match (args.backward, depth) {
        (false, None) => "by moves from the start".to_owned(),
        (false, Some(depth)) => format!("within {} of the start", counted(depth, "move")),
        (true, None) => "by moves to the finish".to_owned(),
        (true, Some(depth)) => format!("within {} of the finish", counted(depth, "move")),
    };
    let text = || {
        let (title, number) = (shown(puzzle.title()), counted_large(positions.into(), "position"));
        let mut text = format!("{}\n", strong(format!("{title}: {number} {of}")));
        if !session.options.quiet {
            let _ = writeln!(
                text,
                "\n{}\n{number}, {} up to symmetry, {}",
                columns::text(&HEADS, &readable(&rows)),
                grouped(classes.into()),
                paint::seconds(seconds)
            );
        }
        text
    };
    let bar = |level: &MoveLevel| Bar {
        label: level.moves.to_string(),
        value: level.positions as f64,
        dead: 0.0,
    };
    let bars: Vec<Bar> = levels.iter().map(bar).collect();
    let axis = format!("fewest moves, counted from the {end}");
    let picture = Some(plot::bars(puzzle.title(), &axis, ("positions", None), &bars));
    answer(session, args, &Figures { picture, heads: &HEADS, rows: &rows }, &object, text)
}
