//! How a puzzle is solved: the method, and the options of `HiGHS`.

use std::num::NonZeroUsize;
#[cfg(feature = "milp")]
use std::path::PathBuf;

use clap::ValueEnum;
#[cfg(feature = "milp")]
use clap::ValueHint;

use soliter::Options;
#[cfg(feature = "milp")]
use soliter::prove::solve::Confirm;

use crate::cli::args::{
    complete, file_name::FileName, levels::Disk, limits::positive, show::Pictures,
};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  soliter solve gardner/latin-cross
  soliter solve gardner/lamp --solutions 3 --svg lamp.svg
  soliter solve triangle21/42-to-66 --last-sweep
  soliter solve gardner/latin-cross --survivor 46 --last-captured 45
  soliter solve mine.toml --time-limit 2m --memory-limit 2GB
  soliter solve pyramid/base-5")]
pub(crate) struct SolveArgs {
    /// Puzzle files, or names of built-in puzzles; - reads one from standard input
    #[arg(required = true, value_name = "FILE", add = complete::puzzle())]
    pub(crate) files: Vec<FileName>,
    /// Solving method [default: auto]
    #[arg(long, value_enum)]
    pub(crate) method: Option<Method>,
    /// Formulation for --method milp or sat [default: by-move]
    #[cfg(feature = "milp")]
    #[arg(long, value_enum, conflicts_with = "prove")]
    pub(crate) formulation: Option<Formulation>,
    /// Prove the answer by the search and again by each other method, however long that takes
    #[cfg(any(feature = "milp", feature = "sat"))]
    #[arg(long, conflicts_with = "method")]
    pub(crate) prove: bool,
    /// Number of shortest solutions to print: jump sequences, up to symmetry [default: 1]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) solutions: Option<NonZeroUsize>,
    /// With --solutions: include symmetric images, as `count --what shortest` does
    #[arg(long, requires = "solutions")]
    pub(crate) all_symmetries: bool,
    /// Maximise the number of jumps in the last move, then minimise the number of moves
    #[arg(long, conflicts_with_all = ["method", "solutions", "svg", "html"])]
    pub(crate) last_sweep: bool,
    #[command(flatten)]
    pub(crate) marks: MarkArgs,
    #[cfg(feature = "milp")]
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
    #[command(flatten)]
    pub(crate) disk: Disk,
}

impl SolveArgs {
    pub(crate) fn options(&self) -> Options {
        #[cfg(any(feature = "milp", feature = "sat"))]
        if self.prove {
            return Options::CONFIRMED;
        }
        let options: Options = self.method().into();
        #[cfg(feature = "milp")]
        if options.confirm == Confirm::IfQuick {
            return Options { confirm: Confirm::IfQuickAndMilp, ..options };
        }
        options
    }

    fn method(&self) -> soliter::Method {
        use soliter::Method as M;
        match self.method.unwrap_or_default() {
            #[cfg(feature = "milp")]
            Method::Milp if self.formulation == Some(Formulation::ByJump) => M::ByJump,
            #[cfg(feature = "milp")]
            Method::Milp => M::Milp,
            #[cfg(all(feature = "milp", feature = "sat"))]
            Method::Sat if self.formulation == Some(Formulation::ByJump) => M::SatByJump,
            #[cfg(feature = "sat")]
            Method::Sat => M::Sat,
            Method::Auto => M::Auto,
            Method::Search => M::Search,
            Method::Dfs => M::Dfs,
        }
    }

