//! The command line.

mod complete;
mod examples;
mod limits;

use std::net::IpAddr;
use std::num::{NonZeroUsize, ParseIntError};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use soliter::games::opponent::Opponent;
use soliter::peg::figures::Look;
use soliter::peg::notation::Scheme;

use crate::cli::file_name::FileName;
pub(crate) use limits::TimeLimit;
use limits::{MemoryLimit, free_memory, threads};

/// Exact answers to peg-solitaire puzzles: fewest moves, proved; hand-written solutions, checked.
#[derive(Parser)]
#[command(name = "soliter", version, after_help = examples::ALL)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) options: Options,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Find the fewest moves, or prove that there is no solution
    #[command(after_help = examples::SOLVE)]
    Solve(SolveArgs),
    /// Replay a line written by a person: is it right, and could it be shorter?
    #[command(after_help = examples::CHECK)]
    Check(CheckArgs),
    /// Count solutions, positions or games
    #[command(after_help = examples::COUNT)]
    Count(CountArgs),
    /// Say how long a count of positions would be, from its first levels
    #[command(after_help = examples::PLAN)]
    Plan(PlanArgs),
    /// Solve every problem of a board up to symmetry: one hole empty, one peg left
    #[command(after_help = examples::TABLE)]
    Table(TableArgs),
    /// Find resource counts of a puzzle: weights of the holes that no jump raises
    #[cfg(feature = "milp")]
    #[command(after_help = examples::WEIGHTS)]
    Weights(WeightsArgs),
    /// Conway's soldiers: the fewest pegs behind a line that bring one so many rows beyond it
    #[command(after_help = examples::ARMY)]
    Army(ArmyArgs),
    /// The fewest moves in which one peg survives, or stands still until the last move
    #[command(after_help = examples::MARKED)]
    Marked(MarkedArgs),
    /// Find symmetrical positions that can be solved
    #[command(after_help = examples::FIND)]
    Find(FindArgs),
    /// Draw a puzzle, a model, or the positions of a record
    #[command(after_help = examples::SHOW)]
    Show(ShowArgs),
    /// Write a puzzle as a program for other solvers or planners
    #[command(after_help = examples::EXPORT)]
    Export(ExportArgs),
    /// Write a certificate of the fewest moves, or that there is no solution, for others to check
    #[command(after_help = examples::CERTIFY)]
    Certify(CertifyArgs),
    /// Check a certificate with a program that shares nothing with the solver
    #[command(after_help = examples::VERIFY)]
    Verify(VerifyArgs),
    /// Play a puzzle jump by jump, with hints
    #[command(after_help = examples::PLAY)]
    Play(PlayArgs),
    /// Show puzzles in a browser, backed by the solver
    #[command(after_help = examples::SERVE)]
    Serve(ServeArgs),
    /// Run a constraint program: models/*.np, or one of your own
    #[cfg(feature = "milp")]
    #[command(after_help = examples::RUN)]
    Run(RunArgs),
    /// Explain a game: board, moves, end, notation, and what a puzzle may change
    #[command(after_help = examples::RULES)]
    Rules {
        /// pyramid, corridor, quoridor, palisade, leibniz, or a board of peg solitaire: english
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// List the models, puzzles and records that ship with the program
    #[command(after_help = examples::LIST)]
    List(ListArgs),
    /// Print what makes a shell complete commands, options and the names of puzzles
    #[command(after_help = examples::COMPLETIONS)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    #[command(after_help = examples::MAN)]
    Man,
}

#[derive(clap::Args)]
pub(crate) struct SolveArgs {
    /// Puzzle files, or names of shipped puzzles; - reads one from standard input
    #[arg(required = true, value_name = "FILE", add = complete::puzzle())]
    pub(crate) files: Vec<FileName>,
    /// Who is to solve it [default: auto]
    #[arg(long, value_enum)]
    pub(crate) method: Option<Method>,
    /// The program of --method milp [default: sweep]
    #[cfg(feature = "milp")]
    #[arg(long, value_enum, conflicts_with = "prove")]
    pub(crate) formulation: Option<Formulation>,
    /// Prove it by the search, and again by each of the others, however long that takes
    #[cfg(any(feature = "milp", feature = "sat"))]
    #[arg(long, conflicts_with = "method")]
    pub(crate) prove: bool,
    /// Give up to N different shortest lines [default: 1]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) lines: Option<NonZeroUsize>,
    /// With --lines: give the images of a line under symmetries as lines of their own
    #[arg(long, requires = "lines")]
    pub(crate) images: bool,
    #[cfg(feature = "milp")]
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
}

