//! Surveys of graphs, compared with brute force, with published data and with theorems.

mod atlas;
mod brute_force;
mod families;
mod limits;
mod random;
mod theorems;
