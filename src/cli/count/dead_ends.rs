//! `--what dead-ends` and `--what lost`: the shortest game that gets stuck, or that can no longer be won.

use serde_json::json;
use soliter::base::control::{Control, Stop};
use soliter::base::wording::{counted, counted_large, grouped};
use soliter::search::questions::dead_ends::{DeadEnds, dead_ends, lost};
use soliter::{
    boards::draw::text::beside, boards::puzzle::Puzzle, boards::rules::legal,
    boards::verify::replay,
};

use crate::cli::args::What;
use crate::cli::count::figures::{Figures, Found};
use crate::cli::count::symmetries_used;
use crate::cli::session::Session;

/// Finds the game, which is replayed by the rules before it is printed.
pub(super) fn find(
    session: &Session,
    puzzle: &Puzzle,
    what: What,
    control: &Control,
) -> Result<Found, Stop> {
    let names = puzzle.names();
    let is_lost = what == What::Lost;
    let found = if is_lost { lost(puzzle, control)? } else { dead_ends(puzzle, control)? };
    let keys = json!({
        "value": found.as_ref().map_or(0, |found| found.positions).to_string(),
        "jumps": found.as_ref().map(|found| found.jumps),
        "classes": found.as_ref().map(|found| found.classes),
        "game": found.as_ref().map(|found| names.line(&found.line)),
        "final": found.as_ref().map(|found| names.position(&found.position)),
    });
    let Some(DeadEnds { line, jumps, classes, positions, .. }) = found else {
        let sentence =
            if is_lost { "every game reaches the finish" } else { "every game ends in the finish" };
        let sentence = sentence.to_owned();
        return Ok((keys, Figures { sentence, ..Default::default() }));
    };
    let played = replay(puzzle, line.jumps());
    let last = played.last();
    let goes_on = legal(puzzle, last).next().is_some();
    let is_wrong = played.fault.is_some() || goes_on && !is_lost;
    if is_wrong || puzzle.finish().accepts(last) {
        return Err(Stop::Fault("a game that should be stuck or lost is not"));
    }
    if jumps == 0 && is_lost {
        let sentence = "there is no solution, so every game is lost from the start".to_owned();
        return Ok((keys, Figures { sentence, ..Default::default() }));
    }
    let (written, drawn) = (names.line(&line), session.paint.moves(puzzle, &line));
    let number = counted(jumps, "jump");
    let (sentence, state) = if is_lost {
        (format!("the finish can be out of reach after {number}, and not before"), "lost")
    } else {
        (format!("the shortest game that gets stuck has {number}"), "dead")
    };
    let figures = Figures {
        sentence,
        brief: format!(": {written}"),
        body: format!("{}\n{written}\n", beside(&drawn, session.paint.columns)),
        foot: symmetries_used(puzzle)
            + &format!(
                "{} {} {state} after {}, {} up to symmetry, ",
                counted_large(positions.into(), "position"),
                if positions == 1 { "is" } else { "are" },
                number,
                grouped(classes.into())
            ),
        ..Default::default()
    };
    Ok((keys, figures))
}