/// What is asked of `HiGHS`.
#[cfg(feature = "milp")]
#[derive(clap::Args)]
pub(crate) struct SolverArgs {
    /// Write the log of the MILP solver here as it comes; - is standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) log: Option<PathBuf>,
    /// Set an option of the MILP solver that no proof depends on, for example presolve=off
    #[arg(long = "solver-option", value_name = "KEY=VALUE", value_parser = solver_option)]
    pub(crate) options: Vec<(String, String)>,
}

#[cfg(feature = "milp")]
impl SolverArgs {
    fn given(&self) -> impl Iterator<Item = (&'static str, bool)> {
        let given = [("--log", self.log.is_some()), ("--solver-option", !self.options.is_empty())];
        given.into_iter()
    }
}

/// An option that `HiGHS` takes.
#[cfg(feature = "milp")]
fn solver_option(text: &str) -> Result<(String, String), String> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| "write KEY=VALUE, as in presolve=off".to_owned())?;
    soliter::highs::options::check(name, value).map_err(|fault| fault.to_string())?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Where pictures go.
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
pub(crate) struct CountArgs {
    /// A puzzle file, or the name of a shipped puzzle; - reads one from standard input
    #[arg(value_name = "FILE", add = complete::puzzle())]
    pub(crate) file: FileName,
    /// What to count; of a game only perft can be
    #[arg(long, value_enum, default_value_t)]
    pub(crate) what: What,
    /// With perft: the number of moves [default: 3]; with --by moves: only so many moves
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) depth: Option<NonZeroUsize>,
    /// With positions: levels of jumps, or of the fewest moves [default: jumps]
    #[arg(long, value_enum)]
    pub(crate) by: Option<By>,
    /// With --by moves: the moves from a position to the finish
    #[arg(long)]
    pub(crate) backward: bool,
    /// With perft: the count of every first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// With lengths: solutions that begin with these jumps, as in "46-44, 43-45"
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) first: Option<String>,
    /// With lengths: no jump touches this hole: 44; or none up to jump 10: 44@10; more than once for
    /// several holes
    #[arg(long, value_name = "HOLE[@N]")]
    pub(crate) untouched: Vec<String>,
    /// With lengths: the finish has pegs in these holes, as in "44 45"
    #[arg(long, value_name = "HOLES")]
    pub(crate) contains: Option<String>,
    /// Plot the figures by level; - is standard output
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,
    /// Write the figures as CSV; - is standard output
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) csv: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) disk: Disk,
}

impl CountArgs {
    /// An option that was given and says nothing of what is counted, with what it goes with.
    pub(crate) fn useless(&self) -> Option<(&'static str, &'static str)> {
        let lengths = self.what == What::Lengths;
        let by_moves = self.what == What::Positions && self.by == Some(By::Moves);
        let on_disk = matches!(self.what, What::Solutions | What::Positions | What::Games);
        let to_disk = "--what solutions, positions or games, by jumps";
        [
            ("--dir", self.disk.dir.is_some() && (by_moves || !on_disk), to_disk),
            ("--depth", self.depth.is_some() && !by_moves, "--what perft or --by moves"),
            ("--divide", self.divide, "--what perft"),
            ("--by", self.by.is_some() && self.what != What::Positions, "--what positions"),
            ("--backward", self.backward && !by_moves, "--what positions --by moves"),
            ("--first", self.first.is_some() && !lengths, "--what lengths"),
            ("--untouched", !self.untouched.is_empty() && !lengths, "--what lengths"),
            ("--contains", self.contains.is_some() && !lengths, "--what lengths"),
            ("--svg", self.svg.is_some() && !self.what.has_levels(), "what has levels"),
            ("--csv", self.csv.is_some() && self.what == What::DeadEnds, "what is a table"),
        ]
        .into_iter()
        .find_map(|(option, useless, with)| useless.then_some((option, with)))
    }
}

