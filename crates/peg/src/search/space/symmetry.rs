//! The symmetries that keep a puzzle, and the least image of a position, which represents all its images.

use crate::{board::Symmetry, search::space::by_bytes::ByBytes};

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
    /// The symmetries and their inverses, in the same order; empty for the identity alone.
    blocks: Vec<(Images<TOGETHER>, Images<TOGETHER>)>,
    /// The symmetries, the identity first.
    pub(crate) symmetries: Vec<Symmetry>,
}

impl Group {
    /// A group of some symmetries, of which the identity comes first.
    pub(crate) fn of<'a>(symmetries: impl Iterator<Item = &'a Symmetry>) -> Self {
        let inverse = |symmetry: &Symmetry| {
            let mut inverse = symmetry.clone();
            for (hole, &image) in symmetry.iter().enumerate() {
                inverse[image as usize] = hole as u8;
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
        Self { blocks, symmetries: kept }
    }

    #[inline]
    pub(crate) fn least(&self, position: u64) -> u64 {
        let images = self.blocks.iter().flat_map(|(images, _)| images.of(position));
        images.min().unwrap_or(position)
    }

    /// The least image of a position, and the images of `holes` under all symmetries that lead to it, united.
    #[inline]
    pub(crate) fn least_with(&self, position: u64, holes: u64) -> (u64, u64) {
        if self.blocks.is_empty() {
            return (position, holes);
        }
        let least = self.least(position);
        let mut union = 0;
        for (images, _) in &self.blocks {
            for (image, moved) in images.of(position).into_iter().zip(images.of(holes)) {
                if image == least {
                    union |= moved;
                }
            }
        }
        (least, union)
    }

    /// Maps holes of the least image of a position back to the position, by the inverse of a symmetry.
    pub(crate) fn back(&self, position: u64, holes: u64) -> u64 {
        let least = self.least(position);
        let lanes = self
            .blocks
            .iter()
            .flat_map(|(images, inverses)| images.of(position).into_iter().zip(inverses.of(holes)));
        lanes.into_iter().find(|(image, _)| *image == least).map_or(holes, |(_, back)| back)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::lattice::{Directions, Lattice};
    use crate::board::{Board, position::Position};

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
                    let holes = Position(position).holes();
                    let image: Position = holes.map(|h| symmetry[h as usize]).collect();
                    assert_eq!(group.least(image.0), least);
                    assert_eq!(group.back(image.0, least), image.0);
                    assert_eq!(group.least_with(image.0, image.0), (least, least));
                }
            }
        }
    }
}
