//! The content of a record: its jumps, and the faults in its text.

use std::ops::Range;
use std::sync::Arc;

use crate::board::position::Hole;
use crate::line::Hop;
use soliter_base::diagnostic::{Diagnostic, Diagnostics, Source, TextFault};

/// A jump as written: its holes, and its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenJump {
    /// The hole where the peg starts.
    pub from: Hole,
    /// The hole where it lands.
    pub to: Hole,
    /// The hole leapt over, if the board has several jumps between the two, or none over this hole.
    pub over: Option<Hole>,
    /// The byte range from the first name to the end of the second.
    pub span: Range<usize>,
}

impl WrittenJump {
    /// The jump without its place.
    pub fn hop(&self) -> Hop {
        Hop { from: self.from, to: self.to, over: self.over }
    }
}

/// A fault of a record's text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("jump {index}: {fault}")]
pub struct RecordFault {
    /// The number of the jump that contains the fault, from 1.
    pub index: usize,
    /// The stable word for programs: `no-such-hole` if no hole has a name, `not-in-line` for a jump that is
    /// understood but does not exist on the board, `syntax` for anything else.
    pub reason: &'static str,
    /// The message, and its place in the text.
    pub fault: TextFault,
}

impl RecordFault {
    /// The reason given for a jump that is understood but does not exist on the board.
    pub const IMPOSSIBLE: &'static str = "not-in-line";

    /// Whether the text at this place is not understood.
    pub fn is_of_text(&self) -> bool {
        self.reason != Self::IMPOSSIBLE
    }
}

/// The content of a record, and the faults of its text.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Record {
    /// The jumps up to the first fault.
    pub jumps: Vec<WrittenJump>,
    /// The number of moves as written, up to the first fault.
    pub moves_as_written: usize,
    /// The first faults, in the order of the text: three of each kind, [`Diagnostics::MOST`] in all.
    pub faults: Vec<RecordFault>,
    /// The number of further faults.
    pub more_faults: usize,
    /// Whether the record has no jump because all of it is a comment.
    pub only_comments: bool,
    /// The first [`Diagnostics::MOST`] ambiguous places, each with the reading that was chosen.
    pub remarks: Vec<(Range<usize>, String)>,
    /// The number of further remarks.
    pub more_remarks: usize,
}

impl Record {
    /// The jumps up to the first fault, without their places.
    pub fn hops(&self) -> impl Iterator<Item = Hop> + '_ {
        self.jumps.iter().map(WrittenJump::hop)
    }

    pub(super) fn remark(&mut self, span: Range<usize>, text: String) {
        if self.remarks.len() < Diagnostics::MOST {
            self.remarks.push((span, text));
        } else {
            self.more_remarks += 1;
        }
    }

    /// Whether every part of the text is understood, even if the board lacks one of its jumps.
    pub fn is_understood(&self) -> bool {
        !self.faults.iter().any(RecordFault::is_of_text)
    }

    /// The faults as diagnostics of the file with this text; `None` if there are none.
    pub fn diagnostics(&self, source: &Arc<Source>) -> Option<Diagnostics> {
        let list: Vec<Diagnostic> =
            self.faults.iter().map(|fault| fault.fault.clone().of(source)).collect();
        (!list.is_empty()).then(|| Diagnostics::new(list, self.more_faults))
    }
}
