//! Runs the computations of requests: a limited number at a time, each within its time limit, and only as long as
//! the client waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream::poll_fn;
use serde_json::json;
use soliter::base::control::Control;
use soliter::requests::{self, Context, REPORT, Reply, Work, refused};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::cli::serve::fault::Fault;
use crate::cli::{output, serve::connections::Connections, serve::hosts::Hosts};

/// The time that a request waits for one of the places.
const WAITING: Duration = Duration::from_secs(5);
/// The interval between lines of progress. If a line cannot be written, the client has closed the connection.
const PROGRESS: Duration = Duration::from_millis(250);
pub(crate) struct Shared {
    pub(crate) jobs: Jobs,
    pub(crate) hosts: Hosts,
    /// What pages may load.
    pub(crate) policy: HeaderValue,
    pub(crate) connections: Arc<Connections>,
}

/// The places for computations, and the tables that are kept between them.
pub(crate) struct Jobs {
    places: Arc<Semaphore>,
    /// As many places for parsing requests, which is quick and does not wait for computations.
    desks: Arc<Semaphore>,
    number: usize,
    limit: Duration,
    control: Control,
    context: Arc<Context>,
}

struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Jobs {
    pub(crate) fn new(number: usize, limit: Duration, control: Control, context: Context) -> Self {
        Self {
            places: Arc::new(Semaphore::new(number)),
            desks: Arc::new(Semaphore::new(number)),
            number,
            limit,
            control,
            context: Arc::new(context),
        }
    }

    pub(crate) fn context(&self) -> Arc<Context> {
        Arc::clone(&self.context)
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

    /// Reads a request of the pages, and does what is quick.
    pub(crate) async fn request(&self, path: String, body: Bytes) -> Result<Reply, Fault> {
        let context = Arc::clone(&self.context);
        self.read(move || Ok(requests::read(&path, &body, &context)?)).await
    }

    /// Computes, and answers line by line: `{"progress": ...}` now and then, and in the end what `work` gives.
    /// When the client goes away, the computation ends.
    pub(crate) async fn run(&self, work: Work) -> Result<Response, Fault> {
        let place = self.place(&self.places).await?;
        let cancelled = Arc::new(AtomicBool::new(false));
        let (sender, progress) = watch::channel(String::new());
        let report = move |phrase: &str| drop(sender.send_replace(phrase.to_owned()));
        let control = self.control.clone().within(self.limit);
        let control = control.cancelled_by(Arc::clone(&cancelled)).reporting(Arc::new(report));
        let context = Arc::clone(&self.context);
        let mut work = spawn_blocking(move || {
            let _place = place;
            work(&context, &control).unwrap_or_else(|fault| refused(&fault))
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
}
