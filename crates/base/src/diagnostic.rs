//! Diagnostics: what is wrong with a file, where, and what to do about it.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::wording::{grouped, shown};

/// A text and the name it is reported under (a path, or `-`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Path or other name.
    pub name: String,
    /// The complete text, which never changes.
    pub text: String,
    /// Byte offsets of the line starts.
    line_starts: Vec<usize>,
    /// Where the text lies in its file, if it is only a part of one.
    cut: Option<Cut>,
}

/// The pieces of a file that make up a text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cut {
    file: Arc<Source>,
    /// For each piece, in the order of the text: where it starts in the text, and its byte range in the file.
    pieces: Vec<(usize, Range<usize>)>,
}

impl Source {
    /// Creates a named text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        let (name, text) = (name.into(), text.into());
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let line_starts = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        Arc::new(Self { name, text, line_starts, cut: None })
    }

    /// Creates a text from pieces of a file. Each piece is some text and the byte range of the file that it stands for.
    /// Errors in the text are shown at their places in the file.
    pub fn cut<'p>(
        file: &Arc<Self>,
        name: impl Into<String>,
        pieces: impl IntoIterator<Item = (&'p str, Range<usize>)>,
    ) -> Arc<Self> {
        let mut text = String::new();
        let place = |(piece, range): (&str, Range<usize>)| {
            let start = text.len();
            text.push_str(piece);
            (start, range)
        };
        let pieces = pieces.into_iter().map(place).collect();
        let cut = Cut { file: Arc::clone(file), pieces };
        let name = name.into();
        Arc::new(Self { name, text, line_starts: Vec::new(), cut: Some(cut) })
    }

    /// The complete file, and the place in it of a byte offset of this text.
    fn in_file(&self, offset: usize) -> (&Self, usize) {
        let Some(cut) = &self.cut else { return (self, offset) };
        let next = cut.pieces.partition_point(|(start, _)| *start <= offset);
        let at = cut.pieces[..next].last().map_or(0, |(start, range)| {
            // A piece that is not in the file literally stands for its whole range.
            range.start + (offset - start).min(range.len())
        });
        (&cut.file, at)
    }

    /// Creates a named text from bytes; the error is at the first byte that is not UTF-8. UTF-16 is recognised by its
    /// byte order mark: some shells of Windows redirect output to such files.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Arc<Self>, Diagnostics> {
        if let Some(text) = utf_16(&bytes) {
            return Ok(Self::new(name, text));
        }
        let error = match String::from_utf8(bytes) {
            Ok(text) => return Ok(Self::new(name, text)),
            Err(error) => error,
        };
        let good = error.utf8_error().valid_up_to();
        let message = format!("not UTF-8 text: byte 0x{:02x}", error.as_bytes()[good]);
        let source = Self::new(name, String::from_utf8_lossy(error.as_bytes()));
        let shown = good..good + char::REPLACEMENT_CHARACTER.len_utf8();
        Err(Diagnostic::new(&source, shown, message).help("save the file as UTF-8").into())
    }

    /// Line and column (in characters) of a byte offset, both from 1.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let (file, offset) = self.in_file(offset);
        let line = file.line(offset);
        let start = file.line_range(line).start;
        (line, file.text[start..file.boundary(offset)].chars().count() + 1)
    }

    /// The line of a byte offset, from 1, found by binary search.
    pub fn line(&self, offset: usize) -> usize {
        let (file, offset) = self.in_file(offset);
        file.line_starts.partition_point(|&start| start <= offset.min(file.text.len()))
    }

    /// The byte range of a line (from 1) without its line break.
    fn line_range(&self, line: usize) -> Range<usize> {
        let starts = &self.line_starts;
        starts[line - 1]..starts.get(line).map_or(self.text.len(), |next| next - 1)
    }

    /// The offset, moved back to the start of its character if it lies inside one.
    fn boundary(&self, offset: usize) -> usize {
        let mut at = offset.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

/// An error in a text whose place in a file is known only later, such as a drawing or a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} ({help})")]
pub struct TextFault {
    /// Byte range in the text; empty if only its start is known.
    pub span: Range<usize>,
    /// What is wrong, in a phrase.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl TextFault {
    /// An error at a byte range of a text.
    pub fn new(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: help.into() }
    }

    /// An error at a byte offset of a text.
    pub fn at(offset: usize, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::new(offset..offset, message, help)
    }

    /// The error as a diagnostic of `source`, if the text is the complete file.
    pub fn of(self, source: &Arc<Source>) -> Diagnostic {
        Diagnostic::new(source, self.span, self.message).help(self.help)
    }
}

