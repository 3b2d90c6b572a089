//! A checker of certificates that shares no code with the searches, SAT and integer programs whose claims they prove.
//! It implements the rules independently, using only the standard library and a hash function. It also computes the
//! layers in a certificate: `soliter certify` calls [`make_layers`]. docs/explanation/certificates.md has the format
//! and explains why such a file proves its claim; `tools/check_layers.py` is a second implementation, in Python.
//!
//! A file may come from an adversary. So the checker rejects everything it does not understand, and no
//! arithmetic may overflow silently: the lint below requires a reason for every use of an operator.

#![deny(clippy::arithmetic_side_effects)]

pub mod bounds;
mod context;
mod game;
mod head;
mod hole_set;
mod layers;
mod lines;
pub mod lrat;
mod pagodas;
mod puzzle;
mod sums;

use std::io::{BufReader, Read};

pub use context::CheckContext;
use game::Game;
pub use head::{CertificateError, MOST_BYTES};
use head::{Head, Proof, decimal, need};
pub use hole_set::HoleSet;
use layers::Made;
use puzzle::Puzzle;
pub use puzzle::StatedBoard;

/// The claim that a certificate proves for the puzzle in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proved {
    /// No solution has fewer than this number of moves.
    MovesAtLeast(usize),
    /// No solution has fewer moves, and the file contains a solution of exactly this number of moves.
    ExactMoves(usize),
    /// There is no solution.
    Impossible,
}

/// A checked claim, and the puzzle that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    /// The claim.
    pub proved: Proved,
    /// The number of positions in the layers, up to symmetry; 0 if the proof has no layers.
    pub positions: usize,
    /// The number of layers that were not recomputed, but taken from the folder of [`CheckContext`].
    pub believed: usize,
    /// The board.
    pub board: StatedBoard,
    /// The pegs of the start; holes are numbered row by row, or as listed.
    pub start: HoleSet,
    /// The pegs of the finish; `None` if every position of `pegs` pegs is a finish.
    pub finish: Option<HoleSet>,
    /// The number of pegs of the finish.
    pub pegs: u32,
}

/// Checks a certificate, and reads no more of the file than it needs. It calls `go_on` repeatedly with the
/// number of bytes that its tables may need; `false` ends the check with [`CertificateError::Limit`].
pub fn check(file: impl Read, go_on: &dyn Fn(u64) -> bool) -> Result<Certified, CertificateError> {
    check_in(&CheckContext::in_memory(go_on), file)
}

/// Like [`check`], with the resources of `room` for long checks.
pub fn check_in(room: &CheckContext, mut file: impl Read) -> Result<Certified, CertificateError> {
    check_file(room, &mut file)
}

fn check_file(room: &CheckContext, file: &mut dyn Read) -> Result<Certified, CertificateError> {
    let mut file = BufReader::new(file);
    let head = Head::read(&mut file)?;
    let (puzzle, fewest, most) = claim(&head, room)?;
    let none = Made { positions: 0, believed: 0 };
    let made = match head.proof {
        Proof::Marking => sums::check_marking(&head, &puzzle).map(|()| none)?,
        Proof::Weights => sums::check_weights(&head, &puzzle, most).map(|()| none)?,
        Proof::Layers => {
            layers::check(&head, &mut file, (&Game::new(&head, &puzzle)?, most), room)?
        }
    };
    need(file.read(&mut [0])? == 0, "there is more after the end")?;
    certified(&head, &puzzle, fewest, &made)
}

/// Computes the layers of a certificate, and checks whether they prove its claim. `head` has all lines of the
/// file before the layers. Returns the remaining lines of the head, and writes the bytes of the layers to
/// `data`.
///
/// A certificate made by this function depends on this checker alone, except for the claim, which the caller
/// supplies.
pub fn make_layers(
    room: &CheckContext,
    head: &str,
    data: Option<&mut Vec<u8>>,
) -> Result<(Certified, String), CertificateError> {
    // A head without layers would be rejected, so a placeholder is added.
    let head = Head::read(&mut format!("{head}F 1\nends\n").as_bytes())?;
    let (puzzle, fewest, most) = claim(&head, room)?;
    let (lines, made) = layers::make(&head, (&Game::new(&head, &puzzle)?, most), data, room)?;
    Ok((certified(&head, &puzzle, fewest, &made)?, lines))
}

/// The puzzle, the claimed minimum number of moves, and that number minus 1.
fn claim<'a>(head: &Head, room: &CheckContext<'a>) -> head::Checked<(Puzzle<'a>, usize, usize)> {
    let puzzle = Puzzle::new(head, room.go_on)?;
    let fewest = head.word("moves-at-least", |word| usize::try_from(decimal(word)?).ok())?;
    let (Some(most), false) =
        (fewest.checked_sub(1), fewest.saturating_sub(1) > puzzle.most_moves())
    else {
        return Err(head.refusal("moves-at-least", "no line has this many moves"));
    };
    Ok((puzzle, fewest, most))
}

/// The result if no solution has fewer than `fewest` moves.
fn certified(
    head: &Head,
    puzzle: &Puzzle,
    fewest: usize,
    made: &Made,
) -> Result<Certified, CertificateError> {
    let proved = match head.has("line") {
        true => sums::check_line(head, puzzle, fewest).map(|()| Proved::ExactMoves(fewest))?,
        false if fewest > puzzle.most_moves() => Proved::Impossible,
        false => Proved::MovesAtLeast(fewest),
    };
    Ok(Certified {
        proved,
        positions: made.positions,
        believed: made.believed,
        board: puzzle.board.clone(),
        start: puzzle.start.clone(),
        finish: puzzle.finish.clone(),
        pegs: puzzle.pegs,
    })
}
