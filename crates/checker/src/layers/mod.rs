//! Proofs by layers: recomputes the layers of both sides, compares them with the file, and shows that the
//! sides do not meet.
//!
//! * `side`: the positions within a given number of moves of one end.
//! * `arrivals`: the positions that moves lead to, as ascending runs. `runs`: such runs, in memory or in files.
//! * `layer_cache`: a folder that stores layers.

mod arrivals;
mod layer_cache;
mod runs;
mod side;

use std::fmt::Write as _;
use std::io::Read;

use sha2::{Digest, Sha256};

use self::layer_cache::LayerCache;
use self::side::Side;
use super::context::CheckContext;
use super::game::Game;
use super::head::{CertificateError, Checked, Head, decimal, ends_early, hex, need};

/// Statistics of the layers.
pub(super) struct Made {
    /// The number of positions in all layers.
    pub(super) positions: usize,
    /// The number of layers that were not computed, but taken from a folder.
    pub(super) believed: usize,
}

/// Checks that no solution has at most `most` moves. `file` starts at the bytes of the layers if the head
/// says that they follow.
pub(super) fn check(
    head: &Head,
    file: &mut dyn Read,
    (game, most): (&Game, usize),
    room: &CheckContext,
) -> Checked<Made> {
    let goes_back = game.finish != 0 || !head.has("B");
    head.need("B", goes_back, "there is no single finish to go back from")?;
    let shelf = shelf(head, room)?;
    let mut sides = sides(game, most, shelf.as_ref())?;
    let (mut digest, mut reach, mut positions) = (Sha256::new(), 0_usize, 0_usize);
    for at in [0, 1] {
        let elsewhere = sides[1_usize.saturating_sub(at)].memory();
        let side = &mut sides[at];
        let key = side.name();
        let counts = head.words(key, |word| usize::try_from(decimal(word)?).ok())?;
        head.need(key, !head.has(key) || !counts.is_empty(), "there is no layer")?;
        for (layer, count) in counts.into_iter().enumerate() {
            if layer > 0 {
                side.move_on(elsewhere, usize::MAX)?;
                reach = reach.saturating_add(1);
            }
            head.need(key, reach <= most, "there are more layers than moves")?;
            let made = side.last();
            say(room, reach, most, made);
            let why = format!("layer {key}{layer} has a count of {made}, not {count}");
            head.need(key, made == count, why)?;
            positions = positions.saturating_add(made);
            let Some(run) = side.layers.last() else { continue };
            run.each_block(|block| {
                digest.update(block);
                if !head.has_data {
                    return Ok(());
                }
                let mut there = vec![0; block.len()];
                if file.read_exact(&mut there).is_err() {
                    return ends_early(format!("the file ends within layer {key}{layer}"));
                }
                let right = there == block;
                need(right, format!("layer {key}{layer} is not what the rules make it"))
            })?;
        }
    }
    let hex = hex(digest.finalize());
    let same = head.word("sha256", |word| Some(word == hex))?;
    head.need("sha256", same, "the digest is not that of the layers")?;
    let meet = meet(sides, reach, room)?;
    head.need("moves-at-least", !meet, CertificateError::Meeting(most))?;
    Ok(Made { positions, believed: shelf.as_ref().map_or(0, LayerCache::taken) })
}

/// The number of moves left out of the certificate, which the checker computes by itself.
const CHECKED: usize = 2;

/// Computes layers that prove the same claim, and writes their bytes to `data`. Returns the lines of the head
/// that describe them.
pub(super) fn make(
    head: &Head,
    (game, most): (&Game, usize),
    mut data: Option<&mut Vec<u8>>,
    room: &CheckContext,
) -> Checked<(String, Made)> {
    let shelf = shelf(head, room)?;
    let mut sides = sides(game, most, shelf.as_ref())?;
    let kept = most.saturating_sub(CHECKED);
    for reach in 0..kept {
        say(room, reach, most, sides[0].last().max(sides[1].last()));
        move_tried(&mut sides)?;
    }
    let (mut text, mut digest, mut positions) = (String::new(), Sha256::new(), 0_usize);
    for side in sides.iter().filter(|side| side.forward || game.finish != 0) {
        text.push_str(side.name());
        for run in &side.layers {
            let _ = write!(text, " {}", run.count);
            positions = positions.saturating_add(run.count);
            run.each_block(|block| {
                digest.update(block);
                if let Some(data) = &mut data {
                    game.look(data.len().saturating_mul(2))?;
                    data.extend_from_slice(block);
                }
                Ok(())
            })?;
        }
        text.push('\n');
    }
    let _ = writeln!(text, "sha256 {}", hex(digest.finalize()));
    if meet(sides, kept, room)? {
        return Err(CertificateError::Meeting(most));
    }
    Ok((text, Made { positions, believed: shelf.as_ref().map_or(0, LayerCache::taken) }))
}

