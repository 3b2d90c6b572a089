//! Reads a text in every style, and chooses one reading by one rule.
//!
//! 1. The reading that explains the most tokens wins. One without a jump never wins over one with a jump. If half of the
//!    names are holes in the puzzle's own notation, another notation needs at least three legal jumps, and more than there.
//! 2. Among readings that explain equally much, the puzzle's own notation wins if all jumps are legal in it.
//! 3. Otherwise the one with the most legal jumps wins, if it has at least three and more than the puzzle's own notation;
//!    if not, the puzzle's own notation wins, or else the first.

use std::ops::Range;

use crate::diagrams::{self, Diagram};
use crate::forms::Source;
use crate::lexer::{self, Tokens};
use crate::meter::Meter;
use crate::moves::{self, Pieces};
use crate::race::Race;
use crate::reading::{Builder, IGNORED, Reading, Unexplained};
use crate::style::{Form, Style, allows_form, allows_scheme};
use crate::tables::{self, Structured};
use crate::vocabulary::Vocabulary;
use soliter_base::control::Stop;
use soliter_boards::notation::{Names, Scheme};
use soliter_boards::puzzle::Puzzle;

/// The legal jumps that another notation needs.
const FEWEST_LEGAL: usize = 3;

/// A remark about what is not read names its first words.
const REMARK: usize = 12;

/// Whether a reading states a jump, and the number of tokens that it explains.
type Worth = (bool, usize);

/// A reading, by its notation and form, and what decides between readings.
#[allow(clippy::struct_excessive_bools, reason = "what decides between readings")]
struct Candidate {
    notation: usize,
    is_own: bool,
    form: Form,
    has_jump: bool,
    explained: usize,
    /// The number of legal jumps, and whether they are all, and whether they reach the finish.
    legal: usize,
    all_legal: bool,
    solves: bool,
}

/// The reading that wins, and the styles in which the text would be a solution with other jumps.
pub(crate) struct Choice {
    pub(crate) reading: Reading,
    pub(crate) solutions: Vec<String>,
}

/// A text, with what is the same for all notations.
struct Text<'a> {
    puzzle: &'a Puzzle,
    tokens: Tokens<'a>,
    structured: Option<Structured>,
    diagrams: Vec<Diagram>,
}

/// Reads a text in the wanted styles, or in all of them.
pub(crate) fn choose(
    puzzle: &Puzzle,
    text: &str,
    wanted: &[Style],
    is_finish: &dyn Fn(&[bool]) -> bool,
    meter: &mut Meter<'_>,
) -> Result<Choice, Stop> {
    choose_by(puzzle, text, wanted, is_finish, true, meter)
}

/// `stops_early`: whether a reading is abandoned once it cannot win. The choice is the same either way; a test compares both.
fn choose_by(
    puzzle: &Puzzle,
    text: &str,
    wanted: &[Style],
    is_finish: &dyn Fn(&[bool]) -> bool,
    stops_early: bool,
    meter: &mut Meter<'_>,
) -> Result<Choice, Stop> {
    let board = puzzle.board();
    let unescaped = tables::unescaped(text, meter)?;
    let plain = unescaped.as_deref().unwrap_or(text);
    let mut tokens = lexer::cut(plain, !board.is_drawn(), meter)?;
    (tokens.written, tokens.is_json) = (text, unescaped.is_some());
    let structured = tables::structured(text, puzzle.reverse(), meter)?;
    let diagrams = diagrams::find(&tokens, puzzle, meter)?;
    let text = Text { puzzle, tokens, structured, diagrams };
    let own = puzzle.names().scheme();
    let schemes = Scheme::ALL.into_iter().chain(Scheme::READ_ONLY).filter(|scheme| *scheme != own);
    let schemes = schemes.filter(|scheme| allows_scheme(wanted, *scheme));
    let mut notations: Vec<Names> =
        allows_scheme(wanted, own).then(|| puzzle.names().clone()).into_iter().collect();
    let mut others = schemes.peekable();
    let contest = || Contest::new(puzzle, text.tokens.total, is_finish, stops_early);
    let mut all = contest();
    let mut number = 0;
    while !all.is_decided() {
        if number == notations.len() {
            let Some(scheme) = others.next() else { break };
            meter.work(board.holes())?;
            let Some(names) = Names::for_reading(board, scheme) else { continue };
            notations.push(names);
        }
        all.notation = number;
        all.is_own = notations[number].scheme() == own;
        text.readings(&notations[number], wanted, None, &mut all, meter)?;
        if number == 0 || all.best.iter().any(|one| one.notation == number) {
            number += 1;
        } else {
            notations.pop();
        }
    }
    let Some(winner) = all.winner() else {
        let names = notations.first().unwrap_or(puzzle.names());
        let builder = Builder::new(Form::Notation, &text.tokens, board, names);
        return Ok(Choice { reading: builder.finish(), solutions: Vec::new() });
    };
    let reading = if std::ptr::eq(winner, &raw const all.best[0]) {
        all.first.clone()
    } else {
        let mut alone = contest();
        alone.is_own = winner.is_own;
        let names = &notations[winner.notation];
        text.readings(names, wanted, Some(winner.form), &mut alone, meter)?;
        alone.first
    };
    let mut reading = reading.ok_or(Stop::Fault("a text is read in two ways in one style"))?;
    if let Some(fault) = diagrams::contradiction(&text.diagrams, puzzle, &reading, meter)? {
        let index = reading.jumps.len();
        reading.unexplained.push(Unexplained { index, reason: "syntax", fault });
    }
    let solutions = if winner.solves {
        Vec::new()
    } else {
        let others = all.best.iter().filter(|one| one.solves);
        others.map(|one| one.form.with(notations[one.notation].scheme())).collect()
    };
    Ok(Choice { reading, solutions })
}

