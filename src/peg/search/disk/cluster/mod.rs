//! Counts and searches by several processes, on one host or on several. Each process is a worker, which owns
//! some of the buckets and has some threads.
//!
//! When one process is lost, the others cannot go on without its buckets. If they share a folder, they wait for it,
//! or deal the buckets out to those who are left, and resume from the complete levels (`rounds`); otherwise they
//! end too. Who takes part has to know a key, unless all addresses are those of one machine. Nothing
//! is encrypted: who can write to the network can still do harm.
//!
//! * [`hosts`]: the list of the hosts that take part.
//! * [`key`]: the secret that they share.
//! * `handshake`: connects the processes, which agree on the folder. `acceptor` accepts connections.
//! * `rounds`: how work goes on when a process has been lost.
//! * `link`: a connection between two processes. `frame` separates what is sent through it.
//! * [`plan`]: what a count by one process, or by several, would take.

mod acceptor;
mod frame;
mod handshake;
pub mod hosts;
pub mod key;
pub(crate) mod link;
pub mod plan;
mod rounds;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use crate::base::{control::Control, threads::in_threads, wording::short};
use crate::peg::search::count::{Count, What};
use crate::peg::search::disk::cluster::handshake::{Handshake, remove_token};
use crate::peg::search::disk::cluster::{hosts::Hosts, key::Key, rounds::in_rounds};
use crate::peg::search::disk::count::{self, count};
use crate::peg::search::disk::fewest::{WHAT, WIDTH, fewest, finding_of};
use crate::peg::search::disk::folder::{Place, manifest};
use crate::peg::search::disk::{crew::Crew, fault::Fault, index::Index};
use crate::peg::{answer::Finding, puzzle::Puzzle};

/// The workers of a count or a search.
#[derive(Clone, Debug)]
pub enum Team {
    /// This many workers, all of them threads of this process.
    Workers(NonZeroUsize),
    /// Several processes.
    Processes {
        /// The hosts on which they run.
        hosts: Hosts,
        /// The number of this process.
        process: usize,
        /// The number of threads in each process.
        threads: NonZeroUsize,
        /// How long to wait for the other processes.
        wait: Duration,
        /// Who may take part.
        admission: Admission,
        /// Whether all processes share the folder, so that work is resumed when one of them has been lost.
        shared: bool,
        /// If a lost process does not come back, this many suffice to go on, process 0 among them.
        enough: Option<NonZeroUsize>,
    },
}

/// Who may take part in the work of several processes.
#[derive(Clone, Debug)]
pub enum Admission {
    /// Whoever proves to know this key.
    Key(Key),
    /// Whoever knows the puzzle and the list of hosts, which has only addresses of this machine (loopback).
    Loopback,
    /// The same on any network.
    OpenNetwork,
}

/// Counts within the limits of `control`, with some of the levels in a folder. Every process of the team calls
/// this function, and each gets the complete answer.
///
/// # Errors
/// See [`Fault`]. No partial count is returned, but the folder keeps its complete levels.
pub fn count_together(
    puzzle: &Puzzle,
    what: What,
    place: &Place,
    team: &Team,
    control: &Control,
) -> Result<Count, Fault> {
    let index = count::index(puzzle, what)?;
    let mut count = |crew: &mut Crew| count(puzzle, what, crew);
    together((puzzle, what.word()), index, place, team, control, &mut count)
}

/// Does the work of [`fewest_on_disk`](crate::peg::search::disk::fewest::fewest_on_disk) with a team. Every
/// process of the team calls this function, and each gets the complete answer.
///
/// # Errors
/// See [`Fault`]. Reaching a limit of this process is not an error.
pub fn fewest_together(
    puzzle: &Puzzle,
    place: &Place,
    team: &Team,
    control: &Control,
) -> Result<Finding, Fault> {
    finding_of(puzzle, |puzzle, index, progress| {
        let mut fewest = |crew: &mut Crew| fewest(puzzle, WIDTH, progress, crew);
        together((puzzle, WHAT), index, place, team, control, &mut fewest)
    })
}

/// Does the part that this process has in some work, which `what` names. All processes get the same answer.
fn together<T: Send>(
    (puzzle, what): (&Puzzle, &'static str),
    index: Index,
    place: &Place,
    team: &Team,
    control: &Control,
    work: &mut (dyn FnMut(&mut Crew) -> Result<T, Fault> + Send),
) -> Result<T, Fault> {
    let (hosts, process, threads, wait, admission, shared, enough) = match team {
        Team::Workers(workers) => {
            let mut crew = Crew::alone((puzzle, what), index, place, control)?;
            control.say(|| format!("cluster: {workers} workers here"));
            return in_threads(&control.clone().threads(workers.get()), || work(&mut crew));
        }
        Team::Processes { hosts, process, threads, wait, admission, shared, enough } => {
            (hosts, *process, threads, *wait, admission, *shared, enough)
        }
    };
    let all = hosts.processes();
    let enough = enough.map_or(all, NonZeroUsize::get);
    if process >= all || enough > all {
        let number = if process >= all { process } else { enough - 1 };
        return Err(Fault::Hosts(format!("the list of hosts has no process {number}")));
    }
    let key = match admission {
        Admission::Key(key) => Some(key),
        Admission::Loopback => hosts.all_on_loopback().map(|()| None)?,
        Admission::OpenNetwork => None,
    };
    let version = format!("{} ({})", env!("CARGO_PKG_VERSION"), manifest::FORMAT);
    let title = short(puzzle.title());
    let with = if shared { "with" } else { "without" };
    let settings = [
        (version.clone(), format!("it is version {version}")),
        (manifest::digest(puzzle), format!("it has another puzzle, {title}")),
        (what.to_owned(), format!("it looks for {what}")),
        (hosts.digest(), "it has another list of hosts".to_owned()),
        (threads.to_string(), format!("it has --threads {threads}, and all need the same")),
        (with.to_owned(), format!("it works {with} --dir")),
    ];
    let handshake = Handshake { hosts, process, settings, key, shared, wait, enough: all, control };
    let index = Arc::new(index);
    let control = control.clone().threads(threads.get());
    let answer = in_rounds(handshake, enough, place, |handshake, place, levels| {
        let links = handshake.connect()?;
        let (folder, links) = handshake.agree(links, (puzzle, what), place, index.buckets())?;
        let mut crew = Crew::new(Arc::clone(&index), folder, control.clone(), links, shared);
        control.say(|| format!("cluster: {threads} workers here"));
        let answer = in_threads(&control, || work(&mut crew));
        *levels = crew.folder.manifest.levels.len();
        let [sent, received] = [0, 1]
            .map(|way| crew.others().map(|link| link.traffic[way].load(Relaxed)).sum::<u64>());
        control.say(|| format!("cluster: {sent} bytes sent, {received} received"));
        answer
    })?;
    if process == 0 {
        remove_token(place);
    }
    Ok(answer)
}
