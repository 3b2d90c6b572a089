//! Counts and the fewest moves with levels of positions on disk, for boards whose levels outgrow the memory.
//!
//! Every jump takes a peg away, so that positions of different levels differ and a level needs to know the
//! one before it only. A level is made in two steps. *Arrivals*, the successors of all its positions with
//! repetitions, are dropped into buckets, which fold repetitions and write what outgrows their share of
//! the memory to disk as sorted runs. Then each bucket puts its runs together and is written to the file of
//! the new level.
//!
//! * `index`: where a position is kept: its bucket, and its key there. `weight`: what travels with a position:
//!   nothing, a number, or the fewest moves and their pegs.
//! * `packets`: arrivals on their way to the buckets; `store`: the buckets of one level in the making.
//! * [`folder`]: the folder, the files in it, and the manifest, which says after each level how far the work
//!   has come.
//! * `crew`: who works: one process (`alone`), or the workers of a `cluster`, each with a share of the buckets.
//! * `work`: one worker, and how it writes a level from a `source`; `steps`: how levels are made from others.
//! * [`count`]: counts; [`fewest`]: the fewest moves, with the `resource` counts that it needs. [`fault`]: why
//!   there is no answer.

mod alone;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod count;
mod crew;
pub mod fault;
pub mod fewest;
pub mod folder;
mod index;
mod packets;
mod resource;
mod source;
mod steps;
mod store;
mod weight;
mod work;
