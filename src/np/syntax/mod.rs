//! The text of a program becomes a tree: words, declarations, expressions, files that are included; and a tree becomes text.

pub(crate) mod calls;
pub mod data;
pub(crate) mod expressions;
pub(crate) mod grammar;
pub mod include;
pub(crate) mod lexer;
pub mod parser;
pub mod print;
pub(crate) mod spelling;
pub mod tree;
