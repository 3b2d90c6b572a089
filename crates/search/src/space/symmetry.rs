//! The symmetries that keep a puzzle, and the least image of a position, which represents all its images.

use std::collections::BTreeSet;

use crate::space::by_bytes::ByBytes;
use soliter_boards::puzzle::Finish;
use soliter_boards::{
    board::automorphisms::TwinWords,
    board::position::Hole,
    board::{Symmetry, word},
};

/// The images of sets of holes under some symmetries, side by side.
pub(crate) struct Images<const LANES: usize>(ByBytes<[u64; LANES]>);

impl<const LANES: usize> Images<LANES> {
    /// The images under at most `LANES` symmetries; the remaining lanes repeat the first symmetry.
    pub(crate) fn new(holes: usize, symmetries: &[Symmetry]) -> Self {
        let image = |set: u64, symmetry: &Symmetry| {
            let within = symmetry.iter().enumerate().filter(|(hole, _)| set >> hole & 1 == 1);
            within.fold(0, |image, (_, to)| image | 1 << to)
        };
        let lane = |lane: usize| symmetries.get(lane).unwrap_or(&symmetries[0]);
        Self(ByBytes::new(holes, |set| std::array::from_fn(|n| image(set, lane(n)))))
    }

    #[inline(always)]
    pub(crate) fn of(&self, set: u64) -> [u64; LANES] {
        let mut images = [0; LANES];
        for line in self.0.of(set) {
            for lane in 0..LANES {
                images[lane] |= line[lane];
            }
        }
        images
    }
}

/// The symmetries that are handled together: their images of one byte of the board fill a cache line.
const TOGETHER: usize = 8;

pub(crate) struct Group {
    /// The symmetries and their inverses, in the same order; empty if there is only the identity.
    blocks: Vec<(Images<TOGETHER>, Images<TOGETHER>)>,
    /// The symmetries, the identity first.
    pub(crate) symmetries: Vec<Symmetry>,
    /// Holes that may be exchanged in addition.
    pub(crate) twins: TwinWords,
}

