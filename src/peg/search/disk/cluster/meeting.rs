//! Connects the processes of a cluster before the work begins. Each connects to the processes before it in the
//! list, says what it works on, and waits for those after it. A process that works on something else is
//! refused.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use crate::base::control::Control;
use crate::base::wording::{counted, shown};
use crate::peg::search::disk::cluster::door::{Door, Hello};
use crate::peg::search::disk::cluster::fault::ClusterFault;
use crate::peg::search::disk::cluster::frame::{Common, Message, Silence, hear, say};
use crate::peg::search::disk::cluster::hosts::Hosts;
use crate::peg::search::disk::fault::Fault;

/// Between attempts.
const AGAIN: Duration = Duration::from_millis(50);
/// Between looks at those who have connected.
const LOOK: Duration = Duration::from_millis(10);
/// An attempt to connect may take so long.
const PATIENCE: Duration = Duration::from_secs(1);

/// One process on its way to the others.
pub(super) struct Meeting<'a> {
    pub(super) hosts: &'a Hosts,
    pub(super) process: usize,
    pub(super) common: Common,
    pub(super) wait: Duration,
    pub(super) control: &'a Control,
}

impl Meeting<'_> {
    /// Connects to all; gives the connections by process, none to itself.
    pub(super) fn connect(&self) -> Result<Vec<Option<TcpStream>>, Fault> {
        let until = Instant::now().checked_add(self.wait);
        let mut door = Door::new(self.listen()?);
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
            let hellos = door.look();
            if hellos.is_empty() {
                std::thread::sleep(LOOK);
            }
            for hello in hellos {
                self.admit(hello, &mut streams);
            }
        };
        let strangers = door.close();
        if strangers > 0 {
            let strangers = counted(strangers, "stranger");
            self.control.say(|| format!("cluster: sent away {strangers}"));
        }
        missing.map_or(Ok(streams), |process| Err(self.late(process)))
    }

    /// Waits at process 0 until each is connected to all.
    pub(super) fn all_ready(&self, streams: &mut [Option<TcpStream>]) -> Result<(), Fault> {
        let until = Instant::now().checked_add(self.wait);
        for (process, stream) in streams.iter_mut().enumerate() {
            if let Some(stream) = stream {
                match hear(stream, until, self.control) {
                    Ok(Message::Ready) => {}
                    said => return Err(self.fault(process, said)),
                }
            }
        }
        Ok(())
    }

    /// Says something to another.
    pub(super) fn tell(
        &self,
        process: usize,
        stream: &mut TcpStream,
        said: &Message,
    ) -> Result<(), Fault> {
        say(stream, said).map_err(|_| self.fault(process, Err(Silence::Gone)))
    }

    /// What process 0 says when the work may begin.
    pub(super) fn hear_go(&self, stream: &mut TcpStream) -> Result<Message, Fault> {
        match hear(stream, None, self.control) {
            Ok(go @ Message::Go(..)) => Ok(go),
            said => Err(self.fault(0, said)),
        }
    }

    fn listen(&self) -> Result<Vec<TcpListener>, Fault> {
        let fault = |error| {
            let address = self.hosts.peer(self.process).address;
            Fault::Cluster(ClusterFault::Listen { address, error })
        };
        // No process connects to the last one.
        if self.process + 1 == self.hosts.processes() {
            return Ok(Vec::new());
        }
        let listen = |address: SocketAddr| {
            let listener = TcpListener::bind(address)?;
            listener.set_nonblocking(true)?;
            Ok(listener)
        };
        let addresses = self.hosts.addresses(self.process).map_err(fault)?;
        // A name may have addresses that this host does not use.
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
            let left = until.map_or(PATIENCE, |until| until.duration_since(Instant::now()));
            if left.is_zero() {
                return Err(self.late(process));
            }
            let addresses = self.hosts.addresses(process).unwrap_or_default();
            let connect = |address| TcpStream::connect_timeout(address, left.min(PATIENCE)).ok();
            if let Some(mut stream) = addresses.iter().find_map(connect) {
                let hello = Message::Hello(self.process, self.common.clone());
                self.tell(process, &mut stream, &hello)?;
                return match hear(&mut stream, until, self.control) {
                    Ok(Message::Welcome) => Ok(stream),
                    said => Err(self.fault(process, said)),
                };
            }
            std::thread::sleep(AGAIN);
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
            // If the message does not arrive, so be it.
            let _ = say(&mut stream, &Message::Refused(why));
            self.control.say(|| format!("cluster: refused process {process} from {from}"));
        } else if say(&mut stream, &Message::Welcome).is_ok()
            && let Some(place) = place
        {
            // A process that connects again has been started again.
            *place = Some(stream);
        }
    }

    fn late(&self, process: usize) -> Fault {
        Fault::Cluster(ClusterFault::Late(self.hosts.peer(process), self.wait))
    }

    /// What it means that a process said this, or nothing.
    fn fault(&self, process: usize, said: Result<Message, Silence>) -> Fault {
        let peer = self.hosts.peer(process);
        match said {
            Ok(Message::Refused(why)) => {
                Fault::Cluster(ClusterFault::Refused(peer, shown(&why).to_string()))
            }
            Err(Silence::Stopped(stop)) => Fault::Stopped(stop),
            Err(Silence::Late) => self.late(process),
            Ok(_) | Err(Silence::Gone) => {
                Fault::Cluster(ClusterFault::Lost { peer, kept: self.common.folder })
            }
        }
    }
}
