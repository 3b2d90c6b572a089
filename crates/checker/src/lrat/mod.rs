//! A checker of text LRAT proofs that a CNF formula (DIMACS) is unsatisfiable. `tools/check_lrat.py` is the
//! same checker in Python, and docs/explanation/sat-proofs.md has the grammar of both files. Whether the
//! clauses encode a given puzzle or program is a separate question, which is not answered here.

mod clauses;

use std::io::Read;

pub use self::clauses::Clauses;
use super::head::{CertificateError, Checked, decimal, ends_early, need, signed, wrong};
use super::lines::{Lines, cannot_be_read};

/// The statement that the clauses claim to refute. This checker cannot verify the encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The puzzle has a solution of at most `moves` moves.
    Sweep {
        /// The number of moves.
        moves: usize,
    },
    /// The constraint program has a solution that violates this bound.
    Program(Bound),
}

/// A claim about the solutions of a constraint program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The program is infeasible.
    Impossible,
    /// The objective of every solution is at least this number.
    AtLeast(i64),
    /// The objective of every solution is at most this number.
    AtMost(i64),
}

impl std::fmt::Display for Bound {
    /// The text of the claim in the head of the clauses.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Impossible => f.write_str("impossible"),
            Self::AtLeast(bound) => write!(f, "objective at-least {bound}"),
            Self::AtMost(bound) => write!(f, "objective at-most {bound}"),
        }
    }
}

/// The result of a successful check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The title of the puzzle or program that the file states. It is not checked.
    pub title: String,
    /// The statement that the file claims to refute. It is not checked.
    pub about: About,
    /// The SHA-256 of the clauses, of everything after the line that states it, in hexadecimal.
    pub sha256: String,
    /// The number of variables.
    pub variables: usize,
    /// The number of clauses.
    pub clauses: usize,
    /// The number of clauses that the proof derives.
    pub steps: usize,
}

/// Checks that clauses are unsatisfiable, and reads no more of both files than it needs. It calls `go_on`
/// repeatedly with the number of bytes that its tables may need; `false` ends the check with
/// [`CertificateError::Limit`].
pub fn check(
    mut clauses: impl Read,
    mut proof: impl Read,
    go_on: &dyn Fn(u64) -> bool,
) -> Result<Refuted, CertificateError> {
    check_files(&mut clauses, &mut proof, go_on)
}

fn check_files(
    clauses: &mut dyn Read,
    proof: &mut dyn Read,
    go_on: &dyn Fn(u64) -> bool,
) -> Result<Refuted, CertificateError> {
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
            // Negative hints belong to RAT steps, which this proof system does not use.
            let both = to_zero(&mut words, literal).zip(to_zero(&mut words, decimal));
            let (literals, hints) = both.ok_or_else(|| cannot_be_read(&proof))?;
            known.derive(&literals, &hints).map_err(|why| proof.at(&why))?;
            refuted.steps = refuted.steps.saturating_add(1);
        }
        need(words.next().is_none(), format!("{} has more than a step", proof.place()))?;
    }
    if !known.is_refuted() && proof.is_empty() {
        return ends_early("the proof is empty");
    }
    need(known.is_refuted(), "the proof does not come to a contradiction")?;
    Ok(refuted)
}

/// Reads the clauses: four comment lines, the numbers of variables and clauses, and the clauses themselves.
fn read(mut lines: Lines<'_>) -> Checked<(Refuted, Clauses)> {
    let kind = lines.next_remark()?;
    let read_about = match kind.as_str() {
        "c soliter sweep 1" => sweep,
        "c soliter program 1" => program,
        _ => {
            let kinds = "\"c soliter sweep 1\" or \"c soliter program 1\"";
            return wrong(format!("{} is not {kinds}", lines.place()));
        }
    };
    let title = after(&mut lines, "c ")?;
    let about = read_about(&after(&mut lines, "c ")?);
    let about = about.ok_or_else(|| cannot_be_read(&lines))?;
    let digest = after(&mut lines, "c sha256 ")?;
    lines.hash_the_rest();
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
    need(sha256 == digest, "the digest is not that of the clauses")?;
    let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let variables = size(u64::from(variables.unsigned_abs()));
    Ok((Refuted { title, about, sha256, variables, clauses: size(number), steps: 0 }, known))
}

/// The text after `key` in the next comment line.
fn after(lines: &mut Lines<'_>, key: &str) -> Checked<String> {
    let line = lines.next_remark()?;
    let rest = line.strip_prefix(key).map(str::to_owned);
    rest.ok_or_else(|| {
        CertificateError::Wrong(format!("{} does not start with \"{key}\"", lines.place()))
    })
}

/// `moves 4`
fn sweep(text: &str) -> Option<About> {
    let moves = decimal(text.strip_prefix("moves ")?)?;
    Some(About::Sweep { moves: u32::try_from(moves).ok()? as usize })
}

/// `impossible`, `objective at-least -3` or `objective at-most 12`
fn program(text: &str) -> Option<About> {
    let bound = match text.rsplit_once(' ') {
        None if text == "impossible" => Bound::Impossible,
        Some(("objective at-least", bound)) => Bound::AtLeast(signed(bound)?),
        Some(("objective at-most", bound)) => Bound::AtMost(signed(bound)?),
        _ => return None,
    };
    Some(About::Program(bound))
}

/// Numbers up to a terminating 0.
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
