//! Reads a text as nested values: JSON, the lists and tuples of Python, or rows of words and numbers.

use std::ops::Range;

/// A value, with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) kind: Kind,
    pub(super) span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word, a number or a string.
    Atom(String),
    List(Vec<Value>),
    /// Keys in lower case, with their values.
    Object(Vec<(String, Value)>),
}

impl Value {
    pub(super) fn atom(&self) -> Option<&str> {
        if let Kind::Atom(text) = &self.kind { Some(text) } else { None }
    }

    pub(super) fn list(&self) -> Option<&[Self]> {
        if let Kind::List(list) = &self.kind { Some(list) } else { None }
    }
}

/// The deepest nesting of values, far deeper than in any record.
const DEEPEST: usize = 8;

/// The rows of a text: the values of each line; brackets may join lines. `None` if the text does not consist of
/// values.
pub(super) fn rows(text: &str) -> Option<Vec<Vec<Value>>> {
    let mut parser = Parser { text, at: 0 };
    let (mut rows, mut row) = (Vec::new(), Vec::new());
    loop {
        parser.blanks(false);
        match parser.peek() {
            None => break,
            Some('\n') => {
                parser.at += 1;
                rows.push(std::mem::take(&mut row));
            }
            Some(',' | ';') => parser.at += 1,
            // `(4, 2, 1) -> ...` is a sentence.
            Some(_) => row.push(parser.value(0)?),
        }
    }
    rows.push(row);
    rows.retain(|row| !row.is_empty());
    Some(rows)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn blanks(&mut self, lines: bool) {
        let is_blank = |c: char| c.is_whitespace() && (lines || c != '\n') || c == '\u{feff}';
        let rest = &self.text[self.at..];
        self.at += rest.find(|c| !is_blank(c)).unwrap_or(rest.len());
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        let start = self.at;
        let kind = match self.peek()? {
            '[' | '(' if depth < DEEPEST => Kind::List(self.list(depth)?),
            '{' if depth < DEEPEST => self.braces(depth)?,
            quote @ ('"' | '\'') => {
                let length = self.text[start + 1..].find([quote, '\n', '\\'])?;
                let inside = &self.text[start + 1..start + 1 + length];
                self.at += length + 2;
                if !self.text[..self.at].ends_with(quote) {
                    return None;
                }
                Kind::Atom(inside.trim().to_owned())
            }
            c if c.is_alphanumeric() || c == '_' => {
                let rest = &self.text[start..];
                let is_word = |c: char| c.is_alphanumeric() || c == '_';
                self.at += rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                Kind::Atom(self.text[start..self.at].to_owned())
            }
            _ => return None,
        };
        Some(Value { kind, span: start..self.at })
    }

    /// The values up to the closing bracket; an arrow or a dash may separate them.
    fn list(&mut self, depth: usize) -> Option<Vec<Value>> {
        let close = if self.peek()? == '[' { ']' } else { ')' };
        self.at += 1;
        let mut list = Vec::new();
        loop {
            self.blanks(true);
            match self.peek()? {
                c if c == close => {
                    self.at += 1;
                    return Some(list);
                }
                ',' | ';' => self.at += 1,
                _ => list.push(self.value(depth + 1)?),
            }
        }
    }

    /// An object, or a list of holes in braces.
    fn braces(&mut self, depth: usize) -> Option<Kind> {
        self.at += 1;
        let (mut keys, mut list) = (Vec::new(), Vec::new());
        loop {
            self.blanks(true);
            match self.peek()? {
                '}' => {
                    self.at += 1;
                    return match (keys.is_empty(), list.is_empty()) {
                        (false, false) => None,
                        (true, _) => Some(Kind::List(list)),
                        _ => Some(Kind::Object(keys)),
                    };
                }
                ',' | ';' => self.at += 1,
                _ => {
                    let value = self.value(depth + 1)?;
                    self.blanks(true);
                    if self.peek() == Some(':') {
                        self.at += 1;
                        self.blanks(true);
                        let key = value.atom()?.to_lowercase();
                        keys.push((key, self.value(depth + 1)?));
                    } else {
                        list.push(value);
                    }
                }
            }
        }
    }
}
