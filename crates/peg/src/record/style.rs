//! The styles in which a text can be read: a form, such as sentences or triples, and a scheme that names holes.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::notation::Scheme;
use soliter_base::diagnostic::{self, UnknownWord};

/// The form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Moves as printed in books: `45-25, 43-45-65`.
    Notation,
    /// The same, but names without signs between them are read in pairs, each of which is a jump.
    Pairs,
    /// Sentences: `Peg 4 jumps over 2 to 1`.
    Sentences,
    /// Rows of the start, the hole leapt over and the landing hole; also CSV and JSON.
    FromOverTo,
    /// Rows of the start, the landing hole and the hole leapt over.
    FromToOver,
    /// A diagram after each jump.
    Diagrams,
}

impl Form {
    /// All forms.
    pub const ALL: [Self; 6] = [
        Self::Notation,
        Self::Pairs,
        Self::Sentences,
        Self::FromOverTo,
        Self::FromToOver,
        Self::Diagrams,
    ];

    /// The word used on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Notation => "notation",
            Self::Pairs => "pairs",
            Self::Sentences => "sentences",
            Self::FromOverTo => "from-over-to",
            Self::FromToOver => "from-to-over",
            Self::Diagrams => "diagrams",
        }
    }
}

/// A restriction on the styles in which a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// This form.
    Form(Form),
    /// This scheme of names.
    Scheme(Scheme),
}

impl Style {
    /// The words of all styles: first the forms, then the schemes.
    pub fn words() -> impl Iterator<Item = &'static str> + Clone {
        let schemes = Scheme::ALL.into_iter().chain(Scheme::READ_ONLY);
        Form::ALL.into_iter().map(Form::word).chain(schemes.map(Scheme::word))
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Form(form) => form.word(),
            Self::Scheme(scheme) => scheme.word(),
        })
    }
}

impl FromStr for Style {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        let form = Form::ALL.into_iter().find(|form| form.word() == word).map(Self::Form);
        let mut schemes = Scheme::ALL.into_iter().chain(Scheme::READ_ONLY);
        let scheme = || schemes.find(|scheme| scheme.word() == word).map(Self::Scheme);
        form.or_else(scheme).ok_or_else(|| UnknownWord {
            kind: "style",
            word: word.to_owned(),
            suggestion: diagnostic::suggestion(word, Self::words()),
        })
    }
}

/// Whether a scheme is among those in `wanted`; if `wanted` names none, all are.
pub(super) fn allows_scheme(wanted: &[Style], scheme: Scheme) -> bool {
    let schemes = || wanted.iter().filter(|style| matches!(style, Style::Scheme(_)));
    schemes().next().is_none() || schemes().any(|style| *style == Style::Scheme(scheme))
}

/// Whether a style is among those in `wanted`.
pub(super) fn allows(wanted: &[Style], form: Form, scheme: Scheme) -> bool {
    let forms = || wanted.iter().filter(|style| matches!(style, Style::Form(_)));
    let form = forms().next().is_none() || forms().any(|style| *style == Style::Form(form));
    // Diagrams name no holes.
    form && allows_scheme(wanted, scheme)
}
