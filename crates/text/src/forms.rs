//! Turns the pieces of a text into jumps, in each form that they can have: how runs of holes without signs are cut.

use std::ops::Range;

use crate::lexer::Tokens;
use crate::meter::Meter;
use crate::moves::{Bad, Item, Link, Pieces, Stated};
use crate::race::Race;
use crate::reading::{Builder, IGNORED, Reading};
use crate::style::Form;
use soliter_base::control::Stop;
use soliter_boards::board::Board;
use soliter_boards::board::position::Hole;
use soliter_boards::line::Hop;
use soliter_boards::notation::Names;
use soliter_boards::puzzle::Puzzle;

/// The pieces of a text in one notation, with what is needed to read them.
pub(crate) struct Source<'a> {
    pub(crate) pieces: &'a Pieces,
    pub(crate) tokens: &'a Tokens<'a>,
    pub(crate) board: &'a Board,
    pub(crate) names: &'a Names,
    /// A place with a jump that is not part of the solution.
    pub(crate) beside: Option<Range<usize>>,
}

/// Chains of three holes are rows of three only if there are at least so many: `46-45-44` alone is a mistake.
const FEWEST_TRIPLES: usize = 3;

impl Source<'_> {
    /// The forms in which the pieces make sense.
    pub(crate) fn forms(&self) -> Vec<Form> {
        let text = if self.pieces.sentences { Form::Sentences } else { Form::Notation };
        let mut forms = vec![text];
        let (mut all, mut begun, mut plain) = (0, 0, true);
        let (mut runs, mut links, mut longest) = (0, 0, 0);
        for item in &self.pieces.items {
            match item {
                Item::Jump(jump) => {
                    (all, begun) = (all + 1, begun + usize::from(!jump.goes_on));
                    plain &= jump.plain;
                }
                Item::Run(run) => {
                    (runs, links) = (runs + 1, links + run.len());
                    longest = longest.max(run.len());
                }
                _ => {}
            }
        }
        if longest > 3 {
            forms.push(Form::Pairs);
        }
        let in_chains = plain && all == 2 * begun && begun >= FEWEST_TRIPLES;
        if in_chains && runs == 0 || all == 0 && longest > 2 {
            forms.extend([Form::FromOverTo, Form::FromToOver]);
        }
        if all == 0 && links > 2 {
            forms.push(Form::Clicks);
        }
        forms
    }

    /// The reading in a form. One that loses its race is not read to its end, and explains nothing.
    pub(crate) fn read(
        &self,
        form: Form,
        puzzle: Option<&Puzzle>,
        race: Option<&mut Race<'_>>,
        meter: &mut Meter<'_>,
    ) -> Result<Reading, Stop> {
        let mut cutter = Cutter {
            source: self,
            form,
            builder: Builder::new(form, self.tokens, self.board, self.names),
            label: None,
            open: None,
            moves: 0,
            half: None,
            clicks: puzzle.filter(|_| form == Form::Clicks).map(Clicks::new),
            race,
        };
        cutter.builder.reading.names = self.pieces.names;
        cutter.builder.skip(self.pieces.skipped);
        for item in &self.pieces.items {
            meter.work(1)?;
            if cutter.loses() {
                return Ok(cutter.builder.finish());
            }
            match item {
                Item::Jump(stated) => cutter.jump(stated),
                Item::Run(run) => {
                    meter.work(run.len())?;
                    cutter.run(run.clone());
                }
                Item::Label(number, at) => cutter.label(*number, *at),
                Item::Bad(bad, at, tokens) => cutter.builder.bad(*bad, *at, *tokens),
            }
        }
        cutter.close();
        if let Some(span) = &self.beside {
            cutter.builder.bad_at(Bad::NotRead, span.clone(), 0);
        }
        if let Some(idle) = cutter.clicks.as_ref().and_then(Clicks::idle) {
            cutter.builder.bad(Bad::LoneHole, idle.at, idle.tokens);
        }
        let mut builder = cutter.builder;
        for &(first, last) in &self.pieces.remarks {
            builder.remark(self.tokens.range(first, last), IGNORED);
        }
        for &(first, last) in &self.pieces.comments {
            builder.remark(self.tokens.range(first, last), "comment");
        }
        Ok(builder.finish())
    }
}

