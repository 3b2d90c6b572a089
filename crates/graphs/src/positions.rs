//! Sets of positions as bits, and all jumps of such a set at once.
//!
//! A position is a number with a bit for each vertex that holds a peg, and a set of positions has a bit for each of these
//! numbers. They are in blocks of eight words of 64 bits, which wide instructions handle at once. The six lowest bits of a
//! position choose the bit in a word, the next three the word in a block, and the others the block.
//!
//! A jump from x over y to z takes every position with x = y = 1 and z = 0 to the position with x = y = 0 and z = 1. For a
//! set, that is a copy of an eighth of its bits. If the three vertices choose the block, complete blocks are copied: with
//! x = 11, y = 10 and z = 12, block 0b0110 goes to block 0b1000, block 0b0111 to 0b1001, and so on. If z = 7 instead, the
//! words of a block change places, word 0b000 with 0b010, and so on. If z = 1, a mask keeps the bits of a word whose position
//! lacks vertex 1, and a shift by 2 sets it.

use std::array::from_fn;

use soliter_base::control::{Control, Stop};
use soliter_base::wide::{Instructions, Kernel};
use soliter_boards::board::Jump;

use crate::graph::{Graph, VertexSets as _, bits};

/// Vertices that choose a bit of a word.
const IN_WORD: u32 = 6;
/// Vertices that choose a word of a block.
const IN_BLOCK: u32 = 3;
const WORDS: usize = 1 << IN_BLOCK;

/// 512 positions.
type Block = [u64; WORDS];

/// For each of these vertices, the bits of a word whose positions hold a peg on it.
const HOLDS: [u64; IN_WORD as usize] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// For each number of pegs, the bits of a word whose positions have that number on the six lowest vertices.
const WITH_PEGS: [u64; 7] = with_pegs();

const fn with_pegs() -> [u64; 7] {
    let mut sets = [0; 7];
    let mut position = 0_u64;
    while position < 64 {
        sets[position.count_ones() as usize] |= 1 << position;
        position += 1;
    }
    sets
}

/// Maps vertices to the bits of a position's number. Vertices with few jumps get low bits: a jump whose
/// vertices have high bits copies complete words, in long runs.
#[derive(Debug)]
pub(crate) struct Numbering {
    /// The vertex of each bit.
    vertices: Vec<u8>,
    /// The bit of each vertex.
    bits: Vec<u8>,
}

impl Numbering {
    pub(crate) fn new(graph: &Graph, jumps: &[Jump]) -> Self {
        let mut used = vec![0_usize; graph.vertices()];
        for jump in jumps {
            bits(jump.vertices()).for_each(|vertex| used[vertex] += 1);
        }
        let mut vertices: Vec<u8> = (0..graph.vertices() as u8).collect();
        vertices.sort_by_key(|&vertex| used[usize::from(vertex)]);
        let mut places = vec![0; vertices.len()];
        for (bit, &vertex) in (0..).zip(&vertices) {
            places[usize::from(vertex)] = bit;
        }
        Self { vertices, bits: places }
    }

    /// The number of the position with pegs on the given vertices.
    pub(crate) fn position(&self, pegs: u32) -> usize {
        bits(pegs).map(|vertex| 1 << self.bits[vertex]).sum()
    }

    /// The vertices that hold pegs in a position.
    pub(crate) fn pegs(&self, position: usize) -> u32 {
        bits(position as u32).map(|bit| 1 << self.vertices[bit]).sum()
    }
}

/// A set of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Positions {
    blocks: Vec<Block>,
}

impl Positions {
    /// The bytes of a set for a graph.
    pub(crate) fn bytes(graph: &Graph) -> u64 {
        (size_of::<Block>() * Self::length(graph)) as u64
    }

    fn length(graph: &Graph) -> usize {
        1 << graph.vertices().saturating_sub((IN_WORD + IN_BLOCK) as usize)
    }

    pub(crate) fn none(graph: &Graph) -> Self {
        Self { blocks: vec![[0; WORDS]; Self::length(graph)] }
    }

    fn words(&self) -> &[u64] {
        self.blocks.as_flattened()
    }

    pub(crate) fn insert(&mut self, position: usize) {
        self.blocks.as_flattened_mut()[position / 64] |= 1 << (position % 64);
    }

    pub(crate) fn contains(&self, position: usize) -> bool {
        self.words()[position / 64] >> (position % 64) & 1 == 1
    }