/// What levels are of.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// Jumps
    Jumps,
    /// The fewest moves
    Moves,
}

#[derive(clap::Args)]
pub(crate) struct PlanArgs {
    /// A puzzle file, or the name of a shipped puzzle; - reads one from standard input
    #[arg(value_name = "FILE", add = complete::puzzle())]
    pub(crate) file: FileName,
}

/// Levels on disk.
#[derive(clap::Args)]
pub(crate) struct Disk {
    /// Keep the levels in this folder, for counts that outgrow the memory
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
    /// Go on with the levels that the folder holds
    #[arg(long, requires = "dir")]
    pub(crate) resume: bool,
    /// Positions on their way to a level that stay in memory, GiB or 512MB [default: a quarter of
    /// --memory-limit, at most 1 GiB]
    #[arg(long, value_name = "SIZE", requires = "dir")]
    pub(crate) spill: Option<MemoryLimit>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    /// Solutions, as sequences of jumps
    #[default]
    Solutions,
    /// Solutions of the fewest moves, as sequences of jumps
    Minimal,
    /// Positions that can be reached from the start
    Positions,
    /// Games from the start until no jump is left
    Games,
    /// The shortest game that gets stuck
    DeadEnds,
    /// The chance that a player wins who makes any legal jump
    Luck,
    /// The longest sweep of a solution, and the sweeps that can end one
    Sweeps,
    /// The numbers of moves that solutions have, up to the longest
    Lengths,
    /// Shortest solutions up to symmetry and to the order of independent moves
    Distinct,
    /// Sequences of so many moves from the start
    Perft,
}

impl What {
    /// The stable word for programs.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::DeadEnds => "dead-ends",
            Self::Luck => "luck",
            Self::Sweeps => "sweeps",
            Self::Lengths => "lengths",
            Self::Distinct => "distinct",
            _ => self.solitaire().map_or("perft", soliter::peg::search::count::What::word),
        }
    }

    /// Whether there is a figure for each level, to be plotted.
    fn has_levels(self) -> bool {
        self == Self::Luck || self.solitaire().is_some()
    }

    /// What the number is a number of.
    pub(crate) fn phrase(self) -> &'static str {
        match self {
            Self::Solutions => "solutions (jump sequences)",
            Self::Minimal => "shortest solutions (jump sequences)",
            Self::Positions => "positions",
            Self::Games => "games",
            Self::DeadEnds => "dead ends",
            Self::Luck => "chances",
            Self::Sweeps => "sweeps",
            Self::Lengths => "numbers of moves",
            Self::Distinct => "different shortest solutions",
            Self::Perft => "sequences",
        }
    }

    /// What is counted of peg solitaire alone.
    pub(crate) fn solitaire(self) -> Option<soliter::peg::search::count::What> {
        use soliter::peg::search::count::What as W;
        match self {
            Self::Solutions => Some(W::Solutions),
            Self::Minimal => Some(W::Minimal),
            Self::Positions => Some(W::Positions),
            Self::Games => Some(W::Games),
            _ => None,
        }
    }
}

#[derive(clap::Args)]
pub(crate) struct TableArgs {
    /// A model file, or the name of a shipped board
    #[arg(value_name = "BOARD", add = complete::model())]
    pub(crate) board: FileName,
    /// Start with so many holes empty [default: 1]
    #[arg(long, value_name = "N", value_parser = positive, conflicts_with = "start")]
    pub(crate) vacancies: Option<NonZeroUsize>,
    /// Start with these holes empty, as in 44 or "33 55"; more than once for several starts
    #[arg(long, value_name = "HOLES")]
    pub(crate) start: Vec<String>,
    /// Where the last peg stands: in each hole in turn, or in any [default: each]
    #[arg(long, value_enum)]
    pub(crate) finish: Option<LastPeg>,
    /// Count solutions and shortest solutions too
    #[arg(long)]
    pub(crate) count: bool,
    /// Give up on a problem after this time
    #[arg(long, value_name = "TIME")]
    pub(crate) each: Option<TimeLimit>,
    /// Solve so many problems at once, each with its part of the threads
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Write the table as CSV, a line a problem, as it fills; what it has proved is not solved again
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) csv: Option<PathBuf>,
    /// Write a puzzle file for each problem into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) write: Option<PathBuf>,
}

