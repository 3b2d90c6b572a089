//! What is shown: puzzles and records as pictures, and what ships with the program.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::ValueHint;

use crate::cli::args::{complete, file_name::FileName, limits::pegs};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter show english --notation letter-row
  soliter show gardner/central-game --record records/bergholt-1912
  soliter show quoridor                             the parameters and readings of a game
  soliter show solitaire                            a program as it ships")]
pub(crate) struct ShowArgs {
    /// A puzzle or model file, or the name of a shipped one
    #[arg(value_name = "FILE", add = complete::shown())]
    pub(crate) file: FileName,
    /// Draw the position after every move of this record (a file, a shipped record, or -)
    #[arg(long, value_name = "RECORD", add = complete::record())]
    pub(crate) record: Option<FileName>,
    /// Print the puzzle as a puzzle file of Soliter, whatever program its file is from
    #[arg(long, value_name = "FORM", value_enum, conflicts_with_all = ["record", "svg", "html"])]
    pub(crate) to: Option<ShowForm>,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ShowForm {
    /// A puzzle file
    Toml,
}

#[derive(clap::Args)]
pub(crate) struct Pictures {
    /// Write a picture: the puzzle, or a strip with one picture a move; - is standard output
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,
    /// Write a page that plays the moves and lets its reader try; - is standard output
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter list pyramid
  soliter list --board triangle15 --solved
  soliter list --pegs 5..9 --format json")]
pub(crate) struct ListArgs {
    /// Only what has these words in its name, title, board or source
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// Only puzzles whose fewest moves are known, or that are known to be impossible
    #[arg(long)]
    pub(crate) solved: bool,
    /// Only puzzles that begin with so many pegs: 6, or 5..9
    #[arg(long, value_name = "N", value_parser = pegs)]
    pub(crate) pegs: Option<RangeInclusive<usize>>,
    /// Only puzzles of this board or game
    #[arg(long, value_name = "NAME", add = complete::model())]
    pub(crate) board: Option<String>,
}
