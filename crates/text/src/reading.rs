//! A text read in one style: the jumps, what could not be explained, and the remarks.

use std::ops::Range;
use std::sync::Arc;

use crate::lexer::Tokens;
use crate::moves::{Bad, KINDS, Stated, Wrong};
use crate::race::Race;
use crate::style::Form;
use crate::words;
use soliter_base::diagnostic::{Diagnostic, Diagnostics, Source, TextFault};
use soliter_base::wording::short;
use soliter_boards::board::Board;
use soliter_boards::line::Hop;
use soliter_boards::notation::{Names, Scheme};

/// A jump as written, with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenJump {
    /// The jump.
    pub hop: Hop,
    /// The byte range from the first name to the end of the last.
    pub span: Range<usize>,
    /// What is wrong with it by its own words: a hole leapt over, or a direction, that is not that of the jump.
    pub wrong: Option<Box<TextFault>>,
}

/// A part of a text that could not be explained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("jump {index}: {fault}")]
pub struct Unexplained {
    /// The number of the jump that contains it, from 1.
    pub index: usize,
    /// The stable word for programs: `no-such-hole` if no hole has a name, `numbering` for a number that is not the next
    /// one, `syntax` for anything else.
    pub reason: &'static str,
    /// The message, and its place in the text.
    pub fault: TextFault,
}

/// A text read in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The form in which it was read.
    pub form: Form,
    /// The scheme that named the holes; for diagrams, the scheme of the puzzle.
    pub scheme: Scheme,
    /// The jumps up to the first place that could not be explained.
    pub jumps: Vec<WrittenJump>,
    /// The number of moves as written.
    pub moves_as_written: usize,
    /// The first places that could not be explained: three of each kind, [`Diagnostics::MOST`] in all.
    pub unexplained: Vec<Unexplained>,
    /// The number of further places.
    pub more_unexplained: usize,
    /// The first [`Diagnostics::MOST`] remarks: what was skipped, and how ambiguous places were read.
    pub remarks: Vec<(Range<usize>, String)>,
    /// The number of further remarks.
    pub more_remarks: usize,
    /// The number of tokens that were explained.
    pub explained: usize,
    /// The number of tokens of the text.
    pub tokens: usize,
    /// Whether the text states a jump, even if behind a place that could not be explained.
    pub has_jump: bool,
    /// The numbers of names of holes, and of names that no hole has.
    pub(crate) names: [usize; 2],
    /// How many of `unexplained` are jumps beside the solution.
    pub(crate) beside: usize,
}

impl Reading {
    /// The style in words: `letter-row`, `sentences with number`.
    pub fn style(&self) -> String {
        self.form.with(self.scheme)
    }

    /// The jumps, without their places.
    pub fn hops(&self) -> impl Iterator<Item = Hop> + '_ {
        self.jumps.iter().map(|jump| jump.hop)
    }

    /// Adds a remark about a place, or counts it.
    pub(crate) fn note(&mut self, span: Range<usize>, text: String) {
        if self.remarks.len() < Diagnostics::MOST {
            self.remarks.push((span, text));
        } else {
            self.more_remarks += 1;
        }
    }

    /// Whether everything is explained, remarks aside.
    pub fn is_understood(&self) -> bool {
        self.unexplained.is_empty()
    }

    /// What is wrong with the text, as diagnostics of the file with it; `None` if nothing is.
    pub fn diagnostics(&self, source: &Arc<Source>) -> Option<Diagnostics> {
        let wrong = self.jumps.iter().find_map(|jump| jump.wrong.as_deref());
        let faults = self.unexplained.iter().map(|one| &one.fault);
        let list: Vec<Diagnostic> =
            wrong.into_iter().chain(faults).map(|fault| fault.clone().of(source)).collect();
        (!list.is_empty()).then(|| Diagnostics::new(list, self.more_unexplained))
    }
}

/// The key of the value of JSON that begins at a place.
fn key(text: &str, at: usize) -> Option<&str> {
    let before = text.get(..at)?.trim_end().strip_suffix(':')?.trim_end().strip_suffix('"')?;
    before.rsplit('"').next()
}

/// The label of a remark in messages.
pub(crate) const IGNORED: &str = "ignored";

/// Advice about text that is no jump.
const REMARK: &str = "begin a remark with #";