/// Where the last peg of a table's problems stands.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LastPeg {
    /// In each hole in turn
    Each,
    /// In any hole
    Any,
}

impl TableArgs {
    /// Holes empty at the start.
    pub(crate) fn vacancies(&self) -> usize {
        self.vacancies.map_or(1, NonZeroUsize::get)
    }

    /// Whether the last peg may stand anywhere.
    pub(crate) fn any_finish(&self) -> bool {
        self.finish == Some(LastPeg::Any)
    }

    /// Problems solved at once.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.map_or(1, NonZeroUsize::get)
    }
}

#[cfg(feature = "milp")]
#[derive(clap::Args)]
pub(crate) struct WeightsArgs {
    /// A puzzle file, or the name of a shipped puzzle; - reads one from standard input
    #[arg(value_name = "FILE", add = complete::puzzle())]
    pub(crate) file: FileName,
    /// At most so many [default: 6]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) most: Option<NonZeroUsize>,
}

#[cfg(feature = "milp")]
impl WeightsArgs {
    /// The number of counts wanted.
    pub(crate) fn most(&self) -> usize {
        self.most.map_or(6, NonZeroUsize::get)
    }
}

#[derive(clap::Args)]
pub(crate) struct ArmyArgs {
    /// A model file, or the name of a shipped board: its upper rows lie beyond the line
    #[arg(value_name = "BOARD", add = complete::model())]
    pub(crate) board: FileName,
    /// Rows beyond the line: the goal is a hole of the first row
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) rows: NonZeroUsize,
}

#[derive(clap::Args)]
pub(crate) struct MarkedArgs {
    /// A puzzle file, or the name of a shipped puzzle; - reads one from standard input
    #[arg(value_name = "FILE", add = complete::puzzle())]
    pub(crate) file: FileName,
    /// The peg that stands in this hole at the start is on the board at the end
    #[arg(long, value_name = "HOLE", required_unless_present = "watch", conflicts_with = "watch")]
    pub(crate) finisher: Option<String>,
    /// The man on the watch: the peg of this hole stands still until the last move, which it makes
    #[arg(long, value_name = "HOLE")]
    pub(crate) watch: Option<String>,
}

#[derive(clap::Args)]
pub(crate) struct FindArgs {
    /// A model file, or the name of a shipped board
    #[arg(value_name = "BOARD", add = complete::model())]
    pub(crate) board: FileName,
    /// Where the last peg is to stand
    #[arg(long, value_name = "HOLE")]
    pub(crate) finish: String,
    /// What positions have to look like [default: all]
    #[arg(long, value_enum)]
    pub(crate) symmetry: Option<Symmetry>,
    /// Positions of so many pegs: 6, or 5..9
    #[arg(long, value_name = "N", value_parser = pegs, default_value = "2..64", hide_default_value = true)]
    pub(crate) pegs: RangeInclusive<usize>,
    /// Puzzles of so many moves: 6, or 5..9
    #[arg(long, value_name = "N", value_parser = pegs)]
    pub(crate) moves: Option<RangeInclusive<usize>>,
    /// At most so many [default: 6]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) most: Option<NonZeroUsize>,
    /// Write a puzzle file for each into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) write: Option<PathBuf>,
}

/// What positions have to look like.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Symmetry {
    /// The same under all symmetries of the board that keep the finish
    All,
    /// Left and right the same
    Mirror,
}

impl FindArgs {
    /// Puzzles wanted.
    pub(crate) fn most(&self) -> usize {
        self.most.map_or(6, NonZeroUsize::get)
    }

    /// What positions have to look like.
    pub(crate) fn look(&self) -> Look {
        match self.symmetry {
            Some(Symmetry::Mirror) => Look::Mirror,
            Some(Symmetry::All) | None => Look::Whole,
        }
    }
}

