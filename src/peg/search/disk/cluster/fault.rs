//! Why the processes of a cluster cannot work together.

use std::io;
use std::time::Duration;

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

/// Why several processes have no common answer.
#[derive(Debug, thiserror::Error)]
pub enum ClusterFault {
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
    /// A process works on something else.
    #[error("{0} refuses this one: {1}")]
    Refused(Peer, String),
    /// A process has ended or can no longer be reached.
    #[error("{peer} is gone")]
    Lost {
        /// The process.
        peer: Peer,
        /// Whether a folder holds the levels that have been completed.
        kept: bool,
    },
}

impl ClusterFault {
    /// Advice for the user.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Hosts(_) => "one host:port a line; --process is the number of a line, from 0",
            Self::Listen { .. } => "a line of the list is an address of its host and a free port",
            Self::Late(..) => {
                "start it there with its own --process and otherwise the same command; --wait gives \
                 it longer"
            }
            Self::Refused(..) => "give all of them the same files, options and version",
            Self::Lost { kept: true, .. } => {
                "see what it says there; start all again with --resume, from the last whole level"
            }
            Self::Lost { kept: false, .. } => {
                "see what it says there; with --dir, --resume would go on from the last whole level"
            }
        }
    }
}
