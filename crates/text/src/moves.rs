//! Reads jumps from free text in one notation: `45-25`, `4525`, `Peg 4 jumped over 2 to land on 1`, `(3, 4, left)`.
//!
//! One pass over the tokens. A hole that nothing joins to the one before begins or continues a *run*, which
//! [`forms`](crate::forms) cuts into jumps later: `45 25`, `10 9 8`. A leap, a direction or a word such as `over` takes
//! the last hole of the run as the start of a *jump*. Everything is an item with its tokens, or a remark, so that the
//! tokens that were explained can be counted.

use crate::lexer::{self, Kind, Tokens, Word};
use crate::meter::Meter;
use crate::vocabulary::{Meaning, Part, Vocabulary, YEARS};
use crate::words::{Known, Role, Step};
use soliter_base::control::Stop;
use soliter_boards::board::position::Hole;
use soliter_boards::line::Hop;
use std::ops::Range;

/// Why a token could not be explained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bad {
    NoSuchHole,
    NothingBefore,
    NothingAfter,
    LoneHole,
    NoMeaning,
    TwoWays,
    /// A number that is not the next one.
    Numbering(usize),
    /// `6 moves left`, if the peg in hole 6 can.
    CountOrJump,
    /// A cell of a table beyond its header.
    MoreCells,
    /// A jump in the text around diagrams that they do not show.
    BesideDiagrams,
    /// The number of a move, if no jump follows.
    NoMove,
    /// A jump in a part of JSON or of a table that is not the solution.
    NotRead,
}

pub(crate) const KINDS: usize = 12;

impl Bad {
    pub(crate) fn number(self) -> usize {
        match self {
            Self::NoSuchHole => 0,
            Self::NothingBefore => 1,
            Self::NothingAfter => 2,
            Self::LoneHole => 3,
            Self::NoMeaning => 4,
            Self::TwoWays => 5,
            Self::Numbering(_) => 6,
            Self::CountOrJump => 7,
            Self::MoreCells => 8,
            Self::BesideDiagrams => 9,
            Self::NoMove => 10,
            Self::NotRead => 11,
        }
    }
}

/// A way in which a text contradicts its jump, or a jump that the board does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wrong {
    /// The hole leapt over is another one than this.
    Over(Hole),
    /// The jump does not have the direction.
    Direction,
    /// No jump leads in the direction.
    NoWay,
    /// No single jump leads over this hole.
    NoOver,
}

/// A hole, or a name that no hole has, with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub(crate) hole: Option<Hole>,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The first token.
    at: usize,
}

/// A part of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) name: Named,
    /// The number that its word is.
    pub(crate) number: Option<usize>,
    pub(crate) at: usize,
    pub(crate) tokens: usize,
    /// Whether a comma is before it.
    pub(crate) comma: bool,
}

/// A jump that a text states.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stated {
    pub(crate) hop: Hop,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether it continues the move before.
    pub(crate) goes_on: bool,
    /// Whether it is stated by two names with a leap between them.
    pub(crate) plain: bool,
    pub(crate) wrong: Option<(Wrong, usize)>,
}

pub(crate) enum Item {
    Jump(Stated),
    /// Links, by their numbers.
    Run(Range<usize>),
    /// The number of a move, and its token.
    Label(usize, usize),
    /// The first token, and the number of tokens, that could not be explained.
    Bad(Bad, usize, usize),
}

/// What was read.
#[derive(Default)]
pub(crate) struct Pieces {
    pub(crate) items: Vec<Item>,
    pub(crate) links: Vec<Link>,
    /// The first and last tokens of remarks.
    pub(crate) remarks: Vec<(usize, usize)>,
    /// The same for comments that contain holes.
    pub(crate) comments: Vec<(usize, usize)>,
    /// The number of tokens in remarks and comments.
    pub(crate) skipped: usize,
    /// Whether words other than `to` and `over` state jumps.
    pub(crate) sentences: bool,
    /// The numbers of names of holes, and of names that no hole has.
    pub(crate) names: [usize; 2],
}

/// A jump that is being read.
#[derive(Default, Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "how it was written")]
struct Jump {
    from: Option<Named>,
    over: Option<Named>,
    to: Option<Named>,
    /// Whether a direction gave the landing hole.
    by_step: bool,
    /// Whether the hole leapt over stands in brackets before the landing hole.
    bracket: bool,
    goes_on: bool,
    plain: bool,
    wrong: Option<(Wrong, usize)>,
}

impl Jump {
    fn is_complete(&self) -> bool {
        self.from.is_some() && self.to.is_some()
    }
}

/// Reads the tokens of a range but for those of drawings, until more of them cannot be explained than `most_lost`.
pub(crate) fn read(
    tokens: &Tokens<'_>,
    range: Range<usize>,
    drawings: &[Range<usize>],
    most_lost: usize,
    vocabulary: &mut Vocabulary<'_>,
    meter: &mut Meter<'_>,
) -> Result<Pieces, Stop> {
    let mut reader = Reader {
        tokens,
        vocabulary,
        meter,
        pieces: Pieces::default(),
        run: 0,
        comma: false,
        jump: None,
        role: None,
        leap: None,
        plain: None,
        clause: range.start,
        has_holes: false,
        motion: false,
        label: None,
        moves: 0,
        lost: 0,
    };
    let mut at = range.start;
    let mut drawings = drawings.iter().skip_while(|drawing| drawing.start < range.start).peekable();
    while at < range.end && reader.lost + reader.pieces.skipped <= most_lost {
        reader.meter.work(1)?;
        if let Some(drawing) = drawings.next_if(|drawing| drawing.start <= at) {
            reader.end_remark(at);
            reader.end_clause(drawing.end);
            at = at.max(drawing.end);
            continue;
        }
        at = reader.next(at)?.max(at + 1);
    }
    reader.end_remark(range.end);
    reader.end_clause(range.end);
    Ok(reader.pieces)
}

