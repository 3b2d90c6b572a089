//! Reading records: lines of play written down by a person.

use std::ops::Range;
use std::sync::Arc;

use crate::base::diagnostic::{Diagnostic, Diagnostics, Source, TextFault};
use crate::base::wording::short;
use crate::peg::board::Board;
use crate::peg::notation::Names;
use crate::peg::position::Hole;

/// A jump as written: start, landing hole and where it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenJump {
    /// Where the peg starts.
    pub from: Hole,
    /// Where it lands.
    pub to: Hole,
    /// Byte range of the two names and what is between them.
    pub span: Range<usize>,
}

/// The stable word for what is wrong with a record's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordReason {
    /// A name that no hole has: `no-such-hole`.
    NoSuchHole,
    /// Anything else that is no record: `syntax`.
    Syntax,
}

impl RecordReason {
    /// The stable word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::NoSuchHole => "no-such-hole",
            Self::Syntax => "syntax",
        }
    }
}

/// Something in a record that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("jump {index}: {fault}")]
pub struct RecordFault {
    /// Number of the jump it stands in, from 1.
    pub index: usize,
    /// The kind of fault.
    pub reason: RecordReason,
    /// What is wrong, and where in the text.
    pub fault: TextFault,
}

/// What a record says, and what in it cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Record {
    /// The jumps up to the first fault.
    pub jumps: Vec<WrittenJump>,
    /// The number of moves as written, up to the first fault.
    pub moves_as_written: usize,
    /// The first faults ([`Diagnostics::MOST`]), in the order of the text.
    pub faults: Vec<RecordFault>,
    /// The number of further faults.
    pub more_faults: usize,
    /// There is no jump in it because everything is a comment.
    pub only_comments: bool,
}

impl Record {
    /// The faults as those of the file that is the text; `None` if there are none.
    pub fn diagnostics(&self, source: &Arc<Source>) -> Option<Diagnostics> {
        let faults = self.faults.iter().map(|fault| fault.fault.clone().of(source));
        let list: Vec<Diagnostic> = faults.collect();
        (!list.is_empty()).then(|| Diagnostics::new(list, self.more_faults))
    }
}

/// The jump meant by two steps that name the hole leapt over as if the peg landed there: of
/// `46-45-44` the jump from 46 to 44. `None` if the first step is a jump, or the two are none.
pub(crate) fn over_named(
    board: &Board,
    first: (Hole, Hole),
    second: (Hole, Hole),
) -> Option<(Hole, Hole)> {
    let over = board.jump(first.0, second.1)?.over;
    (first.1 == over && second.0 == over).then_some((first.0, second.1))
}

/// What to say of such steps.
pub(crate) fn say_over_named(names: &Names, over: Hole, (from, to): (Hole, Hole)) -> String {
    format!("{} is the hole leapt over: write {}", names.name(over), names.jump(from, to))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    /// A hole name, or what stands where one is due.
    Name,
    /// `-`, `x`, `->` and the like: the peg goes on.
    Leap,
    /// `,`, `;`, `.` or the end of a line: the move is over.
    End,
    /// Anything else.
    Stray,
}

/// Reads a record. Names are joined by `-`, `*`, `x`, `->`, `>>`, `→` or a dash; moves are
/// separated by `,`, `;`, new lines or spaces; `1.`, `1)` or `#1` before a move is a number, and
/// any other `#` starts a comment.
pub fn read(text: &str, names: &Names) -> Record {
    let mut reader = Reader { text, names, record: Record::default(), index: 1, chain: Vec::new() };
    reader.run();
    reader.record
}

struct Reader<'a> {
    text: &'a str,
    names: &'a Names,
    record: Record,
    /// Number of the jump being read.
    index: usize,
    /// Holes of the move being read, `None` for a name that no hole has.
    chain: Vec<(Option<Hole>, Range<usize>)>,
}

