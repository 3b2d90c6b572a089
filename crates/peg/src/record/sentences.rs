//! Reads jumps stated in sentences: `Peg 4 jumped over 2 to land on 1`, in any unambiguous order.
//!
//! The words between the names determine which of them is the start, the hole leapt over and the landing
//! hole. A text with an unknown word is rejected. A clause that names one hole and has no verb of motion is a
//! remark.

use std::ops::Range;

use crate::record::keywords::{Keyword, keyword};
use crate::record::statements::{self, Landing, Place, Statement};
use crate::record::words::{self, Vocabulary};
use crate::record::written::Record;
use soliter_base::wording::short;

/// The record of a text, if it is made of sentences.
pub(super) fn read(text: &str, vocabulary: &Vocabulary) -> Option<Record> {
    let mut reader = Sentences::new(text);
    let tokens = tokens(text, vocabulary)?;
    reader.run(&tokens)?;
    let mut record = statements::record(text, &reader.statements, vocabulary);
    for span in reader.asides {
        let message = format!("{} is not read as a jump", short(text[span.clone()].trim()));
        record.remark(span, message);
    }
    Some(record)
}

/// Whether a text states at least one jump of the board in words.
pub(super) fn has_jump(text: &str, vocabulary: &Vocabulary) -> bool {
    let record = read(text, vocabulary);
    let is_jump = |record: Record| {
        record.jumps.iter().any(|jump| vocabulary.board.jump(jump.from, jump.to).is_some())
    };
    record.is_some_and(is_jump)
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Name(Place),
    Word(Keyword),
    Direction((i32, i32)),
    /// An arrow or a dash between names.
    Leap,
    /// A word that is neither a name nor known.
    Unknown,
    /// A number at the start of a line, followed by a sign.
    Label(usize),
    Comma,
    /// A full stop or a semicolon.
    Stop,
    Line,
}

type Placed = (Token, Range<usize>);

struct Sentences<'a> {
    text: &'a str,
    statements: Vec<Statement>,
    asides: Vec<Range<usize>>,
    from: Option<Place>,
    over: Option<Place>,
    landing: Option<Landing>,
    /// The role that the last keyword gives to the next name.
    role: Option<Keyword>,
    /// Whether the clause has a verb of motion.
    motion: bool,
    /// Whether the clause has a word.
    words: bool,
    /// The number of the last label.
    label: Option<usize>,
}

