//! The engine of the pages (`web/`), run by Node: its answers are those of the library in this process.
//!
//! `web/build.sh FILE` builds it, and `SOLITER_ENGINE=FILE` enables these tests.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use soliter::base::{control::Control, wording::joined};
use soliter::boards::puzzle::Puzzle;
use soliter::library;
use soliter::load::load;
use soliter::requests::{Context, Reply, read, refused};

use crate::{common, readings};

/// The limits of calls for which they do not matter. A call without time for a search has the same answer everywhere.
const SECONDS: f64 = 600.0;
const BYTES: u64 = 1 << 30;

fn call(path: &str, body: Value, seconds: f64) -> Value {
    let mut call = json!({ "path": path, "seconds": seconds, "bytes": BYTES });
    call["body"] = body;
    call
}

/// The engine's answers to calls, by one instance for all.
fn engine(calls: &[Value]) -> Vec<Value> {
    let file = std::env::var_os("SOLITER_ENGINE").expect("SOLITER_ENGINE names the engine");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engine/answers.mjs");
    let mut node = Command::new("node")
        .arg(script)
        .arg(file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node runs");
    let text = joined(calls, "\n");
    // The engine reads everything before it writes.
    node.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
    let output = node.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{output:?}");
    let answers = String::from_utf8(output.stdout).expect("text");
    let answers: Vec<Value> =
        answers.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), calls.len());
    answers
}

/// The library's answer to a call.
fn here(call: &Value, kept: &Context) -> Value {
    let path = call["path"].as_str().expect("a path");
    let limit = Duration::from_secs_f64(call["seconds"].as_f64().expect("a number"));
    let control = Control::default().memory(BYTES).within(limit);
    let reply = read(path, call["body"].to_string().as_bytes(), kept);
    let told = reply.and_then(|reply| match reply {
        Reply::Ready(told) => Ok(told),
        Reply::Work(work) => work(kept, &control),
    });
    told.unwrap_or_else(|fault| refused(&fault))
}

/// Removes all durations.
fn timeless(told: &mut Value) {
    match told {
        Value::Object(map) => {
            map.retain(|key, _| !key.ends_with("seconds"));
            map.values_mut().for_each(timeless);
        }
        Value::Array(list) => list.iter_mut().for_each(timeless),
        _ => {}
    }
}

fn the_same(calls: &[Value]) {
    let answers = engine(calls);
    let kept = Context::default();
    for (call, mut answer) in calls.iter().zip(answers) {
        // Written and parsed like the answer, since numbers of pictures may change in their last bit.
        let own = here(call, &kept).to_string();
        let mut own: Value = serde_json::from_str(&own).expect("JSON");
        timeless(&mut answer);
        timeless(&mut own);
        assert_eq!(answer, own, "{call}");
    }
}

/// The built-in puzzles with at most this many jumps.
fn puzzles(jumps: usize) -> Vec<(String, Puzzle)> {
    let all = library::puzzles().into_iter().filter_map(|name| {
        let source = library::puzzle(&name)?;
        let puzzle = load(&source, &library::model).ok()?.peg()?;
        Some((name, puzzle))
    });
    all.filter(|(_, puzzle)| puzzle.jumps() <= jumps).collect()
}

/// A random puzzle with few pegs, as requests name it.
fn drawn(dice: &mut fastrand::Rng) -> (Value, Puzzle) {
    let (model, holes) = [("english", 33), ("triangle15", 15), ("square5", 25)][dice.usize(..3)];
    let mut all: Vec<usize> = (1..=holes).collect();
    dice.shuffle(&mut all);
    let start = &all[..dice.usize(4..9)];
    let finish = match dice.u8(..3) {
        0 => format!("['{}']", dice.usize(1..=holes)),
        pegs => format!("{{ pegs = {pegs} }}"),
    };
    let text = format!(
        "title = 'x'\nmodel = '{model}'\nnotation = 'number'\nstart = {:?}\nfinish = {finish}\n",
        start.iter().map(ToString::to_string).collect::<Vec<_>>(),
    );
    let puzzle = common::parse(&text);
    (json!({ "text": text }), puzzle)
}

#[test]
#[ignore = "needs Node, and SOLITER_ENGINE=FILE with the engine of web/build.sh"]
fn two_thousand_solutions_of_all_styles_have_the_same_verdicts() {
    let samples = readings::samples(2000, 52);
    let check = |(puzzle, jumps, solution): (Value, usize, String)| {
        // The search after the verdict gets no time if it would be long.
        let seconds = if jumps > 6 { 0.0 } else { SECONDS };
        call("api/check", json!({ "puzzle": puzzle, "solution": solution }), seconds)
    };
    the_same(&samples.into_iter().map(check).collect::<Vec<_>>());
}

