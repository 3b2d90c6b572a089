//! Suggestions for words that are probably misspelt.

use std::collections::BTreeSet;

use crate::syntax::lexer::{calls, key_words};
use soliter_base::diagnostic::nearest;

/// The longest name, in letters, that is compared with others, and the number of names it is compared with.
/// A comparison takes time proportional to the product of the lengths.
const MAX_LETTERS: usize = 40;
const MAX_WORDS: usize = 1000;

/// A help text that names the word that was probably meant, or lists the known words.
pub(crate) fn meant_name<'w>(name: &str, words: impl Iterator<Item = &'w str> + Clone) -> String {
    if name.len() > 4 * MAX_LETTERS || name.chars().count() > MAX_LETTERS {
        return String::new();
    }
    let plain = plain_letters(name);
    if plain != name && words.clone().any(|word| word == plain) {
        let foreign = name.chars().zip(plain.chars()).filter(|(c, plain)| c != plain);
        let letters = foreign.map(|(c, _)| format!("'{c}' (U+{:04X})", u32::from(c)));
        let letters = letters.collect::<Vec<String>>().join(", ");
        return format!("did you mean {plain}? {letters} only looks like a Latin letter");
    }
    if let Some(word) = words.clone().find(|word| word.to_lowercase() == name.to_lowercase()) {
        return format!("did you mean {word}? capitals count");
    }
    // A difference in length is a lower bound on the edit distance.
    let similar = |word: &&str| word.len().abs_diff(name.len()) <= 4 + name.len();
    if let Some(word) = nearest_word(name, words.clone().filter(similar).take(MAX_WORDS)) {
        return format!("did you mean {word}?");
    }
    let all: BTreeSet<&str> = words.take(100).collect();
    match all.len() {
        0 => "there are none".to_owned(),
        1..=12 => format!("known are: {}", Vec::from_iter(all).join(", ")),
        _ => String::new(),
    }
}

pub(crate) fn meant_key_word(name: &str) -> Option<&'static str> {
    if name.len() > MAX_LETTERS {
        return None;
    }
    let plain = plain_letters(name);
    key_words()
        .find(|key| key.eq_ignore_ascii_case(&plain))
        .or_else(|| nearest_word(name, key_words().filter(|key| key.len() > 2 || name.len() == 3)))
}

pub(crate) fn meant_call(name: &str) -> Option<&'static str> {
    if name.len() > MAX_LETTERS { None } else { nearest_word(&plain_letters(name), calls()) }
}

/// The nearest word if case does not count.
fn nearest_word<'w>(name: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let lower: Vec<(String, &str)> = words.map(|word| (word.to_lowercase(), word)).collect();
    let near = nearest(name, lower.iter().map(|(lower, _)| lower.as_str()))?;
    lower.iter().find(|(lower, _)| lower == near).map(|(_, word)| *word)
}

/// The edit distance of a name from the keyword that was probably meant.
pub(crate) fn slips(name: &str) -> usize {
    meant_key_word(name).map_or(usize::MAX, |key| {
        strsim::damerau_levenshtein(&name.to_lowercase(), &key.to_lowercase())
    })
}

/// A word with the letters of other alphabets replaced by the Latin letters that they look like.
pub(crate) fn plain_letters(word: &str) -> String {
    // Cyrillic and Greek letters, and the Latin letters that they look like.
    const FOREIGN: &str = "АВЕКМНОРСТХІЈаеорсухіјѕЅΑΒΕΙΜΝΟο";
    const LATIN: &str = "ABEKMHOPCTXIJaeopcyxijsSABEIMNOo";
    let plain = |c| {
        let mut pairs = FOREIGN.chars().zip(LATIN.chars());
        pairs.find(|(foreign, _)| *foreign == c).map_or(c, |(_, latin)| latin)
    };
    word.chars().map(plain).collect()
}