impl<'a> Sentences<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            statements: Vec::new(),
            asides: Vec::new(),
            from: None,
            over: None,
            landing: None,
            role: None,
            motion: false,
            words: false,
            label: None,
        }
    }

    fn run(&mut self, tokens: &[Placed]) -> Option<()> {
        let mut line = 0;
        for (at, (token, _)) in tokens.iter().enumerate() {
            if at == line {
                let end = tokens[at..].iter().position(|(token, _)| *token == Token::Line);
                line = end.map_or(tokens.len(), |end| at + end + 1);
                self.unknown_words(&tokens[at..line], &tokens[line..])?;
            }
            self.words |= matches!(token, Token::Word(_));
            match token {
                // In Spanish, `a` precedes the landing hole, although it can be a hole itself.
                Token::Name(place)
                    if place.first.eq_ignore_ascii_case("a")
                        && self.role.is_none()
                        && self.from.is_some()
                        && self.landing.is_none() =>
                {
                    self.word(Keyword::MaybeTo)?;
                }
                Token::Name(place) => self.name(place)?,
                Token::Word(word) => self.word(*word)?,
                Token::Leap => self.word(Keyword::To)?,
                Token::Direction(step) => self.direction(*step, &tokens[at].1),
                Token::Label(number) => self.label(*number)?,
                Token::Unknown | Token::Comma => {}
                // A sentence may continue in the next line if it has named a start and a verb of motion.
                Token::Line if self.is_begun() && self.motion => {}
                Token::Line | Token::Stop => self.end()?,
            }
        }
        self.end()
    }

    /// Rejects a line with unknown words. Before the first jump and after the last one, a line that names no
    /// hole is a remark.
    fn unknown_words(&mut self, line: &[Placed], after: &[Placed]) -> Option<()> {
        let names =
            |tokens: &[Placed]| tokens.iter().any(|(token, _)| matches!(token, Token::Name(_)));
        let labels = line.iter().any(|(token, _)| matches!(token, Token::Label(_)));
        let mut unknown = line.iter().filter(|(token, _)| matches!(token, Token::Unknown));
        let Some((_, first)) = unknown.next() else { return Some(()) };
        let last = unknown.next_back().map_or(first.end, |(_, last)| last.end);
        let begun = !self.statements.is_empty() || self.from.is_some();
        if labels || names(line) || begun && names(after) {
            return None;
        }
        self.asides.push(first.start..last);
        Some(())
    }

    fn is_complete(&self) -> bool {
        self.from.is_some() && (self.landing.is_some() || self.over.is_some())
    }

    fn is_begun(&self) -> bool {
        (self.from.is_some() || self.over.is_some() || self.landing.is_some())
            && !(self.from.is_some() && self.landing.is_some())
    }

    fn flush(&mut self) -> Option<()> {
        if self.is_complete() {
            let landing = self.landing.take().unwrap_or(Landing::Beyond);
            let (from, over) = (self.from.take()?, self.over.take());
            self.statements.push(Statement { from, over, landing });
        }
        (self.motion, self.words, self.role) = (false, false, None);
        Some(())
    }

    /// Ends a clause: it is a jump, empty, or a remark about one hole.
    fn end(&mut self) -> Option<()> {
        if self.is_complete() {
            return self.flush();
        }
        if self.over.is_some() || self.landing.is_some() || (self.from.is_some() && self.motion) {
            return None;
        }
        if let Some(Place { span, .. }) = self.from.take() {
            if !self.words {
                return None;
            }
            let start = self.text[..span.start].rfind(['\n', '.']).map_or(0, |at| at + 1);
            self.asides.push(start..span.end);
        }
        (self.motion, self.words, self.role) = (false, false, None);
        Some(())
    }

    fn word(&mut self, word: Keyword) -> Option<()> {
        match word {
            Keyword::Filler => return Some(()),
            Keyword::MaybeTo => {
                let fits = self.role.is_none() && self.from.is_some() && self.landing.is_none();
                if !fits {
                    return Some(());
                }
                self.role = Some(Keyword::To);
            }
            Keyword::MaybeFrom => {
                let fits = self.from.is_none() && self.role.is_none() || self.landing.is_some();
                if !fits {
                    return Some(());
                }
                self.next(Keyword::From)?;
            }
            Keyword::From => self.next(Keyword::From)?,
            Keyword::Jump => {
                // `4 jumps 2 to 1` names the hole leapt over, `jump 4 to 1` the start.
                let over = self.from.is_some() && self.landing.is_none() && self.over.is_none();
                if over {
                    self.role = Some(Keyword::Over);
                } else {
                    self.next(Keyword::From)?;
                }
            }
            Keyword::Remove | Keyword::Over if self.over.is_none() => {
                self.role = Some(Keyword::Over);
            }
            Keyword::To if self.landing.is_none() => self.role = Some(Keyword::To),
            // `4 over 2 to 1, over 3 to 6`: the same peg jumps again.
            Keyword::Remove | Keyword::Over | Keyword::To => self.go_on(word)?,
        }
        self.motion = true;
        Some(())
    }

    /// Begins a new jump with this role if the previous jump is complete.
    fn next(&mut self, role: Keyword) -> Option<()> {
        if self.is_complete() {
            self.flush()?;
        }
        self.role = Some(role);
        Some(())
    }

    fn go_on(&mut self, word: Keyword) -> Option<()> {
        let Some(Landing::At(landed)) = self.landing.clone() else { return None };
        self.flush()?;
        self.from = Some(landed);
        self.role = Some(if word == Keyword::To { Keyword::To } else { Keyword::Over });
        Some(())
    }

    fn name(&mut self, place: &Place) -> Option<()> {
        let role = match self.role.take() {
            Some(role) => role,
            None if self.is_complete() => {
                self.flush()?;
                Keyword::From
            }
            None if self.from.is_none() => Keyword::From,
            None => return None,
        };
        let place = Some(place.clone());
        match role {
            Keyword::Over if self.over.is_none() => self.over = place,
            Keyword::To if self.landing.is_none() => self.landing = place.map(Landing::At),
            Keyword::From if self.from.is_none() => self.from = place,
            _ => return None,
        }
        Some(())
    }

    fn direction(&mut self, step: (i32, i32), span: &Range<usize>) {
        // `ends up in 4`: a word that is followed by a name.
        let waits = matches!(self.role, Some(Keyword::To | Keyword::From));
        if self.from.is_some() && self.landing.is_none() && !waits {
            self.landing = Some(Landing::Towards(step, span.clone()));
            (self.role, self.motion) = (None, true);
        }
    }

    /// Labels count up from 0 or 1, so that a missing number is not overlooked.
    fn label(&mut self, number: usize) -> Option<()> {
        self.end()?;
        let fits = self.label.map_or(number <= 1, |before| number == before + 1);
        self.label = Some(number);
        fits.then_some(())
    }
}

/// Signs without a meaning between the words of a sentence.
const NO_TOKENS: &str = ":?)]\"'`“”„«»‘’\u{feff}\u{200b}";

