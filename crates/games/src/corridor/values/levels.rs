//! Numbers the sets of sticks of each size for the tables. Only sets that the passability rule allows are
//! numbered, and only one of each class of symmetric sets.

use crate::corridor::rules::{board::squares_of, passability::Passability, state::UNLIMITED};
use crate::corridor::values::stick_sets::{Places, REFLECTIONS, SWAPS, StickSet, next_set};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::each_of;

/// A set of sticks, and the number of them that the first player laid, which determines how many each player
/// has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SharedSet {
    pub(crate) set: StickSet,
    /// 0 if sticks are unlimited.
    pub(crate) by_first: usize,
}

/// The sets of one size. For every rank and share of the first player, a bit says whether the entry has values.
pub(crate) struct Level {
    size: usize,
    /// The least share of the first player, and the number of different shares.
    least: usize,
    shares: usize,
    kept: Vec<u64>,
    /// For each word, the number of bits set before it.
    before: Vec<u32>,
    pub(crate) count: usize,
}

/// The image that represents a set and all its images.
#[derive(Clone, Copy)]
pub(crate) struct FirstImage {
    pub(crate) rank: u64,
    /// A bit for each of the [`REFLECTIONS`] that map the set to this image.
    reflections: u8,
}

/// The number of ranks listed at a time; a multiple of 64.
const RANKS: usize = 1 << 13;

impl Places<'_> {
    /// The number of sticks that each player may still lay.
    pub(crate) fn left(&self) -> [usize; 2] {
        [0, 1].map(|player| match self.root.left[player] {
            UNLIMITED => self.sticks.len(),
            left => usize::from(left),
        })
    }

    pub(crate) fn unlimited(&self) -> bool {
        self.root.left[0] == UNLIMITED
    }

    /// The least share of the first player in sets of a size, and the number of different shares.
    fn shares(&self, size: usize) -> (usize, usize) {
        let [first, second] = self.left();
        if self.unlimited() {
            return (0, 1);
        }
        let least = size.saturating_sub(second);
        (least, (first.min(size) + 1).saturating_sub(least))
    }

    /// The number of bits of a level, set or not.
    pub(crate) fn bits(&self, size: usize) -> u64 {
        self.sets(size).saturating_mul(self.shares(size).1 as u64)
    }

    /// Whether the rule allows a set, and so every subset: then the sticks can be laid in any order.
    fn allowed(&self, set: StickSet, smaller: Option<&Level>) -> bool {
        if let Some(smaller) = smaller {
            let image = self.first_image(self.images(set & (set - 1)));
            if self.find(smaller, image, smaller.least).is_none() {
                return false;
            }
        }
        let rule = self.game.passability;
        self.fit(set)
            && (matches!(rule, Passability::None | Passability::Path) || {
                !self.game.chains(&self.laid(set)).broken(rule)
            })
    }

    /// All images of a set, with the bits of the reflections.
    pub(crate) fn images(&self, set: StickSet) -> impl Iterator<Item = (usize, StickSet)> {
        self.reflections.iter().map(move |reflection| (reflection.bits, reflection.image(set)))
    }

    /// The image that represents a set, given all its images.
    #[inline]
    pub(crate) fn first_image(
        &self,
        images: impl Iterator<Item = (usize, StickSet)>,
    ) -> FirstImage {
        let (mut first, mut reflections) = (StickSet::MAX, 0);
        for (bits, image) in images {
            if image < first {
                (first, reflections) = (image, 0);
            }
            reflections |= u8::from(image == first) << bits;
        }
        FirstImage { rank: self.rank(first), reflections }
    }

    /// The entry number of a set and a share, and the reflection that maps them to it.
    #[inline]
    pub(crate) fn find(
        &self,
        level: &Level,
        image: FirstImage,
        by_first: usize,
    ) -> Option<(usize, usize)> {
        let reflections = (0..REFLECTIONS).filter(|bits| image.reflections >> bits & 1 == 1);
        let swapped = |bits: usize| bits & SWAPS != 0 && !self.unlimited();
        let share = |bits| if swapped(bits) { level.size - by_first } else { by_first };
        let shares = reflections.map(|bits| (share(bits), bits));
        let (share, bits) = shares.min()?;
        level.number(image.rank, share).map(|number| (number, bits))
    }

    /// Lists the sets of a size. `smaller` is the previous level.
    pub(crate) fn level(
        &self,
        size: usize,
        smaller: Option<&Level>,
        control: &Control,
    ) -> Result<Level, Stop> {
        let (least, shares) = self.shares(size);
        let ranks = self.sets(size) as usize;
        let words = (ranks * shares).div_ceil(64);
        let mut kept = vec![0u64; words];
        let chunks = kept.chunks_mut(RANKS / 64 * shares.max(1));
        let done = each_of(chunks, |chunk, words| {
            control.check()?;
            let first = chunk * RANKS;
            let mut set = self.set(first as u64, size);
            for rank in 0..RANKS.min(ranks - first) {
                for share in 0..self.kept(set, size, (least, shares), smaller) {
                    let bit = rank * shares + share;
                    words[bit / 64] |= 1 << (bit % 64);
                }
                set = next_set(set);
            }
            Ok(())
        });
        done.into_iter().collect::<Result<(), Stop>>()?;
        let mut count = 0;
        let mut before = Vec::with_capacity(words);
        for word in &kept {
            before.push(count as u32);
            count += word.count_ones() as usize;
        }
        Ok(Level { size, least, shares, kept, before, count })
    }

    /// The number of shares, from the least one, for which a set has entries; 0 if it is not allowed or not
    /// the first of its images.
    fn kept(
        &self,
        set: StickSet,
        size: usize,
        (least, shares): (usize, usize),
        smaller: Option<&Level>,
    ) -> usize {
        // Whether a reflection that swaps the players maps the set to itself.
        let mut swapped_same = false;
        for reflection in &self.reflections[1..] {
            let image = reflection.image(set);
            if image < set {
                return 0;
            }
            swapped_same |= image == set && reflection.bits & SWAPS != 0;
        }
        if !self.allowed(set, smaller.filter(|_| size > 0)) {
            0
        } else if !swapped_same || self.unlimited() {
            shares
        } else {
            // A share and the rest, which the other player laid, are then equivalent, so only the smaller one
            // has an entry.
            shares.min((size / 2 + 1).saturating_sub(least))
        }
    }
}

