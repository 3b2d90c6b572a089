//! `--what dead-ends`: the shortest game that gets stuck.

use serde_json::json;
use soliter::base::control::{Control, Stop};
use soliter::base::wording::{counted, counted_large, grouped};
use soliter::peg::search::questions::dead_ends::{DeadEnds, dead_ends};
use soliter::peg::{draw::text::beside, puzzle::Puzzle, rules::legal, verify::replay};

use crate::cli::count::figures::{Figures, Found};
use crate::cli::session::Session;

/// Finds it; a game is replayed by the rules before it is printed.
pub(super) fn find(session: &Session, puzzle: &Puzzle, control: &Control) -> Result<Found, Stop> {
    let names = puzzle.names();
    let found = dead_ends(puzzle, control)?;
    let keys = json!({
        "value": found.as_ref().map_or(0, |found| found.positions).to_string(),
        "jumps": found.as_ref().map(|found| found.jumps),
        "classes": found.as_ref().map(|found| found.classes),
        "game": found.as_ref().map(|found| names.line(&found.line)),
        "final": found.as_ref().map(|found| names.position(found.position)),
    });
    let Some(DeadEnds { line, jumps, classes, positions, .. }) = found else {
        let sentence = "every game ends in the finish".to_owned();
        return Ok((keys, Figures { sentence, ..Default::default() }));
    };
    let played = replay(puzzle, line.jumps());
    let last = played.last();
    let goes_on = legal(puzzle, last).next().is_some();
    if played.fault.is_some() || goes_on || puzzle.finish().accepts(last) {
        return Err(Stop::Fault("a game that should be stuck can continue"));
    }
    let (written, drawn) = (names.line(&line), session.paint.moves(puzzle, &line));
    let figures = Figures {
        sentence: format!("the shortest game that gets stuck has {}", counted(jumps, "jump")),
        brief: format!(": {written}"),
        body: format!("{}\n{written}\n", beside(&drawn, session.paint.columns)),
        foot: format!(
            "{} {} dead after {}, {} up to symmetry, ",
            counted_large(positions.into(), "position"),
            if positions == 1 { "is" } else { "are" },
            counted(jumps, "jump"),
            grouped(classes.into())
        ),
        ..Default::default()
    };
    Ok((keys, figures))
}
