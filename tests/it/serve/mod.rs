//! `soliter serve`: its responses, its refusals, and its robustness.

mod analysis;
mod attack;
mod client;
mod load;
mod own;
mod questions;

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use client::{Server, get, post, serve, talk};
use serde_json::{Value, json};
use soliter::library;

/// The last line of a streamed answer.
fn last(body: &str) -> Value {
    let line = body.trim_end().lines().last().unwrap_or_default();
    assert!(line.starts_with("{\"schema\":1,"), "{line}");
    serde_json::from_str(line).expect("JSON")
}

fn reason(body: &str) -> String {
    last(body)["error"]["reason"].as_str().unwrap_or("none").to_owned()
}

/// A puzzle on the complete graph with this many vertices.
fn complete_graph(vertices: usize) -> Value {
    let edges = (0..vertices).flat_map(|high| (0..high).map(move |low| format!("{low}-{high}")));
    let edges = json!(edges.collect::<Vec<_>>());
    let text = format!(
        "model = {{ edges = {edges} }}\nstart = {{ all_but = ['0'] }}\nfinish = {{ pegs = 1 }}"
    );
    json!({ "text": text })
}

const LATIN: &str = r#"{"puzzle":{"name":"gardner/latin-cross"}}"#;

#[test]
fn the_page_and_its_parts_come_with_their_types_and_policies() {
    let server = serve(&[]);
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/page.css", "text/css; charset=utf-8"),
        ("/list.js", "text/javascript; charset=utf-8"),
        ("/home.js", "text/javascript; charset=utf-8"),
        ("/play", "text/html; charset=utf-8"),
        ("/play.js", "text/javascript; charset=utf-8"),
        ("/plain.js", "text/javascript; charset=utf-8"),
        ("/draw", "text/html; charset=utf-8"),
        ("/games", "text/html; charset=utf-8"),
        ("/rules", "text/html; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
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
    for path in ["/", "/list", "/play", "/draw", "/games", "/rules", "/help"] {
        let document = scraper::Html::parse_document(&talk(&server, get(path)).body);
        assert!(document.errors.is_empty(), "{path}: {:?}", document.errors);
    }
    let list = last(&talk(&server, get("/api/list")).body);
    let puzzles = library::puzzles().into_iter().filter(|name| {
        let source = library::puzzle(name).expect("a puzzle");
        matches!(soliter::load(&source, &library::model), Ok(soliter::Loaded::Peg(_)))
    });
    assert_eq!(list["puzzles"].as_array().map(Vec::len), Some(puzzles.count()));
    let named = |name: &str| {
        list["models"].as_array().is_some_and(|all| all.iter().any(|m| m["name"] == name))
    };
    assert!(named("english") && named("triangle15") && !named("pyramid"));
}

#[test]
fn an_engine_is_served_under_its_digest_and_kept_for_good() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("some.wasm");
    std::fs::write(&file, b"\0asm\x01\0\0\0").expect("a file");
    let server = serve(&["--engine", &file.to_string_lossy()]);
    let play = talk(&server, get("/play.js")).body;
    let name = play.split("new Engine(new URL(\"").nth(1).and_then(|rest| rest.split('"').next());
    let name = name.expect("the engine's name");
    assert!(name.starts_with("engine-") && name.len() > 20, "{name}");
    let engine = talk(&server, get(&format!("/{name}")));
    assert_eq!(engine.status, 200);
    assert_eq!(engine.header("cache-control"), Some("max-age=31536000, immutable"));
    assert!(engine.body.starts_with("const ENGINE = \""), "{}", engine.body);
    let policy = engine.header("content-security-policy").expect("a policy").to_owned();
    assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:;"));
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{policy}");
    // Without an engine, nothing is allowed that only an engine needs.
    let other = serve(&[]);
    let plain = talk(&other, get("/play.js"));
    let policy = plain.header("content-security-policy").expect("a policy");
    assert!(!policy.contains("wasm") && !policy.contains("blob:"), "{policy}");
    // A file that is no engine is refused before the server listens.
    std::fs::write(&file, "text").expect("a file");
    let refused =
        client::command(&["--engine", &file.to_string_lossy()]).output().expect("it ends");
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    let told = String::from_utf8_lossy(&refused.stderr);
    assert!(told.contains("is not a WebAssembly module"), "{told}");
}

