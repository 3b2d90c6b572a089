//! The loop over the words and signs of a record. It groups names and leaps into clauses.

use std::ops::Range;

use crate::record::clauses::{Clauses, Kind, Piece};
use crate::record::lexer::{self, Lexeme, Token};
use crate::record::words::{self, Chain, Vocabulary};
use crate::{board::position::Hole, record::written::Record};
use soliter_base::wording::short;

struct LastName {
    hole: Option<Hole>,
    /// Whether it follows a leap.
    leap: bool,
}

struct Reader<'a> {
    text: &'a str,
    vocabulary: &'a Vocabulary<'a>,
    lexemes: Vec<Lexeme>,
    clauses: Clauses<'a>,
    clause: Vec<Piece>,
    /// The number of leaps in the clause. Its jumps are counted only when it ends.
    ahead: usize,
    /// The last name; `None` at the start of a clause and after a comma.
    last: Option<LastName>,
    /// A leap whose landing hole has not been read yet.
    leap: Option<Range<usize>>,
    /// The hole named by `over`, if its landing hole has not been read yet.
    over: Option<Hole>,
}

/// Reads a text, beginning at `start`. Also returns whether a leap joins two holes of the board in it.
pub(super) fn read(text: &str, start: usize, vocabulary: &Vocabulary) -> (Record, bool) {
    let (lexemes, comments) = lexer::cut(text, start, vocabulary);
    let mut reader = Reader {
        text,
        vocabulary,
        lexemes,
        clauses: Clauses::new(text, vocabulary),
        clause: Vec::new(),
        ahead: 0,
        last: None,
        leap: None,
        over: None,
    };
    for span in comments {
        let message = format!("{} is read as a comment", short(&text[span.clone()]));
        reader.clauses.record.remark(span, message);
    }
    reader.run();
    let Clauses { mut record, has_jump, .. } = reader.clauses;
    let nothing = record.jumps.is_empty() && record.faults.is_empty();
    record.only_comments = nothing && text.contains('#');
    (record, has_jump)
}

