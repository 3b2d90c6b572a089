//! Connects the processes of a cluster before the work begins. Each process connects to those before it in the
//! list, tells them what it works on, and waits for those after it. A process that works on something else is
//! refused.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use crate::base::control::Control;
use crate::base::wording::{counted, shown};
use crate::peg::search::disk::cluster::acceptor::{Acceptor, Hello};
use crate::peg::search::disk::cluster::fault::ClusterFault;
use crate::peg::search::disk::cluster::frame::{Common, Message, ReceiveError, receive, send};
use crate::peg::search::disk::cluster::hosts::Hosts;
use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::folder::manifest::LevelRecord;

/// The time between two attempts to connect.
const RETRY: Duration = Duration::from_millis(50);
/// The time between two polls of the processes that have connected.
const POLL: Duration = Duration::from_millis(10);
/// The longest time that an attempt to connect may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// The view that one process has of the handshake.
pub(super) struct Handshake<'a> {
    pub(super) hosts: &'a Hosts,
    pub(super) process: usize,
    pub(super) common: Common,
    pub(super) wait: Duration,
    pub(super) control: &'a Control,
}

impl Handshake<'_> {
    /// Connects to all other processes. Returns the connections by process, with `None` for this one.
    pub(super) fn connect(&self) -> Result<Vec<Option<TcpStream>>, Fault> {
        let until = Instant::now().checked_add(self.wait);
        let mut acceptor = Acceptor::new(self.listen()?);
        let mut streams: Vec<Option<TcpStream>> = Vec::new();
        for process in 0..self.process {
            streams.push(Some(self.reach(process, until)?));
        }
        streams.resize_with(self.hosts.processes(), || None);
        let later = self.process + 1;
        let missing = loop {
            let missing = streams.iter().skip(later).position(Option::is_none);
            let Some(missing) = missing else { break None };
            self.control.check()?;
            if until.is_some_and(|until| Instant::now() >= until) {
                break Some(later + missing);
            }
            let hellos = acceptor.poll();
            if hellos.is_empty() {
                std::thread::sleep(POLL);
            }
            for hello in hellos {
                self.admit(hello, &mut streams);
            }
        };
        let strangers = acceptor.close();
        if strangers > 0 {
            let strangers = counted(strangers, "stranger");
            self.control.say(|| format!("cluster: sent away {strangers}"));
        }
        missing.map_or(Ok(streams), |process| Err(self.late(process)))
    }

    /// Waits, in process 0, until every process is connected to all the others.
    pub(super) fn all_ready(&self, streams: &mut [Option<TcpStream>]) -> Result<(), Fault> {
        let until = Instant::now().checked_add(self.wait);
        for (process, stream) in streams.iter_mut().enumerate() {
            if let Some(stream) = stream {
                match receive(stream, until, self.control) {
                    Ok(Message::Ready) => {}
                    received => return Err(self.fault(process, received)),
                }
            }
        }
        Ok(())
    }

    /// Sends a message to a process.
    pub(super) fn send_to(
        &self,
        process: usize,
        stream: &mut TcpStream,
        message: &Message,
    ) -> Result<(), Fault> {
        send(stream, message).map_err(|_| self.fault(process, Err(ReceiveError::Gone)))
    }

    /// Waits until process 0 starts the work; returns the complete levels and the token of the folder.
    pub(super) fn receive_go(
        &self,
        stream: &mut TcpStream,
    ) -> Result<(Vec<LevelRecord>, String), Fault> {
        match receive(stream, None, self.control) {
            Ok(Message::Go(levels, token)) => Ok((levels, token)),
            received => Err(self.fault(0, received)),
        }
    }

    fn listen(&self) -> Result<Vec<TcpListener>, Fault> {
        let fault = |error| {
            let address = self.hosts.peer(self.process).address;
            Fault::Cluster(ClusterFault::Listen { address, error })
        };
        // No process connects to the last one, which therefore needs no listener.
        if self.process + 1 == self.hosts.processes() {
            return Ok(Vec::new());
        }
        let listen = |address: SocketAddr| {
            let listener = TcpListener::bind(address)?;
            listener.set_nonblocking(true)?;
            Ok(listener)
        };
        let addresses = self.hosts.addresses(self.process).map_err(fault)?;
        // A host name may resolve to addresses that this host does not use.
        let (open, failed): (Vec<_>, Vec<_>) =
            addresses.into_iter().map(listen).partition(Result::is_ok);
        match failed.into_iter().find_map(Result::err) {
            Some(error) if open.is_empty() => Err(fault(error)),
            _ => Ok(open.into_iter().filter_map(Result::ok).collect()),
        }
    }

    /// Connects to a process before this one.
    fn reach(&self, process: usize, until: Option<Instant>) -> Result<TcpStream, Fault> {
        loop {
            self.control.check()?;
            let left = until.map_or(CONNECT_TIMEOUT, |until| until.duration_since(Instant::now()));
            if left.is_zero() {
                return Err(self.late(process));
            }
            let addresses = self.hosts.addresses(process).unwrap_or_default();
            let timeout = left.min(CONNECT_TIMEOUT);
            let connect = |address| TcpStream::connect_timeout(address, timeout).ok();
            if let Some(mut stream) = addresses.iter().find_map(connect) {
                let hello = Message::Hello(self.process, self.common.clone());
                self.send_to(process, &mut stream, &hello)?;
                return match receive(&mut stream, until, self.control) {
                    Ok(Message::Welcome) => Ok(stream),
                    received => Err(self.fault(process, received)),
                };
            }
            std::thread::sleep(RETRY);
        }
    }

    /// Accepts a process that stands later in the list, or refuses it if it works on something else.
    fn admit(&self, hello: Hello, streams: &mut [Option<TcpStream>]) {
        let Hello { mut stream, from, process, common: other } = hello;
        let place = streams.get_mut(process).filter(|_| process > self.process);
        let refused = match (self.common.refuses(&other), &place) {
            (None, None) => Some("it expects nobody of that number".to_owned()),
            (why, _) => why,
        };
        if let Some(why) = refused {
            // Nothing depends on whether the message arrives.
            let _ = send(&mut stream, &Message::Refused(why));
            self.control.say(|| format!("cluster: refused process {process} from {from}"));
        } else if send(&mut stream, &Message::Welcome).is_ok()
            && let Some(place) = place
        {
            // A process that connects twice has been restarted; its new connection counts.
            *place = Some(stream);
        }
    }

    fn late(&self, process: usize) -> Fault {
        Fault::Cluster(ClusterFault::Late(self.hosts.peer(process), self.wait))
    }

    /// The fault when a process has sent this message, or none, instead of the expected one.
    fn fault(&self, process: usize, received: Result<Message, ReceiveError>) -> Fault {
        let peer = self.hosts.peer(process);
        match received {
            Ok(Message::Refused(why)) => {
                Fault::Cluster(ClusterFault::Refused(peer, shown(&why).to_string()))
            }
            Err(ReceiveError::Stopped(stop)) => Fault::Stopped(stop),
            Err(ReceiveError::Late) => self.late(process),
            Ok(_) | Err(ReceiveError::Gone) => {
                Fault::Cluster(ClusterFault::Lost { peer, kept: self.common.folder })
            }
        }
    }
}
