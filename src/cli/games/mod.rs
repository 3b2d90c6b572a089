//! The commands for the board games, each with a visitor that accepts every game.

pub(crate) mod check;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod show;
pub(crate) mod solve;

use std::fmt::Write as _;

use soliter::games::analysis::Opinion;
use soliter::games::strategy::Bounds;

fn readings(list: &[(&str, String)]) -> String {
    list.iter().map(|(key, value)| format!("{key} {value}")).collect::<Vec<_>>().join(", ")
}

fn points(list: &[i64]) -> String {
    list.iter().map(i64::to_string).collect::<Vec<_>>().join(":")
}

fn unproved(bounds: Bounds, opinion: Option<&Opinion>) -> String {
    let mut said = "found, not proved to be best".to_owned();
    let proved = bounds_text(bounds);
    if !proved.is_empty() {
        let _ = write!(said, "; proved: {proved}");
    }
    if let Some(opinion) = opinion {
        let (depth, score) = (opinion.depth, f64::from(opinion.score) / 1000.0);
        let _ = write!(said, "; depth {depth}, about {score:+.2}");
    }
    said
}

/// Bounds of a value in words; empty if no bound is known.
fn bounds_text(bounds: Bounds) -> String {
    match (bounds.least, bounds.most) {
        (Some(least), Some(most)) => format!("value from {least} to {most}"),
        (Some(least), None) => format!("value at least {least}"),
        (None, Some(most)) => format!("value at most {most}"),
        (None, None) => String::new(),
    }
}
