//! Clauses in groups, and their text in DIMACS form with a comment before every group.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use soliter_base::wording::hex;

/// Clauses over variables from 1 on. A literal is a variable's number, negative if it is negated.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    /// The literals of all clauses, with a 0 after each clause.
    literals: Vec<i32>,
    /// The index in `literals` at which each group begins, and the comment of the group.
    groups: Vec<(usize, String)>,
    /// The number of clauses.
    pub number: usize,
    /// The number of variables.
    pub variables: i32,
}

/// A literal, or its value if that is fixed.
#[derive(Clone, Copy)]
enum Entry {
    Fixed(bool),
    Literal(i32),
}

impl Entry {
    fn negated(self) -> Self {
        match self {
            Self::Fixed(value) => Self::Fixed(!value),
            Self::Literal(literal) => Self::Literal(-literal),
        }
    }
}

impl Clauses {
    /// An empty list of clauses over this many variables.
    pub fn new(variables: i32) -> Self {
        Self { variables, ..Self::default() }
    }

    /// An estimate of the bytes that a solver needs for the clauses; each literal may occur in a watch list.
    pub fn bytes(&self) -> u64 {
        self.literals.len() as u64 * 40
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[i32]> {
        self.literals.split(|&literal| literal == 0).take(self.number)
    }

    /// Adds a variable.
    pub fn variable(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    /// Begins a group of clauses, with a comment that says what they mean.
    pub fn group(&mut self, what: String) {
        self.groups.push((self.literals.len(), what));
    }

    /// Adds a clause: at least one of the literals is true.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = i32>) {
        self.literals.extend(literals);
        self.literals.push(0);
        self.number += 1;
    }

    /// Requires that exactly `count` of the literals are true, by a sequential counter (C. Sinz, 2005). For
    /// each prefix of the literals and each number, a variable says that at least that number of literals of
    /// the prefix are true; it is omitted if its value is fixed.
    pub fn exactly(&mut self, count: usize, literals: &[i32]) {
        let mut before: Vec<Entry> = (0..=count + 1).map(|t| Entry::Fixed(t == 0)).collect();
        for (index, &literal) in literals.iter().enumerate() {
            let literal = Entry::Literal(literal);
            // With fewer true literals so far, the remaining ones could not reach `count`.
            let least = (count + index + 1).saturating_sub(literals.len());
            let most = count.min(index + 1);
            let at: Vec<Entry> = (0..=count + 1)
                .map(|t| match t {
                    _ if t <= least => Entry::Fixed(true),
                    _ if t <= most => Entry::Literal(self.variable()),
                    _ => Entry::Fixed(false),
                })
                .collect();
            for t in 1..=count + 1 {
                self.unless_fixed([before[t].negated(), at[t]]);
                self.unless_fixed([before[t - 1].negated(), at[t], literal.negated()]);
                self.unless_fixed([at[t].negated(), before[t], literal]);
                self.unless_fixed([at[t].negated(), before[t - 1]]);
            }
            before = at;
        }
    }

    /// Adds a clause without the entries that are always false, unless one of its entries is always true.
    fn unless_fixed<const N: usize>(&mut self, entries: [Entry; N]) {
        if !entries.iter().any(|entry| matches!(entry, Entry::Fixed(true))) {
            self.clause(entries.into_iter().filter_map(|entry| match entry {
                Entry::Fixed(_) => None,
                Entry::Literal(literal) => Some(literal),
            }));
        }
    }

    /// The text in DIMACS form: `heads` as comments, the SHA-256 of the text after it, and the clauses.
    pub fn dimacs(&self, heads: &[String]) -> String {
        let mut head = String::new();
        for one in heads {
            let _ = writeln!(head, "c {one}");
        }
        let text = self.text();
        format!("{head}c sha256 {}\n{text}", hex(&Sha256::digest(&text)))
    }

    /// The SHA-256 of the text after the head, in hexadecimal; the head states it.
    pub fn digest(&self) -> String {
        hex(&Sha256::digest(self.text()))
    }

    fn text(&self) -> String {
        let mut text = format!("p cnf {} {}\n", self.variables, self.number);
        let mut groups = self.groups.iter().peekable();
        let mut at = 0;
        for clause in self.iter() {
            while let Some((_, what)) = groups.next_if(|(start, _)| *start <= at) {
                let _ = writeln!(text, "c {what}");
            }
            for literal in clause {
                let _ = write!(text, "{literal} ");
            }
            text.push_str("0\n");
            at += clause.len() + 1;
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether all clauses hold for some values of the other variables, given these first values.
    fn holds(clauses: &Clauses, first: &[bool]) -> bool {
        let rest = clauses.variables as usize - first.len();
        (0..1_u32 << rest).any(|bits| {
            let value = |at: usize| match first.get(at) {
                Some(&value) => value,
                None => bits >> (at - first.len()) & 1 == 1,
            };
            let is_true = |l: &i32| value(l.unsigned_abs() as usize - 1) == (*l > 0);
            clauses.iter().all(|clause| clause.iter().any(is_true))
        })
    }

    #[test]
    fn a_counter_holds_exactly_where_as_many_are_true() {
        for n in 1..=4 {
            for count in 0..=n + 1 {
                let mut clauses = Clauses::new(n);
                let literals: Vec<i32> = (1..=n).map(|l| if l % 2 == 0 { -l } else { l }).collect();
                clauses.exactly(count as usize, &literals);
                for bits in 0..1 << n {
                    let first: Vec<bool> = (0..n).map(|v| bits >> v & 1 == 1).collect();
                    let true_ones = (0..n).filter(|v| (bits >> v & 1 == 1) == (v % 2 == 0)).count();
                    assert_eq!(holds(&clauses, &first), true_ones == count as usize, "{n} {count}");
                }
            }
        }
    }

    #[test]
    fn the_text_has_a_comment_before_each_group() {
        let mut clauses = Clauses::new(2);
        clauses.group("one or the other".to_owned());
        clauses.clause([1, 2]);
        clauses.group("not both".to_owned());
        clauses.clause([-1, -2]);
        let text = clauses.dimacs(&["head".to_owned()]);
        let (head, rest) = text.split_once("p cnf").expect("a head");
        assert!(head.starts_with("c head\nc sha256 "), "{head}");
        assert_eq!(rest, " 2 2\nc one or the other\n1 2 0\nc not both\n-1 -2 0\n");
    }
}
