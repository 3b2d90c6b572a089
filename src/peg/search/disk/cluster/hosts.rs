//! The list of hosts, with one address in each line. A process is known by the number of its line, from 0.

use std::net::{IpAddr, SocketAddr, ToSocketAddrs as _};

use sha2::{Digest as _, Sha256};

use crate::base::wording::hex;
use crate::peg::search::disk::fault::{Fault, Peer};

/// The addresses of the processes of a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts(Vec<String>);

impl Hosts {
    /// Reads a list with one `host:port` in each line, where `#` begins a comment.
    ///
    /// # Errors
    /// The list has no lines, or has a line that is not the address of one host or that occurs twice.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
        let mut all: Vec<String> = Vec::new();
        for line in lines.filter(|line| !line.is_empty()) {
            let fault = |why: &str| Fault::Hosts(format!("the list of hosts: {line} {why}"));
            let (host, port) = line.rsplit_once(':').ok_or_else(|| fault("has no port"))?;
            if !port.parse::<u16>().is_ok_and(|port| port > 0) || host.is_empty() {
                return Err(fault("is not host:port"));
            }
            let ip = host.trim_matches(['[', ']']).parse::<IpAddr>();
            if ip.is_ok_and(|ip| ip.is_unspecified() || ip.is_multicast()) {
                return Err(fault("is not the address of one host"));
            }
            if all.iter().any(|other| other == line) {
                return Err(fault("stands there twice"));
            }
            all.push(line.to_owned());
        }
        if all.is_empty() {
            return Err(Fault::Hosts("the list of hosts is empty".to_owned()));
        }
        Ok(Self(all))
    }

    /// The number of processes.
    pub fn processes(&self) -> usize {
        self.0.len()
    }

    /// A process, as it is named in messages.
    pub(super) fn peer(&self, process: usize) -> Peer {
        Peer { process, address: self.0.get(process).cloned().unwrap_or_default() }
    }

    /// The SHA-256 of all lines.
    pub(super) fn digest(&self) -> String {
        hex(&Sha256::digest(self.0.join("\n")))
    }

    /// Whether only this machine reaches the addresses.
    ///
    /// # Errors
    /// [`Fault::Open`] with the first that others reach, or that cannot be resolved.
    pub(super) fn all_on_loopback(&self) -> Result<(), Fault> {
        for (process, line) in self.0.iter().enumerate() {
            let addresses = self.addresses(process).unwrap_or_default();
            if addresses.is_empty() || !addresses.iter().all(|address| address.ip().is_loopback()) {
                return Err(Fault::Open(line.clone()));
            }
        }
        Ok(())
    }

    /// The addresses to which the line of a process resolves.
    pub(super) fn addresses(&self, process: usize) -> std::io::Result<Vec<SocketAddr>> {
        Ok(self.peer(process).address.to_socket_addrs()?.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_one_address_in_each_line() {
        let text = "# three\n127.0.0.1:7000\n\n localhost:7001 # here\n[::1]:7002\n";
        let hosts = Hosts::parse(text).expect("a list");
        assert_eq!(hosts.processes(), 3);
        assert_eq!(hosts.peer(1).to_string(), "process 1 (localhost:7001)");
        assert!(hosts.addresses(2).expect("an address")[0].is_ipv6());
        hosts.all_on_loopback().expect("on this machine");
        let wider = Hosts::parse("127.0.0.1:7000\n192.0.2.1:7000").expect("a list");
        assert!(
            matches!(wider.all_on_loopback(), Err(Fault::Open(line)) if line == "192.0.2.1:7000")
        );
        for (text, why) in [
            ("", "the list of hosts is empty"),
            ("here", "the list of hosts: here has no port"),
            ("here:0", "the list of hosts: here:0 is not host:port"),
            (":70", "the list of hosts: :70 is not host:port"),
            ("a:x", "the list of hosts: a:x is not host:port"),
            ("0.0.0.0:70", "the list of hosts: 0.0.0.0:70 is not the address of one host"),
            ("[::]:70", "the list of hosts: [::]:70 is not the address of one host"),
            ("a:1\na:1", "the list of hosts: a:1 stands there twice"),
        ] {
            assert_eq!(Hosts::parse(text).map_err(|fault| fault.to_string()), Err(why.to_owned()));
        }
    }
}
