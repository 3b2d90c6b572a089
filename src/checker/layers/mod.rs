//! Layers: that both sides, made anew, are as the file says and do not meet.
//!
//! * `side`: the positions within so many moves of one end.
//! * `arrivals`: what moves lead to, as ascending runs. `runs`: such runs, in memory or in files.
//! * `shelf`: a folder in which layers are kept.

mod arrivals;
mod runs;
mod shelf;
mod side;

use std::fmt::Write as _;
use std::io::Read;

use sha2::{Digest, Sha256};

use self::shelf::Shelf;
use self::side::Side;
use super::game::Game;
use super::head::{Checked, Head, decimal, hex, need};
use super::room::Room;

/// What was made of layers.
pub(super) struct Made {
    /// The number of positions in them.
    pub(super) positions: usize,
    /// Layers that were not made, but taken from a folder.
    pub(super) believed: usize,
}

/// That no line has `most` moves or fewer. `file` is where the bytes of the layers begin, if the head says that
/// they follow.
pub(super) fn check(
    head: &Head,
    file: &mut dyn Read,
    (game, most): (&Game, usize),
    room: &Room,
) -> Checked<Made> {
    let goes_back = game.finish != 0 || !head.has("B");
    head.need("B", goes_back, "there is no one finish to go back from")?;
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
                side.move_on(elsewhere)?;
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
                let is_whole = file.read_exact(&mut there).is_ok();
                let right = is_whole && there == block;
                need(right, format!("layer {key}{layer} is not what the rules make it"))
            })?;
        }
    }
    let hex = hex(digest.finalize());
    let same = head.word("sha256", |word| Some(word == hex))?;
    head.need("sha256", same, "the digest is not that of the layers")?;
    let meet = meet(sides, reach, room)?;
    head.need("moves-at-least", !meet, format!("the sides meet: a line may have {most} moves"))?;
    Ok(Made { positions, believed: shelf.as_ref().map_or(0, Shelf::taken) })
}

/// The moves that are left to whoever checks.
const CHECKED: usize = 2;

/// Makes the layers that prove the same, and writes their bytes to `data`: the lines of the head that tell of
/// them.
pub(super) fn make(
    head: &Head,
    (game, most): (&Game, usize),
    mut data: Option<&mut Vec<u8>>,
    room: &Room,
) -> Checked<(String, Made)> {
    let shelf = shelf(head, room)?;
    let mut sides = sides(game, most, shelf.as_ref())?;
    let kept = most.saturating_sub(CHECKED);
    for reach in 0..kept {
        say(room, reach, most, sides[0].last().max(sides[1].last()));
        move_smaller(&mut sides)?;
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
    need(!meet(sides, kept, room)?, format!("the sides meet: a line may have {most} moves"))?;
    Ok((text, Made { positions, believed: shelf.as_ref().map_or(0, Shelf::taken) }))
}

/// Calls `see` with the number of moves and the positions, in ascending order, of one layer of the start after the
/// other, until it says no.
pub(super) fn each_from_start(
    game: &Game,
    mut see: impl FnMut(usize, &[u64]) -> Checked<bool>,
) -> Checked {
    let mut side = Side::new(game, true, game.most_moves(), None)?;
    let mut moves = 0_usize;
    while see(moves, &side.positions()?)? {
        side.move_on(0)?;
        moves = moves.saturating_add(1);
    }
    Ok(())
}

/// The folder that there is room in.
fn shelf(head: &Head, room: &Room) -> Checked<Option<Shelf>> {
    room.folder.map(|folder| Shelf::open(folder, &head.premises())).transpose()
}

fn sides<'a>(game: &'a Game, most: usize, shelf: Option<&'a Shelf>) -> Checked<[Side<'a>; 2]> {
    Ok([Side::new(game, true, most, shelf)?, Side::new(game, false, most, shelf)?])
}

fn say(room: &Room, moves: usize, most: usize, positions: usize) {
    (room.say)(&format!("layers: {moves} of {most} moves, {positions} positions in the last"));
}

/// Makes a layer of the side that has fewer positions in its last.
fn move_smaller(sides: &mut [Side; 2]) -> Checked {
    let [ahead, behind] = sides;
    let goes_back = behind.game.finish != 0 && behind.last() < ahead.last();
    let (side, other) = if goes_back { (behind, ahead) } else { (ahead, behind) };
    side.move_on(other.memory())
}

/// Whether the sides, which have made `reach` moves together, meet within the moves that are left.
fn meet(mut sides: [Side; 2], reach: usize, room: &Room) -> Checked<bool> {
    let (game, most) = (sides[0].game, sides[0].most);
    let left = most.saturating_sub(reach);
    for more in 1..left {
        let last = sides[0].last().max(sides[1].last());
        say(room, reach.saturating_add(more), most, last);
        move_smaller(&mut sides)?;
    }
    let [ahead, behind] = sides;
    if game.finish == 0 {
        return ahead.ends(game.pegs, left > 0);
    }
    let (side, other) =
        if behind.last() < ahead.last() { (behind, ahead) } else { (ahead, behind) };
    Ok(side.meets(&other)? || left > 0 && side.meets_by_a_move(&other)?)
}
