//! Files with several solutions.

use std::ops::Range;

use crate::words;

/// The parts of a file that says itself that it has several solutions; empty for any other text. Each begins with a
/// heading behind a blank line, such as `Solution 2`, or is a line of Debian's peg-solitaire: jumps that are numbered from
/// 1, each with its start, the hole leapt over and its landing hole.
pub fn solutions(text: &str) -> Vec<&str> {
    let found = numbered(text).or_else(|| headed(text)).unwrap_or_default();
    found.into_iter().map(|span| &text[span]).collect()
}

/// Places of lines, without their ends.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some(start..start + line.trim_end().len())
    })
}

fn headed(text: &str) -> Option<Vec<Range<usize>>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut blank = true;
    for line in lines(text) {
        let content = text[line.clone()].trim();
        if blank && is_heading(content) {
            found.push(line.end..line.end);
        } else if let Some(last) = found.last_mut() {
            last.end = line.end;
        } else if !content.is_empty()
            && found.is_empty()
            && content.contains(|c: char| c.is_ascii_digit())
        {
            return None;
        }
        blank = content.is_empty();
    }
    let complete =
        found.len() > 1 && found.iter().all(|part| !text[part.clone()].trim().is_empty());
    complete.then_some(found)
}

/// Whether a line names a solution: `Solution 2`, `## Lösung 1:`.
fn is_heading(line: &str) -> bool {
    const LONGEST: usize = 80;
    let words = ["solution", "solución", "lösung", "solução", "soluzione", "решение"];
    let line = line.trim_start_matches(['#', '*', ' ', '=', '-']);
    let end = words::floor(line, LONGEST);
    let first = line[..end].split(|c: char| !c.is_alphabetic()).next().unwrap_or("");
    let rest = line[first.len()..].trim_matches([' ', ':', '.', '*', '#', '=', '-']);
    words.contains(&&*first.to_lowercase())
        && rest.len() < 5
        && rest.bytes().all(|b| b.is_ascii_digit())
}

/// Lines of numbers only, in which the jumps of a solution count up from 1, on two lines at least.
fn numbered(text: &str) -> Option<Vec<Range<usize>>> {
    let mut found = Vec::new();
    for line in lines(text) {
        let content = &text[line.clone()];
        let code = content.split('#').next().unwrap_or("").trim();
        if code.is_empty() {
            continue;
        }
        let mut count = 0;
        let mut words = code.split_whitespace();
        while let Some(word) = words.next() {
            count += 1;
            let is_number =
                |word: Option<&str>| word.is_some_and(|word| word.parse::<u32>().is_ok());
            let jump = [words.next(), words.next(), words.next()];
            if word.parse() != Ok(count) || !jump.into_iter().all(is_number) {
                return None;
            }
        }
        found.push(line);
    }
    (found.len() > 1).then_some(found)
}
