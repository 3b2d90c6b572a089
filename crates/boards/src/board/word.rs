//! Positions as the searches have them: one word, in which bit `h` is a peg in hole `h`.

use crate::board::position::Hole;

/// The holes that hold a peg, in ascending order.
pub fn holes(word: u64) -> impl Iterator<Item = Hole> + Clone {
    let mut rest = word;
    std::iter::from_fn(move || {
        let h = rest.trailing_zeros() as Hole;
        (rest != 0).then(|| {
            rest &= rest - 1;
            h
        })
    })
}

/// The image of a position when hole `h` goes to `symmetry[h]`.
pub fn image(word: u64, symmetry: &[Hole]) -> u64 {
    holes(word).fold(0, |image, hole| image | 1 << symmetry[usize::from(hole)])
}
