//! The arguments of `survey`, of boards and of graphs.

use std::path::PathBuf;

use clap::{Subcommand, ValueHint};

use crate::cli::args::SurveyArgs;
use crate::cli::args::file_name::FileName;

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(disable_help_subcommand = true)]
#[command(after_help = "\
Examples:
  soliter survey triangle15
  soliter survey english --csv english.csv --jobs 2
  soliter survey french --each 1m --finish any
  soliter survey graphs trees.txt --witness -o trees.csv")]
pub(crate) struct SurveyCommand {
    #[command(flatten)]
    pub(crate) board: Option<SurveyArgs>,
    #[command(subcommand)]
    pub(crate) subject: Option<SurveySubject>,
}

#[derive(Subcommand)]
pub(crate) enum SurveySubject {
    /// Survey peg solitaire on graphs: which vacancies are solvable, fewest and most pegs left
    Graphs(SurveyGraphsArgs),
}

#[derive(clap::Args)]
#[command(after_help = "\
Each line of FILE is a graph with 2 to 32 vertices: an edge list, graph6 or sparse6. Empty
lines and lines that begin with # are skipped. The CSV has a line for each graph;
docs/how-to/survey-graphs.md explains its columns.

Examples:
  soliter survey graphs trees.txt
  soliter survey graphs graphs.g6 --witness -o graphs.csv
  soliter survey graphs graphs.g6 --witness -o graphs.csv --resume
  nauty-geng -cq 7 | soliter survey graphs - --format json")]
pub(crate) struct SurveyGraphsArgs {
    /// File of graphs, one per line; - is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: FileName,
    /// Add a solution in the fewest moves for each solvable vacancy
    #[arg(long)]
    pub(crate) witness: bool,
    /// For unsolvable vacancies, add the numbers of reachable positions by pegs, and their SHA-256
    #[arg(long)]
    pub(crate) evidence: bool,
    /// Write the CSV to this file, and print a summary
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Continue the file of --output after its last complete line
    #[arg(long, requires = "output")]
    pub(crate) resume: bool,
}
