//! Corridor and Quoridor: results of other programs, a plain reference implementation, invalid input.

mod against_reference;
mod common;
mod figures;
mod limits;
mod puzzles;
mod race;
mod records;
mod repetition;
mod settings;
mod values;
