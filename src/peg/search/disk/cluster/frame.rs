//! What processes send to each other consists of eight magic bytes, the length of a body as four bytes (highest
//! first), and the body. That is text in JSON, or packets of arrivals.

use std::io::{self, Read as _};
use std::net::TcpStream;

const MAGIC: [u8; 8] = *b"soliterC";
/// The bytes before the body: the magic bytes and the length.
const HEAD: usize = MAGIC.len() + 4;
/// The most bytes that are read at once.
const CHUNK: usize = 1 << 14;

/// The bytes to send for a body.
pub(super) fn framed(body: &[u8]) -> Vec<u8> {
    [&MAGIC[..], &(body.len() as u32).to_be_bytes(), body].concat()
}

/// Whether reading or writing may go on after an error, since it was only interrupted or took its time.
pub(super) fn is_pause(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), Interrupted | TimedOut | WouldBlock)
}

/// Receives one body, piece by piece.
pub(super) struct Receiver {
    /// The bytes that have been received.
    bytes: Vec<u8>,
    /// The most bytes of a valid body.
    max: usize,
}

impl Receiver {
    /// A receiver for a body of at most `max` bytes.
    pub(super) fn new(max: usize) -> Self {
        Self { bytes: Vec::new(), max }
    }

    /// Reads what has arrived of the body, and nothing of what follows it; `None` if it is not complete yet.
    /// It is an error if the sender has ended, or does not follow the protocol.
    pub(super) fn receive(&mut self, mut stream: &TcpStream) -> io::Result<Option<Vec<u8>>> {
        loop {
            let whole = self.needed()?;
            let have = self.bytes.len();
            if have >= HEAD && have == whole {
                return Ok(Some(self.bytes.split_off(HEAD)));
            }
            // The length may come from a stranger, so memory is only allocated as bytes arrive.
            let mut part = [0; CHUNK];
            let part = &mut part[..(whole - have).min(CHUNK)];
            match stream.read(part) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(read) => self.bytes.extend_from_slice(&part[..read]),
                Err(error) if is_pause(&error) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
    }

    /// The number of bytes to wait for: those of the head first, and then those of the body too.
    fn needed(&self) -> io::Result<usize> {
        let letters = self.bytes.len().min(MAGIC.len());
        if self.bytes[..letters] != MAGIC[..letters] {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let length = self.bytes.get(MAGIC.len()..).and_then(|length| length.first_chunk());
        let Some(&length) = length else { return Ok(HEAD) };
        let length = u32::from_be_bytes(length) as usize;
        if length > self.max { Err(io::ErrorKind::InvalidData.into()) } else { Ok(HEAD + length) }
    }
}
