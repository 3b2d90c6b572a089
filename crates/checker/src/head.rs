//! Reads the head of a certificate by the grammar of docs/explanation/certificates.md, and describes errors
//! in a file.

use std::fmt::{self, Display, Formatter};
use std::io::{BufRead, Read, Take};

/// Why a file proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateError {
    /// What is wrong with it, and where.
    Wrong(String),
    /// The sides met while layers were being made, so there may be a line of this number of moves.
    Meeting(usize),
    /// `go_on` returned `false`.
    Limit,
    /// The file could not be read to its end; the text is the system's message.
    Unreadable(String),
}

impl Display for CertificateError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(why) | Self::Unreadable(why) => f.write_str(why),
            Self::Meeting(moves) => write!(f, "a solution in {moves} moves is not excluded"),
            Self::Limit => f.write_str("a limit was reached before the end of the check"),
        }
    }
}

impl std::error::Error for CertificateError {}

impl From<std::io::Error> for CertificateError {
    fn from(error: std::io::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

pub(super) type Checked<T = ()> = Result<T, CertificateError>;

/// Bytes in lower-case hexadecimal.
pub(super) fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"))
}

pub(super) fn need(truth: bool, what: impl Into<String>) -> Checked {
    if truth { Ok(()) } else { wrong(what) }
}

/// The error for a file that is cut off: it is not known what the complete file would prove.
pub(super) fn ends_early<T>(what: impl Into<String>) -> Checked<T> {
    Err(CertificateError::Unreadable(what.into()))
}

pub(super) fn wrong<T>(what: impl Into<String>) -> Checked<T> {
    Err(CertificateError::Wrong(what.into()))
}

const FIRST_LINE: &str = "soliter layers 2\n";
/// The maximum size of the head in bytes, more than the list of all jumps of the complete graph with 100 vertices.
pub const MOST_BYTES: u64 = 1 << 24;
/// Keys that are allowed in every certificate.
const COMMON: [&str; 10] = [
    "board",
    "directions",
    "holes",
    "jumps",
    "start",
    "finish",
    "pegs",
    "symmetries",
    "moves-at-least",
    "line",
];
/// Additional keys, by kind of proof. The first key of each kind occurs in no other kind.
const PROOFS: [(Proof, &[&str]); 3] = [
    (Proof::Marking, &["marking"]),
    (Proof::Weights, &["weights", "potentials", "duals", "regions"]),
    (Proof::Layers, &["F", "B", "sha256", "regions", PAGODAS[0], PAGODAS[1]]),
];

/// Keys of the pagoda functions that prune layers, forwards and backwards.
pub(super) const PAGODAS: [&str; 2] = ["pagodas-F", "pagodas-B"];

/// The kind of proof in a certificate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Proof {
    Marking,
    Weights,
    Layers,
}

/// One line: its number from 1, its key, and the rest, which is words with single spaces between them, or empty.
struct Line {
    number: u64,
    key: String,
    rest: String,
}

impl Line {
    fn words(&self) -> impl Iterator<Item = &str> {
        self.rest.split(' ').filter(|word| !word.is_empty())
    }
}

/// A head with known keys only, each at most once and allowed for its kind of proof.
pub(super) struct Head {
    lines: Vec<Line>,
    pub(super) proof: Proof,
    /// Whether the positions of the layers follow the head.
    pub(super) has_data: bool,
}

impl Head {
    /// Reads a head, including its last line.
    pub(super) fn read(file: &mut dyn BufRead) -> Checked<Self> {
        let mut file = file.take(MOST_BYTES);
        // Rejects a file that is not a certificate before reading a complete line.
        let mut first = Vec::new();
        file.by_ref().take(FIRST_LINE.len() as u64).read_to_end(&mut first)?;
        if first != FIRST_LINE.as_bytes() {
            if FIRST_LINE.as_bytes().starts_with(&first) {
                return ends_early("the file is empty, or ends in its first line");
            }
            return wrong("this is not a Soliter certificate");
        }
        let (mut lines, mut number) = (Vec::<Line>::new(), 1_u64);
        let has_data = loop {
            number = number.saturating_add(1);
            let line = next_line(&mut file, number)?;
            match line.as_slice() {
                b"ends" => break false,
                b"data" => break true,
                [b'#', remark @ ..] => {
                    let plain = remark.iter().all(|&byte| byte >= b' ' && byte != 0x7f);
                    need(plain, format!("line {number}: a remark has a control character"))?;
                }
                line => {
                    let line = key_line(line, number)?;
                    let twice = lines.iter().any(|other| other.key == line.key);
                    need(!twice, format!("line {number}: \"{}\" is there twice", line.key))?;
                    lines.push(line);
                }
            }
        };
        let has = |key: &str| lines.iter().any(|line| line.key == key);
        let mut proofs = PROOFS.into_iter().filter(|(_, keys)| has(keys[0]));
        let (Some((proof, keys)), None) = (proofs.next(), proofs.next()) else {
            return wrong("there has to be one proof of the claim: F, weights or marking");
        };
        for Line { number, key, .. } in &lines {
            let fits = COMMON.contains(&&**key) || keys.contains(&&**key);
            need(fits, format!("line {number}: \"{key}\" does not belong to this kind of proof"))?;
        }
        need(
            !has_data || proof == Proof::Layers,
            format!("line {number}: only layers have \"data\""),
        )?;
        Ok(Self { lines, proof, has_data })
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.lines.iter().any(|line| line.key == key)
    }