struct Cutter<'a, 'r> {
    source: &'a Source<'a>,
    form: Form,
    builder: Builder<'a>,
    /// The last number of a move.
    label: Option<usize>,
    /// The token of the last number of a move, and the number of the next jump then.
    open: Option<(usize, usize)>,
    moves: usize,
    /// The first half of a chain of three holes.
    half: Option<Stated>,
    clicks: Option<Clicks<'a>>,
    race: Option<&'a mut Race<'r>>,
}

/// What a player who clicks on holes has done.
struct Clicks<'a> {
    puzzle: &'a Puzzle,
    pegs: Vec<bool>,
    chosen: Option<Link>,
    goes_on: bool,
}

impl<'a> Clicks<'a> {
    fn new(puzzle: &'a Puzzle) -> Self {
        let mut pegs = vec![false; puzzle.board().holes()];
        puzzle.start().holes().for_each(|hole| pegs[usize::from(hole)] = true);
        Self { puzzle, pegs, chosen: None, goes_on: false }
    }

    /// The last click, if it chose a peg that did not move.
    fn idle(&self) -> Option<Link> {
        self.chosen.filter(|_| !self.goes_on)
    }

    /// A click on a peg chooses it; a click on an empty hole moves the chosen peg. The error is a click without effect.
    fn click(&mut self, link: Link, hole: Hole) -> Result<Option<Stated>, Link> {
        let has_peg = self.pegs[usize::from(hole)];
        let Some(from) = self.chosen.filter(|_| !has_peg) else {
            let idle = self.chosen.filter(|_| !self.goes_on);
            self.chosen = has_peg.then_some(link);
            self.goes_on = false;
            return match idle.or((!has_peg).then_some(link)) {
                Some(idle) => Err(idle),
                None => Ok(None),
            };
        };
        self.chosen = Some(link);
        let hop = Hop::from((from.name.hole.unwrap_or(hole), hole));
        if let Some(jump) = self.puzzle.board().find(hop) {
            let over = usize::from(jump.over);
            self.pegs[over] = self.puzzle.reverse();
            self.pegs[usize::from(jump.from)] = false;
            self.pegs[usize::from(jump.to)] = true;
        }
        let goes_on = std::mem::replace(&mut self.goes_on, true);
        Ok(Some(stated(hop, from, link, goes_on)))
    }
}

fn stated(hop: Hop, first: Link, last: Link, goes_on: bool) -> Stated {
    let (start, end) = (first.name.start.min(last.name.start), first.name.end.max(last.name.end));
    Stated { hop, start, end, goes_on, plain: false, wrong: None }
}

impl Cutter<'_, '_> {
    fn loses(&mut self) -> bool {
        self.race.as_mut().is_some_and(|race| self.builder.loses(race))
    }

    fn jump(&mut self, jump: &Stated) {
        self.moves += usize::from(!jump.goes_on);
        if matches!(self.form, Form::FromOverTo | Form::FromToOver) {
            let Some(half) = self.half.take() else {
                self.half = Some(*jump);
                return;
            };
            let holes = [half.hop.from, half.hop.to, jump.hop.to];
            let joined = Stated { start: half.start, goes_on: false, ..*jump };
            let triple = self.triple(holes, joined);
            return self.builder.jump(&triple);
        }
        self.builder.jump(jump);
    }

