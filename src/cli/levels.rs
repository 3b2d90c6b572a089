//! The folder of `--dir` in which the search keeps its levels, and the reasons why using it can fail.

use std::path::Path;

use soliter::{search::disk::fault::Fault, search::disk::folder::Place};

use crate::cli::{args::Disk, output::failure::Reason, session::Session};

/// The most memory for arrivals if there is no `--spill`.
const MOST_IN_MEMORY: u64 = 1 << 30;

/// The bytes of arrivals that stay in memory.
pub(crate) fn usual(session: &Session) -> u64 {
    (session.options.memory_bytes() / 4).min(MOST_IN_MEMORY)
}

pub(crate) fn place(session: &Session, disk: &Disk, folder: &Path) -> Place {
    Place {
        folder: folder.to_owned(),
        resume: disk.resume,
        lasting: disk.dir.is_some(),
        in_memory: disk.spill.map_or(usual(session), |spill| spill.0),
    }
}

pub(crate) fn reason(fault: &Fault) -> Reason {
    match fault {
        Fault::Stopped(stop) => Reason::of_stop(*stop),
        Fault::Overflow | Fault::Engine => Reason::Limit,
        Fault::Io { .. } => Reason::Unwritable,
        Fault::Unread { .. } | Fault::Damaged(_) | Fault::Run(_) => Reason::Unreadable,
        Fault::Refused { .. } => Reason::Usage,
        Fault::TooLarge => Reason::Unfit,
    }
}
