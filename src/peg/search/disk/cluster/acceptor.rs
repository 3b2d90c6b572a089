//! Accepts the connections of other processes before the work begins, and receives the hello of each. Where the
//! processes share a key, a hello counts only with the proof that its sender knows the key.
//!
//! All connections are read side by side, each until its own deadline, so that a silent one does not keep the
//! others waiting.

use std::io::Write as _;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::peg::search::disk::cluster::frame::{Receiver, framed};
use crate::peg::search::disk::cluster::key::{CHALLENGE, Challenges, Key, challenge};

/// The number of settings that all processes of a count or a search must have in common.
pub(super) const SETTINGS: usize = 6;
/// More bytes than any hello has.
const MAX_HELLO: usize = 1 << 14;
/// A process that connects has to send its hello within this time.
pub(super) const HELLO_TIMEOUT: Duration = Duration::from_secs(5);
/// The most connections that are read at a time. A further one replaces the oldest, since a process of the
/// cluster sends its hello at once.
const MAX_WAITING: usize = 256;

/// The listeners of a process, and the connections that have not yet sent a hello.
pub(super) struct Acceptor<'a> {
    listeners: Vec<TcpListener>,
    key: Option<&'a Key>,
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
    /// The challenges, once both are known. There are none without a key.
    challenges: Option<Challenges>,
}

/// What came of a connection so far.
enum Heard {
    Nothing,
    Hello(Hello),
    /// What does not belong to a process of the cluster.
    Stranger,
}

/// The first message of a process that connects: its number and its settings, and a random word, which the two
/// connections of a process have in common.
#[derive(Serialize, Deserialize)]
pub(super) struct Hello(pub(super) usize, pub(super) [String; SETTINGS], pub(super) String);

impl<'a> Acceptor<'a> {
    /// An acceptor for some listeners, which must be non-blocking. With a key, others have to prove that they
    /// know it.
    pub(super) fn new(listeners: Vec<TcpListener>, key: Option<&'a Key>) -> Self {
        Self { listeners, key, waiting: Vec::new(), strangers: 0 }
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
            // Before the proof nothing but a challenge is read.
            let receiver = Receiver::new(self.key.map_or(MAX_HELLO, |_| CHALLENGE));
            self.waiting.push(Waiting { stream, from, until, receiver, challenges: None });
        }
        self.read(&mut hellos);
        hellos
    }

    /// Reads what has arrived on the waiting connections.
    fn read(&mut self, hellos: &mut Vec<(Hello, TcpStream, SocketAddr)>) {
        for mut waiting in std::mem::take(&mut self.waiting) {
            match waiting.hear(self.key) {
                Heard::Nothing if Instant::now() < waiting.until => self.waiting.push(waiting),
                Heard::Hello(hello) => hellos.push((hello, waiting.stream, waiting.from)),
                Heard::Nothing | Heard::Stranger => self.strangers += 1,
            }
        }
    }

    /// Closes all connections without a hello; returns how many there have been in total.
    pub(super) fn close(self) -> usize {
        self.strangers + self.waiting.len()
    }
}

impl Waiting {
    /// Reads what has arrived, and answers a challenge.
    fn hear(&mut self, key: Option<&Key>) -> Heard {
        loop {
            let body = match self.receiver.receive(&self.stream) {
                Ok(Some(body)) => body,
                Ok(None) => return Heard::Nothing,
                Err(_) => return Heard::Stranger,
            };
            let hello = match (key, self.challenges) {
                (None, _) => Some(&body[..]),
                (Some(key), Some(challenges)) => key.hello(challenges, &body),
                (Some(key), None) if self.answer(key, &body).is_some() => continue,
                (Some(_), None) => None,
            };
            let hello = hello.and_then(|hello| serde_json::from_slice(hello).ok());
            return hello.map_or(Heard::Stranger, Heard::Hello);
        }
    }

    /// Answers a challenge with a challenge and a proof; `None` if it is none, or the answer cannot be sent.
    fn answer(&mut self, key: &Key, theirs: &[u8]) -> Option<()> {
        let challenges = Challenges(theirs.try_into().ok()?, challenge().ok()?);
        let answer = [&challenges.1[..], &key.accepting(challenges)].concat();
        // So few bytes always fit into what the system sends later.
        (&self.stream).write_all(&framed(&answer)).ok()?;
        self.challenges = Some(challenges);
        self.receiver = Receiver::new(MAX_HELLO);
        Some(())
    }
}
