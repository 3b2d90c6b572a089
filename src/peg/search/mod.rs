//! Exact searches.
//!
//! # What is searched
//!
//! A position is a `u64`, bit `h` for a peg in hole `h`. A *jump* takes one peg away; a *move* is a
//! chain of jumps by one peg, and costs 1 however long it is. So what a position costs depends on
//! the peg that jumped last, and it is enough to keep two things of a position
//! (`table::Reach`): the fewest moves to it, and the pegs that can have made the last of them.
//! A jump by one of these pegs is free, a jump by any other begins a move. (A position reached by
//! one move more need not be kept: every peg can begin a move for that price anyway.)
//!
//! Example: pegs on 1, 2 and 4 of a row of six holes. 1 jumps over 2 to 3 (one move, last peg 3),
//! then 3 over 4 to 5: the same peg, still one move.
//!
//! Images of a position under the symmetries that keep start and finish stand for each other; the
//! least of them is the one that is kept.
//!
//! # Where to find what
//!
//! Each room uses only those above it.
//!
//! * `space`: positions as bits, their images, the leaps that fit them and their successors.
//! * `store`: hash tables, compact tables and bit sets of positions.
//! * `bounds`: resource counts, which refute positions that no solution passes through.
//! * `levels`: positions by number of jumps, from either end, and those on solutions.
//! * [`reachable`]: whether a position can still be solved.
//! * [`count`]: numbers of solutions, positions and games; lists of lines; how long a count would be.
//! * [`fewest`]: the fewest moves, with proof. A beam finds a good line, then a search from both
//!   ends, a move at a time, finds a shorter line or proves that there is none.
//! * [`questions`]: dead ends, luck, sweeps and what else mathematicians ask.
//! * [`disk`]: the same counts and fewest moves with levels on disk or dealt out to a cluster.
//!
//! Beside them stand the plain searches that these are held against: [`dfs`], depth first, the
//! verifier of every answer; [`shortest`], which meets in the middle by jumps; and [`layers`], which
//! makes what a certificate holds in the way of its checker.
//!
//! Every search looks at its [`Control`](crate::base::control::Control) inside its loops: between blocks
//! of a few thousand positions, and before a table grows.

pub(crate) mod bounds;
pub mod count;
pub mod dfs;
pub mod disk;
pub mod fewest;
pub mod layers;
mod levels;
pub mod questions;
pub mod reachable;
pub mod shortest;
pub(crate) mod space;
pub(crate) mod store;
