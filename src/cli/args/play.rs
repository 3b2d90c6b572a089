//! Play at the prompt, and in a browser.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueHint;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use soliter::games::opponent::Opponent;

use crate::cli::args::limits::{TimeLimit, port, positive};
use crate::cli::args::{complete, file_name::FileName};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter play gardner/latin-cross
  soliter play quoridor/5x5-two-walls --opponent perfect
  soliter play pyramid/base-8 --opponent random --seed 7")]
pub(crate) struct PlayArgs {
    /// Puzzle file, or name of a built-in puzzle
    #[arg(value_name = "FILE", add = complete::puzzle())]
    pub(crate) file: FileName,
    /// For games: opponent for the other sides [default: perfect]
    #[arg(long, value_parser = opponents())]
    pub(crate) opponent: Option<Opponent>,
    /// For games: your player number, from 1, or `none` to watch [default: the player to move]
    #[arg(long, value_name = "N", value_parser = side)]
    pub(crate) side: Option<Side>,
    /// For games: thinking time per move [default: 4 s, or --time-limit]
    #[arg(long, value_name = "TIME")]
    pub(crate) think: Option<TimeLimit>,
    /// Random seed of a random or easy opponent [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

fn opponents() -> impl TypedValueParser<Value = Opponent> {
    let value = |opponent: Opponent| {
        let word = PossibleValue::new(opponent.word());
        word.help(match opponent {
            Opponent::Perfect => "Plays a proved best move, or the best found in the time",
            Opponent::Normal => "Looks two moves ahead",
            Opponent::Easy => "Looks one move ahead, and plays a random move now and then",
            Opponent::Text => "Plays the strategy that the game's source describes",
            Opponent::Random => "Plays legal moves at random",
            Opponent::None => "Nobody: you play all sides",
        })
    };
    // `best` is the default.
    let of = |word: String| Opponent::ALL.into_iter().find(|one| one.word() == word);
    PossibleValuesParser::new(Opponent::ALL.map(value))
        .map(move |word| of(word).unwrap_or_default())
}

/// The side that the user plays.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// The player with this number, from 1.
    Player(NonZeroUsize),
    /// None: the opponent plays all of them.
    None,
}

fn side(text: &str) -> Result<Side, String> {
    if text == "none" { Ok(Side::None) } else { positive(text).map(Side::Player) }
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter serve
  soliter serve mine.toml --open
  soliter serve --port 8080")]
pub(crate) struct ServeArgs {
    /// Files of your own puzzles; the list of puzzles shows each as a collection
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<FileName>,
    /// Port to listen on; 0 for any free port [default: 7347, or any if another program has it]
    #[arg(long, value_name = "PORT", value_parser = port)]
    pub(crate) port: Option<u16>,
    /// Address to listen on; any other than the default lets other machines connect
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) bind: IpAddr,
    /// Accept requests for this host name, besides IP addresses and localhost
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<String>,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Number of puzzles to solve at once
    #[arg(long, value_name = "N", default_value = "2", value_parser = positive)]
    pub(crate) solves: NonZeroUsize,
    /// Engine that answers in the pages when the server does not, written by web/build.sh [default: engine.wasm beside
    /// the program, if there is one]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) engine: Option<PathBuf>,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter site pages/
  soliter site pages/ --puzzles gardner/,french/ --each 30s
  soliter site pages/ --puzzles mine.toml")]
pub(crate) struct SiteArgs {
    /// Folder to create
    #[arg(value_name = "OUT", value_hint = ValueHint::DirPath)]
    pub(crate) out: PathBuf,
    /// Include only built-in puzzles whose names begin with one of these prefixes, and puzzles of your own in these
    /// files [default: all built-in puzzles]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) puzzles: Vec<String>,
    /// Time limit for each puzzle, and again for its certificate
    #[arg(long, value_name = "TIME", default_value = "200ms")]
    pub(crate) each: TimeLimit,
    /// Engine of the pages, written by web/build.sh [default: engine.wasm beside the program, if there is one]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) engine: Option<PathBuf>,
}
