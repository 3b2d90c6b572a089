//! The messages that processes send each other before the work begins: eight letters, the number of bytes, and
//! JSON.

use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::base::control::{Control, Stop};
use crate::peg::search::disk::folder::manifest::Done;

const LETTERS: [u8; 8] = *b"soliterC";
/// The letters and the length.
const HEAD: usize = LETTERS.len() + 4;
/// Longer than any message.
const MOST: usize = 1 << 26;
/// Longer than the first word of who connects, whatever its title is.
pub(super) const MOST_OF_HELLO: usize = 1 << 14;
/// Bytes that are read at once.
const PART: usize = 1 << 12;
/// Between looks at the limits.
const TICK: Duration = Duration::from_millis(50);

/// What all processes of some work have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Common {
    pub(super) version: String,
    /// No more of it than a person needs to know the puzzle.
    pub(super) title: String,
    /// A digest.
    pub(super) puzzle: String,
    pub(super) what: String,
    /// A digest of the list of hosts.
    pub(super) hosts: String,
    pub(super) threads: usize,
    /// Whether they share a folder.
    pub(super) folder: bool,
}

impl Common {
    /// Why a process that says `other` cannot take part.
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

/// A message.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// The first word of who connects: its number, and what it counts.
    Hello(usize, Common),
    Welcome,
    Refused(String),
    /// To process 0: connected to all.
    Ready,
    /// From process 0: the levels that are whole, and what the folder has to have.
    Go(Vec<Done>, String),
}

/// Why nothing was heard.
#[derive(Debug)]
pub(super) enum Silence {
    Stopped(Stop),
    /// Nobody spoke in time.
    Late,
    /// It ended, or is no soliter.
    Gone,
}

pub(super) fn say(stream: &mut TcpStream, said: &Message) -> io::Result<()> {
    let text = serde_json::to_vec(said)?;
    let mut bytes = LETTERS.to_vec();
    bytes.extend_from_slice(&(text.len() as u32).to_be_bytes());
    bytes.extend_from_slice(&text);
    stream.write_all(&bytes)
}

/// Waits for a message until a moment.
pub(super) fn hear(
    stream: &mut TcpStream,
    until: Option<Instant>,
    control: &Control,
) -> Result<Message, Silence> {
    stream.set_read_timeout(Some(TICK)).map_err(|_| Silence::Gone)?;
    let mut ear = Ear::new(MOST);
    loop {
        control.check().map_err(Silence::Stopped)?;
        if until.is_some_and(|until| Instant::now() >= until) {
            return Err(Silence::Late);
        }
        if let Some(said) = ear.listen(stream)? {
            return Ok(said);
        }
    }
}

/// A message as far as it has come.
pub(super) struct Ear {
    bytes: Vec<u8>,
    /// A longer message is none.
    most: usize,
}

impl Ear {
    pub(super) fn new(most: usize) -> Self {
        Self { bytes: Vec::new(), most }
    }

    /// Reads what is there of one message and nothing of what follows it; `None` if it is not whole yet.
    pub(super) fn listen(&mut self, stream: &mut TcpStream) -> Result<Option<Message>, Silence> {
        loop {
            let whole = self.needed()?;
            let have = self.bytes.len();
            if have >= HEAD && have == whole {
                let said = serde_json::from_slice(&self.bytes[HEAD..]);
                return said.map(Some).map_err(|_| Silence::Gone);
            }
            // The length is the word of a stranger: memory is taken as bytes come.
            let mut part = [0; PART];
            let part = &mut part[..(whole - have).min(PART)];
            match stream.read(part) {
                Ok(0) => return Err(Silence::Gone),
                Ok(read) => self.bytes.extend_from_slice(&part[..read]),
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => return Ok(None),
                    io::ErrorKind::Interrupted => {}
                    _ => return Err(Silence::Gone),
                },
            }
        }
    }

    /// How many bytes there are to be: those of the head, then those of the message too.
    fn needed(&self) -> Result<usize, Silence> {
        let letters = self.bytes.len().min(LETTERS.len());
        if self.bytes[..letters] != LETTERS[..letters] {
            return Err(Silence::Gone);
        }
        let Some(length) = self.bytes.get(LETTERS.len()..HEAD) else { return Ok(HEAD) };
        let length = length.iter().fold(0, |length, &byte| length << 8 | usize::from(byte));
        if length > self.most { Err(Silence::Gone) } else { Ok(HEAD + length) }
    }
}
