//! Accepts the connections of other processes before the work begins, and receives the hello of each.
//!
//! All connections are read side by side, each until its own deadline, so that a silent one does not keep the
//! others waiting.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::peg::search::disk::cluster::frame::Receiver;

/// More bytes than any hello has, however long the title of its puzzle is.
const MAX_HELLO: usize = 1 << 14;
/// A process that connects has to send its hello within this time.
const HELLO_TIMEOUT: Duration = Duration::from_secs(5);
/// The most connections that are read at a time. A further one replaces the oldest, since a process of the
/// cluster sends its hello at once.
const MAX_WAITING: usize = 256;

/// The listeners of a process, and the connections that have not yet sent a hello.
pub(super) struct Acceptor {
    listeners: Vec<TcpListener>,
    /// The connection that has waited longest comes first.
    waiting: Vec<Waiting>,
    /// Connections that were closed because no valid hello came.
    strangers: usize,
}

/// A connection without a hello so far.
struct Waiting {
    stream: TcpStream,
    from: SocketAddr,
    until: Instant,
    receiver: Receiver,
}

/// The first message of a process that connects: its number and its settings.
#[derive(Serialize, Deserialize)]
pub(super) struct Hello(pub(super) usize, pub(super) Common);

/// The settings that all processes of a count or a search must have in common.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Common {
    pub(super) version: String,
    /// The title of the puzzle, shortened to what a person needs to recognize it.
    pub(super) title: String,
    /// The digest of the puzzle.
    pub(super) puzzle: String,
    /// The question, as a phrase.
    pub(super) what: String,
    /// The digest of the list of hosts.
    pub(super) hosts: String,
    /// The number of threads in each process.
    pub(super) threads: usize,
    /// Whether the processes share a folder.
    pub(super) folder: bool,
}

impl Common {
    /// The reason why a process with the settings `other` cannot take part, if there is one.
    pub(super) fn refuses(&self, other: &Self) -> Option<String> {
        if self.version != other.version {
            Some(format!("it is version {}", self.version))
        } else if self.puzzle != other.puzzle {
            Some(format!("it has another puzzle, {}", self.title))
        } else if self.what != other.what {
            Some(format!("it looks for {}", self.what))
        } else if self.hosts != other.hosts {
            Some("it has another list of hosts".to_owned())
        } else if self.threads != other.threads {
            Some(format!("it has --threads {}, and all need the same", self.threads))
        } else if self.folder != other.folder {
            Some(format!("it works {} --dir", if self.folder { "with" } else { "without" }))
        } else {
            None
        }
    }
}

impl Acceptor {
    /// An acceptor for some listeners, which must be non-blocking.
    pub(super) fn new(listeners: Vec<TcpListener>) -> Self {
        Self { listeners, waiting: Vec::new(), strangers: 0 }
    }

    /// The processes that have sent their hello since the last poll, each with its connection and address.
    pub(super) fn poll(&mut self) -> Vec<(Hello, TcpStream, SocketAddr)> {
        let mut hellos = Vec::new();
        // The waiting connections are read before, since that may make room, and again afterwards, since a new
        // connection may have sent its hello already.
        self.read(&mut hellos);
        for _ in 0..MAX_WAITING {
            let come = self.listeners.iter().find_map(|listener| listener.accept().ok());
            let Some((stream, from)) = come else { break };
            if stream.set_nonblocking(true).is_err() {
                continue;
            }
            if self.waiting.len() >= MAX_WAITING {
                self.waiting.remove(0);
                self.strangers += 1;
            }
            let until = Instant::now() + HELLO_TIMEOUT;
            self.waiting.push(Waiting { stream, from, until, receiver: Receiver::new(MAX_HELLO) });
        }
        self.read(&mut hellos);
        hellos
    }

    /// Reads what has arrived on the waiting connections.
    fn read(&mut self, hellos: &mut Vec<(Hello, TcpStream, SocketAddr)>) {
        for mut waiting in std::mem::take(&mut self.waiting) {
            let received = waiting.receiver.receive(&waiting.stream);
            if matches!(received, Ok(None)) && Instant::now() < waiting.until {
                self.waiting.push(waiting);
                continue;
            }
            let body = received.ok().flatten();
            match body.and_then(|body| serde_json::from_slice(&body).ok()) {
                Some(hello) => hellos.push((hello, waiting.stream, waiting.from)),
                None => self.strangers += 1,
            }
        }
    }

    /// Closes all connections without a hello; returns how many there have been in total.
    pub(super) fn close(self) -> usize {
        self.strangers + self.waiting.len()
    }
}
