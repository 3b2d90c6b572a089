//! The arguments of `survey`, `army` and `generate`.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};

use crate::cli::args::limits::{TimeLimit, pegs, positive};
use crate::cli::args::{complete, file_name::FileName};

#[derive(clap::Args)]
pub(crate) struct SurveyArgs {
    /// Model file, or name of a built-in board
    #[arg(value_name = "BOARD", add = complete::model())]
    pub(crate) board: FileName,
    /// Number of holes empty at the start [default: 1]
    #[arg(long, value_name = "N", value_parser = positive, conflicts_with = "start")]
    #[arg(default_value = "1", hide_default_value = true)]
    pub(crate) vacancies: NonZeroUsize,
    /// Holes empty at the start, as in 44 or "33 55"; repeat for several starts
    #[arg(long, value_name = "HOLES")]
    pub(crate) start: Vec<String>,
    /// Hole of the last peg: each hole in turn, or any [default: each]
    #[arg(long, value_enum)]
    pub(crate) finish: Option<LastPeg>,
    /// Count all solutions and the shortest ones
    #[arg(long)]
    pub(crate) count: bool,
    /// Find the longest last sweep of a solution
    #[arg(long)]
    pub(crate) last_sweep: bool,
    /// Time limit for each problem, each count and each last sweep [default: none]
    #[arg(long, value_name = "TIME")]
    pub(crate) each: Option<TimeLimit>,
    /// Number of problems to solve at once; they share the threads [default: 1]
    #[arg(long, value_name = "N", value_parser = positive)]
    #[arg(default_value = "1", hide_default_value = true)]
    pub(crate) jobs: NonZeroUsize,
    /// Write each result to this CSV file as it is found; a later run solves only open problems
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) csv: Option<PathBuf>,
    /// Draw the table on its board, with a number in each hole; - is standard output
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,
    /// Write the problems to this file, as a collection of puzzles
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) write: Option<PathBuf>,
    /// Write a certificate for each answer to this folder; existing certificates are checked
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) certify: Option<PathBuf>,
    /// Write a page that plays the solution of each problem; - is standard output
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LastPeg {
    Each,
    Any,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter army square6 --rows 2
  soliter army square6 --rows 3")]
pub(crate) struct ArmyArgs {
    /// Model file, or name of a built-in board; its top rows lie beyond the line
    #[arg(value_name = "BOARD", add = complete::model())]
    pub(crate) board: FileName,
    /// Number of rows beyond the line; the goal is a hole in the top row
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) rows: NonZeroUsize,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter generate english --finish 44 --pegs 9..16
  soliter generate english --finish 44 --figure drawing.txt --by false-starts
  soliter generate triangle15 --finish 53 --symmetry mirror --moves 5..9 --write found.toml")]
pub(crate) struct GenerateArgs {
    /// Model file, or name of a built-in board
    #[arg(value_name = "BOARD", add = complete::model())]
    pub(crate) board: FileName,
    /// Hole of the last peg
    #[arg(long, value_name = "HOLE")]
    pub(crate) finish: String,
    /// Symmetry of the positions [default: all]
    #[arg(long, value_enum, conflicts_with = "figure")]
    pub(crate) symmetry: Option<Symmetry>,
    /// Drawing that the positions must match: o a peg, . an empty hole, ? either
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) figure: Option<FileName>,
    /// Number of pegs in a position: 6, or 5..9 [default: 2..64]
    #[arg(long, value_name = "N", value_parser = pegs, default_value = "2..64", hide_default_value = true)]
    pub(crate) pegs: RangeInclusive<usize>,
    /// Minimum number of moves of the puzzle: 6, or 5..9 [default: any]
    #[arg(long, value_name = "N", value_parser = pegs)]
    pub(crate) moves: Option<RangeInclusive<usize>>,
    /// Sort order. Any order other than `pegs` must examine all positions first [default: pegs]
    #[arg(long, value_enum)]
    pub(crate) by: Option<GenerateBy>,
    /// Maximum number of positions to print [default: 6]
    #[arg(long, value_name = "N", value_parser = positive)]
    #[arg(default_value = "6", hide_default_value = true)]
    pub(crate) number: NonZeroUsize,
    /// Write the puzzles to this file, as a collection
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) write: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GenerateBy {
    /// Fewest pegs
    Pegs,
    /// Fewest solutions
    Solutions,
    /// Most first jumps that lose
    FalseStarts,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Symmetry {
    /// Unchanged by all symmetries of the board that preserve the finish
    All,
    /// Unchanged by the left-right reflection
    Mirror,
}
