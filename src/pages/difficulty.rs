//! How difficult the built-in puzzles are: facts measured once, which ship in `difficulty.txt`.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A line for each puzzle: its name, the number of winning first jumps (`-` if not found), and how many of [`GAMES`]
/// random games reach the finish. `tests/it/difficulty.rs` measures them.
const MEASURED: &str = include_str!("difficulty.txt");
/// The number of random games played from the start of each puzzle.
pub const GAMES: u32 = 10_000;

/// Facts about one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// How many first jumps keep the finish within reach, symmetric ones counted once; `None` if the search for them
    /// would take too much memory.
    pub winning_first_jumps: Option<usize>,
    /// How many of [`GAMES`] random games reach the finish.
    pub games_won: u32,
}

static ALL: LazyLock<HashMap<&str, Difficulty>> =
    LazyLock::new(|| MEASURED.lines().filter_map(read).collect());

fn read(line: &str) -> Option<(&str, Difficulty)> {
    let mut words = line.split(' ');
    let name = words.next()?;
    let winning_first_jumps = words.next()?.parse().ok();
    Some((name, Difficulty { winning_first_jumps, games_won: words.next()?.parse().ok()? }))
}

impl Difficulty {
    /// The facts about a built-in puzzle, by its name.
    pub fn of(name: &str) -> Option<Self> {
        ALL.get(name).copied()
    }

    /// The grade, from 1 (very easy) to 5 (very hard), of a puzzle with a number of `jumps`. Short puzzles that random
    /// play often solves are easy; if it never does, the length decides.
    pub fn grade(self, jumps: usize) -> u8 {
        match (self.games_won, jumps) {
            (500.., _) => 1,
            (20.., _) => 2,
            (1.., _) => 3,
            (0, ..=20) => 4,
            (0, _) => 5,
        }
    }
}
