//! The number of graphs of each class.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Map, Value};
use soliter::base::wording::{counted_large, grouped};
use soliter::graphs::Class;

#[derive(Default)]
pub(super) struct Tally(BTreeMap<Rank, usize>);

/// The rank of a class; the most solvable class comes first.
type Rank = (u8, u8);

fn rank(class: Class) -> Rank {
    match class {
        Class::FreelySolvable => (0, 0),
        Class::Solvable => (1, 0),
        Class::Distance2Solvable => (2, 0),
        Class::KSolvable(pegs) => (3, pegs),
    }
}

fn class((kind, pegs): Rank) -> Class {
    match kind {
        0 => Class::FreelySolvable,
        1 => Class::Solvable,
        2 => Class::Distance2Solvable,
        _ => Class::KSolvable(pegs),
    }
}

/// The class with this name in a survey of an earlier run.
pub(super) fn named(word: &str) -> Option<Class> {
    let named = [Class::FreelySolvable, Class::Solvable, Class::Distance2Solvable];
    let all = named.into_iter().chain((0..=32).map(Class::KSolvable));
    all.into_iter().find(|class| class.to_string() == word)
}

impl Tally {
    pub(super) fn add(&mut self, class: Class) {
        *self.0.entry(rank(class)).or_default() += 1;
    }

    pub(super) fn graphs(&self) -> usize {
        self.0.values().sum()
    }

    pub(super) fn classes(&self) -> Value {
        let entries = self.0.iter().map(|(&rank, &count)| (class(rank).to_string(), count.into()));
        Value::Object(entries.collect::<Map<_, _>>())
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted_large(self.graphs() as u128, "graph"))?;
        for (at, (&rank, &count)) in self.0.iter().enumerate() {
            let before = if at == 0 { ": " } else { ", " };
            write!(f, "{before}{} {}", grouped(count as u128), class(rank))?;
        }
        Ok(())
    }
}
