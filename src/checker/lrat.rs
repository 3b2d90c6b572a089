//! A checker of clauses (DIMACS) that contradict each other, by a proof in LRAT as text;
//! `tools/check_lrat.py` is the same in Python. That the clauses are those of a puzzle is another
//! question: `tools/encode.py` makes them from the puzzle's text.

#![allow(clippy::arithmetic_side_effects, reason = "to be gone")]

use std::collections::HashSet;
use std::fmt::Write as _;

use sha2::{Digest, Sha256};

pub use super::head::Refusal;

fn refuse<T>(what: &str) -> Result<T, Refusal> {
    Err(Refusal::Wrong(what.to_owned()))
}

/// What was proved, and from what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// What the clauses say of themselves: a puzzle's title.
    pub title: String,
    /// ... and that there is no solution of so many moves or fewer.
    pub moves: usize,
    /// The number of variables.
    pub variables: usize,
    /// The number of clauses.
    pub clauses: usize,
    /// Clauses that the proof derives.
    pub steps: usize,
}

/// Checks that clauses contradict each other. Each step of the proof derives a clause: if none of its
/// literals were true, the clauses named after it would each leave one literal that must be true, and
/// the last of them none. The last step derives the clause without literals. `go_on` is asked again and
/// again whether tables may take so many bytes.
///
/// # Errors
/// See [`Refusal`].
pub fn check(
    clauses: &[u8],
    proof: &[u8],
    go_on: &dyn Fn(u64) -> bool,
) -> Result<Refuted, Refusal> {
    let (Ok(clauses), Ok(proof)) = (str::from_utf8(clauses), str::from_utf8(proof)) else {
        return refuse("clauses and proof are text");
    };
    let (mut refuted, mut known) = read(clauses)?;
    let given = known.ends.len();
    let mut done = false;
    for (number, line) in proof.lines().enumerate() {
        if number % 1024 == 0 && !go_on(known.bytes()) {
            return Err(Refusal::Limit);
        }
        if done {
            return refuse("there is more after the last step");
        }
        let mut words = line.split_ascii_whitespace().peekable();
        let first = words.next();
        if words.next_if_eq(&"d").is_some() {
            for id in to_zero(&mut words, line)? {
                known.forget(id)?;
            }
            continue;
        }
        if first.and_then(|word| word.parse().ok()) != Some(known.ends.len() + 1) {
            return refuse(&format!("\"{}\" is not the next step", short(line)));
        }
        let literals = to_zero(&mut words, line)?;
        let hints = to_zero(&mut words, line)?;
        if !known.follows(&literals, &hints)? {
            return refuse(&format!("step \"{}\" does not follow", short(line)));
        }
        done = literals.is_empty();
        known.add(&literals);
    }
    if !done {
        return refuse("the proof does not come to a contradiction");
    }
    refuted.steps = known.ends.len() - given;
    Ok(refuted)
}

/// Reads clauses: remarks, the digest of what follows it, the numbers of variables and clauses, and
/// the clauses.
fn read(text: &str) -> Result<(Refuted, Known), Refusal> {
    let mut heads = text.splitn(5, '\n');
    let mut next = |key: &str| {
        let line = heads.next().unwrap_or("");
        line.strip_prefix(key).map_or_else(|| refuse(&format!("a line \"{key}\" is missing")), Ok)
    };
    next("c soliter sweep 1")?;
    let title = next("c ")?.to_owned();
    let moves = next("c moves ")?.parse();
    let digest = next("c sha256 ")?;
    let rest = heads.next().unwrap_or("");
    let mut own = String::new();
    for byte in Sha256::digest(rest) {
        let _ = write!(own, "{byte:02x}");
    }
    if own != digest {
        return refuse("the digest is not that of the clauses");
    }
    let mut lines = rest.lines();
    let numbers = lines.next().and_then(|line| line.strip_prefix("p cnf "));
    let numbers: Option<Vec<usize>> =
        numbers.unwrap_or("").split(' ').map(|word| word.parse().ok()).collect();
    let (Some(&[variables, clauses]), Ok(moves)) = (numbers.as_deref(), moves) else {
        return refuse("the head of the clauses cannot be read");
    };
    if variables > rest.len() {
        return refuse("there are more variables than can be in the clauses");
    }
    let mut known = Known { values: vec![0; variables + 1], ..Known::default() };
    for line in lines.filter(|line| !line.starts_with("c ")) {
        let literals = to_zero(&mut line.split_ascii_whitespace(), line)?;
        known.in_range(&literals)?;
        known.add(&literals);
    }
    if known.ends.len() != clauses {
        return refuse("there are not as many clauses as the head says");
    }
    Ok((Refuted { title, moves, variables, clauses, steps: 0 }, known))
}

