//! A checker of certificates that shares nothing with what made them: the rules are written here once
//! more, with the standard library and a hash alone. docs/explanation/certificates.md has the format, and why such a
//! file proves its claim; `tools/check_layers.py` is the same in Python.
//!
//! Whoever makes a file may wish to deceive. So what is not understood is refused, and no arithmetic can
//! overflow unseen: the lint below asks for a reason wherever an operator is used.

#![deny(clippy::arithmetic_side_effects)]

pub mod bounds;
pub mod cubes;
mod game;
mod head;
mod layers;
mod lines;
pub mod lrat;
mod pagodas;
mod room;
mod sums;

use std::io::{BufReader, Read};

pub use game::StatedBoard;
pub use head::Refusal;
use head::{Head, Proof, decimal, need};
use layers::Made;
pub use room::Room;

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

/// A claim that was checked, and of which puzzle it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    /// The claim.
    pub proved: Proved,
    /// The number of positions in the layers, each up to symmetry; 0 where the proof has none.
    pub positions: usize,
    /// Layers that were not made again, but taken from the folder of [`Room`] as an earlier process left them.
    pub believed: usize,
    /// The board.
    pub board: StatedBoard,
    /// The pegs of the start, bit `i` for hole `i`; holes are numbered row by row, or as listed.
    pub start: u64,
    /// The pegs of the finish; none if any position of `pegs` pegs is one.
    pub finish: Option<u64>,
    /// The number of pegs of the finish.
    pub pegs: u32,
}

/// Checks a certificate, reading no more of it than is needed to accept or refuse it. `go_on` is asked
/// again and again whether tables may take so many bytes.
pub fn check(file: impl Read, go_on: &dyn Fn(u64) -> bool) -> Result<Certified, Refusal> {
    check_in(&Room::in_memory(go_on), file)
}

/// The same with room for long checks.
pub fn check_in(room: &Room, mut file: impl Read) -> Result<Certified, Refusal> {
    check_file(room, &mut file)
}

fn check_file(room: &Room, file: &mut dyn Read) -> Result<Certified, Refusal> {
    let mut file = BufReader::new(file);
    let head = Head::read(&mut file)?;
    let (game, fewest, most) = claim(&head, room)?;
    let none = Made { positions: 0, believed: 0 };
    let made = match head.proof {
        Proof::Marking => sums::check_marking(&head, &game).map(|()| none)?,
        Proof::Weights => sums::check_weights(&head, &game, most).map(|()| none)?,
        Proof::Layers => layers::check(&head, &mut file, (&game, most), room)?,
    };
    need(file.read(&mut [0])? == 0, "there is more after the end")?;
    certified(&head, &game, fewest, &made)
}

/// Makes the layers of a certificate, and finds out whether they prove its claim. Of the file `head` has all
/// lines before them; the rest of the lines is returned, and the bytes of the layers go to `data`.
///
/// Whoever makes a certificate so rests it on this checker alone, but for the claim, which comes from elsewhere.
pub fn make_layers(
    room: &Room,
    head: &str,
    data: Option<&mut Vec<u8>>,
) -> Result<(Certified, String), Refusal> {
    // The layers are not looked at here, but without them this would be no head.
    let head = Head::read(&mut format!("{head}F 1\nends\n").as_bytes())?;
    let (game, fewest, most) = claim(&head, room)?;
    let (lines, made) = layers::make(&head, (&game, most), data, room)?;
    Ok((certified(&head, &game, fewest, &made)?, lines))
}

/// The game, the moves that it is to have at least, and those less one.
fn claim<'a>(head: &Head, room: &Room<'a>) -> head::Checked<(game::Game<'a>, usize, usize)> {
    let game = game::Game::new(head, room.go_on)?;
    let fewest = head.word("moves-at-least", |word| usize::try_from(decimal(word)?).ok())?;
    let (Some(most), false) = (fewest.checked_sub(1), fewest.saturating_sub(1) > game.most_moves())
    else {
        return Err(head.refusal("moves-at-least", "no line has this many moves"));
    };
    Ok((game, fewest, most))
}

/// What is proved where no line has fewer than `fewest` moves.
fn certified(
    head: &Head,
    game: &game::Game,
    fewest: usize,
    made: &Made,
) -> Result<Certified, Refusal> {
    let proved = match head.has("line") {
        true => sums::check_line(head, game, fewest).map(|()| Proved::ExactMoves(fewest))?,
        false if fewest > game.most_moves() => Proved::Impossible,
        false => Proved::MovesAtLeast(fewest),
    };
    Ok(Certified {
        proved,
        positions: made.positions,
        believed: made.believed,
        board: game.board.clone(),
        start: game.start,
        finish: (game.finish != 0).then_some(game.finish),
        pegs: game.pegs,
    })
}
