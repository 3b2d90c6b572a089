//! Programs for other solvers, and programs of one's own.

#[cfg(feature = "milp")]
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};

use crate::cli::args::{complete, file_name::FileName};
#[cfg(feature = "milp")]
use crate::cli::args::{limits::positive, solve::Formulation, solve::SolverArgs};

#[derive(clap::Args)]
#[cfg_attr(
    feature = "milp",
    command(after_help = "\
Examples:
  soliter export gardner/latin-cross --to lp -o latin-cross.lp
  soliter export gardner/lamp --to mps --formulation sweep --moves 8
  soliter export gardner/latin-cross --to pddl -o problem.pddl")
)]
#[cfg_attr(
    not(feature = "milp"),
    command(after_help = "\
Examples:
  soliter export gardner/latin-cross --to pddl -o problem.pddl")
)]
pub(crate) struct ExportArgs {
    /// A puzzle file, or the name of a shipped puzzle; - reads one from standard input
    #[arg(value_name = "FILE", add = complete::puzzle())]
    pub(crate) file: FileName,
    /// The format
    #[arg(long, value_enum)]
    pub(crate) to: ExportFormat,
    /// The program, for lp and mps [default: sweep]
    #[cfg(feature = "milp")]
    #[arg(long, value_enum)]
    pub(crate) formulation: Option<Formulation>,
    /// For the sweep, its moves [default: the fewest, found by search]
    #[cfg(feature = "milp")]
    #[arg(long, value_name = "M", value_parser = positive)]
    pub(crate) moves: Option<NonZeroUsize>,
    /// Write here instead of to standard output; pddl puts the domain beside it, with
    /// `.domain.pddl` at the end
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

#[cfg(feature = "milp")]
impl ExportArgs {
    /// An option that was given and says nothing of what is written, with what it goes with.
    pub(crate) fn useless(&self) -> Option<(&'static str, &'static str)> {
        let planning = self.to == ExportFormat::Pddl;
        let mirror = self.formulation == Some(Formulation::Mirror);
        if planning && self.formulation.is_some() {
            Some(("--formulation", "--to lp and --to mps"))
        } else if self.moves.is_some() && (planning || mirror) {
            Some(("--moves", "the sweep, in LP or MPS format"))
        } else {
            None
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A linear program as people write it
    #[cfg(feature = "milp")]
    Lp,
    /// A linear program as solvers like it
    #[cfg(feature = "milp")]
    Mps,
    /// A planning problem
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
    /// A program in the modelling language, or the name of a shipped one; - reads standard input
    #[arg(value_name = "MODEL.np", add = complete::program())]
    pub(crate) file: FileName,
    /// Fill fields from this TOML file, a key for each, or from a puzzle file or shipped puzzle
    #[arg(long, value_name = "FILE", add = complete::puzzle())]
    pub(crate) data: Option<FileName>,
    /// Fill a field: a number, {1, 2, 5..9}, {1: 10, 2: 20} or {(1, 2): 10}
    #[arg(long, value_name = "Name=VALUE", allow_hyphen_values = true)]
    pub(crate) set: Vec<String>,
    /// Who is to solve it [default: milp]
    #[arg(long, value_enum, default_value_t, hide_default_value = true)]
    pub(crate) engine: RunEngine,
    /// Give up to N solutions, with an objective the best ones
    #[arg(long, value_name = "N", value_parser = positive, conflicts_with = "explain")]
    pub(crate) all: Option<NonZeroUsize>,
    /// Print each ground constraint with its line instead of solving
    #[arg(long)]
    pub(crate) explain: bool,
    /// Say what each run of an engine took: its size, its nodes or conflicts, its time
    #[arg(long, conflicts_with = "explain")]
    pub(crate) statistics: bool,
    /// Write the mixed-integer program here as well
    #[arg(long, value_name = "FILE", conflicts_with = "explain", value_hint = ValueHint::FilePath)]
    pub(crate) lp: Option<PathBuf>,
    /// Write a proof by clauses here, in LRAT, that no answer is better or that there is none, and the clauses
    /// beside it with the ending .cnf
    #[cfg(feature = "sat")]
    #[arg(long, value_name = "OUT.lrat", conflicts_with_all = ["explain", "all"], value_hint = ValueHint::FilePath)]
    pub(crate) certify: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RunEngine {
    /// By columns and rows
    #[default]
    Milp,
    /// By constraints, where the program was built with the feature cp
    Cp,
    /// Each of them; they must agree
    Both,
}
