//! Syntax: the text of a program becomes a tree, and a tree becomes text again.
//!
//! The lexer splits a text into tokens, the parser builds a tree from them, and the printer writes a tree
//! such that parsing the text gives an equal tree. The tree refers to everything by the names of the source,
//! which `np::resolve` resolves. Errors are collected, one for each declaration.

pub(crate) mod calls;
pub mod data;
pub(crate) mod declarations;
pub(crate) mod expressions;
pub(crate) mod grammar;
pub mod include;
pub(crate) mod lexer;
pub mod parser;
pub mod print;
pub(crate) mod spelling;
pub mod tree;
