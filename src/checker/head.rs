//! The head of a certificate: lines of a key and its words.

/// Why a file proves nothing: what is wrong with it, or that `go_on` said no.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

/// Ends a check.
pub(super) fn refuse<T>(what: &str) -> Result<T, Refusal> {
    Err(Refusal(what.to_owned()))
}

/// The value of a key that the head has once at most.
pub(super) fn value<'a>(head: &'a str, key: &str) -> Result<Option<&'a str>, Refusal> {
    let of_key = |line: &'a str| line.split_once(' ').unwrap_or((line, ""));
    let mut values = head.lines().map(of_key).filter(|(k, _)| *k == key).map(|(_, value)| value);
    let found = values.next();
    if values.next().is_some() { refuse(&format!("\"{key}\" is there twice")) } else { Ok(found) }
}

/// What `read` makes of the words of a value.
pub(super) fn words<T>(
    head: &str,
    key: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, Refusal> {
    let Some(value) = value(head, key)? else { return Ok(Vec::new()) };
    let words: Option<Vec<T>> = value.split(' ').map(read).collect();
    words.map_or_else(|| refuse(&format!("\"{key}\" cannot be read")), Ok)
}
