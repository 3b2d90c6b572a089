//! What is checked: lines that persons wrote, and certificates.

use std::path::PathBuf;

use clap::{ArgGroup, ValueEnum, ValueHint};

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
    /// For a game: the value before every move, and the mistakes
    #[arg(long)]
    pub(crate) analyse: bool,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter certify gardner/lamp --line -o lamp.layers")]
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
  soliter verify lamp.layers")]
pub(crate) struct VerifyArgs {
    /// The certificate; - reads standard input
    #[arg(value_name = "CERTIFICATE", value_hint = ValueHint::FilePath)]
    pub(crate) file: FileName,
    /// The puzzle that it has to be of: a puzzle file, or the name of a shipped puzzle
    #[arg(value_name = "PUZZLE", add = complete::puzzle())]
    pub(crate) puzzle: Option<FileName>,
}
