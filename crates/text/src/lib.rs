//! Solutions of peg solitaire as people and programs write them: from a text to a verdict.
//!
//! ```text
//! text ── lexer ──> tokens                            once
//!           tables ──> rows of JSON, CSV, plans       once, by the parser of the format
//!           diagrams ──> positions                    once
//!      for each notation:
//!           vocabulary   what each word means         a hole, several holes, a known word
//!           moves        tokens ──> jumps, runs of holes, remarks, what has no meaning
//!           forms        runs ──> jumps, in each form: pairs, from-over-to, clicks
//!           ──> a Reading: jumps, and the tokens that it explains
//! choose ── the reading that explains the most ── replayed by the rules ──> a Judgement
//! ```
//!
//! Reading a text of n bytes on a board of m holes takes O(n + m) steps for each notation, and looks at the limits of
//! its [`Control`](soliter_base::control::Control) all the time. `choose.rs` has the rule that decides between readings.
//! Legality breaks ties only: the rules are applied by `soliter-boards`.

mod choose;
mod diagrams;
mod forms;
mod judgement;
mod lexer;
mod meter;
mod moves;
mod own;
mod race;
mod reading;
mod several;
mod style;
mod tables;
mod vocabulary;
mod words;

pub use judgement::{Judgement, Mistake, Verdict, judge, judge_open};
pub use own::{PlayFault, play, read};
pub use reading::{Reading, Unexplained, WrittenJump};
pub use several::solutions;
pub use style::{Form, Style};
