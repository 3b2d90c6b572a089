//! Reads a text in every style, and chooses one reading by one rule.
//!
//! 1. The reading that explains the most tokens wins. One without a jump never wins over one with a jump.
//! 2. Among readings that explain equally much, the puzzle's own notation wins if all jumps are legal in it.
//! 3. Otherwise the one with the most legal jumps wins, if it has at least three and more than the puzzle's own notation;
//!    if not, the puzzle's own notation wins, or else the first.

use std::ops::Range;

use crate::diagrams::{self, Diagram};
use crate::forms::Source;
use crate::lexer::{self, Tokens};
use crate::meter::Meter;
use crate::moves::{self, Pieces};
use crate::reading::{Builder, Reading};
use crate::style::{Form, Style, allows_form, allows_scheme};
use crate::tables::{self, Structured};
use crate::vocabulary::Vocabulary;
use soliter_base::control::Stop;
use soliter_peg::notation::{Names, Scheme};
use soliter_peg::puzzle::Puzzle;

/// The legal jumps that another notation needs.
const FEWEST_LEGAL: usize = 3;

/// A reading, by its notation and form, and what decides between readings.
struct Candidate {
    notation: usize,
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
    structured: Option<Structured<'a>>,
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
    let board = puzzle.board();
    let tokens = lexer::cut(text, !board.is_drawn(), meter)?;
    let structured = tables::structured(tokens.text, puzzle.reverse(), meter)?;
    let diagrams = diagrams::find(&tokens, puzzle, meter)?;
    let text = Text { puzzle, tokens, structured, diagrams };
    let own = puzzle.names().scheme();
    let schemes = Scheme::ALL.into_iter().chain(Scheme::READ_ONLY).filter(|scheme| *scheme != own);
    let schemes = schemes.filter(|scheme| allows_scheme(wanted, *scheme));
    let mut notations: Vec<Names> =
        allows_scheme(wanted, own).then(|| puzzle.names().clone()).into_iter().collect();
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut others = schemes.peekable();
    let mut number = 0;
    loop {
        if number == notations.len() {
            let Some(scheme) = others.next() else { break };
            meter.work(board.holes())?;
            let Some(names) = Names::for_reading(board, scheme) else { continue };
            notations.push(names);
        }
        let mut keep = false;
        text.readings(&notations[number], wanted, None, meter, &mut |reading, meter| {
            let candidate = text.candidate(number, &reading, is_finish, meter)?;
            keep |= add(&mut candidates, candidate);
            Ok(())
        })?;
        if keep || number == 0 {
            number += 1;
        } else {
            notations.pop();
        }
    }
    let is_own = |one: &Candidate| notations[one.notation].scheme() == own;
    let Some(winner) = winner(&candidates, &is_own) else {
        let names = notations.first().unwrap_or(puzzle.names());
        let builder = Builder::new(Form::Notation, &text.tokens, board, names);
        return Ok(Choice { reading: builder.finish(), solutions: Vec::new() });
    };
    let mut chosen = None;
    let names = &notations[winner.notation];
    text.readings(names, wanted, Some(winner.form), meter, &mut |reading, _| {
        if reading.form == winner.form && chosen.is_none() {
            chosen = Some(reading);
        }
        Ok(())
    })?;
    let reading = chosen.ok_or(Stop::Fault("a text is read in two ways in one style"))?;
    let solutions = if winner.solves {
        Vec::new()
    } else {
        candidates
            .iter()
            .filter(|one| one.solves)
            .map(|one| one.form.with(notations[one.notation].scheme()))
            .collect()
    };
    Ok(Choice { reading, solutions })
}

/// Adds a candidate unless another explains more, and drops those that explain less.
fn add(candidates: &mut Vec<Candidate>, candidate: Candidate) -> bool {
    let worth = |one: &Candidate| (one.has_jump, one.explained);
    let best = candidates.iter().map(worth).max();
    if best.is_some_and(|best| best > worth(&candidate)) {
        return false;
    }
    if best.is_some_and(|best| best < worth(&candidate)) {
        candidates.clear();
    }
    candidates.push(candidate);
    true
}

