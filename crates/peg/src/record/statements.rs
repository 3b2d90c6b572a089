//! Jumps as a text states them, before their names are resolved to holes.

use std::ops::Range;

use crate::board::position::Hole;
use crate::line::Hop;
use crate::record::words::Vocabulary;
use crate::record::written::{Record, RecordFault, WrittenJump};
use soliter_base::diagnostic::TextFault;
use soliter_base::wording::short;

/// The name of a hole: one word, or two coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) first: String,
    pub(super) second: Option<String>,
    /// Whether the row comes first, if the text says so.
    pub(super) row_first: Option<bool>,
    pub(super) span: Range<usize>,
}

/// The end of a jump, as stated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Landing {
    At(Place),
    /// Two holes away in this direction: rows down, columns right.
    Towards((i32, i32), Range<usize>),
    /// Beyond the hole that the peg leaps over.
    Beyond,
}

/// One jump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    pub(super) from: Place,
    pub(super) over: Option<Place>,
    pub(super) landing: Landing,
}

impl Statement {
    fn span(&self) -> Range<usize> {
        let over = self.over.as_ref().map(|over| &over.span);
        let landing = match &self.landing {
            Landing::At(place) => Some(&place.span),
            Landing::Towards(_, span) => Some(span),
            Landing::Beyond => None,
        };
        let all = || [Some(&self.from.span), over, landing].into_iter().flatten();
        let start = all().map(|span| span.start).min().unwrap_or(0);
        start..all().map(|span| span.end).max().unwrap_or(start)
    }
}

/// The record of statements, up to the first statement with a place that is not a hole of the board.
pub(super) fn record(text: &str, statements: &[Statement], vocabulary: &Vocabulary) -> Record {
    let mut record = Record::default();
    for (number, statement) in statements.iter().enumerate() {
        match jump(text, statement, vocabulary) {
            Ok(jump) => record.jumps.push(jump),
            Err((reason, fault)) => {
                record.faults.push(RecordFault { index: number + 1, reason, fault });
                break;
            }
        }
    }
    record.moves_as_written = record.jumps.len();
    record
}

/// The hole of a stated place. A scheme with another order cannot read two coordinates.
fn stated(place: &Place, vocabulary: &Vocabulary) -> Option<Hole> {
    let Some(second) = &place.second else { return vocabulary.hole(&place.first) };
    let row_first = vocabulary.names.scheme().row_first()?;
    if place.row_first.is_some_and(|wanted| wanted != row_first) {
        return None;
    }
    let first = &place.first;
    let together = vocabulary.hole(&format!("{first}{second}"));
    together.or_else(|| vocabulary.hole(&format!("{first},{second}")))
}

fn jump(
    text: &str,
    statement: &Statement,
    vocabulary: &Vocabulary,
) -> Result<WrittenJump, (&'static str, TextFault)> {
    let names = vocabulary.names;
    let hole = |place: &Place| {
        stated(place, vocabulary).ok_or_else(|| {
            let written = short(text.get(place.span.clone()).unwrap_or(&place.first));
            let help = names.hint_here(&place.first);
            let message = format!("no hole is called {written}");
            ("no-such-hole", TextFault::new(place.span.clone(), message, help))
        })
    };
    let span = statement.span();
    let impossible = |message: String| {
        let help = "write the hole where the peg starts and the hole where it lands";
        (RecordFault::IMPOSSIBLE, TextFault::new(span.clone(), message, help))
    };
    let from = hole(&statement.from)?;
    let over = statement.over.as_ref().map(hole).transpose()?;
    let to = match &statement.landing {
        Landing::At(place) => hole(place)?,
        Landing::Towards(step, _) => vocabulary
            .landing(from, *step)
            .ok_or_else(|| impossible("no jump of the board leads this way".to_owned()))?,
        Landing::Beyond => over
            .and_then(|over| vocabulary.landing_over(from, over))
            .ok_or_else(|| impossible("no jump of the board leads over this hole".to_owned()))?,
    };
    let board = vocabulary.board;
    let mut named = None;
    if let Some(over) = over.filter(|_| board.joins(from, to)) {
        let Some(jump) = board.find(Hop { from, to, over: Some(over) }) else {
            let [over, from, to] = [over, from, to].map(|hole| names.name(hole));
            return Err(impossible(format!("{over} is not between {from} and {to}")));
        };
        named = board.hop(jump).over;
    }
    Ok(WrittenJump { from, to, over: named, span })
}
