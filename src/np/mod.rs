//! A small language of constraint programs over whole numbers, and its way to an answer.
//!
//! The language is a dialect reconstructed from one program, the peg-solitaire model of a page of
//! puzzles; see `docs/np-language.md`. A program is read ([`names::Model`]), grounded with its data
//! ([`ground`]), lowered to a mixed-integer program by tabulation and convex hulls ([`lower`]),
//! solved by `HiGHS`, and its values are put back into the source by an evaluator of its own
//! ([`check`]).
//!
//! ```
//! use soliter::base::control::Control;
//! use soliter::base::diagnostic::Source;
//! use soliter::np::syntax::data::FieldValues;
//! use soliter::np::resolve::names::Model;
//! use soliter::np::solve::solve;
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
//! # Ok::<(), soliter::base::diagnostic::Diagnostics>(())
//! ```

pub mod check;
#[cfg(feature = "cp")]
mod cp;
pub mod ground;
pub mod input;
mod meter;
pub mod milp;
pub mod resolve;
pub mod solve;
pub mod syntax;
