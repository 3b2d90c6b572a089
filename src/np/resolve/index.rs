//! Where names lead: to members of modules, to classes, and to members of the block at hand.

use std::collections::BTreeMap;

/// Where names lead.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    /// Members of all modules: block and member.
    pub(crate) modules: BTreeMap<String, Place>,
    pub(crate) classes: BTreeMap<String, usize>,
    /// Names for numbers: the enumeration, and the number.
    pub(crate) words: BTreeMap<String, (Place, i64)>,
    /// Members of each block.
    pub(crate) members: Vec<BTreeMap<String, usize>>,
}

/// A member by the numbers of its block and itself.
pub(crate) type Place = (usize, usize);

/// What a name leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Member(Place),
    Class(usize),
    /// A name for this number.
    Word(i64),
}

impl Index {
    /// A name as seen from inside a block: its own members first, then those of modules.
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

    pub(crate) fn words(&self, block: usize) -> impl Iterator<Item = &str> + Clone {
        let own = self.members.get(block).into_iter().flat_map(BTreeMap::keys);
        let shared = self.modules.keys().chain(self.words.keys()).chain(self.classes.keys());
        own.chain(shared).map(String::as_str)
    }
}