#[test]
#[ignore = "needs Node, and SOLITER_ENGINE=FILE with the engine of web/build.sh"]
fn three_hundred_puzzles_have_the_same_answers_and_the_lines_are_right() {
    let named = |(name, puzzle)| (json!({ "name": name }), puzzle);
    let mut chosen: Vec<_> = puzzles(9).into_iter().map(named).take(150).collect();
    let mut dice = fastrand::Rng::with_seed(52);
    chosen.extend(std::iter::repeat_with(|| drawn(&mut dice)).take(300 - chosen.len()));
    let solve =
        |(puzzle, _): &(Value, Puzzle)| call("api/solve", json!({ "puzzle": puzzle }), SECONDS);
    let calls: Vec<_> = chosen.iter().map(solve).collect();
    let answers = engine(&calls);
    let kept = Context::default();
    for (((_, puzzle), call), told) in chosen.iter().zip(&calls).zip(answers) {
        let (told, own) = (&told["answer"], &here(call, &kept)["answer"]);
        // Several lines may be the shortest, and several methods may prove it.
        for key in ["status", "moves", "lower_bound"] {
            assert_eq!(told[key], own[key], "{call}");
        }
        if let Some(solution) = told["solution"].as_str() {
            let judgement = common::judged(puzzle, solution);
            assert!(judgement.finish_reached, "{call}: {solution}");
            assert_eq!(told["moves"], judgement.replay.moves, "{call}");
        }
    }
}

#[test]
#[ignore = "needs Node, and SOLITER_ENGINE=FILE with the engine of web/build.sh"]
fn hints_counts_and_certificates_are_the_same() {
    let mut calls = vec![
        call("api/list", Value::Null, SECONDS),
        call("api/puzzle/gardner/latin-cross", Value::Null, SECONDS),
        call("api/nothing", Value::Null, SECONDS),
        call("api/solve", json!({ "puzzle": { "text": "title = 1" } }), SECONDS),
        call("api/solve", json!([]), SECONDS),
    ];
    // The positions of reverse games are too many to count.
    for (name, _) in puzzles(6).iter().filter(|(_, puzzle)| !puzzle.reverse()).step_by(2) {
        let puzzle = json!({ "name": name });
        calls.push(call("api/read", json!({ "puzzle": puzzle }), SECONDS));
        calls.push(call("api/hint", json!({ "puzzle": puzzle, "jumps": [] }), SECONDS));
        calls.push(call("api/certify", json!({ "puzzle": puzzle }), SECONDS));
        for what in ["solutions", "shortest", "positions", "games"] {
            calls.push(call("api/count", json!({ "puzzle": puzzle, "what": what }), SECONDS));
        }
    }
    the_same(&calls);
}

/// Games with small tables, and how far they are played.
const GAMES: [&str; 6] = [
    "pyramid/base-4",
    "pyramid/base-8",
    "corridor/3x3-placement",
    "quoridor/5x5-two-walls",
    "quoridor/9x9",
    "palisade/1234",
];

#[test]
#[ignore = "needs Node, and SOLITER_ENGINE=FILE with the engine of web/build.sh"]
fn a_hundred_games_are_played_alike() {
    let mut calls = Vec::new();
    let kept = Context::default();
    let mut dice = fastrand::Rng::with_seed(52);
    for number in 0..100 {
        let name = GAMES[number % GAMES.len()];
        let opponent = ["random", "easy", "text", "normal"][number / GAMES.len() % 4];
        let mut moves = Vec::new();
        for _ in 0..3 {
            let body = json!({
                "puzzle": { "name": name }, "moves": moves, "opponent": opponent, "seed": number,
            });
            let reply = call("api/game/reply", body.clone(), SECONDS);
            let told = here(&reply, &kept);
            calls.push(reply);
            calls.push(call(
                "api/game/position",
                {
                    let mut body = body;
                    body.as_object_mut().expect("an object").shift_remove("opponent");
                    body
                },
                SECONDS,
            ));
            let played = told["reply"]["moves"].as_array().cloned().unwrap_or_default();
            moves.extend(played);
            let Some(legal) = told["game"]["legal"].as_array().filter(|all| !all.is_empty()) else {
                break;
            };
            moves.push(legal[dice.usize(..legal.len())]["move"].clone());
        }
        if ["pyramid/base-4", "corridor/3x3-placement"].contains(&name) {
            let body = json!({ "puzzle": { "name": name }, "moves": moves });
            calls.push(call("api/game/values", body.clone(), SECONDS));
            calls.push(call("api/game/analysis", body, SECONDS));
        }
    }
    the_same(&calls);
}
