//! Turns the clauses of a record into moves. A clause ends with a line, `;`, `.` or a bracket.

use std::ops::Range;

use crate::board::position::Hole;
use crate::record::words::{self, Vocabulary};
use crate::record::written::{Record, RecordFault, WrittenJump};
use soliter_base::diagnostic::{Diagnostics, TextFault};
use soliter_base::wording::{joined, short};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    NoSuchHole,
    NothingBefore,
    NothingAfter,
    LoneHole,
    NoMeaning,
    WrongOver,
    NoDirection,
    TwoChains,
}

const KINDS: usize = Kind::TwoChains as usize + 1;

/// At most this many faults of one kind are reported; the rest are only counted.
const MOST_OF_A_KIND: usize = 3;

pub(super) enum Piece {
    /// A name with its hole, or `None` if no hole has that name; `leap` if the name follows a leap.
    Name { hole: Option<Hole>, span: Range<usize>, leap: bool },
    /// A comma.
    Comma,
    /// A part that cannot be read, with the message and the help if the fault will be reported.
    Bad { kind: Kind, span: Range<usize>, text: Option<Box<[String; 2]>> },
}

type Named = (Hole, Range<usize>);

/// Moves, each given by the holes that it visits.
type Reading = Vec<Vec<Named>>;

/// A name and its place; the hole is `None` if no hole has that name.
type Step = (Option<Hole>, Range<usize>);

/// Receives the clauses of a text in order, and builds the record.
pub(super) struct Clauses<'a> {
    text: &'a str,
    vocabulary: &'a Vocabulary<'a>,
    pub(super) record: Record,
    index: usize,
    seen: [usize; KINDS],
    /// Whether the clause is in brackets, in which all jumps of one peg are one move.
    pub(super) bracketed: bool,
    /// The hole in which the last jump in these brackets landed.
    pub(super) landed: Option<Hole>,
    /// Whether a leap has joined two holes of the board.
    pub(super) has_jump: bool,
}

impl<'a> Clauses<'a> {
    pub(super) fn new(text: &'a str, vocabulary: &'a Vocabulary<'a>) -> Self {
        Self {
            text,
            vocabulary,
            record: Record::default(),
            index: 1,
            seen: [0; KINDS],
            bracketed: false,
            landed: None,
            has_jump: false,
        }
    }

    pub(super) fn add(&mut self, clause: &[Piece]) {
        let parts = lone_names(self.text, clause).unwrap_or_default();
        let readings: Vec<_> = parts.iter().map(|part| self.readings(part)).collect();
        if readings.is_empty() || readings.iter().any(Vec::is_empty) {
            self.add_joined(clause);
            return;
        }
        for (part, readings) in parts.iter().zip(readings) {
            self.add_lone(part, readings);
        }
    }

    /// Whether `digits` is the number of the next move, or of the next jump if `ahead` more jumps of the
    /// clause come first.
    pub(super) fn is_next_number(&self, digits: &str, ahead: usize) -> bool {
        let number = digits.parse::<usize>().unwrap_or(0);
        number == self.index + ahead || number == self.record.moves_as_written + 1
    }

    /// Counts a fault of a kind, and returns whether it is to be reported.
    pub(super) fn count(&mut self, kind: Kind) -> bool {
        let seen = &mut self.seen[kind as usize];
        *seen += 1;
        *seen <= MOST_OF_A_KIND
    }

    /// Adds the first reading of names without leaps, such as `46 44`, and a remark about the second reading
    /// if there is one.
    fn add_lone(&mut self, part: &[Named], readings: Vec<Reading>) {
        let written = |moves: &[Vec<Named>]| {
            let chain =
                |one: &Vec<Named>| self.vocabulary.names.joined(one.iter().map(|(hole, _)| *hole));
            joined(moves.iter().map(chain), ", ")
        };
        if let [first, second, ..] = &readings[..] {
            let span = part[0].1.start..part[part.len() - 1].1.end;
            let (first, second) = (written(first), written(second));
            let text = format!("this is read as {first}; it could be {second}");
            self.record.remark(span, text);
        }
        for one in readings.into_iter().next().unwrap_or_default() {
            let mut chain = Vec::new();
            for (hole, span) in one {
                self.step(&mut chain, Some(hole), &span);
            }
            self.end_move(&mut chain);
        }
    }

    /// The possible readings of names without leaps: as one move or as pairs that are jumps, perhaps after a
    /// number.
    fn readings(&self, part: &[Named]) -> Vec<Reading> {
        let board = self.vocabulary.board;
        let joined = |pair: &[Named]| board.jump(pair[0].0, pair[1].0).is_some();
        let mut found = Vec::new();
        let numbered = part.len() > 2 && self.is_next_number(&self.text[part[0].1.clone()], 0);
        for names in (0..=usize::from(numbered)).map(|number| &part[number..]) {
            // Two names are read as a jump even if the board has none there, so that the fault is explained.
            if names.len() == 2 || names.len() > 2 && names.windows(2).all(joined) {
                found.push(vec![names.to_vec()]);
            }
            if names.len() > 2 && names.len().is_multiple_of(2) && names.chunks(2).all(joined) {
                found.push(names.chunks(2).map(<[Named]>::to_vec).collect());
            }
        }
        if self.vocabulary.pairs {
            found.reverse();
        }
        found
    }

