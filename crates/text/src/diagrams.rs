//! Reads a diagram of the board after each jump, with or without the jump between diagrams.
//!
//! The jumps follow from the diagrams: consecutive diagrams differ in the three holes of one jump. If the text
//! between them states a jump, it must be that one.

use std::ops::Range;

use crate::forms::Source;
use crate::lexer::Tokens;
use crate::meter::Meter;
use crate::moves::{self, Bad, Item, Stated};
use crate::reading::{Builder, Reading};
use crate::style::Form;
use crate::vocabulary::Vocabulary;
use soliter_base::control::Stop;
use soliter_base::diagnostic::TextFault;
use soliter_boards::board::position::{Hole, Position};
use soliter_boards::board::signs::Signs;
use soliter_boards::board::{Board, Jump};
use soliter_boards::puzzle::Puzzle;
use soliter_boards::verify::{Replay, replay};

/// A diagram of the board.
pub(crate) struct Diagram {
    pegs: Position,
    /// Its tokens.
    pub(crate) tokens: Range<usize>,
    span: Range<usize>,
}

impl Diagram {
    /// Whether a drawing beside moves shows a position. On a board with one row, it looks like a word, and one with a single
    /// sign may be a line between parts of the text.
    pub(crate) fn is_position(&self, board: &Board) -> bool {
        let pegs = self.pegs.len();
        board.rows() > 1 && pegs > 0 && pegs < board.holes()
    }
}

/// The lines of signs among which a diagram begins: captions such as `1.`, a fence, and its first row.
const MOST_CAPTIONS: usize = 3;

/// The diagrams of a text. They begin where lines of signs begin, or where another diagram ends, perhaps behind a caption, so
/// that each line is looked at a few times at most.
pub(crate) fn find(
    tokens: &Tokens<'_>,
    puzzle: &Puzzle,
    meter: &mut Meter<'_>,
) -> Result<Vec<Diagram>, Stop> {
    let (board, text) = (puzzle.board(), tokens.text);
    let rows = board.rows() as usize;
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        meter.work(line.len())?;
        lines.push(at..at + line.trim_end().len());
        at += line.len();
    }
    let mut found = Vec::new();
    if !board.is_drawn() || lines.len() < rows {
        return Ok(found);
    }
    let drawn: Vec<bool> = lines.iter().map(|line| is_drawn(&text[line.clone()])).collect();
    let mut signs: Option<Signs> = None;
    let mut line = 0;
    // The number of lines at which a diagram may still begin.
    let mut begins = MOST_CAPTIONS;
    while line + rows <= lines.len() {
        meter.work(1)?;
        if begins == 0 || !drawn[line] {
            if !drawn[line] {
                begins = MOST_CAPTIONS;
            }
            line += 1;
            continue;
        }
        let long = drawn[line..line + rows].iter().take_while(|one| **one).count();
        if long < rows {
            meter.work(long)?;
            (line, begins) = (line + long, MOST_CAPTIONS);
            continue;
        }
        let span = lines[line].start..lines[line + rows - 1].end;
        meter.work(span.len())?;
        let part = &text[span.clone()];
        let known = signs.as_ref().and_then(|signs| board.read_signs(part, signs));
        let pegs = known.map(|drawn| drawn.pegs).or_else(|| {
            let (found, pegs) = first(puzzle, part)?;
            signs.get_or_insert(found);
            Some(pegs)
        });
        let Some(pegs) = pegs else {
            begins -= 1;
            line += 1;
            continue;
        };
        let token = |at: usize| tokens.list.partition_point(|token| token.span().start < at);
        found.push(Diagram { pegs, tokens: token(span.start)..token(span.end), span });
        (line, begins) = (line + rows, MOST_CAPTIONS);
    }
    Ok(found)
}

/// Whether a line can be a row of a diagram: few signs, no words, and no numbers.
fn is_drawn(line: &str) -> bool {
    const MOST_SIGNS: usize = 6;
    const MOST_LETTERS: usize = 2;
    let mut signs: Vec<char> = Vec::new();
    for c in line.chars().filter(|c| !c.is_whitespace()) {
        if !signs.contains(&c) {
            signs.push(c);
        }
        if signs.len() > MOST_SIGNS || matches!(c, '2'..='9') {
            return false;
        }
    }
    let letters = signs.iter().filter(|c| c.is_alphabetic()).count();
    !signs.is_empty() && letters <= MOST_LETTERS
}