#[derive(clap::Args)]
pub(crate) struct ShowArgs {
    /// A puzzle or model file, or the name of a shipped one
    #[arg(value_name = "FILE", add = complete::shown())]
    pub(crate) file: FileName,
    /// Draw the position after every move of this record (a file, a shipped record, or -)
    #[arg(long, value_name = "RECORD", add = complete::record())]
    pub(crate) record: Option<FileName>,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
}

impl ShowArgs {
    /// The files that are read.
    pub(crate) fn inputs(&self) -> Vec<&FileName> {
        [&self.file].into_iter().chain(&self.record).collect()
    }
}

#[derive(clap::Args)]
pub(crate) struct PlayArgs {
    /// A puzzle file, or the name of a shipped puzzle
    #[arg(value_name = "FILE", add = complete::puzzle())]
    pub(crate) file: FileName,
    /// For a game: who plays the other side
    #[arg(long, value_parser = opponents())]
    pub(crate) opponent: Option<Opponent>,
    /// For a game: how well the engine plays, in place of --opponent
    #[arg(long, value_enum, conflicts_with = "opponent")]
    pub(crate) level: Option<Level>,
    /// For a game: the player you are, from 1, or none to watch [default: the one to move]
    #[arg(long, value_name = "N", value_parser = side)]
    pub(crate) side: Option<Side>,
    /// For a game: the time of a move [default: 4 s, or --time-limit]
    #[arg(long, value_name = "TIME")]
    pub(crate) think: Option<TimeLimit>,
    /// For a random or easy opponent: where its choices come from [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

/// How well the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// One move ahead, and any move now and then
    Easy,
    /// Two moves ahead
    Normal,
    /// As well as it can in the time
    Best,
}

/// Which side a person plays.
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

impl PlayArgs {
    /// Who plays the sides that the person does not.
    pub(crate) fn opponent(&self) -> Opponent {
        match self.level {
            Some(Level::Easy) => Opponent::Easy,
            Some(Level::Normal) => Opponent::Normal,
            Some(Level::Best) => Opponent::Perfect,
            None => self.opponent.unwrap_or_default(),
        }
    }

    /// Whether an option was given that means nothing for peg solitaire.
    pub(crate) fn only_for_games(&self) -> bool {
        self.opponent.is_some()
            || self.level.is_some()
            || self.side.is_some()
            || self.think.is_some()
            || self.seed.is_some()
    }
}

/// The opponents by their words.
fn opponents() -> impl TypedValueParser<Value = Opponent> {
    let value = |opponent: Opponent| {
        let word = PossibleValue::new(opponent.word());
        let word = if opponent == Opponent::Perfect { word.alias("best") } else { word };
        word.help(match opponent {
            Opponent::Perfect => "Best play: proved, or the best found in the time; also `best`",
            Opponent::Normal => "Looks two moves ahead",
            Opponent::Easy => "Looks one move ahead, and plays any move now and then",
            Opponent::Text => "The strategy that the game's source describes",
            Opponent::Random => "Any legal move",
            Opponent::None => "Nobody: you play all sides",
        })
    };
    // `best` is the default.
    let of = |word: String| Opponent::ALL.into_iter().find(|one| one.word() == word);
    PossibleValuesParser::new(Opponent::ALL.map(value))
        .map(move |word| of(word).unwrap_or_default())
}

#[derive(clap::Args)]
pub(crate) struct ServeArgs {
    /// The port [default: one that is free]
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,
    /// Listen here; anything but the default lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) bind: IpAddr,
    /// Answer to this host name too, not to IP addresses and localhost alone
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<String>,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Solve so many puzzles at once
    #[arg(long, value_name = "N", default_value = "2", value_parser = positive)]
    pub(crate) solves: NonZeroUsize,
}

#[derive(clap::Args)]
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

#[cfg(feature = "milp")]
#[derive(clap::Args)]
pub(crate) struct RunArgs {
    /// A program in the modelling language, or the name of a shipped one; - reads standard input
    #[arg(value_name = "MODEL.np", add = complete::program())]
    pub(crate) file: FileName,
    /// Fill the fields that a puzzle has from this puzzle file or shipped puzzle
    #[arg(long, value_name = "FILE", add = complete::puzzle())]
    pub(crate) data: Option<FileName>,
    /// Fill a field: a number, {1, 2, 5..9} or {1: 10, 2: 20}
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
    /// Write the mixed-integer program here as well
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "explain",
        value_hint = ValueHint::FilePath
    )]
    pub(crate) lp: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
}

