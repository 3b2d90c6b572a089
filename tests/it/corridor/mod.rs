//! Corridor and Quoridor: figures of other programs, a plain reference, wrong input.

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
