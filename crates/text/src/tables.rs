//! Formats with a structure of their own: JSON, tables with a header, plans, saved games, Soliter's own answers.
//!
//! Each is read by its parser into rows, whose names are given holes in every notation.

mod answer;
mod json;
mod plan;
mod saved;
mod separated;

pub(crate) use json::unescaped;

use std::ops::Range;

use crate::lexer::{self, Tokens};
use crate::meter::Meter;
use crate::moves::{self, Bad, Stated, Wrong};
use crate::reading::{Builder, IGNORED, Reading};
use crate::style::Form;
use crate::vocabulary::Vocabulary;
use crate::words;
use rustc_hash::FxHashSet;
use soliter_base::control::Stop;
use soliter_boards::board::position::Hole;
use soliter_boards::line::Hop;
use soliter_boards::notation::Scheme;

/// The name of a hole: a word, or two coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    first: String,
    second: Option<String>,
    /// Whether the row comes first, if the text says so.
    row_first: Option<bool>,
    span: Range<usize>,
}

/// A jump, or the number of a jump that a table leaves out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    number: Option<(usize, Range<usize>)>,
    from: Option<Place>,
    over: Option<Place>,
    to: Option<Place>,
    direction: Option<Place>,
    /// Whether the same peg jumps on.
    goes_on: bool,
    /// The first cell beyond the header of a table.
    extra: Option<Range<usize>>,
    /// Values that do not describe the jump.
    asides: Vec<Range<usize>>,
    span: Range<usize>,
}

/// A text in such a format.
pub(crate) enum Structured {
    Rows {
        form: Form,
        /// The scheme of the format, if it has one.
        scheme: Option<Scheme>,
        rows: Vec<Row>,
        /// What does not describe a jump.
        ignored: Vec<Range<usize>>,
        /// Whether the jumps lead from the finish to the start.
        backwards: bool,
    },
    /// Free text at this place.
    Text {
        span: Range<usize>,
        ignored: Vec<Range<usize>>,
        /// Whether what is ignored may state the same jumps, as in Soliter's own answers.
        is_own: bool,
    },
}

/// The structure of a text, if it has one.
pub(crate) fn structured(
    text: &str,
    reverse: bool,
    meter: &mut Meter<'_>,
) -> Result<Option<Structured>, Stop> {
    let start = text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
    if start.starts_with("SAVEFILE:") {
        return Ok(saved::read(text));
    }
    meter.work(text.len())?;
    if let Some(found) = answer::read(text) {
        return Ok(Some(found));
    }
    if start.starts_with(['[', '{'])
        && let Some(found) = json::read(text, meter)?
    {
        return Ok(Some(found));
    }
    if let Some(found) = plan::read(text, reverse, meter)? {
        return Ok(Some(found));
    }
    separated::read(text, meter)
}

/// A jump, and what is wrong with it at a place.
type Checked = (Stated, Option<(Wrong, Range<usize>)>);

/// The columns of tables, and the keys of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    From,
    Over,
    To,
    Direction,
    Number,
    RowOfFrom,
    ColumnOfFrom,
    RowOfOver,
    ColumnOfOver,
    RowOfTo,
    ColumnOfTo,
}

fn field(key: &str) -> Option<Field> {
    const LONGEST: usize = 24;
    if key.len() > LONGEST {
        return None;
    }
    let key = key.trim().to_lowercase().replace([' ', '-', '_', '.'], "");
    Some(match key.as_str() {
        "from" | "start" | "source" | "src" | "begin" | "origin" | "peg" | "von" | "de"
        | "desde" | "da" => Field::From,
        "over" | "jumped" | "mid" | "middle" | "via" | "between" | "remove" | "removed"
        | "removes" | "capture" | "captured" | "taken" | "takes" | "jumpedover" | "über"
        | "sur" | "sobre" | "sopra" => Field::Over,
        "to" | "end" | "target" | "dest" | "destination" | "dst" | "land" | "landing" | "into"
        | "nach" | "vers" | "hasta" | "para" | "a" => Field::To,
        "direction" | "dir" => Field::Direction,
        "number" | "no" | "n" | "step" | "move" | "index" | "nr" | "i" | "turn" | "#" => {
            Field::Number
        }
        "fromrow" | "startrow" | "r1" | "row1" | "fromr" | "y1" | "fromy" | "starty" | "row"
        | "r" | "y" => Field::RowOfFrom,
        "fromcol" | "fromcolumn" | "startcol" | "startcolumn" | "c1" | "col1" | "column1"
        | "fromc" | "x1" | "fromx" | "startx" | "col" | "column" | "c" | "x" => Field::ColumnOfFrom,
        "overrow" | "midrow" | "overr" | "overy" | "midy" => Field::RowOfOver,
        "overcol" | "overcolumn" | "midcol" | "overc" | "overx" | "midx" => Field::ColumnOfOver,
        "torow" | "endrow" | "r2" | "row2" | "tor" | "y2" | "toy" | "endy" => Field::RowOfTo,
        "tocol" | "tocolumn" | "endcol" | "endcolumn" | "c2" | "col2" | "column2" | "toc"
        | "x2" | "tox" | "endx" => Field::ColumnOfTo,
        _ => return None,
    })
}