impl Reader<'_> {
    fn run(&mut self) {
        let mut at = 0;
        // The leap that waits for its landing hole.
        let mut leap: Option<Range<usize>> = None;
        while let Some((token, span)) = self.token(at, leap.is_some()) {
            at = span.end;
            match token {
                Token::Name => {
                    if leap.is_none() {
                        self.end_move();
                        if let Some(end) = self.numbering(&span) {
                            at = end;
                            continue;
                        }
                    }
                    leap = None;
                    self.name(span);
                }
                Token::Leap if self.chain.is_empty() || leap.is_some() => {
                    self.syntax(
                        span,
                        "a hole is missing before this leap",
                        "write a jump as 45-25",
                    );
                }
                Token::Leap => leap = Some(span),
                // A line may break after a leap.
                Token::End if leap.is_some() && self.text[span.clone()].starts_with('\n') => {}
                Token::End => {
                    if let Some(leap) = leap.take() {
                        self.syntax(
                            leap,
                            "the hole to land in is missing",
                            "write a jump as 45-25",
                        );
                        self.chain.clear();
                    }
                    self.end_move();
                }
                Token::Stray => {
                    let text = self.text;
                    self.fault(RecordReason::Syntax, || {
                        let message =
                            format!("{:?} has no meaning in a record", &text[span.clone()]);
                        let help =
                            "write moves as 42-44-64, separated by commas; # starts a comment";
                        TextFault::new(span, message, help)
                    });
                }
            }
        }
        if let Some(leap) = leap {
            self.syntax(leap, "the hole to land in is missing", "write a jump as 45-25");
            self.chain.clear();
        }
        self.end_move();
        let nothing = self.record.jumps.is_empty() && self.record.faults.is_empty();
        self.record.only_comments = nothing && self.text.contains('#');
    }

    /// The next token at or after `at`; comments and blanks are passed over, and `#1` before a move
    /// where no leap waits for its landing hole.
    fn token(&self, mut at: usize, leaping: bool) -> Option<(Token, Range<usize>)> {
        let text = self.text;
        loop {
            let rest = &text[at..];
            let first = rest.chars().next()?;
            let run = |accept: &dyn Fn(char) -> bool| {
                at..at + rest.find(|c: char| !accept(c)).unwrap_or(rest.len())
            };
            match first {
                '\n' | ',' | ';' | '.' => return Some((Token::End, at..at + 1)),
                '#' => {
                    let number = if leaping { None } else { self.hash_number(rest) };
                    at += number.unwrap_or_else(|| rest.find('\n').unwrap_or(rest.len()));
                }
                c if c.is_whitespace() || c == '\u{feff}' => at += c.len_utf8(),
                c if is_leap(c) => return Some((Token::Leap, run(&is_leap))),
                'x' | 'X' | '×' if !self.x_is_a_column(rest) => {
                    return Some((Token::Leap, at..at + first.len_utf8()));
                }
                c if c.is_alphanumeric() => {
                    let tail = &rest[c.len_utf8()..];
                    let more = tail
                        .find(|c: char| !c.is_alphanumeric() || matches!(c, 'x' | 'X'))
                        .unwrap_or(tail.len());
                    return Some((Token::Name, at..at + c.len_utf8() + more));
                }
                c => return Some((Token::Stray, at..at + c.len_utf8())),
            }
        }
    }

    fn x_is_a_column(&self, rest: &str) -> bool {
        self.names.has_column_x() && rest[1..].starts_with(|c: char| c.is_ascii_digit())
    }

    /// The length of a move number at the start of a text: `#1` with `.`, `)`, `:` or a blank after
    /// it, and then what looks like a jump.
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
        let leaps = leap.starts_with(|c| is_leap(c) || matches!(c, 'x' | 'X' | '×'));
        (leaps && (could_be || self.names.hole(name).is_some())).then_some(text.len() - rest.len())
    }

    /// The end of a move number (`1.` or `1)`) that starts with the digits at `span`.
    fn numbering(&self, span: &Range<usize>) -> Option<usize> {
        let digits = self.text[span.clone()].chars().all(|c| c.is_ascii_digit());
        let closed = self.text[span.end..].starts_with(['.', ')']);
        (digits && closed).then_some(span.end + 1)
    }

    fn name(&mut self, span: Range<usize>) {
        let name = &self.text[span.clone()];
        let hole = self.names.hole(name);
        if hole.is_none() {
            let names = self.names;
            self.fault(RecordReason::NoSuchHole, || {
                let message = format!("no hole is called {}", short(name));
                TextFault::new(span.clone(), message, names.hint(name))
            });
        }
        if let Some((from, start)) = self.chain.last() {
            if let (Some(from), Some(to), true) = (*from, hole, self.record.faults.is_empty()) {
                let span = start.start..span.end;
                self.record.jumps.push(WrittenJump { from, to, span });
            }
            self.index += 1;
        }
        self.chain.push((hole, span));
    }

    fn end_move(&mut self) {
        match self.chain.as_slice() {
            [] => {}
            [(hole, span)] if hole.is_some() => {
                let message = "a move needs at least two holes";
                self.syntax(span.clone(), message, "write a jump as 45-25");
            }
            _ if self.record.faults.is_empty() => self.record.moves_as_written += 1,
            _ => {}
        }
        self.chain.clear();
    }

    fn syntax(&mut self, span: Range<usize>, message: &str, help: &str) {
        self.fault(RecordReason::Syntax, || TextFault::new(span, message, help));
    }

    /// Reports a fault; what it says is made only if it is kept.
    fn fault(&mut self, reason: RecordReason, fault: impl FnOnce() -> TextFault) {
        if self.record.faults.len() < Diagnostics::MOST {
            self.record.faults.push(RecordFault { index: self.index, reason, fault: fault() });
        } else {
            self.record.more_faults += 1;
        }
    }
}