#[test]
fn the_list_has_what_is_proved() {
    let server = serve(&[]);
    let list = last(&talk(&server, get("/api/list")).body);
    let claim = |name: &str| {
        let puzzles = list["puzzles"].as_array().expect("a list");
        puzzles.iter().find(|one| one["name"] == name).expect("a puzzle")["claim"].clone()
    };
    let proved = json!({ "status": "optimal", "moves": 18, "lower_bound": 18 });
    assert_eq!(claim("gardner/central-game"), proved);
    assert_eq!(claim("french/44-to-44")["status"], "infeasible");
    let page = last(&talk(&server, get("/api/puzzle/gardner/central-game")).body);
    assert_eq!(page["data"]["claim"], proved);
    // The text of a visitor's own puzzle does not count as proof.
    let own = "title = 'x'\nmodel = 'english'\nstart = ['43', '44']\nfinish = ['45']\n[known]\nimpossible = true\n";
    let read = post("/api/read", &json!({ "puzzle": { "text": own } }).to_string());
    assert_eq!(last(&talk(&server, read).body)["data"]["claim"], Value::Null);
    let solve = post("/api/solve", &json!({ "puzzle": { "text": own } }).to_string());
    assert_eq!(last(&talk(&server, solve).body)["data"]["claim"]["status"], "optimal");
}

#[test]
fn a_limit_makes_no_claim_weaker() {
    let server = serve(&["--time-limit", "2s"]);
    // Proving it takes minutes.
    let ask = json!({ "puzzle": { "name": "boards/wiegleb-central-game" } });
    let solved = last(&talk(&server, post("/api/solve", &ask.to_string())).body);
    let proved = json!({ "status": "optimal", "moves": 22, "lower_bound": 22 });
    assert_eq!(solved["data"]["claim"], proved);
}

#[test]
fn what_never_changes_is_kept_by_browsers_and_compressed() {
    let server = serve(&[]);
    let with = |path: &str, more: &str| {
        get(path).replace("\r\nConnection", &format!("\r\n{more}\r\nConnection"))
    };
    for path in [
        "/",
        "/list.js",
        "/api/list",
        "/home.js",
        "/page.css",
        "/play",
        "/play.js",
        "/games",
        "/help",
    ] {
        let first = talk(&server, get(path));
        assert_eq!(first.header("cache-control"), Some("no-cache"), "{path}");
        assert_eq!(first.header("content-encoding"), None, "{path}");
        let tag = first.header("etag").expect("a tag").to_owned();
        let again = talk(&server, with(path, &format!("If-None-Match: \"other\", {tag}")));
        assert_eq!((again.status, &*again.body), (304, ""), "{path}");
        let other = talk(&server, with(path, "If-None-Match: \"other\""));
        assert_eq!((other.status, &other.body), (200, &first.body), "{path}");
        let packed = talk(&server, with(path, "Accept-Encoding: br, gzip"));
        assert_eq!(packed.header("content-encoding"), Some("gzip"), "{path}");
        let bytes: usize =
            packed.header("content-length").expect("a length").parse().expect("a number");
        assert!(bytes < first.body.len() * 2 / 3, "{path}: {bytes} bytes");
    }
    // Computed responses are not cached.
    assert_eq!(talk(&server, get("/api/status")).header("cache-control"), Some("no-store"));
}

#[test]
fn a_wrong_address_is_a_page_for_people() {
    let server = serve(&[]);
    let path = "/nonsense/deeper";
    let asked = get(path).replace("\r\nConnection", "\r\nAccept: text/html,*/*\r\nConnection");
    let answer = talk(&server, asked);
    assert_eq!(answer.status, 404);
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    let document = scraper::Html::parse_document(&answer.body);
    assert!(document.errors.is_empty(), "{:?}", document.errors);
    assert!(answer.body.contains("href=\"/page.css\"") && answer.body.contains("href=\"/./\""));
}

