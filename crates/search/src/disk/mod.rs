//! Counts and searches for the fewest moves with levels of positions on disk, for boards whose levels do not
//! fit in memory.
//!
//! Every jump changes the number of pegs, so positions of different levels differ, and only the previous
//! level is needed to build the next one. A level is built in two steps. First its *arrivals*, which are the
//! successors of all positions of the previous level with repetitions, are put into *buckets*. A bucket folds
//! repeated arrivals into one, and writes arrivals that exceed its share of the memory to disk as sorted
//! runs. Then the runs of each bucket are merged and written to the file of the new level.
//!
//! * [`kernel`]: the two pure functions that build a level, on positions as bytes: `expand` and `merge`.
//! * `levels`: the steps of a count or a search. `record`: the records of levels.
//! * [`folder`]: the folder with the files of the levels, and the manifest that records which levels are
//!   complete.
//! * `local`: builds levels on this machine, in a loop over the kernel. `spill` holds the arrivals of the
//!   level being built.
//! * [`remote`]: lets other processes build the levels, which call the kernel on their own machines.
//! * [`count`]: counts. [`fewest`]: the fewest moves, searched `by_moves` with resource counts under one limit
//!   after another. [`fault`]: why there is no answer.

mod by_moves;
pub mod count;
pub mod fault;
pub mod fewest;
pub mod folder;
pub mod kernel;
mod levels;
mod local;
mod record;
pub mod remote;
mod spill;
