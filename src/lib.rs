//! Exact answers to peg-solitaire puzzles.
//!
//! A [`puzzle::Puzzle`] is a board, a start and a finish. [`solve::solve`] finds the fewest moves
//! (chains of jumps by one peg) or proves that there is no solution; it asks an exhaustive search
//! ([`search::fewest`]), a mixed-integer program solved by `HiGHS` ([`milp`]) and a plain
//! depth-first search ([`search::dfs`]), and holds them against each other. What comes back is a
//! [`verify::Verified`] answer: its line has been replayed by the rules, its certificates checked.
//!
//! ```
//! use soliter::peg::answer::Claim;
//! use soliter::base::control::Control;
//! use soliter::base::diagnostic::Source;
//! use soliter::library;
//! use soliter::peg::puzzle::Puzzle;
//! use soliter::peg::solve::{Method, solve};
//!
//! let text = r#"
//!     title  = "Latin cross"
//!     model  = "english"
//!     start  = ["35", "43", "44", "45", "46", "55"]
//!     finish = ["44"]
//! "#;
//! let puzzle = Puzzle::parse(&Source::new("cross.toml", text), &library::model)?;
//! let answer = solve(&puzzle, Method::Auto, &Control::default())?;
//! assert_eq!(answer.claim(), Claim::Optimal { moves: 5 });
//! let line = answer.line().expect("an optimal answer has a line");
//! assert_eq!(puzzle.names.line(line).split(", ").count(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The library reads no files, prints nothing and never exits; the program `soliter` is built on
//! these calls.

/// README's example, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

pub mod base;
pub mod draw;
pub mod games;
#[cfg(feature = "milp")]
pub mod highs;
pub mod library;
#[cfg(feature = "milp")]
pub mod np;
pub mod pages;
pub mod peg;

/// What the tests and benches of this crate measure; no part of its interface.
#[cfg(feature = "milp")]
#[doc(hidden)]
pub mod internals {
    pub use crate::np::stages::solve_within;
    pub use crate::peg::milp::attempt::{Groups, prove_with, solve_with};
    pub use crate::peg::milp::fractions::{least_moves_of_mirror, least_slots_of_sweep};
}