    /// An option for `HiGHS` that was given although the method does not use it.
    #[cfg(feature = "milp")]
    pub(crate) fn useless(&self) -> Option<&'static str> {
        let asked = !matches!(self.method, Some(Method::Search | Method::Dfs));
        let mut given = self.solver.given().into_iter();
        given.find(|(_, given)| *given && !asked).map(|(name, _)| name)
    }

    /// An argument that was given but cannot be combined with levels on disk.
    pub(crate) fn not_on_disk(&self) -> Option<&'static str> {
        if self.files.len() > 1 {
            return Some("several puzzles");
        }
        let by_search = matches!(self.method, None | Some(Method::Auto | Method::Search));
        self.how().into_iter().find(|name| *name != "--method" || !by_search)
    }

    pub(crate) fn solutions(&self) -> usize {
        self.solutions.map_or(1, NonZeroUsize::get)
    }

    /// The first option given that needs a finish with a fixed number of pegs.
    pub(crate) fn not_for_open_finishes(&self) -> Option<&'static str> {
        let given = [
            ("--solutions", self.solutions.is_some()),
            ("--last-sweep", self.last_sweep),
            ("--svg", self.pictures.svg.is_some()),
            ("--html", self.pictures.html.is_some()),
        ];
        let given = given.into_iter().find(|(_, given)| *given).map(|(name, _)| name);
        given.or(self.disk.option()).or(self.marks.given().next())
    }

    /// The first option given that does not support marked pegs.
    pub(crate) fn not_for_marked_pegs(&self) -> Option<&'static str> {
        #[cfg(feature = "sat")]
        if self.options().method == soliter::Method::Sat {
            return Some("--method sat");
        }
        let given = [("--solutions", self.solutions() > 1), ("--last-sweep", self.last_sweep)];
        let given = given.into_iter().find(|(_, given)| *given).map(|(name, _)| name);
        given.or(self.disk.option())
    }

    /// Whether a formulation is given for a method that has none.
    #[cfg(feature = "milp")]
    pub(crate) fn lacks_method(&self) -> bool {
        let method = self.method.unwrap_or_default();
        #[cfg(feature = "sat")]
        let has_formulations = matches!(method, Method::Milp | Method::Sat);
        #[cfg(not(feature = "sat"))]
        let has_formulations = matches!(method, Method::Milp);
        self.formulation.is_some() && !has_formulations
    }

    /// The given options that have no meaning for a game.
    pub(crate) fn only_for_pegs(&self) -> Vec<&'static str> {
        self.how().into_iter().chain(self.disk.option()).collect()
    }

    /// The given options that control how peg solitaire is solved and what is reported.
    fn how(&self) -> Vec<&'static str> {
        let mut given = vec![("--method", self.method.is_some())];
        #[cfg(feature = "milp")]
        given.push(("--formulation", self.formulation.is_some()));
        #[cfg(any(feature = "milp", feature = "sat"))]
        given.push(("--prove", self.prove));
        #[cfg(feature = "milp")]
        given.extend(self.solver.given());
        given.extend([
            ("--solutions", self.solutions.is_some()),
            ("--all-symmetries", self.all_symmetries),
            ("--last-sweep", self.last_sweep),
        ]);
        let given = given.into_iter().filter(|(_, given)| *given).map(|(name, _)| name);
        given.chain(self.marks.given()).collect()
    }
}

/// Conditions on pegs, as the key `marked` of a puzzle file sets them.
#[derive(clap::Args)]
pub(crate) struct MarkArgs {
    /// Starting hole of a peg that must survive to the end
    #[arg(long, value_name = "HOLE")]
    pub(crate) survivor: Option<String>,
    /// Starting hole of a peg that makes the last move and no other (the man on the watch)
    #[arg(long, value_name = "HOLE")]
    pub(crate) watch: Option<String>,
    /// Starting hole of a peg that the last jump must capture
    #[arg(long, value_name = "HOLE")]
    pub(crate) last_captured: Option<String>,
}

impl MarkArgs {
    /// The options that were given.
    pub(crate) fn given(&self) -> impl Iterator<Item = &'static str> {
        let given = [
            ("--survivor", self.survivor.is_some()),
            ("--watch", self.watch.is_some()),
            ("--last-captured", self.last_captured.is_some()),
        ];
        given.into_iter().filter(|(_, given)| *given).map(|(name, _)| name)
    }
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum Method {
    /// Alternate search, SAT and depth-first search; if the puzzle is small, the other methods confirm the answer
    #[default]
    Auto,
    /// MILP solver (HiGHS) only
    #[cfg(feature = "milp")]
    Milp,
    /// SAT solver (CaDiCaL) only
    #[cfg(feature = "sat")]
    Sat,
    /// Search only, unless a position class or a pagoda function refutes the puzzle
    Search,
    /// Simple depth-first search only
    Dfs,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Formulation {
    /// One step per jump: the constraint program, row by row
    ByJump,
    /// One step per move, with all known restrictions on moves
    #[default]
    ByMove,
}

#[cfg(feature = "milp")]
#[derive(clap::Args)]
pub(crate) struct SolverArgs {
    /// Write the log of the MILP solver to this file as it runs; - is standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) log: Option<PathBuf>,
    /// Set an option of the MILP solver that no proof depends on, for example presolve=off
    #[arg(long = "solver-option", value_name = "KEY=VALUE", value_parser = solver_option)]
    pub(crate) options: Vec<(String, String)>,
    /// Skip the confirming second HiGHS run (faster, less trustworthy)
    #[arg(long)]
    pub(crate) no_recheck: bool,
}

#[cfg(feature = "milp")]
impl SolverArgs {
    fn given(&self) -> [(&'static str, bool); 3] {
        [
            ("--log", self.log.is_some()),
            ("--solver-option", !self.options.is_empty()),
            ("--no-recheck", self.no_recheck),
        ]
    }
}

/// An option that is passed on to `HiGHS`.
#[cfg(feature = "milp")]
fn solver_option(text: &str) -> Result<(String, String), String> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| "write KEY=VALUE, as in presolve=off".to_owned())?;
    soliter::highs::options::check(name, value).map_err(|fault| fault.to_string())?;
    Ok((name.to_owned(), value.to_owned()))
}
