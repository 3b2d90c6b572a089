//! `soliter serve`: what it answers, what it refuses, and what it stands.

mod client;
mod load;

use std::time::{Duration, Instant};

use client::{Server, get, post, serve, talk};
use serde_json::{Value, json};
use soliter::library;
use soliter::puzzle::Puzzle;

/// The last line of a streamed answer.
fn last(body: &str) -> Value {
    serde_json::from_str(body.trim_end().lines().last().unwrap_or_default()).expect("JSON")
}

fn reason(body: &str) -> String {
    last(body)["error"]["reason"].as_str().unwrap_or("none").to_owned()
}

const LATIN: &str = r#"{"puzzle":{"name":"gardner/latin-cross"}}"#;

#[test]
fn the_page_and_its_parts_come_with_their_types_and_policies() {
    let server = serve(&[]);
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/page.css", "text/css; charset=utf-8"),
        ("/page.js", "text/javascript; charset=utf-8"),
        ("/api/list", "application/json"),
        ("/api/status", "application/json"),
    ] {
        let answer = talk(&server, get(path));
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), Some(kind), "{path}");
        assert!(
            answer
                .header("content-security-policy")
                .is_some_and(|p| p.starts_with("default-src 'none'"))
        );
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
    let page = talk(&server, get("/")).body;
    let document = scraper::Html::parse_document(&page);
    assert!(document.errors.is_empty(), "{:?}", document.errors);
    let list = last(&talk(&server, get("/api/list")).body);
    let puzzles = library::puzzles().into_iter().filter(|name| {
        let source = library::puzzle(name).expect("a puzzle");
        Puzzle::parse(&source, &library::model).is_ok()
    });
    assert_eq!(list["puzzles"].as_array().map(Vec::len), Some(puzzles.count()));
    let named = |name: &str| {
        list["models"].as_array().is_some_and(|all| all.iter().any(|m| m["name"] == name))
    };
    assert!(named("english") && named("triangle15") && !named("pyramid"));
}

