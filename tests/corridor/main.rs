//! Corridor and Quoridor: figures of other programs, a plain reference, wrong input.

mod common;
mod figures;
mod values;