/// The meaning of the signs of the first diagram: the one that shows the start, or a jump from it, or the only one.
fn first(puzzle: &Puzzle, part: &str) -> Option<(Signs, Position)> {
    let meanings = puzzle.board().meanings(part);
    let begins = |pegs: &Position| {
        *pegs == *puzzle.start() || between(puzzle, puzzle.start(), pegs).is_some()
    };
    let only = meanings.len() == 1;
    let (signs, drawn) = meanings.into_iter().find(|(_, drawn)| only || begins(&drawn.pegs))?;
    Some((signs, drawn.pegs))
}

/// The jump that leads from one position to another.
fn between(puzzle: &Puzzle, before: &Position, after: &Position) -> Option<Jump> {
    let changed = before.symmetric_difference(after);
    let holes: Vec<Hole> = changed.holes().take(4).collect();
    let &[one, two, three] = &holes[..] else { return None };
    let orders = [
        [one, two, three],
        [two, one, three],
        [one, three, two],
        [three, one, two],
        [two, three, one],
        [three, two, one],
    ];
    let board = puzzle.board();
    orders.into_iter().find_map(|[from, over, to]| {
        let jump = board.find(soliter_boards::line::Hop { from, over: Some(over), to })?;
        let fits = before.has(from) && !before.has(to) && before.has(over) != puzzle.reverse();
        fits.then_some(jump)
    })
}

/// The reading of the diagrams, with the text between them in a notation. The text may omit the diagram of the start.
pub(crate) fn read(
    diagrams: &[Diagram],
    puzzle: &Puzzle,
    tokens: &Tokens<'_>,
    vocabulary: &mut Vocabulary<'_>,
    meter: &mut Meter<'_>,
) -> Result<Reading, Stop> {
    let (board, names) = (vocabulary.board, vocabulary.names);
    let mut builder = Builder::new(Form::Diagrams, tokens, board, names);
    let mut pegs = puzzle.start().clone();
    let mut after = 0;
    let mut caption = None;
    let last = diagrams.last().map(|last| &last.pegs);
    for (number, diagram) in diagrams.iter().enumerate() {
        meter.work(board.holes() / 64 + 1)?;
        let gap = after..diagram.tokens.start;
        after = diagram.tokens.end;
        let jump = between(puzzle, &pegs, &diagram.pegs);
        let text = stated(gap, tokens, vocabulary, meter)?;
        text.note(&mut builder);
        text.number(&mut caption, &mut builder);
        // The start, the goal before it, or a position once more below a caption.
        let is_start = number == 0 && diagram.pegs == pegs;
        let is_goal = number == 0 && number + 2 < diagrams.len() && Some(&diagram.pegs) == last;
        let is_again = number > 0 && diagram.pegs == pegs && (number == 1 || text.has_words());
        if jump.is_none() && (is_start || is_goal || is_again) {
            text.refuse(0, &mut builder);
            continue;
        }
        let Some(jump) = jump else {
            builder.bad_at(Bad::NoMeaning, diagram.span.clone(), diagram.tokens.len());
            let message = if pegs == diagram.pegs {
                "this diagram is the same as the one before"
            } else if number == 0 {
                "this diagram is neither the start nor one jump after it"
            } else {
                "no jump leads from the diagram before to this one"
            };
            builder.explain(message, "draw the board after each jump");
            break;
        };
        let hop = board.hop(jump);
        let wrong = text.jumps.iter().find(|one| one.0 != hop);
        let wrong = wrong.map(|(_, span)| {
            let message = format!("the diagrams show the jump {}", names.hop(hop));
            TextFault::new(
                span.clone(),
                message,
                "write the jump between the two diagrams, or leave it out",
            )
        });
        let (start, end) = (diagram.span.start, diagram.span.end);
        let shown = Stated { hop, start, end, goes_on: false, plain: false, wrong: None };
        text.refuse(1, &mut builder);
        builder.push(&shown, wrong);
        pegs = diagram.pegs.clone();
    }
    let text = stated(after..tokens.list.len(), tokens, vocabulary, meter)?;
    text.note(&mut builder);
    text.refuse(0, &mut builder);
    if let Some(&(_, at)) = text.numbers.first() {
        builder.bad(Bad::NoMove, at, 1);
    }
    Ok(builder.finish())
}

