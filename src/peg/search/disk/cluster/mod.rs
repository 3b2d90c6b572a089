//! Counts and searches by several workers, in one process or in several on other hosts, each with some of the
//! buckets. The communication is that of `timely`.
//!
//! A process that ends, for whatever reason, ends all others; another run goes on from the whole levels in the
//! folder. The network must be trusted: nothing is secret, and anybody who knows the puzzle and the list of
//! hosts can take part.
//!
//! * [`hosts`]: who takes part. `meeting`: how they find each other; `door`: who comes in; `frame`: what they
//!   say then.
//! * `member`: a worker; `parcel`: what workers send each other; `link`: a connection.
//! * `outage`: what ends the work early; [`fault`]: what is said of it.

mod door;
pub mod fault;
mod frame;
pub mod hosts;
mod link;
mod meeting;
mod member;
mod outage;
mod parcel;

use std::mem::ManuallyDrop;
use std::net::TcpStream;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Hooks, initialize_from};
use timely::worker::Worker;
use timely::{CommunicationConfig, WorkerConfig};

use crate::base::control::{Control, Stop};
use crate::base::wording::short;
use crate::peg::answer::Finding;
use crate::peg::puzzle::Puzzle;
use crate::peg::search::count::{Count, What};
use crate::peg::search::disk::cluster::fault::ClusterFault;
use crate::peg::search::disk::cluster::frame::{Common, Message};
use crate::peg::search::disk::cluster::hosts::Hosts;
use crate::peg::search::disk::cluster::link::Link;
use crate::peg::search::disk::cluster::meeting::Meeting;
use crate::peg::search::disk::cluster::member::Member;
use crate::peg::search::disk::cluster::outage::{Outage, Watch};
use crate::peg::search::disk::count;
use crate::peg::search::disk::crew::Crew as _;
use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::fewest;
use crate::peg::search::disk::fewest::{Progress, Search};
use crate::peg::search::disk::folder::manifest;
use crate::peg::search::disk::folder::{Folder, Place};
use crate::peg::search::disk::index::Index;
use crate::peg::search::disk::work::Job;

/// The workers of a count or a search.
#[derive(Clone, Debug)]
pub enum Team {
    /// So many workers in this process.
    Workers(NonZeroUsize),
    /// Several processes.
    Processes {
        /// Where they are.
        hosts: Hosts,
        /// Which of them this is.
        process: usize,
        /// Workers of each.
        threads: NonZeroUsize,
        /// How long to wait for the others.
        wait: Duration,
        /// Whether the folder is one that all of them share, for a count that can be gone on with.
        shared: bool,
    },
}

/// The name of the file that shows whether processes share a folder.
const TOKEN: &str = "cluster.part";
/// A process that has its answer goes on sending for so long if it is stopped, or if another process is lost.
const FAREWELL: Duration = Duration::from_secs(2);

/// Counts within the limits of `control`, with some of the levels in a folder; every process of a team
/// calls it and has the whole answer.
///
/// # Errors
/// See [`Fault`]; no part of a count is returned, but the folder keeps its whole levels.
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

/// [`fewest_on_disk`](crate::peg::search::disk::fewest::fewest_on_disk) by a team; every process calls it and
/// has the whole answer.
///
/// # Errors
/// See [`Fault`]; a limit of this process is none.
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
        // The workers of a process come equally far: one of them says so.
        let idle = Progress::default();
        let progress = if first.swap(false, Relaxed) { &*progress } else { &idle };
        fewest::fewest(job, progress, folder, member)
    };
    let result = together((&search.puzzle, fewest::WHAT), index, place, team, control, fewest);
    search.finding(result)
}

