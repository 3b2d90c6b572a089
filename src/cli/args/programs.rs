//! The arguments of `export` and `run`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};

#[cfg(feature = "milp")]
use crate::cli::args::solve::SolverArgs;
use crate::cli::args::{complete, file_name::FileName};
use crate::cli::args::{limits::positive, solve::Formulation};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter export gardner/latin-cross --to lp -o latin-cross.lp
  soliter export gardner/lamp --to mps --formulation by-move --moves 8
  soliter export gardner/latin-cross --to pddl -o problem.pddl")]
pub(crate) struct ExportArgs {
    /// Puzzle file, or name of a built-in puzzle; - reads one from standard input
    #[arg(value_name = "FILE", add = complete::puzzle())]
    pub(crate) file: FileName,
    /// Output format
    #[arg(long, value_enum)]
    pub(crate) to: ExportFormat,
    /// Formulation for lp and mps [default: by-move]
    #[arg(long, value_enum)]
    pub(crate) formulation: Option<Formulation>,
    /// Number of moves in the by-move formulation [default: the minimum, found by search]
    #[arg(long, value_name = "M", value_parser = positive)]
    pub(crate) moves: Option<NonZeroUsize>,
    /// Write to this file instead of standard output; pddl also writes the domain, to
    /// OUT.domain.pddl
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

impl ExportArgs {
    /// An option that was given but has no effect on this output, and the options that it requires.
    pub(crate) fn useless(&self) -> Option<(&'static str, &'static str)> {
        let planning = self.to == ExportFormat::Pddl;
        let by_jump = self.formulation == Some(Formulation::ByJump);
        if planning && self.formulation.is_some() {
            Some(("--formulation", "--to lp or --to mps"))
        } else if self.moves.is_some() && (planning || by_jump) {
            Some(("--moves", "--formulation by-move, and --to lp or --to mps"))
        } else {
            None
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// LP format (human-readable)
    Lp,
    /// MPS format
    Mps,
    /// Planning problem in PDDL
    Pddl,
}

#[cfg(feature = "milp")]
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter run solitaire --data gardner/latin-cross
  soliter run eight-queens
  soliter run river-crossing --set Crossings=7 --explain
  soliter run river-crossing --certify crossing.lrat
  soliter run mine.np --lp mine.lp --log -")]
pub(crate) struct RunArgs {
    /// Program in the modelling language, or name of a built-in one; - reads standard input
    #[arg(value_name = "MODEL.np", add = complete::program())]
    pub(crate) file: FileName,
    /// Read fields from this TOML file (one key per field), or from a puzzle
    #[arg(long, value_name = "FILE", add = complete::puzzle())]
    pub(crate) data: Option<FileName>,
    /// Set a field: a number, {1, 2, 5..9}, {1: 10, 2: 20} or {(1, 2): 10}
    #[arg(long, value_name = "Name=VALUE", allow_hyphen_values = true)]
    pub(crate) set: Vec<String>,
    /// Solving method [default: auto]
    #[arg(long, value_enum, default_value_t, hide_default_value = true)]
    pub(crate) method: RunMethod,
    /// Print up to N solutions; with an objective, the best ones
    #[arg(long, value_name = "N", value_parser = positive, conflicts_with = "explain")]
    pub(crate) all: Option<NonZeroUsize>,
    /// Print each ground constraint with its line instead of solving
    #[arg(long)]
    pub(crate) explain: bool,
    /// Print the cost of each solver run: size, nodes or conflicts, and time
    #[arg(long, conflicts_with = "explain")]
    pub(crate) statistics: bool,
    /// Also write the integer program to this file, in LP format
    #[arg(long, value_name = "FILE.lp", conflicts_with_all = ["explain", "mps"], value_hint = ValueHint::FilePath)]
    pub(crate) lp: Option<PathBuf>,
    /// Also write the integer program to this file, in MPS format
    #[arg(long, value_name = "FILE.mps", conflicts_with = "explain", value_hint = ValueHint::FilePath)]
    pub(crate) mps: Option<PathBuf>,
    /// Write an LRAT proof that no answer is better, or that there is none, and its clauses to OUT.cnf
    #[cfg(feature = "sat")]
    #[arg(long, value_name = "OUT.lrat", conflicts_with_all = ["explain", "all"], value_hint = ValueHint::FilePath)]
    pub(crate) certify: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
}

#[cfg(feature = "milp")]
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RunMethod {
    /// Both solvers in turns; the first proof ends the run
    #[default]
    Auto,
    /// MILP solver (HiGHS) only
    Milp,
    /// SAT solver (CaDiCaL) only
    #[cfg(feature = "sat")]
    Sat,
}
