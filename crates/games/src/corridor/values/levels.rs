//! Numbers the sets of sticks of one size that get values: those that the passability rule allows, and
//! of reflections of each other only one.

use crate::corridor::rules::{board::squares_of, passability::Passability, state::UNLIMITED};
use crate::corridor::values::stick_sets::{Places, REFLECTIONS, SWAPS, StickSet, next_set};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::each_of;

/// A set of sticks, and how many of them the first player laid, so how many each player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SharedSet {
    pub(crate) set: StickSet,
    /// 0 where sticks are unlimited.
    pub(crate) by_first: usize,
}

/// The sets of one size: a bit for every rank and share of the first player, set if it has values.
pub(crate) struct Level {
    size: usize,
    /// The least share of the first player, and how many different shares there are.
    least: usize,
    shares: usize,
    kept: Vec<u64>,
    /// How many bits are set before each word.
    before: Vec<u32>,
    pub(crate) count: usize,
}

/// The image under which a set and all its images are kept.
#[derive(Clone, Copy)]
pub(crate) struct FirstImage {
    pub(crate) rank: u64,
    /// A bit for each of the [`REFLECTIONS`] that take the set there.
    reflections: u8,
}

/// How many ranks are listed at a time; a multiple of 64.
const RANKS: usize = 1 << 13;

impl Places<'_> {
    /// How many sticks each player may still lay.
    pub(crate) fn left(&self) -> [usize; 2] {
        [0, 1].map(|player| match self.root.left[player] {
            UNLIMITED => self.sticks.len(),
            left => usize::from(left),
        })
    }

    pub(crate) fn unlimited(&self) -> bool {
        self.root.left[0] == UNLIMITED
    }

    /// The least share of the first player in sets of a size, and how many different shares there are.
    fn shares(&self, size: usize) -> (usize, usize) {
        let [first, second] = self.left();
        if self.unlimited() {
            return (0, 1);
        }
        let least = size.saturating_sub(second);
        (least, (first.min(size) + 1).saturating_sub(least))
    }

    /// How many bits a level has, set or not.
    pub(crate) fn bits(&self, size: usize) -> u64 {
        self.sets(size).saturating_mul(self.shares(size).1 as u64)
    }

    /// Whether the rule allows a set, and so every part of it: it can be laid in any order.
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

    /// All images of a set, by the bits of the reflections.
    pub(crate) fn images(&self, set: StickSet) -> impl Iterator<Item = (usize, StickSet)> {
        self.reflections.iter().map(move |reflection| (reflection.bits, reflection.image(set)))
    }

    /// The image under which a set is kept, given all its images.
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

    /// The number of the entry of a set and a share, and the reflection that takes them there.
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

    /// Lists the sets of a size. `smaller` is the level before.
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

    /// For how many shares, the least first, a set is allowed and the first of its images.
    fn kept(
        &self,
        set: StickSet,
        size: usize,
        (least, shares): (usize, usize),
        smaller: Option<&Level>,
    ) -> usize {
        // Whether a reflection that swaps the players leaves the set as it is.
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
            // Of a share and what is left to the other player the smaller one is kept.
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

    /// Blocks of words, each by its first word and how many entries it has.
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