    /// A jump with the hole leapt over, by the order of the form.
    fn triple(&self, holes: [Hole; 3], place: Stated) -> Stated {
        let [from, over, to] = match self.form {
            Form::FromToOver => [holes[0], holes[2], holes[1]],
            _ => holes,
        };
        let named = Hop { from, to, over: Some(over) };
        let board = self.source.board;
        let hop = match board.find(named) {
            Some(jump) => board.hop(jump),
            None if board.is_drawn() && !board.joins(from, to) => Hop::from((from, to)),
            None => named,
        };
        Stated { hop, wrong: None, ..place }
    }

    fn fits(&self, number: usize) -> bool {
        let jumps = self.builder.index;
        number == jumps
            || number == self.moves + 1
            || self.label.map_or(number <= 1, |label| number == label + 1)
    }

    /// Notes the last number of a move if no jump has followed.
    fn close(&mut self) {
        if let Some((at, index)) = self.open.take()
            && self.builder.index == index
            && self.half.is_none()
        {
            self.builder.bad(Bad::NoMove, at, 1);
        }
    }

    /// The number of a move, which has to be the next one.
    fn label(&mut self, number: usize, at: usize) {
        let expected = self.label.map_or(self.moves + 1, |label| label + 1);
        if self.label.is_some_and(|label| number == label + 1) {
            self.close();
        }
        self.open = Some((at, self.builder.index));
        if !self.fits(number) {
            self.builder.bad(Bad::Numbering(expected), at, 1);
            self.open = None;
        }
        self.label = Some(number);
    }

    fn run(&mut self, run: Range<usize>) {
        let source = self.source;
        let links = &source.pieces.links[run];
        if self.form == Form::Clicks {
            return self.clicked(links);
        }
        let is_part = |part: &[Link]| part.len() > 1;
        let parts = || links.chunk_by(|_, next| !next.comma);
        if parts().any(is_part) {
            parts().for_each(|part| self.part(part));
        } else {
            self.part(links);
        }
    }

    /// Links without commas between them, or with one before each.
    fn part(&mut self, links: &[Link]) {
        if let Some(unknown) = links.iter().skip(1).find(|link| link.name.hole.is_none())
            && !self.is_numbered(links)
        {
            let (at, tokens) = (unknown.at, unknown.tokens);
            self.builder.bad(Bad::NoSuchHole, at, tokens);
            let rest = links.iter().map(|link| link.tokens).sum::<usize>();
            return self.builder.skip(rest - tokens);
        }
        match self.form {
            Form::FromOverTo | Form::FromToOver => self.rows(links),
            _ => self.moves(links),
        }
    }

    /// Whether each fourth link counts moves from 1, as in the lists of Debian's peg-solitaire.
    fn is_numbered(&self, links: &[Link]) -> bool {
        matches!(self.form, Form::FromOverTo | Form::FromToOver)
            && links.len().is_multiple_of(4)
            && (1..).zip(links.chunks(4)).all(|(count, row)| {
                let number = row[0].number;
                number == Some(self.builder.index + count - 1)
                    || links.len() == 4 && number.is_some_and(|number| self.fits(number))
            })
            && links.chunks(4).all(|row| row[1..].iter().all(|link| link.name.hole.is_some()))
    }

    fn rows(&mut self, links: &[Link]) {
        let numbered = self.is_numbered(links);
        let size = if numbered { 4 } else { 3 };
        if !links.len().is_multiple_of(size) {
            return self.alone(links);
        }
        for row in links.chunks(size) {
            if self.loses() {
                return;
            }
            if numbered {
                self.label(row[0].number.unwrap_or(0), row[0].at);
            }
            let row = &row[size - 3..];
            let [Some(one), Some(two), Some(three)] = [0, 1, 2].map(|at| row[at].name.hole) else {
                self.alone(row);
                continue;
            };
            let place = stated(Hop::from((one, three)), row[0], row[2], false);
            let triple = self.triple([one, two, three], place);
            self.moves += 1;
            self.builder.jump(&triple);
        }
    }