    /// Everything that the layers depend on: all lines except those that describe layers and the line of moves.
    pub(super) fn premises(&self) -> String {
        let is_premise = |line: &&Line| !["F", "B", "sha256", "line"].contains(&&*line.key);
        let text = |line: &Line| format!("{} {}\n", line.key, line.rest);
        let mut lines: Vec<String> = self.lines.iter().filter(is_premise).map(text).collect();
        lines.sort_unstable();
        lines.concat()
    }

    /// The words of a line, parsed by `read`; empty if there is no such line.
    pub(super) fn words<T>(&self, key: &str, read: impl Fn(&str) -> Option<T>) -> Checked<Vec<T>> {
        let Some(line) = self.line(key) else { return Ok(Vec::new()) };
        let refused = |word: &str| self.refusal(key, format!("what is \"{word:.20}\"?"));
        line.words().map(|word| read(word).ok_or_else(|| refused(word))).collect()
    }

    fn line(&self, key: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.key == key)
    }

    /// An error at a line, with its number.
    pub(super) fn refusal(&self, key: &str, what: impl Display) -> CertificateError {
        CertificateError::Wrong(match self.line(key) {
            Some(line) => format!("line {}, \"{key}\": {what}", line.number),
            None => format!("\"{key}\": {what}"),
        })
    }

    /// Rejects a line unless `truth` holds.
    pub(super) fn need(&self, key: &str, truth: bool, what: impl Display) -> Checked {
        if truth { Ok(()) } else { Err(self.refusal(key, what)) }
    }

    /// The single word of a line, parsed by `read`.
    pub(super) fn word<T>(&self, key: &str, read: impl Fn(&str) -> Option<T>) -> Checked<T> {
        let mut words = self.words(key, read)?;
        match (words.pop(), words.is_empty()) {
            (Some(word), true) => Ok(word),
            _ => Err(self.refusal(key, "there has to be one word")),
        }
    }
}

/// Reads a line and removes the `\n` that must end it.
fn next_line(file: &mut Take<&mut dyn BufRead>, number: u64) -> Checked<Vec<u8>> {
    let mut line = Vec::new();
    file.read_until(b'\n', &mut line)?;
    match line.pop() {
        Some(b'\n') => Ok(line),
        _ if file.limit() == 0 => {
            wrong(format!("line {number}: the head is longer than {MOST_BYTES} bytes"))
        }
        _ => ends_early(format!("line {number}: the file ends within its head")),
    }
}

/// A key and words of visible ASCII, separated by single spaces.
fn key_line(line: &[u8], number: u64) -> Checked<Line> {
    let visible = line.iter().all(|byte| (b' '..0x7f).contains(byte));
    let Some(text) = str::from_utf8(line).ok().filter(|_| visible) else {
        return wrong(format!("line {number}: there is a byte that is not visible ASCII"));
    };
    let (key, rest) = text.split_once(' ').map_or((text, None), |(key, rest)| (key, Some(rest)));
    let known = COMMON.iter().chain(PROOFS.iter().flat_map(|(_, keys)| *keys)).any(|k| *k == key);
    need(known, format!("line {number}: there is no key \"{key:.20}\""))?;
    let single = rest.is_none_or(|rest| rest.split(' ').all(|word| !word.is_empty()));
    need(single, format!("line {number}: words have one space between them"))?;
    Ok(Line { number, key: key.to_owned(), rest: rest.unwrap_or_default().to_owned() })
}

/// An integer in canonical form: digits without a leading zero, except `0` itself.
pub(super) fn decimal(word: &str) -> Option<u64> {
    let plain = word.bytes().all(|byte| byte.is_ascii_digit());
    let one_spelling = plain && (word == "0" || !word.starts_with('0'));
    word.parse().ok().filter(|_| one_spelling)
}

/// Like [`decimal`], with a minus sign for negative numbers.
pub(super) fn signed(word: &str) -> Option<i64> {
    match word.strip_prefix('-') {
        Some("0") => None,
        Some(digits) => decimal(digits).and_then(|_| word.parse().ok()),
        None => decimal(word).and_then(|number| number.try_into().ok()),
    }
}
