//! Many simultaneous requests of every kind, including malformed, long and incomplete ones.

use std::io::Read as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::serve::client::{Answer, Server, get, post, read_all, read_until, send, serve};
use crate::serve::{LATIN, LONG, complete_graph, computing, soon};

const REQUESTS: usize = 200;
const AT_ONCE: usize = 16;
/// Every request is answered or refused within this time.
const PATIENCE: Duration = Duration::from_secs(180);

/// A kind of request, and the permitted statuses of its response; none if the client closes the connection or
/// does not speak HTTP.
fn kind(index: usize) -> (&'static str, String, &'static [u16]) {
    let about = |rest: &str| format!(r#"{{"puzzle":{{"name":"triangle15/11-to-11"}},{rest}}}"#);
    // There may be no free place in time.
    let computed = &[200, 503];
    let game = |rest: &str| format!(r#"{{"puzzle":{{"name":"pyramid/base-5"}},{rest}}}"#);
    match index % 23 {
        0 => ("page", get("/"), &[200]),
        1 => ("script", get("/play.js"), &[200]),
        2 => ("list", get("/api/list"), &[200]),
        3 => ("puzzle", get("/api/puzzle/gardner/central-game"), &[200]),
        4 | 14 => ("solve", post("/api/solve", LATIN), computed),
        5 => {
            ("impossible", post("/api/solve", r#"{"puzzle":{"name":"french/44-to-44"}}"#), computed)
        }
        6 => ("hint", post("/api/hint", &about("\"jumps\":[]")), computed),
        7 => ("check", post("/api/check", &about("\"solution\":\"31-11, 33-31\"")), computed),
        8 => ("bad json", post("/api/solve", "{\"puzzle\":"), &[400]),
        9 => ("bad puzzle", post("/api/read", r#"{"puzzle":{"text":"start = 1"}}"#), &[400]),
        10 => ("unknown", get("/api/unknown"), &[404]),
        11 => ("too long", post("/api/solve", &" ".repeat(400 << 10)), &[413]),
        12 => ("long head", get(&format!("/{}", "a".repeat(40 << 10))), &[414, 431, 400]),
        13 => ("other host", get("/").replace("localhost", "evil.example"), &[421]),
        15 => ("dropped solve", post("/api/solve", LONG), &[]),
        16 => ("dropped head", "GET / HT".to_owned(), &[]),
        17 => ("dropped body", post("/api/solve", LATIN).replace("Length: ", "Length: 9"), &[]),
        19 => ("position", post("/api/game/position", &game("\"moves\":[\"2.1\"]")), &[200]),
        20 => ("reply", post("/api/game/reply", &game("\"opponent\":\"perfect\"")), computed),
        21 => ("bad move", post("/api/game/values", &game("\"moves\":[\"9.9\"]")), &[400]),
        18 => ("garbage", "\u{0}\u{1}\u{2} \r\n\r\n\u{fffd}".repeat(50), &[]),
        _ => ("deep", post("/api/solve", &"{\"puzzle\":".repeat(5_000)), &[400]),
    }
}

fn one(server: &Server, index: usize) {
    let (name, text, expected) = kind(index);
    let begun = Instant::now();
    let mut stream = send(server, &text);
    match name {
        "dropped solve" => {
            let _ = stream.set_read_timeout(Some(Duration::from_millis(300)));
            let _ = stream.read(&mut [0; 512]);
        }
        "dropped head" | "dropped body" => std::thread::sleep(Duration::from_millis(20)),
        "garbage" => drop(read_all(&mut stream)),
        _ => {
            let text = read_all(&mut stream);
            let status = Answer::parse(&text).map(|answer| answer.status);
            // If much is still being sent, the refusal may be lost with the connection.
            let lost = status.is_none() && matches!(name, "too long" | "long head");
            assert!(
                lost || status.is_some_and(|s| expected.contains(&s)),
                "{name}: {status:?} {text:.300}"
            );
        }
    }
    assert!(begun.elapsed() < PATIENCE, "{name} took {:?}", begun.elapsed());
}

fn storm(server: &Server) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= REQUESTS {
                        break;
                    }
                    one(server, index);
                }
            });
        }
    });
    soon("computations go on without clients", || computing(server) == 0);
    soon("connections stay open", || {
        let text = read_all(&mut send(server, &get("/api/status")));
        // The connection of this request is counted too.
        text.contains("\"connections\":1}")
    });
}