/// The winner among candidates that explain equally much.
fn winner<'a>(
    candidates: &'a [Candidate],
    is_own: &dyn Fn(&Candidate) -> bool,
) -> Option<&'a Candidate> {
    // Of several equal ones the first.
    let most = |list: &mut dyn Iterator<Item = &'a Candidate>| -> Option<&'a Candidate> {
        list.fold(None, |best: Option<&Candidate>, one| match best {
            Some(best) if best.legal >= one.legal => Some(best),
            _ => Some(one),
        })
    };
    let own = || candidates.iter().filter(|one| is_own(one));
    let legal = own().find(|one| one.all_legal);
    if legal.is_some() {
        return legal;
    }
    let own = most(&mut own());
    let best = most(&mut candidates.iter());
    let least = own.map_or(FEWEST_LEGAL, |own| FEWEST_LEGAL.max(own.legal + 1));
    best.filter(|best| best.legal >= least).or(own).or(candidates.first())
}

type Receive<'r> = dyn FnMut(Reading, &mut Meter<'_>) -> Result<(), Stop> + 'r;

impl<'a> Text<'a> {
    /// Every reading in a notation, or those that may have one form.
    fn readings(
        &'a self,
        names: &'a Names,
        wanted: &[Style],
        only: Option<Form>,
        meter: &mut Meter<'_>,
        receive: &mut Receive<'_>,
    ) -> Result<(), Stop> {
        let (board, tokens) = (self.puzzle.board(), &self.tokens);
        let allows = |form: Form| allows_form(wanted, form) && only.is_none_or(|only| only == form);
        let mut vocabulary = Vocabulary::new(board, names, tokens);
        let mut ignored: &[Range<usize>] = &[];
        let mut range = 0..tokens.list.len();
        match &self.structured {
            // A format that its parser reads is nothing else.
            Some(Structured::Rows { form, scheme, rows, ignored, backwards })
                if allows_form(wanted, *form) =>
            {
                if allows(*form) && scheme.is_none_or(|scheme| scheme == names.scheme()) {
                    let rows = (&rows[..], &ignored[..], *backwards);
                    receive(tables::read(*form, rows, tokens, &mut vocabulary, meter)?, meter)?;
                }
                return Ok(());
            }
            Some(Structured::Text { span, ignored: others }) => {
                let token =
                    |at: usize| tokens.list.partition_point(|token| token.span().start < at);
                range = token(span.start)..token(span.end);
                ignored = others;
            }
            _ => {}
        }
        if !self.diagrams.is_empty() && allows(Form::Diagrams) {
            let read = diagrams::read(&self.diagrams, self.puzzle, tokens, &mut vocabulary, meter)?;
            receive(read, meter)?;
        }
        let pieces: Pieces = moves::read(tokens, range, &mut vocabulary, meter)?;
        let source = Source { pieces: &pieces, tokens, board, names };
        for form in source.forms().into_iter().filter(|form| allows(*form)) {
            let mut reading = source.read(form, Some(self.puzzle), meter)?;
            for span in ignored {
                let text = tokens.text.get(span.clone()).unwrap_or("");
                let text = soliter_base::wording::short(text);
                reading.remarks.push((span.clone(), format!("{text} is not read")));
            }
            receive(reading, meter)?;
        }
        Ok(())
    }

    fn candidate(
        &self,
        notation: usize,
        reading: &Reading,
        is_finish: &dyn Fn(&[bool]) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<Candidate, Stop> {
        let puzzle = self.puzzle;
        meter.work(reading.jumps.len() + puzzle.board().holes() / 64)?;
        let mut pegs = vec![false; puzzle.board().holes()];
        puzzle.start().holes().for_each(|hole| pegs[usize::from(hole)] = true);
        let mut legal = 0;
        for jump in &reading.jumps {
            let Some(found) = puzzle.board().find(jump.hop).filter(|_| jump.wrong.is_none()) else {
                break;
            };
            let [from, over, to] = [found.from, found.over, found.to].map(usize::from);
            if !pegs[from] || pegs[over] == puzzle.reverse() || pegs[to] {
                break;
            }
            (pegs[from], pegs[over], pegs[to]) = (false, puzzle.reverse(), true);
            legal += 1;
        }
        let all_legal = legal == reading.jumps.len() && reading.is_understood();
        Ok(Candidate {
            notation,
            form: reading.form,
            has_jump: reading.has_jump,
            explained: reading.explained,
            legal,
            all_legal,
            solves: all_legal && reading.has_jump && is_finish(&pegs),
        })
    }
}