    /// Holes without signs: one move, or pairs, perhaps after a number.
    fn moves(&mut self, links: &[Link]) {
        let board = self.source.board;
        let joined = |pair: &[Link]| match (pair[0].name.hole, pair[1].name.hole) {
            (Some(from), Some(to)) => board.joins(from, to),
            _ => false,
        };
        let first = links[0];
        let is_number = first.number.is_some_and(|number| self.fits(number));
        if let ([_], Some(number)) =
            (links, first.number.filter(|_| is_number || first.name.hole.is_none()))
        {
            if is_number {
                return self.label(number, first.at);
            }
            return self.builder.bad(Bad::NoSuchHole, first.at, first.tokens);
        }
        let numbered = is_number && links.len() > 2;
        let least = usize::from(first.name.hole.is_none());
        let mut ways: Vec<(usize, bool)> = Vec::new();
        for number in least..=usize::from(numbered) {
            let holes = &links[number..];
            let is_even = holes.len().is_multiple_of(2);
            if holes.len() == 2 || holes.len() > 2 && holes.windows(2).all(joined) {
                ways.push((number, false));
            }
            if holes.len() > 2 && is_even && holes.chunks(2).all(joined) {
                ways.push((number, true));
            }
        }
        if ways.is_empty() {
            // One of many pairs may be wrong.
            let pairs = links[least..].len().is_multiple_of(2) && (least == 0 || is_number);
            let right = links[least..].chunks_exact(2).filter(|pair| joined(pair)).count();
            if pairs && 4 * right > links.len() {
                ways.push((least, true));
            } else {
                return self.alone(links);
            }
        }
        if self.form == Form::Pairs {
            ways.reverse();
        }
        if let [first, second, ..] = ways[..] {
            let written = |(number, pairs): (usize, bool)| self.written(&links[number..], pairs);
            let text =
                format!("this is read as {}; it could be {}", written(first), written(second));
            self.builder.reading.note(links[0].name.start..links[links.len() - 1].name.end, text);
        }
        let (number, pairs) = ways[0];
        if number > 0 {
            self.label(first.number.unwrap_or(0), first.at);
        }
        let holes = &links[number..];
        for (count, pair) in holes.windows(2).step_by(1 + usize::from(pairs)).enumerate() {
            if self.loses() {
                return;
            }
            if let (Some(from), Some(to)) = (pair[0].name.hole, pair[1].name.hole) {
                let goes_on = count > 0 && !pairs;
                self.moves += usize::from(!goes_on);
                self.builder.jump(&stated(Hop::from((from, to)), pair[0], pair[1], goes_on));
            }
        }
    }

    /// Moves as they were read, for a remark.
    fn written(&self, links: &[Link], pairs: bool) -> String {
        let links = &links[..links.len().min(8)];
        let holes =
            |part: &[Link]| self.source.names.joined(part.iter().filter_map(|link| link.name.hole));
        let size = if pairs { 2 } else { links.len() };
        links.chunks(size).map(holes).collect::<Vec<_>>().join(", ")
    }

    /// Holes that make no jump.
    fn alone(&mut self, links: &[Link]) {
        for link in links {
            let bad = if link.name.hole.is_some() { Bad::LoneHole } else { Bad::NoSuchHole };
            self.builder.bad(bad, link.at, link.tokens);
        }
    }

    fn clicked(&mut self, links: &[Link]) {
        for &link in links {
            if self.loses() {
                return;
            }
            let (Some(hole), Some(clicks)) = (link.name.hole, &mut self.clicks) else {
                self.builder.bad(Bad::NoSuchHole, link.at, link.tokens);
                continue;
            };
            match clicks.click(link, hole) {
                Ok(Some(jump)) => self.builder.jump(&jump),
                Ok(None) => {}
                Err(idle) => self.builder.bad(Bad::LoneHole, idle.at, idle.tokens),
            }
        }
    }
}