#[test]
fn a_puzzle_is_solved_hinted_and_checked() {
    let server = serve(&[]);
    let answer = talk(&server, post("/api/solve", LATIN));
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    let solved = last(&answer.body);
    assert_eq!(solved["answer"]["status"], "optimal");
    assert_eq!(solved["answer"]["solution"], "45-25, 43-45, 55-35, 25-45, 46-44");
    assert_eq!(solved["data"]["lines"][0].as_array().map(Vec::len), Some(5));
    let ask = json!({ "puzzle": { "name": "gardner/latin-cross", "notation": "letter-row" }, "jumps": [[9, 7]] });
    let hint = last(&talk(&server, post("/api/hint", &ask.to_string())).body);
    assert_eq!(
        hint["hint"],
        json!({
            "jump": [23, 9],
            "text": "d5-d3 keeps the finish within reach; the other possible jump does not",
            "winning": [[23, 9]],
            "back": 0,
        })
    );
    let ask = json!({ "puzzle": { "name": "gardner/latin-cross" }, "jumps": [[9, 11], [23, 9]] });
    let hint = last(&talk(&server, post("/api/hint", &ask.to_string())).body);
    assert!(hint["hint"]["jump"].is_null() || hint["hint"]["jump"].is_array());
    // The reason why the last jump lost, in words that need no search.
    let ask = json!({ "puzzle": { "name": "gardner/latin-cross" }, "jumps": [[9, 1]] });
    let hint = last(&talk(&server, post("/api/hint", &ask.to_string())).body);
    assert_eq!(
        hint["hint"]["refutation"],
        json!({
            "text": "Only 2 jumps are left: 44-42 leaves no jump, 43-45 leaves no peg that can reach 44.",
            "plain": "Only 2 jumps are left: one leaves no jump, the other leaves a hole of the finish out of reach.",
            "holes": [],
            "tried": false,
        })
    );
    // Jumps that solve the puzzle, and jumps that break a condition on marked pegs only.
    let marked = |jumps: Value| {
        let ask =
            json!({ "puzzle": { "name": "marked/latin-cross-last-captured" }, "jumps": jumps });
        last(&talk(&server, post("/api/hint", &ask.to_string())).body)
    };
    let told = marked(json!([[9, 7], [23, 9], [10, 8], [7, 9], [4, 16]]));
    assert_eq!(
        told["hint"],
        json!({ "jump": null, "text": "the puzzle is solved", "solved": true })
    );
    assert!(marked(json!([[9, 7]]))["hint"]["solved"].is_null());
    let told = marked(json!([[9, 11], [23, 9], [10, 8], [7, 9], [4, 16]]));
    assert_eq!(told["error"]["reason"], "illegal-jump", "{told}");
    let told = marked(json!([[9, 1]]));
    assert_eq!(told["error"]["reason"], "illegal-jump", "{told}");
    let record = |text: &str| {
        let ask = json!({ "puzzle": { "name": "gardner/latin-cross" }, "solution": text });
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
    // The complete graph of 60 vertices has 205,320 jumps.
    let graph = json!({ "puzzle": complete_graph(60) }).to_string();
    assert_eq!(ask("/api/read", &graph), told(400, "board-too-large"));
    // No file is opened, whatever model a puzzle names.
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
    assert_eq!(ask("/api/hint", &jumps("[[0,70000]]")), told(400, "bad-json"));
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
        let headers = format!("\r\nOrigin: {name}\r\nContent");
        post("/api/solve", LATIN).replacen("\r\nContent", &headers, 1)
    };
    assert_eq!(told(origin("https://evil.example")), (403, "bad-origin".into()));
    assert_eq!(told(origin("null")), (403, "bad-origin".into()));
    assert_eq!(told(origin("http://localhost")).0, 200);
    let server = serve(&["--host", "puzzles.example"]);
    let named = get("/").replace("Host: localhost", "Host: puzzles.example:8080");
    assert_eq!(talk(&server, named).status, 200);
}

/// No method has settled this one within minutes.
const LONG: &str = r#"{"puzzle":{"name":"boards/wiegleb-central-game"}}"#;

fn computing(server: &Server) -> u64 {
    last(&talk(server, get("/api/status")).body)["computing"].as_u64().expect("a number")
}

fn soon(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(120), "{what}");
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
    // The only place is taken: other requests wait a while and are then refused.
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
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
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
    assert!(passed > Duration::from_secs(5) && passed < Duration::from_secs(90), "{passed:?}");
}

