//! Hints during play: the share of requests that the server and the pages' engine answer within 300 ms.
//!
//! Tests 200 positions on each built-in board, with one thread, including the first request for a puzzle. Half of the
//! positions are up to three random jumps away from a known solution; the others come from random games.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use fastrand::Rng;
use serde_json::{Value, json};
use soliter::boards::session::Attempt;
use soliter::library;
use soliter::requests::{Context, Reply, read};
use soliter::{Control, Line, Puzzle};

use super::common::{control, processor_seconds};

const POSITIONS: usize = 200;
const QUICK: f64 = 0.3;
/// A request is abandoned after this time.
const PATIENCE: Duration = Duration::from_secs(2);
const ENGINE_BYTES: u64 = 1 << 28;

pub(super) fn table() {
    println!(
        "The share of 200 positions of play on each board for which a hint takes at most 300 ms of CPU time, from the library as the server\n\
         calls it, and from the engine of the pages in Node (`SOLITER_ENGINE=FILE`); and the library's answers after at most 2 s:\n"
    );
    println!(
        "| board | library | engine | a winning jump | lost | not known |\n|---|---|---|---|---|---|"
    );
    let mut boards: BTreeMap<String, Vec<(String, Puzzle)>> = BTreeMap::new();
    for name in library::puzzles() {
        let source = library::puzzle(&name).expect("a built-in puzzle");
        let Ok(puzzle) = Puzzle::parse(&source, &library::model) else { continue };
        if !puzzle.known().impossible && puzzle.jumps() > 0 {
            boards.entry(puzzle.model().to_owned()).or_default().push((name, puzzle));
        }
    }
    let only = std::env::var("SOLITER_BOARD").unwrap_or_default();
    for (board, puzzles) in boards.iter().filter(|(board, _)| board.contains(&only)) {
        row(board, puzzles);
    }
}

fn row(board: &str, puzzles: &[(String, Puzzle)]) {
    let mut dice = Rng::with_seed(68);
    let lines: Vec<_> = puzzles.iter().map(|(_, puzzle)| solution(puzzle)).collect();
    let requests: Vec<Value> = (0..POSITIONS)
        .map(|at| {
            let chosen = dice.usize(0..puzzles.len());
            let (name, puzzle) = &puzzles[chosen];
            let known = lines[chosen].as_ref().filter(|_| at % 2 == 0);
            let game = played(puzzle, known, &mut dice);
            json!({ "puzzle": { "name": name }, "jumps": game.jumps() })
        })
        .collect();
    let (context, mut counts) = (Context::default(), [0; 3]);
    let times = requests.iter().map(|request| {
        let before = processor_seconds();
        let reply = read("api/hint", request.to_string().as_bytes(), &context);
        let told = match reply.expect("a request") {
            Reply::Ready(told) => Ok(told),
            Reply::Work(work) => work(&context, &control().within(PATIENCE)),
        };
        let hint = told.map(|told| told["hint"].clone()).unwrap_or_default();
        let is_known = hint["jump"].is_array() || hint["solved"].is_boolean();
        counts[if is_known { 0 } else { 2 - usize::from(hint["winning"].is_array()) }] += 1;
        processor_seconds() - before
    });
    let library = share(times);
    let engine =
        engine_times(&requests).map_or("not measured".to_owned(), |times| share(times.into_iter()));
    let [won, lost, open] = counts;
    println!("| {board} | {library} | {engine} | {won} | {lost} | {open} |");
}

fn share(times: impl Iterator<Item = f64>) -> String {
    let quick = times.filter(|&time| time <= QUICK).count();
    format!("{:.1} %", quick as f64 * 100.0 / POSITIONS as f64)
}

/// The seconds taken by each request to the engine; none without the engine.
fn engine_times(requests: &[Value]) -> Option<Vec<f64>> {
    let engine = std::env::var_os("SOLITER_ENGINE")?;
    let mut node = Command::new("node")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engine/answers.mjs"))
        .args([engine, "--times".into()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node runs");
    let mut stdin = node.stdin.take().expect("a pipe");
    for request in requests {
        let seconds = PATIENCE.as_secs_f64();
        let call = json!({ "path": "api/hint", "seconds": seconds, "bytes": ENGINE_BYTES, "body": request });
        writeln!(stdin, "{call}").expect("it reads");
    }
    drop(stdin);
    let output = node.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("text");
    Some(text.lines().map(|line| line.parse::<f64>().expect("milliseconds") / 1000.0).collect())
}

/// The solution in the puzzle's file.
fn solution(puzzle: &Puzzle) -> Option<Line> {
    let text = puzzle.known().solution.as_deref()?;
    let reading =
        soliter::text::read(text, puzzle.board(), puzzle.names(), &Control::default()).ok()?;
    Some(Line::from_jumps(reading.hops()))
}

/// A game of random length. If a line is given, the game follows it and ends with at most three random jumps.
fn played(puzzle: &Puzzle, line: Option<&Line>, dice: &mut Rng) -> Attempt {
    let mut game = Attempt::new(puzzle.clone());
    let length = dice.usize(0..puzzle.jumps());
    let mut random = length;
    if let Some(line) = line {
        let known: Vec<_> = line.jumps().take(length).collect();
        game.make(&known).expect("a legal line");
        random = dice.usize(0..=3).min(puzzle.jumps() - length);
    }
    for _ in 0..random {
        let jumps: Vec<_> = game.legal().map(|(jump, _)| puzzle.board().hop(jump)).collect();
        let Some(&jump) = dice.choice(&jumps) else { break };
        game.make(&[jump]).expect("a legal jump");
        // No hint is requested if no jump is possible.
        if game.legal().next().is_none() {
            game.undo(1);
            break;
        }
    }
    game
}
