//! What the words of a text mean in one notation: a hole, several holes written together, a known word.

use crate::lexer::{Tokens, Word};
use crate::meter::Meter;
use crate::words::Step;
use soliter_base::control::Stop;
use soliter_boards::board::Board;
use soliter_boards::board::lattice::Lattice;
use soliter_boards::board::position::Hole;
use soliter_boards::notation::{Names, Scheme};
use std::ops::Range;

/// A part of a word, which ends at a byte of it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    Hole(Hole, usize),
    /// An `x`.
    Leap(usize),
    Step(Step, usize),
}

/// What a word means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    Hole(Hole),
    /// Parts of a word, by their numbers; the holes are joined by jumps.
    Parts(usize, usize),
    /// Holes written together that can be cut in two ways.
    TwoWays,
    Known,
    /// It has the shape of a hole's name, and is none.
    Shaped,
    /// A word of ordinary language.
    Plain,
}

#[allow(clippy::struct_excessive_bools, reason = "properties of the names")]
pub(crate) struct Vocabulary<'a> {
    pub(crate) board: &'a Board,
    pub(crate) names: &'a Names,
    tokens: &'a Tokens<'a>,
    meanings: Vec<Option<Meaning>>,
    parts: Vec<Part>,
    /// The length of the longest name.
    longest: usize,
    /// Whether all names have this length.
    uniform: bool,
    has_hole_x: bool,
    has_column_x: bool,
    /// The form of names: whether they have digits, letters.
    digits: bool,
    letters: bool,
    /// Two coordinates, put together.
    pair: String,
}

/// Longer names are not written together.
const LONGEST_TOGETHER: usize = 4;
const LONGEST_COORDINATE: usize = 4;

/// Numbers that are read as years if they are longer than the names of holes.
pub(crate) const YEARS: Range<usize> = 1500..2100;

impl<'a> Vocabulary<'a> {
    pub(crate) fn new(board: &'a Board, names: &'a Names, tokens: &'a Tokens<'a>) -> Self {
        let has = |of: fn(char) -> bool| names.iter().any(|name| name.contains(of));
        let longest = names.iter().map(str::len).max().unwrap_or(1);
        Self {
            board,
            names,
            tokens,
            meanings: vec![None; tokens.words.len()],
            parts: Vec::new(),
            longest,
            uniform: names.iter().all(|name| name.len() == longest),
            has_hole_x: names.scheme().is_by_letter() && names.hole("x").is_some(),
            has_column_x: names.iter().any(|name| name.starts_with('x')),
            digits: has(|c| c.is_ascii_digit()),
            letters: has(char::is_alphabetic),
            pair: String::new(),
        }
    }

    /// The meaning of a word, which is found once.
    pub(crate) fn meaning(&mut self, word: u32, meter: &mut Meter<'_>) -> Result<Meaning, Stop> {
        let number = word as usize;
        if let Some(meaning) = self.meanings[number] {
            return Ok(meaning);
        }
        let word = &self.tokens.words[number];
        meter.work(word.text.len())?;
        let meaning = self.find(word, meter)?;
        self.meanings[number] = Some(meaning);
        Ok(meaning)
    }