impl Place {
    /// A word, or two coordinates in brackets or with a comma between them.
    fn of(text: &str, span: Range<usize>) -> Self {
        let inside = text.trim().trim_matches(['(', ')', '[', ']', '"', '\'', '`', '*']).trim();
        match inside.split_once(',') {
            Some((first, second)) => Self::pair(first.trim(), second.trim(), None, span),
            None => Self { first: inside.into(), second: None, row_first: None, span },
        }
    }

    fn pair(
        first: impl Into<String>,
        second: impl Into<String>,
        row_first: Option<bool>,
        span: Range<usize>,
    ) -> Self {
        Self { first: first.into(), second: Some(second.into()), row_first, span }
    }
}

impl Row {
    /// A row of values, each with its column. `None` if it does not state a jump.
    fn of(values: impl IntoIterator<Item = (Field, Place)>, span: Range<usize>) -> Option<Self> {
        let mut row = Self { span, ..Self::default() };
        let mut halves: [Option<Place>; 6] = [const { None }; 6];
        for (field, place) in values {
            let half = match field {
                Field::From | Field::Over | Field::To | Field::Direction => {
                    let slot = match field {
                        Field::From => &mut row.from,
                        Field::Over => &mut row.over,
                        Field::To => &mut row.to,
                        _ => &mut row.direction,
                    };
                    if !place.first.is_empty() && slot.replace(place).is_some() {
                        return None;
                    }
                    continue;
                }
                Field::Number => {
                    let number = place.first.trim_end_matches(['.', ')', ':']).parse().ok()?;
                    row.number = Some((number, place.span));
                    continue;
                }
                Field::RowOfFrom => 0,
                Field::ColumnOfFrom => 1,
                Field::RowOfOver => 2,
                Field::ColumnOfOver => 3,
                Field::RowOfTo => 4,
                Field::ColumnOfTo => 5,
            };
            halves[half] = Some(place);
        }
        let mut halves = halves.into_iter();
        for slot in [&mut row.from, &mut row.over, &mut row.to] {
            match (slot.is_some(), halves.next().flatten(), halves.next().flatten()) {
                (_, None, None) => {}
                (false, Some(one), Some(other)) => {
                    let span =
                        one.span.start.min(other.span.start)..one.span.end.max(other.span.end);
                    *slot = Some(Place::pair(one.first, other.first, Some(true), span));
                }
                _ => return None,
            }
        }
        let lands = row.over.is_some() || row.to.is_some() || row.direction.is_some();
        (row.from.is_some() && lands).then_some(row)
    }
}

/// The reading of rows in a notation.
pub(crate) fn read(
    form: Form,
    (rows, ignored, backwards): (&[Row], &[Range<usize>], bool),
    tokens: &Tokens<'_>,
    vocabulary: &mut Vocabulary<'_>,
    meter: &mut Meter<'_>,
) -> Result<Reading, Stop> {
    let (board, names) = (vocabulary.board, vocabulary.names);
    let mut builder = Builder::new(form, tokens, board, names);
    let mut last: Option<(usize, Hole)> = None;
    let mut jumps: Vec<Checked> = Vec::new();
    let mut asides: FxHashSet<usize> = FxHashSet::default();
    for row in rows {
        meter.work(4)?;
        if let Some(span) = &row.extra {
            builder.bad_at(Bad::MoreCells, span.clone(), 1);
        }
        let mut hole = |place: &Option<Place>| -> Option<Option<Hole>> {
            let Some(place) = place else { return Some(None) };
            let found = resolve(place, vocabulary);
            builder.reading.names[usize::from(found.is_none())] += 1;
            if found.is_none() {
                builder.bad_at(Bad::NoSuchHole, place.span.clone(), 1);
            }
            found.map(Some)
        };
        let (Some(Some(from)), Some(over), Some(to)) =
            (hole(&row.from), hole(&row.over), hole(&row.to))
        else {
            builder.index += 1;
            continue;
        };
        let mut stated = row.jump(from, over, to, vocabulary);
        if let Some((number, span)) = &row.number {
            // The jumps of a move may share its number.
            let expected = last.map_or((*number).min(1), |(number, _)| number + 1);
            let is_same = last.is_some_and(|last| last == (*number, from));
            if *number != expected && !is_same {
                builder.bad_at(Bad::Numbering(expected), span.clone(), 1);
            }
            if let Some((stated, _)) = &mut stated {
                stated.goes_on |= is_same;
                last = Some((*number, stated.hop.to));
            }
        }
        for span in &row.asides {
            asides.insert(span.start);
            let hop = stated.as_ref().map(|stated| (stated.0.hop.from, stated.0.hop.to));
            if moves::states_jump(tokens, span, hop, vocabulary, meter)? {
                builder.bad_at(Bad::NotRead, span.clone(), 0);
            }
        }
        match stated {
            Some(stated) => jumps.push(stated),
            None => builder.bad_at(Bad::NoMeaning, row.span.clone(), 1),
        }
        if !backwards && let Some((stated, wrong)) = jumps.pop() {
            builder.jump_with(&stated, wrong);
        }
    }
    for (stated, wrong) in jumps.into_iter().rev() {
        builder.jump_with(&Stated { hop: stated.hop.reversed(), goes_on: false, ..stated }, wrong);
    }
    for span in ignored {
        let is_beside = form == Form::Table && !asides.contains(&span.start);
        if is_beside && moves::states_jump(tokens, span, None, vocabulary, meter)? {
            builder.bad_at(Bad::NotRead, span.clone(), 0);
        }
        builder.skip(1);
        builder.remark(span.clone(), IGNORED);
    }
    Ok(builder.finish())
}

