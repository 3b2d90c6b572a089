//! What `soliter solve` prints: pictures, the answer on a line of its own, and the evidence; or that line alone.

use crate::tables::Structured;

/// The moves of the answer. `None` unless the text has one answer, and nothing else or Soliter's own head.
pub(super) fn read(text: &str) -> Option<Structured> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let head = lines.next()?.trim_end();
    let is_head =
        head.ends_with(')') && [" pegs to ", " peg to "].iter().any(|it| head.contains(it));
    if !is_head && lines.next().is_some() {
        return None;
    }
    let (mut answer, mut at) = (None, 0);
    for line in text.split_inclusive('\n') {
        if let Some(moves) = moves(line) {
            if answer.is_some() {
                return None;
            }
            answer = Some(at + moves..at + line.trim_end().len());
        }
        at += line.len();
    }
    let span = answer?;
    let others = [0..span.start, span.end..text.len()];
    let ignored = others.into_iter().filter(|other| !text[other.clone()].trim().is_empty());
    Some(Structured::Text { ignored: ignored.collect(), span, is_own: true })
}

/// Where the moves begin in a line such as `Latin cross: 5 moves (5 jumps), the fewest possible: 45-25, 43-45`.
fn moves(line: &str) -> Option<usize> {
    let (before, rest) = line.split_once(" moves (").or_else(|| line.split_once(" move ("))?;
    let (title, moves) = before.rsplit_once(' ').unwrap_or((":", before));
    let (jumps, after) = rest.split_once(" jump")?;
    let are_numbers = [moves, jumps].iter().all(|number| number.parse::<usize>().is_ok());
    let colon = after.find(": ").filter(|_| are_numbers && title.ends_with(':'))?;
    Some(line.len() - after.len() + colon + ": ".len())
}
