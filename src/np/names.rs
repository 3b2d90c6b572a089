//! What names mean and what kinds of values stand where: faults that need no data.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::diagnostic::{Diagnostics, Source, nearest};
use crate::np::kinds;
use crate::np::parser::{self, plain_letters};
use crate::np::tree::{Block, Body, Member, Node, Project, Shape};

/// A program whose names and kinds are right.
#[derive(Clone, Debug)]
pub struct Model {
    /// The text it was read from.
    pub source: Arc<Source>,
    /// Its tree.
    pub project: Project,
    pub(super) index: Index,
}

/// Where names lead.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// Members of all modules: block and member.
    pub(super) modules: BTreeMap<String, Place>,
    pub(super) classes: BTreeMap<String, usize>,
    /// Members of each block.
    pub(super) members: Vec<BTreeMap<String, usize>>,
}

/// A member by the numbers of its block and itself.
pub(super) type Place = (usize, usize);

/// What a name leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Member(Place),
    Class(usize),
}

impl Index {
    /// A name as seen from inside a block: its own members first, then those of modules.
    pub(super) fn find(&self, name: &str, block: usize) -> Option<Target> {
        self.member(block, name)
            .map(|member| Target::Member((block, member)))
            .or_else(|| self.modules.get(name).map(|&place| Target::Member(place)))
            .or_else(|| self.class(name).map(Target::Class))
    }

    pub(super) fn member(&self, block: usize, name: &str) -> Option<usize> {
        self.members.get(block)?.get(name).copied()
    }

    pub(super) fn class(&self, name: &str) -> Option<usize> {
        self.classes.get(name).copied()
    }

    pub(super) fn words(&self, block: usize) -> impl Iterator<Item = &str> {
        let own = self.members.get(block).into_iter().flat_map(BTreeMap::keys);
        own.chain(self.modules.keys()).chain(self.classes.keys()).map(String::as_str)
    }
}

impl Model {
    /// Reads a program.
    ///
    /// # Errors
    /// Faults of syntax, or else of names and kinds.
    pub fn parse(source: &Arc<Source>) -> Result<Self, Diagnostics> {
        let project = parser::parse(source)?;
        let (index, mut faults) = kinds::check(source, &project);
        faults.sort_by_key(|fault| fault.span.start);
        if faults.is_empty() {
            Ok(Self { source: Arc::clone(source), project, index })
        } else {
            Err(Diagnostics(faults))
        }
    }

    pub(super) fn block(&self, block: usize) -> &Block {
        &self.project.blocks[block]
    }

    pub(super) fn member(&self, (block, member): Place) -> &Member {
        &self.project.blocks[block].members[member]
    }

    /// Every member with its place.
    pub(super) fn members(&self) -> impl Iterator<Item = (Place, &Member)> {
        let blocks = self.project.blocks.iter().enumerate();
        blocks.flat_map(|(b, block)| {
            block.members.iter().enumerate().map(move |(m, member)| ((b, m), member))
        })
    }

    /// The fields of the program: name, shape.
    pub fn fields(&self) -> impl Iterator<Item = (&str, Shape)> {
        self.members().filter_map(|(_, member)| match member.body {
            Body::Field { shape, .. } => Some((member.name.text.as_str(), shape)),
            _ => None,
        })
    }

    /// Things worth knowing that are no faults: hints that have no effect, names that differ by
    /// case only.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for (b, block) in self.project.blocks.iter().enumerate() {
            for member in &block.members {
                let Body::Con(clauses) = &member.body else { continue };
                if clauses.iter().any(|clause| matches!(clause.node, Node::Hint(_))) {
                    notes.push(format!(
                        "{}.{}: hints have no effect on HiGHS",
                        block.name.text, member.name.text
                    ));
                }
            }
            let mut seen: BTreeMap<String, &str> = BTreeMap::new();
            for word in self.index.words(b) {
                if let Some(other) = seen.insert(word.to_lowercase(), word)
                    && other != word
                {
                    notes.push(format!(
                        "{}: {other} and {word} differ by case only",
                        block.name.text
                    ));
                }
            }
        }
        notes
    }
}

/// The name that was meant, or all there are.
pub(super) fn near<'w>(name: &str, words: impl Iterator<Item = &'w str> + Clone) -> String {
    let plain = plain_letters(name);
    if plain != name {
        let letters: String = name
            .chars()
            .filter(|c| plain_letters(&c.to_string()) != c.to_string())
            .map(|c| format!("'{c}' (U+{:04X})", u32::from(c)))
            .collect::<Vec<_>>()
            .join(", ");
        if words.clone().any(|word| word == plain) {
            return format!("did you mean {plain}? {letters} only looks like a Latin letter");
        }
    }
    if let Some(word) = words.clone().find(|word| word.to_lowercase() == name.to_lowercase()) {
        return format!("did you mean {word}? capitals count");
    }
    let lower: Vec<(String, &str)> = words.map(|word| (word.to_lowercase(), word)).collect();
    if let Some(near) = nearest(name, lower.iter().map(|(lower, _)| lower.as_str()))
        && let Some((_, word)) = lower.iter().find(|(lower, _)| lower == near)
    {
        return format!("did you mean {word}?");
    }
    let mut all: Vec<&str> = lower.iter().map(|&(_, word)| word).collect();
    all.sort_unstable();
    all.dedup();
    match all.len() {
        0 => "there are none".to_owned(),
        1..=12 => format!("known are: {}", all.join(", ")),
        _ => String::new(),
    }
}