/// Builds a reading.
pub(crate) struct Builder<'a> {
    pub(crate) reading: Reading,
    tokens: &'a Tokens<'a>,
    board: &'a Board,
    names: &'a Names,
    /// The number of the next jump.
    pub(crate) index: usize,
    seen: [usize; KINDS],
    /// The number of tokens that could not be explained, or were skipped.
    lost: usize,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(
        form: Form,
        tokens: &'a Tokens<'a>,
        board: &'a Board,
        names: &'a Names,
    ) -> Self {
        let reading = Reading {
            form,
            scheme: names.scheme(),
            jumps: Vec::new(),
            moves_as_written: 0,
            unexplained: Vec::new(),
            more_unexplained: 0,
            beside: 0,
            remarks: Vec::new(),
            more_remarks: 0,
            explained: 0,
            tokens: tokens.total,
            has_jump: false,
            names: [0; 2],
        };
        Self { reading, tokens, board, names, index: 1, seen: [0; KINDS], lost: 0 }
    }

    pub(crate) fn finish(mut self) -> Reading {
        self.reading.explained = self.tokens.total.saturating_sub(self.lost);
        self.reading.remarks.sort_by_key(|remark| remark.0.start);
        self.reading
    }

    /// Whether the reading loses its race. It explains nothing then.
    pub(crate) fn loses(&mut self, race: &mut Race<'_>) -> bool {
        race.follow(&self.reading.jumps);
        let lost = race.is_lost(self.lost);
        if lost {
            self.skip(self.tokens.total);
        }
        lost
    }

    /// Leaves tokens out of those that are explained.
    pub(crate) fn skip(&mut self, tokens: usize) {
        self.lost += tokens;
    }

    /// A part of the text that is `ignored` or a `comment`.
    pub(crate) fn remark(&mut self, span: Range<usize>, what: &str) {
        let text = short(self.tokens.written.get(span.clone()).unwrap_or("").trim());
        self.reading.note(span, format!("{what}: \"{text}\""));
    }

    pub(crate) fn jump(&mut self, stated: &Stated) {
        let wrong = stated.wrong.map(|(wrong, at)| (wrong, self.tokens.span(at)));
        self.jump_with(stated, wrong);
    }

    /// A jump, and what is wrong with it at a place.
    pub(crate) fn jump_with(&mut self, stated: &Stated, wrong: Option<(Wrong, Range<usize>)>) {
        let wrong = wrong.map(|(wrong, span)| self.wrong(stated.hop, wrong, span));
        self.push(stated, wrong);
    }

    pub(crate) fn push(&mut self, stated: &Stated, wrong: Option<TextFault>) {
        let Stated { hop, start, end, goes_on, .. } = *stated;
        self.reading.has_jump = true;
        self.index += 1;
        if self.reading.unexplained.is_empty() {
            let begins = !goes_on || self.reading.jumps.is_empty();
            self.reading.moves_as_written += usize::from(begins);
            self.reading.jumps.push(WrittenJump {
                hop,
                span: start..end,
                wrong: wrong.map(Box::new),
            });
        }
    }

    /// Replaces the message about the last place that could not be explained.
    pub(crate) fn explain(&mut self, message: &str, help: &str) {
        if let Some(last) = self.reading.unexplained.last_mut() {
            (last.fault.message, last.fault.help) = (message.to_owned(), help.to_owned());
        }
    }

    fn wrong(&self, hop: Hop, wrong: Wrong, span: Range<usize>) -> TextFault {
        let name = |hole| self.names.name(hole);
        let (from, to) = (name(hop.from), name(hop.to));
        let message = match wrong {
            Wrong::Over(named) => match self.board.jump(hop.from, hop.to) {
                Some(jump) => {
                    format!("the hole leapt over is {}, not {}", name(jump.over), name(named))
                }
                None => format!("no jump leads from {from} over {} to {to}", name(named)),
            },
            Wrong::Direction => format!("the jump from {from} to {to} does not go this way"),
            Wrong::NoWay => format!("no jump of the board leads this way from {from}"),
            Wrong::NoOver => format!("no jump of the board leads from {from} over this hole"),
        };
        let help = match wrong {
            Wrong::Over(_) => match self.board.jump(hop.from, hop.to) {
                Some(jump) => &format!("write {}, or leave it out", name(jump.over)),
                None => "write the hole leapt over, or leave it out",
            },
            Wrong::Direction => "write the direction of the jump, or leave it out",
            _ => "write the hole where the peg starts and the hole where it lands",
        };
        TextFault::new(span, message, help)
    }

    /// Notes tokens that cannot be explained.
    pub(crate) fn bad(&mut self, bad: Bad, at: usize, tokens: usize) {
        let span = self.tokens.range(at, at + tokens.max(1) - 1);
        self.bad_at(bad, span, tokens);
    }

    /// The same for a place.
    pub(crate) fn bad_at(&mut self, bad: Bad, span: Range<usize>, tokens: usize) {
        const MOST_OF_A_KIND: usize = 3;
        self.lost += tokens;
        let seen = &mut self.seen[bad.number()];
        *seen += 1;
        if *seen > MOST_OF_A_KIND || self.reading.unexplained.len() >= Diagnostics::MOST {
            self.reading.more_unexplained += 1;
            return;
        }
        let text = self.tokens.written.get(span.clone()).unwrap_or("");
        let word = short(text);
        let (message, help) = match bad {
            Bad::NoSuchHole => {
                let inside = text.trim_matches(['(', ')', '[', ']', ' ']);
                let is_prose = inside.split_whitespace().nth(2).is_some();
                let help = if is_prose {
                    format!("{}; {REMARK}", self.example())
                } else if inside.contains(char::is_alphanumeric) {
                    self.names.hint_here(inside)
                } else {
                    self.example()
                };
                let message =
                    if inside.contains(' ') && !inside.contains(|c: char| c.is_ascii_digit()) {
                        format!("\"{}\" is not understood", short(inside))
                    } else {
                        format!("no hole is called {}", short(inside))
                    };
                (message, help)
            }
            Bad::NothingBefore => ("a hole is missing before this".to_owned(), self.example()),
            Bad::NothingAfter => ("the hole to land in is missing".to_owned(), self.example()),
            Bad::LoneHole => {
                (format!("a move needs at least two holes, and {word} is one"), self.example())
            }
            Bad::NoMeaning => {
                let help = format!("write moves as 42-44-64, separated by commas; {REMARK}");
                (format!("{word:?} has no meaning in a solution"), help)
            }
            Bad::TwoWays => (
                format!("{word} can be cut into holes in two ways"),
                "put a leap between the holes".to_owned(),
            ),
            Bad::CountOrJump => {
                let help = format!("{}; {REMARK}", self.example());
                (format!("{word} may be a jump or a number of jumps"), help)
            }
            Bad::MoreCells => (
                format!("{word} is in no column of the header"),
                "add a column to the header, or leave the cell out".to_owned(),
            ),
            Bad::BesideDiagrams => (
                format!("the jump {word} is not between two diagrams"),
                "draw the board after each jump, and write at most this jump before".to_owned(),
            ),
            Bad::NoMove => (
                format!("no jump follows the number {word}"),
                format!("write the jump, or leave the number out; {REMARK}"),
            ),
            Bad::NotRead => {
                let place = match key(self.tokens.written, span.start) {
                    Some(key) => format!("the key \"{}\"", short(key)),
                    None => word.to_string(),
                };
                let help = "put all jumps into the solution".to_owned();
                (format!("{place} contains a jump beside the solution"), help)
            }
            Bad::Numbering(expected) => (
                format!("{word} is read as the number of a move, which should be {expected}"),
                format!(
                    "number the moves without a gap, or leave the numbers out; {}",
                    self.example()
                ),
            ),
        };
        let may_be_remark = matches!(bad, Bad::NoSuchHole | Bad::LoneHole | Bad::NothingBefore)
            && !help.ends_with(REMARK);
        let help = if may_be_remark && self.is_in_prose(&span) {
            format!("{help}; {REMARK}")
        } else {
            help
        };
        let reason = match bad {
            Bad::NoSuchHole => "no-such-hole",
            Bad::Numbering(_) => "numbering",
            _ => "syntax",
        };
        let fault = TextFault::new(span, message, help);
        self.reading.beside += usize::from(matches!(bad, Bad::NotRead));
        self.reading.unexplained.push(Unexplained { index: self.index, reason, fault });
    }

    /// Whether a place is a word of ordinary language, or beside one.
    fn is_in_prose(&self, span: &Range<usize>) -> bool {
        const SHORTEST: usize = 3;
        let is_prose = |word: &str| {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            let is_word = word.chars().all(char::is_alphabetic);
            match words::known(word) {
                (None, None) => is_word && word.chars().count() >= SHORTEST,
                (Some(known), _) => is_word && !known.role.is_of_jumps(),
                _ => false,
            }
        };
        let text = self.tokens.text;
        let part = |range| text.get(range).unwrap_or("");
        is_prose(part(span.clone()))
            || part(0..span.start).split_whitespace().next_back().is_some_and(is_prose)
            || part(span.end..text.len()).split_whitespace().next().is_some_and(is_prose)
    }

    /// Advice with a jump of the board.
    fn example(&self) -> String {
        match self.board.jumps().first() {
            Some(jump) => format!("write a jump as {}", self.names.hop(self.board.hop(*jump))),
            None => "the board has no jump".to_owned(),
        }
    }
}
