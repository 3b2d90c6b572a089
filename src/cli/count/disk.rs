//! Where the levels of a count are kept.

use std::path::Path;

use soliter::peg::search::buckets::folder::Place;

use crate::cli::args::Disk;
use crate::cli::session::Session;

/// Positions on their way to a level take no more memory than this where nothing is said.
const MOST_IN_MEMORY: u64 = 1 << 30;

/// Where levels are kept.
pub(super) fn place(session: &Session, disk: &Disk, folder: &Path) -> Place {
    let usual = (session.options.memory_bytes() / 4).min(MOST_IN_MEMORY);
    Place {
        folder: folder.to_owned(),
        resume: disk.resume,
        in_memory: disk.spill.map_or(usual, |spill| spill.0),
    }
}