/// Whether a part of a text states a jump other than a given one.
pub(crate) fn states_jump(
    tokens: &Tokens<'_>,
    span: &Range<usize>,
    given: Option<(Hole, Hole)>,
    vocabulary: &mut Vocabulary<'_>,
    meter: &mut Meter<'_>,
) -> Result<bool, Stop> {
    let token = |at: usize| tokens.list.partition_point(|token| token.span().start < at);
    let range = token(span.start)..token(span.end);
    // A lone number, such as an identifier, could be two holes, but is no jump beside a solution.
    let is_number = |at: usize| tokens.word(at).is_some_and(|word| word.number.is_some());
    if range.len() <= 1 && range.clone().all(is_number) {
        return Ok(false);
    }
    let pieces = read(tokens, range.clone(), &[], usize::MAX, vocabulary, meter)?;
    if let ([Item::Jump(stated)], Some((from, to))) = (&pieces.items[..], given)
        && (stated.hop.from, stated.hop.to) == (from, to)
    {
        return Ok(false);
    }
    let joined = |pair: &[Link]| {
        let both = pair[0].name.hole.zip(pair[1].name.hole);
        both.is_some_and(|(from, to)| vocabulary.board.joins(from, to))
    };
    let found = pieces.items.iter().any(|item| match item {
        Item::Jump(_) => true,
        Item::Run(run) => pieces.links[run.clone()].windows(2).any(joined),
        _ => false,
    });
    // `d4-d2` is a jump in another notation, `2021-05-03` a date.
    let is_name =
        |at| tokens.word(at).is_some_and(|word| word.text.contains(|c: char| c.is_numeric()));
    let is_year = |at: usize| {
        let number = tokens.word(at).and_then(|word| word.number);
        number.is_some_and(|number| YEARS.contains(&number))
    };
    let is_written = |at: usize| {
        let is_date = [at.wrapping_sub(2), at, at + 2, at + 4].into_iter().any(is_year);
        is_name(at) && tokens.get(at + 1) == Some(Kind::Leap) && is_name(at + 2) && !is_date
    };
    Ok(found || range.into_iter().any(is_written))
}

struct Reader<'m, 't, 'v, 'c> {
    tokens: &'m Tokens<'t>,
    vocabulary: &'m mut Vocabulary<'v>,
    meter: &'m mut Meter<'c>,
    pieces: Pieces,
    /// The first link of the run that is being read.
    run: usize,
    comma: bool,
    jump: Option<Jump>,
    /// The role that a word, by its token, gives to the next hole.
    role: Option<(Role, usize)>,
    /// A leap whose landing hole has not been read.
    leap: Option<usize>,
    /// The first word of a remark that is being read.
    plain: Option<usize>,
    /// The first token of the clause.
    clause: usize,
    has_holes: bool,
    /// Whether the clause has a word for a jump.
    motion: bool,
    /// The last number of a move.
    label: Option<usize>,
    /// The number of moves so far, with runs as one each.
    moves: usize,
    /// The number of tokens that could not be explained.
    lost: usize,
}

impl Reader<'_, '_, '_, '_> {
    /// Reads what begins at a token, and returns the token after it.
    fn next(&mut self, at: usize) -> Result<usize, Stop> {
        let Some(kind) = self.tokens.get(at) else { return Ok(at + 1) };
        let is_boundary = self.is_boundary(at);
        if is_boundary {
            self.end_remark(at);
        }
        match kind {
            Kind::Word(word) => return self.word(at, word),
            Kind::Hash => return self.hash(at),
            Kind::Slashes => {
                let end = self.line_end(at)?;
                return self.comment(at, end);
            }
            Kind::Open(bracket) => return self.open(at, bracket),
            _ if self.plain.is_some() => {}
            Kind::Leap => self.leap(at)?,
            Kind::Arrow(step) => self.step(step, at),
            Kind::Comma => {
                self.end_leap();
                self.comma = true;
            }
            Kind::Semicolon | Kind::Stop | Kind::Close(_) => self.end_clause(at + 1),
            Kind::Colon if self.is_between_holes(at)? => self.leap(at)?,
            Kind::Line => self.line(at),
            Kind::Sign if self.leap.is_none() && self.role.is_none() => self.aside(at),
            Kind::Sign => self.bad(Bad::NoMeaning, at, 1),
            Kind::Colon | Kind::Bar | Kind::Ornament => {}
        }
        Ok(at + 1)
    }

    fn is_boundary(&self, at: usize) -> bool {
        !matches!(
            self.tokens.get(at),
            Some(
                Kind::Word(_)
                    | Kind::Leap
                    | Kind::Arrow(_)
                    | Kind::Bar
                    | Kind::Ornament
                    | Kind::Sign
            )
        )
    }

    fn is_fresh(&self) -> bool {
        self.run == self.pieces.links.len()
            && self.jump.is_none_or(|jump| jump.is_complete())
            && self.role.is_none()
            && self.leap.is_none()
    }

    /// Whether a word is, or looks like, a hole.
    fn is_hole(&mut self, at: usize) -> Result<bool, Stop> {
        let Some(Kind::Word(word)) = self.tokens.get(at) else { return Ok(false) };
        Ok(match self.vocabulary.meaning(word, self.meter)? {
            Meaning::Hole(_) | Meaning::Parts(..) | Meaning::Shaped | Meaning::TwoWays => true,
            Meaning::Known | Meaning::Plain => false,
        })
    }

    fn is_between_holes(&mut self, at: usize) -> Result<bool, Stop> {
        let after =
            self.run < self.pieces.links.len() || self.jump.is_some_and(|jump| jump.is_complete());
        Ok(after && self.is_hole(at + 1)?)
    }

