//! Reads records: solutions that a person or a program wrote down, in any usual form and notation.
//!
//! Reading is tolerant of style and strict about meaning: a name that no hole has is a fault with its place,
//! and ambiguous text leads to a remark. Legality is not decided here: a text has several [`readings`], and a
//! caller that knows the rules chooses among them.
//!
//! `lexer` splits a text, `reader` groups the parts into clauses, and `clauses` turns them into moves. Together they
//! read moves in the notation of books; `leaps` reads moves on boards that have no such notation. `sentences`, `rows`
//! (over `values`) and `diagrams` read the other forms; their jumps are `statements` until a scheme of names gives them
//! holes.

use std::ops::Range;

mod clauses;
mod diagrams;
mod keywords;
mod leaps;
mod lexer;
mod reader;
mod rows;
mod sentences;
mod statements;
pub mod style;
mod values;
mod words;
mod written;

use crate::board::Board;
use crate::board::position::Position;
use crate::notation::{Names, Scheme};
use rows::Order;
use soliter_base::wording::short;
use style::{Form, Style};
use words::Vocabulary;

pub use written::{Record, RecordFault, WrittenJump};

/// Reads a record of a board in the notation of `names`. docs/reference/solutions.md describes every style that is
/// read. In short: names are joined by `-`, `x`, an arrow, `to` or nothing; moves are separated by commas, `;`,
/// new lines or brackets, and may have numbers; `#`, `//`, `{ }` and brackets without a jump are comments; and
/// lines without a jump at the start are a title.
pub fn read(text: &str, board: &Board, names: &Names) -> Record {
    notation(text, &Vocabulary { board, names, pairs: false })
}

/// Reads moves in the notation of books, or in that of boards whose jumps name the holes leapt over.
fn notation(text: &str, vocabulary: &Vocabulary) -> Record {
    if names_leaps(vocabulary.board) {
        return leaps::read(text, vocabulary);
    }
    let titles = titles(text, vocabulary);
    let after = titles.last().map_or(0, |last| last.end);
    // A title that no record follows is not a title.
    if text[after..].trim().is_empty() {
        return reader::read(text, 0, vocabulary).0;
    }
    let (mut record, _) = reader::read(text, after, vocabulary);
    for span in titles {
        let message = format!("{} is read as a title", short(text[span.clone()].trim()));
        record.remark(span, message);
    }
    record.remarks.sort_by_key(|remark| remark.0.start);
    record
}

/// Whether jumps of a board may have to name the hole leapt over, or its holes have names of their own.
fn names_leaps(board: &Board) -> bool {
    !board.is_drawn() || board.names_leaps()
}

/// The records with jumps and without faults that result from reading a text in the notations of a board
/// other than `but`.
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

/// A text read in one style.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The form in which it was read.
    pub form: Form,
    /// The scheme that named the holes; for diagrams, the scheme of the puzzle.
    pub scheme: Scheme,
    /// The record.
    pub record: Record,
}

/// The solutions of a text that contains several, each with jumps numbered from 1, in the format of Debian's
/// peg-solitaire: number, start, hole leapt over, landing hole. Empty for any other text, which is one record.
pub fn solutions(text: &str) -> Vec<&str> {
    rows::solutions(text).into_iter().map(|span| &text[span]).collect()
}

impl Reading {
    /// The style in words: `letter-row`, `sentences with number`.
    pub fn style(&self) -> String {
        style_of(self.form, self.scheme)
    }
}

/// A style in words.
pub fn style_of(form: Form, scheme: Scheme) -> String {
    match form {
        Form::Notation => scheme.word().to_owned(),
        Form::Diagrams => form.word().to_owned(),
        _ => format!("{} with {}", form.word(), scheme.word()),
    }
}

/// The puzzle to which a text is a record.
pub struct Subject<'a> {
    /// The board.
    pub board: &'a Board,
    /// The names of its holes in the puzzle's own notation, which is tried first.
    pub names: &'a Names,
    /// The position before the first jump.
    pub start: Position,
    /// Whether jumps fill holes instead of emptying them.
    pub reverse: bool,
}

/// A longer text is read only in the notations of puzzles: no solution is that long, and each reading takes
/// time.
const LONGEST: usize = 1 << 16;

/// Every reading of a text, in order of preference: the puzzle's own notation comes first. `wanted` restricts
/// them to some forms or schemes. A reading that does not understand the text is left out, except the first.
pub fn readings(text: &str, subject: &Subject<'_>, wanted: &[Style]) -> Vec<Reading> {
    let Subject { board, names: own, .. } = *subject;
    let others = Scheme::ALL.into_iter().filter(|scheme| *scheme != own.scheme());
    let further = Scheme::READ_ONLY.into_iter().filter(|_| text.len() <= LONGEST);
    let others = others.chain(further).filter(|_| board.is_drawn());
    let named = others.filter_map(|scheme| Names::for_reading(board, scheme));
    let schemes: Vec<Names> = [own.clone()].into_iter().chain(named).collect();
    let mut found = Vec::new();
    let mut add = |form: Form, scheme: Scheme, record: Record| {
        if style::allows(wanted, form, scheme) && (found.is_empty() || record.is_understood()) {
            found.push(Reading { form, scheme, record });
        }
    };
    for names in &schemes {
        if !style::allows_scheme(wanted, names.scheme()) {
            continue;
        }
        let vocabulary = Vocabulary { board, names, pairs: false };
        let record = notation(text, &vocabulary);
        let is_open = !record.remarks.is_empty();
        add(Form::Notation, names.scheme(), record);
        let vocabulary = Vocabulary { pairs: true, ..vocabulary };
        if is_open {
            add(Form::Pairs, names.scheme(), notation(text, &vocabulary));
        }
        if text.len() > LONGEST {
            continue;
        }
        if !names_leaps(board)
            && let Some(record) = sentences::read(text, &vocabulary)
        {
            add(Form::Sentences, names.scheme(), record);
        }
        for (form, order) in
            [(Form::FromOverTo, Order::FromOverTo), (Form::FromToOver, Order::FromToOver)]
        {
            if let Some(record) = rows::read(text, order, &vocabulary) {
                add(form, names.scheme(), record);
            }
        }
    }
    if text.len() <= LONGEST && board.is_drawn() {
        let vocabulary = Vocabulary { board, names: own, pairs: false };
        for record in diagrams::read(text, &subject.start, subject.reverse, &vocabulary) {
            add(Form::Diagrams, own.scheme(), record);
        }
    }
    found
}

/// The places of titles: first lines with words and no jump, and words before a colon in the line after them.
fn titles(text: &str, vocabulary: &Vocabulary) -> Vec<Range<usize>> {
    let mut titles: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let is_title = |part: &str| {
            words::of(part).any(|word| is_unknown_word(word, vocabulary))
                && !reader::read(part, 0, vocabulary).1
                && !sentences::has_jump(part, vocabulary)
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

/// Whether a word belongs to ordinary language and cannot be part of a jump.
fn is_unknown_word(word: &str, vocabulary: &Vocabulary) -> bool {
    word.chars().count() > 2
        && word.chars().all(char::is_alphabetic)
        && !vocabulary.is_of_a_jump(word)
}

#[cfg(test)]
mod tests;
