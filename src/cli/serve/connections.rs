//! The connections that are open, and which of them makes room when there are too many.
//!
//! A connection that waits for a request is asked to end. It ends itself, between two steps of its own, so that
//! no request that has come is lost, and no answer that is not sent yet.

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

/// A connection that was heard within this time is not asked to end: the rest of a request may be on its way.
const GRACE: Duration = Duration::from_millis(500);

/// A connection, as its requests see it.
pub(crate) struct Connection {
    state: Mutex<State>,
    /// Wakes its task to look whether it may end.
    asked: Notify,
}

struct State {
    /// Whether a whole request is being answered.
    busy: bool,
    /// Whether the client has not yet taken what was written.
    unsent: bool,
    /// When it became busy; if it is not, when something came or went last.
    since: Instant,
}

impl State {
    fn may_end(&self, now: Instant) -> bool {
        !self.busy && !self.unsent && now.duration_since(self.since) >= GRACE
    }
}

/// The connections that are open, each as long as somebody serves it.
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

    /// Asks the connection that has waited longest without a whole request to end, if there is one.
    pub(crate) fn ask_oldest_idle(&self) {
        let (now, all) = (Instant::now(), self.all());
        let idle = all.iter().filter(|connection| connection.lock().may_end(now));
        if let Some(connection) = idle.min_by_key(|connection| connection.lock().since) {
            connection.asked.notify_one();
        }
    }
}

impl Connection {
    /// A whole request has come; until it is answered the connection keeps its place.
    pub(crate) fn busy(&self) {
        let mut state = self.lock();
        if !state.busy {
            (state.busy, state.since) = (true, Instant::now());
        }
    }

    /// The response, after which the connection is idle again.
    pub(crate) fn answers(self: Arc<Self>, response: Response) -> Response {
        self.busy();
        response.map(|body| Body::new(Answered { body, connection: self }))
    }

    /// Serves until the client has gone, until the place of an idle connection is needed, or until a request with
    /// its answer has taken longer than `lasting`.
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
            // What has come is read first, before anything ends.
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

    /// Whether it ends now that it is asked to: not where something has come that nobody has read yet.
    fn agrees(&self, heard: &std::net::TcpStream) -> bool {
        let mut state = self.lock();
        let now = Instant::now();
        if heard.peek(&mut [0]).is_ok_and(|bytes| bytes > 0) {
            state.since = now;
            return false;
        }
        state.may_end(now)
    }

    /// Something came, or went, or could not go and is `unsent`.
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

/// The bytes of a connection, which learns when some come and go.
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

/// The body of a response; dropped when it is sent, or cannot be.
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
