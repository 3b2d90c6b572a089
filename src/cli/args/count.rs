//! The arguments of `count`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};
use serde::Serialize;

use crate::cli::args::{complete, file_name::FileName, levels::Disk, limits::positive};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter count gardner/latin-cross --what shortest
  soliter count gardner/lamp --what positions --svg levels.svg
  soliter count gardner/central-game --what positions --by moves --depth 6
  soliter count triangle15 --what games                            for each vacancy
  soliter count corridor/3x3-placement --what perft --depth 2 --divide
  soliter count french/46-to-45 --what positions --dir levels      on disk; --resume continues")]
pub(crate) struct CountArgs {
    /// Puzzle file, or name of a built-in puzzle; with --what games also a board; - reads standard input
    #[arg(value_name = "FILE", add = complete::puzzle())]
    pub(crate) file: FileName,
    /// Quantity to count; for board games, only perft
    #[arg(long, value_enum, default_value_t)]
    pub(crate) what: What,
    /// With perft: number of moves [default: 3]; with --by moves: stop after N moves
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) depth: Option<NonZeroUsize>,
    /// With positions: count by number of jumps, or by minimum number of moves [default: jumps]
    #[arg(long, value_enum)]
    pub(crate) by: Option<By>,
    /// With --by moves: count the moves from a position to the finish
    #[arg(long)]
    pub(crate) backward: bool,
    /// With positions: also count those from which the finish can still be reached
    #[arg(long)]
    pub(crate) won: bool,
    /// With perft: print the count of every first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Plot the numbers by level; - is standard output
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,
    /// Write the numbers as CSV; - is standard output
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) csv: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) disk: Disk,
}

impl CountArgs {
    /// An option that was given but has no effect on this count, and the options that it requires.
    pub(crate) fn useless(&self) -> Option<(&'static str, &'static str)> {
        let by_moves = self.what == What::Positions && self.by == Some(By::Moves);
        let on_disk = matches!(self.what, What::Solutions | What::Positions | What::Games);
        let to_disk = "--what solutions, positions or games, by jumps and without --won";
        let by_jumps = self.what == What::Positions && !by_moves;
        let disk = self.disk.option();
        [
            (
                disk.unwrap_or_default(),
                disk.is_some() && (by_moves || !on_disk || self.won),
                to_disk,
            ),
            ("--depth", self.depth.is_some() && !by_moves, "--what perft or --by moves"),
            ("--divide", self.divide, "--what perft"),
            ("--won", self.won && !by_jumps, "--what positions without --by moves"),
            ("--by", self.by.is_some() && self.what != What::Positions, "--what positions"),
            ("--backward", self.backward && !by_moves, "--what positions --by moves"),
            (
                "--svg",
                self.svg.is_some() && self.what.solitaire().is_none(),
                "--what solutions, shortest, positions or games",
            ),
            (
                "--csv",
                self.csv.is_some() && matches!(self.what, What::DeadEnds | What::Lost),
                "a --what other than dead-ends and lost",
            ),
        ]
        .into_iter()
        .find_map(|(option, useless, with)| useless.then_some((option, with)))
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum What {
    /// Solutions, as sequences of jumps
    #[default]
    Solutions,
    /// Shortest solutions, as sequences of jumps (solve --solutions N --all-symmetries lists them)
    Shortest,
    /// Positions that can be reached from the start
    Positions,
    /// Games from the start until no jump is left, and those that end at the finish; for a board, by vacancy
    Games,
    /// Shortest game that gets stuck
    DeadEnds,
    /// Shortest game after which the finish can no longer be reached
    Lost,
    /// Longest sweep in a solution, and the sweeps that can end one
    Sweeps,
    /// Shortest solutions up to symmetry and the order of independent moves
    Distinct,
    /// Sequences of N moves from the start, where N is --depth
    Perft,
}

impl What {
    /// What is counted of peg solitaire alone.
    pub(crate) fn solitaire(self) -> Option<soliter::search::count::What> {
        use soliter::search::count::What as W;
        match self {
            Self::Solutions => Some(W::Solutions),
            Self::Shortest => Some(W::Shortest),
            Self::Positions => Some(W::Positions),
            Self::Games => Some(W::Games),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    Jumps,
    Moves,
}
