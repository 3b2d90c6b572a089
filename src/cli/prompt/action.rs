//! The input at the prompt, and its meaning.

/// The action that a line of input requests; `HELP` explains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action<'a> {
    /// An empty line.
    Nothing,
    Undo(usize),
    Redo(usize),
    Restart,
    Hint,
    Solve,
    Save(&'a str),
    Load(&'a str),
    Board,
    Moves,
    Notation(&'a str),
    Help,
    Quit,
    /// Anything else: jumps, or a move of a game.
    Jumps(&'a str),
}

pub(crate) const WORDS: [&str; 12] = [
    "undo", "redo", "restart", "hint", "solve", "save", "load", "board", "moves", "notation",
    "help", "quit",
];

pub(crate) const HELP: &str = "\
46-44            jump; chains (42-44-64) and several moves (46-44, 65-45) too, in any notation
undo [N]         take back the last jump, or N
redo [N]         make it again
restart          take back all
hint             a jump that keeps the finish within reach
solve            the fewest moves from here
save FILE        write the moves as a record that `soliter check` reads
load FILE        play a record from the start
board, moves     draw the position; print the moves
notation NAME    name holes otherwise: column-row, letter-row, number, ...
quit             end (or Ctrl-D)
";

impl<'a> Action<'a> {
    pub(crate) fn read(line: &'a str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let number = || if rest.is_empty() { Some(1) } else { rest.parse().ok() };
        match (word.to_lowercase().as_str(), rest.is_empty()) {
            ("", _) => Self::Nothing,
            ("undo" | "u", _) if number().is_some() => Self::Undo(number().unwrap_or(1)),
            ("redo" | "r", _) if number().is_some() => Self::Redo(number().unwrap_or(1)),
            ("restart", true) => Self::Restart,
            ("hint" | "h", true) => Self::Hint,
            ("solve", true) => Self::Solve,
            ("save", _) => Self::Save(rest),
            ("load", _) => Self::Load(rest),
            ("board" | "b", true) => Self::Board,
            ("moves", true) => Self::Moves,
            ("notation", _) => Self::Notation(rest),
            ("help" | "?", _) => Self::Help,
            ("quit" | "q" | "exit", true) => Self::Quit,
            _ => Self::Jumps(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_and_jumps() {
        assert_eq!(Action::read("  "), Action::Nothing);
        assert_eq!(Action::read("UNDO 3"), Action::Undo(3));
        assert_eq!(Action::read("u"), Action::Undo(1));
        assert_eq!(Action::read("undo all"), Action::Jumps("undo all"));
        assert_eq!(Action::read("save a b.txt "), Action::Save("a b.txt"));
        assert_eq!(Action::read("46-44, 65-45"), Action::Jumps("46-44, 65-45"));
        assert!(WORDS.iter().all(|word| !matches!(Action::read(word), Action::Jumps(_))));
        assert!(WORDS.iter().all(|word| HELP.contains(word) || *word == "help"));
    }
}
