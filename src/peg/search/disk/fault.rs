//! Why a search on disk has no answer.

use std::io;
use std::path::{Path, PathBuf};

use crate::base::control::Stop;
use crate::base::wording::shown;
#[cfg(feature = "cluster")]
use crate::peg::search::disk::cluster::fault::ClusterFault;
use crate::peg::search::disk::folder::runs::Overflow;

/// Why there is no count.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A limit came first; the folder holds the last whole level.
    #[error("stopped: {}", .0.phrase())]
    Stopped(Stop),
    /// The number is 2^128 or more.
    #[error("the number does not fit 128 bits")]
    Overflow,
    /// A file or the folder cannot be read or written.
    #[error("{}: {error}", shown(&path.to_string_lossy()))]
    Io {
        /// Which.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file that another run left is missing, or cannot be read.
    #[error("{}: {error}", shown(&path.to_string_lossy()))]
    Unread {
        /// Which.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file is not as it was written.
    #[error("{} is damaged: it is not as it was written", shown(&.0.to_string_lossy()))]
    Damaged(PathBuf),
    /// The folder is not one that this count may use.
    #[error("{}: {why}", shown(&folder.to_string_lossy()))]
    Refused {
        /// Which.
        folder: PathBuf,
        /// Why, in a sentence.
        why: String,
        /// What to do.
        help: &'static str,
    },
    /// The processes do not work together.
    #[cfg(feature = "cluster")]
    #[error("{0}")]
    Cluster(ClusterFault),
    /// The board has too many holes that nothing decides.
    #[error("positions of this board do not fit the files of --dir: it has too many holes")]
    TooLarge,
}

impl From<Stop> for Fault {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl From<Overflow> for Fault {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

impl Fault {
    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        Self::Io { path: path.to_owned(), error }
    }

    pub(crate) fn unread(path: &Path, error: io::Error) -> Self {
        Self::Unread { path: path.to_owned(), error }
    }

    pub(crate) fn damaged(path: &Path) -> Self {
        Self::Damaged(path.to_owned())
    }

    /// What to do.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Stopped(Stop::Fault(_)) => {
                "this is a fault of soliter; please report it with the puzzle file"
            }
            Self::Stopped(Stop::Size(_)) => "leave out --dir: levels are then kept in memory",
            Self::Stopped(_) => "--resume goes on from the last whole level; raise the limit",
            Self::Overflow => "no smaller part of the count is reported",
            Self::Io { .. } => {
                "see that it can be written and has room; --resume goes on from the last whole level"
            }
            Self::Unread { .. } => {
                "--resume needs every file of the folder, as it was written; without them count again in an \
                 empty folder"
            }
            Self::Damaged(_) => "nothing can be made of it: count again in an empty folder",
            Self::Refused { help, .. } => help,
            #[cfg(feature = "cluster")]
            Self::Cluster(fault) => fault.help(),
            Self::TooLarge => "leave out --dir: levels are then kept in memory",
        }
    }
}
