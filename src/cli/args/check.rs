//! The arguments of `check`, `certify` and `verify`.

#[cfg(feature = "sat")]
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};
#[cfg(all(feature = "milp", feature = "sat"))]
use soliter::library;
use soliter::text::Style;

#[cfg(feature = "sat")]
use crate::cli::args::limits::positive;
use crate::cli::args::{complete, file_name::FileName, show::Pictures};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter check gardner/latin-cross --moves \"45-25, 43-45, 55-35, 25-45, 46-44\"
  soliter check gardner/central-game solutions/bergholt-1912
  soliter check mine.toml line.txt --html game.html
  soliter check pyramid/base-5 pyramid/records/sample-game --analyse")]
pub(crate) struct CheckArgs {
    /// Puzzle file, or name of a built-in puzzle
    #[arg(value_name = "PUZZLE", add = complete::puzzle())]
    pub(crate) file: FileName,
    /// File with the solution or game record, name of a built-in one, or - for standard input [default: piped
    /// standard input, or else the solution in the puzzle file]
    #[arg(value_name = "SOLUTION", conflicts_with = "moves", add = complete::solution())]
    pub(crate) solution: Option<FileName>,
    /// Solution to check, for example "45-25, 43-45"
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    /// Read the solution in this style only, e.g. row-column or sentences; repeat to give form and
    /// hole names (see `soliter help solutions`)
    #[arg(long = "as", value_name = "STYLE")]
    pub(crate) styles: Vec<Style>,
    /// For games: print the value before every move, and the mistakes
    #[arg(long)]
    pub(crate) analyse: bool,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter certify gardner/lamp --with-solution -o lamp.layers
  soliter certify gardner/lamp --lrat lamp.lrat")]
pub(crate) struct CertifyArgs {
    /// Puzzle file, or name of a built-in puzzle; - reads one from standard input
    #[arg(value_name = "FILE", add = complete::puzzle())]
    pub(crate) file: FileName,
    /// Write the certificate to this file; - is standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Write an LRAT proof to this file, and the refuted clauses to OUT.cnf
    #[cfg(feature = "sat")]
    #[arg(long, value_name = "OUT.lrat", value_hint = ValueHint::FilePath)]
    pub(crate) lrat: Option<PathBuf>,
    /// With --lrat: refute this number of moves, without a search for the minimum
    #[cfg(feature = "sat")]
    #[arg(long, value_name = "N", value_parser = positive, requires = "lrat")]
    pub(crate) moves: Option<NonZeroUsize>,
    /// Write a lower bound from an integer program to this file, with the dual multipliers that prove it
    #[cfg(feature = "milp")]
    #[arg(long, value_name = "OUT.bound", value_hint = ValueHint::FilePath)]
    pub(crate) bound: Option<PathBuf>,
    /// Integer program for --bound [default: relaxation]
    #[cfg(feature = "milp")]
    #[arg(long, value_enum, requires = "bound")]
    pub(crate) formulation: Option<BoundProgram>,
    /// What to store per search level; the checker recomputes the levels in any case
    #[arg(long, value_enum, default_value_t)]
    pub(crate) layers: LayerContents,
    /// Include a solution, so that the certificate proves the exact minimum and not only a lower bound
    #[arg(long)]
    pub(crate) with_solution: bool,
    #[command(flatten)]
    pub(crate) folder: LayerFolder,
}

impl CertifyArgs {
    /// Whether any kind of certificate is to be written.
    pub(crate) fn has_output(&self) -> bool {
        let kinds = [
            self.output.is_some(),
            #[cfg(feature = "sat")]
            self.lrat.is_some(),
            #[cfg(feature = "milp")]
            self.bound.is_some(),
        ];
        kinds.contains(&true)
    }
}

/// The folder for layers that do not fit in memory.
#[derive(clap::Args)]
pub(crate) struct LayerFolder {
    /// Folder for layers that outgrow the memory or must outlive the process
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
    /// Resume from the layers in the folder
    #[arg(long, requires = "dir")]
    pub(crate) resume: bool,
}

#[cfg(feature = "milp")]
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum BoundProgram {
    /// Jump counts without their order; the bound is often below the minimum
    #[default]
    Relaxation,
    /// One step per move; refutes M - 1 moves, where M is the minimum
    ByMove,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LayerContents {
    /// All positions
    Full,
    /// Counts and SHA-256 digests
    #[default]
    Digests,
    /// No levels: a lower bound from hole weights, checkable by hand; often below the minimum
    #[cfg(feature = "milp")]
    None,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter verify lamp.layers
  soliter verify cross.lrat solitaire --data gardner/latin-cross")]
pub(crate) struct VerifyArgs {
    /// Certificate file; - reads standard input
    #[arg(value_name = "CERTIFICATE", value_hint = ValueHint::FilePath)]
    pub(crate) file: FileName,
    /// Puzzle the certificate must match; for an LRAT proof, a puzzle or a program
    #[arg(value_name = "PUZZLE", add = complete::puzzle())]
    pub(crate) of: Option<FileName>,
    /// Data file of the program, as for `run`
    #[cfg(all(feature = "milp", feature = "sat"))]
    #[arg(long, value_name = "FILE", requires = "of", add = complete::puzzle())]
    pub(crate) data: Option<FileName>,
    /// Set a field of the program, as for `run`
    #[cfg(all(feature = "milp", feature = "sat"))]
    #[arg(long, value_name = "Name=VALUE", requires = "of", allow_hyphen_values = true)]
    pub(crate) set: Vec<String>,
    #[command(flatten)]
    pub(crate) folder: LayerFolder,
}

#[cfg(all(feature = "milp", feature = "sat"))]
impl VerifyArgs {
    /// Whether the certificate must match a program: it is required if the name ends in `.np` or is that of a
    /// built-in program, or if there are data.
    pub(crate) fn is_of_program(&self) -> bool {
        let is_program = |name: &FileName| {
            let ends = name.path().extension().is_some_and(|ending| ending == "np");
            ends || library::programs().iter().any(|program| **program == **name)
        };
        let has_data = self.data.is_some() || !self.set.is_empty();
        has_data || self.of.as_ref().is_some_and(is_program)
    }
}
