//! The arguments of `show` and `list`, and the options for pictures.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::ValueHint;

use crate::cli::args::{complete, file_name::FileName, limits::pegs};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter show english --notation letter-row
  soliter show gardner/central-game --solution solutions/bergholt-1912
  soliter show quoridor                             the parameters and rule variants of a game
  soliter show solitaire                            a built-in program")]
pub(crate) struct ShowArgs {
    /// Puzzle or model file, or name of a built-in one
    #[arg(value_name = "FILE", add = complete::shown())]
    pub(crate) file: FileName,
    /// Draw the position after every move of this solution or game record (a file, a built-in name, or -)
    #[arg(long, value_name = "SOLUTION", add = complete::solution())]
    pub(crate) solution: Option<FileName>,
    /// Convert the puzzle to this file format, whatever its present format
    #[arg(long, value_name = "FORM", value_enum, conflicts_with_all = ["solution", "svg", "html"])]
    pub(crate) to: Option<ShowForm>,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ShowForm {
    /// Puzzle file of Soliter
    Toml,
}

#[derive(clap::Args)]
pub(crate) struct Pictures {
    /// Write a picture of the puzzle, or a strip with one picture per move; - is standard output
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,
    /// With --svg, play the moves on one board instead
    #[arg(long, requires = "svg")]
    pub(crate) animate: bool,
    /// Write a page that replays the moves and lets readers try; - is standard output
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter list pyramid
  soliter list --board triangle15 --solved
  soliter list mine.toml
  soliter list --pegs 5..9 --format json")]
pub(crate) struct ListArgs {
    /// Show only entries with these words in the name, title, board or source; with a file, list its puzzles instead of
    /// the built-in entries
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// Show only puzzles whose minimum is known, or that are known to be impossible
    #[arg(long)]
    pub(crate) solved: bool,
    /// Show only puzzles with this number of pegs at the start: 6, or 5..9
    #[arg(long, value_name = "N", value_parser = pegs)]
    pub(crate) pegs: Option<RangeInclusive<usize>>,
    /// Show only puzzles on this board or of this game
    #[arg(long, value_name = "NAME", add = complete::model())]
    pub(crate) board: Option<String>,
}
