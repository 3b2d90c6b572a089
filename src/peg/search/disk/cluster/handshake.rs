//! Connects the processes of a cluster before the work begins. Each process connects to those before it in the
//! list, tells them what it works on, and waits for those after it. A process that works on something else is
//! refused.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant, SystemTime};

use crate::base::control::{Control, Stop};
use crate::base::wording::{counted, shown};
use crate::peg::search::disk::cluster::acceptor::{Acceptor, Hello, SETTINGS};
use crate::peg::search::disk::cluster::key::{CHALLENGE, CODE, Challenges, Key, challenge};
use crate::peg::search::disk::cluster::{hosts::Hosts, link::Link};
use crate::peg::search::disk::folder::{Folder, Place, manifest::LevelRecord, share::Share};
use crate::peg::{puzzle::Puzzle, search::disk::fault::Fault};

/// The file that shows whether the processes share a folder.
const TOKEN: &str = "cluster.part";
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
    /// The settings that all processes must have in common, each with the words by which this process refuses
    /// another that has it otherwise.
    pub(super) settings: [(String, String); SETTINGS],
    /// The secret that all processes must prove to know.
    pub(super) key: Option<&'a Key>,
    /// Whether the processes share a folder.
    pub(super) shared: bool,
    pub(super) wait: Duration,
    pub(super) control: &'a Control,
}