/// Opens the folder for layers, if `room` has one.
fn shelf(head: &Head, room: &CheckContext) -> Checked<Option<LayerCache>> {
    room.folder.map(|folder| LayerCache::open(folder, &head.premises())).transpose()
}

fn sides<'a>(game: &'a Game, most: usize, shelf: Option<&'a LayerCache>) -> Checked<[Side<'a>; 2]> {
    Ok([Side::new(game, true, most, shelf)?, Side::new(game, false, most, shelf)?])
}

fn say(room: &CheckContext, moves: usize, most: usize, positions: usize) {
    (room.say)(&format!("layers: {moves} of {most} moves, {positions} positions in the last"));
}

/// A layer is abandoned when the moves that lead to it exceed the expected size of the other side's next
/// layer by this factor,
const TOO_MANY: usize = 64;
/// but not before this number of moves.
const TRIED: usize = 4_000_000;

/// Whether the next layer is made from the finish, that is, whether the finish has fewer positions in its
/// last layer than the start. If the finish has only its first layer and the start has more, the finish is
/// chosen only with `tried`: on an open board, a few pegs can have a million times as many predecessors as
/// many pegs have successors.
fn goes_back([ahead, behind]: &[Side; 2], tried: bool) -> bool {
    let has_shown = behind.layers.len() > 1 || ahead.layers.len() == 1;
    let may_grow = behind.game.finish != 0 && behind.may_grow() && (tried || has_shown);
    may_grow && (behind.last() < ahead.last() || !ahead.may_grow())
}

/// Makes a layer of one side. If far more moves lead to it than are expected for the other side's next layer,
/// it is abandoned, and the other side makes a layer instead.
fn move_tried(sides: &mut [Side; 2]) -> Checked {
    let at = usize::from(goes_back(sides, true));
    let other = 1_usize.saturating_sub(at);
    let limit = if sides[other].may_grow() && sides[0].game.finish != 0 {
        sides[other].expected().saturating_mul(TOO_MANY).max(TRIED)
    } else {
        usize::MAX
    };
    let elsewhere = sides[other].memory();
    if !sides[at].move_on(elsewhere, limit)? {
        let elsewhere = sides[at].memory();
        sides[other].move_on(elsewhere, usize::MAX)?;
    }
    Ok(())
}

/// Makes a layer of the side whose next layer is expected to be smaller.
fn move_smaller(sides: &mut [Side; 2]) -> Checked {
    let at = usize::from(goes_back(sides, false));
    let elsewhere = sides[1_usize.saturating_sub(at)].memory();
    sides[at].move_on(elsewhere, usize::MAX).map(|_| ())
}

/// Whether the sides, which have made `reach` moves in total, meet within the remaining moves.
fn meet(mut sides: [Side; 2], reach: usize, room: &CheckContext) -> Checked<bool> {
    let (game, most) = (sides[0].game, sides[0].most);
    let left = most.saturating_sub(reach);
    for more in 1..left {
        let last = sides[0].last().max(sides[1].last());
        say(room, reach.saturating_add(more), most, last);
        move_smaller(&mut sides)?;
    }
    let back = goes_back(&sides, false);
    let [ahead, behind] = sides;
    if game.finish == 0 {
        return ahead.ends(game.pegs, left > 0);
    }
    let (side, other) = if back { (behind, ahead) } else { (ahead, behind) };
    Ok(side.meets(&other)? || left > 0 && side.meets_by_a_move(&other)?)
}
