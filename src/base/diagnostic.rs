//! What is wrong with a file, where, and what to do about it.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A text with the name it is reported under (a path, or `-`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Path or other name.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// A named text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), text: text.into() })
    }

    /// A named text from bytes.
    ///
    /// # Errors
    /// A diagnostic at the first byte that is not UTF-8.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Arc<Self>, Diagnostics> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(name, text)),
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let byte = error.as_bytes()[good];
                let source = Self::new(name, String::from_utf8_lossy(error.as_bytes()));
                let shown = good..good + char::REPLACEMENT_CHARACTER.len_utf8();
                Err(Diagnostic::new(&source, shown, format!("not UTF-8 text: byte 0x{byte:02x}"))
                    .help("save the file as UTF-8")
                    .into())
            }
        }
    }

    /// Line and column (in characters) of a byte offset, both from 1.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let mut end = offset.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &self.text[..end];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

/// A fault of a text that stands by itself, or inside a file at a place known later: a drawing, a
/// position, a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} ({help})")]
pub struct TextFault {
    /// Byte range in the text; empty where only its start is known.
    pub span: Range<usize>,
    /// What is wrong, in a phrase.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl TextFault {
    /// A fault at a byte range of a text.
    pub fn new(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: help.into() }
    }

    /// A fault at a byte offset of a text.
    pub fn at(offset: usize, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::new(offset..offset, message, help)
    }

    /// The same as a fault of the file that is the text.
    pub fn of(self, source: &Arc<Source>) -> Diagnostic {
        Diagnostic::new(source, self.span, self.message).help(self.help)
    }
}

/// A word that is none of those known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {kind} is called {word:?}; {suggestion}")]
pub struct UnknownWord {
    /// What the words name: `notation`.
    pub kind: &'static str,
    /// The word.
    pub word: String,
    /// The word that was meant, or all that there are.
    pub suggestion: String,
}

/// One fault of a file.
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
    /// A fault at a byte range of a file.
    pub fn new(source: &Arc<Source>, span: Range<usize>, message: impl Into<String>) -> Self {
        Self { source: Arc::clone(source), span, message: message.into(), help: None }
    }

    /// The same with a word on what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// All faults found, in the order of the file; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl From<Diagnostic> for Diagnostics {
    fn from(one: Diagnostic) -> Self {
        Self(vec![one])
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, Diagnostic { source, span, message, help }) in self.0.iter().enumerate() {
            let (line, column) = source.line_column(span.start);
            let newline = if i == 0 { "" } else { "\n" };
            write!(f, "{newline}{}:{line}:{column}: {message}", source.name)?;
            if let Some(help) = help {
                write!(f, " ({help})")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

/// The word of `known` nearest to `word`, if one is near enough to be meant. Among equally near
/// words of the same length the one whose characters lie nearest wins: `47` for `48`.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let limit = word.chars().count().div_ceil(3).max(1);
    let character_distance = |other: &str| -> u32 {
        word.chars().zip(other.chars()).map(|(a, b)| (a as u32).abs_diff(b as u32)).sum()
    };
    known
        .into_iter()
        .map(|other| (strsim::damerau_levenshtein(&word, other), character_distance(other), other))
        .filter(|&(distance, _, _)| distance <= limit)
        .min()
        .map(|(_, _, other)| other)
}

/// `did you mean "x"?` for the nearest known word, or the list of them all.
pub fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    nearest(word, known.clone()).map_or_else(
        || {
            let all: Vec<&str> = known.into_iter().collect();
            format!("known are: {}", all.join(", "))
        },
        |near| format!("did you mean \"{near}\"?"),
    )
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
    fn the_nearest_word_is_offered_only_when_near() {
        assert_eq!(nearest("48", ["37", "44", "47"]), Some("47"));
        assert_eq!(nearest("strat", ["start", "finish"]), Some("start"));
        assert_eq!(nearest("qqqq", ["start", "finish"]), None);
    }
}
