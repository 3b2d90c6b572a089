//! Sets of positions as bits, and all jumps of such a set at once.
//!
//! A position is a number with a bit for each vertex that holds a peg, and a set of positions has a bit for each of these
//! numbers, 64 to a word. The six vertices of the lowest bits choose the bit in a word, the others choose the word.
//!
//! A jump from x over y to z takes every position with x = y = 1 and z = 0 to the position with x = y = 0 and z = 1. For a
//! set, that is a copy of an eighth of its bits. If the three vertices choose the word, complete words are copied: with
//! x = 8, y = 7 and z = 9, word 0b0110 of the source goes to word 0b1000, word 0b0111 to 0b1001, and so on. If z = 1, say,
//! a mask keeps the bits of a word whose position lacks vertex 1, and a shift by 2 sets it.

use soliter_base::control::{Control, Stop};

use crate::graph::{Graph, Jump, bits};

/// Vertices that choose a bit of a word.
const IN_WORD: u32 = 6;

/// For each of these vertices the bits of a word whose positions hold a peg on it.
const HOLDS: [u64; IN_WORD as usize] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// For each number of pegs the bits of a word whose positions have this many on the six vertices.
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

/// The bit of each vertex in the number of a position. Vertices with few jumps have low bits, since a jump whose vertices
/// have high bits copies complete words, and long runs of them.
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

    /// The number of the position with pegs on some vertices.
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
    words: Vec<u64>,
}

impl Positions {
    /// The bytes of a set for a graph.
    pub(crate) fn bytes(graph: &Graph) -> u64 {
        8 * Self::length(graph) as u64
    }

    fn length(graph: &Graph) -> usize {
        1 << graph.vertices().saturating_sub(IN_WORD as usize)
    }

    pub(crate) fn none(graph: &Graph) -> Self {
        Self { words: vec![0; Self::length(graph)] }
    }

    pub(crate) fn insert(&mut self, position: usize) {
        self.words[position / 64] |= 1 << (position % 64);
    }

    pub(crate) fn contains(&self, position: usize) -> bool {
        self.words[position / 64] >> (position % 64) & 1 == 1
    }

    pub(crate) fn len(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The positions, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let of = |(number, &word): (usize, &u64)| {
            let halves = [word as u32, (word >> 32) as u32];
            let at =
                move |half: usize| bits(halves[half]).map(move |bit| 64 * number + 32 * half + bit);
            at(0).chain(at(1))
        };
        self.words.iter().enumerate().filter(|(_, word)| **word != 0).flat_map(of)
    }

    /// The number of positions with each number of pegs.
    pub(crate) fn by_pegs(&self) -> Vec<u64> {
        let most = self.words.len().trailing_zeros() + IN_WORD;
        let mut counts = vec![0; most as usize + 1];
        for (number, &word) in self.words.iter().enumerate().filter(|(_, word)| **word != 0) {
            let pegs = number.count_ones() as usize;
            for (count, set) in counts[pegs..].iter_mut().zip(WITH_PEGS) {
                *count += u64::from((word & set).count_ones());
            }
        }
        counts
    }

    /// Adds the positions of another set that have this number of pegs.
    pub(crate) fn add_with_pegs(&mut self, other: &Self, pegs: u32) {
        for (number, (word, from)) in self.words.iter_mut().zip(&other.words).enumerate() {
            if let Some(set) = pegs.checked_sub(number.count_ones()).filter(|&set| set <= IN_WORD) {
                *word |= from & WITH_PEGS[set as usize];
            }
        }
    }

    pub(crate) fn remove(&mut self, other: &Self) {
        for (word, gone) in self.words.iter_mut().zip(&other.words) {
            *word &= !gone;
        }
    }

    /// A number that grows whenever positions are added: each word is a number that grows, and their sum does not
    /// overflow, since its two halves are added separately.
    fn measure(&self) -> (u64, u64) {
        let add = |(low, high): (u64, u64), &word: &u64| {
            (low + (word & 0xffff_ffff), high + (word >> 32))
        };
        self.words.iter().fold((0, 0), add)
    }

    /// Adds every position that some steps reach from positions of the set, or stops when `enough` of them are there.
    pub(crate) fn close(
        &mut self,
        steps: &[Step],
        control: &Control,
        enough: impl Fn(&Self) -> bool,
    ) -> Result<(), Stop> {
        /// A step over this many words takes a tenth of a millisecond.
        const LONG: usize = 1 << 16;
        let mut before = self.measure();
        for round in 0.. {
            control.check()?;
            // In the other order a round often continues where the last one ended.
            let backwards = round % 2 == 1;
            for number in 0..steps.len() {
                let step = if backwards { steps.len() - 1 - number } else { number };
                steps[step].add_to(&mut self.words);
                if self.words.len() >= LONG {
                    control.check()?;
                }
            }
            if enough(self) {
                break;
            }
            let now = self.measure();
            if now == before {
                break;
            }
            before = now;
        }
        Ok(())
    }