/// The first diagram beside moves that does not belong there. Each shows the position after the moves before it; but the
/// goal may come first, and before all moves or after them, several diagrams may show positions in their order.
pub(crate) fn contradiction(
    diagrams: &[Diagram],
    puzzle: &Puzzle,
    reading: &Reading,
    meter: &mut Meter<'_>,
) -> Result<Option<TextFault>, Stop> {
    let is_beside = reading.form != Form::Diagrams && !reading.jumps.is_empty();
    // An illegal jump is the fault to report, and after it there are no positions.
    let is_wrong = reading.jumps.iter().any(|jump| jump.wrong.is_some());
    if diagrams.is_empty() || !is_beside || is_wrong || !reading.is_understood() {
        return Ok(None);
    }
    let Replay { positions, fault: None, .. } = replay(puzzle, reading.hops()) else {
        return Ok(None);
    };
    let all = reading.jumps.len();
    let mut diagrams = diagrams.iter().filter(|one| one.is_position(puzzle.board())).peekable();
    let mut before = None;
    while let Some(diagram) = diagrams.next() {
        meter.work(positions.len() * (puzzle.board().holes() / 64 + 1))?;
        let is = |number: usize| positions[number] == diagram.pegs;
        let made = reading.jumps.partition_point(|jump| jump.span.start < diagram.span.start);
        let (place, is_first) = match before {
            Some((same, place)) if same == made => (place, false),
            _ => (0, true),
        };
        let is_last = diagrams.peek().is_none();
        let found = if made == 0 && is_first && (is(0) || is(all)) {
            Some(0)
        } else if made == 0 && !is_first || made == all && !is_last {
            (place..=all).find(|&number| is(number))
        } else {
            Some(made).filter(|&made| is(made))
        };
        let Some(place) = found else {
            let message = "the moves do not lead to this position here";
            let help = "draw positions of the solution in their order, or begin each line of a drawing with #";
            return Ok(Some(TextFault::new(diagram.span.clone(), message, help)));
        };
        before = Some((made, place));
    }
    Ok(None)
}

/// What the text between two diagrams states.
struct Text {
    jumps: Vec<(soliter_boards::line::Hop, Range<usize>)>,
    reading: Reading,
    lost: usize,
    /// Numbers, with their tokens, that are no part of a move.
    numbers: Vec<(usize, usize)>,
}

fn stated(
    gap: Range<usize>,
    tokens: &Tokens<'_>,
    vocabulary: &mut Vocabulary<'_>,
    meter: &mut Meter<'_>,
) -> Result<Text, Stop> {
    let mut pieces = moves::read(tokens, gap, &[], usize::MAX, vocabulary, meter)?;
    // Each diagram may have a number.
    let mut numbers = Vec::new();
    let links = &pieces.links;
    pieces.items.retain(|item| {
        let number = match item {
            Item::Label(number, at) => Some((*number, *at)),
            Item::Run(run) if run.len() == 1 => {
                let alone = links[run.start];
                alone.number.filter(|_| alone.name.hole.is_none()).map(|number| (number, alone.at))
            }
            _ => None,
        };
        numbers.extend(number);
        number.is_none()
    });
    let (board, names) = (vocabulary.board, vocabulary.names);
    let source = Source { pieces: &pieces, tokens, board, names, beside: None };
    let reading = source.read(Form::Notation, None, None, meter)?;
    let jumps = reading.jumps.iter().map(|jump| (jump.hop, jump.span.clone())).collect();
    Ok(Text { jumps, lost: reading.tokens - reading.explained, reading, numbers })
}

impl Text {
    fn has_words(&self) -> bool {
        !self.reading.remarks.is_empty()
    }

    /// Compares the number of a diagram with the one before. The first is 0 or 1.
    fn number(&self, last: &mut Option<usize>, builder: &mut Builder<'_>) {
        for &(number, at) in &self.numbers {
            let expected = last.map_or(number.min(1), |last| last + 1);
            if number != expected {
                builder.bad(Bad::Numbering(expected), at, 1);
            }
            *last = Some(number);
        }
    }

    /// Notes the first jump beyond those that the diagrams can show.
    fn refuse(&self, shown: usize, builder: &mut Builder<'_>) {
        if let Some((_, span)) = self.jumps.get(shown) {
            builder.bad_at(Bad::BesideDiagrams, span.clone(), 1);
        }
    }

    /// Adds what could not be explained, and the remarks.
    fn note(&self, builder: &mut Builder<'_>) {
        builder.skip(self.lost);
        builder.reading.unexplained.extend(self.reading.unexplained.iter().cloned());
        for (span, text) in &self.reading.remarks {
            builder.reading.note(span.clone(), text.clone());
        }
    }
}
