//! Who may ask, and what browsers are told to refuse.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::cli::serve::Shared;
use crate::cli::serve::fault::Fault;

/// Names this server answers to. A page of another site can reach a server on the visitor's machine
/// by a name of its own that is made to lead here (DNS rebinding); it then sends that name, which is
/// no address and not on this list.
pub(crate) struct Hosts {
    bound: IpAddr,
    named: Vec<String>,
}

impl Hosts {
    pub(crate) fn new(bound: IpAddr, named: &[String]) -> Self {
        Self { bound, named: named.iter().map(|name| name.to_ascii_lowercase()).collect() }
    }

    /// Whether a `Host` header, with or without a port, may be answered.
    fn accepts(&self, host: &str) -> bool {
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split_once(']').map_or("", |(address, _)| address),
            None => host.rsplit_once(':').map_or(host, |(name, _)| name),
        };
        let name = name.to_ascii_lowercase();
        if name == "localhost" || self.named.contains(&name) {
            return true;
        }
        // On one address alone only that is right; on all of them any may be.
        let right = |address: IpAddr| {
            address == self.bound || address.is_loopback() || self.bound.is_unspecified()
        };
        name.parse().is_ok_and(right)
    }
}

/// Refuses other names and other sites; sets the headers of every answer.
pub(crate) async fn guard(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match refusal(&shared.hosts, request.headers()) {
        Some(fault) => fault.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (
            "content-security-policy",
            "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; \
             img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cache-control", "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn refusal(hosts: &Hosts, headers: &HeaderMap) -> Option<Fault> {
    let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_owned();
    let mut given = headers.get_all(HOST).iter().map(text);
    let (Some(host), None) = (given.next(), given.next()) else {
        return Some(Fault::bad("bad-host", "one Host header is needed"));
    };
    if !hosts.accepts(&host) {
        let message = "this server does not answer to that host name; see --host";
        return Some(Fault::new(StatusCode::MISDIRECTED_REQUEST, "bad-host", message));
    }
    let origin = headers.get(ORIGIN).map(text)?;
    (origin != format!("http://{host}")).then(|| {
        Fault::new(
            StatusCode::FORBIDDEN,
            "bad-origin",
            "pages of other sites may not ask this server",
        )
    })
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