/// The readings that explain the most so far.
struct Contest<'a> {
    puzzle: &'a Puzzle,
    is_finish: &'a dyn Fn(&[bool]) -> bool,
    stops_early: bool,
    /// The number of tokens of the text.
    total: usize,
    /// The notation that is being read, and whether it is the puzzle's own.
    notation: usize,
    is_own: bool,
    best: Vec<Candidate>,
    /// The reading of the first of them.
    first: Option<Reading>,
    /// If the text is written in the puzzle's own notation: how much this explains, and the number of legal jumps.
    own: Option<(Worth, usize)>,
}

impl<'a> Contest<'a> {
    fn new(
        puzzle: &'a Puzzle,
        total: usize,
        is_finish: &'a dyn Fn(&[bool]) -> bool,
        stops_early: bool,
    ) -> Self {
        let best = Vec::new();
        let (notation, is_own, first, own) = (0, false, None, None);
        Self { puzzle, is_finish, stops_early, total, notation, is_own, best, first, own }
    }

    /// Whether no other reading can win, or is of interest.
    fn is_decided(&self) -> bool {
        let wins = |one: &Candidate| one.is_own && one.solves && one.explained == self.total;
        self.stops_early && self.best.first().is_some_and(wins)
    }

    /// What the next reading must reach.
    fn race(&self) -> Race<'a> {
        if !self.stops_early {
            return Race::new(self.puzzle, usize::MAX, None);
        }
        let best = self.best.first().filter(|best| best.has_jump && best.explained > 0);
        let most_lost = best.map_or(usize::MAX, |best| self.total - best.explained);
        let legal = self.best.iter().filter(|one| !self.is_own || one.is_own).map(|one| one.legal);
        let few = if self.is_own { 0 } else { FEWEST_LEGAL - 1 };
        Race::new(self.puzzle, most_lost, legal.max().map(|legal| legal.max(few)))
    }

    /// Adds a reading unless another explains more, and drops those that explain less.
    fn add(
        &mut self,
        reading: Reading,
        mut race: Race<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        meter.work(reading.jumps.len() + self.puzzle.board().holes() / 64)?;
        let worth = (reading.has_jump, reading.explained);
        let best = self.best.first().map(|best| (best.has_jump, best.explained));
        if best > Some(worth) {
            return Ok(());
        }
        race.follow(&reading.jumps);
        // Jumps beside the solution make a text unreadable, and not another notation right.
        let is_understood = reading.unexplained.len() == reading.beside;
        let all_legal = race.legal == reading.jumps.len() && is_understood;
        let candidate = Candidate {
            notation: self.notation,
            is_own: self.is_own,
            form: reading.form,
            has_jump: reading.has_jump,
            explained: reading.explained,
            legal: race.legal,
            all_legal,
            solves: all_legal && reading.has_jump && (self.is_finish)(race.pegs()),
        };
        let has_earned = self.own.is_none_or(|(own, legal)| {
            worth <= own || candidate.legal >= FEWEST_LEGAL.max(legal + 1)
        });
        // A jump to where it starts, such as 99 in hexadecimal numbers, is no sign of a notation.
        let is_idle = reading.jumps.first().is_some_and(|jump| jump.hop.from == jump.hop.to);
        if !self.is_own && (!has_earned || is_idle) {
            return Ok(());
        }
        let [known, unknown] = reading.names;
        if self.is_own && known > 0 && known >= unknown {
            let before = self.own.filter(|_| best == Some(worth));
            let legal = before.map_or(candidate.legal, |(_, legal)| legal.max(candidate.legal));
            self.own = Some((worth, legal));
        }
        if best < Some(worth) {
            self.best.clear();
            self.first = Some(reading);
        }
        self.best.push(candidate);
        Ok(())
    }

    /// The winner among readings that explain equally much.
    fn winner(&self) -> Option<&Candidate> {
        let own = || self.best.iter().filter(|one| one.is_own);
        if let Some(legal) = own().find(|one| one.all_legal) {
            return Some(legal);
        }
        let own = most_legal(own());
        let least = own.map_or(FEWEST_LEGAL, |own| FEWEST_LEGAL.max(own.legal + 1));
        let best = most_legal(self.best.iter()).filter(|best| best.legal >= least);
        best.or(own).or(self.best.first())
    }
}

