//! The messages that processes send to each other before the work begins. A message consists of eight magic
//! bytes, the length of its text as four bytes (highest first), and the text, which is JSON.

use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::base::control::{Control, Stop};
use crate::peg::search::disk::folder::manifest::LevelRecord;

const MAGIC: [u8; 8] = *b"soliterC";
/// The bytes before the text: the magic bytes and the length.
const HEAD: usize = MAGIC.len() + 4;
/// More bytes than any message has.
const MAX_MESSAGE: usize = 1 << 26;
/// More bytes than any hello has, however long the title of its puzzle is.
pub(super) const MAX_HELLO: usize = 1 << 14;
/// The most bytes that are read at once.
const CHUNK: usize = 1 << 12;
/// The time between two checks of the limits.
const READ_TIMEOUT: Duration = Duration::from_millis(50);

/// The settings that all processes of a count or a search must have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The number of workers in each process.
    pub(super) threads: usize,
    /// Whether the processes share a folder.
    pub(super) folder: bool,
}

impl Common {
    /// The reason why a process with the settings `other` cannot take part, if there is one.
    pub(super) fn refuses(&self, other: &Self) -> Option<String> {
        let puzzle = self.puzzle != other.puzzle;
        [
            (self.version != other.version, format!("it is version {}", self.version)),
            (puzzle, format!("it has another puzzle, {}", self.title)),
            (self.what != other.what, format!("it looks for {}", self.what)),
            (self.hosts != other.hosts, "it has another list of hosts".to_owned()),
            (
                self.threads != other.threads,
                format!("it has --threads {}, and all need the same", self.threads),
            ),
            (
                self.folder != other.folder,
                format!("it works {} --dir", if self.folder { "with" } else { "without" }),
            ),
        ]
        .into_iter()
        .find_map(|(wrong, why)| wrong.then_some(why))
    }
}

/// A message from one process to another.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// The first message of a process that connects: its number and its settings.
    Hello(usize, Common),
    /// The answer to a process that may take part.
    Welcome,
    /// The answer to a process that may not take part, with the reason.
    Refused(String),
    /// Tells process 0 that the sender is connected to all processes.
    Ready,
    /// From process 0: the complete levels, and the token that the shared folder has to contain.
    Go(Vec<LevelRecord>, String),
}

/// Why no message was received.
#[derive(Debug)]
pub(super) enum ReceiveError {
    /// A limit was reached.
    Stopped(Stop),
    /// No message came in time.
    Late,
    /// The sender has ended, or does not follow the protocol.
    Gone,
}

/// Sends a message.
pub(super) fn send(stream: &mut TcpStream, message: &Message) -> io::Result<()> {
    let text = serde_json::to_vec(message)?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&(text.len() as u32).to_be_bytes());
    bytes.extend_from_slice(&text);
    stream.write_all(&bytes)
}

/// Waits for a message until the deadline `until`.
pub(super) fn receive(
    stream: &mut TcpStream,
    until: Option<Instant>,
    control: &Control,
) -> Result<Message, ReceiveError> {
    stream.set_read_timeout(Some(READ_TIMEOUT)).map_err(|_| ReceiveError::Gone)?;
    let mut receiver = Receiver::new(MAX_MESSAGE);
    loop {
        control.check().map_err(ReceiveError::Stopped)?;
        if until.is_some_and(|until| Instant::now() >= until) {
            return Err(ReceiveError::Late);
        }
        if let Some(message) = receiver.receive(stream)? {
            return Ok(message);
        }
    }
}

/// Receives one message, piece by piece.
pub(super) struct Receiver {
    /// The bytes that have been received.
    bytes: Vec<u8>,
    /// The most bytes of the text of a valid message.
    max: usize,
}

impl Receiver {
    /// A receiver for a message of at most `max` bytes.
    pub(super) fn new(max: usize) -> Self {
        Self { bytes: Vec::new(), max }
    }

    /// Reads what has arrived of the message, and nothing of what follows it; `None` if it is not complete yet.
    pub(super) fn receive(
        &mut self,
        stream: &mut TcpStream,
    ) -> Result<Option<Message>, ReceiveError> {
        loop {
            let whole = self.needed()?;
            let have = self.bytes.len();
            if have >= HEAD && have == whole {
                let message = serde_json::from_slice(&self.bytes[HEAD..]);
                return message.map(Some).map_err(|_| ReceiveError::Gone);
            }
            // The length may come from a stranger, so memory is only allocated as bytes arrive.
            let mut part = [0; CHUNK];
            let part = &mut part[..(whole - have).min(CHUNK)];
            match stream.read(part) {
                Ok(0) => return Err(ReceiveError::Gone),
                Ok(read) => self.bytes.extend_from_slice(&part[..read]),
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => return Ok(None),
                    io::ErrorKind::Interrupted => {}
                    _ => return Err(ReceiveError::Gone),
                },
            }
        }
    }

    /// The number of bytes to wait for: those of the head first, and then those of the text too.
    fn needed(&self) -> Result<usize, ReceiveError> {
        let letters = self.bytes.len().min(MAGIC.len());
        if self.bytes[..letters] != MAGIC[..letters] {
            return Err(ReceiveError::Gone);
        }
        let length = self.bytes.get(MAGIC.len()..).and_then(|length| length.first_chunk());
        let Some(&length) = length else { return Ok(HEAD) };
        let length = u32::from_be_bytes(length) as usize;
        if length > self.max { Err(ReceiveError::Gone) } else { Ok(HEAD + length) }
    }
}
