//! Helpers for notations: numbers, lists, pieces with their offsets, and words of model files.

pub(crate) use soliter_base::wording::joined;

/// A number in digits; numbers out of range saturate.
pub(crate) fn number(text: &str) -> Option<usize> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(usize::MAX))
}

/// A text with a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// The pieces of a text between separators, each with its byte offset.
pub(crate) fn parts(text: &str, separator: char) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    text.split(separator).map(move |part| (part.as_ptr() as usize - start, part))
}

/// The word for a value in model files.
pub(crate) fn word<T: PartialEq>(known: &[(&'static str, T)], value: &T) -> String {
    known.iter().find(|(_, other)| other == value).map_or("", |(word, _)| word).to_owned()
}