    /// Whether a word is a hole, or could be a coordinate of one.
    pub(crate) fn has_holes(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let has_pairs = self.names.scheme().row_first().is_some();
        for (number, word) in self.tokens.words.iter().enumerate() {
            let meaning = self.meaning(number as u32, meter)?;
            let is_hole =
                matches!(meaning, Meaning::Hole(_) | Meaning::Parts(..) | Meaning::TwoWays);
            if is_hole || has_pairs && word.text.len() <= LONGEST_COORDINATE {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn find(&mut self, word: &Word<'_>, meter: &mut Meter<'_>) -> Result<Meaning, Stop> {
        let text = &*word.text;
        if let Some(hole) = self.names.hole(text) {
            return Ok(Meaning::Hole(hole));
        }
        if text.len() > 1 && (word.known.is_some() || word.step.is_some()) {
            return Ok(Meaning::Known);
        }
        // Other digits than ours could name a hole.
        if text.contains(|c: char| c.is_numeric() && !c.is_ascii()) {
            return Ok(Meaning::Shaped);
        }
        if self.could_be_holes(text) {
            let before = self.parts.len();
            match self.cut(text, meter)? {
                Ways::One => return Ok(Meaning::Parts(before, self.parts.len())),
                Ways::Two => return Ok(Meaning::TwoWays),
                Ways::None => self.parts.truncate(before),
            }
        }
        Ok(match () {
            () if word.known.is_some() || word.step.is_some() => Meaning::Known,
            () if self.is_shaped(text) => Meaning::Shaped,
            () => Meaning::Plain,
        })
    }

    fn could_be_holes(&self, text: &str) -> bool {
        // A game has fewer jumps than the board has holes.
        let longest = 2 * (self.longest + 1) * self.board.holes();
        let is_part = |c: char| c.is_ascii_digit() && self.digits || c.is_ascii_alphabetic();
        (2..=longest).contains(&text.len())
            && self.longest <= LONGEST_TOGETHER
            && (self.letters
                || text.starts_with(|c: char| c.is_ascii_digit() || c == 'x' || c == 'X'))
            && text.chars().all(is_part)
    }

    /// Whether a word looks like a hole's name that is wrong.
    fn is_shaped(&self, text: &str) -> bool {
        let first_letters = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_ordinal = matches!(first_letters, "st" | "nd" | "rd" | "th");
        let year = self.is_year(text);
        if text.contains(|c: char| c.is_ascii_digit()) && !self.names.scheme().is_by_letter() {
            return self.digits && !year;
        }
        let length = text.chars().count();
        match self.names.scheme() {
            scheme if scheme.is_by_letter() => {
                // A number can be a hole in another notation.
                (first_letters.is_empty() || is_ordinal) && !year
                    || length == 1
                    || length == 2 && text.chars().any(|c| self.is_letter(c))
            }
            Scheme::Own => self.letters && length <= self.longest,
            _ => false,
        }
    }

    /// Whether a number looks like a year and not like two holes.
    pub(crate) fn is_year(&self, text: &str) -> bool {
        let is_hole = |name: &str| self.names.hole(name).is_some();
        text.len() > self.longest
            && text.parse().is_ok_and(|year| YEARS.contains(&year))
            && !text
                .split_at_checked(text.len() / 2)
                .is_some_and(|(one, two)| is_hole(one) && is_hole(two))
    }

    fn is_letter(&self, c: char) -> bool {
        self.names.hole(c.encode_utf8(&mut [0; 4])).is_some()
    }

    /// Whether the `x` at the start of a text is a hole or its column, and not a leap.
    fn x_is_a_hole(&self, text: &str) -> bool {
        let digit_follows = text.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        self.has_hole_x || self.has_column_x && digit_follows
    }

    /// Cuts a word at each `x` that is a leap, and what is between into holes.
    fn cut(&mut self, text: &str, meter: &mut Meter<'_>) -> Result<Ways, Stop> {
        let mut start = 0;
        let is_x = |byte: u8| matches!(byte, b'x' | b'X');
        for at in (0..text.len()).filter(|&at| is_x(text.as_bytes()[at])) {
            if at < start || self.x_is_a_hole(&text[at..]) {
                continue;
            }
            if at > start {
                match self.together(text, start, at, meter)? {
                    Ways::One => {}
                    ways => return Ok(ways),
                }
            }
            self.parts.push(Part::Leap(at + 1));
            start = at + 1;
        }
        if start == text.len() {
            return Ok(if text.len() == 1 { Ways::One } else { Ways::of(start > 1) });
        }
        let ways = self.together(text, start, text.len(), meter)?;
        if ways == Ways::None {
            return Ok(Ways::of(self.hole_and_step(text, start)));
        }
        Ok(ways)
    }

    /// A hole and a direction, written together: `d2S`.
    fn hole_and_step(&mut self, text: &str, start: usize) -> bool {
        let name = |length: usize| {
            let (name, step) = text[start..].split_at_checked(length)?;
            let step = crate::words::known(step).1?;
            Some((self.names.hole(name)?, step, start + length))
        };
        let Some((hole, step, end)) = (1..=self.longest).find_map(name) else { return false };
        self.parts.push(Part::Hole(hole, end));
        self.parts.push(Part::Step(step, text.len()));
        true
    }

    /// Cuts a part of a word into names, each one jump from the name before, if there is one way to do so. Two names of
    /// equal length need not be joined by a jump if all names have that length.
    fn together(
        &mut self,
        text: &str,
        start: usize,
        end: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Ways, Stop> {
        let part = &text[start..end];
        if let Some(hole) = self.names.hole(part) {
            self.parts.push(Part::Hole(hole, end));
            return Ok(Ways::One);
        }
        let longest = self.longest;
        // For each end and length of a name: its hole, the number of ways to it, and the length of the name before.
        let mut ends: Vec<[Option<(Hole, u8, u8)>; LONGEST_TOGETHER]> = Vec::new();
        let is_end = |ends: &[_; LONGEST_TOGETHER]| ends.iter().any(Option::is_some);
        for at in 1..=part.len() {
            meter.work(longest)?;
            let mut found = [None; LONGEST_TOGETHER];
            for length in 1..=longest.min(at) {
                let before = (at > length).then(|| ends[at - length - 1]);
                if before.as_ref().is_some_and(|before| !is_end(before)) {
                    continue;
                }
                let Some(hole) = self.names.hole(&part[at - length..at]) else { continue };
                let Some(before) = before else {
                    found[length - 1] = Some((hole, 1, 0));
                    continue;
                };
                let (mut ways, mut shortest) = (0, 0);
                for (last, one) in (1..).zip(before) {
                    if let Some((_, number, _)) = one.filter(|one| self.board.joins(one.0, hole)) {
                        (ways, shortest) = (2.min(ways + number), last);
                    }
                }
                if ways > 0 {
                    found[length - 1] = Some((hole, ways, shortest));
                }
            }
            ends.push(found);
            let is_long = part.len() > 2 * longest && at >= longest;
            if is_long && !ends[at - longest..].iter().any(is_end) {
                return Ok(Ways::None);
            }
        }
        let last = ends[part.len() - 1];
        let all: u32 = last.iter().flatten().map(|one| u32::from(one.1)).sum();
        if all > 1 {
            return Ok(Ways::Two);
        }
        let mut holes = Vec::new();
        let mut length = last.iter().position(Option::is_some).map_or(0, |at| at + 1);
        let mut at = part.len();
        while length > 0 {
            let Some((hole, _, before)) = ends[at - 1][length - 1] else { break };
            holes.push(Part::Hole(hole, start + at));
            (at, length) = (at - length, usize::from(before));
        }
        if holes.is_empty() && self.uniform && part.len() == 2 * longest {
            let (one, other) = part.split_at(longest);
            let both = self.names.hole(one).zip(self.names.hole(other));
            let Some((one, other)) = both else { return Ok(Ways::None) };
            holes = vec![Part::Hole(other, end), Part::Hole(one, start + longest)];
        }
        let ways = Ways::of(!holes.is_empty());
        self.parts.extend(holes.into_iter().rev());
        Ok(ways)
    }

    /// Whether a number is shorter than each name.
    pub(crate) fn is_less_than_a_hole(&self, number: &str) -> bool {
        self.uniform && number.len() < self.longest
    }

    pub(crate) fn part(&self, at: usize) -> Part {
        self.parts[at]
    }

    /// The hole of two coordinates.
    pub(crate) fn pair(&mut self, first: &str, second: &str) -> Option<Hole> {
        self.names.scheme().row_first()?;
        if first.len() > LONGEST_COORDINATE || second.len() > LONGEST_COORDINATE {
            return None;
        }
        for between in ["", ","] {
            self.pair.clear();
            self.pair.extend([first, between, second]);
            if let Some(hole) = self.names.hole(&self.pair) {
                return Some(hole);
            }
        }
        None
    }

    /// The hole where a jump in a direction lands.
    pub(crate) fn landing(&self, from: Hole, step: Step) -> Option<Hole> {
        let (down, right) = self.on_lattice(step);
        let (row, column) = self.board.place(from);
        let to = self.board.hole_at(row + 2 * down, column + 2 * right)?;
        self.board.joins(from, to).then_some(to)
    }

    /// Whether a jump has a direction.
    pub(crate) fn leads(&self, from: Hole, to: Hole, step: Step) -> bool {
        self.landing(from, step) == Some(to)
    }

    /// The rows of a triangle are skewed: the hole up and to the right has the same column number.
    fn on_lattice(&self, step: Step) -> Step {
        match (self.board.lattice(), step) {
            (Lattice::Triangular, (-1, 1)) => (-1, 0),
            (Lattice::Triangular, (1, -1)) => (1, 0),
            (_, step) => step,
        }
    }
}

/// The number of ways to cut a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ways {
    None,
    One,
    Two,
}

impl Ways {
    fn of(found: bool) -> Self {
        if found { Self::One } else { Self::None }
    }
}
