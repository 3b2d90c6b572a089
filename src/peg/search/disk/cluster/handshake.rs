//! Connects the processes of a cluster before the work begins. Each process connects to those before it in the
//! list, tells them what it works on, and waits for those after it. A process that works on something else is
//! refused.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant, SystemTime};

use crate::base::control::{Control, Stop};
use crate::base::wording::{counted, hex, shown};
use crate::peg::search::disk::cluster::acceptor::{Acceptor, HELLO_TIMEOUT, Hello, SETTINGS};
use crate::peg::search::disk::cluster::key::{CHALLENGE, CODE, Challenges, Key, challenge};
use crate::peg::search::disk::cluster::{hosts::Hosts, link::Link};
use crate::peg::search::disk::folder::{Folder, Place, manifest::LevelRecord, share::Share};
use crate::peg::{puzzle::Puzzle, search::disk::fault::Fault};

/// The file that shows whether the processes share a folder.
const TOKEN: &str = "cluster.part";
/// The time between two polls of the processes that have connected.
const POLL: Duration = Duration::from_millis(10);
/// The longest time that an attempt to connect may take.
const TIMEOUT: Duration = Duration::from_secs(1);
/// The time before the next attempt when a process has ended the connection without a word.
const PAUSE: Duration = Duration::from_millis(100);

/// What process 0 tells the others: who takes part, the round and the levels of the folder, and its token.
type Go = (Vec<usize>, u64, Vec<LevelRecord>, String);

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
    /// The number of processes that suffices, of which process 0 is one.
    pub(super) enough: usize,
    pub(super) control: &'a Control,
}

