//! Puzzles as short texts for addresses: a few bits for each hole, six to a character, and a check for damage.
//!
//! A built-in board is its name; a drawn one is its cells. Puzzles with marked pegs, and boards that are neither, have no
//! such text.

use crate::boards::board::Board;
use crate::boards::board::lattice::{Directions, Lattice};
use crate::boards::board::position::{Hole, Position};
use crate::boards::notation::Scheme;
use crate::boards::puzzle::model::Model;
use crate::boards::puzzle::setup::PuzzleSetup;
use crate::boards::puzzle::{Finish, Puzzle};
use crate::library;

/// The name of a drawn board.
pub(crate) const OWN_BOARD: &str = "board.toml";
/// The characters that need no escape in an address, each for six bits.
const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const PER_SIGN: usize = 6;
/// The widths of numbers, in bits.
const LENGTH: usize = 10;
const SIDE: usize = 8;
const PEGS: usize = 16;
const CHECK: usize = 3 * PER_SIGN;

/// The text of a puzzle; `None` if it has none.
pub(crate) fn encode(puzzle: &Puzzle) -> Option<String> {
    let mut bits = Bits::default();
    let board = puzzle.board();
    bits.board(puzzle.model(), board)?;
    let directions = Directions::ALL.iter().position(|one| *one == board.directions())?;
    bits.number(directions, 2);
    bits.number(usize::from(puzzle.reverse()), 1);
    let scheme = puzzle.names().scheme();
    bits.number(Scheme::ALL.iter().position(|one| *one == scheme)?, 3);
    bits.position(board, puzzle.start());
    match puzzle.finish() {
        Finish::Exactly(pegs) => {
            bits.number(0, 1);
            bits.position(board, pegs);
        }
        Finish::Pegs(pegs) => {
            bits.number(1, 1);
            bits.number(*pegs, PEGS);
        }
        Finish::Holes { .. } => return None,
    }
    bits.text(puzzle.title())?;
    let text = bits.into_signs();
    let read = decode(&text)?;
    let is_same = read.board() == board
        && read.start() == puzzle.start()
        && read.finish() == puzzle.finish()
        && read.reverse() == puzzle.reverse()
        && read.marked() == puzzle.marked();
    is_same.then_some(text)
}

/// Reads a puzzle back; `None` if the text is damaged or was written by another version of this program.
pub(crate) fn decode(text: &str) -> Option<Puzzle> {
    let mut bits = Reader::new(text)?;
    let (model, board) = bits.board()?;
    let directions = *Directions::ALL.get(bits.number(2)?)?;
    let board = if board.directions() == directions {
        board
    } else {
        board.with_directions(directions).ok()?
    };
    let reverse = bits.number(1)? == 1;
    let scheme = *Scheme::ALL.get(bits.number(3)?)?;
    let start = bits.position(&board)?;
    let finish = match bits.number(1)? {
        0 => Finish::Exactly(bits.position(&board)?),
        _ => Finish::Pegs(bits.number(PEGS)?),
    };
    let title = bits.text()?;
    if !bits.is_at_end() {
        return None;
    }
    let setup = PuzzleSetup::new(board, start, finish);
    PuzzleSetup { title, model, scheme, reverse, ..setup }.puzzle().ok()
}

fn built_in(name: &str) -> Option<Board> {
    let source = library::model(name).ok()?;
    Some(Model::parse(&source).ok()?.board)
}

/// A text that is being written.
#[derive(Default)]
struct Bits(Vec<bool>);

impl Bits {
    fn number(&mut self, number: usize, width: usize) {
        self.0.extend((0..width).rev().map(|bit| number >> bit & 1 == 1));
    }

    fn text(&mut self, text: &str) -> Option<()> {
        if text.len() >> LENGTH > 0 {
            return None;
        }
        self.number(text.len(), LENGTH);
        for byte in text.bytes() {
            self.number(usize::from(byte), 8);
        }
        Some(())
    }

    fn position(&mut self, board: &Board, pegs: &Position) {
        self.0.extend(board.all_holes().map(|hole| pegs.has(hole)));
    }

    /// A board: its name if it is built in, or else its lattice, its size and which cells are holes.
    fn board(&mut self, model: &str, board: &Board) -> Option<()> {
        let known =
            built_in(model).and_then(|known| known.with_directions(board.directions()).ok());
        if known.is_some_and(|known| known == *board) {
            self.number(0, 1);
            return self.text(model);
        }
        let (rows, columns) = (board.rows(), board.columns());
        if !board.is_drawn() || rows.max(columns) >> SIDE > 0 {
            return None;
        }
        self.number(1, 1);
        self.number(usize::from(board.lattice() == Lattice::Triangular), 1);
        self.number(usize::try_from(rows).ok()?, SIDE);
        self.number(usize::try_from(columns).ok()?, SIDE);
        for row in 0..rows {
            self.0.extend((0..columns).map(|column| board.hole_at(row, column).is_some()));
        }
        Some(())
    }

    /// The text, with its check at the end.
    fn into_signs(mut self) -> String {
        while !self.0.len().is_multiple_of(PER_SIGN) {
            self.0.push(false);
        }
        let check = check(&self.0);
        self.number(check, CHECK);
        let sign = |six: &[bool]| {
            char::from(SIGNS[six.iter().fold(0, |number, bit| number << 1 | usize::from(*bit))])
        };
        self.0.chunks(PER_SIGN).map(sign).collect()
    }
}

