//! Reads moves on boards where a jump may have to name the hole leapt over: `a-c` or `a(b)c`.
//!
//! These are boards without a drawing, whose hole names can be words, and boards with several jumps between two holes.
//! The notation is small, since no book contains such records: names are joined by dashes or arrows, or by the hole
//! leapt over in brackets; a comma, `;` or a new line ends a move, a number and a dot or bracket may begin one, and `#`
//! begins a comment.

use std::ops::Range;

use crate::board::position::Hole;
use crate::line::Hop;
use crate::record::words::Vocabulary;
use crate::record::written::{Record, RecordFault, WrittenJump};
use soliter_base::diagnostic::TextFault;
use soliter_base::wording::short;

const HELP: &str = "write a move as a-c-e, and a(b)c where b is leapt over; # starts a comment";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Name,
    Leap,
    /// A hole leapt over, in brackets.
    Over,
    End,
}

/// Reads a text up to its first fault.
pub(super) fn read(text: &str, vocabulary: &Vocabulary) -> Record {
    let mut record = Record::default();
    match tokens(text) {
        Ok(tokens) => {
            if let Err(fault) = moves(text, &tokens, vocabulary, &mut record) {
                record.faults.push(fault);
            }
        }
        Err(fault) => record.faults.push(RecordFault { index: 1, reason: "syntax", fault }),
    }
    let nothing = record.jumps.is_empty() && record.faults.is_empty();
    record.only_comments = nothing && text.contains('#');
    record
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_leap(c: char) -> bool {
    matches!(c, '-' | '>' | '=' | '→' | '–' | '—' | '−')
}

/// Splits a text into tokens, leaving out comments and the numbers of moves.
fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>, TextFault> {
    let mut tokens: Vec<(Token, Range<usize>)> = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let run = |of: fn(char) -> bool| at + rest.find(|c| !of(c)).unwrap_or(rest.len());
        let one = at + first.len_utf8();
        let begins = tokens.last().is_none_or(|(token, _)| *token == Token::End);
        let (token, end) = match first {
            '\n' | ',' | ';' => (Some(Token::End), one),
            c if c.is_whitespace() || c == '\u{feff}' => (None, one),
            '#' => (None, at + rest.find('\n').unwrap_or(rest.len())),
            '(' => {
                let close = rest.find(')').filter(|close| {
                    let inside = rest[1..*close].trim();
                    !inside.is_empty() && inside.chars().all(is_name)
                });
                let Some(close) = close else {
                    return Err(TextFault::new(
                        at..one,
                        "this bracket has no name of a hole",
                        HELP,
                    ));
                };
                (Some(Token::Over), at + close + 1)
            }
            c if is_leap(c) => (Some(Token::Leap), run(is_leap)),
            c if is_name(c) => {
                let end = run(is_name);
                let is_number = begins && text[at..end].bytes().all(|byte| byte.is_ascii_digit());
                if is_number && text[end..].starts_with(['.', ')']) {
                    (None, end + 1)
                } else {
                    (Some(Token::Name), end)
                }
            }
            c => {
                let message = format!("{c:?} has no meaning in a record");
                return Err(TextFault::new(at..one, message, HELP));
            }
        };
        if let Some(token) = token {
            tokens.push((token, at..end));
        }
        at = end;
    }
    Ok(tokens)
}

/// Turns the tokens into jumps.
fn moves(
    text: &str,
    tokens: &[(Token, Range<usize>)],
    vocabulary: &Vocabulary,
    record: &mut Record,
) -> Result<(), RecordFault> {
    let names = vocabulary.names;
    for part in tokens.split(|(token, _)| *token == Token::End) {
        let Some((_, first)) = part.first() else { continue };
        let fault = |record: &Record, reason, span: Range<usize>, message: String, help: String| {
            let fault = TextFault::new(span, message, help);
            RecordFault { index: record.jumps.len() + 1, reason, fault }
        };
        let syntax = |record: &Record, span: &Range<usize>, message: &str| {
            fault(record, "syntax", span.clone(), message.to_owned(), HELP.to_owned())
        };
        let hole = |record: &Record, span: Range<usize>| -> Result<Hole, RecordFault> {
            let name = text[span.clone()].trim_matches(['(', ')', ' ']);
            names.hole(name).ok_or_else(|| {
                let message = format!("no hole is called {}", short(name));
                fault(record, "no-such-hole", span, message, names.hint_here(name))
            })
        };
        let (mut last, mut leap, mut over) = (None, false, None);
        for (token, span) in part {
            match (token, last) {
                (Token::Name, None) if !leap && over.is_none() => {
                    last = Some((hole(record, span.clone())?, span.start));
                }
                (Token::Name, Some((from, start))) if leap || over.is_some() => {
                    let to = hole(record, span.clone())?;
                    let hop = Hop { from, to, over: over.take() };
                    // The hole leapt over is kept only if it makes a difference, or is wrong.
                    let hop =
                        vocabulary.board.find(hop).map_or(hop, |jump| vocabulary.board.hop(jump));
                    let Hop { from, to, over } = hop;
                    record.jumps.push(WrittenJump { from, to, over, span: start..span.end });
                    (last, leap) = (Some((to, span.start)), false);
                }
                (Token::Over, Some(_)) if over.is_none() => {
                    (over, leap) = (Some(hole(record, span.clone())?), false);
                }
                (Token::Leap, Some(_)) if !leap => leap = true,
                (Token::Name, Some(_)) => {
                    return Err(syntax(record, span, "nothing joins this hole to the one before"));
                }
                _ => return Err(syntax(record, span, "this stands where no jump has it")),
            }
        }
        if leap || over.is_some() {
            let span = part.last().map_or(first.clone(), |(_, span)| span.clone());
            return Err(syntax(record, &span, "the hole where the peg lands is missing"));
        }
        if !part.iter().any(|(token, _)| *token != Token::Name) {
            return Err(syntax(record, first, "a move needs at least two holes"));
        }
        record.moves_as_written += 1;
    }
    Ok(())
}
