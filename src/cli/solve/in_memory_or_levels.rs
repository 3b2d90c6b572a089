//! `soliter solve`, in memory or with levels on disk.

use soliter::base::control::Control;
use soliter::peg::puzzle::Puzzle;
#[cfg(feature = "cluster")]
use soliter::peg::search::disk::cluster::fewest_together;
use soliter::peg::search::disk::fault::Fault;
use soliter::peg::search::disk::fewest::fewest_on_disk;
use soliter::peg::solve::{Refuting, solve, solve_by};
use soliter::peg::verify::{Refusal, Verified};

use crate::cli::args::SolveArgs;
use crate::cli::output;
use crate::cli::output::exit::Exit;
use crate::cli::session::Session;
use crate::cli::solve::levels::{place, reason};
#[cfg(feature = "cluster")]
use crate::cli::solve::team;

/// Why there is no answer, not even a bound.
pub(crate) enum NoAnswer {
    /// It has been reported.
    #[cfg(feature = "cluster")]
    Reported,
    Fault(Fault),
}

impl NoAnswer {
    /// Reports it; gives how the command ends.
    pub(crate) fn told(&self) -> Exit {
        match self {
            #[cfg(feature = "cluster")]
            Self::Reported => Exit::BadInput,
            Self::Fault(fault) => {
                output::refuse(reason(fault), &format!("no answer: {fault}"), fault.help());
                reason(fault).exit()
            }
        }
    }
}

/// Solves a puzzle where the arguments say; the answer is verified.
pub(crate) fn solved(
    session: &Session,
    args: &SolveArgs,
    puzzle: &Puzzle,
    control: &Control,
) -> Result<Result<Verified, Refusal>, NoAnswer> {
    #[cfg(feature = "cluster")]
    if let Some(team) =
        team::team(session, &args.cluster, &args.disk).map_err(|_| NoAnswer::Reported)?
    {
        // What all processes do must be the same, so nothing is tried that has an end of its own.
        let search = |control: &Control| {
            let fewest = |place: &_| fewest_together(puzzle, place, &team, control);
            team::work(session, &args.disk, fewest)
        };
        return solve_by(puzzle, Refuting::Class, search, control).map_err(NoAnswer::Fault);
    }
    let Some(folder) = &args.disk.dir else { return Ok(solve(puzzle, args.method(), control)) };
    let place = place(session, &args.disk, folder);
    let search = |control: &Control| fewest_on_disk(puzzle, &place, control);
    solve_by(puzzle, Refuting::All, search, control).map_err(NoAnswer::Fault)
}

/// Whether this process prints the answer: of several that work together the first does.
pub(crate) fn prints(args: &SolveArgs) -> bool {
    #[cfg(feature = "cluster")]
    return args.cluster.process.unwrap_or(0) == 0;
    #[cfg(not(feature = "cluster"))]
    {
        let _ = args;
        true
    }
}
