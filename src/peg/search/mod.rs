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
//! Images of a position under the symmetries that keep start and finish stand for each other
//! (`symmetry`, `expand`); the least of them is the one that is kept.
//!
//! # Who does what
//!
//! * [`fewest`]: the search that is used. A `beam` finds a good line of `U` moves; `by_moves`
//!   then looks for a line of `U - 1` or fewer, from both ends, a level of moves at a time. It finds
//!   one, or two sides that do not meet, which is the proof. Where that takes long, `ascent` has it try
//!   limits from the lower bound upwards. Two `side::Side`s hold the positions known (`compact`, in slots
//!   of a `layout`) and those being found (`fresh`), `spread` finds them in parallel, `last_moves` closes
//!   the last gap of one or two moves without a table, two with a bit a position (`bitmap`). Positions that
//!   no line within the limit can pass are left out: by regions, and in a long search by resource counts
//!   (`counts`, which `weights` finds).
//! * [`together`]: the same for the problems of one start, which share a side and the beams.
//! * [`shortest`]: the plain meet in the middle by jumps: slower, and the reference in tests.
//! * [`count`] and [`lines`]: numbers of solutions, positions and games, and several shortest lines,
//!   from the positions on solutions (`solutions`, on the levels of `levels`) and the fewest moves from each on (`rest`).
//! * [`layers`]: what a certificate holds, made once more in the plain way of its checker.
//! * [`oracle`]: from which positions the finish can be reached, a bit each; [`reach`]: whether it can
//!   be from one.
//! * [`buckets`]: levels on disk or dealt out to a cluster, for counts and fewest moves that outgrow the memory.
//! * [`plan`]: how long a count would be, from its first levels.
//! * [`questions`]: what mathematicians ask of the levels besides: dead ends, luck, sweeps, marked pegs.
//! * [`dfs`]: the depth-first verifier, which uses none of these ideas.
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
