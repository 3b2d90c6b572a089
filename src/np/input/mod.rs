//! Input: the values of a program's fields, which are given one by one or in a TOML file.
//!
//! * [`data_file`]: reads the fields from a TOML file.
//! * [`fields`]: whether every field has a value, and one of the right shape.

pub mod data_file;
pub mod fields;
