//! Reads a text of any length line by line, without keeping the lines.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

use soliter::base::diagnostic::{Diagnostic, Diagnostics, Source, TextFault};

use crate::cli::args::file_name::FileName;
use crate::cli::files::{ReadFault, open};
use crate::cli::output::failure::Failure;
use crate::cli::session::Session;

/// A longer line is refused; no format that is read by lines needs more.
const LONGEST: usize = 1 << 16;

const HELP: &str = "give a text file";

type Reader = BufReader<Box<dyn Read + Send>>;

/// A line and its number, from 1.
pub(crate) struct TextLine {
    pub(crate) number: usize,
    pub(crate) text: String,
}

/// A file or standard input, some lines of which have been read.
pub(crate) struct Lines {
    name: FileName,
    /// `None` while a thread is reading.
    reader: Option<Reader>,
    read: usize,
}

impl Lines {
    pub(crate) fn open(session: &Session, name: &FileName) -> Result<Self, Failure> {
        let path = name.path().to_owned();
        let opened = session.wait_for(move || open(&path)).map_err(ReadFault::from);
        let opened = opened.and_then(|opened| Ok(opened?));
        let file = opened.map_err(|fault| fault.of_file(name, HELP))?;
        Ok(Self { name: name.clone(), reader: Some(BufReader::new(file)), read: 0 })
    }

    /// The next lines, without their line ends; none at the end of the text. Waits for them within the
    /// limits.
    pub(crate) fn next(
        &mut self,
        session: &Session,
        count: usize,
    ) -> Result<Vec<TextLine>, Failure> {
        let Some(mut reader) = self.reader.take() else { return Ok(Vec::new()) };
        let done = session.wait_for(move || take(&mut reader, count).map(|lines| (lines, reader)));
        let done = done.map_err(ReadFault::from).and_then(|done| Ok(done?));
        let (lines, reader) = done.map_err(|fault| fault.of_file(&self.name, HELP))?;
        self.reader = (!lines.is_empty()).then_some(reader);
        let mut texts = Vec::with_capacity(lines.len());
        for bytes in lines {
            self.read += 1;
            let bytes = self.checked(bytes)?;
            texts.push(TextLine { number: self.read, text: bytes });
        }
        Ok(texts)
    }

    fn checked(&self, bytes: Vec<u8>) -> Result<String, Failure> {
        if bytes.len() > LONGEST {
            let start = String::from_utf8_lossy(&bytes[..LONGEST]).into_owned();
            let source = self.source(self.read, &start);
            let at = self.read - 1;
            let message = format!("the line is longer than {} KiB", LONGEST >> 10);
            return Err(Diagnostic::new(&source, at..at, message).help(HELP).into());
        }
        String::from_utf8(bytes).map_err(|error| {
            let padded = [vec![b'\n'; self.read - 1], error.into_bytes()].concat();
            let fault = Source::from_bytes(&*self.name, padded).err();
            fault.unwrap_or_else(|| Diagnostics::from(Vec::new())).into()
        })
    }

    /// A text in which a line has its number. The previous lines, which are no longer available, are empty.
    fn source(&self, number: usize, line: &str) -> Arc<Source> {
        Source::new(&*self.name, "\n".repeat(number - 1) + line)
    }

    /// A fault of a line, as a fault of the text.
    pub(crate) fn fault(&self, line: &TextLine, mut fault: TextFault) -> Failure {
        let start = line.number - 1;
        fault.span = fault.span.start + start..fault.span.end + start;
        fault.of(&self.source(line.number, &line.text)).into()
    }
}

fn take(reader: &mut Reader, count: usize) -> io::Result<Vec<Vec<u8>>> {
    let mut lines = Vec::new();
    while lines.len() < count {
        let mut line = Vec::new();
        reader.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            break;
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        let is_long = line.len() > LONGEST;
        lines.push(line);
        if is_long {
            break;
        }
    }
    Ok(lines)
}
