//! Other questions of peg solitaire: tables, weights, armies, marked pegs, positions to be found.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};

use crate::cli::args::limits::{TimeLimit, pegs, positive};
use crate::cli::args::{complete, file_name::FileName};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter table triangle15
  soliter table english --csv english.csv --jobs 2
  soliter table french --each 1m --finish any")]
pub(crate) struct TableArgs {
    /// A model file, or the name of a shipped board
    #[arg(value_name = "BOARD", add = complete::model())]
    pub(crate) board: FileName,
    /// Start with so many holes empty [default: 1]
    #[arg(long, value_name = "N", value_parser = positive, conflicts_with = "start")]
    #[arg(default_value = "1", hide_default_value = true)]
    pub(crate) vacancies: NonZeroUsize,
    /// Start with these holes empty, as in 44 or "33 55"; more than once for several starts
    #[arg(long, value_name = "HOLES")]
    pub(crate) start: Vec<String>,
    /// Where the last peg stands: in each hole in turn, or in any [default: each]
    #[arg(long, value_enum)]
    pub(crate) finish: Option<LastPeg>,
    /// Count solutions and shortest solutions too
    #[arg(long)]
    pub(crate) count: bool,
    /// Find the longest last sweep of a solution too
    #[arg(long)]
    pub(crate) last_sweep: bool,
    /// Give up on a problem, a count and a last sweep each after this time
    #[arg(long, value_name = "TIME")]
    pub(crate) each: Option<TimeLimit>,
    /// Solve so many problems at once, each with its part of the threads
    #[arg(long, value_name = "N", value_parser = positive)]
    #[arg(default_value = "1", hide_default_value = true)]
    pub(crate) jobs: NonZeroUsize,
    /// Write the table as CSV, a line a problem, as it fills; what it has proved is not solved again
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) csv: Option<PathBuf>,
    /// Draw the table on its board, each hole with its figure; - is standard output
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,
    /// Write a puzzle file for each problem into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) write: Option<PathBuf>,
    /// Write the certificate of each answer into this folder; one that is there already is checked
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) certify: Option<PathBuf>,
    /// Write a page on which the line of each problem plays; - is standard output
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LastPeg {
    /// In each hole in turn
    Each,
    /// In any hole
    Any,
}

#[cfg(feature = "milp")]
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter weights gardner/central-game
  soliter weights mine.toml --most 12 --format json")]
pub(crate) struct WeightsArgs {
    /// A puzzle file, or the name of a shipped puzzle; - reads one from standard input
    #[arg(value_name = "FILE", add = complete::puzzle())]
    pub(crate) file: FileName,
    /// At most so many [default: all extreme ones where they are known and up to 24, otherwise 6]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) most: Option<NonZeroUsize>,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter army square6 --rows 2
  soliter army square6 --rows 3")]
pub(crate) struct ArmyArgs {
    /// A model file, or the name of a shipped board: its upper rows lie beyond the line
    #[arg(value_name = "BOARD", add = complete::model())]
    pub(crate) board: FileName,
    /// Rows beyond the line: the goal is a hole of the first row
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) rows: NonZeroUsize,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter marked gardner/latin-cross --finisher 35
  soliter marked triangle15/31-to-55 --watch 55")]
pub(crate) struct MarkedArgs {
    /// A puzzle file, or the name of a shipped puzzle; - reads one from standard input
    #[arg(value_name = "FILE", add = complete::puzzle())]
    pub(crate) file: FileName,
    /// The peg that stands in this hole at the start is on the board at the end
    #[arg(long, value_name = "HOLE", required_unless_present_any = ["watch", "catch"])]
    pub(crate) finisher: Option<String>,
    /// The man on the watch: the peg of this hole stands still until the last move, which it makes
    #[arg(long, value_name = "HOLE")]
    pub(crate) watch: Option<String>,
    /// The peg that stands in this hole at the start is taken by the last jump
    #[arg(long, value_name = "HOLE")]
    pub(crate) catch: Option<String>,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter find english --finish 44 --pegs 9..16
  soliter find english --finish 44 --figure drawing.txt --by luck
  soliter find triangle15 --finish 53 --symmetry mirror --moves 5..9 --write found")]
pub(crate) struct FindArgs {
    /// A model file, or the name of a shipped board
    #[arg(value_name = "BOARD", add = complete::model())]
    pub(crate) board: FileName,
    /// Where the last peg is to stand
    #[arg(long, value_name = "HOLE")]
    pub(crate) finish: String,
    /// What positions have to look like [default: all]
    #[arg(long, value_enum, conflicts_with = "figure")]
    pub(crate) symmetry: Option<Symmetry>,
    /// Positions like this drawing, whatever their symmetry: o a peg, . an empty hole, ? either
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) figure: Option<FileName>,
    /// Positions of so many pegs: 6, or 5..9
    #[arg(long, value_name = "N", value_parser = pegs, default_value = "2..64", hide_default_value = true)]
    pub(crate) pegs: RangeInclusive<usize>,
    /// Puzzles of so many moves: 6, or 5..9
    #[arg(long, value_name = "N", value_parser = pegs)]
    pub(crate) moves: Option<RangeInclusive<usize>>,
    /// Which come first; but for pegs all positions are looked at [default: pegs]
    #[arg(long, value_enum)]
    pub(crate) by: Option<FindBy>,
    /// At most so many [default: 6]
    #[arg(long, value_name = "N", value_parser = positive)]
    #[arg(default_value = "6", hide_default_value = true)]
    pub(crate) most: NonZeroUsize,
    /// Write a puzzle file for each into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) write: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FindBy {
    /// Those of few pegs
    Pegs,
    /// Those of few solutions
    Solutions,
    /// Those of which most first jumps lose
    FalseStarts,
    /// Those that a random player is least likely to solve
    Luck,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Symmetry {
    /// The same under all symmetries of the board that keep the finish
    All,
    /// Left and right the same
    Mirror,
}
