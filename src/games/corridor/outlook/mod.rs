//! Where tables do not fit: the strategy of the source, how good moves look, the race for a wall.

pub(crate) mod judgement;
pub(crate) mod lookahead;
pub(crate) mod strategy;
pub mod wall_race;
