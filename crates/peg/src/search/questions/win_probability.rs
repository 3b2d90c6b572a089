//! The probability that a player who chooses uniformly at random among the legal jumps wins.

use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;

use crate::puzzle::Puzzle;
use crate::search::levels::{Level, Seen, bytes, in_blocks, sort};
use crate::search::space::expand::{Expander, Wanted};
use crate::search::{space::Space, store::table::Table};
use soliter_base::control::{Control, Stop};
use soliter_base::threads::in_threads;

/// An exact probability in lowest terms, which is written as `1/3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    numerator: BigUint,
    denominator: BigUint,
}

impl Chance {
    /// The ratio of a part to a whole; 0 if the whole is 0.
    pub fn share(part: u128, whole: u128) -> Self {
        Self::new(&part.into(), &whole.max(1).into())
    }

    fn new(numerator: &BigUint, denominator: &BigUint) -> Self {
        let common = numerator.gcd(denominator).max(BigUint::from(1u8));
        Self { numerator: numerator / &common, denominator: denominator / common }
    }

    /// The probability as a floating-point number, with an error in the last digit at most.
    pub fn value(&self) -> f64 {
        self.decimal(17).parse().unwrap_or(0.0)
    }

    /// The probability with `digits` significant digits (at least one), truncated, for example `3.333e-1`.
    pub fn decimal(&self, digits: u32) -> String {
        let (mut scaled, ten) = (self.numerator.clone(), BigUint::from(10u8));
        if scaled == BigUint::ZERO {
            return "0".to_owned();
        }
        let mut power = 0;
        while scaled < self.denominator {
            scaled *= &ten;
            power += 1;
        }
        let text = (scaled * ten.pow(digits.max(1) - 1) / &self.denominator).to_string();
        let (first, rest) = text.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        let exponent = if power == 0 { String::new() } else { format!("e-{power}") };
        format!("{first}{point}{rest}{exponent}")
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

/// The results of a random player. The game ends when the finish is reached or no jump is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomPlayer {
    /// The probability of reaching the finish.
    pub win: Chance,
    /// The possible numbers of pegs at the end in ascending order, each with its probability.
    pub ends: Vec<(usize, Chance)>,
}

/// The results of a random player. Stops with [`Stop::Size`] if the fractions grow too long.
pub fn win_probability(puzzle: &Puzzle, control: &Control) -> Result<RandomPlayer, Stop> {
    puzzle.check_plain()?;
    let space = Space::new(puzzle)?;
    let (expander, undo) = (&space.forward, &space.backward);
    in_threads(control, || {
        let wins = |position: u64| puzzle.finish.accepts_word(position);
        let (mut level, mut numerators) = (vec![space.start()], vec![1u64]);
        let (mut denominator, mut width) = (BigUint::from(1u8), 1);
        let (mut win, mut ends) = (Chance::new(&BigUint::ZERO, &denominator), Vec::new());
        while !level.is_empty() {
            let size = level.len();
            control
                .say(|| format!("win probability: {size} positions, fractions of {width} words"));
            let mobility = |&p: &u64| if wins(p) { 0 } else { u64::from(expander.mobility(p)) };
            let mobilities = |block: &[u64]| block.iter().map(mobility).collect::<Vec<_>>();
            let mobilities = in_blocks(&level, mobilities, control)?.concat();
            let (mut over, mut won) = (BigUint::ZERO, BigUint::ZERO);
            for ((&position, numerator), &mobility) in
                level.iter().zip(numerators.chunks(width)).zip(&mobilities)
            {
                if mobility == 0 {
                    let of_class = number(numerator) * expander.orbit(position);
                    if wins(position) {
                        won += &of_class;
                    }
                    over += of_class;
                }
            }
            if over != BigUint::ZERO {
                ends.push((level[0].count_ones() as usize, Chance::new(&over, &denominator)));
            }
            if won != BigUint::ZERO {
                win = Chance::new(&won, &denominator);
            }
            let mut moving = mobilities.iter().filter(|&&mobility| mobility > 0);
            let lcm = |one: u64, other: &u64| one.checked_mul(other / one.gcd(other));
            let common = moving.try_fold(1u64, lcm);
            let common = common.ok_or(Stop::Size("the fractions grow too long"))?;
            denominator *= common;
            let shares =
                mobilities.iter().map(|&mobility| common.checked_div(mobility).unwrap_or(0));
            let chances = Chances {
                shares: shares.collect(),
                places: Table::of(&level, (0..size as u32).collect(), control)?,
                numerators,
                width,
            };
            let open: Level = level.iter().copied().filter(|&position| !wins(position)).collect();
            let numbers = chances.shares.len() + chances.numerators.len();
            let used = bytes(&level) * 2 + chances.places.bytes() + (numbers * 8) as u64;
            let mut next = Seen::hashed().successors(expander, &open, |_| true, used, control)?;
            sort(&mut next, control)?;
            width = (denominator.bits() as usize).div_ceil(64);
            control.check_memory(used + bytes(&next) * (1 + 2 * width as u64))?;
            let gathered = |block: &[u64]| gather(undo, &chances, block, width);
            numerators = in_blocks(&next, gathered, control)?.concat();
            level = next;
        }
        ends.sort_unstable_by_key(|&(pegs, _)| pegs);
        Ok(RandomPlayer { win, ends })
    })
}

/// The probabilities of the positions of a level, which have a common denominator.
struct Chances {
    /// The index of each position in `shares` and `numerators`.
    places: Table<u32>,
    /// The factor from the numerator of a position to its contribution to each successor, over the
    /// denominator of the next level; 0 if the game is over.
    shares: Vec<u64>,
    /// The numerators in `width` words each, lowest first.
    numerators: Vec<u64>,
    width: usize,
}

/// The numerators of some positions, in `width` words each, computed from the previous level.
fn gather(undo: &Expander, earlier: &Chances, positions: &[u64], width: usize) -> Vec<u64> {
    let mut sums = vec![0u64; positions.len() * width];
    for (&position, sum) in positions.iter().zip(sums.chunks_mut(width)) {
        undo.successors(position, 0, Wanted::Every, &mut |before| {
            let Some(place) = earlier.places.get(before.position) else { return };
            let (place, width) = (place as usize, earlier.width);
            add(sum, &earlier.numerators[place * width..][..width], earlier.shares[place]);
        });
    }
    sums
}

/// Adds a number times a factor. The sum fits, since it is at most the denominator.
fn add(sum: &mut [u64], number: &[u64], factor: u64) {
    let mut carry = 0u128;
    for (at, word) in sum.iter_mut().enumerate() {
        let part = u128::from(number.get(at).copied().unwrap_or(0)) * u128::from(factor);
        // At most 2^64 - 1 + (2^64 - 1)^2 + a carry below 2^64: no overflow.
        carry += part + u128::from(*word);
        *word = carry as u64;
        carry >>= 64;
    }
}

/// The number with these words, lowest first.
fn number(words: &[u64]) -> BigUint {
    let halves = words.iter().flat_map(|word| [*word as u32, (word >> 32) as u32]);
    BigUint::new(halves.collect())
}