impl Group {
    /// A group of some symmetries, of which the identity comes first.
    pub(crate) fn of<'a>(symmetries: impl Iterator<Item = &'a Symmetry>) -> Self {
        let inverse = |symmetry: &Symmetry| {
            let mut inverse = symmetry.clone();
            for (hole, &image) in symmetry.iter().enumerate() {
                inverse[image as usize] = hole as Hole;
            }
            inverse
        };
        let kept: Vec<Symmetry> = symmetries.cloned().collect();
        let inverses: Vec<Symmetry> = kept.iter().map(inverse).collect();
        let images = |some: &[Symmetry]| Images::new(some[0].len(), some);
        let block = |(some, back): (&[Symmetry], &[Symmetry])| (images(some), images(back));
        let blocks = if kept.len() == 1 {
            Vec::new()
        } else {
            kept.chunks(TOGETHER).zip(inverses.chunks(TOGETHER)).map(block).collect()
        };
        Self { blocks, symmetries: kept, twins: TwinWords::default() }
    }

    /// The same group with interchangeable holes, which its symmetries map to each other in ascending order.
    pub(crate) fn with_twins(self, twins: TwinWords) -> Self {
        Self { twins, ..self }
    }

    #[inline]
    pub(crate) fn least(&self, position: u64) -> u64 {
        let images = self.blocks.iter().flat_map(|(images, _)| images.of(position));
        if self.twins.is_empty() {
            return images.min().unwrap_or(position);
        }
        let gathered = images.map(|image| self.twins.gathered(image)).min();
        gathered.unwrap_or_else(|| self.twins.gathered(position))
    }

    /// The number of different images of a position.
    pub(crate) fn orbit(&self, position: u64) -> usize {
        let least = self.twins.gathered(position);
        let same = |symmetry: &&Symmetry| {
            let image = (0..64).zip(*symmetry).filter(|(hole, _)| position >> hole & 1 == 1);
            self.twins.gathered(image.fold(0, |set, (_, to)| set | 1 << to)) == least
        };
        self.symmetries.len() / self.symmetries.iter().filter(same).count()
            * self.twins.orbit(position)
    }

    /// The number of different images of a position that a finish accepts.
    pub(crate) fn images_in(&self, position: u64, finish: &Finish) -> usize {
        if position.count_ones() as usize != finish.pegs() {
            return 0;
        }
        let image = |symmetry: &Symmetry| self.twins.gathered(word::image(position, symmetry));
        // Images that are gathered to the same position differ by an exchange of twins.
        let gathered: BTreeSet<u64> = self.symmetries.iter().map(image).collect();
        let named = finish.named_words();
        gathered.into_iter().map(|image| self.twins.images_with(image, named)).sum()
    }

    /// The least image of a position, and the union of the images of `holes` under all symmetries that lead
    /// to it. If there are interchangeable holes, `holes` must have pegs.
    #[inline]
    pub(crate) fn least_with(&self, position: u64, holes: u64) -> (u64, u64) {
        if self.blocks.is_empty() {
            let least = self.twins.gathered(position);
            return (least, self.twins.with_twins(least, holes));
        }
        let least = self.least(position);
        let mut union = 0;
        for (images, _) in &self.blocks {
            for (image, moved) in images.of(position).into_iter().zip(images.of(holes)) {
                if self.twins.gathered(image) == least {
                    union |= self.twins.with_twins(least, moved);
                }
            }
        }
        (least, union)
    }

    /// Maps holes of the least image of a position back to the position, by the inverse of a symmetry.
    pub(crate) fn back(&self, position: u64, holes: u64) -> u64 {
        if self.blocks.is_empty() {
            return self.twins.scattered(position, holes);
        }
        let least = self.least(position);
        for (images, inverses) in &self.blocks {
            let lanes = images.of(position).into_iter();
            let leads = |image: &u64| self.twins.gathered(*image) == least;
            if let Some((lane, image)) = lanes.enumerate().find(|(_, image)| leads(image)) {
                return inverses.of(self.twins.scattered(image, holes))[lane];
            }
        }
        holes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soliter_boards::board::lattice::{Directions, Lattice};
    use soliter_boards::board::listed::jumps_of_edges;
    use soliter_boards::{board::Board, board::position::Position};

    /// Finishes of every kind with as many pegs as a position, which they accept or nearly accept.
    fn finishes(position: u64) -> [Finish; 4] {
        let pegs = position.count_ones() as usize;
        let other = position.rotate_left(1) & 0xff | position >> 7;
        let holes = |pegs_at: u64, empty_at: u64| {
            let [pegs_at, empty_at] = [pegs_at, empty_at].map(Position::from);
            Finish::Holes { pegs_at, empty_at, pegs }
        };
        [
            Finish::Pegs(pegs),
            Finish::Exactly(Position::from(other)),
            holes(position & 0b0010_0110, !position & 0b0100_1000),
            holes(other & 0b0110_0011, !other & 0b1000_1100),
        ]
    }

    /// Two centres with three leaves each, which can be exchanged with the centres.
    #[test]
    fn twins_count_as_symmetries() {
        let edges = [(0, 1), (0, 2), (0, 3), (0, 4), (4, 5), (4, 6), (4, 7)];
        let names = (0..8).map(|hole| hole.to_string()).collect();
        let board = Board::listed(names, jumps_of_edges(8, &edges), Vec::new()).expect("a board");
        let group = Group::of(board.symmetries().iter()).with_twins(board.twin_sets().words());
        assert_eq!((group.symmetries.len(), board.twins().len()), (2, 2));
        // All images under both parts of the group.
        let leaves = |some: [Hole; 3]| {
            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
                .map(|order| order.map(|n| some[n]))
        };
        let mut all: Vec<Symmetry> = Vec::new();
        for first in leaves([1, 2, 3]) {
            for other in leaves([5, 6, 7]) {
                all.push([&[0][..], &first, &[4], &other].concat());
                all.push([&[4][..], &other, &[0], &first].concat());
            }
        }
        for position in 0..1u64 << 8 {
            let image = |to: &Symmetry, set: u64| word::image(set, to);
            let images: std::collections::BTreeSet<u64> =
                all.iter().map(|to| image(to, position)).collect();
            let least = images.first().copied().unwrap_or(0);
            assert_eq!((group.least(position), group.orbit(position)), (least, images.len()));
            for finish in finishes(position) {
                let accepted = images.iter().filter(|image| finish.accepts_word(**image)).count();
                assert_eq!(group.images_in(position, &finish), accepted, "{position} {finish:?}");
            }
            assert_eq!(group.back(position, least), position);
            for hole in word::holes(position) {
                let leading = all.iter().filter(|to| image(to, position) == least);
                let union = leading.fold(0, |union, to| union | image(to, 1 << hole));
                assert_eq!(group.least_with(position, 1 << hole), (least, union));
                // A peg of the least image comes from a peg that a symmetry takes there.
                let back = group.back(position, 1 << word::holes(union).next().unwrap_or(0));
                assert!(back.is_power_of_two() && back & position == back);
            }
        }
    }

    #[test]
    fn the_least_image_is_the_same_for_all_images() {
        let square = "ooo\nooo\nooo";
        let hexagon = " o o\no o o\n o o";
        for (drawing, lattice, directions) in [
            (square, Lattice::Square, Directions::Orthogonal),
            (hexagon, Lattice::Triangular, Directions::Lines),
        ] {
            let board = Board::from_drawing(drawing, lattice, directions).expect("a board");
            let group = Group::of(board.symmetries().iter());
            for position in 0..1u64 << board.holes() {
                let least = group.least(position);
                for symmetry in board.symmetries() {
                    let holes = word::holes(position);
                    let image: Position = holes.map(|h| symmetry[h as usize]).collect();
                    assert_eq!(group.least(image.word()), least);
                    assert_eq!(group.back(image.word(), least), image.word());
                    assert_eq!(group.least_with(image.word(), image.word()), (least, least));
                }
            }
        }
    }
}