    fn word(&mut self, at: usize, word: u32) -> Result<usize, Stop> {
        let is_count = self.is_count(at)?;
        if is_count && self.can_jump_left(at)? {
            self.end_remark(at);
            self.flush();
            self.bad(Bad::CountOrJump, at, 3);
            return Ok(at + 3);
        }
        let is_aside = is_count || self.is_reference(at);
        if self.plain.is_none()
            && self.is_fresh()
            && let Some(after) = self.numbering(at)?
        {
            self.clause = after;
            return Ok(after);
        }
        // `It took 12 minutes`
        let is_idle = is_count && !self.has_holes && self.jump.is_none() && self.leap.is_none();
        if is_aside && (self.plain.is_some() || self.is_fresh() || is_idle) {
            if self.may_be_jump(at)? {
                self.end_remark(at);
                self.flush();
                self.bad(Bad::CountOrJump, at, 2);
            } else if self.plain.is_none() {
                self.flush();
                self.plain = Some(at);
            }
            return Ok(at + 2);
        }
        let meaning = self.vocabulary.meaning(word, self.meter)?;
        let span = self.tokens.span(at);
        if !matches!(meaning, Meaning::Hole(_) | Meaning::Parts(..))
            && let Some((hole, after)) = self.pair(at)
        {
            let whole = self.tokens.range(at, after - 1);
            self.name(Some(hole), whole, at, after - at);
            return Ok(after);
        }
        match meaning {
            Meaning::Hole(_) if self.is_article(at) => self.role_word(Role::MaybeTo, at),
            Meaning::Hole(hole) => self.name(Some(hole), span, at, 1),
            Meaning::Parts(first, end) => self.parts(first..end, at)?,
            Meaning::TwoWays => {
                self.end_run();
                (self.leap, self.role, self.jump) = (None, None, None);
                self.bad(Bad::TwoWays, at, 1);
            }
            Meaning::Shaped => self.name(None, span, at, 1),
            Meaning::Plain if self.leap.is_some() => self.name(None, span, at, 1),
            Meaning::Plain if self.is_bare_number(at)? => self.name(None, span, at, 1),
            Meaning::Plain if self.is_lone_year(at)? => self.name(None, span, at, 1),
            Meaning::Plain => self.aside(at),
            Meaning::Known if self.plain.is_none() => self.known(at, word as usize),
            Meaning::Known => {}
        }
        Ok(at + 1)
    }

    /// In Spanish, `a` precedes the landing hole, although it can be a hole itself.
    fn is_article(&self, at: usize) -> bool {
        let is_a = || self.tokens.word(at).is_some_and(|word| word.text.eq_ignore_ascii_case("a"));
        let jump = self.jump.filter(|jump| jump.from.is_some() && jump.to.is_none());
        self.role.is_none()
            && self.leap.is_none()
            && jump.is_some_and(|jump| jump.over.is_some() && !jump.bracket)
            && is_a()
            && self.tokens.word(at + 1).is_some()
    }

    /// Whether a number that is no hole stands before a hole, as the number of a move.
    fn is_bare_number(&mut self, at: usize) -> Result<bool, Stop> {
        let is_number = self.tokens.word(at).is_some_and(|word| word.number.is_some());
        Ok(is_number && self.plain.is_none() && self.is_fresh() && self.is_hole(at + 1)?)
    }