/// A word that is not among the known ones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {kind} is called {word:?}; {suggestion}")]
pub struct UnknownWord {
    /// The kind of name that was expected: `notation`.
    pub kind: &'static str,
    /// The word.
    pub word: String,
    /// The nearest known word as a question, or a list of all of them.
    pub suggestion: String,
}

/// The part of a text around an error that a message shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt<'a> {
    /// The lines of the error; a long line is cut to the characters near the error.
    pub text: Cow<'a, str>,
    /// The byte range of the error in that text.
    pub span: Range<usize>,
    /// The line at which the error starts in the complete text, from 1. The excerpt starts with this line.
    pub line: usize,
    /// The column at which the error starts in the complete line, in characters from 1.
    pub column: usize,
}

/// One error in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file.
    pub source: Arc<Source>,
    /// Byte range in the file.
    pub span: Range<usize>,
    /// What is wrong, in a phrase.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a byte range of a file.
    pub fn new(source: &Arc<Source>, span: Range<usize>, message: impl Into<String>) -> Self {
        Self { source: Arc::clone(source), span, message: message.into(), help: None }
    }

    /// Adds advice on what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The part of the text around the error to show. Its cost does not depend on the length of the text.
    pub fn excerpt(&self) -> Excerpt<'_> {
        /// An error that spans more lines is shown by its first line only.
        const LINES: usize = 12;
        /// A line of at most this many bytes is shown in full; of a longer line, `NEAR` bytes on each side of
        /// the error.
        const WHOLE: usize = 2000;
        const NEAR: usize = 100;
        let (source, start) = self.source.in_file(self.span.start);
        let start = source.boundary(start);
        // The end of a piece is not the start of the next one, so the last byte is looked up.
        let last = self.span.end.saturating_sub(1).max(self.span.start);
        let end = self.source.in_file(last).1 + self.span.end.min(last + 1) - last;
        let mut end = source.boundary(end.max(start));
        let (line, column) = source.line_column(start);
        let mut lines = source.line_range(line);
        let last = source.line(end);
        if last < line + LINES {
            lines.end = source.line_range(last).end;
        } else {
            end = lines.end;
        }
        if lines.len() <= WHOLE {
            let span = start - lines.start..end - lines.start;
            return Excerpt { text: source.text[lines].into(), span, line, column };
        }
        let from = source.boundary(start.saturating_sub(NEAR)).max(lines.start);
        let end = source.boundary(end.min(start + NEAR));
        let to = source.boundary(end + NEAR).min(lines.end);
        let cut = |is_cut: bool| if is_cut { "..." } else { "" };
        let (before, after) = (cut(from > lines.start), cut(to < lines.end));
        let text = format!("{before}{}{after}", &source.text[from..to]);
        let shift = before.len();
        Excerpt { text: text.into(), span: start - from + shift..end - from + shift, line, column }
    }
}

/// The first errors in file order, at least one and at most [`Diagnostics::MOST`], and the number of those left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<Diagnostic>, usize);

impl Diagnostics {
    /// The largest number of errors to show.
    pub const MOST: usize = 20;

    /// The errors in `list`, and the number of errors that were not kept.
    pub fn new(mut list: Vec<Diagnostic>, more: usize) -> Self {
        let more = more + list.len().saturating_sub(Self::MOST);
        list.truncate(Self::MOST);
        Self(list, more)
    }

    /// Appends the errors of another file.
    #[must_use]
    pub fn then(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        Self::new(self.0, self.1 + other.1)
    }

    /// The number of errors that were found but not kept.
    pub fn more(&self) -> usize {
        self.1
    }
}

