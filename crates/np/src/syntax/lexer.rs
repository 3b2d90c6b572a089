//! Splits a program into words, numbers, signs and the ends of clauses.
//!
//! The end of a line ends a clause, unless a bracket is open or the last token cannot end one: an operator,
//! `As`, `=`, `,` or `:`.

use std::sync::Arc;

use crate::syntax::tree::{Global, Quantifier, Span};
use soliter_base::diagnostic::{Diagnostic, Source};

/// The maximum number of errors collected; the text after them is not read.
pub(crate) const MAX_FAULTS: usize = 100;

/// Keywords that begin a declaration and occur nowhere else.
pub(crate) const HEADERS: [&str; 8] =
    ["Project", "Include", "Module", "Class", "Var", "Field", "Con", "Enum"];

/// Keywords without arguments, except those that begin a declaration.
const PLAIN: [&str; 12] =
    ["As", "Integer", "Boolean", "Me", "In", "And", "Or", "Xor", "Not", "Mod", "True", "False"];

/// Keywords with arguments in brackets, except quantifiers and global constraints.
const CALLS: [&str; 11] = [
    "Table", "Has", "If", "Abs", "Append", "Minimize", "Maximize", "Hint", "Store", "Soft", "Print",
];

/// All keywords with arguments in brackets.
pub(crate) fn calls() -> impl Iterator<Item = &'static str> {
    let constraints = Global::ALL.into_iter().map(Global::as_str);
    Quantifier::ALL.into_iter().map(Quantifier::as_str).chain(constraints).chain(CALLS)
}

/// Words that cannot be names.
pub(crate) fn key_words() -> impl Iterator<Item = &'static str> {
    HEADERS.into_iter().chain(PLAIN).chain(calls())
}

/// Signs, with longer ones before their prefixes.
const SIGNS: [&str; 23] = [
    "==>", "<=>", "<>", "<=", ">=", "..", "=", "<", ">", "+", "-", "*", "/", "\\", "(", ")", "{",
    "}", ",", ":", ".", "[", "]",
];

/// Signs of other languages, each with its equivalent here and a help text.
const FOREIGN: [(&str, &str, &str); 6] = [
    ("==", "=", "equal is ="),
    ("!=", "<>", "not equal is <>"),
    ("->", "==>", "\"if ... then\" is ==>"),
    ("=>", "==>", "\"if ... then\" is ==>; \"at least\" is >="),
    ("&&", "And", "write And"),
    ("||", "Or", "write Or"),
];

