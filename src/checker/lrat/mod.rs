//! A checker of clauses (DIMACS) that contradict each other, by a proof in LRAT as text;
//! `tools/check_lrat.py` is the same in Python, and docs/clauses.md has the grammar of both files. That the
//! clauses are those of a puzzle is another question: `tools/encode.py` makes them from the puzzle's text.

mod clauses;

use std::io::Read;

pub use self::clauses::Clauses;
use super::head::{Checked, Refusal, decimal, need, signed, wrong};
use super::lines::{Lines, cannot_be_read};

/// What was proved, and from what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// What the clauses call themselves, which nobody has checked: a puzzle's title.
    pub title: String,
    /// The same: that there is no solution of so many moves or fewer.
    pub moves: usize,
    /// The SHA-256 of the clauses, of all that follows the line that says so, in hexadecimal.
    pub sha256: String,
    /// The number of variables.
    pub variables: usize,
    /// The number of clauses.
    pub clauses: usize,
    /// Clauses that the proof derives.
    pub steps: usize,
}

/// Checks that clauses contradict each other, reading no more of both files than is needed. `go_on` is
/// asked again and again whether tables may take so many bytes.
pub fn check(
    clauses: impl Read,
    proof: impl Read,
    go_on: &dyn Fn(u64) -> bool,
) -> Result<Refuted, Refusal> {
    let (mut refuted, mut known) = read(Lines::of(clauses, "the clauses", go_on))?;
    let mut proof = Lines::of(proof, "the proof", go_on);
    while let Some(line) = proof.next(known.bytes())? {
        need(!known.is_refuted(), "there is more after the last step")?;
        let mut words = line.split(' ').peekable();
        let number = words.next().and_then(decimal);
        if words.next_if_eq(&"d").is_some() {
            let last = number == Some(known.last());
            need(last, format!("{}: it does not start with the last number", proof.place()))?;
            for id in to_zero(&mut words, decimal).ok_or_else(|| cannot_be_read(&proof))? {
                known.delete(id).map_err(|why| proof.at(&why))?;
            }
        } else {
            let is_next = number.is_some() && number == known.last().checked_add(1);
            need(is_next, format!("{} is not the next step", proof.place()))?;
            // A negative hint would be one of RAT, which no step here needs.
            let both = to_zero(&mut words, literal).zip(to_zero(&mut words, decimal));
            let (literals, hints) = both.ok_or_else(|| cannot_be_read(&proof))?;
            known.derive(&literals, &hints).map_err(|why| proof.at(&why))?;
            refuted.steps = refuted.steps.saturating_add(1);
        }
        need(words.next().is_none(), format!("{} has more than a step", proof.place()))?;
    }
    need(known.is_refuted(), "the proof does not come to a contradiction")?;
    Ok(refuted)
}

/// Reads clauses: four remarks, the numbers of variables and clauses, and the clauses.
fn read<R: Read>(mut lines: Lines<'_, R>) -> Checked<(Refuted, Clauses)> {
    let mut heads = Vec::new();
    for key in ["c soliter sweep 1", "c ", "c moves ", "c sha256 "] {
        let line = lines.next_remark()?;
        let Some(rest) = line.strip_prefix(key) else {
            return wrong(format!("{} does not start with \"{key}\"", lines.place()));
        };
        heads.push(rest.to_owned());
    }
    lines.hash_the_rest();
    let [first, title, moves, digest] = heads.as_slice() else { return wrong("the head is cut") };
    need(first.is_empty(), "line 1 of the clauses has more than \"c soliter sweep 1\"")?;
    let moves = decimal(moves).and_then(|moves| u32::try_from(moves).ok());
    let Some(moves) = moves.map(|moves| moves as usize) else {
        return wrong("line 3 of the clauses has no number of moves");
    };
    let numbers = lines.next(0)?.and_then(|line| {
        let (variables, clauses) = line.strip_prefix("p cnf ")?.split_once(' ')?;
        let variables = decimal(variables).and_then(|number| i32::try_from(number).ok());
        Some((variables?, decimal(clauses)?))
    });
    let Some((variables, number)) = numbers else { return Err(cannot_be_read(&lines)) };
    lines.look(u64::from(variables.unsigned_abs()))?;
    let mut known = Clauses::new(variables);
    while let Some(line) = lines.next(known.bytes())? {
        if line.starts_with("c ") {
            continue;
        }
        let mut words = line.split(' ');
        let literals = to_zero(&mut words, literal).filter(|_| words.next().is_none());
        let literals = literals.ok_or_else(|| cannot_be_read(&lines))?;
        known.add(&literals).map_err(|why| lines.at(&why))?;
    }
    need(known.last() == number, "there are not as many clauses as the head says")?;
    need(known.last() > 0, "there are no clauses")?;
    let sha256 = lines.digest();
    need(sha256 == *digest, "the digest is not that of the clauses")?;
    let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let (title, variables) = (title.clone(), size(u64::from(variables.unsigned_abs())));
    Ok((Refuted { title, moves, sha256, variables, clauses: size(number), steps: 0 }, known))
}

/// Numbers up to a 0.
fn to_zero<'a, T>(
    words: &mut impl Iterator<Item = &'a str>,
    read: impl Fn(&str) -> Option<T>,
) -> Option<Vec<T>> {
    let mut numbers = Vec::new();
    loop {
        match words.next()? {
            "0" => return Some(numbers),
            word => numbers.push(read(word)?),
        }
    }
}

fn literal(word: &str) -> Option<i32> {
    signed(word).and_then(|literal| literal.try_into().ok())
}
