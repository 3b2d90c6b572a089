//! Splits a text into tokens in one pass that never looks back.
//!
//! Tokens are the same for every notation: a run of letters and digits is one word, and all dashes and arrows to the
//! right are leaps. Blanks, quotation marks, soft hyphens and variation selectors are left out. Equal words share a
//! number, so that each of them is looked up once in each notation.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::meter::Meter;
use crate::words::{self, Known, Role, Step};
use soliter_base::control::Stop;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Letters and digits; the number of the word.
    Word(u32),
    /// A dash, an arrow to the right, or another sign that can stand between two holes.
    Leap,
    /// An arrow that points up, down or to the left.
    Arrow(Step),
    Comma,
    Semicolon,
    /// A full stop.
    Stop,
    Colon,
    Hash,
    /// `//`.
    Slashes,
    Open(char),
    Close(char),
    Bar,
    /// A sign without meaning: a bullet, emphasis, `!`.
    Ornament,
    Line,
    /// Any other sign.
    Sign,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    start: u32,
    end: u32,
    /// Whether no blank is before it.
    pub(crate) glued: bool,
    /// For `{`, the token of the next `}`; 0 if there is none.
    pub(crate) close: u32,
}

impl Token {
    pub(crate) fn span(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A word of the text, with what it means in any notation.
pub(crate) struct Word<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) number: Option<usize>,
    pub(crate) known: Option<Known>,
    pub(crate) step: Option<Step>,
}

impl Word<'_> {
    /// Whether it says which way a peg goes.
    pub(crate) fn is_way(&self) -> bool {
        let text = self.text.to_lowercase();
        self.step.is_some()
            || ["ward", "wards", "wärts"].iter().any(|end| text.ends_with(end))
            || matches!(&*text, "back" | "straight" | "vertically" | "horizontally" | "diagonally")
    }
}

/// The tokens of a text.
pub(crate) struct Tokens<'a> {
    pub(crate) text: &'a str,
    /// The same text with escapes, if it is JSON, for messages.
    pub(crate) written: &'a str,
    pub(crate) is_json: bool,
    pub(crate) list: Vec<Token>,
    pub(crate) words: Vec<Word<'a>>,
    /// The number of tokens that are not line ends.
    pub(crate) total: usize,
}

impl<'a> Tokens<'a> {
    pub(crate) fn get(&self, at: usize) -> Option<Kind> {
        self.list.get(at).map(|token| token.kind)
    }

    pub(crate) fn word(&self, at: usize) -> Option<&Word<'a>> {
        match self.get(at)? {
            Kind::Word(word) => Some(&self.words[word as usize]),
            _ => None,
        }
    }

    pub(crate) fn glued(&self, at: usize) -> bool {
        self.list.get(at).is_some_and(|token| token.glued)
    }

    pub(crate) fn span(&self, at: usize) -> Range<usize> {
        self.list.get(at).map_or(self.text.len()..self.text.len(), |token| token.span())
    }

    /// Whether a string of JSON ends between a token and the next one.
    pub(crate) fn ends_string(&self, at: usize) -> bool {
        let gap = self.span(at).end..self.span(at + 1).start;
        self.is_json && self.text.get(gap).is_some_and(|gap| gap.contains('"'))
    }

    /// The place from the beginning of one token to the end of another.
    pub(crate) fn range(&self, first: usize, last: usize) -> Range<usize> {
        let (first, last) = (self.span(first), self.span(last));
        first.start..last.end.max(first.start)
    }
}

/// HTML entities that stand for a leap.
const LEAPS: [&str; 10] = [
    "&gt;", "&rarr;", "&rArr;", "&ndash;", "&mdash;", "&minus;", "&times;", "&#8211;", "&#8594;",
    "&#x2192;",
];
/// HTML entities that stand for a blank.
const BLANKS: [&str; 2] = ["&nbsp;", "&amp;"];