/// The reading with the most legal jumps, of several the first.
fn most_legal<'a>(list: impl Iterator<Item = &'a Candidate>) -> Option<&'a Candidate> {
    list.reduce(|best, one| if one.legal > best.legal { one } else { best })
}

impl Text<'_> {
    /// Every reading in a notation, or those that have one form.
    fn readings(
        &self,
        names: &Names,
        wanted: &[Style],
        only: Option<Form>,
        contest: &mut Contest<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let (board, tokens) = (self.puzzle.board(), &self.tokens);
        let allows = |form: Form| allows_form(wanted, form) && only.is_none_or(|only| only == form);
        let mut vocabulary = Vocabulary::new(board, names, tokens);
        let mut ignored: &[Range<usize>] = &[];
        let mut is_own_answer = true;
        let mut range = 0..tokens.list.len();
        match &self.structured {
            // A format that its parser reads is nothing else.
            Some(Structured::Rows { form, scheme, rows, ignored, backwards })
                if allows_form(wanted, *form) =>
            {
                if allows(*form) && scheme.is_none_or(|scheme| scheme == names.scheme()) {
                    let rows = (&rows[..], &ignored[..], *backwards);
                    let read = tables::read(*form, rows, tokens, &mut vocabulary, meter)?;
                    contest.add(read, contest.race(), meter)?;
                }
                return Ok(());
            }
            Some(Structured::Text { span, ignored: others, is_own }) => {
                is_own_answer = *is_own;
                let token =
                    |at: usize| tokens.list.partition_point(|token| token.span().start < at);
                range = token(span.start)..token(span.end);
                ignored = others;
            }
            _ => {}
        }
        // The puzzle's own notation is read first, for the message about a text without a jump.
        if contest.notation > 0 && !vocabulary.has_holes(meter)? {
            return Ok(());
        }
        if !self.diagrams.is_empty() && allows(Form::Diagrams) {
            let read = diagrams::read(&self.diagrams, self.puzzle, tokens, &mut vocabulary, meter)?;
            contest.add(read, contest.race(), meter)?;
        }
        let most_lost = contest.race().most_lost;
        let drawings = self.diagrams.iter().filter(|diagram| diagram.is_position(board));
        let drawings: Vec<Range<usize>> = drawings.map(|diagram| diagram.tokens.clone()).collect();
        let pieces: Pieces =
            moves::read(tokens, range, &drawings, most_lost, &mut vocabulary, meter)?;
        let mut beside = None;
        for span in ignored.iter().filter(|_| !is_own_answer) {
            if beside.is_none() && moves::states_jump(tokens, span, None, &mut vocabulary, meter)? {
                beside = Some(span.clone());
            }
        }
        let source = Source { pieces: &pieces, tokens, board, names, beside };
        for form in source.forms().into_iter().filter(|form| allows(*form)) {
            let mut race = contest.race();
            let mut reading = source.read(form, Some(self.puzzle), Some(&mut race), meter)?;
            for span in ignored {
                let text = tokens.written.get(span.clone()).unwrap_or("");
                let words: Vec<&str> = text.split_whitespace().take(REMARK).collect();
                let text = soliter_base::wording::short(&words.join(" ")).into_owned();
                reading.note(span.clone(), format!("{IGNORED}: {text}"));
            }
            contest.add(reading, race, meter)?;
            if contest.is_decided() {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
