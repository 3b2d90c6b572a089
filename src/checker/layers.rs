//! Layers: that both sides, made anew, are as the file says and do not meet.

#![allow(clippy::stable_sort_primitive, reason = "it merges ascending runs")]

use sha2::{Digest, Sha256};

use super::game::Game;
use super::head::{Checked, Head, need, words};

/// That no line has `most` moves or fewer; the number of positions in the layers.
pub(super) fn check(head: &Head, file: Option<&[u8]>, game: &Game, most: usize) -> Checked<usize> {
    let (mut rest, mut digest, mut reach, mut positions) = (file, Sha256::new(), 0, 0);
    let mut sides = [(game.start, true), (game.finish, false)].map(|(end, forward)| {
        let last = vec![game.least(end)];
        Side { game, forward, most, known: last.clone(), last, moves: 0 }
    });
    for (key, side) in ["F", "B"].into_iter().zip(&mut sides) {
        let counts = words(head, key, |word| word.parse::<usize>().ok())?;
        for (layer, count) in counts.into_iter().enumerate() {
            if layer > 0 {
                side.move_on()?;
                reach += 1;
            }
            let (made, bytes) = (side.last.len(), encode(&side.last));
            need(made == count, format!("layer {key}{layer} has {made} positions, not {count}"))?;
            let right = rest.is_none_or(|rest| rest.starts_with(&bytes));
            need(right, format!("layer {key}{layer} is not what the rules make it"))?;
            rest = rest.map(|rest| &rest[bytes.len()..]);
            digest.update(&bytes);
            positions += made;
        }
    }
    let hex = digest.finalize().iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    need(head.get("sha256") == Some(&&*hex), "the digest is not that of the layers")?;
    need(rest.is_none_or(<[u8]>::is_empty), "there is more after the layers")?;
    need(game.finish != 0 || !head.contains_key("B"), "there is no one finish to go back from")?;
    let [mut ahead, mut behind] = sides;
    for _ in reach..most {
        ahead.move_on()?;
    }
    behind.known.sort();
    let is_end = |position: &u64| match game.finish {
        0 => position.count_ones() == game.pegs,
        _ => behind.known.binary_search(position).is_ok(),
    };
    need(!ahead.known.iter().any(is_end), format!("the sides meet: a line may have {most} moves"))?;
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
        self.moves += 1;
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
            self.game.look(16 * (self.known.len() + next.len()))?;
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

/// Ascending numbers as differences, seven bits a byte, the lowest first.
fn encode(positions: &[u64]) -> Vec<u8> {
    let (mut bytes, mut last) = (Vec::new(), 0);
    for &position in positions {
        let mut delta = position - last;
        while delta > 127 {
            bytes.push(delta as u8 | 128);
            delta >>= 7;
        }
        bytes.push(delta as u8);
        last = position;
    }
    bytes
}
