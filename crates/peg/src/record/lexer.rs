//! Splits a record into words, leaps and separators, leaving out comments, blanks and annotations such as
//! `!`.

use std::ops::Range;

use crate::record::words::{self, Vocabulary};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// Letters and digits: the name of a hole, or another word in its place.
    Word,
    /// A hole named by its column and row in brackets: `(4,6)`.
    Place,
    /// A leap, written as `-`, `x`, `->` and the like: the peg jumps on.
    Leap,
    /// A `:`, which ends a number or is a leap.
    Colon,
    /// An arrow that points up, down or to the left: `↓`.
    Arrow,
    /// A `,`, which may end the move.
    Comma,
    /// A `;`, `.` or the end of a line, which ends the move.
    End,
    /// A `(` or `[` that precedes moves.
    Open,
    /// A `)` or `]` that follows moves.
    Close,
    Stray,
}

#[derive(Clone, Debug)]
pub(super) struct Lexeme {
    pub(super) token: Token,
    pub(super) span: Range<usize>,
}

/// HTML entities that stand for a leap.
const LEAPS: [&str; 10] = [
    "&gt;", "&rarr;", "&rArr;", "&ndash;", "&mdash;", "&minus;", "&times;", "&#8211;", "&#8594;",
    "&#x2192;",
];
/// HTML entities that stand for a blank.
const BLANKS: [&str; 2] = ["&nbsp;", "&amp;"];

/// The end of a comment in brackets is searched for within this many bytes, so that the running time is
/// linear.
const LONGEST_COMMENT: usize = 1000;

/// Splits a text, beginning at `start`, into lexemes. The second list has the comments that contain a jump.
pub(super) fn cut(
    text: &str,
    start: usize,
    vocabulary: &Vocabulary,
) -> (Vec<Lexeme>, Vec<Range<usize>>) {
    let mut lexer = Lexer { text, vocabulary, lexemes: Vec::new(), comments: Vec::new() };
    let mut at = start;
    while at < text.len() {
        at = lexer.next(at);
    }
    (lexer.lexemes, lexer.comments)
}

struct Lexer<'a> {
    text: &'a str,
    vocabulary: &'a Vocabulary<'a>,
    lexemes: Vec<Lexeme>,
    comments: Vec<Range<usize>>,
}

