//! A checker of certificates that shares nothing with what made them: the rules are written here once
//! more, and it uses the standard library and a hash alone. docs/certificates.md has the format, and
//! why such a file proves its claim; `tools/check_layers.py` is the same in Python.

mod game;
mod head;
pub mod lrat;

use std::collections::HashSet;
use std::fmt::Write as _;

use game::Game;
pub use head::Refusal;
use head::{refuse, value, words};
use sha2::{Digest, Sha256};

/// What a certificate proves of the puzzle in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proved {
    /// No solution has fewer moves.
    MovesAtLeast(usize),
    /// No solution has fewer moves, and the line in the file has as many.
    ExactMoves(usize),
    /// There is no solution.
    Impossible,
}

/// Checks a certificate; the answer comes with the number of positions in its layers. `go_on` is asked
/// again and again.
///
/// # Errors
/// See [`Refusal`].
pub fn check(bytes: &[u8], go_on: &dyn Fn() -> bool) -> Result<(Proved, usize), Refusal> {
    let end = bytes.windows(6).position(|w| w == b"\ndata\n" || w == b"\nends\n").unwrap_or(0);
    let head = str::from_utf8(&bytes[..end]).unwrap_or("");
    if head.lines().next() != Some("soliter layers 1") {
        return refuse("this is no certificate");
    }
    let game = Game::new(head)?;
    let chain = |word: &str| word.split('-').map(|hole| hole.parse().ok()).collect();
    let line: Vec<Vec<usize>> = words(head, "line", chain)?;
    let moves = words(head, "moves-at-least", |word| word.parse::<usize>().ok())?;
    let number = |word: &str| word.parse().ok();
    let weights = [words(head, "marking", number)?, words(head, "weights", number)?];
    let impossible = value(head, "impossible")?.is_some();
    let layers = |most| {
        let rest = (bytes[end + 1] == b'd').then_some(&bytes[end + 6..]);
        no_line_within(most, head, rest, &game, go_on)
    };
    match (moves.as_slice(), impossible, &weights) {
        (&[moves], false, [none, no]) if moves > 0 && none.is_empty() && no.is_empty() => {
            let positions = layers(moves - 1)?;
            if line.is_empty() {
                return Ok((Proved::MovesAtLeast(moves), positions));
            }
            game.check_line(&line)?;
            let fits = line.len() == moves;
            if fits {
                Ok((Proved::ExactMoves(moves), positions))
            } else {
                refuse("the line is longer")
            }
        }
        ([], true, [none, no]) if none.is_empty() && no.is_empty() && line.is_empty() => {
            // Every move has a jump at least, and a jump takes a peg.
            let most = game.start.count_ones() - game.pegs;
            Ok((Proved::Impossible, layers(most as usize)?))
        }
        ([], false, [marking, weights]) if line.is_empty() => {
            let (weights, is_marking) =
                if weights.is_empty() { (marking, true) } else { (weights, false) };
            game.check_weights(weights, is_marking)?;
            Ok((Proved::Impossible, 0))
        }
        _ => refuse("there is not one claim"),
    }
}

/// That no line has `most` moves or fewer; the number of positions in the layers.
fn no_line_within(
    most: usize,
    head: &str,
    mut data: Option<&[u8]>,
    game: &Game,
    go_on: &dyn Fn() -> bool,
) -> Result<usize, Refusal> {
    let mut sides = [(game.start, true), (game.finish, false)].map(|(end, forward)| {
        let next = HashSet::from([game.least(end)]);
        Side { game, forward, most, known: HashSet::new(), last: Vec::new(), next, moves: 0 }
    });
    let mut reach = 0;
    for (side, key) in sides.iter_mut().zip(["F ", "B "]) {
        for layer in head.lines().filter_map(|line| line.strip_prefix(key)) {
            if side.moves > 0 {
                side.make_next(go_on)?;
                reach += 1;
            }
            side.take(layer, &mut data)?;
        }
    }
    if data.is_some_and(|rest| !rest.is_empty()) {
        return refuse("there is more after the layers");
    }
    let positions = sides.iter().map(|side| side.known.len()).sum();
    for side in &mut sides {
        if side.moves > 0 && reach < most {
            side.make_next(go_on)?;
            side.known.extend(&side.next);
            reach += 1;
        }
    }
    let [ahead, behind] = sides;
    let is_end = |position: &u64| match (behind.moves, game.finish) {
        (0, 0) => position.count_ones() == game.pegs,
        (0, finish) => *position == game.least(finish),
        _ => behind.known.contains(position),
    };
    if reach < most || ahead.moves == 0 || game.finish == 0 && behind.moves > 0 {
        return refuse("the layers do not reach as far as the claim");
    }
    if ahead.known.iter().any(is_end) { refuse("the two sides meet") } else { Ok(positions) }
}