#[test]
fn a_puzzle_is_solved_hinted_and_checked() {
    let server = serve(&[]);
    let answer = talk(&server, post("/api/solve", LATIN));
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    let solved = last(&answer.body);
    assert_eq!(solved["answer"]["status"], "optimal");
    assert_eq!(solved["answer"]["line"], "45-25, 43-45, 55-35, 25-45, 46-44");
    assert_eq!(solved["data"]["lines"][0].as_array().map(Vec::len), Some(5));
    let ask = json!({ "puzzle": { "name": "gardner/latin-cross", "notation": "letter-row" }, "jumps": [[9, 7]] });
    let hint = last(&talk(&server, post("/api/hint", &ask.to_string())).body);
    assert_eq!(
        hint["hint"],
        json!({ "jump": [23, 9], "text": "d5-d3 keeps the finish within reach (1 of 2 jumps)" })
    );
    let ask = json!({ "puzzle": { "name": "gardner/latin-cross" }, "jumps": [[9, 11], [23, 9]] });
    let hint = last(&talk(&server, post("/api/hint", &ask.to_string())).body);
    assert!(hint["hint"]["jump"].is_null() || hint["hint"]["jump"].is_array());
    let record = |text: &str| {
        let ask = json!({ "puzzle": { "name": "gardner/latin-cross" }, "record": text });
        last(&talk(&server, post("/api/check", &ask.to_string())).body)["check"].clone()
    };
    assert_eq!(record("45-25, 43-45, 55-35, 25-45, 46-44")["fewest_moves"], 5);
    assert_eq!(record("45-25, 99-44")["error"]["reason"], "no-such-hole");
    assert_eq!(record("45-47")["lost_after"], 1);
    let impossible = talk(&server, post("/api/solve", r#"{"puzzle":{"name":"french/44-to-44"}}"#));
    assert!(last(&impossible.body)["data"]["certificate"]["markings"].is_array());
}

#[test]
fn bad_requests_get_a_reason() {
    let server = serve(&[]);
    let ask = |path: &str, body: &str| {
        let answer = talk(&server, post(path, body));
        (answer.status, reason(&answer.body))
    };
    let told = |status, reason: &str| (status, reason.to_owned());
    assert_eq!(ask("/api/solve", "{"), told(400, "bad-json"));
    assert_eq!(ask("/api/solve", "{}"), told(400, "bad-json"));
    assert_eq!(ask("/api/solve", r#"{"puzzle":{"name":1}}"#), told(400, "bad-json"));
    assert_eq!(ask("/api/solve", r#"{"puzzle":{"nam":"x"}}"#), told(400, "bad-json"));
    assert_eq!(ask("/api/solve", &"[".repeat(100_000)), told(400, "bad-json"));
    assert_eq!(ask("/api/solve", r#"{"puzzle":{}}"#), told(400, "bad-request"));
    assert_eq!(
        ask("/api/solve", r#"{"puzzle":{"name":"x","text":"y"}}"#),
        told(400, "bad-request")
    );
    assert_eq!(ask("/api/solve", r#"{"puzzle":{"name":"nothing"}}"#), told(404, "no-such-puzzle"));
    assert_eq!(ask("/api/solve", r#"{"puzzle":{"text":"model = 1"}}"#), told(400, "bad-puzzle"));
    let deep = json!({ "puzzle": { "text": format!("start = {}", "[".repeat(50_000)) } });
    assert_eq!(ask("/api/solve", &deep.to_string()), told(400, "bad-puzzle"));
    // No file is opened, whatever a puzzle names as its model.
    for model in ["/etc/passwd.toml", "../board.toml", "board.toml", "/dev/zero.toml"] {
        let text = format!("model = \"{model}\"\nstart = \"full\"\nfinish = {{ pegs = 1 }}");
        let asked = json!({ "puzzle": { "text": text } }).to_string();
        assert_eq!(ask("/api/read", &asked), told(400, "bad-puzzle"), "{model}");
    }
    let notation = r#"{"puzzle":{"name":"gardner/latin-cross","notation":"x"}}"#;
    assert_eq!(ask("/api/solve", notation), told(400, "bad-notation"));
    let jumps =
        |jumps: &str| format!(r#"{{"puzzle":{{"name":"gardner/latin-cross"}},"jumps":{jumps}}}"#);
    assert_eq!(ask("/api/hint", &jumps("[[0,200]]")), told(400, "no-such-hole"));
    assert_eq!(ask("/api/hint", &jumps("[[0,2]]")), told(400, "illegal-jump"));
    assert_eq!(ask("/api/hint", &jumps("[[0,2000]]")), told(400, "bad-json"));
    assert_eq!(ask("/api/nothing", "{}"), told(404, "no-such-page"));
    assert_eq!(ask("/api/solve", &" ".repeat(300 << 10)), told(413, "too-large"));
    let plain = |text: String| {
        let answer = talk(&server, text);
        (answer.status, reason(&answer.body))
    };
    assert_eq!(plain(get("/api/solve")), told(405, "bad-method"));
    assert_eq!(plain(get("/api/puzzle/none")), told(404, "no-such-puzzle"));
    assert_eq!(plain(get("/../../etc/passwd")), told(404, "no-such-page"));
    let typed = post("/api/solve", LATIN).replace("application/json", "text/plain");
    assert_eq!(plain(typed), told(415, "bad-type"));
}

#[test]
fn pages_of_other_sites_are_refused() {
    let server = serve(&[]);
    let told = |text: String| {
        let answer = talk(&server, text);
        (answer.status, if answer.status == 200 { String::new() } else { reason(&answer.body) })
    };
    let host = |name: &str| get("/").replace("Host: localhost", &format!("Host: {name}"));
    for name in
        ["evil.example", "127.0.0.1.evil.example", "10.0.0.1", "", "localhost\r\nHost: localhost"]
    {
        let (status, reason) = told(host(name));
        assert!(status == 421 || status == 400, "{name}: {status}");
        assert_eq!(reason, "bad-host", "{name}");
    }
    for name in ["127.0.0.1", "[::1]:80", "LOCALHOST:1"] {
        assert_eq!(told(host(name)).0, 200, "{name}");
    }
    let origin = |name: &str| {
        post("/api/solve", LATIN).replace("\r\nContent", &format!("\r\nOrigin: {name}\r\nContent"))
    };
    assert_eq!(told(origin("https://evil.example")), (403, "bad-origin".into()));
    assert_eq!(told(origin("null")), (403, "bad-origin".into()));
    assert_eq!(told(origin("http://localhost")).0, 200);
    let server = serve(&["--host", "puzzles.example"]);
    let named = get("/").replace("Host: localhost", "Host: puzzles.example:8080");
    assert_eq!(talk(&server, named).status, 200);
}

/// Nobody has settled this one within minutes.
const LONG: &str = r#"{"puzzle":{"name":"boards/wiegleb-central-game"}}"#;

fn computing(server: &Server) -> u64 {
    last(&talk(server, get("/api/status")).body)["computing"].as_u64().expect("a number")
}

fn soon(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn progress_is_streamed_and_a_client_that_goes_ends_its_solve() {
    let server = serve(&["--solves", "1"]);
    let mut stream = client::send(&server, &post("/api/solve", LONG));
    let begun = client::read_until(&mut stream, "\"progress\"");
    assert!(begun.contains("\"seconds\""), "{begun}");
    assert_eq!(computing(&server), 1);
    // The one place is taken: others wait a while and are then refused.
    let refused = talk(&server, post("/api/solve", LATIN));
    assert_eq!((refused.status, reason(&refused.body)), (503, "busy".into()));
    assert!(refused.header("retry-after").is_some());
    drop(stream);
    soon("the solve goes on without its client", || computing(&server) == 0);
    assert_eq!(talk(&server, post("/api/solve", LATIN)).status, 200);
}

#[test]
fn time_and_memory_are_limited() {
    let server = serve(&["--time-limit", "1"]);
    let begun = Instant::now();
    let answer = last(&talk(&server, post("/api/solve", LONG)).body);
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    assert!(
        matches!(answer["answer"]["status"].as_str(), Some("feasible" | "unknown")),
        "{answer}"
    );
    let server = serve(&["--memory-limit", "0.001"]);
    let ask = r#"{"puzzle":{"name":"gardner/central-game"},"jumps":[]}"#;
    let hint = last(&talk(&server, post("/api/hint", ask)).body);
    assert!(hint["hint"]["text"].is_string(), "{hint}");
}

#[test]
fn slow_requests_are_cut_off() {
    let server = serve(&[]);
    let begun = Instant::now();
    let mut idle = client::send(&server, "");
    let mut head = client::send(&server, "GET / HTTP/1.1\r\nHost: local");
    let body = post("/api/solve", LATIN);
    let mut half = client::send(&server, &body[..body.len() - 5]);
    assert_eq!(client::read_all(&mut idle), "");
    client::read_all(&mut head);
    assert!(client::read_until(&mut half, "too-slow").starts_with("HTTP/1.1 408"));
    let passed = begun.elapsed();
    assert!(passed > Duration::from_secs(5) && passed < Duration::from_secs(25), "{passed:?}");
}

#[test]
fn addresses_that_cannot_be_used_are_said() {
    let server = serve(&[]);
    let port = server.address.rsplit(':').next().expect("a port").to_owned();
    let output = client::command(&["--port", &port]).output().expect("soliter runs");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("cannot listen on 127.0.0.1:") && text.contains("--port"), "{text}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_server() {
    let mut server = serve(&[]);
    let _long = client::send(&server, &post("/api/solve", LONG));
    soon("the solve begins", || computing(&server) == 1);
    let killed = std::process::Command::new("kill")
        .args(["-INT", &server.process.id().to_string()])
        .status();
    assert!(killed.is_ok_and(|status| status.success()));
    let mut exit = None;
    soon("the server ends", || {
        exit = server.process.try_wait().expect("a process");
        exit.is_some()
    });
    assert_eq!(exit.and_then(|status| status.code()), Some(0));
}