/// Has each worker of this process do its part of some work; `what` names it. Their answers are the same.
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
            let meeting = Meeting { hosts, process: *process, common, wait: *wait, control };
            let mut streams = meeting.connect()?;
            let folder = agreed_folder(&meeting, &mut streams, (puzzle, what), place, &index)?;
            let (builders, comms) = network(&meeting, streams, &outage)?;
            (folder, builders, Some(comms))
        }
    };
    control.say(|| format!("cluster: {} workers here", builders.len()));
    let own = Own { puzzle, place, index, folder, control };
    // Dropping it waits for its threads, and these wait for processes that may be gone.
    let comms = comms.map(ManuallyDrop::new);
    let answer = own.run(builders, &outage, work)?;
    if let Some(comms) = comms {
        take_leave(ManuallyDrop::into_inner(comms), &outage, control);
        if matches!(team, Team::Processes { process: 0, .. }) {
            // One that stays takes room and nothing else.
            let _ = std::fs::remove_file(place.folder.join(TOKEN));
        }
    }
    let (sent, received) = (outage.sent.load(Relaxed), outage.received.load(Relaxed));
    control.say(|| format!("cluster: {sent} bytes sent, {received} received"));
    Ok(answer)
}

/// Process 0 opens the folder and tells the others what it holds; they check that they see the same folder.
fn agreed_folder(
    meeting: &Meeting<'_>,
    streams: &mut [Option<TcpStream>],
    (puzzle, what): (&Puzzle, &str),
    place: &Place,
    index: &Index,
) -> Result<Folder, Fault> {
    let token_path = place.folder.join(TOKEN);
    if meeting.process == 0 {
        meeting.all_ready(streams)?;
        let folder = Folder::open(place, puzzle, what, index.buckets(), meeting.control)?;
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let token = format!("{} {}", now.as_nanos(), std::process::id());
        std::fs::write(&token_path, &token).map_err(|error| Fault::io(&token_path, error))?;
        for (process, stream) in streams.iter_mut().enumerate() {
            if let Some(stream) = stream {
                let go = Message::Go(folder.levels().to_vec(), token.clone());
                meeting.tell(process, stream, &go)?;
            }
        }
        return Ok(folder);
    }
    let Some(Some(first)) = streams.first_mut() else {
        return Err(Fault::Stopped(Stop::Fault("no connection to process 0")));
    };
    meeting.tell(0, first, &Message::Ready)?;
    let Message::Go(levels, token) = meeting.hear_go(first)? else {
        return Err(Fault::Stopped(Stop::Fault("process 0 does not say when to begin")));
    };
    if meeting.common.folder && !has_token(&token_path, &token) {
        return Err(Fault::Refused {
            folder: place.folder.clone(),
            why: "it is not the folder of process 0".to_owned(),
            help: "--dir has to be one folder that all processes share; it can be left out",
        });
    }
    Ok(Folder::joined(place, puzzle, what, index.buckets(), levels))
}

fn has_token(path: &Path, token: &str) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| text == token)
}

/// Hands the connections to timely.
fn network(
    meeting: &Meeting<'_>,
    streams: Vec<Option<TcpStream>>,
    outage: &Arc<Outage>,
) -> Result<(Vec<AllocatorBuilder>, CommsGuard), Fault> {
    let fault = |_| Fault::Stopped(Stop::Fault("the connections cannot be used"));
    let link = |(process, stream): (usize, Option<TcpStream>)| {
        let kept = meeting.common.folder;
        let link =
            |stream| Link::new(stream, meeting.hosts.peer(process), kept, Arc::clone(outage));
        stream.map(link).transpose()
    };
    let links =
        streams.into_iter().enumerate().map(link).collect::<Result<_, _>>().map_err(fault)?;
    let (threads, hooks) = (meeting.common.threads, Hooks::default());
    let inner = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let (builders, comms) =
        initialize_networking_from_sockets(inner, links, meeting.process, threads, hooks)
            .map_err(fault)?;
    Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), comms))
}

/// What the workers of this process work with.
struct Own<'a> {
    puzzle: &'a Puzzle,
    place: &'a Place,
    index: Index,
    folder: Folder,
    control: &'a Control,
}

