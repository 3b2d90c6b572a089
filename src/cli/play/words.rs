//! Messages about a line of input that cannot be read.

use soliter::base::diagnostic;
use soliter::text::PlayFault;

use crate::cli::prompt::action::WORDS;

/// The message about a text that is neither a command nor jumps.
pub(crate) fn complaint(text: &str, fault: &PlayFault) -> String {
    if !matches!(fault, PlayFault::Unreadable(_) | PlayFault::Empty) {
        return fault.to_string();
    }
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_word = first.len() > 2 && first.chars().all(char::is_alphabetic);
    match (first, diagnostic::nearest(first, WORDS)) {
        ("undo" | "redo", _) => format!("{first} takes a number, or nothing"),
        _ if WORDS.contains(&first) => format!("nothing is said after {first}"),
        _ if !is_word => fault.to_string(),
        (_, Some(near)) => format!("no command is called {first}: did you mean {near}?"),
        (_, None) => format!("no command is called {first}: help lists them"),
    }
}
