//! Values from outside: the fields of a program, given one by one or in a TOML file.

pub mod data_file;
pub mod fields;
