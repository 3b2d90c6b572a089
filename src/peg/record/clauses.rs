//! A clause of a record: what stands between two ends of a line, `;`, `.` or brackets.

use std::ops::Range;

use crate::base::diagnostic::{Diagnostics, TextFault};
use crate::base::wording::short;
use crate::peg::board::position::Hole;
use crate::peg::notation::Scheme;
use crate::peg::record::words::{self, Vocabulary};
use crate::peg::record::written::{Record, RecordFault, RecordReason, WrittenJump};

/// What can be wrong with a text; of each kind the first [`MOST_OF_A_KIND`] are told.
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

impl Kind {
    const ALL: usize = Self::TwoChains as usize + 1;
}

/// Faults of one kind that are told.
const MOST_OF_A_KIND: usize = 3;

/// A part of a clause. A clause ends with a line, `;`, `.` or a bracket.
pub(super) enum Piece {
    /// A hole, `None` for a name that no hole has; `leap` if a leap stands before it.
    Name { hole: Option<Hole>, span: Range<usize>, leap: bool },
    /// A comma.
    Comma,
    /// What cannot be read, with message and help where they will be told.
    Bad { kind: Kind, span: Range<usize>, text: Option<Box<[String; 2]>> },
}

/// A hole and where its name stands.
type Named = (Hole, Range<usize>);

/// Moves, each by its holes.
type Reading = Vec<Vec<Named>>;

/// The same of a name that may be no hole's.
type Step = (Option<Hole>, Range<usize>);

/// The clauses of a text one after the other.
pub(super) struct Clauses<'a> {
    text: &'a str,
    vocabulary: &'a Vocabulary<'a>,
    pub(super) record: Record,
    /// Number of the jump being read.
    index: usize,
    /// Faults of each kind so far.
    seen: [usize; Kind::ALL],
    /// Inside brackets, whose jumps by one peg are one move.
    pub(super) bracketed: bool,
    /// Where the last jump in these brackets landed.
    pub(super) landed: Option<Hole>,
    /// Two holes of the board were joined by a leap.
    pub(super) has_jump: bool,
}

impl<'a> Clauses<'a> {
    pub(super) fn new(text: &'a str, vocabulary: &'a Vocabulary<'a>) -> Self {
        Self {
            text,
            vocabulary,
            record: Record::default(),
            index: 1,
            seen: [0; Kind::ALL],
            bracketed: false,
            landed: None,
            has_jump: false,
        }
    }

    /// Takes a clause up into the record.
    pub(super) fn end(&mut self, clause: &[Piece]) {
        let parts = lone_names(self.text, clause).unwrap_or_default();
        let readings: Vec<_> = parts.iter().map(|part| self.readings(part)).collect();
        if readings.is_empty() || readings.iter().any(Vec::is_empty) {
            self.walk(clause);
            return;
        }
        for (part, readings) in parts.iter().zip(readings) {
            self.lone(part, readings);
        }
    }

    /// Whether digits are the number of the move or jump that comes next, so many jumps ahead.
    pub(super) fn is_next_number(&self, digits: &str, ahead: usize) -> bool {
        let number = digits.parse::<usize>().unwrap_or(0);
        number == self.index + ahead || number == self.record.moves_as_written + 1
    }

    /// Counts a fault of a kind; whether it is one of those that are told.
    pub(super) fn is_told(&mut self, kind: Kind) -> bool {
        let seen = &mut self.seen[kind as usize];
        *seen += 1;
        *seen <= MOST_OF_A_KIND
    }