impl Reader<'_> {
    fn run(&mut self) {
        let mut at = 0;
        while let Some(Lexeme { token, span }) = self.lexemes.get(at).cloned() {
            at += 1;
            match token {
                Token::Word => at = self.word(at - 1),
                Token::Place => {
                    let inside = &self.text[span.start + 1..span.end - 1];
                    self.name(self.vocabulary.place(inside), span);
                }
                Token::Leap => self.leap(span),
                Token::Colon if self.after_name() => self.leap(span),
                Token::Arrow => {
                    let sign = self.text[span.clone()].chars().next();
                    let word = sign.and_then(words::arrow).unwrap_or_default();
                    self.direction(word, span);
                }
                // A line may break after a leap.
                Token::End if self.leap.is_some() && self.text[span.clone()] == *"\n" => {}
                Token::Comma => {
                    self.end_leap();
                    self.clause.push(Piece::Comma);
                    self.last = None;
                }
                Token::End => self.end_clause(),
                Token::Open => {
                    self.end_clause();
                    (self.clauses.bracketed, self.clauses.landed) = (true, None);
                }
                Token::Close => {
                    self.end_clause();
                    self.clauses.bracketed = false;
                }
                Token::Colon | Token::Stray => {
                    let message =
                        format!("{:?} has no meaning in a record", &self.text[span.clone()]);
                    let help = "write moves as 42-44-64, separated by commas; # starts a comment";
                    self.bad(Kind::NoMeaning, span, message, help);
                }
            }
        }
        self.end_clause();
    }

    fn end_clause(&mut self) {
        self.end_leap();
        (self.last, self.ahead) = (None, 0);
        self.clauses.add(&std::mem::take(&mut self.clause));
    }

    /// Reads the word at an index, and returns the index after it.
    fn word(&mut self, at: usize) -> usize {
        let span = self.lexemes[at].span.clone();
        let (word, vocabulary) = (&self.text[span.clone()], self.vocabulary);
        if let Some(after) = self.numbering(at, word) {
            return after;
        }
        if let Some(hole) = vocabulary.hole(word) {
            self.name(Some(hole), span);
            return at + 1;
        }
        if let Some((hole, whole)) = self.name_in_two(at) {
            self.name(Some(hole), whole);
            return at + 2;
        }
        let chains = vocabulary.chains(word);
        if self.after_name() && chains.is_empty() && words::is_over(word) {
            return self.over(at, span);
        }
        if !chains.is_empty() {
            self.chain(&chains, span);
        } else if self.after_name() && words::is_to(word) {
            self.leap(span);
        } else if vocabulary.direction(word).is_some() && self.last.is_some() {
            self.direction(word, span);
        } else if let Some((hole, length)) = vocabulary.hole_and_direction(word) {
            let middle = span.start + length;
            self.name(Some(hole), span.start..middle);
            self.direction(&self.text[middle..span.end], middle..span.end);
        } else {
            self.name(None, span);
        }
        at + 1
    }

    /// The index after a move number, `1.`, `1)` or `1:`; `None` if the word is not one.
    fn numbering(&self, at: usize, word: &str) -> Option<usize> {
        let lone = self.last.as_ref().is_some_and(|last| !last.leap);
        if self.leap.is_some() || lone || !words::is_digits(word) {
            return None;
        }
        let end = self.lexemes[at].span.end;
        let sign = self.lexemes.get(at + 1).filter(|next| next.span.start == end)?;
        let closes = match sign.token {
            Token::End => self.text[sign.span.clone()] == *".",
            Token::Close => !self.clauses.bracketed,
            Token::Colon => {
                let blank = self.lexemes.get(at + 2)?.span.start > sign.span.end;
                // The 1 in `1:29-17` is a number, the 1 in `1:3:5` is a hole.
                let leaps = self.lexemes.get(at + 3).is_some_and(|next| next.token == Token::Leap);
                let no_hole = self.vocabulary.hole(word).is_none();
                blank || no_hole || leaps && self.clauses.is_next_number(word, self.ahead)
            }
            _ => false,
        };
        closes.then_some(at + 2)
    }

    /// Reads a name written as two words, `d 2`, if neither of them is a hole by itself.
    fn name_in_two(&self, at: usize) -> Option<(Hole, Range<usize>)> {
        let next = self.lexemes.get(at + 1).filter(|next| next.token == Token::Word)?;
        let span = &self.lexemes[at].span;
        let (first, second) = (&self.text[span.clone()], &self.text[next.span.clone()]);
        let between = &self.text[span.end..next.span.start];
        let apart = !between.is_empty() && between.bytes().all(|b| matches!(b, b' ' | b'\t'));
        if !apart || first.len() + second.len() > 3 || self.vocabulary.hole(second).is_some() {
            return None;
        }
        let hole = self.vocabulary.hole(&format!("{first}{second}"))?;
        Some((hole, span.start..next.span.end))
    }

    fn after_name(&self) -> bool {
        self.leap.is_none() && self.last.is_some()
    }

    fn leap(&mut self, span: Range<usize>) {
        if self.after_name() {
            self.leap = Some(span);
        } else {
            let message = "a hole is missing before this leap";
            self.bad(Kind::NothingBefore, span, message, "write a jump as 45-25");
        }
    }

    fn name(&mut self, hole: Option<Hole>, span: Range<usize>) {
        let leap = self.leap.take().is_some();
        if let (Some(over), Some(to), Some(from)) = (self.over.take(), hole, self.last_hole()) {
            let board = self.vocabulary.board;
            if board.jump(from, to).is_none_or(|jump| jump.over != over) {
                let [over, from, to] =
                    [over, from, to].map(|hole| self.vocabulary.names.name(hole));
                let message = format!("{over} is not between {from} and {to}");
                let help = "write the hole leapt over, or leave it out: 45-25";
                self.bad(Kind::WrongOver, span.clone(), message, help);
            }
        }
        self.ahead += usize::from(leap);
        self.clause.push(Piece::Name { hole, span, leap });
        self.last = Some(LastName { hole, leap });
    }

    fn last_hole(&self) -> Option<Hole> {
        self.last.as_ref().and_then(|last| last.hole)
    }

    /// Accepts several holes written together, if there is only one way to read them.
    fn chain(&mut self, ways: &[Chain], span: Range<usize>) {
        if let [one, other] = ways {
            let names = self.vocabulary.names;
            let [one, other] =
                [one, other].map(|way| names.joined(way.iter().map(|&(hole, _)| hole)));
            let word = short(&self.text[span.clone()]);
            let message = format!("{word} can be {one} or {other}");
            self.leap = None;
            self.bad(Kind::TwoChains, span, message, "put a leap between the holes");
            return;
        }
        let mut start = span.start;
        for (number, &(hole, length)) in ways.iter().flatten().enumerate() {
            if number > 0 {
                self.leap = Some(start..start);
            }
            self.name(Some(hole), start..start + length);
            start += length;
        }
    }

    fn direction(&mut self, word: &str, span: Range<usize>) {
        let step = self.vocabulary.direction(word);
        let landing = step.zip(self.last_hole());
        let landing = landing.and_then(|(step, from)| self.vocabulary.landing(from, step));
        if landing.is_some() {
            self.leap = Some(span.clone());
            self.name(landing, span);
        } else {
            self.leap = None;
            let message = "no jump of the board leads this way";
            self.bad(Kind::NoDirection, span, message, "write the hole to land in: 45-25");
        }
    }

    /// Reads `over` and the hole after it, and returns the index after them.
    fn over(&mut self, at: usize, span: Range<usize>) -> usize {
        let word = |at: usize| {
            let word = self.lexemes.get(at).filter(|next| next.token == Token::Word);
            word.map(|next| (&self.text[next.span.clone()], next.span.clone()))
        };
        let hole = word(at + 1).and_then(|(name, span)| Some((self.vocabulary.hole(name)?, span)));
        let (Some((over, named)), Some(from)) = (hole, self.last_hole()) else {
            let message = "the hole leapt over is missing";
            self.bad(Kind::NothingAfter, span, message, "write 45 over 35 to 25");
            return at + 1;
        };
        let leaps = self.lexemes.get(at + 2).is_some_and(|next| next.token == Token::Leap)
            || word(at + 2).is_some_and(|(word, _)| words::is_to(word));
        if leaps {
            self.over = Some(over);
        } else if let Some(to) = self.vocabulary.landing_over(from, over) {
            self.leap = Some(span);
            self.name(Some(to), named);
        } else {
            let message = "no jump of the board leads over this hole";
            self.bad(Kind::WrongOver, named, message, "write the hole to land in: 45-25");
        }
        at + 2
    }

    /// Ends a leap that no hole follows: a fault, unless the leap is an arrow, which is a jump to the right.
    fn end_leap(&mut self) {
        self.over = None;
        if let Some(span) = self.leap.take() {
            if matches!(&self.text[span.clone()], "→" | "⇒" | "➔") {
                return self.direction("e", span);
            }
            let message = "the hole to land in is missing";
            self.bad(Kind::NothingAfter, span, message, "write a jump as 45-25");
        }
    }

    /// Adds a fault to the clause, with the message and the help if it will be reported.
    fn bad(&mut self, kind: Kind, span: Range<usize>, message: impl Into<String>, help: &str) {
        let is_reported = self.clauses.count(kind);
        let text = is_reported.then(|| Box::new([message.into(), help.to_owned()]));
        self.clause.push(Piece::Bad { kind, span, text });
    }
}
