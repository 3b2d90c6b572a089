//! `--by moves`: positions level by level of the fewest moves.

use std::num::NonZeroUsize;

use serde_json::json;
use soliter::base::control::{Control, Stop};
use soliter::base::wording::{counted, counted_large, grouped};
use soliter::boards::puzzle::Puzzle;
use soliter::draw::plot::{self, Bar};
use soliter::search::questions::move_levels::{From, MoveLevel, move_levels};

use crate::cli::count::figures::{Figures, Found, bar, readable};
use crate::cli::count::symmetries_used;
use crate::cli::{args::CountArgs, columns};

/// Counts positions by the fewest moves to or from them.
pub(super) fn count(args: &CountArgs, puzzle: &Puzzle, control: &Control) -> Result<Found, Stop> {
    let (from, end) = if args.backward { (From::Finish, "finish") } else { (From::Start, "start") };
    let depth = args.depth.map(NonZeroUsize::get);
    let levels = move_levels(puzzle, from, depth, control)?;
    let positions: u64 = levels.iter().map(|level| level.positions).sum();
    let classes: u64 = levels.iter().map(|level| level.classes).sum();
    let keys = json!({
        "by": "moves",
        "from": end,
        "depth": depth,
        "value": positions.to_string(),
        "classes": classes,
        "levels": levels.iter().map(|level| json!({
            "moves": level.moves, "classes": level.classes, "positions": level.positions,
        })).collect::<Vec<_>>(),
    });
    let of = match depth {
        Some(depth) => format!("within {} of the {end}", counted(depth, "move")),
        None if args.backward => "by moves to the finish".to_owned(),
        None => "by moves from the start".to_owned(),
    };
    let row = |level: &MoveLevel| {
        vec![level.moves.to_string(), level.classes.to_string(), level.positions.to_string()]
    };
    let (heads, rows): (_, Vec<Vec<String>>) =
        (vec!["moves", "up to symmetry", "positions"], levels.iter().map(row).collect());
    let bar = |level: &MoveLevel| bar(level.moves, level.positions as f64, 0.0);
    let bars: Vec<Bar> = levels.iter().map(bar).collect();
    let axis = format!("fewest moves, counted from the {end}");
    let number = counted_large(positions.into(), "position");
    let figures = Figures {
        sentence: format!("{number} {of}"),
        body: columns::text(&heads, &readable(&rows)),
        foot: symmetries_used(puzzle)
            + &format!("{number}, {} up to symmetry, ", grouped(classes.into())),
        plot: Some(plot::bars(puzzle.title(), &axis, ("positions", None), &bars)),
        heads,
        rows,
        ..Default::default()
    };
    Ok((keys, figures))
}