impl Level {
    #[inline]
    fn number(&self, rank: u64, by_first: usize) -> Option<usize> {
        let share = by_first.checked_sub(self.least).filter(|share| *share < self.shares)?;
        let bit = rank as usize * self.shares + share;
        let (word, bit) = (bit / 64, bit % 64);
        let below = self.kept[word] & ((1 << bit) - 1);
        let kept = self.kept[word] >> bit & 1 == 1;
        kept.then(|| self.before[word] as usize + below.count_ones() as usize)
    }

    /// Blocks of words, each with its first word and its number of entries.
    pub(crate) fn blocks(&self, words: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..self.kept.len()).step_by(words).map(move |word| {
            let end = word + words;
            let from = self.before[word] as usize;
            let to = self.before.get(end).map_or(self.count, |to| *to as usize);
            (word, to - from)
        })
    }

    /// The sets of a block of words, in order.
    pub(crate) fn sets(
        &self,
        places: &Places<'_>,
        word: usize,
        words: usize,
    ) -> impl Iterator<Item = SharedSet> {
        let end = self.kept.len().min(word + words);
        let bits = (word..end).flat_map(move |word| {
            let set = u128::from(self.kept[word]);
            squares_of(set).map(move |bit| word * 64 + bit)
        });
        bits.map(|bit| {
            let set = places.set((bit / self.shares) as u64, self.size);
            SharedSet { set, by_first: self.least + bit % self.shares }
        })
    }
}
