//! The head of a certificate, lines of a key and its words, and what is wrong.

use std::collections::HashMap;

/// Why a file proves nothing: what is wrong with it and where; nothing if `go_on` said no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub Option<String>);

pub(super) type Checked<T = ()> = Result<T, Refusal>;

pub(super) fn need(truth: bool, what: impl Into<String>) -> Checked {
    if truth { Ok(()) } else { Err(Refusal(Some(what.into()))) }
}

/// Values of the head by their keys.
pub(super) type Head<'a> = HashMap<&'a str, &'a str>;

/// What `read` makes of the words of a value.
pub(super) fn words<T>(
    head: &Head,
    key: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Checked<Vec<T>> {
    let wrong = |word| Refusal(Some(format!("line \"{key}\": what is {word:.20?}?")));
    let words = head.get(key).copied().unwrap_or("").split_whitespace();
    words.map(|word| read(word).ok_or_else(|| wrong(word))).collect()
}

/// The same of a value of one word.
pub(super) fn word<T>(head: &Head, key: &str, read: impl Fn(&str) -> Option<T>) -> Checked<T> {
    let mut words = words(head, key, read)?;
    need(words.len() == 1, format!("line \"{key}\" does not have one word"))?;
    Ok(words.remove(0))
}