impl Own<'_> {
    /// Has all workers do their part.
    fn run<T: Send + 'static>(
        self,
        builders: Vec<AllocatorBuilder>,
        outage: &Arc<Outage>,
        work: impl Fn(&Job<'_>, Folder, &Member) -> Result<T, Fault> + Send + Sync + 'static,
    ) -> Result<T, Fault> {
        let threads = builders.len();
        let place =
            Place { in_memory: self.place.in_memory / threads as u64, ..self.place.clone() };
        let control = self.control.clone().threads(1).cancelled_by(Arc::clone(&outage.over));
        let (puzzle, index) = (self.puzzle.clone(), self.index);
        let (folder, shared) = (self.folder, Arc::clone(outage));
        let guards = initialize_from(builders, Box::new(()), move |allocator| {
            let _watch = Watch(&shared);
            let config = WorkerConfig::default().idle_spin(Duration::ZERO);
            let worker = Worker::new(config, allocator, None);
            // One of the workers of a process says what goes on.
            let control = match worker.index() % threads {
                0 => control.clone(),
                _ => control.clone().reporting(Arc::new(|_| ())),
            };
            let member = Member::new(worker, control.clone());
            let folder = folder.shared(member.share());
            let job = Job { puzzle: &puzzle, index: &index, place: &place, control: &control };
            let answer = work(&job, folder, &member).and_then(|answer| {
                member.finish()?;
                Ok(answer)
            });
            answer.map_err(|fault| {
                // Timely takes a worker that leaves early for a fault of its own.
                std::mem::forget(member);
                shared.end(fault);
            })
        });
        let guards = guards.map_err(|_| Fault::Stopped(Stop::Fault("no threads")))?;
        while !guards.guards().iter().all(JoinHandle::is_finished) {
            if let Err(stop) = self.control.check() {
                outage.end(Fault::Stopped(stop));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        settled(guards.join().into_iter().map(|answer| answer.ok()?.ok()).collect(), outage)
    }
}

/// The answer of all workers, whatever happened after the last of them had it: a process that is gone by then
/// has done its part.
fn settled<T>(answers: Vec<Option<T>>, outage: &Outage) -> Result<T, Fault> {
    let all: Option<Vec<T>> = answers.into_iter().collect();
    match (all.and_then(|all| all.into_iter().next()), outage.take()) {
        (Some(answer), _) => Ok(answer),
        (None, Some(fault)) => Err(fault),
        (None, None) => {
            let why = "the workers of the cluster ended without an answer";
            Err(Fault::Stopped(Stop::Fault(why)))
        }
    }
}

/// Waits until everything that this process sends has reached the others, unless waiting is useless. The answer
/// is there, and nothing that happens now takes it away.
fn take_leave(comms: CommsGuard, outage: &Outage, control: &Control) {
    let leave = std::thread::spawn(move || drop(comms));
    let mut hurried = None;
    while !leave.is_finished() {
        if outage.check().is_err() || control.check().is_err() {
            // The others may still need what is on its way to them.
            if hurried.get_or_insert_with(Instant::now).elapsed() >= FAREWELL {
                return;
            }
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::search::disk::cluster::fault::Peer;

    #[test]
    fn whoever_goes_after_the_answer_takes_nothing_away() {
        let lost = || {
            let outage = Outage::default();
            let peer = Peer { process: 0, address: "127.0.0.1:7000".to_owned() };
            outage.end(Fault::Cluster(ClusterFault::Lost { peer, kept: false }));
            outage
        };
        assert_eq!(settled(vec![Some(7), Some(7)], &lost()).expect("an answer"), 7);
        let told = |answers| settled::<u8>(answers, &lost()).map_err(|fault| fault.to_string());
        let gone = Err("process 0 (127.0.0.1:7000) is gone".to_owned());
        assert_eq!(told(vec![Some(7), None]), gone);
        assert_eq!(told(vec![None]), gone);
        assert!(settled::<u8>(vec![None], &Outage::default()).is_err());
    }
}