#[test]
fn addresses_that_cannot_be_used_are_said() {
    let server = serve(&[]);
    let port = server.address.rsplit(':').next().expect("a port").to_owned();
    let mut command = Command::new(env!("CARGO_BIN_EXE_soliter"));
    let output = command.args(["serve", "--port", &port]).output().expect("soliter runs");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("cannot listen on 127.0.0.1:") && text.contains("--port"), "{text}");
}

#[test]
fn the_port_is_the_same_each_time_unless_it_is_taken() {
    const PORT: u16 = 7347;
    let start = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_soliter"));
        let command = command.args(["serve", "-q"]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("soliter starts");
        let mut address = String::new();
        let stdout = process.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut address).expect("an address");
        let _ = process.kill();
        let output = process.wait_with_output().expect("it ends");
        (address, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    // Taken by this test, unless another program has it already.
    let taken = std::net::TcpListener::bind(("127.0.0.1", PORT));
    let (address, told) = start();
    assert!(!address.contains(&PORT.to_string()) && address.starts_with("http://"), "{address}");
    assert!(told.contains("port 7347 is in use"), "{told}");
    if taken.is_ok() {
        drop(taken);
        let (address, told) = start();
        assert_eq!((address.trim(), &*told), ("http://127.0.0.1:7347/", ""));
    }
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

fn game(more: &Value) -> String {
    let mut asked = json!({ "puzzle": { "name": "pyramid/base-4" } });
    for (key, value) in more.as_object().into_iter().flatten() {
        asked[key] = value.clone();
    }
    asked.to_string()
}

#[test]
fn a_game_is_played_against_the_engine() {
    let server = serve(&[]);
    let ask = |path: &str, more: &Value| {
        let answer = talk(&server, post(path, &game(more)));
        assert_eq!(answer.status, 200, "{path} {}", answer.body);
        last(&answer.body)
    };
    let list = last(&talk(&server, get("/api/list")).body);
    let games = list["games"].as_array().expect("games");
    for kind in ["pyramid/", "corridor/", "quoridor/", "palisade/"] {
        let is_kind = |one: &&Value| one["name"].as_str().is_some_and(|n| n.starts_with(kind));
        assert!(games.iter().filter(is_kind).count() > 3, "{kind}");
    }
    let start = ask("/api/game/position", &json!({}))["game"].clone();
    assert_eq!((&start["player"], &start["players"]), (&json!(1), &json!(2)));
    assert_eq!(start["position"], "n=4;p1;0:0");
    assert_eq!(start["legal"].as_array().map(Vec::len), Some(3));
    let values = ask("/api/game/values", &json!({}))["values"].clone();
    assert_eq!((&values["value"], &values["best"]), (&json!(4), &json!(["2.1", "2.3"])));
    // Playing against itself, the engine keeps the value: 4 points more for the first player.
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..40 {
        let asked = json!({ "moves": moves, "opponent": "perfect" });
        let answer = ask("/api/game/reply", &asked);
        assert_eq!(answer["reply"]["proved"], true);
        let made = answer["reply"]["moves"].as_array().expect("moves").iter();
        moves.extend(made.map(|m| m.as_str().expect("text").to_owned()));
        if answer["game"]["player"].is_null() {
            assert_eq!(answer["game"]["scores"], json!([5, 1]));
            assert_eq!(answer["game"]["legal"], json!([]));
            break;
        }
    }
    let end = ask("/api/game/position", &json!({ "moves": moves }))["game"].clone();
    assert_eq!(end["player"], Value::Null);
    // `check` can read the record; the other opponents play too.
    assert_eq!(end["record"], moves.join(" "));
    for opponent in ["text", "random"] {
        let reply = ask("/api/game/reply", &json!({ "side": 2, "opponent": opponent, "seed": 3 }));
        assert_eq!(reply["reply"]["moves"].as_array().map(Vec::len), Some(1));
        assert_eq!(reply["game"]["player"], 2);
    }
    let none = ask("/api/game/reply", &json!({ "side": 1, "opponent": "perfect" }));
    assert_eq!(none["reply"]["moves"], json!([]));
    let position = json!({ "position": "n=4;2:xx.;p2;0:0", "moves": ["2.3+3"] });
    assert_eq!(ask("/api/game/position", &position)["game"]["scores"], json!([0, 3]));
}

#[test]
fn a_turn_of_several_moves_and_a_repetition() {
    let server = serve(&[]);
    let ask = |path: &str, asked: &Value| {
        let answer = talk(&server, post(path, &asked.to_string()));
        assert_eq!(answer.status, 200, "{path} {}", answer.body);
        last(&answer.body)
    };
    let asked = json!({ "puzzle": { "name": "palisade/1423" }, "side": 2, "opponent": "perfect" });
    let answer = ask("/api/game/reply", &asked);
    let made = answer["reply"]["moves"].as_array().expect("moves");
    assert!(made.len() >= 3, "{made:?}");
    assert!(answer["game"]["player"] != 1);
    // Back and forth: when the same position occurs for the third time, the game is drawn.
    let back_and_forth = ["c2", "c4", "c1", "c5"].repeat(2);
    let text = "title = \"t\"\nmodel = \"corridor\"\nn = 5\nwalls = 1\n";
    let asked = json!({ "puzzle": { "text": text }, "moves": back_and_forth });
    let shown = ask("/api/game/position", &asked)["game"].clone();
    assert_eq!(shown["player"], Value::Null);
    assert_eq!(shown["status"], "over, a draw by repetition");
    assert_eq!(shown["legal"], json!([]));
}

#[test]
fn bad_games_positions_and_moves_get_a_reason() {
    let server = serve(&[]);
    let ask = |path: &str, body: &str| {
        let answer = talk(&server, post(path, body));
        (answer.status, reason(&answer.body))
    };
    let told = |status, reason: &str| (status, reason.to_owned());
    for path in ["/api/game/position", "/api/game/reply", "/api/game/values", "/api/game/analysis"]
    {
        let with = |more: &Value| ask(path, &game(more));
        assert_eq!(ask(path, "{"), told(400, "bad-json"));
        assert_eq!(ask(path, LATIN), told(400, "not-a-game"));
        assert_eq!(ask(path, r#"{"puzzle":{"name":"none"}}"#), told(404, "no-such-puzzle"));
        assert_eq!(with(&json!({ "moves": "2.1" })), told(400, "bad-json"));
        assert_eq!(with(&json!({ "more": 1 })), told(400, "bad-json"));
        assert_eq!(with(&json!({ "opponent": "god" })), told(400, "bad-json"));
        assert_eq!(with(&json!({ "side": 3 })), told(400, "no-such-player"));
        assert_eq!(with(&json!({ "side": 0 })), told(400, "no-such-player"));
        assert_eq!(with(&json!({ "moves": vec!["2.1"; 1001] })), told(400, "too-many-moves"));
        for moves in
            [vec!["9.9"], vec!["2.1", "2.1"], vec![""], vec!["2.1 2.2"], vec!["\u{0}é", "x"]]
        {
            assert_eq!(with(&json!({ "moves": moves })), told(400, "illegal-move"), "{moves:?}");
        }
        for position in ["", "n=5;p1;0:0", "n=4;3:x.;p1;0:0", "é", "n=4;p9;0:0", "n=4;2:xxxxxxx"] {
            let answered = with(&json!({ "position": position }));
            // An empty text leaves everything at the start.
            let expected = if position.is_empty() && answered.0 == 200 {
                (200, "none".to_owned())
            } else {
                told(400, "bad-position")
            };
            assert_eq!(answered, expected, "{position:?}");
        }
    }
    assert_eq!(ask("/api/game/nothing", "{}"), told(404, "no-such-page"));
    assert_eq!(ask("/api/solve", &game(&json!({}))), told(400, "a-game"));
    let over = json!({ "position": "n=4;2:xxx;3:xx;4:x;p1;5:1" });
    assert_eq!(ask("/api/game/values", &game(&over)), told(200, "over"));
    // Corridor and Palisade, each malformed in its own way.
    for (name, position) in [
        ("corridor/5x5-blocked", "a1"),
        ("corridor/5x5-blocked", "z9,a1/h:/v:/1,1/1"),
        ("palisade/13425", "0 / p1"),
        ("palisade/13425", "255 255 / p1"),
    ] {
        let asked = json!({ "puzzle": { "name": name }, "position": position }).to_string();
        assert_eq!(ask("/api/game/position", &asked), told(400, "bad-position"), "{position}");
    }
}
