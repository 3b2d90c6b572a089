//! Counts and searches for the fewest moves with levels of positions on disk, for boards whose levels outgrow
//! the memory.
//!
//! Every jump changes the number of pegs, so positions of different levels differ, and only the level before
//! is needed to make the next one. A level is made in two steps. First its *arrivals*, which are the
//! successors of all positions of the level before with repetitions, are put into *buckets*. A bucket folds
//! repeated arrivals into one, and writes what exceeds its share of the memory to disk as sorted runs. Then
//! the runs of each bucket are merged and written to the file of the new level.
//!
//! * `index`: maps a position to its bucket and its key there. `weight`: the number or the movers that travel
//!   with a position.
//! * `packets`: collects arrivals for the buckets. `store`: the buckets of the level that is being made.
//! * [`folder`]: the folder with the files of the levels, and the manifest that says how far the work has come.
//! * `crew`: the workers, each of which owns some of the buckets: one process alone, or a [`cluster`].
//! * `work`: how a worker writes a level. `steps`: how a level is made from others.
//! * [`count`]: counts. [`fewest`]: the fewest moves, searched `by_moves` under one limit after the other with
//!   resource counts, until the sides have a `meeting`. [`fault`]: why there is no answer.

mod by_moves;
pub mod cluster;
pub mod count;
mod crew;
pub mod fault;
pub mod fewest;
pub mod folder;
mod index;
mod meeting;
mod packets;
mod steps;
mod store;
mod weight;
mod work;
