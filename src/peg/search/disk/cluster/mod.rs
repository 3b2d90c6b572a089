//! Counts and searches by several workers, which are threads of one process or of processes on several hosts.
//! Each worker owns some of the buckets. The workers communicate through the crate `timely`.
//!
//! When one process ends, for whatever reason, all the others end too; a later run resumes from the complete
//! levels in the folder. The network has to be trusted: nothing is encrypted, and anybody who knows the puzzle
//! and the list of hosts can take part.
//!
//! * [`hosts`]: the list of the hosts that take part.
//! * `handshake`: connects the processes. `acceptor` accepts connections, and `frame` defines the messages.
//! * `agreement`: the processes agree on the folder.
//! * `workers`: runs the workers of this process. A `member` is one worker, a `parcel` is what workers send to
//!   each other, and a `link` is a connection between two processes.
//! * `outage`: what ends the work early. [`fault`]: why the processes do not work together.

mod acceptor;
mod agreement;
pub mod fault;
mod frame;
mod handshake;
pub mod hosts;
mod link;
mod member;
mod outage;
mod parcel;
mod workers;

use std::mem::ManuallyDrop;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use timely::CommunicationConfig;

use crate::base::control::{Control, Stop};
use crate::base::wording::short;
use crate::peg::answer::Finding;
use crate::peg::puzzle::Puzzle;
use crate::peg::search::count::{Count, What};
use crate::peg::search::disk::cluster::agreement::{agreed_folder, remove_token};
use crate::peg::search::disk::cluster::fault::ClusterFault;
use crate::peg::search::disk::cluster::frame::Common;
use crate::peg::search::disk::cluster::handshake::Handshake;
use crate::peg::search::disk::cluster::hosts::Hosts;
use crate::peg::search::disk::cluster::member::Member;
use crate::peg::search::disk::cluster::outage::Outage;
use crate::peg::search::disk::cluster::workers::{Workers, finish_sending, network};
use crate::peg::search::disk::count;
use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::fewest::{self, Search};
use crate::peg::search::disk::folder::{Folder, Place, manifest};
use crate::peg::search::disk::index::Index;
use crate::peg::search::disk::limit::Progress;
use crate::peg::search::disk::work::Job;

/// The workers of a count or a search.
#[derive(Clone, Debug)]
pub enum Team {
    /// This many workers, all in this process.
    Workers(NonZeroUsize),
    /// Several processes.
    Processes {
        /// The hosts on which they run.
        hosts: Hosts,
        /// The number of this process.
        process: usize,
        /// The number of workers in each process.
        threads: NonZeroUsize,
        /// How long to wait for the other processes.
        wait: Duration,
        /// Whether all processes share the folder, so that the count can be resumed.
        shared: bool,
    },
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
    let count =
        move |job: &Job<'_>, folder, member: &Member| count::count(job, what, folder, member);
    together((puzzle, what.word()), index, place, team, control, count)
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
    let search = Search::new(puzzle)?;
    let (index, progress) = (search.index()?, Arc::clone(&search.progress));
    let first = AtomicBool::new(true);
    let fewest = move |job: &Job<'_>, folder, member: &Member| {
        // The workers of a process proceed in step, so one of them records the progress.
        let idle = Progress::default();
        let progress = if first.swap(false, Relaxed) { &*progress } else { &idle };
        fewest::fewest(job, progress, folder, member)
    };
    let result = together((&search.puzzle, fewest::WHAT), index, place, team, control, fewest);
    search.finding(result)
}

/// Lets each worker of this process do its part of some work, which `what` names. All workers get the same
/// answer.
fn together<T: Send + 'static>(
    (puzzle, what): (&Puzzle, &'static str),
    index: Index,
    place: &Place,
    team: &Team,
    control: &Control,
    work: impl Fn(&Job<'_>, Folder, &Member) -> Result<T, Fault> + Send + Sync + 'static,
) -> Result<T, Fault> {
    let outage = Arc::new(Outage::default());
    let (folder, builders, comms) = match team {
        Team::Workers(workers) => {
            let folder = Folder::open(place, puzzle, what, index.buckets(), control)?;
            let (builders, _) = CommunicationConfig::Process(workers.get())
                .try_build()
                .map_err(|_| Fault::Stopped(Stop::Fault("no workers")))?;
            (folder, builders, None)
        }
        Team::Processes { hosts, process, threads, wait, shared } => {
            if *process >= hosts.processes() {
                let why = format!("the list of hosts has no process {process}");
                return Err(Fault::Cluster(ClusterFault::Hosts(why)));
            }
            let common = Common {
                version: format!("{} ({})", env!("CARGO_PKG_VERSION"), manifest::FORMAT),
                title: short(puzzle.title()).into_owned(),
                puzzle: manifest::digest(puzzle),
                what: what.to_owned(),
                hosts: hosts.digest(),
                threads: threads.get(),
                folder: *shared,
            };
            let handshake = Handshake { hosts, process: *process, common, wait: *wait, control };
            let mut streams = handshake.connect()?;
            let buckets = index.buckets();
            let folder = agreed_folder(&handshake, &mut streams, (puzzle, what), place, buckets)?;
            let (builders, comms) = network(&handshake, streams, &outage)?;
            (folder, builders, Some(comms))
        }
    };
    control.say(|| format!("cluster: {} workers here", builders.len()));
    let workers = Workers { puzzle, place, index, folder, control };
    // Dropping the guard waits for its threads, and these wait for processes that may be gone.
    let comms = comms.map(ManuallyDrop::new);
    let answer = workers.run(builders, &outage, work)?;
    if let Some(comms) = comms {
        finish_sending(ManuallyDrop::into_inner(comms), &outage, control);
        if matches!(team, Team::Processes { process: 0, .. }) {
            remove_token(place);
        }
    }
    let (sent, received) = (outage.sent.load(Relaxed), outage.received.load(Relaxed));
    control.say(|| format!("cluster: {sent} bytes sent, {received} received"));
    Ok(answer)
}