impl From<Vec<Diagnostic>> for Diagnostics {
    fn from(list: Vec<Diagnostic>) -> Self {
        Self::new(list, 0)
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(one: Diagnostic) -> Self {
        Self::new(vec![one], 0)
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, Diagnostic { source, span, message, help }) in self.0.iter().enumerate() {
            let (line, column) = source.line_column(span.start);
            let newline = if i == 0 { "" } else { "\n" };
            write!(f, "{newline}{}:{line}:{column}: {message}", shown(&source.name))?;
            if let Some(help) = help {
                write!(f, " ({help})")?;
            }
        }
        if self.more() > 0 {
            write!(f, "\nand {} more", grouped(self.more() as u128))?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

/// The known word nearest to `word`, if any is near enough. Among equally near words of the same length, the
/// one with the nearest characters wins: `47` for `48`.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    within(word.chars().count().div_ceil(3).max(1), word, known)
}

/// The known word that `word` misspells, if any: at most one edit for every four letters, where a swap of two letters
/// is one edit. This is stricter than [`nearest`], for words that may mean something else: `solev` is `solve`, `mine`
/// is not `man`.
pub fn misspelt<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    within((word.chars().count() / 4).max(1), word, known)
}

fn within<'a>(
    limit: usize,
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    let character_distance = |other: &str| -> u32 {
        word.chars().zip(other.chars()).map(|(a, b)| (a as u32).abs_diff(b as u32)).sum()
    };
    known
        .into_iter()
        // The difference in length is a lower bound on the distance, and much cheaper to compute.
        .filter(|other| other.chars().count().abs_diff(length) <= limit)
        .map(|other| (strsim::damerau_levenshtein(&word, other), character_distance(other), other))
        .filter(|&(distance, _, _)| distance <= limit)
        .min()
        .map(|(_, _, other)| other)
}

/// `did you mean "x"?` for the nearest known word, or a list of all known words.
pub fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(word, known.clone()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("known are: {}", Vec::from_iter(known).join(", ")),
    }
}

/// Decodes UTF-16 with a byte order mark, which no UTF-8 text starts with.
fn utf_16(bytes: &[u8]) -> Option<String> {
    let number = match bytes.get(..2)? {
        [0xff, 0xfe] => u16::from_le_bytes,
        [0xfe, 0xff] => u16::from_be_bytes,
        _ => return None,
    };
    let (units, rest) = bytes[2..].as_chunks::<2>();
    let units: Vec<u16> = units.iter().map(|pair| number(*pair)).collect();
    rest.is_empty().then(|| String::from_utf16(&units).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_in_characters() {
        let source = Source::new("x", "ab\nпещ");
        assert_eq!(source.line_column(0), (1, 1));
        assert_eq!(source.line_column(3), (2, 1));
        assert_eq!(source.line_column(7), (2, 3));
        assert_eq!(source.line_column(999), (2, 4));
    }

    #[test]
    fn an_excerpt_is_short_however_long_the_text() {
        let long = format!("a\n{}é{}\nb", "ü".repeat(400_000), "x".repeat(400_000));
        let source = Source::new("x", long);
        let at = 2 + 800_000;
        let fault = Diagnostic::new(&source, at..at + 2, "an é");
        let Excerpt { text, span, line, column } = fault.excerpt();
        assert_eq!((&text[span], line, column), ("é", 2, 400_001));
        assert!(text.len() < 300 && text.starts_with("...ü") && text.ends_with("x..."), "{text}");
        // An error of many lines is shown by its first line, one of few lines in full.
        let source = Source::new("x", "ab\ncd\n".repeat(100_000));
        let excerpt = |span| Diagnostic::new(&source, span, "").excerpt().text.into_owned();
        assert_eq!([excerpt(1..600_000), excerpt(4..7)], ["ab", "cd\nab"]);
        let end = source.text.len();
        assert_eq!([excerpt(end..end), excerpt(end + 7..end + 9)], ["", ""]);
    }

    #[test]
    fn twenty_faults_are_kept_and_the_others_counted() {
        let source = Source::new("x", "abc");
        let faults = Diagnostics::from(vec![Diagnostic::new(&source, 0..1, "no"); 3432]);
        assert_eq!((faults.0.len(), faults.more()), (20, 3412));
        assert!(faults.to_string().ends_with("no\nand 3,412 more"), "{faults}");
    }

    #[test]
    fn the_nearest_word_is_offered_only_when_near() {
        assert_eq!(nearest("48", ["37", "44", "47"]), Some("47"));
        assert_eq!(nearest("strat", ["start", "finish"]), Some("start"));
        assert_eq!(nearest("qqqq", ["start", "finish"]), None);
        // Computing the edit distance of these would take minutes.
        let long = ["a".repeat(1 << 20), "b".repeat(1 << 19)];
        assert_eq!(nearest(&long[0], long[1..].iter().map(String::as_str)), None);
    }
}
