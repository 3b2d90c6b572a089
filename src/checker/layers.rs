//! Layers: that both sides, made anew, are as the file says and do not meet.

#![allow(clippy::stable_sort_primitive, reason = "it merges ascending runs")]

use std::io::Read;

use sha2::{Digest, Sha256};

use super::game::Game;
use super::head::{Checked, Head, decimal, need};

/// That no line has `most` moves or fewer; the number of positions in the layers. `file` is where the
/// bytes of the layers begin, if the head says that they follow.
pub(super) fn check(head: &Head, file: &mut dyn Read, game: &Game, most: usize) -> Checked<usize> {
    let goes_back = game.finish != 0 || !head.has("B");
    head.need("B", goes_back, "there is no one finish to go back from")?;
    let (mut digest, mut reach, mut positions) = (Sha256::new(), 0_usize, 0_usize);
    let mut sides = [(game.start, true), (game.finish, false)].map(|(end, forward)| {
        let last = vec![game.least(end)];
        Side { game, forward, most, known: last.clone(), last, moves: 0 }
    });
    for (key, side) in ["F", "B"].into_iter().zip(&mut sides) {
        let counts = head.words(key, |word| usize::try_from(decimal(word)?).ok())?;
        head.need(key, !head.has(key) || !counts.is_empty(), "there is no layer")?;
        for (layer, count) in counts.into_iter().enumerate() {
            if layer > 0 {
                side.move_on()?;
                reach = reach.saturating_add(1);
            }
            head.need(key, reach <= most, "there are more layers than moves")?;
            let made = side.last.len();
            let why = format!("layer {key}{layer} has a count of {made}, not {count}");
            head.need(key, made == count, why)?;
            positions = positions.saturating_add(made);
            for some in encoded(&side.last) {
                digest.update(&some);
                if head.has_data {
                    let mut there = vec![0; some.len()];
                    let is_whole = file.read_exact(&mut there).is_ok();
                    let right = is_whole && there == some;
                    need(right, format!("layer {key}{layer} is not what the rules make it"))?;
                }
            }
        }
    }
    let hex = digest.finalize().iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    let same = head.word("sha256", |word| Some(word == hex))?;
    head.need("sha256", same, "the digest is not that of the layers")?;
    let [mut ahead, mut behind] = sides;
    for _ in reach..most {
        ahead.move_on()?;
    }
    behind.known.sort();
    let is_end = |position: &u64| match game.finish {
        0 => position.count_ones() == game.pegs,
        _ => behind.known.binary_search(position).is_ok(),
    };
    let meet = ahead.known.iter().any(is_end);
    head.need("moves-at-least", !meet, format!("the sides meet: a line may have {most} moves"))?;
    Ok(positions)
}

/// Positions within so many moves of one end, each the least of its images.
struct Side<'a> {
    game: &'a Game<'a>,
    forward: bool,
    most: usize,
    known: Vec<u64>,
    last: Vec<u64>,
    moves: usize,
}

impl Side<'_> {
    /// Makes the next layer: all that is one move further, but for known positions and those in which no
    /// line of at most `most` moves can rest.
    fn move_on(&mut self) -> Checked {
        self.moves = self.moves.saturating_add(1);
        let (mut moved, mut next) = (Vec::new(), Vec::new());
        for some in self.last.chunks(1 << 12) {
            for &position in some {
                for hole in (0..self.game.holes).filter(|hole| position >> hole & 1 == 1) {
                    self.game.add_moves((position, hole), self.forward, &mut moved)?;
                }
            }
            for position in &mut moved {
                *position = self.game.least(*position);
            }
            moved.sort_unstable();
            moved.dedup();
            next.append(&mut moved);
            self.game.look(self.known.len().saturating_add(next.len()).saturating_mul(16))?;
        }
        // Ascending runs are merged.
        next.sort();
        next.dedup();
        self.known.sort();
        let mut known = self.known.iter().peekable();
        next.retain(|position| {
            while known.next_if(|known| *known < position).is_some() {}
            let rests = self.game.may_rest(*position, self.moves, self.most, self.forward);
            known.peek() != Some(&position) && rests
        });
        self.known.extend(&next);
        self.last = next;
        Ok(())
    }
}

/// Ascending numbers as differences, seven bits a byte, the lowest first; some of them at a time.
fn encoded(positions: &[u64]) -> impl Iterator<Item = Vec<u8>> {
    let mut last = 0;
    positions.chunks(1 << 12).map(move |some| {
        let mut bytes = Vec::new();
        for &position in some {
            // They ascend.
            let mut delta = position.abs_diff(last);
            while delta > 127 {
                bytes.push(delta as u8 | 128);
                delta >>= 7;
            }
            bytes.push(delta as u8);
            last = position;
        }
        bytes
    })
}
