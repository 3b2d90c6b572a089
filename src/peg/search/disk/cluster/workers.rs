//! Runs the workers of one process as threads of timely, from the first connection to the common answer.

use std::net::TcpStream;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Hooks, initialize_from};
use timely::worker::Worker;

use crate::base::control::{Control, Stop};
use crate::peg::puzzle::Puzzle;
use crate::peg::search::disk::cluster::handshake::Handshake;
use crate::peg::search::disk::cluster::link::Link;
use crate::peg::search::disk::cluster::member::Member;
use crate::peg::search::disk::cluster::outage::{Outage, Watch};
use crate::peg::search::disk::crew::Crew as _;
use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::folder::{Folder, Place};
use crate::peg::search::disk::index::Index;
use crate::peg::search::disk::work::Job;

/// A process that has its answer goes on sending for this long if it is stopped or another process is lost.
const GRACE_PERIOD: Duration = Duration::from_secs(2);

/// Hands the connections to timely.
pub(super) fn network(
    handshake: &Handshake<'_>,
    streams: Vec<Option<TcpStream>>,
    outage: &Arc<Outage>,
) -> Result<(Vec<AllocatorBuilder>, CommsGuard), Fault> {
    let fault = |_| Fault::Stopped(Stop::Fault("the connections cannot be used"));
    let link = |(process, stream): (usize, Option<TcpStream>)| {
        let kept = handshake.common.folder;
        let link =
            |stream| Link::new(stream, handshake.hosts.peer(process), kept, Arc::clone(outage));
        stream.map(link).transpose()
    };
    let links =
        streams.into_iter().enumerate().map(link).collect::<Result<_, _>>().map_err(fault)?;
    let (threads, hooks) = (handshake.common.threads, Hooks::default());
    let inner = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let (builders, comms) =
        initialize_networking_from_sockets(inner, links, handshake.process, threads, hooks)
            .map_err(fault)?;
    Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), comms))
}

/// What the workers of this process have in common.
pub(super) struct Workers<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) place: &'a Place,
    pub(super) index: Index,
    pub(super) folder: Folder,
    pub(super) control: &'a Control,
}

impl Workers<'_> {
    /// Lets each worker do its part of some work, and returns their common answer.
    pub(super) fn run<T: Send + 'static>(
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
            // One worker of each process reports the progress.
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
                // The worker is not dropped, since timely treats a worker that leaves early as a fault.
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
        common_answer(guards.join().into_iter().map(|answer| answer.ok()?.ok()).collect(), outage)
    }
}

/// The answer that all workers have found. It counts even if an outage followed: a process that is gone by then
/// has already done its part.
fn common_answer<T>(answers: Vec<Option<T>>, outage: &Outage) -> Result<T, Fault> {
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

/// Waits until everything that this process sends has reached the others, or for the grace period where waiting
/// may be useless. The answer is known by now, and no failure from here on changes it.
pub(super) fn finish_sending(comms: CommsGuard, outage: &Outage, control: &Control) {
    let sending = std::thread::spawn(move || drop(comms));
    let mut stopped = None;
    while !sending.is_finished() {
        if outage.check().is_err() || control.check().is_err() {
            // The others may still need what is on its way to them.
            if stopped.get_or_insert_with(Instant::now).elapsed() >= GRACE_PERIOD {
                return;
            }
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::search::disk::cluster::fault::{ClusterFault, Peer};

    #[test]
    fn a_process_lost_after_the_answer_does_no_harm() {
        let lost = || {
            let outage = Outage::default();
            let peer = Peer { process: 0, address: "127.0.0.1:7000".to_owned() };
            outage.end(Fault::Cluster(ClusterFault::Lost { peer, kept: false }));
            outage
        };
        assert_eq!(common_answer(vec![Some(7), Some(7)], &lost()).expect("an answer"), 7);
        let told =
            |answers| common_answer::<u8>(answers, &lost()).map_err(|fault| fault.to_string());
        let gone = Err("process 0 (127.0.0.1:7000) is gone".to_owned());
        assert_eq!(told(vec![Some(7), None]), gone);
        assert_eq!(told(vec![None]), gone);
        assert!(common_answer::<u8>(vec![None], &Outage::default()).is_err());
    }
}
