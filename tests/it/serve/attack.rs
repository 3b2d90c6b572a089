//! The behaviour of other clients must not lock a client out: idle connections, forged heads, long invalid
//! texts.

use std::io::Read as _;

use serde_json::json;

use crate::serve::client::{get, post, send, serve, talk};
use crate::serve::{last, reason, soon};

/// The number of connections that are kept.
const MOST: usize = 128;

#[test]
fn idle_connections_make_room() {
    let server = serve(&[]);
    let mut idle: Vec<_> = (0..MOST)
        .map(|number| {
            // Silent connections, and some that never complete their head.
            send(&server, if number % 2 == 0 { "" } else { "GET / HTTP/1.1\r\nHost: local" })
        })
        .collect();
    // A connection that has received its response is idle again; all of these are older than the next one.
    for _ in 0..MOST {
        assert_eq!(talk(&server, get("/api/status")).status, 200);
    }
    let first = idle.first_mut().expect("a connection");
    // The oldest was the first to be closed, long before its time limit.
    assert_eq!(first.read(&mut [0; 16]).unwrap_or(0), 0);
}

#[test]
fn a_request_that_is_answered_keeps_its_place() {
    let server = serve(&[]);
    let mut long = send(&server, &post("/api/solve", crate::serve::LONG));
    crate::serve::client::read_until(&mut long, "\"progress\"");
    let _idle: Vec<_> = (0..2 * MOST).map(|_| send(&server, "")).collect();
    soon("the server has taken them", || crate::serve::computing(&server) == 1);
    crate::serve::client::read_until(&mut long, "\"progress\"");
    assert_eq!(crate::serve::computing(&server), 1);
}

/// Connections that had been accepted but not yet read were once closed in favour of the next.
#[test]
fn of_four_hundred_simultaneous_requests_none_is_reset() {
    const REQUESTS: usize = 400;
    let server = serve(&[]);
    // All clients wait until all of them have sent their requests.
    let sent = std::sync::Barrier::new(REQUESTS);
    let ask = |number: usize| {
        let text = match number % 3 {
            0 => get("/play.js"),
            1 => get("/api/status"),
            _ => post("/api/read", crate::serve::LATIN),
        };
        let mut stream = send(&server, &text);
        sent.wait();
        let answer = crate::serve::client::read_all(&mut stream);
        crate::serve::client::Answer::parse(&answer).map(|answer| answer.status)
    };
    let statuses: Vec<Option<u16>> = std::thread::scope(|scope| {
        let ask = &ask;
        let all: Vec<_> = (0..REQUESTS).map(|number| scope.spawn(move || ask(number))).collect();
        all.into_iter().map(|thread| thread.join().expect("an answer")).collect()
    });
    let whole = |status: &&Option<u16>| matches!(status, Some(200 | 503));
    assert_eq!(statuses.iter().filter(whole).count(), REQUESTS, "{statuses:?}");
}