    pub(crate) fn len(&self) -> u64 {
        self.words().iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The positions, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let of = |(number, &word): (usize, &u64)| {
            let halves = [word as u32, (word >> 32) as u32];
            let at =
                move |half: usize| bits(halves[half]).map(move |bit| 64 * number + 32 * half + bit);
            at(0).chain(at(1))
        };
        self.words().iter().enumerate().filter(|(_, word)| **word != 0).flat_map(of)
    }

    /// The number of positions with each number of pegs.
    pub(crate) fn by_pegs(&self) -> Vec<u64> {
        let most = self.words().len().trailing_zeros() + IN_WORD;
        let mut counts = vec![0; most as usize + 1];
        for (number, &word) in self.words().iter().enumerate().filter(|(_, word)| **word != 0) {
            let pegs = number.count_ones() as usize;
            for (count, set) in counts[pegs..].iter_mut().zip(WITH_PEGS) {
                *count += u64::from((word & set).count_ones());
            }
        }
        counts
    }

    /// Adds the positions of another set with the given number of pegs.
    pub(crate) fn add_with_pegs(&mut self, other: &Self, pegs: u32) {
        let words = self.blocks.as_flattened_mut().iter_mut().zip(other.words());
        for (number, (word, from)) in words.enumerate() {
            if let Some(set) = pegs.checked_sub(number.count_ones()).filter(|&set| set <= IN_WORD) {
                *word |= from & WITH_PEGS[set as usize];
            }
        }
    }

    pub(crate) fn remove(&mut self, other: &Self) {
        for (word, gone) in self.blocks.as_flattened_mut().iter_mut().zip(other.words()) {
            *word &= !gone;
        }
    }

    /// A measure that grows whenever positions are added: the sums of the lower and upper halves of all
    /// words. The halves are added separately to avoid overflow.
    fn measure(&self) -> (u64, u64) {
        let add = |(low, high): (u64, u64), &word: &u64| {
            (low + (word & 0xffff_ffff), high + (word >> 32))
        };
        self.words().iter().fold((0, 0), add)
    }

    /// Adds every position that the steps reach from positions of the set. Stops once `enough` positions are
    /// in the set.
    pub(crate) fn close(
        &mut self,
        steps: &[Step],
        control: &Control,
        enough: impl Fn(&Self) -> bool,
    ) -> Result<(), Stop> {
        /// The number of blocks above which a step takes a significant time, about 0.1 ms.
        const LONG: usize = 1 << 13;
        let instructions = Instructions::of_this_machine();
        let together = if self.blocks.len() < LONG { steps.len() } else { 1 };
        let mut before = self.measure();
        loop {
            for steps in steps.chunks(together.max(1)) {
                control.check()?;
                instructions.run(Round { steps, blocks: &mut self.blocks });
            }
            let now = self.measure();
            if now == before || enough(self) {
                return Ok(());
            }
            before = now;
        }
    }

    /// Adds the positions in which a step is possible.
    pub(crate) fn add_sources(&mut self, steps: &[Step]) {
        for step in steps {
            for source in step.sources(self.blocks.len()) {
                for (word, mask) in self.blocks[source].iter_mut().zip(step.masks) {
                    *word |= mask;
                }
            }
        }
    }
}

/// A sequence of steps. Each step also applies to the positions that earlier steps have added.
struct Round<'a> {
    steps: &'a [Step],
    blocks: &'a mut [Block],
}

impl Kernel for Round<'_> {
    #[inline(always)]
    fn run(self) {
        for step in self.steps {
            step.add_to(self.blocks);
        }
    }
}

/// A change of three vertices, in every position in which they have certain values: a jump, or a reversed jump.
#[derive(Debug)]
pub(crate) struct Step {
    /// The bits of a block's number that change, and those of them that are 1 before the step.
    changed: usize,
    ones: usize,
    /// The bits of a word's number in its block that change.
    words_changed: usize,
    /// The bits of each word that are copied, and the distance by which they are shifted, in one direction.
    masks: Block,
    left: u32,
    right: u32,
}

impl Step {
    pub(crate) fn jump(numbering: &Numbering, jump: Jump) -> Self {
        let before = numbering.position(jump.before());
        Self::new(before, numbering.position(jump.vertices()) & !before)
    }

    /// A reversed jump.
    pub(crate) fn back(numbering: &Numbering, jump: Jump) -> Self {
        let before = numbering.position(jump.before());
        Self::new(numbering.position(jump.vertices()) & !before, before)
    }

