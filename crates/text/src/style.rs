//! The styles in which a text can be read: a form, such as sentences or triples, and a scheme that names holes.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use soliter_base::diagnostic::{self, UnknownWord};
use soliter_boards::notation::Scheme;

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
    /// Rows of the start, the hole leapt over and the landing hole.
    FromOverTo,
    /// Rows of the start, the landing hole and the hole leapt over.
    FromToOver,
    /// A table whose header names the columns, or JSON with keys.
    Table,
    /// The plan of a planner: `(jump pos-2-3 pos-2-2 pos-2-1)`.
    Plan,
    /// A saved game of Simon Tatham's collection of puzzles.
    SavedGame,
    /// The holes that a player clicked, one after the other.
    Clicks,
    /// A diagram after each jump.
    Diagrams,
}

impl Form {
    /// All forms, in order of preference.
    pub const ALL: [Self; 10] = [
        Self::Notation,
        Self::Pairs,
        Self::Sentences,
        Self::FromOverTo,
        Self::FromToOver,
        Self::Table,
        Self::Plan,
        Self::SavedGame,
        Self::Clicks,
        Self::Diagrams,
    ];

    /// The word used on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Notation => "notation",
            Self::Pairs => "pairs",
            Self::Sentences => "sentences",
            Self::FromOverTo => "from-over-to",
            Self::FromToOver => "from-to-over",
            Self::Table => "table",
            Self::Plan => "plan",
            Self::SavedGame => "saved-game",
            Self::Clicks => "clicks",
            Self::Diagrams => "diagrams",
        }
    }

    /// A form and a scheme in words: `letter-row`, `sentences with number`.
    pub fn with(self, scheme: Scheme) -> String {
        match self {
            Self::Notation => scheme.as_str().to_owned(),
            Self::Diagrams | Self::SavedGame => self.as_str().to_owned(),
            _ => format!("{} with {}", self.as_str(), scheme.as_str()),
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

/// All schemes, those of puzzles first.
fn schemes() -> impl Iterator<Item = Scheme> + Clone {
    Scheme::ALL.into_iter().chain(Scheme::READ_ONLY)
}

impl Style {
    /// The words of all styles: first the forms, then the schemes.
    pub fn words() -> impl Iterator<Item = &'static str> + Clone {
        Form::ALL.into_iter().map(Form::as_str).chain(schemes().map(Scheme::as_str))
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Form(form) => form.as_str(),
            Self::Scheme(scheme) => scheme.as_str(),
        })
    }
}

impl FromStr for Style {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        let form = Form::ALL.into_iter().find(|form| form.as_str() == word).map(Self::Form);
        let scheme = || schemes().find(|scheme| scheme.as_str() == word).map(Self::Scheme);
        form.or_else(scheme).ok_or_else(|| UnknownWord {
            kind: "style",
            word: word.to_owned(),
            suggestion: diagnostic::suggestion(word, Self::words()),
        })
    }
}

/// Whether a scheme is among those in `wanted`; if `wanted` names none, all are.
pub(crate) fn allows_scheme(wanted: &[Style], scheme: Scheme) -> bool {
    let mut schemes = wanted.iter().filter(|style| matches!(style, Style::Scheme(_))).peekable();
    schemes.peek().is_none() || schemes.any(|style| *style == Style::Scheme(scheme))
}

/// Whether a form is among those in `wanted`; if `wanted` names none, all are. Sentences may have moves in between.
pub(crate) fn allows_form(wanted: &[Style], form: Form) -> bool {
    let text = |form| matches!(form, Form::Notation | Form::Sentences);
    let mut forms = wanted.iter().filter_map(|style| match style {
        Style::Form(form) => Some(*form),
        Style::Scheme(_) => None,
    });
    let mut forms = forms.by_ref().peekable();
    forms.peek().is_none() || forms.any(|one| one == form || text(one) && text(form))
}
