//! Solves a puzzle with progress messages, a time limit and a way to cancel. Messages go to standard error, and
//! pressing Enter ends the search with the best result so far.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use soliter::{Claim, Control, Method, Puzzle, library, solve};

pub(crate) fn run(cancelled: Arc<AtomicBool>) -> Result<String, Box<dyn Error>> {
    let source = library::puzzle("gardner/lamp").ok_or("no such puzzle")?;
    let puzzle = Puzzle::parse(&source, &library::model)?;
    let control = Control::default()
        .within(Duration::from_secs(60))
        .threads(2)
        .cancelled_by(cancelled)
        .reporting(Arc::new(|phrase| eprintln!("{phrase}")));
    let answer = solve(&puzzle, &Method::Search.into(), &control)?;
    let line = answer.line().map(|line| puzzle.names().line(line)).unwrap_or_default();
    Ok(match answer.claim() {
        Claim::Optimal { moves } => format!("{moves} moves, proved: {line}"),
        Claim::Feasible { moves, lower_bound } => {
            format!("{moves} moves, {lower_bound} at least: {line}")
        }
        Claim::Infeasible => "impossible".to_owned(),
        Claim::Unknown { lower_bound } => format!("not found; {lower_bound} moves at least"),
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let cancelled = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancelled);
    std::thread::spawn(move || {
        let _ = std::io::stdin().read_line(&mut String::new());
        flag.store(true, Ordering::Relaxed);
    });
    println!("{}", run(cancelled)?);
    Ok(())
}