fn is_leap(c: char) -> bool {
    matches!(c, '-' | '*' | '>' | '=' | '~' | '→' | '⇒' | '‐' | '‑' | '–' | '—' | '−')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::board::Board;
    use crate::peg::lattice::{Directions, Lattice};
    use crate::peg::notation::Scheme;

    const ENGLISH: &str = "  ooo\n  ooo\nooooooo\nooooooo\nooooooo\n  ooo\n  ooo";

    fn names(scheme: Scheme) -> Names {
        let board = Board::from_drawing(ENGLISH, Lattice::Square, Directions::Orthogonal);
        Names::new(&board.expect("a board"), scheme).expect("names")
    }

    fn written(text: &str, scheme: Scheme) -> (Vec<String>, usize) {
        let names = names(scheme);
        let record = read(text, &names);
        assert_eq!(record.faults, [], "{text}");
        let jumps = record.jumps.iter();
        let jumps = jumps.map(|j| format!("{}-{}", names.name(j.from), names.name(j.to)));
        (jumps.collect(), record.moves_as_written)
    }

    #[test]
    fn every_separator_reads_the_same() {
        let expected = (vec!["42-44".to_owned(), "44-64".into(), "46-44".into()], 2);
        for text in [
            "42-44-64, 46-44",
            "42*44*64;46*44",
            "42x44X64\n46×44",
            "42 -> 44 -> 64\n\n46->44.",
            "42→44 → 64 , 46–44",
            "42 >> 44>>64 46 - 44",
            "1. 42-44-64 2. 46-44",
            "1) 42—44−64\r\n2) 46-44 # to the centre",
            "# a comment\n42-44-\n64; 46-44;",
            "1.42-44-64. 2.46-44.",
        ] {
            assert_eq!(written(text, Scheme::ColumnRow), expected, "{text}");
        }
        assert_eq!(written("D6xd4xf4, d2xD4", Scheme::LetterRow).1, 2);
        assert_eq!(written("1. 29-17-19 2. 5-17", Scheme::Number).0.len(), 3);
        assert_eq!(written("  # nothing", Scheme::Number), (vec![], 0));
    }

    #[test]
    fn a_number_may_follow_the_sign_of_a_comment() {
        let expected = (vec!["42-44".to_owned(), "44-64".into(), "46-44".into()], 2);
        for text in [
            "#1 42-44-64\n#2 46-44",
            "#1: 42-44-64 #2: 46-44",
            "#1.42-44-64, #2) 46 x 44 # the second",
            "#1 42->44->64 # 3 is no move\n#2\t46-44",
            "#1 is the best\n42-44-64, 46-44 #2 - so I think",
            "42-44-64; # 1 46-44\n#46-44\n46-44 #",
            "42-44- #1 64-46\n64, 46-44",
        ] {
            assert_eq!(written(text, Scheme::ColumnRow), expected, "{text}");
        }
        assert_eq!(written("#1 d6xd4", Scheme::LetterRow).1, 1);
        assert_eq!(written("#12 5-17 #13 17-29", Scheme::Number).1, 2);
        // A move that cannot be read is not a comment either.
        let names = names(Scheme::ColumnRow);
        assert_eq!(read("#1 48-46", &names).faults.len(), 1);
        let only_comments = |text| read(text, &names).only_comments;
        assert!(only_comments("#45-25\n # 43-45") && only_comments("#"));
        assert!(!only_comments("") && !only_comments("45-25 # a move") && !only_comments("45 #"));
    }

    #[test]
    fn very_many_faults_are_counted() {
        for one in ["x", "-", "$", "48-", "45,", "#1 48-", "9\u{301}"] {
            let text = one.repeat((1 << 20) / one.len());
            let record = read(&text, &names(Scheme::ColumnRow));
            assert_eq!(record.faults.len() == 20, record.more_faults > 0, "{one}");
        }
        assert_eq!(read(&"x,".repeat(3432), &names(Scheme::ColumnRow)).more_faults, 3412);
        let long = read(&"a".repeat(1 << 20), &names(Scheme::LetterRow));
        assert!(long.faults[0].fault.message.len() < 100 && long.more_faults == 0);
    }

    #[test]
    fn faults_carry_the_number_of_the_jump_and_the_place() {
        let record = read("45-25, 43-48, 44", &names(Scheme::ColumnRow));
        let found: Vec<_> =
            record.faults.iter().map(|f| (f.index, f.fault.span.clone(), f.reason)).collect();
        let no_hole = RecordReason::NoSuchHole;
        assert_eq!(found, [(2, 10..12, no_hole), (3, 14..16, RecordReason::Syntax)]);
        assert_eq!(record.jumps.len(), 1);
        assert_eq!(record.faults[0].fault.help, "did you mean 47? (column-row)");
        for text in ["-45", "45-", "45--", "45-,25", "(45-25)", "45 - - 25 $", "45", "x", "1"] {
            assert!(!read(text, &names(Scheme::ColumnRow)).faults.is_empty(), "{text}");
        }
    }
}
