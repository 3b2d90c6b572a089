//! The reasons why a search on disk has no answer.

use std::io;
use std::path::{Path, PathBuf};

use soliter_base::control::Stop;
use soliter_base::wording::shown;
use soliter_boards::board::TOO_WIDE;

/// Why a count or search has no result.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A limit was reached. The folder holds the last complete level.
    #[error("{}", .0.clause())]
    Stopped(#[from] Stop),
    /// The number is 2^128 or more.
    #[error("the number does not fit 128 bits")]
    Overflow,
    /// A file or the folder cannot be read or written.
    #[error("{}: {error}", shown(&path.to_string_lossy()))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A file from an earlier run is missing or cannot be read.
    #[error("{}: {error}", shown(&path.to_string_lossy()))]
    Unread {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A file has changed since it was written.
    #[error("{} is damaged: its contents were changed", shown(&.0.to_string_lossy()))]
    Damaged(PathBuf),
    /// The bytes of a run differ from those that were written, or belong to another step.
    #[error("a run cannot be used: {0}")]
    Run(&'static str),
    /// An engine could not build or read a level. The engine itself reports the reason.
    #[error("the engine could not make a level")]
    Engine,
    /// This count may not use the folder.
    #[error("{}: {why}", shown(&folder.to_string_lossy()))]
    Refused {
        /// The folder.
        folder: PathBuf,
        /// The reason, in a sentence.
        why: String,
        /// Advice for the user.
        help: &'static str,
    },
    /// Too many holes of the board are independent: their state does not follow from the others by the
    /// position class.
    #[error("positions of this board do not fit the files of --dir: it has too many holes")]
    TooLarge,
}

impl Fault {
    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        Self::Io { path: path.to_owned(), error }
    }

    /// The fault of a file from an earlier run; invalid data mean that it is damaged.
    pub(crate) fn unread(path: &Path, error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::InvalidData => Self::damaged(path),
            _ => Self::Unread { path: path.to_owned(), error },
        }
    }

    pub(crate) fn damaged(path: &Path) -> Self {
        Self::Damaged(path.to_owned())
    }

    /// Advice for the user.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Stopped(Stop::Fault(_)) => {
                "this is a bug in soliter; please report it with the puzzle file"
            }
            Self::Stopped(TOO_WIDE) => {
                "`soliter solve` without --dir looks for any solution on a larger board"
            }
            Self::Stopped(Stop::Size(_)) | Self::TooLarge => {
                "leave out --dir: levels are then kept in memory"
            }
            Self::Stopped(_) => "raise the limit; --resume continues from the last complete level",
            Self::Overflow => "no smaller part of the count is reported",
            Self::Io { .. } => {
                "check that it is writable and has space; --resume continues from the last complete level"
            }
            Self::Unread { .. } => {
                "--resume needs every file of the folder, as it was written; without them count again in an \
                 empty folder"
            }
            Self::Damaged(_) => "it cannot be used: count again in an empty folder",
            Self::Run(_) => "recompute it from the level before",
            Self::Engine => "its own message says why",
            Self::Refused { help, .. } => help,
        }
    }
}
