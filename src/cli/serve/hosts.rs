//! The host names for which the server accepts requests.

use std::net::IpAddr;

/// A page of another site can reach a server on the visitor's machine through a host name that resolves to it
/// (DNS rebinding). The browser then sends that name, which is not an address and not in this list.
pub(crate) struct Hosts {
    bound: IpAddr,
    named: Vec<String>,
}

impl Hosts {
    pub(crate) fn new(bound: IpAddr, named: &[String]) -> Self {
        Self { bound, named: named.iter().map(|name| name.to_ascii_lowercase()).collect() }
    }

    /// Whether a `Host` header, with or without a port, may be answered.
    pub(crate) fn accepts(&self, host: &str) -> bool {
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split_once(']').map_or("", |(address, _)| address),
            None => host.rsplit_once(':').map_or(host, |(name, _)| name),
        };
        let name = name.to_ascii_lowercase();
        if name == "localhost" || self.named.contains(&name) {
            return true;
        }
        // A server on one address accepts that address; a server on all addresses accepts any.
        let right = |address: IpAddr| {
            address == self.bound || address.is_loopback() || self.bound.is_unspecified()
        };
        name.parse().is_ok_and(right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_and_known_names() {
        let local = Hosts::new([127, 0, 0, 1].into(), &["Puzzles.example".into()]);
        for host in [
            "127.0.0.1:80",
            "127.0.0.1",
            "localhost:1",
            "LOCALHOST",
            "[::1]:80",
            "puzzles.example:9",
        ] {
            assert!(local.accepts(host), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:80",
            "10.0.0.1",
            "",
            "[",
            "127.0.0.1.evil.example",
            "localhost.evil",
        ] {
            assert!(!local.accepts(host), "{host}");
        }
        let all = Hosts::new([0, 0, 0, 0].into(), &[]);
        assert!(all.accepts("10.0.0.1:80") && !all.accepts("evil.example"));
    }
}
