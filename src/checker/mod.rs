//! A checker of certificates that shares nothing with what made them: the rules are written here once
//! more, with the standard library and a hash alone. docs/certificates.md has the format, and why such a
//! file proves its claim; `tools/check_layers.py` is the same in Python.

mod game;
mod head;
mod layers;
pub mod lrat;
mod sums;

pub use head::Refusal;
use head::{Head, need, word};

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
/// again and again whether tables may take so many bytes.
///
/// # Errors
/// See [`Refusal`].
pub fn check(file: &[u8], go_on: &dyn Fn(u64) -> bool) -> Result<(Proved, usize), Refusal> {
    let start = &file[..file.len().min(1 << 16)];
    let end = start.windows(6).position(|w| w == b"\ndata\n" || w == b"\nends\n").unwrap_or(0);
    let text = str::from_utf8(&start[..end]).unwrap_or("");
    need(text.starts_with("soliter layers 2\n"), "this is no certificate \"soliter layers 2\"")?;
    let data = (file[end + 1] == b'd').then_some(&file[end + 6..]);
    need(data.is_some() || file.len() == end + 6, "there is more after \"ends\"")?;
    let mut head = Head::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        need(head.insert(key, value).is_none(), format!("line \"{key:.20}\" is there twice"))?;
    }
    let game = game::Game::new(&head, go_on)?;
    let fewest = word(&head, "moves-at-least", |word| word.parse::<usize>().ok())?;
    need(0 < fewest && fewest <= game.most_moves() + 1, "no line has so many moves")?;
    let positions = match ["marking", "weights", "F"].map(|key| head.contains_key(key)) {
        [true, false, false] => sums::check_marking(&head, &game)?,
        [false, true, false] => sums::check_weights(&head, &game, fewest - 1)?,
        [false, false, true] => layers::check(&head, data, &game, fewest - 1)?,
        _ => return Err(Refusal(Some("there has to be one proof of the claim".to_owned()))),
    };
    let proved = match head.contains_key("line") {
        true => Proved::ExactMoves(sums::check_line(&head, &game, fewest)?),
        false if fewest > game.most_moves() => Proved::Impossible,
        false => Proved::MovesAtLeast(fewest),
    };
    Ok((proved, positions))
}
