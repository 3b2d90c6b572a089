//! Solves a puzzle in memory, with levels on disk, or by several processes together.

use soliter::base::control::Control;
use soliter::peg::puzzle::Puzzle;
#[cfg(feature = "cluster")]
use soliter::peg::search::disk::cluster::fewest_together;
use soliter::peg::search::disk::fault::Fault;
use soliter::peg::search::disk::fewest::fewest_on_disk;
use soliter::peg::solve::{Refuting, solve, solve_by};
use soliter::peg::verify::{Refusal, Verified};

use crate::cli::args::SolveArgs;
use crate::cli::output::failure::Failure;
use crate::cli::session::Session;
use crate::cli::solve::levels::{place, reason};
#[cfg(feature = "cluster")]
use crate::cli::solve::team;

/// Solves a puzzle as the arguments say; the answer is verified.
pub(crate) fn solved(
    session: &Session,
    args: &SolveArgs,
    puzzle: &Puzzle,
    control: &Control,
) -> Result<Result<Verified, Refusal>, Failure> {
    let no_answer =
        |fault: Fault| Failure::new(reason(&fault), format!("no answer: {fault}"), fault.help());
    #[cfg(feature = "cluster")]
    if let Some(team) = team::team(session, &args.disk.cluster, &args.disk)? {
        // All processes must do the same, so nothing is tried that one of them may end before the others.
        let search = |control: &Control| {
            let fewest = |place: &_| fewest_together(puzzle, place, &team, control);
            team::work(session, &args.disk, fewest)
        };
        return solve_by(puzzle, Refuting::Class, search, control).map_err(no_answer);
    }
    let Some(folder) = &args.disk.dir else { return Ok(solve(puzzle, args.method(), control)) };
    let place = place(session, &args.disk, folder);
    let search = |control: &Control| fewest_on_disk(puzzle, &place, control);
    solve_by(puzzle, Refuting::All, search, control).map_err(no_answer)
}

/// Whether this process prints the answer: the first of several that work together does.
pub(crate) fn prints(args: &SolveArgs) -> bool {
    #[cfg(feature = "cluster")]
    return args.disk.cluster.process.unwrap_or(0) == 0;
    #[cfg(not(feature = "cluster"))]
    {
        let _ = args;
        true
    }
}
