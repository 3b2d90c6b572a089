//! Reads records with a diagram after each move, with or without the jump between diagrams.
//!
//! The jumps follow from the diagrams: consecutive diagrams differ in the three holes of one jump. If the text
//! between them states a jump, it must be that one.

use std::ops::Range;

use crate::board::position::Position;
use crate::board::signs::Signs;
use crate::line::Hop;
use crate::notation::{Names, Scheme};
use crate::record::words::Vocabulary;
use crate::record::written::{Record, RecordFault, WrittenJump};
use crate::record::{reader, sentences};
use soliter_base::diagnostic::TextFault;
use soliter_base::wording::short;

/// A diagram of the board, and its place in the text.
struct Diagram {
    pegs: Position,
    span: Range<usize>,
    /// The text between the previous diagram and this one.
    before: Range<usize>,
}

/// The records of a text made of diagrams: one for each meaning of its signs. The text may omit the diagram of
/// `start`.
pub(super) fn read(
    text: &str,
    start: &Position,
    reverse: bool,
    vocabulary: &Vocabulary,
) -> Vec<Record> {
    let signs = diagrams(text, vocabulary);
    signs.iter().filter_map(|diagrams| record(text, diagrams, start, reverse, vocabulary)).collect()
}

fn record(
    text: &str,
    diagrams: &[Diagram],
    start: &Position,
    reverse: bool,
    vocabulary: &Vocabulary,
) -> Option<Record> {
    if diagrams.len() < 2 {
        return None;
    }
    let mut record = Record::default();
    let mut pegs = start.clone();
    for (number, diagram) in diagrams.iter().enumerate() {
        let index = record.jumps.len() + 1;
        if number == 0 && diagram.pegs == *start {
            continue;
        }
        let joined = vocabulary.board.jumps().iter().find(|jump| {
            let taken = pegs.has(jump.over);
            pegs.difference(&jump.holes()) == diagram.pegs
                && pegs.has(jump.from)
                && taken != reverse
                && !pegs.has(jump.to)
        });
        let Some(jump) = joined else {
            let message = if pegs == diagram.pegs {
                "this diagram is the same as the one before".to_owned()
            } else {
                "no jump leads from the diagram before to this one".to_owned()
            };
            let help = "draw the board after each jump";
            let fault = TextFault::new(diagram.span.clone(), message, help);
            record.faults.push(RecordFault { index, reason: RecordFault::IMPOSSIBLE, fault });
            return Some(record);
        };
        let hop = vocabulary.board.hop(*jump);
        between(text, diagram.before.clone(), hop, &mut record, vocabulary)?;
        let Hop { from, to, over } = hop;
        record.jumps.push(WrittenJump { from, to, over, span: diagram.span.clone() });
        pegs = diagram.pegs.clone();
    }
    let last = diagrams.last().map_or(0, |diagram| diagram.span.end);
    remark(text, last..text.len(), &mut record);
    record.moves_as_written = record.jumps.len();
    Some(record)
}

/// Compares the text between two diagrams with the jump that joins them; `None` if it states another jump.
fn between(
    text: &str,
    span: Range<usize>,
    jump: Hop,
    record: &mut Record,
    vocabulary: &Vocabulary,
) -> Option<()> {
    let part = &text[span.clone()];
    let stated = |record: &Record| {
        let jumps: Vec<_> = record.hops().collect();
        (record.faults.is_empty() && !jumps.is_empty()).then_some(jumps)
    };
    let read = |names: &Names| {
        let vocabulary = Vocabulary { names, ..*vocabulary };
        let read = stated(&reader::read(part, 0, &vocabulary).0);
        read.or_else(|| sentences::read(part, &vocabulary).as_ref().and_then(stated))
    };
    // The jump may be stated in any scheme, as long as it is the one between the diagrams.
    let schemes = Scheme::ALL.into_iter().chain(Scheme::READ_ONLY);
    let named = schemes.filter_map(|scheme| Names::for_reading(vocabulary.board, scheme));
    let readings: Vec<_> = named.filter_map(|names| read(&names)).collect();
    if readings.is_empty() {
        remark(text, span, record);
        return Some(());
    }
    readings.iter().any(|jumps| *jumps == [jump]).then_some(())
}

fn remark(text: &str, span: Range<usize>, record: &mut Record) {
    let part = text[span.clone()].trim();
    if part.contains(|c: char| c.is_ascii_digit()) {
        let message = format!("{} is not read as a jump", short(part));
        record.remark(span, message);
    }
}

/// The diagrams of a text for each meaning that its signs can have.
fn diagrams(text: &str, vocabulary: &Vocabulary) -> Vec<Vec<Diagram>> {
    let lines: Vec<Range<usize>> = text
        .split_inclusive('\n')
        .scan(0, |at, line| {
            let start = *at;
            *at += line.len();
            Some(start..start + line.trim_end().len())
        })
        .collect();
    let rows = vocabulary.board.rows() as usize;
    let mut found: Vec<Vec<Diagram>> = Vec::new();
    let mut meanings: Option<Vec<Signs>> = None;
    let (mut line, mut after) = (0, 0);
    while line + rows <= lines.len() {
        let span = lines[line].start..lines[line + rows - 1].end;
        let part = &text[span.clone()];
        let drawn = vocabulary.board.meanings(part);
        let fitting: Vec<_> = match &meanings {
            None => drawn,
            Some(known) => known
                .iter()
                .filter_map(|signs| drawn.iter().find(|(other, _)| other.agrees(signs)).cloned())
                .collect(),
        };
        let complete = meanings.as_ref().is_none_or(|known| known.len() == fitting.len());
        if fitting.is_empty() || !complete {
            line += 1;
            continue;
        }
        if meanings.is_none() {
            meanings = Some(fitting.iter().map(|(signs, _)| signs.clone()).collect());
            found.resize_with(fitting.len(), Vec::new);
        }
        for (diagrams, (_, drawn)) in found.iter_mut().zip(&fitting) {
            diagrams.push(Diagram {
                pegs: drawn.pegs.clone(),
                span: span.clone(),
                before: after..span.start,
            });
        }
        after = span.end;
        line += rows;
    }
    found
}
