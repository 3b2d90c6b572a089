//! Numbers and untrusted text in sentences.

use std::borrow::Cow;

/// The number of characters of an untrusted word that a message shows.
const SHORT: usize = 60;

/// A number with its noun: `1 jump`, `2 jumps`.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A large number with its noun and with commas: `1 position`, `3,412 positions`.
pub fn counted_large(number: u128, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A number with a comma between thousands: `3,412`.
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Words with a separator between them.
pub fn joined<T: ToString>(words: impl IntoIterator<Item = T>, separator: &str) -> String {
    words.into_iter().map(|word| word.to_string()).collect::<Vec<_>>().join(separator)
}

/// Bytes as hexadecimal digits: `ff07`.
pub fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|d| char::from(b"0123456789abcdef"[usize::from(d)]))
        .collect()
}

/// Text from a file or the command line, made safe for a terminal. Characters that a terminal would obey
/// instead of showing (control characters, changes of writing direction, line breaks) become escapes such as
/// `\u{1b}`.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_obeyed(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

pub(crate) fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A word as it is typed in a shell: in quotation marks if it needs them.
pub fn typed(word: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        Cow::Borrowed(word)
    } else if !word.contains(['"', '$', '`', '\\', '!']) {
        Cow::Owned(format!("\"{}\"", shown(word)))
    } else {
        Cow::Owned(format!("'{}'", shown(word).replace('\'', "'\\''")))
    }
}

/// The name of a file about a puzzle or a program, without its ending: `shield` for `mine/shield.toml`.
pub fn stem(name: &str) -> String {
    let last = name.rsplit(['/', '\\', '#']).next().unwrap_or(name);
    let last = last.strip_suffix(".toml").or(last.strip_suffix(".np")).unwrap_or(last);
    let plain = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    let stem: String = last.chars().map(plain).collect();
    let stem = stem.trim_matches('-');
    if stem.is_empty() { "proof".to_owned() } else { stem.to_owned() }
}

/// The beginning of an untrusted word, to quote it in a message; the complete word if it is short.
pub fn short(word: &str) -> Cow<'_, str> {
    match word.char_indices().nth(SHORT) {
        Some((end, _)) => Cow::Owned(format!("{}...", &word[..end])),
        None => Cow::Borrowed(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_words_are_for_people() {
        assert_eq!([0, 999, 1000, 3_412_000].map(grouped), ["0", "999", "1,000", "3,412,000"]);
        assert_eq!(["1 move", "2 moves"], [1, 2].map(|number| counted(number, "move")));
        let large = [0, 1, 3_412].map(|number| counted_large(number, "game"));
        assert_eq!(large, ["0 games", "1 game", "3,412 games"]);
        assert_eq!(short(&"é".repeat(61)), format!("{}...", "é".repeat(60)));
        assert_eq!(short("Latin cross"), "Latin cross");
    }

    #[test]
    fn a_shell_reads_a_typed_word_as_one() {
        assert_eq!(typed("gardner/latin-cross"), "gardner/latin-cross");
        assert_eq!(typed("my puzzle.toml#one"), "\"my puzzle.toml#one\"");
        assert_eq!(typed(""), "\"\"");
        assert_eq!(typed("$HOME it's"), "'$HOME it'\\''s'");
    }

    #[test]
    fn files_have_the_name_of_the_puzzle() {
        for (name, file) in [
            ("gardner/latin-cross", "latin-cross"),
            ("my puzzles/the shield.toml", "the-shield"),
            ("mine.toml#three", "three"),
            ("shifts.np", "shifts"),
            ("---", "proof"),
        ] {
            assert_eq!(stem(name), file, "{name}");
        }
    }

    #[test]
    fn a_terminal_obeys_no_title() {
        assert_eq!(shown("Rätsel № 1, «●»"), "Rätsel № 1, «●»");
        assert_eq!(shown("a\u{1b}[2J\r\nb\u{9b}c\u{202e}"), "a\\u{1b}[2J\\r\\nb\\u{9b}c\\u{202e}");
    }
}