/// A solver of the modelling language.
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

#[derive(clap::Args)]
pub(crate) struct CertifyArgs {
    /// A puzzle file, or the name of a shipped puzzle; - reads one from standard input
    #[arg(value_name = "FILE", add = complete::puzzle())]
    pub(crate) file: FileName,
    /// Write the certificate here; - is standard output
    #[cfg_attr(
        feature = "sat",
        arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath, required_unless_present = "lrat")
    )]
    #[cfg_attr(not(feature = "sat"), arg(short, long, value_name = "OUT", required = true))]
    pub(crate) output: Option<PathBuf>,
    /// Write a proof by clauses here, in LRAT, and the clauses beside it with the ending .cnf
    #[cfg(feature = "sat")]
    #[arg(long, value_name = "OUT.lrat", value_hint = ValueHint::FilePath)]
    pub(crate) lrat: Option<PathBuf>,
    /// The layers themselves, or only their digest: who checks makes the layers anew; or none
    #[arg(long, value_enum, default_value_t)]
    pub(crate) layers: LayerContents,
    /// Write the line too, which makes the claim a whole one: exactly so many moves
    #[arg(long)]
    pub(crate) line: bool,
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
pub(crate) struct VerifyArgs {
    /// The certificate; - reads standard input
    #[arg(value_name = "CERTIFICATE", value_hint = ValueHint::FilePath)]
    pub(crate) file: FileName,
}

#[derive(clap::Args)]
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

impl ListArgs {
    /// Whether nothing narrows the list.
    pub(crate) fn is_open(&self) -> bool {
        self.words.is_empty() && !self.solved && self.pegs.is_none() && self.board.is_none()
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

/// Options of every command.
#[derive(clap::Args)]
#[command(next_help_heading = "Options everywhere")]
pub(crate) struct Options {
    /// Text for people, or one JSON object a line
    #[arg(long, global = true, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// Stop after this time with the best so far: seconds, or 90s, 2m, 1h30m
    #[arg(long, global = true, value_name = "TIME")]
    pub(crate) time_limit: Option<TimeLimit>,
    /// Tables may take so much: GiB, or 512MiB, 2GB [default: three quarters of what is free]
    #[arg(long, global = true, value_name = "SIZE")]
    pub(crate) memory_limit: Option<MemoryLimit>,
    /// Threads to use, at most one for each core [default: so many]
    #[arg(long, global = true, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Read records and write lines in this notation instead of the puzzle's
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) notation: Option<Scheme>,
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", value_parser = color)]
    pub(crate) color: anstream::ColorChoice,
    /// Draw boards with ASCII characters only
    #[arg(long, global = true)]
    pub(crate) ascii: bool,
    /// The answer in one line, without pictures and progress
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say more: limits, program sizes, progress even where there is no terminal
    #[arg(short, long, global = true, action = ArgAction::SetTrue)]
    pub(crate) verbose: bool,
}

impl Command {
    /// What a command that works on one thing works on, for programs: the key and the name.
    pub(crate) fn subject(&self) -> Option<(&'static str, &FileName)> {
        let puzzle = match self {
            Self::Solve(args) => args.files.first()?,
            Self::Check(args) => &args.file,
            Self::Count(args) => &args.file,
            Self::Plan(args) => &args.file,
            Self::Show(args) => &args.file,
            Self::Export(args) => &args.file,
            Self::Certify(args) => &args.file,
            Self::Verify(args) => return Some(("certificate", &args.file)),
            Self::Play(args) => &args.file,
            #[cfg(feature = "milp")]
            Self::Weights(args) => &args.file,
            Self::Army(args) => return Some(("board", &args.board)),
            Self::Marked(args) => &args.file,
            Self::Find(args) => return Some(("board", &args.board)),
            Self::Table(args) => return Some(("board", &args.board)),
            #[cfg(feature = "milp")]
            Self::Run(args) => return Some(("program", &args.file)),
            Self::Serve(_)
            | Self::Rules { .. }
            | Self::List(_)
            | Self::Completions { .. }
            | Self::Man => return None,
        };
        Some(("puzzle", puzzle))
    }
}

impl Options {
    /// Bytes that tables may take.
    pub(crate) fn memory_bytes(&self) -> u64 {
        self.memory_limit.as_ref().map_or_else(free_memory, |limit| limit.0)
    }

