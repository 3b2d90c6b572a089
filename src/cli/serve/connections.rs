//! The open connections, and which of them is closed when there are too many.
//!
//! The server notifies a connection that is waiting for a request. The connection then closes itself between two of
//! its own steps, so that no received request is lost, and no answer remains unsent.

use std::future::{Future, poll_fn};
use std::io;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::response::Response;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::sync::Notify;

/// A connection on which data arrived within this time is kept: the rest of a request may be on its way.
const GRACE: Duration = Duration::from_millis(500);

/// A connection, as its requests see it.
pub(crate) struct Connection {
    state: Mutex<State>,
    /// Wakes its task to check whether it may close.
    asked: Notify,
}

struct State {
    /// Whether a complete request is being answered.
    busy: bool,
    /// Whether the client has not yet received all that was written.
    unsent: bool,
    /// The time at which it became busy; if it is not busy, the last time at which data were received or
    /// sent.
    since: Instant,
}

impl State {
    fn may_end(&self, now: Instant) -> bool {
        !self.busy && !self.unsent && now.duration_since(self.since) >= GRACE
    }
}

/// The open connections; each stays in the list as long as it is being served.
#[derive(Default)]
pub(crate) struct Connections(Mutex<Vec<Weak<Connection>>>);

impl Connections {
    fn all(&self) -> Vec<Arc<Connection>> {
        let mut listed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let open = listed.iter().filter_map(Weak::upgrade).collect();
        listed.retain(|connection| connection.strong_count() > 0);
        open
    }

    pub(crate) fn count(&self) -> usize {
        self.all().len()
    }

    pub(crate) fn open(&self) -> Arc<Connection> {
        let state = State { busy: false, unsent: false, since: Instant::now() };
        let connection = Arc::new(Connection { state: Mutex::new(state), asked: Notify::new() });
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(&connection));
        connection
    }

    /// Notifies the connection that has waited longest without a complete request, if there is one, so that it closes.
    pub(crate) fn ask_oldest_idle(&self) {
        let (now, all) = (Instant::now(), self.all());
        let idle = all.iter().filter(|connection| connection.lock().may_end(now));
        if let Some(connection) = idle.min_by_key(|connection| connection.lock().since) {
            connection.asked.notify_one();
        }
    }
}

impl Connection {
    /// Records that a complete request has arrived; the connection keeps its place until it is answered.
    pub(crate) fn busy(&self) {
        let mut state = self.lock();
        if !state.busy {
            (state.busy, state.since) = (true, Instant::now());
        }
    }

    /// The response; when it has been sent, the connection is idle again.
    pub(crate) fn answers(self: Arc<Self>, response: Response) -> Response {
        self.busy();
        response.map(|body| Body::new(Answered { body, connection: self }))
    }

    /// Serves until the client closes the connection, until the place of an idle connection is needed, or until a
    /// request with its answer has taken longer than `lasting`.
    pub(crate) async fn last(
        &self,
        heard: &std::net::TcpStream,
        served: impl Future,
        lasting: Duration,
    ) {
        let mut served = pin!(served);
        let mut asked = pin!(self.asked.notified());
        let mut timer = pin!(tokio::time::sleep(lasting));
        poll_fn(|context| {
            // Received data are read before the connection can end.
            if served.as_mut().poll(context).is_ready() {
                return Poll::Ready(());
            }
            while asked.as_mut().poll(context).is_ready() {
                if self.agrees(heard) {
                    return Poll::Ready(());
                }
                asked.set(self.asked.notified());
            }
            while timer.as_mut().poll(context).is_ready() {
                let until = self.lock().since + lasting;
                if until <= Instant::now() {
                    return Poll::Ready(());
                }
                timer.as_mut().reset(until.into());
            }
            Poll::Pending
        })
        .await;
    }

    /// Whether the connection may close after the notification: not if data have arrived that have not been read.
    fn agrees(&self, heard: &std::net::TcpStream) -> bool {
        let mut state = self.lock();
        let now = Instant::now();
        if heard.peek(&mut [0]).is_ok_and(|bytes| bytes > 0) {
            state.since = now;
            return false;
        }
        state.may_end(now)
    }

    /// Records that data were received or sent, or that they could not be sent (`unsent`).
    fn moved(&self, unsent: Option<bool>) {
        let mut state = self.lock();
        state.unsent = unsent.unwrap_or(state.unsent);
        if !state.busy {
            state.since = Instant::now();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The stream of a connection, which records when data are received and sent.
pub(crate) struct Watched {
    pub(crate) stream: TokioIo<TcpStream>,
    pub(crate) connection: Arc<Connection>,
}

impl Read for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_read(context, buffer);
        if result.is_ready() {
            self.connection.moved(None);
        }
        result
    }
}

impl Write for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.connection.moved(Some(result.is_pending()));
        result
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// The body of a response, which is dropped when it has been sent or cannot be sent.
struct Answered {
    body: Body,
    connection: Arc<Connection>,
}

impl Drop for Answered {
    fn drop(&mut self) {
        let mut state = self.connection.lock();
        (state.busy, state.since) = (false, Instant::now());
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