/// The tokens of a text; `None` if it has a sign that has no meaning in a sentence.
fn tokens(text: &str, vocabulary: &Vocabulary) -> Option<Vec<Placed>> {
    let mut found: Vec<Placed> = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let mut end = at + first.len_utf8();
        let token = match first {
            '\n' => Some(Token::Line),
            '.' | ';' | '!' => Some(Token::Stop),
            ',' => Some(Token::Comma),
            c if c.is_whitespace() || NO_TOKENS.contains(c) => None,
            '(' | '[' => match pair(rest, at) {
                Some((tokens, length)) => {
                    for (token, span) in tokens {
                        let token = match token {
                            Token::Unknown => {
                                let word = &text[span.clone()];
                                vocabulary.direction(word).map(Token::Direction)?
                            }
                            token => token,
                        };
                        found.push((token, span));
                    }
                    at += length;
                    continue;
                }
                // A bracket around a jump, or the bracket of a list.
                None => None,
            },
            '-' | '–' | '—' | '>' | '→' | '=' => {
                end = at + rest.find(|c| !"-–—>→=".contains(c)).unwrap_or(rest.len());
                Some(Token::Leap)
            }
            c if c.is_alphanumeric() => {
                end = at + rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
                let labels = line_start(text, at);
                if let Some((number, after)) = label(rest).filter(|_| labels) {
                    found.push((Token::Label(number), at..at + after));
                    at += after;
                    continue;
                }
                if let Some((place, length)) = bare_pair(rest, at) {
                    found.push((Token::Name(place), at..at + length));
                    at += length;
                    continue;
                }
                Some(word(&text[at..end], at..end, vocabulary))
            }
            _ => return None,
        };
        found.extend(token.map(|token| (token, at..end)));
        at = end;
    }
    Some(found)
}

fn word(word: &str, span: Range<usize>, vocabulary: &Vocabulary) -> Token {
    let name = || Place { first: word.to_owned(), second: None, row_first: None, span };
    let is_name = vocabulary.hole(word).is_some() || word.contains(|c: char| c.is_ascii_digit());
    if is_name {
        return Token::Name(name());
    }
    let direction = || vocabulary.direction(word).filter(|_| word.len() > 1);
    match keyword(word) {
        Some(keyword) => Token::Word(keyword),
        None => direction().map_or(Token::Unknown, Token::Direction),
    }
}

/// A pair of coordinates in brackets, optionally with a direction, such as `(4, 2, down)`, and its length.
fn pair(text: &str, offset: usize) -> Option<(Vec<Placed>, usize)> {
    let close = text.find([')', ']'])?;
    let inside = &text[1..close];
    let mut parts = Vec::new();
    let mut start = 1;
    for part in inside.split([',', ';']) {
        let lead = part.len() - part.trim_start().len();
        let trimmed = part.trim();
        parts.push((trimmed, offset + start + lead));
        start += part.len() + 1;
    }
    let is_coordinate = |part: &str| {
        !part.is_empty() && part.len() <= 2 && part.chars().all(|c| c.is_ascii_alphanumeric())
    };
    let [(first, at), (second, _), rest @ ..] = &parts[..] else { return None };
    let is_pair = is_coordinate(first) && is_coordinate(second) && rest.len() <= 1;
    if !is_pair || !(words::is_digits(first) || words::is_digits(second)) {
        return None;
    }
    let span = offset..offset + close + 1;
    let place = Place {
        first: (*first).to_owned(),
        second: Some((*second).to_owned()),
        row_first: None,
        span: if rest.is_empty() { span } else { *at - 1..parts[1].1 + second.len() },
    };
    let mut tokens = vec![(Token::Name(place.clone()), place.span)];
    for (word, at) in rest {
        if word.is_empty() || !word.chars().all(char::is_alphabetic) {
            return None;
        }
        // The caller looks up the direction.
        tokens.push((Token::Unknown, *at..*at + word.len()));
    }
    Some((tokens, close + 1))
}

/// Two coordinates without brackets, such as `2,0`, and their length.
fn bare_pair(text: &str, offset: usize) -> Option<(Place, usize)> {
    let number = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let first = number(text);
    let rest = text[first..].strip_prefix(',')?;
    let second = number(rest);
    let length = first + 1 + second;
    // A third number, or a blank, makes it a list.
    let is_list = rest[second..].starts_with(|c: char| c == ',' || c.is_alphanumeric());
    let fits = (1..=2).contains(&first) && (1..=2).contains(&second) && !is_list;
    let [first, second] = [&text[..first], &rest[..second]].map(str::to_owned);
    let place =
        Place { first, second: Some(second), row_first: None, span: offset..offset + length };
    fits.then_some((place, length))
}

fn line_start(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches([' ', '\t', '"', '\'', '-', '*', '•', '#', '(', '[']);
    before.is_empty() || before.ends_with('\n')
}

/// A number that counts moves at the start of a line, `3.`, `3)`, `3:` or `Step 3:`, and its length.
fn label(text: &str) -> Option<(usize, usize)> {
    let nouns = ["step", "move", "jump", "turn", "zug", "schritt", "coup", "paso", "ход"];
    let word = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let is_noun = nouns.contains(&text[..word].to_lowercase().as_str());
    let start =
        if is_noun { word + text[word..].len() - text[word..].trim_start().len() } else { 0 };
    let digits = text[start..].find(|c: char| !c.is_ascii_digit())?;
    let number = text[start..start + digits].parse().ok()?;
    let rest = &text[start + digits..];
    let sign = rest.chars().next().filter(|c| matches!(c, '.' | ')' | ':' | ']'))?;
    // `4. ` could end a sentence, but not at the start of a line.
    let after = rest[sign.len_utf8()..].starts_with([' ', '\t']);
    (after || is_noun).then_some((number, start + digits + sign.len_utf8()))
}
