//! What no solution can do: weights of the holes that no jump can raise, as resource counts of a search.

pub(crate) mod counts;
pub(crate) mod weights;
