//! Certificates and counts over HTTP.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use soliter::base::wording::hex;
use soliter::checker::{self, Proved};

use crate::serve::client::{post, read_until, send, serve, talk};
use crate::serve::{LATIN, LONG, computing, last, reason, soon};

fn named(name: &str) -> Value {
    json!({ "puzzle": { "name": name } })
}

fn to_count(name: &str, what: &str) -> String {
    json!({ "puzzle": { "name": name }, "what": what }).to_string()
}

#[test]
fn a_certificate_is_what_the_checker_accepts() {
    let server = serve(&[]);
    for (name, proved, sentence) in [
        ("gardner/latin-cross", Proved::ExactMoves(5), "5 moves, the fewest possible"),
        // By a marking, and by weights or, without mixed-integer programs, by layers.
        ("french/44-to-44", Proved::Impossible, "there is no solution"),
        ("impossible/greek-cross", Proved::Impossible, "there is no solution"),
    ] {
        let answer = last(&talk(&server, post("/api/certify", &named(name).to_string())).body);
        let file = answer["file"].as_str().expect("a file");
        let accepted = checker::check(file.as_bytes(), &|_| true).expect("it is accepted");
        assert_eq!(accepted.proved, proved, "{name}");
        let certificate = &answer["certificate"];
        assert_eq!(certificate["certificate"], name);
        assert_eq!(certificate["sentence"], sentence);
        assert_eq!(certificate["bytes"], file.len());
        assert_eq!(certificate["sha256"], hex(&Sha256::digest(file)));
        assert_eq!(certificate["positions"], accepted.positions);
        // The response includes the line, or the data for drawing the proof.
        let data = &answer["data"];
        assert_eq!(
            data["lines"].as_array().map(Vec::len),
            Some(usize::from(proved != Proved::Impossible))
        );
        if name == "french/44-to-44" {
            assert!(data["certificate"]["markings"].is_array());
        }
    }
}

#[test]
fn counts_are_those_of_the_command() {
    let server = serve(&[]);
    let ask = |name: &str, what: &str| {
        last(&talk(&server, post("/api/count", &to_count(name, what))).body)
    };
    let minimal = ask("gardner/latin-cross", "shortest");
    assert_eq!(minimal["count"]["value"], "2");
    assert_eq!(minimal["sentence"], "2 shortest solutions (jump sequences) of 5 moves");
    assert_eq!(minimal["count"]["levels"].as_array().map(Vec::len), Some(6));
    // The triangle with 15 holes, which others have also counted.
    let solutions = ask("triangle15/11-to-11", "solutions");
    assert_eq!(solutions["count"]["value"], "6816");
    assert_eq!(ask("french/44-to-44", "solutions")["count"]["value"], "0");
    let positions = &ask("gardner/latin-cross", "positions")["count"];
    let summed = |key: &str| {
        let levels = positions["levels"].as_array().expect("levels").iter();
        levels.map(|level| level[key].as_u64().expect("a number")).sum::<u64>()
    };
    assert_eq!(positions["value"], summed("positions").to_string());
    assert_eq!(positions["classes"], summed("classes"));
    assert_eq!(ask("gardner/latin-cross", "games")["count"]["what"], "games");
}

#[test]
fn what_cannot_be_asked_gets_a_reason() {
    let server = serve(&[]);
    let told = |path: &str, body: &str| {
        let answer = talk(&server, post(path, body));
        (answer.status, reason(&answer.body))
    };
    let is = |status, reason: &str| (status, reason.to_owned());
    let count = |what: &str| told("/api/count", &to_count("gardner/latin-cross", what));
    for what in ["", "luck", "perft", "Solutions", "solution", "dead-ends\n"] {
        assert_eq!(count(what), is(400, "bad-what"), "{what:?}");
    }
    assert_eq!(told("/api/count", LATIN), is(400, "bad-json"));
    let more = r#"{"puzzle":{"name":"gardner/latin-cross"},"layers":true}"#;
    assert_eq!(told("/api/certify", more), is(400, "bad-json"));
    for path in ["/api/certify", "/api/count"] {
        let ask = |puzzle: Value| {
            let mut asked = json!({ "puzzle": puzzle });
            if path == "/api/count" {
                asked["what"] = json!("solutions");
            }
            told(path, &asked.to_string())
        };
        assert_eq!(ask(json!({ "name": "none" })), is(404, "no-such-puzzle"));
        assert_eq!(ask(json!({ "name": "pyramid/base-4" })), is(400, "a-game"));
        assert_eq!(
            ask(json!({ "name": "marked/latin-cross-last-captured" })),
            is(400, "marked-pegs")
        );
        for (start, finish) in
            [("[]", "['44']"), ("['44']", "['43', '45']"), ("['44', '99']", "['44']")]
        {
            let text = format!("model = 'english'\nstart = {start}\nfinish = {finish}\n");
            assert_eq!(ask(json!({ "text": text })), is(400, "bad-puzzle"), "{start}");
        }
    }
    // Backwards, this reverse game would have many starts.
    let text = "model = 'english'\nreverse = true\nstart = ['44', '45']\nfinish = { pegs = 4 }\n";
    let asked = json!({ "puzzle": { "text": text } }).to_string();
    assert_eq!(told("/api/certify", &asked), is(200, "no-form"));
    // A board that is too large for a method is not reported as a limit that could be raised.
    let model = format!(
        "kind = 'peg-solitaire'\ntitle = 'Row'\nboard = '{}'\nlattice = 'square'\n\
         directions = 'orthogonal'\nnames = 'number'\n",
        "o".repeat(106)
    );
    let text = "model = 'board.toml'\nstart = { all_but = ['3'] }\nfinish = { pegs = 9 }\n";
    let row = json!({ "text": text, "model": model });
    let asked = json!({ "puzzle": row, "what": "positions" }).to_string();
    assert_eq!(told("/api/count", &asked), is(200, "board-too-large"));
    // Hints need no table of all positions.
    let asked = json!({ "puzzle": row, "jumps": [] }).to_string();
    let hint = last(&talk(&server, post("/api/hint", &asked)).body);
    assert!(hint["hint"]["jump"].is_array(), "{hint}");
}

#[test]
fn limits_of_time_and_memory_hold_for_them() {
    let count = to_count("boards/wiegleb-central-game", "positions");
    let ends = |limit: [&str; 2], path: &str, body: &str| {
        let (server, begun) = (serve(&limit), Instant::now());
        let answer = talk(&server, post(path, body));
        assert_eq!(reason(&answer.body), "limit", "{path} {limit:?} {}", answer.body);
        assert!(begun.elapsed() < Duration::from_secs(90), "{path}: {:?}", begun.elapsed());
    };
    ends(["--time-limit", "1"], "/api/certify", LONG);
    ends(["--time-limit", "1"], "/api/count", &count);
    ends(["--memory-limit", "0.001"], "/api/count", &count);
}

#[test]
fn a_client_that_goes_ends_them() {
    let server = serve(&[]);
    let count = to_count("boards/wiegleb-central-game", "positions");
    for (path, body) in [("/api/certify", LONG), ("/api/count", count.as_str())] {
        let mut stream = send(&server, &post(path, body));
        read_until(&mut stream, "\"progress\"");
        assert_eq!(computing(&server), 1, "{path}");
        drop(stream);
        soon("it goes on without its client", || computing(&server) == 0);
    }
}
