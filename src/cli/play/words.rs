//! Hints in words, and the messages about input that was not understood.

use soliter::base::diagnostic;
use soliter::peg::notation::Names;
use soliter::peg::session::{Hint, PlayFault};

use crate::cli::{output::paint::counted, prompt::action::WORDS};

pub(crate) fn hint(hint: &Hint, names: &Names) -> String {
    match (hint.best, hint.back) {
        (Some(hop), _) => {
            let of = counted(hint.legal, "jump");
            let jump = names.hop(hop);
            format!("{jump} keeps the finish within reach ({} of {of})", hint.good)
        }
        (None, Some(back)) => {
            format!("no jump leads to the finish from here; undo {back} goes back to where one did")
        }
        (None, None) => "no jump helps: the puzzle has no solution".to_owned(),
    }
}

/// The message about a text that is neither a command nor jumps.
pub(crate) fn complaint(text: &str, fault: &PlayFault) -> String {
    let PlayFault::Unreadable(unreadable) = fault else { return fault.to_string() };
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_word = first.len() > 2 && first.chars().all(char::is_alphabetic);
    match (first, diagnostic::nearest(first, WORDS)) {
        ("undo" | "redo", _) => format!("{first} takes a number, or nothing"),
        _ if WORDS.contains(&first) => format!("nothing is said after {first}"),
        _ if !is_word => unreadable.to_string(),
        (_, Some(near)) => format!("no command is called {first}: did you mean {near}?"),
        (_, None) => format!("no command is called {first}: help lists them"),
    }
}