/// The tokens of a text. With `underscores`, names contain them.
pub(crate) fn cut<'a>(
    text: &'a str,
    underscores: bool,
    meter: &mut Meter<'_>,
) -> Result<Tokens<'a>, Stop> {
    // Beyond this, places do not fit into tokens.
    let all = &text[..words::floor(text, u32::MAX as usize)];
    meter.memory(all.len().saturating_mul(24))?;
    let mut lexer = Lexer {
        tokens: Tokens {
            text: all,
            written: text,
            is_json: false,
            list: Vec::new(),
            words: Vec::new(),
            total: 0,
        },
        numbers: FxHashMap::default(),
        underscores,
        glued: false,
        line_start: true,
        leaping: false,
        open_braces: Vec::new(),
    };
    let mut at = 0;
    while at < all.len() {
        let end = lexer.next(at);
        meter.work(end - at)?;
        at = end;
    }
    lexer.tokens.total = lexer.tokens.list.iter().filter(|one| one.kind != Kind::Line).count();
    Ok(lexer.tokens)
}

#[allow(clippy::struct_excessive_bools, reason = "what is known of the text before")]
struct Lexer<'a> {
    tokens: Tokens<'a>,
    /// The numbers of the words.
    numbers: FxHashMap<Cow<'a, str>, u32>,
    underscores: bool,
    glued: bool,
    line_start: bool,
    /// Whether the last token but line ends is a leap.
    leaping: bool,
    /// Tokens `{` since the last `}`.
    open_braces: Vec<usize>,
}

impl<'a> Lexer<'a> {
    fn push(&mut self, kind: Kind, span: Range<usize>) -> usize {
        let Range { start, end } = span;
        if let (Kind::Leap, true, Some(last)) = (kind, self.glued, self.tokens.list.last_mut())
            && last.kind == Kind::Leap
        {
            last.end = end as u32;
            return end;
        }
        let (start, glued, first) = (start as u32, self.glued, self.line_start);
        self.tokens.list.push(Token { kind, start, end: end as u32, glued, close: 0 });
        (self.glued, self.line_start) = (kind != Kind::Line, kind == Kind::Line);
        // A leap that begins a line may be a line under a title.
        self.leaping = kind == Kind::Leap && !first || self.line_start && self.leaping;
        end
    }

    /// Whether the text ends with a jump and a blank: `55-53 `, `55x53 ` or `55 to 53 `. A stroke then comes between
    /// moves, but in `55 / 53` it is the sign of a jump.
    fn after_jump(&self) -> bool {
        let written = |token: &Token| &self.tokens.text[token.start as usize..token.end as usize];
        let Some((last, before)) = self.tokens.list.split_last() else { return false };
        let is_sign = |token: &Token| match token.kind {
            Kind::Leap => !written(token).starts_with('/'),
            Kind::Word(word) => {
                self.tokens.words[word as usize].known.is_some_and(|known| known.role == Role::To)
            }
            _ => false,
        };
        // `55x53`, but not `exit`, which may be a hole of a graph.
        let has_x = |pair: &[u8]| matches!(pair, [digit, b'x'] if digit.is_ascii_digit());
        let is_jump =
            before.last().is_some_and(is_sign) || written(last).as_bytes().windows(2).any(has_x);
        !self.glued && matches!(last.kind, Kind::Word(_)) && is_jump
    }

    /// Reads what begins at `at`, and returns the place after it.
    fn next(&mut self, at: usize) -> usize {
        let text: &'a str = self.tokens.text;
        let rest = &text[at..];
        let mut chars = rest.chars();
        let (Some(first), second) = (chars.next(), chars.next()) else { return text.len() };
        let end = at + first.len_utf8();
        let blank_follows = second.is_none_or(char::is_whitespace);
        let bullet = self.line_start && blank_follows;
        let kind = match first {
            '\n' => Kind::Line,
            c if c.is_whitespace() => {
                self.glued = false;
                return end;
            }
            c if is_ignored(c) || is_quote(c) => return end,
            '-' | '*' | '+' | '•' | '–' | '—' | '·' | '◦' | '‣' | '▪'
                if bullet && !self.leaping =>
            {
                Kind::Ornament
            }
            '*' if second == Some('*') => {
                let stars = rest.find(|c| c != '*').unwrap_or(rest.len());
                return self.push(Kind::Ornament, at..at + stars);
            }
            // Emphasis is closed on one side, a leap on none or on both.
            '*' if self.glued == blank_follows => Kind::Ornament,
            '*' => Kind::Leap,
            '_' if self.underscores => return self.word(at),
            c if c.is_alphanumeric() => return self.word(at),
            ',' => Kind::Comma,
            ';' => Kind::Semicolon,
            '.' => Kind::Stop,
            ':' => Kind::Colon,
            '#' => Kind::Hash,
            '/' if second == Some('/') => return self.push(Kind::Slashes, at..end + 1),
            '/' if blank_follows && self.after_jump() => Kind::Semicolon,
            '(' | '[' | '{' => {
                if first == '{' {
                    self.open_braces.push(self.tokens.list.len());
                }
                Kind::Open(first)
            }
            ')' | ']' => Kind::Close(first),
            '}' => {
                let own = self.tokens.list.len() as u32;
                for open in self.open_braces.drain(..) {
                    self.tokens.list[open].close = own;
                }
                Kind::Close(first)
            }
            '|' => Kind::Bar,
            '!' | '?' | '+' | '†' | '…' if self.glued => Kind::Ornament,
            '&' => return self.entity(at, rest),
            c if is_leap(c) => Kind::Leap,
            c => words::arrow(c).map_or(Kind::Sign, Kind::Arrow),
        };
        // What is not seen behind a sign belongs to it, such as the selector of an emoji.
        let unseen = text[end..].find(|c| !is_ignored(c)).unwrap_or(text.len() - end);
        self.push(kind, at..end + unseen)
    }

