//! Syntax: the text of a program becomes a tree.
//!
//! The lexer splits a text into tokens, and the parser builds a tree from them. The tree refers to everything by the names of the source,
//! which `np::resolve` resolves. Errors are collected, one for each declaration.

pub(crate) mod calls;
pub mod data;
pub(crate) mod declarations;
pub(crate) mod expressions;
pub(crate) mod grammar;
pub mod include;
pub(crate) mod lexer;
pub mod parser;
pub(crate) mod spelling;
pub mod tree;
