//! Reads a file line by line. Each line is visible ASCII, limited in length, and ended by `\n`.

use std::io::{BufRead, BufReader, Read};

use sha2::{Digest, Sha256};

use super::head::{CertificateError, Checked, ends_early, hex, need, wrong};

/// The maximum number of bytes of a line, including its end.
const LONGEST: u64 = 1 << 24;
/// The number of lines between checks of the limits.
const OFTEN: u64 = 1 << 10;

pub(super) struct Lines<'a> {
    file: BufReader<&'a mut dyn Read>,
    what: &'static str,
    go_on: &'a dyn Fn(u64) -> bool,
    number: u64,
    hash: Option<Sha256>,
}

impl<'a> Lines<'a> {
    pub(super) fn of(
        file: &'a mut dyn Read,
        what: &'static str,
        go_on: &'a dyn Fn(u64) -> bool,
    ) -> Self {
        Self { file: BufReader::new(file), what, go_on, number: 0, hash: None }
    }

    /// Starts hashing with the next line.
    pub(super) fn hash_the_rest(&mut self) {
        self.hash = Some(Sha256::default());
    }

    /// The digest of the hashed lines; hashing stops.
    pub(super) fn digest(&mut self) -> String {
        hex(self.hash.take().unwrap_or_default().finalize())
    }

    /// The next line; `None` at the end. `bytes` is the current size of the tables.
    pub(super) fn next(&mut self, bytes: u64) -> Checked<Option<String>> {
        let Some(line) = self.bytes_of_next(bytes)? else { return Ok(None) };
        let visible = line.iter().all(|byte| (b' '..0x7f).contains(byte));
        need(visible, format!("{} has a byte that is not visible ASCII", self.place()))?;
        String::from_utf8(line).map(Some).or_else(|_| wrong("a line is not text"))
    }

    /// The next line, a comment that may contain letters of any alphabet.
    pub(super) fn next_remark(&mut self) -> Checked<String> {
        let Some(line) = self.bytes_of_next(0)? else {
            return ends_early(format!("{} is missing: the file ends before it", self.place()));
        };
        let plain = line.iter().all(|&byte| byte >= b' ' && byte != 0x7f);
        need(plain, format!("{} has a control character", self.place()))?;
        Ok(String::from_utf8_lossy(&line).into_owned())
    }

    fn bytes_of_next(&mut self, bytes: u64) -> Checked<Option<Vec<u8>>> {
        if self.number.is_multiple_of(OFTEN) {
            self.look(bytes)?;
        }
        let mut line = Vec::new();
        self.file.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        self.number = self.number.saturating_add(1);
        if let Some(hash) = &mut self.hash {
            hash.update(&line);
        }
        match line.pop() {
            None => Ok(None),
            Some(b'\n') => Ok(Some(line)),
            Some(_) if (line.len() as u64).saturating_add(1) < LONGEST => {
                ends_early(format!("{} is cut off", self.place()))
            }
            Some(_) => wrong(format!("{} is longer than {LONGEST} bytes", self.place())),
        }
    }

    /// Whether the file, read to its end, has no line.
    pub(super) fn is_empty(&self) -> bool {
        self.number <= 1
    }

    /// Checks that tables may take `bytes` bytes.
    pub(super) fn look(&self, bytes: u64) -> Checked {
        if (self.go_on)(bytes) { Ok(()) } else { Err(CertificateError::Limit) }
    }

    /// The place in the file: `line 7 of the proof`.
    pub(super) fn place(&self) -> String {
        format!("line {} of {}", self.number, self.what)
    }

    /// A refusal with the current line.
    pub(super) fn at(&self, why: &CertificateError) -> CertificateError {
        match why {
            CertificateError::Wrong(why) => {
                CertificateError::Wrong(format!("{}: {why}", self.place()))
            }
            other => other.clone(),
        }
    }
}

pub(super) fn cannot_be_read(lines: &Lines<'_>) -> CertificateError {
    CertificateError::Wrong(format!("{} cannot be read", lines.place()))
}
