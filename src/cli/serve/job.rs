//! Runs the computations of requests: a limited number at a time, each within its time limit, and only as long as
//! the client waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use futures_util::stream::poll_fn;
use serde_json::{Value, json};
use soliter::base::control::{Control, Stop};
use soliter::games::GamePuzzle;
use soliter::load::PuzzleReference;
use soliter::peg::{puzzle::Puzzle, search::reachable::oracle::Oracle};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::cli::serve::fault::{Fault, REPORT};
use crate::cli::{output, serve::connections::Connections, serve::hosts::Hosts};

/// The time that a request waits for one of the places.
const WAITING: Duration = Duration::from_secs(5);
/// The interval between lines of progress. If a line cannot be written, the client has closed the connection.
const PROGRESS: Duration = Duration::from_millis(250);
/// The number of oracles that are kept for further hints, and of games that are kept with their tables for
/// further moves.
const ORACLES: usize = 2;
const GAMES: usize = 2;
/// The number of tables that may be kept, in addition to those of running computations.
pub(crate) const KEPT: usize = ORACLES + GAMES;

pub(crate) struct Shared {
    pub(crate) jobs: Jobs,
    pub(crate) hosts: Hosts,
    pub(crate) connections: Arc<Connections>,
}

/// The places for computations, and the data that are kept between them.
pub(crate) struct Jobs {
    places: Arc<Semaphore>,
    /// As many places for parsing requests, which is quick and does not wait for computations.
    desks: Arc<Semaphore>,
    number: usize,
    limit: Duration,
    control: Control,
    oracles: Mutex<Vec<(Puzzle, Arc<Oracle>)>>,
    games: Mutex<Vec<(PuzzleReference, Arc<GamePuzzle>)>>,
}

struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Jobs {
    pub(crate) fn new(number: usize, limit: Duration, control: Control) -> Self {
        Self {
            places: Arc::new(Semaphore::new(number)),
            desks: Arc::new(Semaphore::new(number)),
            number,
            limit,
            control,
            oracles: Mutex::default(),
            games: Mutex::default(),
        }
    }

    pub(crate) fn running(&self) -> usize {
        self.number - self.places.available_permits().min(self.number)
    }

    /// One of the places, as soon as one is free, within [`WAITING`]. It is held until the work has really
    /// ended.
    async fn place(&self, places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Fault> {
        let place = timeout(WAITING, Arc::clone(places).acquire_owned()).await;
        place.ok().and_then(Result::ok).ok_or_else(|| {
            let message = format!("{} computations are running; try again soon", self.number);
            Fault::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
        })
    }

    /// Parses a request in a thread that serves no connections, with the same limit on the number at a time
    /// as for computations.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let desk = self.place(&self.desks).await?;
        let work = spawn_blocking(move || {
            let _desk = desk;
            work()
        });
        match timeout(self.limit, work).await {
            Ok(Ok(read)) => read,
            Ok(Err(_)) => Err(Fault::internal(format!("reading the request failed; {REPORT}"))),
            Err(_) => Err(Fault::bad("too-slow", "reading the request took too long")),
        }
    }

    /// Computes, and responds line by line: `{"progress": ...}` at intervals, and at the end the result of
    /// `work`. When the client closes the connection, the computation ends.
    pub(crate) async fn run(
        &self,
        work: impl FnOnce(&Control) -> Result<Value, Fault> + Send + 'static,
    ) -> Result<Response, Fault> {
        let place = self.place(&self.places).await?;
        let cancelled = Arc::new(AtomicBool::new(false));
        let (told, progress) = watch::channel(String::new());
        let report = move |phrase: &str| drop(told.send_replace(phrase.to_owned()));
        let control = self.control.clone().within(self.limit);
        let control = control.cancelled_by(Arc::clone(&cancelled)).reporting(Arc::new(report));
        let mut work = spawn_blocking(move || {
            let _place = place;
            work(&control).unwrap_or_else(|fault| fault.json())
        });
        let (begun, cancel) = (Instant::now(), CancelOnDrop(cancelled));
        let (lines, mut written) = mpsc::channel(1);
        tokio::spawn(async move {
            // Dropped with this task, which ends with the response, with its client, or with the server.
            let _cancel = cancel;
            loop {
                let done = timeout(PROGRESS, &mut work).await;
                let line = match &done {
                    Ok(Ok(answer)) => output::line(answer),
                    Ok(Err(_)) => output::line(&Fault::internal(REPORT).json()),
                    Err(_) => {
                        let phrase = progress.borrow().clone();
                        let seconds = begun.elapsed().as_secs_f64();
                        output::line(&json!({ "progress": phrase, "seconds": seconds }))
                    }
                };
                if lines.send(line).await.is_err() || done.is_ok() {
                    return;
                }
            }
        });
        let lines = poll_fn(move |context| written.poll_recv(context));
        Ok(([("content-type", "application/x-ndjson")], Body::from_stream(lines)).into_response())
    }

    /// A game, kept from an earlier request with the values found then, or read now.
    pub(crate) fn game(&self, asked: &PuzzleReference) -> Result<Arc<GamePuzzle>, Fault> {
        let kept = || self.games.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, game)) = kept().iter().find(|(other, _)| other == asked) {
            return Ok(Arc::clone(game));
        }
        let game = Arc::new(asked.game()?);
        let mut kept = kept();
        kept.truncate(GAMES - 1);
        kept.insert(0, (asked.clone(), Arc::clone(&game)));
        Ok(game)
    }

    /// The oracle of a puzzle, kept from an earlier hint or built now.
    pub(crate) fn oracle(&self, puzzle: &Puzzle, control: &Control) -> Result<Arc<Oracle>, Stop> {
        let same = |(other, _): &(Puzzle, Arc<Oracle>)| {
            other.board() == puzzle.board()
                && other.start() == puzzle.start()
                && other.finish() == puzzle.finish()
                && other.reverse() == puzzle.reverse()
                && other.marked() == puzzle.marked()
        };
        let kept = || self.oracles.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, oracle)) = kept().iter().find(|one| same(one)) {
            return Ok(Arc::clone(oracle));
        }
        let oracle = Arc::new(Oracle::new(puzzle, control)?);
        let mut kept = kept();
        if !kept.iter().any(same) {
            kept.truncate(ORACLES - 1);
            kept.insert(0, (puzzle.clone(), Arc::clone(&oracle)));
        }
        Ok(oracle)
    }
}
