//! Accepts the connections of other processes before the work begins, and receives the hello of each.
//!
//! All connections are read side by side, each until its own deadline, so that a silent one does not keep the
//! others waiting.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::peg::search::disk::cluster::frame::Receiver;

/// The number of settings that all processes of a count or a search must have in common.
pub(super) const SETTINGS: usize = 6;
/// More bytes than any hello has.
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
pub(super) struct Hello(pub(super) usize, pub(super) [String; SETTINGS]);

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
