//! The arguments of every command, and their help: the comments here are printed by `--help`.

mod check;
mod complete;
mod count;
pub(crate) mod file_name;
mod levels;
mod limits;
mod play;
mod programs;
mod questions;
mod show;
mod solve;
mod survey_graphs;

use std::num::NonZeroUsize;

use clap::{ArgAction, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use soliter::boards::notation::Scheme;

use crate::cli::help;

#[cfg(feature = "milp")]
pub(crate) use check::BoundProgram;
pub(crate) use check::{CertifyArgs, CheckArgs, LayerContents, LayerFolder, VerifyArgs};
pub(crate) use count::{By, CountArgs, What};
pub(crate) use levels::Disk;
pub(crate) use limits::TimeLimit;
use limits::{MemoryLimit, free_memory, threads};
pub(crate) use play::{PlayArgs, ServeArgs, Side, SiteArgs};
pub(crate) use programs::{ExportArgs, ExportFormat};
#[cfg(feature = "milp")]
pub(crate) use programs::{RunArgs, RunMethod};
pub(crate) use questions::{ArmyArgs, GenerateArgs, GenerateBy, LastPeg, SurveyArgs, Symmetry};
pub(crate) use show::{ListArgs, Pictures, ShowArgs};
pub(crate) use solve::Formulation;
pub(crate) use solve::SolveArgs;
#[cfg(feature = "milp")]
pub(crate) use solve::SolverArgs;
pub(crate) use survey_graphs::{SurveyCommand, SurveyGraphsArgs, SurveySubject};

/// Exact answers to peg-solitaire puzzles: a shortest solution, and a proof that nothing is shorter
#[derive(Parser)]
#[command(name = "soliter", version, long_version = help::version(), help_template = help::overview(), after_help = help::EXIT_CODES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) options: Options,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Find the fewest moves, or prove that there is no solution
    Solve(SolveArgs),
    /// Check a solution: is it correct, and could it be shorter?
    Check(CheckArgs),
    /// Count solutions, positions or games
    Count(CountArgs),
    /// Solve every problem on a board with one hole empty and one peg left, or survey a file of graphs
    Survey(SurveyCommand),
    /// Conway's soldiers: find the fewest pegs needed to advance one peg N rows past the line
    Army(ArmyArgs),
    /// Generate puzzles: symmetrical positions that can be solved
    Generate(GenerateArgs),
    /// Draw a puzzle, a board, or every position of a solution
    Show(ShowArgs),
    /// Write a puzzle as an integer program or a planning problem, for other solvers
    Export(ExportArgs),
    /// Write a certificate that others can check: of the fewest moves, or that there is no solution
    Certify(CertifyArgs),
    /// Check a certificate with a checker that is independent of the solver
    Verify(VerifyArgs),
    /// Play a puzzle jump by jump, with hints
    Play(PlayArgs),
    /// Show puzzles in a browser, backed by the solver
    Serve(ServeArgs),
    /// Build a static website of puzzles with playable solutions
    Site(SiteArgs),
    /// Run a constraint program: a built-in one, or your own
    #[cfg(feature = "milp")]
    Run(RunArgs),
    /// Explain the rules: board, moves, end, notation, and the settings that a puzzle may change
    #[command(after_help = "\
Examples:
  soliter rules english
  soliter rules quoridor")]
    Rules {
        /// Board of peg solitaire, as in english, or game: leibniz, pyramid, corridor, quoridor, palisade
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// List the built-in boards, puzzles, solutions and programs
    List(ListArgs),
    /// Print a completion script for a shell: commands, options and puzzle names
    #[command(after_help = "\
Examples:
  source <(soliter completions bash)                in ~/.bashrc
  soliter completions zsh > ~/.zfunc/_soliter
  soliter completions fish | source                 in ~/.config/fish/config.fish")]
    Completions {
        /// Shell that will run the script
        shell: Shell,
    },
    /// Print the manual page
    #[command(after_help = "\
Examples:
  soliter man > soliter.1 && man ./soliter.1")]
    Man,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Options {
    /// Output format: text, or one JSON object per line
    #[arg(long, global = true, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// Stop after this time with the best result so far: seconds, or 90s, 2m, 1h30m
    #[arg(long, global = true, value_name = "TIME")]
    pub(crate) time_limit: Option<TimeLimit>,
    /// Memory limit for tables, e.g. 2GB or 512MiB (a bare number is GiB) [default: 75% of available memory]
    #[arg(long, global = true, value_name = "SIZE")]
    pub(crate) memory_limit: Option<MemoryLimit>,
    /// Number of threads; capped at, and by default, the number of cores
    #[arg(long, global = true, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Name holes in this notation instead of the puzzle's; solutions in other notations are still recognised
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) notation: Option<Scheme>,
    /// Use colour: auto, always or never
    #[arg(long, global = true, value_name = "WHEN", alias = "colour", default_value = "auto", value_parser = color)]
    pub(crate) color: anstream::ColorChoice,
    /// Draw boards with ASCII characters only
    #[arg(long, global = true)]
    pub(crate) ascii: bool,
    /// Print the answer in one line, without pictures and progress
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Print limits, program sizes, and progress even without a terminal
    #[arg(short, long, global = true, action = ArgAction::SetTrue)]
    pub(crate) verbose: bool,
}

impl Command {
    /// The subject of a command that works on a single one, in the form used in JSON: its key and its name.
    pub(crate) fn subject(&self) -> Option<(&'static str, &str)> {
        let puzzle = match self {
            Self::Solve(args) => args.files.first()?,
            Self::Check(args) => &args.file,
            Self::Count(args) => &args.file,
            Self::Show(args) => &args.file,
            Self::Export(args) => &args.file,
            Self::Certify(args) => &args.file,
            Self::Verify(args) => return Some(("certificate", &args.file)),
            Self::Play(args) => &args.file,
            Self::Army(args) => return Some(("board", &args.board)),
            Self::Generate(args) => return Some(("board", &args.board)),
            Self::Survey(args) => match (&args.subject, &args.board) {
                (Some(SurveySubject::Graphs(args)), _) => return Some(("graphs", &args.file)),
                (None, Some(args)) => return Some(("board", &args.board)),
                (None, None) => return None,
            },
            #[cfg(feature = "milp")]
            Self::Run(args) => return Some(("program", &args.file)),
            Self::Serve(_)
            | Self::Site(_)
            | Self::Rules { .. }
            | Self::List(_)
            | Self::Completions { .. }
            | Self::Man => return None,
        };
        Some(("puzzle", puzzle))
    }
}

impl Options {
    pub(crate) fn memory_bytes(&self) -> u64 {
        self.memory_limit.as_ref().map_or_else(free_memory, |limit| limit.0)
    }

    pub(crate) fn thread_count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(cores, NonZeroUsize::get)
    }

    pub(crate) fn json(&self) -> bool {
        self.format == Format::Json
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    #[default]
    Text,
    Json,
}

fn color(word: &str) -> Result<anstream::ColorChoice, String> {
    match word {
        "auto" => Ok(anstream::ColorChoice::Auto),
        "always" => Ok(anstream::ColorChoice::Always),
        "never" => Ok(anstream::ColorChoice::Never),
        _ => Err("auto, always or never".to_owned()),
    }
}
