//! Levels of positions in buckets, kept on disk: for boards whose levels outgrow the memory.
//!
//! Every jump takes a peg away, so that positions of different levels differ and a level needs to know the
//! one before it only. A level is made in two steps. *Arrivals*, the successors of all its positions with
//! repetitions, are dropped into buckets, which fold repetitions and write what outgrows their share of
//! the memory to disk as sorted runs. Then each bucket puts its runs together and is written to the file of
//! the new level.
//!
//! * `index`: position to bucket and key, an invertible linear map without the holes that the position
//!   class decides.
//! * `runs`: arrivals as bytes; `weight`: what travels with a position: nothing, a number, or the fewest moves and
//!   their pegs.
//! * `packets`: arrivals on their way to the buckets; `store`: the buckets of one level in the making.
//! * `writing`: its buckets put together; `level`: a file of a level.
//! * [`folder`]: the folder with its `manifest`, which says after each level how far the work has come.
//! * `crew`: who works: a process `alone`, or the workers of a `cluster`, each with its `share` of
//!   the buckets.
//! * `work`: how a level is made from others; [`count`]: what is counted this way; [`fewest`]: the fewest
//!   moves, with the `resource` counts that it needs.

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
