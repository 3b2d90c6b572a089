//! Why a search on disk has no answer.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::base::control::Stop;
use crate::base::wording::{counted, shown};

/// A process of a cluster, as it is named in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peer {
    /// Its number, from 0.
    pub process: usize,
    /// Its line in the list of hosts.
    pub address: String,
}

impl std::fmt::Display for Peer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "process {} ({})", self.process, shown(&self.address))
    }
}

/// Why there is no count and no answer.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A limit was reached. The folder holds the last complete level.
    #[error("stopped: {}", .0.phrase())]
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
    #[error("{} is damaged: it is not as it was written", shown(&.0.to_string_lossy()))]
    Damaged(PathBuf),
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
    /// The list of hosts has a line that cannot be used, or none for this process.
    #[error("{0}")]
    Hosts(String),
    /// This process cannot listen on the address in the list.
    #[error("cannot listen on {}: {error}", shown(address))]
    Listen {
        /// The address.
        address: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A process did not connect in time.
    #[error("{0} did not come within {seconds}", seconds = counted(.1.as_secs() as usize, "second"))]
    Late(Peer, Duration),
    /// A key has too few bytes, or too many.
    #[error("a key has 16 bytes to 64 KiB, not {}", counted(*.0, "byte"))]
    Key(usize),
    /// Without a key, a process listens where others than this machine reach it.
    #[error("{} is not an address of this machine alone", shown(.0))]
    Open(String),
    /// A process has ended every connection instead of hearing what this one works on, or cannot prove that it
    /// knows the key.
    #[error("{0} does not let this one in")]
    Closed(Peer),
    /// A process works on something else.
    #[error("{0} refuses this one: {1}")]
    TurnedAway(Peer, String),
    /// A process has ended or can no longer be reached.
    #[error("{peer} is gone")]
    Lost {
        /// The process.
        peer: Peer,
        /// Whether a folder holds the levels that have been completed.
        kept: bool,
    },
    /// The board has too many holes that do not follow from others by the position class.
    #[error("positions of this board do not fit the files of --dir: it has too many holes")]
    TooLarge,
}

impl Fault {
    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        Self::Io { path: path.to_owned(), error }
    }

    /// The fault of a file from an earlier run; invalid data are those of a damaged one.
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
                "this is a fault of soliter; please report it with the puzzle file"
            }
            Self::Stopped(Stop::Size(_)) | Self::TooLarge => {
                "leave out --dir: levels are then kept in memory"
            }
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
            Self::Hosts(_) => "one host:port a line; --process is the number of a line, from 0",
            Self::Listen { .. } => "a line of the list is an address of its host and a free port",
            Self::Late(..) => {
                "start it there with its own --process and otherwise the same command; --wait gives \
                 it longer"
            }
            Self::Key(_) => "best random ones: head -c 32 /dev/urandom > cluster.key",
            Self::Open(_) => {
                "--key FILE lets in only who has the same file; --open-network lets in anybody who knows the \
                 puzzle and the list"
            }
            Self::Closed(_) => {
                "see that it runs, and what it says there; all need the same --key, or none"
            }
            Self::TurnedAway(..) => "give all of them the same files, options and version",
            Self::Lost { kept: true, .. } => {
                "see what it says there; start all again with --resume, from the last whole level"
            }
            Self::Lost { kept: false, .. } => {
                "see what it says there; with --dir, --resume would go on from the last whole level"
            }
        }
    }
}