/// Words and signs after which a clause continues on the next line.
const UNFINISHED: [&str; 26] = [
    "==>", "<=>", "<>", "<=", ">=", "..", "=", "<", ">", "+", "-", "*", "/", "\\", ",", ":", ".",
    "As", "And", "Or", "Xor", "Not", "Mod", "In", "Con", "Enum",
];

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind {
    Int(i64),
    Name(String),
    Text(String),
    /// A keyword or a sign.
    Fixed(&'static str),
    /// The end of a clause or of a declaration's header.
    Newline,
    End,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

impl Token {
    pub(crate) fn is(&self, word: &str) -> bool {
        matches!(&self.kind, TokenKind::Fixed(fixed) if *fixed == word)
    }
}

struct Lexer<'a> {
    source: &'a Arc<Source>,
    at: usize,
    tokens: Vec<Token>,
    /// The brackets that are open, each with its place.
    open: Vec<(&'static str, Span)>,
    faults: Vec<Diagnostic>,
}

/// Splits a text into tokens, ending with [`TokenKind::End`].
pub(crate) fn tokens(source: &Arc<Source>) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut lexer =
        Lexer { source, at: 0, tokens: Vec::new(), open: Vec::new(), faults: Vec::new() };
    // A lone carriage return would end neither a comment nor a clause.
    let is_alone = |at: &usize| !source.text[at + 1..].starts_with('\n');
    if let Some(at) = source.text.match_indices('\r').map(|(at, _)| at).find(is_alone) {
        let help = "end lines with a line feed, or with both: most editors can save a file so";
        lexer.fault(at..at, "the line ends in a carriage return alone", help);
    }
    while lexer.at < source.text.len() {
        lexer.token();
    }
    lexer.unclosed();
    let end = source.text.trim_end().len();
    lexer.push(TokenKind::Newline, end..end);
    lexer.push(TokenKind::End, end..end);
    (lexer.tokens, lexer.faults)
}

impl Lexer<'_> {
    fn push(&mut self, kind: TokenKind, span: Span) {
        self.tokens.push(Token { kind, span });
    }

    fn fault(&mut self, span: Span, message: impl Into<String>, help: &str) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(Diagnostic::new(self.source, span, message).help(help));
        }
    }

    /// The end of the run of characters from `start` that pass a test.
    fn run(&self, start: usize, test: impl Fn(char) -> bool) -> usize {
        let rest = &self.source.text[start..];
        start + rest.find(|c| !test(c)).unwrap_or(rest.len())
    }

    fn token(&mut self) {
        let start = self.at;
        let text = &self.source.text;
        let Some(first) = text[start..].chars().next() else { return };
        self.at += first.len_utf8();
        if first == '\n' {
            self.newline(start);
        } else if first.is_whitespace() || (start == 0 && first == '\u{feff}') {
        } else if matches!(first, '\'' | '’' | '‘') {
            self.at = self.run(start, |c| c != '\n');
        } else if first == '"' {
            self.quoted(start);
        } else if first.is_ascii_digit() {
            self.number(start);
        } else if first.is_alphabetic() || first == '_' {
            self.at = self.run(start, |c| c.is_alphanumeric() || c == '_');
            let word = &text[start..self.at];
            let kind = key_words()
                .find(|key| *key == word)
                .map_or_else(|| TokenKind::Name(word.to_owned()), TokenKind::Fixed);
            if matches!(kind, TokenKind::Fixed(word) if HEADERS.contains(&word)) {
                self.unclosed();
                let end = self.tokens.last().map_or(start, |token| token.span.end);
                self.push(TokenKind::Newline, end..end);
            }
            self.push(kind, start..self.at);
        } else {
            self.sign(start, first);
        }
    }

    fn newline(&mut self, start: usize) {
        let last = self.tokens.last().map(|token| &token.kind);
        let goes_on = last.is_none_or(|last| match last {
            TokenKind::Fixed(word) => UNFINISHED.contains(word),
            other => *other == TokenKind::Newline,
        });
        if self.open.is_empty() && !goes_on {
            self.push(TokenKind::Newline, start..start);
        }
    }

    fn number(&mut self, start: usize) {
        let is_digit = |c: char| c.is_ascii_digit();
        self.at = self.run(start, is_digit);
        let text = &self.source.text;
        let digits = start..self.at;
        let rest = &text[self.at..];
        if rest.starts_with('.') && rest[1..].starts_with(is_digit) {
            self.at = self.run(self.at + 1, is_digit);
            let help = "scale the model to integers, such as cents; a range is written {1..8}";
            self.fault(start..self.at, "decimal numbers are not supported", help);
        } else if rest.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            self.at = self.run(self.at, |c| c.is_alphanumeric() || c == '_');
            let help = "a name begins with a letter; a product is written with *";
            self.fault(start..self.at, "a number runs into a word", help);
        }
        let number = text[digits.clone()].parse().unwrap_or_else(|_| {
            let help = "numbers go up to 9223372036854775807";
            self.fault(digits.clone(), "the number is too large", help);
            0
        });
        self.push(TokenKind::Int(number), digits);
    }

    fn quoted(&mut self, start: usize) {
        let end = self.run(start + 1, |c| c != '"' && c != '\n');
        let text = self.source.text[start + 1..end].to_owned();
        if self.source.text[end..].starts_with('"') {
            self.at = end + 1;
        } else {
            self.at = end;
            // The enclosing brackets are probably closed inside it.
            self.open.clear();
            let help = "close it with \" in its line";
            self.fault(start..start + 1, "the text is never closed", help);
        }
        self.push(TokenKind::Text(text), start..self.at);
    }

    fn sign(&mut self, start: usize, first: char) {
        let rest = &self.source.text[start..];
        if rest.starts_with("//") {
            self.at = self.run(start, |c| c != '\n');
            self.fault(start..start + 2, "'//' has no meaning here", "a comment begins with '");
            return;
        }
        let foreign = FOREIGN.into_iter().find(|(sign, ..)| rest.starts_with(sign));
        if let Some((sign, meant, help)) = foreign
            && !rest.starts_with("==>")
        {
            self.at = start + sign.len();
            self.fault(start..self.at, format!("'{sign}' has no meaning here"), help);
            self.push(TokenKind::Fixed(meant), start..self.at);
            return;
        }
        let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) else {
            let help = match first {
                '≤' => "write <=",
                '≥' => "write >=",
                '≠' => "write <>",
                '⇒' | '→' => "write ==>",
                '⇔' | '↔' => "write <=>",
                '−' | '–' | '—' => "write the minus of the keyboard: -",
                '“' | '”' | '«' => "a text stands between \"; a comment begins with '",
                '&' => "write And",
                '|' => "write Or",
                '!' => "write Not, or <> for \"not equal\"",
                _ => "see the language's reference for its signs",
            };
            let message = format!("'{}' has no meaning here", first.escape_debug());
            self.fault(start..self.at, message, help);
            return;
        };
        self.at = start + sign.len();
        let span = start..self.at;
        match sign {
            "[" | "]" => {
                self.fault(span, format!("'{sign}' has no meaning here"), "write ( ) or { }");
                return;
            }
            "(" | "{" => self.open.push((sign, span.clone())),
            ")" | "}" => {
                let matching = if sign == ")" { "(" } else { "{" };
                match self.open.pop() {
                    Some((open, _)) if open == matching => {}
                    Some((open, place)) => {
                        if self.faults.len() < MAX_FAULTS {
                            let (line, column) = self.source.line_column(place.start);
                            let message = format!(
                                "'{sign}' does not close the '{open}' of line {line}, column \
                                 {column}"
                            );
                            self.fault(span.clone(), message, "close the inner bracket first");
                        }
                        // It was probably meant to close the outer bracket.
                        if self.open.last().is_some_and(|(outer, _)| *outer == matching) {
                            self.open.pop();
                        }
                    }
                    None => {
                        let message = format!("nothing is open that '{sign}' could close");
                        self.fault(span.clone(), message, "remove it, or open a bracket before");
                    }
                }
            }
            _ => {}
        }
        self.push(TokenKind::Fixed(sign), span);
    }

    /// Reports the innermost of the brackets that a declaration leaves open.
    fn unclosed(&mut self) {
        if let Some((open, span)) = self.open.pop() {
            let close = if open == "(" { ")" } else { "}" };
            let help = format!("close it with '{close}'");
            self.fault(span, format!("'{open}' is never closed"), &help);
        }
        self.open.clear();
    }
}
