//! Numbers in sentences.

/// A number with its noun: `1 jump`, `2 jumps`.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