impl Handshake<'_> {
    /// Connects to the other processes. Returns the connections by process, with `None` for this one and for
    /// those that have not come in time.
    pub(super) fn connect(&self) -> Result<Vec<Option<Link>>, Fault> {
        let until = Instant::now().checked_add(self.wait);
        let mut acceptor = Acceptor::new(self.listen()?, self.key);
        let mut links: Vec<Option<Link>> = Vec::new();
        links.resize_with(self.hosts.processes(), || None);
        let mut halves: Vec<Option<(String, Link)>> = Vec::new();
        halves.resize_with(links.len(), || None);
        let mut turns = (0..self.process).cycle();
        // Those who ended the last connection without a word. Nobody may listen behind a tunnel, or the process was
        // just killed; or it has another idea of the key.
        let mut silent = vec![false; links.len()];
        while links.iter().filter(|link| link.is_some()).count() + 1 < links.len() {
            self.control.check()?;
            if until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
            // Whoever is killed meanwhile comes again.
            for link in &mut links {
                link.take_if(|link| link.has_ended());
            }
            // One attempt at a time, so that those who connect to this process are not kept waiting.
            if let Some(process) = turns.next().filter(|&process| links[process].is_none()) {
                links[process] = self.reach(process, until, &mut silent[process])?;
            }
            let hellos = acceptor.poll();
            if hellos.is_empty() {
                std::thread::sleep(POLL);
            }
            for (hello, stream, from) in hellos {
                self.admit(hello, (stream, from), &mut halves, &mut links);
            }
        }
        let strangers = acceptor.close();
        if strangers > 0 {
            let strangers = counted(strangers, "stranger");
            self.control.say(|| format!("cluster: sent away {strangers}"));
        }
        let present = links.iter().flatten().count() + 1;
        let missing = (0..links.len())
            .find(|&process| process != self.process && links[process].is_none())
            .filter(|&process| present < self.enough && silent[process]);
        missing.map_or(Ok(links), |process| Err(Fault::Closed(self.hosts.peer(process))))
    }

    /// Agrees with the others on who takes part, and on the folder that all work with. Each tells process 0 with
    /// whom it is connected. If enough are connected with one another, process 0 opens the folder, and tells them
    /// who takes part and which levels the folder holds; they check that they see the same folder. Returns the
    /// connections by worker.
    pub(super) fn agree(
        &self,
        mut links: Vec<Option<Link>>,
        subject: (&Puzzle, &str),
        place: &Place,
        buckets: usize,
    ) -> Result<(Folder, Vec<Option<Link>>), Fault> {
        let mut seen: Vec<usize> =
            (0..links.len()).filter(|&other| links[other].is_some()).collect();
        seen.push(self.process);
        let missing = |present: &[usize]| {
            let missing = (0..links.len()).find(|process| !present.contains(process));
            missing.filter(|_| present.len() < self.enough)
        };
        if let Some(process) = missing(&seen) {
            return Err(self.late(process));
        }
        let token_path = place.folder.join(TOKEN);
        let go: Go = if self.process == 0 {
            let until = Instant::now().checked_add(self.wait);
            let (mut all, mut lost) = (vec![(0, seen)], None);
            for (process, link) in links.iter().enumerate() {
                let Some(link) = link else { continue };
                match link.receive(until) {
                    Ok(theirs) => all.push((process, theirs)),
                    Err(fault @ (Fault::Lost { .. } | Fault::Late(..))) => lost = Some(fault),
                    Err(fault) => return Err(fault),
                }
            }
            let members = connected(all);
            if let Some(process) = missing(&members) {
                return Err(lost.unwrap_or_else(|| self.late(process)));
            }
            let share = Share::equal(0, members.len(), buckets);
            let folder = Folder::open(place, subject, share, self.control)?;
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            let token = format!("{} {}", now.as_nanos(), std::process::id());
            std::fs::write(&token_path, &token).map_err(|error| Fault::io(&token_path, error))?;
            let go = (members, folder.manifest.round, folder.manifest.levels.clone(), token);
            let links = members_of(&go.0, &mut links);
            links.iter().flatten().try_for_each(|link| link.send(&go))?;
            return Ok((folder, links));
        } else {
            let Some(first) = &links[0] else { return Err(self.late(0)) };
            first.send(&seen)?;
            // Whoever has lost a connection meanwhile waits for this process to connect once more.
            first.receive_beside(&links[1..])?
        };
        let (members, round, levels, token) = go;
        let sees_token = || std::fs::read_to_string(&token_path).is_ok_and(|text| text == token);
        if self.shared && !sees_token() {
            return Err(Fault::Refused {
                folder: place.folder.clone(),
                why: "it is not the folder of process 0".to_owned(),
                help: "--dir has to be one folder that all processes share; it can be left out",
            });
        }
        let worker = members.iter().position(|&member| member == self.process);
        let worker = worker.ok_or_else(|| self.late(0))?;
        let share = Share::equal(worker, members.len(), buckets);
        let folder = Folder::joined(place, subject, share, (round, levels));
        Ok((folder, members_of(&members, &mut links)))
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

    /// Tries to connect to a process before this one, twice. `silent` is set to whether it has ended the connection
    /// without a word.
    fn reach(
        &self,
        process: usize,
        until: Option<Instant>,
        silent: &mut bool,
    ) -> Result<Option<Link>, Fault> {
        let word = hex(&challenge()?);
        let mut first = None;
        loop {
            let left =
                until.map_or(TIMEOUT, |until| until.duration_since(Instant::now())).min(TIMEOUT);
            if left.is_zero() {
                return Ok(None);
            }
            let addresses = self.hosts.addresses(process).unwrap_or_default();
            let connect = |address| TcpStream::connect_timeout(address, left).ok();
            let stream = addresses.iter().find_map(connect);
            *silent = false;
            let Some(stream) = stream else { return Ok(None) };
            let link = self.link(process, stream)?;
            // A process that is stopped accepts connections and says nothing.
            let patience = Instant::now().checked_add(HELLO_TIMEOUT);
            match self.greet(&link, &word, patience) {
                Ok(None) => {}
                Ok(Some(why)) => {
                    let peer = self.hosts.peer(process);
                    return Err(Fault::TurnedAway(peer, shown(&why).into_owned()));
                }
                Err(Fault::Late(..)) => return Ok(None),
                Err(Fault::Lost { .. }) => {
                    *silent = true;
                    std::thread::sleep(PAUSE);
                    return Ok(None);
                }
                Err(fault) => return Err(fault),
            }
            match first.take() {
                None => first = Some(link),
                Some(first) => return Link::with_pulse(first, link).map(Some),
            }
        }
    }

    /// Says what this process works on, after both sides have proved that they know the key. Returns why this
    /// process is refused, if it is.
    fn greet(
        &self,
        link: &Link,
        word: &str,
        until: Option<Instant>,
    ) -> Result<Option<String>, Fault> {
        let settings = self.settings.clone().map(|(value, _)| value);
        let hello = Hello(self.process, settings, word.to_owned());
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
            return Err(Fault::Closed(link.peer.clone()));
        }
        let hello =
            serde_json::to_vec(&hello).map_err(|_| Stop::Fault("a value cannot be sent"))?;
        link.send_bytes(&key.connecting(challenges, &hello))?;
        link.receive(until)
    }

    /// Accepts a process that stands later in the list, or refuses it if it works on something else. It is told
    /// why it is refused, if it is. It is there when it has connected twice; `halves` have done so once.
    fn admit(
        &self,
        Hello(process, settings, word): Hello,
        (stream, from): (TcpStream, SocketAddr),
        halves: &mut [Option<(String, Link)>],
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
            // A process that begins again has been restarted; its new connections count.
            let half = &mut halves[process];
            match half.take() {
                Some((other, first)) if other == word => *place = first.with_pulse(link).ok(),
                _ => (*place, *half) = (None, Some((word, link))),
            }
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

/// A set of processes that are all connected with one another, process 0 among them, from those with whom each
/// says that it is connected. Whoever is connected with the fewest is left out, one after the other.
fn connected(mut all: Vec<(usize, Vec<usize>)>) -> Vec<usize> {
    loop {
        let missing = |(process, seen): &(usize, Vec<usize>)| {
            all.iter()
                .filter(|(other, theirs)| !seen.contains(other) || !theirs.contains(process))
                .count()
        };
        let worst = (1..all.len()).max_by_key(|&number| missing(&all[number]));
        match worst.filter(|&worst| missing(&all[worst]) > 0) {
            Some(worst) => drop(all.remove(worst)),
            None => return all.into_iter().map(|(process, _)| process).collect(),
        }
    }
}

/// The connections to those who take part, by worker.
fn members_of(members: &[usize], links: &mut [Option<Link>]) -> Vec<Option<Link>> {
    members.iter().map(|&member| links.get_mut(member).and_then(Option::take)).collect()
}

/// Removes the token when the work is done.
pub(super) fn remove_token(place: &Place) {
    // If it cannot be removed, it takes up space and does no other harm.
    let _ = std::fs::remove_file(place.folder.join(TOKEN));
}

#[cfg(test)]
mod tests {
    use super::connected;

    #[test]
    fn whoever_lacks_a_connection_is_left_out() {
        let all = vec![0, 1, 2, 3];
        let see = |process: usize, seen: &[usize]| (process, seen.to_vec());
        for (said, members) in [
            (vec![see(0, &all), see(1, &all), see(2, &all), see(3, &all)], vec![0, 1, 2, 3]),
            (vec![see(0, &[0])], vec![0]),
            // The third never came.
            (vec![see(0, &[0, 1, 3]), see(1, &[0, 1, 3]), see(3, &[0, 1, 3])], vec![0, 1, 3]),
            // The first and the third do not see each other, and the third is connected with the fewest.
            (vec![see(0, &all), see(1, &[0, 1, 2]), see(2, &all), see(3, &[0, 3])], vec![0, 1, 2]),
        ] {
            assert_eq!(connected(said), members);
        }
    }
}