    fn add_joined(&mut self, clause: &[Piece]) {
        let mut chain = Vec::new();
        for (at, piece) in clause.iter().enumerate() {
            match piece {
                Piece::Name { hole, span, leap } => {
                    if !leap {
                        self.end_move(&mut chain);
                        if self.is_number(*hole, span, &clause[at + 1..]) {
                            continue;
                        }
                    }
                    self.step(&mut chain, *hole, span);
                }
                Piece::Comma => self.end_move(&mut chain),
                Piece::Bad { kind, span, text } => {
                    if !matches!(kind, Kind::NoMeaning | Kind::NothingBefore) {
                        chain.clear();
                    }
                    match text.as_deref() {
                        Some([message, help]) => {
                            let fault = TextFault::new(span.clone(), message, help);
                            let impossible = matches!(kind, Kind::WrongOver | Kind::NoDirection);
                            let reason =
                                if impossible { RecordFault::IMPOSSIBLE } else { "syntax" };
                            self.fault(reason, fault);
                        }
                        None => self.record.more_faults += 1,
                    }
                }
            }
        }
        self.end_move(&mut chain);
    }

    /// Whether a name without a leap is the number of the move after it: `1 45-25`.
    fn is_number(&self, hole: Option<Hole>, span: &Range<usize>, rest: &[Piece]) -> bool {
        let text = &self.text[span.clone()];
        words::is_digits(text)
            && (hole.is_none() || self.is_next_number(text, 0))
            && matches!(rest, [Piece::Name { leap: false, .. }, Piece::Name { leap: true, .. }, ..])
    }

    fn step(&mut self, chain: &mut Vec<Step>, hole: Option<Hole>, span: &Range<usize>) {
        if hole.is_none() && self.count_in_record(Kind::NoSuchHole) {
            let (names, name) = (self.vocabulary.names, &self.text[span.clone()]);
            let message = format!("no hole is called {}", short(name));
            // Every notation was tried: if one could read the whole text, it would have been used.
            let fault = TextFault::new(span.clone(), message, names.hint_here(name));
            self.fault("no-such-hole", fault);
        }
        if let Some((from, start)) = chain.last() {
            if let (Some(from), Some(to)) = (*from, hole) {
                self.has_jump = true;
                if self.record.faults.is_empty() {
                    let span = start.start..span.end;
                    self.record.jumps.push(WrittenJump { from, to, over: None, span });
                }
            }
            self.index += 1;
        }
        chain.push((hole, span.clone()));
    }

    fn end_move(&mut self, chain: &mut Vec<Step>) {
        match chain.as_slice() {
            [] => {}
            [(hole, span)] => {
                if hole.is_some() && self.count_in_record(Kind::LoneHole) {
                    let message = "a move needs at least two holes";
                    let fault = TextFault::new(span.clone(), message, "write a jump as 45-25");
                    self.fault("syntax", fault);
                }
            }
            [(first, _), .., (last, _)] => {
                let goes_on = self.bracketed && self.landed.is_some() && self.landed == *first;
                if self.record.faults.is_empty() && !goes_on {
                    self.record.moves_as_written += 1;
                }
                self.landed = *last;
            }
        }
        chain.clear();
    }

    /// Counts a fault of a kind like [`Self::count`], and adds it to the record's count if it is not to be
    /// reported.
    fn count_in_record(&mut self, kind: Kind) -> bool {
        let is_reported = self.count(kind);
        self.record.more_faults += usize::from(!is_reported);
        is_reported
    }

    fn fault(&mut self, reason: &'static str, fault: TextFault) {
        if self.record.faults.len() < Diagnostics::MOST {
            self.record.faults.push(RecordFault { index: self.index, reason, fault });
        } else {
            self.record.more_faults += 1;
        }
    }
}

/// The names of a clause without leaps: a list for each part, or a single list if a comma follows each name.
/// A number at the start of a part is left out if no hole has that name. `None` for any other clause.
fn lone_names(text: &str, clause: &[Piece]) -> Option<Vec<Vec<Named>>> {
    let mut parts = Vec::new();
    for pieces in clause.split(|piece| matches!(piece, Piece::Comma)) {
        let mut part = Vec::new();
        for (at, piece) in pieces.iter().enumerate() {
            match piece {
                Piece::Name { hole: Some(hole), span, leap: false } => {
                    part.push((*hole, span.clone()));
                }
                Piece::Name { hole: None, span, leap: false }
                    if at == 0 && words::is_digits(&text[span.clone()]) => {}
                _ => return None,
            }
        }
        parts.push(part);
    }
    parts.retain(|part| !part.is_empty());
    if parts.iter().all(|part| part.len() == 1) {
        parts = vec![parts.concat()];
    }
    let complete = parts.iter().all(|part| part.len() > 1);
    complete.then_some(parts)
}