#[test]
fn forged_heads_are_refused() {
    let server = serve(&[]);
    let told = |text: String| {
        let answer = talk(&server, text);
        (answer.status, if answer.status == 200 { String::new() } else { reason(&answer.body) })
    };
    let page = "/api/status";
    let ask = |more: &str| get(page).replace("\r\nConnection", &format!("{more}\r\nConnection"));
    let own = "\r\nOrigin: http://localhost";
    assert_eq!(told(ask(own)).0, 200);
    assert_eq!(told(ask(&format!("{own}{own}"))), (403, "bad-origin".into()));
    assert_eq!(
        told(ask(&format!("{own}\r\nOrigin: http://evil.example"))),
        (403, "bad-origin".into())
    );
    // The headers in which a browser identifies the requesting page.
    for (site, more, status) in [
        ("same-origin", "", 200),
        ("none", "", 200),
        ("cross-site", "", 403),
        ("same-site", "", 403),
        ("same-origin\r\nSec-Fetch-Site: cross-site", "", 403),
        // An image, and a link that a visitor follows.
        ("cross-site", "\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: image", 403),
        ("cross-site", "\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe", 403),
        ("cross-site", "\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document", 200),
    ] {
        let answer = told(ask(&format!("\r\nSec-Fetch-Site: {site}{more}")));
        let word = if status == 200 { "" } else { "bad-origin" };
        assert_eq!(answer, (status, word.to_owned()), "{site}{more}");
    }
    let posted = post("/api/solve", crate::serve::LATIN)
        .replace("\r\nConnection", "\r\nSec-Fetch-Site: cross-site\r\nConnection");
    assert_eq!(told(posted), (403, "bad-origin".into()));
    // A complete URL instead of a path: it has to be the server's own, as its Host.
    for good in ["http://localhost", "http://LOCALHOST"] {
        assert_eq!(told(get(&format!("{good}{page}"))).0, 200, "{good}");
    }
    for bad in [
        "http://evil.example",
        "https://localhost",
        "http://localhost:1",
        "http://user@localhost",
        "http://127.0.0.1",
    ] {
        assert_eq!(told(get(&format!("{bad}{page}"))), (421, "bad-host".into()), "{bad}");
    }
    let other = get(&format!("http://evil.example{page}")).replace("localhost", "evil.example");
    assert_eq!(told(other), (421, "bad-host".into()));
}

#[test]
fn long_faulty_texts_get_short_answers() {
    let server = serve(&[]);
    let keys: Vec<String> = (0..15_000).map(|number| format!("key{number} = 1")).collect();
    let texts = [
        keys.join("\n"),
        format!("{} = 1", "k".repeat(100_000)),
        format!("model = \"{}\"\nstart = \"full\"", "m".repeat(100_000)),
    ];
    for text in &texts {
        for (path, more) in [
            ("/api/read", json!({})),
            ("/api/solve", json!({})),
            ("/api/hint", json!({ "jumps": [] })),
            ("/api/check", json!({ "solution": "45-25" })),
            ("/api/game/position", json!({})),
            ("/api/game/reply", json!({})),
            ("/api/game/values", json!({})),
            ("/api/game/analysis", json!({})),
        ] {
            let mut asked = json!({ "puzzle": { "text": text } });
            for (key, value) in more.as_object().into_iter().flatten() {
                asked[key] = value.clone();
            }
            let answer = talk(&server, post(path, &asked.to_string()));
            assert_eq!((answer.status, reason(&answer.body)), (400, "bad-puzzle".into()), "{path}");
            assert!(answer.body.len() < 64 << 10, "{path}: {} bytes", answer.body.len());
            let told = last(&answer.body)["error"]["errors"].as_array().map(Vec::len);
            assert!(told.is_some_and(|told| told <= 20), "{path}: {told:?} faults");
        }
    }
    let unknown = json!({ "puzzle": {}, "x".repeat(100_000): 1 }).to_string();
    assert!(talk(&server, post("/api/solve", &unknown)).body.len() < 8 << 10);
}

#[test]
fn more_places_than_the_machine_has_are_capped() {
    let mut server = serve(&["--solves", "2305843009213693952"]);
    assert_eq!(talk(&server, get("/api/status")).status, 200);
    server.process.kill().expect("the server ends");
    let mut errors = String::new();
    server.process.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
    assert!(errors.contains("--solves 2305843009213693952 is too many"), "{errors}");
}

#[test]
fn nobody_need_read_standard_error() {
    let mut command = crate::serve::client::command(&["--solves", "1000000"]);
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut process =
        command.stdout(std::process::Stdio::piped()).stderr(writer).spawn().expect("soliter");
    let mut line = [0; 7];
    let told = process.stdout.take().expect("a pipe").read_exact(&mut line);
    let running = process.try_wait().expect("a process").is_none();
    process.kill().expect("it ends");
    process.wait().expect("it ends");
    assert!(told.is_ok() && &line == b"http://" && running);
}
