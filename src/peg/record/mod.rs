//! Reads records: lines of play that a person wrote down, in any usual notation.
//!
//! Reading is tolerant of style and strict about meaning: a name that no hole has is a fault with its place,
//! and what could mean something else too is remarked on. Whether jumps are legal is not decided here.
//!
//! `lexer` cuts a text, `reader` forms clauses of the parts, and `clauses` makes moves of them.

use std::ops::Range;

mod clauses;
mod lexer;
mod reader;
mod words;
mod written;

use crate::base::wording::short;
use crate::peg::board::Board;
use crate::peg::notation::{Names, Scheme};
use words::Vocabulary;

pub use written::{Record, RecordFault, WrittenJump};

/// Reads a record of a board in the notation of `names`. docs/records.md describes every style that is
/// read. In short: names are joined by `-`, `x`, an arrow, `to` or nothing; moves are separated by commas,
/// `;`, new lines or brackets, and may have numbers; `#`, `//`, `{ }` and brackets without a jump are
/// comments; and lines without a jump at the start are a title.
pub fn read(text: &str, board: &Board, names: &Names) -> Record {
    let vocabulary = Vocabulary { board, names };
    let titles = titles(text, &vocabulary);
    let after = titles.last().map_or(0, |last| last.end);
    // A title with no record after it is not a title.
    if text[after..].trim().is_empty() {
        return reader::read(text, 0, &vocabulary).0;
    }
    let (mut record, _) = reader::read(text, after, &vocabulary);
    for span in titles {
        let message = format!("{} is read as a title", short(text[span.clone()].trim()));
        record.remark(span, message);
    }
    record.remarks.sort_by_key(|remark| remark.0.start);
    record
}

/// The records, with jumps and without faults, that a text is in the notations of a board other than `but`.
pub(crate) fn in_other_notations<'a>(
    text: &'a str,
    board: &'a Board,
    but: Scheme,
) -> impl Iterator<Item = (Scheme, Record)> + 'a {
    let others = Scheme::ALL.into_iter().filter(move |scheme| *scheme != but);
    others.filter_map(move |scheme| {
        let record = read(text, board, &Names::new(board, scheme).ok()?);
        (record.faults.is_empty() && !record.jumps.is_empty()).then_some((scheme, record))
    })
}

/// The places of titles: first lines with words and no jump, and the words before a colon in the next line.
fn titles(text: &str, vocabulary: &Vocabulary) -> Vec<Range<usize>> {
    let mut titles: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let is_title = |part: &str| {
            words::of(part).any(|word| is_unknown_word(word, vocabulary))
                && !reader::read(part, 0, vocabulary).1
        };
        let is_comment = ["#", "//", "{"].iter().any(|sign| line.trim_start().starts_with(sign));
        if is_comment || line.trim().is_empty() {
            // A title may still follow.
        } else if is_title(line) {
            titles.push(at..at + line.len());
        } else if let Some((heading, _)) = line.split_once(':').filter(|(part, _)| is_title(part)) {
            titles.push(at..at + heading.len() + 1);
            break;
        } else {
            break;
        }
        at += line.len();
    }
    titles
}

/// Whether a word is ordinary language and cannot be part of a jump.
fn is_unknown_word(word: &str, vocabulary: &Vocabulary) -> bool {
    word.chars().count() > 2
        && word.chars().all(char::is_alphabetic)
        && !vocabulary.is_of_a_jump(word)
}

#[cfg(test)]
mod tests;
