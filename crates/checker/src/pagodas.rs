//! Pagoda functions that prune layers: weights of the holes such that no jump raises the sum over the pegs. A
//! position that weighs less than the finish cannot reach it, and a position that weighs more than the start
//! cannot be reached from it.

use super::head::{Checked, Head, signed};

/// The maximum number of pagoda functions, whose sums are computed in parallel.
const LANES: usize = 16;
/// The absolute value of each weight is below this limit, so that sums over 64 holes fit in 16 bits.
const BELOW: u64 = 256;

/// The pagoda functions of one direction.
#[derive(Default)]
pub(super) struct Pagodas {
    /// By index of a byte of a position and by its value: the byte's part of each sum.
    parts: Vec<[[i16; LANES]; 256]>,
    /// The least value of each sum in a solution.
    least: [i16; LANES],
}

impl Pagodas {
    /// Reads the pagoda functions from a line of the head. Forwards, they are compared with the finish;
    /// backwards, with the start and with all signs reversed.
    pub(super) fn read(
        head: &Head,
        key: &str,
        (jumps, holes): (&[[usize; 3]], usize),
        end: u64,
        forward: bool,
    ) -> Checked<Self> {
        let small = |word: &str| signed(word).filter(|weight| weight.unsigned_abs() < BELOW);
        let weights = head.words(key, |word| i16::try_from(small(word)?).ok())?;
        if weights.is_empty() {
            head.need(key, !head.has(key), "there are no weights")?;
            return Ok(Self::default());
        }
        head.need(key, end != 0, "there is no single finish to weigh")?;
        let functions = weights.chunks(holes);
        let fits = weights.len().is_multiple_of(holes) && functions.len() <= LANES;
        head.need(key, fits, format!("not {holes} weights for each of at most {LANES} functions"))?;
        let mut pagodas = Self { parts: Vec::new(), least: [0; LANES] };
        pagodas.parts = vec![[[0; LANES]; 256]; holes.div_ceil(8)];
        for (lane, weights) in functions.enumerate() {
            let weight = |hole: usize| i32::from(weights[hole]);
            let rises = |jump: &&[usize; 3]| {
                let [from, over, to] = jump.map(weight);
                to > from.saturating_add(over)
            };
            let risen = jumps.iter().find(rises);
            let why = format!("jump {risen:?} raises function {}", lane.saturating_add(1));
            head.need(key, risen.is_none(), why)?;
            let sign = if forward { 1 } else { -1 };
            for (part, weights) in pagodas.parts.iter_mut().zip(weights.chunks(8)) {
                for (byte, sums) in part.iter_mut().enumerate() {
                    for (bit, weight) in weights.iter().enumerate() {
                        if byte >> bit & 1 == 1 {
                            sums[lane] = sums[lane].saturating_add(weight.saturating_mul(sign));
                        }
                    }
                }
            }
        }
        pagodas.least = pagodas.sums(end);
        Ok(pagodas)
    }

    fn sums(&self, position: u64) -> [i16; LANES] {
        let mut sums = [0_i16; LANES];
        for (part, byte) in self.parts.iter().zip(position.to_le_bytes()) {
            for (sum, more) in sums.iter_mut().zip(&part[usize::from(byte)]) {
                *sum = sum.saturating_add(*more);
            }
        }
        sums
    }

    /// Whether a pagoda function shows that no solution passes through the position.
    #[inline]
    pub(super) fn refute(&self, position: u64) -> bool {
        let mut light = false;
        for (sum, least) in self.sums(position).iter().zip(&self.least) {
            light |= sum < least;
        }
        light
    }
}