impl Row {
    /// The jump of a row; `None` if its direction is not one.
    fn jump(
        &self,
        from: Hole,
        over: Option<Hole>,
        to: Option<Hole>,
        vocabulary: &Vocabulary<'_>,
    ) -> Option<Checked> {
        let board = vocabulary.board;
        let step = match &self.direction {
            Some(word) => {
                let step = words::known(&word.first).1.or_else(|| lexer::arrow(&word.first));
                Some((step?, word.span.clone()))
            }
            None => None,
        };
        let mut wrong = None;
        let to = match (to, &step, over) {
            (Some(to), ..) => to,
            (None, Some((step, span)), _) => vocabulary.landing(from, *step).unwrap_or_else(|| {
                wrong = Some((Wrong::NoWay, span.clone()));
                from
            }),
            (None, None, Some(over)) => board.jump_over(from, over).map_or_else(
                || {
                    wrong = Some((Wrong::NoOver, self.span.clone()));
                    over
                },
                |jump| jump.to,
            ),
            (None, None, None) => return None,
        };
        let mut hop = Hop::from((from, to));
        if let Some(over) = over.filter(|_| wrong.is_none()) {
            let named = Hop { over: Some(over), ..hop };
            let span = self.over.as_ref().map_or(self.span.clone(), |place| place.span.clone());
            match board.find(named) {
                Some(jump) => hop = board.hop(jump),
                None if board.joins(from, to) => wrong = Some((Wrong::Over(over), span)),
                None => {}
            }
        }
        if let Some((step, span)) = step
            && wrong.is_none()
            && !vocabulary.leads(from, to, step)
        {
            wrong = Some((Wrong::Direction, span));
        }
        let Range { start, end } = self.span;
        let goes_on = self.goes_on;
        Some((Stated { hop, start, end, goes_on, plain: false, wrong: None }, wrong))
    }
}

/// The hole of a place. A scheme with another order cannot read two coordinates.
fn resolve(place: &Place, vocabulary: &mut Vocabulary<'_>) -> Option<Hole> {
    let Some(second) = &place.second else {
        return vocabulary.names.hole(&place.first).or_else(|| object(&place.first, vocabulary));
    };
    let row_first = vocabulary.names.scheme().row_first()?;
    if place.row_first.is_some_and(|wanted| wanted != row_first) {
        return None;
    }
    vocabulary.pair(&place.first, second)
}

/// The hole of an object of a planning problem: `h-45`, `pos-2-3`, and a row and a column behind names that differ only
/// in case.
fn object(name: &str, vocabulary: &mut Vocabulary<'_>) -> Option<Hole> {
    const LONGEST: usize = 64;
    if !name.contains(['-', '_']) || name.len() > LONGEST {
        return None;
    }
    let plain = name.to_lowercase().replace('-', "_");
    let own = plain.strip_prefix("h_").unwrap_or(&plain);
    if let Some(hole) = vocabulary.names.hole(own).or_else(|| vocabulary.names.hole(&plain)) {
        return Some(hole);
    }
    if vocabulary.names.scheme().row_first() != Some(true) {
        return None;
    }
    let mut parts = plain.rsplit('_');
    let (column, row) = (parts.next()?, parts.next()?);
    vocabulary.pair(row, column)
}
