//! The addresses of the page, for this machine and for others.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

fn url(address: SocketAddr) -> String {
    format!("http://{address}/")
}

/// The address for a browser on this machine. A server that listens on all addresses is reached through
/// loopback.
pub(super) fn on_this_machine(local: SocketAddr) -> String {
    let loopback = match local.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    };
    url(SocketAddr::new(loopback, local.port()))
}

/// The addresses at which other machines reach a server that listens on all of this machine's.
pub(super) fn for_others(local: SocketAddr) -> Vec<String> {
    if !local.ip().is_unspecified() {
        return Vec::new();
    }
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let reached = interfaces.into_iter().filter(|one| !one.is_loopback() && !one.is_link_local());
    // A server that listens on all IPv6 addresses usually accepts IPv4 connections too.
    let right = |ip: &IpAddr| local.is_ipv6() || ip.is_ipv4();
    reached
        .map(|one| one.ip())
        .filter(right)
        .map(|ip| url(SocketAddr::new(ip, local.port())))
        .collect()
}

/// An address as a QR code for a dark terminal.
pub(super) fn code(url: &str) -> Option<String> {
    let code = QrCode::new(url).ok()?;
    // On a dark terminal, blanks are dark and characters are light.
    Some(code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_to_go_to() {
        let found = |text: &str| on_this_machine(text.parse().expect("an address"));
        assert_eq!(found("0.0.0.0:80"), "http://127.0.0.1:80/");
        assert_eq!(found("[::]:80"), "http://[::1]:80/");
        assert_eq!(found("10.0.0.7:80"), "http://10.0.0.7:80/");
        assert!(for_others("127.0.0.1:80".parse().expect("an address")).is_empty());
        for other in for_others("0.0.0.0:80".parse().expect("an address")) {
            assert!(other.starts_with("http://") && other.ends_with(":80/"), "{other}");
            assert!(!other.contains("127.0.0.1"), "{other}");
        }
    }

    #[test]
    fn a_code_is_a_square() {
        let code = code("http://192.168.100.100:65535/").expect("a code");
        let width = code.lines().next().map_or(0, |line| line.chars().count());
        assert!(code.lines().all(|line| line.chars().count() == width));
        // Each line of text shows two rows.
        assert_eq!(code.lines().count(), width.div_ceil(2));
    }
}
