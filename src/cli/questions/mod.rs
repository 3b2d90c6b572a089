//! Commands for other questions of peg solitaire.
//!
//! - `army`: Conway's soldiers
//! - `find`: positions that can be solved
//! - `marked`: solutions in which pegs are marked
//! - `plan`: how long a count would be
//! - `weights`: resource counts

pub(crate) mod army;
pub(crate) mod find;
pub(crate) mod marked;
pub(crate) mod plan;
#[cfg(feature = "milp")]
pub(crate) mod weights;

use soliter::peg::draw::text::{Panel, beside};

use crate::cli::output::paint;
use crate::cli::output::paint::strong;
use crate::cli::session::Session;

/// A sentence about a line, and the line; without `--quiet` what is drawn of it, and the seconds.
pub(crate) fn line_text(
    session: &Session,
    sentence: String,
    line: &str,
    drawn: &[Panel],
    seconds: f64,
) -> String {
    let head = strong(sentence);
    if session.options.quiet {
        return format!("{head}: {line}\n");
    }
    let drawn = beside(drawn, session.paint.columns);
    format!("{head}\n\n{drawn}\n{line}\n\n{}\n", paint::seconds(seconds))
}
