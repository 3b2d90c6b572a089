//! Hints in the course of play: `cargo bench --bench hints [BOARD]`.
//!
//! For 200 positions of play on each built-in board, prints the share of requests for a hint that the library answers within
//! 300 ms of processor time, as the server asks it, with one thread; and what the answers were. The first request for a puzzle is among them.
//! Half of the positions are up to three random jumps off a known solution, the others are from random games.

#[allow(dead_code, reason = "rows are for works that are run once")]
mod once;

use std::collections::BTreeMap;
use std::time::Duration;

use fastrand::Rng;
use once::{control, processor_seconds, wanted};
use serde_json::json;
use soliter::boards::session::Attempt;
use soliter::library;
use soliter::requests::{Context, Reply, read};
use soliter::{Control, Line, Puzzle};

const POSITIONS: usize = 200;
const QUICK: f64 = 0.3;
/// A request is given up after this time.
const PATIENCE: Duration = Duration::from_secs(2);

fn main() {
    let mut boards: BTreeMap<String, Vec<(String, Puzzle)>> = BTreeMap::new();
    for name in library::puzzles() {
        let source = library::puzzle(&name).expect("a built-in puzzle");
        let Ok(puzzle) = Puzzle::parse(&source, &library::model) else { continue };
        if !puzzle.known().impossible && puzzle.jumps() > 0 {
            boards.entry(puzzle.model().to_owned()).or_default().push((name, puzzle));
        }
    }
    println!("| board | within 300 ms | median ms | 99 of 100 ms | winning | lost | not known |");
    println!("|---|---|---|---|---|---|---|");
    for (board, puzzles) in boards {
        if wanted().is_empty() || wanted().iter().any(|part| board.contains(part.as_str())) {
            row(&board, &puzzles);
        }
    }
}

fn row(board: &str, puzzles: &[(String, Puzzle)]) {
    let (context, mut dice) = (Context::default(), Rng::with_seed(68));
    let lines: Vec<_> = puzzles.iter().map(|(_, puzzle)| solution(puzzle)).collect();
    let (mut times, mut counts) = (Vec::new(), [0; 3]);
    let mut asked = 0;
    while asked < POSITIONS {
        let at = dice.usize(0..puzzles.len());
        let (name, puzzle) = &puzzles[at];
        let game = played(puzzle, lines[at].as_ref().filter(|_| asked % 2 == 0), &mut dice);
        asked += 1;
        let ask = json!({ "puzzle": { "name": name }, "jumps": game.jumps() }).to_string();
        let before = processor_seconds();
        let told = match read("api/hint", ask.as_bytes(), &context).expect("a request") {
            Reply::Ready(told) => Ok(told),
            Reply::Work(work) => work(&context, &control().within(PATIENCE)),
        };
        times.push(processor_seconds() - before);
        let hint = told.map(|told| told["hint"].clone()).unwrap_or_default();
        let is_known = hint["jump"].is_array() || hint["solved"].is_boolean();
        let answer = if is_known { 0 } else { 2 - usize::from(hint["winning"].is_array()) };
        counts[answer] += 1;
    }
    times.sort_unstable_by(f64::total_cmp);
    let quick = times.iter().filter(|&&time| time <= QUICK).count();
    let milliseconds = |part: usize| times[times.len() * part / 100] * 1000.0;
    let (median, most, [won, lost, open]) = (milliseconds(50), milliseconds(99), counts);
    let share = quick as f64 / times.len() as f64 * 100.0;
    println!("| {board} | {share:.1} % | {median:.0} | {most:.0} | {won} | {lost} | {open} |");
}

/// The solution in the puzzle's file.
fn solution(puzzle: &Puzzle) -> Option<Line> {
    let text = puzzle.known().solution.as_deref()?;
    let reading =
        soliter::text::read(text, puzzle.board(), puzzle.names(), &Control::default()).ok()?;
    Some(Line::from_jumps(reading.hops()))
}

/// A game of a random length, which leaves the given line, if any, for at most three random jumps.
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
        // A position without a jump asks for no hint.
        if game.legal().next().is_none() {
            game.undo(1);
            break;
        }
    }
    game
}
