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
//! Images of a position under the symmetries that keep start and finish have the same answers, so a search
//! keeps only the least of them.
//!
//! # Where to find what
//!
//! Each room uses only those above it.
//!
//! * `space`: a puzzle as searches see it: positions as bits, their images, and their successors.
//! * `bounds`: tests that drop positions which no solution passes through.
//! * `store`: hash tables, compact tables and bit sets of positions.
//! * `levels`: positions by number of jumps, from either end, and those on solutions.
//! * [`reachable`]: whether a position can still be solved.
//! * [`count`]: numbers of solutions, positions and games; lists of lines; how long a count would be.
//! * [`fewest`]: the fewest moves, with proof. A beam finds a good line, then a search from both
//!   ends, a move at a time, finds a shorter line or proves that there is none.
//! * [`questions`]: dead ends, luck, sweeps and what else mathematicians ask.
//! * [`disk`]: the same counts and fewest moves with levels on disk, or shared out among the workers of a
//!   cluster.
//!
//! Three plain searches stand beside them. [`dfs`] goes depth first and verifies the others; [`shortest`] meets
//! in the middle by jumps, and also answers where [`fewest`] cannot search backwards; [`layers`] builds the
//! layers of a certificate in the way in which the checker builds them.
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