/// The positions within so many moves of one end, each the least of its images.
struct Side<'a> {
    game: &'a Game,
    forward: bool,
    most: usize,
    known: HashSet<u64>,
    last: Vec<u64>,
    /// What one move more leads to.
    next: HashSet<u64>,
    /// The number of layers.
    moves: usize,
}

impl Side<'_> {
    /// Takes the next layer. One in the file must hold all that a move leads to; where the file has
    /// only its digest, it must be what a move leads to.
    fn take(&mut self, layer: &str, data: &mut Option<&[u8]>) -> Result<(), Refusal> {
        let length = layer.split(' ').nth(2).and_then(|word| word.parse().ok()).unwrap_or(0);
        let mut positions: Vec<u64> = match data {
            None => self.next.iter().copied().collect(),
            Some(rest) => {
                let (own, after) = rest.split_at(rest.len().min(length));
                *data = Some(after);
                decode(own)
            }
        };
        positions.sort_unstable();
        let mut digest = String::new();
        for byte in Sha256::digest(encode(&positions)) {
            let _ = write!(digest, "{byte:02x}");
        }
        let says = [self.moves, positions.len(), encode(&positions).len()].map(|n| n.to_string());
        self.known.extend(&positions);
        let least = |position: &u64| self.game.least(*position) == *position;
        if format!("{} {digest}", says.join(" ")) != layer
            || !positions.iter().all(least)
            || !self.next.is_subset(&self.known)
        {
            return refuse(&format!("this layer is not what the rules make it: {layer:.40}"));
        }
        (self.last, self.moves) = (positions, self.moves + 1);
        Ok(())
    }

    /// Positions one move further than the last layer, but for known ones and those in which a line of
    /// at most so many moves cannot rest, since regions ask for too many moves on the other side.
    fn make_next(&mut self, go_on: &dyn Fn() -> bool) -> Result<(), Refusal> {
        let Self { game, forward, most, known, last, next, moves } = self;
        let rests = |moves: usize, p: u64| moves + game.other_moves(p, *forward) <= *most;
        next.clear();
        for (number, &position) in last.iter().enumerate() {
            if number % 1024 == 0 && !go_on() {
                return refuse("stopped before the end");
            }
            if rests(*moves - 1, position) {
                game.each_move(position, *forward, |after| {
                    let least = game.least(after);
                    if !known.contains(&least) && rests(*moves, least) {
                        next.insert(least);
                    }
                });
            }
        }
        Ok(())
    }
}

/// Ascending numbers as differences, seven bits a byte, the lowest first.
fn encode(positions: &[u64]) -> Vec<u8> {
    let (mut bytes, mut last) = (Vec::new(), 0);
    for &position in positions {
        let mut delta = position.wrapping_sub(last);
        while delta > 127 {
            bytes.push(delta as u8 | 128);
            delta >>= 7;
        }
        bytes.push(delta as u8);
        last = position;
    }
    bytes
}

fn decode(bytes: &[u8]) -> Vec<u64> {
    let (mut positions, mut last, mut delta, mut shift) = (Vec::new(), 0u64, 0u64, 0);
    for &byte in bytes {
        delta |= u64::from(byte & 127).checked_shl(shift).unwrap_or(0);
        shift += 7;
        if byte < 128 {
            last = last.wrapping_add(delta);
            positions.push(last);
            (delta, shift) = (0, 0);
        }
    }
    positions
}
