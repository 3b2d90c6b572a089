//! Refuses requests from other sites and for other host names, and sets the headers that protect the page.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderValue, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use hyper::body::Body as _;

use crate::cli::serve::{connections::Connection, fault::Fault, hosts::Hosts, job::Shared};

/// Headers in which a browser states which site sends the request, and for what purpose.
const SITE: &str = "sec-fetch-site";
const MODE: &str = "sec-fetch-mode";
const DEST: &str = "sec-fetch-dest";

/// Refuses other host names and other sites, and sets the headers of every response.
pub(crate) async fn guard(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    if let Some(connection) = &connection
        && request.body().is_end_stream()
    {
        connection.busy();
    }
    let mut response = match refusal(&shared.hosts, &request) {
        Some(fault) => fault.into_response(),
        None => next.run(request).await,
    };
    if let Some(connection) = connection {
        response = connection.answers(response);
    }
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, shared.policy.clone());
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn refusal(hosts: &Hosts, request: &Request) -> Option<Fault> {
    let (target, headers) = (request.uri(), request.headers());
    let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_owned();
    let mut given = headers.get_all(HOST).iter().map(text);
    let (Some(host), None) = (given.next(), given.next()) else {
        return Some(Fault::bad("bad-host", "one Host header is needed"));
    };
    let misdirected =
        |message: &str| Some(Fault::new(StatusCode::MISDIRECTED_REQUEST, "bad-host", message));
    if !hosts.accepts(&host) {
        return misdirected("this server does not answer to that host name; see --host");
    }
    // `GET http://host/path`, as sent to a proxy: this host takes precedence.
    let scheme = target.scheme_str().is_none_or(|scheme| scheme == "http");
    let same = |named: &Authority| named.as_str().eq_ignore_ascii_case(&host);
    if !scheme || !target.authority().is_none_or(same) {
        return misdirected("the address of the request names another host than its Host header");
    }
    let forbidden = |message: &str| Some(Fault::new(StatusCode::FORBIDDEN, "bad-origin", message));
    let other_site = "pages of other sites may not use this server";
    if headers.get_all(SITE).iter().any(|site| site != "same-origin" && site != "none")
        && !is_link(request)
    {
        return forbidden(other_site);
    }
    let mut origins = headers.get_all(ORIGIN).iter().map(text);
    let origin = origins.next()?;
    if origins.next().is_some() {
        return forbidden("two Origin headers");
    }
    if origin == format!("http://{host}") { None } else { forbidden(other_site) }
}

/// Whether the request results from following a link to this server: the page that has the link cannot read
/// the response.
fn is_link(request: &Request) -> bool {
    let says = |name: &str, word: &str| {
        let mut given = request.headers().get_all(name).iter();
        given.next().is_some_and(|value| value == word) && given.next().is_none()
    };
    request.method() == Method::GET && says(MODE, "navigate") && says(DEST, "document")
}
