//! Exact answers to peg-solitaire puzzles: shortest solutions with proofs, and checks of recorded solutions.
//!
//! A [`Puzzle`] is a [`Board`], a start and a [`Finish`]. It is read from a text by [`Puzzle::parse`] (or
//! [`load()`], which also reads the puzzles of the board games), or built in code as a [`PuzzleSetup`]; in
//! both cases it has passed the same checks. A [`Line`] is a sequence of moves, and a move is a chain of
//! jumps by one peg.
//!
//! * [`solve`] finds a line with the fewest moves or proves that there is none. The [`Method`] chooses among
//!   an exhaustive search, a depth-first search, mixed-integer programs and clauses, and their claims are
//!   compared with each other. The result is [`Verified`]: its line was replayed by the rules, its
//!   certificates were checked, and its [`Claim`] states what is proved.
//! * [`judge`] checks a solution in any usual notation: whether it is legal and reaches the finish, and which
//!   jump is the first illegal one.
//! * [`count`] counts solutions, positions and games.
//! * An [`Attempt`] is a puzzle being played: jumps can be made and undone, and there are hints.
//!
//! Each takes a [`Control`]: limits on time, memory and threads, a flag that cancels, and a receiver of
//! progress reports. Reaching a limit is never reported as "impossible". The library prints nothing and never
//! exits; the program `soliter` is built on these calls.
//!
//! ```
//! use soliter::{Claim, Control, Options, Puzzle, Source, judge, library, solve};
//!
//! let text = r#"
//!     title  = "Latin cross"
//!     model  = "english"
//!     start  = ["35", "43", "44", "45", "46", "55"]
//!     finish = ["44"]
//! "#;
//! let puzzle = Puzzle::parse(&Source::new("cross.toml", text), &library::model)?;
//! let answer = solve(&puzzle, &Options::default(), &Control::default())?;
//! assert_eq!(answer.claim(), Claim::Optimal { moves: 5 });
//! let line = answer.line().expect("an optimal answer has a line");
//! let record = puzzle.names().line(line);
//! assert!(judge(&puzzle, &record, &[], &Control::default())?.finish_reached);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Your own board
//!
//! Holes are numbered row by row from the top, from 0. Here a row of seven holes has four pegs, and one is to remain.
//!
//! ```
//! use soliter::prove::milp::export::{self, Formulation};
//! use soliter::program::file::Format;
//! use soliter::{Board, Control, Directions, Finish, Lattice, Position, PuzzleSetup};
//! use soliter::{Options, What, count, judge, solve};
//!
//! let board = Board::from_drawing("ooooooo", Lattice::Square, Directions::Orthogonal)?;
//! let start: Position = [0, 1, 3, 5].into_iter().collect();
//! let puzzle = PuzzleSetup::new(board, start, Finish::Pegs(1)).puzzle()?;
//! let control = Control::default();
//!
//! let answer = solve(&puzzle, &Options::default(), &control)?;
//! let line = answer.line().expect("a solution");
//! assert_eq!(puzzle.names().line(line), "11-31-51-71");
//! assert_eq!(count(&puzzle, What::Solutions, &control)?.value, 2);
//!
//! // A solution that somebody wrote: the first illegal jump, and why.
//! let mistake = judge(&puzzle, "11-31, 61-41", &[], &control)?.mistake.expect("a mistake");
//! assert_eq!(mistake.index, 2);
//!
//! // The integer program with one slot for one move, for another solver.
//! let text = export::text(&puzzle, "a row", Formulation::ByMove(1), Format::Lp, &control)?;
//! assert!(text.contains("formulation: by-move, 1 move"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! `default-features = false` is plain Rust: the search, the checker of solutions and of certificates, counts, the export of
//! integer programs, graphs and board games. `milp` adds `HiGHS`: solving integer programs, pagoda functions found by linear
//! programs, and running the language of constraint programs. `sat` adds `CaDiCaL`: SAT proofs. `cli` is for the program.
//!
//! The format of puzzle and model files is that of the program: `soliter help files` prints it, and [`puzzle_text`] writes it.
//!
//! # Modules
//!
//! From the lowest layer up:
//!
//! * [`base`]: limits, diagnostics with their places, reading TOML.
//! * [`checker`]: reads certificates, and shares no code with the modules that write them.
//! * [`draw`]: SVG of any kind. [`library`]: the built-in models and puzzles. [`base::collection`]: many puzzles in one file.
//! * [`program`]: mixed-integer programs, and their files for any solver. `highs` (feature `milp`) solves them.
//! * `sat` (feature `sat`): clauses, refuted by `CaDiCaL` with a proof.
//! * [`np`]: the language of constraint programs. [`text`]: reads solutions of peg solitaire.
//! * [`boards`]: boards, puzzles, rules, the verifier, pictures. [`search`]: fewest moves, counts and levels.
//! * [`prove`]: all methods on one puzzle ([`prove::solve`]), judgements of solutions, certificates.
//! * [`games`]: the board games. [`graphs`]: peg solitaire on graphs.
//! * [`mod@load`]: reads the text of a puzzle of either kind, [`puzzle_text`] writes it. [`pages`]: HTML pages and
//!   their data. [`requests`]: answers to the pages' requests. [`reports`]: results in words.
//!
//! The command line is a module on top of these, which is not part of the library.

#![allow(
    clippy::missing_errors_doc,
    reason = "the type of an error says what it is; a section says what the type does not"
)]

/// README's example, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

#[cfg(feature = "milp")]
#[doc(inline)]
pub use soliter_solvers::highs;
#[cfg(feature = "sat")]
#[doc(inline)]
pub use soliter_solvers::sat;
#[doc(inline)]
pub use {
    soliter_base as base, soliter_base::draw, soliter_boards as boards, soliter_checker as checker,
    soliter_games as games, soliter_graphs as graphs, soliter_np as np, soliter_prove as prove,
    soliter_search as search, soliter_solvers::program, soliter_text as text,
};

pub mod library;
mod link;
pub mod load;
pub mod pages;
pub mod puzzle_text;
pub mod reports;
pub mod requests;

pub use base::collection::Collection;
pub use base::control::{Control, Stop};
pub use base::diagnostic::{Diagnostics, Source};
pub use boards::answer::evidence::Evidence;
pub use boards::answer::{Claim, Prover};
pub use boards::board::Board;
pub use boards::board::lattice::{Directions, Lattice};
pub use boards::board::position::{Hole, Position};
pub use boards::line::Line;
pub use boards::notation::Scheme;
pub use boards::puzzle::model::Model;
pub use boards::puzzle::setup::{PuzzleSetup, SetupFault};
pub use boards::puzzle::{Finish, Puzzle};
pub use boards::session::Attempt;
pub use boards::verify::{VerificationError, Verified};
pub use load::{Loaded, load};
pub use prove::judge::{Judgement, Mistake, Verdict, judge};
pub use prove::solve::{Method, Options, solve};
pub use search::count::{Count, CountFault, What, count};
pub use text::Style;
