//! The connections that are open, and which of them makes room when there are too many.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::response::Response;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::task::AbortHandle;

/// A connection, as its requests see it.
pub(crate) struct Connection {
    /// Since when it waits for a whole request; none while one is answered.
    idle_since: Mutex<Option<Instant>>,
}

/// All open connections.
#[derive(Default)]
pub(crate) struct Connections {
    open: Mutex<Vec<Open>>,
}

struct Open {
    connection: Arc<Connection>,
    /// Ends it; none until it has begun.
    task: Option<AbortHandle>,
}

/// Takes a connection off the list when it ends, however it does.
pub(crate) struct Listed {
    connections: Arc<Connections>,
    pub(crate) connection: Arc<Connection>,
}

impl Drop for Listed {
    fn drop(&mut self) {
        self.connections.lock().retain(|open| !Arc::ptr_eq(&open.connection, &self.connection));
    }
}

impl Connections {
    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }

    /// Lists a new one.
    pub(crate) fn open(self: &Arc<Self>) -> Listed {
        let connection = Arc::new(Connection { idle_since: Mutex::new(Some(Instant::now())) });
        self.lock().push(Open { connection: Arc::clone(&connection), task: None });
        Listed { connections: Arc::clone(self), connection }
    }

    /// Says what ends a connection.
    pub(crate) fn begun(&self, connection: &Arc<Connection>, task: AbortHandle) {
        let mut all = self.lock();
        if let Some(open) = all.iter_mut().find(|open| Arc::ptr_eq(&open.connection, connection)) {
            open.task = Some(task);
        }
    }

    /// Ends the connection that has waited longest without a whole request; says whether there was
    /// one.
    pub(crate) fn end_oldest_idle(&self) -> bool {
        let mut all = self.lock();
        let idle = all.iter().enumerate().filter(|(_, open)| open.task.is_some());
        let idle = idle.filter_map(|(at, open)| Some(((*open.connection.lock())?, at)));
        let Some((_, at)) = idle.min() else { return false };
        if let Some(task) = all.swap_remove(at).task {
            task.abort();
        }
        true
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    /// A whole request has come; until it is answered the connection keeps its place.
    pub(crate) fn busy(&self) {
        *self.lock() = None;
    }

    /// The response, after which the connection is idle again.
    pub(crate) fn answers(self: Arc<Self>, response: Response) -> Response {
        self.busy();
        response.map(|body| Body::new(Answered { body, connection: self }))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        self.idle_since.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The body of a response; dropped when it is sent, or cannot be.
struct Answered {
    body: Body,
    connection: Arc<Connection>,
}

impl Drop for Answered {
    fn drop(&mut self) {
        *self.connection.lock() = Some(Instant::now());
    }
}

impl HttpBody for Answered {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
