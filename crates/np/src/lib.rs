//! A small modelling language for constraint programs over the integers, and its solver.
//!
//! The language is a dialect reconstructed from one program, the peg-solitaire model of a page of puzzles;
//! see `docs/reference/language.md`. A program passes through these stages, which `solve` calls one after the
//! other:
//!
//! * [`syntax`]: its text is parsed into a tree.
//! * [`resolve`]: its names are resolved, which gives a [`resolve::names::Model`].
//! * [`input`]: its fields get their values.
//! * [`ground`]: it is evaluated with these values, which gives variables, constraints and an objective.
//! * [`milp`] lowers these to columns and rows for `HiGHS` and other solvers, and `clauses` encodes them for `CaDiCaL`.
//! * [`check`]: the values that come back are checked against the source, by an evaluator that shares only the tree
//!   with the stages above.
//!
//! ```
//! use soliter_base::control::Control;
//! use soliter_base::diagnostic::Source;
//! use soliter_np::resolve::names::Model;
//! use soliter_np::solve::solve;
//! use soliter_np::syntax::data::FieldValues;
//!
//! let text = "Project Coins
//! Module Main
//! Var Fives As {0..20}
//! Var Threes As {0..20}
//! Con Amount As 5*Fives + 3*Threes = 31
//! Con Fewest As Minimize(Fives + Threes)";
//! let model = Model::parse(&Source::new("coins.np", text))?;
//! let answer = solve(&model, &FieldValues::new(), &Control::default()).expect("no fault");
//! assert_eq!(answer.objective, Some(7));
//! # Ok::<(), soliter_base::diagnostic::Diagnostics>(())
//! ```

// Without an engine, the code that engines share is not called.
#![cfg_attr(not(feature = "milp"), allow(dead_code))]

pub mod check;
#[cfg(all(feature = "milp", feature = "sat"))]
pub mod clauses;
pub mod ground;
pub mod input;
mod meter;
pub mod milp;
pub mod refusal;
pub mod resolve;
#[cfg(feature = "milp")]
pub mod solve;
pub mod syntax;
