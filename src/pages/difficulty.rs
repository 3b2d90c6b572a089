//! How difficult the built-in puzzles are: measured once, in `difficulty.txt`.

use std::sync::LazyLock;

/// A line for each puzzle, in the order of their names: the name, and how many of [`GAMES`] random games reach the finish.
/// `tests/it/difficulty.rs` measures them.
const MEASURED: &str = include_str!("difficulty.txt");
/// The number of random games played from the start of each puzzle.
pub const GAMES: u32 = 10_000;

static ALL: LazyLock<Vec<(&str, u32)>> =
    LazyLock::new(|| MEASURED.lines().filter_map(read).collect());

fn read(line: &str) -> Option<(&str, u32)> {
    let (name, won) = line.split_once(' ')?;
    Some((name, won.parse().ok()?))
}

/// How many of [`GAMES`] random games reach the finish of a built-in puzzle.
pub fn games_won(name: &str) -> Option<u32> {
    let at = ALL.binary_search_by_key(&name, |(known, _)| known).ok()?;
    Some(ALL[at].1)
}

/// The grade, from 1 (very easy) to 5 (very hard), of a puzzle with a number of `jumps`. Puzzles that random play often
/// solves are easy; if it never does, the length decides.
pub fn grade(games_won: u32, jumps: usize) -> u8 {
    match (games_won, jumps) {
        (50.., _) => 1,
        (2.., _) => 2,
        (1, _) | (0, ..=26) => 3,
        (0, ..=34) => 4,
        (0, _) => 5,
    }
}