    /// Adds the positions in which a step is possible.
    pub(crate) fn add_sources(&mut self, steps: &[Step]) {
        for step in steps {
            step.add_sources_to(&mut self.words);
        }
    }
}

/// A change of three vertices in all positions in which they have certain values: a jump, or a jump taken back.
#[derive(Debug)]
pub(crate) struct Step {
    /// Bits of a word's number that change, and those of them that are 1 before.
    changed: usize,
    ones: usize,
    /// The bits of a word that are taken, and by how many bits they are moved, in one direction.
    mask: u64,
    left: u32,
    right: u32,
}

impl Step {
    /// A jump.
    pub(crate) fn jump(numbering: &Numbering, jump: Jump) -> Self {
        let before = numbering.position(jump.before());
        Self::new(before, numbering.position(jump.vertices()) & !before)
    }

    /// A jump taken back.
    pub(crate) fn back(numbering: &Numbering, jump: Jump) -> Self {
        let before = numbering.position(jump.before());
        Self::new(numbering.position(jump.vertices()) & !before, before)
    }

    /// Positions with these bits 1 and those 0; all of them change.
    fn new(ones: usize, zeros: usize) -> Self {
        let low = |set: usize| bits((set % 64) as u32);
        let mask = low(ones).map(|bit| HOLDS[bit]).chain(low(zeros).map(|bit| !HOLDS[bit]));
        // With the high bits, the words change; in a word, the bit that stands for the low bits moves.
        let (lost, won) = (ones % 64, zeros % 64);
        Self {
            changed: (ones | zeros) >> IN_WORD,
            ones: ones >> IN_WORD,
            mask: mask.fold(u64::MAX, |all, one| all & one),
            left: won.saturating_sub(lost) as u32,
            right: lost.saturating_sub(won) as u32,
        }
    }

    /// Calls `work` with the first word of each run of words that the step takes, and with the length of the runs.
    fn runs(&self, words: usize, mut work: impl FnMut(usize, usize)) {
        let length =
            if self.changed == 0 { words } else { self.changed & self.changed.wrapping_neg() };
        let mut free = 0;
        while free < words {
            work(free | self.ones, length);
            // The next number in the bits that are free, carried across the others.
            free = ((free | self.changed) + length) & !self.changed;
        }
    }

    /// Adds to a set the positions that the step makes of its positions.
    fn add_to(&self, words: &mut [u64]) {
        self.runs(words.len(), |source, length| {
            let target = source ^ self.changed;
            if self.changed == 0 {
                for word in &mut *words {
                    *word |= self.moved(*word);
                }
                return;
            }
            let (low, high) = words.split_at_mut(source.max(target));
            let (from, to) = if source < target {
                (&low[source..source + length], &mut high[..length])
            } else {
                (&high[..length], &mut low[target..target + length])
            };
            if self.mask == u64::MAX {
                for (to, from) in to.iter_mut().zip(from) {
                    *to |= from;
                }
            } else {
                for (to, from) in to.iter_mut().zip(from) {
                    *to |= self.moved(*from);
                }
            }
        });
    }

    fn moved(&self, word: u64) -> u64 {
        (word & self.mask) << self.left >> self.right
    }

    fn add_sources_to(&self, words: &mut [u64]) {
        self.runs(words.len(), |source, length| {
            for word in &mut words[source..source + length] {
                *word |= self.mask;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every step on every set with one position, compared with the jump itself.
    #[test]
    fn steps_are_jumps_and_jumps_taken_back() {
        let edges = (0..8).map(|v| (v, v + 1)).chain([(0, 4), (2, 7), (8, 0)]);
        let graph = Graph::new(9, edges).expect("a graph");
        let jumps = graph.jumps();
        let numbering = Numbering::new(&graph, &jumps);
        for pegs in 0..1_u32 << 9 {
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
                Step::jump(&numbering, jump).add_to(&mut forward.words);
                assert_eq!(forward.iter().collect::<Vec<_>>(), expected);
                let mut expected = vec![position];
                expected.extend(jump.is_legal(after).then(|| numbering.position(after)));
                expected.sort_unstable();
                let mut back = alone.clone();
                Step::back(&numbering, jump).add_to(&mut back.words);
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
        let all = [0b1, 0b1000_0000, 0b1100_0001, 0b1111_1111, 0];
        all.into_iter().for_each(|position| set.insert(position));
        assert_eq!((set.len(), set.by_pegs()), (5, vec![1, 2, 0, 1, 0, 0, 0, 0, 1]));
        let mut ones = Positions::none(&graph);
        ones.add_with_pegs(&set, 1);
        assert_eq!(ones.iter().collect::<Vec<_>>(), [0b1, 0b1000_0000]);
        set.remove(&ones);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 0b1100_0001, 0b1111_1111]);
    }
}