    fn word(&mut self, at: usize) -> usize {
        let text: &'a str = self.tokens.text;
        let is_part = |c: char| c.is_alphanumeric() || self.underscores && c == '_';
        let length = text[at..].find(|c| !is_part(c) && !is_ignored(c));
        let end = length.map_or(text.len(), |length| at + length);
        let written = &text[at..end];
        let plain = if written.is_ascii() { Cow::Borrowed(written) } else { normal(written) };
        let words = &mut self.tokens.words;
        let number = *self.numbers.entry(plain).or_insert_with_key(|plain| {
            let (known, step) = words::known(plain);
            let number = plain.bytes().all(|byte| byte.is_ascii_digit()).then(|| plain.parse());
            let number = number.and_then(Result::ok);
            words.push(Word { text: plain.clone(), number, known, step });
            words.len() as u32 - 1
        });
        self.push(Kind::Word(number), at..end)
    }

    fn entity(&mut self, at: usize, rest: &str) -> usize {
        let length = |words: &[&str]| {
            words.iter().find(|word| rest.starts_with(**word)).map(|word| word.len())
        };
        if let Some(length) = length(&BLANKS) {
            self.glued = false;
            return at + length;
        }
        match length(&LEAPS) {
            Some(length) => self.push(Kind::Leap, at..at + length),
            None => self.push(Kind::Sign, at..at + 1),
        }
    }
}

/// A word without what is ignored, and with the usual forms of wide letters and digits.
fn normal(word: &str) -> Cow<'_, str> {
    let usual = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        c => c,
    };
    Cow::Owned(word.chars().filter(|c| !is_ignored(*c)).map(usual).collect())
}

/// Characters that are not seen: soft hyphens, variation selectors, joiners, marks of direction.
fn is_ignored(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '`' | '“' | '”' | '„' | '«' | '»' | '‘' | '’')
}

/// Whether a sign can stand between two holes. All dashes and all arrows to the right can.
fn is_leap(c: char) -> bool {
    matches!(c, '-' | '>' | '=' | '~' | '_' | '/' | '×')
        || matches!(c, '\u{2010}'..='\u{2015}' | '−' | '→' | '↦' | '⇒' | '⇨' | '⟶' | '⟹' | '⟼')
        || matches!(c, '⇝' | '↝' | '⤳' | '➔' | '➙'..='➾' | '⭢' | '🡒' | '🠖' | '▶' | '►' | '▸')
}

/// Whether a leap is an arrow that can also be a direction.
pub(crate) fn is_east(sign: &str) -> bool {
    let is_arrow = |c| matches!(c, '→' | '⇒' | '➔'..='➡' | '⟶' | '▶' | '►' | '▸');
    only(sign).is_some_and(is_arrow)
}

/// The direction of a lone arrow.
pub(crate) fn arrow(sign: &str) -> Option<Step> {
    const EAST: Step = (0, 1);
    if is_east(sign) { Some(EAST) } else { words::arrow(only(sign)?) }
}

/// The character of a text with one that is seen.
fn only(sign: &str) -> Option<char> {
    let mut signs = sign.chars().filter(|c| !is_ignored(*c));
    signs.next().filter(|_| signs.next().is_none())
}
