//! Name resolution: finds what every name of a program refers to, and checks that each value has the right kind.
//!
//! All errors that can be found without data are reported here. The result is a [`names::Model`]: the syntax
//! tree of a program with an index of its names, which grounding then evaluates with data.

pub(crate) mod declarations;
pub(crate) mod expressions;
pub(crate) mod kinds;
pub mod names;

use std::collections::BTreeMap;

#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    pub(crate) modules: BTreeMap<String, MemberId>,
    /// The classes, by the numbers of their blocks.
    pub(crate) classes: BTreeMap<String, usize>,
    /// The words of all enumerations, each with its enumeration and its number.
    pub(crate) words: BTreeMap<String, (MemberId, i64)>,
    /// The members of each block, by their numbers within it.
    pub(crate) members: Vec<BTreeMap<String, usize>>,
}

/// A member, given by the number of its block and its own number within the block.
pub(crate) type MemberId = (usize, usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Member(MemberId),
    /// A class, by the number of its block.
    Class(usize),
    /// A word of an enumeration, which stands for this number.
    Word(i64),
}

impl Index {
    /// Resolves a name inside a block: its own members come first, then those of modules, then the words of
    /// enumerations and the classes.
    pub(crate) fn find(&self, name: &str, block: usize) -> Option<Target> {
        self.member(block, name)
            .map(|member| Target::Member((block, member)))
            .or_else(|| self.modules.get(name).map(|&place| Target::Member(place)))
            .or_else(|| self.words.get(name).map(|&(_, number)| Target::Word(number)))
            .or_else(|| self.class(name).map(Target::Class))
    }

    pub(crate) fn member(&self, block: usize, name: &str) -> Option<usize> {
        self.members.get(block)?.get(name).copied()
    }

    pub(crate) fn class(&self, name: &str) -> Option<usize> {
        self.classes.get(name).copied()
    }

    /// All names that are visible inside a block.
    pub(crate) fn words(&self, block: usize) -> impl Iterator<Item = &str> + Clone {
        let own = self.members.get(block).into_iter().flat_map(BTreeMap::keys);
        let shared = self.modules.keys().chain(self.words.keys()).chain(self.classes.keys());
        own.chain(shared).map(String::as_str)
    }
}
