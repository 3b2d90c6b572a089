//! Counts and searches for the fewest moves with levels of positions on disk, for boards whose levels outgrow
//! the memory.
//!
//! Every jump changes the number of pegs, so positions of different levels differ, and only the level before
//! is needed to make the next one. A level is made in two steps. First its *arrivals*, which are the
//! successors of all positions of the level before with repetitions, are put into *buckets*. A bucket folds
//! repeated arrivals into one, and writes what exceeds its share of the memory to disk as sorted runs. Then
//! the runs of each bucket are merged and written to the file of the new level.
//!
//! * [`kernel`]: the two pure functions that make a level, on positions as bytes: `expand` and `merge`.
//! * `levels`: the steps that a count or a search consists of. `record`: what is known of a level.
//! * [`folder`]: the folder with the files of the levels, and the manifest that says how far the work has come.
//! * `local`: makes levels on this machine, a loop over the kernel. `spill` holds the arrivals meanwhile.
//! * [`elsewhere`]: has levels made by others, who call the kernel on machines of theirs.
//! * [`count`]: counts. [`fewest`]: the fewest moves, searched `by_moves` under one limit after the other with
//!   resource counts. [`fault`]: why there is no answer. [`plan`]: what a count takes.

mod by_moves;
pub mod count;
pub mod elsewhere;
pub mod fault;
pub mod fewest;
pub mod folder;
pub mod kernel;
mod levels;
mod local;
pub mod plan;
mod record;
mod spill;