    /// Applies to positions in which `ones` are 1 and `zeros` are 0, and inverts all of these bits.
    fn new(ones: usize, zeros: usize) -> Self {
        let low = |set: usize| bits((set % 64) as u32);
        let mask = low(ones).map(|bit| HOLDS[bit]).chain(low(zeros).map(|bit| !HOLDS[bit]));
        let mask = mask.fold(u64::MAX, |all, one| all & one);
        let word = |set: usize| (set >> IN_WORD) % WORDS;
        let words_changed = word(ones | zeros);
        let block = |set: usize| set >> (IN_WORD + IN_BLOCK);
        // Within a word, the bit index of the low vertices before the step maps to their index after it.
        let (before, after) = (ones % 64, zeros % 64);
        Self {
            changed: block(ones | zeros),
            ones: block(ones),
            words_changed,
            masks: from_fn(|at| if at & words_changed == word(ones) { mask } else { 0 }),
            left: after.saturating_sub(before) as u32,
            right: before.saturating_sub(after) as u32,
        }
    }

    /// The blocks that the step reads.
    #[inline(always)]
    fn sources(&self, blocks: usize) -> impl Iterator<Item = usize> + use<> {
        let (changed, ones) = (self.changed, self.ones);
        // Counts in the free bits: the carry passes over the changed ones.
        let following = move |free: &usize| Some(((free | changed) + 1) & !changed);
        let free = std::iter::successors(Some(0), following);
        free.take_while(move |&free| free < blocks).map(move |free| free | ones)
    }

    /// Adds the results of the step to the set.
    #[inline(always)]
    fn add_to(&self, blocks: &mut [Block]) {
        match self.words_changed {
            0 => self.add::<0>(blocks),
            1 => self.add::<1>(blocks),
            2 => self.add::<2>(blocks),
            3 => self.add::<3>(blocks),
            4 => self.add::<4>(blocks),
            5 => self.add::<5>(blocks),
            6 => self.add::<6>(blocks),
            _ => self.add::<7>(blocks),
        }
    }

    /// Like [`Self::add_to`], for a change of words known at compile time.
    #[inline(always)]
    fn add<const WORDS_CHANGED: usize>(&self, blocks: &mut [Block]) {
        for source in self.sources(blocks.len()) {
            let from = blocks[source];
            let moved: Block = from_fn(|at| {
                let at = at ^ WORDS_CHANGED;
                (from[at] & self.masks[at]) << self.left >> self.right
            });
            for (to, word) in blocks[source ^ self.changed].iter_mut().zip(moved) {
                *to |= word;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares every step, on every set with one position, with the jump itself.
    #[test]
    fn steps_are_jumps_and_jumps_taken_back() {
        let edges = (0..10).map(|v| (v, v + 1)).chain([(0, 4), (2, 7), (10, 0)]);
        let graph = Graph::new(11, edges).expect("a graph");
        let jumps = graph.jumps();
        let numbering = Numbering::new(&graph, &jumps);
        for pegs in 0..1_u32 << 11 {
            let position = numbering.position(pegs);
            assert_eq!(numbering.pegs(position), pegs);
            let mut alone = Positions::none(&graph);
            alone.insert(position);
            for &jump in &jumps {
                let after = pegs ^ jump.vertices();
                let mut expected = vec![position];
                expected.extend(jump.is_legal(pegs).then(|| numbering.position(after)));
                expected.sort_unstable();
                let mut forward = alone.clone();
                Step::jump(&numbering, jump).add_to(&mut forward.blocks);
                assert_eq!(forward.iter().collect::<Vec<_>>(), expected);
                let mut expected = vec![position];
                expected.extend(jump.is_legal(after).then(|| numbering.position(after)));
                expected.sort_unstable();
                let mut back = alone.clone();
                Step::back(&numbering, jump).add_to(&mut back.blocks);
                assert_eq!(back.iter().collect::<Vec<_>>(), expected);
                let mut sources = Positions::none(&graph);
                sources.add_sources(&[Step::jump(&numbering, jump)]);
                assert_eq!(sources.contains(position), jump.is_legal(pegs));
            }
        }
    }

    #[test]
    fn positions_are_counted_by_their_pegs() {
        let graph = Graph::without_edges(8).expect("a graph");
        let mut set = Positions::none(&graph);
        for position in [0b1, 0b1000_0000, 0b1100_0001, 0b1111_1111, 0] {
            set.insert(position);
        }
        assert_eq!((set.len(), set.by_pegs()), (5, vec![1, 2, 0, 1, 0, 0, 0, 0, 1, 0]));
        let mut ones = Positions::none(&graph);
        ones.add_with_pegs(&set, 1);
        assert_eq!(ones.iter().collect::<Vec<_>>(), [0b1, 0b1000_0000]);
        set.remove(&ones);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 0b1100_0001, 0b1111_1111]);
    }
}
