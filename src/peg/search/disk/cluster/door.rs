//! Accepts the connections of other processes before the work begins, and hears who each of them is.
//!
//! All connections are listened to at the same time, each until its own deadline, so that a silent one keeps no
//! other waiting.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use crate::peg::search::disk::cluster::frame::{Common, Ear, MOST_OF_HELLO, Message};

/// A process that connects has this long to say who it is.
const PATIENCE: Duration = Duration::from_secs(5);
/// So many connections are listened to. For a further one, the oldest is closed: a process of the cluster
/// speaks at once.
const AT_ONCE: usize = 256;

/// The listeners of a process, and the connections that have not yet said who they are.
pub(super) struct Door {
    listeners: Vec<TcpListener>,
    /// The first has waited longest.
    waiting: Vec<Waiting>,
    strangers: usize,
}

struct Waiting {
    stream: TcpStream,
    from: SocketAddr,
    until: Instant,
    ear: Ear,
}

/// Somebody who has said who it is.
pub(super) struct Hello {
    pub(super) stream: TcpStream,
    pub(super) from: SocketAddr,
    pub(super) process: usize,
    pub(super) common: Common,
}

impl Door {
    /// The listeners must not block.
    pub(super) fn new(listeners: Vec<TcpListener>) -> Self {
        Self { listeners, waiting: Vec::new(), strangers: 0 }
    }

    /// Those who have said who they are since the last look.
    pub(super) fn look(&mut self) -> Vec<Hello> {
        let mut hellos = Vec::new();
        // Before, since those that have waited may make room; after, since new ones may have spoken already.
        self.listen(&mut hellos);
        for _ in 0..AT_ONCE {
            let come = self.listeners.iter().find_map(|listener| listener.accept().ok());
            let Some((stream, from)) = come else { break };
            if stream.set_nonblocking(true).is_err() {
                continue;
            }
            if self.waiting.len() >= AT_ONCE {
                self.waiting.remove(0);
                self.strangers += 1;
            }
            let until = Instant::now() + PATIENCE;
            self.waiting.push(Waiting { stream, from, until, ear: Ear::new(MOST_OF_HELLO) });
        }
        self.listen(&mut hellos);
        hellos
    }

    /// Hears what has come from those who wait.
    fn listen(&mut self, hellos: &mut Vec<Hello>) {
        for mut waiting in std::mem::take(&mut self.waiting) {
            match waiting.ear.listen(&mut waiting.stream) {
                Ok(None) if Instant::now() < waiting.until => self.waiting.push(waiting),
                Ok(Some(Message::Hello(process, common)))
                    if waiting.stream.set_nonblocking(false).is_ok() =>
                {
                    let Waiting { stream, from, .. } = waiting;
                    hellos.push(Hello { stream, from, process, common });
                }
                _ => self.strangers += 1,
            }
        }
    }

    /// Sends away all who have not said who they are; says how many there were from the beginning.
    pub(super) fn close(self) -> usize {
        self.strangers + self.waiting.len()
    }
}
