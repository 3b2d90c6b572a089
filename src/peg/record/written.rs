//! A record as it was written: its jumps, and what in it cannot be read.

use std::ops::Range;
use std::sync::Arc;

use crate::base::diagnostic::{Diagnostic, Diagnostics, Source, TextFault};
use crate::peg::board::position::Hole;

/// A jump as written: start, landing hole and where it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenJump {
    /// Where the peg starts.
    pub from: Hole,
    /// Where it lands.
    pub to: Hole,
    /// Byte range of the two names and what is between them.
    pub span: Range<usize>,
}

/// The stable word for what is wrong with a record's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordReason {
    /// A name that no hole has: `no-such-hole`.
    NoSuchHole,
    /// Anything else that is no record: `syntax`.
    Syntax,
}

impl RecordReason {
    /// The stable word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::NoSuchHole => "no-such-hole",
            Self::Syntax => "syntax",
        }
    }
}

/// Something in a record that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("jump {index}: {fault}")]
pub struct RecordFault {
    /// Number of the jump it stands in, from 1.
    pub index: usize,
    /// The kind of fault.
    pub reason: RecordReason,
    /// What is wrong, and where in the text.
    pub fault: TextFault,
}

/// What a record says, and what in it cannot be read.
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
    /// There is no jump in it because everything is a comment.
    pub only_comments: bool,
    /// What else could have been meant: places of the text, and how each was read; the first
    /// [`Diagnostics::MOST`].
    pub remarks: Vec<(Range<usize>, String)>,
    /// The number of further remarks.
    pub more_remarks: usize,
}

impl Record {
    pub(super) fn remark(&mut self, span: Range<usize>, text: String) {
        if self.remarks.len() < Diagnostics::MOST {
            self.remarks.push((span, text));
        } else {
            self.more_remarks += 1;
        }
    }

    /// The faults as those of the file that is the text; `None` if there are none.
    pub fn diagnostics(&self, source: &Arc<Source>) -> Option<Diagnostics> {
        let faults = self.faults.iter().map(|fault| fault.fault.clone().of(source));
        let list: Vec<Diagnostic> = faults.collect();
        (!list.is_empty()).then(|| Diagnostics::new(list, self.more_faults))
    }
}
