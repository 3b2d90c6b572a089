//! What is checked: lines that persons wrote, and certificates.

#[cfg(feature = "sat")]
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{ArgGroup, ValueEnum, ValueHint};
#[cfg(all(feature = "milp", feature = "sat"))]
use soliter::library;
use soliter::peg::record::style::Style;

#[cfg(feature = "sat")]
use crate::cli::args::limits::{positive, some_or_all};
use crate::cli::args::{complete, file_name::FileName, show::Pictures};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter check gardner/latin-cross --moves \"45-25, 43-45, 55-35, 25-45, 46-44\"
  soliter check gardner/central-game records/bergholt-1912
  soliter check mine.toml line.txt --html game.html
  soliter check pyramid/base-5 pyramid/records/sample-game --analyse")]
pub(crate) struct CheckArgs {
    /// A puzzle file, or the name of a shipped puzzle
    #[arg(value_name = "FILE", add = complete::puzzle())]
    pub(crate) file: FileName,
    /// A file with the line, a shipped record, or - for standard input; without it and without
    /// --moves, what a file or pipe on standard input holds (a pipe that says nothing for half a
    /// second counts as empty), or else the solution in the puzzle file
    #[arg(value_name = "RECORD", conflicts_with = "moves", add = complete::record())]
    pub(crate) record: Option<FileName>,
    /// The line itself, for example "45-25, 43-45"
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    /// Read the solution in this style only, for example row-column or sentences; may be given for
    /// the form and for the names of holes. `soliter help records` shows each style
    #[arg(long = "as", value_name = "STYLE")]
    pub(crate) styles: Vec<Style>,
    /// For a game: the value before every move, and the mistakes
    #[arg(long)]
    pub(crate) analyse: bool,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter certify gardner/lamp --line -o lamp.layers
  soliter certify gardner/lamp --cubes lamp")]
#[command(group(ArgGroup::new("kinds").required(true).multiple(true)))]
pub(crate) struct CertifyArgs {
    /// A puzzle file, or the name of a shipped puzzle; - reads one from standard input
    #[arg(value_name = "FILE", add = complete::puzzle())]
    pub(crate) file: FileName,
    /// Write the certificate here; - is standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath, group = "kinds")]
    pub(crate) output: Option<PathBuf>,
    /// Write a proof by clauses here, in LRAT, and the clauses beside it with the ending .cnf
    #[cfg(feature = "sat")]
    #[arg(long, value_name = "OUT.lrat", value_hint = ValueHint::FilePath, group = "kinds")]
    pub(crate) lrat: Option<PathBuf>,
    /// Refute one move less than the fewest by clauses in many small parts, and write a row for each into a table
    /// in this folder; any number of processes may work there, and what is done is kept
    #[cfg(feature = "sat")]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, group = "kinds", conflicts_with_all = ["output", "lrat", "dir"])]
    pub(crate) cubes: Option<PathBuf>,
    /// With --cubes: refute this number of moves, without a search for the fewest
    #[cfg(feature = "sat")]
    #[arg(long, value_name = "N", value_parser = positive, requires = "cubes")]
    pub(crate) moves: Option<NonZeroUsize>,
    /// With --cubes: a part for each position after so many moves [default: a third of the moves]
    #[cfg(feature = "sat")]
    #[arg(long, value_name = "N", requires = "cubes")]
    pub(crate) after: Option<usize>,
    /// Write a bound by a mixed-integer program here, with multipliers of its rows that prove it
    #[cfg(feature = "milp")]
    #[arg(long, value_name = "OUT.bound", value_hint = ValueHint::FilePath, group = "kinds")]
    pub(crate) bound: Option<PathBuf>,
    /// The program of --bound [default: relaxation]
    #[cfg(feature = "milp")]
    #[arg(long, value_enum, requires = "bound")]
    pub(crate) formulation: Option<BoundProgram>,
    /// The layers themselves, or only their digest: who checks makes the layers anew; or none
    #[arg(long, value_enum, default_value_t)]
    pub(crate) layers: LayerContents,
    /// Write the line too, which makes the claim a whole one: exactly so many moves
    #[arg(long)]
    pub(crate) line: bool,
    #[command(flatten)]
    pub(crate) room: LayerRoom,
}

/// Where layers are kept that outgrow the memory.
#[derive(clap::Args)]
pub(crate) struct LayerRoom {
    /// Keep layers in this folder, where they outgrow the memory or are to outlive the process
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
    /// Go on with what the folder holds
    #[arg(long, requires = "dir")]
    pub(crate) resume: bool,
}

#[cfg(feature = "milp")]
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum BoundProgram {
    /// How often each jump is made, in whatever order: often less than the fewest moves
    #[default]
    Relaxation,
    /// A move at a time, one move less than the fewest
    Sweep,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LayerContents {
    /// All positions
    Full,
    /// Their numbers and SHA-256
    #[default]
    Digests,
    /// A bound on the moves that a person can add up, by weights of the holes: often less than the fewest
    #[cfg(feature = "milp")]
    None,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter verify lamp.layers
  soliter verify lamp/table.cubes gardner/lamp --again 3
  soliter verify cross.lrat solitaire --data gardner/latin-cross")]
pub(crate) struct VerifyArgs {
    /// The certificate; - reads standard input
    #[arg(value_name = "CERTIFICATE", value_hint = ValueHint::FilePath)]
    pub(crate) file: FileName,
    /// What it has to be of: a puzzle file, the name of a shipped puzzle, or for a proof by clauses a program
    #[arg(value_name = "PUZZLE", add = complete::puzzle())]
    pub(crate) of: Option<FileName>,
    /// The data of the program, as for `run`
    #[cfg(all(feature = "milp", feature = "sat"))]
    #[arg(long, value_name = "FILE", requires = "of", add = complete::puzzle())]
    pub(crate) data: Option<FileName>,
    /// A field of the program, as for `run`
    #[cfg(all(feature = "milp", feature = "sat"))]
    #[arg(long, value_name = "Name=VALUE", requires = "of", allow_hyphen_values = true)]
    pub(crate) set: Vec<String>,
    #[command(flatten)]
    pub(crate) room: LayerRoom,
    /// Of a table of cubes: refute so many cubes again, chosen at random, or all; the puzzle has to be named
    #[cfg(feature = "sat")]
    #[arg(long, value_name = "N", value_parser = some_or_all, requires = "of")]
    pub(crate) again: Option<usize>,
    /// Choose the same cubes as a run before, which has named its seed
    #[cfg(feature = "sat")]
    #[arg(long, value_name = "N", requires = "again")]
    pub(crate) seed: Option<u64>,
}

#[cfg(all(feature = "milp", feature = "sat"))]
impl VerifyArgs {
    /// Whether it has to be of a program: one that ends in `.np` or ships, or that has data.
    pub(crate) fn is_of_program(&self) -> bool {
        let is_program = |name: &FileName| {
            let ends = name.path().extension().is_some_and(|ending| ending == "np");
            ends || library::programs().iter().any(|program| **program == **name)
        };
        let has_data = self.data.is_some() || !self.set.is_empty();
        has_data || self.of.as_ref().is_some_and(is_program)
    }
}