    /// Threads to use.
    pub(crate) fn thread_count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(cores, NonZeroUsize::get)
    }

    /// Whether output is JSON.
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

#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum Method {
    /// The search, confirmed by clauses, the MILP and the depth-first verifier where they are quick
    #[default]
    Auto,
    /// The mixed-integer program alone
    #[cfg(feature = "milp")]
    Milp,
    /// Clauses alone, by a solver that learns
    #[cfg(feature = "sat")]
    Sat,
    /// The search alone
    Search,
    /// The plain depth-first verifier alone
    Dfs,
}

#[cfg(feature = "milp")]
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Formulation {
    /// The constraint program row by row, a jump number at a time
    Mirror,
    /// A move at a time, with everything that is known of moves
    #[default]
    Sweep,
}

impl SolveArgs {
    pub(crate) fn method(&self) -> soliter::peg::solve::Method {
        use soliter::peg::solve::Method as M;
        match self.method.unwrap_or_default() {
            #[cfg(any(feature = "milp", feature = "sat"))]
            _ if self.prove => M::Prove,
            #[cfg(feature = "milp")]
            Method::Milp if self.formulation == Some(Formulation::Mirror) => M::Mirror,
            #[cfg(feature = "milp")]
            Method::Milp => M::Milp,
            #[cfg(feature = "sat")]
            Method::Sat => M::Sat,
            Method::Auto => M::Auto,
            Method::Search => M::Search,
            Method::Dfs => M::Dfs,
        }
    }

    /// Options for `HiGHS` where it is not asked.
    #[cfg(feature = "milp")]
    pub(crate) fn useless(&self) -> Option<&'static str> {
        let asked = !matches!(self.method, Some(Method::Search | Method::Dfs));
        self.solver.given().find(|(_, given)| *given && !asked).map(|(name, _)| name)
    }

    /// How many different lines are wanted.
    pub(crate) fn lines(&self) -> usize {
        self.lines.map_or(1, NonZeroUsize::get)
    }

    /// The options given that mean nothing for a game.
    pub(crate) fn only_for_pegs(&self) -> Vec<&'static str> {
        let mut given = vec![("--method", self.method.is_some())];
        #[cfg(feature = "milp")]
        given.push(("--formulation", self.formulation.is_some()));
        #[cfg(any(feature = "milp", feature = "sat"))]
        given.push(("--prove", self.prove));
        #[cfg(feature = "milp")]
        given.extend(self.solver.given());
        given.extend([("--lines", self.lines.is_some()), ("--images", self.images)]);
        given.into_iter().filter(|(_, given)| *given).map(|(name, _)| name).collect()
    }
}

/// A number of things of which there must be one.
fn positive(text: &str) -> Result<NonZeroUsize, String> {
    let number: usize = text.parse().map_err(|error: ParseIntError| error.to_string())?;
    NonZeroUsize::new(number).ok_or_else(|| "give 1 or more".to_owned())
}

/// A number of pegs, or the least and the most: `6`, `5..9`.
fn pegs(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    match (least.trim().parse(), most.trim().parse()) {
        (Ok(least), Ok(most)) if least <= most => Ok(least..=most),
        _ => Err("write a number, as in 6, or the least and the most, as in 5..9".to_owned()),
    }
}

fn color(word: &str) -> Result<anstream::ColorChoice, String> {
    match word {
        "auto" => Ok(anstream::ColorChoice::Auto),
        "always" => Ok(anstream::ColorChoice::Always),
        "never" => Ok(anstream::ColorChoice::Never),
        _ => Err("auto, always or never".to_owned()),
    }
}
