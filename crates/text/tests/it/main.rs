//! The reader of solutions: texts of people and programs, what the program writes itself, and the work of reading.

mod additions;
mod cases;
mod common;
mod linear;
mod remarks;
mod written;
