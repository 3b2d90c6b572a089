//! Runs the computations of requests: only so many at once, each within its time, and none that nobody waits for.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use soliter::base::control::{Control, Stop};
use soliter::games::GamePuzzle;
use soliter::load::PuzzleReference;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::search::reachable::oracle::Oracle;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;

use crate::cli::output;
use crate::cli::serve::fault::Fault;

/// How long a request waits for one of the places.
const WAITING: Duration = Duration::from_secs(5);
/// The time between lines of progress. A line that cannot be written shows that the client has gone.
const PROGRESS: Duration = Duration::from_millis(250);
/// So many oracles are kept for further hints, and so many games with their tables for further moves.
const ORACLES: usize = 2;
const GAMES: usize = 2;
/// So many tables may be kept, beside those of the computations that run.
pub(crate) const KEPT: usize = ORACLES + GAMES;

/// The places for computations, and what is kept between them.
pub(crate) struct Jobs {
    places: Arc<Semaphore>,
    /// As many places for reading requests, which is quick and does not wait for computations.
    desks: Arc<Semaphore>,
    number: usize,
    limit: Duration,
    control: Control,
    /// Set to end all computations.
    ended: Arc<AtomicBool>,
    oracles: Mutex<Vec<(Puzzle, Arc<Oracle>)>>,
    games: Mutex<Vec<(PuzzleReference, Arc<GamePuzzle>)>>,
}

/// Sets a flag when it is dropped, together with the body of the answer, whether that was sent or not.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// An answer that is being computed.
struct Running {
    work: JoinHandle<Value>,
    progress: watch::Receiver<String>,
    begun: Instant,
    ended: Arc<AtomicBool>,
    cancel: CancelOnDrop,
}

impl Jobs {
    pub(crate) fn new(number: usize, limit: Duration, control: Control) -> Self {
        Self {
            places: Arc::new(Semaphore::new(number)),
            desks: Arc::new(Semaphore::new(number)),
            number,
            limit,
            control,
            ended: Arc::default(),
            oracles: Mutex::default(),
            games: Mutex::default(),
        }
    }

    /// The number of computations that run.
    pub(crate) fn running(&self) -> usize {
        self.number - self.places.available_permits().min(self.number)
    }

    /// Ends all computations soon.
    pub(crate) fn cancel_all(&self) {
        self.ended.store(true, Ordering::Relaxed);
        self.places.close();
        self.desks.close();
    }

    fn busy(&self) -> Fault {
        let message = format!("{} computations are running; ask again soon", self.number);
        Fault::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// Reads a request, in a thread that serves no connections; no more are read at once than computed.
    ///
    /// # Errors
    /// What `work` refuses; [`Fault`] if it gets no turn soon or takes too long.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let desk = tokio::time::timeout(WAITING, Arc::clone(&self.desks).acquire_owned());
        let Ok(Ok(desk)) = desk.await else { return Err(self.busy()) };
        let work = tokio::task::spawn_blocking(move || {
            // Held until it has really ended.
            let _desk = desk;
            work()
        });
        match tokio::time::timeout(self.limit, work).await {
            Ok(Ok(read)) => read,
            Ok(Err(_)) => Err(Fault::internal("reading the request failed")),
            Err(_) => Err(Fault::bad("too-slow", "reading the request took too long")),
        }
    }

    /// Computes, and answers line by line: `{"progress": ...}` now and then, and in the end what `work` gives.
    /// When the client goes away, the computation ends.
    ///
    /// # Errors
    /// [`Fault`] if no place is free soon.
    pub(crate) async fn run(
        &self,
        work: impl FnOnce(&Control) -> Value + Send + 'static,
    ) -> Result<Response, Fault> {
        let place = tokio::time::timeout(WAITING, Arc::clone(&self.places).acquire_owned());
        let Ok(Ok(place)) = place.await else { return Err(self.busy()) };
        let cancelled = Arc::new(AtomicBool::new(false));
        let (told, progress) = watch::channel(String::new());
        let control =
            self.control.clone().within(self.limit).cancelled_by(Arc::clone(&cancelled)).reporting(
                Arc::new(move |phrase: &str| {
                    let _ = told.send_replace(phrase.to_owned());
                }),
            );
        let work = tokio::task::spawn_blocking(move || {
            // Held until the computation has really ended.
            let _place = place;
            work(&control)
        });
        let running = Running {
            work,
            progress,
            begun: Instant::now(),
            ended: Arc::clone(&self.ended),
            cancel: CancelOnDrop(cancelled),
        };
        let lines = futures_util::stream::unfold(Some(running), |running| async {
            let (object, rest) = running?.next().await;
            Some((output::line(&object), rest))
        });
        Ok(([("content-type", "application/x-ndjson")], Body::from_stream(lines)).into_response())
    }

    /// A game, kept from an earlier request with the values that were found then, or read now.
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
                && other.building() == puzzle.building()
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

impl Running {
    /// The next line, and what is left to wait for.
    async fn next(mut self) -> (Value, Option<Self>) {
        if self.ended.load(Ordering::Relaxed) {
            self.cancel.0.store(true, Ordering::Relaxed);
        }
        match tokio::time::timeout(PROGRESS, &mut self.work).await {
            Ok(Ok(answer)) => (answer, None),
            Ok(Err(_)) => {
                let message = "this is a fault of soliter; please report it with the puzzle";
                let fault = Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message);
                (fault.json(), None)
            }
            Err(_) => {
                let phrase = self.progress.borrow().clone();
                let seconds = self.begun.elapsed().as_secs_f64();
                (json!({ "progress": phrase, "seconds": seconds }), Some(self))
            }
        }
    }
}