    /// Whether a number that could be a year stands without a word of ordinary language beside it.
    fn is_lone_year(&mut self, at: usize) -> Result<bool, Stop> {
        let word = self.tokens.word(at);
        if !word.is_some_and(|word| self.vocabulary.is_year(&word.text)) {
            return Ok(false);
        }
        // `Bergholt, 1912`
        let comma = usize::from(self.tokens.get(at.wrapping_sub(1)) == Some(Kind::Comma));
        for beside in [at.wrapping_sub(1 + comma), at + 1] {
            let is_number = self.tokens.word(beside).is_some_and(|word| word.number.is_some());
            if !is_number && self.name_of(beside)? == Some(Meaning::Plain) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a number counts something: `5 moves`.
    fn is_count(&mut self, at: usize) -> Result<bool, Stop> {
        let tokens = self.tokens;
        let Some(number) = tokens.word(at).and_then(|word| word.number) else { return Ok(false) };
        // `1 jump` may be a jump of the peg in hole 1.
        let is_hole = matches!(self.name_of(at)?, Some(Meaning::Hole(_)));
        let one = |known: Known| known.one && number == 1 && !(is_hole && known.role == Role::Jump);
        let counts = |known: Known| known.counted || one(known);
        let counted = tokens.word(at + 1).and_then(|word| word.known).is_some_and(counts);
        if !counted || self.has_direction(at) {
            return Ok(false);
        }
        // A verb of this form has a hole behind it, perhaps after an article and a noun; `5 pegs at start` has none.
        let role = |at| tokens.word(at).and_then(|word| word.known).map(|known| known.role);
        let mut next = at + 2;
        while next < at + 5 && role(next) == Some(Role::Filler) && !self.is_hole(next)? {
            next += 1;
        }
        // So has one before a direction: `45 jumps left to 25`, but not `5 moves left`.
        if tokens.word(next).is_some_and(|word| word.step.is_some()) {
            next += 1 + usize::from(tokens.get(next + 1) == Some(Kind::Comma));
        }
        let is_verb = role(next).is_some_and(|role| !matches!(role, Role::Filler | Role::Aside))
            && !self.is_boundary(next + 1);
        // `2 hours 12 minutes`
        let counts_on =
            tokens.word(next + 1).and_then(|word| word.known).is_some_and(|k| k.counted);
        Ok(!is_verb && (counts_on || !self.is_hole(next)?))
    }

    /// Whether the peg of a number is said to jump in a direction: `46 jumps down`. In `5 moves left`, the number may count.
    fn has_direction(&self, at: usize) -> bool {
        const LONGEST_PHRASE: usize = 6;
        let tokens = self.tokens;
        let Some(number) = tokens.word(at).filter(|_| self.is_verb(at + 1)) else {
            return false;
        };
        if self.vocabulary.is_less_than_a_hole(&number.text) {
            return false;
        }
        let mut phrase = (at + 2..at + 2 + LONGEST_PHRASE).take_while(|&at| !self.is_boundary(at));
        let is_step = |at| tokens.word(at).is_some_and(|word| word.step.is_some());
        let counts = self.is_left(at + 2)
            && number.number.is_some_and(|number| number <= self.vocabulary.board.holes());
        phrase.any(is_step) && !(counts && self.is_boundary(at + 3))
    }

    /// Whether a direction follows a number that seems to count, so that both may be a jump: `44 moves (up)`, `Move 44, down`.
    fn may_be_jump(&mut self, at: usize) -> Result<bool, Stop> {
        const LONGEST_PHRASE: usize = 16;
        let tokens = self.tokens;
        let number = |at| tokens.word(at).filter(|word| word.number.is_some());
        let Some(word) = number(at).or(number(at + 1)) else { return Ok(false) };
        if self.vocabulary.is_less_than_a_hole(&word.text) {
            return Ok(false);
        }
        for next in at + 2..at + 2 + LONGEST_PHRASE {
            match tokens.get(next) {
                Some(Kind::Arrow(_)) => return Ok(true),
                // `44 jumps <-`
                Some(Kind::Sign) if tokens.get(next + 1) == Some(Kind::Leap) => return Ok(true),
                Some(Kind::Leap) if lexer::is_east(&tokens.text[tokens.span(next)]) => {
                    return Ok(true);
                }
                Some(Kind::Word(_)) if self.is_hole(next)? => break,
                Some(Kind::Word(_)) => {
                    let counts = next == at + 2 && self.is_left(next) && self.is_boundary(next + 1);
                    if !counts && tokens.word(next).is_some_and(Word::is_way) {
                        return Ok(true);
                    }
                }
                // `44 moves: up`
                Some(Kind::Colon) if next == at + 2 => {
                    if tokens.word(next + 1).is_some_and(Word::is_way) {
                        return Ok(true);
                    }
                    break;
                }
                None
                | Some(
                    Kind::Line
                    | Kind::Stop
                    | Kind::Semicolon
                    | Kind::Colon
                    | Kind::Hash
                    | Kind::Slashes,
                ) => break,
                _ => {}
            }
        }
        Ok(false)
    }

    fn is_verb(&self, at: usize) -> bool {
        let known = self.tokens.word(at).and_then(|word| word.known);
        known.is_some_and(|known| known.role == Role::Jump)
    }

    fn is_left(&self, at: usize) -> bool {
        self.tokens.word(at).is_some_and(|word| word.text.eq_ignore_ascii_case("left"))
    }

    /// Whether a number that seems to count, as in `6 moves left`, is a hole from which a jump leads to the left.
    fn can_jump_left(&mut self, at: usize) -> Result<bool, Stop> {
        const LEFT: Step = (0, -1);
        let Some(Meaning::Hole(hole)) = self.name_of(at)? else { return Ok(false) };
        let leads = self.vocabulary.landing(hole, LEFT).is_some();
        Ok(leads && self.is_verb(at + 1) && self.is_left(at + 2))
    }

    /// Whether a word gives a number that is not a hole: `move 3`.
    fn is_reference(&self, at: usize) -> bool {
        let known = self.tokens.word(at).and_then(|word| word.known);
        known.is_some_and(|known| known.numbering)
            && self.tokens.word(at + 1).is_some_and(|word| word.number.is_some())
            && (self.is_boundary(at + 2) || self.tokens.get(at + 2) == Some(Kind::Ornament))
    }

    /// The token after the number of a move: `1.`, `1)`, `1:`, `Step 1:`.
    fn numbering(&mut self, at: usize) -> Result<Option<usize>, Stop> {
        let tokens = self.tokens;
        let known = tokens.word(at).and_then(|word| word.known);
        let noun = usize::from(known.is_some_and(|known| known.numbering));
        let Some(number) = tokens.word(at + noun).and_then(|word| word.number) else {
            return Ok(None);
        };
        let sign = at + noun + 1;
        let closes = match tokens.get(sign) {
            // The number at the end of a sentence is none: `The last peg is in 44.`
            Some(Kind::Stop) => {
                let ends = matches!(tokens.get(sign + 1), None | Some(Kind::Line));
                tokens.glued(sign) && !(ends && tokens.word(at.wrapping_sub(1)).is_some())
            }
            Some(Kind::Close(')' | ']')) => tokens.glued(sign),
            Some(Kind::Colon) if tokens.glued(sign) => {
                // The 1 in `1:29-17` is a number, the 1 in `1:3:5` is a hole.
                let no_hole = !matches!(self.name_of(at + noun)?, Some(Meaning::Hole(_)));
                let leaps = tokens.get(sign + 2) == Some(Kind::Leap);
                noun > 0 || !tokens.glued(sign + 1) || no_hole || leaps && self.is_next(number)
            }
            _ => false,
        };
        if !closes {
            return Ok(None);
        }
        self.number(number, at + noun);
        Ok(Some(sign + 1))
    }

    fn name_of(&mut self, at: usize) -> Result<Option<Meaning>, Stop> {
        let Some(Kind::Word(word)) = self.tokens.get(at) else { return Ok(None) };
        self.vocabulary.meaning(word, self.meter).map(Some)
    }

    fn is_next(&self, number: usize) -> bool {
        let expected = self.label.map_or(1, |label| label + 1);
        number == expected || number == self.moves + 1
    }

    /// Notes the number of a move.
    fn number(&mut self, number: usize, at: usize) {
        self.flush();
        self.label = Some(number);
        self.pieces.items.push(Item::Label(number, at));
    }

    /// A hole given by two words, `d 2`, `2,0` or `2 0`, and the token after it.
    fn pair(&mut self, at: usize) -> Option<(Hole, usize)> {
        let tokens = self.tokens;
        let first = &*tokens.word(at)?.text;
        let second = match tokens.get(at + 1)? {
            Kind::Word(_) => at + 1,
            Kind::Comma => at + 2,
            _ => return None,
        };
        let word = &*tokens.word(second)?.text;
        let is_half = |word: &str| word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit());
        let is_letter = first.len() == 1 && first.as_bytes()[0].is_ascii_alphabetic();
        if !(is_half(word) && (is_half(first) || is_letter))
            || self.vocabulary.names.hole(word).is_some()
        {
            return None;
        }
        self.vocabulary.pair(first, word).map(|hole| (hole, second + 1))
    }

    /// A hole given by two coordinates in brackets, and the token after it.
    fn bracketed_pair(&mut self, at: usize) -> Option<(Hole, usize)> {
        let tokens = self.tokens;
        let is_close = matches!(tokens.get(at + 4), Some(Kind::Close(_)));
        let is_between =
            matches!(tokens.get(at + 2), Some(Kind::Comma | Kind::Semicolon | Kind::Bar));
        if !is_close || !is_between {
            return None;
        }
        let (first, second) = (tokens.word(at + 1)?, tokens.word(at + 3)?);
        self.vocabulary.pair(&first.text, &second.text).map(|hole| (hole, at + 5))
    }

    fn parts(&mut self, parts: Range<usize>, at: usize) -> Result<(), Stop> {
        let span = self.tokens.span(at);
        let is_whole = self.tokens.word(at).is_some_and(|word| word.text.len() == span.len());
        let mut start = span.start;
        let mut after_hole = false;
        for number in parts {
            let part = self.vocabulary.part(number);
            let (Part::Hole(_, end) | Part::Leap(end) | Part::Step(_, end)) = part;
            let end = if is_whole { span.start + end } else { span.end };
            match part {
                Part::Hole(hole, _) => {
                    if after_hole {
                        self.leap(at)?;
                    }
                    self.name(Some(hole), start..end, at, 1);
                }
                Part::Leap(_) => self.leap(at)?,
                Part::Step(step, _) => self.step(step, at),
            }
            after_hole = matches!(part, Part::Hole(..));
            start = if is_whole { end } else { start };
        }
        Ok(())
    }

    /// A hole, or a name that no hole has.
    fn name(&mut self, hole: Option<Hole>, span: Range<usize>, at: usize, tokens: usize) {
        if let Some(first) = self.plain.take() {
            self.bad(Bad::NoSuchHole, first, at - first);
        }
        self.has_holes = true;
        self.pieces.names[usize::from(hole.is_none())] += 1;
        let named = Named { hole, start: span.start, end: span.end, at };
        let mut role = match self.leap.take() {
            Some(_) => Some(Role::To),
            None => self.role.take().map(|role| role.0),
        };
        let comma = std::mem::take(&mut self.comma);
        let is_whole = tokens > 1 || span == self.tokens.span(at);
        if role.is_none() && is_whole && self.goes_on_to(hole, at, at + tokens) {
            self.begin(self.jump.and_then(|jump| jump.to).unwrap_or(NOWHERE), true);
            role = Some(Role::To);
        }
        let waits = |jump: &Jump| jump.bracket && jump.to.is_none();
        let Some(role) = role.or(self.jump.as_ref().filter(|jump| waits(jump)).map(|_| Role::To))
        else {
            self.flush();
            let number = self.tokens.word(at).and_then(|word| word.number).filter(|_| tokens == 1);
            self.pieces.links.push(Link { name: named, number, at, tokens, comma });
            return;
        };
        if hole.is_none() {
            self.bad(Bad::NoSuchHole, at, tokens);
        }
        let jump = self.jump.get_or_insert_default();
        if let (Role::To, true, Some(landing)) = (role, jump.by_step, jump.to) {
            if landing.hole != hole || jump.wrong.is_some() {
                jump.wrong = Some((Wrong::Direction, landing.at));
            }
            (jump.to, jump.by_step) = (Some(named), false);
            return;
        }
        let slot = match role {
            Role::To => &mut jump.to,
            Role::Over | Role::Remove => &mut jump.over,
            _ => &mut jump.from,
        };
        if slot.is_some() {
            self.bad(Bad::NoMeaning, at, tokens);
        } else {
            *slot = Some(named);
        }
    }

    /// Whether the peg that has just jumped in a sentence jumps on to a hole: `45 goes to 43 and 23`.
    fn goes_on_to(&self, hole: Option<Hole>, at: usize, after: usize) -> bool {
        let jump = self.jump.filter(|jump| jump.is_complete() && !jump.plain && !jump.by_step);
        let before = jump.and_then(|jump| jump.to?.hole);
        let is_filler = |at| {
            let known = self.tokens.word(at).and_then(|word| word.known);
            known.is_some_and(|known| known.role == Role::Filler)
        };
        let ends = self.is_boundary(after) || is_filler(after);
        let is_joined =
            before.zip(hole).is_some_and(|(from, to)| self.vocabulary.board.joins(from, to));
        ends && at > 0 && is_filler(at - 1) && is_joined
    }

    /// A word of ordinary language.
    fn aside(&mut self, at: usize) {
        if self.plain.is_none() {
            self.end_run();
            if self.jump.is_some_and(|jump| jump.is_complete()) && self.role.is_none() {
                self.flush();
            }
            self.plain = Some(at);
        }
    }

    /// Ends a remark before a token.
    fn end_remark(&mut self, at: usize) {
        let Some(first) = self.plain.take() else { return };
        // In a clause without holes, the known words before belong to the remark.
        let first = if self.has_holes { first } else { self.clause.min(first) };
        if !self.has_holes {
            self.role = None;
        }
        match self.pieces.remarks.last_mut() {
            Some(last) if last.1 + 1 == first => last.1 = at - 1,
            _ => self.pieces.remarks.push((first, at - 1)),
        }
        self.pieces.skipped += at - first;
        self.clause = at;
    }

    /// Takes the last hole of the run as the start of a jump.
    fn begin_from_run(&mut self) {
        let Some(last) = self.pieces.links.pop() else { return };
        self.end_run();
        if last.name.hole.is_none() {
            self.bad(Bad::NoSuchHole, last.at, last.tokens);
        }
        self.begin(last.name, false);
    }

    fn begin(&mut self, from: Named, goes_on: bool) {
        self.flush();
        self.jump = Some(Jump { from: Some(from), goes_on, ..Jump::default() });
    }

    fn end_run(&mut self) {
        let run = self.run..self.pieces.links.len();
        if !run.is_empty() {
            let number = self.pieces.links[run.start].number.filter(|number| self.is_next(*number));
            self.label = number.or(self.label);
            self.moves += usize::from(run.len() > 1);
            self.pieces.items.push(Item::Run(run));
        }
        self.run = self.pieces.links.len();
    }

    fn has_run(&self) -> bool {
        self.run < self.pieces.links.len()
    }

    fn leap(&mut self, at: usize) -> Result<(), Stop> {
        if self.has_run() {
            self.begin_from_run();
        } else if self.is_landing(at + 1)? {
            self.role = Some((Role::To, at));
            return Ok(());
        } else {
            match self.jump {
                Some(jump) if jump.is_complete() => self.begin(jump.to.unwrap_or(NOWHERE), true),
                // `from=45`, `45 over 35 -> 25`.
                Some(jump) if jump.from.is_some() && self.leap.is_none() => self.role = None,
                _ if self.role.is_some() || self.leap.is_some() => return Ok(()),
                _ => {
                    // A line under a title, or a hyphen.
                    let is_rule =
                        matches!(self.tokens.get(at + 1), None | Some(Kind::Line | Kind::Bar));
                    let is_hyphen = self.tokens.glued(at + 1)
                        && matches!(self.name_of(at + 1)?, Some(Meaning::Known | Meaning::Plain));
                    if !is_rule && !is_hyphen {
                        self.bad(Bad::NothingBefore, at, 1);
                    }
                    return Ok(());
                }
            }
        }
        if let Some(jump) = &mut self.jump {
            jump.plain = jump.over.is_none();
        }
        self.leap = Some(at);
        Ok(())
    }

    /// Whether a word names the hole to which a direction has led: `45 left - 25`.
    fn is_landing(&mut self, at: usize) -> Result<bool, Stop> {
        let jump = self.jump.filter(|jump| jump.by_step);
        let landing = jump.and_then(|jump| jump.to?.hole).map(Meaning::Hole);
        Ok(landing.is_some() && self.name_of(at)? == landing)
    }

    /// Ends a leap that no hole follows: an arrow to the right is a direction.
    fn end_leap(&mut self) {
        let Some(at) = self.leap.take() else { return };
        if lexer::is_east(&self.tokens.text[self.tokens.span(at)]) {
            self.step((0, 1), at);
        } else {
            self.jump = None;
            self.bad(Bad::NothingAfter, at, 1);
        }
    }

    /// A word that gives a role to the next hole, or a direction.
    fn known(&mut self, at: usize, word: usize) {
        let word = &self.tokens.words[word];
        let boundary = self.is_boundary(at + 1);
        if let Some(step) = word.step {
            let waits = self.role.is_some() || self.leap.is_some();
            let has_start = self.has_run() || self.jump.is_some_and(|jump| jump.from.is_some());
            if has_start && (boundary || !waits && word.known.is_none()) {
                return self.step(step, at);
            }
        }
        match word.known.map(|known| known.role) {
            None | Some(Role::Filler) => {}
            Some(Role::Aside) => self.aside(at),
            Some(role) => self.role_word(role, at),
        }
    }

    /// Whether the peg that a word such as `take` names is moved: `take the peg in 45 over 44`.
    fn is_moved_after(&self, at: usize) -> bool {
        const LONGEST_PHRASE: usize = 6;
        let known = |at| self.tokens.word(at).and_then(|word| word.known).map(|known| known.role);
        let mut phrase = at + 1..at + 1 + LONGEST_PHRASE;
        let hole = phrase.find(|&at| known(at) != Some(Role::Filler));
        hole.is_some_and(|hole| matches!(known(hole + 1), Some(Role::Over | Role::To)))
    }

    fn role_word(&mut self, role: Role, at: usize) {
        if self.has_run() {
            match role {
                Role::From | Role::MaybeFrom => self.end_run(),
                _ => self.begin_from_run(),
            }
        }
        let jump = self.jump.unwrap_or_default();
        let is_free = jump.from.is_none() && jump.over.is_none() || jump.is_complete();
        let role = match role {
            Role::Take if is_free && self.is_moved_after(at) => Role::From,
            Role::Take => Role::Remove,
            role => role,
        };
        let role = match role {
            Role::MaybeTo => {
                let fits = self.role.is_none() && jump.from.is_some() && jump.to.is_none();
                if !fits {
                    return;
                }
                Role::To
            }
            Role::MaybeFrom
                if !(jump.from.is_none() && self.role.is_none() || jump.is_complete()) =>
            {
                return;
            }
            // `4 jumps 2 to 1` names the hole leapt over, `jump 4 to 1` the start.
            Role::Jump if jump.from.is_some() && jump.to.is_none() && jump.over.is_none() => {
                self.pieces.sentences = true;
                Role::Over
            }
            Role::From | Role::MaybeFrom | Role::Jump => {
                if jump.from.is_some() {
                    self.flush();
                }
                Role::From
            }
            // `45 left to 25` names the hole that the direction has given.
            Role::To if jump.by_step => Role::To,
            // `4 over 2 to 1, over 3 to 6`: the same peg jumps again.
            Role::To if jump.to.is_some() && jump.from.is_some() => {
                self.begin(jump.to.unwrap_or(NOWHERE), true);
                Role::To
            }
            Role::Over | Role::Remove if jump.over.is_some() && jump.is_complete() => {
                self.begin(jump.to.unwrap_or(NOWHERE), true);
                Role::Over
            }
            Role::Remove => Role::Over,
            role => role,
        };
        self.pieces.sentences |= !matches!(role, Role::To | Role::Over);
        self.leap = None;
        self.motion = true;
        self.role = Some((role, at));
    }

    /// A direction: the landing hole, or a remark about the jump before.
    fn step(&mut self, step: Step, at: usize) {
        if self.has_run() {
            self.begin_from_run();
        }
        (self.role, self.leap) = (None, None);
        if let Some(Jump { by_step, to: Some(to), .. }) = self.jump
            && (by_step || self.leads_to(at))
        {
            self.begin(to, true);
        }
        let Some(jump) = &mut self.jump else { return self.bad(Bad::NothingBefore, at, 1) };
        let Some(from) = jump.from.and_then(|from| from.hole) else { return };
        if let Some(to) = jump.to.and_then(|to| to.hole) {
            if !self.vocabulary.leads(from, to, step) {
                jump.wrong = Some((Wrong::Direction, at));
            }
            return;
        }
        let landing = self.vocabulary.landing(from, step);
        let span = self.tokens.span(at);
        if landing.is_none() {
            jump.wrong = Some((Wrong::NoWay, at));
        }
        let hole = Some(landing.unwrap_or(from));
        (jump.by_step, jump.plain) = (true, false);
        jump.to = Some(Named { hole, start: span.start, end: span.end, at });
    }

    /// Whether a direction is that of the next jump, which names its landing hole: `55 down to 53, left to 33`.
    fn leads_to(&self, at: usize) -> bool {
        const LONGEST_PHRASE: usize = 3;
        let role = |at| self.tokens.word(at).and_then(|word| word.known).map(|known| known.role);
        let mut phrase = at + 2..at + 2 + LONGEST_PHRASE;
        let hole = phrase.find(|&at| role(at) != Some(Role::Filler));
        let word = hole.and_then(|hole| self.tokens.word(hole));
        role(at + 1) == Some(Role::To)
            && word.is_some_and(|word| self.vocabulary.names.hole(&word.text).is_some())
    }

    fn line(&mut self, at: usize) {
        // A line may break after a leap, and a sentence after its verb.
        let goes_on = self
            .leap
            .is_some_and(|leap| !lexer::is_east(&self.tokens.text[self.tokens.span(leap)]));
        let begun = self.jump.is_some_and(|jump| !jump.is_complete()) && self.motion;
        if !goes_on && (!begun || self.has_run()) {
            self.end_clause(at + 1);
        }
    }

    /// Ends a clause, the next of which begins at a token.
    fn end_clause(&mut self, next: usize) {
        self.end_leap();
        self.end_run();
        if let Some((role, at)) = self.role.take() {
            let waits = self.jump.is_some_and(|jump| !jump.is_complete());
            if waits || self.has_holes && role != Role::From {
                self.bad(Bad::NothingAfter, at, 1);
                self.jump = None;
            } else if !self.has_holes {
                let last = next.saturating_sub(1);
                self.pieces.skipped += last - self.clause;
                self.pieces.remarks.push((self.clause, last.saturating_sub(1).max(self.clause)));
            } else {
                self.pieces.skipped += 1;
            }
        }
        self.flush();
        (self.clause, self.has_holes, self.motion, self.comma) = (next, false, false, false);
    }

    /// Completes the jump that is being read.
    fn flush(&mut self) {
        let Some(jump) = self.jump.take() else { return };
        let Jump { from, over, to, goes_on, plain, mut wrong, .. } = jump;
        let Some(from) = from else {
            if let Some(alone) = over.or(to) {
                self.bad(Bad::NothingBefore, alone.at, 1);
            }
            return;
        };
        let board = self.vocabulary.board;
        let (to, over) = match (to, over) {
            (None, None) => {
                if from.hole.is_some() {
                    self.bad(Bad::LoneHole, from.at, 1);
                }
                return;
            }
            (None, Some(over)) => {
                let landing =
                    from.hole.zip(over.hole).map(|(from, over)| board.jump_over(from, over));
                let Some(landing) = landing else { return };
                if landing.is_none() {
                    wrong = wrong.or(Some((Wrong::NoOver, over.at)));
                }
                (Named { hole: landing.map(|jump| jump.to).or(over.hole), ..over }, None)
            }
            (Some(to), over) => (to, over),
        };
        let (Some(from_hole), Some(to_hole)) = (from.hole, to.hole) else { return };
        let mut hop = Hop::from((from_hole, to_hole));
        if let Some(over) = over {
            let Some(hole) = over.hole else { return };
            let named = Hop { over: Some(hole), ..hop };
            match board.find(named) {
                Some(jump) => hop = board.hop(jump),
                None if jump.bracket => hop = named,
                None if board.joins(from_hole, to_hole) => {
                    wrong = wrong.or(Some((Wrong::Over(hole), over.at)));
                }
                None => {}
            }
        }
        let all = || [Some(from), over, Some(to)].into_iter().flatten();
        let start = all().map(|name| name.start).min().unwrap_or(from.start);
        let end = all().map(|name| name.end).max().unwrap_or(from.end);
        self.moves += usize::from(!goes_on);
        self.pieces.items.push(Item::Jump(Stated { hop, start, end, goes_on, plain, wrong }));
    }

    fn open(&mut self, at: usize, bracket: char) -> Result<usize, Stop> {
        if let Some((hole, after)) = self.bracketed_pair(at) {
            self.name(Some(hole), self.tokens.range(at, after - 1), at, after - at);
            return Ok(after);
        }
        let tokens = self.tokens;
        let known = tokens.word(at + 1).and_then(|word| word.known).map(|known| known.role);
        let is_single = matches!(tokens.get(at + 2), Some(Kind::Close(_)));
        if is_single && let Some(after) = self.single(at)? {
            return Ok(after);
        }
        // `45-25 (left)`, but in `(left) 45-25, (up) 43-45` it is the direction of the next jump.
        let is_behind =
            tokens.get(at.wrapping_sub(1)) != Some(Kind::Comma) && !self.is_hole(at + 3)?;
        if is_single
            && is_behind
            && let Some(step) = tokens.word(at + 1).and_then(|word| word.step)
            && self.jump.is_some_and(|jump| jump.is_complete() && !jump.by_step)
        {
            self.step(step, at + 1);
            return Ok(at + 3);
        }
        let is_role = matches!(known, Some(Role::Over | Role::Remove | Role::Take));
        if is_role && self.jump.is_some_and(|jump| jump.is_complete()) && self.is_hole(at + 2)? {
            return Ok(at + 1);
        }
        if bracket == '{' && !tokens.is_json {
            let is_key =
                matches!(tokens.get(at + 2), Some(Kind::Colon | Kind::Leap)) && known.is_some();
            let close = tokens.list[at].close as usize;
            if !is_key && close > 0 {
                return self.comment(at, close + 1);
            }
            if !is_key {
                self.bad(Bad::NoMeaning, at, 1);
            }
        }
        self.end_clause(at + 1);
        Ok(at + 1)
    }

    /// One word in brackets: the number of a move, a hole, or the hole leapt over.
    fn single(&mut self, at: usize) -> Result<Option<usize>, Stop> {
        let tokens = self.tokens;
        let number = tokens.word(at + 1).and_then(|word| word.number);
        let hole = match self.name_of(at + 1)? {
            Some(Meaning::Hole(hole)) => Some(hole),
            Some(Meaning::Shaped) => None,
            _ => return Ok(None),
        };
        let after = at + 3;
        if let Some(number) = number.filter(|_| self.is_fresh() && !tokens.glued(at))
            && (hole.is_none()
                || self.is_next(number) && (self.jump.is_none() || self.label.is_some()))
        {
            self.number(number, at + 1);
            return Ok(Some(after));
        }
        let span = tokens.range(at, at + 2);
        let named = Named { hole, start: span.start, end: span.end, at };
        let continues = match tokens.get(after) {
            Some(Kind::Word(_)) => {
                tokens.glued(at) && tokens.glued(after) || !self.vocabulary.board.is_drawn()
            }
            Some(Kind::Leap) => true,
            _ => false,
        };
        if self.has_run() {
            self.begin_from_run();
        } else if let Some(jump) = self.jump.filter(Jump::is_complete)
            && continues
        {
            self.begin(jump.to.unwrap_or(NOWHERE), true);
        }
        let leaping = self.leap.is_some() || self.role.is_some();
        match &mut self.jump {
            Some(jump) if jump.over.is_none() && (!leaping || continues) && jump.from.is_some() => {
                if hole.is_none() {
                    self.bad(Bad::NoSuchHole, at + 1, 1);
                }
                let Some(jump) = &mut self.jump else { return Ok(Some(after)) };
                jump.over = Some(named);
                jump.bracket = jump.to.is_none();
                (self.leap, self.role) = (None, None);
            }
            _ => self.name(hole, span, at, 3),
        }
        Ok(Some(after))
    }

    /// `#` begins the number of a move, or a comment.
    fn hash(&mut self, at: usize) -> Result<usize, Stop> {
        let tokens = self.tokens;
        let number = tokens.word(at + 1).and_then(|word| word.number);
        let waits = self.leap.is_some() || self.role.is_some() || self.plain.is_some();
        if let Some(number) = number.filter(|_| tokens.glued(at + 1) && !waits) {
            let is_sign =
                matches!(tokens.get(at + 2), Some(Kind::Stop | Kind::Close(')') | Kind::Colon));
            let after = at + 2 + usize::from(is_sign && tokens.glued(at + 2));
            let apart = after > at + 2 || !tokens.glued(after);
            if apart && (self.is_hole(after)? || self.pair(after).is_some()) {
                self.end_run();
                self.number(number, at + 1);
                return Ok(after);
            }
        }
        let end = self.line_end(at)?;
        self.comment(at, end)
    }

    fn line_end(&mut self, at: usize) -> Result<usize, Stop> {
        let mut end = at;
        while self.tokens.get(end).is_some_and(|kind| kind != Kind::Line) {
            self.meter.work(1)?;
            end += 1;
            if self.tokens.ends_string(end - 1) {
                break;
            }
        }
        Ok(end)
    }

    /// Skips a comment up to a token, and notes it if it could be a jump.
    fn comment(&mut self, at: usize, end: usize) -> Result<usize, Stop> {
        let mut holes = 0;
        for token in at..end {
            self.meter.work(1)?;
            holes += match self.name_of(token)? {
                Some(Meaning::Hole(_) | Meaning::Shaped) => 1,
                Some(Meaning::Parts(..) | Meaning::TwoWays) => 2,
                _ => 0,
            };
        }
        if holes > 1 {
            self.pieces.comments.push((at, end - 1));
        }
        self.pieces.skipped += end - at;
        Ok(end)
    }

    fn bad(&mut self, bad: Bad, at: usize, tokens: usize) {
        self.lost += tokens;
        self.pieces.items.push(Item::Bad(bad, at, tokens));
    }
}

/// A hole that a complete jump always has instead.
const NOWHERE: Named = Named { hole: None, start: 0, end: 0, at: 0 };