/// A checksum, which two texts are unlikely to share: FNV-1a.
fn check(bits: &[bool]) -> usize {
    let mixed = bits
        .iter()
        .fold(0x811c_9dc5_u32, |mixed, bit| (mixed ^ u32::from(*bit)).wrapping_mul(0x0100_0193));
    (mixed ^ mixed >> CHECK) as usize & ((1 << CHECK) - 1)
}

/// A text that is being read.
struct Reader {
    bits: Vec<bool>,
    at: usize,
}

impl Reader {
    fn new(text: &str) -> Option<Self> {
        let mut bits = Bits::default();
        for byte in text.bytes() {
            bits.number(SIGNS.iter().position(|sign| *sign == byte)?, PER_SIGN);
        }
        let Bits(mut bits) = bits;
        let ending = bits.split_off(bits.len().checked_sub(CHECK)?);
        let mut wanted = Bits::default();
        wanted.number(check(&bits), CHECK);
        (ending == wanted.0).then_some(Self { bits, at: 0 })
    }

    fn take(&mut self, count: usize) -> Option<&[bool]> {
        let taken = self.bits.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    fn number(&mut self, width: usize) -> Option<usize> {
        Some(self.take(width)?.iter().fold(0, |number, bit| number << 1 | usize::from(*bit)))
    }

    fn text(&mut self) -> Option<String> {
        let length = self.number(LENGTH)?;
        let bytes: Option<Vec<u8>> =
            (0..length).map(|_| u8::try_from(self.number(8)?).ok()).collect();
        String::from_utf8(bytes?).ok()
    }

    fn position(&mut self, board: &Board) -> Option<Position> {
        let pegs = self.take(board.holes())?.iter().enumerate();
        let pegs = pegs.filter(|(_, is_peg)| **is_peg).map(|(hole, _)| Hole::try_from(hole).ok());
        pegs.collect()
    }

    /// A board and its name.
    fn board(&mut self) -> Option<(String, Board)> {
        if self.number(1)? == 0 {
            let name = self.text()?;
            let board = built_in(&name)?;
            return Some((name, board));
        }
        let (lattice, directions) = match self.number(1)? {
            0 => (Lattice::Square, Directions::Orthogonal),
            _ => (Lattice::Triangular, Directions::Lines),
        };
        let (rows, columns) = (self.number(SIDE)?, self.number(SIDE)?);
        let cells = self.take(rows * columns)?.iter().enumerate();
        let places: Vec<(i32, i32)> = cells
            .filter(|(_, is_hole)| **is_hole)
            .filter_map(|(cell, _)| {
                Some((i32::try_from(cell / columns).ok()?, i32::try_from(cell % columns).ok()?))
            })
            .collect();
        if places.is_empty() {
            return None;
        }
        let board = Board::of_places(&places, lattice, directions).ok()?;
        Some((OWN_BOARD.to_owned(), board))
    }

    /// Whether only padding is left.
    fn is_at_end(&self) -> bool {
        let rest = &self.bits[self.at.min(self.bits.len())..];
        rest.len() < PER_SIGN && !rest.contains(&true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::diagnostic::Source;
    use crate::load::{Loaded, load};

    fn puzzle(text: &str) -> Puzzle {
        let loaded = load(&Source::new("puzzle.toml", text.to_owned()), &library::model);
        loaded.ok().and_then(Loaded::peg).expect("a puzzle")
    }

    #[test]
    fn every_puzzle_that_has_a_text_is_read_from_it() {
        let mut short = 0;
        for name in library::puzzles() {
            let Some(source) = library::puzzle(&name) else { continue };
            let Ok(Loaded::Peg(puzzle)) = load(&source, &library::model) else { continue };
            let Some(text) = encode(&puzzle) else { continue };
            let read = decode(&text).expect("a puzzle");
            assert_eq!((read.title(), read.model()), (puzzle.title(), puzzle.model()), "{name}");
            assert_eq!(read.names(), puzzle.names(), "{name}");
            short += usize::from(text.len() < 110);
        }
        assert!(short > 100, "{short}");
    }

    #[test]
    fn boards_of_ones_own_take_three_bits_a_hole() {
        let rows = ["o".repeat(12).as_str(); 12].join("\n");
        let board = Board::from_drawing(&rows, Lattice::Square, Directions::All).expect("a board");
        let start = board.full().difference(&Position::EMPTY.with(5));
        let setup =
            PuzzleSetup::new(board.clone(), start, Finish::Exactly([7].into_iter().collect()));
        let own = PuzzleSetup { model: OWN_BOARD.to_owned(), ..setup }.puzzle().expect("a puzzle");
        let text = encode(&own).expect("a text");
        assert!(text.len() < 110, "{}", text.len());
        assert_eq!(decode(&text), Some(own));
    }

    #[test]
    fn a_changed_or_shortened_text_is_damaged() {
        let text = encode(&puzzle("model = 'english'\nstart = ['43', '44']\nfinish = ['45']\n"));
        let text = text.expect("a text");
        for at in 0..text.len() {
            assert_eq!(decode(&text[..at]), None);
            let other = if text.as_bytes()[at] == b'A' { "B" } else { "A" };
            assert_eq!(decode(&format!("{}{other}{}", &text[..at], &text[at + 1..])), None, "{at}");
        }
        for wrong in ["", "é", "AAA", "AAAAAAAA", &"_".repeat(5000), &format!("{text}A")] {
            assert_eq!(decode(wrong), None, "{wrong}");
        }
    }
}