impl Lexer<'_> {
    fn push(&mut self, token: Token, span: Range<usize>) -> usize {
        let end = span.end;
        self.lexemes.push(Lexeme { token, span });
        end
    }

    /// Reads the lexeme at `at`, if there is one, and returns the position after it.
    fn next(&mut self, at: usize) -> usize {
        let rest = &self.text[at..];
        let Some(first) = rest.chars().next() else { return at };
        let end = at + first.len_utf8();
        if self.is_bullet(at, first) {
            return end;
        }
        let until = |found: Option<usize>| found.map_or(self.text.len(), |length| at + length);
        match first {
            '\n' | ';' | '.' => self.push(Token::End, at..end),
            ',' => self.push(Token::Comma, at..end),
            ':' => self.push(Token::Colon, at..end),
            c if is_blank(c) || is_quote(c) => end,
            '#' => {
                let leaping = self.lexemes.last().is_some_and(|last| last.token == Token::Leap);
                let number = if leaping { None } else { self.hash_number(rest) };
                match number {
                    Some(length) => at + length,
                    None => self.comment(at, until(rest.find('\n'))),
                }
            }
            '/' if rest.starts_with("//") => self.comment(at, until(rest.find('\n'))),
            '{' => match window(rest).find('}') {
                Some(length) => self.comment(at, at + length + 1),
                None => self.push(Token::Stray, at..end),
            },
            '(' | '[' => self.bracket(at, first),
            ')' | ']' => self.push(Token::Close, at..end),
            '!' | '?' | '+' | '†' if self.follows_a_word(at) => end,
            '&' => self.entity(at, rest),
            c if is_leap(c) || c == '/' => {
                let length = rest.find(|c| !is_leap(c) && c != '/').unwrap_or(rest.len());
                self.push(Token::Leap, at..at + length)
            }
            c if words::arrow(c).is_some() => self.push(Token::Arrow, at..end),
            '×' => self.push(Token::Leap, at..end),
            'x' | 'X' if !self.vocabulary.x_is_a_hole(rest) => self.push(Token::Leap, at..end),
            c if c.is_alphanumeric() => {
                let tail = &self.text[end..];
                let splits = |c: char| {
                    !c.is_alphanumeric() || matches!(c, 'x' | 'X') && !self.vocabulary.has_hole_x()
                };
                let length = tail.find(splits).unwrap_or(tail.len());
                self.push(Token::Word, at..end + length)
            }
            _ => self.push(Token::Stray, at..end),
        }
    }

    /// Skips a comment, and records its place if it could be a jump.
    fn comment(&mut self, at: usize, end: usize) -> usize {
        if self.vocabulary.has_jump(&self.text[at..end]) {
            self.comments.push(at..end);
        }
        end
    }

    /// Whether a sign opens an item of a list: it is at the start of a line, with a blank after it.
    fn is_bullet(&self, at: usize, sign: char) -> bool {
        let line = self.text[..at].trim_end_matches([' ', '\t']);
        matches!(sign, '-' | '*' | '+' | '•' | '–' | '—' | '·' | '◦' | '‣' | '▪')
            && self.text[at + sign.len_utf8()..].starts_with([' ', '\t'])
            && (line.is_empty() || line.ends_with('\n'))
            && self.lexemes.last().is_none_or(|last| last.token != Token::Leap)
    }

    fn follows_a_word(&self, at: usize) -> bool {
        let before = self.text[..at].chars().next_back();
        before.is_some_and(|c| c.is_alphanumeric() || matches!(c, ')' | '!' | '?' | '+' | '†'))
    }

    fn entity(&mut self, at: usize, rest: &str) -> usize {
        let end = |words: &[&str]| {
            words.iter().find(|word| rest.starts_with(**word)).map(|word| at + word.len())
        };
        if let Some(end) = end(&BLANKS) {
            return end;
        }
        let Some(end) = end(&LEAPS) else { return self.push(Token::Stray, at..at + 1) };
        match self.lexemes.last_mut() {
            // `-&gt;` is one leap.
            Some(last) if last.token == Token::Leap && last.span.end == at => {
                last.span.end = end;
                end
            }
            _ => self.push(Token::Leap, at..end),
        }
    }

    /// Reads an opening bracket. It begins a place `(4,6)`, a number `(1)`, a comment, or moves.
    fn bracket(&mut self, at: usize, open: char) -> usize {
        let inside = window(&self.text[at + 1..]);
        let close = if open == '(' { ')' } else { ']' };
        let end = inside.find(['(', ')', '[', ']']);
        let Some(length) = end.filter(|&end| inside[end..].starts_with(close)) else {
            return self.push(Token::Open, at..at + 1);
        };
        let (inside, span) = (&inside[..length], at..at + length + 2);
        if self.vocabulary.place(inside).is_some() {
            return self.push(Token::Place, span);
        }
        let has_words = words::of(inside).nth(1).is_some();
        if has_words && words::of(inside).all(|word| self.vocabulary.is_of_a_jump(word)) {
            return self.push(Token::Open, at..at + 1);
        }
        self.comment(at, span.end)
    }

    /// The length of a move number: `#1` with `.`, `)`, `:` or a blank, followed by text that looks like a
    /// jump.
    fn hash_number(&self, text: &str) -> Option<usize> {
        let after = text[1..].trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = after.strip_prefix(['.', ')', ':']).unwrap_or(after);
        let is_blank = |c: char| c == ' ' || c == '\t';
        if after.len() == text.len() - 1
            || !(rest.len() < after.len() || rest.starts_with(is_blank))
        {
            return None;
        }
        let jump = rest.trim_start_matches(is_blank);
        let is_name = |c: char| c.is_alphanumeric() && !matches!(c, 'x' | 'X');
        let first = jump.chars().next().filter(|c| c.is_alphanumeric())?.len_utf8();
        let name = first + jump[first..].find(|c| !is_name(c)).unwrap_or(jump.len() - first);
        let leap = jump[name..].trim_start_matches(is_blank);
        let name = &jump[..name];
        let could_be = name.len() <= 3 && name.contains(|c: char| c.is_ascii_digit());
        let leaps = leap.starts_with(|c| is_leap(c) || matches!(c, 'x' | 'X' | '×' | ':' | '/'));
        (leaps && (could_be || self.vocabulary.hole(name).is_some()))
            .then_some(text.len() - rest.len())
    }
}

/// The beginning of a text, within which a comment has to end.
fn window(text: &str) -> &str {
    let mut end = text.len().min(LONGEST_COMMENT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}')
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '`' | '“' | '”' | '„' | '«' | '»' | '‘' | '’')
}

/// Whether a sign stands for a leap. All dashes and all arrows to the right do.
fn is_leap(c: char) -> bool {
    matches!(c, '-' | '*' | '>' | '=' | '~' | '_' | '|')
        || matches!(c, '\u{2010}'..='\u{2015}' | '−' | '→' | '↦' | '⇒' | '⇨' | '⟶' | '⟹' | '⟼')
        || matches!(c, '⇝' | '↝' | '⤳' | '➔' | '➙'..='➾' | '⭢' | '🡒' | '🠖' | '▶' | '►' | '▸')
}