/// Resident memory in bytes and the number of threads, if the system reports them.
fn size(server: &Server) -> Option<(u64, u64)> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let text = std::fs::read_to_string(format!("/proc/{}/status", server.process.id())).ok()?;
    let field = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok()
    };
    Some((field("VmRSS:")? * 1024, field("Threads:")?))
}

#[test]
fn two_hundred_requests_sixteen_at_a_time() {
    let mut server = serve(&["--time-limit", "10"]);
    storm(&server);
    let first = size(&server);
    storm(&server);
    storm(&server);
    let last = size(&server);
    if let (Some((memory, threads)), Some((more_memory, more_threads))) = (first, last) {
        println!("memory {memory} then {more_memory}, threads {threads} then {more_threads}");
        assert!(
            more_memory < memory + (48 << 20),
            "memory grew from {memory} to {more_memory} bytes"
        );
        // The number of blocking threads varies with the number of simultaneous requests; one leaked thread for
        // every kind of request would amount to hundreds.
        let most = threads + AT_ONCE as u64;
        assert!(more_threads <= most, "threads grew from {threads} to {more_threads}");
    }
    // The server still responds, and has never panicked.
    let mut stream = send(&server, &post("/api/solve", LATIN));
    assert!(read_until(&mut stream, "\"optimal\"").starts_with("HTTP/1.1 200"));
    server.process.kill().expect("the server ends");
    let mut errors = String::new();
    server.process.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
    assert!(!errors.contains("panicked"), "{errors}");
}

/// Long requests of every kind: texts that are hard to read, and puzzles that take hours.
fn long_requests() -> Vec<(&'static str, String)> {
    let check = |solution: String| json!({ "puzzle": { "name": "gardner/latin-cross" }, "solution": solution });
    let board = format!(
        "model = {{ board = '''\n{}''' }}\nstart = 'full'\nfinish = {{ pegs = 1 }}\n",
        ("o".repeat(200) + "\n").repeat(200)
    );
    let board = json!({ "text": board });
    let graph = complete_graph(150);
    let jumps: Vec<String> = (1..6_000).map(|n| format!("{n}-{}", n + 2)).collect();
    let long = json!({ "name": "boards/wiegleb-central-game" });
    let game = json!({ "name": "corridor/9x9-ten-sticks" });
    let requests = [
        ("/api/check", check(format!("45-25,{}43-45", " ".repeat(240_000)))),
        ("/api/check", check("(".repeat(20_000))),
        ("/api/check", check("{".repeat(240_000))),
        ("/api/check", check("7".repeat(240_000))),
        ("/api/check", check(format!("45-25\n{}", "zzz\n".repeat(40_000)))),
        ("/api/check", check(("o.".repeat(1950) + "\n").repeat(16))),
        ("/api/check", json!({ "puzzle": board, "solution": jumps.join(", ") })),
        ("/api/read", json!({ "puzzle": board })),
        ("/api/solve", json!({ "puzzle": board })),
        ("/api/read", json!({ "puzzle": graph })),
        ("/api/hint", json!({ "puzzle": board, "jumps": [] })),
        ("/api/solve", json!({ "puzzle": long })),
        ("/api/certify", json!({ "puzzle": long })),
        ("/api/count", json!({ "puzzle": long, "what": "games" })),
        ("/api/game/values", json!({ "puzzle": game, "moves": [] })),
        ("/api/game/analysis", json!({ "puzzle": game, "moves": [] })),
    ];
    requests.into_iter().map(|(path, body)| (path, body.to_string())).collect()
}

/// Three clients send a long request and leave. Their computations may take an hour, but give up their places,
/// so the next client is served.
#[test]
fn clients_that_leave_cost_the_next_one_nothing() {
    let server = serve(&["--solves", "1", "--time-limit", "1h"]);
    for (path, body) in long_requests() {
        for _ in 0..3 {
            let mut stream = send(&server, &post(path, &body));
            let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
            let _ = stream.read(&mut [0; 64]);
        }
        soon("a computation goes on without its client", || computing(&server) == 0);
        let mut next = send(&server, &post("/api/solve", LATIN));
        let answer = read_until(&mut next, "\"optimal\"");
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
    }
}