    /// Reads names without a leap between them, `46 44`: one move, or jumps two by two, perhaps
    /// after a number.
    fn lone(&mut self, part: &[Named], readings: Vec<Reading>) {
        let told = |moves: &[Vec<Named>]| {
            let names = |one: &Vec<Named>| {
                let names = one.iter().map(|(hole, _)| self.vocabulary.names.name(*hole));
                names.collect::<Vec<_>>().join("-")
            };
            moves.iter().map(names).collect::<Vec<_>>().join(", ")
        };
        if let [first, second, ..] = &readings[..] {
            let span = part[0].1.start..part[part.len() - 1].1.end;
            let text = format!("this is read as {}; it could be {}", told(first), told(second));
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

    /// The ways to read names without a leap as moves.
    fn readings(&self, part: &[Named]) -> Vec<Reading> {
        let board = self.vocabulary.board;
        let joined = |pair: &[Named]| board.jump(pair[0].0, pair[1].0).is_some();
        let mut found = Vec::new();
        let numbered = part.len() > 2 && self.is_next_number(&self.text[part[0].1.clone()], 0);
        for names in [part, &part[usize::from(numbered)..]] {
            // Two names are a jump even where there is none, so that the fault can be explained.
            if names.len() == 2 || names.len() > 2 && names.windows(2).all(joined) {
                found.push(vec![names.to_vec()]);
            }
            if names.len() > 2 && names.len().is_multiple_of(2) && names.chunks(2).all(joined) {
                found.push(names.chunks(2).map(<[Named]>::to_vec).collect());
            }
            if !numbered {
                break;
            }
        }
        found
    }

    /// Reads names with leaps between them.
    fn walk(&mut self, clause: &[Piece]) {
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
                            self.fault(RecordReason::Syntax, fault);
                        }
                        None => self.record.more_faults += 1,
                    }
                }
            }
        }
        self.end_move(&mut chain);
    }

    /// Whether a name without leap is the number of the move after it: `1 45-25`.
    fn is_number(&self, hole: Option<Hole>, span: &Range<usize>, rest: &[Piece]) -> bool {
        let text = &self.text[span.clone()];
        words::is_digits(text)
            && (hole.is_none() || self.is_next_number(text, 0))
            && matches!(rest, [Piece::Name { leap: false, .. }, Piece::Name { leap: true, .. }, ..])
    }

    /// The peg of a move goes to its next hole.
    fn step(&mut self, chain: &mut Vec<Step>, hole: Option<Hole>, span: &Range<usize>) {
        if hole.is_none() && self.tells(Kind::NoSuchHole) {
            let (names, name) = (self.vocabulary.names, &self.text[span.clone()]);
            let message = format!("no hole is called {}", short(name));
            let choose = |scheme: Scheme| format!("add --notation {}", scheme.word());
            let hint = names.hint(self.vocabulary.board, name, choose);
            let fault = TextFault::new(span.clone(), message, hint);
            self.fault(RecordReason::NoSuchHole, fault);
        }
        if let Some((from, start)) = chain.last() {
            if let (Some(from), Some(to)) = (*from, hole) {
                self.has_jump = true;
                if self.record.faults.is_empty() {
                    let span = start.start..span.end;
                    self.record.jumps.push(WrittenJump { from, to, span });
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
                if hole.is_some() && self.tells(Kind::LoneHole) {
                    let message = "a move needs at least two holes";
                    let fault = TextFault::new(span.clone(), message, "write a jump as 45-25");
                    self.fault(RecordReason::Syntax, fault);
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

    /// The same, with those that are not told counted as more.
    fn tells(&mut self, kind: Kind) -> bool {
        let told = self.is_told(kind);
        self.record.more_faults += usize::from(!told);
        told
    }

    fn fault(&mut self, reason: RecordReason, fault: TextFault) {
        if self.record.faults.len() < Diagnostics::MOST {
            self.record.faults.push(RecordFault { index: self.index, reason, fault });
        } else {
            self.record.more_faults += 1;
        }
    }
}

/// The names of a clause that has no leap, comma by comma, or all together if there is a comma after
/// each; `None` if there is more than names. A number that is no hole is left out at the start.
fn lone_names(text: &str, clause: &[Piece]) -> Option<Vec<Vec<Named>>> {
    let mut parts = vec![Vec::new()];
    let mut starts = true;
    for piece in clause {
        match piece {
            Piece::Comma => {
                parts.push(Vec::new());
                starts = true;
                continue;
            }
            Piece::Name { hole: Some(hole), span, leap: false } => {
                parts.last_mut()?.push((*hole, span.clone()));
            }
            Piece::Name { hole: None, span, leap: false }
                if starts && words::is_digits(&text[span.clone()]) => {}
            _ => return None,
        }
        starts = false;
    }
    parts.retain(|part| !part.is_empty());
    if parts.iter().all(|part| part.len() == 1) {
        parts = vec![parts.concat()];
    }
    let complete = parts.iter().all(|part| part.len() > 1);
    complete.then_some(parts)
}