impl Handshake<'_> {
    /// Connects to all other processes. Returns the connections by process, with `None` for this one.
    pub(super) fn connect(&self) -> Result<Vec<Option<Link>>, Fault> {
        let until = Instant::now().checked_add(self.wait);
        let mut acceptor = Acceptor::new(self.listen()?, self.key);
        let mut links: Vec<Option<Link>> = Vec::new();
        for process in 0..self.process {
            links.push(Some(self.reach(process, until)?));
        }
        links.resize_with(self.hosts.processes(), || None);
        let later = self.process + 1;
        let missing = loop {
            let missing = links.iter().skip(later).position(Option::is_none);
            let Some(missing) = missing else { break None };
            self.control.check()?;
            if until.is_some_and(|until| Instant::now() >= until) {
                break Some(later + missing);
            }
            let hellos = acceptor.poll();
            if hellos.is_empty() {
                std::thread::sleep(POLL);
            }
            for (hello, stream, from) in hellos {
                self.admit(hello, stream, from, &mut links);
            }
        };
        let strangers = acceptor.close();
        if strangers > 0 {
            let strangers = counted(strangers, "stranger");
            self.control.say(|| format!("cluster: sent away {strangers}"));
        }
        missing.map_or(Ok(links), |process| Err(self.late(process)))
    }

    /// The folder that all processes work with. Process 0 opens it when every process is connected to all the
    /// others, and tells them which levels it holds; they check that they see the same folder.
    pub(super) fn agreed_folder(
        &self,
        links: &[Option<Link>],
        subject: (&Puzzle, &str),
        place: &Place,
        buckets: usize,
    ) -> Result<Folder, Fault> {
        let share = Share { worker: self.process, workers: links.len() };
        let token_path = place.folder.join(TOKEN);
        let Some(Some(first)) = links.first() else {
            let until = Instant::now().checked_add(self.wait);
            links.iter().flatten().try_for_each(|link| link.receive::<()>(until))?;
            let folder = Folder::open(place, subject, buckets, share, self.control)?;
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            let token = format!("{} {}", now.as_nanos(), std::process::id());
            std::fs::write(&token_path, &token).map_err(|error| Fault::io(&token_path, error))?;
            let go = (&folder.manifest.levels, token);
            links.iter().flatten().try_for_each(|link| link.send(&go))?;
            return Ok(folder);
        };
        first.send(&())?;
        let (levels, token): (Vec<LevelRecord>, String) = first.receive(None)?;
        let sees_token = || std::fs::read_to_string(&token_path).is_ok_and(|text| text == token);
        if self.shared && !sees_token() {
            return Err(Fault::Refused {
                folder: place.folder.clone(),
                why: "it is not the folder of process 0".to_owned(),
                help: "--dir has to be one folder that all processes share; it can be left out",
            });
        }
        Ok(Folder::joined(place, subject, buckets, share, levels))
    }

    fn listen(&self) -> Result<Vec<TcpListener>, Fault> {
        let fault = |error| {
            let address = self.hosts.peer(self.process).address;
            Fault::Listen { address, error }
        };
        // No process connects to the last one, which therefore needs no listener.
        if self.process + 1 == self.hosts.processes() {
            return Ok(Vec::new());
        }
        let (mut open, mut failed) = (Vec::new(), None);
        for address in self.hosts.addresses(self.process).map_err(fault)? {
            let listener = TcpListener::bind(address)
                .and_then(|listener| listener.set_nonblocking(true).map(|()| listener));
            match listener {
                Ok(listener) => open.push(listener),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        match failed {
            // A host name may resolve to addresses that this host does not use.
            Some(error) if open.is_empty() => Err(fault(error)),
            _ => Ok(open),
        }
    }

    /// Connects to a process before this one.
    fn reach(&self, process: usize, until: Option<Instant>) -> Result<Link, Fault> {
        loop {
            self.control.check()?;
            let left = until.map_or(CONNECT_TIMEOUT, |until| until.duration_since(Instant::now()));
            if left.is_zero() {
                return Err(self.late(process));
            }
            let addresses = self.hosts.addresses(process).unwrap_or_default();
            let timeout = left.min(CONNECT_TIMEOUT);
            let connect = |address| TcpStream::connect_timeout(address, timeout).ok();
            if let Some(stream) = addresses.iter().find_map(connect) {
                let link = self.link(process, stream)?;
                let peer = || self.hosts.peer(process);
                let refused = self.greet(&link, until).map_err(|fault| match fault {
                    Fault::Lost { .. } => Fault::Closed(peer()),
                    other => other,
                })?;
                let Some(why) = refused else { return Ok(link) };
                return Err(Fault::TurnedAway(peer(), shown(&why).into_owned()));
            }
            std::thread::sleep(RETRY);
        }
    }

    /// Says what this process works on, after both sides have proved that they know the key. Returns why this
    /// process is refused, if it is.
    fn greet(&self, link: &Link, until: Option<Instant>) -> Result<Option<String>, Fault> {
        let hello = Hello(self.process, self.settings.clone().map(|(value, _)| value));
        let Some(key) = self.key else {
            link.send(&hello)?;
            return link.receive(until);
        };
        let own = challenge()?;
        link.send_bytes(&own)?;
        let answer = link.receive_bytes(until, CHALLENGE + CODE)?;
        let (theirs, code) = answer.split_first_chunk().ok_or_else(|| link.lost())?;
        let challenges = Challenges(own, *theirs);
        if !key.is_accepting(challenges, code) {
            return Err(link.lost());
        }
        let hello =
            serde_json::to_vec(&hello).map_err(|_| Stop::Fault("a value cannot be sent"))?;
        link.send_bytes(&key.connecting(challenges, &hello))?;
        link.receive(until)
    }

    /// Accepts a process that stands later in the list, or refuses it if it works on something else. It is told
    /// why it is refused, if it is.
    fn admit(
        &self,
        Hello(process, settings): Hello,
        stream: TcpStream,
        from: SocketAddr,
        links: &mut [Option<Link>],
    ) {
        let Ok(link) = self.link(process, stream) else { return };
        let place = links.get_mut(process).filter(|_| process > self.process);
        let mut both = self.settings.iter().zip(&settings);
        let refused = match both.find(|((own, _), other)| own != *other) {
            Some(((_, why), _)) => Some(why.as_str()),
            None if place.is_none() => Some("it expects nobody of that number"),
            None => None,
        };
        // Nothing depends on whether a refusal arrives.
        let sent = link.send(&refused);
        if refused.is_some() {
            self.control.say(|| format!("cluster: refused process {process} from {from}"));
        } else if sent.is_ok()
            && let Some(place) = place
        {
            // A process that connects twice has been restarted; its new connection counts.
            *place = Some(link);
        }
    }

    fn link(&self, process: usize, stream: TcpStream) -> Result<Link, Fault> {
        let peer = self.hosts.peer(process);
        Link::new(stream, peer, self.shared, self.wait, self.control)
    }

    fn late(&self, process: usize) -> Fault {
        Fault::Late(self.hosts.peer(process), self.wait)
    }
}

/// Removes the token when the work is done.
pub(super) fn remove_token(place: &Place) {
    // If it cannot be removed, it takes up space and does no other harm.
    let _ = std::fs::remove_file(place.folder.join(TOKEN));
}