/// Numbers up to a 0.
fn to_zero<'a>(words: &mut impl Iterator<Item = &'a str>, line: &str) -> Result<Vec<i32>, Refusal> {
    let mut numbers = Vec::new();
    loop {
        match words.next().and_then(|word| word.parse().ok()) {
            Some(0) => return Ok(numbers),
            Some(number) => numbers.push(number),
            None => return refuse(&format!("\"{}\" cannot be read", short(line))),
        }
    }
}

fn short(line: &str) -> String {
    let mut short: String = line.chars().take(40).collect();
    if short.len() < line.len() {
        short.push_str(" ...");
    }
    short
}

/// Clauses by number, from 1.
#[derive(Default)]
struct Known {
    literals: Vec<i32>,
    /// Where each clause ends; it begins where the one before ends.
    ends: Vec<usize>,
    forgotten: HashSet<usize>,
    /// By variable: 1 true, -1 false, 0 open.
    values: Vec<i8>,
}

impl Known {
    fn bytes(&self) -> u64 {
        (self.literals.len() * 4 + self.ends.len() * 8 + self.forgotten.len() * 16) as u64
    }

    fn add(&mut self, literals: &[i32]) {
        self.literals.extend(literals);
        self.ends.push(self.literals.len());
    }

    /// The place of a clause that is known.
    fn place(&self, id: i32) -> Result<std::ops::Range<usize>, Refusal> {
        let number = usize::try_from(id).unwrap_or(0);
        if number == 0 || number > self.ends.len() || self.forgotten.contains(&number) {
            return refuse(&format!("there is no clause {id}"));
        }
        let start = if number == 1 { 0 } else { self.ends[number - 2] };
        Ok(start..self.ends[number - 1])
    }

    fn forget(&mut self, id: i32) -> Result<(), Refusal> {
        self.place(id)?;
        self.forgotten.insert(id.unsigned_abs() as usize);
        Ok(())
    }

    fn in_range(&self, literals: &[i32]) -> Result<(), Refusal> {
        let fits = |literal: &i32| (literal.unsigned_abs() as usize) < self.values.len();
        if literals.iter().all(fits) { Ok(()) } else { refuse("there is no such variable") }
    }

    fn value(&self, literal: i32) -> i8 {
        let value = self.values[literal.unsigned_abs() as usize];
        if literal > 0 { value } else { -value }
    }

    fn set_true(&mut self, literal: i32) {
        self.values[literal.unsigned_abs() as usize] = if literal > 0 { 1 } else { -1 };
    }

    /// Whether a clause follows from those named, one after the other.
    fn follows(&mut self, literals: &[i32], hints: &[i32]) -> Result<bool, Refusal> {
        self.in_range(literals)?;
        let mut set = Vec::new();
        for &literal in literals {
            self.set_true(-literal);
            set.push(literal);
        }
        let contradicts = self.contradict(hints, &mut set);
        for literal in set {
            self.values[literal.unsigned_abs() as usize] = 0;
        }
        contradicts
    }

    fn contradict(&mut self, hints: &[i32], set: &mut Vec<i32>) -> Result<bool, Refusal> {
        for &hint in hints {
            let mut open = self.literals[self.place(hint)?].iter().filter(|&&l| self.value(l) >= 0);
            let Some(&only) = open.next() else { return Ok(true) };
            // One that is true already, or two that may be, say nothing.
            if self.value(only) > 0 || open.any(|&other| other != only) {
                return Ok(false);
            }
            self.set_true(only);
            set.push(only);
        }
        Ok(false)
    }
}
